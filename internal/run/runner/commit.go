package runner

// commitment returns the tick up to which the running steps hold off every other plan; 0: not at all.
func (c *course) commitment(s *Script) int64 {
	end := int64(0)
	for i := range c.efforts {
		e := &c.efforts[i]
		if commit := s.operatorOf(e).commit; commit > 0 {
			end = max(end, e.begun+commit)
		}
	}
	return end
}

// keepCommitted keeps the running plan because a step of it is committed, and looks again when that is over.
func (r *Runner) keepCommitted() {
	r.keep(Committed)
	r.recheck = r.commitment(r.kind.script)
}

// holdOff reports whether another plan line has to wait for a commitment.
func (r *Runner) holdOff() bool {
	before := r.held
	r.held = r.active && r.commitment(r.kind.script) > r.tick
	if r.held && !before {
		r.verdict.keep = Committed
	}
	return r.held
}
