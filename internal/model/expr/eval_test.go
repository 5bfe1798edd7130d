package expr

import (
	"fmt"
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// scene is the state that the tables below speak of.
func scene(t testing.TB) (*fixture, *Machine, []world.Word) {
	f := newFixture(t)
	m := f.machine(t)
	bread, e1, s1 := object(m, "bread"), object(m, "e1"), object(m, "s1")
	f.set(m, "money", 20)
	f.set(m, "debt", -3)
	f.set(m, "heat", world.Float(2.5))
	f.set(m, "at", 1)
	f.set(m, "target", e1)
	f.set(m, "held", bread)
	f.set(m, "cost", 12, bread)
	f.set(m, "fare", 4, 0, 1)
	f.set(m, "visible", 1, e1)
	f.set(m, "distance", world.Float(4), e1)
	f.set(m, "distance", world.Float(2), s1)
	f.set(m, "slot", 5, -1)
	f.set(m, "likes", -2, e1, s1, e1)
	fr := make([]world.Word, frameWords)
	fr[slotP], fr[slotN], fr[slotF], fr[slotE], fr[slotI] = 2, 3, world.Float(0.5), s1, bread
	return f, m, fr
}

// The meaning of expressions, by the reference and by compiled code.
func TestEval(t *testing.T) {
	f, m, fr := scene(t)
	for _, c := range []struct {
		text string
		want string
	}{
		{"money + debt", "17"},
		{"debt / 2", "-1"},
		{"debt % 2", "-1"},
		{"money / (debt + 3)", "0"},
		{"money % (debt + 3)", "0"},
		{"heat / (heat - heat)", "0"},
		{"heat % 2", "0.5"},
		{"-heat % 2", "-0.5"},
		{"heat % (heat - heat)", "0"},
		{"money / 8 + heat", "4.5"},
		{"debt^3", "-27"},
		{"heat^2", "6.25"},
		{"min(money, n, 7)", "3"},
		{"clamp(money, 0, n)", "3"},
		{"round(heat) + floor(-heat) + ceil(heat)", "3"},
		{"abs(debt)", "3"},
		{"sqrt(debt)", "0"},
		{"dist(vec2(0, 0), vec2(3, n + 1))", "5"},
		{"vec2(1, money).y", "20"},
		{"(pos + vec2(1, 2)) * 2 - vec2(heat, 0)", "(-0.5, 4)"},
		{"at", "shop"},
		{"at == shop && at != home && at < office", "true"},
		{"at in { home, office }", "false"},
		{"at not in home..shop", "false"},
		{"money in 1..20 && heat in 2..n", "true"},
		{"cost(held)", "12"},
		{"cost(none)", "5"},
		{"fare(home, at) + fare(at, home)", "4"},
		{"slot(-1) + slot(n)", "5"},
		{"slot(money)", "0"}, // beyond the parameter's range: the default
		{"likes(target, e, target)", "-2"},
		{"visible(target) && !visible(e)", "true"},
		{"target in enemy && e in sniper && target not in sniper", "true"},
		{"owner(held, true) in unit", "false"}, // none is of no type
		{"if visible(e) then 1 else 2", "2"},
		{"exists(x: enemy where visible(x) && distance(x) < 5)", "true"},
		{"exists(x: enemy, y: item where visible(x) && cost(y) > 50)", "false"},
		{"forall(x: enemy where x != e: distance(x) > 3)", "true"},
		{"forall(x: sniper: visible(x))", "false"},
		{"count(x: unit)", "4"},
		{"count(x: place, y: place where fare(x, y) == 0)", "8"},
		{"min(x: enemy: distance(x))", "2"},
		{"max(x: item where cost(x) < 12: cost(x))", "5"},
		{"min(x: item where cost(x) > 99: cost(x))", "50"},
		{"max(x: item where cost(x) > 99: cost(x) else n)", "3"},
		{"sum(x: enemy where distance(x) < 9: distance(x))", "6"},
		{"sum(x: enemy where money > 99: 1)", "0"},
		{"worth(held, 2)", "44"},
		{"middle(vec2(4, 2), none)", "(2, 1)"},
		{"danger(target)", "false"},
		{"twice(money) + twice(n)", "46"},
		{"mirror(vec2(1, 2))", "(2, 1)"},
		{"wild(tired)", "home"}, // the host's 7 is not a place
		{"wild(hungry)", "shop"},
		{"max(x: place: fare(home, x)) == max(0, 4)", "true"},
	} {
		term := f.check(t, c.text, world.Type{})
		v := CompileValue(term)
		ref, got := EvalTerm(term, m, fr), evalAll(v, m, fr)
		show := func(w [2]world.Word) string { return world.FormatWord(f.schema, m.State, term.Type, w[:]) }
		if show(ref) != c.want || show(got) != c.want {
			t.Errorf("%s: reference %s, compiled %s, want %s", c.text, show(ref), show(got), c.want)
		}
	}
}

func TestEffects(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"money -= 5, tired = true", "tired money=15"},
		{"money += 500", "money=100"},
		{"money -= 21", "money=0"},
		{"money = debt", "money=0"},
		{"debt -= 9223372036854775807", fmt.Sprintf("debt=%d", int64(math.MinInt64))},
		{"money = debt + 10, debt = money", "money=7 debt=20"}, // at once
		{"money += 1, money += 2", "money=22"},                 // at once; the later one stays
		{"money = 1, money = 2", "money=2"},
		{"heat += 1", "heat=3.5"},
		{"pos = vec2(1, 2), pos += vec2(1, 1)", "pos=(1, 1)"}, // at once
		{"at = p, target = none", "at=office target=none"},
		{"cost(held) -= 20", "cost(bread)=1"},
		{"cost(none) = 20, visible(none) = true", ""},
		{"slot(n) = money, slot(money) = 3", "slot(3)=5"},
		{"visible(e) = true, visible(target) = visible(e)", "visible(s1)=true visible(e1)=false"},
		{"if tired then money = 1 else { money = 2, debt = 1 }", "money=2 debt=1"},
		{"forall x: enemy where x != e { visible(x) = !visible(x) }", "visible(e1)=false visible(s2)=true"},
		{"forall x: enemy, y: item where cost(y) > 5 { distance(x) = cost(y) }", "distance(s1)=12 distance(e1)=12 distance(s2)=12"},
		{"spot(e) = vec2(3, 4), track(e, target, held) = vec2(5, 6)", "spot(s1)=(3, 4) track(s1, e1, bread)=(5, 6)"},
	} {
		f, m, fr := scene(t)
		terms := f.effects(t, c.text)
		m.State.Forget()
		before := new(world.State)
		before.CopyFrom(m.State)
		ApplyTerms(terms, m, fr)
		want := changes(f, before, m.State)
		m.State.CopyFrom(before)
		CompileEffects(terms).Apply(m, fr)
		got := changes(f, before, m.State)
		expected := map[string]bool{}
		for _, s := range fields(c.want) {
			expected[s] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(got) != len(expected) {
			t.Errorf("%s: compiled %v, reference %v, want %s", c.text, got, want, c.want)
			continue
		}
		for _, s := range got {
			if !expected[s] {
				t.Errorf("%s: %s, want %s", c.text, s, c.want)
			}
		}
	}
}

