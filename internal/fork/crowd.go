package fork

import (
	"errors"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// Elsewhere is the note of a fork whose host is not here.
const Elsewhere = "the game itself is not here: both sides go on in a small world, in which actions succeed after a while and nothing new is perceived"

// Towns runs both sides of a crowd whose host is not here, in two towns: copies of it, of which the second has the
// change and, unless it is nil, the other program. Figures are where its agents are, by their numbers; those without
// one are where their state says. The crowd stays as it is.
func Towns(c *agent.Crowd, figures []ktrace.Figure, next *program.Program, change Change, o Options) (*explain.Fork, error) {
	if c.Len() == 0 {
		return nil, errors.New("there is no agent at this moment")
	}
	if next == nil {
		next = c.Program().Program
	}
	as, err := continued(c, figures, c.Program().Program)
	if err != nil {
		return nil, err
	}
	but, err := continued(c, figures, next)
	if err != nil {
		return nil, err
	}
	if err := change.Apply(but.Crowd()); err != nil {
		return nil, err
	}
	r, err := Run(as, but, o)
	r.Notes = append(r.Notes, Elsewhere)
	return r, err
}

// continued returns a crowd that goes on in a town.
func continued(c *agent.Crowd, figures []ktrace.Figure, p *program.Program) (Side, error) {
	spots := map[int64]town.Point{}
	for _, f := range figures {
		if f.Key > 0 {
			spots[f.Key] = town.Point{X: f.X, Y: f.Y}
		}
	}
	ear := &Ear{}
	t, err := town.Continue(c, p, town.Options{Crowd: ear.Sinks(agent.Options{Seed: seed})}, func(id agent.ID) (town.Point, bool) {
		spot, ok := spots[c.Number(id)]
		return spot, ok
	})
	if err != nil {
		return Side{}, err
	}
	return Side{Crowd: t.Crowd, Step: func() bool { t.Step(); return true }, Ear: ear}, nil
}

// seed is that of the towns: any will do, as long as both have the same.
const seed = 1
