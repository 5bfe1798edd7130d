package lang

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var stepWords = def.Words(def.StepTable.Head)

// steps reads the steps of a way or an interrupt.
func (p *parser) steps(h *def.Head, what string) (steps []*def.GoalStep, end []string) {
	end = p.body(h, what, stepWords, func(first bool) {
		if s := p.step(p.begin(first)); s != nil {
			steps = append(steps, s)
		}
	})
	return steps, end
}

// step reads one step; nil after a failure that leaves nothing of it.
//
//	strike(e) when near(e) fail_after 8s retry 2 backoff 0.5s else shoot(e) optional
func (p *parser) step(h def.Head) *def.GoalStep {
	s := &def.GoalStep{Head: h}
	switch {
	case p.Kind() != expr.TokName:
		p.FailExpected("a step").Hint = "a step is an action, tree, goal, task or operator, with its arguments"
		p.skipWhole()
		return nil
	case p.clauseAlone():
		word := p.Text(p.Tok())
		p.Fail(diag.Syntax, p.Here(), "%q must follow a step", word).Hint = "write the clauses of a step on its line"
		p.skipWhole()
		return nil
	}
	s.Call = p.stepCall("a step")
	s.NameAt = s.Call.Call.Name.At
	p.noCommas("steps", "a step")
	p.stepClauses(s)
	if s.Backoff != nil && s.Retry == nil {
		p.Soft(diag.Syntax, s.Backoff.Span(), "backoff without retry").Hint = "write retry 2 backoff 0.5s"
	}
	p.misspeltStep(s)
	p.tail = stepWords
	p.finish(&s.Head)
	return s
}

// misspeltStep answers a word that is followed by what can only follow one that begins a clause.
func (p *parser) misspeltStep(s *def.GoalStep) {
	name, here := s.Call.Call.Name, p.Here()
	bare := s.Call.Call.At.End == name.At.End && p.SpanOf(p.Peek(-1)).End == name.At.End
	if p.Failed() || !bare || p.AtEnd() || len(p.blocks) == 0 || p.AfterStray() || expr.Suggest(here.Text(), stepWords) != "" {
		return
	}
	words := p.blocks[len(p.blocks)-1].words
	if meant := expr.Suggest(name.Name, words); meant != "" {
		p.Fail(diag.UnknownWord, name.At, "unknown clause %q", name.Name).Meant(name.Name, meant)
	}
}

// clauseAlone reports whether the line begins with a clause of a step, rather than with a step of that name.
func (p *parser) clauseAlone() bool {
	if !contains(stepWords, p.Text(p.Tok())) {
		return false
	}
	switch next := p.Peek(1); next.Kind {
	case expr.TokName, expr.TokNumber, expr.TokNot, expr.TokSub:
		return !next.LineStart
	}
	return false
}

// stepCall reads what a step carries out: strike(e), or: plan dine
func (p *parser) stepCall(what string) def.GoalCall {
	if next := p.Peek(1); p.IsWord("plan") && next.Kind == expr.TokName && !next.LineStart {
		p.Next()
		c, _ := p.callHere("a task or operator")
		return def.GoalCall{Call: c, Plan: true}
	}
	return def.GoalCall{Call: p.placedCall(what)}
}

// stepClauses reads the clauses of a step, in any order. Of these only else may begin a line; what stands behind it
// belongs to its call.
func (p *parser) stepClauses(s *def.GoalStep) {
	seen := map[string]def.Head{}
	for !p.Failed() && !p.Full() && p.Kind() == expr.TokName && (!p.NewLine() || p.IsWord("else")) {
		c := def.StepTable.Clause(p.Text(p.Tok()))
		if c == nil {
			return
		}
		key := c.Word
		value, _ := c.At(s)
		if n := len(s.Else); c.Word == "when" && n > 0 {
			key += strconv.Itoa(n)
			value = &s.Else[n-1].When
		}
		first, h := seen[key], def.Head{At: p.Here()}
		if c.Takes == def.TakesElse {
			p.Next()
			p.alternative(s)
			p.outline.part(p, c.Word, h.At)
			continue
		}
		p.once(c.Word, &first, h)
		seen[key] = h
		p.Next()
		p.clauseValue(c, value, nil)
		p.outline.part(p, c.Word, h.At)
	}
}

// alternative reads the call behind else, which stands on the same line.
func (p *parser) alternative(s *def.GoalStep) {
	const what = "what to do instead"
	if p.NewLine() {
		p.FailExpected(what)
	}
	c := p.stepCall(what)
	s.Else = append(s.Else, &c)
}
