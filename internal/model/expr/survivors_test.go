package expr

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// TestNotedRangesKeepTheOutcome compares two cells in every way: for all values within the noted ranges, the result is
// the same; and the present values are within.
func TestNotedRangesKeepTheOutcome(t *testing.T) {
	const values = 5
	for _, op := range []string{"==", "!=", "<", "<=", ">", ">="} {
		for _, text := range []string{"money " + op + " debt", "!(money " + op + " debt)", "money " + op + " 2", "3 " + op + " debt", "money " + op + " n"} {
			f, m, fr := scene(t)
			fr[slotN] = 2
			c := CompileCond(f.check(t, text, BoolType))
			money, debt := f.schema.Symbol("money").Base, f.schema.Symbol("debt").Base
			for pair := range world.Word(values * values) {
				x, y := pair/values, pair%values
				m.State.Set(money, x)
				m.State.Set(debt, y)
				log := &readLog{cells: map[world.Addr][2]world.Word{}}
				was := c.Track(m, fr, log)
				within := func(a world.Addr, w world.Word) bool {
					bounds, noted := log.cells[a]
					return !noted || w >= bounds[0] && w <= bounds[1]
				}
				if !within(money, x) || !within(debt, y) {
					t.Fatalf("%s for %d, %d: what was read is not within what is noted: %v", text, x, y, log.cells)
				}
				for other := range world.Word(values * values) {
					x2, y2 := other/values, other%values
					if !within(money, x2) || !within(debt, y2) {
						continue
					}
					m.State.Set(money, x2)
					m.State.Set(debt, y2)
					if c.Eval(m, fr) != was {
						t.Fatalf("%s is %t for %d, %d, and otherwise for %d, %d, which are within what is noted: %v", text, was, x, y, x2, y2, log.cells)
					}
				}
			}
		}
	}
}

// TestQuestionsAskTheHost: a call of a function that says yes or no gets its arguments, wherever they lie, and goes to
// the function that answers directly if there is one.
func TestQuestionsAskTheHost(t *testing.T) {
	f, m, fr := scene(t)
	var got []world.Word
	f.function("after", []world.Type{IntType, IntType}, BoolType, func(a []world.Word) [2]world.Word {
		got = append(got[:0], a...)
		return [2]world.Word{world.Bool(a[0] > a[1])}
	})
	id := len(f.funcs) - 1
	fr[slotN] = 7
	for name, w := range map[string]world.Word{"money": 20, "debt": 5} {
		f.set(m, name, w)
	}
	f.set(m, "cost", 12, fr[slotI])
	for _, c := range []struct {
		text string
		args []world.Word
		want bool
	}{
		{"after(money, debt)", []world.Word{20, 5}, true}, {"after(debt, money)", []world.Word{5, 20}, false}, {"!after(debt, money)", []world.Word{5, 20}, true},
		{"after(n, debt)", []world.Word{7, 5}, true}, {"after(3, n)", []world.Word{3, 7}, false}, {"!!after(n, 3)", []world.Word{7, 3}, true},
		{"after(money + 1, debt * n)", []world.Word{21, 35}, false}, {"after(cost(it), n)", []world.Word{12, 7}, true}, {"after(twice(n), cost(it))", []world.Word{14, 12}, true},
		{"after(step3(2), price)", []world.Word{5, 5}, false},
	} {
		term := f.check(t, c.text, BoolType)
		for _, asks := range []int{-1, id, id + 1} { // how many answer directly
			asked := 0
			m.Funcs, m.Asks = f.funcs, nil
			if asks >= 0 {
				m.Asks = make([]func([]world.Word) bool, asks)
			}
			if asks > id {
				m.Asks[id] = func(a []world.Word) bool {
					asked++
					return f.funcs[id](a)[0] != 0
				}
			}
			got = nil
			if is := CompileCond(term).Eval(m, fr); is != c.want || fmt.Sprint(got) != fmt.Sprint(c.args) {
				t.Errorf("%s with %d that answer directly: %t for %v, want %t for %v", c.text, asks, is, got, c.want, c.args)
			}
			if asked > 1 {
				t.Errorf("%s: asked %d times", c.text, asked)
			}
		}
		for _, funcs := range []int{0, id} { // the host has fewer
			m.Funcs, m.Asks = f.funcs[:funcs], nil
			if strings.Contains(c.text, "twice") {
				continue
			}
			if is := CompileCond(term).Eval(m, fr); is != (strings.Count(c.text, "!") == 1) {
				t.Errorf("%s: without a function of the host it is %t", c.text, is)
			}
		}
	}
}

// TestArgumentsThatAreNotKnownAreAnywhere: what a derived symbol reads for an argument that is not known yet is a whole
// symbol.
func TestArgumentsThatAreNotKnownAreAnywhere(t *testing.T) {
	f, m, fr := scene(t)
	for text, want := range map[string]string{
		"worth(it, n) > 3":                                     "cost(bread) money",
		"exists(x: item where worth(x, n) > 3)":                "cost* money",
		"exists(x: item where worth(it, cost(x)) > 3)":         "cost* cost(bread) money",
		"middle(pos, e) == pos":                                "pos spot(s1) pos",
		"exists(x: unit where middle(v, x) == v)":              "spot*",
		"exists(x: unit where middle(spot(x), e) == v)":        "spot* spot(s1)",
		"exists(x: place where step3(fare(x, x) * 0 + 1) > 0)": "fare*",
		"exists(x: enemy where danger(x))":                     "visible* distance* distance*",
	} {
		var got []string
		CompileCond(f.check(t, text, BoolType)).Footprint(m, fr, func(a Access) {
			name := a.Sym.Name + "*"
			if !a.Whole {
				name = world.FormatCell(m.State, a.Sym, a.Addr)
			}
			got = append(got, name)
		})
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%s: %s, want %s", text, g, want)
		}
	}
}

