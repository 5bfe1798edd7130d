package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// lintUnused warns of operators and tasks that no plan can hold. Only those of the file that was asked for count: the
// files it imports serve others too. A file of tasks alone is such a library itself.
func (c *checker) lintUnused() {
	operators, called := c.used()
	entry := len(c.info.Agents)+len(c.info.Tests) > 0
	for _, e := range c.entriesOf(kindOperator) {
		if c.isMain(e) && !operators[e.operator] && (entry || len(c.info.Tasks) > 0) {
			c.diags.Warnf(diag.UnusedOperator, e.at, "nothing uses operator %q", e.name).Hint = "call it in a method of a task"
		}
	}
	for _, e := range c.entriesOf(kindTask) {
		if c.isMain(e) && entry && !called[e.task] {
			c.diags.Warnf(diag.UnusedTask, e.at, "nothing uses task %q", e.name).Hint = "plan it in an agent, or call it in a task that is planned"
		}
	}
}

// lintMentioned warns of constants, functions and actions of the file that was asked for that nothing mentions. A file
// without agents and tests may declare them for others.
func (c *checker) lintMentioned() {
	if len(c.entriesOf(kindAgent))+len(c.info.Tests) == 0 {
		return
	}
	for _, u := range []struct {
		kind kind
		code diag.Code
		what string
	}{{kindConst, diag.UnusedConst, "constant"}, {kindFunction, diag.UnusedFunction, "function"}, {kindAction, diag.UnusedAction, "action"}} {
		for _, e := range c.entriesOf(u.kind) {
			if c.isMain(e) && !c.names.used[e] {
				c.diags.Warnf(u.code, e.at, "nothing uses %s %q", u.what, e.name)
			}
		}
	}
}

