package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// JSON form of batches, for debugging and for games without binary data: a list of objects, with names in place of
// numbers.
//
//	[{"op": "write", "symbol": "hungry", "agent": 1, "value": true}, {"op": "step", "ticks": 1}]
//
// An item may also be said as its words: {"op": "wake", "number": 0, "flags": 0, "words": [1]}.

// maxExact is up to where each whole number is a float of its own: JSON numbers of other programs hold no more.
const maxExact = 1 << 53

// AppendJSON appends the JSON form of a batch. It stops at damage, with an error.
func (m *Manifest) AppendJSON(dst, batch []byte) ([]byte, error) {
	dst = append(dst, '[')
	for n := 0; len(batch) > 0; n++ {
		item, rest, ok := next(batch)
		if !ok || table[item.Op] == nil {
			return dst, fmt.Errorf("remote: %w: item %d", ErrBatch, n)
		}
		if n > 0 {
			dst = append(dst, ",\n "...)
		}
		dst = m.appendItem(dst, item)
		batch = rest
	}
	return append(dst, ']'), nil
}

// errShort is why an item goes as its words: it says something that its kind of item does not.
var errShort = errors.New("its words do not match its kind")

// appendItem appends an item. One that does not fit the program, which will be refused, goes as its words.
func (m *Manifest) appendItem(b []byte, it Item) []byte {
	at := len(b)
	b, err := m.appendMembers(b, it)
	if err == nil {
		return b
	}
	b = fmt.Appendf(b[:at], `{"op": %q, "number": %d, "flags": %d, "words": [`, it.Op.String(), it.Number, it.Flags)
	for i := range it.Len() {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendJSONInt(b, it.Int(i))
	}
	return append(b, "]}"...)
}

func (m *Manifest) appendMembers(b []byte, it Item) ([]byte, error) {
	s := table[it.Op]
	if s.number == numberNone && it.Number != 0 || it.Flags>>len(s.flags) != 0 {
		return b, errShort
	}
	b = append(append(b, `{"op": "`...), s.name...)
	b = append(b, '"')
	if s.number != numberNone {
		b = append(append(b, `, "`...), numberNames[s.number]...)
		b = append(b, `": `...)
		b = m.appendNumber(b, s.number, it.Number)
	}
	for i, name := range s.flags {
		if it.Flags>>i&1 != 0 {
			b = append(append(b, `, "`...), name...)
			b = append(b, `": true`...)
		}
	}
	at := 0
	for _, f := range s.fields {
		b = append(append(b, `, "`...), f.name...)
		b = append(b, `": `...)
		var err error
		if b, at, err = m.appendField(b, it, f, at); err != nil {
			return b, err
		}
	}
	if at != it.Len() {
		return b, errShort
	}
	return append(b, '}'), nil
}

// appendField appends a part of an item that begins at a word, and returns the index of the next part.
func (m *Manifest) appendField(b []byte, it Item, f field, at int) ([]byte, int, error) {
	switch f.form {
	case formInt, formFloat, formHash:
		if at >= it.Len() {
			return b, at, errShort
		}
		switch f.form {
		case formFloat:
			return m.appendValue(b, it, &floatValue, at)
		case formHash:
			b = fmt.Appendf(b, `"%016x"`, uint64(it.Int(at)))
		default:
			b = appendJSONInt(b, it.Int(at))
		}
		return b, at + 1, nil
	case formText:
		text, ok := it.Text(at)
		if !ok || !utf8.ValidString(text) || !bytes.Equal(appendText(nil, text), it.body[at*WordBytes:]) {
			return b, at, errShort
		}
		return appendJSONText(b, text), it.Len(), nil
	case formRest:
		b = append(b, '[')
		for i := at; i < it.Len(); i++ {
			if i > at {
				b = append(b, ", "...)
			}
			var err error
			if b, _, err = m.appendValue(b, it, &floatValue, i); err != nil {
				return b, at, err
			}
		}
		return append(b, ']'), it.Len(), nil
	case formValue:
		sym := m.symbol(it.Number)
		if sym == nil {
			return b, at, errShort
		}
		return m.appendValue(b, it, &sym.Type, at)
	}
	return m.appendArgs(b, it, at)
}

// appendArgs appends the arguments of what an item is about.
func (m *Manifest) appendArgs(b []byte, it Item, at int) ([]byte, int, error) {
	params, ok := m.params(it.Op, it.Number)
	if !ok {
		return b, at, errShort
	}
	b = append(b, '[')
	for i := range params {
		if i > 0 {
			b = append(b, ", "...)
		}
		t := &params[i].Types[0]
		if len(params[i].Types) > 1 {
			if at >= it.Len() || it.Int(at) < 0 || it.Int(at) >= int64(len(params[i].Types)) {
				return b, at, errShort
			}
			t = &params[i].Types[it.Int(at)]
			at++
			b = append(append(b, `{"type": `...), appendJSONText(nil, t.name())...)
			b = append(b, `, "value": `...)
		}
		var err error
		if b, at, err = m.appendValue(b, it, t, at); err != nil {
			return b, at, err
		}
		if len(params[i].Types) > 1 {
			b = append(b, '}')
		}
	}
	return append(b, ']'), at, nil
}

