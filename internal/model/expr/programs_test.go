package expr

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

var opcodeNames = [...]string{
	opTest0: "test0", opTest1: "test1", opTest2: "test2", opTestReg: "testReg", opLessCellCell: "lessCellCell", opEqCellCell: "eqCellCell", opLessCellReg: "lessCellReg", opLessRegCell: "lessRegCell", opEqCellReg: "eqCellReg",
	opLessReg: "lessReg", opEqReg: "eqReg", opIs: "is", opNextMember: "nextMember", opNextRow: "nextRow", opNextValue: "nextValue", opJump: "jump", opTrue: "true", opFalse: "false", opGrant: "grant", opCall: "call", opFunc: "func",
	opConst: "const", opMove: "move", opLoad: "load", opLoadRow: "loadRow", opLoadTwo: "loadTwo", opLoadAny: "loadAny", opAddInt: "addInt", opAddImm: "addImm", opMulInt: "mulInt", opArithInt: "arithInt",
	opAddFloat: "addFloat", opSubFloat: "subFloat", opMulFloat: "mulFloat", opArithFloat: "arithFloat", opToFloat: "toFloat", opNegInt: "negInt", opNegFloat: "negFloat", opAbsInt: "absInt", opMin: "min", opMax: "max",
	opBuiltin: "builtin", opDist: "dist", opCurve: "curve", opChange: "change", opClamp: "clamp", opStore: "store", opStoreAny: "storeAny", opFlush: "flush",
}

// listing writes the code of a program: what each instruction is given, as far as it is not zero.
func listing(w *strings.Builder, s *world.Schema, p *program) {
	fmt.Fprintf(w, "\tframe %d, registers %d, needs %d, out %d, metered %t\n", p.frame, p.regs, p.need, p.out, p.metered)
	at := func(c *cell) string {
		sym := s.SymbolAt(c.base)
		if sym == nil {
			return ""
		}
		text := fmt.Sprintf("%s+%d", sym.Name, c.base-sym.Base)
		if c.n > 0 {
			text += fmt.Sprintf("[r%d*%d]", c.s0, c.m0)
		}
		if c.n > 1 {
			text += fmt.Sprintf("[r%d*%d]", c.s1, c.m1)
		}
		if c.guard != 0 {
			text += fmt.Sprintf(" guard %b", c.guard)
		}
		return text
	}
	for i := range p.code {
		in := &p.code[i]
		fmt.Fprintf(w, "\t%3d %s", i, opcodeNames[in.op])
		if in.neg {
			w.WriteString(" neg")
		}
		if in.op <= opJump {
			fmt.Fprintf(w, " else->%d", in.jump)
		}
		fmt.Fprintf(w, " r%d<-r%d,r%d", in.dst, in.a, in.b)
		if in.k != 0 {
			fmt.Fprintf(w, " k=%d", in.k)
		}
		if in.lo != 0 || in.span != 0 {
			fmt.Fprintf(w, " lo=%d span=%d", in.lo, in.span)
		}
		if (in.op <= opEqCellReg && in.op != opTestReg) || in.op >= opLoad && in.op <= opLoadTwo || in.op == opStore {
			fmt.Fprintf(w, " %s", at(&in.x))
		}
		if in.y != nil && (in.op == opLessCellCell || in.op == opEqCellCell) {
			fmt.Fprintf(w, " %s", at(in.y))
		}
		w.WriteString("\n")
	}
}

