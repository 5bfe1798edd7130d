package expr

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// gencase makes random well-typed texts. Bound variables in scope are known by their types.
type gencase struct {
	t    *rapid.T
	vars []string
	typs []string
}

func (g *gencase) pick(options ...string) string {
	return rapid.SampledFrom(options).Draw(g.t, "pick")
}

// text returns an expression of a type: bool int float vec2 place enemy unit item.
func (g *gencase) text(typ string, depth int) string {
	if depth <= 0 || rapid.IntRange(0, 4).Draw(g.t, "leaf") == 0 {
		return g.leaf(typ)
	}
	of := func(typ string) string { return g.text(typ, depth-1) }
	if rapid.IntRange(0, 9).Draw(g.t, "if") == 0 {
		return fmt.Sprintf("(if %s then %s else %s)", of("bool"), of(typ), of(typ))
	}
	switch typ {
	case "bool":
		return g.condition(depth, of)
	case "int":
		switch g.pick("arith", "cell", "call", "fold", "builtin") {
		case "arith":
			return "(" + of("int") + g.pick(" + ", " - ", " * ", " / ", " % ", "^") + of("int") + ")"
		case "cell":
			return g.pick("cost("+of("item")+")", "fare("+of("place")+", "+of("place")+")", "slot("+of("int")+")", "likes("+of("unit")+", "+of("enemy")+", "+of("unit")+")")
		case "call":
			return g.pick("twice("+of("int")+")", "worth("+of("item")+", "+of("int")+")", "step3("+of("int")+")")
		case "fold":
			return g.quantifier([]string{"count", "min", "max", "sum"}, "int", depth)
		}
		return g.pick("min("+of("int")+", "+of("int")+", "+of("int")+")", "clamp("+of("int")+", -3, "+of("int")+")", "abs("+of("int")+")", "round("+of("float")+")", "floor("+of("float")+")", "(-"+of("int")+")")
	case "float":
		return g.pick("("+of("float")+g.pick(" + ", " - ", " * ", " / ", " % ")+of("int")+")", "distance("+of("unit")+")", "dist("+of("vec2")+", "+of("vec2")+")",
			of("vec2")+g.pick(".x", ".y"), "sqrt("+of("float")+")", "max("+of("float")+", "+of("int")+")", "abs("+of("float")+")", g.quantifier([]string{"min", "max", "sum"}, "float", depth), "(-"+of("float")+")", "("+of("float")+"^"+of("int")+")",
			g.curve(of), g.curve(of))
	case "vec2":
		return g.pick("("+of("vec2")+g.pick(" + ", " - ")+of("vec2")+")", "("+of("vec2")+" * "+of("float")+")", "vec2("+of("float")+", "+of("int")+")", "spot("+of("unit")+")",
			"track("+of("unit")+", "+of("enemy")+", "+of("item")+")", "mirror("+of("vec2")+")", "middle("+of("vec2")+", "+of("enemy")+")", "(-"+of("vec2")+")")
	case "place":
		return "wild(" + of("bool") + ")"
	case "unit":
		return g.pick(of("enemy"), "owner("+of("item")+", "+of("bool")+")")
	}
	return g.leaf(typ)
}

// curve returns a call of a response curve.
func (g *gencase) curve(of func(string) string) string {
	x := g.pick(of("float"), of("float")+" / 10", of("int"))
	return g.pick("linear("+x+")", "quadratic("+x+", slope: -1, yshift: 1)", "polynomial("+x+", 1, 0.5)", "logistic("+x+", exponent: 2, xshift: price / 10)", "logit("+x+")",
		"exponential("+x+", -1)", "normal("+x+", low: 0.25, high: 0.75)", "sine("+x+", exponent: 3)", "step("+x+", xshift: -0.2)", "smoothstep("+x+", 1, 2)",
		"piecewise("+x+", 0, 0.5, 0.25, 1, 0.75, -0.5, slope: 0.5)")
}

