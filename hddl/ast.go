package hddl

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// Name is a name in the text, with its place. Letter case matters. The name of a variable begins with "?"; so a Name
// is also an argument: a variable, or an object.
type Name struct {
	Text string
	At   diag.Span
}

// IsVar reports whether the name is that of a variable.
func (n Name) IsVar() bool { return strings.HasPrefix(n.Text, "?") }

// Domain is a domain file. Lists are in the order of the file. Nothing changes it after parsing, so it may be shared.
type Domain struct {
	At           diag.Span
	Name         Name
	Requirements []Name // with their colons
	Types        []TypeDecl
	Constants    []Object
	Predicates   []Predicate
	Functions    []Function
	Tasks        []Task
	Methods      []Method
	Actions      []Action
}

// Problem is a problem file. Nothing changes it after parsing, so it may be shared.
type Problem struct {
	At           diag.Span
	Name         Name
	Domain       Name
	Requirements []Name
	Objects      []Object
	HTN          *HTN // nil: the file has none, which Check reports
	Init         []Fact
	Goal         Formula // never nil after parsing; without :goal an [And] without parts
	Metric       *Metric // nil: none
}

// Type is the type of a variable or object: one of the named types and their descendants. Without names it is
// [ObjectType]. Several names are written (either a b).
type Type struct {
	At    diag.Span
	Names []Name
}

// ObjectType is the ancestor of all types, declared or not.
const ObjectType = "object"

// TypeDecl is one mention of a type in :types. A type may have several mentions, and "either" as its parent: all
// parents together count. [NewHierarchy] combines the mentions.
type TypeDecl struct {
	At      diag.Span
	Name    Name
	Parents Type // without names: object
}

// Object is a constant of a domain or an object of a problem. A name may be declared twice with the same type.
type Object struct {
	At   diag.Span
	Name Name
	Type Type
}

// Param is a typed variable of a parameter list or a quantifier.
type Param struct {
	At   diag.Span
	Name Name // with its question mark
	Type Type
}

// Predicate declares a predicate.
type Predicate struct {
	At     diag.Span
	Name   Name
	Params []Param
}

// Function declares a numeric function, such as (total-cost).
type Function struct {
	At     diag.Span
	Name   Name
	Params []Param
}

// Task declares a compound task.
type Task struct {
	At     diag.Span
	Name   Name
	Params []Param
}

// Action declares a primitive task.
type Action struct {
	At           diag.Span
	Name         Name
	Params       []Param
	Precondition Formula // never nil after parsing; a missing or empty one is an [And] without parts
	Effect       Effect  // never nil after parsing; a missing or empty one is an [AndEffect] without parts
}

// Method is one way to carry out a compound task.
type Method struct {
	At           diag.Span
	Name         Name
	Params       []Param // all variables, including those of the task
	Task         Call
	Precondition Formula // never nil after parsing; a missing or empty one is an [And] without parts
	Network      Network
}

// HTN is the initial network of a problem. Its variables are free: any binding that leads to a plan will do.
type HTN struct {
	At      diag.Span
	Params  []Param
	Network Network
}

// Network is a partially ordered set of subtasks.
type Network struct {
	At          diag.Span
	Ordered     bool // the subtasks are in total order, as listed
	Subtasks    []Subtask
	Ordering    []Order // further orderings
	Constraints Formula // no predicates and no numbers; never nil after parsing; missing or empty ones are an [And] without parts
}

// Subtask is one task of a network: a compound task or an action.
type Subtask struct {
	At    diag.Span
	Label Name // empty: it has none
	Call  Call
}

// Call names a task or action and its arguments.
type Call struct {
	At   diag.Span
	Name Name
	Args []Name
}

// Order requires one subtask to end before another begins.
type Order struct {
	At            diag.Span
	Before, After Name // labels
}

// Fact is a fact of the initial state: [*Atom], [*NotFact] or [*SetFact].
type Fact interface {
	Span() diag.Span
	isFact()
}

// NotFact is a fact that does not hold, (not (p a)); facts that are not listed do not hold either.
type NotFact struct {
	At   diag.Span
	Atom *Atom
}

// SetFact is the initial value of a function, (= (f a) 5).
type SetFact struct {
	At     diag.Span
	Fluent *Fluent
	Value  *Literal
}

// Metric is a number that a plan should minimize or maximize.
type Metric struct {
	At       diag.Span
	Maximize bool
	Value    Number
}

// Span returns where the fact is written.
func (f *NotFact) Span() diag.Span { return f.At }

// Span returns where the fact is written.
func (f *SetFact) Span() diag.Span { return f.At }

func (*Atom) isFact()    {}
func (*NotFact) isFact() {}
func (*SetFact) isFact() {}
