package hddl

import "github.com/karakuri-ai/karakuri/diag"

func (p *parser) problem(it items, q *Problem) {
	p.sections(it, []section{
		{word: ":domain", read: func(it items) {
			q.Domain = it.takeName("a domain")
			it.finish("the name")
		}},
		{word: ":requirements", many: true, read: p.readRequirements(&q.Requirements)},
		{word: ":objects", many: true, read: func(it items) { q.Objects = append(q.Objects, it.objects()...) }},
		{word: ":htn", read: func(it items) { q.HTN = it.htn() }},
		{word: ":init", read: func(it items) { q.Init = it.facts() }},
		{word: ":goal", read: func(it items) { q.Goal = it.goal() }},
		{word: ":metric", read: func(it items) { q.Metric = it.metric() }},
		{word: ":tihtn"}, {word: ":constraints"}, {word: ":utility"}, {word: ":bound"}, {word: ":length"},
	})
	if q.Domain.Text == "" && !p.ds.HasErrors() {
		p.ds.Errorf(diag.HDDLMissing, p.head(0), "the problem does not name its domain").Hint = "add (:domain NAME)"
	}
}

func (it *items) htn() *HTN {
	h := &HTN{At: it.at()}
	it.parts(append([]section{{word: ":parameters", read: readParams(&h.Params)}}, it.networkParts(&h.Network)...))
	return h
}

func (it *items) goal() Formula {
	if !it.more() {
		it.ended("a condition")
		return &And{At: it.at()}
	}
	f := it.p.formula(it.take())
	if it.more() {
		it.p.ds.Errorf(diag.HDDLSyntax, it.p.head(it.next), "unexpected %s after the condition", it.p.found(it.next)).
			Hint = "join several conditions with (and ...)"
	}
	if f == nil {
		return &And{At: it.at()}
	}
	return f
}

// facts reads the rest of a list, leaving out those with mistakes.
func (it *items) facts() []Fact {
	list := make([]Fact, 0, it.rest())
	for it.more() {
		if f := it.p.fact(it.take()); f != nil {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// fact reads an initial fact; nil: there is a mistake in it, which is reported.
func (p *parser) fact(n int32) Fact {
	it := p.items(n)
	switch word := p.headWord(n); word {
	case "not":
		it.take()
		if parts := it.fixed(1, "(not (PREDICATE ...))"); parts != nil {
			if a := p.factAtom(parts[0]); a != nil {
				return &NotFact{p.at(n), a}
			}
		}
		return nil
	case "=":
		it.take()
		parts := it.fixed(2, "(= FUNCTION NUMBER)")
		if parts == nil {
			return nil
		}
		f, value := p.fluent(parts[0]), p.literal(parts[1])
		if f == nil || value == nil {
			return nil
		}
		return &SetFact{p.at(n), f, value}
	}
	if a := p.factAtom(n); a != nil {
		return a
	}
	return nil
}

func (p *parser) factAtom(n int32) *Atom {
	if word := p.headWord(n); word != "" && reserved(word) {
		p.expected("a fact such as (at truck depot)", n).Hint = "the initial state is a list of facts, without and, or and the like"
		return nil
	}
	return p.atom(n)
}

func (it *items) metric() *Metric {
	p := it.p
	m := &Metric{At: it.at()}
	parts := it.fixed(2, "(:metric minimize NUMBER)")
	if parts == nil {
		return nil
	}
	switch p.keyword(parts[0]) {
	case "minimize":
	case "maximize":
		m.Maximize = true
	default:
		p.expected("minimize or maximize", parts[0])
		return nil
	}
	if m.Value = p.number(parts[1]); m.Value == nil {
		return nil
	}
	return m
}
