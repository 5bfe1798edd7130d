package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Scope resolves the names of a model while an expression of it is checked: parameters and free variables first, then
// declarations, then the values of enums, then objects that exist in one state only. It implements [expr.Scope].
// Immutable; safe for concurrent use.
type Scope struct {
	names *names
	slots []Slot
	alias []alias      // of trees
	state *world.State // where to look for further objects; may be nil

	compared *int // while checking: names given out for "did you mean"
}

// maxSuggestWork bounds how many names are compared for "did you mean" in one check: in a large file full of noise
// each finding would be compared with each name.
const maxSuggestWork = 500_000

// perComparison is the minimum number of names that can be skipped in the time of one comparison.
const perComparison = 8

var (
	_ expr.Scope    = (*Scope)(nil)
	_ expr.Interner = (*Scope)(nil)
	_ expr.Recaller = (*Scope)(nil)
)

// Scope returns what an expression sees: everything declared in the model, and the slots given. That is nothing
// for agents and tests, the parameters for operators and for when of methods, parameters and free variables
// for the rest of a method.
func (i *Info) Scope(slots ...Slot) *Scope { return &Scope{names: i.names, slots: slots} }

// With returns the scope with the objects of a state added to those declared.
func (s *Scope) With(st *world.State) *Scope {
	t := *s
	t.state = st
	return &t
}

// Lookup returns what a name means in an expression; see [expr.Scope].
func (s *Scope) Lookup(name string) []expr.Entity {
	if slot := s.slot(name); slot != nil {
		return []expr.Entity{{Kind: expr.EntityVar, Type: slot.Type, Slot: slot.Index}}
	}
	if a := s.aliased(name); a != nil {
		return []expr.Entity{a.value}
	}
	if e := s.names.entries[name]; e != nil && e.value.Kind != 0 {
		s.names.use(e)
		return []expr.Entity{e.value}
	}
	if values := s.names.values[name]; values != nil {
		return values
	}
	if s.state != nil {
		if o, typ, ok := s.state.ObjectNamed(name); ok {
			return []expr.Entity{object(o, typ)}
		}
	}
	return nil
}

// object returns the entity of an object.
func object(o world.Object, typ int32) expr.Entity {
	return expr.Entity{Kind: expr.EntityConst, Type: world.Type{Kind: world.KindObject, ID: typ}, Words: [2]world.Word{o}}
}

// slot returns the parameter or variable of that name, or nil.
func (s *Scope) slot(name string) *Slot {
	for i := range s.slots {
		if s.slots[i].Name == name {
			return &s.slots[i]
		}
	}
	return nil
}

// alias is a name that refers to something else while a tree is checked: the symbol that a port is given, or its value
// if that is constant. Kind 0: it is faulty.
type alias struct {
	name  string
	value expr.Entity
}

// aliased returns the target of an alias with that name, or nil.
func (s *Scope) aliased(name string) *alias {
	for i := range s.alias {
		if s.alias[i].name == name {
			return &s.alias[i]
		}
	}
	return nil
}

// bind returns the scope with one more variable.
func (s *Scope) bind(v Slot) *Scope {
	t := *s
	t.slots = append(s.slots[:len(s.slots):len(s.slots)], v)
	return &t
}

// Type returns the declared enum or object type of that name.
func (s *Scope) Type(name string) (world.Type, bool) {
	if e := s.names.find(name, kindType); e != nil && e.typ.Kind != 0 {
		return e.typ, true
	}
	return world.Type{}, false
}

// Recalls returns the symbol that says of each object of a type whether it is remembered, nil without a memory; see
// [expr.Recaller]. A type with parents has that of its first ancestor: of its first parent, of whose first parent, and
// so on.
func (s *Scope) Recalls(t world.Type) *world.Symbol {
	if t.Kind != world.KindObject || len(s.names.known) == 0 {
		return nil
	}
	for {
		parents := s.names.schema.Types[t.ID].Parents
		if len(parents) == 0 {
			return s.names.known[t.ID]
		}
		t.ID = parents[0]
	}
}

// Intern returns the word of a text or list; see [expr.Interner].
func (s *Scope) Intern(t world.Type, v world.Literal) (world.Word, bool) {
	if s.names.used == nil { // the model has been checked
		return s.names.literals.Find(t, v)
	}
	return s.names.literals.Add(t, v)
}

// Names returns every name that Lookup knows, sorted, except for objects of a state only.
func (s *Scope) Names() []string {
	if !s.mayCompare(len(s.names.inExpr)) {
		return nil
	}
	if len(s.slots)+len(s.alias) == 0 {
		return s.names.inExpr
	}
	all := slices.Clone(s.names.inExpr)
	for _, slot := range s.slots {
		all = append(all, slot.Name)
	}
	for _, a := range s.alias {
		all = append(all, a.name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TypeNames returns every name that Type knows, sorted.
func (s *Scope) TypeNames() []string {
	if !s.mayCompare(len(s.names.types)) {
		return nil
	}
	return s.names.types
}

// mayCompare reports whether names may still be compared with a mistaken one, and counts them.
func (s *Scope) mayCompare(n int) bool {
	if s.compared == nil {
		return true
	}
	*s.compared += n
	return *s.compared <= maxSuggestWork
}

// Schema returns the model's schema; while declarations are being checked, one without symbols.
func (s *Scope) Schema() *world.Schema { return s.names.schema }

// faulty reports whether a name has a meaning that is unknown because its declaration is faulty, which has been
// reported.
func (s *Scope) faulty(name string) bool {
	if slot := s.slot(name); slot != nil {
		return slot.Type.Kind == 0
	}
	if a := s.aliased(name); a != nil {
		return a.value.Kind == 0
	}
	e := s.names.entries[name]
	return e != nil && e.bad
}

// mentionsFaulty reports whether an expression needs something whose declaration is faulty: nothing more can be said
// about it.
func (s *Scope) mentionsFaulty(n expr.Node) bool {
	return s.anyFaulty(func(w *walker) { w.node(n) })
}

func (s *Scope) effectMentionsFaulty(e expr.Effect) bool {
	return s.anyFaulty(func(w *walker) { w.effect(e) })
}

func (s *Scope) typeMentionsFaulty(tn *expr.TypeName) bool {
	return s.anyFaulty(func(w *walker) { w.typeName(tn) })
}

func (s *Scope) anyFaulty(walk func(*walker)) bool {
	found := false
	look := func(name string) { found = found || s.faulty(name) }
	ref := func(r *expr.Ref) { look(r.Name); look(r.Qualifier) }
	walk(&walker{ref: ref, write: ref, typ: look})
	return found
}
