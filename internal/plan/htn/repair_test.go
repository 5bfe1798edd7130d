package htn_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// broken is a running plan, with the task that must be planned anew.
type broken struct {
	text  string
	d     *htn.Domain
	plan  htn.Plan
	state *world.State
	ended []bool
	node  int
	bans  []htn.Ban
}

// randomBroken plans for a random domain, carries some of the steps out in an order that the plan allows, and randomly
// changes the state and bans choices; false: there is no plan to break.
func randomBroken(t *rapid.T) (b broken, ok bool) {
	b.text = randomDomain(t)
	goal := htn.Goal{}
	if rapid.Bool().Draw(t, "beside") {
		b.text += "task pair { method m { a1; t0 } }\ntask all { method m { unordered { t0; a0; pair }; a1 } }\n"
	}
	b.d = compile(t, b.text)
	if all, ok := b.d.Task("all"); ok {
		goal.Task = all
	}
	b.state = world.NewState(b.d.Info.Schema)
	b.state.CopyFrom(b.d.Info.Initial)
	r := htn.NewPlanner(b.d, htn.Options{Limits: htn.Limits{Nodes: 5_000, Depth: 7}}).Plan(b.state, goal)
	if r.Plan == nil {
		return b, false
	}
	b.plan.CopyFrom(r.Plan)
	edges := b.plan.Order(&expr.Machine{State: b.state})
	b.ended = make([]bool, b.plan.Len())
	for range rapid.IntRange(0, b.plan.Len()).Draw(t, "done") {
		var ready []int
		for s := range b.ended {
			if !b.ended[s] && !slices.ContainsFunc(edges, func(e [2]int) bool { return e[1] == s && !b.ended[e[0]] }) {
				ready = append(ready, s)
			}
		}
		s := rapid.SampledFrom(ready).Draw(t, "next")
		b.ended[s] = true
		expr.ApplyTerms(b.d.Info.Operators[b.plan.Step(s).Operator].Effect, &expr.Machine{State: b.state}, b.plan.Step(s).Args)
	}
	for range rapid.IntRange(0, 2).Draw(t, "changes") {
		change(t, b.state)
	}
	b.node = rapid.IntRange(0, b.plan.Nodes()-1).Draw(t, "node")
	for i := range b.plan.Nodes() {
		if n := b.plan.Node(i); b.plan.Within(b.node, i) && rapid.IntRange(0, 2).Draw(t, "ban") == 0 {
			b.bans = append(b.bans, n.Ban())
		}
	}
	return b, true
}

// kept lists the steps that stay: those that have not been done and do not lie below the node.
func (b *broken) kept() (out []int) {
	for i := range b.ended {
		if !b.ended[i] && !b.plan.Below(b.node, i) {
			out = append(out, i)
		}
	}
	return out
}

func (b *broken) repair(o htn.Options) htn.Result {
	o.Bans = b.bans
	return htn.NewPlanner(b.d, o).Repair(b.state, &b.plan, b.ended, b.node)
}

// TestRepairIsSound: what a repair finds can be carried out, says the separate simulator, in the order in which it
// stands and in any that its partial order allows; it keeps all that was to be kept, in its order and at its place in
// the derivation; it holds nothing that is banned below the node.
func TestRepairIsSound(t *testing.T) {
	found, none := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b, ok := randomBroken(t)
		if !ok {
			return
		}
		for _, search := range []htn.Search{htn.DepthFirst, htn.Best} {
			r := b.repair(htn.Options{Search: search, Limits: htn.Limits{Nodes: 5_000, Depth: 12}})
			if r.Plan == nil {
				none++
				continue
			}
			found++
			b.check(t, r.Plan)
		}
	})
	t.Logf("%d repaired, %d not", found, none)
}

func (b *broken) check(t *rapid.T, pl *htn.Plan) {
	var steps []htn.Step
	for i := range pl.Len() {
		steps = append(steps, pl.Step(i))
		for j := range i {
			if pl.Precedes(i, j) {
				t.Fatalf("step %d stands behind %d\n%s", i, j, b.text)
			}
		}
	}
	if at := follow(b.d.Info, b.state, steps); at >= 0 {
		t.Fatalf("%v fails at %d\n%s", planText(pl, b.state), at, b.text)
	}
	live := world.NewState(b.d.Info.Schema)
	if at := pl.Simulate(&expr.Machine{State: b.state}, live, 0); at >= 0 {
		t.Fatalf("Simulate says that %d fails\n%s", at, b.text)
	}
	old, now := choices(&b.plan), choices(pl)
	outside := func(c refChoice) bool { return !b.plan.Within(b.node, c.node) }
	root := old[slices.IndexFunc(old, func(c refChoice) bool { return c.node == b.node })].address
	inside := func(c refChoice) bool {
		return len(c.address) >= len(root) && slices.Equal(c.address[:len(root)], root)
	}
	kept := slices.DeleteFunc(slices.Clone(old), func(c refChoice) bool { return !outside(c) })
	fresh := slices.DeleteFunc(slices.Clone(now), func(c refChoice) bool { return !inside(c) })
	if rest := slices.DeleteFunc(slices.Clone(now), inside); !slices.EqualFunc(kept, rest, equalChoice) {
		t.Fatalf("the nodes outside are not kept: %v, %v\n%s", kept, rest, b.text)
	}
	if len(fresh) == 0 || !slices.Equal(fresh[0].ban.Args, b.plan.Node(b.node).Args) || fresh[0].ban.Task != b.plan.Node(b.node).Task {
		t.Fatalf("the task is not planned anew\n%s", b.text)
	}
	for _, c := range fresh {
		if slices.ContainsFunc(b.bans, func(x htn.Ban) bool { return x.Equal(&c.ban) }) {
			t.Fatalf("%v is banned\n%s", c, b.text)
		}
	}
	b.checkSteps(t, pl, fresh[0].node)
	mtr := []int{}
	for _, c := range now {
		mtr = append(mtr, c.ban.Method)
	}
	if !slices.Equal(mtr, pl.MTR([]int{})) {
		t.Fatalf("mtr %v, want %v\n%s", pl.MTR(nil), mtr, b.text)
	}
}

