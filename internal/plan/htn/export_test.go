package htn

import "github.com/karakuri-ai/karakuri/world"

// Steps returns how many steps up the derivation the last search took to find tasks that lead to themselves.
func (p *Planner) Steps() int { return p.growing.steps }

// Ordinal returns which of its parent's subtasks a node is.
func Ordinal(pl *Plan, node int) int { return int(pl.nodes[node].ordinal) }

// Around reports how the methods order a step and a node outside of which it lies: -1 before, 1 after, 0 either.
func Around(pl *Plan, step, node int) int {
	s, n := &pl.steps[step], &pl.nodes[node]
	switch {
	case pl.precedes(s.parent, s.ordinal, n.parent, n.ordinal):
		return -1
	case pl.precedes(n.parent, n.ordinal, s.parent, s.ordinal):
		return 1
	}
	return 0
}

// Folds returns how many branches of unordered blocks have been hashed so far.
func (p *Planner) Folds() int { return p.folds }

// The order of candidates.
var (
	SortCandidates = sortCandidates
	HeapCandidates = heapCandidates
	LeadCandidate  = leadCandidate
)

// Looked returns how much the planner's notes of reads have looked at so far.
func (p *Planner) Looked() int { return p.notes.Notes.Looked() }

// SeenTable is the table of networks and states, as it is: for tests of it as a set.
type SeenTable struct{ visited }

// Enter reports whether a pair was there at no greater cost, and adds it.
func (t *SeenTable) Enter(net, state uint64, cost float64, add bool) bool {
	return t.enter(net, state, cost, add)
}

// Clear empties it.
func (t *SeenTable) Clear() { t.clear() }

// Wrap has the stamps of the table start over with the next clearing but one.
func (t *SeenTable) Wrap() { t.epoch = ^uint32(0) - 1; clear(t.slots) }

// GrownTable is the table of tasks that lead to themselves.
type GrownTable struct{ growing }

// First returns the first node of a key, or -1.
func (t *GrownTable) First(key uint64) int32 { return t.first(key) }

// Add makes a node the first of its key, unless there is one.
func (t *GrownTable) Add(key uint64, node int32) { t.add(key, node) }

// Cut forgets the nodes from one on.
func (t *GrownTable) Cut(from int32) { t.cut(from) }

// Clear empties it.
func (t *GrownTable) Clear() { t.clear() }

// Wrap has the stamps of the table start over with the next clearing but one.
func (t *GrownTable) Wrap() { t.epoch = ^uint32(0) - 1; clear(t.slots); t.used, t.list = 0, t.list[:0] }

// UpperHalf is the least key between two that counts as the greater one's.
func UpperHalf(a, b int64) int64 { return int64(upperHalf(world.Word(a), world.Word(b))) }
