package studio

import (
	"errors"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// watchpoint is a breakpoint resolved for a program.
type watchpoint struct {
	Break
	operators []bool   // by ID: operators of the breakpoint
	task      int32    // for a task or method
	method    int32    // index; -1: any
	nodes     [][]bool // by tree and node: nodes of the breakpoint
	goal      int32
	wants     []wantKey
	activity  int32 // an action, as goals run it

	cond    *expr.Cond
	machine expr.Machine
	held    map[agent.ID]int64 // the agents for which the condition holds, and the last tick in which it did
	since   int64              // the last tick checked; -1: none
}

type wantKey struct{ brain, want int32 }

// resolve looks up what a breakpoint refers to. Without a kind, that is any declaration with the name, or else a
// condition. If nothing is found, the breakpoint has a fault; the list holds the mistakes in a condition.
func resolve(b Break, info *def.Info, stage Stage) (*watchpoint, diag.List) {
	var ds diag.List
	w := &watchpoint{Break: b, method: -1, since: -1}
	w.Fault = ""
	if w.Kind == "" {
		w.Kind = w.guess(info, stage.Crowd().Program().Trees)
	}
	if err := w.find(info, stage, &ds); err != nil {
		w.Fault = err.Error()
	}
	return w, ds
}

// guess returns the kind of the declaration with a breakpoint's name.
func (w *watchpoint) guess(info *def.Info, forest *bt.Forest) BreakKind {
	task, method, isMethod := strings.Cut(w.Name, "/")
	switch {
	case info.Operator(w.Name) != nil:
		return breakOperator
	case info.Task(w.Name) != nil:
		return breakTask
	case isMethod && methodOf(info.Task(task), method) >= 0:
		return breakMethod
	case info.Goal(w.Name) != nil:
		return breakGoal
	case info.Action(w.Name) != nil:
		return breakAction
	case len(wantsOf(info, w.Name)) > 0:
		return breakWant
	case isMethod && forest != nil:
		if t, n := nodeOf(info, forest, task, method); t >= 0 {
			w.Name, w.Node, w.Label = task, n, method
			return breakNode
		}
	}
	return breakCondition
}

func (w *watchpoint) find(info *def.Info, stage Stage, ds *diag.List) error {
	switch w.Kind {
	case breakOperator:
		o := info.Operator(w.Name)
		if o == nil {
			return errors.New("there is no operator " + w.Name)
		}
		w.operators = make([]bool, len(info.Operators))
		w.operators[o.ID] = true
	case breakAction:
		return w.findAction(info, stage.Crowd().Program().Trees)
	case breakTask, breakMethod:
		return w.findTask(info)
	case breakNode:
		return w.findNode(info, stage.Crowd().Program().Trees)
	case breakGoal:
		g := info.Goal(w.Name)
		if g == nil {
			return errors.New("there is no goal " + w.Name)
		}
		w.goal = g.ID
	case breakWant:
		if w.wants = wantsOf(info, w.Name); len(w.wants) == 0 {
			return errors.New("there is no want " + w.Name)
		}
	case breakCondition:
		return w.compile(info, stage, ds)
	default:
		return errors.New("there is no such kind of breakpoint")
	}
	return nil
}

// findAction finds all places that run an action.
func (w *watchpoint) findAction(info *def.Info, forest *bt.Forest) error {
	a := info.Action(w.Name)
	if a == nil {
		return errors.New("there is no action " + w.Name)
	}
	w.activity, w.operators = info.Activity(a), make([]bool, len(info.Operators))
	for _, o := range info.Operators {
		for _, do := range o.Do {
			w.operators[o.ID] = w.operators[o.ID] || do.Action == a
		}
	}
	if forest == nil {
		return nil
	}
	w.nodes = make([][]bool, forest.Len())
	for t := range w.nodes {
		p := forest.Program(int32(t))
		w.nodes[t] = make([]bool, p.Len())
		for n := range w.nodes[t] {
			node, _ := p.Node(int32(n))
			w.nodes[t][n] = node.Action != nil && node.Action.Action == a
		}
	}
	return nil
}

func (w *watchpoint) findTask(info *def.Info) error {
	name, method, isMethod := strings.Cut(w.Name, "/")
	t := info.Task(name)
	if t == nil {
		return errors.New("there is no task " + name)
	}
	if w.task = t.ID; !isMethod {
		return nil
	}
	if w.method = methodOf(t, method); w.method < 0 {
		return errors.New(name + " has no method " + method)
	}
	return nil
}

// findNode finds a node by its number, or if its tree has changed, by its label.
func (w *watchpoint) findNode(info *def.Info, forest *bt.Forest) error {
	if forest == nil {
		return errors.New("there is no tree " + w.Name)
	}
	for _, t := range info.Trees {
		if t.Name != w.Name {
			continue
		}
		p := forest.Program(t.ID)
		if int(w.Node) >= p.Len() || w.Label != "" && p.Label(w.Node) != w.Label {
			_, n := nodeOf(info, forest, w.Name, w.Label)
			if n < 0 {
				return errors.New("the tree " + w.Name + " has no node " + w.Label)
			}
			w.Node = n
		}
		w.Label = p.Label(w.Node)
		w.nodes = make([][]bool, forest.Len())
		w.nodes[t.ID] = make([]bool, p.Len())
		w.nodes[t.ID][w.Node] = true
		return nil
	}
	return errors.New("there is no tree " + w.Name)
}

// compile compiles a condition over the symbols of an agent.
func (w *watchpoint) compile(info *def.Info, stage Stage, ds *diag.List) error {
	if w.Of != "" && info.Agent(w.Of) == nil {
		return errors.New("there is no kind of agent " + w.Of)
	}
	n := expr.ParseString(diag.NewSource("condition", w.Name), ds)
	if ds.HasErrors() {
		return firstError(ds)
	}
	term := expr.Check(n, info.Scope().With(stage.Crowd().World()), expr.BoolType, ds)
	if ds.HasErrors() || term == nil {
		return firstError(ds)
	}
	w.cond, w.held = expr.CompileCond(term), map[agent.ID]int64{}
	return guarded(func() error { return w.holdsFor(stage) })
}

// holdsFor records the agents for which a condition already holds: only a change pauses the simulation.
func (w *watchpoint) holdsFor(stage Stage) error {
	crowd := stage.Crowd()
	w.machine.Funcs = crowd.Funcs()
	for id := range crowd.All {
		w.machine.State = crowd.State(id)
		if w.cond.Eval(&w.machine, nil) {
			w.held[id] = crowd.Tick()
		}
	}
	w.since = crowd.Tick()
	return nil
}

// isIn reports whether the plan of an event contains the task, by the method if one is given.
func (w *watchpoint) isIn(crowd *agent.Crowd, e *runner.Event) bool {
	plan := planOf(crowd, e)
	for i := 0; plan != nil && i < plan.Nodes(); i++ {
		if n := plan.Node(i); int32(n.Task) == w.task && (w.method < 0 || n.Method == int(w.method)) {
			return true
		}
	}
	return false
}

func (w *watchpoint) isNode(tree, node int32) bool {
	return int(tree) < len(w.nodes) && int(node) < len(w.nodes[tree]) && w.nodes[tree][node]
}

// methodOf returns the index of a task's method, by its name or its number from 1, or -1.
func methodOf(t *def.TaskInfo, name string) int32 {
	if t == nil {
		return -1
	}
	for i, m := range t.Methods {
		if m.Name == name {
			return int32(i)
		}
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(t.Methods) {
		return int32(n - 1)
	}
	return -1
}

// wantsOf returns the wants with a name, in all brains; "brain/want" names one of them.
func wantsOf(info *def.Info, name string) (list []wantKey) {
	brain, want, one := strings.Cut(name, "/")
	for _, b := range info.Brains {
		for i, v := range b.Wants {
			if one && b.Name == brain && v.Name == want || !one && v.Name == name {
				list = append(list, wantKey{b.ID, int32(i)})
			}
		}
	}
	return list
}

// nodeOf returns the first node of a tree with a label, or -1.
func nodeOf(info *def.Info, forest *bt.Forest, tree, label string) (t, node int32) {
	for _, tr := range info.Trees {
		if tr.Name != tree {
			continue
		}
		p := forest.Program(tr.ID)
		for n := range int32(p.Len()) {
			if p.Label(n) == label {
				return tr.ID, n
			}
		}
	}
	return -1, -1
}