// fields splits "a=1 b(x, y)=(1, 2)" at the blanks outside of parentheses; a bare name is true.
func fields(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i == len(s) || s[i] == ' ' && depth == 0:
			if f := s[start:i]; f == "tired" {
				out = append(out, f+"=true")
			} else if f != "" {
				out = append(out, f)
			}
			start = i + 1
		case s[i] == '(':
			depth++
		case s[i] == ')':
			depth--
		}
	}
	return out
}

func changes(f *fixture, before, after *world.State) []string {
	var out []string
	for i := range f.schema.Symbols {
		sym := &f.schema.Symbols[i]
		seen := map[world.Addr]bool{}
		compare := func(args, _ []world.Word) bool {
			a, _ := sym.Addr(args...)
			w, v := [2]world.Word{after.Get(a)}, [2]world.Word{before.Get(a)}
			if sym.Type.Kind == world.KindVec2 {
				w[1], v[1] = after.Get(a+1), before.Get(a+1)
			}
			if w != v && !seen[a] {
				out = append(out, world.FormatCell(after, sym, a)+"="+world.FormatWord(f.schema, after, sym.Type, w[:]))
			}
			seen[a] = true
			return true
		}
		before.Cells(sym, compare)
		after.Cells(sym, compare)
	}
	return out
}

func TestClassification(t *testing.T) {
	f := newFixture(t)
	if !CompileCond(nil).IsTrue() || !CompileCond(nil).Eval(f.machine(t), nil) || !CompileCond(f.check(t, "1 > 2", BoolType)).IsFalse() || CompileCond(f.check(t, "1 > 2", BoolType)).Eval(f.machine(t), nil) {
		t.Error("constant conditions")
	}
	if c := CompileCond(f.check(t, "hungry", BoolType)); c.IsTrue() || c.IsFalse() {
		t.Error("a condition that is not constant")
	}
	if !CompileEffects(nil).IsEmpty() || !CompileEffects(&EffectTerms{}).IsEmpty() || CompileEffects(f.effects(t, "tired = true")).IsEmpty() {
		t.Error("empty effects")
	}
	for text, shape := range map[string]condShape{"hungry": condOne, "!hungry": condOne, "heat > money": condProgram, "money > 3 && at != shop": condFirst, "heat > 2 && heat < 3.5": condFirst,
		"money >= cost(it) && at != shop": condFirst, "cost(it) > 3": condFlat, "ready": condFirst, "money in 3..7": condOne, "money > 2.5": condOne, "e == target && p == at": condFlat,
		"fare(p, at) > 2": condProgram, "fare(p, p) > 2 && fare(p, place.shop) > n": condFlat, "hungry || tired": condProgram, "!(hungry || tired)": condFirst, "at in { home, shop }": condOne} {
		if c := CompileCond(f.check(t, text, BoolType)); c.shape != shape {
			t.Errorf("%s: shape %d, want %d", text, c.shape, shape)
		}
	}
}

