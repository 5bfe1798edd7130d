package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// sceneStage is a playground, for files with a scene.
type sceneStage struct {
	play  *playground.Playground
	seed  uint64
	paths *router
	draft []byte               // memory of the last snapshot, reused because growing would copy repeatedly
	told  []ktrace.Figure      // the last figures, also reused
	bombs []playground.Grenade // reused likewise
}

func newSceneStage(p *program.Program, scene *playground.Scene, o agent.Options, l Listener) (*sceneStage, error) {
	play, err := playground.New(public(p), scene, sceneOptions(o, l))
	if err != nil {
		return nil, err
	}
	return stageOf(play, o.Seed), nil
}

// sceneOptions returns the options of a playground with a listener. Files may do more than a playground implements, as
// in "karakuri run".
func sceneOptions(o agent.Options, l Listener) playground.Options {
	return playground.Options{Crowd: bridge.Options(sinks(o, l)).(karakuri.Options), StandIns: true}
}

func stageOf(play *playground.Playground, seed uint64) *sceneStage {
	s := &sceneStage{play: play, seed: seed}
	s.paths = newRouter(bridge.Program.In(play.Program()).Info, s.where)
	return s
}

// Crowd implements Stage.
func (s *sceneStage) Crowd() *agent.Crowd { return bridge.Crowd.In(s.play.Crowd()) }

// Step implements Stage.
func (s *sceneStage) Step() bool {
	s.play.Step()
	return true
}

// Ending implements Ender.
func (s *sceneStage) Ending() string { return playground.Ending(s.play) }

// Land implements Stage.
func (s *sceneStage) Land() Land {
	land := landOf(s.play.Scene().Land())
	st := s.Crowd().State(0)
	for _, l := range s.play.Landmarks(nil) {
		land.Places = append(land.Places, Place{Name: objectName(st, l.Object), X: l.At.X, Y: l.At.Y, Cover: l.Cover})
	}
	return land
}

// Figures implements Stage: the living characters and the items.
func (s *sceneStage) Figures(buf []Figure) []Figure {
	s.told, s.bombs = s.play.Figures(s.told[:0]), s.play.Grenades(s.bombs[:0])
	for i := range s.told {
		buf = append(buf, figureOf(&s.told[i], s.told[i].Thing))
	}
	for _, g := range s.bombs {
		buf = append(buf, Figure{Item: "grenade", X: g.At.X, Y: g.At.Y, Health: -1})
	}
	return buf
}

// Eyes implements Stage.
func (s *sceneStage) Eyes(id agent.ID) Eyes {
	var e Eyes
	for _, c := range s.play.Cones(id, nil) {
		e.Cones = append(e.Cones, Cone{c.Range, c.Angle})
	}
	e.Through, e.Ears = s.play.ThroughWalls(id), s.play.Hears(id, nil)
	for _, r := range s.play.Reaches(id, nil) {
		e.Reaches = append(e.Reaches, Reach{r.Action, r.Range})
	}
	for _, p := range s.play.Way(id, nil) {
		e.Way = append(e.Way, pair(p))
	}
	e.Route = s.paths.route(s.Crowd(), id)
	st := s.Crowd().State(id)
	for _, r := range s.play.Recollections(id, nil) {
		f := Fact{Name: objectName(st, r.Object), X: r.At.X, Y: r.At.Y, Spread: r.Spread, Confidence: r.Confidence, Seconds: r.Seconds, Sensed: r.Sensed}
		if place, is := s.play.CharacterOf(r.Object); is {
			f.Figure = s.play.NameOf(place)
		}
		if r.There {
			at := pair(r.Truly)
			f.Truly = &at
		}
		e.Facts = append(e.Facts, f)
	}
	e.Choices = s.choices(id)
	return e
}

// choices returns the candidates of an agent's position queries that have a score or were refused.
func (s *sceneStage) choices(id agent.ID) (list []Choice) {
	for _, a := range s.play.Answers(id, nil) {
		for i, c := range a.Candidates {
			out := Choice{Query: a.Query, X: c.At.X, Y: c.At.Y, Score: c.Score, Best: i == a.Best}
			switch c.Fate {
			case arena.Refused:
				out.By = c.By.String()
			case arena.Cut:
				out.By = "a limit"
			}
			list = append(list, out)
		}
	}
	return list
}

// where returns where an agent believes a value to be.
func (s *sceneStage) where(id agent.ID, v action.Value) ([2]float64, int) {
	how := atThing
	switch {
	case v.Kind() == world.KindVec2 || s.play.IsLandmark(v.Object()):
		how = atPlace
	case v.Object() == 0:
		return [2]float64{}, nowhere
	}
	at, ok := s.play.Where(id, v)
	if !ok {
		return [2]float64{}, nowhere
	}
	return pair(at), how
}

// Move implements Mover.
func (s *sceneStage) Move(id agent.ID, x, y float64) error {
	return s.play.Put(id, arena.Point{X: x, Y: y})
}

// Snapshot implements Stage.
func (s *sceneStage) Snapshot() []byte {
	s.draft = s.play.Snapshot(s.draft[:0])
	return slices.Clone(s.draft)
}

// Rollback implements Stage.
func (s *sceneStage) Rollback(data []byte) error { return s.play.Rollback(data) }

// Reload implements Stage.
func (s *sceneStage) Reload(p *program.Program, l Listener) (Stage, []string, error) {
	play, report, err := playground.Restore(public(p), s.play.Scene(), sceneOptions(agent.Options{Seed: s.seed}, l), s.play.Snapshot(nil))
	if err != nil {
		return nil, nil, err
	}
	return stageOf(play, s.seed), notes(bridge.Report.In(report)), nil
}

// objectName returns the name of an object, also if it is gone.
func objectName(st *world.State, o world.Object) string {
	if st != nil {
		if t := st.KnownType(o); t >= 0 {
			return st.ObjectName(o, t)
		}
	}
	return "a removed object"
}

func pair(p arena.Point) [2]float64 { return [2]float64{p.X, p.Y} }
