package curve

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/det"
)

// Handle is a point of a drawn curve that can be dragged. Its name is unique within the curve.
type Handle struct {
	Name   string  `json:"name"`
	Across string  `json:"across,omitempty"` // the parameter that follows it sideways; empty: it moves up and down only
	Up     string  `json:"up,omitempty"`     // the one that follows it upwards; empty: it moves sideways only
	X      float64 `json:"x"`                // may be out of 0..1
	Y      float64 `json:"y"`
}

// drag is a handle with what it does to the curve when it is put to a place.
type drag struct {
	Handle
	put func(c *Curve, x, y float64)
}

// Names of handles.
const (
	handlePoint = "point " // with its number, from 1
	handleLow   = "low"
	handleHigh  = "high"
)

// Handles returns the handles of the curve, in the order in which a keyboard goes through them.
func (c *Curve) Handles() []Handle {
	var list []Handle
	for _, d := range c.drags() {
		if !math.IsNaN(d.X+d.Y) && !math.IsInf(d.X+d.Y, 0) {
			list = append(list, d.Handle)
		}
	}
	return list
}

// Drag returns the curve after one of its handles was put to a place, or as near to it as the ranges of the parameters
// allow. They are rounded to thousandths. The error says that there is no such handle.
func (c *Curve) Drag(handle string, x, y float64) (Curve, error) {
	drags := c.drags()
	var names []string
	for _, d := range drags {
		if names = append(names, d.Name); d.Name != handle {
			continue
		}
		out := *c
		out.Points = append([]Point(nil), c.Points...)
		d.put(&out, x, y)
		out.tidy(c)
		return out, nil
	}
	return *c, fmt.Errorf("%v has no handle %q; it has %s", c.Kind, handle, strings.Join(names, ", "))
}

// rounding is how much finer than 1 parameters are written.
const rounding = 1000

// tidy rounds the parameters that differ from those of another curve, and keeps them in their ranges.
func (c *Curve) tidy(was *Curve) {
	params := kinds[c.Kind].Params
	for i := range params {
		p := &params[i]
		before, v := p.Get(was), p.Get(c)
		v = min(max(math.Round(v*rounding)/rounding, p.Min), p.Max)
		if math.IsNaN(v) || math.Abs(v-before) < 0.5/rounding {
			v = before
		}
		p.Set(c, v)
	}
	c.Low, c.High = min(c.Low, max(was.High, was.Low)), max(c.High, min(was.Low, was.High))
	for i := range c.Points {
		p := &c.Points[i]
		if i < len(was.Points) && *p == was.Points[i] {
			continue
		}
		p.X, p.Y = math.Round(p.X*rounding)/rounding, min(max(math.Round(p.Y*rounding)/rounding, -100), 100)
	}
}

// drags returns what can be dragged: first what belongs to the kind of curve, then the limits that all have.
func (c *Curve) drags() []drag {
	return append(c.own(),
		drag{Handle{handleLow, "", "low", 1, c.Low}, func(c *Curve, _, y float64) { c.Low = y }},
		drag{Handle{handleHigh, "", "high", 1, c.High}, func(c *Curve, _, y float64) { c.High = y }})
}

