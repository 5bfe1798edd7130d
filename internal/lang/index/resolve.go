package index

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// resolve walks all declarations and adds what they mention.
func (b *builder) resolve() {
	b.each(func(d def.Decl) {
		b.within(b.tops[d], func() { b.decl(d) })
	})
}

func (b *builder) decl(d def.Decl) {
	switch d := d.(type) {
	case *def.TypeDecl:
		for _, n := range d.Parents {
			b.mention(n, Reads, Type)
		}
	case *def.Objects:
		b.mention(d.Type, Reads, Type)
	case *def.Const:
		b.typeName(d.Type)
		b.node(d.Value, nameOf(d.Type))
	case *def.State:
		for _, s := range d.Symbols {
			if s != nil {
				b.within(b.tops[s], func() { b.stateLine(s) })
			}
		}
	case *def.Init:
		b.lines(d.Effects)
	case *def.Function:
		b.params(d.Params)
		b.typeName(&d.Result)
	case *def.Action:
		b.action(d)
	case *def.Operator:
		b.operator(d)
	case *def.Task:
		b.params(d.Params)
		for _, m := range d.Methods {
			if m != nil {
				b.within(b.title(Method, m.Name, m.NameAt, m), func() { b.method(m) })
			}
		}
	default:
		b.mindDecl(d)
	}
}

func (b *builder) mindDecl(d def.Decl) {
	switch d := d.(type) {
	case *def.Tree:
		b.tree(d)
	case *def.Goal:
		b.goal(d)
	case *def.Brain:
		b.brain(d)
	case *def.Personality:
		for _, t := range d.Traits {
			if t != nil {
				b.trait(t)
			}
		}
	case *def.Sense:
		b.senseClauses(d.Clauses)
	case *def.Memory:
		b.senseClauses(d.Clauses)
	case *def.Squad:
		b.squad(d)
	case *def.Agent:
		b.agent(d)
	case *def.Test:
		b.within(b.title(Test, d.Name, d.NameAt, d), func() { b.test(d) })
	case *def.Import:
		if d.File != nil && d.NameAt.Src != nil {
			b.implied(def.Name{At: d.NameAt, Name: d.File.Name}, File)
		}
	}
}

func (b *builder) stateLine(s *def.Symbol) {
	b.params(s.Params)
	b.typeName(s.Type)
	b.node(s.Default, nameOf(s.Type))
	b.node(s.Derived, "")
}

// nameOf returns the name of a type; "" for none.
func nameOf(t *expr.TypeName) string {
	if t == nil {
		return ""
	}
	return t.Name
}

// params declares parameters until the scope ends.
func (b *builder) params(list []def.Param) {
	for i := range list {
		for k := range list[i].Types {
			b.typeName(&list[i].Types[k])
		}
		b.param(&list[i])
	}
}

func (b *builder) lines(list []*def.EffectLine) {
	for _, l := range list {
		if l != nil {
			b.effect(l.Effect)
		}
	}
}

func (b *builder) action(d *def.Action) {
	b.params(d.Params)
	for _, n := range d.Uses {
		b.implied(n, Resource)
	}
	for _, n := range d.Needs {
		if n == nil {
			continue
		}
		if p := b.localNamed(n.What.Name); p != nil {
			b.add(n.What.At, p, Reads)
		} else {
			b.mention(n.What, Reads, Token)
		}
		b.node(n.Priority, "")
	}
	b.node(d.Grace, "")
}

func (b *builder) operator(d *def.Operator) {
	b.params(d.Params)
	b.node(d.When, "")
	b.deed(&d.Deed)
	if c := d.Claim; c != nil {
		b.localNames(c.Names)
		b.node(c.Priority, "")
	}
	b.nodes(d.Until, d.While, d.SucceedAfter, d.FailAfter, d.Retry, d.Cost, d.Commit, d.Cooldown.Time, d.Cooldown.Wait)
	b.effects(d.Effect)
	b.implied(d.Cooldown.Shared, Cooldown)
	b.ban(d.Ban)
	b.say(d.Say)
}

func (b *builder) deed(d *def.Deed) {
	if d.Do != nil {
		b.doing(d.Do)
	}
	if d.Parallel != nil {
		for _, c := range d.Parallel.Calls {
			if c != nil {
				b.doing(&c.Do)
			}
		}
	}
}

