package search_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// generator writes random small domains and problems as HDDL text: all that conditions, effects and networks can say,
// with few names, so that things have to do with each other.
type generator struct {
	*rapid.T

	hierarchy int
	objects   []thing
	constants int // how many of the objects are the domain's
	preds     []signature
	actions   []signature
	tasks     []signature
	costs     bool
	counter   int
}

// thing is an object or a variable with its type, as it is written.
type thing struct{ name, typ string }

// signature is a name with the types of its parameters.
type signature struct {
	name   string
	params []string
}

// hierarchies are possible contents of :types, with the types below each type.
var hierarchies = []struct {
	text  string
	below map[string][]string
}{
	{"a b c - object", nil},
	{"a - object b - a c", map[string][]string{"a": {"b"}}},
	{"a b - object c - a c - b", map[string][]string{"a": {"c"}, "b": {"c"}}},
	{"a b - object c - (either a b)", map[string][]string{"a": {"c"}, "b": {"c"}}},
}

// below draws a number that is at least 0 and less than n.
func (g *generator) below(n int) int { return rapid.IntRange(0, n-1).Draw(g.T, "n") }

// oneIn is true once in n times; smaller examples have it false.
func (g *generator) oneIn(n int) bool { return g.below(n) == n-1 }

// pick draws one of a list.
func pick[T any](g *generator, list []T) T { return list[g.below(len(list))] }

// generate returns a domain and a problem.
func generate(t *rapid.T) (domain, problem string) {
	g := &generator{T: t}
	g.hierarchy = g.below(len(hierarchies))
	for i := range 2 + g.below(3) {
		g.objects = append(g.objects, thing{fmt.Sprintf("o%d", i), pick(g, []string{"a", "b", "c"})})
	}
	g.constants = g.below(3)
	g.costs = g.oneIn(3)
	g.preds = g.signatures("p", 2+g.below(3))
	g.actions = g.signatures("act", 2+g.below(3))
	g.tasks = g.signatures("task", 2+g.below(2))
	return g.domain(), g.problem()
}

func (g *generator) signatures(name string, count int) []signature {
	var list []signature
	for i := range count {
		s := signature{name: fmt.Sprintf("%s%d", name, i)}
		for range g.below(3) {
			s.params = append(s.params, g.typ())
		}
		list = append(list, s)
	}
	return list
}

// typ draws a type that has objects, if there is one.
func (g *generator) typ() string {
	var list []string
	for _, t := range []string{"a", "b", "c", "object", "(either a b)", "(either b c)"} {
		if len(g.of(t)) > 0 {
			list = append(list, t)
		}
	}
	return pick(g, list)
}

// of returns the objects of a type.
func (g *generator) of(typ string) []string {
	var list []string
	for _, o := range g.objects {
		for _, t := range strings.Fields(strings.Trim(typ, "()")) {
			if t == "object" || t == o.typ || slices.Contains(hierarchies[g.hierarchy].below[t], o.typ) {
				list = append(list, o.name)
				break
			}
		}
	}
	return list
}

// overlap reports whether something is of both types.
func (g *generator) overlap(a, b string) bool {
	of := g.of(b)
	return slices.ContainsFunc(g.of(a), func(o string) bool { return slices.Contains(of, o) })
}

// usable returns the objects that may be named: in the domain only its constants.
func (g *generator) usable(inDomain bool) []thing {
	if inDomain {
		return g.objects[:g.constants]
	}
	return g.objects
}

// scope holds the names in scope at a place.
type scope struct {
	vars     []thing
	inDomain bool
}

func (s scope) with(v thing) scope { return scope{append(slices.Clone(s.vars), v), s.inDomain} }

// term draws a variable or object that may stand for a parameter of a type; "" if there is none. Variables come more
// often.
func (g *generator) term(s scope, typ string) string {
	var list []string
	for _, v := range s.vars {
		if g.overlap(v.typ, typ) {
			list = append(list, v.name, v.name)
		}
	}
	for _, o := range g.usable(s.inDomain) {
		if slices.Contains(g.of(typ), o.name) {
			list = append(list, o.name)
		}
	}
	if list == nil {
		return ""
	}
	return pick(g, list)
}

// atom draws an atom whose arguments can be named; "" if there is none.
func (g *generator) atom(s scope) string {
	start := g.below(len(g.preds))
	for i := range g.preds {
		p := g.preds[(start+i)%len(g.preds)]
		text, ok := "("+p.name, true
		for _, typ := range p.params {
			arg := g.term(s, typ)
			text += " " + arg
			ok = ok && arg != ""
		}
		if ok {
			return text + ")"
		}
	}
	return ""
}

