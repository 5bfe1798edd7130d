package town

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// Town is a map with a crowd on it. It hosts runs of programs without a scene. Not safe for concurrent use.
type Town struct {
	*World
	options Options
	program *program.Program
	crowd   *agent.Crowd
	ids     []agent.ID // in the order in which they came
	names   map[agent.ID]string
	spots   [][]Point // where ids are; nil: to be looked up
	draft   []byte    // of the last snapshot: to grow would be to copy again and again
}

// Options set up a town.
type Options struct {
	// Crowd are options of the crowd. Seed is that of the map, too. Sink receives each event after the map has followed
	// it.
	Crowd agent.Options
	// Bind binds an action to its behaviour in a town, or to an action that asks others first; nil: to that.
	Bind func(b *action.Bindings, a *def.ActionInfo, do Action)
	// Open makes the crowd of a new town, which must have the sinks of these options; nil: [agent.New].
	Open func(p *program.Program, b *action.Bindings, o agent.Options) (*agent.Crowd, error)
}

// New returns a town without agents: see [Town.Populate]. The error is that of [agent.New], or of Open.
func New(p *program.Program, o Options) (*Town, error) {
	t := prepare(p, o, o.Crowd.Seed)
	open := o.Open
	if open == nil {
		open = agent.New
	}
	var err error
	t.crowd, err = open(p, t.bindings(), t.followed())
	return t, err
}

func prepare(p *program.Program, o Options, seed uint64) *Town {
	return &Town{World: NewWorld(p.Info, seed), options: o, program: p, names: map[agent.ID]string{}}
}

// bindings bind all that the program declares.
func (t *Town) bindings() *action.Bindings {
	b := runner.NewBindings(t.program.Info)
	for _, a := range t.program.Info.Actions {
		if do := t.Action(a.ID); t.options.Bind != nil {
			t.options.Bind(b, a, do)
		} else {
			action.Bind(b, a.Name, do)
		}
	}
	t.BindFunctions(b)
	return b
}

// followed returns the options of the crowd, whose events the map follows.
func (t *Town) followed() agent.Options {
	o := t.options.Crowd
	o.Sink = follower{t}
	return o
}

// follower receives the events of plans.
type follower struct{ *Town }

// Event makes the map respond to a step at once, and passes the event on.
func (f follower) Event(e *runner.Event) {
	switch e.Kind {
	case runner.StepStarted:
		f.Started(e.Agent, int32(e.Operator), e.Args)
	case runner.StepExpecting, runner.StepEnded:
		f.Ended(e.Agent, f.crowd.State(e.Agent))
	}
	if next := f.options.Crowd.Sink; next != nil {
		next.Event(e)
	}
}

// Populate spawns a number of agents whose kinds alternate; 0: one of each kind. Members of squads are distributed
// among the squads.
func (t *Town) Populate(n int) error {
	kinds := t.program.Info.Agents
	if n == 0 {
		n = len(kinds)
	}
	list := make([]*def.AgentInfo, n)
	for i := range list {
		list[i] = kinds[i%len(kinds)]
	}
	return t.Inhabit(list)
}

// Inhabit spawns agents of these kinds, once. Members of squads are distributed among the squads.
func (t *Town) Inhabit(kinds []*def.AgentInfo) error {
	for _, kind := range kinds {
		id := t.crowd.Spawn(kind.Name)
		t.ids = append(t.ids, id)
		t.names[id] = t.crowd.View().KindNameOf(id)
		t.Enter(id, t.crowd.Target(id, false))
	}
	return t.join(kinds)
}

