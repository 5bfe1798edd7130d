package lifted

import (
	"slices"

	"github.com/karakuri-ai/karakuri/hddl"
)

func (c *compiler) actions() {
	for i := range c.d.Actions {
		a := &c.d.Actions[i]
		s := c.scope(a.Params)
		c.primitive(c.tasks[a.Name.Text], s, s.normal(a.Precondition, false), func(act *Action) {
			c.effect(s, a.Effect, nil, act)
			act.Del = c.without(act.Del, act.Add)
		})
	}
}

// primitive gives a task an action for each alternative of the condition.
func (c *compiler) primitive(task int32, s *scope, ways alternatives, effects func(*Action)) {
	params := len(c.out.Tasks[task].Params)
	schemas := c.schemas(s, task, params, ways)
	for _, schema := range schemas {
		act := Action{Schema: schema}
		s.types, s.open = s.types[:params:params], false
		effects(&act)
		of := task
		if len(schemas) > 1 {
			of = c.variant(task)
			act.Task = of
		}
		c.out.Tasks[of].Action = int32(len(c.out.Actions))
		c.out.Actions = append(c.out.Actions, act)
	}
}

// variant makes a task for one alternative of an action, and the hidden method that leads to it.
func (c *compiler) variant(task int32) int32 {
	t := &c.out.Tasks[task]
	of := c.task(Task{Name: t.Name, Params: t.Params, Action: -1, Hidden: task == c.out.Goal})
	t = &c.out.Tasks[task]
	t.Hidden = true
	m := Method{Schema: Schema{Name: t.Name, Task: task, Vars: t.Params, Params: len(t.Params)}, Total: true, Hidden: true}
	for v := range t.Params {
		m.TaskArgs = append(m.TaskArgs, Term(v))
	}
	m.Subtasks = []Call{{Task: of, Args: m.TaskArgs}}
	t.Methods = append(t.Methods, int32(len(c.out.Methods)))
	c.out.Methods = append(c.out.Methods, m)
	return of
}

// schemas makes a schema for each alternative of a condition, with the variables that it needs. It omits alternatives
// that need an object of an empty type.
func (c *compiler) schemas(s *scope, task int32, params int, ways alternatives) []Schema {
	var list []Schema
	for _, way := range ways {
		schema := Schema{Name: c.out.Tasks[task].Name, Task: task, Vars: s.types[:params:params], Params: params}
		if slices.Contains(schema.Vars, Empty) {
			return nil
		}
		rename := map[Term]Term{}
		for _, l := range way {
			c.tick(1)
			args := slices.Clone(l.Args)
			for i, t := range args {
				if !t.IsVar() || int(t) < params {
					continue
				}
				if _, known := rename[t]; !known {
					rename[t] = Term(len(schema.Vars))
					schema.Vars = append(schema.Vars, s.types[t])
				}
				args[i] = rename[t]
			}
			l.Args = args
			schema.Pre = append(schema.Pre, l)
		}
		list = append(list, schema)
	}
	return list
}

// effect adds an effect to an action, under a condition that holds before the action; nil for none.
func (c *compiler) effect(s *scope, e hddl.Effect, cond *CondEffect, act *Action) {
	add, del := &act.Add, &act.Del
	if cond != nil {
		add, del = &cond.Add, &cond.Del
	}
	switch e := e.(type) {
	case *hddl.Add:
		*add = append(*add, Atom{c.preds[e.Atom.Name.Text], s.terms(e.Atom.Args)})
	case *hddl.Delete:
		*del = append(*del, Atom{c.preds[e.Atom.Name.Text], s.terms(e.Atom.Args)})
	case *hddl.AndEffect:
		for _, part := range e.Parts {
			c.effect(s, part, cond, act)
		}
	case *hddl.ForallEffect:
		c.universal(s, e.Vars, e.Body, cond, act)
	case *hddl.When:
		c.conditional(s, e, cond, act)
	case *hddl.Change:
		if cond == nil && e.Fluent.Name.Text == c.costs {
			c.cost(s, e, &act.Cost)
		}
	}
}

func (c *compiler) universal(s *scope, vars []hddl.Param, body hddl.Effect, cond *CondEffect, act *Action) {
	if len(vars) == 0 {
		c.effect(s, body, cond, act)
		return
	}
	name := vars[0].Name.Text
	defer s.shadow(name)()
	for _, o := range c.out.Types[c.typeOf(vars[0].Type)].List {
		c.tick(1)
		if s.size++; s.size > MaxLiterals {
			break
		}
		s.vars[name] = Const(o)
		c.universal(s, vars[1:], body, cond, act)
	}
	if s.size > MaxLiterals && !s.over {
		s.over = true
		c.unsupported(body.Span(), "say it of fewer objects", "written out, this effect has more than %d parts", MaxLiterals)
	}
}

// conditional adds a conditional effect for each alternative of its condition.
func (c *compiler) conditional(s *scope, e *hddl.When, outer *CondEffect, act *Action) {
	for _, way := range s.normal(e.If, false) {
		if len(way) == 0 && outer == nil {
			c.effect(s, e.Then, nil, act)
			continue
		}
		ce := CondEffect{If: way}
		if outer != nil {
			ce.If = append(outer.If[:len(outer.If):len(outer.If)], way...)
		}
		c.effect(s, e.Then, &ce, act)
		if ce.Del = c.without(ce.Del, ce.Add); len(ce.Add)+len(ce.Del) > 0 {
			act.Cond = append(act.Cond, ce)
		}
	}
}

// without returns the atoms of a list that are not in another.
func (c *compiler) without(list, other []Atom) []Atom {
	if len(list) == 0 || len(other) == 0 {
		return list
	}
	has := LiteralSet{}
	for _, a := range other {
		c.tick(1)
		has.Add(Literal{Pred: a.Pred, Args: a.Args})
	}
	return slices.DeleteFunc(list, func(a Atom) bool {
		c.tick(1)
		return has.Has(Literal{Pred: a.Pred, Args: a.Args})
	})
}

// goal makes a task for the goal.
func (c *compiler) goal() {
	s := c.scope(nil)
	ways := s.normal(c.in.Goal, false)
	if len(ways) == 1 && len(ways[0]) == 0 {
		return
	}
	c.out.Goal = c.task(Task{Name: "goal", Action: -1, Hidden: true})
	c.primitive(c.out.Goal, s, ways, func(*Action) {})
}
