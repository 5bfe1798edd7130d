package action

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// BindSet connects a function that returns a set with Go code: function near_cover(p: vec2, n: int): set of place. The
// fields of P are its parameters, as in [Bind]; R is the Go type of its values. f appends the values to out, the first
// candidate first, and returns it; a repeated value counts once. Like the functions of [BindFunc] it must be pure, and
// several goroutines may call it. A value outside of the declared type, or more than 1,024 values, count as a panic.
func BindSet[P, R any](b *Bindings, function string, f func(p P, out []R) []R) {
	id, sig := b.function(function)
	if sig == nil {
		return
	}
	if !sig.Set {
		b.fault(function, b.ds.Errorf(diag.BoundParams, sig.At, "function %s returns one value, and is bound as one that returns a set", sig.text(b.schema)),
			fmt.Sprintf("write BindFunc(%q, ...), or declare that it returns a set of %s", function, world.FormatType(b.schema, sig.Result)))
		return
	}
	ps, wrong := layOut(b.schema, sig.Params, reflect.TypeFor[P]())
	if problem := misfit(b.schema, sig.Result, reflect.TypeFor[R]()); problem != "" {
		wrong = append(wrong, "values: "+problem)
	}
	for _, text := range wrong {
		b.fault(function, b.ds.Errorf(diag.BoundParams, sig.At, "function %s: %s", sig.text(b.schema), text), "")
	}
	if !b.faulty[function] {
		s := &set[P, R]{schema: b.schema, sig: sig, params: ps, form: formOf(reflect.TypeFor[R]()), f: f}
		b.funcs[id] = s.element
	}
}

// set serves a set one value at a time: callers ask for the values in sequence, so it keeps the last sets.
type set[P, R any] struct {
	schema *world.Schema
	sig    *Signature
	params params
	form   form
	f      func(P, []R) []R

	kept [8]keptSet[R] // by the hash of the arguments: several goroutines may ask concurrently
}

// keptSet is a set with the arguments of its call.
type keptSet[R any] struct {
	mu     sync.Mutex
	known  bool
	args   []world.Word
	values []R
	words  []world.Word
}

// element returns a value by its number, which is the last argument, and 1; 0, 0 after the last. The first value calls
// the host.
func (s *set[P, R]) element(args []world.Word) [2]world.Word {
	last := len(args) - 1
	args, i := args[:last], args[last]
	h := uint64(0)
	for _, w := range args {
		h = (h ^ uint64(w)) * 0x9e3779b97f4a7c15
	}
	k := &s.kept[h>>61]
	k.mu.Lock()
	defer k.mu.Unlock()
	if i == 0 || !k.known || !slices.Equal(k.args, args) {
		s.fill(k, args)
	}
	if i < 0 || int(i) >= len(k.words) {
		return [2]world.Word{}
	}
	return [2]world.Word{k.words[i], 1}
}

// fill calls the host.
func (s *set[P, R]) fill(k *keptSet[R], args []world.Word) {
	k.known = false // until all has gone well
	var p P
	s.params.fill(unsafe.Pointer(&p), args)
	k.values, k.words = s.f(p, k.values[:0]), k.words[:0]
	for n := range k.values {
		r := &k.values[n]
		w := s.form.get(unsafe.Pointer(r))[0]
		if s.sig.Result.Kind == world.KindEnum && !s.schema.Fits(s.sig.Result, w) {
			panic(&RefusedError{"function " + s.sig.Name, "the value " + givenText(*r), wanted(s.schema, s.sig.Result)})
		}
		if n < 1<<11 && slices.Contains(k.words, w) { // beyond, the set is refused for its size
			continue
		}
		k.words = append(k.words, w)
	}
	k.args, k.known = append(k.args[:0], args...), true
}
