package action_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// fixture is a small model: places, enemies, and a symbol of each kind.
type fixture struct {
	schema *world.Schema
	state  *world.State
	e1     world.Object
	place  world.Type
	enemy  world.Type
	hero   world.Type
}

func newFixture(t testing.TB) *fixture {
	b := world.NewBuilder()
	place := world.Type{Kind: world.KindEnum, ID: b.Enum("place", []string{"home", "shop", "office"})}
	enemy := world.Type{Kind: world.KindObject, ID: b.ObjectType("enemy", nil, 4)}
	hero := world.Type{Kind: world.KindObject, ID: b.ObjectType("hero", nil, 4)}
	for _, s := range []world.SymbolDef{
		{Name: "hungry", Type: world.Type{Kind: world.KindBool}},
		{Name: "money", Type: world.Type{Kind: world.KindInt, Lo: 0, Hi: 100}},
		{Name: "at", Type: place},
		{Name: "pos", Type: world.Type{Kind: world.KindVec2}},
		{Name: "target", Type: enemy},
		{Name: "fare", Params: []world.Type{place, place}, Type: world.Type{Kind: world.KindFloat}},
		{Name: "seen", Params: []world.Type{enemy}, Type: world.Type{Kind: world.KindBool}},
	} {
		b.Symbol(s)
	}
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{schema: schema, state: world.NewState(schema), place: place, enemy: enemy, hero: hero}
	if f.e1, err = f.state.AddObject(enemy.ID, "e1"); err != nil {
		t.Fatal(err)
	}
	return f
}

var (
	boolType  = world.Type{Kind: world.KindBool}
	floatType = world.Type{Kind: world.KindFloat}
	vecType   = world.Type{Kind: world.KindVec2}
	smallInt  = world.Type{Kind: world.KindInt, Lo: -5, Hi: 200}
	anyInt    = world.Type{Kind: world.KindInt, Lo: -1 << 63, Hi: 1<<63 - 1}
)

// bindings declares one action "act" with the given parameters.
func (f *fixture) bindings(params ...action.Param) *action.Bindings {
	return action.NewBindings(f.schema, []action.Signature{{Name: "act", Params: params}}, nil)
}

func one(name string, types ...world.Type) action.Param {
	return action.Param{Name: name, Types: types}
}

func (f *fixture) ctx() *action.Ctx {
	c := action.NewCtx(1, 10, nil)
	c.Enter(7, 1, f.state)
	return c
}

type none struct{}

type place int8

func TestParametersReachTheStruct(t *testing.T) {
	type all struct {
		B     bool
		Small int16
		Big   int
		F     float64
		V     action.Vec2
		P     place
		E     world.Object
		Union action.Value
		Other action.Value
		H     world.Object
		Index world.Object // an enum, as its word
	}
	f := newFixture(t)
	b := f.bindings(one("b", boolType), one("small", smallInt), one("big", anyInt), one("f", floatType), one("v", vecType),
		one("p", f.place), one("e", f.enemy), one("u", f.place, f.enemy, vecType), one("o", f.place, f.enemy, vecType),
		one("h", f.hero, f.enemy), one("i", f.place))
	var got all
	action.Bind(b, "act", func(c *action.Ctx, p *all, s *none) action.Status {
		got = *p
		return action.Success
	})
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	in := action.NewInstances(b)
	c := f.ctx()
	h := in.Start(c, 0, []world.Word{1, 200, 1 << 40, world.Float(1.5), world.Float(3), world.Float(4), 2, f.e1,
		2, world.Float(5), world.Float(6), 1, f.e1, 1, f.e1, 1})
	if s := in.Update(c, h); s != action.Success {
		t.Fatal(s)
	}
	want := all{true, 200, 1 << 40, 1.5, action.Vec2{X: 3, Y: 4}, 2, f.e1,
		action.Value{Type: vecType, Words: [2]world.Word{world.Float(5), world.Float(6)}},
		action.Value{Type: f.enemy, Words: [2]world.Word{f.e1}}, f.e1, 1}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if at, ok := got.Union.Vec2(); !ok || at != (action.Vec2{X: 5, Y: 6}) || got.Union.Text(f.state) != "(5, 6)" {
		t.Errorf("union: %v %v %q", at, ok, got.Union.Text(f.state))
	}
	if got.Other.Object() != f.e1 || got.Other.Enum() != -1 || got.Other.Text(f.state) != "e1" {
		t.Errorf("other: %+v", got.Other)
	}
}

