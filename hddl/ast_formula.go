package hddl

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Formula is a condition: [*Atom], [*Equal], [*OfType], [*Compare], [*Not], [*And], [*Or], [*Imply], [*Forall] or
// [*Exists].
// No formula is deeper than [MaxDepth].
type Formula interface {
	Span() diag.Span
	isFormula()
}

// Atom is a predicate and its arguments.
type Atom struct {
	At   diag.Span
	Name Name
	Args []Name
}

// Equal holds when both sides are the same object.
type Equal struct {
	At          diag.Span
	Left, Right Name
}

// OfType holds when the object is of the type, (typeof ?x - truck).
type OfType struct {
	At   diag.Span
	Arg  Name
	Type Type
}

// Compare compares two numbers.
type Compare struct {
	At          diag.Span
	Op          CompareOp
	Left, Right Number
}

// CompareOp is a comparison of two numbers.
type CompareOp uint8

const (
	NumEqual CompareOp = iota
	Less
	LessEqual
	Greater
	GreaterEqual
)

// String returns the operator as in HDDL.
func (op CompareOp) String() string { return fact.Name(op, "=", "<", "<=", ">", ">=") }

// Not holds when its part does not.
type Not struct {
	At   diag.Span
	Part Formula
}

// And holds when all parts do; without parts it always holds.
type And struct {
	At    diag.Span
	Parts []Formula
}

// Or holds when some part does; without parts it never holds.
type Or struct {
	At    diag.Span
	Parts []Formula
}

// Imply holds when If does not, or Then does.
type Imply struct {
	At       diag.Span
	If, Then Formula
}

// Forall holds when Body does for all objects of the types of the variables.
type Forall struct {
	At   diag.Span
	Vars []Param
	Body Formula
}

// Exists holds when Body does for some objects of the types of the variables.
type Exists struct {
	At   diag.Span
	Vars []Param
	Body Formula
}

// Effect is a change by an action: [*Add], [*Delete], [*Change], [*AndEffect], [*ForallEffect] or [*When]. All
// conditions and numbers refer to the state before; a fact that is both deleted and added is added.
type Effect interface {
	Span() diag.Span
	isEffect()
}

// Add makes an atom true.
type Add struct{ Atom *Atom }

// Delete makes an atom false.
type Delete struct {
	At   diag.Span
	Atom *Atom
}

// Change gives a function another value.
type Change struct {
	At     diag.Span
	Op     ChangeOp
	Fluent *Fluent
	Value  Number
}

// ChangeOp is how the value of a function changes.
type ChangeOp uint8

const (
	Assign ChangeOp = iota
	Increase
	Decrease
	ScaleUp
	ScaleDown
)

// String returns the operator as in HDDL.
func (op ChangeOp) String() string {
	return fact.Name(op, "assign", "increase", "decrease", "scale-up", "scale-down")
}

// AndEffect applies all its parts at once.
type AndEffect struct {
	At    diag.Span
	Parts []Effect
}

// ForallEffect applies its body for all objects of the types of the variables, at once.
type ForallEffect struct {
	At   diag.Span
	Vars []Param
	Body Effect
}

// When applies Then if the condition holds before the action; otherwise nothing.
type When struct {
	At   diag.Span
	If   Formula
	Then Effect
}

// Number is a numeric expression: [*Literal], [*Fluent] or [*Arith].
type Number interface {
	Span() diag.Span
	isNumber()
}

// Literal is a number as written, and its value, which is finite.
type Literal struct {
	At    diag.Span
	Text  string
	Value float64
}

// Fluent is the value of a numeric function.
type Fluent struct {
	At   diag.Span
	Name Name
	Args []Name
}

// Arith combines numbers. "+" and "*" have at least one part; "-" has one or two, with one it negates; "/" has two.
type Arith struct {
	At    diag.Span
	Op    ArithOp
	Parts []Number
}

// ArithOp is an arithmetic operator, as the character that denotes it in HDDL.
type ArithOp byte

const (
	Plus  ArithOp = '+'
	Minus ArithOp = '-'
	Times ArithOp = '*'
	Over  ArithOp = '/'
)
