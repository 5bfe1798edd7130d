package curve

import "strconv"

// Info documents a kind of curves. Command line, guides and tools are made from it.
type Info struct {
	Kind    Kind
	Name    string
	Doc     string // its shape, in a sentence
	Formula string
	Params  []Param
	Example Example
}

// Param documents a parameter of a kind of curves.
type Param struct {
	Name     string // also that of the flag
	Symbol   string // in the formula
	Default  float64
	Min, Max float64
	Doc      string

	of func(c *Curve) *float64
}

// Set sets the parameter in a curve.
func (p *Param) Set(c *Curve, v float64) { *p.of(c) = v }

// Get returns the parameter of a curve.
func (p *Param) Get(c *Curve) float64 { return *p.of(c) }

// Example is a curve with a typical use.
type Example struct {
	Doc   string
	Curve Curve
}

// Kinds returns the documentation of all kinds, indexed by [Kind]. It is not to be changed.
func Kinds() []Info { return kinds }

// KindNamed finds a kind by its name.
func KindNamed(name string) (Kind, bool) {
	for i := range kinds {
		if kinds[i].Name == name {
			return Kind(i), true
		}
	}
	return 0, false
}

// Names returns the names of all kinds, indexed by [Kind].
func Names() []string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].Name
	}
	return names
}

// String returns the name of the kind.
func (k Kind) String() string {
	if int(k) >= len(kinds) {
		return "Kind(" + strconv.Itoa(int(k)) + ")"
	}
	return kinds[k].Name
}

// Curve returns a curve of the kind with default parameters.
func (k Kind) Curve() Curve {
	c := Curve{Kind: k}
	for i := range kinds[k].Params {
		p := &kinds[k].Params[i]
		p.Set(&c, p.Default)
	}
	if k == Piecewise {
		c.Points = []Point{{0, 0}, {1, 1}}
	}
	return c
}

func slope(doc string) Param {
	return Param{"slope", "m", 1, -100, 100, doc, func(c *Curve) *float64 { return &c.Slope }}
}

func exponent(def, least, greatest float64, doc string) Param {
	return Param{"exponent", "k", def, least, greatest, doc, func(c *Curve) *float64 { return &c.Exponent }}
}

// params puts the parameters of a kind together: its own, and those that all have.
func params(own ...Param) []Param {
	return append(own,
		Param{"xshift", "c", 0, -10, 10, "moves the curve to the right", func(c *Curve) *float64 { return &c.XShift }},
		Param{"yshift", "b", 0, -100, 100, "moves it up", func(c *Curve) *float64 { return &c.YShift }},
		Param{"low", "low", 0, 0, 1, "smaller results become this", func(c *Curve) *float64 { return &c.Low }},
		Param{"high", "high", 1, 0, 1, "greater results become this", func(c *Curve) *float64 { return &c.High }})
}

func example(doc string, k Kind, change func(c *Curve)) Example {
	c := Curve{Kind: k, Slope: 1, Exponent: 1, High: 1}
	change(&c)
	return Example{doc, c}
}

const factorDoc = "factor; negative turns it upside down"

// kinds are the results of Kinds.
var kinds = []Info{
	{Linear, "linear", "A straight line.", "y = m (x - c) + b", params(slope("how steeply it rises")),
		example("the nearer the better: 1 - x", Linear, func(c *Curve) { c.Slope, c.YShift = -1, 1 })},
	{Quadratic, "quadratic", "Rises slowly at first: small values matter little.", "y = m (x - c)^2 + b", params(slope(factorDoc)),
		example("the value of energy, when x is how much there is: (1 - x)^2", Quadratic, func(c *Curve) { c.XShift = 1 })},
	{Cubic, "cubic", "Like quadratic, and more so.", "y = m (x - c)^3 + b", params(slope(factorDoc)),
		example("urgent only when there is next to none: (1 - x)^3", Cubic, func(c *Curve) { c.Slope, c.XShift = -1, 1 })},
	{Polynomial, "polynomial", "Any exponent: below 1 it rises quickly at first, above 1 slowly.", "y = m (x - c)^k + b; (x - c)^k is 0 for x < c, unless k is whole",
		params(slope(factorDoc), exponent(2, 0, 100, "exponent")),
		example("the first bit of ammunition is worth the most: x^0.5", Polynomial, func(c *Curve) { c.Exponent = 0.5 })},
	{Logistic, "logistic", "An S: little, then a steep rise around the middle, then much.", "y = m / (1 + e^(-10 k (x - c - 0.5))) + b",
		params(slope("height; negative falls"), exponent(1, -100, 100, "steepness; negative falls")),
		example("out of reach beyond 0.7", Logistic, func(c *Curve) { c.Exponent, c.XShift = -2, 0.2 })},
	{Logit, "logit", "The inverse of logistic: steep at both ends, flat in the middle.", "y = m ln((x - c) / (1 - x + c)) / (10 k) + 0.5 + b",
		params(slope(factorDoc), exponent(1, 0.01, 100, "flatness of the middle")),
		example("only extremes matter", Logit, func(c *Curve) { c.Exponent = 0.7 })},
	{Exponential, "exponential", "From 0 to 1, ever steeper; with a negative exponent ever flatter.", "y = m (e^(k (x - c)) - 1) / (e^k - 1) + b; k = 0 is a line",
		params(slope(factorDoc), exponent(5, -50, 50, "how much the slope changes")),
		example("boredom: hardly felt until it must be answered", Exponential, func(c *Curve) { c.Exponent = 8 })},
	{Normal, "normal", "A bell: best at one value, less on either side.", "y = m e^(-30 k (x - c - 0.5)^2) + b",
		params(slope("height"), exponent(1, 0, 100, "narrowness")),
		example("the range at which the rifle is best: 0.3", Normal, func(c *Curve) { c.Exponent, c.XShift = 2, -0.2 })},
	{Sine, "sine", "Waves: what comes and goes, as hours of the day.", "y = 0.5 m sin(2 pi k (x - c)) + 0.5 + b",
		params(slope("height of the waves"), exponent(1, 0, 20, "number of waves")),
		example("tired at night, when x is the time of day: greatest at 0, least at noon", Sine, func(c *Curve) { c.XShift = -0.25 })},
	{Step, "step", "Nothing, then everything.", "y = m + b if x - c >= 0.5, else b", params(slope("height; negative falls")),
		example("only when health is below 0.3", Step, func(c *Curve) { c.Slope, c.YShift, c.XShift = -1, 1, -0.2 })},
	{Smoothstep, "smoothstep", "A step with soft edges: exactly 0 before, exactly 1 behind.", "y = m t^2 (3 - 2t) + b, where t = k (x - c - 0.5) + 0.5 within 0..1",
		params(slope("height; negative falls"), exponent(1, 0.01, 100, "steepness: the edge is 1 / k wide")),
		example("from 0.4 to 0.9", Smoothstep, func(c *Curve) { c.Exponent, c.XShift = 2, 0.15 })},
	{Piecewise, "piecewise", "Straight lines from point to point, level outside.", "y = m p(x - c) + b, where p joins the points", params(slope(factorDoc)),
		example("a curve drawn by hand", Piecewise, func(c *Curve) { c.Points = []Point{{0, 0.1}, {0.2, 0.1}, {0.4, 0.9}, {0.6, 0.8}, {1, 0}} })},
}
