package search

import (
	"fmt"
	"strings"
)

// Techniques that can be disabled.
const (
	WithoutDFS         Techniques = 1 << iota // the depth-first part of Auto and Best
	WithoutGBFS                               // the heuristic part of Auto and Best
	WithoutPulled                             // dfs: a method's preconditions include the needs of its subtasks
	WithoutCheckpoints                        // dfs: the needs of later subtasks are tested after each subtask that may have violated them
	WithoutStrict                             // dfs: in some passes, needs that are only likely are tested
	WithoutVisited                            // dfs: each pair of state and remaining tasks is entered once
	WithoutFailures                           // dfs: what cannot be done in a state is not tried there again
	WithoutLate                               // dfs: variables stay open until something needs them
	WithoutVariants                           // dfs: other orders of methods and facts are tried occasionally
	WithoutDeepening                          // dfs: what the first passes omitted is searched last
	WithoutLinear                             // in partial order, one linear order is tried first
	WithoutNeeds                              // grounding: the needs of tasks restrict the instances
	WithoutAdd                                // gbfs: the queue by sums of costs
	WithoutFF                                 // gbfs: the queue by relaxed plans
)

var techniqueNames = []string{"dfs", "gbfs", "pulled", "checkpoints", "strict", "visited", "failures", "late-binding", "variants", "deepening", "linear", "needs", "add", "ff"}

// TechniqueNames returns the names of the techniques that can be disabled.
func TechniqueNames() []string { return append([]string(nil), techniqueNames...) }

// ParseTechniques parses names separated by commas. The error names the unknown ones and lists the valid ones.
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
		return 0, fmt.Errorf("unknown technique %q; the techniques are %s", name, strings.Join(techniqueNames, ", "))
	}
	return set, nil
}

// without reports whether a technique is disabled.
func (o *Options) without(t Techniques) bool { return o.Without&t != 0 }
