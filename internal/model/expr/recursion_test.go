package expr

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/world"
)

// recurse declares symbols that may need each other: each a name, the names of its parameters, all of them units, and a
// body.
func (f *fixture) recurse(t testing.TB, decls ...[]string) []*Derived {
	var members []*Derived
	for _, d := range decls {
		n := len(d) - 2
		params := slices.Repeat([]world.Type{objectType(typeUnit)}, n)
		members = append(members, &Derived{ID: int32(len(members)), Name: d[0], Params: params, Type: BoolType})
		f.entities[d[0]] = []Entity{{Kind: EntityDerived, Type: BoolType, Derived: members[len(members)-1]}}
	}
	for i, d := range decls {
		members[i].Body = f.derive(t, d[0]+"'", members[i].Params, BoolType, d[len(d)-1], d[1:len(d)-1]...).Body
	}
	return members
}

// monotoneText makes random bodies in which the symbols of a recursion only help.
type monotoneText struct {
	*rapid.T
	vars  []string
	calls []string // names of symbols of one parameter
	wide  []string // of two
	lower []string // of one parameter, settled before
}

func (g *monotoneText) from(list ...string) string { return rapid.SampledFrom(list).Draw(g.T, "pick") }
func (g *monotoneText) unit() string               { return g.from(append(g.vars, "target", "none")...) }

func (g *monotoneText) base() string {
	b := fmt.Sprintf("likes(%s, %s, %s) > 0", g.unit(), g.unit(), g.unit())
	if len(g.lower) > 0 && rapid.Bool().Draw(g.T, "lower") {
		b = g.from(g.lower...) + "(" + g.unit() + ")"
	}
	return g.from("", "!") + "(" + b + ")"
}

func (g *monotoneText) body(depth int) string {
	if depth == 0 {
		return g.base()
	}
	switch g.from("and", "or", "or", "exists", "forall", "if", "call", "call", "call", "base") {
	case "and":
		return "(" + g.body(depth-1) + " && " + g.body(depth-1) + ")"
	case "or":
		return "(" + g.body(depth-1) + " || " + g.body(depth-1) + ")"
	case "exists", "forall":
		v := fmt.Sprintf("x%d", len(g.vars))
		g.vars = append(g.vars, v)
		defer func() { g.vars = g.vars[:len(g.vars)-1] }()
		if rapid.Bool().Draw(g.T, "exists") {
			return "exists(" + v + ": unit where " + g.body(depth-1) + ")"
		}
		return "forall(" + v + ": unit where " + g.base() + ": " + g.body(depth-1) + ")"
	case "if":
		return "(if " + g.base() + " then " + g.body(depth-1) + " else " + g.body(depth-1) + ")"
	case "call":
		if len(g.wide) > 0 && rapid.Bool().Draw(g.T, "wide") {
			return g.from(g.wide...) + "(" + g.unit() + ", " + g.unit() + ")"
		}
		return g.from(g.calls...) + "(" + g.unit() + ")"
	}
	return g.base()
}

// leastSolution is the reference: it works the bodies out for all arguments, again and again, with what held the time
// before.
type leastSolution struct {
	holds map[string]bool
	units []world.Word
}

func (l *leastSolution) solve(t testing.TB, f *fixture, m *Machine, decls [][]string) {
	past := &fixture{schema: f.schema, types: f.types, entities: map[string][]Entity{}, funcs: slices.Clone(f.funcs)}
	for k, v := range f.entities {
		past.entities[k] = v
	}
	for _, d := range decls {
		past.function(d[0], slices.Repeat([]world.Type{objectType(typeUnit)}, len(d)-2), BoolType, func(args []world.Word) [2]world.Word {
			return [2]world.Word{world.Bool(l.holds[fmt.Sprint(d[0], args)])}
		})
	}
	before := &Machine{State: m.State, Funcs: past.funcs}
	for changed := true; changed; {
		next := map[string]bool{}
		for _, d := range decls {
			params := slices.Repeat([]world.Type{objectType(typeUnit)}, len(d)-2)
			body := past.derive(t, d[0]+"'", params, BoolType, d[len(d)-1], d[1:len(d)-1]...).Body
			for _, args := range tuples(l.units, len(params)) {
				if EvalTerm(body, before, args)[0].Bool() {
					next[fmt.Sprint(d[0], args)] = true
				}
			}
		}
		changed = len(next) > len(l.holds)
		l.holds = next
	}
}

func tuples(units []world.Word, n int) [][]world.Word {
	if n == 0 {
		return [][]world.Word{nil}
	}
	var list [][]world.Word
	for _, t := range tuples(units, n-1) {
		for _, u := range units {
			list = append(list, append(slices.Clone(t), u))
		}
	}
	return list
}

