package lang

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// body reads a block in braces, line by line. item reads one line, from its head to its finish. The comment behind the
// opening brace goes to h, those before the closing brace are returned. what names the block's owner in messages; words
// are those its lines begin with, nil for names.
func (p *parser) body(h *def.Head, what string, words []string, item func(first bool)) (end []string) {
	if p.Failed() && !p.SkipToBrace() {
		return nil
	}
	brace := p.Tok()
	if !p.openBody(h, what) {
		return nil
	}
	if !p.Enter() {
		p.skipOpened()
		return nil
	}
	p.blocks = append(p.blocks, block{what, p.SpanOf(p.Peek(-1)), words})
	p.outline.open(brace)
	first := true
	for ; !p.closes(); first = false {
		index := p.Index()
		if !p.continues() {
			p.outline.begin(p, words)
			item(first)
			p.outline.end(p)
		}
		p.skipSemicolons()
		if p.Index() == index && p.Kind() != expr.TokRBrace {
			p.Next() // nothing may hold up the loop
		}
	}
	end = p.closeBody(first)
	p.outline.close(p)
	p.blocks = p.blocks[:len(p.blocks)-1]
	p.Leave()
	return end
}

// continues answers a line that continues with the statement before, which has ended, and skips it.
func (p *parser) continues() bool {
	k := p.Kind()
	if !(k >= expr.TokEq && k <= expr.TokPow && k != expr.TokNot && k != expr.TokSub || k == expr.TokComma) || !p.Tok().LineStart {
		return false
	}
	p.Fail(diag.Syntax, p.Here(), "a line cannot start with %s", k).Hint = "put it at the end of the line before"
	p.skipWhole()
	return true
}

// openBody steps over the opening brace, which may stand on the next line.
func (p *parser) openBody(h *def.Head, what string) bool {
	if p.Kind() != expr.TokLBrace {
		p.FailExpected(`"{"`).Hint = "the body of " + what + " must be in braces"
		return false
	}
	p.Next()
	h.Before = append(h.Before, p.takeInner()...)
	p.skipSemicolons()
	p.takeTrailing(h)
	return true
}

// skipOpened skips the block whose opening brace has just been read.
func (p *parser) skipOpened() {
	if p.SkipOpened() {
		p.gaveUp = true
	}
}

// closes reports whether the block ends at the current token: with its brace, or because it was forgotten.
func (p *parser) closes() bool {
	p.skipSemicolons()
	p.stopWhenFull()
	return p.Kind() == expr.TokRBrace || p.Kind() == expr.TokEOF || p.startsOuter()
}

// closeBody steps over the closing brace, or reports that it is missing and where the block was opened.
func (p *parser) closeBody(empty bool) []string {
	if p.Kind() == expr.TokRBrace {
		end := p.takeEnd(empty)
		p.Next()
		return end
	}
	b := p.blocks[len(p.blocks)-1]
	if p.Kind() == expr.TokEOF {
		if p.gaveUp {
			return nil
		}
		p.gaveUp = true
	}
	at := p.SpanOf(p.Peek(-1))
	at.Start = at.End
	d := p.Soft(diag.Unclosed, at, `missing "}" of %s`, b.what)
	d.Related = []diag.Related{{Span: b.open, Message: "opened here"}}
	return nil
}

// startsOuter reports whether the current line cannot belong to the innermost block but begins a declaration or a
// line of a block around it.
func (p *parser) startsOuter() bool {
	if !p.Tok().LineStart || p.Kind() != expr.TokName {
		return false
	}
	word, inner := p.Text(p.Tok()), p.blocks[len(p.blocks)-1].words
	if findDecl(p.decls, word) != nil && p.namesNext() && (!contains(inner, word) || p.leftmost()) {
		return true
	}
	for _, b := range p.blocks[:len(p.blocks)-1] {
		if contains(b.words, word) && !contains(inner, word) && p.namesNext() {
			return true
		}
	}
	return false
}

