package ktrace

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// moving are figures that come, move and go.
func moving(tick int64) (list []Figure) {
	for key := int64(-3); key <= 12; key++ {
		random := rand.New(rand.NewPCG(uint64(key), uint64(tick/int64(4+key&3))))
		if key == 0 || random.IntN(5) == 0 {
			continue
		}
		f := Figure{Key: key, X: random.Float64() * 60, Y: -random.Float64() * 1e4, Facing: [2]float64{random.Float64() - 0.5, random.Float64() - 0.5},
			Health: random.Float64() * 1.2, Team: random.Int64N(3) - 1}
		if key < 0 {
			f.Thing, f.Health, f.Facing = "energy", -1, [2]float64{}
		}
		list = append(list, f)
	}
	random := rand.New(rand.NewPCG(uint64(tick), 1))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// TestFiguresComeBack: to the centimetre, read from the beginning as from any snapshot on.
func TestFiguresComeBack(t *testing.T) {
	tick, want := int64(0), map[int64][]Figure{}
	land := []Feature{{Kind: Bounds, B: [2]float64{60, 40.25}}, {Kind: Box, A: [2]float64{1, 2}, B: [2]float64{3, 4}}, {Kind: Spot, A: [2]float64{-5.5, 6}, Name: "shop"}}
	var out bytes.Buffer
	w := NewRecorder(&out, Options{Land: land, Figures: func(buf []Figure) []Figure {
		want[tick] = moving(tick)
		return append(buf, want[tick]...)
	}})
	h := someHeader()
	if err := w.Begin(h, func() Record { return Record{Kind: KindEnd} }); err != nil || h.Land != nil {
		t.Fatal(err)
	}
	for tick = 1; tick <= 200; tick++ {
		w.Write(&Record{Kind: KindTick, Tick: tick})
		if tick%37 == 0 {
			w.Snapshot(tick, 0, []byte("x"))
		}
		w.RecordFigures(tick, 10)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if len(want) < 100 || len(want) > 106 {
		t.Errorf("they were told %d times", len(want))
	}
	r, err := NewReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Header().Land, land) {
		t.Errorf("%+v", r.Header().Land)
	}
	x, err := r.Index()
	if err != nil || len(x.Places) != 5 {
		t.Fatal(x, err)
	}
	for _, p := range append(x.Places, Place{}) {
		r.Go(p)
		var set FigureSet
		var rec Record
		n := 0
		for r.Next(&rec) == nil {
			if rec.Kind != KindFigures {
				continue
			}
			if err := set.Apply(&rec); err != nil {
				t.Fatal(err)
			}
			checkFigures(t, rec.Tick, set.Append(nil), want[rec.Tick])
			n++
		}
		if n < int(200-p.Tick)*4/10 {
			t.Errorf("from %d they were told %d times", p.Tick, n)
		}
	}
}

func checkFigures(t *testing.T, tick int64, got, want []Figure) {
	t.Helper()
	slices.SortFunc(want, func(a, b Figure) int { return int(a.Key - b.Key) })
	if len(got) != len(want) {
		t.Fatalf("tick %d: %d figures, want %d", tick, len(got), len(want))
	}
	for i, g := range got {
		w := want[i]
		turned := math.Abs(math.Remainder(math.Atan2(g.Facing[1], g.Facing[0])-math.Atan2(w.Facing[1], w.Facing[0]), 2*math.Pi))
		if g.Key != w.Key || g.Thing != w.Thing || math.Abs(g.X-w.X) > 0.0051 || math.Abs(g.Y-w.Y) > 0.0051 || turned > 0.0125 || g.Team != w.Team ||
			math.Abs(min(max(w.Health, -1), 1)-g.Health) > 0.0026 {
			t.Fatalf("tick %d: %+v, want %+v", tick, g, w)
		}
	}
}

// TestStandingCostsNothing: figures that do not move are recorded once, and recording allocates nothing once warm.
func TestStandingCostsNothing(t *testing.T) {
	var out bytes.Buffer
	n := int64(0)
	w := NewRecorder(&out, Options{Figures: func(buf []Figure) []Figure {
		for key := range int64(200) {
			buf = append(buf, Figure{Key: key + 1, X: float64(key) + float64(n)*0.37, Health: -1})
		}
		return buf
	}})
	if err := w.Begin(&Header{}, func() Record { return Record{Kind: KindEnd} }); err != nil {
		t.Fatal(err)
	}
	tell := func(tick int64) int64 {
		before := w.at + int64(len(w.buf))
		w.RecordFigures(tick, 5)
		return w.at + int64(len(w.buf)) - before
	}
	if first := tell(1); first < 600 {
		t.Errorf("the first telling takes %d bytes", first)
	}
	if again := tell(2); again != 0 {
		t.Errorf("nobody has moved, and telling takes %d bytes", again)
	}
	if n++; tell(3) > 200*5 {
		t.Error("steps take many bytes")
	}
	tick := int64(4)
	out.Grow(1 << 20)
	if allocs := testing.AllocsPerRun(100, func() { n++; tell(tick); tick++ }); allocs > 0 {
		t.Errorf("telling allocates %g times", allocs)
	}
}

func TestManyFiguresAreToldInPieces(t *testing.T) {
	var out bytes.Buffer
	w := NewRecorder(&out, Options{Figures: func(buf []Figure) []Figure {
		for key := range int64(MaxFigures + 100) {
			buf = append(buf, Figure{Key: key*1000 + 1, X: float64(key) * 1e5, Y: math.Inf(1), Facing: [2]float64{1, 1}, Health: math.NaN(), Team: key << 20})
		}
		return buf
	}})
	if err := w.Begin(&Header{}, func() Record { return Record{Kind: KindEnd} }); err != nil {
		t.Fatal(err)
	}
	w.RecordFigures(1, 10)
	w.Close()
	r, err := NewReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	var set FigureSet
	var rec Record
	for r.Next(&rec) == nil {
		if rec.Kind == KindFigures {
			if err := set.Apply(&rec); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := len(set.Append(nil)); got != MaxFigures {
		t.Errorf("%d figures", got)
	}
}

func FuzzFigures(f *testing.F) {
	t := (&Figure{Key: 3, X: 4, Y: 5, Facing: [2]float64{1, 0}, Health: 1, Team: 2}).quantised()
	f.Add(t.appendChange(nil, &storedFigure{}, 3), []byte{2, figureGone})
	f.Add([]byte{2, figureAt, 255}, []byte{9, figureThing, 200})
	f.Fuzz(func(t *testing.T, one, two []byte) {
		var set FigureSet
		for _, data := range [][]byte{one, two, one} {
			var damage *DamageError
			if err := set.Apply(&Record{Kind: KindFigures, Data: data}); err != nil && !errors.As(err, &damage) {
				t.Fatal(err)
			}
		}
		for _, f := range set.Append(nil) {
			if math.IsNaN(f.X) || math.Abs(f.Y) > 2e10 || f.Health > 1 || len(f.Thing) > MaxThing {
				t.Fatalf("%+v", f)
			}
		}
	})
}
