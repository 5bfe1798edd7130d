package utility

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// The limits of a program. Far fewer are more than anybody can follow; there is room for the largest brain with all its personalities, and for the widest tree.
const (
	MaxBehaviours     = 1 << 16 // of a program
	MaxConsiderations = 32      // of a behaviour
	MaxInputs         = 1 << 16 // of a program
	MaxRecent         = 32      // options that a memory keeps for the penalty of repetition
	maxWeight         = 1e6     // of a consideration or behaviour, and the greatest inertia
)

// Config is all that a program is made of. Plain data; see [Compile] for what is wrong with it.
type Config struct {
	Inputs     []Input
	Behaviours []Behaviour
	Selection  Selection
	Inertia    Inertia
	Repetition Repetition
}

// Input declares a number that considerations look at. Its place in Config.Inputs is what [Inputs] are asked for.
type Input struct {
	Name string
	Self bool    // it does not depend on the target, and is asked for once per decision
	Cost float64 // what it costs, compared with others: the cheap ones are looked at first. 0: it is free, and may be asked for in vain
}

// Behaviour is something that an agent can choose to do, alone or to each of several targets.
type Behaviour struct {
	Name           string
	Targeted       bool // it is scored for each target that it is offered with
	Considerations []Consideration
	Aggregation    Aggregation
	Weight         float64 // factor of the score; 0 stands for 1
	Rank           int     // for a ranked selection: a greater one goes first
	CooldownTicks  int64   // for so long after it was left it is not chosen again
}

// Consideration is an input seen through a curve.
type Consideration struct {
	Input    int     // place in Config.Inputs
	Min, Max float64 // what of the input becomes 0 and 1; both 0 stands for 0 and 1; Max may be the lesser
	Curve    curve.Curve
	Weight   float64 // in sums and weighted means; 0 stands for 1
}

// At returns what the consideration makes of a value of its input: the curve at (v - Min) / (Max - Min), where the division is a
// multiplication with the reciprocal, rounded.
func (c *Consideration) At(v float64) float64 {
	least, scale := c.span()
	return c.Curve.At(float64((v - least) * scale))
}

// span returns what values are brought into 0..1 with.
func (c *Consideration) span() (least, scale float64) {
	if c.Min == 0 && c.Max == 0 {
		return 0, 1
	}
	return c.Min, 1 / (c.Max - c.Min)
}

// Aggregation says how the considerations of a behaviour become one score. Of no consideration it is 1.
type Aggregation uint8

// The aggregations, for considerations y1 to yn with weights w1 to wn.
const (
	// Compensated is the product p of all, raised for what many factors take away: p + (1-p)(1-1/n)p. One 0 rules out.
	Compensated Aggregation = iota
	// Product is the product of all. One 0 rules out.
	Product
	// GeometricMean is the n-th root of the product. One 0 rules out.
	GeometricMean
	// Sum is the sum of all w y; it may be greater than 1.
	Sum
	// WeightedMean is the sum of all w y, divided by that of all w.
	WeightedMean
	// Min is the least: as good as the worst of them.
	Min
	// Max is the greatest: one good reason is enough.
	Max
)

var aggregationNames = [...]string{"compensated product", "product", "geometric mean", "sum", "weighted mean", "minimum", "maximum"}

// String returns the name of the aggregation.
func (a Aggregation) String() string {
	if int(a) >= len(aggregationNames) {
		return "Aggregation(" + strconv.Itoa(int(a)) + ")"
	}
	return aggregationNames[a]
}

// Rule says which of the scored options is chosen. One with a score of 0 never is.
type Rule uint8

// The rules.
const (
	// Best chooses the greatest score; of equal ones the current option, else the first.
	Best Rule = iota
	// WeightedRandom draws one, each as likely as its score is great. It draws one random number per decision, whatever is on offer.
	WeightedRandom
	// FirstOver chooses the first whose score is at least the threshold, in the order of the offers and their targets.
	FirstOver
)

// Selection is a rule with what it needs.
type Selection struct {
	Rule Rule
	// Ranked: only options of the highest rank that has any with a score above 0 take part. With WeightedRandom it is
	// dual utility (Dill): rank decides what is considered, score how likely each is.
	Ranked    bool
	Threshold float64 // of FirstOver
	// Of WeightedRandom: who takes part. Each limit that is set holds; of equal scores the current option goes first, then the
	// earlier.
	Top        int     // the best so many; 0: no limit
	TopPercent float64 // the best so many of a hundred of all on offer of that rank, rounded up, one at least; 0: no limit
	Within     float64 // scores of at least (1 - Within) times the best, below 1; 0: no limit
}

// Inertia favours the current option, against changing one's mind at every tick.
type Inertia struct {
	Bonus     float64 // the current option's score is multiplied by 1 + Bonus
	FadeTicks int64   // the bonus shrinks evenly to nothing in so many ticks after the option was taken up; 0: it stays
}

// Repetition penalises what was done lately.
type Repetition struct {
	Penalty float64 // for each time that an option is among the recent ones, its score is multiplied by 1 - Penalty; 0..1
	Recent  int     // how many options, once they are left, are remembered
}
