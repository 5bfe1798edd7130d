package index

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Edit replaces a place in a text.
type Edit struct {
	At   diag.Span
	Text string
}

// Rename returns the edits that give a symbol another name, everywhere in the model. It refuses names that the language
// cannot write, and symbols that something refers to without writing their names. Whether the new name clashes with
// another shows when the edited texts are read again: see [Same].
func (ix *Index) Rename(s *Symbol, name string) ([]Edit, error) {
	switch {
	case s.Kind == File:
		return nil, fmt.Errorf("a file cannot be renamed here")
	case s.Bound:
		return nil, fmt.Errorf("%s %q cannot be renamed: something refers to it by its name without writing it", s.Kind, s.Name)
	case s.Title && name == "", !s.Title && !expr.CanName(name):
		return nil, fmt.Errorf("%q is not a name", name)
	case ix.predeclares(s, name):
		return nil, fmt.Errorf("%q has a meaning of its own in the language", name)
	}
	text := expr.NameText(name)
	if s.Title {
		text = expr.Quote(name)
	}
	var edits []Edit
	for _, o := range ix.Of(s) {
		edits = append(edits, Edit{o.At, text})
	}
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.At.Src.Name, b.At.Src.Name), cmp.Compare(a.At.Start, b.At.Start))
	})
	return edits, nil
}

// predeclares reports whether a name is one of the language that the symbol would hide.
func (ix *Index) predeclares(s *Symbol, name string) bool {
	if s.Kind == Type {
		return predefinedType(name)
	}
	return !s.Title && Predefined(name) && !slices.Contains(def.SenseKinds[:], name)
}

// Apply returns a text with edits that are in it and do not overlap, in the order of their places.
func Apply(src *diag.Source, edits []Edit) string {
	out, last := "", int32(0)
	for _, e := range edits {
		if e.At.Src != src || e.At.Start < last {
			continue
		}
		out += src.Text[last:e.At.Start] + e.Text
		last = e.At.End
	}
	return out + src.Text[last:]
}

// Same compares the indexes of a model before and after a symbol was renamed. It returns the first occurrence that
// means something else in the later one; nil: there is none.
func Same(before, after *Index) *Occurrence {
	match := map[*Symbol]*Symbol{}
	for i := range before.all {
		if i >= len(after.all) {
			return &before.all[i]
		}
		a, b := before.all[i], after.all[i]
		switch {
		case (a.Sym == nil) != (b.Sym == nil) || a.Role != b.Role:
			return &before.all[i]
		case a.Sym == nil:
		case match[a.Sym] == nil:
			match[a.Sym] = b.Sym
		case match[a.Sym] != b.Sym:
			return &before.all[i]
		}
	}
	if len(after.all) > len(before.all) { // a word of the language has become one of its names
		return &after.all[len(before.all)]
	}
	return merged(before, match)
}

// merged returns the first occurrence of a symbol that has become one with another.
func merged(before *Index, match map[*Symbol]*Symbol) *Occurrence {
	from := map[*Symbol]*Symbol{}
	for i := range before.all {
		a := before.all[i].Sym
		b := match[a]
		if a == nil {
			continue
		}
		if from[b] != nil && from[b] != a {
			return &before.all[i]
		}
		from[b] = a
	}
	return nil
}