// name returns what distinguishes the types of a parameter.
func (v *ManifestValue) name() string {
	if v.Kind == "list" {
		return "list of " + v.Of
	}
	if v.Of != "" {
		return v.Of
	}
	return v.Kind
}

func (m *Manifest) symbol(number uint32) *ManifestSymbol {
	if int(number) >= len(m.Symbols) {
		return nil
	}
	return &m.Symbols[number]
}

// params returns what the arguments of an item are for.
func (m *Manifest) params(op Op, number uint32) (list []ManifestParam, ok bool) {
	switch table[op].number {
	case numberSymbol:
		sym := m.symbol(number)
		if sym == nil {
			return nil, false
		}
		for i := range sym.Params {
			list = append(list, ManifestParam{Types: sym.Params[i : i+1]})
		}
		return list, true
	case numberAction:
		if int(number) < len(m.Actions) {
			return m.Actions[number].Params, true
		}
	case numberGoal:
		if int(number) < len(m.Goals) {
			return m.Goals[number].Params, true
		}
	}
	return nil, false
}

var floatValue = ManifestValue{Kind: "float"}

// appendValue appends a value of a type that begins at a word, and returns the index of the next part.
func (m *Manifest) appendValue(b []byte, it Item, t *ManifestValue, at int) ([]byte, int, error) {
	end := at + t.width()
	if end > it.Len() {
		return b, at, errShort
	}
	switch t.Kind {
	case "bool":
		if n := it.Int(at); n == 0 || n == 1 {
			return strconv.AppendBool(b, n == 1), end, nil
		}
		return b, at, errShort
	case "float", "vec2":
		for i := at; i < end; i++ {
			if f := it.Float(i); math.IsNaN(f) || math.IsInf(f, 0) {
				return b, at, errShort
			}
		}
		if t.Kind == "float" {
			return appendJSONFloat(b, it.Float(at)), end, nil
		}
		b = appendJSONFloat(append(b, '['), it.Float(at))
		return append(appendJSONFloat(append(b, ", "...), it.Float(at+1)), ']'), end, nil
	case "text", "list":
		if text, ok := m.literal(t, it.Int(at)); ok {
			return append(b, text...), end, nil
		}
		return b, at, errShort
	case "enum":
		if e := m.enum(t.Of); e != nil && it.Int(at) >= 0 && it.Int(at) < int64(len(e.Values)) {
			return appendJSONText(b, e.Values[it.Int(at)]), end, nil
		}
	}
	return appendJSONInt(b, it.Int(at)), end, nil
}

func (m *Manifest) enum(name string) *ManifestEnum {
	for i := range m.Enums {
		if m.Enums[i].Name == name {
			return &m.Enums[i]
		}
	}
	return nil
}

// name returns the name for a number; ok is false if there is none: JSON then contains the number.
func (m *Manifest) name(of numbering, i int) (name string, ok bool) {
	switch of {
	case numberSymbol:
		return nameAt(m.Symbols, i, func(s *ManifestSymbol) string { return s.Name })
	case numberAction:
		return nameAt(m.Actions, i, func(a *ManifestAction) string { return a.Name })
	case numberKind:
		return nameAt(m.Kinds, i, func(k *ManifestKind) string { return k.Name })
	case numberType:
		return nameAt(m.Types, i, func(t *ManifestType) string { return t.Name })
	case numberGoal:
		return nameAt(m.Goals, i, func(g *ManifestGoal) string { return g.Name })
	case numberBark:
		return nameAt(m.Barks, i, func(b *ManifestBark) string { return b.Of })
	case numberPersonality:
		return nameAt(m.Personalities, i, itself)
	case numberSaid:
		if e := m.enum(m.Said); e != nil {
			return nameAt(e.Values, i, itself)
		}
	case numberStatus:
		return nameAt(statuses, i, itself)
	case numberReason:
		return nameAt(m.Reasons, i, itself)
	case numberEvent:
		return nameAt(m.Events, i, itself)
	case numberRefusal:
		return nameAt(m.Refusals, i, itself)
	}
	return "", false
}

// statuses are the names of the statuses of actions.
var statuses = []string{"inactive", "running", "success", "failure"}

func itself(name *string) string { return *name }

func nameAt[T any](list []T, i int, name func(*T) string) (string, bool) {
	if i >= len(list) {
		return "", false
	}
	return name(&list[i]), true
}

