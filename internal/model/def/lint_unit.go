package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// bareSeconds is from which time on, in seconds, one without a unit is taken to be meant in milliseconds: few steps
// take minutes, and for those that do a unit is soon written.
const bareSeconds = 100

// lintUnits warns of times without a unit that are long in seconds, in the place itself or in a constant used there.
// Numbers without a text come from a program, which has its own way to give units.
func (r *resolver) lintUnits() {
	for _, n := range r.times {
		lit, isLit := n.(*expr.Lit)
		if ref, ok := n.(*expr.Ref); ok {
			if e := r.names.find(ref.Name, kindConst); e != nil {
				lit, _ = e.decl.(*Const).Value.(*expr.Lit)
			}
		}
		if lit == nil || lit.At.Src == nil || bare(lit) < bareSeconds {
			continue
		}
		d := r.diags.Warnf(diag.NoUnit, n.Span(), "%s has no unit and counts as seconds, which is a long time", lit.Text)
		d.Hint = "write " + lit.Text + "ms or " + lit.Text + "s"
		if !isLit {
			d.Related = []diag.Related{{Span: lit.At, Message: "the number"}}
		}
	}
}

// bare returns a number that is written without a unit; 0 for anything else.
func bare(lit *expr.Lit) float64 {
	switch lit.Kind {
	case expr.LitInt:
		return float64(lit.Int)
	case expr.LitFloat:
		return lit.Float
	}
	return 0
}
