package def

import "github.com/karakuri-ai/karakuri/expr"

// goals adds the goals; nothing to a model without any.
func (d *digest) goals(i *Info) {
	if len(i.Goals) == 0 {
		return
	}
	d.count(len(i.Goals))
	for _, g := range i.Goals {
		d.goal(g)
	}
}

func (d *digest) goal(g *GoalInfo) {
	d.text(g.Name)
	d.slots(g.Params)
	for _, t := range [...]*expr.Term{g.When, g.While, g.Until} {
		d.term(t)
	}
	d.float(g.Backoff)
	d.count(len(g.Ways))
	for _, w := range g.Ways {
		d.text(w.Name)
		d.term(w.When)
		d.count(w.Tries)
		d.count(len(w.Steps))
		for _, s := range w.Steps {
			d.step(s)
		}
	}
	d.count(len(g.Interrupts))
	for _, in := range g.Interrupts {
		d.term(in.When)
		d.step(in.Step)
	}
}

func (d *digest) step(s *StepInfo) {
	d.term(s.While)
	d.term(s.Until)
	d.float(s.FailAfter)
	d.count(s.Retry)
	d.float(s.Backoff)
	for _, v := range [...]bool{s.Optional, s.Suspends, s.Uninterrupted} {
		d.flag(v)
	}
	d.count(len(s.Else))
	for _, c := range s.calls() {
		d.stepCall(c)
	}
}

func (d *digest) stepCall(c *StepCall) {
	d.term(c.When)
	switch {
	case c.Do != nil:
		d.b = append(d.b, 'd')
		d.call(c.Do)
	case c.Goal != nil:
		d.b = append(d.b, 'g')
		d.count(int(c.Goal.ID))
	case c.Task != nil:
		d.b = append(d.b, 't')
		d.count(int(c.Task.ID))
	default:
		d.b = append(d.b, 'o')
		d.count(int(c.Operator.ID))
	}
	d.terms(c.Args)
}
