package goal

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// PieceKind is how the value of a [Piece] comes from those under it.
type PieceKind uint8

// Kinds of pieces.
const (
	PieceValue   PieceKind = iota // a value; its parts, if known, are below it
	PieceSum                      // the sum of its parts; subtracted ones are negative
	PieceProduct                  // the product of its parts; a divisor appears as its reciprocal
	PieceLeast                    // the lowest of its parts
	PieceMost                     // the greatest of those under it
	PieceCurve                    // Curve of X, which is its part within 0..1
	PieceMean                     // another aggregate of its parts, named by the text
)

// String returns the kind in a word: "product".
func (k PieceKind) String() string {
	return fact.Name(k, "value", "sum", "product", "least", "most", "curve", "mean")
}

// Piece is a part of a score with its value at present.
type Piece struct {
	Kind    PieceKind
	Text    string // the text in the file
	Because string // the condition of the "if" that selected it; empty: none
	Value   float64
	Curve   *curve.Curve // PieceCurve; not to be changed
	At      diag.Span    // PieceCurve of an expression: where it is called
	X       float64      // PieceCurve
	Under   []Piece
	Number  bool // Text is a number, the value itself

	minus bool // of a Number: its text begins with a minus
}

// MaxPieceDepth is the maximum depth of the pieces of a score.
const MaxPieceDepth = 12

// Factor is a factor of a score besides its parts.
type Factor struct {
	Name  string // weight, personality, inertia, repetition
	Value float64
}

// Factors returns the factors that multiplied the value of a scored candidate, without those that are 1, in order.
func (c *Candidate) Factors() (list []Factor) {
	o := c.Scored
	if o == nil {
		return nil
	}
	weight := o.Weight
	if c.scaled {
		weight /= MaxScore
	}
	for _, f := range []Factor{{"weight", weight}, {"personality", o.Offer}, {"inertia", o.Inertia}, {"repetition", o.Repetition}} {
		if f.Value != 1 {
			list = append(list, f)
		}
	}
	return list
}

// Value returns what the score of a candidate is before its [Candidate.Factors]; an expression is cut off at 0 and
// [MaxScore].
func (c *Candidate) Value() float64 {
	switch {
	case c.Scored == nil:
		return 0
	case c.scaled:
		return c.Scored.Aggregate * MaxScore
	}
	return c.Scored.Aggregate
}

// shape splits the score of an option; nil if it is a function of the host. Scaled reports that it is an expression.
func (m *Mind) shape(e *Env, o *utility.Scored) (p *Piece, scaled bool) {
	if len(o.Parts) == 0 {
		return nil, false
	}
	if o.Parts[0].Input < len(m.b.Inputs) {
		return m.considered(o), false
	}
	v, ok := m.b.source(o.Parts[0].Input).(*expr.Value)
	if !ok {
		return nil, true
	}
	x := shaper{e.Machine, 0}
	whole := x.piece(v.Term(), []world.Word{wordOf(o.Target)}, 0)
	return &whole, true
}

// considered is the piece of a want that has considerations.
func (m *Mind) considered(o *utility.Scored) *Piece {
	cfg := m.b.utility.Config()
	b := &cfg.Behaviours[o.Behaviour]
	p := &Piece{Text: b.Aggregation.String(), Value: o.Aggregate, Kind: PieceMean}
	weights := 0.0
	for i := range o.Parts {
		weights += weightOf(&b.Considerations[i])
	}
	switch b.Aggregation {
	case utility.Product:
		p.Kind = PieceProduct
	case utility.Sum, utility.WeightedMean:
		p.Kind = PieceSum
	case utility.Min:
		p.Kind = PieceLeast
	case utility.Max:
		p.Kind = PieceMost
	}
	for i, part := range o.Parts {
		c := &b.Considerations[i]
		name := cfg.Inputs[part.Input].Name
		one := Piece{Kind: PieceCurve, Text: name, Value: part.Y, Curve: &c.Curve, X: part.X, Under: []Piece{{Text: name, Value: part.Value}}}
		if w := weightOf(c); p.Kind == PieceSum {
			if b.Aggregation == utility.WeightedMean {
				w /= weights
			}
			one = Piece{Kind: PieceProduct, Text: name, Value: part.Y * w, Under: []Piece{one, {Text: "weight", Value: w}}}
		}
		p.Under = append(p.Under, one)
	}
	return p
}

func weightOf(c *utility.Consideration) float64 {
	if c.Weight == 0 {
		return 1
	}
	return c.Weight
}

// shaper takes an expression apart.
type shaper struct {
	m     *expr.Machine
	count int
}

func (x *shaper) number(t *expr.Term, frame []world.Word) float64 {
	w := expr.EvalTerm(t, x.m, frame)
	switch t.Type.Kind {
	case world.KindFloat:
		return w[0].Float()
	case world.KindInt:
		return float64(int64(w[0]))
	}
	return 0
}

