package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// The JSON form of the statements and clauses of the table: each kind of value once, both ways.

// clauses reads clauses from the fields of an object.
func (d *jsonDecoder) clauses(list []def.Clause, v *jsonValue, to any) {
	for i := range list {
		c := &list[i]
		if _, lines := c.Lines(to); lines {
			d.statements(c, v.get(c.JSONField()), to)
		} else if !c.ByHand() {
			d.clause(c, v.get(c.JSONField()), to)
		}
	}
}

// statements reads lines that have clauses of their own. It skips those without the name that they call: that has been
// reported.
func (d *jsonDecoder) statements(c *def.Clause, list *jsonValue, to any) {
	for _, v := range list.list() {
		if line := d.statement(c.Of, v); line != nil {
			c.Add(to, line)
		}
	}
}

// statement reads a declaration, or a line with clauses; nil for a line without the name that it calls.
func (d *jsonDecoder) statement(s *def.Statement, v *jsonValue) def.Decl {
	to := s.Make()
	kept, h := s.Kept(to), to.Header()
	*h = d.head(v, nameField(s))
	if kept.Name != nil {
		*kept.Name = d.name(v.get("name")).Name
	}
	if kept.Params != nil {
		*kept.Params = d.params(v.get("parameters"), s == &def.ActionTable)
	}
	if kept.End != nil {
		*kept.End = d.lines(v.get("comment_end"))
	}
	d.clauses(s.Head, v, to)
	d.clauses(s.Body, v, to)
	for i := range s.Head {
		c := &s.Head[i]
		if called, ok := callOfClause(c, to); !ok {
			continue
		} else if called.At.Src == nil {
			return nil
		} else if c.JSONField() == nameField(s) {
			h.NameAt = called.Name.At
		}
	}
	d.byHand(to, v)
	return to
}

// nameField returns the field that names a declaration or a line; empty for none.
func nameField(s *def.Statement) string {
	if s.Name != "" {
		return "name"
	}
	if len(s.Head) > 0 {
		switch s.Head[0].Takes {
		case def.TakesOwnName, def.TakesTitle, def.TakesPath, def.TakesName, def.TakesCall, def.TakesDoing:
			return s.Head[0].JSONField()
		}
	}
	return ""
}

// callOfClause returns the call that a clause is.
func callOfClause(c *def.Clause, of any) (*def.Call, bool) {
	if c.Takes != def.TakesCall && c.Takes != def.TakesDoing || c.ByHand() {
		return nil, false
	}
	value, _ := c.At(of)
	called, ok := value.(*def.Call)
	return called, ok
}

func (d *jsonDecoder) clause(c *def.Clause, v *jsonValue, to any) {
	if v == nil {
		return
	}
	text, h := v, def.Head{}
	if c.Line && !c.List {
		text, h = d.line(v)
	}
	if soleName(c) {
		d.nameLine(c, text, h, to)
		return
	}
	if c.Takes == def.TakesParts || c.Takes == def.TakesSelection {
		if !c.Line {
			h.At = v.at
		}
		d.text(text, func(p *parser) { p.parts(c, c.Make(to, h)) })
		return
	}
	value, head := c.At(to)
	if f, ok := value.(*bool); ok && c.Line {
		*f, *head = d.flagLine(v)
		return
	}
	if deed, ok := value.(*def.Deed); ok && v.get("parallel") != nil {
		*deed, *head = d.parallel(v)
		return
	}
	d.value(c, text, value)
	if head != nil {
		*head = h
	}
}

// soleName reports whether a clause is a name and nothing else, which in the JSON form stands as it is.
func soleName(c *def.Clause) bool { return len(c.Parts) == 1 && c.Parts[0].Takes == def.TakesName }

// nameLine reads a clause that is a name.
func (d *jsonDecoder) nameLine(c *def.Clause, v *jsonValue, h def.Head, to any) {
	if n := d.name(v); n.Name != "" {
		h.NameAt = n.At
		name, _ := c.Parts[0].At(c.Make(to, h))
		*name.(*def.Name) = n
	}
}

