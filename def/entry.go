package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// kind is the family that a declared name belongs to.
type kind uint8

const (
	kindType kind = iota + 1
	kindObject
	kindConst
	kindSymbol
	kindDerived
	kindFunction
	kindAction
	kindOperator
	kindTask
	kindAgent
)

var kindNames = [...]string{
	kindType: "a type", kindObject: "an object", kindConst: "a constant", kindSymbol: "a symbol",
	kindDerived: "a derived symbol", kindFunction: "a function", kindAction: "an action",
	kindOperator: "an operator", kindTask: "a task", kindAgent: "an agent",
}

// String returns the kind with its article, for messages.
func (k kind) String() string { return kindNames[k] }

// inExpressions reports whether names of the kind can stand in expressions.
func (k kind) inExpressions() bool { return k >= kindObject && k <= kindFunction }

// entry is one declared name, and what the passes have worked out of its declaration so far.
type entry struct {
	kind kind
	name string
	at   diag.Span
	file *File
	decl any  // *TypeDecl, *Objects, *Const, *Symbol, ...
	bad  bool // the declaration is faulty: what mentions the name stays silent
	lost bool // not in the table: another declaration has the name

	scope world.Scope  // symbols
	first world.Object // kindSymbol: object that its cell starts with
	typ   world.Type   // kindType
	value expr.Entity  // kinds that stand in expressions; its Kind is 0 until it is known

	action   *ActionInfo
	operator *OperatorInfo
	task     *TaskInfo
	agent    *AgentInfo
	konst    *ConstInfo
}

// names is the one table of names over all families and files, with the values of enums beside it: those may
// share their names with each other and with what cannot stand in expressions.
type names struct {
	entries map[string]*entry
	values  map[string][]expr.Entity
	schema  *world.Schema // types only, until the symbols are known

	inExpr, types []string // sorted; see seal
}

// seal works out the sorted lists of names, after which the table is safe for concurrent use.
func (t *names) seal() {
	t.inExpr, t.types = t.inExpr[:0], t.types[:0]
	for name, e := range t.entries {
		if e.kind.inExpressions() {
			t.inExpr = append(t.inExpr, name)
		}
		if e.kind == kindType {
			t.types = append(t.types, name)
		}
	}
	for name := range t.values {
		t.inExpr = append(t.inExpr, name)
	}
	slices.Sort(t.inExpr)
	t.inExpr = slices.Compact(t.inExpr)
	slices.Sort(t.types)
}

// of returns the names of the given kinds, sorted.
func (t *names) of(kinds ...kind) []string {
	var found []string
	for name, e := range t.entries {
		if slices.Contains(kinds, e.kind) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

// find returns the entry of a name if it is of one of the kinds, else nil.
func (t *names) find(name string, kinds ...kind) *entry {
	if e := t.entries[name]; e != nil && slices.Contains(kinds, e.kind) {
		return e
	}
	return nil
}
