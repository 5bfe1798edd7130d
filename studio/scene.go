package studio

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/world"
)

// sceneStage is a playground: for files beside which there is a scene.
type sceneStage struct {
	play  *playground.Playground
	seed  uint64
	names []string // of the characters, by place
}

func newSceneStage(p *program.Program, scene *playground.Scene, seed uint64, l Listener) (*sceneStage, error) {
	play, err := playground.New(p.Domain, scene, playground.Options{Crowd: sinks(agent.Options{Seed: seed}, l)})
	if err != nil {
		return nil, err
	}
	return stageOf(play, seed), nil
}

func stageOf(play *playground.Playground, seed uint64) *sceneStage {
	s := &sceneStage{play: play, seed: seed}
	count := map[string]int{}
	for i := range play.Len() {
		kind := play.Character(i).Kind
		count[kind]++
		s.names = append(s.names, fmt.Sprintf("%s#%d", kind, count[kind]))
	}
	return s
}

// Crowd implements Stage.
func (s *sceneStage) Crowd() *agent.Crowd { return s.play.Crowd() }

// Step implements Stage.
func (s *sceneStage) Step() bool {
	s.play.Step()
	return true
}

// Name implements Stage: who comes back has the name that it had.
func (s *sceneStage) Name(id agent.ID) string {
	if place, ok := s.play.PlaceOf(id); ok {
		return s.names[place]
	}
	return ""
}

// Land implements Stage.
func (s *sceneStage) Land() Land {
	m := s.play.Arena().Map()
	w, h := m.Size()
	land := Land{Max: [2]float64{w, h}}
	for _, wall := range m.Walls() {
		land.Walls = append(land.Walls, Wall{A: pair(wall.A), B: pair(wall.B), Solid: wall.Solid})
	}
	return land
}

// Figures implements Stage: the living, and what lies about.
func (s *sceneStage) Figures(buf []Figure) []Figure {
	for i := range s.play.Len() {
		c := s.play.Character(i)
		if c.Agent == 0 {
			continue
		}
		buf = append(buf, Figure{Name: s.names[i], X: c.At.X, Y: c.At.Y, Facing: pair(c.Facing), Health: c.Health, Team: c.Team})
	}
	for _, it := range s.play.Items(nil) {
		if it.There {
			buf = append(buf, Figure{Item: itemName(it.Kind), X: it.At.X, Y: it.At.Y, Health: -1})
		}
	}
	return buf
}

func itemName(k arena.ItemKind) string {
	if k == arena.Energy {
		return "energy"
	}
	return "power"
}

// Eyes implements Stage.
func (s *sceneStage) Eyes(id agent.ID) Eyes {
	var e Eyes
	for _, c := range s.play.Cones(id, nil) {
		e.Cones = append(e.Cones, Cone{c.Range, c.Angle})
	}
	for _, p := range s.play.Way(id, nil) {
		e.Way = append(e.Way, pair(p))
	}
	st := s.play.Crowd().State(id)
	for _, r := range s.play.Recollections(id, nil) {
		e.Facts = append(e.Facts, Fact{Name: objectName(st, r.Object), X: r.At.X, Y: r.At.Y, Spread: r.Spread,
			Confidence: r.Confidence, Seconds: r.Seconds, Sensed: r.Sensed})
	}
	return e
}

// Snapshot implements Stage.
func (s *sceneStage) Snapshot() []byte { return s.play.Snapshot(nil) }

// Rollback implements Stage.
func (s *sceneStage) Rollback(data []byte) error { return s.play.Rollback(data) }

// Reload implements Stage.
func (s *sceneStage) Reload(p *program.Program, l Listener) (Stage, []string, error) {
	play, report, err := playground.Restore(p.Domain, s.play.Scene(), playground.Options{Crowd: sinks(agent.Options{Seed: s.seed}, l)}, s.play.Snapshot(nil))
	if err != nil {
		return nil, nil, err
	}
	return stageOf(play, s.seed), notes(report), nil
}

// objectName names an object, also one that is gone.
func objectName(st *world.State, o world.Object) string {
	if st != nil {
		if t := st.TypeOf(o); t >= 0 {
			return st.ObjectName(o, t)
		}
	}
	return "something that is gone"
}

func pair(p arena.Point) [2]float64 { return [2]float64{p.X, p.Y} }
