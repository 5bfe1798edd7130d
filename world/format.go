package world

import (
	"math"
	"strconv"
	"strings"
)

// Names supplies the names of objects in texts. A [*State] names the objects that exist in it; readers of recorded
// runs know others as well.
type Names interface {
	Schema() *Schema
	// ObjectName returns the name of an object. For an object without a name, it returns type#index, with the given
	// type if the object's own is not known; Object 0 is "none".
	ObjectName(o Object, typ int32) string
	// Args appends to buf the arguments of a symbol's cell.
	Args(sym *Symbol, a Addr, buf []Word) []Word
}

// FormatWord returns a value as text: true, 12, 1.5, home, e1, none, (1, 2), "halt", [1, 2]. It takes one word, for a
// vec2 two. Names supplies the names of objects; without it (nil) they are written as type#index.
func FormatWord(schema *Schema, names Names, t Type, w []Word) string {
	switch t.Kind {
	case KindBool:
		return strconv.FormatBool(w[0].Bool())
	case KindFloat:
		return formatFloat(w[0].Float())
	case KindEnum:
		if values := schema.Enums[t.ID].Values; w[0] >= 0 && w[0] < Word(len(values)) {
			return values[w[0]]
		}
		return schema.Enums[t.ID].Name + "#" + strconv.FormatInt(int64(w[0]), 10)
	case KindVec2:
		return "(" + formatFloat(w[0].Float()) + ", " + formatFloat(w[1].Float()) + ")"
	case KindObject:
		if names != nil {
			return names.ObjectName(w[0], t.ID)
		}
		if w[0] == 0 {
			return "none"
		}
		return schema.Types[t.ID].Name + "#" + strconv.FormatInt(int64(w[0]&IndexMask), 10)
	case KindText, KindList:
		return schema.written(t, w[0])
	default:
		return strconv.FormatInt(int64(w[0]), 10)
	}
}

// FormatRounded is [FormatWord] for texts that people read: numbers have at most four digits behind the point, unless
// that would make zero of them.
func FormatRounded(schema *Schema, names Names, t Type, w []Word) string {
	if t.Kind != KindFloat && t.Kind != KindVec2 {
		return FormatWord(schema, names, t, w)
	}
	var short [2]Word
	for i := range t.Width() {
		short[i] = Float(rounded(w[i].Float()))
	}
	return FormatWord(schema, names, t, short[:t.Width()])
}

// rounded rounds a number to four digits behind the point, unless it is zero then.
func rounded(f float64) float64 {
	if a := math.Abs(f); a < 0.00005 || a >= 1e11 {
		return f
	}
	return math.Round(f*1e4) / 1e4
}

// formatFloat returns the shortest decimal that reads back as f, without an exponent if that is short.
func formatFloat(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// FormatType returns a type in the language: bool, int, int 0..5, float, vec2, or its name.
func FormatType(schema *Schema, t Type) string {
	switch t.Kind {
	case KindBool:
		return "bool"
	case KindInt:
		if t.Lo == math.MinInt64 && t.Hi == math.MaxInt64 {
			return "int"
		}
		return "int " + strconv.FormatInt(t.Lo, 10) + ".." + strconv.FormatInt(t.Hi, 10)
	case KindFloat:
		return "float"
	case KindVec2:
		return "vec2"
	case KindEnum:
		return schema.Enums[t.ID].Name
	case KindObject:
		return schema.Types[t.ID].Name
	case KindText:
		return "text"
	case KindList:
		return "list of " + FormatType(schema, t.Element())
	}
	return ""
}

// FormatCell returns the cell of a symbol at an address in the language: hungry, distance(e1).
func FormatCell(names Names, sym *Symbol, a Addr) string {
	if len(sym.Params) == 0 {
		return sym.Name
	}
	var buf [MaxParams]Word
	var text strings.Builder
	text.WriteString(sym.Name)
	for i, w := range names.Args(sym, a, buf[:0]) {
		if i == 0 {
			text.WriteByte('(')
		} else {
			text.WriteString(", ")
		}
		text.WriteString(FormatWord(names.Schema(), names, sym.Params[i], []Word{w}))
	}
	text.WriteByte(')')
	return text.String()
}
