package action

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// MaxArgs is the maximum number of arguments of a symbol, derived ones included.
const MaxArgs = 16

// Args are the arguments of a derived symbol.
type Args [MaxArgs]world.Word

// DeriveFunc computes a derived symbol: its ID, and the first n words of its arguments.
type DeriveFunc func(st *world.State, id int32, args Args, n int) [2]world.Word

// Symbol reads and writes a symbol of the model as a Go value. T is bool, an integer, float64, [Vec2], world.Object,
// or string for the names of enum values and objects. Pass arguments of relations as objects, as names of objects or
// enum values, or as numbers. A cell that does not exist, because an argument is none or out of range, reads as the
// zero value.
//
// A Symbol is immutable and safe for concurrent use on different states.
type Symbol[T any] struct {
	schema *world.Schema
	name   string
	stored *world.Symbol // nil: derived
	id     int32         // of the derived symbol
	params []world.Type
	typ    world.Type
	form   form
}

// Stored returns typed access to a stored symbol. The error names a suitable Go type.
func Stored[T any](schema *world.Schema, sym *world.Symbol) (Symbol[T], error) {
	s := Symbol[T]{schema: schema, name: sym.Name, stored: sym, params: sym.Params, typ: sym.Type}
	return s, s.init()
}

// Derived returns typed access to a derived symbol, which can be read only.
func Derived[T any](schema *world.Schema, id int32, name string, params []world.Type, typ world.Type) (Symbol[T], error) {
	s := Symbol[T]{schema: schema, name: name, id: id, params: params, typ: typ}
	return s, s.init()
}

func (s *Symbol[T]) init() error {
	g := reflect.TypeFor[T]()
	switch s.form = formOf(g); {
	case s.form == formString && (s.typ.Kind == world.KindEnum || s.typ.Kind == world.KindObject):
		return nil
	case s.form == formValue:
		return fmt.Errorf("symbol %s has one type, %s: use a Go type for it instead of Value", s.name, world.FormatType(s.schema, s.typ))
	}
	if problem := misfit(s.schema, s.typ, g); problem != "" {
		return fmt.Errorf("symbol %s: %s", s.name, problem)
	}
	return nil
}

// Name returns the symbol's name.
func (s *Symbol[T]) Name() string { return s.name }

// Scope returns the owner of the symbol. A derived symbol, which is read-only, counts as one of an agent.
func (s *Symbol[T]) Scope() world.Scope {
	if s.stored == nil {
		return world.ScopeAgent
	}
	return s.stored.Scope
}

// Get returns the symbol's value as the agent that acts sees it.
func (s *Symbol[T]) Get(c *Ctx, args ...any) T { return s.Read(c.state, c.derived, args...) }

// Put writes the symbol for the agent that acts. The error, a [*RefusedError], describes a number outside of the
// symbol's range, NaN or an infinity, an unknown name, an object that no longer exists or is of another type, or a
// derived symbol; then nothing has changed. Writes to a squad's or the world's symbols reach other agents in the next
// tick. A crowd reports refused values to its sink, once for each agent and cause.
func (s *Symbol[T]) Put(c *Ctx, value T, args ...any) error {
	err := s.Write(c.state, value, args...)
	if err != nil && c.refused != nil {
		c.refused(err)
	}
	return err
}

// Read returns the symbol's value in a state.
func (s *Symbol[T]) Read(st *world.State, derived DeriveFunc, args ...any) (value T) {
	list, n, ok := s.words(st, args)
	if !ok {
		return value
	}
	var w [2]world.Word
	if s.stored == nil {
		w = derived(st, s.id, list, n)
	} else if at, ok := s.stored.Addr(list[:n]...); ok {
		w[0] = st.Get(at)
		if s.typ.Width() == 2 {
			w[1] = st.Get(at + 1)
		}
	} else {
		return value
	}
	if s.form == formString {
		*(*string)(unsafe.Pointer(&value)) = s.nameOf(st, w[0])
	} else {
		s.form.put(unsafe.Pointer(&value), s.typ, w)
	}
	return value
}

// Write writes the symbol in a state; see [Symbol.Put].
func (s *Symbol[T]) Write(st *world.State, value T, args ...any) error {
	if s.stored == nil {
		return s.refuse("", "it is derived from other symbols, and cannot be written")
	}
	list, n, ok := s.words(st, args)
	if !ok {
		return s.refuseArgs(st, args)
	}
	at, ok := s.stored.Addr(list[:n]...)
	if !ok {
		return s.refuseArgs(st, args)
	}
	var w [2]world.Word
	if s.form == formString {
		w[0], ok = wordNamed(st, s.typ, *(*string)(unsafe.Pointer(&value)))
	} else {
		w, ok = s.form.get(unsafe.Pointer(&value)), s.form.isNumber(unsafe.Pointer(&value))
	}
	if !ok || !st.Fits(s.typ, w[0]) {
		return s.refuseValue(value)
	}
	st.Set(at, w[0])
	if s.typ.Width() == 2 {
		st.Set(at+1, w[1])
	}
	return nil
}

func (s *Symbol[T]) nameOf(st *world.State, w world.Word) string {
	if s.typ.Kind == world.KindObject {
		return st.ObjectName(w, s.typ.ID)
	}
	return s.schema.Enums[s.typ.ID].Values[w]
}

// words turns arguments into n words, if each of them is a value of its parameter's type.
func (s *Symbol[T]) words(st *world.State, args []any) (list Args, n int, ok bool) {
	if len(args) != len(s.params) {
		return list, 0, false
	}
	for i, arg := range args {
		t := s.params[i]
		w, ok := wordOf(st, t, arg)
		if !ok || !st.Fits(t, w[0]) || t.Kind == world.KindObject && w[0] == 0 || n+t.Width() > MaxArgs {
			return list, 0, false
		}
		n += copy(list[n:], w[:t.Width()])
	}
	return list, n, true
}

// wordOf returns an argument as the words of a type.
func wordOf(st *world.State, t world.Type, arg any) (w [2]world.Word, ok bool) {
	switch a := arg.(type) {
	case world.Word:
		w[0] = a
		return w, true
	case string:
		w[0], ok = wordNamed(st, t, a)
		return w, ok
	case bool:
		w[0] = world.Bool(a)
		return w, t.Kind == world.KindBool
	case float64:
		w[0] = world.Float(a)
		return w, t.Kind == world.KindFloat && isFinite(a)
	case Vec2:
		return [2]world.Word{world.Float(a.X), world.Float(a.Y)}, t.Kind == world.KindVec2 && isFinite(a.X) && isFinite(a.Y)
	}
	v := reflect.ValueOf(arg)
	switch {
	case t.Kind != world.KindInt && t.Kind != world.KindEnum:
		return w, false
	case v.CanInt():
		w[0] = world.Word(v.Int())
		return w, true
	case v.CanUint() && v.Uint() <= math.MaxInt64:
		w[0] = world.Word(v.Uint())
		return w, true
	}
	return w, false
}

// wordNamed returns the enum value or the object of a name.
func wordNamed(st *world.State, t world.Type, name string) (world.Word, bool) {
	switch t.Kind {
	case world.KindEnum:
		for i, v := range st.Schema().Enums[t.ID].Values {
			if v == name {
				return world.Word(i), true
			}
		}
	case world.KindObject:
		o, _, ok := st.ObjectNamed(name)
		return o, ok
	}
	return 0, false
}
