package builder

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// clauses are the lines of a sense or memory.
type clauses struct {
	d    *Domain
	what string // whose: "sense sight"
	list *[]*def.SenseClause
	rows []def.Clause
}

// kinded parses the name of a sense or memory, with or without its kind: "sight", "eagle_eyes: sight".
func (d *Domain) kinded(at place, text string) (def.Head, string, def.Name) {
	p := expr.NewParser(at.source(text), &d.findings)
	h := def.Head{NameAt: p.Here()}
	name := p.Name("a name")
	var kind def.Name
	if !p.Failed() && p.Accept(expr.TokColon) {
		kind.At = p.Here()
		kind.Name = p.Name("a kind")
	}
	if !p.Failed() && p.Kind() != expr.TokEOF {
		p.Fail(diag.Syntax, p.Here(), "expected the end, found %s", p.Found(p.Tok()))
	}
	h.At = p.Since(h.NameAt)
	return h, name, kind
}

// add adds a clause without values; nil if there is such a one already.
func (c *clauses) add(at place, word, text string) *def.SenseClause {
	for _, other := range *c.list {
		if !c.d.once(at, text, other.Word == word, word+" of "+c.what) {
			return nil
		}
	}
	span := at.span(text)
	line := &def.SenseClause{Head: def.Head{At: span, NameAt: span}, Word: word}
	*c.list = append(*c.list, line)
	return line
}

// say adds the clause of a word.
func (c *clauses) say(at place, word string, value any) {
	row := def.ClauseOf(c.rows, word)
	values, several := value.([]any)
	switch {
	case row.Takes == def.TakesFlag:
		c.add(at, word, word)
	case row.Takes == def.TakesRate:
		c.rate(at, word, value)
	case row.Unit == "s":
		c.time(at, word, value)
	case several:
		c.numbers(at, word, values)
	default:
		c.numbers(at, word, []any{value})
	}
}

// numbers adds a clause of numbers, which are an int, a float64 or a constant expression each.
func (c *clauses) numbers(at place, word string, values []any) {
	line := c.add(at, word, strings.TrimRight(fmt.Sprintln(values...), "\n"))
	if line == nil {
		return
	}
	for _, value := range values {
		if text, ok := c.d.number(at, value); ok {
			line.Values = append(line.Values, c.d.expr(at, text))
		}
	}
}

// time adds a clause of a time.
func (c *clauses) time(at place, word string, value any) {
	text, ok := c.d.time(at, value, "time")
	if !ok {
		return
	}
	if line := c.add(at, word, text); line != nil {
		line.Values = []expr.Node{c.d.expr(at, text)}
	}
}

// rate adds a clause of a number each second, with or without "/s" behind it.
func (c *clauses) rate(at place, word string, value any) {
	text, ok := c.d.number(at, value)
	if !ok {
		return
	}
	line := c.add(at, word, text)
	if line == nil {
		return
	}
	n := c.d.expr(at, text)
	if b, ok := n.(*expr.Binary); ok && b.Op == expr.Div && expr.Print(b.Y) == "s" {
		n = b.X
	}
	line.Values, line.Rate = []expr.Node{n}, true
}
