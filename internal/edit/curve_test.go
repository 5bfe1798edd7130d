package edit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

const curved = `const steep = 4
state agent { energy: float; urge := quadratic( 1 - energy ) }
action rest
goal rest { rest }
brain b {
    want rest {
        score logistic(energy,exponent:2) + piecewise(energy, 0, 0.1, 0.5,1, 1, 0.2) // drawn by hand
    }
    want rest when energy > 0 {
        consider "low" energy from 1 to 0 through   cubic
        consider energy through logistic(exponent: steep, xshift: -0.1)
        consider min(energy, 1) through logistic(1, 2)
    }
}
`

func curvesOf(t *testing.T, text string) (list []edit.TextCurve, at []string) {
	t.Helper()
	parts, whole := edit.Sketch("x.krk", text)
	if !whole {
		t.Fatal("it cannot be parsed")
	}
	var enter func([]*edit.Sketched)
	enter = func(some []*edit.Sketched) {
		for _, p := range some {
			for _, c := range p.Curves {
				list, at = append(list, c), append(at, p.Path)
				if text[c.Start:c.End] != c.Text {
					t.Errorf("%q stands at %q", c.Text, text[c.Start:c.End])
				}
			}
			enter(p.Lines)
		}
	}
	enter(parts)
	return list, at
}

// Curves are found wherever they stand, with what their texts say.
func TestCurvesOfText(t *testing.T) {
	list, at := curvesOf(t, curved)
	var got []string
	for i, c := range list {
		line := at[i] + ": " + c.Kind
		for _, p := range c.Params {
			if p.Said != "" {
				line += " " + p.Name + "=" + p.Said
			}
		}
		if c.Through {
			line += " through"
		}
		if c.Fixed != "" {
			line += "; " + c.Fixed
		}
		got = append(got, line)
	}
	want := []string{
		"state agent / urge: quadratic",
		"brain b / want rest / score: logistic exponent=2",
		"brain b / want rest / score: piecewise",
		`brain b / want rest#2 / consider "low": cubic through`,
		"brain b / want rest#2 / consider: logistic exponent=steep xshift=-0.1 through; exponent is steep, which is not a number of this line",
		"brain b / want rest#2 / consider#2: logistic slope=1 exponent=2 through",
	}
	for i, line := range want {
		if i >= len(got) || got[i] != line {
			t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			break
		}
	}
	for _, c := range list {
		if len(c.Y) == 0 || c.Unknown != "" || len(c.Handles) < 3 {
			t.Errorf("%s is not drawn: %+v", c.Text, c)
		}
	}
	if c := list[4]; slices.ContainsFunc(c.Handles, func(h curve.Handle) bool { return h.Across == "exponent" }) || c.Params[1].Value != 4 {
		t.Errorf("%s can be dragged at %+v", c.Text, c.Handles)
	}
	hidden, _ := curvesOf(t, "state agent { step(x: int) := x; y := step(1) + normal }\n")
	unknown, _ := curvesOf(t, "state agent { y := normal(1, slope: height * 2) }\n")
	if len(hidden) > 0 || len(unknown) != 1 || unknown[0].Unknown != "it depends on height * 2" || unknown[0].Y != nil {
		t.Errorf("what is not known: %+v, %+v", hidden, unknown)
	}
}

