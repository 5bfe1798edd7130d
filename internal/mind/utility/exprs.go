package utility

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Exprs are inputs that are compiled expressions over the state of a machine. It belongs to one goroutine at a time, like its
// machine.
type Exprs struct {
	Machine *expr.Machine
	Values  []*expr.Value // by their place in Config.Inputs: numbers, or truth values, which count as 0 and 1
	Frame   []world.Word  // the parameters that the expressions refer to
	Slot    int           // where in the frame the target goes, if there is one; negative: nowhere
}

// Fill evaluates the expression for each target.
func (e *Exprs) Fill(dst []float64, input int, targets []Target) {
	v := e.Values[input]
	float := v.Type().Kind == world.KindFloat
	for i, target := range targets {
		if target != NoTarget && e.Slot >= 0 {
			e.Frame[e.Slot] = world.Word(target)
		}
		w := v.Eval(e.Machine, e.Frame)
		if float {
			dst[i] = w.Float()
		} else {
			dst[i] = float64(w)
		}
	}
}
