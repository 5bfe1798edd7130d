package htn_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// ordered takes the first thing by its key that will do.
const ordered = `
type thing max 30000
state agent { key(t: thing): int; good(t: thing): bool }
action a(t: thing)
operator take(t: thing) { when good(t); do a(t) }
task choose { method "one" each t: thing order key(t) { take(t) } }
`

// things is a state of it with as many things as there are keys.
func things(t testing.TB, d *htn.Domain, keys []int) (*world.State, []world.Object) {
	t.Helper()
	st := situation(d, nil)
	var list []world.Object
	for _, key := range keys {
		o, err := st.AddObject(d.Info.Schema.ObjectType("thing").ID, "")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, o)
		setCell(d, st, "key", o, world.Word(key))
	}
	st.Forget()
	return st, list
}

func setCell(d *htn.Domain, st *world.State, symbol string, o world.Object, w world.Word) {
	a, _ := d.Info.Schema.Symbol(symbol).Addr(o)
	st.Set(a, w)
}

// taken returns what a plan takes.
func taken(t interface{ Fatalf(string, ...any) }, r htn.Result) world.Object {
	if r.Plan == nil {
		t.Fatalf("%v", r.Status)
	}
	return r.Plan.Step(0).Args[0]
}

// Many candidates are taken in the order of their keys, those of equal keys in canonical order, and what the planner
// says it has read is what the choice depends on.
func TestManyCandidatesComeInOrder(t *testing.T) {
	d := compile(t, ordered)
	goal, _ := d.Task("choose")
	rapid.Check(t, func(rt *rapid.T) {
		keys := rapid.SliceOfN(rapid.IntRange(-20, 20), 25, 90).Draw(rt, "keys")
		st, list := things(t, d, keys)
		for i, o := range list {
			if i == 0 || rapid.IntRange(0, 9).Draw(rt, "good") == 0 {
				setCell(d, st, "good", o, 1)
			}
		}
		best := func() world.Object {
			least := -1
			for i, o := range list {
				a, _ := d.Info.Schema.Symbol("good").Addr(o)
				if st.Get(a) != 0 && (least < 0 || keys[i] < keys[least]) {
					least = i
				}
			}
			return list[least]
		}
		var reads htn.Reads
		plain, noting := htn.NewPlanner(d, htn.Options{}), htn.NewPlanner(d, htn.Options{Reads: &reads})
		for range 10 {
			want := best()
			if got := taken(rt, plain.Plan(st, htn.Goal{Task: goal})); got != want {
				rt.Fatalf("took %v, want %v", got, want)
			}
			if got := taken(rt, noting.Plan(st, htn.Goal{Task: goal})); got != want {
				rt.Fatalf("with reads: took %v, want %v", got, want)
			}
			for again := true; again; {
				mark := st.Mark()
				i := rapid.IntRange(0, len(list)-1).Draw(rt, "thing")
				keys[i] = rapid.IntRange(-25, 25).Draw(rt, "key")
				setCell(d, st, "key", list[i], world.Word(keys[i]))
				if again = !reads.Affected(st, st.Changes(mark)); again && best() != want {
					rt.Fatalf("thing %d got the key %d, which changes the choice and is not read", i, keys[i])
				}
				again = again && rapid.Bool().Draw(rt, "more")
			}
		}
	})
}

// Of candidates of which only the first is taken few are sorted: making the heap takes less than a swap for each, and
// the next ones the height of the heap.
func TestTakingTheFirstOfManySortsFew(t *testing.T) {
	for _, n := range []int{30, 300, 3000, 30_000} {
		pool := make([]world.Word, 0, 3*n)
		for i := range n {
			pool = append(pool, world.Word(i), world.Word(i*7919%n/2), world.Word(i))
		}
		sorted := slices.Clone(pool)
		htn.SortCandidates(sorted, 3)
		if swaps := htn.HeapCandidates(pool, 3); swaps > n {
			t.Errorf("%d candidates: %d swaps for the heap", n, swaps)
		}
		for i := 0; i < n; i++ {
			if swaps := htn.LeadCandidate(pool[3*i:], 3); swaps > bits.Len(uint(n)) {
				t.Fatalf("%d candidates: %d swaps for the next one", n, swaps)
			}
		}
		if !slices.Equal(pool, sorted) {
			t.Errorf("%d candidates: the heap gives another order", n)
		}
	}
}

// Noting what the first of many candidates depends on reads two cells for each, and finds them among those noted at
// once.
func TestOrderKeysWithReadsAreLinear(t *testing.T) {
	d := compile(t, ordered)
	goal, _ := d.Task("choose")
	for _, n := range []int{100, 1000, 10_000, 30_000} {
		keys := make([]int, n)
		for i := range keys {
			keys[i] = i * 7919 % n
		}
		st, list := things(t, d, keys)
		for _, o := range list {
			setCell(d, st, "good", o, 1)
		}
		var reads htn.Reads
		p := htn.NewPlanner(d, htn.Options{Reads: &reads})
		taken(t, p.Plan(st, htn.Goal{Task: goal}))
		noted := 0
		for range reads.Cells.All {
			noted++
		}
		if noted < n || noted > 2*n {
			t.Errorf("%d candidates: %d cells are noted", n, noted)
		}
		if p.Looked() > 8*n {
			t.Errorf("%d candidates: %d other notes are looked at", n, p.Looked())
		}
	}
}

