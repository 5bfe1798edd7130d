package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// curveSamples is the number of values that draw a curve, from 0 to 1.
const curveSamples = 65

// TextCurve is a response curve in the text of a statement.
type TextCurve struct {
	Kind    string         `json:"kind"`
	Formula string         `json:"formula"`
	Text    string         `json:"text"`
	Start   int            `json:"start"`
	End     int            `json:"end"`
	Through bool           `json:"through,omitempty"` // it shapes the consideration of its line
	Params  []CurveParam   `json:"params"`
	Handles []curve.Handle `json:"handles,omitempty"` // those whose parameters the text says as numbers, or not at all
	Y       []float64      `json:"y,omitempty"`       // its values at equal distances from 0 to 1
	Unknown string         `json:"unknown,omitempty"` // why it cannot be drawn
	Fixed   string         `json:"fixed,omitempty"`   // why some of it cannot be dragged
}

// CurveParam is a parameter of a curve.
type CurveParam struct {
	Name   string  `json:"name"`
	Symbol string  `json:"symbol"` // in the formula
	Value  float64 `json:"value"`
	Said   string  `json:"said,omitempty"` // as it is written; empty: it has its default
}

// curveArg is a part of a call between commas.
type curveArg struct {
	name       string
	from       int // with the name before it
	start, end int
	number     bool // it is a number as it is written, with its sign
}

// curveCall is a curve in a text.
type curveCall struct {
	at      *node
	kind    curve.Kind
	start   int // of its name
	named   int // the end of its name
	open    int // of its parentheses; 0: it has none
	end     int
	through bool
	args    []curveArg // without the input

	is      curve.Curve
	said    map[string]*curveArg // what says a parameter, or a coordinate of a point: x1, y1
	unknown string
}

// curves returns the response curves of a text, in order.
func (t *text) curves() []*curveCall {
	if t.calls == nil {
		t.calls = t.findCurves()
	}
	return *t.calls
}

func (t *text) findCurves() *[]*curveCall {
	list := new([]*curveCall)
	names := curve.Names()
	if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(t.src.Text, name) }) {
		return list
	}
	var ds diag.List
	var tokens []expr.Token
	for s := expr.NewScanner(t.src, &ds); ; {
		tok := s.Scan()
		if tok.Kind == expr.TokEOF {
			break
		}
		if tok.Kind != expr.TokComment {
			tokens = append(tokens, tok)
		}
	}
	for i, tok := range tokens {
		if tok.Kind != expr.TokName {
			continue
		}
		kind, ok := curve.KindNamed(t.src.Text[tok.Start:tok.End])
		through := i > 0 && t.src.Text[tokens[i-1].Start:tokens[i-1].End] == "through"
		called := i+1 < len(tokens) && tokens[i+1].Kind == expr.TokLParen
		if !ok || !called && !through || t.declared()[kind.String()] {
			continue
		}
		n := t.holding(int(tok.Start))
		if n == nil {
			continue
		}
		c := &curveCall{at: n, kind: kind, start: int(tok.Start), named: int(tok.End), end: int(tok.End), through: through}
		if called && !c.read(t, tokens[i+1:]) {
			continue
		}
		c.bind(t)
		*list = append(*list, c)
	}
	return list
}

// declared returns the names that the statements of a text have: a function of one's own hides a curve.
func (t *text) declared() map[string]bool {
	if t.names == nil {
		t.names = map[string]bool{}
		for _, n := range t.nodes {
			if n.NameEnd > 0 {
				t.names[strings.Trim(t.src.Text[n.NameStart:n.NameEnd], "`")] = true
			}
		}
	}
	return t.names
}

// read reads the arguments, from the parenthesis on.
func (c *curveCall) read(t *text, tokens []expr.Token) bool {
	c.open = int(tokens[0].Start)
	var list []curveArg
	depth, first := 0, 1
	for i, tok := range tokens {
		switch tok.Kind {
		case expr.TokLParen, expr.TokLBracket:
			depth++
			continue
		case expr.TokRParen, expr.TokRBracket:
			depth--
		}
		if done := depth == 0; done || depth == 1 && tok.Kind == expr.TokComma {
			if i > first {
				list = append(list, c.arg(t, tokens[first:i]))
			}
			if first = i + 1; done {
				c.end = int(tok.End)
				if !c.through {
					if len(list) == 0 {
						return false
					}
					list = list[1:]
				}
				c.args = list
				return true
			}
		}
	}
	return false
}