func (m *Manifest) appendNumber(b []byte, of numbering, number uint32) []byte {
	if name, ok := m.name(of, int(number)); ok && name != "" {
		return appendJSONText(b, name)
	}
	return strconv.AppendUint(b, uint64(number), 10)
}

func appendJSONInt(b []byte, n int64) []byte {
	if n > maxExact || n < -maxExact {
		return append(strconv.AppendInt(append(b, '"'), n, 10), '"')
	}
	return strconv.AppendInt(b, n, 10)
}

func appendJSONFloat(b []byte, f float64) []byte { return strconv.AppendFloat(b, f, 'g', -1, 64) }

func appendJSONText(b []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // texts never fail
	return append(b, quoted...)
}

// ReadJSON appends to dst the batch that its JSON form says. The error names the item and the member that are wrong.
func (m *Manifest) ReadJSON(dst, text []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return dst, errors.New("remote: a batch in JSON is a list of items")
	}
	began := len(dst)
	for n := 0; d.More(); n++ { // one after the other: items take less room as words than as maps
		var members map[string]any
		err := d.Decode(&members)
		if err == nil {
			dst, err = m.readItem(dst, members)
		}
		if err != nil {
			return dst, fmt.Errorf("remote: item %d: %w", n, err)
		}
		if len(dst)-began > MaxBatchBytes {
			return dst, fmt.Errorf("remote: item %d: the batch has more than %d bytes", n, MaxBatchBytes)
		}
	}
	if _, err := d.Token(); err != nil {
		return dst, fmt.Errorf("remote: the list of items does not end: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return dst, errors.New("remote: there is something behind the list of items")
	}
	return dst, nil
}

func (m *Manifest) readItem(b []byte, members map[string]any) ([]byte, error) {
	name, _ := members["op"].(string)
	op := opNamed(name)
	if op == 0 {
		return b, fmt.Errorf("unknown op %q", name)
	}
	if _, raw := members["words"]; raw {
		return readRaw(b, op, members)
	}
	s, used := table[op], 1
	number := uint32(0)
	if s.number != numberNone {
		v, given := members[numberNames[s.number]]
		if given {
			used++
		} else if s.number != numberParts && s.number != numberSaid {
			return b, fmt.Errorf("%s: there is no %q", name, numberNames[s.number])
		}
		var err error
		if number, err = m.readNumber(s.number, v, given); err != nil {
			return b, fmt.Errorf("%s: %s: %w", name, numberNames[s.number], err)
		}
	}
	flags := uint8(0)
	for i, f := range s.flags {
		v, given := members[f]
		set, ok := v.(bool)
		if given {
			used++
		}
		if given && !ok {
			return b, fmt.Errorf("%s: %s: it is neither true nor false", name, f)
		}
		if set {
			flags |= 1 << i
		}
	}
	at := len(b)
	b = appendHead(b, op, flags, 0, number)
	for _, f := range s.fields {
		v, given := members[f.name]
		if given {
			used++
		}
		var err error
		if b, err = m.readField(b, op, number, f, v, given); err != nil {
			return b[:at], fmt.Errorf("%s: %s: %w", name, f.name, err)
		}
	}
	if used != len(members) {
		return b[:at], fmt.Errorf("%s: it has a member that is not of it; those of it are %v", name, s.members())
	}
	if words := (len(b)-at)/WordBytes - 1; words > MaxItemWords {
		return b[:at], fmt.Errorf("%s: it takes %d words, the limit is %d", name, words, MaxItemWords)
	} else {
		appendHead(b[:at], op, flags, words, number)
	}
	return b, nil
}

// readRaw reads an item that is said as its words.
func readRaw(b []byte, op Op, members map[string]any) ([]byte, error) {
	list, ok := members["words"].([]any)
	if !ok || len(list) > MaxItemWords {
		return b, fmt.Errorf("%s: words must be a list of at most %d whole numbers", op, MaxItemWords)
	}
	head := [2]int64{}
	for i, name := range []string{"number", "flags"} {
		v, given := members[name]
		if !given {
			continue
		}
		var err error
		if head[i], err = readInt(v); err != nil || head[i] < 0 || head[i] > [2]int64{math.MaxUint32, math.MaxUint8}[i] {
			return b, fmt.Errorf("%s: %s: %v is out of range", op, name, v)
		}
	}
	at := len(b)
	b = appendHead(b, op, uint8(head[1]), len(list), uint32(head[0]))
	for _, v := range list {
		n, err := readInt(v)
		if err != nil {
			return b[:at], fmt.Errorf("%s: words: %w", op, err)
		}
		b = appendInt(b, n)
	}
	return b, nil
}

// members returns the names of the members of an item.
func (s *shape) members() (list []string) {
	if s.number != numberNone {
		list = append(list, numberNames[s.number])
	}
	list = append(list, s.flags...)
	for _, f := range s.fields {
		list = append(list, f.name)
	}
	return list
}

