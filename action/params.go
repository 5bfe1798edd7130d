package action

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// params moves the words of an argument list into a Go struct: one field for each parameter, in order. A parameter of
// several types takes a word with the index of the type before its value.
type params []field

type field struct {
	offset uintptr
	form   form
	types  []world.Type

	literals *world.Literals // of fields that hold a text or a list; else nil
}

// layOut matches the fields of a struct with parameters, and returns the mismatches, one line each.
func layOut(schema *world.Schema, list []Param, g reflect.Type) (params, []string) {
	if isArguments(g) && len(list) <= g.Len() {
		return layOutAny(list), nil
	}
	if g.Kind() != reflect.Struct {
		return nil, []string{fmt.Sprintf("parameters must be a struct with one field for each, not %s", g)}
	}
	if g.NumField() != len(list) {
		return nil, []string{fmt.Sprintf("%s has %s, but there %s", g, count(g.NumField(), "field"), are(len(list), "parameter"))}
	}
	var out params
	var wrong []string
	for i := range list {
		f := g.Field(i)
		if problem := list[i].mismatch(schema, f); problem != "" {
			wrong = append(wrong, fmt.Sprintf("field %s, parameter %s: %s", f.Name, list[i].Name, problem))
		}
		out = append(out, newField(schema, f.Offset, formOf(f.Type), list[i].Types))
	}
	return out, wrong
}

func newField(schema *world.Schema, offset uintptr, form form, types []world.Type) field {
	f := field{offset: offset, form: form, types: types}
	if len(types) == 1 && types[0].IsLiteral() && form != formValue {
		f.literals = schema.Literals
	}
	return f
}

// mismatch returns why a field cannot hold the parameter.
func (p *Param) mismatch(schema *world.Schema, f reflect.StructField) string {
	switch {
	case !f.IsExported():
		return "the field must be exported"
	case f.Type == valueType || f.Type == wordType && p.objects():
		return ""
	case len(p.Types) > 1:
		return fmt.Sprintf("%s cannot hold %s: use Value", f.Type, p.text(schema))
	}
	return misfit(schema, p.Types[0], f.Type)
}

// arePlain reports whether the struct is laid out in memory as the words of its arguments are.
func (ps params) arePlain() bool {
	for i := range ps {
		f := &ps[i]
		if len(f.types) != 1 || f.types[0].Width() != 1 || f.form != formInt64 || f.offset != uintptr(i)*unsafe.Sizeof(world.Word(0)) {
			return false
		}
	}
	return true
}

// fill writes arguments into the struct at p.
func (ps params) fill(p unsafe.Pointer, words []world.Word) {
	for i := range ps {
		f := &ps[i]
		t := f.types[0]
		if len(f.types) > 1 {
			t = f.types[words[0]]
			words = words[1:]
		}
		w := [2]world.Word{words[0]}
		if t.Width() == 2 {
			w[1] = words[1]
		}
		if at := unsafe.Add(p, f.offset); f.literals != nil {
			f.putLiteral(at, words[0])
		} else {
			f.form.put(at, t, w)
		}
		words = words[t.Width():]
	}
}

// notPlain returns the part of a type that is not plain data, as a path and its type; empty when all of it is.
func notPlain(g reflect.Type, path string) string {
	switch g.Kind() {
	case reflect.Struct:
		for i := range g.NumField() {
			f := g.Field(i)
			if bad := notPlain(f.Type, path+"."+f.Name); bad != "" {
				return bad
			}
		}
		return ""
	case reflect.Array:
		return notPlain(g.Elem(), path+"[]")
	case reflect.Pointer, reflect.UnsafePointer, reflect.Uintptr, reflect.String, reflect.Slice, reflect.Map, reflect.Func,
		reflect.Chan, reflect.Interface:
		return fmt.Sprintf("%s is a %s (%s)", path, g.Kind(), g)
	}
	return ""
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func are(n int, what string) string {
	if n == 1 {
		return "is 1 " + what
	}
	return "are " + count(n, what)
}