func (g *gencase) condition(depth int, of func(string) string) string {
	switch g.pick("logic", "not", "compare", "compare", "equal", "in", "quant", "cell", "derived") {
	case "logic":
		parts := []string{of("bool"), of("bool"), of("bool")}
		return "(" + strings.Join(parts, g.pick(" && ", " || ")) + ")"
	case "not":
		return "!" + of("bool")
	case "compare":
		typ := g.pick("int", "float", "place")
		other := typ
		if typ == "float" {
			other = g.pick("int", "float")
		}
		x, y := g.operand(typ, depth), g.operand(other, depth)
		return "(" + x + g.pick(" < ", " <= ", " > ", " >= ", " == ", " != ") + y + ")"
	case "equal":
		typ := g.pick("bool", "vec2", "place", "enemy", "unit", "item")
		x, y := g.operand(typ, depth), g.operand(typ, depth)
		return "(" + x + g.pick(" == ", " != ") + y + ")"
	case "in":
		typ := g.pick("int", "float", "place", "item", "vec2")
		switch {
		case typ == "item":
			return "(" + of("unit") + g.pick(" in sniper", " not in enemy") + ")"
		case typ != "vec2" && g.pick("range", "set") == "range":
			lo, hi := g.pick("-2", "0", "money"), g.pick("3", "40", "debt")
			if typ == "place" {
				lo, hi = g.pick("place.home", "at"), g.pick("place.shop", "at")
			}
			return "(" + g.operand(typ, depth) + " in " + lo + ".." + hi + ")"
		}
		elems := []string{g.leaf(typ), g.leaf(typ), g.leaf(typ), g.operand(typ, depth)}
		return "(" + g.operand(typ, depth) + g.pick(" in {", " not in {") + strings.Join(elems, ", ") + "})"
	case "quant":
		return g.quantifier([]string{"exists", "forall"}, "bool", depth)
	case "cell":
		return g.pick("visible("+of("enemy")+")", "remembered("+of(g.pick("unit", "enemy", "item"))+")")
	}
	return g.pick("ready", "danger("+of("unit")+")", "big("+of("int")+")")
}

// operand is often a leaf, so that the fused tests are met.
func (g *gencase) operand(typ string, depth int) string {
	if rapid.Bool().Draw(g.t, "simple") {
		return g.leaf(typ)
	}
	return g.text(typ, depth-1)
}

func (g *gencase) quantifier(kinds []string, typ string, depth int) string {
	if len(g.vars) >= 3 {
		return g.leaf(typ)
	}
	kind, outer := g.pick(kinds...), len(g.vars)
	var vars []string
	for range rapid.IntRange(1, 2).Draw(g.t, "vars") {
		name, of := fmt.Sprintf("x%d", len(g.vars)), g.pick("enemy", "item", "place", "unit")
		link := ": "
		if of != "place" && rapid.Bool().Draw(g.t, "remembered") {
			link = " in remembered "
		}
		vars = append(vars, name+link+of)
		g.vars, g.typs = append(g.vars, name), append(g.typs, of)
	}
	text := kind + "(" + strings.Join(vars, ", ")
	if kind == "exists" || rapid.Bool().Draw(g.t, "where") {
		text += " where " + g.text("bool", depth-1)
	}
	switch kind {
	case "forall":
		text += ": " + g.text("bool", depth-1)
	case "min", "max", "sum":
		text += ": " + g.text(typ, depth-1)
	}
	g.vars, g.typs = g.vars[:outer], g.typs[:outer]
	if (kind == "min" || kind == "max") && rapid.Bool().Draw(g.t, "else") {
		text += " else " + g.text(typ, depth-1)
	}
	return text + ")"
}

func (g *gencase) leaf(typ string) string {
	var fits []string
	for i, t := range g.typs {
		if t == typ || t == "enemy" && typ == "unit" {
			fits = append(fits, g.vars[i])
		}
	}
	if len(fits) > 0 && rapid.Bool().Draw(g.t, "bound") {
		return g.pick(fits...)
	}
	switch typ {
	case "bool":
		return g.pick("hungry", "tired", "visible(e)", "visible(target)", "remembered(target)", "remembered(it)", "true", "false")
	case "int":
		return g.pick("money", "debt", "n", "price", "0", "3", "7", "cost(it)", "fare(p, at)", "fare(p, place.shop)", "slot(2)", "slot(n)", "cost(held)")
	case "float":
		return g.pick("heat", "f", "1.5", "0.0", "-2.25", "distance(e)", "pos.x", "v.y", "spot(e).x", "distance(target)")
	case "vec2":
		return g.pick("pos", "v", "vec2(1, 2)", "spot(e)")
	case "place":
		return g.pick("at", "p", "place.home", "place.shop", "office")
	case "enemy":
		return g.pick("target", "e")
	case "unit":
		return g.pick("target", "e", "owner(it, hungry)")
	}
	return g.pick("held", "it")
}

