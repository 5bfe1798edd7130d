package utility

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// Program is a compiled configuration. Immutable; shared by any number of deciders, memories and goroutines.
type Program struct {
	cfg        Config
	axes       []axis // of all behaviours, each one's together
	behaviours []behaviour
}

// axis is a consideration, made ready for bounds.
type axis struct {
	table  *table
	least  float64 // normal value: (v - least) * scale
	scale  float64
	weight float64
	rest   float64 // the most that the axes after this one can bring: a factor, a summand, a least or a greatest value
	input  int32
	place  int32 // among the considerations as they were declared
	paired bool  // its input and that of the next axis are free: both can be taken in at once
}

// normal brings a value of the input into 0..1.
func (a *axis) normal(v float64) float64 { return curve.Unit(float64((v - a.least) * a.scale)) }

// behaviour is a behaviour whose axes stand in the order in which bounds look at them: those of self-inputs first, since they are
// shared by all targets, then the cheap, then those that rule out much. Scores do not depend on that order.
type behaviour struct {
	first, shared, end int32           // axes[first:shared] have self-inputs, axes[shared:end] not
	considerations     []Consideration // as they were declared
	fold               fold
	aggregation        Aggregation
	n                  int32
	targeted           bool
	rank               int
	weight             float64
	spread             float64 // 1 - 1/n
	weights            float64 // sum of those of the considerations
	rest               float64 // the most that all axes together can bring
	cooldownTicks      int64
}

// fold is how an aggregation takes in one consideration after the other.
type fold uint8

const (
	foldProduct fold = iota
	foldSum
	foldMin
	foldMax
)

var folds = [...]fold{Compensated: foldProduct, Product: foldProduct, GeometricMean: foldProduct,
	Sum: foldSum, WeightedMean: foldSum, Min: foldMin, Max: foldMax}

// unitOf is what a fold begins with.
var unitOf = [...]float64{foldProduct: 1, foldSum: 0, foldMin: 1, foldMax: 0}

// Compile checks a configuration and makes a program of it. The error joins all that is wrong. The configuration must not be
// changed afterwards.
func Compile(cfg Config) (*Program, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	p := &Program{cfg: cfg}
	tables := tableSet{}
	for i := range cfg.Behaviours {
		p.add(&cfg.Behaviours[i], tables)
	}
	return p, nil
}

// Config returns what the program was compiled from. It is not to be changed.
func (p *Program) Config() *Config { return &p.cfg }

func (p *Program) add(b *Behaviour, tables tableSet) {
	n := len(b.Considerations)
	c := behaviour{first: int32(len(p.axes)), aggregation: b.Aggregation, n: int32(n), considerations: b.Considerations, targeted: b.Targeted, rank: b.Rank,
		weight: orOne(b.Weight), cooldownTicks: b.CooldownTicks}
	if n == 0 {
		c.aggregation = Product
	} else {
		c.spread = 1 - 1/float64(n)
	}
	c.fold = folds[c.aggregation]
	known := make([]bounds, n)
	for i := range b.Considerations {
		known[i] = tables.of(&b.Considerations[i].Curve)
		c.weights += orOne(b.Considerations[i].Weight)
	}
	c.shared = c.first
	for _, place := range p.order(b, known) {
		d := &b.Considerations[place]
		least, scale := d.span()
		p.axes = append(p.axes, axis{table: known[place].table, least: least, scale: scale, weight: orOne(d.Weight),
			input: int32(d.Input), place: int32(place)})
		if p.cfg.Inputs[d.Input].Self {
			c.shared++
		}
	}
	c.end = int32(len(p.axes))
	for i := c.shared; i+1 < c.end; i++ {
		a := &p.axes[i]
		a.paired = p.cfg.Inputs[a.input].Cost == 0 && p.cfg.Inputs[p.axes[i+1].input].Cost == 0
	}
	c.rest = unitOf[c.fold]
	for i := c.end - 1; i >= c.first; i-- {
		a := &p.axes[i]
		a.rest = c.rest
		c.rest = c.fold.take(c.rest, known[a.place].greatest, a.weight)
	}
	p.behaviours = append(p.behaviours, c)
}

// order returns the places of the considerations in the order in which bounds look at them.
func (p *Program) order(b *Behaviour, known []bounds) []int {
	order := make([]int, len(b.Considerations))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		in, other := &p.cfg.Inputs[b.Considerations[i].Input], &p.cfg.Inputs[b.Considerations[j].Input]
		switch {
		case in.Self && !other.Self:
			return -1
		case other.Self && !in.Self:
			return 1
		}
		return cmp.Or(cmp.Compare(in.Cost, other.Cost), cmp.Compare(known[i].mean, known[j].mean))
	})
	return order
}

func orOne(weight float64) float64 {
	if weight == 0 {
		return 1
	}
	return weight
}

// tableSet gives curves that are the same the same table.
type tableSet map[curveKey]bounds

// curveKey is a curve as a map can find it.
type curveKey struct {
	kind       curve.Kind
	parameters [6]float64
	points     string
}

// bounds are what is known of a curve without its input.
type bounds struct {
	table          *table
	greatest, mean float64
}

func (s tableSet) of(c *curve.Curve) bounds {
	key := curveKey{kind: c.Kind, parameters: [6]float64{c.Slope, c.Exponent, c.XShift, c.YShift, c.Low, c.High}}
	if c.Kind == curve.Piecewise {
		var b []byte
		for _, p := range c.Points {
			b = codec.AppendFloat(codec.AppendFloat(b, p.X), p.Y)
		}
		key.points = string(b)
	}
	known, ok := s[key]
	if !ok {
		known.table, known.greatest, known.mean = newTable(c)
		s[key] = known
	}
	return known
}