// value reads what a clause takes.
func (d *jsonDecoder) value(c *def.Clause, v *jsonValue, value any) {
	switch to := value.(type) {
	case *expr.Node:
		*to = d.expr(v)
	case *bool:
		*to = v.isTrue()
	case *[]expr.Effect:
		*to = d.effects(v)
	case *def.Name:
		if c.Takes == def.TakesChoice {
			d.text(v, func(p *parser) { *to = p.choice(c) })
		} else {
			*to = d.name(v)
		}
	case *[]def.Name:
		if c.List {
			*to = d.names(v)
		} else {
			*to = d.nameTexts(v)
		}
	case *string:
		switch c.Takes {
		case def.TakesOwnName:
			*to = d.name(v).Name
		case def.TakesChoice:
			*to = v.string()
		case def.TakesPath:
			*to = d.path(v)
		default:
			*to = d.title(v)
		}
	case **expr.Var:
		*to = d.variable(v)
	case *[]expr.Var:
		*to = d.vars(v)
	case *def.Deed:
		to.Do = d.deed(v)
	case *def.Cooldown:
		*to = d.cooldown(v)
	case **def.Call:
		*to = d.placedCall(v)
	case *def.AbortMode:
		*to = abortNamed(v.string())
	case *[]*def.Need:
		*to = d.needs(v)
	case *[]*def.GoalCall:
		*to = d.alternatives(v)
	case **expr.TypeName:
		*to = d.typeName(v)
	case *expr.TypeName:
		if t := d.typeName(v); t != nil {
			*to = *t
		}
	case *int:
		*to = v.count()
	case *[]def.Port:
		*to = d.ports(v)
	case *[]*def.Trait:
		*to = d.traits(v)
	case *[]*def.SenseClause:
		*to = d.senseClauses(v)
	case *def.GoalCall:
		if call := d.stepCall(v); call != nil {
			*to = *call
		}
	case *def.Call:
		read := d.call
		if c.Takes == def.TakesDoing {
			read = d.placedCall
		}
		if call := read(v); call != nil {
			*to = *call
		}
	}
}

// statement writes a declaration, or a line with clauses.
func (e *jsonEncoder) statement(s *def.Statement, of def.Decl) jsonFields {
	var o jsonFields
	kept := s.Kept(of)
	if s.Decl {
		o.must("kind", s.JSONKind())
	}
	if kept.Name != nil {
		o.must("name", *kept.Name)
	}
	if kept.Params != nil {
		o.put("parameters", e.params(*kept.Params))
	}
	e.clauses(&o, s.Head, of)
	e.clauses(&o, s.Body, of)
	e.head(&o, of.Header())
	if kept.End != nil {
		e.end(&o, of.Header(), *kept.End)
	}
	return o
}

// clauses writes clauses as fields of an object.
func (e *jsonEncoder) clauses(o *jsonFields, list []def.Clause, of any) {
	for i := range list {
		c := &list[i]
		if lines, known := c.Lines(of); known {
			e.statements(o, c, lines)
		} else if c.ByHand() {
			e.byHand(o, c, of)
		} else if c.Has(of) || c.Need && c.List {
			value, h := c.At(of)
			o.must(c.JSONField(), e.clause(c, value, h))
		}
	}
}

// statements writes lines that have clauses of their own.
func (e *jsonEncoder) statements(o *jsonFields, c *def.Clause, lines []def.Decl) {
	list := []any{}
	for _, l := range lines {
		list = append(list, e.statement(c.Of, l))
	}
	if c.Need {
		o.must(c.JSONField(), list)
	} else {
		o.put(c.JSONField(), list)
	}
}

// clause returns what a clause takes.
func (e *jsonEncoder) clause(c *def.Clause, value any, h *def.Head) any {
	switch v := value.(type) {
	case *bool:
		if h == nil {
			return true
		}
		return e.flagLine(h)
	case *[]expr.Effect:
		return e.lineOrText(e.effects(*v), h)
	case *def.Name:
		return e.lineOrText(v.Name, h)
	case *[]def.Name:
		if c.List {
			return nameList(*v)
		}
	case *string:
		return *v
	case *def.Deed:
		if v.Parallel != nil {
			return e.parallel(v.Parallel, h)
		}
	case *[]*def.Need:
		texts := needTexts(*v)
		e.complete(strings.Join(texts, " "))
		return anys(texts)
	case *[]*def.GoalCall:
		return e.alternatives(*v)
	case **expr.TypeName:
		return e.typeName(*v)
	case *expr.TypeName:
		return e.typeName(v)
	case *int:
		return *v
	case *[]def.Port:
		return e.complete(expr.PrintPorts(portTexts(*v)))
	case *[]*def.Trait:
		return e.lines(traitLines(*v))
	case *[]*def.SenseClause:
		return e.lines(senseLines(*v))
	}
	if soleName(c) {
		name, _ := c.Parts[0].At(value)
		return e.lineOrText(name.(*def.Name).Name, h)
	}
	return e.lineOrText(e.complete(clauseText(c, value)), h)
}

// lineOrText returns a text, with the comments of its line if it is one.
func (e *jsonEncoder) lineOrText(text string, h *def.Head) any {
	if h == nil {
		return text
	}
	return e.line(text, h)
}

