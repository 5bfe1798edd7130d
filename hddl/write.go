package hddl

import "strconv"

// String writes a domain as HDDL in a canonical form. Parsing the text returns the same domain, except for places.
// Comments are lost.
func (d *Domain) String() string {
	w := begin("domain", d.Name)
	w.requirements(d.Requirements)
	w.typedSections(":types", typesOf(d.Types))
	w.typedSections(":constants", objectsOf(d.Constants))
	w.section(":predicates", len(d.Predicates), func(i int) []sx {
		return []sx{declaration(d.Predicates[i].Name, d.Predicates[i].Params)}
	})
	w.section(":functions", len(d.Functions), func(i int) []sx {
		return []sx{declaration(d.Functions[i].Name, d.Functions[i].Params), word("-"), word("number")}
	})
	for i := range d.Tasks {
		w.WriteByte('\n')
		w.task(&d.Tasks[i])
	}
	for i := range d.Methods {
		w.WriteByte('\n')
		w.method(&d.Methods[i])
	}
	for i := range d.Actions {
		w.WriteByte('\n')
		w.action(&d.Actions[i])
	}
	return w.end()
}

// String writes a problem as HDDL; see [Domain.String].
func (p *Problem) String() string {
	w := begin("problem", p.Name)
	w.newLine(2)
	w.flat(list(word(":domain"), word(p.Domain.Text)))
	w.requirements(p.Requirements)
	w.typedSections(":objects", objectsOf(p.Objects))
	if p.HTN != nil {
		w.htn(p.HTN)
	}
	w.newLine(2)
	w.WriteString("(:init")
	for _, f := range p.Init {
		w.newLine(4)
		w.flat(factOf(f))
	}
	w.WriteByte(')')
	if !empty(p.Goal) {
		w.newLine(2)
		w.put(sx{list: []sx{word(":goal"), formulaOf(p.Goal)}, keep: 1}, 2, 2)
	}
	if p.Metric != nil {
		w.newLine(2)
		w.flat(list(word(":metric"), word(direction(p.Metric)), numberOf(p.Metric.Value)))
	}
	return w.end()
}

func direction(m *Metric) string {
	if m.Maximize {
		return "maximize"
	}
	return "minimize"
}

// writer writes a file; every section begins on a new line.
type writer struct{ layout }

func begin(kind string, name Name) *writer {
	w := &writer{}
	w.WriteString("(define ")
	w.flat(list(word(kind), word(name.Text)))
	return w
}

func (w *writer) end() string {
	w.WriteString(")\n")
	return w.String()
}

func (w *writer) requirements(names []Name) {
	if len(names) == 0 {
		return
	}
	w.newLine(2)
	w.flat(list(append([]sx{word(":requirements")}, names2sx(names)...)...))
}

func names2sx(names []Name) []sx {
	words := make([]sx, len(names))
	for i, n := range names {
		words[i] = word(n.Text)
	}
	return words
}

// section writes a list with one line for each member, if there is any.
func (w *writer) section(keyword string, size int, line func(i int) []sx) {
	if size == 0 {
		return
	}
	w.newLine(2)
	w.WriteString("(" + keyword)
	for i := range size {
		w.newLine(4)
		for j, x := range line(i) {
			if j > 0 {
				w.WriteByte(' ')
			}
			w.flat(x)
		}
	}
	w.WriteByte(')')
}

// typedSections writes names with types. A name without a type can only stand at the end of a section, so one that
// others follow ends it.
func (w *writer) typedSections(keyword string, all []typed) {
	for len(all) > 0 {
		size := len(all)
		for i := 1; i < len(all); i++ {
			if len(all[i-1].typ.Names) == 0 && len(all[i].typ.Names) > 0 {
				size = i
				break
			}
		}
		w.newLine(2)
		w.WriteString("(" + keyword)
		for rest := all[:size]; len(rest) > 0; {
			n := sameType(rest)
			w.group(rest[:n])
			rest = rest[n:]
		}
		w.WriteByte(')')
		all = all[size:]
	}
}

// group writes names of one type, on as many lines as they need.
func (w *writer) group(names []typed) {
	w.newLine(4)
	column := 4
	for i, n := range names {
		if i > 0 && column+1+len(n.name.Text) > lineWidth {
			w.newLine(4)
			column = 4
		} else if i > 0 {
			w.WriteByte(' ')
			column++
		}
		w.WriteString(n.name.Text)
		column += len(n.name.Text)
	}
	if t := names[0].typ; len(t.Names) > 0 {
		w.WriteString(" - " + t.String())
	}
}

// sameType returns how many names at the beginning have one type.
func sameType(all []typed) int {
	n := 1
	for n < len(all) && equalTypes(all[n].typ, all[0].typ) {
		n++
	}
	return n
}

func equalTypes(a, b Type) bool {
	if len(a.Names) != len(b.Names) {
		return false
	}
	for i := range a.Names {
		if a.Names[i].Text != b.Names[i].Text {
			return false
		}
	}
	return true
}

