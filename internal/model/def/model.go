// Package def is the passive model of all declarations: the karakuri language, its JSON form, the Go builder and the
// importers produce it. [Check] finds every mistake in it and computes what the compilers of the families need.
package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Model is a set of files that belong together: the first is the requested one, the others are imported.
type Model struct {
	Files []*File
}

// Function returns the declaration of a function of the host; nil: there is none of that name.
func (m *Model) Function(name string) *Function {
	for _, f := range m.Files {
		for _, d := range f.Decls {
			if f, ok := d.(*Function); ok && f.Name == name {
				return f
			}
		}
	}
	return nil
}

// File is one file, or what one builder made.
type File struct {
	Name  string
	Src   *diag.Source // nil for models that have no text
	Decls []Decl       // in the order written
	End   []string     // comments after the last declaration

	Allows []Allow // comments that silence warnings; they stand among the other comments too
}

// Decl is a top-level declaration: one of the pointer types below.
type Decl interface {
	// Header returns the declaration's Head; never nil.
	Header() *Head
}

// Head is the common part of every declaration and every line of a body: its place and its comments.
type Head struct {
	At     diag.Span // the whole
	NameAt diag.Span // the name; the zero Span if there is none
	Before []string  // comment lines above, without "//" and the space after it; "\n" is a blank line among them
	After  string    // comment at the end of the line
	Gap    bool      // a blank line stands above, or above its comments
}

// Header returns h: whatever embeds a Head is found by it.
func (h *Head) Header() *Head { return h }

// Import is: import "common/places.krk". The path is relative to the importing file.
type Import struct {
	Head
	Path string
	File *File // set by the loader
}

// TypeDecl is an enum or an object type:
//
//	type place = { home, shop, office }
//	type enemy
//	type sniper : enemy
//	type enemy max 8
type TypeDecl struct {
	Head
	Name    string
	Enum    bool
	Values  []Name // enum
	Parents []Name // object type
	Max     int    // object type: most objects at one time; 0: not said
}

// Name is a name with its place.
type Name struct {
	At   diag.Span
	Name string
}

// Objects declares objects that exist from the start: objects e1, e2: enemy
type Objects struct {
	Head
	Names []Name
	Type  Name
}

// Const is: const price = 5, or with a type: const reach: float = 3
type Const struct {
	Head
	Name  string
	Type  *expr.TypeName // nil: that of the value
	Value expr.Node
}

// State is a block of symbols of one scope: state agent { ... }
type State struct {
	Head
	Scope   string // agent, squad, world
	Symbols []*Symbol
	End     []string // comments before the closing brace
}

// Symbol is one line of a State: a stored symbol or a derived one.
//
//	hungry: bool = true
//	sensed distance(e: enemy): float
//	ready := has_meal && at == home
type Symbol struct {
	Head
	Name   string
	Sensed bool
	// Remembered marks a symbol that the engine writes from the agent's memory: remembered energy_of(i: item): float.
	// Not together with Sensed.
	Remembered bool
	Params     []Param
	Type       *expr.TypeName // nil for a derived symbol
	Default    expr.Node      // nil: false, 0, the least value of the range, the first enum value, none, (0, 0)
	Derived    expr.Node      // nil for a stored symbol
}

// Param is a typed parameter. Actions may take one of several types: p: place | enemy | vec2.
type Param struct {
	At    diag.Span
	Name  string
	Types []expr.TypeName // one, or several for actions
}

// Init gives initial values: init { fare(home, shop) = 3; forall s: stop { open(s) = true } }
type Init struct {
	Head
	Effects []*EffectLine
	End     []string
}

// EffectLine is a line of an Init or of a test's given.
type EffectLine struct {
	Head
	Effect expr.Effect
}

// Function is a pure function of the host: function clear_path(a: place, b: place): bool
type Function struct {
	Head
	Name   string
	Params []Param
	Result expr.TypeName
}

// Call names a task, operator or action with arguments.
type Call struct {
	At   diag.Span
	Name Name
	Args []expr.Node
	// Role makes it an order, as an operator's action: do order flanker flank(e). Empty: no order.
	Role   Name
	Urgent bool // of an order: it does not wait for commitments
	// ArgNames are the names before the arguments, in calls of trees and within trees: "guard(4, reach: 1)". Nil: all
	// arguments are positional; else one name for each, empty for a positional one.
	ArgNames []Name
	// Todo makes it a placeholder for a task, an operator or an action: todo "strike it". Empty: none.
	Todo string
}

// Ref returns the call as the expression that it is written like, without the names of arguments.
func (d *Call) Ref() *expr.Ref {
	return &expr.Ref{At: d.At, NameAt: d.Name.At, Name: d.Name.Name, Args: d.Args, Todo: d.Todo}
}

// Block is a list of subtasks in braces.
type Block struct {
	At        diag.Span
	Unordered bool
	Items     []*Item
	End       []string
}

// Item is one subtask, or a nested block: unordered { a; b } or ordered { a; b }.
type Item struct {
	Head
	Call  *Call  // nil for a block
	Block *Block // nil for a call
}
