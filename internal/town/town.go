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

// Town is a map with a crowd that lives on it: what hosts a run of a program without a scene. Not safe for concurrent use.
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
	// Crowd are options of the crowd. Seed is that of the map, too. Sink is told of each event after the map has followed it.
	Crowd agent.Options
	// Bind binds an action to what it does in a town, or to something that asks others first; nil: to that.
	Bind func(b *action.Bindings, a *def.ActionInfo, do Action)
	// Open makes the crowd of a new town, which must have the sinks of these options; nil: [agent.New].
	Open func(p *program.Program, b *action.Bindings, o agent.Options) (*agent.Crowd, error)
}

// New returns a town in which nobody lives yet: see [Town.Populate]. The error is that of [agent.New], or of Open.
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

// follower is told what plans do.
type follower struct{ *Town }

// Event lets the map answer to steps, and passes the event on. It answers at once: nothing has to be waited for.
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

// Populate lets so many agents come, whose kinds come in turn; 0: one of each kind. Members of squads are dealt out among the squads that there are.
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

// Inhabit lets agents of these kinds come, once. Members of squads are dealt out among the squads that there are.
func (t *Town) Inhabit(kinds []*def.AgentInfo) error {
	came := map[string]int{}
	for _, kind := range kinds {
		id := t.crowd.Spawn(kind.Name)
		came[kind.Name]++
		t.ids = append(t.ids, id)
		t.names[id] = fmt.Sprintf("%s#%d", kind.Name, came[kind.Name])
		t.Enter(id, t.crowd.Target(id, false))
	}
	err := t.join(kinds)
	t.crowd.NameAgents(t.Name)
	return err
}

// join deals the members of squads out among those there are, in turn. The kinds are those of the agents.
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

// Crowd returns who lives in the town.
func (t *Town) Crowd() *agent.Crowd { return t.crowd }

// Step makes a tick.
func (t *Town) Step() { t.crowd.Step() }

// Agents returns who has come, in that order. The slice belongs to the town.
func (t *Town) Agents() []agent.ID { return t.ids }

// Name returns what an agent is called: its kind and how many of that kind there were up to it, as in "villager#1"; empty when it is none of the town.
func (t *Town) Name(id agent.ID) string { return t.names[id] }

// Heading reports whether an agent was on its way to somewhere in the last tick; strolling is not.
func (t *Town) Heading(id agent.ID) bool { return t.World.Heading(id, t.crowd.Tick()) }

// Put takes an agent to a point of the map, or says that it is not there: see [World.Put].
func (t *Town) Put(id agent.ID, to Point) bool { return t.World.Put(id, to, t.crowd.Target(id, false)) }

// Spot returns where a value is: see [World.Spot].
func (t *Town) Spot(v action.Value) (at Point, place, ok bool) {
	return t.World.Spot(v, t.crowd.World())
}

// Track appends to buf where the agents are, in the order of [Town.Agents].
func (t *Town) Track(buf []Point) []Point {
	if t.spots == nil {
		t.spots = t.Whereabouts(t.ids)
	}
	for _, some := range t.spots {
		buf = append(buf, some...)
	}
	return buf
}

// Figures appends where everybody is to buf, for [ktrace.Options].Figures.
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

// Rollback takes the town back to a snapshot.
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

// Reload returns a town of another program in which all goes on, as far as it is known there; the report tells what could not go over. A step that is being
// carried out is forgotten when the program is another one: the agent finds that what it expects does not come about, and plans anew.
func (t *Town) Reload(p *program.Program, o Options) (*Town, *agent.Report, error) {
	next := prepare(p, o, t.Seed())
	crowd, report, err := agent.Restore(p, next.bindings(), next.followed(), t.crowd.Snapshot(nil))
	if err != nil {
		return nil, nil, err
	}
	next.crowd, next.names = crowd, t.names
	crowd.NameAgents(next.Name)
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
