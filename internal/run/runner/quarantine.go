package runner

// quarantine is how long an agent is left alone after panics in the host's code: twice as long each time, until something that it does has ended well.
type quarantine struct {
	released int64 // the tick in which the last one ends
	panics   int32 // since something has ended well
}

// begin begins one in a tick, and returns how many ticks it lasts.
func (q *quarantine) begin(s *Script, tick int64) (ticks int64) {
	ticks = s.ticks(min(float64(int64(1)<<min(q.panics, 10)), MaxQuarantine))
	q.panics = min(q.panics+1, maxCounted)
	q.released = tick + ticks
	return ticks
}

// isOn reports whether the agent is left alone in a tick.
func (q *quarantine) isOn(tick int64) bool { return tick < q.released }
