package expr

import (
	"testing"

	"github.com/karakuri-ai/karakuri/world"
)

// twin is a hand-written version of the benchmarks' conditions, over a struct.
type twin struct {
	hungry, tired bool
	money         int
	at            int
	cost          [8]int
	visible       [8]bool
	distance      [8]float64
}

type benchmark struct {
	*Machine
	f     *fixture
	fr    []world.Word
	twin  twin
	bread int
}

func newBenchmark(b testing.TB) *benchmark {
	f := newFixture(b)
	m := f.machine(b)
	fr := make([]world.Word, frameWords)
	fr[slotI], fr[slotE] = object(m, "bread"), object(m, "e1")
	f.set(m, "money", 20)
	f.set(m, "cost", 7, object(m, "bread"))
	for _, name := range []string{"e1", "s1", "s2"} {
		f.set(m, "visible", world.Bool(name == "s2"), object(m, name))
		f.set(m, "distance", world.Float(3), object(m, name))
	}
	t := twin{hungry: true, money: 20}
	bread := int(object(m, "bread") & world.IndexMask)
	for i := range t.cost {
		t.cost[i], t.distance[i] = 5, 3
	}
	t.cost[bread] = 7
	t.visible[object(m, "s2")&world.IndexMask] = true
	return &benchmark{Machine: m, f: f, fr: fr, twin: t, bread: bread}
}

// condition measures a condition against its twin; both must have the expected result.
func condition(b *testing.B, text string, want bool, hand func(*benchmark) bool) {
	s := newBenchmark(b)
	c := CompileCond(s.f.check(b, text, BoolType))
	b.Run("compiled", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if c.Eval(s.Machine, s.fr) != want {
				b.Fatal("wrong")
			}
		}
	})
	b.Run("hand", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if hand(s) != want {
				b.Fatal("wrong")
			}
		}
	})
}

func BenchmarkCondOne(b *testing.B) {
	condition(b, "money >= price", true, func(s *benchmark) bool { return s.twin.money >= 5 })
}

func BenchmarkCondAfford(b *testing.B) {
	condition(b, "money >= cost(it) && at != shop", true, func(s *benchmark) bool { return s.twin.money >= s.twin.cost[s.bread] && s.twin.at != 1 })
}

func BenchmarkCondFive(b *testing.B) {
	condition(b, "hungry && !tired && money in 10..30 && at != shop && cost(it) < 9", true, func(s *benchmark) bool {
		t := &s.twin
		return t.hungry && !t.tired && t.money >= 10 && t.money <= 30 && t.at != 1 && t.cost[s.bread] < 9
	})
}

func BenchmarkCondOr(b *testing.B) {
	condition(b, "tired || money < 5 || at == home && hungry", true, func(s *benchmark) bool {
		t := &s.twin
		return t.tired || t.money < 5 || t.at == 0 && t.hungry
	})
}

func BenchmarkCondDerived(b *testing.B) {
	condition(b, "ready && money > 3", true, func(s *benchmark) bool { return s.twin.hungry && s.twin.at == 0 && s.twin.money > 3 })
}

func BenchmarkCondArithmetic(b *testing.B) {
	condition(b, "money - cost(it) * 2 >= price", true, func(s *benchmark) bool { return s.twin.money-s.twin.cost[s.bread]*2 >= 5 })
}

func BenchmarkCondExists(b *testing.B) {
	condition(b, "exists(x: enemy where visible(x) && distance(x) < 5)", true, func(s *benchmark) bool {
		for i := range s.twin.visible {
			if s.twin.visible[i] && s.twin.distance[i] < 5 {
				return true
			}
		}
		return false
	})
}

func BenchmarkCondTracked(b *testing.B) {
	s := newBenchmark(b)
	c := CompileCond(s.f.check(b, "money >= cost(it) && at != shop", BoolType))
	var notes world.Notes
	b.ReportAllocs()
	for b.Loop() {
		notes.BeginReading(s.State)
		c.Judge(s.Machine, s.fr, &notes)
	}
}

// setTracker notes reads in a world.ReadSet.
type setTracker struct{ set world.ReadSet }

func (t *setTracker) Read(a world.Addr, lo, hi world.Word) { t.set.Read(a, lo, hi) }
func (t *setTracker) Members(typ world.Type)               { t.set.Members(typ.ID) }
func (t *setTracker) Marked(sym *world.Symbol)             { t.set.Marked(sym) }

func value(b *testing.B, text string, want world.Word) {
	s := newBenchmark(b)
	v := CompileValue(s.f.check(b, text, world.Type{}))
	b.ReportAllocs()
	for b.Loop() {
		if v.Eval(s.Machine, s.fr) != want {
			b.Fatal("wrong")
		}
	}
}

func BenchmarkValueConst(b *testing.B) { value(b, "price * 2", 10) }
func BenchmarkValueCell(b *testing.B)  { value(b, "cost(it)", 7) }
func BenchmarkValueSum(b *testing.B)   { value(b, "money + cost(it)", 27) }

func effects(b *testing.B, text string) {
	s := newBenchmark(b)
	e := CompileEffects(s.f.effects(b, text))
	b.ReportAllocs()
	for b.Loop() {
		mark := s.State.Mark()
		e.Apply(s.Machine, s.fr)
		s.State.Undo(mark)
	}
}

// BenchmarkEffectsHand does by hand what BenchmarkEffectsPlain does.
func BenchmarkEffectsHand(b *testing.B) {
	s := newBenchmark(b)
	money, _ := s.f.schema.Symbol("money").Addr()
	tired, _ := s.f.schema.Symbol("tired").Addr()
	b.ReportAllocs()
	for b.Loop() {
		mark := s.State.Mark()
		s.State.Set(money, max(s.State.Get(money)-5, 0))
		s.State.Set(tired, 1)
		s.State.Undo(mark)
	}
}

// Each with taking it back.
func BenchmarkEffectsPlain(b *testing.B)  { effects(b, "money -= price, tired = true") }
func BenchmarkEffectsCells(b *testing.B)  { effects(b, "money -= cost(it), held = it") }
func BenchmarkEffectsHeld(b *testing.B)   { effects(b, "money = 3, debt = money") }
func BenchmarkEffectsForall(b *testing.B) { effects(b, "forall x: enemy { visible(x) = false }") }