// BenchmarkOrdered takes the first of n candidates.
func BenchmarkOrdered(b *testing.B) {
	d := compile(b, ordered)
	goal, _ := d.Task("choose")
	for _, reads := range []*htn.Reads{nil, {}} {
		for _, n := range []int{100, 1000, 10_000, 30_000} {
			name := fmt.Sprint("plain/", n)
			if reads != nil {
				name = fmt.Sprint("reads/", n)
			}
			b.Run(name, func(b *testing.B) {
				keys := make([]int, n)
				for i := range keys {
					keys[i] = i * 7919 % n
				}
				st, list := things(b, d, keys)
				for _, o := range list {
					setCell(d, st, "good", o, 1)
				}
				p := htn.NewPlanner(d, htn.Options{Reads: reads})
				taken(b, p.Plan(st, htn.Goal{Task: goal}))
				least(b, n, func() { p.Plan(st, htn.Goal{Task: goal}) })
			})
		}
	}
}

// least runs something over and over and reports the least that it took for each of n items.
func least(b *testing.B, n int, run func()) {
	shortest := int64(1) << 62
	b.ReportAllocs()
	for b.Loop() {
		before := b.Elapsed()
		run()
		shortest = min(shortest, int64(b.Elapsed()-before))
	}
	b.ReportMetric(float64(shortest)/float64(n), "ns/item")
}

// nested goes down n times and comes up again.
const nested = `
state agent { n: int 0..100000 = %d; up: int 0..100000 }
action a
operator dec { when n > 0; do a; effect n -= 1 }
operator inc { do a; effect up += 1 }
task nest {
    method "deeper" when n > 0 { dec; nest; inc }
    method "there" { }
}
`

// Nested recursion takes the same work for each step, however deep it goes.
func TestNestedRecursionIsLinear(t *testing.T) {
	for _, n := range []int{10, 100, 1000, 4000} {
		d := compile(t, fmt.Sprintf(nested, n))
		p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Depth: 10_000}})
		r := p.Plan(d.Info.Initial, htn.Goal{})
		if r.Plan == nil || r.Plan.Len() != 2*n {
			t.Fatalf("%d deep: %v", n, r.Status)
		}
		if p.Steps() > n {
			t.Errorf("%d deep: the search walked %d steps up its derivation", n, p.Steps())
		}
		if most := 4*n + 4; r.Stats.Nodes > most {
			t.Errorf("%d deep: %d nodes", n, r.Stats.Nodes)
		}
	}
}

// nestedFar does so with cells of a large relation, one of which nothing writes.
const nestedFar = `
type thing max 30000
objects x: thing
state agent { n(t: thing): int 0..100000 = %d; shut(t: thing): bool; up: int 0..100000 }
action a
operator dec { when n(x) > 0 && !shut(x); do a; effect n(x) -= 1 }
operator inc { do a; effect up += 1 }
task nest {
    method "deeper" when n(x) > 0 { dec; nest; inc }
    method "there" { }
}
`

// Nested recursion that reads and writes cells of a large relation takes the same work for each step, including its
// notes of reads.
func TestNestedRecursionFarAwayIsLinear(t *testing.T) {
	for _, n := range []int{10, 100, 1000, 4000} {
		d := compile(t, fmt.Sprintf(nestedFar, n))
		p := htn.NewPlanner(d, htn.Options{Reads: &htn.Reads{}, Limits: htn.Limits{Depth: 10_000}})
		r := p.Plan(d.Info.Initial, htn.Goal{})
		if r.Plan == nil || r.Plan.Len() != 2*n {
			t.Fatalf("%d deep: %v", n, r.Status)
		}
		if p.Steps() > n || r.Stats.Nodes > 4*n+4 {
			t.Errorf("%d deep: %d nodes, and %d steps up the derivation", n, r.Stats.Nodes, p.Steps())
		}
		if p.Looked() > 4*n {
			t.Errorf("%d deep: %d entries of the log and other notes are looked at", n, p.Looked())
		}
	}
}

// leftward is n times a task that begins with itself.
const leftward = `
state agent { n: int 0..100000 = %d; up: int 0..100000 }
action a
operator dec { when n > 0; do a; effect n -= 1 }
operator inc { do a; effect up += 1 }
task run {
    method "on" when n > 0 { step; run }
    method "there" { }
}
task step {
    method "more" { step; inc }
    method "one" { dec }
}
`