// checkSteps compares the steps outside the node with those that were to be kept: the same, one for one, in their
// order.
func (b *broken) checkSteps(t *rapid.T, pl *htn.Plan, node int) {
	want := b.kept()
	for i := range pl.Len() {
		if pl.Below(node, i) {
			continue
		}
		if len(want) == 0 || b.plan.Match(want[0], pl) < 0 || !sameStep(b.plan.Step(want[0]), pl.Step(i)) {
			t.Fatalf("%v keeps not what it should of %v\n%s", planText(pl, b.state), planText(&b.plan, b.state), b.text)
		}
		want = want[1:]
	}
	if len(want) > 0 {
		t.Fatalf("%v lacks steps of %v\n%s", planText(pl, b.state), planText(&b.plan, b.state), b.text)
	}
}

func sameStep(a, b htn.Step) bool { return a.Operator == b.Operator && slices.Equal(a.Args, b.Args) }

// TestRepairAgreesWithReference: a repair is found exactly when the reference planner finds one, and it is the same:
// the kept steps in their order, the task next to those that have no declared order to it.
func TestRepairAgreesWithReference(t *testing.T) {
	found, none, beside, skipped := 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b, ok := randomBroken(t)
		if !ok {
			return
		}
		net, free := b.network()
		ref := &reference{info: b.d.Info, depth: 7, nodes: 1_500, bans: b.bans}
		ok = ref.run(net, b.state)
		if ref.cut || ref.over {
			skipped++
			return
		}
		r := b.repair(htn.Options{})
		if ok != (r.Status == htn.Found) || r.Status == htn.Limit {
			t.Fatalf("reference: %v %v, repair: %v of %v at node %d, done %v\n%s", ok, ref.text(b.state), r.Status, planText(&b.plan, b.state), b.node, b.ended, b.text)
		}
		if !ok {
			none++
			return
		}
		if found++; free {
			beside++
		}
		if got, want := planText(r.Plan, b.state), ref.text(b.state); !slices.Equal(got, want) {
			t.Fatalf("repair %v, reference %v of %v at node %d, done %v\n%s", got, want, planText(&b.plan, b.state), b.node, b.ended, b.text)
		}
	})
	t.Logf("found %d, %d of them with steps beside, none %d, too deep for the reference %d", found, beside, none, skipped)
}

// network is the remaining network, for the reference planner, and whether there are steps next to the task.
func (b *broken) network() (net []refElem, free bool) {
	n := b.plan.Node(b.node)
	task := refElem{item: &def.ItemInfo{Task: b.d.Info.Tasks[n.Task]}, args: n.Args}
	kept := b.kept()
	lo, hi := 0, len(kept)
	for i, s := range kept {
		if htn.Around(&b.plan, s, b.node) < 0 {
			lo = i + 1
		}
	}
	for i := len(kept) - 1; i >= lo; i-- {
		if htn.Around(&b.plan, kept[i], b.node) > 0 {
			hi = i
		}
	}
	at := b.stood(kept, lo, hi)
	elems := func(steps []int) (out []refElem) {
		for _, s := range steps {
			step := b.plan.Step(s)
			out = append(out, refElem{item: &def.ItemInfo{Operator: b.d.Info.Operators[step.Operator]}, args: step.Args})
		}
		return out
	}
	net = elems(kept[:lo])
	if lo == hi {
		net = append(net, task)
	} else {
		net = append(net, refElem{par: true, branches: [][]refElem{elems(kept[lo:at]), {task}, elems(kept[at:hi])}, needs: [][]int{nil, nil, {0}}})
	}
	return append(net, elems(kept[hi:])...), lo < hi
}

// stood returns how many of the kept steps stood before the first step of the node that has not been done.
func (b *broken) stood(kept []int, lo, hi int) int {
	for i := range b.ended {
		if !b.ended[i] && b.plan.Below(b.node, i) {
			before := slices.IndexFunc(kept, func(s int) bool { return s > i })
			if before < 0 {
				before = len(kept)
			}
			return min(max(lo, before), hi)
		}
	}
	return lo
}