func opNamed(name string) Op {
	for op := Op(1); op <= lastIn; op++ {
		if table[op].name == name {
			return op
		}
	}
	return 0
}

func (m *Manifest) readNumber(of numbering, v any, given bool) (uint32, error) {
	if !given {
		return 0, nil
	}
	if name, ok := v.(string); ok {
		for i := 0; ; i++ {
			if is, ok := m.name(of, i); !ok {
				break
			} else if is == name {
				return uint32(i), nil
			}
		}
		return 0, fmt.Errorf("the program has no %q", name)
	}
	n, err := readInt(v)
	if err != nil || n < 0 || n > math.MaxUint32 {
		return 0, fmt.Errorf("%v is neither a name nor a number from 0", v)
	}
	return uint32(n), nil
}

// readField appends a part of an item. Those that are omitted are 0, empty, or none.
func (m *Manifest) readField(b []byte, op Op, number uint32, f field, v any, given bool) ([]byte, error) {
	switch f.form {
	case formText:
		text, ok := v.(string)
		if given && !ok {
			return b, fmt.Errorf("%v is not a text", v)
		}
		return appendText(b, text), nil
	case formFloat:
		return readFloat(b, v, given)
	case formRest:
		list, ok := v.([]any)
		if given && !ok {
			return b, fmt.Errorf("%v is not a list", v)
		}
		for _, x := range list {
			var err error
			if b, err = readFloat(b, x, true); err != nil {
				return b, err
			}
		}
		return b, nil
	case formValue:
		sym := m.symbol(number)
		switch {
		case sym == nil:
			return b, fmt.Errorf("the program has no symbol %d", number)
		case !given:
			return b, errors.New("it is missing")
		}
		return m.readValue(b, &sym.Type, v)
	case formArgs:
		return m.readArgs(b, op, number, v, given)
	}
	if !given {
		return appendInt(b, 0), nil
	}
	n, err := readInt(v)
	return appendInt(b, n), err
}

func (m *Manifest) readArgs(b []byte, op Op, number uint32, v any, given bool) ([]byte, error) {
	list, ok := v.([]any)
	params, known := m.params(op, number)
	if given && !ok || !known || len(list) != len(params) {
		return b, fmt.Errorf("%v is not a list of %d arguments", v, len(params))
	}
	for i, x := range list {
		var err error
		if b, err = m.readValue(b, &params[i].Types[0], x); err != nil { // what a game says takes one type
			return b, fmt.Errorf("argument %d: %w", i+1, err)
		}
	}
	return b, nil
}

func (m *Manifest) readValue(b []byte, t *ManifestValue, v any) ([]byte, error) {
	switch x := v.(type) {
	case bool:
		if t.Kind == "bool" {
			if x {
				return appendInt(b, 1), nil
			}
			return appendInt(b, 0), nil
		}
	case string:
		if e := m.enum(t.Of); t.Kind == "enum" && e != nil {
			if i := slices.Index(e.Values, x); i >= 0 {
				return appendInt(b, int64(i)), nil
			}
			return b, fmt.Errorf("%s has no value %q", t.Of, x)
		}
		if i := slices.IndexFunc(m.Objects, func(o ManifestObject) bool { return o.Name == x }); t.Kind == "object" && i >= 0 {
			return appendInt(b, m.Objects[i].Object), nil
		}
	case []any:
		if t.Kind == "vec2" && len(x) == 2 {
			b, err := readFloat(b, x[0], true)
			if err != nil {
				return b, err
			}
			return readFloat(b, x[1], true)
		}
	}
	switch t.Kind {
	case "text", "list":
		if i := m.literalLike(t, v); i >= 0 {
			return appendInt(b, i), nil
		}
		return b, fmt.Errorf("the program has no %s %v", t.name(), v)
	case "float":
		return readFloat(b, v, true)
	case "int", "enum", "object":
		if n, err := readInt(v); err == nil {
			return appendInt(b, n), nil
		}
	}
	return b, fmt.Errorf("%v is no %s", v, t.name())
}

func readFloat(b []byte, v any, given bool) ([]byte, error) {
	if !given {
		return appendFloat(b, 0), nil
	}
	if n, ok := v.(json.Number); ok {
		if f, err := n.Float64(); err == nil {
			return appendFloat(b, f), nil
		}
	}
	return b, fmt.Errorf("%v is not a number", v)
}

// readInt reads a whole number, as a number or as a text.
func readInt(v any) (int64, error) {
	text, ok := v.(string)
	if n, number := v.(json.Number); number {
		text, ok = n.String(), true
	}
	if !ok {
		return 0, fmt.Errorf("%v is not a whole number", v)
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%v is not a whole number", v)
	}
	return n, nil
}
