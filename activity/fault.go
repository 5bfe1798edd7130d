package activity

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
)

// maxFrames is how much of the stack of a panic is kept, in calls: where it happened and how it came to that.
const maxFrames = 16

// Fault is a panic in the host's code.
type Fault struct {
	Action  string // what panicked: the name of an action, or words
	Message string // with the file and line where it happened
	Stack   string // a line for each call, the innermost first: function, file and line
}

// NewFault describes a panic with a value; it is called by the deferred function that recovered.
func NewFault(action string, v any) Fault {
	_, text := stack()
	if it, ok := v.(interface{ FaultIn() string }); ok { // it was not the host's code
		action = it.FaultIn()
	}
	return Fault{Action: action, Message: fmt.Sprint(v), Stack: text}
}

// Same reports whether two faults are of the same code and say the same, however it came to them.
func (f Fault) Same(other Fault) bool { return f.Action == other.Action && f.Message == other.Message }

// failed keeps what is known of a panic; it is called by the function that recovered.
func (c *Ctx) failed(action string, v any) {
	at, text := stack()
	c.fault = Fault{Action: action, Message: fmt.Sprintf("%v (%s)", v, at), Stack: text}
}

// stack returns where the panic that is being recovered happened, and the calls that led there. Files go by their last name:
// what is said is the same wherever the program was built.
func stack() (at, text string) {
	var pcs [4 * maxFrames]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	var b strings.Builder
	panicked := false
	for n := 0; n < maxFrames; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
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
