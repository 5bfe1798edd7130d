package btcpp_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/btcpp"
)

// A tree of BehaviorTree.CPP becomes a karakuri file, and a program.
func Example() {
	doc, ds := btcpp.ReadString("door.xml", `<root BTCPP_format="4" main_tree_to_execute="Enter">
  <BehaviorTree ID="Enter">
    <Fallback>
      <Condition ID="IsOpen"/>
      <Action ID="OpenDoor"/>
    </Fallback>
  </BehaviorTree>
  <TreeNodesModel>
    <Condition ID="IsOpen"/>
    <Action ID="OpenDoor"/>
  </TreeNodesModel>
</root>`, btcpp.Options{})
	model, more := btcpp.ToModel(doc)
	ds.Append(more)
	if err := ds.Err(); err != nil {
		panic(err)
	}
	fmt.Print(model.Text())
	program, err := karakuri.Link(model)
	if err != nil {
		panic(err)
	}
	fmt.Println(program.Kinds(), program.Actions())
	// Output:
	// action IsOpen
	// action OpenDoor
	//
	// tree Enter { selector { IsOpen; OpenDoor } }
	//
	// agent robot { tree Enter once }
	// [robot] [IsOpen OpenDoor]
}
