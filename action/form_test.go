package action_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// goType tries a Go type on a symbol's type: the error says what to use instead.
type goType struct {
	name string
	try  func(schema *world.Schema, typ world.Type) error
}

func goTypeOf[T any]() goType {
	var zero T
	return goType{fmt.Sprintf("%T", zero), func(schema *world.Schema, typ world.Type) error {
		_, err := action.Derived[T](schema, 0, "s", nil, typ)
		return err
	}}
}

// TestGoTypesThatHoldAType: each type of the model with the Go types that hold all its values, and what the message
// says of the others.
func TestGoTypesThatHoldAType(t *testing.T) {
	goTypes := []goType{goTypeOf[bool](), goTypeOf[int](), goTypeOf[int8](), goTypeOf[int16](), goTypeOf[int32](), goTypeOf[int64](), goTypeOf[uint](), goTypeOf[uint8](),
		goTypeOf[uint16](), goTypeOf[uint32](), goTypeOf[uint64](), goTypeOf[float32](), goTypeOf[float64](), goTypeOf[action.Vec2](), goTypeOf[world.Object](), goTypeOf[string](),
		goTypeOf[[]int]()}
	b := world.NewBuilder()
	enum := func(n int) world.Type {
		var values []string
		for i := range n {
			values = append(values, fmt.Sprintf("v%d", i))
		}
		return world.Type{Kind: world.KindEnum, ID: b.Enum(fmt.Sprint("e", n), values)}
	}
	few, most, many := enum(128), enum(129), enum(300)
	thing := world.Type{Kind: world.KindObject, ID: b.ObjectType("thing", nil, 2)}
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	between := func(lo, hi int64) world.Type { return world.Type{Kind: world.KindInt, Lo: lo, Hi: hi} }
	object := fmt.Sprintf("%T", world.Object(0))
	numbers := func(least ...string) []string { return append(append([]string{"int", "int64"}, least...), object) }
	for _, tc := range []struct {
		typ  world.Type
		want []string
		use  string // what the message says of the others
	}{
		{boolType, []string{"bool"}, "use bool"},
		{floatType, []string{"float32", "float64"}, "use float64"},
		{vecType, []string{"action.Vec2"}, "use Vec2"},
		{thing, []string{object, "string"}, "use Object"},
		{few, numbers("int8", "int16", "int32", "uint", "uint8", "uint16", "uint32", "uint64", "string"), "use Enum or an integer type of your own"},
		{most, numbers("int16", "int32", "uint", "uint8", "uint16", "uint32", "uint64", "string"), "use Enum or an integer type of your own"},
		{many, numbers("int16", "int32", "uint", "uint16", "uint32", "uint64", "string"), "use Enum or an integer type of your own"},
		{between(0, math.MaxInt8), numbers("int8", "int16", "int32", "uint", "uint8", "uint16", "uint32", "uint64"), "use int64"},
		{between(math.MinInt8, 0), numbers("int8", "int16", "int32"), "use int64"},
		{between(0, math.MaxUint8), numbers("int16", "int32", "uint", "uint8", "uint16", "uint32", "uint64"), "use int64"},
		{between(math.MinInt8-1, 0), numbers("int16", "int32"), "use int64"},
		{between(0, math.MaxUint16), numbers("int32", "uint", "uint16", "uint32", "uint64"), "use int64"},
		{between(math.MinInt32, math.MaxInt32), numbers("int32"), "use int64"},
		{between(0, math.MaxUint32), numbers("uint", "uint32", "uint64"), "use int64"},
		{between(0, math.MaxInt64), numbers("uint64"), "use int64"},
		{anyInt, numbers(), "use int64"},
	} {
		for _, g := range goTypes {
			err := g.try(schema, tc.typ)
			if fits := slices.Contains(tc.want, g.name); (err == nil) != fits {
				t.Errorf("%s for %s: %v", g.name, world.FormatType(schema, tc.typ), err)
			} else if want := fmt.Sprintf("symbol s: %s cannot hold %s: %s", g.name, world.FormatType(schema, tc.typ), tc.use); err != nil && err.Error() != want &&
				err.Error() != want+", or give it a range that fits" {
				t.Errorf("%v\nwant %s", err, want)
			}
		}
	}
}

// comesBack writes values by a Go type to the cell of a symbol, and reads them.
func comesBack[T comparable](t *testing.T, f *fixture, name string, values ...T) {
	t.Helper()
	s, err := action.Stored[T](f.schema, f.schema.Symbol(name))
	if err != nil {
		t.Error(err)
		return
	}
	for _, v := range values {
		if err := s.Write(f.state, v); err != nil || s.Read(f.state, nil) != v {
			t.Errorf("%s: %T %v is written (%v), and %v is read", name, v, v, err, s.Read(f.state, nil))
		}
	}
}

// TestValuesOfEachGoType come back as they were written.
func TestValuesOfEachGoType(t *testing.T) {
	f := newFixture(t)
	comesBack(t, f, "hungry", true, false)
	comesBack(t, f, "money", 0, 1, 100)
	comesBack(t, f, "money", int8(0), 1, 100)
	comesBack(t, f, "money", int16(0), 1, 100)
	comesBack(t, f, "money", int32(0), 1, 100)
	comesBack(t, f, "money", int64(0), 1, 100)
	comesBack(t, f, "money", uint(0), 1, 100)
	comesBack(t, f, "money", uint8(0), 1, 100)
	comesBack(t, f, "money", uint16(0), 1, 100)
	comesBack(t, f, "money", uint32(0), 1, 100)
	comesBack(t, f, "money", uint64(0), 1, 100)
	comesBack(t, f, "at", "home", "office")
	comesBack(t, f, "at", action.Enum(0), 2)
	comesBack(t, f, "at", place(0), 2)
	comesBack(t, f, "pos", action.Vec2{X: 1.5, Y: -2.5})
	comesBack(t, f, "target", f.e1, 0)
	comesBack(t, f, "target", "e1")
}
