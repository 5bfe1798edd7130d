package lifted

// Object is the number of an object: constants of the domain first, then the objects of the problem.
type Object = int32

// TypeID is the number of a set of objects. Sets are interned: equal sets have the same number, and [Problem.Meet]
// returns the number of an intersection. Empty is the number of the empty set.
type TypeID = int32

// Empty is the type without objects.
const Empty TypeID = 0

// Term is an argument in a schema: a variable of the schema, by its index, or an object o, as ^o.
type Term int32

// Const returns the term for an object.
func Const(o Object) Term { return ^Term(o) }

// IsVar reports whether the term is a variable; then int(t) is its index.
func (t Term) IsVar() bool { return t >= 0 }

// Object returns the object of a term that is not a variable.
func (t Term) Object() Object { return Object(^t) }

// Problem is a compiled domain and problem. It is immutable, except that [Problem.Meet] adds intersections: only one
// goroutine at a time may use a problem.
type Problem struct {
	Objects []string
	Types   []ObjectSet // by TypeID
	Preds   []Predicate
	Tasks   []Task
	Actions []Action
	Methods []Method

	Init []Fact // in the order of the file, each once
	Root int32  // the task of the initial network: compound, without parameters, with one visible method or several hidden ones
	Goal int32  // the task of the goal: primitive or hidden compound, without parameters; -1 without a goal

	all    TypeID // every object
	costly bool   // an action of the domain has a cost, even if it is never possible
	meets  map[[2]TypeID]TypeID
	sets   map[string]TypeID
}

// Predicate is a relation over objects.
type Predicate struct {
	Name   string
	Types  []TypeID // of the parameters, as declared
	Static bool     // no action changes it: initial facts hold forever
}

// Fact is a predicate of objects.
type Fact struct {
	Pred int32
	Args []Object
}

// Task is a name with parameters: an action, or a compound task.
type Task struct {
	Name    string
	Params  []TypeID
	Action  int32   // its action; -1: compound
	Methods []int32 // of a compound task: its methods, in the order of the file

	// Hidden tasks are not in a plan. A hidden compound task represents its only subtask, whichever method is chosen:
	// it is an action whose condition has alternatives, each an action of the same name. A hidden primitive task is the
	// goal.
	Hidden bool

	Needs Needs
}

// Needs holds facts derived from everything below a task. They may be incomplete, but never wrong.
type Needs struct {
	Pre []Literal // conditions that hold when the task begins, whichever method is chosen, unless something else intervenes; variables are the task's parameters
	Add []Pattern // whatever the task may make true matches one of these
	Del []Pattern // whatever the task may make false matches one of these
}

// Pattern is a set of facts: those of a predicate whose arguments are equal to the terms. The variables are parameters
// of the task, or, in a subtask, variables of the schema; Any matches every object of the type next to it.
type Pattern struct {
	Pred  int32
	Args  []Term
	Types []TypeID // what the argument may be
}

// Any is the term of a [Pattern] that matches every object of its type.
const Any Term = 1 << 30

// LiteralKind is the kind of a [Literal].
type LiteralKind uint8

// Kinds of literals.
const (
	LitAtom  LiteralKind = iota // Pred of Args
	LitEqual                    // Args[0] and Args[1] are the same object
	LitType                     // Args[0] is of Type
)

// Literal is a condition on a few terms, or its negation.
type Literal struct {
	Kind LiteralKind
	Neg  bool
	Pred int32
	Type TypeID
	Args []Term
}

// Atom is a predicate of terms.
type Atom struct {
	Pred int32
	Args []Term
}

// Schema is the common part of actions and methods.
type Schema struct {
	Name   string
	Task   int32
	Vars   []TypeID // the parameters in the order of the file, then quantified variables
	Params int      // number of parameters
	Pre    []Literal
}

// Action is a primitive task's schema. Its parameters are those of the task.
type Action struct {
	Schema
	Add, Del []Atom // an atom that is both deleted and added is added
	Cond     []CondEffect
	Cost     Cost // never negative; a plan's cost is the sum, or the number of its steps if no action has a cost
}

// CondEffect happens if its condition held before the action.
type CondEffect struct {
	If       []Literal
	Add, Del []Atom
}

// Cost is a number that depends on the arguments only: Base, and the entries of tables for terms.
type Cost struct {
	Base float64
	Sum  []CostTerm
}

// CostTerm is an entry of a table of numbers that never change, times a factor.
type CostTerm struct {
	Factor float64
	Args   []Term
	Table  map[string]float64 // by [CostKey]; without an entry, the action is inapplicable
}

// Method is one way to carry out a compound task.
type Method struct {
	Schema
	TaskArgs []Term // the task's arguments: variables or objects
	Subtasks []Call
	// Order holds pairs of subtasks of which the first ends before the second begins, closed under transitivity. Total
	// says that they are ordered as listed, whatever Order says, which is then nil.
	Order  [][2]int32
	Total  bool
	Hidden bool // not in a plan: its task is hidden, or it is the root's method

	// Pulled is a condition that must hold when the method begins so that its subtasks are possible, beyond Pre. It is
	// derived: a search may use or ignore it.
	Pulled []Literal
}

// Call is a subtask: a task and its arguments.
type Call struct {
	Task int32
	Args []Term
}

// IsTotal reports whether the networks of all methods are in total order.
func (p *Problem) IsTotal() bool {
	for i := range p.Methods {
		if !p.Methods[i].Total {
			return false
		}
	}
	return true
}