// A task that begins with itself takes the same work wherever it comes up.
func TestLeftRecursionIsLinear(t *testing.T) {
	for _, n := range []int{10, 100, 1000, 4000} {
		d := compile(t, fmt.Sprintf(leftward, n))
		p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Depth: 10_000}})
		r := p.Plan(d.Info.Initial, htn.Goal{})
		if r.Plan == nil || r.Plan.Len() < 2*n {
			t.Fatalf("%d times: %v", n, r.Status)
		}
		if p.Steps() > 8*n || r.Stats.Nodes > 20*n {
			t.Errorf("%d times: %d nodes, and %d steps up the derivation", n, r.Stats.Nodes, p.Steps())
		}
	}
}

// deepening has to begin with itself n times.
const deepening = `
state agent { n: int 0..100000 }
action a
operator put { do a; effect n += 1 }
operator check { when n >= %d; do a }
task pile {
    method "more" { pile; put }
    method "none" { }
}
task all { method "build" { pile; check } }
`

// A task that has to begin with itself n times before what follows can be done is tried at all depths before that one,
// each with as many steps: that takes the square, and no more.
func TestDeepLeftRecursionIsQuadratic(t *testing.T) {
	for _, n := range []int{8, 32, 128, 512} {
		d := compile(t, fmt.Sprintf(deepening, n))
		goal, _ := d.Task("all")
		p := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Depth: 10_000, Nodes: 1_000_000}})
		r := p.Plan(d.Info.Initial, htn.Goal{Task: goal})
		if r.Plan == nil || r.Plan.Len() < n+1 {
			t.Fatalf("%d deep: %v", n, r.Status)
		}
		if most := n*n/4 + 20*n; r.Stats.Nodes > most || p.Steps() > 4*most {
			t.Errorf("%d deep: %d nodes, and %d steps up the derivation", n, r.Stats.Nodes, p.Steps())
		}
	}
}

// BenchmarkNestedFar plans a recursion n deep and notes its reads.
func BenchmarkNestedFar(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 4000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := compile(b, fmt.Sprintf(nestedFar, n))
			p := htn.NewPlanner(d, htn.Options{Reads: &htn.Reads{}, Limits: htn.Limits{Depth: 10_000}})
			if r := p.Plan(d.Info.Initial, htn.Goal{}); r.Plan == nil {
				b.Fatal(r.Status)
			}
			least(b, 2*n, func() { p.Plan(d.Info.Initial, htn.Goal{}) })
		})
	}
}

// BenchmarkNested plans a recursion n deep.
func BenchmarkNested(b *testing.B) {
	for _, reads := range []*htn.Reads{nil, {}} {
		for _, n := range []int{10, 100, 1000, 4000} {
			name := fmt.Sprint("plain/", n)
			if reads != nil {
				name = fmt.Sprint("reads/", n)
			}
			b.Run(name, func(b *testing.B) {
				d := compile(b, fmt.Sprintf(nested, n))
				p := htn.NewPlanner(d, htn.Options{Reads: reads, Limits: htn.Limits{Depth: 10_000}})
				least(b, 2*n, func() { p.Plan(d.Info.Initial, htn.Goal{}) })
			})
		}
	}
}

// unordered is a block of n tasks in any order, each of which is two steps.
func unordered(n int) string {
	text := "state agent { n: int 0..100000 }\naction a\noperator dec { do a; effect n += 1 }\noperator inc { do a; effect n += 1 }\ntask two(i: int 0..100) { method \"both\" { dec; inc } }\ntask all { method \"any\" { unordered {"
	for i := range n {
		text += fmt.Sprintf(" two(%d);", i)
	}
	return text + " } } }\n"
}

// A step among unordered subtasks hashes the branch that it moves on, however many there are next to it.
func TestUnorderedBlocksAreLinear(t *testing.T) {
	for _, n := range []int{8, 16, 32, 64} {
		d := compile(t, unordered(n))
		goal, _ := d.Task("all")
		p := htn.NewPlanner(d, htn.Options{})
		if r := p.Plan(d.Info.Initial, htn.Goal{Task: goal}); r.Plan == nil || r.Plan.Len() != 2*n {
			t.Fatal(r.Status)
		}
		if p.Folds() > 10*n || p.Folds() < n {
			t.Errorf("%d subtasks: %d branches are hashed", n, p.Folds())
		}
	}
}

// BenchmarkUnordered plans a block of n unordered tasks.
func BenchmarkUnordered(b *testing.B) {
	for _, reads := range []*htn.Reads{nil, {}} {
		for _, n := range []int{8, 16, 32, 64} {
			name := fmt.Sprint("plain/", n)
			if reads != nil {
				name = fmt.Sprint("reads/", n)
			}
			b.Run(name, func(b *testing.B) {
				d := compile(b, unordered(n))
				goal, _ := d.Task("all")
				p := htn.NewPlanner(d, htn.Options{Reads: reads})
				r := p.Plan(d.Info.Initial, htn.Goal{Task: goal})
				if r.Plan == nil || r.Plan.Len() != 2*n {
					b.Fatal(r.Status)
				}
				least(b, 2*n, func() { p.Plan(d.Info.Initial, htn.Goal{Task: goal}) })
			})
		}
	}
}
