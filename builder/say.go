package builder

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// How the clauses of the table are said: each kind of value once. The methods that do are in clauses_*.go, which
// package internal/tools/table makes.

// say gives a declaration a clause; owner names it in messages.
func (d *Domain) say(at place, c *def.Clause, decl any, owner string, value any) {
	to, h := c.At(decl)
	if h == nil {
		h = &def.Head{}
	}
	text, list := textOf(value)
	what := c.MethodName() + " of " + owner
	switch to := to.(type) {
	case nil, def.Decl:
		d.sayPart(at, c, decl, what, value)
	case *expr.Node:
		if text, ok := d.numberOrTime(at, c, value); ok && d.once(at, text, *to != nil, what) {
			*to, h.At = d.expr(at, text), at.span(text)
		}
	case *def.Cooldown:
		if text, ok := d.numberOrTime(at, c, value); ok && d.once(at, text, to.Time != nil, what) {
			to.Time, h.At = d.expr(at, text), at.span(text)
		}
	case *bool:
		*to, h.At = true, at.span(c.Word)
	case *[]expr.Effect:
		for _, text := range list {
			*to = append(*to, d.effects(at, text)...)
		}
		h.At = at.span(text)
	case *[]def.Name:
		*to, h.At = append(*to, d.names(at, list)...), at.span(text)
	case *[]expr.Var:
		*to = append(*to, d.variables(at, text)...)
	default:
		if d.once(at, text, c.Has(decl), what) {
			d.sayOnce(at, c, to, text)
			h.At = at.span(text)
		}
	}
}

// sayPart gives a clause of several constants the first of them.
func (d *Domain) sayPart(at place, c *def.Clause, decl any, what string, value any) {
	first := &c.Parts[0]
	if first.Takes == def.TakesNames || first.Takes == def.TakesTexts {
		text, _ := textOf(value)
		d.sayInPart(at, first, d.part(at, c, decl, text), text, value)
		return
	}
	text, _ := d.numberOrTime(at, first, value)
	there, _ := c.At(decl)
	if !d.once(at, text, there != nil && first.Has(there), what) {
		return
	}
	to, _ := first.At(d.part(at, c, decl, text))
	*to.(*expr.Node) = d.expr(at, text)
}

// part returns a clause of several constants of a declaration, which is made if it is not there.
func (d *Domain) part(at place, c *def.Clause, decl any, text string) any {
	if there, _ := c.At(decl); there != nil {
		return there
	}
	return c.Make(decl, def.Head{At: at.span(text)})
}

// sayMore gives a clause of several constants, which must be there if its first one must, one of the others.
func (d *Domain) sayMore(at place, c *def.Clause, part string, decl any, owner string, value any) {
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Word != part {
			continue
		}
		text, ok := d.partText(at, p, value)
		there, _ := c.At(decl)
		switch {
		case !ok:
		case there == nil && c.Parts[0].Need:
			d.noClause(at, text, p.MethodName(), c.MethodName())
		case p.Takes == def.TakesNames || d.once(at, text, there != nil && p.Has(there), p.MethodName()+" of "+owner):
			d.sayInPart(at, p, d.part(at, c, decl, text), text, value)
		}
	}
}

// partText returns one of several constants as a text.
func (d *Domain) partText(at place, p *def.Clause, value any) (text string, ok bool) {
	switch p.Takes {
	case def.TakesFlag:
		return p.Word, true
	case def.TakesNames, def.TakesCondition:
		text, _ = textOf(value)
		return text, true
	}
	return d.numberOrTime(at, p, value)
}

// sayInPart gives one of several constants its value.
func (d *Domain) sayInPart(at place, p *def.Clause, there any, text string, value any) {
	to, _ := p.At(there)
	switch to := to.(type) {
	case *bool:
		*to = true
	case *[]def.Name:
		_, list := textOf(value)
		*to = append(*to, d.names(at, list)...)
	case *[]string:
		_, list := textOf(value)
		for _, text := range list {
			_, text = d.title(at, text, "a text")
			*to = append(*to, text)
		}
	case *expr.Node:
		*to = d.expr(at, text)
	}
}

// sayOnce gives a clause that may be given once a value that is a string.
func (d *Domain) sayOnce(at place, c *def.Clause, to any, text string) {
	switch to := to.(type) {
	case *def.Name:
		*to = d.name(at, text)
	case *string:
		_, *to = d.title(at, text, strings.TrimPrefix(c.Is, "the name of "))
	case **expr.Var:
		*to = d.oneVariable(at, text, c.Is)
	case **def.Call:
		*to = d.placedCall(at, text)
	}
}

// textOf returns what a clause is given as a text, and as a list of texts.
func textOf(value any) (text string, list []string) {
	switch v := value.(type) {
	case string:
		return v, []string{v}
	case []string:
		return strings.Join(v, ", "), v
	}
	return fmt.Sprint(value), nil
}

// numberOrTime returns the expression that a clause is given, as the language writes it.
func (d *Domain) numberOrTime(at place, c *def.Clause, value any) (text string, ok bool) {
	if c.Unit == "s" {
		what := "time"
		if c.Is == "an interval" {
			what = "interval"
		}
		return d.time(at, value, what)
	}
	return d.number(at, value)
}
