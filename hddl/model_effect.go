package hddl

import "github.com/karakuri-ai/karakuri/internal/model/expr"

// effects returns the effects of an action, and its cost. Deletions come first: of two writes to one cell the later one
// stays, and a fact that is both deleted and added is added. Increases of a number add up, so each number has one sum
// of them.
func (m *modeller) effects(e Effect, v *vars) (list []expr.Effect, cost expr.Node) {
	g := &gains{m: m, params: len(v.list)}
	g.collect(e, v, nil, nil)
	list = append(m.writes(e, v, deletions, g), m.writes(e, v, additions, g)...)
	for i := range g.list {
		if x := &g.list[i]; x.function == m.cost {
			cost = x.sum()
		} else {
			list = append(list, x.effect())
		}
	}
	(&meetings{m: m, seen: map[string][]*expr.Assign{}}).effects(list, nil)
	return list, cost
}

// pass separates deletions from other effects.
type pass bool

const (
	deletions pass = false
	additions pass = true
)

// writes returns the effects of one pass.
func (m *modeller) writes(e Effect, v *vars, which pass, g *gains) []expr.Effect {
	switch e := e.(type) {
	case *Add:
		if which == additions {
			return []expr.Effect{m.write(e.Atom, v, true)}
		}
	case *Delete:
		if which == deletions {
			return []expr.Effect{m.write(e.Atom, v, false)}
		}
	case *Change:
		if which == additions && !g.takes(e, v) {
			return []expr.Effect{m.change(e, v)}
		}
	case *AndEffect:
		var list []expr.Effect
		for _, part := range e.Parts {
			list = append(list, m.writes(part, v, which, g)...)
		}
		return list
	case *ForallEffect:
		inner, where, bound := m.bound(e.Vars, v)
		body := m.writes(e.Body, inner, which, g)
		if len(bound) == 0 || len(body) == 0 {
			return body
		}
		return []expr.Effect{&expr.ForallEffect{At: e.At, Vars: bound, Where: joined(expr.And, where), Body: body}}
	case *When:
		cond, then := m.condition(e.If, v), m.writes(e.Then, v, which, g)
		if cond == nil || len(then) == 0 {
			return then
		}
		return []expr.Effect{&expr.IfEffect{At: e.At, Cond: cond, Then: then}}
	}
	return nil
}

func (m *modeller) write(a *Atom, v *vars, value bool) expr.Effect {
	return &expr.Assign{At: a.At, Target: m.cell(a.At, m.names.preds[a.Name.Text], a.Args, v), Value: truth(a.At, value)}
}

// change gives a function another value.
func (m *modeller) change(e *Change, v *vars) expr.Effect {
	target := m.cell(e.Fluent.At, m.names.fluents[e.Fluent.Name.Text], e.Fluent.Args, v)
	set := &expr.Assign{At: e.At, Target: target, Value: m.value(e.Value, v)}
	switch e.Op {
	case Increase:
		set.Op = expr.AssignAdd
	case Decrease:
		set.Op = expr.AssignSub
	case ScaleUp:
		set.Value = &expr.Binary{At: e.At, Op: expr.Mul, X: target, Y: m.number(e.Value, v)}
	case ScaleDown:
		set.Value = &expr.Binary{At: e.At, Op: expr.Div, X: target, Y: m.number(e.Value, v)}
	}
	return set
}
