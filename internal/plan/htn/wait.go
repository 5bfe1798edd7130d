package htn

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// wait holds the data of a plan that waits for the cooldown of an operator.
type wait struct {
	apart   *expr.Cond // its condition except for the cooldown; nil: none
	cooling *world.Symbol
	again   bool // the whole cooldown may be waited for: an earlier step of the plan may have begun it
}

func compileWait(o *def.OperatorInfo) *wait {
	if o.Wait == 0 || o.Cooling == nil {
		return nil
	}
	return &wait{compileCond(o.Apart), o.Cooling, o.Wait < 0 || o.Wait >= o.Cooldown}
}

// isWaitedFor reports whether a step of an operator whose condition does not hold may wait, in plans that do, until its
// cooldown is over.
func (p *Planner) isWaitedFor(id int32, fr []world.Word) bool {
	w := p.d.waits[id]
	if w == nil {
		return false
	}
	may := p.o.Waits[id]
	if p.cools(w.cooling) {
		may = w.again
	}
	if !may {
		return false
	}
	return w.apart == nil || w.apart.Judge(&p.machine, fr, p.tracker)
}

// cools reports whether a step of the plan so far begins a cooldown.
func (p *Planner) cools(cooling *world.Symbol) bool {
	for i := range p.steps {
		if p.d.Info.Operators[p.steps[i].operator].Cooling == cooling {
			return true
		}
	}
	return false
}

// WhenWaiting is [Plan.When] for a step that may wait for its cooldown.
func (pl *Plan) WhenWaiting(i int, m *expr.Machine) bool {
	s := pl.Step(i)
	w := pl.d.waits[s.Operator]
	if w == nil {
		return pl.When(i, m)
	}
	return (w.apart == nil || w.apart.Eval(m, s.Args)) && pl.keepsOn(i, m)
}
