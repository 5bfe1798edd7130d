package zone

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// crowded returns an owner with twenty agents in the log, whose engine panics from a tick on as long as some are there.
// They are numbered from 1.
func crowded(t *testing.T, from int64, panics func(there []int) bool) *ownerTest {
	t.Helper()
	x := newOwner(t)
	x.o.Hook = func() func(*Machine, []byte) {
		return func(m *Machine, batch []byte) {
			if bytes.Equal(batch, m.step.Bytes()) && m.Crowd().Tick() >= from && panics(numbers(m)) {
				panic("a fault of the engine")
			}
		}
	}
	x.m.use(x.o)
	var b remote.Batch
	for range 20 {
		b.Add(remote.OpSpawn, 0, 0, 0)
	}
	x.again = []Input{{Client: "game", Seq: 1, Batch: b.Bytes()}}
	return x
}

// numbers returns the numbers of the agents that are there.
func numbers(m *Machine) (there []int) {
	for a := range m.Crowd().All {
		there = append(there, int(a.Number()))
	}
	slices.Sort(there)
	return there
}

// TestPanicWithoutInputs: a tick that panics although there are no inputs costs the agents with whom it does, and no
// others; inputs of that tick are carried out; the log can be replayed.
func TestPanicWithoutInputs(t *testing.T) {
	for name, c := range map[string]struct {
		panics  func(there []int) bool
		removed []int
	}{
		"one":                {func(there []int) bool { return slices.Contains(there, 14) }, []int{14}},
		"two, each alone":    {func(there []int) bool { return slices.Contains(there, 3) || slices.Contains(there, 20) }, []int{3, 20}},
		"two, only together": {func(there []int) bool { return slices.Contains(there, 3) && slices.Contains(there, 9) }, []int{3}},
	} {
		x := crowded(t, 5, c.panics)
		var all []int
		for tick := range 12 {
			if tick == 1 {
				all = numbers(x.m)
			}
			if tick == 6 {
				var b remote.Batch
				b.AddText(remote.OpObject, 0, "crate", 0)
				x.again = []Input{{Client: "game", Seq: 2, Batch: b.Bytes()}}
			}
			if err := x.step(); err != nil {
				t.Fatalf("%s: tick %d: %v", name, tick, err)
			}
		}
		if err := x.flush(nil, nil, nil); err != nil {
			t.Fatal(err)
		}
		again, err := Open(x.m.spec, x.stores, x.programs, x.o)
		if err == nil {
			_, err = again.CatchUp(x.log, 0)
		}
		if err != nil || again.hash != x.m.hash || again.received("game") != 2 {
			t.Errorf("%s: the replay: %v, after input %d", name, err, again.received("game"))
		}
		gone := all[:0:0]
		for _, n := range all {
			if !slices.Contains(numbers(again), n) {
				gone = append(gone, n)
			}
		}
		if !slices.Equal(gone, c.removed) {
			t.Errorf("%s: of %v, agents %v are gone, and %v had to go", name, all, gone, c.removed)
		}
	}
}

// TestPanicWithoutAgents: when no agent is to blame the zone stops, and says so.
func TestPanicWithoutAgents(t *testing.T) {
	for name, panics := range map[string]func([]int) bool{
		"nobody":   func([]int) bool { return true },
		"everyone": func(there []int) bool { return len(there) > 0 },
	} {
		x := crowded(t, 3, panics)
		var err error
		for n := 0; n < 20 && err == nil; n++ {
			err = x.step()
		}
		if !errors.Is(err, errNoCulprit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
