package expr

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// fixture is a schema with something of everything, and a scope over it.
type fixture struct {
	schema   *world.Schema
	entities map[string][]Entity
	types    map[string]world.Type
	funcs    []Func
	forgets  bool // there is no memory
}

const (
	enumPlace, enumTool                         = 0, 1
	typeUnit, typeEnemy, typeSniper, typeItem   = 0, 1, 2, 3
	slotP, slotN, slotF, slotE, slotI, slotV, _ = 0, 1, 2, 3, 4, 5, 6
	frameWords                                  = 7
)

func enumType(id int32) world.Type   { return world.Type{Kind: world.KindEnum, ID: id} }
func objectType(id int32) world.Type { return world.Type{Kind: world.KindObject, ID: id} }
func rangedType(lo, hi int64) world.Type {
	return world.Type{Kind: world.KindInt, Lo: lo, Hi: hi}
}

// Intern makes the fixture one whose model is being checked.
func (f *fixture) Intern(t world.Type, v world.Literal) (world.Word, bool) {
	return f.schema.Literals.Add(t, v)
}

func newFixture(t testing.TB) *fixture {
	b := world.NewBuilder()
	b.DenseLimit, b.Literals = 200, &world.Literals{}
	b.Enum("place", []string{"home", "shop", "office"})
	b.Enum("tool", []string{"hammer", "shop"})
	b.ObjectType("unit", nil, 6)
	b.ObjectType("enemy", []int32{typeUnit}, 0)
	b.ObjectType("sniper", []int32{typeEnemy}, 0)
	b.ObjectType("item", nil, 4)
	unit, enemy, item := objectType(typeUnit), objectType(typeEnemy), objectType(typeItem)
	for _, d := range []world.SymbolDef{
		{Name: "hungry", Type: BoolType, Default: [2]world.Word{1}},
		{Name: "tired", Type: BoolType},
		{Name: "money", Type: rangedType(0, 100)},
		{Name: "debt", Type: IntType},
		{Name: "heat", Type: FloatType},
		{Name: "at", Type: enumType(enumPlace)},
		{Name: "pos", Type: Vec2Type},
		{Name: "target", Type: enemy},
		{Name: "held", Type: item},
		{Name: "cost", Params: []world.Type{item}, Type: rangedType(1, 50), Default: [2]world.Word{5}},
		{Name: "fare", Params: []world.Type{enumType(enumPlace), enumType(enumPlace)}, Type: rangedType(0, 9)},
		{Name: "visible", Params: []world.Type{enemy}, Type: BoolType},
		{Name: "distance", Params: []world.Type{unit}, Type: FloatType, Default: [2]world.Word{world.Float(9)}},
		{Name: "spot", Params: []world.Type{unit}, Type: Vec2Type},
		{Name: "slot", Params: []world.Type{rangedType(-1, 3)}, Type: rangedType(-5, 5)},
		{Name: "likes", Params: []world.Type{unit, unit, unit}, Type: rangedType(-3, 3)},
		{Name: "owner", Params: []world.Type{item, BoolType}, Type: unit},
		{Name: "track", Params: []world.Type{unit, unit, item}, Type: Vec2Type, Scope: world.ScopeWorld},
		{Name: "known `unit`", Params: []world.Type{unit}, Type: BoolType, Says: "a unit is remembered"},
		{Name: "known `item`", Params: []world.Type{item}, Type: BoolType, Says: "an item is remembered"},
	} {
		b.Symbol(d)
	}
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{schema: schema, entities: map[string][]Entity{}, types: map[string]world.Type{
		"place": enumType(enumPlace), "tool": enumType(enumTool), "unit": unit, "enemy": enemy, "sniper": objectType(typeSniper), "item": item,
	}}
	for i := range schema.Symbols {
		s := &schema.Symbols[i]
		if s.Says != "" {
			continue
		}
		f.entities[s.Name] = []Entity{{Kind: EntitySymbol, Type: s.Type, Symbol: s}}
	}
	for e, enum := range schema.Enums {
		for i, v := range enum.Values {
			f.entities[v] = append(f.entities[v], Entity{Kind: EntityConst, Type: enumType(int32(e)), Words: [2]world.Word{world.Word(i)}})
		}
	}
	f.entities["price"] = []Entity{{Kind: EntityConst, Type: IntType, Words: [2]world.Word{5}}}
	for name, v := range map[string]Entity{"p": {Type: enumType(enumPlace), Slot: slotP}, "n": {Type: IntType, Slot: slotN}, "f": {Type: FloatType, Slot: slotF},
		"e": {Type: enemy, Slot: slotE}, "it": {Type: item, Slot: slotI}, "v": {Type: Vec2Type, Slot: slotV}} {
		v.Kind = EntityVar
		f.entities[name] = []Entity{v}
	}
	f.function("twice", []world.Type{IntType}, IntType, func(a []world.Word) [2]world.Word { return [2]world.Word{2 * a[0]} })
	f.function("mirror", []world.Type{Vec2Type}, Vec2Type, func(a []world.Word) [2]world.Word { return [2]world.Word{a[1], a[0]} })
	f.function("wild", []world.Type{BoolType}, enumType(enumPlace), func(a []world.Word) [2]world.Word { return [2]world.Word{7 - 6*a[0]} })
	f.derive(t, "ready", nil, BoolType, "hungry && at == home")
	f.derive(t, "worth", []world.Type{objectType(typeItem), IntType}, IntType, "cost(a) * b + money", "a", "b")
	f.derive(t, "danger", []world.Type{unit}, BoolType, "exists(x: enemy where visible(x) && x != a && distance(x) < distance(a))", "a")
	f.derive(t, "middle", []world.Type{Vec2Type, unit}, Vec2Type, "(a + spot(b)) / 2", "a", "b")
	f.derive(t, "step3", []world.Type{rangedType(0, 3)}, IntType, "a * 2 + 1", "a")
	f.derive(t, "big", []world.Type{IntType}, BoolType, "a > 3 && a < 50 || a * 2 == 14 || money + a > 40 && (a + debt) % 3 == 1 && !(a - 1 < debt) || ready || a in {1, 5, 77}", "a")
	return f
}