// jsonKinds are the kinds of strings of kinds of values, unless a clause says otherwise.
var jsonKinds = map[def.Takes]string{
	def.TakesFlag: "flag", def.TakesEffects: "effects", def.TakesName: "name", def.TakesNames: "names", def.TakesTitle: "title", def.TakesChoice: "choice",
	def.TakesVariable: "variable", def.TakesVariables: "variables", def.TakesDeed: "deed", def.TakesCooldown: "cooldown", def.TakesCurve: "curve",
	def.TakesAbort: "choice", def.TakesElse: "step_call", def.TakesNeeds: "need", def.TakesCall: "call", def.TakesDoing: "tree_call", def.TakesStepCall: "step_call", def.TakesOwnName: "name", def.TakesSelection: "selection",
	def.TakesPath: "text", def.TakesType: "value_type", def.TakesWhole: "count", def.TakesValues: "value_list", def.TakesPorts: "ports", def.TakesTraits: "trait", def.TakesSenseClauses: "clause",
}

// clauseField returns the field of a clause.
func clauseField(c *def.Clause) jsonField {
	f := jsonField{name: c.JSONField(), is: "expression", line: c.Line, need: c.Need, list: c.List, some: c.Some, pick: c.Words, forms: c.Forms, doc: c.Says()}
	if kind := jsonKinds[c.Takes]; kind != "" {
		f.is = kind
	}
	if c.Text != "" {
		f.is = c.Text
	}
	switch {
	case c.Of == &def.NodeTable:
		f.is, f.forms = "call_in_tree", jsonNodeForms
	case c.Of == &def.ServiceTable:
		f.is, f.forms = "form", []string{def.ServiceSetTable.JSONKind(), def.ServiceTable.JSONKind()}
	case c.Of != nil:
		if f.forms = []string{c.Of.JSONKind()}; c.Text == "" {
			f.is, f.line = "form", false
		}
	case c.Takes == def.TakesElse:
		f.forms = []string{"alternative"}
	case c.Takes == def.TakesDeed && !c.List:
		f.forms = []string{"parallel"}
	case c.Takes == def.TakesNames && c.List:
		f.is = "name"
	case c.Takes == def.TakesNeeds:
		f.line = false
	}
	return f
}

// tableForms returns the forms of all statements.
func tableForms() []jsonForm {
	var forms []jsonForm
	for _, s := range def.Statements() {
		if s != &def.NodeTable { // its clauses are those of each node
			forms = append(forms, tableForm(s))
		}
	}
	return forms
}

// tableForm returns the form of a statement.
func tableForm(s *def.Statement) jsonForm {
	f := jsonForm{name: s.JSONKind(), title: s.Title, decl: s.Decl, comments: !s.Plain, body: s.Body != nil, by: s.By, doc: s.Doc, krk: s.Form, json: s.JSON}
	if s.Name != "" {
		f.fields = append(f.fields, jsonField{name: "name", is: "name", need: true, doc: s.Name})
	}
	if s.Params != "" {
		f.fields = append(f.fields, jsonField{name: "parameters", is: "parameters", doc: s.Params})
	}
	if len(s.Nodes) > 0 {
		f.node, f.block = true, s.Nodes[0].Info().Shape != def.ShapeLeaf
		f.body = f.body || f.block
		f.fields = append(f.fields, jsonField{name: "node", is: "choice", pick: nodeNames(s.Nodes), need: true, doc: "What it is."})
	}
	f.fields = append(f.fields, clauseFields(s.Head)...)
	if len(s.Nodes) == 1 {
		f.fields = append(f.fields, nodeClauseFields(s.Nodes[0])...)
	}
	f.fields = append(f.fields, clauseFields(s.Body)...)
	return f
}

// nodeNames returns what kinds of nodes are called.
func nodeNames(kinds []def.NodeKind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		if names[i] = k.String(); k == def.NodeCall || k == def.NodeHosted {
			names[i] = jsonCallWord
		}
	}
	return names
}

// nodeClauseFields returns the clauses that only nodes of a kind have; 0: that all have.
func nodeClauseFields(only def.NodeKind) []jsonField {
	var fields []jsonField
	for i := range def.NodeTable.Head {
		if c := &def.NodeTable.Head[i]; c.Only == only {
			fields = append(fields, clauseField(c))
		}
	}
	return fields
}

// clauseFields returns the fields of clauses.
func clauseFields(list []def.Clause) []jsonField {
	fields := make([]jsonField, len(list))
	for i := range list {
		fields[i] = clauseField(&list[i])
	}
	return fields
}
