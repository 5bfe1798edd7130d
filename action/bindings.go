package action

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// Func is a function of the host in the form in which expressions call it: a vec2 argument takes two words, a vec2
// result both.
type Func = func(args []world.Word) [2]world.Word

// Ask is a function of the host that returns a bool.
type Ask = func(args []world.Word) bool

// Bindings connect the actions and functions of a model with the host's code. Bind and BindFunc add to them; complete
// bindings serve any number of crowds. Adding is not safe for concurrent use.
type Bindings struct {
	schema    *world.Schema
	actions   []Signature
	functions []Signature
	kinds     []kind // by action; nil: not bound
	funcs     []Func // by function; nil: not bound
	asks      []Ask  // by function; nil: the function returns another type, or takes its arguments one by one
	faulty    map[string]bool
	ds        diag.List
}

// NewBindings returns bindings with nothing bound yet, for the actions and functions of a model in the order of their
// IDs.
func NewBindings(schema *world.Schema, actions, functions []Signature) *Bindings {
	return &Bindings{schema: schema, actions: actions, functions: functions, kinds: make([]kind, len(actions)),
		funcs: make([]Func, len(functions)), asks: make([]Ask, len(functions)), faulty: map[string]bool{}}
}

// Bind connects an action with an update function. The fields of P are the action's parameters in order: bool,
// integers, float64, [Vec2], [Enum] or integers for enums, world.Object for objects, string for texts, []int64,
// []float64 or []string for lists, which the program shares, and [Value] for a parameter of several types. S is the
// private state of one running instance, zero at its start: plain data without pointers, so that it can be saved, or a
// type whose pointer implements [encoding.BinaryMarshaler] and [encoding.BinaryUnmarshaler].
//
// The engine calls update in every tick while the action runs, including the tick in which it starts, until update
// returns Success or Failure. Update may keep its arguments until the action ends, but not beyond. [Bindings.Err]
// reports all mistakes in bindings at once.
func Bind[P, S any](b *Bindings, action string, update func(c *Ctx, p *P, s *S) Status, hooks ...Hook[P, S]) {
	id := index(b.actions, action)
	if id < 0 {
		b.unknown("action", action, b.actions)
		return
	}
	sig := &b.actions[id]
	if b.kinds[id] != nil || b.faulty[action] {
		b.ds.Errorf(diag.BoundTwice, sig.At, "action %s is bound twice", action)
		return
	}
	ps, wrong := layOut(b.schema, sig.Params, reflect.TypeFor[P]())
	for _, text := range wrong {
		b.fault(action, b.ds.Errorf(diag.BoundParams, sig.At, "action %s: %s", sig.text(b.schema), text),
			"the struct has one exported field for each parameter, in order")
	}
	state, own := layoutOfState(reflect.TypeFor[S]())
	if bad := notPlain(reflect.TypeFor[S](), "state"); bad != "" && !own {
		b.fault(action, b.ds.Errorf(diag.BoundState, sig.At, "action %s: %s", action, bad),
			"state is saved with the game: keep numbers, fixed arrays and objects in it, and an index or object instead of a pointer; or give it MarshalBinary and UnmarshalBinary")
	}
	if update == nil {
		b.fault(action, b.ds.Errorf(diag.BoundParams, sig.At, "action %s is bound to nil", action), "give a function")
	}
	if b.faulty[action] {
		return
	}
	k := &actionKind[P, S]{name: action, update: update, params: ps, state: state, own: own, schema: b.schema}
	for _, h := range hooks {
		h(k)
	}
	b.kinds[id] = k
}

// function returns the index and signature of a function that is about to be bound; nil if there is none with the name,
// or it is bound already.
func (b *Bindings) function(name string) (int, *Signature) {
	id := index(b.functions, name)
	if id < 0 {
		b.unknown("function", name, b.functions)
		return 0, nil
	}
	sig := &b.functions[id]
	if b.funcs[id] != nil || b.faulty[name] {
		b.ds.Errorf(diag.BoundTwice, sig.At, "function %s is bound twice", name)
		return 0, nil
	}
	return id, sig
}

// BindFunc connects a function that expressions call with Go code. The fields of P are its parameters, as in [Bind]; R
// holds its result. The function must be pure: it returns the same result for the same arguments, at any time and on
// any goroutine. A result outside of the declared type, NaN or an infinity counts as a panic.
func BindFunc[P, R any](b *Bindings, function string, f func(P) R) {
	id, sig := b.function(function)
	if sig == nil {
		return
	}
	if sig.Set {
		b.fault(function, b.ds.Errorf(diag.BoundParams, sig.At, "function %s returns a set, and is bound as one that returns a value", sig.text(b.schema)),
			fmt.Sprintf("write BindSet(%q, func(p Params, out []Value) []Value { ... })", function))
		return
	}
	ps, wrong := layOut(b.schema, sig.Params, reflect.TypeFor[P]())
	if problem := misfit(b.schema, sig.Result, reflect.TypeFor[R]()); problem != "" {
		wrong = append(wrong, "result: "+problem)
	}
	for _, text := range wrong {
		b.fault(function, b.ds.Errorf(diag.BoundParams, sig.At, "function %s: %s", sig.text(b.schema), text), "")
	}
	if b.faulty[function] {
		return
	}
	b.funcs[id], b.asks[id] = wordsOf(b.schema, sig, ps, f), askOf(ps, f)
}

