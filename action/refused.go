package action

import (
	"fmt"
	"math"
	"strings"
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// RefusedError is the error for a value that a symbol cannot hold, or for an invalid result of a host function, which
// counts as a panic. Nothing has changed: no other value is stored in its place.
type RefusedError struct {
	Symbol string // or "function price"
	Value  string // the refused value or argument; empty: the symbol itself
	Want   string // the permitted values
}

// Error returns the refused value and the permitted ones.
func (e *RefusedError) Error() string {
	if e.Value == "" {
		return fmt.Sprintf("karakuri: %s: %s", e.Symbol, e.Want)
	}
	return fmt.Sprintf("karakuri: %s: %s is refused; it must be %s", e.Symbol, e.Value, e.Want)
}

// OptionError is the error for an option out of range. Options are never adjusted to the nearest valid value.
type OptionError struct {
	Option string // "TPS"
	Value  string
	Want   string // the range
}

// Error returns the option, its value, and the range.
func (e *OptionError) Error() string {
	return fmt.Sprintf("karakuri: Options.%s is %s; it must be %s", e.Option, e.Value, e.Want)
}

// isNumber reports whether the Go value of this form at p is one that a word can hold: not NaN or infinite, and no
// integer beyond 63 bits.
func (f form) isNumber(p unsafe.Pointer) bool {
	switch f {
	case formFloat32:
		return isFinite(float64(*(*float32)(p)))
	case formFloat64:
		return isFinite(*(*float64)(p))
	case formVec2:
		v := (*Vec2)(p)
		return isFinite(v.X) && isFinite(v.Y)
	case formUint:
		return uint64(*(*uint)(p)) <= math.MaxInt64
	case formUint64:
		return *(*uint64)(p) <= math.MaxInt64
	}
	return true
}

func isFinite(f float64) bool { return f-f == 0 }

// wanted describes the values of a type.
func wanted(schema *world.Schema, t world.Type) string {
	switch t.Kind {
	case world.KindInt:
		if t.Lo != math.MinInt64 || t.Hi != math.MaxInt64 {
			return fmt.Sprintf("from %d to %d", t.Lo, t.Hi)
		}
	case world.KindFloat:
		return "a finite number"
	case world.KindVec2:
		return "two finite numbers"
	case world.KindEnum:
		return "one of " + strings.Join(schema.Enums[t.ID].Values, ", ")
	case world.KindObject:
		return fmt.Sprintf("an object of type %s that exists", schema.Types[t.ID].Name)
	}
	return world.FormatType(schema, t)
}

// givenText returns a value in the form in which it was given.
func givenText(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprint(v)
}

// refuse returns why something is not written.
func (s *Symbol[T]) refuse(value, want string) error {
	return &RefusedError{Symbol: s.name, Value: value, Want: want}
}

// refuseValue returns why a value is not written.
func (s *Symbol[T]) refuseValue(value T) error {
	return s.refuse(givenText(value), wanted(s.schema, s.typ))
}

// refuseArgs returns why arguments are refused.
func (s *Symbol[T]) refuseArgs(st *world.State, args []any) error {
	if len(args) != len(s.params) {
		return s.refuse("", fmt.Sprintf("it takes %d arguments, and was given %d", len(s.params), len(args)))
	}
	for i, arg := range args {
		t := s.params[i]
		if w, ok := wordOf(st, t, arg); !ok || !st.Fits(t, w[0]) || t.Kind == world.KindObject && w[0] == 0 {
			return s.refuse(fmt.Sprintf("argument %d, %s,", i+1, givenText(arg)), wanted(s.schema, t))
		}
	}
	return s.refuse("", "there is no such cell")
}
