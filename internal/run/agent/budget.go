package agent

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// DefaultSlice limits the nodes that an agent plans in one tick if [Options].CrowdNodesPerTick is set and NodesPerTick
// is not: most plans of games take fewer, and larger ones do not keep other agents waiting.
const DefaultSlice = 128

// DefaultRounds is the number of rounds that the expressions of an agent may take in one tick if
// [Options].RoundsPerTick is not set: as many as four evaluations at their own limit, which take some hundred
// milliseconds.
const DefaultRounds = 4 * expr.MaxRounds

// sliceOf returns how many nodes an agent may plan in a tick; 0: any number.
func (o *Options) sliceOf() int {
	switch nodes := o.CrowdNodesPerTick; {
	case nodes <= 0:
		return o.NodesPerTick
	case o.NodesPerTick <= 0:
		return min(nodes, DefaultSlice)
	default:
		return min(nodes, o.NodesPerTick)
	}
}

// sharesOf returns the number of agents that may plan a slice in a tick; 0: any number.
func (o *Options) sharesOf() int {
	if o.CrowdNodesPerTick <= 0 {
		return 0
	}
	return max(1, o.CrowdNodesPerTick/o.sliceOf())
}