// TestPrograms compares the compiled code of texts: which tests are fused, what is compiled in place, which registers
// are reused.
func TestPrograms(t *testing.T) {
	f, _, _ := scene(t)
	f.derive(t, "crowded", nil, BoolType, "tired"+strings.Repeat(" || money + debt > 17 && hungry", 20))
	f.derive(t, "total", []world.Type{IntType}, IntType, "a"+strings.Repeat(" + money - debt", 40), "a")
	f.derive(t, "far", []world.Type{Vec2Type, IntType}, Vec2Type, "a * b"+strings.Repeat(" + a", 80), "a", "b")
	f.entities["later"] = []Entity{{Kind: EntityDerived, Derived: &Derived{Name: "later", Type: BoolType}}}
	f.entities["laterPoint"] = []Entity{{Kind: EntityDerived, Derived: &Derived{Name: "laterPoint", Type: Vec2Type}}}
	var out strings.Builder
	for _, text := range []string{
		"hungry", "!hungry", "money > 3", "money >= 3", "money < 3", "money <= 3", "money == 3", "money != 3", "3 > money", "3 >= money", "3 < money", "3 <= money", "3 == money", "money > 2.5", "money < 2.5", "money == 2.5", "money != 2.5", "money in 3..7", "money not in 3..7",
		"debt > 9223372036854775807", "debt < -9223372036854775807 - 1", "debt >= 9223372036854775807", "debt <= 9223372036854775807", "debt in {3, 4, 5}", "debt in {5, 3, 4, 9}", "debt in {3, 3}", "debt in {9223372036854775807, -9223372036854775807 - 1}", "debt not in {1, 3}",
		"debt in {n, 3}", "debt in {n, money}", "n in {3, 5}", "n in {debt, 3}", "debt + 1 in {3, 5}", "debt + 1 in {3, 4}", "money + 1 in {n, 3}", "pos in {v, vec2(1, 2)}", "pos not in {v, vec2(1, 2)}", "at in {home, shop}", "at in {home, office}",
		"money < debt", "money <= debt", "money > debt", "money >= debt", "money == debt", "money != debt", "money < n", "money <= n", "money > n", "money >= n", "money == n", "money != n", "n < money", "n <= money", "n == money", "n < debt + 1", "n == debt + 1", "!(money < debt)", "!(money == n)",
		"cost(it) > 3", "cost(held) > 3", "cost(none) > 3", "cost(it) < money", "money < cost(it)", "cost(it) == cost(held)", "fare(p, at) > 2", "fare(p, p) > 2", "fare(p, place.shop) > 2", "fare(p, place.shop) == fare(place.shop, p)", "fare(at, at) > n", "likes(e, e, target) > 1", "owner(it, true) == e", "slot(n) > 1", "slot(2) > 1", "slot(2) < slot(3)", "track(e, target, it) == pos",
		"visible(e)", "visible(target)", "!visible(target)", "visible(none)", "slot(n) == 0", "e in sniper", "target in sniper", "target not in sniper", "e == target", "e != none", "target == none", "p == at", "p != place.home", "pos == v", "pos != v", "pos == vec2(1, 2)", "spot(e) == pos",
		"hungry && tired", "hungry || tired", "!(hungry || tired)", "!(hungry && tired)", "(hungry || tired) && money > 3", "hungry && tired || money > 3", "if hungry then tired else money > 3", "!(if hungry then tired else money > 3)", "money in n..debt", "money not in n..debt", "heat in 1..money", "ready", "!ready", "ready || tired", "danger(e)", "big(n)", "big(3)", "big(money)", "crowded", "!crowded", "later", "!later",
		"exists(x: enemy where visible(x))", "!exists(x: enemy where visible(x))", "exists(x: place where fare(x, at) > 3)", "exists(x: enemy, y: item where visible(x) && cost(y) > 3 && likes(x, x, x) > 2)", "exists(x: enemy, y: enemy where likes(x, y, e) > 2 && visible(x) && hungry)", "forall(x: enemy: visible(x))", "forall(x: enemy where visible(x): distance(x) > 3)", "!forall(x: enemy: visible(x))", "exists(x in remembered enemy where visible(x))",
		"wild(hungry) == shop", "twice(n) > 3", "twice(money + 1) == 4", "twice(n) == twice(money)", "true", "false",
	} {
		c := CompileCond(f.check(t, text, BoolType))
		fmt.Fprintf(&out, "%s\n\tshape %d, flat %t, question %t, always %t, never %t", text, c.shape, c.IsFlat(), c.asks != nil, c.IsTrue(), c.IsFalse())
		for _, one := range c.tests {
			fmt.Fprintf(&out, ", test of kind %d", one.kind)
		}
		out.WriteString("\n")
		listing(&out, f.schema, c.prog)
	}
	for _, text := range []string{
		"3", "n", "money", "cost(it)", "cost(held)", "slot(n)", "slot(2)", "slot(money)", "fare(p, at)", "fare(p, p)", "pos", "v", "spot(e)", "spot(target)", "pos.x", "pos.y", "v.x", "v.y", "spot(target).y", "(pos + v).y", "spot(none).x", "vec2(1, 2)", "vec2(heat, f)", "track(e, e, it)", "track(e, e, it).y", "laterPoint",
		"money + 3", "3 + money", "money - 3", "3 - money", "money * 3", "money / 3", "money % 3", "money^2", "money + debt", "money * debt", "-money", "-heat", "-pos", "heat + 1", "heat - f", "heat * f", "heat / f", "heat % f", "heat^2", "pos + v", "pos - v", "pos * 2", "pos * heat", "pos / heat", "money + n * debt - 3", "(money + n) * (debt - n)",
		"min(money, n, 3)", "max(heat, money)", "clamp(money, n, 7)", "abs(money)", "abs(heat)", "floor(heat)", "ceil(heat)", "round(heat)", "sqrt(heat)", "sin(heat)", "cos(heat)", "dist(pos, v)", "dist(pos, vec2(1, 2))", "if hungry then money else n", "if hungry then pos else v", "hungry && tired", "!hungry", "logistic(heat)", "linear(logistic(heat), slope: 2)",
		"worth(it, 2)", "worth(it, n)", "worth(held, money)", "middle(pos, e)", "middle(v, target)", "step3(2)", "step3(n)", "total(n)", "total(total(0))", "far(vec2(1, 2), n)", "far(pos, n).y", "twice(n)", "mirror(pos)", "wild(hungry)", "crowded", "ready",
		"count(x: enemy)", "count(x: enemy where visible(x))", "sum(x: item: cost(x))", "sum(x: unit: distance(x))", "min(x: item: cost(x))", "max(x: item: cost(x))", "min(x: unit: distance(x))", "max(x: item: cost(x) else n)", "min(x: item where cost(x) > 3: cost(x) + 1 else 3)", "sum(x: place, y: place: fare(x, y))", "exists(x: enemy where visible(x))", "max(x: item: max(y: item where x != y: cost(y)))",
	} {
		v := CompileValue(f.check(t, text, world.Type{}))
		fmt.Fprintf(&out, "value %s\n\tkind %d, slot %d, cell %v\n", text, v.kind, v.slot, v.cell)
		if v.prog != nil {
			listing(&out, f.schema, v.prog)
		}
	}
	for _, text := range []string{
		"money = 3", "money = n", "money = debt", "debt = money", "money = 3 + n", "debt = n", "money += 3", "money -= n", "money += debt", "heat += 1", "heat -= f", "hungry = tired", "at = p", "at = home", "target = e", "target = none", "cost(it) = 3", "cost(it) += 1", "cost(held) = 3", "cost(none) = 3", "slot(2) = 3", "slot(n) = 3", "fare(p, at) = 2", "fare(p, p) = 2", "owner(it, true) = e",
		"pos = v", "pos += v", "pos -= vec2(1, 2)", "pos = spot(e)", "spot(e) = pos", "spot(e) += v", "track(e, e, it) = pos", "track(e, e, it) += pos", "visible(e) = !visible(e)", "money = debt, debt = money", "money = 3, debt = 4", "money += 1, money += 2", "money = 3, cost(it) = money", "if hungry then money = 3", "if hungry then money = 3 else debt = 4", "if hungry then { money = debt, debt = money } else tired = true",
		"forall x: enemy { visible(x) = true }", "forall x: enemy where visible(x) { distance(x) += 1 }", "forall x: place { fare(x, at) = 1 }", "forall x: enemy, y: item where visible(x) { owner(y, true) = x }", "slot(n) += 1", "slot(n) += 1, slot(2) = 1", "money = twice(n)", "money = count(x: enemy)", "",
	} {
		e := CompileEffects(f.effects(t, text))
		fmt.Fprintf(&out, "effects %s\n\tplain %t (%d), hold %t, known %t", text, e.isPlain, len(e.plain), e.hold, e.isKnown)
		for _, target := range e.targets {
			fmt.Fprintf(&out, " %s%v whole:%t", target.sym.Name, target.at, target.whole)
		}
		for _, a := range e.plain {
			fmt.Fprintf(&out, "\n\t%+v", a)
		}
		out.WriteString("\n")
		listing(&out, f.schema, e.prog)
	}
	sameAsGolden(t, "programs.txt", out.String())
}

