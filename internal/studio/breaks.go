package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// MaxBreaks is the maximum number of breakpoints of a simulation.
const MaxBreaks = 100

// BreakKind says what kind of event pauses the simulation.
type BreakKind string

// The kinds of breakpoints.
const (
	breakAny       BreakKind = ""          // any kind that has the name; only in requests
	breakOperator  BreakKind = "operator"  // a step with this operator begins
	breakAction    BreakKind = "action"    // the action begins, in a step or a tree
	breakTask      BreakKind = "task"      // a plan with this task is adopted
	breakMethod    BreakKind = "method"    // a plan with this method is adopted
	breakNode      BreakKind = "node"      // the node begins
	breakGoal      BreakKind = "goal"      // the goal is activated
	breakWant      BreakKind = "want"      // the want is chosen
	breakCondition BreakKind = "condition" // the condition becomes true
)

// Break is a breakpoint.
type Break struct {
	ID    int64     `json:"id"` // 0: a new one
	Kind  BreakKind `json:"kind"`
	Name  string    `json:"name"`            // the declaration's name: "dine/buy first" for a method, the tree for a node, the text for a condition
	Node  int32     `json:"node,omitempty"`  // its number within the tree
	Label string    `json:"label,omitempty"` // the node's label
	Agent string    `json:"agent,omitempty"` // only for this agent
	Of    string    `json:"of,omitempty"`    // only for agents of this kind
	Off   bool      `json:"off,omitempty"`
	Hits  int       `json:"hits"`
	Fault string    `json:"fault,omitempty"` // why the breakpoint can never be reached
}

// Hit describes what a simulation paused at.
type Hit struct {
	Break int64     `json:"break"`
	Kind  BreakKind `json:"kind"`
	Name  string    `json:"name"`
	Agent string    `json:"agent"`
	Tick  int64     `json:"tick"`
	Level int32     `json:"level,omitempty"` // plan level
	Text  string    `json:"text"`
}

// fits reports whether the texts keep to their limits.
func (b *Break) fits() bool {
	return b == nil || max(len(b.Kind), len(b.Name), len(b.Label), len(b.Agent), len(b.Of)) <= maxName && b.Node >= 0
}

// same reports whether two breakpoints pause at the same thing.
func (b *Break) same(o *Break) bool {
	return b.Kind == o.Kind && b.Name == o.Name && b.Node == o.Node && b.Agent == o.Agent && b.Of == o.Of
}

// breaks holds the breakpoints of a simulation. It belongs to the session's goroutine. nil: there are no breakpoints.
type breaks struct {
	list  []*watchpoint
	last  int64 // ID
	plans []*watchpoint
	trees []*watchpoint
	goals []*watchpoint
	conds []*watchpoint
	hit   *Hit // the first hit since the last tick
}

// set adds or replaces a resolved breakpoint.
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

// remove removes a breakpoint, or all if the ID is 0.
func (b *breaks) remove(id int64) {
	b.list = slices.DeleteFunc(b.list, func(w *watchpoint) bool { return id == 0 || w.ID == id })
	b.sort()
}

// sort sorts the enabled breakpoints by the family of their events.
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

// renewed resolves the breakpoints again by name, for another program or a restarted run.
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

// planEvent checks an event of a planner or runner.
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

// treeEvent checks an event of a tree.
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

// goalEvent checks an event of a goal or brain.
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

// reached counts a hit, and records it if the simulation has to pause there.
func (b *breaks) reached(stage Stage, w *watchpoint, id agent.ID, tick int64, level int32, text func() string) {
	name := nameOf(stage, id)
	if w.Agent != "" && w.Agent != name || w.Of != "" && w.Of != stage.Crowd().KindOf(id) {
		return
	}
	w.Hits++
	if b.hit == nil {
		b.hit = &Hit{Break: w.ID, Kind: w.Kind, Name: w.Name, Agent: name, Tick: tick, Level: level, Text: text()}
	}
}

// after checks the conditions after a tick. It returns the hit at which to pause, or nil.
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

// watch finds the agents for which the condition has become true.
func (b *breaks) watch(stage Stage, w *watchpoint) error {
	crowd := stage.Crowd()
	tick := crowd.Tick()
	w.machine.Funcs = crowd.Funcs()
	for id := range crowd.All {
		if w.Of != "" && w.Of != crowd.KindOf(id) || w.Agent != "" && w.Agent != nameOf(stage, id) {
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
			if at != tick { // the agent has left
				delete(w.held, id)
			}
		}
	}
	return nil
}
