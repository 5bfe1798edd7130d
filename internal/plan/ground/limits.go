package ground

import "time"

// Limits bound the work of [Ground]. The zero Limits bound nothing.
type Limits struct {
	// Clock tells the time since some moment; Deadline, if it is not zero, is when the work must have ended on it.
	Clock    func() time.Duration
	Deadline time.Duration
	// Memory is how many bytes the result may take together with what is needed to make it, about; 0: no limit.
	Memory int64
	Cancel <-chan struct{}
	// Progress, if it is not nil, is called now and then by the goroutine that works: with what is being done, and how
	// many instances there are.
	Progress func(phase string, count int)

	// Pause, if it is not nil, is called now and then with the steps of work done since the last time, and the bytes taken. It
	// may let others work meanwhile. If it returns false, the work ends as cancelled.
	Pause func(steps, bytes int64) bool

	// NoNeeds leaves what follows from the tasks below a method, [lifted.Needs] and Pulled, out of its conditions.
	NoNeeds bool
	// NoOpen binds every variable of a method; see [Method].
	NoOpen bool
}

// LimitError says which limit ended the work.
type LimitError struct {
	Limit string // "time", "memory" or "cancelled"
}

// Error returns a sentence that names the limit.
func (e *LimitError) Error() string { return "instantiation ended by a limit: " + e.Limit }

const (
	// ticksPerLook is how many steps pass between two looks at the limits: together less than a millisecond.
	ticksPerLook = 1 << 10
	// stretch is how many literals of a long condition, or parts of a long effect, count as a step of their own.
	stretch = 1 << 6
	// factStretch is how many facts or objects that are looked at count so.
	factStretch = 1 << 10
	// looksPerProgress is how many looks pass between two calls of Limits.Progress.
	looksPerProgress = 1 << 5
)

// meter counts the steps of the work and ends it at a limit.
type meter struct {
	Limits
	phase string
	ticks int
	told  int // ticks at the last pause
	taken func() (bytes int64, full bool, count int)
	extra int64 // bytes beside those
	rules int64 // bytes of rules
	over  *LimitError
}

// tick counts a step. It reports whether the work may go on.
func (m *meter) tick() bool {
	m.ticks++
	if m.ticks%ticksPerLook != 0 {
		return m.over == nil
	}
	return m.look()
}

// goesOn counts the steps of a long piece of work, of which so many parts were done: one for each stretch. It reports whether the
// work may go on.
func (m *meter) goesOn(done int) bool {
	if done%stretch != 0 || done == 0 {
		return true
	}
	return m.tick()
}

// goesOnFacts is goesOn for what is only looked at: facts and objects that may not fit.
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

// reserve counts bytes that are about to be taken beside the instances. It reports whether the limits allow it.
func (m *meter) reserve(bytes int64) bool {
	m.extra += bytes
	return m.look()
}
