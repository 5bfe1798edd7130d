package action_test

import (
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// TestArgumentsOfSymbols: an argument is given as a Go value that says the same as the parameter's type; every other
// one is refused, and the symbol reads as zero.
func TestArgumentsOfSymbols(t *testing.T) {
	f := newFixture(t)
	hero, err := f.state.AddObject(f.hero.ID, "h1")
	if err != nil {
		t.Fatal(err)
	}
	pair := func(x, y float64) [2]world.Word { return [2]world.Word{world.Float(x), world.Float(y)} }
	type given struct {
		arg  any
		want [2]world.Word
	}
	for _, tc := range []struct {
		typ     world.Type
		good    []given
		refused []any
	}{
		{boolType, []given{{true, [2]world.Word{1}}, {false, [2]world.Word{}}, {world.Word(1), [2]world.Word{1}}}, []any{1, 0.5, "true", world.Word(2), world.Word(-1), action.Vec2{}, nil}},
		{smallInt, []given{{3, [2]world.Word{3}}, {int8(-5), [2]world.Word{-5}}, {uint16(200), [2]world.Word{200}}, {world.Word(7), [2]world.Word{7}}},
			[]any{true, 3.0, 201, -6, uint64(math.MaxUint64), "3", action.Vec2{}, world.Word(201)}},
		{anyInt, []given{{uint64(math.MaxInt64), [2]world.Word{math.MaxInt64}}, {math.MinInt64, [2]world.Word{math.MinInt64}}}, []any{uint64(math.MaxInt64 + 1), 1.0, false}},
		{floatType, []given{{1.5, pair(1.5, 0)}, {-2.0, pair(-2, 0)}}, []any{math.NaN(), math.Inf(1), true, 1, uint8(1), "1", action.Vec2{X: 1}}},
		{vecType, []given{{action.Vec2{X: 1, Y: -2}, pair(1, -2)}}, []any{action.Vec2{X: math.NaN()}, action.Vec2{Y: math.Inf(-1)}, 1.5, true, 1, "1"}},
		{f.place, []given{{"shop", [2]world.Word{1}}, {2, [2]world.Word{2}}, {place(1), [2]world.Word{1}}, {uint8(0), [2]world.Word{}}, {world.Word(2), [2]world.Word{2}}},
			[]any{"nowhere", 3, -1, true, 1.0, world.Word(3), world.Word(-1), action.Vec2{}}},
		{f.enemy, []given{{f.e1, [2]world.Word{f.e1}}, {"e1", [2]world.Word{f.e1}}}, []any{world.Object(0), "nobody", "h1", hero, 1, true, 1.0, world.Object(-1)}},
	} {
		var asked [][2]world.Word
		derived := func(_ *world.State, id int32, args action.Args, n int) [2]world.Word {
			if id != 4 || n != tc.typ.Width() {
				t.Errorf("derived symbol %d with %d words", id, n)
			}
			asked = append(asked, [2]world.Word{args[0], args[1]})
			return [2]world.Word{9}
		}
		s, err := action.Derived[int](f.schema, 4, "price", []world.Type{tc.typ}, anyInt)
		if err != nil {
			t.Fatal(err)
		}
		kind := world.FormatType(f.schema, tc.typ)
		for _, g := range tc.good {
			asked = nil
			if got := s.Read(f.state, derived, g.arg); got != 9 || len(asked) != 1 || asked[0] != g.want {
				t.Errorf("%s: %T %v: %d, asked for %v, want %v", kind, g.arg, g.arg, got, asked, g.want)
			}
		}
		for _, arg := range tc.refused {
			asked = nil
			if got := s.Read(f.state, derived, arg); got != 0 || asked != nil {
				t.Errorf("%s: %T %v is taken for %v", kind, arg, arg, asked)
			}
		}
	}
}

// TestRefusedArgumentsAreNamed by the error of a write.
func TestRefusedArgumentsAreNamed(t *testing.T) {
	f := newFixture(t)
	fare, _ := action.Stored[float64](f.schema, f.schema.Symbol("fare"))
	seen, _ := action.Stored[bool](f.schema, f.schema.Symbol("seen"))
	for _, tc := range []struct {
		err  error
		want string
	}{
		{fare.Write(f.state, 1, "home", "shop"), ""},
		{fare.Write(f.state, 1, "home"), "karakuri: fare: it takes 2 arguments, and was given 1"},
		{fare.Write(f.state, 1, "home", "shop", 1), "karakuri: fare: it takes 2 arguments, and was given 3"},
		{fare.Write(f.state, 1, "home", "away"), `karakuri: fare: argument 2, "away", is refused; it must be one of home, shop, office`},
		{fare.Write(f.state, 1, 7, "away"), "karakuri: fare: argument 1, 7, is refused; it must be one of home, shop, office"},
		{fare.Write(f.state, math.Inf(1), 0, 1), "karakuri: fare: +Inf is refused; it must be a finite number"},
		{seen.Write(f.state, true, "e2"), `karakuri: seen: argument 1, "e2", is refused; it must be an object of type enemy that exists`},
		{seen.Write(f.state, true, world.Object(0)), "karakuri: seen: argument 1, 0, is refused; it must be an object of type enemy that exists"},
	} {
		got := ""
		if tc.err != nil {
			got = tc.err.Error()
		}
		if got != tc.want {
			t.Errorf("got  %s\nwant %s", got, tc.want)
		}
	}
	if fare.Read(f.state, nil, "home", "shop") != 1 {
		t.Error("what was refused is written")
	}
}
