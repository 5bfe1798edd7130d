package golden

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Syntax returns what a parsed file says as one line for each place in it: the place, and the names, numbers and words
// that were read there, sorted. Nothing in it depends on how types and fields are called in Go, in which order fields
// are and how types are nested. It does not say which of the words at a place is which: the JSON form does.
func Syntax(f *def.File) string {
	s := syntax{}
	for _, d := range f.Decls {
		s.visit(reflect.ValueOf(d), diag.Span{})
	}
	s.visit(reflect.ValueOf(f.End), diag.Span{})
	spans := make([]diag.Span, 0, len(s))
	for at := range s {
		spans = append(spans, at)
	}
	slices.SortFunc(spans, func(a, b diag.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), -cmp.Compare(a.End, b.End)) })
	var b strings.Builder
	for _, at := range spans {
		words := s[at]
		slices.Sort(words)
		fmt.Fprintln(&b, Place(at), strings.Join(words, " "))
	}
	return b.String()
}

// Place returns a span as it is pinned: "1:16-1:20".
func Place(at diag.Span) string {
	if at.Src == nil {
		return "-"
	}
	from, to := at.Src.Position(at.Start), at.Src.Position(at.End)
	return fmt.Sprintf("%d:%d-%d:%d", from.Line, from.Col, to.Line, to.Col)
}

// syntax is the syntax found at each place.
type syntax map[diag.Span][]string

var (
	spanType   = reflect.TypeFor[diag.Span]()
	sourceType = reflect.TypeFor[diag.Source]()
	fileType   = reflect.TypeFor[def.File]()
)

// visit notes everything below a value that belongs to a place.
func (s syntax) visit(v reflect.Value, at diag.Span) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			s.visit(v.Elem(), at)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			s.visit(v.Index(i), at)
		}
	case reflect.Struct:
		s.visitStruct(v, at)
	case reflect.Invalid, reflect.Func, reflect.Map, reflect.Chan:
	default:
		if word := wordOf(v); word != "" {
			s[at] = append(s[at], word)
		}
	}
}

func (s syntax) visitStruct(v reflect.Value, at diag.Span) {
	if t := v.Type(); t == sourceType || t == fileType {
		return
	}
	if own := widest(v); own != (diag.Span{}) {
		at = own
	}
	for i := range v.NumField() {
		if f := v.Field(i); f.Type() != spanType {
			s.visit(f, at)
		} else if own := f.Interface().(diag.Span); own != (diag.Span{}) {
			s[own] = append(s[own], s[at][:0]...) // it is listed, whether or not anything is said there
		}
	}
}

// widest returns the place of a struct: the widest of its own.
func widest(v reflect.Value) (at diag.Span) {
	for i := range v.NumField() {
		f, own := v.Field(i), diag.Span{}
		switch {
		case f.Type() == spanType:
			own = f.Interface().(diag.Span)
		case v.Type().Field(i).Anonymous && f.Kind() == reflect.Struct:
			own = widest(f)
		}
		if own.End-own.Start > at.End-at.Start {
			at = own
		}
	}
	return at
}

// wordOf returns a single value that says something: kinds by the word that they have, all others as they are.
func wordOf(v reflect.Value) string {
	switch {
	case v.IsZero():
		return ""
	case v.Kind() == reflect.String:
		return strconv.Quote(v.String())
	case v.CanInterface():
		return fmt.Sprint(v.Interface())
	}
	return ""
}
