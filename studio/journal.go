package studio

import (
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/goal"
	"github.com/karakuri-ai/karakuri/runner"
)

// Limits of what is kept of the past.
const (
	// MaxEntries is how many events are kept, of all agents together.
	MaxEntries = 50_000
	// MaxPlannings is how many plannings of each agent are listed.
	MaxPlannings = 500
)

// Entry is an event as it is listed.
type Entry struct {
	Seq    int64  `json:"seq"`
	Tick   int64  `json:"tick"`
	Agent  string `json:"agent"`
	Family string `json:"family"` // plan, tree, goal
	Kind   string `json:"kind"`
	Text   string `json:"text"`
}

// Planning is an event after which there is a planning to look at.
type Planning struct {
	Tick  int64  `json:"tick"`
	Level int32  `json:"level"` // 0: of the plan line; else of what a tree or goal asked for
	Kind  string `json:"kind"`  // adopted, kept, none, limit, merged, repaired
	Text  string `json:"text"`
	Steps int32  `json:"steps"`
}

// result is how a node of a tree ended last.
type result struct {
	Status string `json:"status"`
	Tick   int64  `json:"tick"`
	Cause  string `json:"cause,omitempty"` // what aborted it
}

type nodeKey struct {
	agent agent.ID
	tree  int32
	node  int32
}

// journal listens to a stage and keeps what it tells, up to some limits.
type journal struct {
	info      *def.Info
	stage     Stage // set once there is one
	seq       int64
	entries   []Entry // a ring, in order of Seq from first on
	first     int
	plannings map[string][]Planning
	results   map[nodeKey]result
	idle      map[agent.ID]string // why there is no plan, as told last
	lists     bool                // entries and plannings are kept
	uses      map[string]int      // how often each method was taken for a plan ("dine/1", by number) and each operator begun
	breaks    map[string]bool     // names at which a running simulation pauses
	broke     string              // the event at which it is to pause; empty: none
}

func newJournal(info *def.Info, lists bool) *journal {
	return &journal{info: info, plannings: map[string][]Planning{}, results: map[nodeKey]result{}, idle: map[agent.ID]string{}, uses: map[string]int{}, lists: lists}
}

// planningKinds are the events that a planning is listed for.
var planningKinds = map[runner.EventKind]string{runner.PlanAdopted: "adopted", runner.PlanKept: "kept", runner.PlanNone: "none",
	runner.PlanLimit: "limit", runner.PlanMerged: "merged", runner.PlanRepaired: "repaired"}

// PlanEvent implements Listener.
func (j *journal) PlanEvent(e runner.Event) {
	if !j.lists {
		return
	}
	crowd, name := j.stage.Crowd(), j.stage.Name(e.Agent)
	text := crowd.Text(e)
	kind := planningKinds[e.Kind]
	switch e.Kind {
	case runner.PlanNone, runner.PlanLimit:
		if j.idle[e.Agent] == e.Kind.String() {
			return // again and again the same
		}
		j.idle[e.Agent] = e.Kind.String()
	case runner.PlanAdopted:
		delete(j.idle, e.Agent)
	}
	if kind != "" {
		list := append(j.plannings[name], Planning{e.Tick, e.Level, kind, text, e.Steps})
		j.plannings[name] = list[max(0, len(list)-MaxPlannings):]
	}
	j.add(Entry{Tick: e.Tick, Agent: name, Family: "plan", Kind: e.Kind.String(), Text: text})
	switch e.Kind {
	case runner.StepStarted:
		operator := j.info.Operators[e.Operator].Name
		j.uses[operator]++
		j.reached(name, operator, text)
	case runner.PlanAdopted, runner.PlanMerged, runner.PlanRepaired:
		j.count(e)
	}
}

// count counts the methods of a plan that is taken up.
func (j *journal) count(e runner.Event) {
	r := j.stage.Crowd().Runner(e.Agent)
	for _, t := range j.stage.Crowd().Tasks(e.Agent) {
		if e.Level > 0 && t.IsToldOf(&e) {
			r = &t.Runner
		}
	}
	plan, _ := r.Plan()
	for i := 0; plan != nil && i < plan.Nodes(); i++ {
		n := plan.Node(i)
		j.uses[j.info.Tasks[n.Task].Name+"/"+strconv.Itoa(n.Method)]++
	}
}

// TreeEvent implements Listener.
func (j *journal) TreeEvent(e bt.Event) {
	key := nodeKey{e.Agent, e.Tree, e.Node}
	switch e.Kind {
	case bt.NodeEnded, bt.NodeDecided:
		j.results[key] = result{Status: e.Status.String(), Tick: e.Tick}
	case bt.NodeAborted:
		j.results[key] = result{Status: "aborted", Tick: e.Tick, Cause: e.Reason.String()}
	}
	if !j.lists || e.Kind == bt.NodeDecided || e.Kind == bt.ServiceRan {
		return
	}
	text := j.stage.Crowd().TreeText(e)
	if e.Kind == bt.AbortFired {
		j.results[key] = result{Status: "fired", Tick: e.Tick, Cause: text}
	}
	name := j.stage.Name(e.Agent)
	j.add(Entry{Tick: e.Tick, Agent: name, Family: "tree", Kind: e.Kind.String(), Text: text})
	if e.Kind == bt.NodeStarted {
		j.reached(name, firstWord(text), text)
	}
}

// GoalEvent implements Listener.
func (j *journal) GoalEvent(e goal.Event) {
	if !j.lists || e.Kind == goal.Arbitrated || e.Kind == goal.WantKept {
		return // that nothing has changed is said many times a second
	}
	j.add(Entry{Tick: e.Tick, Agent: j.stage.Name(e.Agent), Family: "goal", Kind: e.Kind.String(), Text: j.stage.Crowd().GoalText(e)})
}

// reached notes that something that has a breakpoint has begun.
func (j *journal) reached(name, what, text string) {
	if j.broke == "" && j.breaks[what] {
		j.broke = name + ": " + text
	}
}

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

// since returns the entries with larger numbers, of one agent or, without a name, of all, the latest ones if there are more than most.
func (j *journal) since(seq int64, name string, most int) []Entry {
	var out []Entry
	for i := len(j.entries) - 1; i >= 0 && len(out) < most; i-- {
		e := &j.entries[(j.first+i)%len(j.entries)]
		if e.Seq <= seq {
			break
		}
		if name == "" || e.Agent == name {
			out = append(out, *e)
		}
	}
	slices.Reverse(out)
	return out
}

// firstWord is a name without what follows it.
func firstWord(text string) string {
	for i, r := range text {
		if r == ' ' || r == '(' {
			return text[:i]
		}
	}
	return text
}