// doing resolves a call of what an operator does: an order, or an action, a tree or a goal.
func (b *builder) doing(c *def.Call) {
	if c.Role.Name != "" {
		b.mention(c.Role, Reads, RoleName)
		b.call(c, Goal, Task)
		return
	}
	b.call(c, Action, Tree, Goal)
}

// call resolves a call, with its arguments.
func (b *builder) call(c *def.Call, kinds ...Kind) {
	if c == nil {
		return
	}
	var s *Symbol
	if c.Todo == "" {
		s = b.mention(c.Name, Calls, kinds...)
	}
	params := paramsOf(s)
	for i, a := range c.Args {
		hint := ""
		switch named := i < len(c.ArgNames) && c.ArgNames[i].Name != ""; {
		case named:
			b.argName(c.ArgNames[i], s)
			hint = paramType(params, func(_ int, p *def.Param) bool { return p.Name == c.ArgNames[i].Name })
		default:
			hint = paramType(params, func(k int, _ *def.Param) bool { return k == i })
		}
		b.node(a, hint)
	}
}

// argName adds the name before an argument: a parameter of what is called.
func (b *builder) argName(n def.Name, called *Symbol) {
	var found *Symbol
	if called != nil {
		found = b.paramOf(called, n.Name)
	}
	b.add(n.At, found, Reads)
}

// paramsOf returns the parameters of what is called.
func paramsOf(s *Symbol) []*def.Param {
	if s == nil {
		return nil
	}
	var list []*def.Param
	add := func(params []def.Param) {
		for i := range params {
			list = append(list, &params[i])
		}
	}
	switch d := s.Decl.(type) {
	case *def.Action:
		add(d.Params)
	case *def.Operator:
		add(d.Params)
	case *def.Task:
		add(d.Params)
	case *def.Goal:
		add(d.Params)
	case *def.Function:
		add(d.Params)
	case *def.Symbol:
		add(d.Params)
	case *def.Tree:
		for i := range d.Params {
			list = append(list, &d.Params[i].Param)
		}
	}
	return list
}

// paramType returns the name of the type of the first parameter that is meant, if it has one type.
func paramType(list []*def.Param, meant func(int, *def.Param) bool) string {
	for i, p := range list {
		if meant(i, p) && len(p.Types) == 1 {
			return p.Types[0].Name
		}
	}
	return ""
}

func (b *builder) localNames(list []def.Name) {
	for _, n := range list {
		if n.Name != "" {
			b.add(n.At, b.localNamed(n.Name), Reads)
		}
	}
}

func (b *builder) ban(d *def.BanClause) {
	if d != nil {
		b.nodes(d.Time, d.Until)
		b.localNames(d.By)
	}
}

func (b *builder) say(d *def.SayClause) {
	if d != nil {
		b.nodes(d.Gap, d.Squad)
		b.node(d.As, b.said)
	}
}

func (b *builder) method(m *def.Method) {
	b.node(m.When, "")
	b.vars(m.Each)
	b.nodes(m.Where, m.Order, m.Margin, m.While, m.FailAfter)
	b.ban(m.Ban)
	b.say(m.Say)
	b.block(&m.Body)
}

func (b *builder) block(d *def.Block) {
	if d == nil {
		return
	}
	for _, item := range d.Items {
		if item != nil {
			b.call(item.Call, Task, Operator)
			b.block(item.Block)
		}
	}
}

// vars declares variables until the scope ends.
func (b *builder) vars(list []expr.Var) {
	for i := range list {
		b.variable(&list[i])
	}
}

func (b *builder) variable(v *expr.Var) {
	b.typeName(&v.Type)
	b.node(v.From, "")
	b.local(Variable, v.Name, v.At, v, &v.Type)
}

func (b *builder) squad(d *def.Squad) {
	for _, p := range d.Plans {
		b.planLine(p)
	}
	b.idle(d.Idle)
	for _, r := range d.Roles {
		if r == nil {
			continue
		}
		b.nodes(r.Min, r.Max)
		b.scope(func() {
			if r.Each != nil {
				b.variable(r.Each)
			}
			b.nodes(r.Score, r.Bonus)
		})
	}
	for _, t := range d.Tokens {
		if t != nil {
			b.nodes(t.Count, t.Lease)
		}
	}
	for _, s := range d.Slots {
		if s != nil {
			b.mention(s.Type, Reads, Type)
			b.nodes(s.Count, s.Lease)
		}
	}
	if d.Superior != nil {
		b.mention(d.Superior.What, Reads, Squad)
	}
}

