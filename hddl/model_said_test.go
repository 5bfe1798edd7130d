package hddl_test

import (
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

// golden compares a text with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s differs; got\n%s", name, got)
	}
}

func TestModelKeepsNames(t *testing.T) {
	_, _, m := modelOf(t, "testdata/names.domain.hddl", "testdata/names.problem.hddl")
	golden(t, "testdata/names.krk", lang.Format(m.Files[0]))
}

func TestWhatModelsCannotSay(t *testing.T) {
	for _, c := range []struct{ name, domain, problem, want string }{
		{"an object of either type", "(:types a b)", "(:objects o - (either a b)) (:htn)",
			`an object of a model has one type, but "o" has several`},
		{"a number changed twice", "(:functions (f)) (:action a :effect (and (increase (f) 1) (forall (?x) (when (= ?x ?x) (assign (f) 2)))))",
			"(:htn)", "an action of a model changes a number only once: the last change counts"},
		{"a number set for each object", "(:functions (f)) (:action a :effect (forall (?x) (scale-up (f) 2)))",
			"(:htn)", "an action of a model changes a number only once: the last change counts"},
		{"numbers that may be the same", "(:functions (f ?x)) (:action a :parameters (?x ?y) :effect (and (increase (f ?x) 1) (decrease (f ?y) 1)))",
			"(:htn)", "warning: an action of a model changes a number only once: the last change counts"},
		{"metric", "(:functions (f) (g))", "(:htn) (:metric maximize (f))", "warning: a model cannot express this metric: each action costs 1"},
		{"metric of what is read", "(:functions (f)) (:action a :precondition (> (f) 1))", "(:htn) (:metric minimize (f))",
			"warning: a model cannot express this metric: each action costs 1"},
		{"an order that blocks cannot say", "(:action a)", "(:htn :subtasks (and (s (a)) (t (a)) (u (a)) (v (a))) :ordering (and (s < u) (t < u) (t < v)))",
			"warning: blocks cannot express this order of subtasks: 2 methods replace this one"},
		{"an order that would take too many", "(:action a)", "(:htn :subtasks (and " + crossed(false) + ") :ordering (and " + crossed(true) + "))",
			"ordered and unordered blocks cannot express this order of subtasks"},
		{"a mistake that Check finds", "(:action a :precondition (p))", "(:htn)", `unknown predicate "p"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, ds := hddl.ParseDomain(diag.NewSource("d", "(define (domain d) "+c.domain+")"))
			p, more := hddl.ParseProblem(diag.NewSource("p", "(define (problem p) (:domain d) "+c.problem+" (:init))"))
			ds.Append(more)
			if len(ds.All) > 0 {
				t.Fatal(ds.All[0].Error())
			}
			m, ds := modelOfHDDL(d, p)
			if len(ds.All) != 1 || !strings.Contains(ds.All[0].Error(), c.want) {
				t.Fatalf("%d findings, want %s: %v", len(ds.All), c.want, ds.All)
			}
			if strings.Contains(ds.All[0].Error(), "warning") != (m != nil) {
				t.Errorf("model %v", m)
			}
		})
	}
}

// crossed is eight times four subtasks in an order that blocks cannot say, or that order.
func crossed(order bool) string {
	var b strings.Builder
	for _, n := range strings.Split("1 2 3 4 5 6 7 8", " ") {
		text := "(sN (a)) (tN (a)) (uN (a)) (vN (a)) "
		if order {
			text = "(sN < uN) (tN < uN) (tN < vN) "
		}
		b.WriteString(strings.ReplaceAll(text, "N", n))
	}
	return b.String()
}
