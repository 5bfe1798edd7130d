package htn_test

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// cookery has unordered subtasks, so that what belongs together stands apart in the plan.
const cookery = `
type pot
objects p1, p2, p3: pot
state agent { used(p: pot): bool; rice: bool; soup: bool; water: bool }
operator wash(p: pot) { }
operator fill { effect water = true }
operator boil(p: pot) { when water && !used(p); effect rice = true, used(p) = true }
operator simmer(p: pot) { when water && !used(p); effect soup = true, used(p) = true }
operator serve { when rice && soup }
task meal { method m { unordered { rice_dish; soup_dish; fill }; serve } }
task rice_dish { method pot each p: pot where !used(p) { wash(p); cook_rice(p) } }
task cook_rice(p: pot) { method m { boil(p) } }
task soup_dish { method pot each p: pot where !used(p) { wash(p); simmer(p) } }
`

// TestDerivation: which steps belong to which node, even if they are apart, and where plans differ.
func TestDerivation(t *testing.T) {
	d := compile(t, cookery)
	st := world.NewState(d.Info.Schema)
	st.CopyFrom(d.Info.Initial)
	meal := goalNamed(t, d, "meal")
	p1, _, _ := st.ObjectNamed("p1")
	var plan, other htn.Plan
	plan.CopyFrom(htn.NewPlanner(d, htn.Options{}).Plan(st, meal).Plan)
	if got := planText(&plan, st); !slices.Equal(got, []string{"wash(p1)", "wash(p2)", "fill", "boil(p1)", "simmer(p2)", "serve"}) {
		t.Fatal(got)
	}
	names := func(node int) (out []string) {
		for i := range plan.Len() {
			if plan.Below(node, i) {
				out = append(out, htn.StepText(&plan, i, st))
			}
		}
		return out
	}
	rice, cook := plan.Holder(0), plan.Holder(3)
	if got := names(rice); !slices.Equal(got, []string{"wash(p1)", "boil(p1)"}) {
		t.Errorf("below the rice: %v", got)
	}
	if len(names(0)) != 6 || len(names(-1)) != 6 || !plan.Within(rice, cook) || plan.Within(cook, rice) || !plan.Precedes(0, 5) || plan.Precedes(0, 1) {
		t.Error("the derivation is not what it should be")
	}
	if a, b := htn.Diverge(&plan, &plan); a != -1 || b != -1 {
		t.Error(a, b)
	}
	// Another pot for the rice: that is where the plans differ, and the soup goes with it.
	other.CopyFrom(htn.NewPlanner(d, htn.Options{Bans: []htn.Ban{{Task: plan.Node(rice).Task, Bound: []world.Word{p1}}}}).Plan(st, meal).Plan)
	a, b := htn.Diverge(&plan, &other)
	if a != rice || other.Node(b).Task != plan.Node(a).Task || slices.Equal(plan.Node(a).Bound, other.Node(b).Bound) {
		t.Error(a, b, planText(&other, st))
	}
	if plan.Match(0, &other) != -1 || plan.Match(2, &other) < 0 || plan.Match(5, &other) != other.Len()-1 || plan.Match(1, &plan) != 1 {
		t.Error("steps that are the same are not told from those that are not")
	}
	// An operator alone.
	fill, _ := d.Operator("fill")
	alone := htn.NewPlanner(d, htn.Options{}).Plan(st, htn.Goal{Operator: fill, IsOperator: true}).Plan
	if a, b := htn.Diverge(alone, &plan); a != -1 || b != 0 || alone.Holder(0) != -1 || alone.Match(0, alone) != 0 || alone.Match(0, &plan) != -1 {
		t.Error(a, b)
	}
	if a, b := htn.Diverge(&plan, alone); a != 0 || b != -1 {
		t.Error(a, b)
	}
}

// TestDivergeIsTheFirst: where two plans part, all nodes before in declaration order are the same, and the records
// part there at the earliest.
func TestDivergeIsTheFirst(t *testing.T) {
	parted, same := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := randomDomain(t)
		d := compile(t, text)
		st := world.NewState(d.Info.Schema)
		st.CopyFrom(d.Info.Initial)
		limits := htn.Limits{Nodes: 5_000, Depth: 12}
		first := htn.NewPlanner(d, htn.Options{Limits: limits}).Plan(st, htn.Goal{})
		if first.Plan == nil {
			return
		}
		change(t, st)
		n := first.Plan.Node(rapid.IntRange(0, first.Plan.Nodes()-1).Draw(t, "node"))
		second := htn.NewPlanner(d, htn.Options{Limits: limits, Bans: []htn.Ban{n.Ban()}}).Plan(st, htn.Goal{})
		if second.Plan == nil {
			return
		}
		a, b := htn.Diverge(first.Plan, second.Plan)
		x, y := choices(first.Plan), choices(second.Plan)
		if a < 0 {
			same++
			if !slices.EqualFunc(x, y, equalChoice) {
				t.Fatalf("they part, and are said to be the same\n%s", text)
			}
			return
		}
		parted++
		at := slices.IndexFunc(x, func(c refChoice) bool { return c.node == a })
		if y[at].node != b || equalChoice(x[at], y[at]) || !slices.EqualFunc(x[:at], y[:at], equalChoice) {
			t.Fatalf("nodes %d and %d are not the first to differ\n%s", a, b, text)
		}
	})
	t.Logf("%d parted, %d the same", parted, same)
}

// refChoice is a node with its place in the derivation.
type refChoice struct {
	node    int
	address []int
	ban     htn.Ban
}

func equalChoice(a, b refChoice) bool {
	return slices.Equal(a.address, b.address) && a.ban.Equal(&b.ban)
}

// choices lists the nodes in declaration order, found by the order of the children's names alone.
func choices(pl *htn.Plan) []refChoice {
	out := make([]refChoice, pl.Nodes())
	for i := range out {
		n := pl.Node(i)
		out[i] = refChoice{node: i, ban: n.Ban()}
		if n.Parent >= 0 {
			out[i].address = append(slices.Clone(out[n.Parent].address), htn.Ordinal(pl, i))
		}
	}
	slices.SortFunc(out, func(a, b refChoice) int { return slices.Compare(a.address, b.address) })
	return out
}
