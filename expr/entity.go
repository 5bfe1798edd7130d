package expr

import (
	"sync"

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
	// Schema returns a schema that holds at least the enums and object types: it tells what is a subtype of
	// what, and what they are called. Symbols may be missing while declarations are still being worked out.
	Schema() *world.Schema
}

// EntityKind tells what a name stands for.
type EntityKind uint8

const (
	EntitySymbol  EntityKind = iota + 1 // a stored symbol
	EntityDerived                       // a derived symbol
	EntityConst                         // a constant, enum value or declared object: Words
	EntityVar                           // a parameter or bound variable: Slot
	EntityFunc                          // a host function
)

// Entity is what a name stands for.
type Entity struct {
	Kind    EntityKind
	Type    world.Type
	Symbol  *world.Symbol
	Derived *Derived
	Words   [2]world.Word // EntityConst
	Slot    int           // EntityVar: first word in the frame
	Func    *Function
}

// Derived is a symbol computed from others. Its body reads its parameters from slot 0 on of a frame of its
// own. Derived symbols never form a cycle. Body may be set after expressions that use the symbol were
// checked, but the limit on the size of expressions counts bodies only if they are set by then; all must be set before
// the first expression that uses them is compiled, and stay as they are from then on. Not to be copied.
type Derived struct {
	ID     int32
	Name   string
	Params []world.Type
	Type   world.Type
	Body   *Term

	once   sync.Once // guards code
	code   *program  // the compiled body, shared by all that call it
	weigh  sync.Once // guards weight
	weight int       // terms of the body, those of the derived symbols it uses included
}

// size returns how many terms evaluating the symbol may take, up to a little more than MaxTermSize. Before the body is
// known it counts as one.
func (d *Derived) size() int {
	if d.Body == nil {
		return 1
	}
	d.weigh.Do(func() {
		d.Body.Walk(func(t *Term) bool {
			d.weight++
			if t.Kind == TermDerived {
				d.weight += t.Derived.size()
			}
			return d.weight <= MaxTermSize
		})
	})
	return d.weight
}

// Function is the signature of a pure function of the host; its ID indexes Machine.Funcs.
type Function struct {
	ID     int32
	Name   string
	Params []world.Type
	Result world.Type
}
