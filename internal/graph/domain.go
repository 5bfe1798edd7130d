package graph

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Domain returns the graph of all declarations: agents and squads with their lines, brains with their wants, goals with
// their ways, tasks with their methods, operators, trees as one box each, and actions. For the nodes of a tree, see
// [Nodes].
func Domain(info *def.Info) *Graph {
	b := newBuilder(info)
	for _, a := range info.Agents {
		b.agent(a)
	}
	for _, br := range info.Brains {
		b.brain(br)
	}
	for _, g := range info.Goals {
		b.goal(g)
	}
	for _, t := range info.Tasks {
		b.task(t)
	}
	for _, o := range info.Operators {
		b.operator(o)
	}
	for _, t := range info.Trees {
		b.tree(t)
	}
	for _, a := range info.Actions {
		b.box("action", a.Name, actionTitle(info, a), a.Decl.At)
	}
	return &b.Graph
}

func actionTitle(info *def.Info, a *def.ActionInfo) string {
	text := a.Name
	for i, p := range a.Params {
		text += [...]string{"(", ", "}[min(i, 1)] + p.Name + ": "
		for k, t := range p.Types {
			text += [...]string{"", " | "}[min(k, 1)] + world.FormatType(info.Schema, t)
		}
	}
	if len(a.Params) > 0 {
		text += ")"
	}
	return text
}

func (b *builder) agent(a *def.AgentInfo) {
	kind, at := "agent", a.Decl.At
	if a.Leads != nil {
		kind, at = "squad", a.Leads.Decl.At
	}
	x := b.box(kind, a.Name, a.Name, at)
	if a.Squad != nil {
		x.Note = "squad " + a.Squad.Name
	}
	id := x.ID
	if a.Leads != nil {
		for _, r := range a.Leads.Roles {
			note := ""
			if r.Score != nil {
				note = "score " + r.Score.String()
			}
			x.line("role", r.Name, note, r.Decl.At)
		}
	}
	for _, r := range a.Reactions {
		note := ""
		if r.On != nil {
			note = "on " + r.On.String()
		} else if r.Percept != nil {
			note = "on " + r.Percept.Name
		}
		b.call(id, x.line("reaction", callName(r.Do), note, r.Decl.At), r.Do)
	}
	if a.Mind != nil {
		b.edge(id, x.line("brain", a.Mind.Brain.Name, "", a.Decl.At), "brain "+a.Mind.Brain.Name, "has")
	}
	for _, p := range a.Plans {
		name, to := callee(p.Call.Task, p.Call.Operator)
		b.edge(id, x.line("plan", name, every(when(p.When), p.Every), p.Decl.At), to, "has")
	}
	if a.Tree != nil {
		b.edge(id, x.line("tree", a.Tree.Tree.Name, "", a.Decl.At), "tree "+a.Tree.Tree.Name, "has")
	}
	for _, l := range a.Layers {
		b.call(id, x.line("layer", l.Name, callName(l.Do), l.Decl.At), l.Do)
	}
	if a.Idle != nil {
		b.call(id, x.line("idle", callName(a.Idle), "", a.Decl.At), a.Idle)
	}
}

// callee returns the name of a task or operator, and its box.
func callee(t *def.TaskInfo, o *def.OperatorInfo) (name, box string) {
	if t != nil {
		return t.Name, "task " + t.Name
	}
	return o.Name, "operator " + o.Name
}

func (b *builder) brain(br *def.BrainInfo) {
	x := b.box("brain", br.Name, br.Name, br.Decl.At)
	for _, w := range br.Wants {
		note := when(w.When)
		if w.Each != nil {
			note = "each " + w.Each.Name + ": " + world.FormatType(b.info.Schema, w.Each.Type)
		}
		b.edge(x.ID, x.line("want", w.Name, note, w.Decl.At), "goal "+w.Goal.Name, "has")
	}
}

func (b *builder) goal(g *def.GoalInfo) {
	x := b.box("goal", g.Name, signature(b.info, g.Name, g.Params), g.Decl.At)
	x.Note = when(g.When)
	id := x.ID
	for i, w := range g.Ways {
		name := w.Name
		if name == "" {
			name = "way"
			if len(g.Ways) == 1 {
				name = "steps"
			}
		}
		at := g.Decl.At
		if w.Decl != nil && w.Decl.At.Src != nil {
			at = w.Decl.At
		}
		x.line("way", name, when(w.When), at)
		for _, s := range w.Steps {
			b.step(id, i, s)
		}
	}
	for _, it := range g.Interrupts {
		line := x.line("interrupt", stepName(it.Step.Call), when(it.When), it.Decl.At)
		b.step(id, line, it.Step)
	}
}

