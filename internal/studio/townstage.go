package studio

import (
	"errors"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/town"
)

// townStage is a town: a stage for any file. It has one agent of each kind, or a given number of agents, of each kind
// in turn.
type townStage struct {
	*town.Town
	paths *router
}

func newTownStage(p *program.Program, o agent.Options, agents int, l Listener) (*townStage, error) {
	t, err := town.New(p, town.Options{Crowd: sinks(o, l)})
	if err != nil {
		return nil, err
	}
	if len(p.Info.Agents) == 0 {
		return townOf(t, p), nil
	}
	return townOf(t, p), t.Populate(max(agents, len(p.Info.Agents)))
}

func townOf(t *town.Town, p *program.Program) *townStage {
	s := &townStage{Town: t}
	s.paths = newRouter(p.Info, s.where)
	return s
}

// Step implements Stage.
func (s *townStage) Step() bool {
	s.Town.Step()
	return true
}

// Land implements Stage.
func (s *townStage) Land() Land { return landOf(s.Town.Land()) }

// Figures implements Stage.
func (s *townStage) Figures(buf []Figure) []Figure {
	for _, id := range s.Agents() {
		at := s.At(id)
		buf = append(buf, Figure{Name: nameOf(s, id), X: at.X, Y: at.Y, Health: -1})
	}
	return buf
}

// Eyes implements Stage. Agents have no senses here, but their plans lead to places, and they may believe others to be
// at some.
func (s *townStage) Eyes(id agent.ID) Eyes {
	e := Eyes{Route: s.paths.route(s.Crowd(), id)}
	if st := s.Crowd().State(id); st != nil {
		e.Facts = beliefsOf(st, func(v action.Value) ([2]float64, bool) {
			at, place, ok := s.Spot(v)
			return [2]float64{at.X, at.Y}, ok && place
		})
	}
	return e
}

// where returns the place of a value.
func (s *townStage) where(_ agent.ID, v action.Value) ([2]float64, int) {
	at, place, ok := s.Spot(v)
	switch {
	case !ok:
		return [2]float64{}, nowhere
	case place:
		return [2]float64{at.X, at.Y}, atPlace
	}
	return [2]float64{at.X, at.Y}, atThing
}

// Move implements Mover.
func (s *townStage) Move(id agent.ID, x, y float64) error {
	if !s.Put(id, town.Point{X: x, Y: y}) {
		return errors.New("it is not on the map")
	}
	return nil
}

// Reload implements Stage.
func (s *townStage) Reload(p *program.Program, l Listener) (Stage, []string, error) {
	next, report, err := s.Town.Reload(p, town.Options{Crowd: sinks(agent.Options{}, l)})
	if err != nil {
		return nil, nil, err
	}
	return townOf(next, p), notes(report), nil
}

func notes(r *agent.Report) []string {
	var out []string
	for _, n := range r.Notes {
		out = append(out, n.What+": "+n.Text)
	}
	return out
}
