package runner

// quarantine is the time for which an agent does nothing after panics in the host's code: it doubles each time, until
// something that the agent does succeeds.
type quarantine struct {
	released int64 // the tick in which the current one ends
	panics   int32 // panics since something succeeded
}

// begin starts a quarantine, and returns how many ticks it lasts.
func (q *quarantine) begin(s *Script, tick int64) (ticks int64) {
	ticks = s.ticks(min(float64(int64(1)<<min(q.panics, 10)), MaxQuarantine))
	q.panics = min(q.panics+1, maxCounted)
	q.released = tick + ticks
	return ticks
}

// isOn reports whether in quarantine after a panic.
func (q *quarantine) isOn(tick int64) bool { return tick < q.released }
