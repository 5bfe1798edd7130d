package btcpp

import (
	"encoding/json"
	"strconv"
	"strings"
)

// ParsePortValue parses the value of a port: "{key}", with blanks around allowed, is an entry of the blackboard; "{=}"
// and "=" are the entry with the port's name, and key is then "="; everything else is a literal.
func ParsePortValue(text string) (key string, isKey bool) {
	t := strings.Trim(text, blanks)
	if t == "=" {
		return "=", true
	}
	if len(t) < len("{x}") || t[0] != '{' || t[len(t)-1] != '}' {
		return "", false
	}
	return t[1 : len(t)-1], true
}

// Key returns the entry of the blackboard that a port's value names; false for a literal.
func (a *Attr) Key() (key string, isKey bool) {
	key, isKey = ParsePortValue(a.Value)
	if key == "=" {
		key = a.Name
	}
	return key, isKey
}

// Kind is a type of values, as far as it matters here.
type Kind uint8

// The kinds.
const (
	KindAny    Kind = iota // any type
	KindString             // text
	KindBool
	KindInt    // signed, of some size
	KindUint   // unsigned, of some size
	KindDouble // double or float
	KindStatus
	KindVector // a list of values of one type
	KindHost   // a type that only the host knows
)

// Type is the type of a port. Different spellings of a type give the same Type.
type Type struct {
	Kind Kind
	Bits uint8  // of KindInt, KindUint and KindDouble
	Name string // of KindHost
	Of   *Type  // of KindVector
}

var plainTypes = map[string]Type{
	"": {Kind: KindAny}, "AnyTypeAllowed": {Kind: KindAny}, "Any": {Kind: KindAny}, "any": {Kind: KindAny},
	"string": {Kind: KindString}, "bool": {Kind: KindBool}, "NodeStatus": {Kind: KindStatus},
	"int": {Kind: KindInt, Bits: 32}, "int8": {Kind: KindInt, Bits: 8}, "int16": {Kind: KindInt, Bits: 16}, "int32": {Kind: KindInt, Bits: 32},
	"int64": {Kind: KindInt, Bits: 64}, "signed char": {Kind: KindInt, Bits: 8}, "short": {Kind: KindInt, Bits: 16}, "long": {Kind: KindInt, Bits: 64}, "long long": {Kind: KindInt, Bits: 64},
	"uint": {Kind: KindUint, Bits: 32}, "unsigned": {Kind: KindUint, Bits: 32}, "unsigned int": {Kind: KindUint, Bits: 32},
	"uint8": {Kind: KindUint, Bits: 8}, "uint16": {Kind: KindUint, Bits: 16}, "uint32": {Kind: KindUint, Bits: 32}, "uint64": {Kind: KindUint, Bits: 64},
	"unsigned char": {Kind: KindUint, Bits: 8}, "unsigned short": {Kind: KindUint, Bits: 16}, "unsigned long": {Kind: KindUint, Bits: 64}, "size_t": {Kind: KindUint, Bits: 64},
	"double": {Kind: KindDouble, Bits: 64}, "float": {Kind: KindDouble, Bits: 32},
}

// maxTypeNesting bounds vectors of vectors.
const maxTypeNesting = 8

// TypeOf reads the name of a type as models spell it, "std::vector<double>".
func TypeOf(name string) Type { return typeOf(name, maxTypeNesting) }

func typeOf(name string, left int) Type {
	name = strings.TrimSpace(name)
	short := name
	for _, prefix := range []string{"std::", "__cxx11::", "BT::"} {
		short = strings.TrimPrefix(short, prefix)
	}
	if strings.HasPrefix(short, "basic_string<char") {
		return Type{Kind: KindString}
	}
	if t, ok := plainTypes[strings.TrimSuffix(short, "_t")]; ok {
		return t
	}
	if t, ok := plainTypes[short]; ok {
		return t
	}
	if of, ok := strings.CutPrefix(short, "vector<"); ok && strings.HasSuffix(of, ">") && left > 0 {
		of, _, _ = strings.Cut(strings.TrimSuffix(of, ">"), ", std::allocator<")
		t := typeOf(of, left-1)
		return Type{Kind: KindVector, Of: &t}
	}
	return Type{Kind: KindHost, Name: name}
}

// Equal reports whether two types are the same.
func (t Type) Equal(u Type) bool {
	if t.Kind != u.Kind || t.Bits != u.Bits || t.Name != u.Name {
		return false
	}
	return t.Of == nil || t.Of.Equal(*u.Of)
}

// Accepts reports whether a literal can be converted to the type. For types that only the host knows it is always
// true.
func (t Type) Accepts(text string) bool {
	if doc, ok := strings.CutPrefix(text, "json:"); ok && t.Kind != KindString {
		return json.Valid([]byte(doc))
	}
	switch t.Kind {
	case KindBool:
		_, ok := ParseBool(text)
		return ok
	case KindInt:
		_, err := strconv.ParseInt(text, 10, int(t.Bits))
		return err == nil
	case KindUint:
		_, err := strconv.ParseUint(text, 10, int(t.Bits))
		return err == nil
	case KindDouble:
		return isDouble(text)
	case KindStatus:
		return isStatus(text)
	case KindVector:
		return t.Of.acceptsAll(text)
	}
	return true
}

// acceptsAll looks at values with semicolons between them; nothing is an empty list.
func (t Type) acceptsAll(text string) bool {
	if text == "" {
		return true
	}
	for value := range strings.SplitSeq(text, ";") {
		if t.Kind != KindString && !t.Accepts(strings.TrimSpace(value)) {
			return false
		}
	}
	return true
}

// ParseBool reads a bool as the library writes it: true, True, TRUE or 1, and the same of false.
func ParseBool(text string) (value, ok bool) {
	switch text {
	case "true", "True", "TRUE", "1":
		return true, true
	case "false", "False", "FALSE", "0":
		return false, true
	}
	return false, false
}

// isDouble takes decimal digits, and the words for infinity and "not a number".
func isDouble(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && !strings.ContainsAny(text, "xX_pP")
}

func isStatus(text string) bool {
	switch text {
	case "IDLE", "RUNNING", "SUCCESS", "FAILURE", "SKIPPED":
		return true
	}
	return false
}
