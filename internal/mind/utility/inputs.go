package utility

import "math"

// Target identifies the target of a behaviour: an object, an index, or anything that the host's [Inputs] understand. A
// target must keep its number from decision to decision, for inertia and repetition.
type Target int64

// NoTarget is the target of untargeted behaviours, and of queries for inputs that do not depend on a target.
const NoTarget Target = math.MinInt64

// Inputs supply the numbers of decisions.
type Inputs interface {
	// Fill sets each dst[i] to an input, given by its index in Config.Inputs, for targets[i]. There is at least one
	// target; for an input of the agent itself, it is NoTarget alone. During a decision, Fill must return the same
	// number for the same target, and may be called again. NaN counts as the value that maps to 0. Do not keep the
	// slices.
	Fill(dst []float64, input int, targets []Target)
}

// Funcs are inputs given by functions, by index in Config.Inputs. Pass a pointer, because Go allocates when it converts
// a slice to an interface.
type Funcs []func(Target) float64

// Fill calls the function for each target.
func (f *Funcs) Fill(dst []float64, input int, targets []Target) {
	call := (*f)[input]
	for i, target := range targets {
		dst[i] = call(target)
	}
}

// Columns are inputs given by numbers, by index in Config.Inputs, then by target; an input of the agent itself has one
// number. Pass a pointer, because Go allocates when it converts a slice to an interface.
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