// piece splits a number.
func (x *shaper) piece(t *expr.Term, frame []world.Word, depth int) Piece {
	x.count++
	p := Piece{Text: t.String(), Value: x.number(t, frame), Number: isPlain(t)}
	if depth >= MaxPieceDepth || x.count > MaxParts {
		return p
	}
	switch t.Kind {
	case expr.TermFloat:
		return x.piece(t.Args[0], frame, depth)
	case expr.TermIf:
		return x.taken(t, frame, depth)
	case expr.TermArith:
		x.arith(&p, t, frame, depth)
	case expr.TermUnary:
		inner := x.piece(t.Args[0], frame, depth+1)
		inner.negate()
		return inner
	case expr.TermCurve:
		if p.Kind, p.Curve = PieceCurve, t.Curve; t.Src != nil {
			p.At = t.Src.Span()
		}
		p.Under = []Piece{x.piece(t.Args[0], frame, depth+1)}
		p.X = curve.Unit(x.number(t.Args[0], frame))
	case expr.TermBuiltin:
		x.builtin(&p, t, frame, depth)
	case expr.TermDerived:
		if t.Derived.Body != nil && isNumber(t.Derived.Body) {
			apart := parter{m: x.m}
			p.Under = []Piece{x.piece(t.Derived.Body, apart.arguments(t, frame), depth+1)}
		}
	}
	return p
}

// taken is the branch of an "if" that counts.
func (x *shaper) taken(t *expr.Term, frame []world.Word, depth int) Piece {
	branch, because := t.Args[2], "not "+t.Args[0].String()
	if expr.EvalTerm(t.Args[0], x.m, frame)[0].Bool() {
		branch, because = t.Args[1], t.Args[0].String()
	}
	p := x.piece(branch, frame, depth+1)
	if p.Because != "" {
		because += "; " + p.Because
	}
	p.Because = because
	return p
}

func (x *shaper) builtin(p *Piece, t *expr.Term, frame []world.Word, depth int) {
	switch t.Builtin {
	case expr.BuiltinMin:
		p.Kind = PieceLeast
	case expr.BuiltinMax:
		p.Kind = PieceMost
	}
	for _, a := range t.Args {
		if isNumber(a) {
			p.Under = append(p.Under, x.piece(a, frame, depth+1))
		}
	}
}

// arith takes sums and products apart, those within them too.
func (x *shaper) arith(p *Piece, t *expr.Term, frame []world.Word, depth int) {
	a, b := t.Args[0], t.Args[1]
	switch t.Op {
	case expr.Add, expr.Sub:
		p.Kind = PieceSum
		second := x.piece(b, frame, depth+1)
		if t.Op == expr.Sub {
			second.negate()
		}
		p.Under = joined(joined(nil, x.piece(a, frame, depth+1), PieceSum), second, PieceSum)
	case expr.Mul, expr.Div:
		second := x.piece(b, frame, depth+1)
		if t.Op == expr.Div {
			if t.Type.Kind != world.KindFloat || second.Value == 0 {
				return
			}
			second = Piece{Text: "1 / " + second.Text, Value: 1 / second.Value, Because: second.Because, Under: []Piece{second}}
		}
		p.Kind = PieceProduct
		p.Under = joined(joined(nil, x.piece(a, frame, depth+1), PieceProduct), second, PieceProduct)
	default:
		p.Under = []Piece{x.piece(a, frame, depth+1)}
	}
}

// joined appends a piece to a sum or product, or its parts if it is a sum or product as well.
func joined(list []Piece, p Piece, kind PieceKind) []Piece {
	if p.Kind == kind && p.Because == "" {
		return append(list, p.Under...)
	}
	return append(list, p)
}

// negate makes a piece a subtracted one.
func (p *Piece) negate() {
	switch p.Value = -p.Value; p.Kind {
	case PieceSum:
		for i := range p.Under {
			p.Under[i].negate()
		}
		return
	case PieceValue:
		if p.Number {
			if p.minus = !p.minus; p.minus {
				p.Text = "-" + p.Text
			} else {
				p.Text = p.Text[1:]
			}
			return
		}
	}
	was := *p
	was.Value = -was.Value
	one := Piece{Text: "-1", Value: -1, Number: true, minus: true}
	*p = Piece{Kind: PieceProduct, Text: "-" + p.Text, Value: p.Value, Because: p.Because, Under: []Piece{one, was}}
	if was.Kind == PieceProduct {
		p.Under = append([]Piece{one}, was.Under...)
	}
}

// isPlain reports whether a term is a number as it is written, without a unit.
func isPlain(t *expr.Term) bool {
	lit, ok := t.Src.(*expr.Lit)
	return ok && (lit.Kind == expr.LitInt || lit.Kind == expr.LitFloat)
}

func isNumber(t *expr.Term) bool {
	return t.Type.Kind == world.KindFloat || t.Type.Kind == world.KindInt
}
