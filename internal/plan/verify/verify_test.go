package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

const courierPlan = `==>
1 drive van1 depot a
2 load p1 van1 a
3 drive van1 a A
4 unload p1 van1 A
5 load p2 van1 A
6 drive van1 A a
7 unload p2 van1 a
root 10 20 30
10 deliver p1 A -> m-deliver 11 2 12 4
11 get-to van1 a -> m-drive 1
12 get-to van1 A -> m-drive 3
20 deliver p2 a -> m-deliver 21 5 22 7
21 get-to van1 A -> m-arrived
22 get-to van1 a -> m-drive 6
30 tidy -> m-tidied
<==
`

// TestFirstThingWrong changes a valid plan in one way each and expects the reason, the line and the message.
func TestFirstThingWrong(t *testing.T) {
	w := loadWorld(t, "courier")
	for _, tt := range []struct {
		change []string // old and new text, in pairs
		reason verify.Reason
		line   int
		want   string
	}{
		{nil, verify.Valid, 0, ""},
		{[]string{"11 2 12 4", "4 12 2 11"}, verify.Valid, 0, ""}, // the ids are a set
		{[]string{"\n2 load", "\n1 load"}, verify.DuplicateID, 3, "two lines have the id 1"},
		{[]string{"11 2 12 4", "11 2 12 99"}, verify.UnknownID, 10, "no line has the id 99"},
		{[]string{"11 2 12 4", "11 2 12 3"}, verify.UsedTwice, 12, "drive van1 a A is used twice"},
		{[]string{"11 2 12 4", "11 2 12"}, verify.Unused, 5, "unload p1 van1 A is below no task"},
		{[]string{"root 10 20 30", "root 10 20"}, verify.Unused, 16, "tidy is below no task"},
		{[]string{"m-drive 6", "m-drive 22"}, verify.Cycle, 15, "get-to van1 a is below itself"},
		{[]string{"root 10 20", "root 20", "m-arrived", "m-arrived 10", "11 2 12 4", "11 2 12 4 21", "21 5 22", "5 22"}, verify.Cycle, 10, "is below itself"},
		{[]string{"3 drive", "3 Drive"}, verify.UnknownAction, 4, "there is no action Drive"},
		{[]string{"3 drive van1 a A", "3 get-to van1 A"}, verify.UnknownAction, 4, "there is no action get-to"},
		{[]string{"30 tidy", "30 clean"}, verify.UnknownTask, 16, "there is no compound task clean"},
		{[]string{"30 tidy", "30 load"}, verify.UnknownTask, 16, "there is no compound task load"},
		{[]string{"m-tidied", "m-Tidied"}, verify.UnknownMethod, 16, "there is no method m-Tidied"},
		{[]string{"1 drive van1 depot a", "1 drive Van1 depot a"}, verify.UnknownObject, 2, "there is no object Van1"},
		{[]string{"2 load p1 van1 a", "2 load p1 van1"}, verify.ArgumentCount, 3, "load takes 3 arguments, not 2"},
		{[]string{"2 load p1 van1 a", "2 load p1 bike1 a"}, verify.ArgumentType, 3, "bike1 is not of type van, as ?v of load must be"},
		{[]string{"10 deliver p1 A", "10 deliver A p1"}, verify.ArgumentType, 10, "A is not of type parcel"},
		{[]string{"root 10 20 30", "root 10 20 30 40", "<==", "40 tidy -> m-tidied\n<=="}, verify.WrongRoot, 9, "the initial tasks are deliver, deliver, tidy, but root lists deliver p1 A, deliver p2 a, tidy, tidy"},
		{[]string{"20 deliver p2 a", "20 deliver p2 A"}, verify.WrongRoot, 9, "have other arguments"},
		{[]string{"3 drive van1 a A", "3 drive van1 A a"}, verify.NotApplicable, 4, "drive van1 A a is not applicable here: (at van1 A) does not hold"},
		{[]string{"m-tidied", "m-arrived"}, verify.WrongTask, 16, "m-arrived is a method for get-to, not for tidy"},
		{[]string{"m-arrived", "m-drive"}, verify.WrongSubtasks, 14, "the subtasks of m-drive are drive, but the plan lists none"},
		{[]string{"11 get-to van1 a -> m-drive 1", "11 get-to van1 A -> m-drive 1"}, verify.NoBinding, 10, "m-deliver cannot decompose deliver p1 A into get-to van1 A, load p1 van1 a,"},
		{[]string{"m-arrived", "m-via 40 50", "<==", "40 get-to van1 A -> m-arrived\n<==", "5 load", "50 drive van1 A A\n5 load"}, verify.NotApplicable, 6, "(road A A) does not hold"},
		{[]string{"root 10 20", "root 20 10", "\n10 deliver p1 A -> m-deliver 11 2 12 4", "\n20 deliver p1 A -> m-deliver 11 2 12 4", "20 deliver p2", "10 deliver p2"}, verify.Valid, 0, ""},
		{[]string{"m-tidied", "m-tidy 40", "<==", "40 get-to van1 depot -> m-drive 50\n<==", "\n4 unload", "\n50 drive van1 A depot\n51 drive van1 depot A\n4 unload",
			"12 get-to van1 A -> m-drive 3", "12 get-to van1 A -> m-via 52 51\n52 get-to van1 depot -> m-arrived"}, verify.Unused, 4, ""},
		{[]string{"30 tidy -> m-tidied", "30 tidy -> m-tidy 31\n31 get-to van1 depot -> m-arrived"}, verify.PreconditionFailed, 17, "the precondition of m-arrived does not hold at the end: (at van1 depot)"},
		{[]string{"30 tidy -> m-tidied", "30 tidy -> m-tidy 31\n31 get-to bike1 depot -> m-arrived"}, verify.PreconditionFailed, 16, "the precondition of m-tidy does not hold at the end: (not (at bike1 depot))"},
		{[]string{"21 get-to van1 A", "21 get-to bike1 A"}, verify.NoBinding, 13, "m-deliver cannot decompose deliver p2 a into"},
		{[]string{"m-arrived", "m-via 40 3", "12 get-to van1 A -> m-drive 3", "12 get-to van1 A -> m-arrived\n40 get-to van1 a -> m-arrived"}, verify.OrderBroken, 9, "are not in the order that two-parcels requires"},
		{[]string{"12 get-to van1 A -> m-drive 3", "12 get-to van1 A -> m-via 40 3\n40 get-to van1 a -> m-arrived"}, verify.Valid, 0, ""},
		{[]string{"12 get-to van1 A -> m-drive 3", "12 get-to van1 A -> m-drive 8", "21 get-to van1 A -> m-arrived", "21 get-to van1 A -> m-drive 3", "3 drive van1 a A", "8 drive van1 a A\n9 drive van1 A a\n3 drive van1 a A"}, verify.Unused, 5, "drive van1 A a"},
	} {
		plan := strings.NewReplacer(tt.change...).Replace(courierPlan)
		v := verify.Plan(w.d, w.p, read(t, plan))
		if v.Reason != tt.reason || v.Found.Span.Position().Line != tt.line || !strings.Contains(v.Found.Message, tt.want) {
			t.Errorf("%q: %v, %s\nwant %v, line %d: %s", tt.change, v.Reason, v.Found.Error(), tt.reason, tt.line, tt.want)
		}
		if tt.reason != verify.NotApplicable && v.Valid() != judgeExhaustively(w.d, w.p, read(t, plan), false) {
			t.Errorf("%q: trying everything says otherwise", tt.change)
		}
	}
}

