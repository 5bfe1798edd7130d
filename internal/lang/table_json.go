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
		if c := &list[i]; !c.ByHand() {
			d.clause(c, v.get(c.JSONField()), to)
		}
	}
}

func (d *jsonDecoder) clause(c *def.Clause, v *jsonValue, to any) {
	if v == nil {
		return
	}
	text, h := v, def.Head{}
	if c.Line {
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
	if c.Line {
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
		if c.Takes == def.TakesOwnName {
			*to = d.name(v).Name
		} else {
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

// clauses writes clauses as fields of an object.
func (e *jsonEncoder) clauses(o *jsonFields, list []def.Clause, of any) {
	for i := range list {
		c := &list[i]
		switch {
		case c.ByHand():
			e.statements(o, c, of)
		case c.Has(of):
			value, h := c.At(of)
			o.must(c.JSONField(), e.clause(c, value, h))
		}
	}
}

// statements writes lines that have clauses of their own.
func (e *jsonEncoder) statements(o *jsonFields, c *def.Clause, of any) {
	list := []any{}
	switch d := of.(type) {
	case *def.Brain:
		for _, w := range d.Wants {
			list = append(list, e.want(w))
		}
	case *def.Want:
		list = e.considers(d.Considers)
	case *def.Agent:
		if c.Of == &def.TreeLineTable {
			if d.Tree != nil {
				o.must(c.Field, e.treeLine(d.Tree))
			}
			return
		}
		list = e.agentLines(c, d)
	case *def.Squad:
		list = e.squadLines(c, d)
	default:
		return
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

// jsonKinds are the kinds of strings that kinds of values have, where a clause does not say.
var jsonKinds = map[def.Takes]string{
	def.TakesFlag: "flag", def.TakesEffects: "effects", def.TakesName: "name", def.TakesNames: "names", def.TakesTitle: "title", def.TakesChoice: "choice",
	def.TakesVariable: "variable", def.TakesVariables: "variables", def.TakesDeed: "deed", def.TakesCooldown: "cooldown", def.TakesCurve: "curve",
	def.TakesAbort: "choice", def.TakesElse: "step_call", def.TakesNeeds: "need", def.TakesCall: "call", def.TakesDoing: "tree_call", def.TakesStepCall: "step_call", def.TakesOwnName: "name", def.TakesSelection: "selection",
}

// clauseField returns the field of a clause.
func clauseField(c *def.Clause) jsonField {
	f := jsonField{name: c.JSONField(), is: "expression", line: c.Line, need: c.Need, list: c.List, some: c.Some, pick: c.Words, doc: c.Says()}
	if kind := jsonKinds[c.Takes]; kind != "" {
		f.is = kind
	}
	if c.Text != "" {
		f.is = c.Text
	}
	switch {
	case c.Of != nil:
		if f.forms = []string{c.Of.JSONKind()}; c.Text == "" {
			f.is, f.line = "form", false
		}
	case c.Takes == def.TakesElse:
		f.forms = []string{"alternative"}
	case c.Takes == def.TakesDeed:
		f.forms = []string{"parallel"}
	case c.Takes == def.TakesNames && c.List:
		f.is = "name"
	case c.Takes == def.TakesNeeds:
		f.line = false
	}
	return f
}

// tableForm returns the form of a statement.
func tableForm(s *def.Statement) jsonForm {
	f := jsonForm{name: s.JSONKind(), title: s.Title, decl: s.Name != "", comments: true, body: s.Body != nil, doc: s.Doc, krk: s.Form, json: s.JSON}
	if s.Name != "" {
		f.fields = append(f.fields, jsonField{name: "name", is: "name", need: true, doc: s.Name})
	}
	if s.Params != "" {
		f.fields = append(f.fields, jsonField{name: "parameters", is: "parameters", doc: s.Params})
	}
	f.fields = append(f.fields, clauseFields(s.Head)...)
	f.fields = append(f.fields, clauseFields(s.Body)...)
	return f
}

// clauseFields returns the fields of clauses.
func clauseFields(list []def.Clause) []jsonField {
	fields := make([]jsonField, len(list))
	for i := range list {
		fields[i] = clauseField(&list[i])
	}
	return fields
}