// texts returns the messages of an error with their codes.
func texts(err error) []string {
	var failure *diag.Failure
	if !errors.As(err, &failure) {
		return nil
	}
	var list []string
	for _, d := range failure.List.All {
		list = append(list, string(d.Code)+" "+d.Message)
	}
	slices.Sort(list)
	return list
}

func TestFaultyBindings(t *testing.T) {
	f := newFixture(t)
	type ok struct{ A int64 }
	type unexported struct{ a int64 }
	type small struct{ A int8 }
	type text struct{ A string }
	type object struct{ A world.Object }
	type deep struct {
		N     [3]struct{ Name string }
		Other int
	}
	run := func(*action.Ctx) action.Status { return action.Success }
	cases := []struct {
		name   string
		params []action.Param
		bind   func(b *action.Bindings)
		code   string // of the only finding; "" when all is well
		want   string // part of its message
	}{
		{"fits", []action.Param{one("n", smallInt)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *ok, s *none) action.Status { return run(c) })
		}, "", ""},
		{"not bound", []action.Param{one("p", f.place, vecType)}, func(b *action.Bindings) {}, "K340", "act(p: place | vec2) is not bound"},
		{"bound twice", []action.Param{one("n", smallInt)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *ok, s *none) action.Status { return run(c) })
			action.Bind(b, "act", func(c *action.Ctx, p *ok, s *none) action.Status { return run(c) })
		}, "K342", "bound twice"},
		{"too few fields", []action.Param{one("n", smallInt), one("m", smallInt)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *ok, s *none) action.Status { return run(c) })
		}, "K343", "has 1 field, but there are 2 parameters"},
		{"no struct", []action.Param{one("n", smallInt)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *int, s *none) action.Status { return run(c) })
		}, "K343", "must be a struct"},
		{"unexported", []action.Param{one("n", smallInt)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *unexported, s *none) action.Status { _ = p.a; return run(c) })
		}, "K343", "must be exported"},
		{"too small", []action.Param{one("n", smallInt)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *small, s *none) action.Status { return run(c) })
		}, "K343", "int8 cannot hold int -5..200: use int64"},
		{"no range", []action.Param{one("n", anyInt)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *small, s *none) action.Status { return run(c) })
		}, "K343", "use int64, or give it a range that fits"},
		{"text", []action.Param{one("p", f.place)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *text, s *none) action.Status { return run(c) })
		}, "K343", "string cannot hold place: use Enum"},
		{"object as number", []action.Param{one("e", f.enemy)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *ok, s *none) action.Status { return run(c) })
		}, "K343", "int64 cannot hold enemy: use Object"},
		{"union without value", []action.Param{one("e", f.enemy, vecType)}, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *object, s *none) action.Status { return run(c) })
		}, "K343", "cannot hold enemy | vec2: use Value"},
		{"pointer in state", nil, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *none, s *struct{ P *int }) action.Status { return run(c) })
		}, "K344", "state.P is a ptr (*int)"},
		{"string deep in state", nil, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *none, s *deep) action.Status { return run(c) })
		}, "K344", "state.N[].Name is a string"},
		{"unknown action", nil, func(b *action.Bindings) {
			action.Bind(b, "act", func(c *action.Ctx, p *none, s *none) action.Status { return run(c) })
			action.Bind(b, "akt", func(c *action.Ctx, p *none, s *none) action.Status { return run(c) })
		}, "K341", "action \"akt\" is bound, but"},
		{"nil", nil, func(b *action.Bindings) { action.Bind[none, none](b, "act", nil) }, "K343", "bound to nil"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			b := f.bindings(tc.params...)
			tc.bind(b)
			list := texts(b.Err())
			if tc.code == "" {
				if len(list) > 0 {
					t.Fatal(list)
				}
				return
			}
			if len(list) != 1 {
				t.Fatalf("want one finding, got %q", list)
			}
			if !strings.HasPrefix(list[0], tc.code) || !strings.Contains(list[0], tc.want) {
				t.Errorf("%q does not say %s %q", list[0], tc.code, tc.want)
			}
		})
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	f := newFixture(t)
	b := action.NewBindings(f.schema, []action.Signature{{Name: "a"}, {Name: "b"}, {Name: "c", Params: []action.Param{one("p", f.place)}}},
		[]action.Signature{{Name: "f", Result: boolType}, {Name: "g", Result: boolType}})
	action.Bind(b, "c", func(c *action.Ctx, p *none, s *struct{ M map[int]int }) action.Status { return action.Success })
	action.BindFunc(b, "g", func(none) int { return 1 })
	want := []string{"K340 action a is not bound", "K340 action b is not bound", "K340 function f is not bound",
		"K343 action c(p: place): action_test.none has 0 fields, but there is 1 parameter",
		"K343 function g: result: int cannot hold bool: use bool", "K344 action c: state.M is a map (map[int]int)"}
	if got := texts(b.Err()); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestFunctions(t *testing.T) {
	f := newFixture(t)
	b := action.NewBindings(f.schema, nil, []action.Signature{
		{Name: "sum", Params: []action.Param{one("a", smallInt), one("v", vecType)}, Result: floatType},
		{Name: "level", Params: []action.Param{one("p", f.place)}, Result: smallInt}})
	action.BindFunc(b, "sum", func(p struct {
		A int
		V action.Vec2
	}) float64 {
		return float64(p.A) + p.V.X + p.V.Y
	})
	action.BindFunc(b, "level", func(p struct{ P place }) int { return int(p.P) * 1000 })
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	args := []world.Word{2, world.Float(0.5), world.Float(1)}
	if got := b.Funcs()[0](args); got[0].Float() != 3.5 {
		t.Errorf("sum: %v", got[0].Float())
	}
	func() {
		defer func() {
			if err, _ := recover().(*action.RefusedError); err == nil || err.Error() != "karakuri: function level: the result 1000 is refused; it must be from -5 to 200" {
				t.Errorf("a level out of its range: %v", err)
			}
		}()
		b.Funcs()[1]([]world.Word{1})
	}()
	if n := testing.AllocsPerRun(100, func() { b.Funcs()[0](args) }); n > 0 {
		t.Errorf("a call allocates %v times", n)
	}
}

