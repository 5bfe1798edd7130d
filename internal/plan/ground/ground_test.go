package ground_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// line is a domain of vans that bring boxes along a line of places. Nothing in it asks for a repair.
const line = `(define (domain line)
  (:types place van box - object)
  (:predicates (road ?a ?b - place) (at ?v - van ?p - place) (lies ?b - box ?p - place) (in ?b - box ?v - van) (broken ?v - van))
  (:task bring :parameters (?b - box ?p - place))
  (:task go :parameters (?v - van ?p - place))
  (:method bring-it :parameters (?b - box ?from ?to - place ?v - van) :task (bring ?b ?to)
    :ordered-subtasks (and (go ?v ?from) (load ?v ?b ?from) (go ?v ?to) (unload ?v ?b ?to)))
  (:method be-there :parameters (?v - van ?p - place) :task (go ?v ?p) :precondition (at ?v ?p) :ordered-subtasks ())
  (:method move :parameters (?v - van ?p ?q - place) :task (go ?v ?q) :ordered-subtasks (and (go ?v ?p) (drive ?v ?p ?q)))
  (:action drive :parameters (?v - van ?p ?q - place)
    :precondition (and (at ?v ?p) (road ?p ?q) (not (broken ?v))) :effect (and (not (at ?v ?p)) (at ?v ?q)))
  (:action load :parameters (?v - van ?b - box ?p - place)
    :precondition (and (at ?v ?p) (lies ?b ?p)) :effect (and (not (lies ?b ?p)) (in ?b ?v)))
  (:action unload :parameters (?v - van ?b - box ?p - place)
    :precondition (and (at ?v ?p) (in ?b ?v)) :effect (and (not (in ?b ?v)) (lies ?b ?p)))
  (:action repair :parameters (?v - van) :effect (not (broken ?v))))`

// lineProblem has four places in a row, of which none leads on to the last, and a van and a box too many.
func lineProblem(tasks string) string {
	return `(define (problem p) (:domain line)
  (:objects a b c d - place v w - van x y - box)
  (:htn :ordered-subtasks (and ` + tasks + `))
  (:init (road a b) (road b a) (road b c) (at v a) (at w a) (broken w) (lies x b) (lies y d)))`
}

func compileLine(t *testing.T, tasks string) *lifted.Problem {
	t.Helper()
	p := compile(t, line, lineProblem(tasks))
	if p == nil {
		t.Fatal("the problem is not well formed")
	}
	return p
}

// TestWhatIsInstantiated has its numbers from counting by hand. Van w cannot drive: it is broken forever, and no box
// can come to its position. No road leads on from c; but there the box can be loaded that was unloaded there.
func TestWhatIsInstantiated(t *testing.T) {
	g := instantiate(t, compileLine(t, "(bring x c)"), ground.Limits{})
	var actions, facts []string
	r := &reference{p: g.Lifted}
	for _, a := range g.Actions {
		actions = append(actions, r.fact(0, a.Args)[len("road "):])
	}
	for _, f := range g.Facts {
		facts = append(facts, r.fact(f.Pred, f.Args))
	}
	slices.Sort(actions)
	slices.Sort(facts)
	if got, want := strings.Join(actions, ", "), "v a b, v b a, v b c, v x b, v x c, v x c"; got != want {
		t.Errorf("actions: %s\nwant: %s", got, want)
	}
	if got, want := strings.Join(facts, ", "), "at v a, at v b, at v c, in x v, lies x b, lies x c"; got != want {
		t.Errorf("facts: %s\nwant: %s", got, want)
	}
	// The root's, bring from b or from c, and be there or drive there by the one road for each of a, b and c.
	if methods, tasks := len(g.Methods), len(g.Tasks)-len(g.Actions); methods != 9 || tasks != 5 {
		t.Errorf("%d methods and %d compound tasks; want 9 and 5", methods, tasks)
	}
	if first := g.Facts[g.Init[0]]; len(g.Init) != 2 || r.fact(first.Pred, first.Args) != "at v a" {
		t.Errorf("at first hold %v", g.Init)
	}
}

func TestVariablesAreLeftOpen(t *testing.T) {
	domain := `(define (domain d) (:types t - object) (:predicates (done ?x - t))
  (:task some :parameters (?x - t))
  (:method one :parameters (?x - t) :task (some ?x) :ordered-subtasks (and (do ?x)))
  (:action do :parameters (?x - t) :effect (done ?x)))`
	problem := `(define (problem p) (:domain d) (:objects a b c d e - t)
  (:htn :parameters (?v1 ?v2 ?v3 ?v4 ?v5 ?v6 ?v7 ?v8 - t)
    :ordered-subtasks (and (some ?v1) (some ?v2) (some ?v3) (some ?v4) (some ?v5) (some ?v6) (some ?v7) (some ?v8)))
  (:init) (:goal (done a)))`
	p := compile(t, domain, problem)
	g := instantiate(t, p, ground.Limits{})
	if len(g.Methods) != 6 || len(g.Actions) != 6 {
		t.Errorf("%d methods and %d actions; it should be those of one open task and the root's, and the goal", len(g.Methods), len(g.Actions))
	}
	for _, a := range g.Methods[g.Tasks[g.Root].Methods[0]].Args {
		if a >= 0 || len(p.Types[^a].List) != 5 {
			t.Errorf("argument %d is not open to all five objects", a)
		}
	}
	g, err := ground.Ground(p, ground.Limits{NoOpen: true, Memory: 1 << 20})
	if g != nil || !isLimit(err, "memory") {
		t.Errorf("all 390625 combinations fit in a megabyte: %v", err)
	}
}

