package studio

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

// curvePoints is the number of points of a curve, from 0 to 1.
const curvePoints = 65

// CurveShape is a curve to draw: its values at equal distances from 0 to 1.
type CurveShape struct {
	Kind    string    `json:"kind"`
	Formula string    `json:"formula"`
	With    string    `json:"with,omitempty"` // parameters that differ from the default
	Y       []float64 `json:"y"`
}

// curveTable lists each curve once.
type curveTable struct {
	list []CurveShape
	at   map[string]int
	in   *places
}

// piece converts a piece for pages.
func (t *curveTable) piece(p *goal.Piece) Piece {
	out := Piece{Kind: p.Kind.String(), Text: p.Text, Because: p.Because, Value: finite(p.Value), Number: p.Number}
	if p.Curve != nil {
		out.Curve, out.X = t.place(p.Curve), p.X
		out.Path, out.Index = t.in.curve(p.At)
	}
	for i := range p.Under {
		out.Under = append(out.Under, t.piece(&p.Under[i]))
	}
	return out
}

// place returns the index of a curve + 1, and adds the curve if it is new.
func (t *curveTable) place(c *curve.Curve) int {
	key := fmt.Sprint(*c)
	if at := t.at[key]; at > 0 {
		return at
	}
	t.list = append(t.list, shapeOf(c))
	t.at[key] = len(t.list)
	return len(t.list)
}

func shapeOf(c *curve.Curve) CurveShape {
	s := CurveShape{Y: c.Sample(curvePoints)}
	for _, k := range curve.Kinds() {
		if k.Kind == c.Kind {
			s.Kind, s.Formula = k.Name, k.Formula
		}
	}
	usual := c.Kind.Curve()
	var with []string
	for _, p := range []struct {
		name      string
		is, usual float64
	}{{"m", c.Slope, usual.Slope}, {"k", c.Exponent, usual.Exponent}, {"c", c.XShift, usual.XShift}, {"b", c.YShift, usual.YShift},
		{"low", c.Low, usual.Low}, {"high", c.High, usual.High}} {
		if p.is != p.usual || strings.Contains(" "+s.Formula, " "+p.name+" ") && (p.name == "m" || p.name == "k") {
			with = append(with, p.name+" = "+numberText(p.is))
		}
	}
	s.With = strings.Join(with, ", ")
	return s
}

func numberText(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
