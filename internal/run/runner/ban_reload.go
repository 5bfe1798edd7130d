package runner

// doubt is called when the program is a different one: it looks at conditions again, and gives bans whose rule has
// changed their new duration. It removes bans without a rule, and, of bans that have become equal, all except the one
// that failed last. Standing is the plan line whose plan runs; -1: none. Bans that were lifted are only reported.
func (l *bans) doubt(s *Script, tick int64, standing int) {
	for i := range *l {
		b := &(*l)[i]
		if b.lift == NotLifted {
			if b.retime(s) && b.line == standing {
				b.clock.stand(tick)
			}
			if s.banRule(&b.of).none || l.isFollowed(s, i) {
				b.inForce, b.count = false, 0
			}
		}
		b.stale = b.inForce && b.isConditional(s)
		b.turned = b.turned && b.stale
	}
	l.sweep()
}

// retime starts the clock anew, from the failure on, if it is not one of the present rule. It reports whether the new
// one may pause.
func (b *ban) retime(s *Script) (pauses bool) {
	if !b.inForce {
		return false
	}
	rule, endless := s.banRule(&b.of), b.clock.state != clockStands && b.clock.ticks == never
	switch {
	case rule.ticks > 0 && (endless || b.clock.state != clockRuns):
	case rule.ticks == 0 && endless != (rule.until != nil):
	default:
		return false
	}
	if endless {
		b.reads.Cells.Reset() // of a condition that is no longer asked
	}
	b.clock, _ = s.start(rule, b.failed, max(b.count, 1))
	return !rule.isTimed()
}

// isFollowed reports whether a ban that counts as the same as the one given failed later; of two that failed in the
// same tick the first one stays.
func (l bans) isFollowed(s *Script, i int) bool {
	b := &l[i]
	for k := range l {
		c := &l[k]
		if k != i && c.count > 0 && c.lift == NotLifted && c.line == b.line && s.Domain.SameWay(&c.of, &b.of) && (c.failed > b.failed || c.failed == b.failed && k < i) {
			return true
		}
	}
	return false
}
