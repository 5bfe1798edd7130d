package lifted_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

const roomDomain = `
	(:types place thing - object  box lamp - thing)
	(:predicates (at ?t - thing ?p - place) (near ?p ?q - place) (lit ?l - lamp) (ready))
	(:task go :parameters (?p - place))
	`

const roomProblem = `
	(:objects a b - place  x - box  l - lamp)
	(:htn :ordered-subtasks (and (go a)))
	(:init (at x a) (at x a) (near a b))
	`

func TestConditionsBecomeConjunctions(t *testing.T) {
	const impossible = "no schema"
	for _, c := range []struct{ name, condition, want string }{
		{"nothing", "()", ""},
		{"a conjunction", "(and (ready) (at ?t ?p))", "(ready) (at ?0 ?1)"},
		{"or gives two schemas", "(or (ready) (at ?t ?p))", "(ready)\n(at ?0 ?1)"},
		{"imply is an or", "(imply (ready) (at ?t ?p))", "!(ready)\n(at ?0 ?1)"},
		{"not goes inside", "(not (or (ready) (not (at ?t ?p))))", "!(ready) (at ?0 ?1)"},
		{"forall is written out", "(forall (?q - place) (at ?t ?q))", "(at ?0 a) (at ?0 b)"},
		{"forall below not is an or", "(not (forall (?q - place) (at ?t ?q)))", "!(at ?0 ?2)"},
		{"exists is a variable", "(exists (?q - place) (and (near ?p ?q) (at ?t ?q)))", "(near ?1 ?2) (at ?0 ?2)"},
		{"exists below forall is one for each", "(forall (?q - place) (exists (?u - thing) (at ?u ?q)))", "(at ?2 a) (at ?3 b)"},
		{"what an alternative does not use is not its variable", "(or (ready) (exists (?q - place) (at ?t ?q)))", "(ready)\n(at ?0 ?2)"},
		{"static facts are known", "(or (near a b) (ready))", "\n(ready)"},
		{"and what is false for ever is left out", "(or (near b a) (ready))", "(ready)"},
		{"different constants differ", "(and (not (= a b)) (ready))", "(ready)"},
		{"equality", "(= ?p a)", "(= ?1 a)"},
		{"nobody to exist", "(exists (?n - nobody) (ready))", impossible},
		{"nobody to be for all", "(forall (?n - nobody) (ready))", ""},
	} {
		domain := strings.Replace(roomDomain, "box lamp", "nobody box lamp", 1)
		domain = strings.Replace(domain, "(:task", "(:constants a b - place) (:task", 1) + `
			(:action act :parameters (?t - thing ?p - place) :precondition ` + c.condition + ` :effect (ready))
			(:action move :parameters (?t - thing ?p - place) :effect (at ?t ?p))
			(:method m :parameters (?p - place) :task (go ?p) :ordered-subtasks ())`
		p := mustCompile(t, domain, strings.Replace(roomProblem, "a b - place", "c0 - box", 1))
		want := strings.Split(c.want, "\n")
		for i := range want {
			want[i] += " > (ready) - "
		}
		text := strings.Join(want, "\n")
		if c.want == impossible {
			text = ""
		}
		if got := (printer{p}).actions("act"); got != text {
			t.Errorf("%s: %s\n got %q\nwant %q", c.name, c.condition, got, text)
		}
	}
}

func TestEffects(t *testing.T) {
	for _, c := range []struct{ name, effect, want string }{
		{"add and delete", "(and (ready) (not (at ?t ?p)))", " > (ready) - (at ?0 ?1)"},
		{"what is added is not deleted", "(and (not (ready)) (ready))", " > (ready) - "},
		{"for all", "(forall (?q - place) (not (at ?t ?q)))", " >  - (at ?0 a) (at ?0 b)"},
		{"when", "(when (ready) (at ?t ?p))", " >  -  if (ready) > (at ?0 ?1) - "},
		{"when either", "(when (or (ready) (at ?t a)) (not (ready)))", " >  -  if (ready) >  - (ready) if (at ?0 a) >  - (ready)"},
		{"when there is one", "(when (exists (?q - place) (at ?t ?q)) (ready))", " >  -  if (at ?0 a) > (ready) -  if (at ?0 b) > (ready) - "},
		{"when within when", "(forall (?q - place) (when (near ?p ?q) (when (ready) (at ?t ?q))))",
			" >  -  if (near ?1 a) (ready) > (at ?0 a) -  if (near ?1 b) (ready) > (at ?0 b) - "},
	} {
		domain := strings.Replace(roomDomain, "(:task", "(:constants a b - place) (:task", 1) + `
			(:action act :parameters (?t - thing ?p - place) :effect ` + c.effect + `)
			(:action move :parameters (?t - thing ?p - place) :effect (and (at ?t ?p) (ready)))
			(:method m :parameters (?p - place) :task (go ?p) :ordered-subtasks ())`
		p := mustCompile(t, domain, strings.Replace(roomProblem, "a b - place", "c0 - box", 1))
		if got := (printer{p}).actions("act"); got != c.want {
			t.Errorf("%s: %s\n got %q\nwant %q", c.name, c.effect, got, c.want)
		}
	}
}

