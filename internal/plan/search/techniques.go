package search

import (
	"fmt"
	"strings"
)

// Techniques that a search can do without.
const (
	WithoutDFS         Techniques = 1 << iota // the depth-first part of Auto and Best
	WithoutGBFS                               // the heuristic part of Auto and Best
	WithoutPulled                             // dfs: what a method's subtasks need is asked before it is taken
	WithoutCheckpoints                        // dfs: what later subtasks need is asked after each that may have spoiled it
	WithoutStrict                             // dfs: what is only likely to be needed is asked in some passes
	WithoutVisited                            // dfs: a pair of state and tasks to come is entered once
	WithoutFailures                           // dfs: what cannot be done in a state is not tried there again
	WithoutLate                               // dfs: variables stay open until something needs them
	WithoutVariants                           // dfs: other orders of methods and facts are tried now and then
	WithoutDeepening                          // dfs: what the first passes left out is searched at last
	WithoutLinear                             // in partial order, one linear order is tried first
	WithoutNeeds                              // grounding: what tasks need restricts what is instantiated
	WithoutAdd                                // gbfs: the queue by sums of costs
	WithoutFF                                 // gbfs: the queue by relaxed plans
)

var techniqueNames = []string{"dfs", "gbfs", "pulled", "checkpoints", "strict", "visited", "failures", "late-binding", "variants", "deepening", "linear", "needs", "add", "ff"}

// TechniqueNames returns the names of the techniques that can be switched off.
func TechniqueNames() []string { return append([]string(nil), techniqueNames...) }

// ParseTechniques reads names with commas between them. The error names what is no technique, and those that are.
func ParseTechniques(list string) (Techniques, error) {
	var set Techniques
next:
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		for i, known := range techniqueNames {
			if name == known {
				set |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("%q is no technique: there are %s", name, strings.Join(techniqueNames, ", "))
	}
	return set, nil
}

// without reports whether a technique is switched off.
func (o *Options) without(t Techniques) bool { return o.Without&t != 0 }
