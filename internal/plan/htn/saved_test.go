package htn_test

import (
	"bytes"
	"encoding"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// TestSavedPlan: a plan, its dependencies, and bans are restored exactly from their bytes, and repairing the restored
// plan is the same as repairing the other.
func TestSavedPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ok := randomBroken(t)
		if !ok {
			return
		}
		bytes := encoded(t, &b.plan)
		var plan htn.Plan
		if rest, err := plan.Decode(b.d, append(slices.Clip(bytes), 7, 7)); err != nil || !slices.Equal(rest, []byte{7, 7}) {
			t.Fatalf("%v, rest %v\n%s", err, rest, b.text)
		}
		samePlan(t, &plan, &b.plan)
		o := htn.Options{Bans: b.bans, Limits: htn.Limits{Nodes: 5_000, Depth: 12}}
		before := b.repair(o)
		after := htn.NewPlanner(b.d, o).Repair(b.state, &plan, b.ended, b.node)
		if before.Stats != after.Stats || outcome(before, b.state) != outcome(after, b.state) {
			t.Fatalf("repairs differ: %+v, %+v\n%s", before, after, b.text)
		}
		if after.Plan != nil {
			encodedTwice(t, b.d, after.Plan)
		}
		bans, rest, err := htn.DecodeBans(b.d, append(htn.AppendBans(nil, b.bans), 7))
		if err != nil || !slices.Equal(rest, []byte{7}) || !slices.EqualFunc(bans, b.bans, func(x, y htn.Ban) bool { return x.Equal(&y) }) {
			t.Fatalf("%v, rest %v: %v, want %v", err, rest, bans, b.bans)
		}
	})
}

// failer is the common part of the tests, fuzz tests and property tests here.
type failer interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func encoded(t failer, v encoding.BinaryAppender) []byte {
	b, err := v.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// encodedTwice wants a plan that came back to give the bytes that it came from.
func encodedTwice(t failer, d *htn.Domain, pl *htn.Plan) {
	first := encoded(t, pl)
	var back htn.Plan
	if _, err := back.Decode(d, first); err != nil {
		t.Fatal(err)
	}
	if second := encoded(t, &back); !bytes.Equal(first, second) {
		t.Fatalf("%v, then %v", first, second)
	}
}

func samePlan(t failer, a, b *htn.Plan) {
	if a.Len() != b.Len() || a.Nodes() != b.Nodes() || a.Cost() != b.Cost() || a.Domain() != b.Domain() || !slices.Equal(a.MTR(nil), b.MTR(nil)) {
		t.Fatalf("%d steps, %d nodes, cost %v; want %d, %d, %v", a.Len(), a.Nodes(), a.Cost(), b.Len(), b.Nodes(), b.Cost())
	}
	for i := range a.Nodes() {
		m, n := a.Node(i), b.Node(i)
		x, y := m.Ban(), n.Ban()
		if !x.Equal(&y) || m.Parent != n.Parent || m.Key != n.Key || htn.Ordinal(a, i) != htn.Ordinal(b, i) {
			t.Fatalf("node %d is %+v, want %+v", i, m, n)
		}
	}
	for i := range a.Len() {
		if s, r := a.Step(i), b.Step(i); !sameStep(s, r) || s.Node != r.Node || a.Match(i, b) != i {
			t.Fatalf("step %d is %+v, want %+v", i, s, r)
		}
	}
}

// TestSavedReads: what a result depends on comes back from its bytes: the same changes matter.
func TestSavedReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := compile(t, randomDomain(t))
		st := world.NewState(d.Info.Schema)
		st.CopyFrom(d.Info.Initial)
		var reads, back htn.Reads
		htn.NewPlanner(d, htn.Options{Reads: &reads, Limits: htn.Limits{Nodes: 5_000, Depth: 12}}).Plan(st, htn.Goal{})
		b := encoded(t, &reads)
		if rest, err := back.Decode(d.Info.Schema, append(slices.Clip(b), 7)); err != nil || !slices.Equal(rest, []byte{7}) {
			t.Fatal(rest, err)
		}
		if !slices.Equal(intervals(&reads), intervals(&back)) || !slices.Equal(reads.Cells.Types(), back.Cells.Types()) || !bytes.Equal(encoded(t, &back), b) {
			t.Fatalf("%v, want %v", intervals(&back), intervals(&reads))
		}
		st.Forget()
		mark := st.Mark()
		change(t, st)
		if reads.Affected(st, st.Changes(mark)) != back.Affected(st, st.Changes(mark)) {
			t.Fatal("a change matters to one of them")
		}
	})
}

func intervals(r *htn.Reads) []world.Interval {
	return slices.Collect(func(yield func(world.Interval) bool) { r.Cells.All(yield) })
}

// savedDomain has arguments of every type, and everything that a derivation can hold.
const savedDomain = `
type door
objects d1, d2: door
type mood = { calm, cross }
state agent { at: vec2; h: float = 0.5; n: int = -3; m: mood = cross; b: bool = true; open(x: door): bool; near: door }
init { at = vec2(1, 2); near = d2 }
operator go(to: vec2, speed: float) { effect at = to }
operator say(mm: mood, loud: bool, k: int) { effect n += 1 }
operator pass(x: door) { effect open(x) = true }
operator wait { }
task visit { method m each x: door where !open(x) order if x == near then 1.5 else 2.5 { unordered { leave(x); talk(cross, n) }; go(vec2(3, -4), h) } }
task leave(x: door) { method m { pass(x); go(at, 1.5) } }
task talk(mm: mood, k: int) { method m { say(mm, b, k); rest } }
task rest { method none_of_it { } }
`