// TestVerdicts compares the known facts about expressions without a state: their value in all states, and the bounds of
// their values.
func TestVerdicts(t *testing.T) {
	f := newFixture(t)
	f.entities["later"] = []Entity{{Kind: EntityDerived, Derived: &Derived{Name: "later", Type: IntType}}}
	var out strings.Builder
	for _, text := range []string{
		"money > 200", "money > 100", "money > 99", "money >= 0", "money >= 1", "money > -1", "money < 0", "money < 1", "money <= 100", "money <= 99", "money == 101", "money == 100", "money != 101", "money != 100", "money == -1", "money < 100.5", "money > 100.5", "money == 2.5", "-1 < money", "money in 0..100", "money in 0..99", "money in 101..200", "money in -5..-1", "money not in 0..100",
		"money in {101, 102}", "money in {100, 101}", "money in {debt, 101}", "at >= home", "at > office", "at < home", "at == home", "cost(held) > 50", "cost(held) > 0", "cost(held) <= money", "cost(held) > money + 100", "logistic(heat) > 1", "logistic(heat) >= 0", "logistic(heat) < 0", "linear(heat, low: 0.2, high: 0.4) > 0.5", "debt > 9223372036854775807", "debt >= -9223372036854775807 - 1",
		"!(money > 200)", "hungry && money > 200", "hungry || money >= 0", "hungry || money > 200", "money >= 0 && hungry", "money >= 0 && at >= home", "money > 200 || money < 0", "if hungry then money > 200 else money < 0", "if hungry then money >= 0 else money < 0", "if hungry then tired else money < 0", "if hungry then money < 0 else tired", "exists(x: enemy where money > 200)", "exists(x: enemy where money >= 0)", "exists(x: enemy where visible(x))", "forall(x: enemy: money >= 0)", "forall(x: enemy: money > 200)",
		"forall(x: enemy where visible(x): money < 0)", "hungry == tired", "target == none", "pos == v", "ready", "heat > 3", "money == money", "money + 1 > 200", "3 == 3", "at == at", "at != home", "at <= office",
		"money", "debt", "heat", "hungry", "at", "target", "pos", "pos.x", "vec2(money, 2).x", "vec2(money, 2).y", "-money", "-heat", "money + 3", "money - cost(held)", "money * -2", "money * cost(held)", "money / 3", "money / -3", "money / cost(held)", "money / slot(2)", "slot(2) / slot(1)", "money % 7", "slot(2) % 3", "money % slot(2)", "money^2", "money^slot(2)", "slot(2)^2", "slot(2)^3", "slot(2)^slot(1)", "slot(2)^-1", "slot(2)^0", "2^slot(2)", "debt + 1", "debt * 2", "debt / 2", "debt / 0", "debt % 10", "debt^2",
		"money + 0.5", "money * 0.5", "money / 0.5", "money / 2.0", "1.0 / money", "1.0 / cost(held)", "1.0 / slot(2)", "money % 2.5", "slot(2) % 2.5", "(money + 0.5)^2", "(slot(2) + 0.0)^2", "(slot(2) + 0.0)^3", "(slot(2) + 0.0)^0", "(slot(2) + 0.0)^-1", "(slot(2) + 0.0)^0.5", "(money + 0.0)^0.5", "heat + 1", "heat * 2", "heat / 2", "heat^2", "heat^3", "heat % 3", "heat - heat",
		"min(money, 3)", "min(money, cost(held))", "max(money, 3)", "max(money, 300)", "max(slot(2), cost(held), 7)", "clamp(money, 3, 7)", "clamp(heat, 3, 7)", "clamp(slot(2), cost(held), money)", "abs(slot(2))", "abs(money)", "abs(money - 200)", "abs(heat)", "abs(debt)", "floor(money / 3.0)", "ceil(money / 3.0)", "round(money / 3.0)", "floor(heat)", "ceil(heat * 2)", "round(heat)", "sqrt(money)", "sqrt(slot(2))", "sqrt(heat)", "sin(heat)", "cos(money)", "dist(pos, v)", "twice(money)", "logistic(heat)", "linear(money)", "linear(money, slope: 0.5, low: 0, high: 1)", "quadratic(money / 100.0)",
		"if hungry then money else cost(held)", "if money > 200 then money else cost(held)", "if money >= 0 then money else cost(held)", "if hungry then 1 else 2.5", "step3(2)", "step3(slot(2))", "worth(held, 2)", "worth(held, slot(2))", "later", "n", "f", "worth(held, n)",
		"count(x: enemy)", "count(x: place)", "count(x: place, y: place)", "count(x: place where fare(x, x) > 0)", "sum(x: place: 2)", "sum(x: place: money)", "sum(x: place: slot(2))", "sum(x: enemy: 2)", "sum(x: enemy: slot(2))", "sum(x: item: cost(x))", "sum(x: place where hungry: 3)", "sum(x: place: 0.5)", "sum(x: enemy: 0.5)", "sum(x: enemy: -0.5)", "sum(x: enemy: heat)", "sum(x: enemy, y: enemy, z: enemy: 0.5)", "sum(x: place: debt)",
		"min(x: place: fare(x, x))", "max(x: place: fare(x, x))", "min(x: item: cost(x))", "max(x: item: cost(x))", "min(x: item: cost(x) else 70)", "max(x: item: cost(x) else -3)", "min(x: place: fare(x, x) else 70)", "min(x: item: distance(e))", "max(x: item: 0.5)", "min(x: item: 0.5 else 3)",
	} {
		term := f.check(t, text, world.Type{})
		lo, hi := Bounds(term)
		fmt.Fprintf(&out, "%s: %g to %g", text, lo, hi)
		if term.Type.Kind == world.KindBool {
			truth, known := term.Decided()
			fmt.Fprintf(&out, ", %t, known: %t", truth && known, known)
		}
		if b := bounds(term); term.Type.Kind != world.KindBool {
			fmt.Fprintf(&out, ", words %d to %d", b[0], b[1])
		}
		fmt.Fprintf(&out, ", size %d\n", termSize(term))
	}
	sameAsGolden(t, "verdicts.txt", out.String())
}

