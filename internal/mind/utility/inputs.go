package utility

import "math"

// Target says what a behaviour is done to: an object, an index, whatever the host's [Inputs] understand. The same number means the
// same target from decision to decision, or inertia and repetition go astray.
type Target int64

// NoTarget is the target of behaviours that are not targeted, and what inputs are asked with that do not depend on one.
const NoTarget Target = math.MinInt64

// Inputs give deciders their numbers.
type Inputs interface {
	// Fill sets each dst[i] to an input, by its place in Config.Inputs, for targets[i]. There is one target at least; for an input
	// of the agent itself it is NoTarget alone. During a decision the same target must get the same number, and may be asked for
	// again. NaN counts as what becomes 0. The slices must not be kept.
	Fill(dst []float64, input int, targets []Target)
}

// Funcs are inputs that are functions, by their place in Config.Inputs. Use a pointer to them, since Go allocates to put a slice into
// an interface.
type Funcs []func(Target) float64

// Fill calls the function for each target.
func (f *Funcs) Fill(dst []float64, input int, targets []Target) {
	call := (*f)[input]
	for i, target := range targets {
		dst[i] = call(target)
	}
}

// Columns are inputs that are numbers, by their place in Config.Inputs, then by target; those of the agent itself have one. Use a
// pointer to them, since Go allocates to put a slice into an interface.
type Columns [][]float64

// Fill copies the numbers.
func (c *Columns) Fill(dst []float64, input int, targets []Target) {
	column := (*c)[input]
	if targets[0] == NoTarget {
		dst[0] = column[0]
		return
	}
	dst = dst[:len(targets)]
	for i, target := range targets {
		dst[i] = column[target]
	}
}
