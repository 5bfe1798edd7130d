package hddl

// formulaOf returns a condition as it is written.
func formulaOf(f Formula) sx {
	switch f := f.(type) {
	case *Atom:
		return callOf(f.Name, f.Args)
	case *Equal:
		return list(word("="), word(f.Left.Text), word(f.Right.Text))
	case *OfType:
		return list(word("typeof"), word(f.Arg.Text), word("-"), typeOf(f.Type))
	case *Compare:
		return list(word(f.Op.String()), numberOf(f.Left), numberOf(f.Right))
	case *Not:
		return sx{list: []sx{word("not"), formulaOf(f.Part)}, keep: 1}
	case *And:
		return formulasOf("and", f.Parts)
	case *Or:
		return formulasOf("or", f.Parts)
	case *Imply:
		return formulasOf("imply", []Formula{f.If, f.Then})
	case *Forall:
		return quantifierOf("forall", f.Vars, formulaOf(f.Body))
	case *Exists:
		return quantifierOf("exists", f.Vars, formulaOf(f.Body))
	}
	return list(word("and")) // nil
}

func formulasOf(op string, parts []Formula) sx {
	l := list(word(op))
	for _, f := range parts {
		l.list = append(l.list, formulaOf(f))
	}
	return l
}

func quantifierOf(op string, vars []Param, body sx) sx {
	return sx{list: []sx{word(op), list(paramsOf(vars)...), body}, keep: 1}
}

// effectOf returns an effect as it is written.
func effectOf(e Effect) sx {
	switch e := e.(type) {
	case *Add:
		return callOf(e.Atom.Name, e.Atom.Args)
	case *Delete:
		return list(word("not"), callOf(e.Atom.Name, e.Atom.Args))
	case *Change:
		return list(word(e.Op.String()), callOf(e.Fluent.Name, e.Fluent.Args), numberOf(e.Value))
	case *AndEffect:
		l := list(word("and"))
		for _, part := range e.Parts {
			l.list = append(l.list, effectOf(part))
		}
		return l
	case *ForallEffect:
		return quantifierOf("forall", e.Vars, effectOf(e.Body))
	case *When:
		return list(word("when"), formulaOf(e.If), effectOf(e.Then))
	}
	return list(word("and")) // nil
}
