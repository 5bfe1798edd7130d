package world

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Migration carries saved data from one schema to another by names: symbols, object types, enum values and objects. It
// counts what does not carry over. Make one with [NewMigration]; then migrate the objects ([Migration.Objects]) before
// any cells or words. Not safe for concurrent use.
type Migration struct {
	from, to *Schema
	types    []int32 // by type of from; -1: gone
	symbols  []int32 // by symbol of from; -1: gone
	back     []int32 // by symbol of to; -1: new
	enums    map[[2]int32][]int32
	objects  map[Object]Object
	foreign  map[Object]bool // objects of to that from knows nothing of
	notes    []Note
	clamped  []int // by symbol of from: cells
	reset    []int
	lost     []int
}

// NoteKind says what happened to a part of a snapshot.
type NoteKind uint8

const (
	Gone    NoteKind = iota + 1 // the model no longer has it: its saved values are dropped
	New                         // the model did not have it before: it starts with its initial value
	Clamped                     // numbers were brought into a narrower range
	Reset                       // values that no longer exist became the symbol's default
	Lost                        // it could not be carried over, for the reason given
)

// String returns the kind in a word.
func (k NoteKind) String() string { return fact.Name(k, "", "gone", "new", "clamped", "reset", "lost") }

// Note is one thing that changed between two models.
type Note struct {
	Kind NoteKind
	What string // "symbol hungry", "object crate", "villager#1, villager#4, villager#7 and 493 more"
	Text string // what happened to it
	// Agents is the number of agents with the same loss; 0: the note concerns no agent.
	Agents int
}

// String returns the note as text.
func (n Note) String() string { return n.What + ": " + n.Text }

// MigrationError is the error of [NewMigration]: symbols whose saved values have no meaning in the other schema, one
// line each.
type MigrationError struct{ Reasons []string }

// Error returns the reasons.
func (e *MigrationError) Error() string { return "world: " + strings.Join(e.Reasons, "; ") }

// NewMigration compares two schemas. The error is a [*MigrationError] that lists the symbols which have another kind of
// value or other parameters than before.
func NewMigration(from, to *Schema) (*Migration, error) {
	m := &Migration{from: from, to: to, enums: map[[2]int32][]int32{}, objects: map[Object]Object{}, foreign: map[Object]bool{}}
	n := len(from.Symbols)
	m.clamped, m.reset, m.lost = make([]int, n), make([]int, n), make([]int, n)
	for i := range from.Types {
		m.types = append(m.types, m.typeOf(from.Types[i].Name))
	}
	m.back = make([]int32, len(to.Symbols))
	for i := range m.back {
		m.back[i] = -1
	}
	var reasons []string
	for i := range from.Symbols {
		old, id := &from.Symbols[i], int32(-1)
		if sym := to.Symbol(old.Name); sym != nil {
			if reason := m.incompatible(old, sym); reason != "" {
				reasons = append(reasons, fmt.Sprintf("symbol %s: %s", old.Name, reason))
			}
			id = sym.ID
			m.back[id] = old.ID
		} else {
			m.Note(Gone, symbolText(old), "the model no longer has it")
		}
		m.symbols = append(m.symbols, id)
	}
	for i := range to.Symbols {
		if m.back[i] < 0 {
			m.Note(New, symbolText(&to.Symbols[i]), "it starts with its default")
		}
	}
	if len(reasons) > 0 {
		return nil, &MigrationError{reasons}
	}
	return m, nil
}

func (m *Migration) typeOf(name string) int32 {
	if t := m.to.ObjectType(name); t != nil {
		return t.ID
	}
	return -1
}

// symbolText names a symbol; those of the engine's own have a name with quotes already.
func symbolText(s *Symbol) string {
	if s.Says != "" {
		return s.Name
	}
	return "symbol " + s.Name
}

// incompatible returns why the values of a symbol cannot carry over.
func (m *Migration) incompatible(old, sym *Symbol) string {
	if old.Type.Kind != sym.Type.Kind {
		return fmt.Sprintf("it was saved as %s and now is %s", FormatType(m.from, old.Type), FormatType(m.to, sym.Type))
	}
	if len(old.Params) != len(sym.Params) {
		return fmt.Sprintf("it was saved with %d parameters and now has %d", len(old.Params), len(sym.Params))
	}
	for i := range old.Params {
		if was, is := old.Params[i], sym.Params[i]; was.Kind != is.Kind {
			return fmt.Sprintf("its parameter %d was %s and now is %s", i+1, FormatType(m.from, was), FormatType(m.to, is))
		}
	}
	return ""
}