// TestBoundVariablesAreSuggested before the names that are declared, the innermost first.
func TestBoundVariablesAreSuggested(t *testing.T) {
	f := newFixture(t)
	for text, want := range map[string]string{
		"exists(rival: enemy where visible(rivl))":                            `did you mean "rival"?`,
		"exists(rival: enemy where exists(other: enemy where visible(othr)))": `did you mean "other"?`,
		"exists(rival: enemy where exists(other: enemy where visible(rivl)))": `did you mean "rival"?`,
		"exists(hungri: enemy where hungrj)":                                  `did you mean "hungri"?`,
		"hungrj":                                                              `did you mean "hungry"?`,
	} {
		_, ds := f.parsed(text, BoolType)
		if len(ds.All) != 1 || ds.All[0].Hint != want {
			t.Errorf("%s: %v, want %s", text, ds.All, want)
		}
	}
}

// TestLongTokensAreCut in messages, between two letters.
func TestLongTokensAreCut(t *testing.T) {
	for _, c := range []struct{ token, want string }{
		{strings.Repeat("x", 32), strings.Repeat("x", 32)},
		{strings.Repeat("x", 33), strings.Repeat("x", 32) + "..."},
		{strings.Repeat("é", 16), strings.Repeat("é", 16)},
		{strings.Repeat("é", 17), strings.Repeat("é", 16) + "..."},
		{"x" + strings.Repeat("é", 17), "x" + strings.Repeat("é", 15) + "..."},
		{"xx" + strings.Repeat("猫", 11), "xx" + strings.Repeat("猫", 10) + "..."},
		{"x" + strings.Repeat("猫", 11), "x" + strings.Repeat("猫", 10) + "..."},
	} {
		if got := cutText(c.token); got != c.want {
			t.Errorf("%s: %s, want %s", c.token, got, c.want)
		}
	}
}

// TestEachEffectMayBeLarge: the limit is that of one effect if they are read one by one, and of all in a list.
func TestEachEffectMayBeLarge(t *testing.T) {
	large := "money = 1" + strings.Repeat(" + 1", MaxExprNodes*2/5)
	var ds diag.List
	p := NewStringParser(diag.NewSource("t", strings.Repeat(large+", ", 5)+large), &ds)
	n := 1
	for p.Effect(); p.Accept(TokComma); p.Effect() {
		n++
	}
	if n != 6 || len(ds.All) > 0 {
		t.Errorf("%d effects are read: %v", n, ds.All)
	}
	ParseEffectString(diag.NewSource("t", strings.Repeat(large+", ", 5)+large), &ds)
	if len(ds.All) != 1 {
		t.Errorf("a list that is too large: %v", ds.All)
	}
}

// TestComparisons of numbers and points, evaluated and compiled, have the results that Go gives.
func TestComparisons(t *testing.T) {
	f, m, fr := scene(t)
	is := func(text string, want bool) {
		t.Helper()
		term := f.check(t, text, BoolType)
		if got := EvalTerm(term, m, fr)[0].Bool(); got != want {
			t.Errorf("%s: %t", text, got)
		}
		if got := CompileCond(term).Eval(m, fr); got != want {
			t.Errorf("%s: %t, compiled", text, got)
		}
	}
	numbers := []float64{-3, -1, 0, 2, 50}
	for _, x := range numbers {
		for _, y := range numbers {
			fr[slotN], fr[slotF] = world.Word(x), world.Float(x/2)
			f.set(m, "debt", world.Word(y))
			f.set(m, "heat", world.Float(y/2))
			for op, want := range map[string]bool{"==": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y} {
				is("n "+op+" debt", want)
				is("f "+op+" heat", want)
				is("n "+op+" heat * 2", want)
				is("f * 2 "+op+" debt", want)
			}
			fr[slotV], fr[slotV+1] = world.Float(x), world.Float(1)
			a, _ := f.schema.Symbol("pos").Addr()
			m.State.Set(a, world.Float(y))
			for _, second := range []float64{1, 5} {
				m.State.Set(a+1, world.Float(second))
				is("v == pos", x == y && second == 1)
				is("v != pos", x != y || second != 1)
				far := math.Hypot(x-y, 1-second)
				is(fmt.Sprintf("abs(dist(v, pos) - %.9f) < 0.000001", far), true)
				is(fmt.Sprintf("abs(dist(pos, v) - %.9f) > 0.000001", far), false)
			}
		}
	}
}

// TestInvalidBytesArePointedAt: the first byte of a token that is not UTF-8, and no more.
func TestInvalidBytesArePointedAt(t *testing.T) {
	for _, c := range []struct {
		text       string
		start, end int32
	}{{"\"ab\xffc\"", 3, 4}, {"\"é\xc3\"", 3, 4}, {"a && \"\xfe\xff\"", 6, 7}, {"\"\ufffd\"", -1, 0}} {
		var ds diag.List
		ParseString(diag.NewSource("t", c.text), &ds)
		at := -1
		for i, d := range ds.All {
			if strings.Contains(d.Message, "a byte that is not UTF-8") {
				at = i
			}
		}
		if c.start < 0 {
			if at >= 0 {
				t.Errorf("%q: %v", c.text, ds.All)
			}
			continue
		}
		if at < 0 || ds.All[at].Span.Start != c.start || ds.All[at].Span.End != c.end {
			t.Errorf("%q: %v, want one from %d to %d", c.text, ds.All, c.start, c.end)
		}
	}
}
