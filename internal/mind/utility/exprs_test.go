package utility_test

import (
	"strconv"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	. "github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// names is a scope over a schema, with the target as the variable "e".
type names struct {
	schema *world.Schema
	enemy  world.Type
}

func (n *names) Lookup(name string) []expr.Entity {
	if name == "e" {
		return []expr.Entity{{Kind: expr.EntityVar, Type: n.enemy, Slot: 0}}
	}
	for i := range n.schema.Symbols {
		if s := &n.schema.Symbols[i]; s.Name == name {
			return []expr.Entity{{Kind: expr.EntitySymbol, Type: s.Type, Symbol: s}}
		}
	}
	return nil
}
func (n *names) Type(string) (world.Type, bool) { return world.Type{}, false }
func (n *names) Names() []string                { return nil }
func (n *names) TypeNames() []string            { return nil }
func (n *names) Schema() *world.Schema          { return n.schema }

func (n *names) value(t *testing.T, text string, want world.Type) *expr.Value {
	t.Helper()
	var ds diag.List
	term := expr.Check(expr.ParseString(diag.NewSource("test", text), &ds), n, want, &ds)
	if ds.HasErrors() {
		t.Fatalf("%s: %v", text, ds.All)
	}
	return expr.CompileValue(term)
}

// TestExpressionsAreInputs reads numbers, whole numbers and truth values from a state, with targets that are objects.
func TestExpressionsAreInputs(t *testing.T) {
	b := world.NewBuilder()
	b.ObjectType("enemy", nil, 4)
	n := &names{enemy: world.Type{Kind: world.KindObject, ID: 0}}
	b.Symbol(world.SymbolDef{Name: "ammo", Type: world.Type{Kind: world.KindInt, Lo: 0, Hi: 30}})
	b.Symbol(world.SymbolDef{Name: "distance", Params: []world.Type{n.enemy}, Type: expr.FloatType})
	b.Symbol(world.SymbolDef{Name: "visible", Params: []world.Type{n.enemy}, Type: expr.BoolType})
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	n.schema = schema
	state := world.NewState(schema)
	set := func(name string, w world.Word, args ...world.Word) {
		a, ok := schema.Symbol(name).Addr(args...)
		if !ok {
			t.Fatalf("%s has no cell", name)
		}
		state.Set(a, w)
	}
	var targets []Target
	for i, distance := range []float64{12, 4, 2} {
		e, err := state.AddObject(0, "enemy"+strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		set("distance", world.Float(distance), e)
		set("visible", world.Bool(i != 2), e)
		targets = append(targets, Target(e))
	}
	set("ammo", 15)
	cfg := Config{
		Inputs: []Input{{Name: "ammo", Self: true}, {Name: "distance"}, {Name: "visible"}},
		Behaviours: []Behaviour{{Name: "shoot", Targeted: true, Aggregation: Product, Considerations: []Consideration{
			{Input: 0, Max: 30, Curve: curve.Linear.Curve()}, {Input: 1, Min: 20, Max: 0, Curve: curve.Linear.Curve()}, {Input: 2, Curve: curve.Linear.Curve()}}}},
	}
	in := &Exprs{Machine: &expr.Machine{State: state}, Frame: make([]world.Word, 1), Slot: 0,
		Values: []*expr.Value{n.value(t, "ammo", expr.IntType), n.value(t, "distance(e) * 1.0", expr.FloatType), n.value(t, "visible(e)", expr.BoolType)}}
	d := NewDecider(compile(t, cfg))
	turn := &Turn{Inputs: in, Offers: []Offer{{Targets: targets}}}
	if got := d.Decide(turn); got.Target != targets[1] || got.Score != 0.5*0.8 {
		t.Errorf("chose %+v, want %d with 0.4", got, targets[1])
	}
	if n := testing.AllocsPerRun(100, func() { d.Decide(turn) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