// life counts the turns of an instance's life.
type life struct{ awakes, starts, updates, ends, aborts int }

func TestExactlyOneEndOrAbortForEachStart(t *testing.T) {
	f := newFixture(t)
	rapid.Check(t, func(rt *rapid.T) {
		type state struct {
			Left int32
			ID   int32
		}
		lives := map[int32]*life{}
		fail := func(format string, args ...any) { rt.Fatalf(format, args...) }
		b := f.bindings(one("n", smallInt), one("id", anyInt))
		type params struct {
			N  int16
			ID int64
		}
		action.Bind(b, "act", func(c *action.Ctx, p *params, s *state) action.Status {
			lives[s.ID].updates++
			if s.Left--; s.Left > 0 {
				return action.Running
			}
			switch p.N % 4 {
			case 0:
				panic("broken")
			case 1:
				return action.Failure
			case 2:
				return action.Inactive // no answer at all
			}
			return action.Success
		}, action.OnAwake(func(c *action.Ctx, p *params, s *state) {
			if *s != (state{}) {
				fail("state is not zero when it awakes: %+v", *s)
			}
			s.ID = int32(p.ID)
			lives[s.ID].awakes++
			if p.N == 11 {
				panic("cannot awake")
			}
		}), action.OnStart(func(c *action.Ctx, p *params, s *state) {
			if lives[s.ID].awakes != 1 {
				fail("instance %d starts after %d awakes", s.ID, lives[s.ID].awakes)
			}
			s.Left = int32(p.N)
			lives[s.ID].starts++
			if p.N == 7 {
				panic("cannot start")
			}
		}), action.OnEnd(func(c *action.Ctx, p *params, s *state, status action.Status) {
			lives[s.ID].ends++
		}), action.OnAbort(func(c *action.Ctx, p *params, s *state, r action.Reason) {
			lives[s.ID].aborts++
			if p.N == 9 {
				panic("cannot stop")
			}
		}))
		in, c := action.NewInstances(b), f.ctx()
		var handles []action.Handle
		next := int32(0)
		for range rapid.IntRange(1, 200).Draw(rt, "turns") {
			if len(handles) == 0 || rapid.IntRange(0, 2).Draw(rt, "what") == 0 {
				next++
				n := rapid.Int16Range(0, 12).Draw(rt, "n")
				lives[next] = &life{}
				if n == 11 {
					lives[next].starts = 1 // the hook is not called
				}
				handles = append(handles, in.Start(c, 0, []world.Word{world.Word(n), world.Word(next)}))
				continue
			}
			i := rapid.IntRange(0, len(handles)-1).Draw(rt, "which")
			over := true
			if rapid.IntRange(0, 4).Draw(rt, "abort") == 0 {
				in.Abort(c, handles[i], action.BetterPlan)
			} else {
				over = in.Update(c, handles[i]) != action.Running
			}
			if over {
				handles = slices.Delete(handles, i, i+1)
			}
		}
		for _, h := range handles {
			in.Abort(c, h, action.AgentRemoved)
		}
		for id, l := range lives {
			if l.awakes != 1 || l.starts != 1 || l.ends+l.aborts != 1 {
				rt.Fatalf("instance %d: %+v", id, *l)
			}
		}
		if in.Running() != 0 {
			rt.Fatalf("%d instances are left over", in.Running())
		}
	})
}

