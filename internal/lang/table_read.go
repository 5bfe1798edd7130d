package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// How clauses of the table are read: each kind of value once.

// tableRules returns the rules of clauses of the table. Those that are given are read by themselves: statements with
// clauses of their own.
func tableRules[T any](list []def.Clause, own ...clauseRule[T]) []clauseRule[T] {
	var rules []clauseRule[T]
	for i := range list {
		c := &list[i]
		if r := findClause(own, c.Word); r != nil {
			rules = append(rules, *r)
		} else if c.Word != "" {
			rules = append(rules, clauseRule[T]{c.Word, func(p *parser, to T, h def.Head) { p.clause(c, to, h) }})
		}
	}
	return rules
}

// clause reads a clause behind its word. If the clause is a line of its own, it also ends the line.
func (p *parser) clause(c *def.Clause, to any, h def.Head) {
	value, head := c.At(to)
	if !c.Line && p.outline != nil {
		word := p.SpanOf(p.Peek(-1))
		defer func() { p.outline.part(p, c.Word, word) }()
	}
	switch {
	case c.Takes == def.TakesParts || c.Takes == def.TakesSelection:
		p.partClause(c, to, h)
	case !c.Line:
		p.clauseValue(c, value, nil)
	default:
		p.once(c.Word, head, h)
		p.clauseValue(c, value, &h)
		p.finish(&h)
		*head = h
	}
}

// clauseValue reads what a clause takes. h is the head of its line, nil if it has none.
func (p *parser) clauseValue(c *def.Clause, value any, h *def.Head) {
	switch v := value.(type) {
	case *expr.Node:
		*v = p.Expr()
	case *bool:
		*v = true
	case *[]expr.Effect:
		*v = p.Effects()
	case *def.Name:
		if c.Takes == def.TakesChoice {
			*v = p.choice(c)
		} else {
			*v = p.name(c.Is)
		}
	case *[]def.Name:
		*v = p.names(c.Is)
	case *string:
		*v = p.quotedText(c)
	case *[]string:
		*v = quotedTextsHere(p, c)
	case **expr.Var:
		*v = p.oneVariable(p.Vars(), c.Is, c.Hint)
	case *[]expr.Var:
		*v = p.Vars()
	case *def.Call:
		if c.Takes == def.TakesDoing {
			*v = p.namedCallHere(c.Is)
		} else {
			*v, _ = p.callHere(c.Is)
		}
	case *def.Deed:
		*v = p.deedOrParallel(c.Is, h)
	case *def.Cooldown:
		*v = p.cooldown()
	case **def.Call:
		call := p.namedCallHere(c.Is)
		*v = &call
	case *def.AbortMode:
		p.abortMode(v)
	case *[]*def.Need:
		*v = p.needs()
	}
}

// partClause reads a clause of several constants, or a selection. If the clause is a line of its own, it also ends the
// line.
func (p *parser) partClause(c *def.Clause, to any, h def.Head) {
	if first, _ := c.At(to); first != nil {
		p.once(c.Word, first.(def.Decl).Header(), h)
	}
	part := c.Make(to, h)
	head := part.(def.Decl).Header()
	if len(c.Parts) > 0 && (c.Parts[0].Takes == def.TakesName || c.Parts[0].Takes == def.TakesCall) {
		head.NameAt = p.Here()
	}
	p.parts(c, part)
	if c.Line {
		p.finish(head)
	} else {
		head.At = p.Since(h.At)
	}
}

// parts reads constants, each but the first behind a word: 0.1 fade 5s
func (p *parser) parts(c *def.Clause, to any) {
	if v, ok := to.(*def.SelectClause); ok {
		p.selection(v)
		return
	}
	for i := range c.Parts {
		part := &c.Parts[i]
		value, _ := part.At(to)
		switch {
		case p.Failed():
			return
		case part.Word == "" && (part.Need || !p.startsPart(c.Parts[i+1:])):
		case part.Word == "":
			continue
		case part.Need:
			if !p.expectWord(part.Word, part.Hint) {
				return
			}
		case p.IsWord(part.Word) && !p.NewLine():
			p.Next()
		default:
			continue
		}
		p.clauseValue(part, value, nil)
		p.tail = def.Words(c.Parts[i+1:])
	}
}

// startsPart reports whether one of the constants behind the first comes next: then that is omitted.
func (p *parser) startsPart(parts []def.Clause) bool {
	return p.Is(expr.TokName) && contains(def.Words(parts), p.Text(p.Tok()))
}

// clausesInOrder reads the clauses that end a line, in the order of the table.
func (p *parser) clausesInOrder(list []def.Clause, to any) {
	for i := range list {
		if c := &list[i]; !p.Failed() && p.IsWord(c.Word) && !p.NewLine() {
			p.Next()
			p.clause(c, to, def.Head{})
		}
	}
	p.tail = def.Words(list)
}

// choice reads one of the words of a clause; the name is empty after a mistake.
func (p *parser) choice(c *def.Clause) def.Name {
	n := def.Name{At: p.Here()}
	if !p.Is(expr.TokName) {
		p.FailExpected("one of " + wordList(c.Words))
		return n
	}
	if word := p.Text(p.Tok()); contains(c.Words, word) {
		n.Name = word
	} else {
		p.Soft(diag.UnknownWord, p.Here(), "unknown %s %s", c.Is, p.Found(p.Tok())).MeantOr(word, expr.Suggest(word, c.Words), "it is one of "+wordList(c.Words))
	}
	p.Next()
	return n
}

// quotedText reads a text in quotes, which is not empty.
func (p *parser) quotedText(c *def.Clause) string {
	if !p.Is(expr.TokString) {
		what := "a name in quotes"
		if c.Takes == def.TakesTexts {
			what = "a text in quotes"
		}
		p.FailExpected(what).Hint = "write " + c.Form
		return ""
	}
	at := p.Here()
	text := p.StringValue(p.Next())
	if text == "" {
		p.Soft(diag.BadString, at, "%s must not be empty", c.Is).Hint = c.Hint
	}
	return text
}

// quotedTextsHere reads one or several texts in quotes: "flanking!", "going round!"
func quotedTextsHere(p *parser, c *def.Clause) []string {
	list := []string{p.quotedText(c)}
	for !p.Failed() && p.Accept(expr.TokComma) {
		list = append(list, p.quotedText(c))
	}
	return list
}

// deedOrParallel reads what an operator does.
//
//	move_to(shop) · parallel any { move_to(e); aim_at(e) } · order flanker flank(e)
func (p *parser) deedOrParallel(what string, h *def.Head) def.Deed {
	if p.startsParallel() {
		return def.Deed{Parallel: p.parallel(h)}
	}
	c := p.deedHere(what)
	return def.Deed{Do: &c}
}

// cooldown reads: 20s · 20s shared grenade · 20s wait · 20s shared grenade by squad wait 3s
func (p *parser) cooldown() def.Cooldown {
	c := def.Cooldown{Time: p.Expr()}
	if !p.Failed() && !p.AtEnd() && p.AcceptWord("shared") {
		if c.Shared = p.name("the name of a cooldown"); !p.Failed() && !p.AtEnd() && p.AcceptWord("by") {
			c.By = p.name("agent, squad or world")
		}
	}
	if !p.Failed() && !p.AtEnd() && p.AcceptWord("wait") {
		if c.Waits = true; !p.AtEnd() {
			c.Wait = p.Expr()
		}
	}
	p.tail = []string{"shared", "by", "wait"}
	return c
}
