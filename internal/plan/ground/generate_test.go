package ground_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes small random domains and problems whose parts have much to do with each other.
type generator struct {
	*rand.Rand
	preds   []int // how many parameters each has
	actions []int
	tasks   []int
}

func generate(seed uint64) (domain, problem string) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
	for range 3 + g.IntN(3) {
		g.preds = append(g.preds, g.IntN(3))
	}
	for range 2 + g.IntN(3) {
		g.actions = append(g.actions, g.IntN(4))
	}
	for range 1 + g.IntN(3) {
		g.tasks = append(g.tasks, g.IntN(3))
	}
	return g.domain(), g.problem()
}

// params declares parameters, of which one in so many is of a narrower type.
func (g *generator) params(n, narrow int) string {
	list := []string{}
	for i := range n {
		typ := "object"
		if g.IntN(narrow) == 0 {
			typ = []string{"a", "b"}[g.IntN(2)]
		}
		list = append(list, fmt.Sprintf("?x%d - %s", i, typ))
	}
	return "(" + strings.Join(list, " ") + ")"
}

func (g *generator) domain() string {
	var b strings.Builder
	b.WriteString("(define (domain d) (:requirements :hierarchy) (:types a b - object) (:constants c0 - a c1 - b) (:predicates")
	for i, n := range g.preds {
		fmt.Fprintf(&b, " (p%d%s)", i, declared(n))
	}
	b.WriteString(")\n")
	for i, n := range g.tasks {
		fmt.Fprintf(&b, "(:task t%d :parameters %s)\n", i, g.params(n, 12))
	}
	for i, n := range g.tasks {
		for k := range 1 + g.IntN(3) {
			vars := n + g.IntN(4)
			fmt.Fprintf(&b, "(:method m%d-%d :parameters %s :task (t%d %s) :precondition %s %s)\n",
				i, k, g.params(vars, 3), i, untyped(n), g.condition(vars, 2), g.network(vars, k == 0))
		}
	}
	for i, n := range g.actions {
		cond := g.condition(n, 2)
		if g.IntN(4) == 0 {
			cond = fmt.Sprintf("(and %s (exists (?x%d - object) %s))", cond, n, g.literal(n+1))
		}
		effect := "(and"
		for range 1 + g.IntN(3) {
			effect += " " + g.effect(n)
		}
		fmt.Fprintf(&b, "(:action act%d :parameters %s :precondition %s :effect %s))\n", i, g.params(n, 12), cond, effect)
	}
	return b.String() + ")"
}

// declared lists parameters of a predicate.
func declared(n int) string {
	if n == 0 {
		return ""
	}
	return " " + untyped(n) + " - object"
}

func untyped(n int) string {
	list := []string{}
	for i := range n {
		list = append(list, fmt.Sprintf("?x%d", i))
	}
	return strings.Join(list, " ")
}

func (g *generator) term(vars int) string {
	if n := g.IntN(vars + 1); n < vars {
		return fmt.Sprintf("?x%d", n)
	}
	return fmt.Sprintf("c%d", g.IntN(2))
}

func (g *generator) atom(vars int) string {
	p := g.IntN(len(g.preds))
	text := fmt.Sprintf("(p%d", p)
	for range g.preds[p] {
		text += " " + g.term(vars)
	}
	return text + ")"
}

func (g *generator) literal(vars int) string {
	switch g.IntN(8) {
	case 0, 1:
		return "(not " + g.atom(vars) + ")"
	case 2:
		return "(not (= " + g.term(vars) + " " + g.term(vars) + "))"
	case 3:
		if vars > 0 {
			return fmt.Sprintf("(= ?x%d %s)", g.IntN(vars), g.term(vars))
		}
	}
	return g.atom(vars)
}

func (g *generator) condition(vars, most int) string {
	text := "(and"
	for range g.IntN(most) {
		text += " " + g.literal(vars)
	}
	return text + ")"
}

func (g *generator) effect(vars int) string {
	switch g.IntN(7) {
	case 0, 1:
		return "(not " + g.atom(vars) + ")"
	case 2:
		return "(when " + g.literal(vars) + " " + g.atom(vars) + ")"
	case 3:
		return "(when " + g.atom(vars) + " (not " + g.atom(vars) + "))"
	}
	return g.atom(vars)
}

// network draws subtasks; a plain one has actions only.
func (g *generator) network(vars int, plain bool) string {
	text := []string{":ordered-subtasks", ":subtasks"}[g.IntN(2)] + " (and"
	for range min(1+g.IntN(3), 1+g.IntN(3)) - g.IntN(4)/3 {
		name, args := fmt.Sprintf("act%d", g.IntN(len(g.actions))), 0
		if !plain && g.IntN(2) == 0 {
			t := g.IntN(len(g.tasks))
			name, args = fmt.Sprintf("t%d", t), g.tasks[t]
		} else {
			args = g.actions[int(name[3]-'0')]
		}
		text += " (" + name
		for range args {
			text += " " + g.term(vars)
		}
		text += ")"
	}
	return text + ")"
}

func (g *generator) problem() string {
	var b strings.Builder
	b.WriteString("(define (problem p) (:domain d) (:objects o0 - a o1 - b) ")
	fmt.Fprintf(&b, "(:htn :parameters (?x0 - object) %s)\n(:init", g.network(1, false))
	for range 6 + g.IntN(12) {
		p := g.IntN(len(g.preds))
		fmt.Fprintf(&b, " (p%d", p)
		for range g.preds[p] {
			b.WriteString(" " + []string{"o0", "o1", "c0", "c1"}[g.IntN(4)])
		}
		b.WriteString(")")
	}
	b.WriteString(")")
	if g.IntN(3) == 0 {
		fmt.Fprintf(&b, " (:goal %s)", g.atom(0))
	}
	return b.String() + ")"
}
