package utility

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Exprs are inputs given by compiled expressions over the state of a machine. Only one goroutine may use it at a time,
// like its machine.
type Exprs struct {
	Machine *expr.Machine
	Values  []*expr.Value // by index in Config.Inputs: numbers, or booleans, which count as 0 and 1
	Frame   []world.Word  // the parameters of the expressions
	Slot    int           // index of the target in the frame; negative: none
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