// namesNext reports whether a name, a string or a brace follows on the same line, as after a keyword. Names instead of
// statements are followed by none of these.
func (p *parser) namesNext() bool {
	switch t := p.Peek(1); t.Kind {
	case expr.TokName:
		return !t.LineStart && p.Text(t) != "in" && p.Text(t) != "not" && p.Text(t) != "and" && p.Text(t) != "or"
	case expr.TokString:
		return !t.LineStart
	case expr.TokLBrace:
		return !t.LineStart && p.Text(p.Tok()) == "init"
	}
	return false
}

// leftmost reports whether the current token is in the first column.
func (p *parser) leftmost() bool { return p.Here().Position().Col == 1 }

// startsStatement reports whether the current token, first of its line, begins a declaration or a line of a block that
// is being read, rather than an operand of the expression before.
func (p *parser) startsStatement() bool {
	if p.Kind() != expr.TokName {
		return false
	}
	word := p.Text(p.Tok())
	if len(p.blocks) == 0 {
		return findDecl(p.decls, word) != nil && p.namesNext()
	}
	if p.startsOuter() {
		return true
	}
	words, next := p.blocks[len(p.blocks)-1].words, p.Peek(1)
	if words == nil && next.Kind >= expr.TokColon && next.Kind <= expr.TokSubAssign {
		return !p.Open() || p.Failed() // "name:" or "name =": within brackets it may be a variable or an effect
	}
	follows := p.namesNext() || !next.LineStart && (next.Kind == expr.TokNumber || next.Kind == expr.TokNot)
	return contains(words, word) && follows
}

// clauses reads a body whose lines begin with words.
func clauses[T any](p *parser, h *def.Head, what, kind string, rules []clauseRule[T], to T) []string {
	return p.body(h, what, clauseWords(rules, false), func(first bool) {
		ch := p.begin(first)
		rule := findClauseHere(p, kind, rules)
		switch {
		case rule == nil:
			p.skipWhole()
		case rule.parse == nil:
			p.notAvailable(rule.word)
		default:
			p.Next()
			rule.parse(p, to, ch)
		}
	})
}

// callPlaces are where a call belongs that stands among the clauses of a kind.
var callPlaces = map[string]string{
	"a task":      `write method "name" { %s }`,
	"a brain":     "write want %s { score 1 }",
	"an operator": "write do %s",
}

// afterName are the tokens after a name that is a call.
var afterName = []expr.TokenKind{expr.TokLParen, expr.TokSemicolon, expr.TokRBrace}

// findClauseHere finds the rule of the clause that begins here; as declRule.
func findClauseHere[T any](p *parser, kind string, rules []clauseRule[T]) *clauseRule[T] {
	available := clauseWords(rules, true)
	if p.Kind() != expr.TokName {
		p.FailExpected("a clause").Hint = kind + " has " + wordList(available)
		return nil
	}
	word := p.Text(p.Tok())
	if r := findClause(rules, word); r != nil {
		return r
	}
	d := p.Fail(diag.UnknownWord, p.Here(), "unknown clause %s in %s", p.Found(p.Tok()), kind)
	meant := expr.Suggest(word, available)
	if meant == "" {
		d.Hint = kind + " has " + wordList(available)
		if place := callPlaces[kind]; place != "" && slices.Contains(afterName, p.Peek(1).Kind) {
			d.Hint += ": " + fmt.Sprintf(place, word)
		}
		return nil
	}
	d.Meant(word, expr.Suggest(word, available))
	p.Recover()
	return findClause(rules, meant)
}

// once reports a clause that stands a second time; before is the head of the first.
func (p *parser) once(word string, before *def.Head, h def.Head) {
	if before.At.Src == nil {
		return
	}
	d := p.Soft(diag.RepeatedClause, h.At, "%q is given twice", word)
	d.Related = []diag.Related{{Span: before.At, Message: "first here"}}
	d.Hint = "merge the two, or remove one"
}
