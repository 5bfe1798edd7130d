package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// sense sight { range 12; cone 110deg; line_of_sight } · sense eagle: sight { range 40 }
func (p *parser) senseDecl(h def.Head) def.Decl {
	d := &def.Sense{Head: h}
	d.Name, d.Kind = p.nameAndKind(&d.Head, "a sense")
	d.Clauses, d.End = p.senseClauses(&d.Head, "sense "+d.Name, &def.SenseTable.Body[0])
	p.finish(&d.Head)
	return d
}

// memory short { span 8s; capacity 32; decay 0.1/s }
func (p *parser) memoryDecl(h def.Head) def.Decl {
	d := &def.Memory{Head: h}
	d.Name, d.Kind = p.nameAndKind(&d.Head, "a memory")
	d.Clauses, d.End = p.senseClauses(&d.Head, "memory "+d.Name, &def.MemoryTable.Body[0])
	p.finish(&d.Head)
	return d
}

func (p *parser) nameAndKind(h *def.Head, what string) (name string, kind def.Name) {
	n := p.name("the name of " + what)
	h.NameAt = n.At
	if !p.Failed() && p.Accept(expr.TokColon) {
		kind = p.name("the kind of " + what)
	}
	return n.Name, kind
}

func (p *parser) senseClauses(h *def.Head, what string, lines *def.Clause) (list []*def.SenseClause, end []string) {
	end = p.body(h, what, def.Words(lines.Rows), func(first bool) {
		c := p.senseClause(p.begin(first))
		p.finish(&c.Head)
		list = append(list, c)
	})
	return list, end
}

// senseClause reads: line_of_sight · range 12 · decay 0.1/s · doubts 0.5, 0.2. Which words there are, and that each
// stands once, is for package def to say.
func (p *parser) senseClause(h def.Head) *def.SenseClause {
	c := &def.SenseClause{Head: h}
	c.NameAt = p.Here()
	if c.Word = p.Name("a clause"); p.Failed() || p.AtEnd() {
		return c
	}
	c.Values = p.Exprs()
	c.Rate = !p.Failed() && p.perSecond(c)
	return c
}

// perSecond reports whether the text read so far ends with "/s", and removes that.
func (p *parser) perSecond(c *def.SenseClause) bool {
	last := len(c.Values) - 1
	b, ok := c.Values[last].(*expr.Binary)
	if !ok || b.Op != expr.Div || p.Peek(-2).Kind != expr.TokDiv || p.Text(p.Peek(-1)) != "s" {
		return false
	}
	c.Values[last] = b.X
	return true
}

// senseClauseText returns a clause as it is written.
func senseClauseText(c *def.SenseClause) string {
	if len(c.Values) == 0 {
		return lineName(c.Word)
	}
	texts := exprTexts(c.Values)
	last := len(texts) - 1
	const division, rate = " / s", "/s"
	switch {
	case c.Rate:
		text := expr.Print(&expr.Binary{Op: expr.Div, X: c.Values[last], Y: &expr.Ref{Name: "s"}})
		texts[last] = strings.TrimSuffix(text, division) + rate
	case strings.HasSuffix(texts[last], division):
		texts[last] = "(" + texts[last] + ")"
	}
	return lineName(c.Word) + " " + strings.Join(texts, ", ")
}
