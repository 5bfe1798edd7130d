package world

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Literal is a text or a list that a program contains as an argument. A [Type] says which of the fields counts: Text
// for a [KindText], and for a [KindList] the field with the type of its elements.
type Literal struct {
	Text   string
	Ints   []int64
	Floats []float64
	Texts  []string
}

// Types of literals.
var (
	TextType   = Type{Kind: KindText}
	IntsType   = Type{Kind: KindList, ID: int32(KindInt)}
	FloatsType = Type{Kind: KindList, ID: int32(KindFloat)}
	TextsType  = Type{Kind: KindList, ID: int32(KindText)}
)

// literalTypes are the types of literals, in the order of the tables.
var literalTypes = [...]Type{TextType, IntsType, FloatsType, TextsType}

// Literals are the texts and lists of a program, each once: a value is the index of its literal among those of its
// type, so that it takes one word, and equal values have equal words. A model is checked with literals that grow; from
// then on they are only read, and safe for concurrent use.
type Literals struct {
	tables [len(literalTypes)]literalTable
}

type literalTable struct {
	list  []Literal
	index map[string]Word // by key
}

// table returns the table of a type; nil if it is not a type of literals.
func (l *Literals) table(t Type) *literalTable {
	if i := slices.Index(literalTypes[:], t); l != nil && i >= 0 {
		return &l.tables[i]
	}
	return nil
}

// Add adds a literal of a type, unless it exists, and returns its word. Add keeps the slices. It returns false if the
// type has no literals, or there are already [MaxLiterals].
func (l *Literals) Add(t Type, v Literal) (Word, bool) {
	table := l.table(t)
	if table == nil {
		return 0, false
	}
	key := v.key(t)
	w, known := table.index[key]
	if known || len(table.list) >= MaxLiterals {
		return w, known
	}
	if table.index == nil {
		table.index = map[string]Word{}
	}
	w = Word(len(table.list))
	table.list, table.index[key] = append(table.list, v), w
	return w, true
}

// Find returns the word of a literal of a type, if the program has it.
func (l *Literals) Find(t Type, v Literal) (Word, bool) {
	table := l.table(t)
	if table == nil {
		return 0, false
	}
	w, ok := table.index[v.key(t)]
	return w, ok
}

// At returns the literal of a type that a word is the index of; false if there is none. Its slices are shared: do not
// change them.
func (l *Literals) At(t Type, w Word) (Literal, bool) {
	table := l.table(t)
	if table == nil || w < 0 || w >= Word(len(table.list)) {
		return Literal{}, false
	}
	return table.list[w], true
}

// Len returns how many literals of a type there are.
func (l *Literals) Len(t Type) int {
	if table := l.table(t); table != nil {
		return len(table.list)
	}
	return 0
}

// key identifies a literal among those of a type.
func (v *Literal) key(t Type) string {
	if t.Kind == KindText {
		return v.Text
	}
	return v.Written(t)
}

// Written returns the literal in the language: "halt", [1, 2, 3].
func (v *Literal) Written(t Type) string {
	if t.Kind == KindText {
		return strconv.Quote(v.Text)
	}
	var parts []string
	switch Kind(t.ID) {
	case KindInt:
		for _, n := range v.Ints {
			parts = append(parts, strconv.FormatInt(n, 10))
		}
	case KindFloat:
		for _, f := range v.Floats {
			parts = append(parts, formatFloat(f))
		}
	default:
		for _, s := range v.Texts {
			parts = append(parts, strconv.Quote(s))
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// written returns the literal of a type that a word is the index of, in the language.
func (s *Schema) written(t Type, w Word) string {
	if v, ok := s.Literals.At(t, w); ok {
		return v.Written(t)
	}
	return FormatType(s, t) + "#" + strconv.FormatInt(int64(w), 10)
}

// isEmpty reports whether there are no literals at all.
func (l *Literals) isEmpty() bool {
	for _, t := range literalTypes {
		if l.Len(t) > 0 {
			return false
		}
	}
	return true
}

// IsLiteral reports whether values of the type are indices of literals.
func (t Type) IsLiteral() bool { return t.Kind == KindText || t.Kind == KindList }

// hasElements reports whether a list can have elements of a kind.
func hasElements(k Kind) bool { return k == KindInt || k == KindFloat || k == KindText }

// Element returns the type of the elements of a list.
func (t Type) Element() Type {
	if t.Kind == KindList && Kind(t.ID) == KindInt {
		return Type{Kind: KindInt, Lo: math.MinInt64, Hi: math.MaxInt64}
	}
	return Type{Kind: Kind(t.ID)}
}
