package btexact_test

import (
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

const doorXML = `
<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    <Sequence>
      <Script code="attempts := 0"/>
      <RetryUntilSuccessful num_attempts="3">
        <OpenDoor strength="{attempts}" _onFailure="attempts += 1"/>
      </RetryUntilSuccessful>
      <Sleep msec="500"/>
    </Sequence>
  </BehaviorTree>
  <TreeNodesModel>
    <Action ID="OpenDoor"><input_port name="strength" type="int"/></Action>
  </TreeNodesModel>
</root>`

// A tree with one action of the host is ticked every 100 ms until it is done.
func Example() {
	doc, mistakes := btcpp.ReadString("door.xml", doorXML, btcpp.Options{})
	if err := mistakes.Err(); err != nil {
		fmt.Println(err)
		return
	}
	program, mistakes := btexact.Compile(doc, btexact.Options{Leaves: map[string]btexact.Leaf{
		"OpenDoor": btexact.Sync(func(c *btexact.Call) btexact.Status {
			strength, err := c.Int("strength")
			if err != nil || strength < 2 {
				return btexact.Failure
			}
			return btexact.Success
		}),
	}})
	if err := mistakes.Err(); err != nil {
		fmt.Println(err)
		return
	}
	tree := program.NewTree()
	for now := time.Duration(0); ; now += 100 * time.Millisecond {
		status, err := tree.TickOnce(now)
		if err != nil {
			fmt.Println(err)
			return
		}
		attempts, _ := tree.Blackboard().Get("attempts")
		fmt.Println(now, status, attempts)
		if status != btexact.Running {
			return
		}
	}
	// Output:
	// 0s RUNNING 2
	// 100ms RUNNING 2
	// 200ms RUNNING 2
	// 300ms RUNNING 2
	// 400ms RUNNING 2
	// 500ms SUCCESS 2
}

// Actions that the host has not bound play a script.
func ExampleSimulated() {
	doc, _ := btcpp.ReadString("door.xml", doorXML, btcpp.Options{Lenient: true})
	simulation, mistakes := btexact.ParseSimulation([]byte(`{"actions": {"OpenDoor": ["running", "failure", "success"]}}`))
	if err := mistakes.Err(); err != nil {
		fmt.Println(err)
		return
	}
	program, _ := btexact.Compile(doc, btexact.Simulated(simulation, btexact.Options{}))
	tree := program.NewTree()
	if err := simulation.Prepare(tree); err != nil {
		fmt.Println(err)
		return
	}
	tree.Observe(printer{program})
	for range 3 {
		status, _ := tree.Tick(0)
		fmt.Println(status)
	}
	// Output:
	// Sequence::1 RUNNING
	// Script::2 SUCCESS
	// RetryUntilSuccessful::3 RUNNING
	// OpenDoor::4 RUNNING
	// RUNNING
	// OpenDoor::4 FAILURE
	// OpenDoor::4 IDLE
	// OpenDoor::4 SUCCESS
	// OpenDoor::4 IDLE
	// RetryUntilSuccessful::3 SUCCESS
	// Sleep::5 RUNNING
	// RUNNING
	// RUNNING
}

type printer struct{ p *btexact.Program }

// Transition prints the path of the node and its new status.
func (p printer) Transition(_ time.Duration, n btexact.NodeID, _, next btexact.Status) {
	fmt.Println(p.p.Node(n).Path, next)
}
