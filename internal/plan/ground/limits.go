package ground

import "time"

// Limits bound the work of [Ground]. The zero Limits have no bounds.
type Limits struct {
	// Clock returns the time since some moment, and Deadline, if not zero, is the time on it at which the work must
	// have ended.
	Clock    func() time.Duration
	Deadline time.Duration
	// Memory limits the bytes of the result and of the memory needed to make it, approximately; 0: no limit.
	Memory int64
	Cancel <-chan struct{}
	// Progress, if not nil, is called from time to time by the working goroutine, with the phase of the work and the
	// number of instances.
	Progress func(phase string, count int)

	// Pause, if not nil, is called from time to time with the steps of work since the last call, and the bytes in use.
	// It may let others work meanwhile. If it returns false, the work ends as cancelled.
	Pause func(steps, bytes int64) bool

	// NoNeeds leaves [lifted.Needs] and Pulled, the derived conditions, out of the conditions of methods.
	NoNeeds bool
	// NoOpen binds every variable of a method; see [Method].
	NoOpen bool
}

// LimitError names the limit that ended the work.
type LimitError struct {
	Limit string // "time", "memory" or "cancelled"
}

// Error returns a sentence that names the limit.
func (e *LimitError) Error() string { return "instantiation ended by a limit: " + e.Limit }

const (
	// ticksPerLook is the number of steps between two checks of the limits: together less than a millisecond.
	ticksPerLook = 1 << 10
	// stretch is the number of literals of a long condition, or parts of a long effect, that count as a step.
	stretch = 1 << 6
	// factStretch is the number of scanned facts or objects that count as a step.
	factStretch = 1 << 10
	// looksPerProgress is the number of checks between two calls of Limits.Progress.
	looksPerProgress = 1 << 5
)

// meter counts the steps of the work and ends it at a limit.
type meter struct {
	Limits
	phase string
	ticks int
	told  int // ticks at the last pause
	taken func() (bytes int64, full bool, count int)
	extra int64 // other bytes
	rules int64 // bytes of rules
	over  *LimitError
}

// tick counts a step. It reports false at a limit.
func (m *meter) tick() bool {
	m.ticks++
	if m.ticks%ticksPerLook != 0 {
		return m.over == nil
	}
	return m.look()
}

// goesOn counts the steps of a long piece of work of which done parts are finished: one for each stretch. It reports
// false at a limit.
func (m *meter) goesOn(done int) bool {
	if done%stretch != 0 || done == 0 {
		return true
	}
	return m.tick()
}

// goesOnFacts is goesOn for scanning facts and objects.
func (m *meter) goesOnFacts(done int) bool {
	if m.over != nil || done%factStretch != 0 || done == 0 {
		return m.over == nil
	}
	return m.tick()
}

// enter begins a phase of the work.
func (m *meter) enter(phase string) bool {
	m.phase = phase
	return m.look()
}

func (m *meter) look() bool {
	bytes, full, count := m.taken()
	bytes += m.extra + m.rules
	steps := m.ticks - m.told
	m.told = m.ticks
	switch {
	case m.over != nil:
	case m.Memory > 0 && bytes > m.Memory || full:
		m.over = &LimitError{"memory"}
	case m.Clock != nil && m.Deadline != 0 && m.Clock() >= m.Deadline:
		m.over = &LimitError{"time"}
	case m.cancelled(), m.Pause != nil && !m.Pause(int64(steps), bytes):
		m.over = &LimitError{"cancelled"}
	}
	if m.Progress != nil && m.ticks%(ticksPerLook*looksPerProgress) == 0 {
		m.Progress(m.phase, count)
	}
	return m.over == nil
}

func (m *meter) cancelled() bool {
	select {
	case <-m.Cancel:
		return true
	default:
		return false
	}
}

// reserve counts bytes for memory besides the instances. It reports false at a limit.
func (m *meter) reserve(bytes int64) bool {
	m.extra += bytes
	return m.look()
}
