package gbfs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/gbfs"
	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

// problem is a small problem, read and instantiated.
type problem struct {
	d *hddl.Domain
	p *hddl.Problem
	l *lifted.Problem
	g *ground.Problem
}

func read(t testing.TB, domain, text string) problem {
	t.Helper()
	d, ds := hddl.ParseDomain(diag.NewSource("domain.hddl", "(define (domain d) "+domain+")"))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	p, ds := hddl.ParseProblem(diag.NewSource("problem.hddl", "(define (problem p) (:domain d) "+text+")"))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	ds = hddl.Check(d, p)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	l, err := lifted.Compile(d, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := ground.Ground(l, ground.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return problem{d, p, l, g}
}

// verified writes a plan, has it judged, and returns its steps.
func (p problem) verified(t testing.TB, plan *lifted.Plan) string {
	t.Helper()
	var text strings.Builder
	if err := p.l.WritePlan(&text, plan); err != nil {
		t.Fatal(err)
	}
	f, ds := verify.ReadPlan("plan", text.String())
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	if v := verify.Plan(p.d, p.p, f); !v.Valid() {
		t.Fatalf("the plan is not valid: %s\n%s", v.Found.Error(), text.String())
	}
	var steps []string
	for _, a := range f.Actions {
		words := []string{a.Name.Text}
		for _, w := range a.Args {
			words = append(words, w.Text)
		}
		steps = append(steps, strings.Join(words, " "))
	}
	return strings.Join(steps, ", ")
}

// A robot that carries things between rooms, one at a time; going twice as far costs twice as much.
const carryDomain = `
	(:types room thing - object)
	(:predicates (door ?a ?b - room) (in ?r - room) (lies ?t - thing ?r - room) (holds ?t - thing) (free))
	(:functions (total-cost) - number)
	(:task move-all :parameters ())
	(:task move :parameters (?t - thing ?r - room))
	(:task go :parameters (?r - room))
	(:method there :parameters (?r - room) :task (go ?r) :precondition (in ?r) :ordered-subtasks ())
	(:method on :parameters (?r ?x ?y - room) :task (go ?r) :precondition (and (in ?x) (door ?x ?y)) :ordered-subtasks (and (walk ?x ?y) (go ?r)))
	(:method carry :parameters (?t - thing ?r ?s - room) :task (move ?t ?r) :precondition (and (lies ?t ?s) (not (= ?r ?s)))
		:ordered-subtasks (and (go ?s) (pick ?t ?s) (go ?r) (put ?t ?r)))
	(:method lies-there :parameters (?t - thing ?r - room) :task (move ?t ?r) :precondition (lies ?t ?r) :ordered-subtasks ())
	(:action walk :parameters (?x ?y - room) :precondition (and (in ?x) (door ?x ?y)) :effect (and (in ?y) (not (in ?x)) (increase (total-cost) 1)))
	(:action pick :parameters (?t - thing ?r - room) :precondition (and (in ?r) (lies ?t ?r) (free)) :effect (and (holds ?t) (not (free)) (not (lies ?t ?r))))
	(:action put :parameters (?t - thing ?r - room) :precondition (and (in ?r) (holds ?t)) :effect (and (lies ?t ?r) (free) (not (holds ?t))))
	`

const carryProblem = `
	(:objects a b c d - room  x y - thing)
	(:htn :ORDER (and (move x a) (move y a)))
	(:init (door a b) (door b a) (door b c) (door c b) (door c d) (door d c) (in a) (lies x b) (lies y b) (free))
	(:goal GOAL)
	(:metric minimize (total-cost))`

func carry(t testing.TB, order, goal string) problem {
	return read(t, carryDomain, strings.NewReplacer("ORDER", order, "GOAL", goal).Replace(carryProblem))
}

func TestPlansAreFoundAndValid(t *testing.T) {
	for _, c := range []struct {
		name, order, goal string
		o                 gbfs.Options
	}{
		{"total order", "ordered-subtasks", "(lies x a)", gbfs.Options{}},
		{"partial order", "subtasks", "(lies x a)", gbfs.Options{}},
		{"a goal beyond the tasks", "ordered-subtasks", "(in a)", gbfs.Options{}},
		{"without sums", "ordered-subtasks", "(in a)", gbfs.Options{NoAdd: true}},
		{"without relaxed plans", "subtasks", "(in a)", gbfs.Options{NoFF: true}},
		{"with neither", "ordered-subtasks", "(in a)", gbfs.Options{NoAdd: true, NoFF: true}},
	} {
		p := carry(t, c.order, c.goal)
		r := gbfs.Search(p.g, c.o)
		if r.Outcome != gbfs.Found {
			t.Errorf("%s: outcome %v %s", c.name, r.Outcome, r.Limit)
			continue
		}
		p.verified(t, r.Plan)
		again := gbfs.Search(p.g, c.o)
		if a, b := p.verified(t, r.Plan), p.verified(t, again.Plan); a != b || r.Nodes != again.Nodes {
			t.Errorf("%s: another time another plan\n%s\n%s", c.name, a, b)
		}
	}
}

func TestNoPlan(t *testing.T) {
	for _, order := range []string{"ordered-subtasks", "subtasks"} {
		p := carry(t, order, "(and (lies x a) (lies x b))")
		if r := gbfs.Search(p.g, gbfs.Options{}); r.Outcome != gbfs.None {
			t.Errorf("%s: outcome %v", order, r.Outcome)
		}
	}
}

// In partial order a method's condition may hold only while something else is under way.
func TestPartialOrderInterleaves(t *testing.T) {
	const domain = `
		(:predicates (open) (seen) (dark))
		(:task look :parameters ()) (:task air :parameters ())
		(:method m1 :parameters () :task (look) :precondition (open) :ordered-subtasks (and (peek)))
		(:method m2 :parameters () :task (air) :ordered-subtasks (and (unlatch) (latch)))
		(:action unlatch :parameters () :effect (open))
		(:action latch :parameters () :precondition (seen) :effect (not (open)))
		(:action peek :parameters () :effect (seen))`
	p := read(t, domain, "(:htn :subtasks (and (look) (air))) (:init (dark))")
	r := gbfs.Search(p.g, gbfs.Options{})
	if r.Outcome != gbfs.Found {
		t.Fatalf("outcome %v", r.Outcome)
	}
	if got, want := p.verified(t, r.Plan), "unlatch, peek, latch"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCheaperPlans(t *testing.T) {
	p := carry(t, "ordered-subtasks", "(in a)")
	bound, plans := 0.0, 0
	for {
		r := gbfs.Search(p.g, gbfs.Options{Bound: bound})
		if r.Outcome != gbfs.Found {
			break
		}
		p.verified(t, r.Plan)
		if got := p.l.Cost(r.Plan); got != r.Cost || plans > 0 && got >= bound {
			t.Fatalf("a plan of cost %v (said %v) under %v", got, r.Cost, bound)
		}
		bound = r.Cost
		plans++
	}
	if bound != 4 {
		t.Errorf("the cheapest plan costs %v, want 4: twice there and back", bound)
	}
}

// A problem without a plan that takes hundreds of thousands of nodes to know: p and q never hold together, whatever is
// done to the lamps.
const lampsDomain = `
	(:types lamp)
	(:predicates (on ?l - lamp) (p) (q))
	(:task fiddle :parameters ())
	(:method stop :parameters () :task (fiddle) :ordered-subtasks ())
	(:method light :parameters (?l - lamp) :task (fiddle) :ordered-subtasks (and (switch-on ?l) (fiddle)))
	(:method douse :parameters (?l - lamp) :task (fiddle) :ordered-subtasks (and (switch-off ?l) (fiddle)))
	(:method one :parameters () :task (fiddle) :ordered-subtasks (and (set-p) (fiddle)))
	(:method two :parameters () :task (fiddle) :ordered-subtasks (and (set-q) (fiddle)))
	(:action switch-on :parameters (?l - lamp) :precondition (not (on ?l)) :effect (on ?l))
	(:action switch-off :parameters (?l - lamp) :precondition (on ?l) :effect (not (on ?l)))
	(:action set-p :parameters () :effect (and (p) (not (q))))
	(:action set-q :parameters () :effect (and (q) (not (p))))`

const lampsProblem = `(:objects l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 l16 l17 l18 - lamp)
	(:htn :ordered-subtasks (and (fiddle))) (:init (p)) (:goal (and (p) (q)))`

// walkMethods lead over stages to the plan of the lamps' problem, while p and q look as near as ever: the estimates do
// not see that each takes the other away.
const walkMethods = `
	(:method walk :parameters (?a ?b - stage) :task (fiddle) :precondition (and (at ?a) (next ?a ?b)) :ordered-subtasks (and (advance ?a ?b) (fiddle)))
	(:method end :parameters (?a - stage) :task (fiddle) :precondition (and (at ?a) (final ?a)) :ordered-subtasks (and (set-both ?a) (fiddle)))`

const walkActions = `
	(:action advance :parameters (?a ?b - stage) :precondition (and (at ?a) (next ?a ?b)) :effect (and (at ?b) (not (at ?a))))
	(:action set-both :parameters (?a - stage) :precondition (and (at ?a) (final ?a)) :effect (and (p) (q)))`

// walk is the lamps' problem with a way out over so many stages, whose methods stand before or behind those of the
// lamps.
func walk(t *testing.T, before bool, stages int) problem {
	domain := strings.NewReplacer("(:types lamp)", "(:types lamp stage)", "(p) (q))\n", "(p) (q) (at ?a - stage) (next ?a ?b - stage) (final ?a - stage))\n").Replace(lampsDomain)
	place := strings.Index(domain, "(:action switch-on")
	if before {
		place = strings.Index(domain, "(:method light")
	}
	var objects, init strings.Builder
	for i := range stages {
		fmt.Fprintf(&objects, "s%d ", i)
		fmt.Fprintf(&init, "(next s%d s%d) ", i, i+1)
	}
	fmt.Fprintf(&objects, "s%d - stage  l1", stages)
	fmt.Fprintf(&init, "(at s0) (final s%d) (p)", stages)
	return read(t, domain[:place]+walkMethods+domain[place:]+walkActions, strings.NewReplacer("l1 ", objects.String()+" ", "(p))", init.String()+")").Replace(lampsProblem))
}

// TestTiesAreBrokenBothWays: a search that takes the newest of equal nodes is lost among the lamps if they come before
// a short way out. One that takes the oldest is lost among them if the way is long, though it comes first.
func TestTiesAreBrokenBothWays(t *testing.T) {
	for _, c := range []struct {
		name   string
		before bool
		stages int
	}{{"a short way behind the lamps", false, 2}, {"a long way before the lamps", true, 12}} {
		p := walk(t, c.before, c.stages)
		r := gbfs.Search(p.g, gbfs.Options{Nodes: 3_000})
		if r.Outcome != gbfs.Found {
			t.Errorf("%s: %d %s after %d nodes", c.name, r.Outcome, r.Limit, r.Nodes)
			continue
		}
		t.Logf("%s: %d nodes", c.name, r.Nodes)
		p.verified(t, r.Plan)
	}
}

func TestLimits(t *testing.T) {
	p := read(t, lampsDomain, lampsProblem)
	closed := make(chan struct{})
	close(closed)
	now := time.Duration(0)
	for _, c := range []struct {
		want string
		o    gbfs.Options
	}{
		{"nodes", gbfs.Options{Nodes: 3}},
		{"memory", gbfs.Options{Memory: 1 << 20}},
		{"cancelled", gbfs.Options{Cancel: closed}},
		{"time", gbfs.Options{Clock: func() time.Duration { now += time.Second; return now }, Deadline: 10 * time.Second}},
	} {
		r := gbfs.Search(p.g, c.o)
		if r.Outcome != gbfs.Limited || r.Limit != c.want {
			t.Errorf("%s: outcome %v %s after %d nodes", c.want, r.Outcome, r.Limit, r.Nodes)
		}
		if c.want == "nodes" && r.Nodes != 3 {
			t.Errorf("%d nodes were opened, want 3", r.Nodes)
		}
	}
}

func TestProgressIsTold(t *testing.T) {
	p := read(t, lampsDomain, lampsProblem)
	reported := 0
	gbfs.Search(p.g, gbfs.Options{Memory: 8 << 20, Progress: func(nodes int64, open int, least int32) {
		if reported++; nodes <= 0 || open <= 0 || least < 0 {
			t.Errorf("progress says %d nodes, %d open, least %d", nodes, open, least)
		}
	}})
	if reported == 0 {
		t.Error("nothing was told")
	}
}

func BenchmarkSearch(b *testing.B) {
	p := carry(b, "ordered-subtasks", "(in a)")
	b.ReportAllocs()
	for b.Loop() {
		if r := gbfs.Search(p.g, gbfs.Options{}); r.Outcome != gbfs.Found {
			b.Fatal(r.Outcome)
		}
	}
}

// TestConditionsOfEffectsThatMustNotHold: what an effect happens only without is reached, though no action needs it to
// be false.
func TestConditionsOfEffectsThatMustNotHold(t *testing.T) {
	p := read(t, `(:predicates (on)) (:action push :parameters () :precondition (and) :effect (and (when (not (on)) (on))))`,
		`(:htn :parameters () :subtasks (and (a (push)) (b (push)))) (:init) (:goal (on))`)
	r := gbfs.Search(p.g, gbfs.Options{})
	if r.Outcome != gbfs.Found {
		t.Fatalf("outcome %v %s", r.Outcome, r.Limit)
	}
	p.verified(t, r.Plan)
}

// TestNetworksAreBounded: tasks without an order pile up, and each network takes the square of the way to it.
func TestNetworksAreBounded(t *testing.T) {
	p := read(t, `(:predicates (a) (b)) (:task grow :parameters ())
		(:action left :parameters () :precondition (and) :effect (and (a) (not (b))))
		(:action right :parameters () :precondition (and) :effect (and (b) (not (a))))
		(:action both :parameters () :precondition (and (a) (b)) :effect (and))
		(:method l :parameters () :task (grow) :subtasks (and (x (left)) (y (grow))))
		(:method r :parameters () :task (grow) :subtasks (and (x (right)) (y (grow))))
		(:method end :parameters () :task (grow) :subtasks (and (x (both))))`,
		`(:htn :parameters () :subtasks (and (x (grow)))) (:init)`)
	r := gbfs.Search(p.g, gbfs.Options{Memory: 1 << 20})
	if r.Outcome != gbfs.Limited || r.Limit != "memory" {
		t.Fatalf("outcome %v %s", r.Outcome, r.Limit)
	}
}

// TestLongConditionsCountAsWork: limits are examined also between the long conditions of one node.
func TestLongConditionsCountAsWork(t *testing.T) {
	const n, ways = 120, 400
	var objects strings.Builder
	for i := range n {
		fmt.Fprintf(&objects, "o%d ", i)
	}
	objects.WriteString("- t ")
	for i := range ways {
		fmt.Fprintf(&objects, "w%d ", i)
	}
	p := read(t, `(:types t way) (:predicates (near ?x ?y - t) (lit) (gone ?w - way)) (:task go :parameters ())
		(:method on :parameters (?w - way) :task (go) :precondition (and (forall (?x ?y - t) (near ?x ?y)) (not (lit))) :ordered-subtasks (and (take ?w)))
		(:action take :parameters (?w - way) :effect (gone ?w))
		(:action touch :parameters () :effect (forall (?x ?y - t) (near ?x ?y)))
		(:action part :parameters () :effect (forall (?x ?y - t) (not (near ?x ?y))))
		(:action light :parameters () :effect (lit))
		(:action dark :parameters () :effect (not (lit)))
		`, "(:objects "+objects.String()+"- way) (:htn :ordered-subtasks (and (light) (touch) (go) (part) (dark))) (:init)")
	looks := 0
	gbfs.Search(p.g, gbfs.Options{Pause: func(int64, int64) bool { looks++; return true }})
	for last := 2; last < looks; last++ {
		cancel, seen := make(chan struct{}), 0
		r := gbfs.Search(p.g, gbfs.Options{Cancel: cancel, Pause: func(int64, int64) bool {
			if seen++; seen == last {
				close(cancel)
			}
			return true
		}})
		if r.Outcome != gbfs.Limited || r.Limit != "cancelled" || seen != last {
			t.Errorf("cancelled after %d looks, the search ended with %d %q after %d", last, r.Outcome, r.Limit, seen)
		}
	}
	if looks < ways*n*n/8/(1<<18) {
		t.Errorf("%d looks at the limits for %d literals", looks, ways*n*n)
	}
}
