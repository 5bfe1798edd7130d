package btexact

import "github.com/karakuri-ai/karakuri/btcpp"

// Limits of what runs.
const (
	// MaxNodes is the maximum number of nodes of a tree with all its subtrees expanded: the log has 16 bits for their
	// number.
	MaxNodes = 1<<16 - 1
	// MaxDepth is how deep the nodes may nest: ticks and halts recurse over them.
	MaxDepth = 1000
	// MaxPathBytes bounds the full paths of all nodes together, and MaxScriptExprs the operands and operators of all
	// scripts: a tree that is used often has both each time.
	MaxPathBytes   = 64 << 20
	MaxScriptExprs = 1 << 20
	// MaxWakes is how often [Tree.TickOnce] ticks a tree that asks for it. A tree that asks for more is reported by
	// [Tree.Woken], and can be ticked on.
	MaxWakes = 1000
)

// Options configure the running of a document.
type Options struct {
	// Tree is the ID of the tree to run; "" is the main tree of the document.
	Tree string
	// Leaves are the host's actions and conditions, by ID. They count more than the nodes of the library.
	Leaves map[string]Leaf
	// Branches are the host's control nodes and decorators, by ID. They count more than the nodes of the library.
	Branches map[string]Branch
	// Fallback, if set, is used for every action and condition that Leaves does not have.
	Fallback *Leaf
	// Lenient makes unknown decorators return the status of their child, instead of refusing them.
	Lenient bool
	// Enums are the names, with their numbers, for scripts, switches and integer ports.
	Enums map[string]int64
	// Substitutions put other nodes instead of some, for tests. The first rule that matches a node counts.
	Substitutions []Substitution
	// Choose decides for the ManualSelector: it returns the index of a child, or one of the choices.
	Choose func(c *Call) int
}

// What Options.Choose may return besides the index of a child.
const (
	ChooseSuccess = -1 - iota
	ChooseFailure
	ChooseRunning
)

// Leaf is the host's implementation of an action or condition. The functions are called on the goroutine that ticks
// the tree; a leaf is shared by all trees of all programs that it is bound in, and keeps the data of one tree in
// [Call.Memory]. A panic in it ends the tick with an [Error], and the tree continues with the next tick.
type Leaf struct {
	// Tick is called in every tick, and returns the node's status. Actions must not return Running here; conditions
	// may.
	Tick func(c *Call) Status
	// Announce makes the node Running before Tick is called, as actions are that are registered as a function only.
	Announce bool

	// Start is called when an action begins, and returns Running if it takes longer. It comes with Running and perhaps
	// Halted. A leaf that has Tick as well is ticked when used as a condition, and started when used as an action.
	Start func(c *Call) Status
	// Running is called in the ticks after that, until it returns something else.
	Running func(c *Call) Status
	// Halted, when set, is called when the action is interrupted.
	Halted func(c *Call)
}

// Sync returns a leaf that is done within a tick.
func Sync(tick func(c *Call) Status) Leaf { return Leaf{Tick: tick} }

// Async returns a leaf that may take several ticks.
func Async(start, running func(c *Call) Status, halted func(c *Call)) Leaf {
	return Leaf{Start: start, Running: running, Halted: halted}
}

// Substitution replaces the nodes that it matches with another.
type Substitution struct {
	// Match is the name or ID of a node, or a pattern for its full path in which * matches any text and ? one
	// character.
	Match string
	// ID of the node that takes the place, one of Options.Leaves or a leaf of the library. Used when Test is nil.
	ID string
	// Test is a node made for tests.
	Test *TestNode
}

// Extras returns the models of the nodes that this package runs beyond those of the library, for [btcpp.Options].
// Documents may also declare them themselves. They are those of the library that hosts register (ManualSelector,
// ConsumeQueue, PopFromQueue, QueueSize) and of Nav2 (PipelineSequence, RecoveryNode, RoundRobin, NonblockingSequence,
// PersistentSequence, RateController, SingleTrigger).
func Extras() []btcpp.Model {
	in := func(name, typ, value string) btcpp.Port {
		return btcpp.Port{Name: name, Type: typ, Default: value, HasDefault: value != ""}
	}
	out := func(name, typ string) btcpp.Port { return btcpp.Port{Name: name, Direction: btcpp.Out, Type: typ} }
	return []btcpp.Model{
		{ID: "ManualSelector", Category: btcpp.Control, Ports: []btcpp.Port{in("repeat_last_selection", "bool", "false")}},
		{ID: "ConsumeQueue", Category: btcpp.Decorator, Ports: []btcpp.Port{in("queue", "", ""), out("popped_item", "")}},
		{ID: "PopFromQueue", Category: btcpp.Action, Ports: []btcpp.Port{in("queue", "", ""), out("popped_item", "")}},
		{ID: "QueueSize", Category: btcpp.Action, Ports: []btcpp.Port{in("queue", "", ""), out("size", "int")}},
		{ID: "PipelineSequence", Category: btcpp.Control},
		{ID: "RecoveryNode", Category: btcpp.Control, Ports: []btcpp.Port{in("number_of_retries", "int", "1")}},
		{ID: "RoundRobin", Category: btcpp.Control, Ports: []btcpp.Port{in("wrap_around", "bool", "false")}},
		{ID: "NonblockingSequence", Category: btcpp.Control},
		{ID: "PersistentSequence", Category: btcpp.Control, Ports: []btcpp.Port{{Name: "current_child_idx", Direction: btcpp.InOut, Type: "int"}}},
		{ID: "RateController", Category: btcpp.Decorator, Ports: []btcpp.Port{in("hz", "double", "10.0")}},
		{ID: "SingleTrigger", Category: btcpp.Decorator},
	}
}
