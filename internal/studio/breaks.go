package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// MaxBreaks is how many breakpoints a simulation has at most.
const MaxBreaks = 100

// BreakKind is what the simulation pauses at.
type BreakKind string

// The kinds of breakpoints.
const (
	breakAny       BreakKind = ""          // of one that is to be set: whatever is called so
	breakOperator  BreakKind = "operator"  // a step of it begins
	breakAction    BreakKind = "action"    // it begins, in a step or tree
	breakTask      BreakKind = "task"      // a plan with it is taken up
	breakMethod    BreakKind = "method"    // likewise
	breakNode      BreakKind = "node"      // a node of a tree begins
	breakGoal      BreakKind = "goal"      // it is activated
	breakWant      BreakKind = "want"      // it is chosen
	breakCondition BreakKind = "condition" // it becomes true
)

// Break is a breakpoint.
type Break struct {
	ID    int64     `json:"id"` // 0: a new one
	Kind  BreakKind `json:"kind"`
	Name  string    `json:"name"`            // of what is declared; "dine/buy first" of a method, of a node its tree, or a condition as it is written
	Node  int32     `json:"node,omitempty"`  // number within the tree
	Label string    `json:"label,omitempty"` // of the node
	Agent string    `json:"agent,omitempty"` // of this agent alone
	Of    string    `json:"of,omitempty"`    // of agents of this kind alone
	Off   bool      `json:"off,omitempty"`
	Hits  int       `json:"hits"`
	Fault string    `json:"fault,omitempty"` // why it cannot be reached
}

// Hit is what a simulation has paused at.
type Hit struct {
	Break int64     `json:"break"`
	Kind  BreakKind `json:"kind"`
	Name  string    `json:"name"`
	Agent string    `json:"agent"`
	Tick  int64     `json:"tick"`
	Level int32     `json:"level,omitempty"` // of the plan
	Text  string    `json:"text"`
}

// fits reports whether all of it is short enough.
func (b *Break) fits() bool {
	return b == nil || max(len(b.Kind), len(b.Name), len(b.Label), len(b.Agent), len(b.Of)) <= maxName && b.Node >= 0
}

// same reports whether two breakpoints are at the same.
func (b *Break) same(o *Break) bool {
	return b.Kind == o.Kind && b.Name == o.Name && b.Node == o.Node && b.Agent == o.Agent && b.Of == o.Of
}

// breaks are the breakpoints of a simulation. It belongs to the goroutine of the session; nil: there are none, and nothing is looked at.
type breaks struct {
	list  []*watchpoint
	last  int64 // ID
	plans []*watchpoint
	trees []*watchpoint
	goals []*watchpoint
	conds []*watchpoint
	hit   *Hit // the first since the last tick
}

// set adds or changes a breakpoint, which must have been resolved.
func (b *breaks) set(w *watchpoint) error {
	at := slices.IndexFunc(b.list, func(o *watchpoint) bool { return o.ID == w.ID || o.same(&w.Break) })
	if at >= 0 {
		w.ID, w.Hits = b.list[at].ID, b.list[at].Hits
		b.list[at] = w
	} else {
		if err := roomFor("breakpoint", w.ID, len(b.list), MaxBreaks); err != nil {
			return err
		}
		b.last++
		w.ID = b.last
		b.list = append(b.list, w)
	}
	b.sort()
	return nil
}

// remove removes a breakpoint; 0: all.
func (b *breaks) remove(id int64) {
	b.list = slices.DeleteFunc(b.list, func(w *watchpoint) bool { return id == 0 || w.ID == id })
	b.sort()
}

// sort puts those that are on where their events come to.
func (b *breaks) sort() {
	b.plans, b.trees, b.goals, b.conds = nil, nil, nil, nil
	for _, w := range b.list {
		if w.Off || w.Fault != "" {
			continue
		}
		switch w.Kind {
		case breakOperator, breakTask, breakMethod:
			b.plans = append(b.plans, w)
		case breakAction:
			b.plans, b.trees, b.goals = append(b.plans, w), append(b.trees, w), append(b.goals, w)
		case breakNode:
			b.trees = append(b.trees, w)
		case breakGoal, breakWant:
			b.goals = append(b.goals, w)
		case breakCondition:
			b.conds = append(b.conds, w)
		}
	}
}

