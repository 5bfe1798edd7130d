package lifted

import "errors"

// ErrStopped is the error of [Compile] when its caller stops it.
var ErrStopped = errors.New("compiling was stopped")

// stepsPerLook is the number of steps between two calls of stop: together less than a millisecond.
const stepsPerLook = 1 << 12

// meter counts steps of work, and unwinds to [Compile] or [Problem.Linear] when the caller stops it.
type meter struct {
	stop  func() bool // nil: never
	steps int         // since the last call
}

// stopped unwinds the stack.
type stopped struct{}

// tick counts steps.
func (m *meter) tick(n int) {
	if m.steps += n; m.steps >= stepsPerLook {
		m.look()
	}
}

func (m *meter) look() {
	if m.steps = 0; m.stop != nil && m.stop() {
		panic(stopped{})
	}
}

// unwound is deferred where unwinding ends.
func unwound(over *bool) {
	switch v := recover().(type) {
	case nil:
	case stopped:
		*over = true
	default:
		panic(v)
	}
}
