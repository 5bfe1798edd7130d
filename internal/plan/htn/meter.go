package htn

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// RoundsPerNode is the number of quantifier rounds, within conditions, order keys, costs, arguments and effects, that
// count as one node of the search: both take about as long. The meter counts them in batches of [expr.MeterRounds], so
// that a plan whose conditions visit a few objects takes as many nodes as it tried methods and operators.
const RoundsPerNode = 16

// meter is a planner as what its expressions draw their rounds from.
type meter Planner

// Spend implements expr.Meter.
func (m *meter) Spend() bool {
	p := (*Planner)(m)
	if p.stats.Nodes += expr.MeterRounds / RoundsPerNode; p.stats.Nodes >= p.limits.Nodes {
		p.halt = BoundNodes
	}
	if p.halt == NoBound {
		p.poll()
	}
	p.overran = p.halt != NoBound
	return !p.overran
}

// Stop implements expr.Meter.
func (m *meter) Stop() {
	m.overran = true
	if m.halt == NoBound {
		m.halt = BoundNodes
	}
}

// overrun ends a search that a bound has ended within an expression.
func (p *Planner) overrun(o *expr.Overrun) {
	p.overran, p.within = false, o.Term
	p.recordPrune(-1, pruneWithin)
	p.finish()
}

// aside is the evaluation outside the search, for recorders that watch a planner: it does not count as nodes, so that
// watching does not change a search, but it is bounded as well.
type aside struct {
	p       *Planner
	machine expr.Machine
	left    int  // rounds of the evaluation
	rest    int  // rounds of all evaluations of the search
	decides bool // the search cannot continue without the outcome
}

// Spend implements expr.Meter.
func (a *aside) Spend() bool {
	a.rest -= expr.MeterRounds
	if a.left -= expr.MeterRounds; a.left >= 0 {
		a.p.poll()
	}
	if a.left >= 0 && a.p.halt == NoBound {
		return true
	}
	a.Stop()
	return false
}

// Stop implements expr.Meter.
func (a *aside) Stop() {
	if a.decides {
		(*meter)(a.p).Stop()
	}
}

// beside returns a machine over the picture for one evaluation outside the search. If the search cannot continue
// without the outcome, an overrun ends it; else the caller recovers.
func (p *Planner) beside(decides bool) *expr.Machine {
	if p.watcher == nil {
		p.watcher = &aside{p: p, rest: 2 * expr.MaxRounds}
	}
	a := p.watcher
	a.left, a.decides = expr.MaxRounds, decides
	if !decides { // a search that fails in thousands of places is explained in the first of them
		a.left = min(a.left, a.rest)
	}
	a.machine.State, a.machine.Funcs, a.machine.Meter = p.state, p.o.Funcs, a
	a.machine.StartMeter()
	return &a.machine
}

// why explains a condition that does not hold in the picture; false when that takes too long.
func (p *Planner) why(t *expr.Term, fr []world.Word) (why expr.Why, ok bool) {
	defer recoverOverrun(&ok)
	return expr.Explain(t, p.beside(false), fr), true
}

// ways reports what makes recursive symbols in a condition hold; false when that takes too long.
func (p *Planner) ways(t *expr.Term, fr []world.Word) (ways []expr.Way, ok bool) {
	if t == nil {
		return nil, true
	}
	defer recoverOverrun(&ok)
	return expr.Ways(t, p.beside(false), fr), true
}

// holdsBeside judges a part of a condition for a tally; ok is false when that takes too long.
func (p *Planner) holdsBeside(c *expr.Cond, fr []world.Word) (holds, ok bool) {
	defer recoverOverrun(&ok)
	return c.Eval(p.beside(false), fr), true
}

// recoverOverrun is deferred around an evaluation outside the search: it sets ok to false if the evaluation took too
// long.
func recoverOverrun(ok *bool) {
	switch v := recover().(type) {
	case nil:
	case *expr.Overrun:
		*ok = false
	default:
		panic(v)
	}
}
