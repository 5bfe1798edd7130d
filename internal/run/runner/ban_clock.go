package runner

// clock is the time that a ban lasts. It stands still while something replaces what failed.
type clock struct {
	state   clockState
	started bool  // a plan of the line has ended well since the ban
	ticks   int64 // it stands: how many are left; else the tick in which it is over
	stood   int64 // it stands: since this tick
}

type clockState uint8

const (
	clockOpen   clockState = iota // it is yet to be seen whether something replaces what failed
	clockRuns                     // nothing does
	clockStands                   // a plan does, or did until another plan line took over
	lastClock   = clockStands
)

// run has the time run on. It was not seen to stand still where nothing has come up since the failure.
func (c *clock) run(tick int64) {
	if c.state == clockStands {
		c.ticks += tick
	}
	c.state = clockRuns
}

func (c *clock) stand(tick int64) {
	if c.state != clockStands {
		c.state, c.ticks, c.stood = clockStands, max(0, c.ticks-tick), tick
	}
}

// isOver reports whether the time has run out.
func (c *clock) isOver(tick int64) bool { return c.state == clockRuns && tick >= c.ticks }

// banTime returns how many ticks a ban lasts for a number of failures in a row.
func (s *Script) banTime(count int32) int64 {
	return s.ticks(min(BanTime*float64(int64(1)<<min(count-1, 30)), MaxBanTime))
}

// holdTime returns for how many ticks after the last of a number of failures in a row a ban is not lifted, whatever becomes of the condition.
func (s *Script) holdTime(count int32) int64 {
	if count <= 1 {
		return 0
	}
	return s.ticks(min(float64(int64(1)<<min(count-2, 30)), MaxBanHold))
}

// run has the time of the bans of a plan line run: nothing replaces what failed.
func (l bans) run(s *Script, line int, tick int64) {
	for i := range l {
		if b := &l[i]; b.line == line && b.inForce && !b.isTimed(s) {
			b.clock.run(tick)
		}
	}
}

// stand has the time of the bans of a plan line stand still: a plan for it has begun that does without them.
func (l bans) stand(s *Script, line int, tick int64) {
	for i := range l {
		if b := &l[i]; b.line == line && b.inForce && !b.isTimed(s) {
			b.clock.stand(tick)
		}
	}
}

// prove follows up on the good end of a plan: what has failed once may be tried again, and the time of what has failed repeatedly starts. Where it had
// started before, the plan takes as long from it as it lasted, but no more than BanTime: else what has failed twice would never be tried again
// by an agent that always has a plan, and too often by one whose plans take long.
func (l bans) prove(s *Script, line int, tick int64) {
	for i := range l {
		b := &l[i]
		if b.line != line || !b.inForce || b.isTimed(s) {
			continue
		}
		if b.count == 1 {
			b.lift = BanProved
			continue
		}
		c := &b.clock
		if c.started && c.state == clockStands {
			c.ticks -= min(tick-c.stood, s.banTime(1))
		}
		c.started = true
		c.run(tick)
	}
}

// isTimed reports whether a ban has a time or a condition of its own, which nothing that replaces what failed has stand still.
func (b *ban) isTimed(s *Script) bool { return s.banRule(&b.of).isTimed() }
