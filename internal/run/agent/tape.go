package agent

import (
	"iter"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// tape receives the inputs of a crowd that is recorded, and provides those of a crowd that is replayed. The crowd calls
// both at the same points, so a replay provides each input exactly if it was recorded.
type tape interface {
	begin()                                             // a tick begins
	receive()                                           // between ticks, agents are about to receive the shared state
	settled()                                           // the engine has written to states of agents and to the world
	gather()                                            // agents are about to decide, on several goroutines
	gathered()                                          // all agents have decided
	flush(where ktrace.Where, a *agent)                 // the crowd is about to read the state of an agent, or of the world if a is nil
	sweep()                                             // the crowd is about to read the states of all agents, within the tick
	enter(a *agent)                                     // an agent is about to act, or to stop acting for good; see journal.records
	left(a *agent)                                      // the agent has acted
	spawned(a *agent)                                   // the agent was spawned
	removing(a *agent)                                  // the agent is about to leave
	objectComing()                                      // the engine is about to add an object because of another input
	objectAdded(o world.Object, typ int32, name string) // the object was added
	objectRemoving(o world.Object)                      // the object is about to be removed
	ordering(a *agent, goal int32, args []world.Word, urgent bool)
	withdrawing(a *agent, order int64)
	grading(a *agent, significance float64)
	waking(a *agent)
	joining(s, a *agent)
	quitting(a *agent)
	teaming(a *agent, team int64)
	guising(a *agent, mind int32)
	event(a *agent, e *ktrace.Record) // an agent has decided something, which the reporter passes on
	end()                             // a tick has ended
}

// introduce numbers an agent that was just spawned.
func (j *journal) introduce(a *agent) {
	j.agents.number(a)
	a.remember(j.core.options.History)
	if j.tape != nil {
		j.tape.spawned(a)
	}
}

// remember makes an agent keep its last events, up to the given number.
func (a *agent) remember(events int) {
	if a.history == nil && events > 0 {
		a.own().history = &ktrace.Ring{}
	}
	if a.history != nil {
		a.history.Reset(events)
	}
}

func (j *journal) beginTick() {
	if j.tape != nil {
		j.tape.begin()
	}
}

func (j *journal) endTick() {
	if j.tape != nil {
		j.tape.end()
	}
}

func (j *journal) receiving() {
	if j.tape != nil && !j.core.ticking {
		j.tape.receive()
	}
}

func (j *journal) settled() {
	if j.tape != nil {
		j.tape.settled()
	}
}

func (j *journal) gather() {
	if j.tape != nil {
		j.tape.gather()
	}
}

func (j *journal) gathered() {
	if j.tape != nil {
		j.tape.gathered()
	}
}

func (j *journal) flush(where ktrace.Where, a *agent) {
	if j.tape != nil {
		j.tape.flush(where, a)
	}
}

func (j *journal) sweep() {
	if j.tape != nil {
		j.tape.sweep()
	}
}

// records reports whether the tape needs to know that the agent in a slot acts. A recording skips agents whose state
// was not written to.
func (j *journal) records(slot int) bool {
	return j.tape != nil && (!j.sparing || j.core.schedule.Flags().Raised(slot))
}

// written yields the agents whose states may have been written to since they decided.
func (j *journal) written(yield func(a *agent) bool) {
	f := j.core.schedule.Flags()
	for i := f.Next(0); i >= 0; i = f.Next(i + 1) {
		if a := j.agents.list[i]; a.id != 0 && !yield(a) {
			return
		}
	}
}

// reporter is the sink of all agents and their trees. It adds their decisions to the hash, keeps the last events of
// each agent, and passes events to the host.
type reporter struct {
	core    *core
	agents  *population
	journal *journal
	voices  *voices

	plans   runner.Sink // of the host; may be nil
	trees   bt.Sink     // likewise
	goals   goal.Sink   // likewise
	squads  SquadSink   // likewise
	scratch ktrace.Record

	// The event that is being reported: the one of the family.
	plan   *runner.Event
	tree   *bt.Event
	goal   *goal.Event
	squad  SquadEvent
	family fact.Family

	muted  bool // a sink did not return: it receives no events until the crowd has handled that
	silent bool // report faults only as events: a replay's faults were reported when the run was recorded
}

// Event implements [runner.Sink].
func (t *reporter) Event(e *runner.Event) {
	a := t.agents.slot(e.Agent)
	flatten(&t.scratch.Event, e, a.number)
	t.plan, t.family = e, fact.Plan
	t.report(a)
}

// treeReporter is the sink of tree events.
type treeReporter reporter

// Event implements [bt.Sink]. Events that do not matter outside a tree go to the host only, because they are many.
func (l *treeReporter) Event(e *bt.Event) {
	t := (*reporter)(l)
	if !t.core.model.Trees.Program(e.Tree).Matters(e) {
		if t.trees != nil {
			t.tree, t.family = e, fact.Tree
			t.pass()
		}
		return
	}
	a := t.agents.slot(e.Agent)
	t.tree, t.family = e, fact.Tree
	flattenTree(&t.scratch.Event, e, a.number)
	t.report(a)
}

// goalReporter is the sink of events of goals and brains.
type goalReporter reporter

// Event implements [goal.Sink].
func (l *goalReporter) Event(e *goal.Event) {
	t := (*reporter)(l)
	a := t.agents.slot(e.Agent)
	if t.goal, t.family = e, fact.Goal; !matters(e.Kind) {
		t.pass()
		return
	}
	flattenGoal(&t.scratch.Event, e, a.number)
	t.report(a)
	if e.Kind == goal.WantChosen {
		t.voices.say(e.Agent, t.core.model.Info.Brains[e.Brain].Wants[e.Want].Say.ID)
	}
}

func (t *reporter) report(a *agent) {
	t.scratch.Kind = ktrace.KindEvent
	if fact.Kind(t.scratch.Event.Kind).Decides() {
		t.journal.hash.Add(&t.scratch.Event)
	}
	if a.history != nil {
		a.history.Add(&t.scratch.Event)
	}
	if t.scratch.Event.Fault.Action != "" {
		t.unheard(a)
	}
	if t.journal.tape != nil {
		t.journal.tape.event(a, &t.scratch)
	} else {
		t.pass()
	}
}

// hears reports whether the host has a sink for the current event.
func (t *reporter) hears() bool {
	switch t.family {
	case fact.Tree:
		return t.trees != nil
	case fact.Goal:
		return t.goals != nil
	case fact.Squad:
		return t.squads != nil
	}
	return t.plans != nil
}

// pass passes the current event to the host's sink. A panic there is a fault of the sink, not of the agent.
func (t *reporter) pass() {
	if !t.hears() || t.muted {
		return
	}
	back := false
	defer func() {
		if !back {
			t.sinkFailed(recover())
		}
	}()
	switch t.family {
	case fact.Tree:
		t.trees.Event(t.tree)
	case fact.Goal:
		t.goals.Event(t.goal)
	case fact.Squad:
		t.squads.SquadEvent(t.squad)
	default:
		t.plans.Event(t.plan)
	}
	back = true
}

// TraceHash is [Crowd.TraceHash].
func (j *journal) TraceHash() uint64 { return j.hash.Sum }

// TraceHash returns a hash of all decisions and actions of the agents so far, in order: two runs with the same hash
// decided the same. It depends neither on the platform nor on recording.
func (c *Crowd) TraceHash() uint64 { return c.journal.TraceHash() }

// Decisions is [Crowd.Decisions].
func (j *journal) Decisions() int64 { return j.hash.Events }

// Decisions returns the number of events in [Crowd.TraceHash].
func (c *Crowd) Decisions() int64 { return c.journal.Decisions() }

// History returns the last events of an agent, the oldest first: as many as [Options].History says. The events are
// valid until the next tick; their names are those of [EventNames].
func (j *journal) History(id ID) iter.Seq[*ktrace.Event] {
	return func(yield func(*ktrace.Event) bool) {
		a := j.agents.slot(id)
		for i := 0; a != nil && a.history != nil && i < a.history.Len(); i++ {
			if !yield(a.history.At(i)) {
				return
			}
		}
	}
}

// History returns the last events of an agent, the oldest first: as many as [Options].History says. The events are
// valid until the next tick; their names are those of [EventNames].
func (v *View) History(id ID) iter.Seq[*ktrace.Event] { return v.journal.History(id) }

// Number returns the number of an agent, which traces use: agents are numbered from 1 in the order in which they were
// added. It returns 0 if the agent has left.
func (c *Crowd) Number(id ID) int64 { return c.agents.Number(id) }

// stateHash returns a hash of the world and of the states of all agents.
func (j *journal) stateHash() uint64 {
	h := j.core.world.Hash()
	for _, a := range j.agents.list {
		if a.id != 0 {
			h = foldState(h, a)
		}
	}
	return h
}

func foldState(h uint64, a *agent) uint64 {
	return det.Mix(h + uint64(a.number)*0x9e3779b97f4a7c15 + a.state.Hash())
}
