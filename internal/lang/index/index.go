// Package index finds every occurrence of every name in a model, with its declaration: for the language server, for
// renaming, and for whatever edits karakuri files.
//
// It reads only the syntax, so it also serves models with mistakes. A name that nothing declares has no symbol.
package index

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Symbol is something with a name. Names without a declaration of their own (resources, shared cooldowns) and names
// that several declarations share (wants, roles, tokens) have one symbol.
type Symbol struct {
	Kind Kind
	Name string
	Decl any     // the first declaration: *def.Task, *def.Symbol, *def.Param, *expr.Var, def.Name ...; nil: none
	In   *Symbol // the symbol of the declaration that it belongs to: of a parameter, its operator; nil: none

	// Title says that its name is a text in quotes.
	Title bool
	// Bound says that something refers to it without writing its name: a call of a tree that ends with "..", say. It
	// cannot be renamed.
	Bound bool
}

// Role is what an occurrence does with its symbol.
type Role uint8

// The roles of occurrences.
const (
	Reads    Role = iota
	Declares      // it is the declaration
	Writes        // the target of an effect
	Calls         // carried out or planned for, not read
)

// Occurrence is a place in a text at which a name stands.
type Occurrence struct {
	At   diag.Span // the name alone, with its quotes or backquotes
	Sym  *Symbol   // nil: nothing declares it
	Role Role
	In   *Symbol // the declaration of a file, or the method, in which it stands; nil: none
}

// Index holds the occurrences of a model. It is immutable once made and safe for concurrent use.
type Index struct {
	Symbols []*Symbol // in the order of their declaration
	all     []Occurrence
	of      map[*Symbol][]int
	files   map[*diag.Source][]Occurrence // sorted by place
	types   map[*Symbol]string
}

// New returns the index of a model. The model is only read.
func New(m *def.Model) *Index {
	b := &builder{ix: &Index{of: map[*Symbol][]int{}, files: map[*diag.Source][]Occurrence{}}}
	b.collect(m)
	b.resolve()
	b.ix.sort()
	b.ix.types = make(map[*Symbol]string, len(b.types))
	for s := range b.types {
		b.ix.types[s] = b.typeOfSymbol(s, 0)
	}
	return b.ix
}

// sort orders the occurrences by place, and removes those that were found twice.
func (ix *Index) sort() {
	for src, list := range ix.files {
		slices.SortStableFunc(list, func(a, b Occurrence) int { return cmp.Compare(a.At.Start, b.At.Start) })
		ix.files[src] = slices.CompactFunc(list, func(a, b Occurrence) bool { return a.At == b.At })
	}
	seen := map[diag.Span]bool{}
	for i, o := range ix.all {
		if o.Sym != nil && !seen[o.At] {
			seen[o.At] = true
			ix.of[o.Sym] = append(ix.of[o.Sym], i)
		}
	}
}

// In returns the occurrences in a text, by place. Do not change them.
func (ix *Index) In(src *diag.Source) []Occurrence { return ix.files[src] }

// At returns the occurrence that holds a byte offset or ends at it; false: none does.
func (ix *Index) At(src *diag.Source, offset int) (Occurrence, bool) {
	list := ix.files[src]
	i, _ := slices.BinarySearchFunc(list, offset, func(o Occurrence, at int) int { return cmp.Compare(int(o.At.End), at) })
	for ; i < len(list) && int(list[i].At.Start) <= offset; i++ {
		if i+1 < len(list) && int(list[i+1].At.Start) == offset {
			continue // it ends where another begins
		}
		return list[i], true
	}
	return Occurrence{}, false
}

// Of returns the occurrences of a symbol, in the order of the model's files, declarations before uses.
func (ix *Index) Of(s *Symbol) []Occurrence {
	list := make([]Occurrence, 0, len(ix.of[s]))
	for _, i := range ix.of[s] {
		list = append(list, ix.all[i])
	}
	return list
}

// Declaration returns the place of a symbol's first declaration; false: it has none.
func (ix *Index) Declaration(s *Symbol) (diag.Span, bool) {
	for _, i := range ix.of[s] {
		if ix.all[i].Role == Declares {
			return ix.all[i].At, true
		}
	}
	return diag.Span{}, false
}

// TypeOf returns the name of the type of a symbol's value; "" if it has none, or if the syntax does not say.
func (ix *Index) TypeOf(s *Symbol) string { return ix.types[s] }

// Params returns the parameters of what can be called.
func Params(s *Symbol) []*def.Param { return paramsOf(s) }

// Named returns the symbol that a name means among those of the whole model, of one of the kinds; nil: none.
func (ix *Index) Named(name string, kinds ...Kind) *Symbol {
	for _, s := range ix.Symbols {
		if s.Name == name && slices.Contains(kinds, s.Kind) {
			return s
		}
	}
	return nil
}
