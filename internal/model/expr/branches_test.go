package expr

import (
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// TestLargeDerivedSymbolsAreCalled: derived symbols that are too large to be compiled in place have the same values as
// small ones, of each kind, with and without parameters.
func TestLargeDerivedSymbolsAreCalled(t *testing.T) {
	f, m, fr := scene(t)
	f.derive(t, "crowded", nil, BoolType, "tired"+strings.Repeat(" || money + debt > 17 && hungry", 20)+" || money + debt == 17")
	f.derive(t, "total", []world.Type{IntType}, IntType, "a"+strings.Repeat(" + money - debt", 40), "a")
	f.derive(t, "far", []world.Type{Vec2Type, IntType}, Vec2Type, "a * b"+strings.Repeat(" + a", 80), "a", "b")
	for text, want := range map[string]string{
		"crowded":                    "true",
		"crowded == tired":           "false",
		"total(n)":                   "923",
		"total(total(0)) - total(0)": "920",
		"far(vec2(1, 2), n)":         "(83, 166)",
		"far(vec2(1, 2), n).y":       "166",
	} {
		term := f.check(t, text, world.Type{})
		for way, words := range map[string][2]world.Word{"compiled": evalAll(CompileValue(term), m, fr), "the reference": EvalTerm(term, m, fr)} {
			if got := world.FormatWord(f.schema, m.State, term.Type, words[:term.Type.Width()]); got != want {
				t.Errorf("%s is %s, %s, want %s", text, got, way, want)
			}
		}
	}
}

// TestEffectsInAFile are a list with commas that ends where something else begins.
func TestEffectsInAFile(t *testing.T) {
	var ds diag.List
	p := NewParser(diag.NewSource("test", "money -= 5, hungry = false, debt += 1 }"), &ds)
	list := p.Effects()
	if len(list) != 3 || len(ds.All) > 0 || p.Accept(TokComma) {
		t.Errorf("%d effects: %v", len(list), ds.All)
	}
}

// TestOtherQuotes: a string in quotes of another language is one mistake that says how it is written, and reading
// continues behind it.
func TestOtherQuotes(t *testing.T) {
	for _, c := range []struct {
		text, message, hint string
		end                 int32
		next                string
	}{
		{"'abc' next", "write strings in double quotes", `write "abc"`, 5, "next"},
		{"“abc” next", "write strings in double quotes", `write "abc"`, 9, "next"},
		{"”abc” next", "write strings in double quotes", `write "abc"`, 9, "next"},
		{"'abc next", `stray character "'"`, `write strings in double quotes: "`, 1, "abc"},
		{"'abc\n' next", `stray character "'"`, `write strings in double quotes: "`, 1, "abc"},
	} {
		var ds diag.List
		s := NewScanner(diag.NewSource("test", c.text), &ds)
		first := s.Scan()
		next := first
		if strings.HasPrefix(c.message, "write strings") {
			next = s.Scan()
			if first.Kind != TokString || !first.Faulty {
				t.Errorf("%s: %+v is no faulty string", c.text, first)
			}
		}
		if len(ds.All) == 0 || ds.All[0].Message != c.message || ds.All[0].Hint != c.hint || ds.All[0].Span.Start != 0 || ds.All[0].Span.End != c.end {
			t.Errorf("%s: %+v", c.text, ds.All)
		}
		if got := c.text[next.Start:next.End]; got != c.next {
			t.Errorf("%s goes on with %q, want %q", c.text, got, c.next)
		}
	}
}

// TestRangesOfComparisons: the words for which a comparison with a constant holds are those in its range, at both ends
// of what there is, too.
func TestRangesOfComparisons(t *testing.T) {
	words := []world.Word{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, math.MaxInt64 - 1, math.MaxInt64}
	holds := map[Op]func(x, y world.Word) bool{
		Eq: func(x, y world.Word) bool { return x == y }, Ne: func(x, y world.Word) bool { return x != y },
		Lt: func(x, y world.Word) bool { return x < y }, Le: func(x, y world.Word) bool { return x <= y },
		Gt: func(x, y world.Word) bool { return x > y }, Ge: func(x, y world.Word) bool { return x >= y },
	}
	for op, want := range holds {
		for _, w := range words {
			lo, hi, neg := rangeOf(op, w)
			for _, x := range words {
				if got := (x >= lo && x <= hi) != neg; got != want(x, w) {
					t.Errorf("%d %v %d: %t", x, op, w, got)
				}
			}
		}
	}
}

// TestVectorsAreGivenWhole: both words of a vec2 come out, wherever it is from, and tracked as well.
func TestVectorsAreGivenWhole(t *testing.T) {
	f, m, fr := scene(t)
	pos := f.schema.Symbol("pos").Base
	m.State.Set(pos, world.Float(3))
	m.State.Set(pos+1, world.Float(4))
	fr[slotV], fr[slotV+1] = world.Float(5), world.Float(6)
	for _, c := range []struct {
		text  string
		x, y  float64
		reads int
	}{
		{"vec2(1, 2)", 1, 2, 0}, {"v", 5, 6, 0}, {"pos", 3, 4, 2}, {"pos + v", 8, 10, 2},
	} {
		v, want := CompileValue(f.check(t, c.text, Vec2Type)), [2]world.Word{world.Float(c.x), world.Float(c.y)}
		var plain, tracked [2]world.Word
		v.EvalInto(m, fr, plain[:])
		log := &readLog{cells: map[world.Addr][2]world.Word{}}
		v.TrackInto(m, fr, tracked[:], log)
		if plain != want || tracked != want || len(log.cells) != c.reads {
			t.Errorf("%s: %v, tracked %v with %d reads, want %v with %d", c.text, plain, tracked, len(log.cells), want, c.reads)
		}
	}
}

// TestTypesThatAreNotDeclared have no values that a hint could name.
func TestTypesThatAreNotDeclared(t *testing.T) {
	f := newFixture(t)
	for id, want := range map[int32]string{enumPlace: "place is one of home, shop, office", -1: "", 99: ""} {
		c := &checker{sc: f}
		if got := c.mismatchHint(IntType, enumType(id)); got != want {
			t.Errorf("enum %d: %q, want %q", id, got, want)
		}
	}
}

// TestQuestionsGoToWhoAnswersDirectly: a call with arguments that are simply there does not take the detour over the
// functions with results.
func TestQuestionsGoToWhoAnswersDirectly(t *testing.T) {
	f, m, fr := scene(t)
	f.function("odd", []world.Type{IntType}, BoolType, nil)
	asked := 0
	m.Funcs, m.Asks = nil, make([]func([]world.Word) bool, len(f.funcs))
	m.Asks[len(f.funcs)-1] = func(a []world.Word) bool {
		asked++
		return a[0]%2 != 0
	}
	for text, want := range map[string]bool{"odd(n)": true, "odd(money)": false, "!odd(money)": true, "odd(7)": true} {
		asked = 0
		if got := CompileCond(f.check(t, text, BoolType)).Eval(m, fr); got != want || asked != 1 {
			t.Errorf("%s is %t and was asked %d times, want %t, once", text, got, asked, want)
		}
	}
}

// TestOtherComments: a comment as other languages begin it is one mistake, and reading continues behind it.
func TestOtherComments(t *testing.T) {
	for text, want := range map[string]struct {
		end  int32
		next string
	}{
		"/* a\nb */next": {2, "next"}, "/**/next": {2, "next"}, "/* a\nnext": {2, "next"}, "# a\nnext": {1, "next"}, "#": {1, ""},
	} {
		var ds diag.List
		s := NewScanner(diag.NewSource("test", text), &ds)
		next := s.Scan()
		if got := text[next.Start:next.End]; got != want.next {
			t.Errorf("%q goes on with %q, want %q", text, got, want.next)
		}
		if len(ds.All) != 1 || !strings.HasSuffix(ds.All[0].Message, "does not start a comment") || ds.All[0].Span.Start != 0 || ds.All[0].Span.End != want.end {
			t.Errorf("%q: %+v", text, ds.All)
		}
	}
}

// TestHeadersThatFailed are skipped up to the brace on their line, if there is one.
func TestHeadersThatFailed(t *testing.T) {
	for text, want := range map[string]bool{
		"n = ) x y { a }": true, "n = ) x\ny { a }": false, "n = ) x; { a }": false, "n = ) x } { a }": false, "n = ) x": false,
	} {
		var ds diag.List
		p := NewParser(diag.NewSource("test", text), &ds)
		p.Effect() // no effect: it fails
		if got := p.SkipToBrace(); got != want || got && (p.failed || p.Kind() != TokLBrace) || !got && !p.failed {
			t.Errorf("%q: %t with a failure: %t, at %v", text, got, p.failed, p.Kind())
		}
	}
}

// TestOnlyIntsHaveRanges, whether the other type is declared or built in.
func TestOnlyIntsHaveRanges(t *testing.T) {
	f := newFixture(t)
	bound := func(n int64) Node { return &Lit{Kind: LitInt, Int: n} }
	for name, ok := range map[string]bool{"int": true, "bool": false, "float": false, "vec2": false, "place": false, "item": false} {
		var ds diag.List
		typ, got := ResolveType(&TypeName{Name: name, Ranged: true, Lo: bound(1), Hi: bound(5)}, f, &ds)
		if got != ok || ok && typ != rangedType(1, 5) || !ok && (len(ds.All) != 1 || ds.All[0].Code != diag.BadRange) {
			t.Errorf("%s 1..5: %v, %t: %v", name, typ, got, ds.All)
		}
		ds = diag.List{}
		if _, got := ResolveType(&TypeName{Name: name}, f, &ds); !got || len(ds.All) > 0 {
			t.Errorf("%s: %t: %v", name, got, ds.All)
		}
	}
}
