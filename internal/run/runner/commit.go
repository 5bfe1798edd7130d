package runner

// commitment returns the tick until which the running steps are committed, so that no other plan may replace them; 0:
// they are not.
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

// keepCommitted keeps the running plan because one of its steps is committed, and plans again when the commitment is
// over.
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
