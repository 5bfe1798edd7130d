package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// nodeClause returns the clause that begins here, or nil. On a line of its own, only text that cannot be a call is a
// clause.
func (p *parser) nodeClause() *def.Clause { return p.nodeClauseAt(0) }

// nodeClauseAt is nodeClause for the clause that begins n places after the current token.
func (p *parser) nodeClauseAt(n int) *def.Clause {
	t, next := p.Peek(n), p.Peek(n+1)
	if t.Kind != expr.TokName {
		return nil
	}
	c := def.NodeTable.Clause(p.Text(t))
	ends := next.LineStart || next.Kind == expr.TokSemicolon || next.Kind == expr.TokRBrace || next.Kind == expr.TokLBrace || next.Kind == expr.TokEOF
	if c != nil && t.LineStart && (c.Takes == def.TakesFlag || ends || next.Kind == expr.TokLParen && !p.valueAt(n+1)) {
		return nil
	}
	return c
}

// nodeClauses reads the clauses of a node, in any order.
func (p *parser) nodeClauses(n *def.Node) {
	seen := map[string]def.Head{}
	for !p.Failed() && !p.Full() {
		if p.selectorClause(n) {
			continue
		}
		c := p.nodeClause()
		if c == nil {
			break
		}
		first := seen[c.Word]
		p.once(c.Word, &first, def.Head{At: p.Here()})
		seen[c.Word] = def.Head{At: p.Here()}
		p.Next()
		p.clause(c, n, def.Head{})
	}
	p.tail = def.Words(def.NodeTable.Head)
	if n.Kind == def.NodeUtilitySelector {
		p.tail = append(p.tail, def.Words(def.UtilityTable.Head)...)
	}
}

var abortWords = def.NodeTable.Clause("abort").Words

// abortMode reads the mode behind abort.
func (p *parser) abortMode(to *def.AbortMode) {
	if !p.Is(expr.TokName) {
		p.FailExpected("self, lower or both")
		return
	}
	word := p.Text(p.Tok())
	for i, w := range abortWords {
		if word == w {
			*to = def.AbortSelf + def.AbortMode(i)
			p.Next()
			return
		}
	}
	d := p.Soft(diag.UnknownWord, p.Here(), "unknown mode of abort %s", p.Found(p.Tok()))
	if d.Meant(word, expr.Suggest(word, abortWords)); d.Hint == "" {
		d.Hint = "it is self, lower or both"
	}
	p.Next()
}

// selectorClause reads a clause that only a utility selector has, if there is one.
func (p *parser) selectorClause(n *def.Node) bool {
	if p.Failed() || !p.Is(expr.TokName) || n.Kind != def.NodeUtilitySelector {
		return false
	}
	c := def.UtilityTable.Clause(p.Text(p.Tok()))
	if c == nil {
		return false
	}
	h := def.Head{At: p.Here()}
	p.Next()
	p.clause(c, n, h)
	return true
}
