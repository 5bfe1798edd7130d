package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

const wordOrder, wordUrgent = "order", "urgent"

// deed reads what an operator does: an action, a tree or a goal, or an order.
//
//	guard(4, reach: 1) · order flanker flank(e) · order urgent flanker flank(e)
func (p *parser) deed(what string) def.Call {
	if p.Failed() || !p.startsOrder() {
		return p.placedCall(what)
	}
	at := p.Here()
	p.Next()
	urgent := p.IsWord(wordUrgent) && !p.NewLine()
	if urgent {
		p.Next()
	}
	role := p.name("a role")
	c, _ := p.callHere("the goal or task of the order")
	c.At, c.Role, c.Urgent = p.Since(at), role, urgent
	return c
}

// deedHere reads a deed that must stand on the same line as the word before it.
func (p *parser) deedHere(what string) def.Call {
	if !p.Failed() && p.NewLine() {
		p.FailExpected(what)
	}
	return p.deed(what)
}

// startsOrder reports whether "order" and a role follow, rather than an action of that name. A misspelt word is
// reported and counts.
func (p *parser) startsOrder() bool {
	next := p.Peek(1)
	if p.Kind() != expr.TokName || next.Kind != expr.TokName || next.LineStart {
		return false
	}
	words := []string{wordOrder}
	word := p.Text(p.Tok())
	if word == wordOrder {
		return true
	}
	if after := p.Peek(2); expr.Suggest(word, words) == "" || after.Kind != expr.TokName || after.LineStart {
		return false
	}
	p.Soft(diag.UnknownWord, p.Here(), "unknown word %s", p.Found(p.Tok())).Meant(word, expr.Suggest(word, words))
	return true
}

// deedText returns what an operator does.
func deedText(c *def.Call) string {
	if c.Role.Name == "" {
		return namedCallText(c, false)
	}
	text := wordOrder + " "
	if c.Urgent {
		text += wordUrgent + " "
	}
	if c.Role.Name == wordUrgent {
		return text + "`" + wordUrgent + "` " + callText(c)
	}
	return text + expr.NameText(c.Role.Name) + " " + callText(c)
}
