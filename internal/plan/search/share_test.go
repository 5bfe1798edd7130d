package search_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/search"
)

// vaultDomain is a vault with dials, each of which has one right number. Depth-first search tries one combination after
// the other; best-first search sees that each right number is a step nearer.
const vaultDomain = `(define (domain vault)
	(:types dial number)
	(:predicates (right ?d - dial ?n - number) (set ?d - dial) (turned ?d - dial) (at ?d - dial ?n - number) (next ?a ?b - dial))
	(:task open :parameters (?d - dial))
	(:method turn :parameters (?d ?e - dial ?n - number) :task (open ?d) :precondition (next ?d ?e)
		:ordered-subtasks (and (turn-to ?d ?n) (open ?e)))
	(:method last :parameters (?d - dial) :task (open ?d) :ordered-subtasks (and (pull)))
	(:action turn-to :parameters (?d - dial ?n - number) :precondition (not (turned ?d))
		:effect (and (turned ?d) (at ?d ?n) (when (right ?d ?n) (set ?d))))
	(:action pull :parameters ()))`

// vault returns a problem with so many dials and numbers.
func vault(dials, numbers int) string {
	var objects, init, goal strings.Builder
	for i := range dials {
		fmt.Fprintf(&objects, "d%d ", i)
		fmt.Fprintf(&init, "(right d%d n%d) ", i, (5*i+2)%numbers)
		fmt.Fprintf(&goal, "(set d%d) ", i)
		if i > 0 {
			fmt.Fprintf(&init, "(next d%d d%d) ", i-1, i)
		}
	}
	objects.WriteString("end - dial ")
	for i := range numbers {
		fmt.Fprintf(&objects, "n%d ", i)
	}
	return fmt.Sprintf("(define (problem p) (:domain vault) (:objects %s - number) (:htn :ordered-subtasks (and (open d0))) (:init %s (next d%d end)) (:goal (and %s)))",
		objects.String(), init.String(), dials-1, goal.String())
}

// mazeDomain has a plan that depth-first search walks straight to, while instantiating it takes each door with each
// room.
const mazeDomain = `(define (domain maze)
	(:types room)
	(:predicates (in ?r - room) (door ?a ?b - room) (lit ?a ?b ?c - room))
	(:task walk :parameters (?to - room))
	(:method there :parameters (?to - room) :task (walk ?to) :precondition (in ?to) :ordered-subtasks ())
	(:method on :parameters (?to ?a ?b ?c - room) :task (walk ?to) :precondition (and (in ?a) (door ?a ?b))
		:ordered-subtasks (and (light ?a ?b ?c) (step ?a ?b ?c) (walk ?to)))
	(:action light :parameters (?a ?b ?c - room) :effect (lit ?a ?b ?c))
	(:action step :parameters (?a ?b ?c - room) :precondition (and (in ?a) (lit ?a ?b ?c)) :effect (and (in ?b) (not (in ?a)))))`

func maze(rooms int) string {
	var objects, init strings.Builder
	for i := range rooms {
		fmt.Fprintf(&objects, "r%d ", i)
		if i > 0 {
			fmt.Fprintf(&init, "(door r%d r%d) ", i-1, i)
		}
	}
	return fmt.Sprintf("(define (problem p) (:domain maze) (:objects %s - room) (:htn :ordered-subtasks (and (walk r%d))) (:init (in r0) %s))",
		objects.String(), rooms-1, init.String())
}

