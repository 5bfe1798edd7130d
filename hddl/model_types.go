package hddl

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// typeDecls declares the types. The one above all others is omitted if nothing mentions it: types without a common
// ancestor take less room.
func (m *modeller) typeDecls() {
	for _, name := range m.types.Names() {
		if name == ObjectType && !m.usesObject {
			continue
		}
		t := &def.TypeDecl{Head: m.typeHead(name), Name: m.names.types[name]}
		for _, p := range m.parentsOf(name) {
			t.Parents = append(t.Parents, def.Name{At: p.At, Name: m.names.types[p.Text]})
		}
		m.out.types = append(m.out.types, t)
	}
}

func (m *modeller) typeHead(name string) def.Head {
	for i := range m.d.Types {
		if t := &m.d.Types[i]; t.Name.Text == name {
			return head(t.At, t.Name.At)
		}
	}
	return def.Head{}
}

// parentsOf returns the parents that a type has in the model.
func (m *modeller) parentsOf(name string) []Name {
	var list []Name
	for _, p := range m.parents[name] {
		again := slices.ContainsFunc(list, func(q Name) bool { return q.Text == p.Text })
		if p.Text != ObjectType && p.Text != name && !again {
			list = append(list, p)
		}
	}
	if len(list) == 0 && name != ObjectType && m.usesObject {
		list = append(list, Name{Text: ObjectType})
	}
	return list
}

// typeName returns a type as the model writes it.
func (m *modeller) typeName(name string, at diag.Span) expr.TypeName {
	m.usesObject = m.usesObject || name == ObjectType
	return expr.TypeName{At: at, Name: m.names.types[name]}
}

// one returns the single type for a type as written: itself or, for several, their nearest common ancestor.
func (m *modeller) one(t Type) string { return m.common(t.choices()) }

// common returns the nearest common ancestor of some types; of several, the one mentioned first.
func (m *modeller) common(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	best := ObjectType
	for _, name := range m.types.Names() {
		above := !slices.ContainsFunc(list, func(t string) bool { return !m.types.Is(t, name) })
		if above && name != best && m.types.Is(name, best) {
			best = name
		}
	}
	return best
}

// narrowed returns the condition that something of one type is of another, as written; nil: it always is.
func (m *modeller) narrowed(x expr.Node, have string, want Type) expr.Node {
	var parts []expr.Node
	for _, name := range want.choices() {
		if m.types.Is(have, name) {
			return nil
		}
		if m.overlap(have, name) {
			m.usesObject = m.usesObject || name == ObjectType
			parts = append(parts, &expr.In{At: want.At, X: x, Set: &expr.Ref{At: want.At, NameAt: want.At, Name: m.names.types[name]}})
		}
	}
	if len(parts) == 0 {
		return truth(want.At, false)
	}
	return joined(expr.Or, parts)
}

// overlap reports whether something can be of both types.
func (m *modeller) overlap(a, b string) bool { return m.types.Overlap(single(a), single(b)) }

func single(name string) Type { return Type{Names: []Name{{Text: name}}} }