// TestNotedAgreesWithTracked: noting for a set of reads has the same result, and notes the same, as reporting to a
// tracker; without notes nothing differs.
func TestNotedAgreesWithTracked(t *testing.T) {
	f := newFixture(t)
	types := map[string]world.Type{"bool": BoolType, "int": IntType, "float": FloatType, "unit": objectType(typeUnit), "place": enumType(enumPlace)}
	rapid.Check(t, func(rt *rapid.T) {
		g := gencase{t: rt}
		kind := g.pick("bool", "bool", "leaf", "leaf", "int", "float", "unit", "place")
		typ, depth := kind, 2
		if kind == "leaf" { // conjunctions of tests
			typ = "bool"
		}
		text := g.text(typ, depth)
		if kind == "leaf" {
			text = g.operand("bool", 1) + " && " + g.pick("money < debt", "money > n", "cost(it) < 9", "n > 3", "at == p", "visible(e)", "slot(2) == money", "e in sniper", "fare(p, at) > 2", "money in 3..40", "money not in 3..40", "cost(it) in 6..20", "cost(it) not in 6..20", "n in 3..9", "fare(p, at) in 1..5") + " && " + g.operand("bool", 1)
		}
		term, ds := f.parsed(text, types[typ])
		skipConstants(rt, text, ds)
		m := f.machine(t)
		fr := randomState(rt, f, m)
		notes, members := &world.Notes{}, newReadLog()
		notes.BeginReading(m.State)
		log := newReadLog()
		var want, got, plain, tracked world.Word
		if typ == "bool" {
			c := CompileCond(term)
			want = world.Bool(c.Eval(m, fr))
			got, plain = world.Bool(c.Judge(m, fr, notes)), world.Bool(c.Judge(m, fr, nil))
			tracked = world.Bool(c.Track(m, fr, log))
		} else {
			v := CompileValue(term)
			want = v.Eval(m, fr)
			got, plain = v.Note(m, fr, notes), v.Note(m, fr, nil)
			tracked = v.Track(m, fr, log)
		}
		if got != want || plain != want || tracked != want {
			rt.Fatalf("%s: %d, noted %d, without notes %d, tracked %d", text, want, got, plain, tracked)
		}
		notes.ReportTo(members)
		if fmt.Sprint(members.cells) != fmt.Sprint(log.cells) || members.members != log.members {
			rt.Fatalf("%s: noted %v, tracked %v", text, members, log)
		}
	})
}

