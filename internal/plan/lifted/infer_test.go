package lifted_test

import (
	"slices"
	"strings"
	"testing"
)

// A courier: get fetches a thing from its place and bring takes it somewhere.
const courierDomain = `
	(:types place thing - object)
	(:constants home - place)
	(:predicates (at ?t - thing ?p - place) (here ?p - place) (held ?t - thing) (road ?p ?q - place) (tired) (open ?p - place))
	(:task go :parameters (?p - place))
	(:task get :parameters (?t - thing))
	(:task bring :parameters (?t - thing ?p - place))
	(:task loop :parameters (?p - place))
	(:action walk :parameters (?p ?q - place) :precondition (and (here ?p) (road ?p ?q) (not (tired))) :effect (and (here ?q) (not (here ?p))))
	(:action pick :parameters (?t - thing ?p - place) :precondition (and (here ?p) (at ?t ?p)) :effect (and (held ?t) (not (at ?t ?p))))
	(:action drop :parameters (?t - thing ?p - place) :precondition (and (here ?p) (held ?t)) :effect (and (at ?t ?p) (not (held ?t)) (tired)))
	(:method stay :parameters (?p - place) :task (go ?p) :precondition (here ?p) :ordered-subtasks ())
	(:method step :parameters (?p ?q - place) :task (go ?p) :ordered-subtasks (and (walk ?q ?p)))
	(:method far :parameters (?p ?q - place) :task (go ?p) :precondition (road ?q ?p) :ordered-subtasks (and (go ?q) (walk ?q ?p)))
	(:method fetch :parameters (?t - thing ?p - place) :task (get ?t) :ordered-subtasks (and (go ?p) (pick ?t ?p)))
	(:method carry :parameters (?t - thing ?p - place) :task (bring ?t ?p) :ordered-subtasks (and (get ?t) (go ?p) (drop ?t ?p)))
	(:method round :parameters (?p - place) :task (loop ?p) :ordered-subtasks (and (loop ?p)))
	`

const courierProblem = `
	(:objects a b - place  x y - thing)
	(:htn :ordered-subtasks (and (bring x a)))
	(:init (here a) (at x b) (at y b) (road a b) (road b a) (open a))`

func TestWhatTasksChange(t *testing.T) {
	w := printer{mustCompile(t, courierDomain, courierProblem)}
	for _, c := range []struct{ task, add, del string }{
		{"walk", "(here ?1)", "(here ?0)"},
		{"go", "(here *)", "(here *)"},
		{"get", "(held ?0) (here *)", "(at ?0 *) (here *)"},
		{"bring", "(at ?0 ?1) (held ?0) (here *) (tired)", "(at ?0 *) (held ?0) (here *)"},
		{"loop", "", ""},
	} {
		needs := &w.task(c.task).Needs
		if add := sorted(w.patterns(needs.Add)); add != c.add {
			t.Errorf("%s adds %q, want %q", c.task, add, c.add)
		}
		if del := sorted(w.patterns(needs.Del)); del != c.del {
			t.Errorf("%s deletes %q, want %q", c.task, del, c.del)
		}
	}
}

// sorted sorts what a printer has put one behind the other.
func sorted(list string) string {
	parts := strings.SplitAfter(list, ")")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	slices.Sort(parts)
	return strings.TrimSpace(strings.Join(parts, " "))
}

func TestWhatTasksNeed(t *testing.T) {
	w := printer{mustCompile(t, courierDomain, courierProblem)}
	for _, c := range []struct{ task, need string }{
		{"walk", "(here ?0) (road ?0 ?1) !(tired)"},
		{"go", ""},    // an agent that is already there needs nothing
		{"get", ""},   // the place is the method's own
		{"bring", ""}, // get brings about what drop needs
		{"loop", ""},  // never ends: nothing is known
		{"drop", "(here ?1) (held ?0)"},
	} {
		if got := w.literals(w.task(c.task).Needs.Pre); got != c.need {
			t.Errorf("%s needs %q, want %q", c.task, got, c.need)
		}
	}
}

func TestPulledConditions(t *testing.T) {
	w := printer{mustCompile(t, courierDomain, courierProblem)}
	for _, c := range []struct{ task, methods string }{
		{"go", "(here ?0)\n | (here ?1) (road ?1 ?0) !(tired) > (walk ?1 ?0)\n(road ?1 ?0) | !(tired) > (go ?1) > (walk ?1 ?0)"},
		{"get", " | (at ?0 ?1) > (go ?1) > (pick ?0 ?1)"}, // going changes where one is, but not where things are
		{"bring", " > (get ?0) > (go ?1) > (drop ?0 ?1)"},
	} {
		got := w.methods(c.task)
		if got != c.methods {
			t.Errorf("%s:\n got %q\nwant %q", c.task, got, c.methods)
		}
	}
}

func TestInPartialOrderOnlyWhatNeverChangesIsPulled(t *testing.T) {
	problem := strings.Replace(courierProblem, ":ordered-subtasks (and (bring x a))", ":subtasks (and (bring x a) (bring y a))", 1)
	p := mustCompile(t, courierDomain, problem)
	want := "(here ?0)\n | (road ?1 ?0) > (walk ?1 ?0)\n(road ?1 ?0) > (go ?1) > (walk ?1 ?0)"
	if got := (printer{p}).methods("go"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	linear := p.Linear(nil)
	want = "(here ?0)\n | (here ?1) (road ?1 ?0) !(tired) > (walk ?1 ?0)\n(road ?1 ?0) | !(tired) > (go ?1) > (walk ?1 ?0)"
	if got := (printer{linear}).methods("go"); got != want {
		t.Errorf("linear: got %q, want %q", got, want)
	}
	if p.IsTotal() || !linear.IsTotal() {
		t.Error("only the linear problem is in total order")
	}
}

func TestLinearPutsWhatAddsBeforeWhatNeeds(t *testing.T) {
	const domain = `
		(:predicates (wet) (soaped) (clean) (dirty))
		(:task wash :parameters ())
		(:action rinse :parameters () :precondition (soaped) :effect (and (clean) (not (soaped))))
		(:action soap :parameters () :precondition (wet) :effect (soaped))
		(:action dry :parameters () :precondition (clean) :effect (not (wet)))
		(:action soak :parameters () :effect (wet))
		(:method m :parameters () :task (wash) :subtasks (and (rinse) (dry) (soap) (soak)))`
	p := mustCompile(t, domain, "(:htn :subtasks (and (wash))) (:init (dirty))").Linear(nil)
	if got, want := strings.TrimSpace(printer{p}.methods("wash")), "> (soak) > (soap) > (rinse) > (dry)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
