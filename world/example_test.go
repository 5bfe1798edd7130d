package world_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/world"
)

// A state is tried out and put back: this is how plans are found.
func ExampleState_Undo() {
	b := world.NewBuilder()
	b.Symbol(world.SymbolDef{Name: "money", Type: world.Type{Kind: world.KindInt, Hi: 100}, Default: [2]world.Word{3}})
	schema, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	st := world.NewState(schema)
	money, _ := schema.Symbol("money").Addr()

	mark := st.Mark()
	st.Set(money, 8)
	fmt.Println(st.Get(money), len(st.Changes(mark)))
	st.Undo(mark)
	fmt.Println(st.Get(money))
	// Output:
	// 8 1
	// 3
}

// What was read decides whether a change matters.
func ExampleReadSet() {
	b := world.NewBuilder()
	b.Symbol(world.SymbolDef{Name: "distance", Type: world.Type{Kind: world.KindFloat}, Default: [2]world.Word{world.Float(20)}})
	schema, _ := b.Build()
	st := world.NewState(schema)
	distance, _ := schema.Symbol("distance").Addr()

	var reads world.ReadSet
	reads.Read(distance, world.Float(10), world.Float(1e9)) // "distance >= 10" held
	st.Set(distance, world.Float(15))
	fmt.Println(reads.Affected(st, st.Changes(world.Mark{})))
	st.Set(distance, world.Float(9))
	fmt.Println(reads.Affected(st, st.Changes(world.Mark{})))
	// Output:
	// false
	// true
}
