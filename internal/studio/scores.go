package studio

import (
	"context"
	"time"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Limits of a history of scores.
const (
	// ScoreSeconds is the length of the history.
	ScoreSeconds = 8
	// scoreSteps is the number of moments in it.
	scoreSteps = 32
	// scoreWait is the maximum time to compute it.
	scoreWait = 400 * time.Millisecond
)

// ScoresAt holds the scores of an agent's wants at a moment.
type ScoresAt struct {
	Tick   int64              `json:"tick"`
	Scores map[string]float64 `json:"scores"`
	Chosen string             `json:"chosen,omitempty"`
}

// scores returns the scores of an agent's wants in the seconds before a moment, as far as they can be computed in time.
// For a recording it returns none, because each step back would replay the run.
func scores(ctx context.Context, p *page, r *Request) ([]ScoresAt, error) {
	s, out := p.session, []ScoresAt{}
	var to, every, first int64
	err := s.do(ctx, func() error {
		to, every, first = s.stage.Crowd().Tick(), max(1, int64(s.stage.Crowd().TPS())*ScoreSeconds/scoreSteps), s.past.first()
		if s.source.record != nil {
			to = -1
		}
		return nil
	})
	if r.Tick != nil && to >= 0 {
		to = *r.Tick
	}
	if err != nil || to < 0 {
		return out, err
	}
	end := time.Now().Add(scoreWait)
	from := max(first, to-every*scoreSteps)
	for tick := to - (to-from)/every*every; tick <= to && time.Now().Before(end) && ctx.Err() == nil; tick += every {
		err := s.past.look(tick, func(st Stage, _ *journal) error {
			id, err := find(st, r.Agent)
			if err == nil {
				out = append(out, scoresAt(st, id))
			}
			return nil // the agent did not exist yet
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

func scoresAt(st Stage, id agent.ID) ScoresAt {
	at := ScoresAt{Tick: st.Crowd().Tick(), Scores: map[string]float64{}}
	if r := st.Crowd().View().Candidates(id); r != nil {
		for i := range r.Candidates {
			c := &r.Candidates[i]
			if c.Scored != nil {
				at.Scores[c.Text] = finite(c.Scored.Score)
			}
			if c.Why == goal.Chosen {
				at.Chosen = c.Text
			}
		}
	}
	return at
}