// TestReasonsOfMethods has a small problem for each of what only some domains can get wrong.
func TestReasonsOfMethods(t *testing.T) {
	const domain = `(define (domain d) (:types thing box - object bowl - box)
  (:constants c1 - box)
  (:predicates (p ?x - object) (q ?x ?y - object))
  (:task t :parameters (?x - object))
  (:task e :parameters ())
  (:method m-t :parameters (?x ?y - thing) :task (t ?x) :precondition (q ?x ?y)
    :subtasks (and (a (act ?x)) (b (act ?x)) (k (end ?x))) :ordering (< a k)
    :constraints (not (= ?x ?y)))
  (:method m-box :parameters (?x - box) :task (t ?x) :subtasks (act ?x))
  (:method m-const :parameters () :task (t c1) :subtasks ())
  (:method m-twice :parameters (?x ?y - thing) :task (t ?x) :subtasks (and (act ?x) (act ?y)) :constraints (not (= ?x ?y)))
  (:method m-typed :parameters (?x) :task (t ?x) :subtasks (act ?x) :constraints (and (not (typeof ?x - bowl)) (typeof ?x - box)))
  (:method m-joint :parameters (?x ?y - thing) :task (t ?x) :precondition (p ?y) :subtasks () :constraints (not (= ?x ?y)))
  (:method m-none :parameters (?b - bowl) :task (e) :subtasks ())
  (:method m-p :parameters (?x - thing) :task (e) :precondition (p ?x) :subtasks ())
  (:action act :parameters (?x - object) :effect (p ?x))
  (:action end :parameters (?x - object) :effect (not (p ?x))))`
	for _, tt := range []struct {
		htn, goal, init, plan string
		want                  verify.Reason
	}{
		{"(t a)", "", "(q a a)", "1 act a/2 act a/3 end a/root 9/9 t a -> m-t 1 2 3", verify.PreconditionFailed},
		{"(t a)", "", "(q a b)", "1 act a/2 act a/3 end a/root 9/9 t a -> m-t 1 2 3", verify.Valid},
		{"(t a)", "", "(q a b)", "1 act a/3 end a/2 act a/root 9/9 t a -> m-t 1 2 3", verify.Valid},
		{"(t a)", "", "(q a b)", "3 end a/1 act a/2 act a/root 9/9 t a -> m-t 1 2 3", verify.OrderBroken},
		{"(t a)", "", "", "1 act a/root 9/9 t a -> m-box 1", verify.NoBinding},
		{"(t c1)", "", "", "1 act c1/root 9/9 t c1 -> m-box 1", verify.Valid},
		{"(t c1)", "", "", "root 9/9 t c1 -> m-const", verify.Valid},
		{"(t a)", "", "", "root 9/9 t a -> m-const", verify.NoBinding},
		{"(t a)", "", "", "1 act a/2 act a/root 9/9 t a -> m-twice 1 2", verify.ConstraintBroken},
		{"(t a)", "", "", "1 act b/2 act a/root 9/9 t a -> m-twice 1 2", verify.Valid},
		{"(t c1)", "", "", "1 act c1/root 9/9 t c1 -> m-typed 1", verify.Valid},
		{"(t a)", "", "", "1 act a/root 9/9 t a -> m-typed 1", verify.ConstraintBroken},
		{"(t a)", "", "(p b)", "root 9/9 t a -> m-joint", verify.Valid},
		{"(t a)", "", "(p a)", "root 9/9 t a -> m-joint", verify.PreconditionFailed}, // the parameter must do for both
		{"(e)", "", "", "root 9/9 e -> m-none", verify.ConstraintBroken},             // there is no bowl
		{"(e)", "", "", "root 9/9 e -> m-p", verify.PreconditionFailed},
		{"(and (e) (act a))", "", "", "1 act a/root 1 9/9 e -> m-p", verify.Valid},
		{"(and (x (e)) (y (act a))) :ordering (< x y)", "", "", "1 act a/root 1 9/9 e -> m-p", verify.PreconditionFailed},
		{"(and (x (act a)) (y (e)) (z (end a))) :ordering (and (< x y) (< y z))", "", "", "1 act a/2 end a/root 1 2 9/9 e -> m-p", verify.Valid},
		{"(and (y (e)) (x (act a)) (z (end a))) :ordering (and (< y x) (< x z))", "", "(p b)", "1 act a/2 end a/root 1 2 9/9 e -> m-p", verify.Valid},
		{"(act a)", "(p b)", "", "1 act a/root 1", verify.GoalMissed},
		{"(act a)", "(and (p a) (not (p b)))", "", "1 act a/root 1", verify.Valid},
		{"(and)", "", "", "root", verify.Valid},
		{"(and (act ?v) (end ?v))", "", "", "1 act a/2 end a/root 1 2", verify.Valid},
		{"(and (act ?v) (end ?v))", "", "", "1 act a/2 end b/root 1 2", verify.WrongRoot},
		{"(act ?v) :constraints (not (= ?v a))", "", "", "1 act a/root 1", verify.ConstraintBroken},
		{"(and (a (act ?v)) (b (end ?v))) :ordering (< a b)", "", "", "2 end a/1 act a/root 1 2", verify.OrderBroken},
	} {
		d, ds := hddl.ParseDomain(diag.NewSource("domain.hddl", domain))
		problem := fmt.Sprintf("(define (problem p) (:domain d) (:objects a b - thing) (:htn :parameters (?v - thing) :subtasks %s) (:init %s) (:goal %s))",
			tt.htn, tt.init, max(tt.goal, "()"))
		p, more := hddl.ParseProblem(diag.NewSource("problem.hddl", problem))
		ds.Append(more)
		ds.Append(hddl.Check(d, p))
		if err := ds.Err(); err != nil {
			t.Fatalf("%s: %v", problem, err)
		}
		plan := "==>\n" + strings.ReplaceAll(tt.plan, "/", "\n") + "\n<==\n"
		if v := verify.Plan(d, p, read(t, plan)); v.Reason != tt.want {
			t.Errorf("%s\n%s%v: %s\nwant %v", problem, plan, v.Reason, v.Found.Error(), tt.want)
		}
		if judgeExhaustively(d, p, read(t, plan), false) != (tt.want == verify.Valid) {
			t.Errorf("%s\n%s: trying everything says otherwise", problem, plan)
		}
	}
}