func typesOf(types []TypeDecl) []typed {
	all := make([]typed, len(types))
	for i, t := range types {
		all[i] = typed{t.Name, t.Parents}
	}
	return all
}

func objectsOf(objects []Object) []typed {
	all := make([]typed, len(objects))
	for i, o := range objects {
		all[i] = typed{o.Name, o.Type}
	}
	return all
}

func (w *writer) task(t *Task) {
	w.open(":task", t.Name, t.Params)
	w.WriteByte(')')
}

func (w *writer) action(a *Action) {
	w.open(":action", a.Name, a.Params)
	if !empty(a.Precondition) {
		w.part(":precondition", formulaOf(a.Precondition))
	}
	if e, ok := a.Effect.(*AndEffect); a.Effect != nil && (!ok || len(e.Parts) > 0) {
		w.part(":effect", effectOf(a.Effect))
	}
	w.WriteByte(')')
}

func (w *writer) method(m *Method) {
	w.open(":method", m.Name, m.Params)
	w.part(":task", callOf(m.Task.Name, m.Task.Args))
	if !empty(m.Precondition) {
		w.part(":precondition", formulaOf(m.Precondition))
	}
	w.network(&m.Network)
	w.WriteByte(')')
}

func (w *writer) htn(h *HTN) {
	w.newLine(2)
	w.WriteString("(:htn")
	if len(h.Params) > 0 {
		w.part(":parameters", list(paramsOf(h.Params)...))
	}
	w.network(&h.Network)
	w.WriteByte(')')
}

// open writes the beginning of a declaration, which the caller closes.
func (w *writer) open(keyword string, name Name, params []Param) {
	w.newLine(2)
	w.WriteString("(" + keyword + " " + name.Text)
	w.part(":parameters", list(paramsOf(params)...))
}

func (w *writer) part(keyword string, x sx) {
	w.newLine(4)
	w.WriteString(keyword + " ")
	w.put(x, 4, 5+len(keyword))
}

func (w *writer) network(net *Network) {
	keyword := ":subtasks"
	if net.Ordered {
		keyword = ":ordered-subtasks"
	}
	if net.Ordered || len(net.Subtasks) > 0 {
		and := []sx{word("and")}
		for _, s := range net.Subtasks {
			call := callOf(s.Call.Name, s.Call.Args)
			if s.Label.Text != "" {
				call = list(word(s.Label.Text), call)
			}
			and = append(and, call)
		}
		w.part(keyword, list(and...))
	}
	if len(net.Ordering) > 0 {
		and := []sx{word("and")}
		for _, o := range net.Ordering {
			and = append(and, list(word("<"), word(o.Before.Text), word(o.After.Text)))
		}
		w.part(":ordering", list(and...))
	}
	if !empty(net.Constraints) {
		w.part(":constraints", formulaOf(net.Constraints))
	}
}

// declaration returns "(name ?x ?y - t)".
func declaration(name Name, params []Param) sx {
	return list(append([]sx{word(name.Text)}, paramsOf(params)...)...)
}

// paramsOf returns "?x ?y - t ?z - (either u v)".
func paramsOf(params []Param) []sx {
	var words []sx
	for len(params) > 0 {
		n := 1
		for n < len(params) && equalTypes(params[n].Type, params[0].Type) {
			n++
		}
		for _, p := range params[:n] {
			words = append(words, word(p.Name.Text))
		}
		if t := params[0].Type; len(t.Names) > 0 || n < len(params) {
			words = append(words, word("-"), typeOf(t))
		}
		params = params[n:]
	}
	return words
}

func typeOf(t Type) sx {
	if len(t.Names) < 2 {
		return word(t.String())
	}
	return list(append([]sx{word("either")}, names2sx(t.Names)...)...)
}

func callOf(name Name, args []Name) sx {
	return list(append([]sx{word(name.Text)}, names2sx(args)...)...)
}

func factOf(f Fact) sx {
	switch f := f.(type) {
	case *NotFact:
		return list(word("not"), callOf(f.Atom.Name, f.Atom.Args))
	case *SetFact:
		return list(word("="), callOf(f.Fluent.Name, f.Fluent.Args), numberOf(f.Value))
	}
	a := f.(*Atom)
	return callOf(a.Name, a.Args)
}

// empty reports whether a condition has no parts.
func empty(f Formula) bool {
	a, ok := f.(*And)
	return f == nil || ok && len(a.Parts) == 0
}

func numberOf(x Number) sx {
	switch x := x.(type) {
	case *Literal:
		if x.Text == "" {
			return word(strconv.FormatFloat(x.Value, 'g', -1, 64))
		}
		return word(x.Text)
	case *Fluent:
		return callOf(x.Name, x.Args)
	}
	a := x.(*Arith)
	l := list(word(string(rune(a.Op))))
	for _, part := range a.Parts {
		l.list = append(l.list, numberOf(part))
	}
	return l
}