func TestAnActionWithAlternativesIsAHiddenTask(t *testing.T) {
	p := mustCompile(t, roomDomain+`
		(:action act :parameters (?p - place) :precondition (or (ready) (near ?p ?p)) :effect (ready))
		(:method m :parameters (?p - place) :task (go ?p) :ordered-subtasks (and (act ?p)))`, roomProblem+"(:goal (ready))")
	act := printer{p}.task("act")
	if !act.Hidden || act.Action >= 0 || len(act.Methods) != 2 {
		t.Fatalf("the task is %+v", act)
	}
	for _, i := range act.Methods {
		m := &p.Methods[i]
		sub := &p.Tasks[m.Subtasks[0].Task]
		if !m.Hidden || !m.Total || sub.Hidden || sub.Name != "act" || sub.Action < 0 {
			t.Errorf("method %+v with subtask %+v", m, sub)
		}
	}
	root := &p.Methods[p.Tasks[p.Root].Methods[0]]
	if last := root.Subtasks[len(root.Subtasks)-1]; last.Task != p.Goal || !p.Tasks[p.Goal].Hidden {
		t.Errorf("the root ends with task %d, not the goal", last.Task)
	}
}

func TestNetworks(t *testing.T) {
	for _, c := range []struct{ name, network, want string }{
		{"ordered", ":ordered-subtasks (and (s a) (s b))", "> (s a) > (s b)"},
		{"one alone is ordered", ":subtasks (and (s a))", "> (s a)"},
		{"labels in total order", ":subtasks (and (t1 (s a)) (t2 (s b))) :ordering (and (< t2 t1))", "> (s b) > (s a)"},
		{"no order", ":subtasks (and (s a) (s b))", "> (s a) > (s b) []"},
		{"the order is closed", ":subtasks (and (t1 (s a)) (t2 (s b)) (t3 (s a)) (t4 (s b))) :ordering (and (< t1 t2) (< t2 t3))",
			"> (s a) > (s b) > (s a) > (s b) [[0 1] [0 2] [1 2]]"},
		{"nothing", ":subtasks ()", ""},
	} {
		domain := strings.Replace(roomDomain, "(:task", "(:constants a b - place) (:task", 1) + `
			(:action s :parameters (?p - place))
			(:method m :parameters (?p - place) :task (go ?p) ` + c.network + ")"
		p := mustCompile(t, domain, strings.Replace(roomProblem, "a b - place", "c0 - box", 1))
		if got := strings.TrimSpace(printer{p}.methods("go")); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWhatCannotBeSearchedIsRefused(t *testing.T) {
	_, err := compile(t, `(:types place) (:predicates (ready)) (:functions (fuel) - number)
		(:task go :parameters ())
		(:action act :parameters () :precondition (> (fuel) 3) :effect (decrease (fuel) 1))
		(:action rest :parameters () :precondition (not (= (fuel) 0)))
		(:method m :parameters () :task (go) :ordered-subtasks (and (act)))`,
		"(:objects a - place) (:htn :ordered-subtasks (and (go))) (:init (= (fuel) 5))")
	if err == nil || strings.Count(err.Error(), "[K301]") != 2 {
		t.Errorf("got %v, want two findings K301", err)
	}
}

func TestCosts(t *testing.T) {
	p := mustCompile(t, `(:types place) (:predicates (ready)) (:functions (total-cost) (way ?p - place) - number)
		(:task go :parameters ())
		(:action act :parameters (?p - place) :effect (and (increase (total-cost) (+ 1 (* 2 (way ?p))))))
		(:method m :parameters (?p - place) :task (go) :ordered-subtasks (and (act ?p)))`,
		"(:objects a b - place) (:htn :ordered-subtasks (and (go))) (:init (= (way a) 5)) (:metric minimize (total-cost))")
	cost := &p.Actions[0].Cost
	if got, known := cost.Of([]lifted.Object{0}); got != 11 || !known {
		t.Errorf("the cost of a is %v, %v, want 11", got, known)
	}
	if _, known := cost.Of([]lifted.Object{1}); known {
		t.Error("the cost of b is known, though its way is not")
	}
}

func TestTypesMeet(t *testing.T) {
	p := mustCompile(t, `(:types car boat - vehicle  duck - car duck - boat)
		(:predicates (here ?v - (either car boat)))
		(:task go :parameters (?v - vehicle))
		(:method m :parameters (?v - vehicle ?c - car ?b - boat) :task (go ?v) :ordered-subtasks ())`,
		"(:objects c - car b - boat d - duck v - vehicle) (:htn :ordered-subtasks (and (go c))) (:init)")
	w := printer{p}
	vars := p.Methods[0].Vars
	for _, c := range []struct {
		t    lifted.TypeID
		want string
	}{
		{vars[0], "{c,b,d,v}"}, {vars[1], "{c,d}"}, {vars[2], "{b,d}"}, {p.Preds[0].Types[0], "{c,b,d}"},
		{p.Meet(vars[1], vars[2]), "{d}"}, {p.Meet(vars[0], vars[2]), "{b,d}"}, {p.Meet(vars[0], lifted.Empty), "{}"},
	} {
		if got := w.set(c.t); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if p.Meet(vars[2], vars[1]) != p.Meet(vars[1], vars[2]) {
		t.Error("what two types have in common has two numbers")
	}
}

// TestCostsOfActionsThatNeverAre: plans are priced by the costs of actions as soon as one of the domain has a cost,
// even if that can never be carried out.
func TestCostsOfActionsThatNeverAre(t *testing.T) {
	for cost, want := range map[string]bool{"2": true, "0": false} {
		p := mustCompile(t, `(:predicates (ready)) (:functions (total-cost) - number)
			(:task go) (:method m :task (go) :ordered-subtasks (and (act)))
			(:action act)
			(:action never :precondition (or) :effect (and (increase (total-cost) `+cost+`)))`,
			"(:htn :ordered-subtasks (and (go))) (:init) (:metric minimize (total-cost))")
		if p.HasCosts() != want {
			t.Errorf("a cost of %s that nobody pays: the problem has costs: %v", cost, p.HasCosts())
		}
	}
}