// TestCellTests: the comparisons of a conjunction all hold if it holds, one of them fails if it fails, and a group of
// them holds if one does.
func TestCellTests(t *testing.T) {
	f, m, fr := scene(t)
	texts := []string{"hungry", "!hungry", "money > 3", "money != 3", "debt != -9223372036854775807 - 1", "debt != 9223372036854775807", "money in 3..7", "money not in 3..7", "money > 3 && at != shop", "hungry && !tired && money < 50 && at == home", "debt >= 9223372036854775807", "slot(2) == 3 && fare(home, shop) == 0"}
	var groups CellGroups
	var members []*Cond
	check := func(what string) {
		any := false
		for _, c := range members {
			any = any || c.Eval(m, fr)
		}
		if got := groups.AnyHolds(m.State); got != any {
			t.Errorf("%s: one of %d groups holds: %t", what, len(members), got)
		}
	}
	check("none")
	for i, text := range texts {
		c := CompileCond(f.check(t, text, BoolType))
		list := c.CellTests()
		if want := 1 + strings.Count(text, "&&"); len(list) != want {
			t.Fatalf("%s: %d comparisons, want %d", text, len(list), want)
		}
		groups.Add(list)
		members = append(members, c)
		if i >= 4 { // few at a time, so that often none holds
			groups, members = CellGroups{}, nil
			groups.Add(list)
			members = append(members, c)
		}
		for _, money := range []world.Word{0, 2, 3, 4, 7, 8, 50} {
			for _, debt := range []world.Word{math.MinInt64, math.MinInt64 + 1, 0, math.MaxInt64 - 1, math.MaxInt64} {
				for bits := range world.Word(12) {
					f.set(m, "money", money)
					f.set(m, "debt", debt)
					f.set(m, "hungry", bits&1)
					f.set(m, "tired", bits>>1&1)
					f.set(m, "at", bits>>2)
					f.set(m, "slot", 3*(bits&1), 2)
					first := FirstFailing(list, m.State)
					if (first == len(list)) != c.Eval(m, fr) {
						t.Fatalf("%s: the first that fails is %d of %d", text, first, len(list))
					}
					for k := range list {
						addr, lo, span := list[k].Range()
						holds := uint64(m.State.Get(addr)-lo) <= span
						if k < first && !holds || k == first && holds {
							t.Fatalf("%s: comparison %d holds: %t, but the first that fails is %d", text, k, holds, first)
						}
					}
					check(text)
				}
			}
		}
	}
	for _, text := range []string{"hungry || tired", "cost(it) > 3", "money > debt", "money > 3 && n > 2", "true", "visible(e) && hungry", "n > 3", "slot(n) > 3"} {
		if list := CompileCond(f.check(t, text, BoolType)).CellTests(); list != nil {
			t.Errorf("%s is no conjunction of comparisons with constants: %v", text, list)
		}
	}
}

// TestSuggestions: the distance of names agrees with the definition, computed without a table; the nearest name is
// suggested, if it is near enough.
func TestSuggestions(t *testing.T) {
	var distance func(a, b []rune) int
	distance = func(a, b []rune) int {
		if len(a) == 0 || len(b) == 0 {
			return len(a) + len(b)
		}
		x, y := a[len(a)-1], b[len(b)-1]
		d := distance(a[:len(a)-1], b[:len(b)-1])
		if x != y {
			d++
		}
		d = min(d, distance(a[:len(a)-1], b)+1, distance(a, b[:len(b)-1])+1)
		if len(a) > 1 && len(b) > 1 && x == b[len(b)-2] && y == a[len(a)-2] {
			d = min(d, distance(a[:len(a)-2], b[:len(b)-2])+1)
		}
		return d
	}
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abB猫")), 0, 5, -1)
	rapid.Check(t, func(rt *rapid.T) {
		name, others := word.Draw(rt, "name"), rapid.SliceOfN(word, 0, 3).Draw(rt, "others")
		allowed := 1
		if n := len([]rune(name)); n < 2 {
			allowed = 0
		} else if n >= 6 {
			allowed = n / 3
		}
		best, want := allowed+1, ""
		for _, o := range others {
			d := distance(fold(name), fold(o))
			limit := rapid.IntRange(1, 6).Draw(rt, "limit")
			if got := editDistance(fold(name), fold(o), limit); got != min(d, limit) {
				rt.Fatalf("%q to %q within %d: %d, want %d", name, o, limit, got, d)
			}
			if o != name && d < best && name != "" {
				best, want = d, o
			}
		}
		if got := Suggest(name, others); got != want {
			rt.Fatalf("%q for %q of %q, want %q", got, name, others, want)
		}
	})
	long := strings.Repeat("x", maxSuggest)
	for _, c := range []struct{ name, candidate, want string }{
		{long[1:], long, long}, {long, long[1:], long[1:]}, {long + "x", long, ""}, {long, long + "x", ""}, {"abcdef", "abcdxy", "abcdxy"}, {"abcdef", "abcxyz", ""}, {"abcde", "abcxy", ""}, {"A", "a", "a"}, {"a", "b", ""}, {"ab", "a", "a"}, {"Z", "z", "z"},
	} {
		if got := Suggest(c.name, []string{c.candidate}); got != c.want {
			t.Errorf("%s for %s: %s, want %s", got, c.name, c.candidate, c.want)
		}
		if hint := DidYouMean(c.name, []string{c.candidate}); (hint == "") != (c.want == "") || c.want != "" && hint != `did you mean "`+c.want+`"?` {
			t.Errorf("the hint for %s: %s", c.name, hint)
		}
	}
}

// meterOf lets a number of spans of rounds pass.
type meterOf int

func (m *meterOf) Spend() bool {
	*m--
	return *m >= 0
}

func (m *meterOf) Stop() {}

// overrun returns what f panics with.
func overrun(t *testing.T, f func()) (o *Overrun) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			o = v.(*Overrun)
		}
	}()
	f()
	return nil
}