// step adds the edges of a subgoal and its alternatives.
func (b *builder) step(id string, line int, s *def.StepInfo) {
	for _, c := range append([]*def.StepCall{s.Call}, s.Else...) {
		switch {
		case c == nil:
		case c.Goal != nil:
			b.edge(id, line, "goal "+c.Goal.Name, "calls")
		case c.Do != nil:
			b.call(id, line, c.Do)
		default:
			_, to := callee(c.Task, c.Operator)
			b.edge(id, line, to, "calls")
		}
	}
}

func stepName(c *def.StepCall) string {
	switch {
	case c.Goal != nil:
		return c.Goal.Name
	case c.Do != nil:
		return callName(c.Do)
	}
	name, _ := callee(c.Task, c.Operator)
	return name
}

func (b *builder) task(t *def.TaskInfo) {
	x := b.box("task", t.Name, signature(b.info, t.Name, t.Params), t.Decl.At)
	for i, m := range t.Methods {
		x.line("method", m.Name, MethodNote(b.info, m), m.Decl.At)
		b.block(x.ID, i, m.Body)
	}
}

// MethodNote describes when a method applies, and its bindings: "when hurt each c: cover where useful(c) order
// dist(c)".
func MethodNote(info *def.Info, m *def.MethodInfo) string {
	text := when(m.When)
	if len(m.Each) == 0 {
		return text
	}
	if text != "" {
		text += " "
	}
	text += "each "
	for i, v := range m.Each {
		text += [...]string{"", ", "}[min(i, 1)] + v.Name + ": " + world.FormatType(info.Schema, v.Type)
	}
	if m.Where != nil {
		text += " where " + m.Where.String()
	}
	if m.Order != nil {
		text += " order " + m.Order.String()
	}
	return text
}

func (b *builder) block(id string, line int, body *def.BlockInfo) {
	if body == nil {
		return
	}
	for i := range body.Items {
		if it := &body.Items[i]; it.Block != nil {
			b.block(id, line, it.Block)
		} else {
			_, to := callee(it.Task, it.Operator)
			b.edge(id, line, to, "calls")
		}
	}
}

func (b *builder) operator(o *def.OperatorInfo) {
	x := b.box("operator", o.Name, signature(b.info, o.Name, o.Params), o.Decl.At)
	x.Note = when(o.When)
	id := x.ID
	for _, c := range o.Do {
		b.call(id, -1, c)
	}
}

func (b *builder) tree(t *def.TreeInfo) {
	x := b.box("tree", t.Name, t.Name, t.Decl.At)
	x.Size = t.Nodes
	id := x.ID
	b.leaves(id, t.Root)
}

// leaves adds the calls of a tree's nodes as edges of its box.
func (b *builder) leaves(id string, n *def.NodeInfo) {
	b.leaf(id, n)
	for _, c := range n.Children {
		b.leaves(id, c)
	}
}

// leaf adds the call of a node.
func (b *builder) leaf(id string, n *def.NodeInfo) {
	switch {
	case n.Action != nil:
		b.call(id, -1, n.Action)
	case n.Task != nil || n.Operator != nil:
		_, to := callee(n.Task, n.Operator)
		b.edge(id, -1, to, "calls")
	case n.Goal != nil:
		b.edge(id, -1, "goal "+n.Goal.Name, "does")
	}
	for _, s := range n.Services {
		if s.Action != nil {
			b.call(id, -1, s.Action)
		}
	}
}

// Tree returns the graph of a tree, one box per node, in the order of their numbers; false if there is no tree of that
// name.
func Tree(info *def.Info, name string) (*Graph, bool) {
	for _, t := range info.Trees {
		if t.Name == name {
			b := newBuilder(info)
			b.nodes(t, t.Root, -1, new(int), false)
			return &b.Graph, true
		}
	}
	return nil, false
}

// Nodes returns the boxes of all nodes of a tree, in the order of their numbers, with edges from each to its children
// and to the trees and tasks that it calls. The first is the root.
func Nodes(info *def.Info, t *def.TreeInfo) *Graph {
	b := newBuilder(info)
	b.nodes(t, t.Root, -1, new(int), true)
	return &b.Graph
}

func (b *builder) nodes(t *def.TreeInfo, n *def.NodeInfo, up int, next *int, does bool) string {
	number := *next
	*next++
	at := t.Decl.At
	if n.Decl != nil && n.Decl.At.Src != nil {
		at = n.Decl.At
	}
	label := bt.Label(n)
	x := b.box("node", t.Name+" "+strconv.Itoa(number), label, at)
	x.Name, x.Tree, x.Up = label, "tree "+t.Name, up
	if n.Kind != def.NodeCall && bt.Detail(n) != "" && n.Cond == nil {
		x.Note = n.Kind.String()
	}
	if n.Abort != def.AbortNone {
		x.Note += [...]string{"", " "}[min(len(x.Note), 1)] + "abort " + n.Abort.String()
	}
	id := x.ID
	if does {
		b.leaf(id, n)
	}
	for _, c := range n.Children {
		b.edge(id, -1, b.nodes(t, c, number, next, does), "child")
	}
	return id
}
