package hddl

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// actions declares for each action what the game does, and the operator of the same name.
func (m *modeller) actions() {
	for i := range m.d.Actions {
		a := &m.d.Actions[i]
		v := &vars{names: &m.names}
		types, name := m.callTypes[a.Name.Text], m.names.calls[a.Name.Text]
		op := &def.Operator{Head: head(a.At, a.Name.At), Name: name, Params: m.params(a.Params, types, v)}
		op.When = joined(expr.And, append(m.paramTypes(a.Params, v), m.conjuncts(a.Precondition, v)...))
		op.Do = &def.Call{At: a.Name.At, Name: def.Name{At: a.Name.At, Name: name}}
		for k := range a.Params {
			op.Do.Args = append(op.Do.Args, m.term(a.Params[k].Name, v))
		}
		op.Effect, op.Cost = m.effects(a.Effect, v)
		if m.cost != "" && op.Cost == nil {
			op.Cost = &expr.Lit{At: a.At, Kind: expr.LitInt}
		}
		m.out.operators = append(m.out.operators, op)
		m.out.actions = append(m.out.actions, &def.Action{Head: op.Head, Name: name, Params: op.Params})
	}
}

// paramTypes returns what the types of parameters demand beyond those of the model.
func (m *modeller) paramTypes(params []Param, v *vars) []expr.Node {
	var list []expr.Node
	for i := range params {
		if n := m.narrowed(m.term(params[i].Name, v), m.typeOf(params[i].Name, v), params[i].Type); n != nil {
			list = append(list, n)
		}
	}
	return list
}
