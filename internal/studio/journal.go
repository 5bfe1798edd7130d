package studio

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/coverage"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxEntries is the number of events kept of each family, of all agents together.
const MaxEntries = 50_000

// Entry is an event in the form in which pages list it.
type Entry struct {
	Seq    int64  `json:"seq"`
	Tick   int64  `json:"tick"`
	Agent  string `json:"agent"`
	Family string `json:"family"` // plan, tree, goal, sense, squad
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Level  int32  `json:"level,omitempty"` // of plans that trees and goals request, and of subgoals
	Leaf   bool   `json:"leaf,omitempty"`  // the event is of a tree node without children

	Code    fact.Kind `json:"code,omitempty"`    // number of the kind; 0: a percept, or a kind of a later version
	Subject string    `json:"subject,omitempty"` // what the event is about, with arguments: "store(crate)"
	Object  string    `json:"object,omitempty"`  // for squads: who else is concerned, or the role; for barks: what is said
	Cause   string    `json:"cause,omitempty"`   // the reason in words; for an abort, the change

	facts
}

// facts holds the typed fields of an event, for code to decide by.
type facts struct {
	family    fact.Family
	agentKind string          // kind of the event's agent
	percept   sense.EventKind // kind of a percept
	name      string          // the subject's name without arguments
	brief     string          // for a planning: the text without the kind
	steps     int32           // of the plan
	status    action.Status   // the status with which a goal's step or a tree node ended; Inactive: it has not ended
}

// whose returns the agent of the event.
func (e *Entry) whose() person { return person{e.Agent, e.agentKind} }

// eventEntry returns an entry without its time and agent.
func eventEntry(kind fact.Kind, of fact.Subject, text string) Entry {
	return Entry{Family: kind.Family().String(), Kind: agent.KindName(kind), Code: kind, Subject: of.Call, Object: of.Object, Cause: of.Cause, Text: text,
		facts: facts{family: kind.Family(), name: of.Name, brief: of.Brief}}
}

// spelling is the text of an event and its subject.
type spelling struct {
	of   fact.Subject
	text string
}

// spelt combines what a renderer returns.
func spelt(of fact.Subject, text string) spelling { return spelling{of, text} }

// journal listens to a stage and keeps its events, up to some limits. It stores events without their texts, to save
// time during ticks, and makes a text only when a page asks for it. If what the event is about may be gone by then, it
// makes the text at once.
type journal struct {
	info    *def.Info
	program *program.Program // the current program of the run
	stage   Stage            // set once it exists
	seq     int64
	plans   ring[plainPlan]
	trees   ring[plainTree]
	goals   ring[plainGoal]
	entries []Entry // entries of the other families: a ring, in order of Seq from first on
	first   int
	known   people
	by      []*words           // of this program and earlier ones; nil: no event needs them any more
	texts   map[int64]spelling // texts made when the events occurred, by number
	results results
	idle    map[agent.ID]runner.EventKind // the last reason for having no plan
	lists   bool                          // keep events, not only counts
	counter *coverage.Counter
	since   int64   // tick after which uses are counted
	breaks  *breaks // breakpoints of a running simulation; nil: none
	names   names   // of goals that were planned for
	plain   []int32 // numbers of goals without arguments, by goalKey: index in names + 1; 0: none yet
	chained int64   // number of the last plan event that is linked into its agent's chain
}

func newJournal(info *def.Info, lists bool) *journal {
	return &journal{info: info, known: newPeople(), texts: map[int64]spelling{}, results: newResults(), idle: map[agent.ID]runner.EventKind{},
		counter: coverage.New(info), names: newNames(), plain: make([]int32, len(info.Tasks)+len(info.Operators)), lists: lists}
}

// attend attaches the journal to a stage.
func (j *journal) attend(s Stage, p *program.Program) {
	j.stage, j.program, j.since = s, p, s.Crowd().Tick()
	j.results.grow(s.Crowd().View().Texts())
	j.by = append(j.by, &words{s.Crowd().View().Texts(), j.info.Initial})
}

// follow takes over the contents of another journal, before attend: the simulation continues with another program.
func (j *journal) follow(was *journal) {
	j.seq, j.entries, j.first, j.names, j.chained, j.texts, j.by = was.seq, was.entries, was.first, was.names, was.chained, was.texts, was.by
	j.plans, j.trees, j.goals = was.plans, was.trees, was.goals
	j.known.follow(&was.known)
	now := int32(len(j.by))
	clear(j.by[:min(j.plans.oldest(now), j.trees.oldest(now), j.goals.oldest(now))])
}

// another adds an event to a ring. The caller fills in the event itself.
func another[E any](j *journal, r *ring[E], who int32) *told[E] {
	t := r.next()
	j.seq++
	t.seq, t.who, t.by = j.seq, who, int32(len(j.by)-1)
	return t
}

// spell stores the text of an event, and drops the texts of events that are no longer kept.
func spell[E any](j *journal, r *ring[E], t *told[E], text spelling) {
	t.by, j.texts[t.seq] = ^t.words(), text
	r.spelt = append(r.spelt, t.seq)
	for r.spelt[0] < r.list[r.first].seq {
		delete(j.texts, r.spelt[0])
		r.spelt = r.spelt[1:]
	}
}

