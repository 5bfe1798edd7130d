package runner

// clock is the time that a ban lasts. It pauses while a plan replaces what failed.
type clock struct {
	state   clockState
	started bool  // a plan of the line has ended well since the ban
	ticks   int64 // while paused: the ticks left; else the tick in which the ban is over
	stood   int64 // while paused: the tick since which it is
}

type clockState uint8

const (
	clockOpen   clockState = iota // it is not known yet whether a plan replaces the failed one
	clockRuns                     // no plan replaces it
	clockStands                   // a plan replaces it, or did until another plan line took over
	lastClock   = clockStands
)

// run starts the clock, or continues it after a pause.
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

// isOver reports whether the time is over.
func (c *clock) isOver(tick int64) bool { return c.state == clockRuns && tick >= c.ticks }

// compileBanTimes computes the times of bans, by the number of failures in a row. The last one is the longest.
func (s *Script) compileBanTimes() {
	for i := range s.banTimes {
		s.banTimes[i] = s.ticks(min(BanTime*float64(int64(1)<<i), MaxBanTime))
	}
	for i := range s.banHolds {
		s.banHolds[i] = s.ticks(min(float64(int64(1)<<i), MaxBanHold))
	}
}

// banTime returns how many ticks a ban lasts for a number of failures in a row.
func (s *Script) banTime(count int32) int64 {
	return s.banTimes[min(int(count), len(s.banTimes))-1]
}

// holdTime returns for how many ticks after the last of count failures in a row a ban stays, even if the condition
// holds again.
func (s *Script) holdTime(count int32) int64 {
	if count <= 1 {
		return 0
	}
	return s.banHolds[min(int(count)-1, len(s.banHolds))-1]
}

// run continues the clocks of a plan line's bans: no plan replaces what failed.
func (l bans) run(s *Script, line int, tick int64) {
	for i := range l {
		if b := &l[i]; b.line == line && b.inForce && b.clock.state != clockRuns && !b.isTimed(s) {
			b.clock.run(tick)
		}
	}
}

// stand pauses the clocks of a plan line's bans: a plan has started that does without the banned ways.
func (l bans) stand(s *Script, line int, tick int64) {
	for i := range l {
		if b := &l[i]; b.line == line && b.inForce && b.clock.state != clockStands && !b.isTimed(s) {
			b.clock.stand(tick)
		}
	}
}

// prove is called when a plan of the line has ended well. It lifts the bans of ways that failed once, and starts the
// clocks of ways that failed repeatedly. For a clock that has run before, the time that the plan took counts, but no
// more than BanTime. Otherwise an agent that always has a plan would never try the way again, and an agent with long
// plans would try it too often.
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

// isTimed reports whether a ban has a time or a condition of its own, so that its clock never pauses.
func (b *ban) isTimed(s *Script) bool { return s.banRule(&b.of).isTimed() }