func (g *gencase) effects(depth int) string {
	var parts []string
	for range rapid.IntRange(1, 4).Draw(g.t, "effects") {
		parts = append(parts, g.effect(depth))
	}
	return strings.Join(parts, ", ")
}

func (g *gencase) effect(depth int) string {
	of := func(typ string) string { return g.operand(typ, depth) }
	switch g.pick("set", "set", "set", "change", "change", "if", "forall") {
	case "change":
		return g.pick("money", "cost("+of("item")+")", "slot("+of("int")+")", "likes("+of("unit")+", e, target)", "heat", "debt", "fare(p, at)") + g.pick(" += ", " -= ") + g.pick("1", of("int"), "money", "n", "200")
	case "if":
		if depth > 0 {
			return "if " + g.text("bool", depth-1) + " then { " + g.effects(depth-1) + " } else { " + g.effects(depth-1) + " }"
		}
	case "forall":
		if depth > 0 && len(g.vars) < 2 {
			name, typ, link := fmt.Sprintf("x%d", len(g.vars)), g.pick("enemy", "item", "place"), ": "
			if typ != "place" {
				link = g.pick(": ", " in remembered ")
			}
			g.vars, g.typs = append(g.vars, name), append(g.typs, typ)
			text := "forall " + name + link + typ + " where " + g.text("bool", depth-1) + " { " + g.effects(depth-1) + " }"
			g.vars, g.typs = g.vars[:len(g.vars)-1], g.typs[:len(g.typs)-1]
			return text
		}
	}
	return g.pick("hungry = "+of("bool"), "visible("+of("enemy")+") = "+of("bool"), "money = "+of("int"), "at = "+of("place"), "pos = "+of("vec2"), "spot("+of("unit")+") = "+of("vec2"),
		"target = "+of("enemy"), "held = it", "owner("+of("item")+", tired) = "+of("unit"), "track("+of("unit")+", target, it) = "+of("vec2"), "slot("+of("int")+") = "+of("int"),
		"heat = "+of("float"), "cost(held) = "+of("int"), "target = none")
}

// randomWord returns a value of a type that exists in the state.
func randomWord(t *rapid.T, st *world.State, typ world.Type) world.Word {
	switch typ.Kind {
	case world.KindBool:
		return world.Word(rapid.IntRange(0, 1).Draw(t, "bool"))
	case world.KindInt:
		return world.Word(rapid.Int64Range(max(typ.Lo, -8), min(typ.Hi, 60)).Draw(t, "int"))
	case world.KindEnum:
		return world.Word(rapid.IntRange(0, len(st.Schema().Enums[typ.ID].Values)-1).Draw(t, "enum"))
	case world.KindObject:
		return rapid.SampledFrom(append([]world.Word{0}, st.Objects(typ.ID)...)).Draw(t, "object")
	}
	return world.Float(rapid.SampledFrom([]float64{0, 1, 1.5, -2.25, 3, 7, 9, 1e9, 0.5}).Draw(t, "float"))
}

// randomState fills some cells of every symbol and a frame.
func randomState(t *rapid.T, f *fixture, m *Machine) []world.Word {
	st := m.State
	for i := range f.schema.Symbols {
		sym := &f.schema.Symbols[i]
		for range rapid.IntRange(0, 4).Draw(t, "cells") {
			args := make([]world.Word, len(sym.Params))
			for k, p := range sym.Params {
				args[k] = randomWord(t, st, p)
			}
			if a, ok := sym.Addr(args...); ok {
				for k := range sym.Type.Width() {
					st.Set(a+world.Addr(k), randomWord(t, st, sym.Type))
				}
			}
		}
	}
	fr := make([]world.Word, frameWords)
	for slot, typ := range []world.Type{enumType(enumPlace), rangedType(-8, 60), FloatType, objectType(typeEnemy), objectType(typeItem), FloatType, FloatType} {
		fr[slot] = randomWord(t, st, typ)
	}
	return fr
}

// readLog is a Tracker that can be asked.
type readLog struct {
	cells   map[world.Addr][2]world.Word
	order   []world.Addr
	members bool
}

func (l *readLog) Read(a world.Addr, lo, hi world.Word) {
	if old, ok := l.cells[a]; ok {
		lo, hi = max(lo, old[0]), min(hi, old[1])
	} else {
		l.order = append(l.order, a)
	}
	l.cells[a] = [2]world.Word{lo, hi}
}

func (l *readLog) Members(world.Type) { l.members = true }