func (c *curveCall) arg(t *text, tokens []expr.Token) curveArg {
	a := curveArg{from: int(tokens[0].Start)}
	if len(tokens) > 2 && tokens[0].Kind == expr.TokName && tokens[1].Kind == expr.TokColon {
		a.name, tokens = t.src.Text[tokens[0].Start:tokens[0].End], tokens[2:]
	}
	a.start, a.end = int(tokens[0].Start), int(tokens[len(tokens)-1].End)
	_, a.number = plainNumber(t.src.Text[a.start:a.end])
	return a
}

// plainNumber returns a number without a unit.
func plainNumber(text string) (float64, bool) {
	if !IsNumber(text) {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	return v, err == nil
}

// bind gives the curve its parameters.
func (c *curveCall) bind(t *text) {
	c.is, c.said = c.kind.Curve(), map[string]*curveArg{}
	params := curve.Kinds()[c.kind].Params
	var places []float64
	for i := range c.args {
		a := &c.args[i]
		text := t.src.Text[a.start:a.end]
		v, known := plainNumber(text)
		if n := t.byPath["const "+text]; !known && n != nil { // a constant of this file
			_, value, _ := strings.Cut(t.src.Text[n.Start:n.End], "=")
			v, known = plainNumber(strings.TrimSpace(value))
		}
		if !known {
			c.unknown = "it depends on " + text
		}
		if a.name == "" && c.kind == curve.Piecewise {
			places = append(places, v)
			c.said[pointName(i)] = a
			continue
		}
		at := i
		if a.name != "" {
			at = slices.IndexFunc(params, func(p curve.Param) bool { return p.Name == a.name })
		}
		if at < 0 || at >= len(params) {
			c.unknown = "its parameters have a mistake"
			continue
		}
		params[at].Set(&c.is, v)
		c.said[params[at].Name] = a
	}
	if c.kind == curve.Piecewise {
		c.is.Points = nil
		for i := 0; i+1 < len(places); i += 2 {
			c.is.Points = append(c.is.Points, curve.Point{X: places[i], Y: places[i+1]})
		}
	}
	if err := c.is.Check(); err != nil && c.unknown == "" {
		c.unknown = err.Error()
	}
}

// pointName returns what the coordinate with an index is called: x1, y1, x2.
func pointName(i int) string { return string("xy"[i%2]) + strconv.Itoa(i/2+1) }

// fixed returns the parameter that a text other than a number says, and that a handle would change; empty: none.
func (c *curveCall) fixed(h curve.Handle) string {
	moved, err := c.is.Drag(h.Name, h.X+0.03, h.Y+0.03)
	if err != nil {
		return ""
	}
	for _, p := range c.differing(&moved) {
		if a := c.said[p.name]; a != nil && !a.number {
			return p.name
		}
	}
	return ""
}

// told is a parameter with a value to write.
type told struct {
	name  string
	value float64
}

// differing returns the parameters and coordinates that another curve of this kind has other values for.
func (c *curveCall) differing(now *curve.Curve) (list []told) {
	for _, p := range curve.Kinds()[c.kind].Params {
		if v := p.Get(now); v != p.Get(&c.is) {
			list = append(list, told{p.Name, v})
		}
	}
	for i, p := range now.Points {
		if was := c.is.Points[i]; p.X != was.X {
			list = append(list, told{pointName(2 * i), p.X})
		}
		if was := c.is.Points[i]; p.Y != was.Y {
			list = append(list, told{pointName(2*i + 1), p.Y})
		}
	}
	return list
}

// drawn returns the curve for views. Its offsets begin at a place.
func (c *curveCall) drawn(t *text, offset int) TextCurve {
	info := &curve.Kinds()[c.kind]
	out := TextCurve{Kind: info.Name, Formula: info.Formula, Text: t.src.Text[c.start:c.end], Start: c.start + offset, End: c.end + offset, Through: c.through, Unknown: c.unknown, Params: []CurveParam{}}
	for _, p := range info.Params {
		one := CurveParam{Name: p.Name, Symbol: p.Symbol, Value: p.Get(&c.is)}
		if a := c.said[p.Name]; a != nil {
			one.Said = t.src.Text[a.start:a.end]
		}
		out.Params = append(out.Params, one)
	}
	if c.unknown != "" {
		return out
	}
	out.Y = c.is.Sample(curveSamples)
	for _, h := range c.is.Handles() {
		if name := c.fixed(h); name != "" {
			a := c.said[name]
			out.Fixed = name + " is " + t.src.Text[a.start:a.end] + ", which is not a number of this line"
			continue
		}
		out.Handles = append(out.Handles, h)
	}
	return out
}

// curveOf returns the curve of a statement that an operation is for, nil: there is none; its number, and how many there
// are.
func (t *text) curveOf(n *node, op Op) (c *curveCall, index, count int) {
	if op.Index != nil {
		index = *op.Index
	}
	for _, k := range t.curves() {
		if k.at == n {
			if count == index {
				c = k
			}
			count++
		}
	}
	return c, index, count
}

// dragged returns the patches with which a handle is at a place; else a hint, and why it cannot be.
func (c *curveCall) dragged(t *text, handle string, x, y float64) (patches []patch, hint string, err error) {
	now, err := c.is.Drag(handle, x, y)
	if err != nil {
		return nil, "", err
	}
	fresh := newArgs{}
	for _, p := range c.differing(&now) {
		if a := c.said[p.name]; a != nil && !a.number {
			return nil, "change its declaration instead", fmt.Errorf("%s of %s is %s, not a number", p.name, c.kind, t.src.Text[a.start:a.end])
		}
		patches = c.setting(t, patches, &fresh, p.name, shortNumber(p.value))
	}
	return c.adding(t, patches, fresh), "", nil
}

// curveOp sets a parameter of a response curve, or drags one of its handles.
func curveOp(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	c, index, count := t.curveOf(n, op)
	refuse := func(hint, format string, args ...any) *change {
		e.refuse(diag.EditOp, t.span(n), format, args...).Hint = hint
		return nil
	}
	if c == nil {
		e.refuse(diag.EditPlace, t.span(n), "%q has no curve %d", op.At, index).Hint = "it has " + strconv.Itoa(count) + ", counted from 0"
		return nil
	}
	if c.unknown != "" && op.To != "" {
		return refuse("", "%s cannot be dragged: %s", c.kind, c.unknown)
	}
	var patches []patch
	switch value, given, err := op.valueText(); {
	case err != nil:
		return refuse("", "%v", err)
	case op.To != "":
		x, y, ok := placeOf(op.To)
		if !ok {
			return refuse("write one as in 0.3 0.75", "%q is not a place", op.To)
		}
		if op.Name == "point" {
			if c.kind != curve.Piecewise {
				return refuse("", "%s has no points: only points of piecewise curves can be added", c.kind)
			}
			p, err := c.added(t, x, y)
			if err != nil {
				return refuse("", "%v", err)
			}
			patches = p
			break
		}
		p, hint, err := c.dragged(t, op.Name, x, y)
		if err != nil {
			return refuse(hint, "%v", err)
		}
		patches = p
	case given:
		if _, ok := plainNumber(strings.TrimSpace(value)); !ok {
			return refuse("write one as in 5, -0.5", "%q is not a number", value)
		}
		if !c.takes(op.Name) {
			return refuse(hint(op.Name, c.paramNames()), "%s has no parameter %q", c.kind, op.Name)
		}
		fresh := newArgs{}
		patches = c.setting(t, patches, &fresh, op.Name, strings.TrimSpace(value))
		patches = c.adding(t, patches, fresh)
	default:
		p, why := c.without(t, op.Name)
		if why != "" {
			return refuse("", "%s", why)
		}
		patches = p
	}
	out := e.one(op, t, patches...)
	out.keeps = true
	return out
}

// placeOf reads two numbers.
func placeOf(text string) (x, y float64, ok bool) {
	a, b, ok := strings.Cut(strings.TrimSpace(text), " ")
	x, err := strconv.ParseFloat(a, 64)
	y, other := strconv.ParseFloat(strings.TrimSpace(b), 64)
	return x, y, ok && err == nil && other == nil
}

// shortNumber writes a number without the dust of binary fractions.
func shortNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func (c *curveCall) paramNames() (names []string) {
	for _, p := range curve.Kinds()[c.kind].Params {
		names = append(names, p.Name)
	}
	return names
}

func (c *curveCall) takes(name string) bool {
	return c.said[name] != nil || slices.Contains(c.paramNames(), name)
}

// newArgs is text to add to the arguments of a call.
type newArgs []string

// setting replaces the text of a parameter where it stands, or says what to add.
func (c *curveCall) setting(t *text, list []patch, fresh *newArgs, name, value string) []patch {
	if a := c.said[name]; a != nil {
		if t.src.Text[a.start:a.end] == value {
			return list
		}
		return append(list, patch{from: a.start, to: a.end, text: value})
	}
	*fresh = append(*fresh, name+": "+value)
	return list
}

// adding adds arguments behind those that there are.
func (c *curveCall) adding(t *text, list []patch, fresh newArgs) []patch {
	text := strings.Join(fresh, ", ")
	switch {
	case len(fresh) == 0:
		return list
	case c.open == 0:
		return append(list, patch{from: c.named, to: c.named, text: "(" + text + ")"})
	}
	at := len(strings.TrimRight(t.src.Text[:c.end-1], " \t\r\n"))
	if len(c.args) > 0 {
		at = c.args[len(c.args)-1].end
	}
	if len(c.args) > 0 || !c.through {
		text = ", " + text
	}
	return append(list, patch{from: at, to: at, text: text})
}

// coordinates returns the arguments that are coordinates of points.
func (c *curveCall) coordinates() []curveArg {
	end := slices.IndexFunc(c.args, func(a curveArg) bool { return a.name != "" })
	if end < 0 {
		end = len(c.args)
	}
	return c.args[:end]
}

// added adds a point to a piecewise curve where it stands among the others.
func (c *curveCall) added(t *text, x, y float64) ([]patch, error) {
	with := c.is
	with.Points = slices.Clone(c.is.Points)
	at := slices.IndexFunc(with.Points, func(p curve.Point) bool { return p.X+c.is.XShift > x })
	if at < 0 {
		at = len(with.Points)
	}
	with.Points = slices.Insert(with.Points, at, curve.Point{X: x - c.is.XShift, Y: 0.5})
	with, err := with.Drag("point "+strconv.Itoa(at+1), x, y)
	if err == nil {
		err = with.Check()
	}
	if err != nil {
		return nil, err
	}
	p := with.Points[at]
	text, list := shortNumber(p.X)+", "+shortNumber(p.Y), c.coordinates()
	if at < len(c.is.Points) {
		from := list[2*at].start
		return []patch{{from: from, to: from, text: text + ", "}}, nil
	}
	if len(list) == 0 { // it has none yet, which is a mistake
		return nil, c.is.Check()
	}
	from := list[len(list)-1].end
	return []patch{{from: from, to: from, text: ", " + text}}, nil
}

// without takes a parameter back to its default, or a point away.
func (c *curveCall) without(t *text, name string) (list []patch, why string) {
	first, last := 0, 0
	if n, ok := strings.CutPrefix(name, "point "); ok && c.kind == curve.Piecewise {
		k, err := strconv.Atoi(n)
		if err != nil || k < 1 || k > len(c.is.Points) {
			return nil, "there is no " + name
		}
		if len(c.is.Points) == 1 {
			return nil, "a piecewise curve has a point at least"
		}
		first, last = 2*k-2, 2*k-1
	} else {
		first = slices.IndexFunc(c.args, func(a curveArg) bool { return a.name == name && name != "" })
		if last = first; first < 0 {
			return nil, c.kind.String() + " does not say " + strconv.Quote(name) + " by name"
		}
	}
	from, to := c.args[first].from, c.args[last].end
	switch {
	case first > 0: // with the comma before it
		from = c.args[first-1].end
	case last+1 < len(c.args):
		to = c.args[last+1].from
	case !c.through:
		from = strings.LastIndexByte(t.src.Text[:from], ',')
	default:
		from, to = c.open, c.end // through logistic
	}
	return []patch{{from: from, to: to}}, ""
}
