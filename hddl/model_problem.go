package hddl

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// objects declares constants and objects, each once; those of one type that follow each other share a declaration.
func (m *modeller) objects() {
	seen := map[string]bool{}
	var last *def.Objects
	for _, o := range slices.Concat(m.d.Constants, m.p.Objects) {
		if seen[o.Name.Text] {
			continue
		}
		seen[o.Name.Text] = true
		if len(o.Type.Names) > 1 {
			m.ds.Errorf(diag.NotInModel, o.Type.At, "an object of a model has one type, but %s has several", quote(o.Name.Text))
		}
		t := m.typeName(m.objectTypes[o.Name.Text], o.Type.At)
		if last == nil || last.Type.Name != t.Name {
			last = &def.Objects{Head: head(o.At, o.Name.At), Type: def.Name{At: t.At, Name: t.Name}}
			m.out.objects = append(m.out.objects, last)
		}
		last.Names = append(last.Names, def.Name{At: o.Name.At, Name: m.names.objects[o.Name.Text]})
	}
}

// facts declares the initial values. It skips negated facts, which are the default.
func (m *modeller) facts() {
	none := &vars{names: &m.names}
	seen := map[string]bool{}
	for _, fact := range m.p.Init {
		var set *expr.Assign
		switch fact := fact.(type) {
		case *Atom:
			set = m.write(fact, none, true).(*expr.Assign)
		case *SetFact:
			if fact.Fluent.Name.Text == m.cost {
				continue
			}
			set = &expr.Assign{At: fact.At, Target: m.cell(fact.Fluent.At, m.names.fluents[fact.Fluent.Name.Text], fact.Fluent.Args, none),
				Value: m.value(fact.Value, none)}
		default:
			continue
		}
		if text := expr.Print(set.Target); !seen[text] {
			seen[text] = true
			m.out.init.Effects = append(m.out.init.Effects, &def.EffectLine{Head: def.Head{At: set.At}, Effect: set})
		}
	}
}

// symbols declares a symbol for each predicate and function.
func (m *modeller) symbols() {
	m.out.state.Scope = "world"
	for i := range m.d.Predicates {
		p := &m.d.Predicates[i]
		m.symbol(p.At, p.Name, m.names.preds[p.Name.Text], p.Params, m.predTypes[p.Name.Text], "bool")
	}
	for i := range m.d.Functions {
		if f := &m.d.Functions[i]; f.Name.Text != m.cost {
			m.symbol(f.At, f.Name, m.names.fluents[f.Name.Text], f.Params, m.fluentTypes[f.Name.Text], "float")
		}
	}
}

func (m *modeller) symbol(at diag.Span, name Name, as string, params []Param, types []string, value string) {
	s := &def.Symbol{Head: head(at, name.At), Name: as, Type: &expr.TypeName{At: at, Name: value}}
	v := &vars{names: &modelNames{}} // the parameters of a symbol hide nothing
	s.Params = m.params(params, types, v)
	m.out.state.Symbols = append(m.out.state.Symbols, s)
}
