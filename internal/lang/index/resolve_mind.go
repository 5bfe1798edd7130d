package index

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func (b *builder) tree(d *def.Tree) {
	for i := range d.Params {
		b.node(d.Params[i].Default, nameOf(firstType(&d.Params[i].Param)))
	}
	for i := range d.Params {
		p := &d.Params[i].Param
		for k := range p.Types {
			b.typeName(&p.Types[k])
		}
		b.param(p)
	}
	b.services(d.Services)
	b.treeNode(d.Root)
}

// param declares a parameter or a port until the scope ends. A call with its name may have met it before.
func (b *builder) param(p *def.Param) {
	s := b.declared[p]
	if s == nil {
		if s = b.local(Param, p.Name, p.At, p, firstType(p)); s != nil {
			b.declared[p] = s
		}
		return
	}
	b.locals = append(b.locals, s)
	b.add(nameIn(p.At, p.Name), s, Declares)
}

// paramOf returns the parameter of what is called, whether the walk has been there or not.
func (b *builder) paramOf(called *Symbol, name string) *Symbol {
	for _, p := range paramsOf(called) {
		if p.Name != name {
			continue
		}
		s := b.declared[p]
		if s == nil {
			s = &Symbol{Kind: Param, Name: name, Decl: p, In: called}
			b.ix.Symbols = append(b.ix.Symbols, s)
			b.declared[p] = s
			if t := firstType(p); t != nil {
				b.types[s] = &typeName{name: t.Name}
			}
		}
		return s
	}
	return nil
}

func firstType(p *def.Param) *expr.TypeName {
	if len(p.Types) == 0 {
		return nil
	}
	return &p.Types[0]
}

func (b *builder) services(list []*def.Service) {
	for _, s := range list {
		if s != nil {
			b.node(s.Every, "")
			b.call(s.Call, Action)
			b.effects(s.Effect)
		}
	}
}

func (b *builder) overrides(list []*def.Override) {
	for _, o := range list {
		if o != nil {
			b.mention(o.What, Reads, Action, Tree)
			b.mention(o.With, Reads, Action, Tree)
		}
	}
}

func (b *builder) treeNode(n *def.Node) {
	if n == nil {
		return
	}
	b.nodeCall(n)
	b.overrides(n.Overrides)
	b.nodes(n.Cond, n.Limit, n.Score, n.Weight, n.SkipIf, n.FailIf, n.SucceedIf, n.While)
	for _, list := range [][]expr.Effect{n.Effect, n.OnSuccess, n.OnFailure, n.OnAbort} {
		b.effects(list)
	}
	b.selection(n.Select)
	if n.Inertia != nil {
		b.nodes(n.Inertia.Bonus, n.Inertia.Fade)
	}
	b.node(n.Value, "")
	b.services(n.Services)
	b.scope(func() { b.treeChildren(n) })
}

// treeChildren resolves the children of a node, and the values of its variable or its cases.
func (b *builder) treeChildren(n *def.Node) {
	subject := b.subject
	if n.Kind == def.NodeSwitch {
		b.subject = b.typeOf(n.Value)
	}
	hint := ""
	if n.Kind == def.NodeCase {
		hint = subject
	}
	for _, v := range n.Values {
		b.node(v, hint)
	}
	if n.Each != nil {
		b.variable(n.Each)
	}
	b.nodes(n.Where, n.Order)
	for _, c := range n.Children {
		b.treeNode(c)
	}
	b.subject = subject
}

// nodeCall resolves what a node calls.
func (b *builder) nodeCall(n *def.Node) {
	switch {
	case n.Call == nil:
	case n.Kind == def.NodePlan:
		b.call(n.Call, Task, Operator)
	case n.Kind == def.NodeGoal:
		b.call(n.Call, Goal)
	case n.Kind == def.NodeHosted:
		b.call(n.Call, Action)
	case n.Kind == def.NodeChoose:
		b.choice(n)
	default:
		b.call(n.Call, Action, Tree)
		b.auto(n)
	}
}

// choice resolves a node that calls the action or the tree that is called like the value of an enum.
func (b *builder) choice(n *def.Node) {
	b.call(n.Call, Type)
	enum := b.global(n.Call.Name.Name, Type)
	for _, list := range b.values {
		for _, v := range list {
			if enum == nil || v.In != enum {
				continue
			}
			v.Bound = true
			if s := b.global(v.Name, Action, Tree); s != nil {
				s.Bound = true
				for i := range n.Call.ArgNames {
					if p := b.paramOf(s, n.Call.ArgNames[i].Name); p != nil {
						p.Bound = true
					}
				}
			}
		}
	}
}