func (l *readLog) Marked(*world.Symbol) { l.members = true }

// disturb changes cells at random as far as the log allows: untracked ones at will, tracked ones within their bounds.
func (l *readLog) disturb(t *rapid.T, f *fixture, st *world.State) {
	for i := range f.schema.Symbols {
		sym := &f.schema.Symbols[i]
		for range rapid.IntRange(0, 6).Draw(t, "changes") {
			args := make([]world.Word, len(sym.Params))
			for k, p := range sym.Params {
				args[k] = randomWord(t, st, p)
			}
			a, ok := sym.Addr(args...)
			for k := range sym.Type.Width() {
				w := randomWord(t, st, sym.Type)
				if bounds, tracked := l.cells[a+world.Addr(k)]; ok && (!tracked || w >= bounds[0] && w <= bounds[1]) {
					st.Set(a+world.Addr(k), w)
				}
			}
		}
	}
}

// inOrder returns accesses in order of address.
func inOrder(list []Access) []Access {
	return slices.SortedFunc(slices.Values(list), func(a, b Access) int { return cmp.Compare(a.Addr, b.Addr) })
}

// covers reports the tracked cells that a footprint lacks.
func (l *readLog) missing(m *Machine, accesses []Access) []string {
	var missing []string
	for _, a := range l.order {
		sym := m.State.Schema().SymbolAt(a)
		if _, exists := sym.Addr(m.State.Args(sym, a, nil)...); !exists {
			continue
		}
		if !slices.ContainsFunc(accesses, func(x Access) bool {
			return x.Sym == sym && (x.Whole || a-x.Addr < world.Addr(sym.Type.Width()))
		}) {
			missing = append(missing, world.FormatCell(m.State, sym, a))
		}
	}
	return missing
}

// skipConstants skips texts in which a constant turned out to be outside of its range.
func skipConstants(t *rapid.T, text string, ds *diag.List) {
	for _, d := range ds.All {
		if d.Code != diag.OutOfRange && d.Code != diag.BadRange {
			t.Fatalf("%s: %v", text, d.Error())
		}
	}
	if len(ds.All) > 0 {
		t.Skip("a constant is out of range")
	}
}

func newReadLog() *readLog { return &readLog{cells: map[world.Addr][2]world.Word{}} }

func evalAll(v *Value, m *Machine, fr []world.Word) [2]world.Word {
	var w [2]world.Word
	v.EvalInto(m, fr, w[:])
	return w
}

// Compiled programs agree with the reference; their reported reads contain everything that matters.
func TestCompiledAgreesWithReference(t *testing.T) {
	f := newFixture(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := gencase{t: rt}
		typ := g.pick("bool", "bool", "bool", "int", "float", "vec2", "unit", "place")
		want := map[string]world.Type{"bool": BoolType, "int": IntType, "float": FloatType, "vec2": Vec2Type, "unit": objectType(typeUnit), "place": enumType(enumPlace)}[typ]
		text := g.text(typ, 4)
		term, ds := f.parsed(text, want)
		skipConstants(rt, text, ds)
		m := f.machine(t)
		fr := randomState(rt, f, m)
		reference := EvalTerm(term, m, fr)
		v, log := CompileValue(term), newReadLog()
		if got := evalAll(v, m, fr); got != reference {
			rt.Fatalf("%s: value %v, reference %v", text, got, reference)
		}
		var tracked [2]world.Word
		if v.TrackInto(m, fr, tracked[:], log); tracked != reference {
			rt.Fatalf("%s: tracked value %v, reference %v", text, tracked, reference)
		}
		var accesses []Access
		if v.Footprint(m, fr, func(a Access) { accesses = append(accesses, a) }); len(log.missing(m, accesses)) > 0 {
			rt.Fatalf("%s: the footprint lacks %v", text, log.missing(m, accesses))
		}
		if typ == "bool" {
			c := CompileCond(term)
			if got := c.Eval(m, fr); got != reference[0].Bool() {
				rt.Fatalf("%s: condition %v, reference %v", text, got, reference)
			}
			log = newReadLog() // its bounds are wider than those of the value
			if got := c.Track(m, fr, log); got != reference[0].Bool() {
				rt.Fatalf("%s: tracked condition %v, reference %v", text, got, reference)
			}
			if why := Explain(term, m, fr); why.Holds != reference[0].Bool() {
				rt.Fatalf("%s: explained as %v", text, why)
			} else if !why.Holds && (why.Part == nil || why.Format(m.State) == "") {
				rt.Fatalf("%s: not explained", text)
			}
		}
		log.disturb(rt, f, m.State)
		if got := EvalTerm(term, m, fr); got != reference {
			rt.Fatalf("%s: %v became %v though nothing it read has left its bounds %v", text, reference, got, log.cells)
		}
	})
}