func isLimit(err error, name string) bool {
	var over *ground.LimitError
	return errors.As(err, &over) && over.Limit == name && strings.Contains(over.Error(), name)
}

func TestNoPlanIsFoundOut(t *testing.T) {
	for _, tasks := range []string{"(bring y a)", "(bring x d)", "(go w b)", "(drive v c b)", "(bring x c) (go w c)"} {
		g := instantiate(t, compileLine(t, tasks), ground.Limits{})
		if root := g.Tasks[g.Root]; len(root.Methods)+len(g.Methods)+len(g.Actions)+len(g.Facts) != 0 || g.IsAction(g.Root) {
			t.Errorf("%s: something is left", tasks)
		}
	}
}

func TestLimitsEndTheWork(t *testing.T) {
	p := compileLine(t, "(bring x c)")
	cancelled := make(chan struct{})
	close(cancelled)
	phases := map[string]bool{}
	for name, l := range map[string]ground.Limits{
		"time":      {Clock: func() time.Duration { return time.Second }, Deadline: time.Second},
		"memory":    {Memory: 1},
		"cancelled": {Cancel: cancelled},
		"":          {Clock: func() time.Duration { return time.Second }, Deadline: time.Hour, Memory: 1 << 30, Progress: func(phase string, _ int) { phases[phase] = true }},
	} {
		g, err := ground.Ground(p, l)
		if name == "" && (g == nil || err != nil) {
			t.Errorf("a limit was hit that is far away: %v", err)
		} else if name != "" && (g != nil || !isLimit(err, name)) {
			t.Errorf("limit %q: %v", name, err)
		}
	}
}

// TestLimitsEndTheWorkAnywhere lets the time run out after each look at the clock.
func TestLimitsEndTheWorkAnywhere(t *testing.T) {
	p := compileLine(t, "(bring x c)")
	for looks := 0; ; looks++ {
		now := 0
		g, err := ground.Ground(p, ground.Limits{Deadline: 1, Clock: func() time.Duration {
			if now++; now > looks {
				return 1
			}
			return 0
		}})
		if err == nil {
			if looks < 5 {
				t.Errorf("only %d looks at the clock", looks)
			}
			return
		}
		if g != nil || !isLimit(err, "time") {
			t.Fatalf("after %d looks: %v", looks, err)
		}
	}
}

func TestInstantiationIsDeterministic(t *testing.T) {
	for seed := range uint64(100) {
		domain, problem := generate(seed)
		p, again := compile(t, domain, problem), compile(t, domain, problem)
		if p == nil {
			continue
		}
		a, b := instantiate(t, p, ground.Limits{}), instantiate(t, again, ground.Limits{Memory: 1 << 40})
		c := instantiate(t, p, ground.Limits{})
		a.Lifted, b.Lifted, c.Lifted = nil, nil, nil
		if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(a, c) {
			t.Errorf("seed %d: two runs differ", seed)
		}
	}
}

func TestActionsWithoutCostAreLeftOut(t *testing.T) {
	domain := `(define (domain d) (:types t - object) (:predicates (p)) (:functions (price ?x - t) (total-cost))
  (:task buy :parameters ())
  (:method any :parameters (?x - t) :task (buy) :ordered-subtasks (and (pay ?x)))
  (:action pay :parameters (?x - t) :effect (and (p) (increase (total-cost) (price ?x)))))`
	problem := `(define (problem p) (:domain d) (:objects a b c - t) (:htn :ordered-subtasks (and (buy)))
  (:init (= (price a) 3) (= (price c) 4) (= (total-cost) 0)) (:metric minimize (total-cost)))`
	g := instantiate(t, compile(t, domain, problem), ground.Limits{})
	costs := ""
	for _, a := range g.Actions {
		costs += fmt.Sprint(a.Cost, " ")
	}
	if costs != "3 4 " {
		t.Errorf("costs %s", costs)
	}
}

// TestIndependentPartsFailAtOnce has a method with ten chains of variables, of which the last has an end that nothing
// is linked to. Trying that again for each way to bind the others would take forever.
func TestIndependentPartsFailAtOnce(t *testing.T) {
	var vars, conditions strings.Builder
	for i := range 10 {
		end := []string{"link", "gate"}[i/9]
		fmt.Fprintf(&vars, "?a%d ?b%d ?c%d - t ", i, i, i)
		fmt.Fprintf(&conditions, "(link ?a%d ?b%d) (%s ?b%d ?c%d) ", i, i, end, i, i)
	}
	domain := `(define (domain d) (:types t - object) (:predicates (link ?a ?b - t) (gate ?a ?b - t))
  (:task top :parameters ())
  (:method all :parameters (` + vars.String() + `) :task (top) :precondition (and ` + conditions.String() + `) :ordered-subtasks ()))`
	links := ""
	for _, a := range []string{"a", "b", "c", "d"} {
		for _, b := range []string{"a", "b", "c", "d"} {
			links += "(link " + a + " " + b + ") "
		}
	}
	problem := `(define (problem p) (:domain d) (:objects a b c d e f g h i j k l m n o p q r s u v w x y z - t)
  (:htn :ordered-subtasks (and (top))) (:init ` + links + `(gate e f) (gate f g) (gate g h) (gate h i) (gate i j) (gate j k) (gate k l)
    (gate l m) (gate m n) (gate n o) (gate o p) (gate p q) (gate q r) (gate r s) (gate s u) (gate u v) (gate v w)))`
	looks := 0
	g, err := ground.Ground(compile(t, domain, problem), ground.Limits{Deadline: 1, Clock: func() time.Duration {
		looks++
		return time.Duration(looks / 100)
	}})
	if err != nil || len(g.Methods) != 0 {
		t.Errorf("after %d looks at the clock: %v", looks, err)
	}
}