func TestStateNeverMoves(t *testing.T) {
	f := newFixture(t)
	b := f.bindings()
	type state struct{ N int64 }
	var at []*state
	action.Bind(b, "act", func(c *action.Ctx, p *none, s *state) action.Status {
		at = append(at, s)
		return action.Running
	})
	in, c := action.NewInstances(b), f.ctx()
	first := in.Start(c, 0, nil)
	in.Update(c, first)
	for range 1000 {
		in.Start(c, 0, nil)
	}
	in.Update(c, first)
	if at[0] != at[1] {
		t.Error("the state moved when pages were added")
	}
}

func TestPanicIsKept(t *testing.T) {
	f := newFixture(t)
	b := f.bindings()
	action.Bind(b, "act", func(c *action.Ctx, p *none, s *none) action.Status {
		var list []int
		return action.Status(list[3])
	})
	in, c := action.NewInstances(b), f.ctx()
	if s := in.Update(c, in.Start(c, 0, nil)); s != action.Failure {
		t.Errorf("status %v", s)
	}
	fault, ok := c.TakeFault()
	if !ok || fault.Action != "act" || !strings.Contains(fault.Message, "index out of range [3]") || !strings.Contains(fault.Message, "(activity_test.go:") {
		t.Errorf("fault %+v", fault)
	}
	if _, ok := c.TakeFault(); ok {
		t.Error("a fault is told twice")
	}
}

func TestRandomNumbersBelongToAgentAndTick(t *testing.T) {
	f := newFixture(t)
	draw := func(seed uint64, agent action.AgentID, tick int64) string {
		c := action.NewCtx(seed, 10, nil)
		c.Enter(agent, tick, f.state)
		return fmt.Sprint(c.Rand().Uint64(), c.Rand().Uint64())
	}
	base := draw(1, 1, 1)
	if draw(1, 1, 1) != base {
		t.Error("not repeatable")
	}
	for _, other := range []string{draw(2, 1, 1), draw(1, 2, 1), draw(1, 1, 2)} {
		if other == base {
			t.Error("seed, agent and tick must all count")
		}
	}
}