// TestRepairInSlices: a repair in slices is the same as one in one go, whatever happens meanwhile to the state, the
// plan and the list of completed steps.
func TestRepairInSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ok := randomBroken(t)
		if !ok {
			return
		}
		o := htn.Options{Bans: b.bans, Limits: htn.Limits{Nodes: 5_000, Depth: 12}}
		whole := b.repair(o)
		p := htn.NewPlanner(b.d, o)
		p.BeginRepair(b.state, &b.plan, b.ended, b.node)
		b.plan.CopyFrom(&htn.Plan{})
		clear(b.ended)
		r := p.Run(1)
		for ; r.Status == htn.Paused; r = p.Run(1 + rapid.IntRange(0, 9).Draw(t, "slice")) {
			change(t, b.state)
		}
		if r.Status != whole.Status || r.Stats != whole.Stats || outcome(r, b.state) != outcome(whole, b.state) {
			t.Fatalf("in slices %+v, whole %+v\n%s", r, whole, b.text)
		}
	})
}

// TestRepairOfOwnPlan: the plan may be the planner's own; a node that the plan does not have gives no plan.
func TestRepairOfOwnPlan(t *testing.T) {
	d := load(t, "testdata/guard.krk")
	st := situation(d, guardCases[1].state)
	p := htn.NewPlanner(d, htn.Options{})
	r := p.Plan(st, goalNamed(t, d, "duty"))
	want := planText(r.Plan, st)
	for node := range r.Plan.Nodes() {
		if r = p.Repair(st, r.Plan, nil, node); r.Status != htn.Found || !slices.Equal(planText(r.Plan, st), want) {
			t.Fatalf("node %d: %+v", node, r)
		}
	}
	var plan htn.Plan
	plan.CopyFrom(r.Plan)
	for _, node := range []int{-1, plan.Nodes()} {
		if r := p.Repair(st, &plan, nil, node); r.Status != htn.None {
			t.Errorf("node %d: %+v", node, r)
		}
	}
}

// TestRepairNeedsItsObjects: a kept step whose object is gone makes a repair fail, and so does the task's.
func TestRepairNeedsItsObjects(t *testing.T) {
	d := compile(t, `
type enemy
objects boss, thug: enemy
state agent { hits: int; fear: int }
operator hit(e: enemy) { effect hits += 1 }
operator shout { effect fear += 1 }
operator whisper { effect fear += 1 }
task fight { method m each e: enemy { scare; strike(e) } }
task strike(e: enemy) { method m { hit(e) } }
task scare { method loud { shout }
             method low { whisper } }
`)
	st := world.NewState(d.Info.Schema)
	st.CopyFrom(d.Info.Initial)
	var reads htn.Reads
	p := htn.NewPlanner(d, htn.Options{Reads: &reads, Bans: []htn.Ban{{Task: goalNamed(t, d, "scare").Task}}})
	var plan htn.Plan
	plan.CopyFrom(htn.NewPlanner(d, htn.Options{}).Plan(st, goalNamed(t, d, "fight")).Plan)
	scare, strike := plan.Holder(0), plan.Holder(1)
	if r := p.Repair(st, &plan, nil, scare); r.Status != htn.Found || fmt.Sprint(planText(r.Plan, st)) != "[whisper hit(boss)]" {
		t.Fatalf("%+v", r)
	}
	boss, _, _ := st.ObjectNamed("boss")
	mark := st.Mark()
	st.RemoveObject(boss)
	if !reads.Affected(st, st.Changes(mark)) {
		t.Error("the boss went, and that should matter")
	}
	for _, node := range []int{scare, strike} {
		if r := p.Repair(st, &plan, []bool{node == strike}, node); r.Status != htn.None {
			t.Errorf("node %d: %+v", node, r)
		}
	}
}

// TestRepairIsExplained: the explanation of a repair names its task, the ban, and the kept steps.
func TestRepairIsExplained(t *testing.T) {
	d := load(t, "../../../examples/meal/meal.krk")
	st := situation(d, map[string]world.Word{"money": 0})
	var plan htn.Plan
	plan.CopyFrom(htn.NewPlanner(d, htn.Options{}).Plan(st, goalNamed(t, d, "dine")).Plan)
	node := plan.Holder(0)
	n := plan.Node(node)
	e := htn.ExplainRepair(st, &plan, nil, node, htn.Options{})
	if e.Status != "found" || e.Goal != htn.CallText(st, d.Info.Tasks[n.Task].Name, nil, nil) || len(e.Steps) != plan.Len() {
		t.Errorf("%+v", e)
	}
	e = htn.ExplainRepair(st, &plan, nil, node, htn.Options{Bans: []htn.Ban{n.Ban()}})
	if i := slices.IndexFunc(e.Tried, func(t htn.Tried) bool { return t.Text == "banned: it failed when it was carried out" }); i < 0 {
		t.Errorf("%+v", e)
	}
}
