package htn_test

import (
	"math"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"pgregory.net/rapid"
)

// keys are such as come together in a table: a few low numbers, and some that share their low bits.
func keys() *rapid.Generator[uint64] {
	return rapid.OneOf(rapid.Uint64Range(0, 200), rapid.Custom(func(t *rapid.T) uint64 { return rapid.Uint64Range(0, 40).Draw(t, "high")<<32 | 7 }))
}

// TestSeenTable: whatever is entered and cleared, the table answers as a map does that holds the least cost of each
// pair.
func TestSeenTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table htn.SeenTable
		table.Clear()
		known := map[[2]uint64]float64{}
		for range rapid.IntRange(1, 400).Draw(t, "moves") {
			if n := rapid.IntRange(0, 200).Draw(t, "move"); n == 0 {
				table.Clear()
				clear(known)
			} else if n == 1 {
				table.Clear()
				clear(known)
				table.Wrap()
				table.Clear()
				table.Clear()
			}
			pair := [2]uint64{keys().Draw(t, "net"), keys().Draw(t, "state")}
			cost, add := float64(rapid.IntRange(0, 3).Draw(t, "cost")), rapid.IntRange(0, 3).Draw(t, "add") > 0
			before, was := known[pair]
			if got, want := table.Enter(pair[0], pair[1], cost, add), was && before <= cost; got != want {
				t.Fatalf("%v at cost %v: %v, want %v", pair, cost, got, want)
			} else if add && !want {
				known[pair] = cost
			}
		}
	})
}

// TestSeenTableWraps: entries under a stamp are gone when the stamps have started over and reached it again.
func TestSeenTableWraps(t *testing.T) {
	var table htn.SeenTable
	table.Clear() // the first stamp
	table.Enter(1, 2, 0, true)
	table.Wrap()
	table.Clear()
	table.Enter(3, 4, 0, true)
	table.Clear() // they start over
	for _, pair := range [][2]uint64{{1, 2}, {3, 4}} {
		if table.Enter(pair[0], pair[1], 0, false) {
			t.Errorf("%v is still there", pair)
		}
	}
	if table.Enter(5, 6, 0, true) || !table.Enter(5, 6, 0, false) {
		t.Error("what is entered is not there")
	}
}

// TestGrownTable: whatever is added and cut, the table knows the first node of each key, as a map and a list do.
func TestGrownTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table htn.GrownTable
		table.Clear()
		var nodes []uint64 // by node: its key
		first := func(key uint64) int32 {
			for i, k := range nodes {
				if k == key {
					return int32(i)
				}
			}
			return -1
		}
		for range rapid.IntRange(1, 600).Draw(t, "moves") {
			switch n := rapid.IntRange(0, 99).Draw(t, "move"); {
			case n == 0:
				table.Clear()
				nodes = nodes[:0]
			case n == 1:
				table.Wrap()
				table.Clear()
				table.Clear()
				nodes = nodes[:0]
			case n < 15 && len(nodes) > 0:
				from := rapid.IntRange(max(0, len(nodes)-20), len(nodes)).Draw(t, "from")
				table.Cut(int32(from))
				nodes = nodes[:from]
			default:
				key := keys().Draw(t, "key")
				table.Add(key, int32(len(nodes)))
				nodes = append(nodes, key)
			}
			if key := keys().Draw(t, "asked"); table.First(key) != first(key) {
				t.Fatalf("key %d: %d, want %d", key, table.First(key), first(key))
			}
		}
	})
}

// TestUpperHalf: a key between two counts as the one's that is nearer, in the middle as the greater one's, up to the
// ends of the range.
func TestUpperHalf(t *testing.T) {
	for _, c := range [][3]int64{{0, 0, 0}, {0, 1, 1}, {0, 2, 1}, {0, 3, 2}, {-3, 3, 0}, {7, 10, 9}, {-10, -7, -8}, {math.MinInt64, math.MaxInt64, 0},
		{math.MaxInt64 - 1, math.MaxInt64, math.MaxInt64}} {
		if got := htn.UpperHalf(c[0], c[1]); got != c[2] {
			t.Errorf("between %d and %d: %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

// TestKeysOfAllNumbers: where order keys are as far apart as numbers can be, the plan depends on each staying in its
// half.
func TestKeysOfAllNumbers(t *testing.T) {
	d := compile(t, `
type crate
objects c1, c2: crate
state agent { far(c: crate): int }
init { far(c1) = -9223372036854775807 - 1; far(c2) = 9223372036854775807 }
operator lift(c: crate) { }
task get { method nearest each c: crate order far(c) { lift(c) } }
`)
	var reads htn.Reads
	htn.NewPlanner(d, htn.Options{Reads: &reads}).Plan(d.Info.Initial, htn.Goal{})
	if got := dependsOn(d.Info.Initial, &reads); !slices.Equal(got, []string{"objects of crate", "far(c1) <= -1", "far(c2) >= 0"}) {
		t.Error(got)
	}
}
