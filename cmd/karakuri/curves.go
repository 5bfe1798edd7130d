package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
)

type curvesCmd struct {
	Name     string   `arg:"" optional:"" help:"Kind of curve. Default: list all."`
	Slope    *float64 `help:"Slope m."`
	Exponent *float64 `help:"Exponent k."`
	XShift   *float64 `name:"xshift" help:"Shift to the right c."`
	YShift   *float64 `name:"yshift" help:"Shift upwards b."`
	Low      *float64 `help:"Lower bound of the result."`
	High     *float64 `help:"Upper bound of the result."`
	Points   string   `placeholder:"X:Y,..." help:"Points of a piecewise curve."`
	SVG      string   `name:"svg" placeholder:"FILE" help:"Also write a picture."`
}

// Help returns the text of --help.
func (*curvesCmd) Help() string {
	return `Shows each response curve with a description, its formula, its parameters, a plot, and values.

    karakuri curves
    karakuri curves logistic
    karakuri curves logistic --exponent=-2 --xshift=0.2 --svg reach.svg
    karakuri curves piecewise --points 0:0.1,0.4:0.9,1:0`
}

// Run lists all kinds of curves, or shows one curve.
func (cmd *curvesCmd) Run(c *console) error {
	if cmd.Name == "" {
		return listCurves(c.out)
	}
	kind, ok := curve.KindNamed(cmd.Name)
	if !ok {
		return &usageError{fmt.Sprintf("there is no curve %q: run \"karakuri curves\" for a list", cmd.Name)}
	}
	shown, err := cmd.curve(kind)
	if err != nil {
		return &usageError{err.Error()}
	}
	info := &curve.Kinds()[kind]
	if cmd.SVG != "" {
		if err := os.WriteFile(cmd.SVG, []byte(shown.SVG(info.Name)), 0o666); err != nil {
			return err
		}
	}
	cols := defaultCols
	if c.outIsTerminal {
		cols, _ = c.size()
	}
	_, err = io.WriteString(c.out, curveText(info, &shown, min(cols, 100)))
	return err
}

// curve returns the curve that the flags describe.
func (cmd *curvesCmd) curve(kind curve.Kind) (curve.Curve, error) {
	shown := kind.Curve()
	set := map[string]*float64{"slope": cmd.Slope, "exponent": cmd.Exponent, "xshift": cmd.XShift, "yshift": cmd.YShift,
		"low": cmd.Low, "high": cmd.High}
	for i := range curve.Kinds()[kind].Params {
		p := &curve.Kinds()[kind].Params[i]
		if v := set[p.Name]; v != nil {
			p.Set(&shown, *v)
		}
		delete(set, p.Name)
	}
	if set["exponent"] != nil {
		return shown, fmt.Errorf("%v has no exponent", kind)
	}
	if cmd.Points != "" {
		if kind != curve.Piecewise {
			return shown, fmt.Errorf("%v has no points", kind)
		}
		var err error
		if shown.Points, err = readPoints(cmd.Points); err != nil {
			return shown, err
		}
	}
	return shown, shown.Check()
}

func readPoints(text string) (points []curve.Point, err error) {
	for _, pair := range strings.Split(text, ",") {
		x, y, _ := strings.Cut(pair, ":")
		var p curve.Point
		if p.X, err = strconv.ParseFloat(x, 64); err == nil {
			p.Y, err = strconv.ParseFloat(y, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("%q is not a point: write X:Y", pair)
		}
		points = append(points, p)
	}
	return points, nil
}

func listCurves(w io.Writer) error {
	for _, info := range curve.Kinds() {
		if _, err := fmt.Fprintf(w, "%-12s %s\n%12s %s\n", info.Name, info.Doc, "", info.Formula); err != nil {
			return err
		}
	}
	return nil
}

// curveText is all there is to say of a curve.
func curveText(info *curve.Info, shown *curve.Curve, cols int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s\n\n    %s\n\n", info.Name, info.Doc, info.Formula)
	for i := range info.Params {
		p := &info.Params[i]
		fmt.Fprintf(&s, "    %-8s %-4s = %-5g default %g, %g..%g: %s\n", p.Name, p.Symbol, p.Get(shown), p.Default, p.Min, p.Max, p.Doc)
	}
	fmt.Fprintf(&s, "\n    for example %s:\n    karakuri curves %s\n\n", info.Example.Doc, curveFlags(info, &info.Example.Curve))
	s.WriteString(shown.Plot(cols, 17))
	s.WriteString("\n")
	for i := range 11 {
		fmt.Fprintf(&s, "%6.1f", float64(i)/10)
	}
	s.WriteString("\n")
	for i := range 11 {
		fmt.Fprintf(&s, "%6.3f", shown.At(float64(i)/10))
	}
	return s.String() + "\n"
}

// curveFlags is the command line that describes a curve.
func curveFlags(info *curve.Info, shown *curve.Curve) string {
	text := info.Name
	for i := range info.Params {
		if p := &info.Params[i]; p.Get(shown) != p.Default {
			text += fmt.Sprintf(" --%s=%g", p.Name, p.Get(shown))
		}
	}
	if info.Kind != curve.Piecewise {
		return text
	}
	var points []string
	for _, p := range shown.Points {
		points = append(points, fmt.Sprintf("%g:%g", p.X, p.Y))
	}
	return text + " --points " + strings.Join(points, ",")
}
