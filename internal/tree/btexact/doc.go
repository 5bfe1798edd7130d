// Package btexact runs the trees of BehaviorTree.CPP with its own tick semantics: the same statuses, the same calls of
// actions and the same transitions in the same order, tick by tick. It is checked against traces that BehaviorTree.CPP
// 4.10.0 recorded.
//
// [Compile] turns a document into a [Program], which is immutable and shared; [Program.NewTree] makes a tree that is
// ticked. The host binds actions and conditions as functions. Time is simulated and handed in with each tick; nothing
// here has a clock, a goroutine or a random number.
//
// Where BehaviorTree.CPP is mistaken, this package is not; the differences are listed in docs/btcpp.md.
package btexact