// TestRecursiveSymbols compares compiled programs, the walk over the tree and the reports to trackers with the least
// solution computed the long way.
func TestRecursiveSymbols(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t)
		m := f.machine(t)
		units := []world.Word{0, object(m, "s1"), object(m, "e1"), object(m, "u1"), object(m, "s2")}
		shake := func(n int) {
			for range n {
				u := func() world.Word { return rapid.SampledFrom(units[1:]).Draw(rt, "unit") }
				f.set(m, "likes", world.Word(rapid.IntRange(0, 1).Draw(rt, "likes")), u(), u(), u())
			}
			f.set(m, "target", rapid.SampledFrom([]world.Word{0, units[1], units[2], units[4]}).Draw(rt, "target"))
		}
		shake(40)
		low := monotoneText{T: rt, vars: []string{"a"}, calls: []string{"r"}}
		rDecl := []string{"r", "a", low.body(3)}
		high := monotoneText{T: rt, vars: []string{"a"}, calls: []string{"q"}, wide: []string{"p"}, lower: []string{"r"}}
		q := []string{"q", "a", high.body(4)}
		high.vars = []string{"a", "b"}
		p := []string{"p", "a", "b", high.body(4)}

		lower := f.recurse(t, rDecl)
		settle := func() (low, high leastSolution) {
			low, high = leastSolution{units: units}, leastSolution{units: units}
			low.solve(t, f, m, [][]string{rDecl})
			withLow := &fixture{schema: f.schema, types: f.types, entities: map[string][]Entity{}, funcs: slices.Clone(f.funcs)}
			for k, v := range f.entities {
				withLow.entities[k] = v
			}
			withLow.function("r", []world.Type{objectType(typeUnit)}, BoolType, func(args []world.Word) [2]world.Word {
				return [2]world.Word{world.Bool(low.holds[fmt.Sprint("r", args)])}
			})
			high.solve(t, withLow, m, [][]string{p, q})
			return low, high
		}
		if faults := Recur(lower...); len(faults) > 0 {
			rt.Fatalf("%s: %v", rDecl, faults)
		}
		upper := f.recurse(t, p, q)
		upper[0].ID, upper[1].ID = 1, 2
		if faults := Recur(upper...); len(faults) > 0 {
			rt.Fatalf("%s %s: %v", p, q, faults)
		}
		pc := CompileCond(f.derive(t, "ask", upper[0].Params, BoolType, "p(a, b)", "a", "b").Body)
		both := f.derive(t, "all", nil, BoolType, "exists(x: unit where q(x) && !p(x, target)) || forall(x: unit, y: unit: p(x, y))").Body
		allC := CompileCond(both)
		_, high2 := settle()
		for _, args := range tuples(units, 2) {
			want := high2.holds[fmt.Sprint("p", args)]
			if have := pc.Eval(m, args); have != want {
				rt.Fatalf("compiled p%v = %v, want %v\nr: %s\np: %s\nq: %s", args, have, want, rDecl[2], p[3], q[2])
			}
			if have := EvalTerm(pc.Term(), m, args)[0].Bool(); have != want {
				rt.Fatalf("walked p%v = %v, want %v\nr: %s\np: %s\nq: %s", args, have, want, rDecl[2], p[3], q[2])
			}
			if why := Explain(pc.Term(), m, args); why.Holds != want || why.Format(m.State) == "" {
				rt.Fatalf("explained p%v = %v, want %v", args, why.Holds, want)
			}
			if ways := Ways(pc.Term(), m, args); (len(ways) > 0) != want {
				rt.Fatalf("p%v = %v has %d ways", args, want, len(ways))
			}
		}
		have := allC.Eval(m, nil)
		if walked := EvalTerm(both, m, nil)[0].Bool(); walked != have {
			rt.Fatalf("compiled %v, walked %v: r: %s\np: %s\nq: %s", have, walked, rDecl[2], p[3], q[2])
		}
		args := []world.Word{units[1], units[3]}
		var notes ranges
		was := pc.Track(m, args, &notes)
		shake(4)
		if !notes.broken(m.State) && pc.Eval(m, args) != was {
			rt.Fatalf("the outcome changed, and nothing that was read: r: %s\np: %s\nq: %s", rDecl[2], p[3], q[2])
		}
	})
}

// ranges are the reports to a tracker.
type ranges []struct {
	a      world.Addr
	lo, hi world.Word
}

func (r *ranges) Read(a world.Addr, lo, hi world.Word) {
	*r = append(*r, struct {
		a      world.Addr
		lo, hi world.Word
	}{a, lo, hi})
}
func (r *ranges) Members(world.Type) {}

