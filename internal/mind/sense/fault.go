package sense

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// Fault is a fault of a [Host] during a call for an observer. After a panic, or a call that ended its goroutine, the
// observer perceives no more in the step. An object with invalid numbers, such as a position of NaN, counts as absent.
// The observer's memory remains.
type Fault struct {
	Observer Observer
	action.Fault
}

// TakeFaults returns the host's faults since the last call, by observer, and clears them. It must not be called during
// a step.
func (f *Field) TakeFaults() []Fault {
	list := f.faults
	if f.faults = nil; len(list) > 0 {
		sorting.By(list, func(a, b Fault) int { return int(a.Observer - b.Observer) })
	}
	return list
}

// fail keeps what went wrong for an observer. The value is that of the panic; nil: the goroutine ends.
func (f *Field) fail(i int, v any) {
	f.failing.Lock()
	defer f.failing.Unlock()
	f.faults = append(f.faults, Fault{Observer(i), action.NewFault("the host of the senses", v)})
}

// Speak makes the sound of an object's voice that says something. It reports whether the object has one. A fault of the
// host is one of the observer id, which is the object's; the fault of an object that is none is ignored.
func (f *Field) Speak(self ObjectID, said int64, id Observer) (ok bool) {
	host, voices := f.options.Host.(Voice)
	if !voices || self == 0 {
		return false
	}
	defer func() {
		if v := action.Caught(recover()); v != nil {
			if ok = false; f.has(id) {
				f.fail(int(id), v)
			}
		}
	}()
	s, ok := host.Voice(self)
	s.From, s.Said = self, said
	return ok && f.Sound(s)
}

// object asks the host about an object for an observer. It refuses and reports objects with invalid numbers.
func (f *Field) object(o *observer, id ObjectID) (truth Object, there bool) {
	if truth, there = f.options.Host.Object(id); !there {
		return truth, false
	}
	if what := wrong(&truth); what != "" {
		f.refuse(o, id, what)
		return Object{}, false
	}
	return truth, true
}

// wrong reports which number of an object is out of range; empty: none is.
func wrong(o *Object) string {
	switch {
	case !isSpot(o.At):
		return outOf("At", o.At.X, o.At.Y)
	case !isSpot(o.Velocity):
		return outOf("Velocity", o.Velocity.X, o.Velocity.Y)
	case o.Facing != o.Facing: // its length is of no account
		return outOf("Facing", o.Facing.X, o.Facing.Y)
	case !within(o.Importance, 0, maxNumber):
		return fmt.Sprintf("Importance is %v; it must be from 0 to %v", o.Importance, maxNumber)
	case !within(float64(o.Kind), -maxKind, maxKind):
		return fmt.Sprintf("Kind is %v; it must be from %d to %d", o.Kind, int64(-maxKind), int64(maxKind))
	}
	for i, v := range o.Values {
		if !sane(v) {
			return fmt.Sprintf("Values[%d] is %v; it must be from %v to %v", i, v, -maxNumber, maxNumber)
		}
	}
	return ""
}

func outOf(what string, x, y float64) string {
	return fmt.Sprintf("%s is (%v, %v); both must be from %v to %v", what, x, y, -maxNumber, maxNumber)
}

// refuse keeps that an answer of the host was refused, once for each observer and step.
func (f *Field) refuse(o *observer, id ObjectID, what string) {
	if o.refused == f.step {
		return
	}
	o.refused = f.step
	f.failing.Lock()
	defer f.failing.Unlock()
	f.faults = append(f.faults, Fault{o.number, action.Fault{Action: "the host of the senses", Message: fmt.Sprintf("object %d is not perceived: its %s", id, what)}})
}
