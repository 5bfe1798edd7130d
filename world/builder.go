package world

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Builder collects the parts of a [Schema]. Its methods never fail; [Builder.Build] reports all mistakes at once. Not
// safe for concurrent use.
type Builder struct {
	// DenseLimit is the number of words (cells times width) up to which a symbol is dense; 0 makes all sparse.
	DenseLimit int
	// Literals are the texts and lists of the schema, which shares them.
	Literals *Literals

	enums   []Enum
	types   []ObjectType
	symbols []SymbolDef
}

// NewBuilder returns an empty Builder with the [DefaultDenseLimit].
func NewBuilder() *Builder { return &Builder{DenseLimit: DefaultDenseLimit} }

// Enum adds an enum and returns its ID. The slice is copied.
func (b *Builder) Enum(name string, values []string) int32 {
	b.enums = append(b.enums, Enum{Name: name, Values: slices.Clone(values)})
	return int32(len(b.enums) - 1)
}

// ObjectType adds an object type and returns its ID. Parents are IDs of object types, added before or after this one.
// Max limits the objects of its population at one time; 0: no limit of its own, see [DefaultMaxObjects].
func (b *Builder) ObjectType(name string, parents []int32, max int) int32 {
	id := int32(len(b.types))
	b.types = append(b.types, ObjectType{ID: id, Name: name, Parents: slices.Clone(parents), Max: max})
	return id
}

// Symbol adds a symbol and returns its ID. The parameters are copied.
func (b *Builder) Symbol(def SymbolDef) int32 {
	def.Params = slices.Clone(def.Params)
	b.symbols = append(b.symbols, def)
	return int32(len(b.symbols) - 1)
}

// Subject is the subject of a [Fault].
type Subject uint8

const (
	SubjectEnum Subject = iota
	SubjectType
	SubjectSymbol
)

// String returns "enum", "type" or "symbol".
func (s Subject) String() string { return fact.Name(s, "enum", "type", "symbol") }

// Fault is one thing that is wrong with what a Builder was given.
type Fault struct {
	Subject Subject
	ID      int32 // as the Builder's method returned it
	Name    string
	Message string // one line
}

// SchemaError is the error of [Builder.Build]. It lists all mistakes in order of subject and ID.
type SchemaError struct{ Faults []Fault }

// Error returns the first fault and the number of further ones.
func (e *SchemaError) Error() string {
	f := e.Faults[0]
	text := fmt.Sprintf("world: %s %s: %s", f.Subject, f.Name, f.Message)
	if n := len(e.Faults) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// Build lays out the schema. The error is a [*SchemaError]: duplicate names, cyclic parents, missing types, defaults
// outside their type, exceeded limits, more tuples than an address can distinguish. You may continue to use the
// Builder; later additions do not change the schema.
func (b *Builder) Build() (*Schema, error) {
	l := &layout{denseLimit: uint64(max(b.DenseLimit, 0)), schema: &Schema{
		Enums: slices.Clone(b.enums), Types: slices.Clone(b.types), Symbols: make([]Symbol, len(b.symbols)),
		denseLimit: min(max(b.DenseLimit, 0), MaxDenseWords), Literals: b.Literals,
	}}
	for i := range b.symbols {
		l.schema.Symbols[i] = Symbol{SymbolDef: b.symbols[i], ID: int32(i)}
	}
	l.checkEnums()
	if l.checkTypes() {
		l.inherit()
		l.populate()
	}
	l.checkSymbols()
	if len(l.faults) == 0 {
		l.place()
		l.note()
	}
	if len(l.faults) > 0 {
		return nil, &SchemaError{Faults: l.faults}
	}
	return l.schema, nil
}