// towerDomain moves a tower of rings, one ring at a time. Its plans are as long as two to the number of rings, which
// depth-first search does not mind.
const towerDomain = `(define (domain tower)
	(:types ring peg)
	(:predicates (on ?r - ring ?p - peg) (above ?r ?s - ring) (least ?r - ring) (other ?a ?b ?c - peg))
	(:task move :parameters (?r - ring ?a ?b - peg))
	(:method all :parameters (?r ?s - ring ?a ?b ?c - peg) :task (move ?r ?a ?b) :precondition (and (above ?s ?r) (other ?a ?b ?c))
		:ordered-subtasks (and (move ?s ?a ?c) (shift ?r ?a ?b) (move ?s ?c ?b)))
	(:method one :parameters (?r - ring ?a ?b - peg) :task (move ?r ?a ?b) :precondition (least ?r) :ordered-subtasks (and (shift ?r ?a ?b)))
	(:action shift :parameters (?r - ring ?a ?b - peg) :precondition (on ?r ?a) :effect (and (on ?r ?b) (not (on ?r ?a)))))`

func tower(rings int) string {
	var objects, init strings.Builder
	for i := range rings {
		fmt.Fprintf(&objects, "r%d ", i)
		fmt.Fprintf(&init, "(on r%d a) ", i)
		if i > 0 {
			fmt.Fprintf(&init, "(above r%d r%d) ", i-1, i)
		}
	}
	return fmt.Sprintf("(define (problem p) (:domain tower) (:objects %s - ring a b c - peg) (:htn :ordered-subtasks (and (move r%d a b))) "+
		"(:init %s (least r0) (other a b c) (other a c b) (other b a c) (other b c a) (other c a b) (other c b a)))", objects.String(), rings-1, init.String())
}

func compiled(t testing.TB, domain, problem string) *lifted.Problem {
	t.Helper()
	d, ds := hddl.ParseDomain(diag.NewSource("domain.hddl", domain))
	p, more := hddl.ParseProblem(diag.NewSource("problem.hddl", problem))
	ds.Append(more)
	if !ds.HasErrors() {
		ds.Append(hddl.Check(d, p))
	}
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	l, err := lifted.Compile(d, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestPlansTakeTwiceTheWorkOfTheBestSearchAtMost: if one search is lost and another finds the plan, both together take
// twice as much as that one, and a head start, whatever the limit of time.
func TestPlansTakeTwiceTheWorkOfTheBestSearchAtMost(t *testing.T) {
	const slack = 30_000 // the head start, a slice of each, and what passes between two looks
	for _, c := range []struct {
		name, domain, problem string
		best                  search.Mode
	}{
		{"vault of 8", vaultDomain, vault(8, 8), search.GBFS},
		{"vault of 24", vaultDomain, vault(24, 24), search.GBFS},
		{"vault of 100", vaultDomain, vault(100, 60), search.GBFS},
		{"maze of 100", mazeDomain, maze(100), search.DFS},
		{"maze of 1500", mazeDomain, maze(1500), search.DFS},
		{"tower of 14", towerDomain, tower(14), search.GBFS},
	} {
		best := search.Solve(compiled(t, c.domain, c.problem), search.Options{Mode: c.best})
		if best.Status != search.Found {
			t.Errorf("%s: the best search ends with %d %s", c.name, best.Status, best.Limit)
		}
		other := search.Solve(compiled(t, c.domain, c.problem), search.Options{Mode: search.DFS + search.GBFS - c.best, Nodes: 100_000, Memory: 16 << 20})
		for _, limit := range []time.Duration{0, 2 * time.Second, time.Hour} {
			o := search.Options{Deadline: limit}
			if now := time.Duration(0); limit > 0 { // a clock by which each look takes as long
				o.Clock = func() time.Duration { now += 10 * time.Microsecond; return now }
			}
			r := search.Solve(compiled(t, c.domain, c.problem), o)
			if r.Status != search.Found || r.Stats.Work > 2*best.Stats.Work+slack {
				t.Errorf("%s, limit %v: status %d after %d units of work; the best search alone takes %d", c.name, limit, r.Status, r.Stats.Work, best.Stats.Work)
			}
			if limit == 0 {
				t.Logf("%s: %d units of work, %d by the best search, %d by the other (%s)", c.name, r.Stats.Work, best.Stats.Work, other.Stats.Work, []string{"", "found", "none", "limit"}[other.Status])
			}
		}
	}
}
