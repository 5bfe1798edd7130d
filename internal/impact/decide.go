package impact

import (
	"errors"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// errPanicked is the error of a decision that cannot be made again.
var errPanicked = errors.New("a function of the game panicked")

// Outlook is what a character decides at a moment with two programs.
type Outlook struct {
	Kind   Kind   `json:"kind"`
	Goal   string `json:"goal,omitempty"` // of a planning
	Before string `json:"before"`
	After  string `json:"after"`
	Differ bool   `json:"differ"`
}

// Decide makes the decision of a character at the present moment of its crowd again, with the crowd's program and with
// another one: its last planning for its plan line, or else its next turn. It does not change the crowd.
func Decide(crowd *agent.Crowd, id agent.ID, next *program.Program) (*Outlook, error) {
	j, err := newJudge(crowd.Program().Program, next)
	if err != nil {
		return nil, err
	}
	view := crowd.View()
	for _, it := range view.Plannings(id) {
		if it.Runner != view.Runner(id) {
			continue
		}
		p, ok := j.planning(crowd, id, &it, true)
		if !ok {
			return nil, errPanicked
		}
		before := outcomeOf(p.before)
		d := &Outlook{Kind: Plan, Differ: !j.isSame(&before, &p)}
		d.Goal, d.Before, d.After = j.texts(&p, &it)
		return d, nil
	}
	was, err := twin(crowd, j.was.program)
	if err != nil {
		return nil, err
	}
	now, err := twin(crowd, j.now.program)
	if err != nil {
		return nil, err
	}
	d := &Outlook{Kind: Turn, Before: doing(was, id), After: gone}
	if now.Has(id) {
		d.After = doing(now, id)
	}
	d.Differ = d.Before != d.After
	return d, nil
}
