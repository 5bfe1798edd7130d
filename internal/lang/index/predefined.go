package index

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Predefined reports whether a name that nothing declares has a meaning in expressions: a function, a curve, a word, or
// a kind of sense, for reactions.
func Predefined(name string) bool { return predefined[name] }

var predefined = func() map[string]bool {
	m := map[string]bool{}
	for _, b := range expr.Builtins() {
		m[b.Name] = true
	}
	for _, w := range expr.Words() {
		m[w.Word] = true
	}
	for _, name := range slices.Concat(curve.Names(), def.SenseKinds[:]) {
		m[name] = true
	}
	return m
}()

// predefinedType reports whether a type needs no declaration.
func predefinedType(name string) bool {
	return slices.ContainsFunc(expr.TypeWords(), func(w expr.Word) bool { return w.Word == name })
}

// attribute reports whether a remembered symbol of a name recalls an attribute that the engine keeps.
func attribute(name string) bool {
	return slices.ContainsFunc(def.Attrs(), func(a def.AttrInfo) bool { return a.Name == name })
}