// auto marks the ports that a call passes by their names, and what it passes.
func (b *builder) auto(n *def.Node) {
	if !n.Auto {
		return
	}
	for i, p := range paramsOf(b.global(n.Call.Name.Name, Tree)) {
		named := slices.ContainsFunc(n.Call.ArgNames, func(a def.Name) bool { return a.Name == p.Name })
		if named || i < len(n.Call.Args) && (i >= len(n.Call.ArgNames) || n.Call.ArgNames[i].Name == "") {
			continue
		}
		given := b.localNamed(p.Name)
		if given == nil {
			given = b.global(p.Name, expressions...)
		}
		port := b.paramOf(b.global(n.Call.Name.Name, Tree), p.Name)
		for _, s := range []*Symbol{given, port} {
			if s != nil {
				s.Bound = true
			}
		}
	}
}

func (b *builder) selection(s *def.SelectClause) {
	if s != nil {
		b.nodes(s.Top, s.Within, s.Over)
	}
}

func (b *builder) goal(d *def.Goal) {
	b.params(d.Params)
	b.nodes(d.When, d.While, d.Until, d.Backoff)
	for _, w := range d.Ways {
		if w == nil {
			continue
		}
		b.within(b.title(Way, w.Name, w.NameAt, w), func() {
			b.nodes(w.When, w.Tries)
			for _, s := range w.Steps {
				b.step(s)
			}
		})
	}
	for _, i := range d.Interrupts {
		if i != nil {
			b.node(i.When, "")
			b.step(i.Step)
		}
	}
}

func (b *builder) step(s *def.GoalStep) {
	if s == nil {
		return
	}
	b.goalCall(&s.Call)
	b.nodes(s.While, s.Until, s.FailAfter, s.Retry, s.Backoff)
	for _, e := range s.Else {
		if e != nil {
			b.goalCall(e)
		}
	}
}

func (b *builder) goalCall(c *def.GoalCall) {
	if c.Plan {
		b.call(&c.Call, Task, Operator)
	} else {
		b.call(&c.Call, Action, Tree, Goal, Task, Operator)
	}
	b.node(c.When, "")
}

func (b *builder) brain(d *def.Brain) {
	for _, w := range d.Wants {
		if w != nil {
			b.scope(func() { b.wantLine(w) })
		}
	}
	if i := d.Inertia; i != nil {
		b.nodes(i.Bonus, i.Fade)
	}
	b.selection(d.Select)
	if e := d.Every; e != nil {
		b.nodes(e.Seconds, e.Gap)
	}
	if r := d.Repetition; r != nil {
		b.nodes(r.Penalty, r.Last)
	}
	if k := d.Backoff; k != nil {
		b.nodes(k.Seconds, k.Most)
	}
	if g := d.GiveUp; g != nil {
		b.nodes(g.After, g.For)
	}
	if d.Orders != nil {
		b.node(d.Orders.Score, "")
	}
}

func (b *builder) wantLine(w *def.Want) {
	if w.Each != nil {
		b.variable(w.Each)
		if n := len(b.locals); n > 0 && b.locals[n-1].Decl == w.Each {
			b.targets[w.Each] = b.locals[n-1]
		}
	}
	b.call(&w.Goal, Goal)
	b.nodes(w.Where, w.When, w.Score, w.Weight, w.Rank, w.Cooldown, w.ForgetWhen)
	for _, c := range w.Considers {
		if c != nil {
			b.consider(c)
		}
	}
	b.say(w.Say)
}

func (b *builder) consider(c *def.Consider) {
	b.title(Consideration, c.Name, c.NameAt, c)
	b.nodes(c.Value, c.From, c.To, c.Weight)
	if c.Through != nil {
		b.nodes(c.Through.Args...)
	}
}

// targetOf returns the variable that a want ranges over: a trait's score may use it. Where several wants have that name
// it is that of the first.
func (b *builder) targetOf(want string) *Symbol {
	var found *def.Want
	b.each(func(d def.Decl) {
		if d, ok := d.(*def.Brain); ok {
			for _, w := range d.Wants {
				if w != nil && found == nil && wantName(w) == want && w.Each != nil {
					found = w
				}
			}
		}
	})
	if found == nil {
		return nil
	}
	s := b.targets[found.Each]
	if s == nil { // the brain comes later
		s = &Symbol{Kind: Variable, Name: found.Each.Name, Decl: found.Each}
		b.targets[found.Each] = s
		b.ix.Symbols = append(b.ix.Symbols, s)
		b.types[s] = &typeName{name: found.Each.Type.Name}
	}
	return s
}

func wantName(w *def.Want) string {
	if w.As.Name != "" {
		return w.As.Name
	}
	return w.Goal.Name.Name
}