// Programs may be evaluated and tracked without allocating, whatever they hold.
func TestNoAllocation(t *testing.T) {
	f, m, fr := scene(t)
	var reads setTracker
	for _, text := range []string{"money >= cost(it) && at != shop", "exists(x: enemy where visible(x) && distance(x) < 5)", "danger(target) || big(money)", "worth(held, n) > 3 && likes(e, e, e) > 2 && dist(pos, spot(e)) < 4",
		"forall(x: place, y: place: fare(x, y) < 9) && twice(money) > 3 && mirror(pos) == pos"} {
		c := CompileCond(f.check(t, text, BoolType))
		allocs := testing.AllocsPerRun(100, func() {
			reads.set.Reset()
			c.Eval(m, fr)
			c.Track(m, fr, &reads)
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", text, allocs)
		}
	}
	visit := func(Access) {}
	for _, text := range []string{"money -= cost(it), tired = true", "forall x: enemy where visible(x) { distance(x) += 1 }, money = debt, debt = money, pos = spot(e)"} {
		e := CompileEffects(f.effects(t, text))
		allocs := testing.AllocsPerRun(100, func() {
			mark := m.State.Mark()
			e.Apply(m, fr)
			e.Track(m, fr, &reads)
			e.Footprint(m, fr, visit, visit)
			m.State.Undo(mark)
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", text, allocs)
		}
	}
}

// The reports of Track for the fused tests: the values with the same outcome.
func TestTrackIntervals(t *testing.T) {
	f, m, fr := scene(t)
	const least, most = math.MinInt64, math.MaxInt64
	bread := object(m, "bread")
	addr := func(name string, args ...world.Word) world.Addr {
		a, ok := f.schema.Symbol(name).Addr(args...)
		if !ok {
			t.Fatal(name)
		}
		return a
	}
	for _, c := range []struct {
		text string
		want map[world.Addr][2]world.Word
	}{
		{"money > 3", map[world.Addr][2]world.Word{addr("money"): {4, most}}},
		{"money < 3", map[world.Addr][2]world.Word{addr("money"): {3, most}}},
		{"money > n && money < 30", map[world.Addr][2]world.Word{addr("money"): {4, 29}}},
		{"money in 3..30", map[world.Addr][2]world.Word{addr("money"): {3, 30}}},
		{"money >= cost(it)", map[world.Addr][2]world.Word{addr("money"): {12, most}, addr("cost", bread): {least, 12}}},
		{"cost(it) < money", map[world.Addr][2]world.Word{addr("money"): {20, most}, addr("cost", bread): {least, 19}}},
		{"money == cost(it)", map[world.Addr][2]world.Word{addr("money"): {13, most}, addr("cost", bread): {least, 12}}},
		{"at == shop || hungry", map[world.Addr][2]world.Word{addr("at"): {1, 1}}},
		{"at != shop && hungry", map[world.Addr][2]world.Word{addr("at"): {1, 1}}},
		{"hungry", map[world.Addr][2]world.Word{addr("hungry"): {1, most}}},
		{"money > 2.5", map[world.Addr][2]world.Word{addr("money"): {3, most}}},
		{"money + 1 > 3", map[world.Addr][2]world.Word{addr("money"): {20, 20}}},
	} {
		log := newReadLog()
		CompileCond(f.check(t, c.text, BoolType)).Track(m, fr, log)
		if fmt.Sprint(log.cells) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", c.text, log.cells, c.want)
		}
	}
}

func TestFootprint(t *testing.T) {
	f, m, fr := scene(t)
	for text, want := range map[string]string{
		"hungry && cost(held) > money":               "hungry held cost(bread) money",
		"exists(x: enemy where visible(x) || tired)": "visible* tired",
		"danger(e)": "visible* distance* distance(s1)",
		"if tired then money > 1 else fare(p, at) > n": "tired money at fare(office, shop)",
	} {
		var got []string
		CompileCond(f.check(t, text, BoolType)).Footprint(m, fr, func(a Access) {
			if a.Whole {
				got = append(got, a.Sym.Name+"*")
			} else {
				got = append(got, world.FormatCell(m.State, a.Sym, a.Addr))
			}
		})
		if g := fmt.Sprint(got); g != "["+want+"]" {
			t.Errorf("%s: %s, want %s", text, g, want)
		}
	}
}

func TestExplain(t *testing.T) {
	f, m, fr := scene(t)
	for text, want := range map[string]string{
		"hungry":                                           "it holds",
		"hungry && money > cost(it)^2":                     "money > cost(it)^2 was false for it = bread: money = 20, cost(bread) = 12",
		"hungry && (tired || money < 3)":                   "tired || money < 3 was false: tired = false, money = 20",
		"ready":                                            "ready: at == home was false: at = shop",
		"big(money) && danger(target)":                     `danger(target): exists(x: enemy where visible(x) && x != a && distance(x) < distance(a)) was false for a = e1: none of 3 qualifies: visible(s1) = false, visible(e1) = true, visible(s2) = false`,
		"forall(x: enemy: x == e || !visible(x))":          "x == e || !visible(x) was false for x = e1, e = s1: visible(e1) = true",
		"exists(x: enemy, y: item where distance(x) > 99)": "exists(x: enemy, y: item where distance(x) > 99) was false: none of 6 combinations qualifies: distance(s1) = 2, distance(e1) = 4, distance(s2) = 9",
		"!hungry": "hungry was true",
		"if tired then hungry else owner(held, true) in sniper": "owner(held, true) in sniper was false: held = bread, owner(bread, true) = none",
		"sum(x: place, y: place: fare(x, y)) > 99":              "sum(x: place, y: place: fare(x, y)) > 99 was false: fare(home, home) = 0, fare(home, shop) = 4, fare(home, office) = 0, fare(shop, home) = 0, fare(shop, shop) = 0, fare(shop, office) = 0, fare(office, home) = 0, fare(office, shop) = 0 and 1 more",
	} {
		why := Explain(f.check(t, text, BoolType), m, fr)
		if got := why.Format(m.State); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// A chain of derived symbols in which each uses the one before twice is refused: evaluating it would take forever.
func TestDerivedSize(t *testing.T) {
	f := newFixture(t)
	f.derive(t, "d0", nil, BoolType, "hungry && money > 3")
	for i := 1; ; i++ {
		text := fmt.Sprintf("d%d && (tired || d%d)", i-1, i-1)
		if term, ds := f.parsed(text, BoolType); term == nil {
			if i < 8 || i > 20 || ds.All[0].Code != diag.TooComplex {
				t.Errorf("refused at %d: %v", i, ds.All)
			}
			return
		}
		f.derive(t, fmt.Sprintf("d%d", i), nil, BoolType, text)
	}
}

// Whatever is accepted can be compiled and evaluated, and agrees with the reference.
func FuzzCheck(fz *testing.F) {
	for _, s := range []string{"hungry && money >= cost(it)", "exists(x: enemy where visible(x))", "max(x: item: cost(x) else 3) > 2", "at in { home, shop }", "dist(pos, v) < 1.5 || e in sniper",
		"danger(e) == big(n)", "place.shop == at", "-9223372036854775808 / -1 > 3", "money = 3, if tired then debt += money", "forall x: enemy { visible(x) = x == e }",
		"logistic(heat / 10, exponent: 2, xshift: 0.5 - 0.1) > 0.5", "piecewise(heat, 0, 1, 1, 0, slope: -1)", "exists(x in remembered enemy where remembered(x))", "linear(n, low: 2)", `"a" == "b" || "a" in { "b", "a" }`, `[1, 2] == [1.0, 2] && (if hungry then ["x"] else []) == ["x"]`} {
		fz.Add(s)
	}
	f := newFixture(fz)
	fz.Fuzz(func(t *testing.T, text string) {
		m := f.machine(t)
		_, _, fr := scene(t)
		if term, _ := f.parsed(text, world.Type{}); term != nil && cheap(term) {
			if ref, got := EvalTerm(term, m, fr), evalAll(CompileValue(term), m, fr); got != ref {
				t.Errorf("%q: compiled %v, reference %v", text, got, ref)
			}
		}
		var ds diag.List
		terms := CheckEffects(ParseEffectString(diag.NewSource("test", text), &ds), f, &ds)
		if terms == nil {
			return
		}
		fine := true
		terms.Terms(func(t *Term) { fine = fine && cheap(t) })
		if fine {
			CompileEffects(terms).Apply(m, fr)
		}
	})
}

// cheap reports whether a term has few enough quantifiers to be evaluated in no time.
func cheap(t *Term) bool {
	n := 0
	t.Walk(func(t *Term) bool {
		n += len(t.Vars)
		return true
	})
	return n <= 3
}
