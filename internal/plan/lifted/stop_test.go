package lifted_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// long is a piece of a domain and a problem that compiling works on for long, in a way of its own.
type long struct {
	name            string
	domain, problem string
	units           int  // that it takes at least, of which some thousands pass between two looks
	linear          bool // its ordering takes long
}

func longOnes(n int) []long {
	objects := names("o", n)
	const act = ":effect (done)) (:method m :parameters () :task (go) :ordered-subtasks (and (act)))"
	const head = "(:types t) (:predicates (near ?x ?y - t) (far ?x ?y - t) (never ?x ?y - t) (done)) (:task go :parameters ()) (:action touch :parameters (?x ?y - t) :effect (near ?x ?y)) "
	problem := "(:objects " + objects + "- t) (:htn :ordered-subtasks (and (go))) (:init)"
	var facts, subtasks strings.Builder
	for i := range n {
		for j := range n {
			fmt.Fprintf(&facts, "(near o%d o%d) ", i, j)
		}
		fmt.Fprintf(&subtasks, "(touch o%d o%d) ", i, (i+1)%n)
	}
	const all = "(forall (?x - t) (forall (?y - t) "
	network := "(:objects " + objects + "- t) (:htn :subtasks (and " + subtasks.String() + ")) (:init)"
	return []long{
		{name: "a condition", domain: head + "(:action act :parameters () :precondition " + all + "(near ?x ?y))) " + act, problem: problem, units: 4 * n * n},
		{name: "a condition that is known", domain: head + "(:action act :parameters () :precondition " + all + "(not (never ?x ?y)))) " + act, problem: problem, units: 2 * n * n},
		{name: "nothing, for all", domain: head + "(:action act :parameters () :precondition " + all + "(and))) " + act, problem: problem, units: n * n},
		{name: "effects", domain: head + "(:action act :parameters () :effect " + all + "(and (near ?x ?y) (not (far ?x ?y)) (not (near ?y ?x)))))) (:method m :parameters () :task (go) :ordered-subtasks (and (act)))", problem: problem, units: 3 * n * n},
		{name: "facts", domain: head + "(:action act :parameters () " + act, problem: "(:objects " + objects + "- t) (:htn :ordered-subtasks (and (go))) (:init " + facts.String() + ")", units: 2 * n * n},
		{name: "a network", domain: head + "(:method m :parameters () :task (go) :ordered-subtasks (and))", problem: network, units: n * n / 4},
		{name: "an order", domain: head + "(:method m :parameters () :task (go) :ordered-subtasks (and))", problem: network, units: n * n, linear: true},
	}
}

func names(prefix string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d ", prefix, i)
	}
	return b.String()
}

// run compiles, and puts into order, until stop says so.
func (l *long) run(t testing.TB, d *hddl.Domain, p *hddl.Problem, stop func() bool) (stopped bool) {
	t.Helper()
	if !l.linear {
		_, err := lifted.Compile(d, p, stop)
		if err != nil && !errors.Is(err, lifted.ErrStopped) {
			t.Fatal(err)
		}
		return err != nil
	}
	out, err := lifted.Compile(d, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out.Linear(stop) == nil
}

// TestCompilingStops: whatever compiling is at, it asks after some thousand steps whether to continue, and ends with
// the first no.
func TestCompilingStops(t *testing.T) {
	const unitsPerLook = 1 << 12
	for _, c := range longOnes(200) {
		t.Run(c.name, func(t *testing.T) {
			d, p := parsed(t, c.domain, c.problem)
			looks := 0
			if c.run(t, d, p, func() bool { looks++; return false }) {
				t.Fatal("it was stopped")
			}
			if want := c.units / unitsPerLook; looks < want {
				t.Errorf("it was asked %d times in %d units of work, want %d", looks, c.units, want)
			}
			for last := 1; last <= looks; last += 1 + looks/8 {
				seen := 0
				if !c.run(t, d, p, func() bool { seen++; return seen >= last }) || seen != last {
					t.Errorf("stopped at look %d of %d, it went on to look %d", last, looks, seen)
				}
			}
		})
	}
}

// TestAStoreIsMadeAsFarAsWanted: it asks after each fact, and omits the others with the first no.
func TestAStoreIsMadeAsFarAsWanted(t *testing.T) {
	p := mustCompile(t, "(:types t) (:predicates (p ?x - t)) (:task go :parameters ()) (:method m :parameters () :task (go) :ordered-subtasks (and))",
		"(:objects a b c - t) (:htn :ordered-subtasks (and (go))) (:init (p a) (p b) (p c))")
	for last := 1; last <= 3; last++ {
		if got := lifted.NewStore(p, func(facts int) bool { return facts < last }).Len(); got != last {
			t.Errorf("%d facts, want %d", got, last)
		}
	}
}