func savedPlans(t testing.TB) (*htn.Domain, []*htn.Plan) {
	d := compile(t, savedDomain)
	var out []*htn.Plan
	for _, goal := range []htn.Goal{{}, {IsOperator: true, Operator: 3}, {Task: 3}} {
		r := htn.NewPlanner(d, htn.Options{}).Plan(d.Info.Initial, goal)
		if r.Plan == nil {
			t.Fatal(r.Status)
		}
		pl := &htn.Plan{}
		pl.CopyFrom(r.Plan)
		out = append(out, pl)
	}
	return d, out
}

// TestSavedPlanIsCompact: values of every type come back; a plan takes few bytes, and memory is used again.
func TestSavedPlanIsCompact(t *testing.T) {
	d, plans := savedPlans(t)
	var back htn.Plan
	for i, pl := range plans {
		b := encoded(t, pl)
		if _, err := back.Decode(d, b); err != nil {
			t.Fatal(i, err)
		}
		samePlan(t, &back, pl)
		if most := []int{160, 13, 14}[i]; len(b) > most {
			t.Errorf("plan %d takes %d bytes", i, len(b))
		}
	}
	guard := load(t, "testdata/guard.krk")
	pl := htn.NewPlanner(guard, htn.Options{}).Plan(situation(guard, guardCases[1].state), goalNamed(t, guard, "duty")).Plan
	if b := encoded(t, pl); len(b) > 160 {
		t.Errorf("14 steps and %d nodes take %d bytes", pl.Nodes(), len(b))
	}
}

// TestDecodeOfOtherThings: truncated or changed data, or data of another domain, is answered with an error, and leaves
// nothing behind.
func TestDecodeOfOtherThings(t *testing.T) {
	d, plans := savedPlans(t)
	b := encoded(t, plans[0])
	var pl htn.Plan
	var wrong *htn.DecodeError
	for n := range len(b) {
		if _, err := pl.Decode(d, b[:n]); !errors.As(err, &wrong) || pl.Len() != 0 || pl.Nodes() != 0 {
			t.Errorf("%d of %d bytes: %v", n, len(b), err)
		}
	}
	other := compile(t, "state agent { n: int }\noperator a { effect n += 1 }\ntask go { method m { a } }\n")
	if _, err := pl.Decode(other, b); !errors.As(err, &wrong) || wrong.What != "plan" {
		t.Error(err)
	}
	var reads htn.Reads
	for n := range len(encoded(t, &reads)) {
		if _, err := reads.Decode(d.Info.Schema, encoded(t, &htn.Reads{})[:n]); !errors.As(err, &wrong) {
			t.Error(err)
		}
	}
	n := plans[0].Node(0)
	bans := htn.AppendBans(nil, []htn.Ban{{Task: 3}, n.Ban()})
	for n := range len(bans) {
		if _, _, err := htn.DecodeBans(d, bans[:n]); !errors.As(err, &wrong) || err.Error() == "" {
			t.Error(err)
		}
	}
	if _, _, err := htn.DecodeBans(other, bans); !errors.As(err, &wrong) {
		t.Error(err)
	}
}

// FuzzDecode: whatever is decoded, nothing panics; a plan that can be read can be used, and reads the same again.
func FuzzDecode(f *testing.F) {
	d, plans := savedPlans(f)
	for _, pl := range plans {
		f.Add(encoded(f, pl))
	}
	var reads htn.Reads
	htn.NewPlanner(d, htn.Options{Reads: &reads}).Plan(d.Info.Initial, htn.Goal{})
	f.Add(encoded(f, &reads))
	n := plans[0].Node(0)
	f.Add(htn.AppendBans(nil, []htn.Ban{n.Ban()}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var pl htn.Plan
		if _, err := pl.Decode(d, b); err == nil {
			usePlan(t, d, &pl, plans[0])
		}
		var r, again htn.Reads
		if _, err := r.Decode(d.Info.Schema, b); err == nil {
			if _, err := again.Decode(d.Info.Schema, encoded(t, &r)); err != nil || !slices.Equal(intervals(&r), intervals(&again)) {
				t.Fatal(err)
			}
		}
		if bans, _, err := htn.DecodeBans(d, b); err == nil {
			back, _, err := htn.DecodeBans(d, htn.AppendBans(nil, bans))
			if err != nil || !reflect.DeepEqual(bans, back) {
				t.Fatal(err)
			}
			htn.NewPlanner(d, htn.Options{Bans: bans}).Plan(d.Info.Initial, htn.Goal{})
		}
	})
}

// usePlan calls everything that a plan offers.
func usePlan(t *testing.T, d *htn.Domain, pl, other *htn.Plan) {
	encodedTwice(t, d, pl)
	m := &expr.Machine{State: d.Info.Initial}
	pl.MTR(nil)
	pl.Order(m)
	pl.Simulate(m, world.NewState(d.Info.Schema), 0)
	planText(pl, d.Info.Initial)
	htn.Diverge(pl, other)
	htn.Diverge(other, pl)
	for i := range pl.Len() {
		pl.Match(i, other)
	}
	p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Nodes: 1000}})
	for i := range pl.Nodes() {
		if r := p.Repair(d.Info.Initial, pl, nil, i); r.Plan != nil {
			encodedTwice(t, d, r.Plan)
		}
	}
}
