package hddl

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// gains are by how much an action increases numbers that do not depend on what a quantifier binds.
type gains struct {
	m      *modeller
	params int // variables of the action
	list   []gain
}

// gain is the increases and decreases of one number.
type gain struct {
	function string
	target   *expr.Ref
	parts    []gainPart
}

// gainPart is one of them: for all bindings for which a condition holds.
type gainPart struct {
	at    diag.Span
	minus bool
	bound []expr.Var
	where expr.Node
	value expr.Node
}

// takes reports whether a change is one of those.
func (g *gains) takes(e *Change, v *vars) bool {
	if e.Op != Increase && e.Op != Decrease {
		return false
	}
	for _, arg := range e.Fluent.Args {
		if x := v.find(arg.Text); x != nil && arg.IsVar() && v.index(x) >= g.params {
			return false
		}
	}
	return true
}

// collect walks an effect, with the variables and conditions around it.
func (g *gains) collect(e Effect, v *vars, bound []expr.Var, where []expr.Node) {
	switch e := e.(type) {
	case *Change:
		if g.takes(e, v) {
			g.add(e, v, gainPart{e.At, e.Op == Decrease, bound, joined(expr.And, where), g.m.value(e.Value, v)})
		}
	case *AndEffect:
		for _, part := range e.Parts {
			g.collect(part, v, bound, where)
		}
	case *ForallEffect:
		inner, more, vars := g.m.bound(e.Vars, v)
		g.collect(e.Body, inner, slices.Concat(bound, vars), slices.Concat(where, more))
	case *When:
		g.collect(e.Then, v, bound, slices.Concat(where, g.m.conjuncts(e.If, v)))
	}
}

func (g *gains) add(e *Change, v *vars, part gainPart) {
	target := g.m.cell(e.Fluent.At, g.m.names.fluents[e.Fluent.Name.Text], e.Fluent.Args, v)
	text := expr.Print(target)
	for i := range g.list {
		if x := &g.list[i]; expr.Print(x.target) == text {
			x.parts = append(x.parts, part)
			return
		}
	}
	g.list = append(g.list, gain{e.Fluent.Name.Text, target, []gainPart{part}})
}

// effect returns the one change of the number.
func (x *gain) effect() expr.Effect {
	first := &x.parts[0]
	set := &expr.Assign{At: first.at, Target: x.target, Op: expr.AssignAdd}
	if first.minus {
		set.Op = expr.AssignSub
	}
	if len(x.parts) == 1 && first.bound == nil && first.where != nil {
		set.Value = first.value
		return &expr.IfEffect{At: first.at, Cond: first.where, Then: []expr.Effect{set}}
	}
	set.Value = x.sum()
	return set
}

// sum returns the parts together, as much as the first one's sign says.
func (x *gain) sum() expr.Node {
	sum := x.parts[0].amount()
	for i := range x.parts[1:] {
		part := &x.parts[i+1]
		op := expr.Add
		if part.minus != x.parts[0].minus {
			op = expr.Sub
		}
		sum = &expr.Binary{At: part.at, Op: op, X: sum, Y: part.amount()}
	}
	return sum
}

func (p *gainPart) amount() expr.Node {
	switch {
	case p.bound != nil:
		return &expr.Quant{At: p.at, Kind: expr.Sum, Vars: p.bound, Where: p.where, Body: p.value}
	case p.where != nil:
		return &expr.If{At: p.at, Cond: p.where, X: p.value, Else: &expr.Lit{At: p.at, Kind: expr.LitInt}}
	}
	return p.value
}

// meetings looks for changes that may be of the same number: HDDL makes them one after the other, in a model the last
// one stays.
type meetings struct {
	m    *modeller
	seen map[string][]*expr.Assign // by symbol
}

func (s *meetings) effects(list []expr.Effect, bound []expr.Var) {
	for _, e := range list {
		switch e := e.(type) {
		case *expr.Assign:
			if !isTruth(e.Value, true) && !isTruth(e.Value, false) {
				s.change(e, bound)
			}
		case *expr.IfEffect:
			s.effects(e.Then, bound)
		case *expr.ForallEffect:
			s.effects(e.Body, append(bound[:len(bound):len(bound)], e.Vars...))
		}
	}
}

func (s *meetings) change(a *expr.Assign, bound []expr.Var) {
	const message = "an action of a model changes a number only once: the last change counts"
	for _, v := range bound {
		if !mentions(a.Target, v.Name) {
			s.m.ds.Errorf(diag.NotInModel, a.At, message)
			return
		}
	}
	name := a.Target.Name
	for _, b := range s.seen[name] {
		if expr.Print(a.Target) == expr.Print(b.Target) {
			s.m.ds.Errorf(diag.NotInModel, a.At, message)
			return
		}
	}
	if len(s.seen[name]) > 0 {
		s.m.ds.Warnf(diag.NotInModel, a.At, message).Hint = "this change and the one before may have the same target"
	}
	s.seen[name] = append(s.seen[name], a)
}
