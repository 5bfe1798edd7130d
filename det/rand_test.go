package det

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The known answers of Random123 1.09 (kat_vectors, philox2x64 10).
func TestPhiloxGivesItsPublishedAnswers(t *testing.T) {
	all := uint64(math.MaxUint64)
	for _, c := range []struct{ c0, c1, key, x0, x1 uint64 }{
		{0, 0, 0, 0xca00a0459843d731, 0x66c24222c9a845b5},
		{all, all, all, 0x65b021d60cd8310f, 0x4d02f3222f86df20},
		{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x0a5e742c2997341c, 0xb0f883d38000de5d},
	} {
		if x0, x1 := philox(c.c0, c.c1, c.key); x0 != c.x0 || x1 != c.x1 {
			t.Errorf("philox(%#x, %#x, %#x) = %#x, %#x, want %#x, %#x", c.c0, c.c1, c.key, x0, x1, c.x0, c.x1)
		}
	}
}

func TestRandGoldenValues(t *testing.T) {
	r := NewRand(1, 2, 3)
	got := []uint64{r.Uint64(), r.Uint64(), r.Uint64n(1000), uint64(r.Intn(6)), math.Float64bits(r.Float64()), math.Float64bits(r.Between(-2, 5))}
	p := make([]int, 5)
	r.Perm(p)
	for _, x := range p {
		got = append(got, uint64(x))
	}
	if want := goldenRand; !slices.Equal(got, want) {
		t.Errorf("got %#x", got)
	}
}

var goldenRand = []uint64{
	0xeb0f2dd0f338b930, 0x1a1c4f7523dd13bd, 0x104, 2, 0x3fc1e6a0b804fbac, 0x3fd8d085f05d02f0, 2, 4, 1, 0, 3,
}

func TestMixGoldenValues(t *testing.T) {
	if Mix(0) != 0 || Mix(1) != 0x5692161d100b05e5 {
		t.Errorf("Mix(0) = %#x, Mix(1) = %#x", Mix(0), Mix(1))
	}
}

func TestMixChangesHalfTheBits(t *testing.T) {
	changed := 0
	for x := range uint64(1000) {
		for bit := range 64 {
			changed += bits.OnesCount64(Mix(x) ^ Mix(x^1<<bit))
		}
	}
	if mean := float64(changed) / 64000; mean < 31.8 || mean > 32.2 {
		t.Errorf("%v bits change on average", mean)
	}
}

func TestNumbersDependOnNothingButTheirKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, agent, stream := rapid.Uint64().Draw(t, "seed"), rapid.Uint64().Draw(t, "agent"), rapid.Uint64().Draw(t, "stream")
		r := NewRand(seed, agent, stream)
		n := rapid.IntRange(0, 20).Draw(t, "draws")
		for range n {
			r.Uint64()
		}
		saved := r
		want := r.Uint64()
		fresh := NewRand(seed, agent, stream)
		if got := saved.Uint64(); got != want || fresh.At(uint64(n)) != want {
			t.Fatalf("draw %d: %#x, from the copy %#x, directly %#x", n, want, got, fresh.At(uint64(n)))
		}
		for _, other := range []Rand{NewRand(seed+1, agent, stream), NewRand(seed, agent+1, stream), NewRand(seed, agent, stream+1)} {
			if other.At(uint64(n)) == want {
				t.Fatalf("another key gives the same number")
			}
		}
	})
}

func TestIntnIsUniform(t *testing.T) {
	r := NewRand(7, 0, 0)
	const n, draws = 10, 100000
	var counts [n]float64
	for range draws {
		counts[r.Intn(n)]++
	}
	chi := 0.0
	for _, c := range counts {
		d := c - draws/n
		chi += d * d / (draws / n)
	}
	if chi > 27.9 { // 9 degrees of freedom, 0.1 %
		t.Errorf("chi square %v, counts %v", chi, counts)
	}
}

func TestUint64nStaysBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := NewRand(rapid.Uint64().Draw(t, "seed"), 0, 0)
		n := rapid.Uint64Min(1).Draw(t, "n")
		if x := r.Uint64n(n); x >= n {
			t.Fatalf("%d is not below %d", x, n)
		}
		if f := r.Float64(); f < 0 || f >= 1 {
			t.Fatalf("%v", f)
		}
	})
}

func TestPermAndShuffleKeepEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := NewRand(rapid.Uint64().Draw(t, "seed"), 0, 0)
		p := make([]int, rapid.IntRange(0, 40).Draw(t, "n"))
		r.Perm(p)
		r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
		slices.Sort(p)
		for i, x := range p {
			if i != x {
				t.Fatalf("%v", p)
			}
		}
	})
}

func TestEmptyRangesPanic(t *testing.T) {
	for name, f := range map[string]func(r *Rand){
		"Uint64n": func(r *Rand) { r.Uint64n(0) },
		"Intn":    func(r *Rand) { r.Intn(0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f(&Rand{})
		}()
	}
}

func BenchmarkRand(b *testing.B) {
	r := NewRand(1, 2, 3)
	b.ReportAllocs()
	sum := uint64(0)
	for b.Loop() {
		sum += r.Uint64()
	}
	_ = sum
}
