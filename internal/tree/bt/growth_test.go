package bt_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// wide is a tree with n branches that abort each other, none of which holds at the beginning.
func wide(n int, mode string) string {
	var b strings.Builder
	b.WriteString("action stay\naction go1\naction go2\naction go3\naction go4\naction tap\nfunction below(n: int): bool\nstate agent {\n")
	for i := range n {
		fmt.Fprintf(&b, "s%d: bool\n", i)
	}
	b.WriteString("}\ntree main {\nselector {\n")
	for i := range n {
		fmt.Fprintf(&b, "sequence%s { if s%d; go1 }\n", mode, i)
	}
	b.WriteString("stay\n}\n}\n")
	return b.String()
}

// flip changes the condition of a branch.
func (r *rig) flip(t testing.TB, branch int) {
	t.Helper()
	a := &r.agents[0]
	sym := a.state.Schema().Symbol(fmt.Sprint("s", branch))
	a.state.Set(sym.Base, 1-a.state.Get(sym.Base))
	a.tree.Notice(a.state.Changes(world.Mark{}))
	a.state.Forget()
}

// The first pass over a tree looks at each watch a bounded number of times, and a change at those that it can touch:
// masks have 63 bits, so that one in 63 may be another's, and a branch has two watches.
func TestWatchesOfManyBranches(t *testing.T) {
	for _, n := range []int{100, 400, 1600, 3200} {
		r := newRig(t, wide(n, " abort both"), 1)
		if first := r.env.Looked(); first > 4*n {
			t.Errorf("%d branches: the first pass looks at %d watches", n, first)
		}
		r.step(0)
		before := r.env.Looked()
		r.flip(t, n-1)
		r.flip(t, n-1) // it has another outcome for no watch
		if r.step(0); r.env.Looked()-before > 2*(n/63+1) {
			t.Errorf("%d branches: a change has %d watches looked at", n, r.env.Looked()-before)
		}
	}
}

// Looking only at what a change can touch has the same result as looking at everything: the first branch that holds
// runs, or what stays.
func TestWatchesOfManyBranchesMissNothing(t *testing.T) {
	const branches = 130
	rand := rand.New(rand.NewPCG(1, 2))
	some, all := newRig(t, wide(branches, " abort both"), 1), newRig(t, wide(branches, " abort both"), 1)
	for i := range 3000 {
		for range rand.IntN(4) {
			branch := rand.IntN(branches)
			some.flip(t, branch)
			all.flip(t, branch)
		}
		all.agents[0].tree.NoticeAll()
		if got, want := some.step(0), all.step(0); got != want || some.running() != all.running() {
			t.Fatalf("step %d: %v and node %d, want %v and %d", i, got, some.running(), want, all.running())
		}
		first := 0
		for ; first < branches && !some.holds(first); first++ {
		}
		if want := min(3*first+3, 3*branches+1); some.running() != want { // a branch has three nodes, of which the last is its leaf
			t.Fatalf("step %d: node %d runs, want %d: branch %d is the first that holds", i, some.running(), want, first)
		}
	}
}

// Each change aborts the right nodes, wherever among many watches its own are: the first of a block of 64, the last,
// one behind others that are touched with it.
func TestAbortsAmongManyWatches(t *testing.T) {
	r := newRig(t, wide(130, " abort both"), 1)
	fired := ""
	r.env.Sink = bt.SinkFunc(func(e bt.Event) {
		if e.Kind == bt.AbortFired {
			fired += fmt.Sprintf("%d %s ", (e.Node-1)/3, e.Mode)
		}
	})
	r.step(0)
	const stays = 130
	for i, c := range []struct {
		flips []int
		fired string
		runs  int
	}{
		{[]int{129}, "129 lower ", 129},
		{[]int{64}, "64 lower ", 64},
		{[]int{63, 65}, "63 lower ", 63}, // 65 is behind it
		{[]int{63}, "63 self ", 64},
		{[]int{0, 64}, "0 lower ", 0}, // 64 would no longer continue
		{[]int{0}, "0 self ", 65},
		{[]int{1, 1}, "", 65},
		{[]int{65, 128}, "65 self ", 128},
		{[]int{127, 126, 129}, "126 lower ", 126},
		{[]int{126, 127, 62}, "62 lower ", 62},
		{[]int{62, 128}, "62 self ", stays},
		{[]int{1, 66, 129}, "1 lower ", 1},
		{[]int{1, 66, 129}, "1 self ", stays},
	} {
		for _, branch := range c.flips {
			r.flip(t, branch)
		}
		fired = ""
		r.step(0)
		if runs := (r.running() - 1) / 3; fired != c.fired || runs != c.runs {
			t.Errorf("step %d: %sand %d runs, want %sand %d", i, fired, runs, c.fired, c.runs)
		}
	}
}

// holds reports whether the condition of a branch does.
func (r *rig) holds(branch int) bool {
	a := &r.agents[0]
	return a.state.Get(a.state.Schema().Symbol(fmt.Sprint("s", branch)).Base) != 0
}

// running returns the leaf that runs.
func (r *rig) running() int {
	for n := r.program.Len() - 1; n >= 0; n-- {
		if r.agents[0].tree.Status(int32(n)) == bt.Running {
			return n
		}
	}
	return -1
}

// BenchmarkWatches measures the first pass over branches that abort each other against those that do not, and a change
// without effect.
func BenchmarkWatches(b *testing.B) {
	for _, n := range []int{100, 400, 1600, 3200} {
		for _, mode := range []string{"", " abort both"} {
			b.Run(fmt.Sprintf("pass%s/%d", strings.ReplaceAll(mode, " ", "-"), n), func(b *testing.B) {
				r := newRig(b, wide(n, mode), 1)
				measureLeast(b, n, func() {
					r.agents[0].tree.Reset(r.program, 0, false)
					r.step(0)
				})
			})
		}
		b.Run(fmt.Sprint("change/", n), func(b *testing.B) {
			r := newRig(b, wide(n, " abort both"), 1)
			changes := []world.Change{{Addr: r.agents[0].state.Schema().Symbol(fmt.Sprint("s", n-1)).Base}}
			measureLeast(b, n, func() {
				r.agents[0].tree.Notice(changes)
				r.step(0)
			})
		})
	}
}

func measureLeast(b *testing.B, n int, run func()) {
	least := time.Hour
	b.ReportAllocs()
	for b.Loop() {
		before := b.Elapsed()
		run()
		least = min(least, b.Elapsed()-before)
	}
	b.ReportMetric(float64(least)/float64(n), "ns/branch")
}