// join distributes the members of squads among the squads in turn. The kinds are those of the agents.
func (t *Town) join(kinds []*def.AgentInfo) error {
	dealt := map[string]int{}
	for i, id := range t.ids {
		wanted := kinds[i].Squad
		if wanted == nil {
			continue
		}
		var squads []agent.ID
		for k, other := range t.ids {
			if kinds[k].Leads == wanted {
				squads = append(squads, other)
			}
		}
		if len(squads) == 0 {
			continue
		}
		squad := squads[dealt[wanted.Name]%len(squads)]
		dealt[wanted.Name]++
		if err := t.crowd.Join(squad, id); err != nil {
			return fmt.Errorf("%s cannot join %s: %w", t.names[id], t.names[squad], err)
		}
	}
	return nil
}

// Crowd returns the crowd of the town.
func (t *Town) Crowd() *agent.Crowd { return t.crowd }

// Step makes a tick.
func (t *Town) Step() { t.crowd.Step() }

// Agents returns the agents in the order in which they were spawned. The slice belongs to the town.
func (t *Town) Agents() []agent.ID { return t.ids }

// Name returns the name of an agent, its kind and its number within the kind, as in "villager#1"; empty if it is not an
// agent of the town.
func (t *Town) Name(id agent.ID) string { return t.names[id] }

// Heading reports whether an agent was walking to a destination in the last tick. A stroll has none.
func (t *Town) Heading(id agent.ID) bool { return t.World.Heading(id, t.crowd.Tick()) }

// Put moves an agent to a point of the map and reports whether it is on the map: see [World.Put].
func (t *Town) Put(id agent.ID, to Point) bool { return t.World.Put(id, to, t.crowd.Target(id, false)) }

// Spot returns the position of a value: see [World.Spot].
func (t *Town) Spot(v action.Value) (at Point, place, ok bool) {
	return t.World.Spot(v, t.crowd.World())
}

// Track appends the positions of the agents to buf, in the order of [Town.Agents].
func (t *Town) Track(buf []Point) []Point {
	if t.spots == nil {
		t.spots = t.Whereabouts(t.ids)
	}
	for _, some := range t.spots {
		buf = append(buf, some...)
	}
	return buf
}

// Figures appends the positions of all agents to buf, for [ktrace.Options].Figures.
func (t *Town) Figures(buf []ktrace.Figure) []ktrace.Figure {
	for id := range t.crowd.All {
		at := t.At(id)
		buf = append(buf, ktrace.Figure{Key: t.crowd.Number(id), X: at.X, Y: at.Y, Health: -1})
	}
	return buf
}

// Snapshot returns the town with its crowd, for [Town.Rollback] of this or another town of the same program and seed.
func (t *Town) Snapshot() []byte {
	t.draft = t.crowd.Snapshot(t.draft[:0])
	people := t.World.Snapshot(nil)
	b := make([]byte, 0, len(t.draft)+len(people)+lengthBytes)
	return codec.AppendBytes(codec.AppendBytes(b, t.draft), people)
}

// lengthBytes is room for two lengths in a snapshot.
const lengthBytes = 20

// Rollback returns the town to a snapshot.
func (t *Town) Rollback(data []byte) error {
	r := codec.NewReader(data)
	crowd, people := r.Bytes(), r.Bytes()
	if err := r.Err(); err != nil {
		return err
	}
	if err := t.crowd.Rollback(crowd); err != nil {
		return err
	}
	t.spots = nil
	return t.Restore(people, true)
}

// Reload returns a town of another program in which everything continues that the program still has; the report lists
// the losses. If the program differs, running steps are dropped: their expectations do not become true, and the agents
// plan again.
func (t *Town) Reload(p *program.Program, o Options) (*Town, *agent.Report, error) {
	next := prepare(p, o, t.Seed())
	crowd, report, err := agent.Restore(p, next.bindings(), next.followed(), t.crowd.Snapshot(nil))
	if err != nil {
		return nil, nil, err
	}
	next.crowd, next.names = crowd, t.names
	if err := next.Restore(t.World.Snapshot(nil), report.Same); err != nil {
		return nil, nil, err
	}
	for _, id := range t.ids {
		if crowd.Has(id) {
			next.ids = append(next.ids, id)
		}
	}
	return next, report, nil
}