func (b *builder) planLine(p *def.PlanLine) {
	if p != nil {
		b.call(&p.Task, Task, Operator)
		b.nodes(p.When, p.Every)
	}
}

func (b *builder) idle(d *def.IdleLine) {
	if d != nil {
		b.call(&d.Do, Action, Tree, Goal)
	}
}

func (b *builder) agent(d *def.Agent) {
	for _, p := range d.Plans {
		b.planLine(p)
	}
	if t := d.Tree; t != nil {
		b.call(&t.Call, Tree)
		b.overrides(t.Overrides)
	}
	if d.Brain != nil {
		b.mention(d.Brain.Brain, Reads, Brain)
		b.mention(d.Brain.Personality, Reads, Personality)
	}
	b.idle(d.Idle)
	if d.Body != nil {
		b.mention(d.Body.Type, Reads, Type)
	}
	if d.Squad != nil {
		b.mention(d.Squad.What, Reads, Squad)
	}
	for _, r := range d.Reactions {
		if r != nil {
			b.call(&r.Do, Action, Tree, Goal)
			b.nodes(r.On, r.Cooldown)
			b.say(r.Say)
		}
	}
	for _, l := range d.Alerts {
		if l != nil {
			b.alert(l)
		}
	}
	for _, l := range d.Layers {
		if l != nil {
			b.title(Layer, l.Name, l.NameAt, l)
			b.call(&l.Do, Action, Tree, Goal)
		}
	}
	for _, u := range d.Senses {
		if u != nil {
			b.mention(u.What, Reads, Sense)
		}
	}
	for _, u := range d.Memories {
		if u != nil {
			b.mention(u.What, Reads, Memory)
		}
	}
}

// alert takes a line of alertness: its level is a value of the enum that a remembered symbol without parameters has.
func (b *builder) alert(l *def.Alert) {
	if l.Level.Name != "" {
		var level *Symbol
		for _, v := range b.values[l.Level.Name] {
			if t := b.types[v]; t != nil && b.levels[t.name] {
				level = v
			}
		}
		b.add(l.Level.At, level, Reads)
	}
	b.scope(func() {
		if l.Each != nil {
			b.variable(l.Each)
		}
		b.nodes(l.Where, l.Hold)
	})
	b.say(l.Say)
}

func (b *builder) senseClauses(list []*def.SenseClause) {
	for _, c := range list {
		if c != nil {
			b.nodes(c.Values...)
		}
	}
}

func (b *builder) trait(t *def.Trait) {
	s := b.names[key{wants, t.Want.Name}]
	b.add(t.Want.At, s, Reads)
	b.node(t.Scale, "")
	b.scope(func() {
		if v := b.targetOf(t.Want.Name); v != nil {
			b.locals = append(b.locals, v)
		}
		b.node(t.Score, "")
	})
}

func (b *builder) test(d *def.Test) {
	for _, a := range d.Agents {
		if a != nil {
			b.mention(a.Kind, Reads, Agent, Squad)
			b.node(a.Count, "")
		}
	}
	for _, o := range d.Objects {
		if o == nil {
			continue
		}
		b.mention(o.Type, Reads, Type)
		for _, n := range o.Names {
			b.local(Object, n.Name, n.At, o, &expr.TypeName{Name: o.Type.Name})
		}
	}
	b.lines(d.Given)
	b.call(d.Task, Task, Operator)
	for _, w := range d.When {
		if w != nil {
			b.mention(w.Action, Reads, Action)
			b.node(w.After, "")
		}
	}
	for _, e := range d.Events {
		if e != nil {
			b.node(e.Time, "")
			b.effects(e.Effects)
		}
	}
	b.node(d.Run, "")
	for i := range d.Expect.Steps {
		b.call(&d.Expect.Steps[i], Operator)
	}
	for _, c := range d.Checks {
		b.check(c)
	}
}

func (b *builder) check(c *def.TestCheck) {
	if c == nil {
		return
	}
	b.call(c.Starts, Operator, Action, Goal, Tree)
	b.call(c.No, Operator, Action, Goal, Tree)
	for _, n := range []def.Name{c.Wants, c.Over} {
		if n.Name != "" {
			b.add(n.At, b.names[key{wants, n.Name}], Reads)
		}
	}
	b.nodes(c.Always, c.Never, c.Eventually, c.Finally, c.Within)
}