func TestSymbols(t *testing.T) {
	f := newFixture(t)
	c := f.ctx()
	hungry, _ := action.Stored[bool](f.schema, f.schema.Symbol("hungry"))
	money, _ := action.Stored[int](f.schema, f.schema.Symbol("money"))
	at, _ := action.Stored[string](f.schema, f.schema.Symbol("at"))
	where, _ := action.Stored[place](f.schema, f.schema.Symbol("at"))
	pos, _ := action.Stored[action.Vec2](f.schema, f.schema.Symbol("pos"))
	target, _ := action.Stored[world.Object](f.schema, f.schema.Symbol("target"))
	named, _ := action.Stored[string](f.schema, f.schema.Symbol("target"))
	fare, _ := action.Stored[float64](f.schema, f.schema.Symbol("fare"))
	seen, _ := action.Stored[bool](f.schema, f.schema.Symbol("seen"))

	if hungry.Put(c, true) != nil || !hungry.Get(c) {
		t.Error("bool")
	}
	if money.Put(c, 100) != nil || money.Put(c, 250) == nil || money.Put(c, -3) == nil || money.Get(c) != 100 {
		t.Error("numbers out of range are not refused")
	}
	if at.Put(c, "shop") != nil || at.Get(c) != "shop" || where.Get(c) != 1 || at.Put(c, "nowhere") == nil || where.Put(c, 7) == nil || where.Get(c) != 1 {
		t.Error("enum")
	}
	if pos.Put(c, action.Vec2{X: 1, Y: -2}) != nil || pos.Get(c) != (action.Vec2{X: 1, Y: -2}) {
		t.Error("vec2")
	}
	if target.Put(c, f.e1) != nil || named.Get(c) != "e1" || target.Put(c, 0) != nil || named.Get(c) != "none" || named.Put(c, "e1") != nil || target.Get(c) != f.e1 {
		t.Error("object")
	}
	if fare.Put(c, 2.5, "home", "shop") != nil || fare.Get(c, place(0), 1) != 2.5 || fare.Get(c, "home") != 0 || fare.Put(c, 1, "home", 3) == nil || fare.Put(c, 1, "home", "x") == nil {
		t.Error("relation over enums")
	}
	if seen.Put(c, true, f.e1) != nil || !seen.Get(c, "e1") || seen.Put(c, true, world.Object(0)) == nil || seen.Put(c, true, 1) == nil {
		t.Error("relation over objects")
	}
	f.state.RemoveObject(f.e1)
	if seen.Get(c, f.e1) || seen.Put(c, true, f.e1) == nil || target.Put(c, f.e1) == nil {
		t.Error("a removed object")
	}
	if _, err := action.Stored[int8](f.schema, f.schema.Symbol("pos")); err == nil || !strings.Contains(err.Error(), "symbol pos: int8 cannot hold vec2: use Vec2") {
		t.Errorf("wrong type: %v", err)
	}
	if n := testing.AllocsPerRun(100, func() { fare.Put(c, 2, "home", "shop"); fare.Get(c, "home", place(1)) }); n > 0 {
		t.Errorf("access allocates %v times", n)
	}
}

func BenchmarkUpdate(b *testing.B) {
	f := newFixture(b)
	bindings := f.bindings(one("e", f.enemy))
	type to struct{ E world.Object }
	type moving struct{ Left int32 }
	action.Bind(bindings, "act", func(c *action.Ctx, p *to, s *moving) action.Status {
		s.Left++
		return action.Running
	})
	in, c := action.NewInstances(bindings), f.ctx()
	h := in.Start(c, 0, []world.Word{f.e1})
	b.ReportAllocs()
	for b.Loop() {
		in.Update(c, h)
	}
}

func BenchmarkStartUpdateEnd(b *testing.B) {
	f := newFixture(b)
	bindings := f.bindings(one("e", f.enemy))
	type to struct{ E world.Object }
	action.Bind(bindings, "act", func(c *action.Ctx, p *to, s *none) action.Status { return action.Success })
	in, c := action.NewInstances(bindings), f.ctx()
	args := []world.Word{f.e1}
	b.ReportAllocs()
	for b.Loop() {
		in.Update(c, in.Start(c, 0, args))
	}
}

// TestQuestions: a function that says yes or no is also given as one that answers directly, if its arguments lie as
// their words do.
func TestQuestions(t *testing.T) {
	f := newFixture(t)
	b := action.NewBindings(f.schema, nil, []action.Signature{
		{Name: "between", Params: []action.Param{one("a", anyInt), one("e", f.enemy), one("b", anyInt)}, Result: boolType},
		{Name: "far", Params: []action.Param{one("d", floatType)}, Result: boolType},
		{Name: "twice", Params: []action.Param{one("n", anyInt)}, Result: anyInt},
		{Name: "late", Result: boolType}})
	action.BindFunc(b, "between", func(p struct {
		A int64
		E world.Object
		B int64
	}) bool {
		return p.A < int64(p.E) && int64(p.E) < p.B
	})
	action.BindFunc(b, "far", func(p struct{ D float64 }) bool { return p.D > 3 })
	action.BindFunc(b, "twice", func(p struct{ N int64 }) int64 { return 2 * p.N })
	action.BindFunc(b, "late", func(struct{}) bool { return true })
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	asks := b.Asks()
	if asks[1] != nil || asks[2] != nil || !asks[3](nil) {
		t.Error("far or twice is a question, or late is not")
	}
	for _, args := range [][]world.Word{{1, 2, 3}, {2, 2, 3}, {1, 3, 3}, {-5, 0, 9}} {
		want := args[0] < args[1] && args[1] < args[2]
		if got := asks[0](args); got != want || b.Funcs()[0](args)[0].Bool() != want {
			t.Errorf("%v: %t, %v, want %t", args, got, b.Funcs()[0](args), want)
		}
	}
}
