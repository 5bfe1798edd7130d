package utility

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// Limits of a program. They allow for the largest brain with all its personalities, and for the widest tree.
const (
	MaxBehaviours     = 1 << 16 // of a program
	MaxConsiderations = 32      // of a behaviour
	MaxInputs         = 1 << 16 // of a program
	MaxRecent         = 32      // options that a memory keeps for repetition
	maxWeight         = 1e6     // of a consideration or behaviour, and of inertia
)

// Config configures a program. It is plain data; [Compile] checks it.
type Config struct {
	Inputs     []Input
	Behaviours []Behaviour
	Selection  Selection
	Inertia    Inertia
	Repetition Repetition
}

// Input declares a number that considerations use. [Inputs] are queried by its index in Config.Inputs.
type Input struct {
	Name string
	Self bool    // it does not depend on the target, and is read once per decision
	Cost float64 // relative cost: cheap inputs are read first. 0: free, may be read unnecessarily
}

// Behaviour is an option for an agent, alone or on each of several targets.
type Behaviour struct {
	Name           string
	Targeted       bool // it is scored for each target in the offer
	Considerations []Consideration
	Aggregation    Aggregation
	Weight         float64 // factor of the score; 0 means 1
	Rank           int     // for a ranked selection: higher ranks come first
	CooldownTicks  int64   // for this time after it was left, it is not chosen again
}

// Consideration is an input mapped through a curve.
type Consideration struct {
	Input    int     // index in Config.Inputs
	Min, Max float64 // values of the input that map to 0 and 1; both 0 means 0 and 1; Max may be the lower one
	Curve    curve.Curve
	Weight   float64 // in sums and weighted means; 0 means 1
}

// At returns the result for a value of the input: the curve at (v - Min) / (Max - Min), where the division is a
// multiplication by the rounded reciprocal.
func (c *Consideration) At(v float64) float64 {
	least, scale := c.span()
	return c.Curve.At(float64((v - least) * scale))
}

// span returns the offset and factor that map values to 0..1.
func (c *Consideration) span() (least, scale float64) {
	if c.Min == 0 && c.Max == 0 {
		return 0, 1
	}
	return c.Min, 1 / (c.Max - c.Min)
}

// Aggregation combines the considerations of a behaviour into one score. With no considerations, it is 1.
type Aggregation uint8

// The aggregations, for considerations y1 to yn with weights w1 to wn.
const (
	// Compensated is the product p of all, raised to compensate for the number of factors: p + (1-p)(1-1/n)p. A single
	// 0 excludes the option.
	Compensated Aggregation = iota
	// Product is the product of all. A single 0 excludes the option.
	Product
	// GeometricMean is the n-th root of the product. A single 0 excludes the option.
	GeometricMean
	// Sum is the sum of all w y; it may be greater than 1.
	Sum
	// WeightedMean is the sum of all w y, divided by that of all w.
	WeightedMean
	// Min is the lowest: the worst consideration decides.
	Min
	// Max is the highest: one good consideration suffices.
	Max
)

var aggregationNames = [...]string{"compensated product", "product", "geometric mean", "sum", "weighted mean", "minimum", "maximum"}

// String returns the name of the aggregation.
func (a Aggregation) String() string { return fact.Name(a, aggregationNames[:]...) }

// Rule determines which of the scored options is chosen. An option with a score of 0 is never chosen.
type Rule uint8

// The rules.
const (
	// Best chooses the highest score; on a tie the current option, else the first.
	Best Rule = iota
	// WeightedRandom draws an option with probability proportional to its score. It draws one random number per
	// decision, whatever the offers are.
	WeightedRandom
	// FirstOver chooses the first whose score is at least the threshold, in the order of the offers and their targets.
	FirstOver
)

// Selection is a rule with its parameters.
type Selection struct {
	Rule Rule
	// Ranked restricts the choice to the options of the highest rank that has a score above 0. With WeightedRandom it
	// is dual utility (Dill): rank decides which options are considered, score how likely each is.
	Ranked    bool
	Threshold float64 // for FirstOver
	// For WeightedRandom: which options take part. All limits that are set apply; on a tie the current option comes
	// first, then the earlier one.
	Top        int     // the best Top options; 0: no limit
	TopPercent float64 // this percentage of all options of that rank, rounded up, at least one; 0: no limit
	Within     float64 // scores of at least (1 - Within) times the best, below 1; 0: no limit
}

// Inertia favours the current option, so that an agent does not change its choice at every tick.
type Inertia struct {
	Bonus     float64 // the current option's score is multiplied by 1 + Bonus
	FadeTicks int64   // the bonus shrinks linearly to nothing in this time after the option was adopted; 0: it stays
}

// Repetition penalises recent options.
type Repetition struct {
	Penalty float64 // for each time that an option is among the recent ones, its score is multiplied by 1 - Penalty; 0..1
	Recent  int     // number of options remembered after they are left
}
