package action

import (
	"testing"

	"pgregory.net/rapid"
)

// wide is so large that few instances share a page.
type wide struct {
	Number int64
	Rest   [100]int64
}

// memoryOf returns how many pages a store has.
func memoryOf[P, S any](ps *pages[P, S]) int {
	n := len(ps.spares)
	for _, page := range ps.pages {
		if page != nil {
			n++
		}
	}
	return n
}

// checkPages starts and ends instances at random: each has a state of its own, initially zero, at an address that does
// not change.
func checkPages[S any](t *testing.T, number func(*S) *int64) {
	type instance struct {
		slot   int32
		state  *S
		number int64
	}
	rapid.Check(t, func(rt *rapid.T) {
		ps := (&actionKind[struct{}, S]{}).newStore(new(int64)).(*pages[struct{}, S])
		var running []instance
		for n, start := range rapid.SliceOfN(rapid.Bool(), 1, 300).Draw(rt, "starts") {
			if start {
				slot := ps.take(nil)
				i := instance{slot, &ps.at(slot).s, int64(n + 1)}
				if *number(i.state) != 0 {
					rt.Fatalf("slot %d is taken, or what was left behind shows", slot)
				}
				*number(i.state) = i.number
				running = append(running, i)
			} else if len(running) > 0 {
				at := n * 7 % len(running)
				ps.release(running[at].slot)
				running = append(running[:at], running[at+1:]...)
			}
			for _, i := range running {
				if &ps.at(i.slot).s != i.state || *number(i.state) != i.number {
					rt.Fatalf("the state in slot %d has moved, or is another one's", i.slot)
				}
			}
			if ps.running() != len(running) {
				rt.Fatalf("%d run, want %d", ps.running(), len(running))
			}
		}
	})
}

func TestInstancesHaveAPlaceOfTheirOwn(t *testing.T) {
	t.Run("small", func(t *testing.T) { checkPages(t, func(s *int64) *int64 { return s }) })
	t.Run("wide", func(t *testing.T) { checkPages(t, func(s *wide) *int64 { return &s.Number }) })
}

// When fewer instances run for good, the memory of the others is given back; when that goes up and down, it is kept.
func TestEmptyPagesAreGivenBack(t *testing.T) {
	ps := (&actionKind[struct{}, wide]{}).newStore(new(int64)).(*pages[struct{}, wide])
	var slots []int32
	run := func(n int) {
		slots = slots[:0]
		for range n {
			slots = append(slots, ps.take(nil))
		}
		for _, slot := range slots {
			ps.release(slot)
		}
	}
	run(10_000)
	if n := testing.AllocsPerRun(20, func() { run(10_000) }); n > 0 {
		t.Errorf("going up and down allocates %g times", n)
	}
	full := memoryOf(ps)
	for range 3 * minPeriod {
		run(10)
	}
	if left := memoryOf(ps); full < 1000 || left > 2 {
		t.Errorf("%d of %d pages are left", left, full)
	}
}

// TestPagesAreFull: a page is made when there is no room in the others.
func TestPagesAreFull(t *testing.T) {
	small, large := (&actionKind[struct{}, int64]{}).newStore(new(int64)).(*pages[struct{}, int64]), (&actionKind[struct{}, wide]{}).newStore(new(int64)).(*pages[struct{}, wide])
	for n := range 300 {
		if got := memoryOf(small); got != (n+63)/64 {
			t.Fatalf("%d small instances have %d pages", n, got)
		}
		if got := memoryOf(large); got != (n+7)/8 {
			t.Fatalf("%d large instances have %d pages", n, got)
		}
		if a, b := small.take(nil), large.take(nil); a != int32(n) || b != int32(n) {
			t.Fatalf("instance %d has slots %d and %d", n, a, b)
		}
	}
}
