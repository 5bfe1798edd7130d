package world

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestFormatWord(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	st := NewState(s)
	cat := mustAdd(t, st, "animal", "cat")
	old := mustAdd(t, st, "robot", "old")
	st.RemoveObject(old)
	_, mood := s.Enum("mood")
	thing := Type{Kind: KindObject, ID: s.ObjectType("thing").ID}
	for _, c := range []struct {
		typ   Type
		words []Word
		st    Names
		want  string
	}{
		{Type{Kind: KindBool}, []Word{1}, st, "true"},
		{Type{Kind: KindBool}, []Word{0}, st, "false"},
		{anyInt, []Word{-12}, st, "-12"},
		{Type{Kind: KindFloat}, []Word{Float(1.5)}, st, "1.5"},
		{Type{Kind: KindFloat}, []Word{Float(2)}, st, "2"},
		{Type{Kind: KindFloat}, []Word{Float(1e6)}, st, "1000000"},
		{Type{Kind: KindFloat}, []Word{Float(1e30)}, st, "1e+30"},
		{Type{Kind: KindFloat}, []Word{Float(1e-9)}, st, "1e-09"},
		{Type{Kind: KindFloat}, []Word{0}, st, "0"},
		{Type{Kind: KindVec2}, []Word{Float(1), Float(-2.5)}, st, "(1, -2.5)"},
		{Type{Kind: KindEnum, ID: mood}, []Word{2}, st, "angry"},
		{Type{Kind: KindEnum, ID: mood}, []Word{9}, st, "mood#9"},
		{thing, []Word{0}, st, "none"},
		{thing, []Word{cat}, st, "cat"},
		{thing, []Word{old}, st, "thing#2"},
		{thing, []Word{0}, nil, "none"},
		{thing, []Word{cat}, nil, "thing#1"},
	} {
		if got := FormatWord(s, c.st, c.typ, c.words); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestFormatRounded(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	number, place := Type{Kind: KindFloat}, Type{Kind: KindVec2}
	for _, c := range []struct {
		typ   Type
		words []Word
		want  string
	}{
		{number, []Word{Float(45.501299061270544)}, "45.5013"},
		{number, []Word{Float(-0.99999)}, "-1"},
		{number, []Word{Float(0.00012)}, "0.0001"},
		{number, []Word{Float(0.00002)}, "0.00002"},
		{number, []Word{Float(1e-9)}, "1e-09"},
		{number, []Word{Float(123456789012345.67)}, "123456789012345.67"},
		{place, []Word{Float(45.501299061270544), Float(15.644277584675372)}, "(45.5013, 15.6443)"},
		{anyInt, []Word{-12}, "-12"},
	} {
		if got := FormatRounded(s, nil, c.typ, c.words); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestFormatType(t *testing.T) {
	s := zoo(t, DefaultDenseLimit)
	for want, typ := range map[string]Type{
		"bool": {Kind: KindBool}, "int": anyInt, "int -2..2": {Kind: KindInt, Lo: -2, Hi: 2}, "float": {Kind: KindFloat},
		"vec2": {Kind: KindVec2}, "mood": {Kind: KindEnum}, "place": {Kind: KindObject, ID: 4},
	} {
		if got := FormatType(s, typ); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestFloatWordsKeepTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64().Draw(t, "x"), rapid.Float64().Draw(t, "y")
		if x < y != (Float(x) < Float(y)) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
			t.Fatalf("%v and %v", x, y)
		}
		if math.Abs(x) <= math.MaxFloat64 && Float(x).Float() != x {
			t.Fatalf("%v comes back as %v", x, Float(x).Float())
		}
	})
	if Float(math.NaN()) != 0 || Float(math.Copysign(0, -1)) != 0 || Float(math.Inf(1)).Float() != math.MaxFloat64 {
		t.Error("NaN, -0 and infinity have no Words of their own")
	}
}
