// Package btcpp reads, checks and writes the XML of BehaviorTree.CPP (version 4, with the old names of version 3) and
// its log of transitions, and turns trees into karakuri's own declarations and back.
package btcpp