// who returns the number of an agent.
func (j *journal) who(id agent.ID) int32 {
	if n := j.known.of(id); n >= 0 {
		return n
	}
	n := j.known.meet(id, j.stage)
	j.results.begin(n, &j.known.lately[n])
	return n
}

// PlanEvent implements Listener.
func (j *journal) PlanEvent(e *runner.Event) {
	if !j.lists {
		return
	}
	if j.breaks != nil {
		j.breaks.planEvent(j.stage, e)
	}
	j.counter.Plan(e, j.stage.Crowd())
	switch e.Kind {
	case runner.PlanNone, runner.PlanLimit:
		if e.Count > 0 {
			return // it has been listed since it began
		}
		if j.idle[e.Agent] == e.Kind {
			return // repeated without change
		}
		j.idle[e.Agent] = e.Kind
	case runner.PlanAdopted:
		if len(j.idle) > 0 {
			delete(j.idle, e.Agent)
		}
	}
	t := another(j, &j.plans, j.who(e.Agent))
	t.event.set(e)
	if !t.event.keep(e.Args, e.Bound) || e.Fault != nil || !j.isLasting(e) {
		spell(j, &j.plans, t, spelt(j.stage.Crowd().View().Describe(*e)))
	}
	if isPlanning(e.Kind) {
		t.event.goal = j.goalOf(e, t)
	}
}

// isLasting reports whether all objects of an event were there from the start, so that its text can be made later.
func (j *journal) isLasting(e *runner.Event) bool {
	if len(e.Args) == 0 && len(e.Bound) == 0 {
		return true
	}
	var params []def.Slot
	switch {
	case len(e.Bound) > 0 || e.Kind >= runner.ReactionStarted && e.Kind <= runner.LayerAborted:
		return false // rare
	case isOfStep(e.Kind) || e.Task < 0:
		params = j.info.Operators[e.Operator].Params
	default:
		params = j.info.Tasks[e.Task].Params
	}
	for i := range params {
		p := &params[i]
		if p.Type.Kind == world.KindObject && e.Args[p.Index] != 0 && !j.info.Initial.Alive(e.Args[p.Index]) {
			return false
		}
	}
	return true
}

func isOfStep(k runner.EventKind) bool {
	switch k {
	case runner.StepStarted, runner.StepExpecting, runner.StepEnded, runner.StepFailed, runner.StepAborted, runner.StepRetried:
		return true
	}
	return false
}

// TreeEvent implements Listener.
func (j *journal) TreeEvent(e *bt.Event) {
	who := j.who(e.Agent)
	switch e.Kind {
	case bt.NodeEnded, bt.NodeDecided, bt.NodeAborted:
		j.results.put(&j.known.lately[who], e)
	}
	if j.breaks != nil {
		j.breaks.treeEvent(j.stage, e)
	}
	if j.lists {
		j.counter.Tree(e)
	}
	if !j.lists && e.Kind != bt.AbortFired || e.Kind == bt.NodeDecided || e.Kind == bt.ServiceRan {
		return
	}
	if !j.lists {
		j.results.fire(who, e, spelt(j.stage.Crowd().View().DescribeTree(*e)))
		return
	}
	t := another(j, &j.trees, who)
	t.event = plainTreeOf(e)
	switch e.Kind {
	case bt.AbortFired, bt.Logged, bt.Faulted, bt.TodoReached: // their texts show current values
		text := spelt(j.stage.Crowd().View().DescribeTree(*e))
		spell(j, &j.trees, t, text)
		if e.Kind == bt.AbortFired {
			j.results.fire(t.who, e, text)
		}
	}
}

// GoalEvent implements Listener.
func (j *journal) GoalEvent(e *goal.Event) {
	if j.lists {
		j.counter.Goal(e)
	}
	if !j.lists || e.Kind == goal.Arbitrated || e.Kind == goal.WantKept {
		return // "no change" repeats many times a second
	}
	if j.breaks != nil {
		j.breaks.goalEvent(j.stage, e)
	}
	t := another(j, &j.goals, j.who(e.Agent))
	t.event = plainGoalOf(e)
	if len(e.Args) > 0 || e.Target != utility.NoTarget || e.Fault != nil {
		spell(j, &j.goals, t, spelt(j.stage.Crowd().View().DescribeGoal(*e))) // its objects may be gone later
	}
}

// SquadEvent implements Listener. It lists the event under the agent that it is about, or under the squad.
func (j *journal) SquadEvent(e agent.SquadEvent) {
	if !j.lists || j.stage == nil {
		return // members join while the stage is created
	}
	who := e.Member
	if nameOf(j.stage, who) == "" {
		who = e.Squad
	}
	of, text := j.stage.Crowd().View().DescribeSquad(e)
	told := eventEntry(agent.SquadCode(e.Kind), of, text)
	told.Tick, told.Agent, told.agentKind = e.Tick, nameOf(j.stage, who), j.stage.Crowd().KindOf(who)
	j.add(told)
}

// add keeps an event of another family.
func (j *journal) add(e Entry) {
	j.seq++
	e.Seq = j.seq
	if len(j.entries) < MaxEntries {
		j.entries = append(j.entries, e)
		return
	}
	j.entries[j.first] = e
	j.first = (j.first + 1) % MaxEntries
}

// sweep drops agents that have left.
func (j *journal) sweep() {
	for id := range j.idle {
		if !j.stage.Crowd().Has(id) {
			delete(j.idle, id)
		}
	}
}