func (f *fixture) function(name string, params []world.Type, result world.Type, fn Func) {
	f.entities[name] = []Entity{{Kind: EntityFunc, Func: &Function{ID: int32(len(f.funcs)), Name: name, Params: params, Result: result}}}
	f.funcs = append(f.funcs, fn)
}

func (f *fixture) derive(t testing.TB, name string, params []world.Type, typ world.Type, text string, names ...string) *Derived {
	inner := &fixture{schema: f.schema, types: f.types, entities: map[string][]Entity{}}
	for k, v := range f.entities {
		inner.entities[k] = v
	}
	slot := 0
	for i, n := range names {
		inner.entities[n] = []Entity{{Kind: EntityVar, Type: params[i], Slot: slot}}
		slot += params[i].Width()
	}
	d := &Derived{Name: name, Params: params, Type: typ, Body: inner.check(t, text, typ)}
	f.entities[name] = []Entity{{Kind: EntityDerived, Derived: d}}
	return d
}

func (f *fixture) Lookup(name string) []Entity { return f.entities[name] }

// Recalls gives the symbol of the type's first ancestor.
func (f *fixture) Recalls(t world.Type) *world.Symbol {
	switch {
	case f.forgets || t.Kind != world.KindObject:
		return nil
	case t.ID == typeItem:
		return f.schema.Symbol("known `item`")
	}
	return f.schema.Symbol("known `unit`")
}

func (f *fixture) Schema() *world.Schema { return f.schema }
func (f *fixture) Type(name string) (world.Type, bool) {
	t, ok := f.types[name]
	return t, ok
}

func (f *fixture) Names() []string     { return sortedKeys(f.entities) }
func (f *fixture) TypeNames() []string { return sortedKeys(f.types) }

func sortedKeys[V any](m map[string]V) []string {
	var names []string
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// parsed checks a text and returns the diagnostics too.
func (f *fixture) parsed(text string, want world.Type) (*Term, *diag.List) {
	var ds diag.List
	n := ParseString(diag.NewSource("test", text), &ds)
	t := Check(n, f, want, &ds)
	ds.Sort()
	return t, &ds
}

func (f *fixture) check(t testing.TB, text string, want world.Type) *Term {
	t.Helper()
	term, ds := f.parsed(text, want)
	if term == nil || len(ds.All) > 0 {
		t.Fatalf("%s: %v", text, ds.All)
	}
	return term
}

func (f *fixture) effects(t testing.TB, text string) *EffectTerms {
	t.Helper()
	var ds diag.List
	terms := CheckEffects(ParseEffectString(diag.NewSource("test", text), &ds), f, &ds)
	if terms == nil || len(ds.All) > 0 {
		t.Fatalf("%s: %v", text, ds.All)
	}
	return terms
}

// machine returns a machine over a state with two snipers, an enemy, a unit and two items.
func (f *fixture) machine(t testing.TB) *Machine {
	st := world.NewState(f.schema)
	for _, o := range []struct {
		name string
		typ  int32
	}{{"s1", typeSniper}, {"e1", typeEnemy}, {"u1", typeUnit}, {"s2", typeSniper}, {"bread", typeItem}, {"map", typeItem}} {
		if _, err := st.AddObject(o.typ, o.name); err != nil {
			t.Fatal(err)
		}
	}
	return &Machine{State: st, Funcs: f.funcs}
}

func (f *fixture) set(m *Machine, name string, w world.Word, args ...world.Word) {
	a, ok := f.schema.Symbol(name).Addr(args...)
	if !ok {
		panic("no such cell")
	}
	m.State.Set(a, w)
}

func object(m *Machine, name string) world.Word {
	o, _, _ := m.State.ObjectNamed(name)
	return o
}
