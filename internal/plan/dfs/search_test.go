package dfs_test

import (
	"fmt"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/dfs"
)

// scenario is a small domain and problem, and the only plan that solves it, or "" if there is none, or "?" if there are
// several.
type scenario struct {
	name            string
	domain, problem string
	want            string
}

const moves = `(:types place) (:predicates (at ?p - place) (road ?a ?b - place) (seen ?p - place))
	(:task go :parameters (?to - place))
	(:method there :parameters (?to - place) :task (go ?to) :precondition (at ?to) :ordered-subtasks ())
	(:method via :parameters (?to ?from - place) :task (go ?to) :precondition (road ?from ?to) :ordered-subtasks (and (go ?from) (move ?from ?to)))
	(:action move :parameters (?a ?b - place) :precondition (and (at ?a) (road ?a ?b)) :effect (and (not (at ?a)) (at ?b) (seen ?b)))`

const marks = `(:types thing) (:predicates (p ?x - thing) (q ?x - thing) (r ?x ?y - thing) (on))
	(:action makeq :parameters (?x - thing) :precondition (p ?x) :effect (q ?x))
	(:action useq :parameters (?x - thing) :precondition (q ?x) :effect (not (q ?x)))
	(:action flip :parameters () :precondition (not (on)) :effect (on))
	(:action flop :parameters () :precondition (on) :effect (not (on)))
	(:action pair :parameters (?x ?y - thing) :precondition (and) :effect (r ?x ?y))`