// TestRounds: evaluations take as many rounds as they look at members and call derived symbols, of the machine, of a
// meter, or of an allowance that machines share.
func TestRounds(t *testing.T) {
	f, m, fr := scene(t)
	f.derive(t, "crowded", nil, BoolType, "tired"+strings.Repeat(" || money + debt > 17 && hungry", 20))
	for _, c := range []struct {
		text   string
		rounds int // beyond the last member one more, which finds none
	}{
		{"hungry", -1}, {"count(x: enemy) > 0", 4}, {"count(x: place) > 0", 4}, {"count(x: place, y: place) > 0", 4 + 3*4}, {"exists(x: enemy where distance(x) > 99)", 4}, {"exists(x: enemy where visible(x))", 2}, {"crowded", 1}, {"forall(x: unit: distance(x) > 0)", 5},
		{"sum(x: item: cost(x)) > 0", 3}, {"exists(x: place where crowded && fare(x, x) > 5)", 4 + 3},
	} {
		cond := CompileCond(f.check(t, c.text, BoolType))
		a := &Allowance{Name: "the test"}
		used := 0
		for limit := 1; ; limit++ {
			a.Refill(limit)
			m.Allowance = a
			o := overrun(t, func() { cond.Eval(m, fr) })
			if o == nil {
				used = limit
				break
			}
			if o.Term != cond.Term() || o.Metered || o.Allowed != limit || o.Name != "the test" {
				t.Fatalf("%s: %+v", c.text, o)
			}
			if want := fmt.Sprintf("%s was cut short: the expressions of one agent take more than %d rounds of their quantifiers in one tick, the limit of the test", cond.Term(), limit); o.Error() != want {
				t.Fatalf("%s:\n got %s\nwant %s", c.text, o.Error(), want)
			}
		}
		if used != max(1, c.rounds) {
			t.Errorf("%s takes %d rounds, want %d", c.text, used, c.rounds)
		}
		m.Allowance = nil
	}
	cond := CompileCond(f.check(t, "count(x: enemy) > 0", BoolType)) // 4 rounds
	a := &Allowance{Name: "both"}
	other := &Machine{State: m.State, Funcs: m.Funcs, Allowance: a}
	m.Allowance = a
	for limit, want := range map[int]int{3: 0, 4: 1, 7: 1, 8: 2, 15: 3, 16: 4} {
		a.Refill(limit)
		done := 0
		for i := range 6 {
			which := []*Machine{m, other}[i%2]
			if overrun(t, func() { cond.Eval(which, fr) }) != nil {
				break
			}
			done++
		}
		if done != want {
			t.Errorf("with %d rounds for two machines %d evaluations end, want %d", limit, done, want)
		}
	}
	for range 3 { // without a bound
		a.Refill(0)
		if o := overrun(t, func() { cond.Eval(m, fr) }); o != nil {
			t.Error(o)
		}
	}
	m.Allowance = nil
	most := CompileCond(f.check(t, "count(x: place, y: place, z: place, u: place, v: place, w: place) < 0", BoolType)) // 1092 rounds
	rounds := 0
	for k, n := 0, 1; k < 6; k++ {
		rounds += n * 4
		n *= 3
	}
	for spans, fine := range map[int]bool{0: false, 1: false, rounds/MeterRounds - 1: false, rounds / MeterRounds: true} {
		meter := meterOf(spans)
		m.Meter = &meter
		m.StartMeter()
		o := overrun(t, func() { most.Eval(m, fr) })
		if (o == nil) != fine {
			t.Errorf("%d rounds of a meter that grants %d spans: %v", rounds, spans, o)
		}
		if o != nil && (!o.Metered || o.Error() != most.Term().String()+" was cut short: the budget is used up") {
			t.Errorf("%+v: %s", o, o.Error())
		}
	}
	m.Meter = nil
	m.left = 0 // an evaluation has rounds of its own
	if o := overrun(t, func() { most.Eval(m, fr) }); o != nil {
		t.Error(o)
	}
}

// TestFindings: an overrun is a finding at its place, other panics are passed on.
func TestFindings(t *testing.T) {
	f := newFixture(t)
	term := f.check(t, "count(x: enemy) > 0", BoolType)
	o := &Overrun{Term: term}
	want := fmt.Sprintf("count(x: enemy) > 0 takes more than %d rounds of its quantifiers, the limit of one evaluation", MaxRounds)
	ds := o.Diags()
	if len(ds.All) != 1 || ds.All[0].Message != want || ds.All[0].Code != diag.TooComplex || ds.All[0].Span != term.Src.Span() || ds.All[0].Hint != "use fewer variables, or types with fewer members" {
		t.Errorf("%+v", ds.All)
	}
	if o.FaultIn() != "an expression" {
		t.Errorf("the fault is in %s", o.FaultIn())
	}
	for _, nowhere := range []*Overrun{{}, {Term: &Term{Kind: TermConst}}} {
		if ds := nowhere.Diags(); len(ds.All) > 0 {
			t.Errorf("%+v", ds.All)
		}
	}
	if got := (&Overrun{}).Error(); !strings.HasPrefix(got, "an expression or effect takes more than") {
		t.Error(got)
	}
	at := diag.Span{Src: diag.NewSource("test", "abcdef"), Start: 2, End: 4}
	for _, c := range []struct {
		value any
		found int
		goes  bool
	}{{o, 1, false}, {"else", 0, true}, {nil, 0, false}} {
		var ds diag.List
		var on any
		func() {
			defer func() { on = recover() }()
			defer Finding(&ds, diag.BadRange, at)
			if c.value != nil {
				panic(c.value)
			}
		}()
		if len(ds.All) != c.found || (on != nil) != c.goes || c.found > 0 && (ds.All[0].Span != at || ds.All[0].Code != diag.BadRange || ds.All[0].Message != want) {
			t.Errorf("%v: %+v, goes on with %v", c.value, ds.All, on)
		}
	}
}

