package htn

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

// What orders candidates.
var (
	SortCandidates = sortCandidates
	HeapCandidates = heapCandidates
	LeadCandidate  = leadCandidate
)