var scenarios = []scenario{
	{
		"a choice of an earlier task is taken back for a later one",
		marks + `(:task a :parameters ()) (:task b :parameters (?x - thing))
		(:method a1 :parameters (?x - thing) :task (a) :precondition (p ?x) :ordered-subtasks (and (makeq ?x)))
		(:method b1 :parameters (?x - thing) :task (b ?x) :precondition (and) :ordered-subtasks (and (useq ?x)))`,
		`(:objects x y z - thing) (:htn :ordered-subtasks (and (a) (b z))) (:init (p x) (p y) (p z))`,
		"makeq z, useq z",
	},
	{
		"a variable of the initial network is bound by what comes late",
		marks,
		`(:objects x y z - thing) (:htn :parameters (?v - thing) :ordered-subtasks (and (pair ?v ?v) (useq ?v))) (:init (q y))`,
		"pair y y, useq y",
	},
	{
		"negated conditions bind what they must",
		marks + `(:task a :parameters ())
		(:method a1 :parameters (?x ?y - thing) :task (a) :precondition (and (not (p ?x)) (not (r ?x ?y)) (p ?y)) :ordered-subtasks (and (pair ?y ?x)))`,
		`(:objects x y - thing) (:htn :ordered-subtasks (and (a))) (:init (p x))`,
		"pair x y",
	},
	{
		"what must be equal is, and what must differ does",
		marks + `(:task a :parameters (?x ?y - thing))
		(:method a1 :parameters (?x ?y ?z - thing) :task (a ?x ?y) :precondition (and (= ?x ?z) (not (= ?x ?y))) :ordered-subtasks (and (pair ?y ?z)))`,
		`(:objects x y - thing) (:htn :parameters (?v - thing) :ordered-subtasks (and (a x ?v))) (:init)`,
		"pair y x",
	},
	{
		"three that must all differ and that nothing else binds",
		marks + `(:task a :parameters (?x ?y ?z - thing))
		(:method a1 :parameters (?x ?y ?z - thing) :task (a ?x ?y ?z) :precondition (and (not (= ?x ?y)) (not (= ?x ?z)) (not (= ?y ?z))) :ordered-subtasks ())`,
		`(:objects x y z - thing) (:htn :parameters (?a ?b ?c - thing) :ordered-subtasks (and (a ?a ?b ?c) (pair ?c x) (pair x ?b))) (:init)`,
		"?",
	},
	{
		"no three can all differ among two",
		marks + `(:task a :parameters (?x ?y ?z - thing))
		(:method a1 :parameters (?x ?y ?z - thing) :task (a ?x ?y ?z) :precondition (and (not (= ?x ?y)) (not (= ?x ?z)) (not (= ?y ?z))) :ordered-subtasks ())`,
		`(:objects x y - thing) (:htn :parameters (?a ?b ?c - thing) :ordered-subtasks (and (a ?a ?b ?c))) (:init)`,
		"",
	},
	{
		"what an open variable must differ from counts to the end",
		marks + `(:task a :parameters (?x - thing))
		(:method open :parameters (?x ?y ?z - thing) :task (a ?x) :precondition (and (not (= ?x ?y)) (not (= ?y ?z)) (p ?z)) :ordered-subtasks ())
		(:method plain :parameters (?x - thing) :task (a ?x) :precondition (and) :ordered-subtasks ())
		(:task b :parameters ())
		(:method b1 :parameters () :task (b) :precondition (and) :ordered-subtasks (and (flip) (flop)))`,
		`(:objects x y - thing) (:htn :ordered-subtasks (and (a x) (b) (b))) (:init (p y))`,
		"flip, flop, flip, flop",
	},
	{
		"a task's argument may have to be of two types at once",
		`(:types wheeled floating - object amphibian - wheeled amphibian - floating) (:predicates (ready ?x - object))
		(:task roll :parameters (?x - wheeled)) (:task swim :parameters (?x - floating))
		(:method r :parameters (?x - wheeled) :task (roll ?x) :precondition (and) :ordered-subtasks (and (start ?x)))
		(:method s :parameters (?x - floating) :task (swim ?x) :precondition (and) :ordered-subtasks (and (start ?x)))
		(:action start :parameters (?x - object) :precondition (and) :effect (ready ?x))`,
		`(:objects car - wheeled boat - floating duck - amphibian) (:htn :parameters (?v - object) :ordered-subtasks (and (roll ?v) (swim ?v))) (:init)`,
		"start duck, start duck",
	},
	{
		"a task within itself with the same arguments goes round in no circle",
		moves,
		`(:objects a b c d - place) (:htn :ordered-subtasks (and (go d))) (:init (at a) (road a b) (road b a) (road b c) (road c b) (road c d) (road d c))`,
		"move a b, move b c, move c d",
	},
	{
		"where there is no way there is no plan",
		moves,
		`(:objects a b c d - place) (:htn :ordered-subtasks (and (go d))) (:init (at a) (road a b) (road b a) (road c d) (road d c))`,
		"",
	},
	{
		"a task within itself may be what is needed: the search deepens",
		marks + `(:task many :parameters ())
		(:method none :parameters () :task (many) :precondition (and) :ordered-subtasks ())
		(:method more :parameters (?x - thing) :task (many) :precondition (and) :ordered-subtasks (and (many) (makeq ?x)))`,
		`(:objects x y - thing) (:htn :ordered-subtasks (and (many))) (:init (p x) (p y)) (:goal (and (q x) (q y)))`,
		"?",
	},
	{
		"a task that never ends is not begun",
		marks + `(:task a :parameters ())
		(:method for-ever :parameters () :task (a) :precondition (and) :ordered-subtasks (and (flip) (flop) (a)))`,
		`(:objects x - thing) (:htn :ordered-subtasks (and (a))) (:init)`,
		"",
	},
	{
		"one task must happen in the middle of another",
		marks + `(:task a :parameters ()) (:task b :parameters ())
		(:method a1 :parameters () :task (a) :precondition (and) :ordered-subtasks (and (flip) (flop)))
		(:method b1 :parameters (?x - thing) :task (b) :precondition (on) :ordered-subtasks (and (makeq ?x)))`,
		`(:objects x - thing) (:htn :subtasks (and (1 (b)) (2 (a)))) (:init (p x))`,
		"flip, makeq x, flop",
	},
	{
		"blocks of subtasks within blocks",
		marks + `(:task a :parameters ()) (:task b :parameters (?x - thing))
		(:method a1 :parameters (?x - thing) :task (a) :precondition (and) :subtasks (and (1 (b ?x)) (2 (flip)) (3 (pair ?x ?x)) (4 (flop))) :ordering (and (< 2 3) (< 3 4) (< 1 4)))
		(:method b1 :parameters (?x - thing) :task (b ?x) :precondition (on) :subtasks (and (1 (useq ?x)) (2 (makeq ?x))) :ordering (and (< 2 1)))`,
		`(:objects x - thing) (:htn :subtasks (and (1 (a)) (2 (a)))) (:init (p x))`,
		"?",
	},
	{
		"no order of tasks is right",
		marks + `(:task a :parameters ())
		(:method a1 :parameters () :task (a) :precondition (and) :ordered-subtasks (and (flip) (flop)))`,
		`(:objects x - thing) (:htn :subtasks (and (1 (a)) (2 (a)))) (:init) (:goal (on))`,
		"",
	},
	{
		"conditional effects are judged before the action",
		`(:types thing) (:predicates (a) (b) (c ?x - thing))
		(:action swap :parameters () :precondition (and) :effect (and (when (a) (and (b) (not (a)))) (when (b) (and (a) (not (b)))) (forall (?x - thing) (when (not (c ?x)) (c ?x)))))
		(:action end :parameters (?x - thing) :precondition (and (b) (not (a)) (c ?x)) :effect ())`,
		`(:objects x y - thing) (:htn :parameters (?v - thing) :ordered-subtasks (and (swap) (end ?v))) (:init (a) (c x)) (:goal (c y))`,
		"?",
	},
	{
		"what is deleted and added holds",
		`(:types thing) (:predicates (p ?x - thing)) (:action move :parameters (?x ?y - thing) :precondition (p ?x) :effect (and (not (p ?x)) (p ?y)))`,
		`(:objects x y - thing) (:htn :parameters (?v - thing) :ordered-subtasks (and (move x ?v))) (:init (p x)) (:goal (p x))`,
		"move x x",
	},
	{
		"later tasks and the goal say what must not be spoiled",
		marks + `(:task a :parameters (?x - thing))
		(:method spoil :parameters (?x - thing) :task (a ?x) :precondition (q ?x) :ordered-subtasks (and (useq ?x)))
		(:method spare :parameters (?x - thing) :task (a ?x) :precondition (and) :ordered-subtasks (and (pair ?x ?x)))`,
		`(:objects x y z - thing) (:htn :ordered-subtasks (and (a x) (a y) (a z))) (:init (q x) (q y) (q z)) (:goal (and (q x) (q y) (q z)))`,
		"pair x x, pair y y, pair z z",
	},
	{
		"alternatives of conditions",
		marks + `(:action some :parameters (?x - thing) :precondition (or (p ?x) (q ?x)) :effect ())`,
		`(:objects x y - thing) (:htn :parameters (?v - thing) :ordered-subtasks (and (some ?v) (pair ?v x))) (:init (q y)) (:goal (or (on) (r y x)))`,
		"some y, pair y x",
	},
	{
		"nothing to do",
		marks, `(:objects x - thing) (:htn :ordered-subtasks ()) (:init)`,
		"?",
	},
}