// askOf returns a typed function with a bool result as a function over words, or nil. Conditions call such functions
// most: a result in a register costs a third of one that goes through memory.
func askOf[P, R any](ps params, f func(P) R) Ask {
	ask, ok := any(f).(func(P) bool)
	if !ok || !ps.arePlain() {
		return nil
	}
	return func(args []world.Word) bool {
		var p P
		for i := range ps { // few: a copy would cost more
			*(*world.Word)(unsafe.Add(unsafe.Pointer(&p), uintptr(i)*unsafe.Sizeof(args[0]))) = args[i]
		}
		return ask(p)
	}
}

// wordsOf returns a typed function as one over words. A result that is not a value of the function's type counts as a
// panic: no decision uses a nearby value instead.
func wordsOf[P, R any](schema *world.Schema, sig *Signature, ps params, f func(P) R) Func {
	result, typ := formOf(reflect.TypeFor[R]()), sig.Result
	return func(args []world.Word) [2]world.Word {
		var p P
		ps.fill(unsafe.Pointer(&p), args)
		r := f(p)
		w := result.get(unsafe.Pointer(&r))
		if !result.isNumber(unsafe.Pointer(&r)) || typ.Kind == world.KindInt && (int64(w[0]) < typ.Lo || int64(w[0]) > typ.Hi) ||
			typ.Kind == world.KindEnum && !schema.Fits(typ, w[0]) {
			panic(&RefusedError{"function " + sig.Name, "the result " + givenText(r), wanted(schema, typ)})
		}
		return w
	}
}

// fault remembers that a name has a faulty binding, so that it is not reported as unbound as well.
func (b *Bindings) fault(name string, d *diag.Diagnostic, hint string) {
	b.faulty[name] = true
	d.Hint = hint
}

func (b *Bindings) unknown(what, name string, list []Signature) {
	d := b.ds.Errorf(diag.BoundUnknown, diag.Span{}, "%s %q is bound, but the model declares none of that name", what, name)
	var names []string
	for i := range list {
		names = append(names, list[i].Name)
	}
	if len(names) > 0 {
		d.Hint = "it declares " + strings.Join(names, ", ")
	}
}

func index(list []Signature, name string) int {
	for i := range list {
		if list[i].Name == name {
			return i
		}
	}
	return -1
}

// Unbound returns the names of actions and functions that nothing is bound to yet, in the order of their IDs.
func (b *Bindings) Unbound() (actions, functions []string) {
	for i := range b.actions {
		if name := b.actions[i].Name; b.kinds[i] == nil && !b.faulty[name] {
			actions = append(actions, name)
		}
	}
	for i := range b.functions {
		if name := b.functions[i].Name; b.funcs[i] == nil && !b.faulty[name] {
			functions = append(functions, name)
		}
	}
	return actions, functions
}

// Err returns all mistakes in the bindings, including unbound actions and functions, as a [*diag.Failure]; nil if
// there are none.
func (b *Bindings) Err() error {
	var ds diag.List
	ds.Append(b.ds)
	for i := range b.actions {
		if sig := &b.actions[i]; b.kinds[i] == nil && !b.faulty[sig.Name] {
			ds.Errorf(diag.Unbound, sig.At, "action %s is not bound", sig.text(b.schema)).Hint =
				fmt.Sprintf("bind it: Bind(%q, func(c *Ctx, p *Params, s *State) Status { ... })", sig.Name)
		}
	}
	for i := range b.functions {
		if sig := &b.functions[i]; b.funcs[i] == nil && !b.faulty[sig.Name] {
			hint := "bind it: BindFunc(%q, func(p Params) Result { ... })"
			if sig.Set {
				hint = "bind it: BindSet(%q, func(p Params, out []Value) []Value { ... })"
			}
			ds.Errorf(diag.Unbound, sig.At, "function %s is not bound", sig.text(b.schema)).Hint = fmt.Sprintf(hint, sig.Name)
		}
	}
	return ds.Err()
}

// Funcs returns the functions of the host by ID; the slice belongs to the bindings.
func (b *Bindings) Funcs() []Func { return b.funcs }

// Asks returns the bool functions of the host by ID, nil for others; the slice belongs to the bindings. They return
// the same as those of [Bindings.Funcs].
func (b *Bindings) Asks() []Ask { return b.asks }

// Schema returns the schema that the bindings are for.
func (b *Bindings) Schema() *world.Schema { return b.schema }
