package utility

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// Program is a compiled configuration. Immutable; shared by any number of deciders, memories and goroutines.
type Program struct {
	cfg        Config
	axes       []axis // of all behaviours, grouped by behaviour
	behaviours []behaviour
}

// axis is a consideration prepared for bounds.
type axis struct {
	table  *table
	least  float64 // to map a value v to (v - least) * scale
	scale  float64
	weight float64
	rest   float64 // bound of the axes after this one: a factor, a summand, a minimum or a maximum
	input  int32
	group  int // number of axes from this one on that are added at once: 1 unless all are free
}

// behaviour is a behaviour whose axes are in the order used for bounds: first those with target-independent inputs,
// which all targets share, then cheap ones, then those that rule out much. Scores do not depend on that order.
type behaviour struct {
	first, shared, end int32           // axes[first:shared] have target-independent inputs, axes[shared:end] do not
	considerations     []Consideration // in the order of declaration
	fold               fold
	aggregation        Aggregation
	n                  int32
	targeted           bool
	rank               int
	weight             float64
	spread             float64 // 1 - 1/n
	weights            float64 // sum of the weights of the considerations
	rest               float64 // bound of all axes together
	cooldownTicks      int64
}

// fold is the way in which an aggregation adds considerations one after the other.
type fold uint8

const (
	foldProduct fold = iota
	foldSum
	foldMin
	foldMax
)

var folds = [...]fold{Compensated: foldProduct, Product: foldProduct, GeometricMean: foldProduct,
	Sum: foldSum, WeightedMean: foldSum, Min: foldMin, Max: foldMax}

// unitOf is the initial value of a fold.
var unitOf = [...]float64{foldProduct: 1, foldSum: 0, foldMin: 1, foldMax: 0}

// Compile checks a configuration and creates a program. The error joins all mistakes. Do not change the configuration
// afterwards.
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

// Config returns the configuration of the program. Do not change it.
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
	known := make([]*table, n)
	for i := range b.Considerations {
		known[i] = tables.of(&b.Considerations[i].Curve)
		c.weights += orOne(b.Considerations[i].Weight)
	}
	c.shared = c.first
	for _, place := range p.order(b, known) {
		d := &b.Considerations[place]
		least, scale := d.span()
		p.axes = append(p.axes, axis{table: known[place], least: least, scale: scale, weight: orOne(d.Weight),
			input: int32(d.Input), group: 1})
		if p.cfg.Inputs[d.Input].Self {
			c.shared++
		}
	}
	c.end = int32(len(p.axes))
	c.rest = unitOf[c.fold]
	for i := c.end - 1; i >= c.first; i-- {
		a := &p.axes[i]
		a.rest = c.rest
		c.rest = c.fold.take(c.rest, a.table.greatest, a.weight)
		if i+1 < c.end && p.cfg.Inputs[a.input].Cost == 0 && p.cfg.Inputs[p.axes[i+1].input].Cost == 0 {
			a.group = min(p.axes[i+1].group+1, group)
		}
	}
	if c.shared < c.end {
		first := &p.axes[c.shared]
		first.group = min(first.group, max(2, int(c.end-c.shared)/2)) // half of them rule out most options
	}
	p.behaviours = append(p.behaviours, c)
}

// order returns the indices of the considerations in the order used for bounds.
func (p *Program) order(b *Behaviour, known []*table) []int {
	order := make([]int, len(b.Considerations))
	for i := range order {
		order[i] = i
	}
	sorting.By(order, func(i, j int) int {
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

// tableSet shares tables between equal curves.
type tableSet map[curveKey]*table

// curveKey is a comparable form of a curve.
type curveKey struct {
	kind       curve.Kind
	parameters [6]float64
	points     string
}

func (s tableSet) of(c *curve.Curve) *table {
	key := curveKey{kind: c.Kind, parameters: [6]float64{c.Slope, c.Exponent, c.XShift, c.YShift, c.Low, c.High}}
	if c.Kind == curve.Piecewise {
		var b []byte
		for _, p := range c.Points {
			b = codec.AppendFloat(codec.AppendFloat(b, p.X), p.Y)
		}
		key.points = string(b)
	}
	if s[key] == nil {
		s[key] = newTable(c)
	}
	return s[key]
}
