package fork

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/town"
)

// Change is what is otherwise on the second side of a fork.
type Change struct {
	Agent       string   // whose values change; empty: only those of the world
	Sets        []string // effects: "money = 5", "energy_of(i1) -= 0.5"
	Personality string   // of the agent; empty: as it was
}

// Apply changes values in a crowd between ticks, as its host could. The error says what cannot be understood.
func (c *Change) Apply(crowd *agent.Crowd) error {
	id, err := c.whom(crowd)
	if err != nil {
		return err
	}
	for _, text := range c.Sets {
		if err := set(crowd, id, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	if c.Personality != "" {
		if id == 0 {
			return errors.New("a personality belongs to an agent: say which")
		}
		return crowd.SetPersonality(id, c.Personality)
	}
	return nil
}

func (c *Change) whom(crowd *agent.Crowd) (agent.ID, error) {
	if c.Agent == "" {
		return 0, nil
	}
	for id := range crowd.All {
		if crowd.View().NameOf(id) == c.Agent {
			return id, nil
		}
	}
	return 0, fmt.Errorf("there is no %s at this moment", c.Agent)
}

// set applies one text of effects for an agent; 0: for the world.
func set(crowd *agent.Crowd, id agent.ID, text string) error {
	st := crowd.World()
	if id != 0 {
		st = crowd.State(id)
	}
	var ds diag.List
	src := diag.NewSource("value", text)
	if effects := expr.ParseEffectString(src, &ds); !ds.HasErrors() {
		if terms := expr.CheckEffects(effects, crowd.Program().Info.Scope().With(st), &ds); !ds.HasErrors() {
			town.NewHappening(terms, diag.Span{Src: src, End: int32(len(text))}).Happen(crowd, id, nil, &ds)
		}
	}
	for i := range ds.All {
		if d := &ds.All[i]; d.Severity == diag.Error {
			if d.Hint != "" {
				return errors.New(d.Message + "; " + d.Hint)
			}
			return errors.New(d.Message)
		}
	}
	return nil
}