// literal draws an atom or its negation.
func (g *generator) literal(s scope) string {
	text := g.atom(s)
	if text != "" && g.oneIn(3) {
		text = "(not " + text + ")"
	}
	return text
}

// equality draws a comparison of two terms.
func (g *generator) equality(s scope) string {
	a, b := g.term(s, "object"), g.term(s, "object")
	if a == "" || a == b {
		return ""
	}
	return g.maybeNot("(= " + a + " " + b + ")")
}

func (g *generator) maybeNot(text string) string {
	if g.oneIn(2) {
		return "(not " + text + ")"
	}
	return text
}

// variable makes a new variable.
func (g *generator) variable(typ string) thing {
	g.counter++
	return thing{fmt.Sprintf("?v%d", g.counter), typ}
}

// formula draws a condition; it may be "".
func (g *generator) formula(s scope, depth int) string {
	kind := g.below(20)
	if depth == 0 {
		kind %= 15
	}
	switch {
	case kind < 12:
		return g.literal(s)
	case kind < 14:
		return g.equality(s)
	case kind == 14:
		if t := g.term(s, "object"); t != "" {
			return g.maybeNot("(typeof " + t + " - " + g.typ() + ")")
		}
		return ""
	case kind == 15:
		return "(or " + g.formula(s, depth-1) + " " + g.formula(s, depth-1) + ")"
	case kind == 16:
		a, b := g.formula(s, depth-1), g.formula(s, depth-1)
		if a == "" || b == "" {
			return a
		}
		return "(imply " + a + " " + b + ")"
	case kind == 17:
		if text := g.formula(s, depth-1); text != "" {
			return "(not " + text + ")"
		}
		return ""
	}
	v := g.variable(g.typ())
	body := g.formula(s.with(v), depth-1)
	if body == "" {
		return ""
	}
	return fmt.Sprintf("(%s (%s - %s) %s)", [...]string{"exists", "forall"}[kind-18], v.name, v.typ, body)
}

// condition draws a conjunction of few parts.
func (g *generator) condition(s scope) string {
	text := "(and"
	for range pick(g, []int{0, 1, 0, 2}) {
		text += " " + g.formula(s, 2)
	}
	return text + ")"
}

// effects draws what an action changes.
func (g *generator) effects(s scope) string {
	text := "(and"
	for range 1 + g.below(3) {
		text += " " + g.effect(s, 2)
	}
	if g.costs {
		text += fmt.Sprintf(" (increase (total-cost) %d)", g.below(4))
	}
	return text + ")"
}

func (g *generator) effect(s scope, depth int) string {
	kind := g.below(12)
	if depth == 0 {
		kind %= 10
	}
	switch kind {
	case 10:
		if body, cond := g.effect(s, depth-1), g.formula(s, 1); body != "" && cond != "" {
			return "(when " + cond + " " + body + ")"
		}
		return ""
	case 11:
		v := g.variable(g.typ())
		if body := g.effect(s.with(v), depth-1); body != "" {
			return fmt.Sprintf("(forall (%s - %s) %s)", v.name, v.typ, body)
		}
		return ""
	}
	text := g.atom(s)
	if text != "" && kind >= 6 {
		text = "(not " + text + ")"
	}
	return text
}

// params makes variables of types.
func (g *generator) params(types []string) []thing {
	var list []thing
	for _, t := range types {
		list = append(list, g.variable(t))
	}
	return list
}

// declared lists things with their types, each with a space before.
func declared(list []thing) string {
	text := ""
	for _, t := range list {
		text += " " + t.name + " - " + t.typ
	}
	return text
}

// written lists parameters in parentheses.
func written(vars []thing) string { return "(" + strings.TrimPrefix(declared(vars), " ") + ")" }

func (g *generator) domain() string {
	var b strings.Builder
	fmt.Fprintf(&b, "(define (domain d)\n  (:types %s)\n", hierarchies[g.hierarchy].text)
	if g.constants > 0 {
		fmt.Fprintf(&b, "  (:constants%s)\n", declared(g.objects[:g.constants]))
	}
	b.WriteString("  (:predicates")
	for _, p := range g.preds {
		fmt.Fprintf(&b, " (%s%s)", p.name, declared(g.params(p.params)))
	}
	b.WriteString(")\n")
	if g.costs {
		b.WriteString("  (:functions (total-cost))\n")
	}
	for _, t := range g.tasks {
		fmt.Fprintf(&b, "  (:task %s :parameters %s)\n", t.name, written(g.params(t.params)))
	}
	for i := range g.tasks {
		for k := range 1 + g.below(3) {
			b.WriteString(g.method(i, k))
		}
	}
	for _, a := range g.actions {
		vars := g.params(a.params)
		s := scope{vars, true}
		fmt.Fprintf(&b, "  (:action %s :parameters %s\n    :precondition %s\n    :effect %s)\n", a.name, written(vars), g.condition(s), g.effects(s))
	}
	return b.String() + ")\n"
}

