package hddl_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/hddl"
)

// generator draws trees that need not make sense: writing and reading do not look names up.
type generator struct{ *rapid.T }

func (g generator) below(n int) int { return rapid.IntRange(0, n-1).Draw(g.T, "n") }

func (g generator) name() hddl.Name {
	return hddl.Name{Text: rapid.SampledFrom([]string{"a", "At", "at", "truck_1", "x--y", "1", "über", "a#[1]", "typeof", "define"}).Draw(g.T, "name")}
}

func (g generator) variable() hddl.Name {
	return hddl.Name{Text: rapid.SampledFrom([]string{"?t2", "?T2", "?x-y", "??"}).Draw(g.T, "variable")}
}

func (g generator) term() hddl.Name {
	if g.below(2) == 0 {
		return g.variable()
	}
	return g.name()
}

func many[T any](g generator, most int, draw func() T) []T {
	var list []T
	for range g.below(most + 1) {
		list = append(list, draw())
	}
	return list
}

// typ draws a type with at least as many names as least.
func (g generator) typ(least int) hddl.Type {
	var t hddl.Type
	for range least + g.below(3-least) {
		t.Names = append(t.Names, g.name())
	}
	return t
}

// params draws variables; those without a type come last, as in parsed files.
func (g generator) params() []hddl.Param {
	list := many(g, 3, func() hddl.Param { return hddl.Param{Name: g.variable(), Type: g.typ(1)} })
	return append(list, many(g, 1, func() hddl.Param { return hddl.Param{Name: g.variable()} })...)
}

func (g generator) call() hddl.Call {
	return hddl.Call{Name: g.name(), Args: many(g, 3, g.term)}
}

func (g generator) atom() *hddl.Atom {
	return &hddl.Atom{Name: g.name(), Args: many(g, 3, g.term)}
}

func (g generator) fluent() *hddl.Fluent {
	return &hddl.Fluent{Name: g.name(), Args: many(g, 3, g.term)}
}

func (g generator) literal() *hddl.Literal {
	v := g.below(100) - 50
	return &hddl.Literal{Text: fmt.Sprint(v), Value: float64(v)}
}

func (g generator) number(depth int) hddl.Number {
	switch n := g.below(5); {
	case n < 2 || depth == 0:
		return g.literal()
	case n < 4:
		return g.fluent()
	}
	op := rapid.SampledFrom([]hddl.ArithOp{hddl.Plus, hddl.Minus, hddl.Times, hddl.Over}).Draw(g.T, "op")
	return &hddl.Arith{Op: op, Parts: []hddl.Number{g.number(depth - 1), g.number(depth - 1)}}
}

func (g generator) formula(depth int) hddl.Formula {
	if depth == 0 {
		return g.atom()
	}
	sub := func() hddl.Formula { return g.formula(depth - 1) }
	switch g.below(10) {
	case 0:
		return &hddl.Equal{Left: g.term(), Right: g.term()}
	case 1:
		return &hddl.OfType{Arg: g.term(), Type: g.typ(1)}
	case 2:
		return &hddl.Compare{Op: hddl.CompareOp(g.below(5)), Left: g.fluent(), Right: g.number(2)}
	case 3:
		return &hddl.Not{Part: sub()}
	case 4:
		return &hddl.And{Parts: many(g, 4, sub)}
	case 5:
		return &hddl.Or{Parts: many(g, 4, sub)}
	case 6:
		return &hddl.Imply{If: sub(), Then: sub()}
	case 7:
		return &hddl.Forall{Vars: g.params(), Body: sub()}
	case 8:
		return &hddl.Exists{Vars: g.params(), Body: sub()}
	}
	return g.atom()
}

func (g generator) effect(depth int) hddl.Effect {
	sub := func() hddl.Effect { return g.effect(depth - 1) }
	switch n := g.below(6); {
	case n == 0 && depth > 0:
		return &hddl.AndEffect{Parts: many(g, 4, sub)}
	case n == 1 && depth > 0:
		return &hddl.ForallEffect{Vars: g.params(), Body: sub()}
	case n == 2 && depth > 0:
		return &hddl.When{If: g.formula(2), Then: sub()}
	case n == 3:
		return &hddl.Delete{Atom: g.atom()}
	case n == 4:
		return &hddl.Change{Op: hddl.ChangeOp(g.below(5)), Fluent: g.fluent(), Value: g.number(2)}
	}
	return &hddl.Add{Atom: g.atom()}
}

func (g generator) network() hddl.Network {
	return hddl.Network{
		Ordered: g.below(2) == 0,
		Subtasks: many(g, 3, func() hddl.Subtask {
			s := hddl.Subtask{Call: g.call()}
			if g.below(2) == 0 {
				s.Label = g.name()
			}
			return s
		}),
		Ordering:    many(g, 3, func() hddl.Order { return hddl.Order{Before: g.name(), After: g.name()} }),
		Constraints: &hddl.And{Parts: many(g, 2, func() hddl.Formula { return g.formula(1) })},
	}
}

func (g generator) objects() []hddl.Object {
	return many(g, 5, func() hddl.Object { return hddl.Object{Name: g.name(), Type: g.typ(0)} })
}

func (g generator) requirements() []hddl.Name {
	return many(g, 2, func() hddl.Name { return hddl.Name{Text: ":" + g.name().Text} })
}

func (g generator) domain() *hddl.Domain {
	return &hddl.Domain{
		Name:         g.name(),
		Requirements: g.requirements(),
		Types:        many(g, 5, func() hddl.TypeDecl { return hddl.TypeDecl{Name: g.name(), Parents: g.typ(0)} }),
		Constants:    g.objects(),
		Predicates:   many(g, 3, func() hddl.Predicate { return hddl.Predicate{Name: g.name(), Params: g.params()} }),
		Functions:    many(g, 3, func() hddl.Function { return hddl.Function{Name: g.name(), Params: g.params()} }),
		Tasks:        many(g, 3, func() hddl.Task { return hddl.Task{Name: g.name(), Params: g.params()} }),
		Methods: many(g, 3, func() hddl.Method {
			return hddl.Method{Name: g.name(), Params: g.params(), Task: g.call(), Precondition: g.formula(3), Network: g.network()}
		}),
		Actions: many(g, 3, func() hddl.Action {
			return hddl.Action{Name: g.name(), Params: g.params(), Precondition: g.formula(3), Effect: g.effect(3)}
		}),
	}
}

func (g generator) fact() hddl.Fact {
	switch g.below(3) {
	case 0:
		return &hddl.NotFact{Atom: g.atom()}
	case 1:
		return &hddl.SetFact{Fluent: g.fluent(), Value: g.literal()}
	}
	return g.atom()
}

func (g generator) problem() *hddl.Problem {
	p := &hddl.Problem{
		Name: g.name(), Domain: g.name(), Requirements: g.requirements(), Objects: g.objects(), Init: many(g, 5, g.fact), Goal: g.formula(3),
	}
	if g.below(4) > 0 {
		p.HTN = &hddl.HTN{Params: g.params(), Network: g.network()}
	}
	if g.below(2) == 0 {
		p.Metric = &hddl.Metric{Maximize: g.below(2) == 0, Value: g.number(3)}
	}
	return p
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := generator{r}
		domainAgain(r, g.domain())
		problemAgain(r, g.problem())
	})
}

// Checking must stand whatever the parser lets through.
func TestCheckingSenselessTreesEnds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := generator{r}
		hddl.Check(g.domain(), g.problem())
	})
}
