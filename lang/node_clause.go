package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
)

// nodeRule says how a clause of a node is read and written.
type nodeRule struct {
	word    string
	expr    func(*def.Node) *expr.Node     // a clause that is an expression
	effects func(*def.Node) *[]expr.Effect // one that is effects
	flag    func(*def.Node) *bool          // one that is its word alone
	parse   func(*parser, *def.Node)       // any other
}

// nodeRules are the clauses of nodes, in the order of the layout.
var nodeRules = []nodeRule{
	{word: "uninterrupted", flag: func(n *def.Node) *bool { return &n.Uninterrupted }},
	{word: "abort", parse: (*parser).nodeAbort},
	{word: "as", parse: (*parser).nodeName},
	{word: "weight", expr: func(n *def.Node) *expr.Node { return &n.Weight }},
	{word: "score", expr: func(n *def.Node) *expr.Node { return &n.Score }},
	{word: "disabled", flag: func(n *def.Node) *bool { return &n.Disabled }},
	{word: "skip_if", expr: func(n *def.Node) *expr.Node { return &n.SkipIf }},
	{word: "fail_if", expr: func(n *def.Node) *expr.Node { return &n.FailIf }},
	{word: "succeed_if", expr: func(n *def.Node) *expr.Node { return &n.SucceedIf }},
	{word: "while", expr: func(n *def.Node) *expr.Node { return &n.While }},
	{word: "on_success", effects: func(n *def.Node) *[]expr.Effect { return &n.OnSuccess }},
	{word: "on_failure", effects: func(n *def.Node) *[]expr.Effect { return &n.OnFailure }},
	{word: "on_abort", effects: func(n *def.Node) *[]expr.Effect { return &n.OnAbort }},
}

// nodeClause returns the rule of the clause that begins here, or nil. On a line of its own a clause is what could not be a call.
func (p *parser) nodeClause() *nodeRule { return p.nodeClauseAt(0) }

// nodeClauseAt is nodeClause for the clause that begins n places after the current token.
func (p *parser) nodeClauseAt(n int) *nodeRule {
	t, next := p.Peek(n), p.Peek(n+1)
	if t.Kind != expr.TokName {
		return nil
	}
	word := p.Text(t)
	for i := range nodeRules {
		r := &nodeRules[i]
		if r.word != word {
			continue
		}
		ends := next.LineStart || next.Kind == expr.TokSemicolon || next.Kind == expr.TokRBrace || next.Kind == expr.TokLBrace || next.Kind == expr.TokEOF
		if t.LineStart && (r.flag != nil || ends || next.Kind == expr.TokLParen && !p.valueAt(n+1)) {
			return nil
		}
		return r
	}
	return nil
}

// nodeClauses reads the clauses of a node, in any order.
func (p *parser) nodeClauses(n *def.Node) {
	seen := map[string]def.Head{}
	for !p.Failed() && !p.Full() {
		if p.selectorClause(n) {
			continue
		}
		r := p.nodeClause()
		if r == nil {
			break
		}
		first := seen[r.word]
		p.once(r.word, &first, def.Head{At: p.Here()})
		seen[r.word] = def.Head{At: p.Here()}
		p.Next()
		switch {
		case r.expr != nil:
			*r.expr(n) = p.Expr()
		case r.effects != nil:
			*r.effects(n) = p.Effects()
		case r.flag != nil:
			*r.flag(n) = true
		default:
			r.parse(p, n)
		}
	}
	p.tail = nil
	for _, r := range nodeRules {
		p.tail = append(p.tail, r.word)
	}
	if n.Kind == def.NodeUtilitySelector {
		p.tail = append(p.tail, "select", "inertia")
	}
}

var abortWords = []string{def.AbortSelf.String(), def.AbortLower.String(), def.AbortBoth.String()}

// nodeAbort reads the mode behind abort.
func (p *parser) nodeAbort(n *def.Node) {
	if !p.Is(expr.TokName) {
		p.FailExpected("self, lower or both")
		return
	}
	word := p.Text(p.Tok())
	for i, w := range abortWords {
		if word == w {
			n.Abort = def.AbortSelf + def.AbortMode(i)
			p.Next()
			return
		}
	}
	d := p.Soft(diag.UnknownWord, p.Here(), "unknown mode of abort %s", p.Found(p.Tok()))
	if d.Hint = expr.DidYouMean(word, abortWords); d.Hint == "" {
		d.Hint = "it is self, lower or both"
	}
	p.Next()
}

// nodeName reads the name behind as.
func (p *parser) nodeName(n *def.Node) {
	if !p.Is(expr.TokString) {
		p.FailExpected("a name in quotes").Hint = `write as "fight"`
		return
	}
	at := p.Here()
	if n.Name = p.StringValue(p.Next()); n.Name == "" {
		p.Soft(diag.BadString, at, "the name of a node must not be empty")
	}
}

// selectorClause reads a clause that only a utility selector has, if there is one.
func (p *parser) selectorClause(n *def.Node) bool {
	if p.Failed() || !p.Is(expr.TokName) || n.Kind != def.NodeUtilitySelector {
		return false
	}
	h := def.Head{At: p.Here()}
	switch {
	case p.IsWord("select"):
		if n.Select != nil {
			p.once("select", &n.Select.Head, h)
		}
		p.Next()
		n.Select = p.selection(h)
		n.Select.At = p.Since(h.At)
	case p.IsWord("inertia"):
		if n.Inertia != nil {
			p.once("inertia", &n.Inertia.Head, h)
		}
		p.Next()
		n.Inertia = p.inertia(h)
		n.Inertia.At = p.Since(h.At)
	default:
		return false
	}
	return true
}
