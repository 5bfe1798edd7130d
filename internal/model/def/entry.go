package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
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
	kindTree
	kindGoal
	kindBrain
	kindSquad
	kindAgent

	// Each of these has a table of names of its own: nothing but the lines that take one of them mentions them.
	kindPersonality
	kindSense
	kindMemory
	lastKind = kindMemory
)

var kindNames = [...]string{
	kindType: "a type", kindObject: "an object", kindConst: "a constant", kindSymbol: "a symbol",
	kindDerived: "a derived symbol", kindFunction: "a function", kindAction: "an action",
	kindOperator: "an operator", kindTask: "a task", kindTree: "a tree", kindAgent: "an agent",
	kindGoal: "a goal", kindBrain: "a brain", kindSquad: "a squad", kindPersonality: "a personality", kindSense: "a sense", kindMemory: "a memory",
}

// String returns the kind with its article, for messages.
func (k kind) String() string { return fact.Name(k, kindNames[:]...) }

// newNames returns an empty table.
func newNames() *names {
	t := &names{entries: map[string]*entry{}, actions: map[string]*entry{}, values: map[string][]expr.Entity{}, used: map[*entry]bool{}, todos: map[todoKey]*entry{}, literals: &world.Literals{}}
	for i := range t.apart {
		t.apart[i] = map[string]*entry{}
	}
	return t
}

// inExpressions reports whether names of the kind are allowed in expressions.
func (k kind) inExpressions() bool { return k >= kindObject && k <= kindFunction }

// entry is one declared name, and what the passes have computed of its declaration so far.
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
	value expr.Entity  // kinds allowed in expressions; its Kind is 0 until then

	action      *ActionInfo
	operator    *OperatorInfo
	task        *TaskInfo
	tree        *treeDecl
	goal        *GoalInfo
	brain       *BrainInfo
	personality *personality
	sense       *SenseInfo
	memory      *MemoryInfo
	squad       *SquadInfo
	agent       *AgentInfo
	konst       *ConstInfo
}

// names is the one table of names over all families and files. It omits actions, so that an operator may be called like
// the action it does; personalities, senses and memories, so that a sense may be called like the symbol that says what
// is seen; and the values of enums, which may share their names with each other and with what is not allowed in
// expressions.
type names struct {
	entries map[string]*entry
	actions map[string]*entry
	apart   [lastKind - kindAgent]map[string]*entry // from kindPersonality on
	values  map[string][]expr.Entity
	schema  *world.Schema           // types only, until the symbols are known
	known   map[int32]*world.Symbol // whether an object is remembered, by the ID of its type; none without a memory
	todos   map[todoKey]*entry      // placeholders; they are in no table, and in no list of entries
	used    map[*entry]bool         // constants, functions and actions that something mentions; nil once the model is checked

	inExpr, types []string        // sorted; see seal
	literals      *world.Literals // texts and lists of the model: its schema's
}

// seal computes the sorted lists of names, after which the table is safe for concurrent use.
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

// of returns the names of the given kinds, sorted, and among how many it has looked for them.
func (t *names) of(kinds ...kind) (found []string, among int) {
	for _, table := range append(t.apart[:], t.entries, t.actions) {
		among += len(table)
		for name, e := range table {
			if slices.Contains(kinds, e.kind) {
				found = append(found, name)
			}
		}
	}
	slices.Sort(found)
	return found, among
}

// taken returns what keeps a name from being declared as of a kind, or nil.
func (t *names) taken(k kind, name string) *entry {
	if first := t.table(k)[name]; first != nil || k > kindAgent {
		return first
	}
	if e := t.entries[name]; k == kindAction && e != nil && e.kind != kindOperator {
		return e
	}
	if k != kindOperator {
		return t.actions[name]
	}
	return nil
}

// table returns the table that holds names of a kind.
func (t *names) table(k kind) map[string]*entry {
	switch {
	case k == kindAction:
		return t.actions
	case k > kindAgent:
		return t.apart[k-kindAgent-1]
	}
	return t.entries
}

// use notes that something mentions what an entry declares, as long as the model is being checked.
func (t *names) use(e *entry) {
	if t.used != nil {
		t.used[e] = true
	}
}

// find returns the entry of a name if it is of one of the kinds, else nil.
func (t *names) find(name string, kinds ...kind) *entry {
	for _, k := range kinds {
		if e := t.table(k)[name]; e != nil && e.kind == k {
			return e
		}
		if e := t.todos[todoKey{k, name}]; e != nil {
			return e
		}
	}
	return nil
}