// Note adds something that changed.
func (m *Migration) Note(kind NoteKind, what, text string) {
	m.notes = append(m.notes, Note{Kind: kind, What: what, Text: text})
}

// Notes returns the changes so far: differences of schemas and objects, then for each symbol how many of its saved
// values could not carry over unchanged.
func (m *Migration) Notes() []Note {
	list := append([]Note(nil), m.notes...)
	for i := range m.from.Symbols {
		old := &m.from.Symbols[i]
		if m.symbols[i] < 0 {
			continue
		}
		typ := FormatType(m.to, m.to.Symbols[m.symbols[i]].Type)
		for _, c := range []struct {
			n    int
			kind NoteKind
			text string
		}{
			{m.clamped[i], Clamped, "brought into " + typ},
			{m.reset[i], Reset, "set to the default: no longer a value of " + typ},
			{m.lost[i], Lost, "dropped: their arguments no longer exist"},
		} {
			if c.n > 0 {
				list = append(list, Note{Kind: c.kind, What: symbolText(old), Text: values(c.n) + " " + c.text})
			}
		}
	}
	return list
}

func values(n int) string {
	if n == 1 {
		return "1 value"
	}
	return fmt.Sprintf("%d values", n)
}

// Type returns the present object type for one of the older schema, or -1 if it no longer exists.
func (m *Migration) Type(id int32) int32 { return m.types[id] }

// Symbol returns the present symbol for one of the older schema, or nil if it no longer exists.
func (m *Migration) Symbol(old *Symbol) *Symbol {
	if id := m.symbols[old.ID]; id >= 0 {
		return &m.to.Symbols[id]
	}
	return nil
}

// Object returns the present object for one of the older state; ok is false if it did not carry over. None remains
// none.
func (m *Migration) Object(o Object) (now Object, ok bool) {
	if o == 0 {
		return 0, true
	}
	now, ok = m.objects[o]
	return now, ok
}

// Words translates words of a type of the older schema to a type of the newer one; ok is false if they have no meaning
// there. It clamps numbers that are out of range, and sets clamped.
func (m *Migration) Words(was, is Type, w [2]Word) (now [2]Word, clamped, ok bool) {
	if was.Kind != is.Kind {
		return now, false, false
	}
	switch was.Kind {
	case KindInt:
		n := min(max(int64(w[0]), is.Lo), is.Hi)
		return [2]Word{Word(n)}, n != int64(w[0]), true
	case KindEnum:
		v := int32(-1)
		if list := m.values(was.ID, is.ID); w[0] >= 0 && int(w[0]) < len(list) {
			v = list[w[0]]
		}
		return [2]Word{Word(v)}, false, v >= 0
	case KindObject:
		o, ok := m.Object(w[0])
		return [2]Word{o}, false, ok
	case KindText, KindList:
		v, known := m.from.Literals.At(was, w[0])
		if !known {
			return now, false, false
		}
		now[0], ok = m.to.Literals.Find(is, v)
		return now, false, ok && was.ID == is.ID
	case KindFloat, KindVec2:
		return [2]Word{Float(w[0].Float()), Float(w[1].Float())}, false, true
	}
	return w, false, true
}

// values returns for each value of an older enum the value of the same name in a newer one, or -1.
func (m *Migration) values(was, is int32) []int32 {
	key := [2]int32{was, is}
	list, known := m.enums[key]
	if !known {
		for _, name := range m.from.Enums[was].Values {
			at := int32(-1)
			for i, v := range m.to.Enums[is].Values {
				if v == name {
					at = int32(i)
				}
			}
			list = append(list, at)
		}
		m.enums[key] = list
	}
	return list
}

// TypeNow returns the present type of the same name for one of the older schema. Ranges stay as they were.
func (m *Migration) TypeNow(was Type) (now Type, ok bool) {
	now = was
	switch was.Kind {
	case KindEnum:
		_, now.ID = m.to.Enum(m.from.Enums[was.ID].Name)
	case KindObject:
		now.ID = m.types[was.ID]
	}
	return now, now.ID >= 0
}

// Addr returns the present address of a symbol without parameters; ok is false if the symbol no longer exists.
func (m *Migration) Addr(a Addr) (now Addr, ok bool) {
	sym := m.from.SymbolAt(a)
	if sym == nil || m.symbols[sym.ID] < 0 {
		return 0, false
	}
	return m.to.Symbols[m.symbols[sym.ID]].Addr()
}