func TestEffectsAgreeWithReference(t *testing.T) {
	f := newFixture(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := gencase{t: rt}
		text := g.effects(2)
		var ds diag.List
		terms := CheckEffects(ParseEffectString(diag.NewSource("test", text), &ds), f, &ds)
		skipConstants(rt, text, &ds)
		m := f.machine(t)
		fr := randomState(rt, f, m)
		e := CompileEffects(terms)
		var reads, writes []Access
		e.Footprint(m, fr, func(a Access) { reads = append(reads, a) }, func(a Access) { writes = append(writes, a) })
		before := new(world.State)
		before.CopyFrom(m.State)
		reference := &Machine{State: new(world.State), Funcs: f.funcs}
		reference.State.CopyFrom(before)
		ApplyTerms(terms, reference, fr)
		e.Apply(m, fr)
		if !m.State.Equal(reference.State) {
			rt.Fatalf("%s: the states differ: %s", text, difference(f, m.State, reference.State))
		}
		if targets, ok := e.Targets(fr, nil); ok && !slices.Equal(inOrder(targets), inOrder(writes)) {
			rt.Fatalf("%s: the targets are %v, the footprint's writes %v", text, targets, writes)
		}
		start := new(world.State)
		start.CopyFrom(before)
		log, wlog := newReadLog(), newReadLog()
		m.State.CopyFrom(before)
		if e.Track(m, fr, log); !m.State.Equal(reference.State) {
			rt.Fatalf("%s: the tracked states differ: %s", text, difference(f, m.State, reference.State))
		}
		for _, c := range m.State.Changes(world.Mark{}) {
			wlog.Read(c.Addr, 0, 0)
		}
		m.State.CopyFrom(before)
		if r, w := log.missing(m, reads), wlog.missing(m, writes); len(r)+len(w) > 0 {
			rt.Fatalf("%s: the footprint lacks reads %v, writes %v", text, r, w)
		}
		written := writesOf(terms, m, fr)
		log.disturb(rt, f, m.State)
		if got := writesOf(terms, m, fr); !slices.Equal(got, written) {
			rt.Fatalf("%s: writes %v became %v though nothing it read has left its bounds %v", text, written, got, log.cells)
		}
	})
}

func writesOf(e *EffectTerms, m *Machine, fr []world.Word) []write {
	w := effectWalker{evaluator: m.evaluator()}
	w.list(e.List, fr)
	return w.writes
}

func difference(f *fixture, a, b *world.State) string {
	var out []string
	for i := range f.schema.Symbols {
		sym := &f.schema.Symbols[i]
		for _, st := range []*world.State{a, b} {
			st.Cells(sym, func(args, words []world.Word) bool {
				out = append(out, fmt.Sprintf("%s%v=%v", sym.Name, args, words))
				return true
			})
		}
	}
	return strings.Join(out, " ")
}

// Ints of the whole range compared with floats: the ranges that the compiler makes of it are exact.
func TestIntRangesOfFloats(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		edge := rapid.SampledFrom([]float64{0, 0.5, -0.5, 3, 1 << 53, 1<<53 + 2, 1 << 62, 1 << 63, -1 << 63, 1e300, -1e300, math.MaxFloat64}).Draw(rt, "edge")
		lo := world.Float(edge) + world.Word(rapid.IntRange(-2, 2).Draw(rt, "lo"))
		hi := world.Float(rapid.SampledFrom([]float64{edge, edge + 1, 1e19, 7}).Draw(rt, "hi"))
		first, last, ok := intRange(lo, hi)
		for _, w := range []world.Word{first - 1, first, first + 1, last - 1, last, last + 1, 0, 1, -1, math.MinInt64, math.MaxInt64, world.Word(rapid.Int64().Draw(rt, "w"))} {
			in := intToFloat(w) >= lo && intToFloat(w) <= hi
			if got := ok && w >= first && w <= last; got != in {
				rt.Fatalf("%d in %v..%v: %v, range %d..%d %v", w, lo.Float(), hi.Float(), in, first, last, ok)
			}
		}
	})
}
