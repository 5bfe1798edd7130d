package def

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
	d.clauses(GoalTable.Body, g)
	d.count(len(g.Ways))
	for _, w := range g.Ways {
		d.text(w.Name)
		d.clauses(WayTable.Head, w)
		d.count(len(w.Steps))
		for _, s := range w.Steps {
			d.step(s)
		}
	}
	d.count(len(g.Interrupts))
	for _, in := range g.Interrupts {
		d.clauses(InterruptTable.Head, in)
		d.step(in.Step)
	}
}

func (d *digest) step(s *StepInfo) {
	d.clauses(StepTable.Head, s)
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
