package hddl

import "slices"

// widen finds a type for each parameter of predicates, functions, tasks and actions that is wide enough for everything
// it is given: HDDL lets a parameter narrow its argument, a model does not. Conditions then exclude values that are too
// wide. It ends because types only go up.
func (m *modeller) widen() {
	for _, o := range slices.Concat(m.d.Constants, m.p.Objects) {
		m.objectTypes[o.Name.Text] = m.one(o.Type)
	}
	m.declared()
	for w := (widening{m: m, changed: true}); w.changed; {
		w.changed = false
		w.domain()
		w.problem()
	}
}

// declared takes over the types as they are written.
func (m *modeller) declared() {
	for i := range m.d.Predicates {
		m.predTypes[m.d.Predicates[i].Name.Text] = m.each(m.d.Predicates[i].Params)
	}
	for i := range m.d.Functions {
		m.fluentTypes[m.d.Functions[i].Name.Text] = m.each(m.d.Functions[i].Params)
	}
	for i := range m.d.Tasks {
		m.callTypes[m.d.Tasks[i].Name.Text] = m.each(m.d.Tasks[i].Params)
	}
	for i := range m.d.Actions {
		m.callTypes[m.d.Actions[i].Name.Text] = m.each(m.d.Actions[i].Params)
	}
}

func (m *modeller) each(params []Param) []string {
	list := make([]string, len(params))
	for i := range params {
		list[i] = m.one(params[i].Type)
	}
	return list
}

// widening goes over everything that gives arguments, with the variables in sight.
type widening struct {
	m       *modeller
	vars    []variable
	changed bool
}

func (w *widening) domain() {
	for i := range w.m.d.Actions {
		a := &w.m.d.Actions[i]
		w.vars = w.vars[:0]
		for k, p := range a.Params {
			w.bind(p.Name.Text, w.m.callTypes[a.Name.Text][k])
		}
		w.formula(a.Precondition)
		w.effect(a.Effect)
	}
	for i := range w.m.d.Methods {
		method := &w.m.d.Methods[i]
		w.vars = w.vars[:0]
		for _, p := range method.Params {
			w.bind(p.Name.Text, w.m.one(p.Type))
		}
		for k := len(method.Task.Args) - 1; k >= 0; k-- { // of an argument given twice the first counts
			if arg := method.Task.Args[k]; arg.IsVar() {
				w.bind(arg.Text, w.m.callTypes[method.Task.Name.Text][k])
			}
		}
		w.formula(method.Precondition)
		w.network(&method.Network)
	}
}

func (w *widening) problem() {
	w.vars = w.vars[:0]
	for _, p := range w.m.p.HTN.Params {
		w.bind(p.Name.Text, w.m.one(p.Type))
	}
	w.network(&w.m.p.HTN.Network)
	w.vars = w.vars[:0]
	w.formula(w.m.p.Goal)
	for _, fact := range w.m.p.Init {
		switch fact := fact.(type) {
		case *Atom:
			w.args(w.m.predTypes[fact.Name.Text], fact.Args)
		case *SetFact:
			w.args(w.m.fluentTypes[fact.Fluent.Name.Text], fact.Fluent.Args)
		}
	}
}

func (w *widening) bind(name, typ string) { w.vars = append(w.vars, variable{name: name, typ: typ}) }

func (w *widening) network(n *Network) {
	for i := range n.Subtasks {
		call := &n.Subtasks[i].Call
		w.args(w.m.callTypes[call.Name.Text], call.Args)
	}
}

// args makes parameters wide enough for arguments.
func (w *widening) args(params []string, args []Name) {
	for i, arg := range args {
		if have := w.typeOf(arg); !w.m.types.Is(have, params[i]) {
			params[i] = w.m.common([]string{have, params[i]})
			w.changed = true
		}
	}
}

func (w *widening) typeOf(arg Name) string {
	if !arg.IsVar() {
		return w.m.objectTypes[arg.Text]
	}
	return (&vars{list: w.vars}).find(arg.Text).typ
}

func (w *widening) within(params []Param, inside func()) {
	outer := len(w.vars)
	for _, p := range params {
		w.bind(p.Name.Text, w.m.one(p.Type))
	}
	inside()
	w.vars = w.vars[:outer]
}

func (w *widening) formula(f Formula) {
	switch f := f.(type) {
	case *Atom:
		w.args(w.m.predTypes[f.Name.Text], f.Args)
	case *Compare:
		w.number(f.Left)
		w.number(f.Right)
	case *Not:
		w.formula(f.Part)
	case *And:
		w.formulas(f.Parts)
	case *Or:
		w.formulas(f.Parts)
	case *Imply:
		w.formula(f.If)
		w.formula(f.Then)
	case *Forall:
		w.within(f.Vars, func() { w.formula(f.Body) })
	case *Exists:
		w.within(f.Vars, func() { w.formula(f.Body) })
	}
}

func (w *widening) formulas(parts []Formula) {
	for _, f := range parts {
		w.formula(f)
	}
}

func (w *widening) number(n Number) {
	switch n := n.(type) {
	case *Fluent:
		w.args(w.m.fluentTypes[n.Name.Text], n.Args)
	case *Arith:
		for _, part := range n.Parts {
			w.number(part)
		}
	}
}

func (w *widening) effect(e Effect) {
	switch e := e.(type) {
	case *Add:
		w.formula(e.Atom)
	case *Delete:
		w.formula(e.Atom)
	case *Change:
		w.number(e.Fluent)
		w.number(e.Value)
	case *AndEffect:
		for _, part := range e.Parts {
			w.effect(part)
		}
	case *ForallEffect:
		w.within(e.Vars, func() { w.effect(e.Body) })
	case *When:
		w.formula(e.If)
		w.effect(e.Then)
	}
}
