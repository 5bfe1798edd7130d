package studio

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/pack"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/sim"
)

// smallWorldTPS is the number of ticks in a second of the small world, as in "karakuri run".
const smallWorldTPS = 10

// smallWorld is a stage for any file: places on a map, and actions that take the time that they need. One agent of each kind
// lives there, or as many as are asked for, whose kinds come in turn.
type smallWorld struct {
	Listener
	program *program.Program
	world   *sim.World
	crowd   *agent.Crowd
	ids     []agent.ID
	names   map[agent.ID]string
}

func newSmallWorld(p *program.Program, o agent.Options, agents int, l Listener) (*smallWorld, error) {
	o.TPS = smallWorldTPS
	w := &smallWorld{Listener: l, program: p, world: sim.New(p.Info, o.Seed), names: map[agent.ID]string{}}
	crowd, err := agent.New(p.Domain, w.bindings(), sinks(o, w))
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
	return w, nil
}

func (w *smallWorld) bindings() *activity.Bindings {
	b := runner.NewBindings(w.program.Info)
	for _, a := range w.program.Info.Actions {
		activity.Bind(b, a.Name, w.world.Action(a.ID))
	}
	for _, f := range w.program.Info.Functions {
		activity.BindFunc[activity.Arguments, activity.Value](b, f.Name, w.world.Function(f.ID))
	}
	return b
}

// PlanEvent lets the world answer to steps, and passes the event on.
func (w *smallWorld) PlanEvent(e runner.Event) {
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
	if b == (sim.Rect{}) {
		land.Max = [2]float64{sim.Width, sim.Height}
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

// Eyes implements Stage: nobody has senses here.
func (w *smallWorld) Eyes(agent.ID) Eyes { return Eyes{} }

// Snapshot implements Stage.
func (w *smallWorld) Snapshot() []byte {
	b := pack.AppendBytes(nil, w.crowd.Snapshot(nil))
	return pack.AppendBytes(b, w.world.Snapshot(nil))
}

// Rollback implements Stage.
func (w *smallWorld) Rollback(data []byte) error {
	r := pack.NewReader(data)
	crowd, people := r.Bytes(), r.Bytes()
	if err := r.Err(); err != nil {
		return err
	}
	if err := w.crowd.Rollback(crowd); err != nil {
		return err
	}
	return w.world.Restore(people, true)
}

// Reload implements Stage. A step that is being carried out is forgotten by the world when the program is another one: the agent finds that what it
// expects does not come about, and plans anew.
func (w *smallWorld) Reload(p *program.Program, l Listener) (Stage, []string, error) {
	seed := w.world.Seed()
	next := &smallWorld{Listener: l, program: p, world: sim.New(p.Info, seed), names: w.names}
	crowd, report, err := agent.Restore(p.Domain, next.bindings(), sinks(agent.Options{}, next), w.crowd.Snapshot(nil))
	if err != nil {
		return nil, nil, err
	}
	next.crowd = crowd
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
