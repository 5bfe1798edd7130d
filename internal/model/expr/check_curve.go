package expr

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/world"
)

// curve checks a call of a response curve: its input, then its parameters.
func (c *checker) curve(n *Ref, kind curve.Kind) *Term {
	if len(n.Args) == 0 || len(n.ArgNames) > 0 && n.ArgNames[0].Name != "" {
		for _, a := range n.Args {
			c.alone(a, world.Type{})
		}
		c.ds.Errorf(diag.WrongArity, n.At, "%s has no input", n.Name).Hint = "write " + curveUsage(kind)
		return nil
	}
	x := c.number(n.Args[0])
	p := curveParams{c: c, at: n.At, kind: kind, first: 1, args: n.Args[1:]}
	if n.ArgNames != nil {
		p.names = n.ArgNames[1:]
	}
	curve, ok := p.check()
	if x == nil || !ok {
		return nil
	}
	return folded(&Term{Kind: TermCurve, Type: FloatType, Src: n, Curve: curve, Args: []*Term{x}})
}

// number checks an expression that must be a number, and makes it a float.
func (c *checker) number(n Node) *Term {
	t := c.expr(n, world.Type{})
	switch {
	case t == nil:
		return nil
	case !numeric(t.Type):
		c.ds.Errorf(diag.TypeMismatch, n.Span(), "expected a number, found %s", c.typeName(t.Type))
		return nil
	}
	return c.coerce(t, FloatType)
}

// curveUsage returns a call of a curve, with a parameter of its own.
func curveUsage(kind curve.Kind) string {
	if kind == curve.Piecewise {
		return "piecewise(x, 0, 0, 1, 1)"
	}
	p := &curve.Kinds()[kind].Params[0]
	return fmt.Sprintf("%v(x), or %v(x, %s: %v)", kind, kind, p.Name, p.Default)
}

// CheckCurve checks a response curve that is given without its input, as in: through logistic(exponent: 2). Its
// parameters are constants. It reports all mistakes to ds; ok is false if there was one.
func CheckCurve(n *Ref, sc Scope, ds *diag.List) (c curve.Curve, ok bool) {
	check := checker{sc: sc, ds: ds}
	kind, known := curve.KindNamed(n.Name)
	if !known {
		for _, a := range n.Args {
			check.alone(a, world.Type{})
		}
		d := ds.Errorf(diag.UnknownCurve, n.NameAt, "unknown curve %q", n.Name)
		d.MeantOr(n.Name, Suggest(n.Name, curve.Names()), "karakuri curves lists all of them")
		return c, false
	}
	p := curveParams{c: &check, at: n.At, kind: kind, args: n.Args, names: n.ArgNames}
	found, ok := p.check()
	if !ok {
		return c, false
	}
	return *found, true
}

// curveParams are the parameters that a curve is given, as they are checked: those without a name by place, in the
// order of their documentation; for piecewise they are the points.
type curveParams struct {
	c     *checker
	at    diag.Span
	kind  curve.Kind
	first int // arguments before them
	args  []Node
	names []ArgName // nil: none has a name

	curve  curve.Curve
	given  uint64 // bit i: parameter i
	places []float64
	named  bool // one with a name has been met
}

// check returns the curve; false when a mistake was reported.
func (p *curveParams) check() (*curve.Curve, bool) {
	p.curve = p.kind.Curve()
	ok := true
	for i, a := range p.args {
		v, constant := p.constant(a)
		ok = p.take(i, a, v, constant) && constant && ok
	}
	if !ok || p.kind == curve.Piecewise && !p.points() {
		return nil, false
	}
	if err := p.curve.Check(); err != nil {
		p.c.ds.Errorf(diag.OutOfRange, p.at, "%v", err)
		return nil, false
	}
	return &p.curve, true
}

// constant returns the number that an argument is.
func (p *curveParams) constant(a Node) (float64, bool) {
	t := p.c.number(a)
	if t == nil {
		return 0, false
	}
	w, ok := t.Const()
	if !ok {
		p.c.ds.Errorf(diag.NotConstant, a.Span(), "the parameters of a curve must be constants").Hint = "put values that change into the input of the curve"
	}
	return w[0].Float(), ok
}

// take gives the curve an argument. It is known only if constant is true; its place is checked in any case.
func (p *curveParams) take(i int, a Node, v float64, constant bool) bool {
	params := curve.Kinds()[p.kind].Params
	if i < len(p.names) && p.names[i].Name != "" {
		p.named = true
		return p.takeNamed(&p.names[i], a, v, constant)
	}
	switch {
	case p.named:
		p.c.ds.Errorf(diag.FaultyArgument, a.Span(), "a positional argument follows a named one").Hint = "put positional arguments first"
	case p.kind == curve.Piecewise:
		p.places = append(p.places, v)
		return true
	case i >= len(params):
		if i == len(params) { // once is enough
			d := p.c.ds.Errorf(diag.WrongArity, p.at, "%v takes at most %s, found %d", p.kind, arguments(p.first+len(params)), p.first+len(p.args))
			d.Hint = "its parameters are " + paramsText(params)
		}
	default:
		return p.set(i, a, v, constant)
	}
	return false
}

func (p *curveParams) takeNamed(name *ArgName, a Node, v float64, constant bool) bool {
	params := curve.Kinds()[p.kind].Params
	for k := range params {
		if params[k].Name != name.Name {
			continue
		}
		if p.given>>k&1 != 0 {
			p.c.ds.Errorf(diag.FaultyArgument, name.At, "%s is given twice", name.Name)
			return false
		}
		return p.set(k, a, v, constant)
	}
	names := make([]string, len(params))
	for k := range params {
		names[k] = params[k].Name
	}
	d := p.c.ds.Errorf(diag.FaultyArgument, name.At, "%v has no parameter %q", p.kind, name.Name)
	d.MeantOr(name.Name, Suggest(name.Name, names), "its parameters are "+paramsText(params))
	return false
}

// set sets parameter k, if it lies in its range.
func (p *curveParams) set(k int, a Node, v float64, constant bool) bool {
	p.given |= 1 << k
	info := &curve.Kinds()[p.kind].Params[k]
	if constant && !(v >= info.Min && v <= info.Max) {
		p.c.ds.Errorf(diag.OutOfRange, a.Span(), "%s of %v is %v; it must be in %v..%v", info.Name, p.kind, v, info.Min, info.Max)
		return false
	}
	info.Set(&p.curve, v)
	return true
}

// points makes points from positional arguments.
func (p *curveParams) points() bool {
	if len(p.places) == 0 || len(p.places)%2 != 0 {
		d := p.c.ds.Errorf(diag.WrongArity, p.at, "piecewise takes points, each an x and a y, found %d numbers", len(p.places))
		if d.Hint = "write piecewise(x, 0, 0, 1, 1)"; p.first == 0 {
			d.Hint = "write piecewise(0, 0, 1, 1)"
		}
		return false
	}
	p.curve.Points = nil
	for i := 0; i < len(p.places); i += 2 {
		p.curve.Points = append(p.curve.Points, curve.Point{X: p.places[i], Y: p.places[i+1]})
	}
	return true
}

// paramsText lists the names of parameters.
func paramsText(params []curve.Param) string {
	names := make([]string, len(params))
	for i := range params {
		names[i] = params[i].Name
	}
	return listText(names)
}