// A curve is changed where it stands: no byte besides its numbers changes.
func TestCurveOp(t *testing.T) {
	const score, low, second, third = "brain b / want rest / score", `brain b / want rest#2 / consider "low"`, "brain b / want rest#2 / consider", "brain b / want rest#2 / consider#2"
	one := 1
	for _, c := range []struct {
		op       edit.Op
		old, new string // new empty: why it is refused
	}{
		{edit.Op{At: score, Name: "exponent", Value: 3.5}, "exponent:2", "exponent:3.5"},
		{edit.Op{At: score, Name: "slope", Value: "0.5"}, "exponent:2)", "exponent:2, slope: 0.5)"},
		{edit.Op{At: score, Name: "exponent"}, ",exponent:2)", ")"},
		{edit.Op{At: "state agent / urge", Name: "foot", To: "0.25 0"}, "- energy )", "- energy, xshift: 0.25 )"},
		{edit.Op{At: low, Name: "end", To: "1 0.5"}, "  cubic", "  cubic(slope: 0.5)"},
		{edit.Op{At: low, Name: "foot", To: "0.1 0.2"}, "  cubic", "  cubic(xshift: 0.1, yshift: 0.2)"},
		{edit.Op{At: third, Name: "middle", To: "0.7 0.5"}, "(1, 2)", "(1, 2, xshift: 0.2)"},
		{edit.Op{At: third, Name: "shoulder", To: "0.7 0.8807970779778823"}, "(1, 2)", "(1, 1)"},
		{edit.Op{At: score, Index: &one, Name: "point 2", To: "0.4 0.9"}, "0.5,1,", "0.4,0.9,"},
		{edit.Op{At: score, Index: &one, Name: "point", To: "0.75 0.5"}, "0.5,1, 1", "0.5,1, 0.75, 0.5, 1"},
		{edit.Op{At: score, Index: &one, Name: "point", To: "1.2 0"}, "1, 0.2)", "1, 0.2, 1.2, 0)"},
		{edit.Op{At: score, Index: &one, Name: "point 1"}, "(energy, 0, 0.1, 0.5", "(energy, 0.5"},
		{edit.Op{At: score, Index: &one, Name: "point 3"}, ",1, 1, 0.2)", ",1)"},
		{edit.Op{At: score, Name: "point", To: "0.2 0.3"}, "only points of piecewise", ""},
		{edit.Op{At: score, Name: "exponent", Value: "energy"}, "is not a number", ""},
		{edit.Op{At: score, Name: "elbow", To: "0 0"}, "has no handle", ""},
		{edit.Op{At: score, Name: "bend", Value: "2"}, "has no parameter", ""},
		{edit.Op{At: score, Name: "xshift"}, "does not say", ""},
		{edit.Op{At: score, Name: "middle", To: "left"}, "is not a place", ""},
		{edit.Op{At: second, Name: "shoulder", To: "0.6 0.9"}, "is steep, not a number", ""},
		{edit.Op{At: second, Index: &one, Name: "middle", To: "0.6 0.9"}, "has no curve 1", ""},
	} {
		c.op.Op = "curve"
		in := edit.Input{FS: lang.Texts{"x.krk": curved}, Main: "x.krk", Ops: []edit.Op{c.op}}
		r, ds := edit.Apply(in)
		if c.new == "" {
			if r != nil || !strings.Contains(ds.All[0].Message+ds.All[0].Hint, c.old) {
				t.Errorf("%+v is not refused because %q: %v", c.op, c.old, ds.All)
			}
			continue
		}
		if r == nil {
			t.Errorf("%+v is refused: %v", c.op, ds.All)
			continue
		}
		if want := strings.Replace(curved, c.old, c.new, 1); r.Files[0].New != want {
			t.Errorf("%+v leads to %s", c.op, r.Files[0].New)
		}
		back, ds := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": r.Files[0].New}, Main: "x.krk", Ops: r.Inverse})
		if back == nil || back.Files[0].New != curved {
			t.Errorf("%+v is not taken back: %v", c.op, ds.All)
		}
	}
}

// Whatever is done to curves one after the other can be taken back, changes nothing but their arguments, and loads.
func TestCurveLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		text := curved
		for range 12 {
			list, at := curvesOf(t, text)
			i := r.IntN(len(list))
			c, index := list[i], 0
			for k := range i {
				if at[k] == at[i] {
					index++
				}
			}
			op := edit.Op{Op: "curve", At: at[i], Index: &index}
			h := c.Handles[r.IntN(len(c.Handles))]
			switch k := r.IntN(8); {
			case k == 0:
				op.Name = []string{"exponent", "slope", "point 2", "low", h.Name}[r.IntN(5)]
			case k == 1:
				op.Name, op.To = "point", fmt.Sprintf("%.2f %.2f", r.Float64(), r.Float64())
			default:
				op.Name, op.To = h.Name, fmt.Sprintf("%.2f %.2f", h.X+r.Float64()-0.5, h.Y+r.Float64()-0.5)
			}
			res, _ := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": text}, Main: "x.krk", Ops: []edit.Op{op}})
			if res == nil && op.To != "" && op.Name != "point" {
				t.Fatalf("%+v is refused in\n%s", op, text)
			}
			if res == nil || len(res.Files) == 0 {
				continue
			}
			now := res.Files[0].New
			if tail := len(text) - c.End; now[:c.Start] != text[:c.Start] || now[len(now)-tail:] != text[c.End:] {
				t.Fatalf("%+v changes more than %q:\n%s", op, c.Text, now)
			}
			back, ds := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": now}, Main: "x.krk", Ops: res.Inverse, Unchecked: true})
			if back == nil || back.Files[0].New != text {
				t.Fatalf("%+v is not taken back: %v", op, ds.All)
			}
			text = now
		}
	}
}