// TestTooHard has a plan whose open choices are too many to try: the verifier answers all the same.
func TestTooHard(t *testing.T) {
	var free, same, objects strings.Builder
	for i := range 12 {
		fmt.Fprintf(&free, " ?v%d", i)
		fmt.Fprintf(&objects, " o%d", i)
		fmt.Fprintf(&same, " (p ?v%d)", i)
	}
	domain := fmt.Sprintf("(define (domain d) (:predicates (p ?x)) (:task t :parameters ()) (:method m :parameters (%s) :task (t) :precondition (or (and %s)) :subtasks ()))",
		free.String(), same.String())
	d, ds := hddl.ParseDomain(diag.NewSource("d.hddl", domain))
	p, more := hddl.ParseProblem(diag.NewSource("p.hddl", fmt.Sprintf("(define (problem p) (:domain d) (:objects %s) (:htn :subtasks (t)) (:init))", objects.String())))
	ds.Append(more)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	if v := verify.Plan(d, p, read(t, "==>\nroot 1\n1 t -> m\n<==\n")); v.Reason != verify.TooHard || v.Found.Span.Position().Line != 2 {
		t.Errorf("%v: %s", v.Reason, v.Found.Error())
	}
}

// TestLongPlans has plans as deep and as wide as recursion and choices allow: verifying them needs no search.
func TestLongPlans(t *testing.T) {
	const domain = `(define (domain d) (:predicates (on) (p ?x)) (:task t :parameters (?x)) (:task e :parameters (?x))
  (:method more :parameters (?x) :task (t ?x) :precondition (not (on)) :ordered-subtasks (and (set ?x) (clear) (t ?x)))
  (:method done :parameters (?x ?y) :task (t ?x) :precondition (not (on)) :ordered-subtasks ())
  (:action set :parameters (?x) :effect (and (on) (p ?x)))
  (:action clear :parameters () :precondition (on) :effect (not (on))))`
	const depth = 20_000
	d, ds := hddl.ParseDomain(diag.NewSource("d.hddl", domain))
	p, more := hddl.ParseProblem(diag.NewSource("p.hddl", "(define (problem p) (:domain d) (:objects a) (:htn :subtasks (t a)) (:init))"))
	ds.Append(more)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	var actions, methods strings.Builder
	for i := range depth {
		fmt.Fprintf(&actions, "%d set a\n%d clear\n", 3*i+1, 3*i+2)
		fmt.Fprintf(&methods, "%d t a -> more %d %d %d\n", 3*i, 3*i+1, 3*i+2, 3*i+3)
	}
	plan := fmt.Sprintf("==>\n%sroot 0\n%s%d t a -> done\n<==\n", actions.String(), methods.String(), 3*depth)
	if v := verify.Plan(d, p, read(t, plan)); !v.Valid() {
		t.Errorf("%v: %s", v.Reason, v.Found.Error())
	}
}

