package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// called reads the name of a declaration, and its parameters if it has any.
func called[D def.Decl](p *parser, d D, h def.Head) D {
	s := def.StatementOf(d)
	kept := s.Kept(d)
	what := strings.TrimSuffix(strings.TrimPrefix(s.Name, "Name of the "), ".")
	n := p.name("the name of " + diag.WithArticle(what))
	*d.Header() = h
	d.Header().NameAt, *kept.Name = n.At, n.Name
	if kept.Params != nil {
		*kept.Params = p.params(s == &def.ActionTable)
	}
	return d
}

// tableDecl returns how a declaration is read that has nothing but lines of the table, or of the rules.
func tableDecl[D any, P interface {
	*D
	def.Decl
}](rules []clauseRule[P]) func(*parser, def.Head) def.Decl {
	return func(p *parser, h def.Head) def.Decl {
		d := called(p, P(new(D)), h)
		s := def.StatementOf(d)
		kept := s.Kept(d)
		*kept.End = clauses(p, d.Header(), s.Word+" "+*kept.Name, diag.WithArticle(s.Word), rules, d)
		p.finish(d.Header())
		return d
	}
}

// headClauses reads the clauses between the name of a T and its body, in any order, each at most once.
func headClauses[T any](p *parser, to T, kind string, rules []clauseRule[T]) {
	seen := map[string]def.Head{}
	for !p.Failed() && p.Kind() == expr.TokName {
		word := p.Text(p.Tok())
		rule := findClause(rules, word)
		if rule == nil {
			p.unknownHeadWord(word, kind, clauseWords(rules, true))
			return
		}
		first := seen[word]
		p.once(word, &first, def.Head{At: p.Here()})
		seen[word] = def.Head{At: p.Here()}
		p.Next()
		rule.parse(p, to, def.Head{})
	}
}

// lineClauses reads the clauses that end the line of a T, in any order, each at most once.
func lineClauses[T any](p *parser, to T, rules []clauseRule[T]) {
	seen := map[string]def.Head{}
	for !p.Failed() && p.Is(expr.TokName) {
		word := p.Text(p.Tok())
		rule := findClause(rules, word)
		if rule == nil {
			break
		}
		first := seen[word]
		p.once(word, &first, def.Head{At: p.Here()})
		seen[word] = def.Head{At: p.Here()}
		p.Next()
		rule.parse(p, to, def.Head{})
	}
	p.tail = clauseWords(rules, true)
}

// unknownHeadWord reports a name in place of a clause or the body.
func (p *parser) unknownHeadWord(word, kind string, words []string) {
	if p.startsStatement() {
		return // the body is missing: openBody says so
	}
	d := p.Fail(diag.UnknownWord, p.Here(), "unknown clause %s in %s", p.Found(p.Tok()), kind)
	if d.Meant(word, expr.Suggest(word, words)); d.Hint == "" {
		d.Hint = kind + " has " + wordList(words) + ", and then its body in braces"
	}
}