// own returns the handles of the kind. Each leaves the others where they are as far as the formula allows.
func (c *Curve) own() []drag {
	m, k, shift, base := c.Slope, c.Exponent, c.XShift, c.YShift
	top := m + base
	move := func(c *Curve, x, y float64) { c.XShift, c.YShift = x, y }
	switch c.Kind {
	case Linear:
		left, right := base-m*shift, base+m*(1-shift)
		return []drag{
			{Handle{"left end", "", "yshift", 0, left}, func(c *Curve, _, y float64) { c.line(y, right) }},
			{Handle{"right end", "", "slope", 1, right}, func(c *Curve, _, y float64) { c.line(left, y) }},
		}
	case Quadratic, Cubic, Polynomial:
		return append([]drag{{Handle{"foot", "xshift", "yshift", shift, base}, move}}, c.far()...)
	case Logistic: // the shoulder stands where the curve has 1 / (1 + e^-2) of its height
		const share = 0.8807970779778823
		return []drag{
			{Handle{"middle", "xshift", "yshift", shift + 0.5, base + m/2}, func(c *Curve, x, y float64) { move(c, x-0.5, y-m/2) }},
			{Handle{"shoulder", "exponent", "slope", shift + 0.5 + 0.2/k, base + m*share}, func(c *Curve, x, y float64) {
				c.Exponent, c.Slope = 0.2/apart(x-shift-0.5, k), (y-base)/share
			}},
		}
	case Logit: // the shoulder stands where ln(t / (1 - t)) is 2
		const t = 0.8807970779778823
		return []drag{
			{Handle{"middle", "xshift", "yshift", shift + 0.5, base + 0.5}, func(c *Curve, x, y float64) { move(c, x-0.5, y-0.5) }},
			{Handle{"shoulder", "", "exponent", shift + t, base + 0.5 + 0.2*m/k}, func(c *Curve, _, y float64) {
				d := apart(y-base-0.5, m)
				c.Exponent, c.Slope = 0.2*math.Abs(m/d), math.Copysign(m, d)
			}},
		}
	case Exponential:
		return append([]drag{{Handle{"start", "xshift", "yshift", shift, base}, move}}, c.far()...)
	case Normal: // the flank stands where the curve has half its height
		half := math.Sqrt(math.Ln2 / (30 * k))
		end := 0.0
		if shift < 0 {
			end = 1
		}
		return []drag{
			{Handle{"peak", "xshift", "slope", shift + 0.5, top}, func(c *Curve, x, y float64) { c.XShift, c.Slope = x-0.5, y-base }},
			{Handle{"flank", "exponent", "", shift + 0.5 + half, base + m/2}, func(c *Curve, x, _ float64) {
				d := apart(x-shift-0.5, 1)
				c.Exponent = math.Ln2 / (30 * d * d)
			}},
			{Handle{"base", "", "yshift", end, base}, func(c *Curve, _, y float64) { c.YShift, c.Slope = y, top-y }},
		}
	case Sine:
		return c.waves()
	case Step:
		return []drag{
			{Handle{"edge", "xshift", "", shift + 0.5, base + m/2}, func(c *Curve, x, _ float64) { c.XShift = x - 0.5 }},
			{Handle{"before", "", "yshift", 0, base}, func(c *Curve, _, y float64) { c.YShift, c.Slope = y, top-y }},
			{Handle{"behind", "", "slope", 1, top}, func(c *Curve, _, y float64) { c.Slope = y - base }},
		}
	case Smoothstep:
		from, to := shift+0.5-0.5/k, shift+0.5+0.5/k
		return []drag{
			{Handle{"start", "exponent", "yshift", from, base}, func(c *Curve, x, y float64) {
				c.edge(min(x, to-0.01), to)
				c.YShift, c.Slope = y, top-y
			}},
			{Handle{"end", "exponent", "slope", to, top}, func(c *Curve, x, y float64) {
				c.edge(from, max(x, from+0.01))
				c.Slope = y - base
			}},
		}
	case Piecewise:
		return c.corners()
	}
	return nil
}

// apart returns a distance that is not 0, with the sign of usual if it is.
func apart(d, usual float64) float64 {
	const least = 0.002
	if math.Abs(d) >= least {
		return d
	}
	if d == 0 {
		d = usual
	}
	return math.Copysign(least, d)
}

// line makes a linear curve run from a value at 0 to another at 1.
func (c *Curve) line(left, right float64) {
	c.Slope = math.Round((right-left)*rounding) / rounding
	c.YShift = left + c.Slope*c.XShift
}

// edge makes the edge of a smoothstep reach from one place to another.
func (c *Curve) edge(from, to float64) {
	c.Exponent, c.XShift = 1/(to-from), (from+to)/2-0.5
}