// TestResultsOfTheHost are brought into their types, one by one.
func TestResultsOfTheHost(t *testing.T) {
	f, m, fr := scene(t)
	e1, bread := object(m, "e1"), object(m, "bread")
	nan := world.Word(math.Float64bits(math.NaN()))
	for _, c := range []struct {
		result world.Type
		gives  [2]world.Word
		want   string
	}{
		{BoolType, [2]world.Word{5}, "true"}, {BoolType, [2]world.Word{0, 1}, "false"}, {BoolType, [2]world.Word{-1}, "true"}, {rangedType(0, 9), [2]world.Word{10}, "9"}, {rangedType(0, 9), [2]world.Word{-1}, "0"}, {rangedType(0, 9), [2]world.Word{9}, "9"}, {IntType, [2]world.Word{math.MinInt64}, "-9223372036854775808"},
		{enumType(enumPlace), [2]world.Word{2}, "office"}, {enumType(enumPlace), [2]world.Word{3}, "home"}, {enumType(enumPlace), [2]world.Word{-1}, "home"}, {objectType(typeEnemy), [2]world.Word{e1}, "e1"}, {objectType(typeEnemy), [2]world.Word{0}, "none"},
		{FloatType, [2]world.Word{nan}, world.FormatWord(f.schema, m.State, FloatType, []world.Word{world.Float(math.NaN())})}, {FloatType, [2]world.Word{world.Float(2.5)}, "2.5"}, {Vec2Type, [2]world.Word{world.Float(1), world.Float(2)}, "(1, 2)"}, {Vec2Type, [2]world.Word{nan, nan}, world.FormatWord(f.schema, m.State, Vec2Type, []world.Word{world.Float(math.NaN()), world.Float(math.NaN())})},
	} {
		f.function("asked", nil, c.result, func([]world.Word) [2]world.Word { return c.gives })
		term := f.check(t, "asked()", world.Type{})
		for _, there := range []bool{true, false} {
			m.Funcs = f.funcs
			want := c.want
			if !there {
				m.Funcs = f.funcs[:len(f.funcs)-1]
				want = world.FormatWord(f.schema, m.State, c.result, make([]world.Word, 2))
			}
			got := evalAll(CompileValue(term), m, fr)
			if text := world.FormatWord(f.schema, m.State, c.result, got[:c.result.Width()]); text != want || EvalTerm(term, m, fr) != got {
				t.Errorf("%v as %v, there: %t: %s, by the reference %v, want %s", c.gives, c.result, there, text, EvalTerm(term, m, fr), want)
			}
		}
	}
	for _, o := range []world.Word{bread, 99999} {
		f.function("asked", nil, objectType(typeEnemy), func([]world.Word) [2]world.Word { return [2]world.Word{o} })
		m.Funcs = f.funcs
		v := CompileValue(f.check(t, "asked()", world.Type{}))
		func() {
			defer func() {
				want := fmt.Sprintf("function asked: the result is object %d, which is gone or not of type enemy; return a live object, or 0 for none", o)
				if e, ok := recover().(*NoObject); !ok || e.Error() != want {
					t.Errorf("object %d: %v", o, e)
				}
			}()
			v.Eval(m, fr)
		}()
	}
}

// TestLimitsOfChecking: what stands at a limit is checked, one more is refused once.
func TestLimitsOfChecking(t *testing.T) {
	f := newFixture(t)
	args := func(n int) []world.Type { return slices.Repeat([]world.Type{IntType}, n) }
	f.function("most", args(MaxArgs), IntType, nil)
	f.function("more", args(MaxArgs+1), IntType, nil)
	for slot, name := range map[int]string{-1: "before", MaxFrame - 2: "fits", MaxFrame - 1: "half", MaxFrame: "beyond"} {
		f.entities[name] = []Entity{{Kind: EntityVar, Type: Vec2Type, Slot: slot}}
	}
	f.entities["unset"] = []Entity{{Kind: EntityConst, Type: IntType, Words: [2]world.Word{4}}}
	f.entities["open"] = []Entity{{Kind: EntitySymbol, Type: IntType}}
	f.entities["cell"] = []Entity{{Kind: EntitySymbol, Type: rangedType(1, 50), Symbol: f.schema.Symbol("cost"), Args: []*Term{f.check(t, "held", world.Type{})}}}
	list := func(n int) string { return strings.TrimSuffix(strings.Repeat("1, ", n), ", ") }
	quant := func(n int) string {
		var vars []string
		for i := range n {
			vars = append(vars, fmt.Sprintf("x%d: place", i))
		}
		return "exists(" + strings.Join(vars, ", ") + " where hungry)"
	}
	for _, c := range []struct{ text, want string }{
		{"most(" + list(MaxArgs) + ") > 0", ""}, {"more(" + list(MaxArgs+1) + ") > 0", "more has more than 16 parameters"}, {"min(" + list(MaxArgs) + ") > 0", ""}, {"min(" + list(MaxArgs+1) + ") > 0", "min takes 2 to 16 arguments, found 17"},
		{"fits == pos", ""}, {"half == pos", "more than 1024 words of parameters and variables"}, {"beyond == pos", "more than 1024 words of parameters and variables"}, {"before == pos", "more than 1024 words of parameters and variables"}, {"unset > 0", ""}, {"open > 0", `"open" has no value yet here`}, {"cell > 0", ""}, {"cell(it) > 0", "cell takes no arguments, found 1"},
		{quant(MaxQuantVars), ""}, {quant(MaxQuantVars + 1), "more than 6 nested variables"},
	} {
		term, ds := f.parsed(c.text, BoolType)
		got := ""
		for _, d := range ds.All {
			got += d.Message
		}
		if got != c.want || (term == nil) != (c.want != "") {
			t.Errorf("%.40s: %s", c.text, got)
		}
	}
	depth := func(n int) Node {
		x := Node(&Ref{Name: "money"})
		for range n {
			x = &Unary{Op: Neg, X: x}
		}
		return x
	}
	size := func(n int) Node { // n parts
		set := &Set{}
		for range n - 2 {
			set.Elems = append(set.Elems, &Lit{Kind: LitInt})
		}
		return &In{X: &Ref{Name: "money"}, Set: set}
	}
	for _, c := range []struct {
		what string
		n    Node
		want string
	}{
		{"deep", depth(MaxTermDepth - 1), ""}, {"too deep", depth(MaxTermDepth), "the expression is nested more than 256 deep"}, {"large", size(MaxTermSize), ""}, {"too large", size(MaxTermSize + 1), "the expression has more than 20000 parts, those of derived symbols included"}, {"far too large", size(MaxTermSize + 9), "the expression has more than 20000 parts, those of derived symbols included"},
	} {
		var ds diag.List
		term := Check(c.n, f, world.Type{}, &ds)
		if len(ds.All) != min(1, len(c.want)) || len(ds.All) > 0 && (ds.All[0].Message != c.want || ds.All[0].Hint != "make it simpler") || (term == nil) != (c.want != "") {
			t.Errorf("%s: %v", c.what, ds.All)
		}
	}
	for n, want := range map[int]int{MaxTermDepth: 0, MaxTermDepth + 1: 1, MaxTermDepth + 5: 1} {
		e := Effect(&Assign{Target: &Ref{Name: "tired"}, Value: &Lit{Kind: LitBool}})
		for range n - 2 { // the value is one deeper than its effect
			e = &IfEffect{Cond: &Lit{Kind: LitBool, Bool: true}, Then: []Effect{e}}
		}
		var ds diag.List
		if terms := CheckEffects([]Effect{e}, f, &ds); len(ds.All) != want || (terms == nil) != (want > 0) {
			t.Errorf("effects %d deep: %v", n, ds.All)
		}
	}
}

