package gbfs

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// wideProblem is one of whose estimates each takes as many operators as there are: every action gives what the next
// ones need.
func wideProblem(n int) *ground.Problem {
	p := &ground.Problem{Lifted: &lifted.Problem{Tasks: make([]lifted.Task, 1), Actions: make([]lifted.Action, 1)}, Facts: make([]lifted.Fact, n+2)}
	for i := range int32(n) {
		p.Actions = append(p.Actions, ground.Action{Pre: []int32{i}, Add: []int32{i + 1}, Neg: []int32{int32(n) + 1}})
	}
	p.Tasks = make([]ground.Task, n+1)
	p.Methods = []ground.Method{{Task: int32(n), Subtasks: []int32{int32(n) - 1}}}
	p.Tasks[n].Methods = []int32{0}
	return p
}

// TestOneEstimateIsCancelled: making the lists and each part of an estimate ask after some thousand operators whether
// the caller still waits, and end with the first no, having done nothing more.
func TestOneEstimateIsCancelled(t *testing.T) {
	const n = 60_000
	p := wideProblem(n)
	polls, last, units := 0, -1, 0
	var r *relaxed
	poll := func() bool {
		if polls++; r != nil {
			units = r.work
		}
		return last < 0 || polls < last
	}
	set := make([]uint64, (n+2+63)/64)
	put(set, 0)
	estimate := func(r *relaxed) {
		r.move(set)
		if !r.ended {
			r.begin()
			r.extend(int32(n - 1))
		}
	}
	newRelaxed(p, nil, poll)
	if want := 2 * n / workPerPoll; polls < want {
		t.Errorf("making the lists asked %d times, want %d", polls, want)
	}
	fresh := func() *relaxed {
		polls, last, r = 0, -1, nil
		made := newRelaxed(p, nil, poll)
		polls, r = 0, made
		return made
	}
	estimate(fresh())
	all := polls
	if want := 6 * n / workPerPoll; all < want { // four times through operators, propositions and facts, then once along the chain
		t.Errorf("an estimate asked %d times, want %d", all, want)
	}
	for k := 1; k <= all; k++ {
		r := fresh()
		last = k
		estimate(r)
		if polls != k || !r.ended {
			t.Fatalf("cancelled at look %d of %d: it ended after %d", k, all, polls)
		}
		if beyond := r.work - units; beyond > pollStretch {
			t.Fatalf("cancelled at look %d of %d: it went on for %d operators", k, all, beyond)
		}
	}
}

// BenchmarkCancelEstimate measures what passes between two looks at the cancellation within an estimate: that is how
// late one notices. Of each two looks the least of all runs counts, since other programs only ever add.
func BenchmarkCancelEstimate(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := wideProblem(n)
			var least []time.Duration // of each look, since the one before
			at, before := 0, time.Now()
			r := newRelaxed(p, nil, func() bool {
				now := time.Now()
				if at == len(least) {
					least = append(least, time.Hour)
				}
				least[at] = min(least[at], now.Sub(before))
				at, before = at+1, now
				return true
			})
			set := make([]uint64, (n+2+63)/64)
			put(set, 0)
			least = nil
			for b.Loop() {
				r.ready, r.fresh, at, before = false, 0, 0, time.Now()
				r.move(set)
				r.begin()
				r.extend(int32(n - 1))
			}
			b.ReportMetric(float64(slices.Max(least))/1e6, "ms-late")
		})
	}
}
