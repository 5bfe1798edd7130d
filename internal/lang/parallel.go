package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// startsParallel reports whether "parallel" and what belongs to it follows, rather than an action of that name. A
// misspelt word is reported and counts.
func (p *parser) startsParallel() bool {
	next := p.Peek(1)
	if p.Kind() != expr.TokName || p.NewLine() || next.Kind != expr.TokLBrace && (next.Kind != expr.TokName || next.LineStart) {
		return false
	}
	words := []string{"parallel"}
	word := p.Text(p.Tok())
	if word == words[0] {
		return true
	}
	if expr.Suggest(word, words) == "" {
		return false
	}
	p.Soft(diag.UnknownWord, p.Here(), "unknown word %s", p.Found(p.Tok())).Meant(word, expr.Suggest(word, words))
	return true
}

// parallel reads "parallel any { move_to(e); aim_at(e) }". The comment behind the opening brace goes to the head.
func (p *parser) parallel(h *def.Head) *def.Parallel {
	d := &def.Parallel{At: p.Here()}
	p.Next()
	d.Join = p.join()
	d.End = p.body(h, "do parallel", nil, func(first bool) {
		d.Calls = append(d.Calls, p.parallelCall(first))
	})
	d.At = p.Since(d.At)
	return d
}

// join reads how the actions end the step. It is all if nothing is said, and then, or if it says all, the name is
// empty.
func (p *parser) join() def.Name {
	if !p.Is(expr.TokName) {
		return def.Name{}
	}
	words := def.Joins()
	n := def.Name{At: p.Here(), Name: p.Text(p.Tok())}
	if !contains(words, n.Name) {
		d := p.Soft(diag.UnknownWord, n.At, "unknown join %s", p.Found(p.Tok()))
		if d.Meant(n.Name, expr.Suggest(n.Name, words)); d.Hint == "" {
			d.Hint = "the joins are " + wordList(words)
		}
		n.Name = ""
	}
	p.Next()
	if n.Name == def.JoinAll.String() {
		n.Name = ""
	}
	return n
}

// parallelCall reads one of the actions.
func (p *parser) parallelCall(first bool) *def.ParallelCall {
	pc := &def.ParallelCall{Head: p.begin(first)}
	pc.Do = p.deed("an action")
	p.noCommas("actions", "an action")
	p.finish(&pc.Head)
	return pc
}
