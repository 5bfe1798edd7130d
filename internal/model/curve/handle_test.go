package curve_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// anyCurve returns a curve with parameters as people write them.
func anyCurve(r *rand.Rand, k curve.Kind) curve.Curve {
	c := k.Curve()
	between := func(lo, hi float64) float64 { return math.Round((lo+r.Float64()*(hi-lo))*1000) / 1000 }
	c.Slope = between(0.2, 2)
	if r.IntN(3) == 0 {
		c.Slope = -c.Slope
	}
	c.XShift, c.YShift = between(-0.4, 0.4), between(-0.5, 0.5)
	switch k {
	case curve.Linear, curve.Quadratic, curve.Cubic, curve.Step, curve.Piecewise:
	case curve.Logistic, curve.Exponential:
		c.Exponent = between(0.3, 8)
		if r.IntN(2) == 0 {
			c.Exponent = -c.Exponent
		}
	default:
		c.Exponent = between(0.3, 4)
	}
	if k == curve.Piecewise {
		c.Points = nil
		for x := between(0, 0.2); x < 1; x += between(0.05, 0.4) {
			c.Points = append(c.Points, curve.Point{X: math.Round(x*1000) / 1000, Y: between(0, 1)})
		}
	}
	if r.IntN(3) == 0 {
		c.Low, c.High = between(0, 0.4), between(0.6, 1)
	}
	return c
}

func params(c *curve.Curve) (list []float64) {
	for _, p := range curve.Kinds()[c.Kind].Params {
		list = append(list, p.Get(c))
	}
	for _, p := range c.Points {
		list = append(list, p.X, p.Y)
	}
	return list
}

// A handle that is put where it stands changes nothing, and one that is dragged comes to stand where it was put, on a
// curve that loads. Every parameter follows some handle.
func TestDrag(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, info := range curve.Kinds() {
		follows := map[string]bool{}
		for range 400 {
			c := anyCurve(r, info.Kind)
			if err := c.Check(); err != nil {
				t.Fatal(err)
			}
			names := map[string]bool{}
			for _, h := range c.Handles() {
				if names[h.Name] || h.Across == "" && h.Up == "" {
					t.Fatalf("%+v: handle %q stands twice, or does nothing", c, h.Name)
				}
				names[h.Name] = true
				same, err := c.Drag(h.Name, h.X, h.Y)
				if err != nil {
					t.Fatal(err)
				}
				for i, was := range params(&c) {
					if now := params(&same)[i]; math.Abs(now-was) > 1.5e-3 {
						t.Fatalf("%+v: %q put where it stands leads to %+v", c, h.Name, same)
					}
				}
				dx, dy := (r.Float64()-0.5)/20, (r.Float64()-0.5)/20
				now, err := c.Drag(h.Name, h.X+dx, h.Y+dy)
				if err != nil {
					t.Fatal(err)
				}
				if err := now.Check(); err != nil {
					t.Fatalf("%+v: %q leads to %+v: %v", c, h.Name, now, err)
				}
				for i, p := range info.Params {
					if params(&now)[i] != params(&c)[i] {
						follows[p.Name] = true
					}
				}
				for x := 0.0; x <= 1; x += 0.1 {
					if y := now.At(x); !(y >= 0 && y <= 1) {
						t.Fatalf("%+v is %v at %v", now, y, x)
					}
				}
				if limited(&now) || info.Kind == curve.Piecewise && nearPoint(&c, h, dx) || h.Name == "low" || h.Name == "high" || h.Name == "bend" && beyond(&c, h.Y+dy) {
					continue
				}
				at := slices.IndexFunc(now.Handles(), func(o curve.Handle) bool { return o.Name == h.Name })
				if at < 0 {
					continue // a wave without length
				}
				to := now.Handles()[at]
				if info.Kind == curve.Sine && math.Abs(to.X-h.X-dx) > 0.01 {
					to.X -= math.Round((to.X-h.X-dx)*now.Exponent) / now.Exponent // another wave is the first that is seen
				}
				// An exponent of three digits moves a place by as much again where the curve is steep.
				if tolerance := 0.01; h.Across != "" && math.Abs(to.X-h.X-dx) > tolerance || h.Up != "" && math.Abs(to.Y-h.Y-dy) > tolerance {
					t.Fatalf("%+v: %q was put to %.3f, %.3f and stands at %.3f, %.3f of %+v", c, h.Name, h.X+dx, h.Y+dy, to.X, to.Y, now)
				}
			}
		}
		for _, p := range info.Params {
			if !follows[p.Name] && !(p.Name == "slope" && info.Kind == curve.Piecewise) && !(info.Kind == curve.Linear && p.Name == "xshift") && !(info.Kind == curve.Piecewise && (p.Name == "xshift" || p.Name == "yshift")) {
				t.Errorf("%s: no handle changes %s", info.Name, p.Name)
			}
		}
	}
}

// limited reports whether a parameter lies at the end of its range, where handles stop.
func limited(c *curve.Curve) bool {
	for _, p := range curve.Kinds()[c.Kind].Params[:2] {
		if v := p.Get(c); v <= p.Min || v >= p.Max || math.Abs(v) < 0.05 {
			return true
		}
	}
	return false
}

// beyond reports whether a value does not lie between those of a curve's foot and end, between which it bends.
func beyond(c *curve.Curve, y float64) bool {
	list := c.Handles()
	share := (y - list[0].Y) / (list[1].Y - list[0].Y)
	return share < 0.01 || share > 0.99
}

// nearPoint reports whether a point would be dragged past its neighbour.
func nearPoint(c *curve.Curve, h curve.Handle, dx float64) bool {
	for _, o := range c.Handles() {
		if o.Name != h.Name && math.Abs(o.X-h.X) <= math.Abs(dx)+0.002 {
			return true
		}
	}
	return false
}

// The ends of what is dragged stay within what a curve may be.
func TestDragLimits(t *testing.T) {
	for _, info := range curve.Kinds() {
		c := info.Kind.Curve()
		for _, h := range c.Handles() {
			for _, to := range [][2]float64{{1e9, 1e9}, {-1e9, -1e9}, {h.X, h.Y}, {0, 0}, {1, 1}, {0.5, 0.5}, {0.5, -3}} {
				now, err := c.Drag(h.Name, to[0], to[1])
				if err == nil {
					err = now.Check()
				}
				if err != nil {
					t.Errorf("%s, %q to %v: %v", info.Name, h.Name, to, err)
				}
			}
		}
	}
	c := curve.Logistic.Curve()
	if _, err := c.Drag("elbow", 0, 0); err == nil {
		t.Error("a handle that there is not was dragged")
	}
}
