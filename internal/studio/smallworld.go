package studio

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
)

// smallWorldTPS is the number of ticks in a second of the small world where nobody says otherwise, as in "karakuri run".
const smallWorldTPS = 10

// smallWorld is a stage for any file: places on a map, and actions that take the time that they need. One agent of each kind
// lives there, or as many as are asked for, whose kinds come in turn.
type smallWorld struct {
	Listener
	program *program.Program
	world   *town.World
	crowd   *agent.Crowd
	ids     []agent.ID
	names   map[agent.ID]string
	spots   [][]town.Point // where ids are; nil: to be looked up
	paths   *router
	draft   []byte // of the last snapshot: to grow would be to copy again and again
}

func newSmallWorld(p *program.Program, o agent.Options, agents int, l Listener) (*smallWorld, error) {
	o.TPS = cmp.Or(o.TPS, smallWorldTPS)
	w := &smallWorld{Listener: l, program: p, world: town.New(p.Info, o.Seed), names: map[agent.ID]string{}}
	w.paths = newRouter(p.Info, w.where)
	crowd, err := agent.New(p, w.bindings(), w.sinks(o))
	if err != nil {
		return nil, err
	}
	w.crowd = crowd
	kinds := p.Info.Agents
	for i := range max(agents, len(kinds)) {
		id := crowd.Spawn(kinds[i%len(kinds)].Name)
		w.ids = append(w.ids, id)
		w.names[id] = fmt.Sprintf("%s#%d", kinds[i%len(kinds)].Name, i/len(kinds)+1)
		w.world.Enter(id, crowd.Target(id, false))
	}
	crowd.NameAgents(w.Name)
	return w, nil
}

// sinks makes the options of a crowd tell the listener, and of plans the world before.
func (w *smallWorld) sinks(o agent.Options) agent.Options {
	o = sinks(o, w.Listener)
	o.Sink = planSink{w}
	return o
}

func (w *smallWorld) bindings() *action.Bindings {
	b := runner.NewBindings(w.program.Info)
	for _, a := range w.program.Info.Actions {
		action.Bind(b, a.Name, w.world.Action(a.ID))
	}
	for _, f := range w.program.Info.Functions {
		action.BindFunc[action.Arguments, action.Value](b, f.Name, w.world.Function(f.ID))
	}
	return b
}

// PlanEvent lets the world answer to steps, and passes the event on.
func (w *smallWorld) PlanEvent(e *runner.Event) {
	switch e.Kind {
	case runner.StepStarted:
		w.world.Started(e.Agent, int32(e.Operator), e.Args)
	case runner.StepExpecting, runner.StepEnded:
		w.world.Ended(e.Agent, w.crowd.State(e.Agent))
	}
	w.Listener.PlanEvent(e)
}

// Crowd implements Stage.
func (w *smallWorld) Crowd() *agent.Crowd { return w.crowd }

// Step implements Stage.
func (w *smallWorld) Step() bool {
	w.crowd.Step()
	return true
}

// Name implements Stage.
func (w *smallWorld) Name(id agent.ID) string { return w.names[id] }

// Land implements Stage.
func (w *smallWorld) Land() Land {
	b := w.world.Bounds()
	land := Land{Min: [2]float64{b.Min.X, b.Min.Y}, Max: [2]float64{b.Max.X, b.Max.Y}}
	if b == (town.Rect{}) {
		land.Max = [2]float64{town.Width, town.Height}
	}
	for _, p := range w.world.Places() {
		land.Places = append(land.Places, Place{Name: p.Name, X: p.At.X, Y: p.At.Y, Thing: p.Thing})
	}
	return land
}

// Figures implements Stage.
func (w *smallWorld) Figures(buf []Figure) []Figure {
	for _, id := range w.ids {
		at := w.world.At(id)
		buf = append(buf, Figure{Name: w.names[id], X: at.X, Y: at.Y, Health: -1})
	}
	return buf
}

// Track implements Tracker.
func (w *smallWorld) Track(buf []town.Point) []town.Point {
	if w.spots == nil {
		w.spots = w.world.Whereabouts(w.ids)
	}
	for _, some := range w.spots {
		buf = append(buf, some...)
	}
	return buf
}

// Eyes implements Stage: nobody has senses here, but plans lead to places.
func (w *smallWorld) Eyes(id agent.ID) Eyes { return Eyes{Route: w.paths.route(w.crowd, id)} }

// where tells where a value is.
func (w *smallWorld) where(_ agent.ID, v action.Value) ([2]float64, int) {
	at, place, ok := w.world.Spot(v, w.crowd.World())
	switch {
	case !ok:
		return [2]float64{}, nowhere
	case place:
		return [2]float64{at.X, at.Y}, atPlace
	}
	return [2]float64{at.X, at.Y}, atThing
}

// Move implements Mover.
func (w *smallWorld) Move(id agent.ID, x, y float64) error {
	if !w.world.Put(id, town.Point{X: x, Y: y}, w.crowd.Target(id, false)) {
		return errors.New("it is not on the map")
	}
	return nil
}

// Snapshot implements Stage.
func (w *smallWorld) Snapshot() []byte {
	w.draft = w.crowd.Snapshot(w.draft[:0])
	people := w.world.Snapshot(nil)
	b := make([]byte, 0, len(w.draft)+len(people)+2*binary.MaxVarintLen64)
	return codec.AppendBytes(codec.AppendBytes(b, w.draft), people)
}

// Rollback implements Stage.
func (w *smallWorld) Rollback(data []byte) error {
	r := codec.NewReader(data)
	crowd, people := r.Bytes(), r.Bytes()
	if err := r.Err(); err != nil {
		return err
	}
	if err := w.crowd.Rollback(crowd); err != nil {
		return err
	}
	w.spots = nil
	return w.world.Restore(people, true)
}

// Reload implements Stage. A step that is being carried out is forgotten by the world when the program is another one: the agent finds that what it
// expects does not come about, and plans anew.
func (w *smallWorld) Reload(p *program.Program, l Listener) (Stage, []string, error) {
	seed := w.world.Seed()
	next := &smallWorld{Listener: l, program: p, world: town.New(p.Info, seed), names: w.names}
	next.paths = newRouter(p.Info, next.where)
	crowd, report, err := agent.Restore(p, next.bindings(), next.sinks(agent.Options{}), w.crowd.Snapshot(nil))
	if err != nil {
		return nil, nil, err
	}
	next.crowd = crowd
	crowd.NameAgents(next.Name)
	if err := next.world.Restore(w.world.Snapshot(nil), report.Same); err != nil {
		return nil, nil, err
	}
	for _, id := range w.ids {
		if crowd.Has(id) {
			next.ids = append(next.ids, id)
		}
	}
	return next, notes(report), nil
}

func notes(r *agent.Report) []string {
	var out []string
	for _, n := range r.Notes {
		out = append(out, n.What+": "+n.Text)
	}
	return out
}