// TestStrictRule has what the rules differ in: something else is done between the point of a method and the first
// action below it.
func TestStrictRule(t *testing.T) {
	d, ds := hddl.ParseDomain(diag.NewSource("d.hddl", `(define (domain d) (:predicates (on)) (:task t :parameters ())
  (:method m :parameters () :task (t) :precondition (on) :subtasks (hum))
  (:action hum :parameters ()) (:action off :parameters () :effect (not (on))))`))
	p, more := hddl.ParseProblem(diag.NewSource("p.hddl", "(define (problem p) (:domain d) (:htn :subtasks (and (t) (off))) (:init (on)))"))
	ds.Append(more)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	plan := read(t, "==>\n1 off\n2 hum\nroot 3 1\n3 t -> m 2\n<==\n")
	if v := verify.Plan(d, p, plan); !v.Valid() {
		t.Error(v.Found.Error())
	}
	v := verify.Rules{AtFirstAction: true}.Plan(d, p, plan)
	if v.Reason != verify.PreconditionFailed || v.Found.Message != "the precondition of m does not hold before hum (id 2): (on)" {
		t.Errorf("%v: %s", v.Reason, v.Found.Error())
	}
}

func ExamplePlan() {
	d, _ := hddl.ParseDomain(diag.NewSource("lamp.hddl", `(define (domain lamp) (:predicates (on)) (:task light :parameters ())
  (:method m-light :parameters () :task (light) :ordered-subtasks (and (press) (press)))
  (:action press :parameters () :precondition (not (on)) :effect (on)))`))
	p, _ := hddl.ParseProblem(diag.NewSource("p.hddl", "(define (problem p) (:domain lamp) (:htn :subtasks (light)) (:init))"))
	f, _ := verify.ReadPlan("p.plan", "==>\n1 press\n2 press\nroot 3\n3 light -> m-light 1 2\n<==\n")
	v := verify.Plan(d, p, f)
	fmt.Println(v.Reason)
	fmt.Println(v.Found.Error())
	// Output:
	// not applicable
	// p.plan:3:1: press is not applicable here: (not (on)) does not hold [K294]
}
