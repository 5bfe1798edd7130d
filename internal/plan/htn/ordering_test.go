package htn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// The order of a plan is that of its definition.
func TestOrderIsThatOfItsDefinition(t *testing.T) {
	partial := 0
	rapid.Check(t, func(t *rapid.T) {
		text := randomDomain(t)
		d := compile(t, text)
		r := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Depth: 12, Nodes: 2000}}).Plan(d.Info.Initial, htn.Goal{})
		if r.Plan == nil {
			return
		}
		m := expr.Machine{State: d.Info.Initial}
		got, want := r.Plan.Order(&m), htn.OrderByDefinition(r.Plan, &m)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v\n%s", got, want, text)
		}
		if len(got) != r.Plan.Len()-1 {
			partial++
		}
	})
	if partial == 0 {
		t.Error("no plan is in part without order")
	}
}

// Steps that touch cells of one relation, singly or as a whole, come in the order that these ask for and no other.
func TestOrderByCellsIsThatOfItsDefinition(t *testing.T) {
	const model = `
type thing
objects p, q: thing
state agent { r(t: thing): bool; some: bool }
action a
operator look(t: thing) { do a; effect if r(t) then some = some }
operator put(t: thing) { do a; effect r(t) = true }
operator search { do a; effect if exists(t: thing where r(t)) then some = some }
operator wipe { do a; effect forall t: thing { r(t) = false } }
task both { method "any" { unordered { %s } } }
`
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.SampledFrom([]string{"look(p)", "look(q)", "put(p)", "put(q)", "search", "wipe"}), 1, 12).Draw(t, "steps")
		d := compile(t, fmt.Sprintf(model, strings.Join(steps, "; ")))
		r := htn.NewPlanner(d, htn.Options{}).Plan(d.Info.Initial, htn.Goal{})
		m := expr.Machine{State: d.Info.Initial}
		if got, want := r.Plan.Order(&m), htn.OrderByDefinition(r.Plan, &m); !slices.Equal(got, want) {
			t.Fatalf("%v: %v, want %v", steps, got, want)
		}
	})
}

// lanes is three tasks in any order, each of which counts its own number down in steps; every step reads what the first
// one writes.
func lanes(n int) string {
	return fmt.Sprintf(`
type lane
objects p, q, r: lane
state agent { n(l: lane): int 0..100000 = %d; open: bool }
action a
operator unlock { do a; effect open = true }
operator dec(l: lane) { when open && n(l) > 0; do a; effect n(l) -= 1 }
task all { method "any" { unlock; unordered { run(p); run(q); run(r) } } }
task run(l: lane) {
    method "on" when n(l) > 0 { dec(l); run(l) }
    method "there" { }
}
`, n)
}

// long returns a plan of some 3 n steps to be ordered, and its machine.
func long(t testing.TB, text string) (*htn.Plan, *expr.Machine) {
	t.Helper()
	d := compile(t, text)
	p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Depth: 20_000}})
	goal := htn.Goal{}
	if id, ok := d.Task("all"); ok {
		goal.Task = id
	}
	r := p.Plan(d.Info.Initial, goal)
	if r.Plan == nil {
		t.Fatal(r.Status)
	}
	return r.Plan, &expr.Machine{State: d.Info.Initial}
}

// Putting a plan in order takes as much work for each step, however many there are.
func TestOrderIsLinear(t *testing.T) {
	for _, n := range []int{10, 100, 1000, 4000} {
		pl, m := long(t, lanes(n))
		work, pairs := htn.OrderWork(pl, m)
		if want := 3 * n; pl.Len() != want+1 || pairs != want {
			t.Fatalf("%d steps with %d pairs", pl.Len(), pairs)
		}
		if work > 20*pl.Len() {
			t.Errorf("%d steps take %d looks", pl.Len(), work)
		}
	}
}

// BenchmarkOrder puts plans in order.
func BenchmarkOrder(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 4000} {
		b.Run(fmt.Sprint(3*n), func(b *testing.B) {
			pl, m := long(b, lanes(n))
			least(b, pl.Len(), func() { pl.Order(m) })
		})
	}
}