// method draws the k-th method of a task.
func (g *generator) method(task, k int) string {
	t := g.tasks[task]
	s := scope{inDomain: true}
	call := "(" + t.name
	for _, typ := range t.params {
		arg := ""
		if g.oneIn(6) {
			arg = g.term(s, typ) // twice the same variable, or a constant
		}
		if arg == "" {
			v := g.variable(typ)
			if narrow := g.typ(); g.oneIn(6) && g.overlap(narrow, typ) {
				v.typ = narrow
			}
			s, arg = s.with(v), v.name
		}
		call += " " + arg
	}
	call += ")"
	if g.oneIn(3) {
		s = s.with(g.variable(g.typ()))
	}
	condition := g.condition(s)
	network := g.network(&s, g.below(4), task)
	return fmt.Sprintf("  (:method m%d-%d :parameters %s :task %s\n    :precondition %s\n    %s)\n", task, k, written(s.vars), call, condition, network)
}

// network draws subtasks. If nothing can be named as an argument, the scope gets another variable, which then occurs
// only in subtasks.
func (g *generator) network(s *scope, count, task int) string {
	var calls []string
	for range count {
		callee := g.callee(task)
		text := "(" + callee.name
		for _, typ := range callee.params {
			arg := g.term(*s, typ)
			if arg == "" || s.inDomain && g.oneIn(5) {
				v := g.variable(typ)
				*s, arg = s.with(v), v.name
			}
			text += " " + arg
		}
		calls = append(calls, text+")")
	}
	text := g.ordered(calls)
	if g.oneIn(4) {
		if constraint := g.equality(*s); constraint != "" {
			text += " :constraints (and " + constraint + ")"
		}
	}
	return text
}

// callee draws what a method of a task calls: often an action, and a task that comes later rather than an earlier one.
func (g *generator) callee(task int) signature {
	if g.below(3) < 2 {
		return pick(g, g.actions)
	}
	if later := g.tasks[task+1:]; len(later) > 0 && !g.oneIn(4) {
		return pick(g, later)
	}
	return pick(g, g.tasks)
}

// ordered writes subtasks in total order, in none, or in one between.
func (g *generator) ordered(calls []string) string {
	if len(calls) == 0 {
		return ":ordered-subtasks ()"
	}
	if g.below(2) == 0 {
		return ":ordered-subtasks (and " + strings.Join(calls, " ") + ")"
	}
	text, ordering := "", ""
	place := rapid.Permutation(numbers(len(calls))).Draw(g.T, "places")
	for i, c := range calls {
		text += fmt.Sprintf(" (t%d %s)", i, c)
		for k := range calls {
			if place[i] < place[k] && g.oneIn(2) {
				ordering += fmt.Sprintf(" (< t%d t%d)", i, k)
			}
		}
	}
	text = ":subtasks (and" + text + ")"
	if ordering != "" {
		text += " :ordering (and" + ordering + ")"
	}
	return text
}

func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func (g *generator) problem() string {
	var b strings.Builder
	fmt.Fprintf(&b, "(define (problem p) (:domain d)\n  (:objects%s)\n", declared(g.objects[g.constants:]))
	var s scope
	if g.oneIn(3) {
		s = s.with(g.variable(g.typ()))
	}
	network := g.network(&s, 1+g.below(3), -1)
	fmt.Fprintf(&b, "  (:htn :parameters %s %s)\n  (:init", written(s.vars), network)
	for _, p := range g.preds {
		for _, args := range g.instances(p.params) {
			if g.oneIn(2) {
				fmt.Fprintf(&b, " (%s%s)", p.name, args)
			}
		}
	}
	b.WriteString(")\n")
	if g.oneIn(2) {
		fmt.Fprintf(&b, "  (:goal (and %s %s))\n", g.formula(scope{}, 2), g.formula(scope{}, 1))
	}
	if g.costs {
		b.WriteString("  (:metric minimize (total-cost))\n")
	}
	return b.String() + ")\n"
}

// instances returns all choices of objects of the types, each with a space before.
func (g *generator) instances(types []string) []string {
	list := []string{""}
	for _, typ := range types {
		var longer []string
		for _, text := range list {
			for _, o := range g.of(typ) {
				longer = append(longer, text+" "+o)
			}
		}
		list = longer
	}
	return list
}
