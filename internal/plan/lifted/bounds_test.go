package lifted_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestConditionsAreBounded: an expanded condition that is too large is refused before it is made, and an allowed one is
// made in memory that grows with it.
func TestConditionsAreBounded(t *testing.T) {
	either := func(v string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "(p o%d %s) ", i, v)
		}
		return "(or " + b.String() + ")"
	}
	for _, c := range []struct {
		name, condition string
		objects         int
		refused         bool
	}{
		{"nested quantifiers over what is known", "(forall (?x - t) (forall (?y - t) (forall (?z - t) (not (never ?x ?y)))))", 120, true},
		{"nested quantifiers over what changes", "(forall (?x - t) (forall (?y - t) (exists (?z - t) (p ?x ?y))))", 1100, true},
		{"alternatives of alternatives", "(and " + either("o0", 4000) + either("o1", 4000) + ")", 4000, true},
		{"many parts in many alternatives", "(and (forall (?x - t) (p ?x ?x))" + either("o0", 3000) + ")", 3000, true},
		{"a long conjunction", "(forall (?x - t) (p ?x ?x))", 6000, false},
		{"alternatives, then a conjunction", "(and " + either("o0", 100) + "(forall (?x - t) (p ?x ?x)))", 2000, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var objects strings.Builder
			for i := range c.objects {
				fmt.Fprintf(&objects, "o%d ", i)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := compile(t, `(:types t) (:constants `+objects.String()+`- t) (:predicates (p ?x ?y - t) (never ?x ?y - t)) (:task go :parameters ())
				(:action act :parameters (?x - t) :precondition `+c.condition+` :effect (and (p ?x ?x)))
				(:method m :parameters (?x - t) :task (go) :ordered-subtasks (and (act ?x)))`,
				"(:objects other - t) (:htn :ordered-subtasks (and (go))) (:init)")
			runtime.ReadMemStats(&after)
			if refused := err != nil; refused != c.refused || refused && !strings.Contains(err.Error(), "written out") {
				t.Errorf("got the error %v", err)
			}
			if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<30 {
				t.Errorf("%d MiB were allocated", taken>>20)
			} else {
				t.Logf("%d MiB", taken>>20)
			}
		})
	}
}