// far returns the handles of a power or an exponential besides its foot: its far end, and how it bends on the way.
func (c *Curve) far() []drag {
	shift, base := c.XShift, c.YShift
	end := 1.0
	if whole := c.Kind != Exponential && math.Floor(c.Exponent) == c.Exponent; whole && shift > 0.5 || c.Kind == Exponential && shift > 0.9 {
		end = 0
	}
	unit := *c // of height 1
	unit.Slope, unit.YShift = 1, 0
	height := unit.Raw(end)
	if math.Abs(height) < 1e-6 {
		return nil
	}
	list := []drag{{Handle{"end", "", "slope", end, c.Raw(end)}, func(c *Curve, _, y float64) { c.Slope = (y - base) / height }}}
	x, t := (shift+end)/2, (end-shift)/2
	share := func(y float64) float64 { return min(max((y-base)/(c.Slope*height), 0.002), 0.998) } // of the height of the end
	switch {
	case c.Slope == 0 || t <= 0:
	case c.Kind == Polynomial:
		list = append(list, drag{Handle{"bend", "", "exponent", x, c.Raw(x)}, func(c *Curve, _, y float64) {
			k := -det.Log(share(y)) / math.Ln2 // the end is twice as far from the foot
			c.Exponent, c.Slope = k, c.Slope*height/det.Pow(2*t, k)
		}})
	case c.Kind == Exponential:
		list = append(list, drag{Handle{"bend", "", "exponent", x, c.Raw(x)}, func(c *Curve, _, y float64) {
			k := min(max(math.Round(det.Log(1/share(y)-1)/t*rounding)/rounding, -50), 50)
			c.Exponent, c.Slope = k, c.Slope*height/exponential(2*t, k)
		}})
	}
	return list
}

// waves returns the handles of a sine: its first crest that is seen, and the trough behind it.
func (c *Curve) waves() []drag {
	m, k, shift, middle := c.Slope, c.Exponent, c.XShift, c.YShift+0.5
	if k == 0 {
		return nil
	}
	wave := 0.25
	for wave/k+shift < -0.1 { // a crest that is dragged to the edge stays the same
		wave++
	}
	high, low := middle+m/2, middle-m/2
	return []drag{
		{Handle{"crest", "xshift", "slope", shift + wave/k, high}, func(c *Curve, x, y float64) {
			c.XShift, c.Slope, c.YShift = x-wave/k, y-low, (y+low)/2-0.5
		}},
		{Handle{"trough", "exponent", "slope", shift + (wave+0.5)/k, low}, func(c *Curve, x, y float64) {
			c.Exponent, c.Slope, c.YShift = (wave+0.5)/max(x-shift, 0.002), high-y, (y+high)/2-0.5
		}},
	}
}

// corners returns the handles of a piecewise curve: its points.
func (c *Curve) corners() []drag {
	var list []drag
	for i, p := range c.Points {
		n := strconv.Itoa(i + 1)
		h := Handle{handlePoint + n, "x" + n, "y" + n, p.X + c.XShift, c.Slope*p.Y + c.YShift}
		if c.Slope == 0 {
			h.Up = ""
		}
		list = append(list, drag{h, func(c *Curve, x, y float64) { c.put(i, x, y) }})
	}
	return list
}

// put moves a point, but not past its neighbours.
func (c *Curve) put(i int, x, y float64) {
	const gap = 1.0 / rounding
	p := &c.Points[i]
	p.X = math.Round((x-c.XShift)*rounding) / rounding
	if i > 0 {
		p.X = max(p.X, c.Points[i-1].X+gap)
	}
	if i+1 < len(c.Points) {
		p.X = min(p.X, c.Points[i+1].X-gap)
	}
	p.X = min(max(p.X, -100), 100)
	if c.Slope != 0 {
		p.Y = (y - c.YShift) / c.Slope
	}
}

// Sample returns the values of the curve at n places, at equal distances from 0 to 1, rounded to five digits.
func (c *Curve) Sample(n int) []float64 {
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Round(c.At(float64(i)/float64(n-1))*1e5) / 1e5
	}
	return y
}
