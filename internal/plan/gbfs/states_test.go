package gbfs

import (
	"math/rand/v2"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
)

func TestStatesAreNumberedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := newStates(130)
	known := map[[3]uint64]int32{}
	for range 20_000 {
		var set [3]uint64
		for range 1 + r.IntN(3) {
			put(set[:], int32(r.IntN(130)))
		}
		n := s.intern(set[:])
		if before, met := known[set]; met && before != n {
			t.Fatalf("a state is number %d and %d", before, n)
		}
		known[set] = n
		if [3]uint64(s.at(n)) != set {
			t.Fatalf("state %d is %v, want %v", n, s.at(n), set)
		}
	}
	if s.count != len(known) {
		t.Errorf("%d numbers for %d states", s.count, len(known))
	}
}

func TestPairsAreMetOnce(t *testing.T) {
	p := newPairs(false)
	for i := range int32(3000) {
		if !p.add(i%50, i/50, 2) || p.add(i%50, i/50, 1) {
			t.Fatalf("pair %d", i)
		}
	}
}

func TestPairsAreMetAgainAtALowerCost(t *testing.T) {
	p := newPairs(true)
	for i := range int32(3000) {
		if !p.add(i%50, i/50, 2) {
			t.Fatalf("pair %d is not new", i)
		}
	}
	for i := range int32(3000) {
		if p.add(i%50, i/50, 2) || !p.add(i%50, i/50, 1) || p.add(i%50, i/50, 1.5) {
			t.Fatalf("pair %d", i)
		}
	}
}

func TestApply(t *testing.T) {
	for _, c := range []struct {
		name string
		a    ground.Action
		want uint64
	}{
		{"add and delete", ground.Action{Add: []int32{3}, Del: []int32{0}}, 0b1010},
		{"a condition of before", ground.Action{Del: []int32{0}, Cond: []ground.CondEffect{{Pre: []int32{0}, Add: []int32{2}}}}, 0b0110},
		{"a condition that does not hold", ground.Action{Cond: []ground.CondEffect{{Neg: []int32{0}, Add: []int32{2}}}}, 0b0011},
		{"what is added holds, whoever deletes it", ground.Action{Add: []int32{2}, Cond: []ground.CondEffect{{Pre: []int32{1}, Del: []int32{2, 1}}}}, 0b0101},
		{"two conditions", ground.Action{Cond: []ground.CondEffect{{Pre: []int32{0}, Add: []int32{1}, Del: []int32{0}}, {Pre: []int32{0}, Del: []int32{1}}}}, 0b0010},
	} {
		set, before := []uint64{0b0011}, make([]uint64, 1)
		if apply(&c.a, set, before); set[0] != c.want {
			t.Errorf("%s: got %04b, want %04b", c.name, set[0], c.want)
		}
	}
}
