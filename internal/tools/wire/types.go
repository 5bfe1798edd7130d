package main

import (
	"fmt"
	"go/ast"
	"reflect"
	"strconv"
	"strings"
)

// names are the names of types in TypeScript that differ from those in Go, to avoid other types and those of
// TypeScript.
var names = map[string]string{
	"diag.Record":              "Finding",
	"internal/coverage.Number": "Count",
	"internal/graph.Box":       "DomainBox",
	"internal/graph.Edge":      "DomainEdge",
	"internal/graph.Graph":     "DomainGraph",
	"internal/graph.Line":      "DomainLine",
	"internal/studio.Memory":   "Remembered",
}

// maxWords is up to how many words a type of strings is written as their union: no page switches on all codes of
// findings.
const maxWords = 40

// basics are the types of Go itself.
var basics = map[string]string{"bool": "boolean", "string": "string", "any": "unknown", "float32": "number", "float64": "number", "int": "number", "int8": "number",
	"int16": "number", "int32": "number", "int64": "number", "uint8": "number", "uint16": "number", "uint32": "number", "uint64": "number"}

// writer writes types, and the types of their parts.
type writer struct {
	*source
	queue []*declared
	as    map[*declared]string
	taken map[string]*declared
}

// name returns the name of a type, and schedules it to be written.
func (w *writer) name(t *declared) (string, error) {
	if name := w.as[t]; name != "" {
		return name, nil
	}
	name := names[t.dir+"."+t.name]
	if name == "" {
		name = strings.ToUpper(t.name[:1]) + t.name[1:]
	}
	if other := w.taken[name]; other != nil {
		return "", fmt.Errorf("%s.%s and %s.%s are both called %s: give one of them another name", t.dir, t.name, other.dir, other.name, name)
	}
	w.as[t], w.taken[name] = name, t
	w.queue = append(w.queue, t)
	return name, nil
}

// typeOf writes the type that an expression of a declaration names.
func (w *writer) typeOf(from *declared, e ast.Expr) (string, error) {
	switch e := e.(type) {
	case *ast.StarExpr:
		return w.typeOf(from, e.X)
	case *ast.ArrayType:
		return w.arrayOf(from, e)
	case *ast.MapType:
		value, err := w.typeOf(from, e.Value)
		return "Record<string, " + value + ">", err
	case *ast.Ident:
		if basic := basics[e.Name]; basic != "" {
			return basic, nil
		}
	}
	t, err := w.lookup(from, e)
	if err != nil {
		return "", err
	}
	if under, ok := t.spec.Type.(*ast.Ident); ok && (len(t.words) == 0 || len(t.words) > maxWords) { // a number, or any text
		return w.typeOf(t, under)
	}
	return w.name(t)
}

func (w *writer) arrayOf(from *declared, e *ast.ArrayType) (string, error) {
	of, err := w.typeOf(from, e.Elt)
	if n, ok := e.Len.(*ast.BasicLit); ok {
		count, _ := strconv.Atoi(n.Value)
		return "[" + strings.TrimSuffix(strings.Repeat(of+", ", count), ", ") + "]", err
	}
	if e.Len != nil {
		return "", fmt.Errorf("%s.%s: the length of an array is a number", from.dir, from.name)
	}
	return of + "[]", err
}

// field is one of a struct as it is encoded.
type field struct {
	name, typ, doc string
	optional       bool
}

// fieldsOf returns the fields of a struct. Those of structs in it without a name are its own.
func (w *writer) fieldsOf(t *declared, s *ast.StructType) (list []field, err error) {
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 {
			within, err := w.within(t, f)
			if err != nil {
				return nil, err
			}
			list = append(list, within...)
			continue
		}
		for _, name := range f.Names {
			if !name.IsExported() {
				continue
			}
			one, ok, err := w.field(t, f, name.Name)
			if err != nil {
				return nil, err
			}
			if ok {
				list = append(list, one)
			}
		}
	}
	return list, nil
}

// within returns the fields of a struct that is in another without a name.
func (w *writer) within(t *declared, f *ast.Field) ([]field, error) {
	e := f.Type
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	of, err := w.lookup(t, e)
	if err != nil {
		return nil, err
	}
	s, ok := of.spec.Type.(*ast.StructType)
	if !ok {
		return nil, fmt.Errorf("%s.%s: %s is not a struct", t.dir, t.name, of.name)
	}
	return w.fieldsOf(of, s)
}

// field returns a field as encoding/json has it; not ok: it is omitted.
func (w *writer) field(t *declared, f *ast.Field, name string) (one field, ok bool, err error) {
	var tag reflect.StructTag
	if f.Tag != nil {
		text, _ := strconv.Unquote(f.Tag.Value)
		tag = reflect.StructTag(text)
	}
	words := strings.Split(tag.Get("json"), ",")
	switch words[0] {
	case "-":
		return one, false, nil
	case "":
		return one, false, fmt.Errorf("%s.%s.%s has no name in JSON", t.dir, t.name, name)
	}
	one = field{name: words[0], typ: tag.Get("ts"), doc: docOf(f.Doc.Text() + f.Comment.Text())}
	for _, word := range words[1:] {
		one.optional = one.optional || word == "omitempty" || word == "omitzero"
	}
	if one.typ == "" {
		one.typ, err = w.typeOf(t, f.Type)
	}
	return one, err == nil, err
}

// docOf returns documentation as one line.
func docOf(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "*/", "* /")
}
