package lifted

import "errors"

// ErrStopped is the error of [Compile] when the caller did not want it any longer.
var ErrStopped = errors.New("compiling was stopped")

// stepsPerLook is how many steps pass between two questions whether to go on: together less than a millisecond.
const stepsPerLook = 1 << 12

// meter counts steps of work, and unwinds to [Compile] or [Problem.Linear] when the caller does not want the result any longer.
type meter struct {
	stop  func() bool // nil: never
	steps int         // since the last question
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
