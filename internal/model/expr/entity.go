package expr

import (
	"sync"
	"sync/atomic"

	"github.com/karakuri-ai/karakuri/world"
)

// Scope resolves names while an expression is checked.
type Scope interface {
	// Lookup returns what a name means: nothing, one entity, or several where enums share a value's name
	// (then the expected type decides).
	Lookup(name string) []Entity
	// Type resolves the name of a declared enum or object type.
	Type(name string) (world.Type, bool)
	// Names returns every name that Lookup knows, sorted, for "did you mean".
	Names() []string
	// TypeNames returns every name that Type knows, sorted.
	TypeNames() []string
	// Schema returns a schema with at least the enums and object types, for subtypes and names. Symbols may be missing
	// while declarations are still being checked.
	Schema() *world.Schema
}

// EntityKind is the kind of an [Entity].
type EntityKind uint8

const (
	EntitySymbol  EntityKind = iota + 1 // a stored symbol
	EntityDerived                       // a derived symbol
	EntityConst                         // a constant, enum value or declared object: Words
	EntityVar                           // a parameter or bound variable: Slot
	EntityFunc                          // a host function
)

// Entity is the meaning of a name.
type Entity struct {
	Kind    EntityKind
	Type    world.Type
	Symbol  *world.Symbol
	Args    []*Term // EntitySymbol for one cell: the cell's arguments
	Derived *Derived
	Words   [2]world.Word // EntityConst
	Slot    int           // EntityVar: first word in the frame
	Func    *Function
}

// Derived is a symbol computed from others. Its body reads its parameters from slot 0 on of a frame of its own. Derived
// symbols that form a cycle are members of a [Recursion]. Body may be set after expressions that use the symbol were
// checked, but the limit on the size of expressions counts bodies only if they are set by then; all must be set before
// the first expression that uses them is compiled, and stay as they are from then on. Not to be copied.
type Derived struct {
	ID     int32
	Name   string
	Params []world.Type
	Type   world.Type
	Body   *Term

	once   sync.Once    // guards code
	code   *program     // the compiled body, shared by all that call it
	weight atomic.Int32 // result of size, once it is known
	loop   *Recursion   // that it is a member of; nil: it does not need itself
}

// size returns how many terms evaluating the symbol may take, up to a little more than MaxTermSize. Before the body is
// known it counts as one.
func (d *Derived) size() int {
	if w := d.weight.Load(); w != 0 || d.Body == nil {
		return max(1, int(w))
	}
	d.weight.Store(1) // stands while the body is counted, so that even a cycle ends
	n := 0
	d.Body.Walk(func(t *Term) bool {
		n++
		if t.Kind == TermDerived {
			n += t.Derived.size()
		}
		return n <= MaxTermSize
	})
	d.weight.Store(int32(n))
	return n
}

// Function is the signature of a pure function of the host; its ID indexes Machine.Funcs.
type Function struct {
	ID     int32
	Name   string
	Params []world.Type
	Result world.Type
	Set    bool // it returns a set, of values of Result: see [Machine.Element]
}
