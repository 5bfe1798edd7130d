package btexact

import (
	"fmt"
	"math"
	"strconv"
)

// Kind says what a [Value] holds.
type Kind uint8

// The kinds. Bool, Int, Double and a status are numbers.
const (
	Empty        Kind       = iota // nothing yet: an entry that was declared and not written
	KindBool                       // a truth value
	KindInt                        // a whole number of 64 bits
	KindDouble                     // a number with a fraction
	KindStatus                     // a [Status]
	KindText                       // text
	KindVector                     // several values; each reader has them for itself
	KindQueue                      // several values that are taken away one by one, for all that hold the queue
	KindObject                     // something that only the host knows
	kindEnd                        // how many there are
	firstUnknown = KindText        // of the kinds that are no number
)

var kindNames = [...]string{"nothing", "bool", "int", "double", "NodeStatus", "text", "vector", "queue", "object"}

// String returns the name of the kind.
func (k Kind) String() string {
	if k < kindEnd {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// Value is the value of a blackboard entry or a port. The zero Value is empty. Values are plain data except for queues,
// which are shared, and objects, which are the host's.
type Value struct {
	kind Kind
	bits uint64 // of a number: an int64, or the bits of a float64
	text string
	ref  any // *List, or what the host gave
}

// Int returns a whole number.
func Int(n int64) Value { return Value{kind: KindInt, bits: uint64(n)} }

// Double returns a number with a fraction.
func Double(f float64) Value { return Value{kind: KindDouble, bits: math.Float64bits(f)} }

// Bool returns a truth value.
func Bool(b bool) Value {
	v := Value{kind: KindBool}
	if b {
		v.bits = 1
	}
	return v
}

// Text returns a text.
func Text(s string) Value { return Value{kind: KindText, text: s} }

// StatusValue returns a status as a value.
func StatusValue(s Status) Value { return Value{kind: KindStatus, bits: uint64(s)} }

// Vector returns a list of values that each reader has for itself. The slice is kept: do not change it.
func Vector(values ...Value) Value { return Value{kind: KindVector, ref: &List{Values: values}} }

// Queue returns a list as a value: an element taken from it is gone for all holders of the list.
func Queue(l *List) Value { return Value{kind: KindQueue, ref: l} }

// Object returns something of the host's as a value. Trees whose blackboard holds objects cannot be saved.
func Object(v any) Value { return Value{kind: KindObject, ref: v} }

// List holds the values of a vector or queue.
type List struct{ Values []Value }

// Kind returns what the value holds.
func (v Value) Kind() Kind { return v.kind }

// IsEmpty reports whether the value holds nothing.
func (v Value) IsEmpty() bool { return v.kind == Empty }

// IsNumber reports whether the value is a number; truth values and statuses are.
func (v Value) IsNumber() bool { return v.kind >= KindBool && v.kind <= KindStatus }

// isWhole reports whether the value is a number held as an int64.
func (v Value) isWhole() bool { return v.IsNumber() && v.kind != KindDouble }

// whole returns the int64 of a value that is one.
func (v Value) whole() int64 { return int64(v.bits) }

// real returns the float64 of a KindDouble.
func (v Value) real() float64 { return math.Float64frombits(v.bits) }

// List returns the values of a vector or queue, or nil.
func (v Value) List() *List {
	l, _ := v.ref.(*List)
	return l
}

// Object returns what the host gave to [Object], or nil.
func (v Value) Object() any {
	if v.kind != KindObject {
		return nil
	}
	return v.ref
}

// String returns the value as text: what a text port reads of it.
func (v Value) String() string {
	switch v.kind {
	case Empty:
		return ""
	case KindText:
		return v.text
	case KindDouble:
		return strconv.FormatFloat(v.real(), 'f', 6, 64)
	case KindVector, KindQueue:
		text := ""
		for i, e := range v.List().Values {
			if i > 0 {
				text += ";"
			}
			text += e.String()
		}
		return text
	case KindObject:
		return fmt.Sprint(v.ref)
	}
	return strconv.FormatInt(v.whole(), 10)
}