func TestScenarios(t *testing.T) {
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			r, plan := parse(t, s.domain, s.problem).search(t, dfs.Options{Nodes: 1 << 20})
			s.judge(t, r, plan)
		})
	}
}

func (s scenario) judge(t *testing.T, r dfs.Result, plan string) {
	t.Helper()
	switch {
	case s.want == "":
		if r.Outcome != dfs.None {
			t.Errorf("there is no plan, but the search ended with %d %s: %s", r.Outcome, r.Limit, steps(plan))
		}
	case r.Outcome != dfs.Found:
		t.Errorf("the search ended with %d %s", r.Outcome, r.Limit)
	case s.want != "?" && steps(plan) != s.want:
		t.Errorf("the plan is %s; want %s", steps(plan), s.want)
	}
}

func TestNoTechniqueChangesWhatIsFound(t *testing.T) {
	const all = dfs.Pulled | dfs.Checkpoints | dfs.Strict | dfs.Failures | dfs.LateBinding | dfs.Linear | dfs.Variants
	for _, without := range []dfs.Techniques{dfs.Pulled, dfs.Checkpoints, dfs.Strict, dfs.Visited, dfs.Failures, dfs.LateBinding, dfs.Linear, dfs.Variants, all} {
		t.Run(fmt.Sprintf("without %#x", without), func(t *testing.T) {
			for _, s := range scenarios {
				r, plan := parse(t, s.domain, s.problem).search(t, dfs.Options{Nodes: 1 << 17, Without: without})
				if without&dfs.Failures == 0 || s.want != "" || r.Outcome != dfs.Limit { // without the pruning, the search may not find out that there is none
					s.judge(t, r, plan)
				}
			}
		})
	}
}

func TestWithoutDeepeningTheSearchIsIncomplete(t *testing.T) {
	for _, s := range scenarios {
		if s.name != "a task within itself may be what is needed: the search deepens" {
			continue
		}
		if r, _ := parse(t, s.domain, s.problem).search(t, dfs.Options{Without: dfs.Deepening}); r.Outcome != dfs.Incomplete {
			t.Errorf("the search ended with %d %s", r.Outcome, r.Limit)
		}
	}
}

func TestSameInputsSameResult(t *testing.T) {
	for _, s := range scenarios {
		f := parse(t, s.domain, s.problem)
		r1, plan1 := f.search(t, dfs.Options{})
		r2, plan2 := f.search(t, dfs.Options{})
		if plan1 != plan2 || r1.Nodes != r2.Nodes || r1.Outcome != r2.Outcome {
			t.Errorf("%s: two searches differ: %d nodes and %d\n%s\n%s", s.name, r1.Nodes, r2.Nodes, plan1, plan2)
		}
	}
}