func (r *ranges) Marked(*world.Symbol) {}

func (r ranges) broken(st *world.State) bool {
	return slices.ContainsFunc(r, func(n struct {
		a      world.Addr
		lo, hi world.Word
	}) bool {
		w := st.Get(n.a)
		return w < n.lo || w > n.hi
	})
}

// reachable is a fixture with links from one unit to the next.
func reachable(t testing.TB, links ...string) (*fixture, *Machine, *Derived) {
	f := newFixture(t)
	m := f.machine(t)
	d := f.recurse(t, []string{"reachable", "a", "b", "likes(a, b, b) > 0 || exists(x: unit where likes(a, x, x) > 0 && reachable(x, b))"})[0]
	if faults := Recur(d); len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, l := range links {
		from, to, _ := strings.Cut(l, " ")
		f.set(m, "likes", 1, object(m, from), object(m, to), object(m, to))
	}
	return f, m, d
}

func TestWaysAndReasonsOfRecursion(t *testing.T) {
	f, m, _ := reachable(t, "s1 e1", "e1 s1", "e1 u1", "u1 s2", "s1 s1")
	f.set(m, "target", object(m, "s1"))
	f.entities["to"] = []Entity{{Kind: EntityVar, Type: objectType(typeUnit)}}
	c := f.check(t, "hungry && (tired || reachable(target, to))", BoolType)
	ways := Ways(c, m, []world.Word{object(m, "s2")})
	if len(ways) != 1 {
		t.Fatalf("%d ways", len(ways))
	}
	want := "reachable(s1, s2): likes(s1, e1, e1) = 1, likes(e1, u1, u1) = 1, likes(u1, s2, s2) = 1"
	if have := ways[0].Format(m.State); have != want {
		t.Errorf("the way is %s\nwant %s", have, want)
	}
	f.set(m, "likes", 0, object(m, "u1"), object(m, "s2"), object(m, "s2"))
	why := Explain(c, m, []world.Word{object(m, "s2")})
	want = "tired || reachable(target, to) was false for to = s2: tired = false, target = s1"
	if have := why.Format(m.State); have != want {
		t.Errorf("the reason is %s\nwant %s", have, want)
	}
	why = Explain(f.check(t, "hungry && reachable(target, to)", BoolType), m, []world.Word{object(m, "s2")})
	want = "reachable(target, to) was false for to = s2: target = s1; nor did reachable(e1, s2), reachable(u1, s2)"
	if have := why.Format(m.State); have != want {
		t.Errorf("the reason is %s\nwant %s", have, want)
	}
}

// TestRecursionIsBounded asks for more arguments than there may be.
func TestRecursionIsBounded(t *testing.T) {
	f := newFixture(t)
	d := &Derived{Name: "up", Params: []world.Type{IntType}, Type: BoolType}
	f.entities["up"] = []Entity{{Kind: EntityDerived, Type: BoolType, Derived: d}}
	d.Body = f.derive(t, "up'", d.Params, BoolType, "a == -1 || up(a + 1)", "a").Body
	Recur(d)
	m := f.machine(t)
	f.derive(t, "far", nil, BoolType, "up(-60000)")
	for _, c := range []struct {
		text string
		want string
	}{
		{"far", ""},
		{"up(0)", "up is looked at for more than 65536 combinations of arguments, the limit of one evaluation"},
	} {
		term := f.check(t, c.text, BoolType)
		for _, eval := range []func() bool{
			func() bool { return CompileCond(term).Eval(m, nil) },
			func() bool { return EvalTerm(term, m, nil)[0].Bool() },
		} {
			have := ""
			if o := overrun(t, func() {
				if !eval() {
					t.Errorf("%s is false", c.text)
				}
			}); o != nil {
				have = o.Error()
			}
			if have != c.want {
				t.Errorf("%s: %q, want %q", c.text, have, c.want)
			}
		}
	}
	if !CompileCond(f.check(t, "far", BoolType)).Eval(m, nil) { // after an evaluation that was cut short
		t.Error("far is false")
	}
}

func TestRecursionAllocatesNothing(t *testing.T) {
	f, m, _ := reachable(t, "s1 e1", "e1 u1", "u1 s2", "s2 s1")
	c := CompileCond(f.check(t, "exists(x: unit, y: unit where !reachable(x, y))", BoolType))
	var n world.Notes
	n.Begin(m.State)
	run := func() {
		if c.Eval(m, nil) || c.Judge(m, nil, &n) {
			t.Fatal("every unit is on the ring")
		}
	}
	run()
	if allocs := testing.AllocsPerRun(100, run); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}
