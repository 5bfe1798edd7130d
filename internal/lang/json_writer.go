package lang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// maxJSONLine is the width, in characters, up to which a list or object stays on one line.
const maxJSONLine = 110

// jsonFields is an object under construction: its fields in the order they are written.
type jsonFields []jsonFieldValue

type jsonFieldValue struct {
	name  string
	value any // string, bool, int, []any or jsonFields
}

// put adds a field, unless the value is the one that leaving it out means.
func (o *jsonFields) put(name string, value any) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
	case bool:
		if !v {
			return
		}
	case int:
		if v == 0 {
			return
		}
	case []any:
		if len(v) == 0 {
			return
		}
	}
	o.must(name, value)
}

// must adds a field whatever its value.
func (o *jsonFields) must(name string, value any) {
	*o = append(*o, jsonFieldValue{name, value})
}

// layoutJSON returns the text of a value: short and flat values on one line, the rest indented.
func layoutJSON(value any) []byte {
	var w jsonLayout
	w.value(value, 0, 0)
	w.WriteByte('\n')
	return w.Bytes()
}

// jsonLayout writes JSON.
type jsonLayout struct{ bytes.Buffer }

// value writes a value in a place indented by so many steps; used is the width of what stands before it on its
// line beyond the indentation.
func (w *jsonLayout) value(value any, indent, used int) {
	if oneLine := flat(value); oneLine != "" && 2*indent+used+utf8.RuneCountInString(oneLine) <= maxJSONLine {
		w.WriteString(oneLine)
		return
	}
	switch v := value.(type) {
	case []any:
		w.block('[', ']', len(v), indent, func(i int) { w.value(v[i], indent+1, 0) })
	case jsonFields:
		w.block('{', '}', len(v), indent, func(i int) {
			name := quoteJSON(v[i].name) + ": "
			w.WriteString(name)
			w.value(v[i].value, indent+1, len(name))
		})
	default:
		w.WriteString(scalar(v))
	}
}

// block writes the entries of a list or object, each on a line of its own.
func (w *jsonLayout) block(open, end byte, n, indent int, entry func(i int)) {
	w.WriteByte(open)
	for i := range n {
		if i > 0 {
			w.WriteByte(',')
		}
		w.line(indent + 1)
		entry(i)
	}
	w.line(indent)
	w.WriteByte(end)
}

func (w *jsonLayout) line(indent int) {
	w.WriteByte('\n')
	for range indent {
		w.WriteString("  ")
	}
}

// flat returns a value on one line; "" if it holds objects within objects or is surely too wide.
func flat(value any) string {
	var b bytes.Buffer
	switch v := value.(type) {
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			text := flat(item)
			if _, ok := item.(jsonFields); ok || text == "" || b.Len() > 4*maxJSONLine {
				return ""
			}
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(text)
		}
		b.WriteByte(']')
	case jsonFields:
		b.WriteByte('{')
		for i, f := range v {
			text := flat(f.value)
			if _, ok := f.value.(jsonFields); ok || text == "" || b.Len() > 4*maxJSONLine {
				return ""
			}
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quoteJSON(f.name) + ": " + text)
		}
		b.WriteByte('}')
	default:
		return scalar(v)
	}
	return b.String()
}

func scalar(value any) string {
	if s, ok := value.(string); ok {
		return quoteJSON(s)
	}
	return fmt.Sprint(value)
}

// quoteJSON returns a JSON string; < > & stay as they are, for people to read.
func quoteJSON(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `""` // a string always encodes
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