// renewed returns the breakpoints of another program, or of a run that begins anew: what they are at is looked up by name again.
func (b *breaks) renewed(info *def.Info, stage Stage) *breaks {
	if b == nil {
		return nil
	}
	next := &breaks{last: b.last}
	for _, w := range b.list {
		again, _ := resolve(w.Break, info, stage)
		next.list = append(next.list, again)
	}
	next.sort()
	return next
}

// planEvent looks at what a planner or runner tells.
func (b *breaks) planEvent(stage Stage, e *runner.Event) {
	for _, w := range b.plans {
		switch e.Kind {
		case runner.StepStarted:
			if w.operators != nil && w.operators[e.Operator] {
				b.reached(stage, w, e.Agent, e.Tick, e.Level, func() string { return stage.Crowd().View().Text(*e) })
			}
		case runner.PlanAdopted, runner.PlanMerged, runner.PlanRepaired:
			if w.operators == nil && w.isIn(stage.Crowd(), e) {
				b.reached(stage, w, e.Agent, e.Tick, e.Level, func() string { return w.Name + " is in the plan: " + stage.Crowd().View().Text(*e) })
			}
		}
	}
}

// treeEvent looks at what a tree tells.
func (b *breaks) treeEvent(stage Stage, e *bt.Event) {
	if e.Kind != bt.NodeStarted {
		return
	}
	for _, w := range b.trees {
		if w.isNode(e.Tree, e.Node) {
			b.reached(stage, w, e.Agent, e.Tick, 0, func() string { return stage.Crowd().View().TreeText(*e) })
		}
	}
}

// goalEvent looks at what a goal or brain tells.
func (b *breaks) goalEvent(stage Stage, e *goal.Event) {
	for _, w := range b.goals {
		is := false
		switch e.Kind {
		case goal.GoalActivated:
			is = w.Kind == breakGoal && w.goal == e.Goal
		case goal.WantChosen:
			is = w.Kind == breakWant && slices.Contains(w.wants, wantKey{e.Brain, e.Want})
		case goal.StepStarted:
			is = w.Kind == breakAction && w.activity == e.Activity
		}
		if is {
			b.reached(stage, w, e.Agent, e.Tick, 0, func() string { return stage.Crowd().View().GoalText(*e) })
		}
	}
}

// reached counts, and notes what the simulation is to pause at.
func (b *breaks) reached(stage Stage, w *watchpoint, id agent.ID, tick int64, level int32, text func() string) {
	name := stage.Name(id)
	if w.Agent != "" && w.Agent != name || w.Of != "" && w.Of != stage.Crowd().KindOf(id) {
		return
	}
	w.Hits++
	if b.hit == nil {
		b.hit = &Hit{Break: w.ID, Kind: w.Kind, Name: w.Name, Agent: name, Tick: tick, Level: level, Text: text()}
	}
}

// after looks at the conditions after a tick, and returns what is to be paused at; nil: nothing.
func (b *breaks) after(stage Stage) *Hit {
	if b == nil {
		return nil
	}
	for _, w := range b.conds {
		if err := guarded(func() error { return b.watch(stage, w) }); err != nil {
			w.Fault = err.Error()
			defer b.sort()
		}
	}
	hit := b.hit
	b.hit = nil
	return hit
}

// watch looks for whom a condition has become true.
func (b *breaks) watch(stage Stage, w *watchpoint) error {
	crowd := stage.Crowd()
	tick := crowd.Tick()
	w.machine.Funcs = crowd.Funcs()
	for id := range crowd.All {
		if w.Of != "" && w.Of != crowd.KindOf(id) || w.Agent != "" && w.Agent != stage.Name(id) {
			continue
		}
		w.machine.State = crowd.State(id)
		if !w.cond.Eval(&w.machine, nil) {
			delete(w.held, id)
			continue
		}
		if _, held := w.held[id]; !held && w.since >= 0 {
			b.reached(stage, w, id, tick, 0, func() string { return w.Name + " holds" })
		}
		w.held[id] = tick
	}
	if w.since = tick; len(w.held) > 2*crowd.Len() {
		for id, at := range w.held {
			if at != tick { // it has left
				delete(w.held, id)
			}
		}
	}
	return nil
}
