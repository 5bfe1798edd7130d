package lang

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Limits on JSON input, so that hostile input exhausts neither stack nor memory.
const (
	MaxJSONBytes  = expr.MaxSourceBytes // size of the text
	MaxJSONDepth  = 2*expr.MaxDepth + 3 // nesting of lists and objects: as deep as blocks nest in the language
	MaxJSONValues = 1 << 20             // values in the whole text
)

// jsonKind is the kind of a JSON value.
type jsonKind uint8

const (
	jsonBad jsonKind = iota // could not be read; a diagnostic has been given
	jsonNull
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

// String returns the kind as messages name it.
func (k jsonKind) String() string {
	return fact.Name(k, "nothing", "null", "true or false", "a number", "a string", "a list [...]", "an object {...}")
}

// jsonValue is a value with its place; encoding/json would lose the places.
type jsonValue struct {
	kind    jsonKind
	at      diag.Span
	text    string       // string: its content; number: as written
	offsets []int32      // string with escapes: where each byte of text and its end are in the source
	truth   bool         // jsonBool
	items   []*jsonValue // jsonArray
	members []jsonMember // jsonObject, in the order written
}

// jsonMember is a field of an object.
type jsonMember struct {
	name  string
	at    diag.Span // the name, with its quotes
	value *jsonValue
}

// get returns the field's value, or nil if there is none or v is not an object.
func (v *jsonValue) get(name string) *jsonValue {
	if v == nil {
		return nil
	}
	for i := range v.members {
		if v.members[i].name == name {
			return v.members[i].value
		}
	}
	return nil
}

// source returns the content of a string as a text of its own, whose positions are those in the file.
func (v *jsonValue) source() *diag.Source {
	return v.at.Src.Excerpt(v.at.Start+1, v.text, v.offsets)
}

// jsonReader reads JSON text (RFC 8259) into values with places. A missing or surplus comma is reported and
// reading continues; after any other fault it stops.
type jsonReader struct {
	src    *diag.Source
	text   string
	pos    int
	depth  int
	values int
	failed bool
	ds     *diag.List
}

// readJSON returns the one value that src holds; of kind jsonBad if the text is not JSON. whole is false if reading
// stopped at a fault, so that parts are missing.
func readJSON(src *diag.Source, ds *diag.List) (v *jsonValue, whole bool) {
	r := &jsonReader{src: src, text: src.Text, ds: ds}
	if len(r.text) > MaxJSONBytes {
		r.fail(diag.JSONLimit, 0, 0, "%d bytes of JSON, at most %d are read", len(r.text), MaxJSONBytes)
		return r.bad(0), false
	}
	if strings.HasPrefix(r.text, "\ufeff") {
		r.pos = len("\ufeff")
	}
	v = r.value()
	if r.space(); !r.failed && r.pos < len(r.text) {
		r.unexpected("after the end of the JSON value")
	}
	return v, !r.failed
}

func (r *jsonReader) span(start, end int) diag.Span {
	return diag.Span{Src: r.src, Start: int32(start), End: int32(end)}
}

func (r *jsonReader) bad(start int) *jsonValue {
	return &jsonValue{kind: jsonBad, at: r.span(start, min(start+1, len(r.src.Text)))}
}

// fail reports and stops the reading.
func (r *jsonReader) fail(code diag.Code, start, end int, format string, args ...any) *diag.Diagnostic {
	if r.failed {
		return &diag.Diagnostic{}
	}
	r.failed = true
	return r.ds.Errorf(code, r.span(start, end), format, args...)
}

// unexpected fails at the character that stands at the current position.
func (r *jsonReader) unexpected(where string) {
	if r.pos >= len(r.text) {
		r.fail(diag.JSONSyntax, len(r.text), len(r.text), "the JSON text ends %s", where)
		return
	}
	c, size := utf8.DecodeRuneInString(r.text[r.pos:])
	d := r.fail(diag.JSONSyntax, r.pos, r.pos+size, "unexpected %s %s", strconv.QuoteRune(c), where)
	switch {
	case c == '\'':
		d.Hint = `write JSON strings in double quotes: "..."`
	case c == '/':
		d.Hint = `JSON has no comments; use the field "comment"`
	}
}

func (r *jsonReader) space() {
	for r.pos < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.pos]) >= 0 {
		r.pos++
	}
}