// used returns the operators that are mentioned anywhere, and the tasks that agents, trees, goals, orders and tests
// lead to.
func (c *checker) used() (map[*OperatorInfo]bool, map[*TaskInfo]bool) {
	operators, called := map[*OperatorInfo]bool{}, map[*TaskInfo]bool{}
	var queue []*TaskInfo
	call := func(t *TaskInfo, op *OperatorInfo) {
		if op != nil {
			operators[op] = true
		}
		if t != nil && !called[t] {
			called[t] = true
			queue = append(queue, t)
		}
	}
	for _, a := range c.info.Agents {
		for _, p := range a.Plans {
			call(p.Call.Task, p.Call.Operator)
		}
	}
	for _, e := range c.entriesOf(kindTree) {
		e.tree.root.each(func(n *NodeInfo) { call(n.Task, n.Operator) })
	}
	for _, g := range c.info.Goals {
		g.eachCall(func(s *StepCall) { call(s.Task, s.Operator) })
	}
	for _, o := range c.info.Orders {
		call(o.Task, nil)
	}
	for _, t := range c.info.Tests {
		call(t.Call.Task, t.Call.Operator)
		for _, s := range t.Steps {
			call(nil, s.Operator)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		eachItem(queue[0], func(_ *MethodInfo, item *ItemInfo) { call(item.Task, item.Operator) })
	}
	for _, t := range c.info.Tasks {
		eachItem(t, func(_ *MethodInfo, item *ItemInfo) { call(nil, item.Operator) })
	}
	return operators, called
}

// eachItem calls visit for every call in the methods of a task.
func eachItem(t *TaskInfo, visit func(*MethodInfo, *ItemInfo)) {
	for _, m := range t.Methods {
		m.Body.each(func(item *ItemInfo) { visit(m, item) })
	}
}

func (b *BlockInfo) each(visit func(*ItemInfo)) {
	for i := range b.Items {
		if item := &b.Items[i]; item.Block != nil {
			item.Block.each(visit)
		} else {
			visit(item)
		}
	}
}

// lintUnread warns of stored symbols that no decision depends on. Derived and remembered symbols may be there for the
// host, whose actions go where something is remembered.
func (c *checker) lintUnread() {
	if len(c.info.Operators)+len(c.info.Tasks)+len(c.entriesOf(kindTree))+len(c.info.Goals)+len(c.info.Brains)+len(c.info.Agents) == 0 {
		return
	}
	read, written := c.readSymbols(), c.writtenSymbols()
	for _, e := range c.entriesOf(kindSymbol) {
		switch sym := e.value.Symbol; {
		case !c.isMain(e) || read[sym] || e.decl.(*Symbol).Remembered:
		case written[sym]:
			c.diags.Warnf(diag.UnreadSymbol, e.at, "nothing reads symbol %q: it is only written", e.name)
		default:
			c.diags.Warnf(diag.UnreadSymbol, e.at, "nothing reads symbol %q", e.name)
		}
	}
}

// readSymbols returns the symbols that any expression of the model reads. The read of its own target by += does not
// count.
func (c *checker) readSymbols() map[*world.Symbol]bool {
	read := map[*world.Symbol]bool{}
	visit := func(t *expr.Term) {
		t.Walk(func(t *expr.Term) bool {
			if t.Kind == expr.TermCell {
				read[t.Symbol] = true
			}
			return true
		})
	}
	c.eachTerm(visit)
	eachDecl(c.files, func(_ *File, d *Init) {
		w := walker{ref: func(r *expr.Ref) {
			if e := c.names.find(r.Name, kindSymbol); e != nil {
				read[e.value.Symbol] = true
			}
		}}
		for _, line := range d.Effects {
			if line != nil {
				w.effect(line.Effect)
			}
		}
	})
	return read
}

func (c *checker) writtenSymbols() map[*world.Symbol]bool {
	written := map[*world.Symbol]bool{}
	for _, op := range c.info.Operators {
		op.Effect.Writes(func(e *expr.EffectTerm) { written[e.Symbol] = true })
	}
	c.eachNode(func(n *NodeInfo) {
		for _, list := range n.effectLists() {
			list.Writes(func(e *expr.EffectTerm) { written[e.Symbol] = true })
		}
	})
	return written
}

// eachTerm calls visit for every expression of the model but those of initial values.
func (c *checker) eachTerm(visit func(*expr.Term)) {
	all := func(list []*expr.Term) {
		for _, t := range list {
			visit(t)
		}
	}
	for _, d := range c.info.Derived {
		visit(d.Body)
	}
	for _, op := range c.info.Operators {
		eachClauseTerm(OperatorTable.Body, op, visit)
		for _, do := range op.Do {
			all(do.Args)
		}
	}
	for _, t := range c.info.Tasks {
		for _, m := range t.Methods {
			all([]*expr.Term{m.When, m.Where})
			all(m.From)
			eachClauseTerm(MethodTable.Head, m, visit)
		}
		eachItem(t, func(_ *MethodInfo, item *ItemInfo) { all(item.Args) })
	}
	for _, a := range c.info.Agents {
		for i := range a.Plans {
			eachClauseTerm(PlanTable.Head, &a.Plans[i], visit)
		}
		if a.Idle != nil {
			all(a.Idle.Args)
		}
		for _, r := range a.Reactions {
			visit(r.On)
		}
		for i := range a.Alerts {
			visit(a.Alerts[i].Where)
		}
		a.eachBeside(func(do *ActionCall) { all(do.Args) })
	}
	for _, s := range c.info.Squads {
		for i := range s.Roles {
			visit(s.Roles[i].From)
			eachClauseTerm(RoleTable.Head, &s.Roles[i], visit)
		}
	}
	for _, e := range c.entriesOf(kindTree) {
		e.tree.root.each(func(n *NodeInfo) { n.terms(visit) })
	}
	c.info.MindTerms(visit)
}

// MindTerms calls visit for every expression of trees, goals and brains.
func (i *Info) MindTerms(visit func(*expr.Term)) {
	for _, t := range i.Trees {
		t.Walk(func(n *NodeInfo) { n.terms(visit) })
	}
	for _, g := range i.Goals {
		g.terms(visit)
	}
	for _, b := range i.Brains {
		b.terms(visit)
	}
}
