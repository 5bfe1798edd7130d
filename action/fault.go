package action

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
)

// maxFrames limits the kept stack of a panic, in calls.
const maxFrames = 16

// Fault is a panic in the host's code, or a call that ended its goroutine (runtime.Goexit, as testing.T.FailNow calls
// it).
type Fault struct {
	Action  string // what panicked: the name of an action, or words
	Message string // with the file and line where it happened
	Stack   string // a line for each call, the innermost first: function, file and line
}

// exited is the message of a fault without a panic: no panic has the value nil.
const exited = "it ended its goroutine (runtime.Goexit)"

// NewFault describes a panic with a value; the deferred function that recovered calls it. The value nil means that the
// goroutine ends.
func NewFault(action string, v any) Fault {
	_, text := stack()
	if it, ok := v.(interface{ FaultIn() string }); ok { // it was not the host's code
		action = it.FaultIn()
	}
	return Fault{Action: action, Message: messageOf(v), Stack: text}
}

// messageOf returns the value of a panic as text. The value is the host's: its methods may panic as well, which
// package fmt reports.
func messageOf(v any) string {
	if v == nil || v == (exit{}) {
		return exited
	}
	return fmt.Sprint(v)
}

// exit is the value with which substitutes panic instead of code that ended its goroutine: everything has the same
// result, except for the goroutine.
type exit struct{}

// exits reports whether the code did not panic, but ended its goroutine.
func (f Fault) exits() bool { return strings.HasPrefix(f.Message, exited) }

// Caught returns the value of a panic of the host's code that the caller has recovered and handles itself. If the value
// represents the end of a goroutine, which cannot be handled, Caught panics again.
func Caught(v any) any {
	if v == (exit{}) {
		panic(v)
	}
	return v
}

// IsExit reports whether a recovered value represents the end of a goroutine.
func IsExit(v any) bool { return v == (exit{}) }

// Exit ends the goroutine again if the message of a fault says that a function of the host ended it.
func Exit(message string) {
	if (Fault{Message: message}).exits() {
		panic(exit{})
	}
}

// Same reports whether two faults have the same code and message, whatever the path to them.
func (f Fault) Same(other Fault) bool { return f.Action == other.Action && f.Message == other.Message }

// failed stores a panic, or a goroutine that ends; the deferred function calls it.
func (c *Ctx) failed(action string, v any) {
	at, text := stack()
	c.fault = Fault{Action: action, Message: fmt.Sprintf("%s (%s)", messageOf(v), at), Stack: text}
}

// broken follows up on an update that did not return: it panicked with a value, or its goroutine ends. If a child has
// ended the goroutine, that is named already.
func (c *Ctx) broken(action string, v any) {
	if v != nil || !c.fault.exits() {
		c.failed(action, v)
	}
}

// mistaken stores that an update returned a status that it must not return, and returns the one that it has.
func (c *Ctx) mistaken(action string, s Status) Status {
	c.fault = Fault{Action: action, Message: "the update function returned " + s.String() + "; it must return Running, Success or Failure"}
	return Failure
}

// stack returns the place of the panic being recovered, and the calls that led there. Files have their last name only,
// so that the text is the same wherever the program was built.
func stack() (at, text string) {
	var pcs [4 * maxFrames]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	var b strings.Builder
	panicked := false
	for n := 0; n < maxFrames; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic", f.Function == "runtime.Goexit":
			panicked = true
		case panicked && f.Function != "" && !strings.HasPrefix(f.Function, "runtime."):
			place := fmt.Sprintf("%s:%d", f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
			at = cmp.Or(at, place)
			fmt.Fprintf(&b, "%s %s\n", f.Function[strings.LastIndexByte(f.Function, '/')+1:], place)
			n++
		}
		if !more {
			break
		}
	}
	return at, b.String()
}
