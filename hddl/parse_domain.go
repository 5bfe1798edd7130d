package hddl

import "github.com/karakuri-ai/karakuri/diag"

func (p *parser) domainSections(d *Domain) []section {
	return []section{
		{word: ":requirements", many: true, read: p.readRequirements(&d.Requirements)},
		{word: ":types", many: true, read: func(it items) { it.typeDecls(d) }},
		{word: ":constants", many: true, read: func(it items) { d.Constants = append(d.Constants, it.objects()...) }},
		{word: ":predicates", many: true, read: func(it items) { d.Predicates = append(d.Predicates, it.predicates()...) }},
		{word: ":functions", many: true, read: func(it items) { d.Functions = append(d.Functions, it.functions()...) }},
		{word: ":task", many: true, read: func(it items) { d.Tasks = append(d.Tasks, it.task()) }},
		{word: ":method", many: true, read: func(it items) { d.Methods = append(d.Methods, it.method()) }},
		{word: ":action", many: true, read: func(it items) { d.Actions = append(d.Actions, it.action()) }},
		{word: ":durative-action"}, {word: ":derived"}, {word: ":constraints"}, {word: ":axiom"},
	}
}

func (p *parser) readRequirements(to *[]Name) func(items) {
	return func(it items) {
		for it.more() {
			n := it.take()
			w := p.word(n)
			if len(w) < 2 || w[0] != ':' {
				p.expected("a requirement such as :typing", n)
				continue
			}
			*to = append(*to, Name{Text: w, At: p.at(n)})
		}
	}
}

// typeDecls reads types into a domain, up to MaxTypes names in all sections together.
func (it *items) typeDecls(d *Domain) {
	read := func(n int32) Name { return it.p.name(n, "a type") }
	size := 0
	for i := range d.Types {
		size += 1 + len(d.Types[i].Parents.Names)
	}
	for _, t := range it.typed(read) {
		if size += 1 + len(t.typ.Names); size > MaxTypes {
			it.p.ds.Errorf(diag.HDDLTooMany, t.name.At, "more than %d names in :types", MaxTypes)
			return
		}
		d.Types = append(d.Types, TypeDecl{At: t.name.At, Name: t.name, Parents: t.typ})
	}
}

func (it *items) predicates() []Predicate {
	var list []Predicate
	for it.more() {
		n := it.next
		if decl, ok := it.takeList("a predicate such as (at ?x ?y)"); ok {
			name := decl.takeName("a predicate")
			list = append(list, Predicate{At: it.p.at(n), Name: name, Params: decl.params()})
		}
	}
	return list
}

// functions reads "(total-cost) (length ?a ?b - place) - number".
func (it *items) functions() []Function {
	p := it.p
	var list []Function
	for it.more() {
		n := it.next
		if p.word(n) == "-" {
			it.take()
			it.functionType(n)
			continue
		}
		if decl, ok := it.takeList("a function such as (total-cost)"); ok {
			name := decl.takeName("a function")
			list = append(list, Function{At: p.at(n), Name: name, Params: decl.params()})
		}
	}
	return list
}

// functionType reads the type after a dash: functions are numbers.
func (it *items) functionType(dash int32) {
	p := it.p
	if !it.more() {
		p.ds.Errorf(diag.HDDLTyping, p.at(dash), "no type follows the minus sign").Hint = `write "- number"`
		return
	}
	n := it.take()
	if p.keyword(n) != "number" {
		p.ds.Errorf(diag.HDDLNotAvailable, p.head(n), "functions have numeric values, not %s", p.found(n)).Hint = `write "- number"`
	}
}

// at is the place of the whole list that the items are of.
func (it *items) at() diag.Span { return it.p.at(it.list) }

func (it *items) task() Task {
	t := Task{At: it.at(), Name: it.takeName("a task")}
	it.parts([]section{
		{word: ":parameters", read: readParams(&t.Params)},
		{word: ":precondition"}, {word: ":effect"},
	})
	return t
}

func (it *items) action() Action {
	a := Action{At: it.at(), Name: it.takeName("an action"), Precondition: &And{}, Effect: &AndEffect{}}
	it.parts([]section{
		{word: ":parameters", read: readParams(&a.Params)},
		{word: ":precondition", read: readFormula(&a.Precondition)},
		{word: ":effect", read: func(v items) { a.Effect = v.p.effectOrEmpty(v.take()) }},
		{word: ":duration"}, {word: ":condition"},
	})
	return a
}

func (it *items) method() Method {
	m := Method{At: it.at(), Name: it.takeName("a method"), Precondition: &And{}}
	hasTask := false
	it.parts(append([]section{
		{word: ":parameters", read: readParams(&m.Params)},
		{word: ":task", read: func(v items) {
			hasTask = true
			m.Task = v.p.call(v.take())
		}},
		{word: ":precondition", read: readFormula(&m.Precondition)},
		{word: ":effect"},
	}, it.networkParts(&m.Network)...))
	if !hasTask {
		it.p.ds.Errorf(diag.HDDLMissing, m.Name.At, "the method has no :task").Hint = "name the task of the method: :task (deliver ?p)"
	}
	return m
}
