package hddl

import "github.com/karakuri-ai/karakuri/diag"

// readFormula makes the reader of a part that is a condition.
func readFormula(to *Formula) func(items) {
	return func(it items) {
		n := it.take()
		if f := it.p.formula(n); f != nil {
			*to = f
		} else {
			*to = &And{At: it.p.at(n)}
		}
	}
}

// formula reads a condition; nil: there is a mistake in it, which is reported.
func (p *parser) formula(n int32) Formula {
	at := p.at(n)
	switch {
	case !p.nodes[n].list:
		p.expected("a condition in parentheses", n)
		return nil
	case p.isEmpty(n):
		return &And{At: at}
	}
	it := p.items(n)
	if p.nodes[it.next].list {
		p.expected("the name of a predicate", it.next).Hint = "join several conditions with (and ...)"
		return nil
	}
	word := p.keyword(it.next)
	if op, ok := compareOps[word]; ok {
		it.take()
		return p.compare(op, it)
	}
	switch word {
	case "and":
		it.take()
		return &And{at, it.formulas()}
	case "or":
		it.take()
		return &Or{at, it.formulas()}
	case "not", "imply":
		return p.negation(word, it)
	case "forall", "exists":
		return p.quantifier(word, it)
	case "typeof", "sort", "sortof":
		if f := p.ofType(it); f != nil {
			return f
		}
	}
	if a := p.atom(n); a != nil {
		return a
	}
	return nil
}

// formulas reads the rest of a list, leaving out those with mistakes.
func (it *items) formulas() []Formula {
	var list []Formula
	for it.more() {
		if f := it.p.formula(it.take()); f != nil {
			list = append(list, f)
		}
	}
	return list
}

// fixed takes a number of nodes that are all there is; nil: there are more or fewer, which is reported.
func (it *items) fixed(size int, form string) []int32 {
	if it.rest() != size {
		it.p.ds.Errorf(diag.HDDLSyntax, it.p.head(it.list), "expected %s, found %s", form, count(it.rest(), "part", "parts"))
		return nil
	}
	list := make([]int32, size)
	for i := range list {
		list[i] = it.take()
	}
	return list
}

// negation reads "(not F)" or "(imply F G)".
func (p *parser) negation(word string, it items) Formula {
	at := it.at()
	it.take()
	if word == "not" {
		parts := it.fixed(1, "(not CONDITION)")
		if parts == nil {
			return nil
		}
		if f := p.formula(parts[0]); f != nil {
			return &Not{at, f}
		}
		return nil
	}
	parts := it.fixed(2, "(imply CONDITION CONDITION)")
	if parts == nil {
		return nil
	}
	a, b := p.formula(parts[0]), p.formula(parts[1])
	if a == nil || b == nil {
		return nil
	}
	return &Imply{at, a, b}
}

func (p *parser) quantifier(word string, it items) Formula {
	at := it.at()
	vars, body := it.quantified("CONDITION")
	if body < 0 {
		return nil
	}
	f := p.formula(body)
	switch {
	case f == nil:
		return nil
	case word == "forall":
		return &Forall{at, vars, f}
	}
	return &Exists{at, vars, f}
}

// quantified reads "(forall (VARS) BODY)" up to the body; it returns -1 if there is no body.
func (it *items) quantified(what string) ([]Param, int32) {
	word := it.p.keyword(it.take())
	parts := it.fixed(2, "("+word+" (?x - TYPE) "+what+")")
	if parts == nil {
		return nil, -1
	}
	if !it.p.nodes[parts[0]].list {
		it.p.expected("variables in parentheses", parts[0])
		return nil, -1
	}
	vars := it.p.items(parts[0])
	return vars.params(), parts[1]
}

// ofType reads "(typeof ?x - TYPE)"; nil: it is something else.
func (p *parser) ofType(it items) Formula {
	at := it.at()
	it.take()
	if it.rest() != 3 {
		return nil
	}
	arg := it.take()
	if p.word(it.take()) != "-" {
		return nil
	}
	t, ok := p.typ(it.take())
	x := p.term(arg)
	if !ok || x.Text == "" {
		return &And{At: at} // the mistake is reported
	}
	return &OfType{at, x, t}
}

// atom reads a predicate and its arguments; nil: there is a mistake in it, which is reported.
func (p *parser) atom(n int32) *Atom {
	if !p.nodes[n].list || p.isEmpty(n) {
		p.expected("a predicate in parentheses", n)
		return nil
	}
	it := p.items(n)
	a := &Atom{At: p.at(n), Name: it.takeName("a predicate")}
	args, ok := it.terms()
	if a.Args = args; !ok || a.Name.Text == "" {
		return nil
	}
	return a
}
