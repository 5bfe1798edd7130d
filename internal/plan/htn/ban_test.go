package htn_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// TestBansAgreeWithReference: with choices of earlier plans banned, one after the other, the planner finds the same
// plans as the reference planner with the same bans; no plan holds a banned choice, the cheapest neither.
func TestBansAgreeWithReference(t *testing.T) {
	found, none, skipped := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := randomDomain(t)
		d := compile(t, text)
		var bans []htn.Ban
		for range 4 {
			ref := &reference{info: d.Info, depth: 7, nodes: 1_500, bans: bans}
			ok := ref.solve(d.Info.Initial, d.Info.Tasks[0])
			if ref.cut || ref.over {
				skipped++
				return
			}
			r := htn.NewPlanner(d, htn.Options{Bans: bans}).Plan(d.Info.Initial, htn.Goal{})
			if ok != (r.Status == htn.Found) || r.Status == htn.Limit {
				t.Fatalf("reference: %v, planner: %v, bans %v\n%s", ok, r.Status, bans, text)
			}
			best := htn.NewPlanner(d, htn.Options{Bans: bans, Search: htn.Best, Limits: htn.Limits{Nodes: 20_000, Depth: 12}}).Plan(d.Info.Initial, htn.Goal{})
			if ok && best.Status != htn.Found {
				t.Fatalf("found, but best: %v, bans %v\n%s", best.Status, bans, text)
			}
			if !ok {
				none++
				return
			}
			found++
			if got, want := planText(r.Plan, d.Info.Initial), ref.text(d.Info.Initial); !slices.Equal(got, want) || !slices.Equal(r.Plan.MTR([]int{}), ref.mtr()) {
				t.Fatalf("plan %v, reference %v, bans %v\n%s", got, want, bans, text)
			}
			nothingBanned(t, r.Plan, bans)
			nothingBanned(t, best.Plan, bans)
			n := r.Plan.Node(rapid.IntRange(0, r.Plan.Nodes()-1).Draw(t, "node"))
			bans = append(bans, n.Ban())
		}
	})
	t.Logf("found %d, none %d, too deep for the reference %d", found, none, skipped)
}

func nothingBanned(t *rapid.T, pl *htn.Plan, bans []htn.Ban) {
	for i := range pl.Nodes() {
		n := pl.Node(i)
		chosen := n.Ban()
		if slices.ContainsFunc(bans, func(b htn.Ban) bool { return b.Equal(&chosen) }) {
			t.Fatalf("node %d is banned", i)
		}
	}
}

// TestBanIsExplained: a choice that is banned says so, in the text, in the reason and when asked for.
func TestBanIsExplained(t *testing.T) {
	d := compile(t, `
type door
objects d1, d2: door
state agent { near(d: door): bool; inside: bool }
init { near(d1) = true; near(d2) = true }
operator enter(d: door) { effect inside = true }
operator climb { effect inside = true }
task go_in { method door each d: door where near(d) { enter(d) }
             method window { climb } }
`)
	st := d.Info.Initial
	d1, _, _ := st.ObjectNamed("d1")
	d2, _, _ := st.ObjectNamed("d2")
	bans := []htn.Ban{{Method: 0, Bound: []world.Word{d1}}, {Method: 0, Bound: []world.Word{d2}}, {Method: 1}}
	explain := func(bans []htn.Ban) string {
		var b strings.Builder
		e := htn.Explain(d, st, htn.Goal{}, htn.Options{Bans: bans})
		if err := e.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		return b.String() + "\n" + e.Reason()
	}
	if got, want := strings.TrimSuffix(explain(bans[:1]), "\n"), `go_in: enter(d2)   (6 nodes, 0 backtracks)
go_in
    "door" has 2 candidates
  - "door" with d = d1: banned: it failed when it was carried out
  + "door" with d = d2
    + 1 enter(d2)
`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := explain(bans), `no plan for go_in
  go_in, "door" with d = d1: banned: it failed when it was carried out
  go_in, "door" with d = d2: banned: it failed when it was carried out
  go_in, "window": banned: it failed when it was carried out`; !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	a, err := htn.Explain(d, st, htn.Goal{}, htn.Options{Bans: bans}).WhyNot("door")
	if err != nil || len(a.Cases) != 2 || a.Cases[0].Outcome != "rejected" || a.Cases[0].Text != "with d = d1: banned: it failed when it was carried out" {
		t.Errorf("%+v %v", a, err)
	}
}