// peek skips white space and returns the next byte, 0 at the end.
func (r *jsonReader) peek() byte {
	if r.space(); r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

func (r *jsonReader) value() *jsonValue {
	c := r.peek()
	start := r.pos
	if r.values++; r.values > MaxJSONValues {
		r.fail(diag.JSONLimit, start, start, "more than %d JSON values", MaxJSONValues)
		return r.bad(start)
	}
	switch {
	case c == '{':
		return r.nested(r.object)
	case c == '[':
		return r.nested(r.array)
	case c == '"':
		return r.str()
	case c == '-' || '0' <= c && c <= '9':
		return r.number()
	}
	for _, word := range []struct {
		text  string
		value jsonValue
	}{{"true", jsonValue{kind: jsonBool, truth: true}}, {"false", jsonValue{kind: jsonBool}}, {"null", jsonValue{kind: jsonNull}}} {
		if strings.HasPrefix(r.text[r.pos:], word.text) {
			r.pos += len(word.text)
			v := word.value
			v.at = r.span(start, r.pos)
			return &v
		}
	}
	r.unexpected("where a JSON value is expected")
	return r.bad(start)
}

// nested reads an array or object one level deeper.
func (r *jsonReader) nested(read func() *jsonValue) *jsonValue {
	if r.depth++; r.depth > MaxJSONDepth {
		r.fail(diag.JSONLimit, r.pos, r.pos+1, "JSON nested more than %d deep", MaxJSONDepth)
		return r.bad(r.pos)
	}
	v := read()
	r.depth--
	return v
}

func (r *jsonReader) array() *jsonValue {
	v := &jsonValue{kind: jsonArray}
	v.at = r.list(']', func() { v.items = append(v.items, r.value()) })
	return v
}

func (r *jsonReader) object() *jsonValue {
	v := &jsonValue{kind: jsonObject}
	v.at = r.list('}', func() {
		if r.peek() != '"' {
			r.unexpected("where a field name in quotes is expected")
			return
		}
		name := r.str()
		if r.peek() != ':' {
			r.unexpected(fmt.Sprintf("where a colon is expected after the field name %q", name.text))
			return
		}
		r.pos++
		v.members = append(v.members, jsonMember{name.text, name.at, r.value()})
	})
	return v
}

// list reads entries parted by commas up to the closing bracket and returns the place of the whole.
func (r *jsonReader) list(end byte, entry func()) diag.Span {
	start := r.pos
	r.pos++
	for first := true; !r.failed; first = false {
		c := r.peek()
		if c == end {
			r.pos++
			break
		}
		switch {
		case first:
		case c == ',':
			r.pos++
			if r.peek() == end {
				r.ds.Errorf(diag.JSONSyntax, r.span(r.pos, r.pos+1), "a value is missing between the comma and %q", end).Hint = "remove the comma"
				continue
			}
		case c == '"' || c == '{' || c == '[':
			r.ds.Errorf(diag.JSONSyntax, r.span(r.pos, r.pos+1), "a comma is missing before this value")
		default:
			r.unexpected(fmt.Sprintf("where a comma or %q is expected", end))
			continue
		}
		entry()
	}
	return r.span(start, r.pos)
}

// number reads a number; the field checks its range.
func (r *jsonReader) number() *jsonValue {
	start := r.pos
	for r.pos < len(r.text) && strings.IndexByte("+-.eE0123456789", r.text[r.pos]) >= 0 {
		r.pos++
	}
	v := &jsonValue{kind: jsonNumber, at: r.span(start, r.pos), text: r.text[start:r.pos]}
	if !json.Valid([]byte(v.text)) {
		r.ds.Errorf(diag.JSONSyntax, v.at, "%q is not a number", v.text)
		v.kind = jsonBad
	}
	return v
}

// str reads a string.
func (r *jsonReader) str() *jsonValue {
	start := r.pos
	r.pos++
	end := strings.IndexAny(r.text[r.pos:], "\"\\\n")
	if end >= 0 && r.text[r.pos+end] == '"' { // the usual case: no escapes
		v := &jsonValue{kind: jsonString, text: r.text[r.pos : r.pos+end]}
		r.pos += end + 1
		v.at = r.span(start, r.pos)
		r.control(v)
		return v
	}
	v := &jsonValue{kind: jsonString}
	var b strings.Builder
	for {
		if r.pos >= len(r.text) || r.text[r.pos] == '\n' {
			r.fail(diag.JSONSyntax, start, r.pos, "the string is not closed on its line").Hint = `close it with ", write line breaks as \n`
			return r.bad(start)
		}
		at, c := int32(r.pos), r.text[r.pos]
		if r.pos++; c == '"' {
			v.offsets = append(v.offsets, at)
			break
		}
		from := b.Len()
		if c != '\\' {
			b.WriteByte(c)
		} else if !r.escape(&b) {
			return r.bad(start)
		}
		for range b.Len() - from {
			v.offsets = append(v.offsets, at)
		}
	}
	v.text, v.at = b.String(), r.span(start, r.pos)
	r.control(v)
	return v
}

// control reports bytes that a JSON string must not hold as they are.
func (r *jsonReader) control(v *jsonValue) {
	if !utf8.ValidString(v.text) {
		r.ds.Errorf(diag.JSONSyntax, v.at, "the string is not valid UTF-8")
		v.text = strings.ToValidUTF8(v.text, "\ufffd")
		v.offsets = nil
	}
	raw := v.at.Text()
	if i := strings.IndexFunc(raw, func(c rune) bool { return c < ' ' }); i >= 0 {
		at := int(v.at.Start) + i
		r.ds.Errorf(diag.JSONSyntax, r.span(at, at+1), "the string contains a control character").Hint = `write it with an escape, such as \t`
	}
}

// escape reads what follows a backslash.
func (r *jsonReader) escape(b *strings.Builder) bool {
	const names, bytes = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if r.pos < len(r.text) {
		c := r.text[r.pos]
		if i := strings.IndexByte(names, c); i >= 0 {
			r.pos++
			b.WriteByte(bytes[i])
			return true
		}
		if c == 'u' {
			if u, ok := r.hex(r.pos + 1); ok {
				b.WriteRune(r.rest(u))
				return true
			}
		}
	}
	r.fail(diag.JSONSyntax, r.pos-1, min(r.pos+1, len(r.text)), "unknown escape in a string").Hint = `escapes are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`
	return false
}

// rest consumes uXXXX, and a second half of a surrogate pair if one follows.
func (r *jsonReader) rest(u rune) rune {
	r.pos += 5
	if !utf16.IsSurrogate(u) {
		return u
	}
	if strings.HasPrefix(r.text[r.pos:], `\u`) {
		if low, ok := r.hex(r.pos + 2); ok {
			if c := utf16.DecodeRune(u, low); c != utf8.RuneError {
				r.pos += 6
				return c
			}
		}
	}
	return utf8.RuneError
}

// hex returns the number with four hexadecimal digits.
func (r *jsonReader) hex(at int) (rune, bool) {
	if at+4 > len(r.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(r.text[at:at+4], 16, 16)
	return rune(n), err == nil
}
