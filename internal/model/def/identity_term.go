package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// term adds an expression by its meaning, not its text.
func (d *digest) term(t *expr.Term) {
	if t == nil {
		d.b = append(d.b, 0)
		return
	}
	d.b = append(d.b, byte(t.Kind), byte(t.Op), byte(t.Builtin), byte(t.Quant))
	d.b = t.Type.Append(d.b)
	if !d.shape || t.Kind != expr.TermConst || t.Type.Kind == world.KindEnum || t.Type.Kind == world.KindObject || t.Type.IsLiteral() {
		d.word(t.Words[0])
		d.word(t.Words[1])
	}
	d.count(t.Slot)
	d.count(int(t.TypeID))
	d.symbol(t.Symbol)
	if d.flag(t.Derived != nil); t.Derived != nil {
		d.count(int(t.Derived.ID))
	}
	if d.flag(t.Func != nil); t.Func != nil {
		d.count(int(t.Func.ID))
	}
	d.vars(t.Vars)
	d.terms(t.Args)
	d.term(t.Where)
	d.term(t.Body)
	d.term(t.Else)
	if t.Kind == expr.TermCurve {
		d.curve(t.Curve)
	}
}

// score adds an expression that only says how good something is: nothing that is saved depends on it.
func (d *digest) score(t *expr.Term) {
	if !d.shape {
		d.term(t)
	}
}

// curve adds a response curve.
func (d *digest) curve(c *curve.Curve) {
	if d.shape {
		return
	}
	d.b = append(d.b, byte(c.Kind))
	for _, f := range [...]float64{c.Slope, c.Exponent, c.XShift, c.YShift, c.Low, c.High} {
		d.float(f)
	}
	d.count(len(c.Points))
	for _, p := range c.Points {
		d.float(p.X)
		d.float(p.Y)
	}
}

// sourced precedes the call that a variable takes its values from.
const sourced = 0xfe

// source adds the call that supplies the values of a variable. Without one it adds nothing: programs without one keep
// their identity.
func (d *digest) source(t *expr.Term) {
	if t != nil {
		d.b = append(d.b, sourced)
		d.term(t)
	}
}

func (d *digest) vars(list []expr.BoundVar) {
	d.count(len(list))
	for _, v := range list {
		d.b = v.Type.Append(d.b)
		d.count(v.Index)
		d.source(v.From)
	}
}

func (d *digest) effects(list []*expr.EffectTerm) {
	d.count(len(list))
	for _, e := range list {
		d.symbol(e.Symbol)
		d.b = append(d.b, byte(e.Op))
		d.terms(e.Args)
		d.term(e.Value)
		d.term(e.Cond)
		d.vars(e.Vars)
		d.term(e.Where)
		d.effects(e.Then)
		d.effects(e.Else)
	}
}