// TestSizesOfDerivedSymbols: what uses a symbol counts its body, and those within.
func TestSizesOfDerivedSymbols(t *testing.T) {
	f := newFixture(t)
	a := f.derive(t, "a0", nil, BoolType, "hungry && tired")                               // 3
	b := f.derive(t, "b0", nil, BoolType, "a0 || a0 && hungry")                            // ||, a0, &&, a0, hungry and twice 3
	c := &Derived{Name: "c0", Type: BoolType}                                              // not known yet
	d := f.derive(t, "d0", nil, BoolType, "b0 && b0 && "+strings.Repeat("b0 && ", 9)+"a0") // 1 + 11 * (1 + 11) + 1 + 3
	for _, x := range []struct {
		d    *Derived
		want int
	}{{a, 3}, {b, 11}, {c, 1}, {d, 137}, {a, 3}, {b, 11}} {
		if got := x.d.size(); got != x.want {
			t.Errorf("%s: %d, want %d", x.d.Name, got, x.want)
		}
	}
	c.Body = f.check(t, "hungry", BoolType)
	if c.size() != 1 {
		t.Error("a body of one term has one")
	}
	e := &Derived{Name: "e0", Type: BoolType}
	e.Body = &Term{Kind: TermAnd, Type: BoolType, Args: []*Term{{Kind: TermDerived, Type: BoolType, Derived: e}, a.Body}}
	if got := e.size(); got != 1+1+1+3 { // a cycle ends: the inner one counts as one
		t.Errorf("a symbol of itself: %d", got)
	}
}

// TestUses: what terms and effects mention, and what binds.
func TestUses(t *testing.T) {
	f := newFixture(t)
	e := f.effects(t, "money = cost(it), if exists(x: enemy where visible(x)) then { forall y: item, z: place where cost(y) > 3 { fare(z, z) = 1 } } else tired = forall(u: unit: distance(u) > 3)")
	var bound, terms []string
	e.Bound(func(v BoundVar) { bound = append(bound, v.Name) })
	e.Terms(func(t *Term) { terms = append(terms, t.String()) })
	if got := strings.Join(bound, " "); got != "y z" {
		t.Errorf("effects bind %s", got)
	}
	want := "cost(it); exists(x: enemy where visible(x)); cost(y) > 3; z; z; 1; forall(u: unit: distance(u) > 3)"
	if got := strings.Join(terms, "; "); got != want {
		t.Errorf("the terms are %s", got)
	}
	term := f.check(t, "money > 3 && (hungry || tired)", BoolType)
	for _, c := range []struct {
		part           *Term
		before, behind string
	}{{term, "", ""}, {term.Args[0], "", " && (hungry || tired)"}, {term.Args[1], "money > 3 && (", ")"}, {term.Args[1].Args[0], "money > 3 && (", " || tired)"}, {term.Args[1].Args[1], "money > 3 && (hungry || ", ")"}, {term.Args[0].Args[0], "", " > 3 && (hungry || tired)"}} {
		if before, behind := term.Around(c.part); before != c.before || behind != c.behind {
			t.Errorf("around %s: %q and %q", c.part, before, behind)
		}
	}
	if b := BuiltinVec2.Name(); b != "vec2" {
		t.Errorf("vec2 is called %s", b)
	}
	for i, b := range Builtins() {
		if int(b.ID) != i+1 || b.ID.Name() != b.Name || b.Usage == "" || b.Help == "" {
			t.Errorf("built-in function %d: %+v", i, b)
		}
	}
	var words []string
	for _, w := range slices.Concat(Words(), TypeWords()) {
		words = append(words, w.Word)
		if w.Form == "" || w.Doc == "" {
			t.Errorf("%s is not explained", w.Word)
		}
	}
	if got := strings.Join(words, " "); got != "true false none if then else exists forall count min max sum where in remembered bool int float vec2 text list" {
		t.Errorf("the words are %s", got)
	}
}
