package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
)

// wantHeadRules are the clauses between a want's goal and its body. They may stand on lines of their own.
var wantHeadRules = []clauseRule[*def.Want]{
	{"as", func(p *parser, w *def.Want, _ def.Head) { w.As = p.name("the name of the want") }},
	{"each", func(p *parser, w *def.Want, _ def.Head) {
		w.Each = p.oneVariable(p.Vars(), "a want", "a want has one target; its goal may look for others")
	}},
	{"where", func(p *parser, w *def.Want, _ def.Head) { w.Where = p.Expr() }},
	{"when", func(p *parser, w *def.Want, _ def.Head) { w.When = p.Expr() }},
}

// oneVariable returns the first of the variables of something that has one, and reports the others. One whose type cannot be read is kept, so
// that what names it is no mistake.
func (p *parser) oneVariable(vars []expr.Var, owner, hint string) *expr.Var {
	if len(vars) == 0 || vars[0].Name == "" {
		return nil
	}
	if len(vars) > 1 {
		p.Soft(diag.Syntax, vars[1].At, "%s has one variable, and this is the second", owner).Hint = hint
	}
	return &vars[0]
}

var wantRules = []clauseRule[*def.Want]{
	exprRule("score", func(w *def.Want) (*expr.Node, *def.Head) { return &w.Score, &w.ScoreHead }),
	{"consider", (*parser).wantConsider},
	{"combine", (*parser).wantCombine},
	exprRule("weight", func(w *def.Want) (*expr.Node, *def.Head) { return &w.Weight, &w.WeightHead }),
	exprRule("rank", func(w *def.Want) (*expr.Node, *def.Head) { return &w.Rank, &w.RankHead }),
	exprRule("cooldown", func(w *def.Want) (*expr.Node, *def.Head) { return &w.Cooldown, &w.CooldownHead }),
	{"interrupts", (*parser).wantInterrupts},
	exprRule("forget_when", func(w *def.Want) (*expr.Node, *def.Head) { return &w.ForgetWhen, &w.ForgetHead }),
}

// want kill(e) as finish each e in remembered enemy where wounded(e) when power > 0 { score 1; rank 2 }
func (p *parser) want(d *def.Brain, h def.Head) {
	w := &def.Want{Head: h}
	w.Goal, _ = p.callHere("a goal")
	w.NameAt = w.Goal.Name.At
	headClauses(p, w, "a want", wantHeadRules)
	w.End = clauses(p, &w.Head, "want "+w.Goal.Name.Name, "a want", wantRules, w)
	p.finish(&w.Head)
	d.Wants = append(d.Wants, w)
}

// considerRules are what stands behind the value of a consideration.
var considerRules = []struct {
	word  string
	expr  func(*def.Consider) *expr.Node
	curve bool // it is the curve
}{
	{word: "from", expr: func(c *def.Consider) *expr.Node { return &c.From }},
	{word: "to", expr: func(c *def.Consider) *expr.Node { return &c.To }},
	{word: "through", curve: true},
	{word: "weight", expr: func(c *def.Consider) *expr.Node { return &c.Weight }},
}

// consider "near" distance(e) from 20 to 0 through logistic(exponent: 2) weight 2
func (p *parser) wantConsider(w *def.Want, h def.Head) {
	c := &def.Consider{Head: h}
	if p.Is(expr.TokString) {
		n := p.title("the name of a consideration")
		c.Name, c.NameAt = n.Name, n.At
	}
	c.Value = p.Expr()
	p.tail = nil
	seen := map[string]def.Head{}
	for _, r := range considerRules {
		p.tail = append(p.tail, r.word)
	}
	for !p.Failed() && p.considerPart(c, seen) {
	}
	p.finish(&c.Head)
	w.Considers = append(w.Considers, c)
}

// considerPart reads one part of a consideration, if there is one.
func (p *parser) considerPart(c *def.Consider, seen map[string]def.Head) bool {
	if !p.Is(expr.TokName) {
		return false
	}
	word := p.Text(p.Tok())
	for _, r := range considerRules {
		if r.word != word {
			continue
		}
		first := seen[word]
		p.once(word, &first, def.Head{At: p.Here()})
		seen[word] = def.Head{At: p.Here()}
		if p.Next(); r.curve {
			call := p.namedCallHere("a response curve")
			c.Through = &call
		} else {
			*r.expr(c) = p.Expr()
		}
		return true
	}
	return false
}

// combine product
func (p *parser) wantCombine(w *def.Want, h def.Head) {
	p.once("combine", &w.CombineHead, h)
	w.Combine = p.combination()
	p.finish(&h)
	w.CombineHead = h
}

// combination reads how considerations become one score; the name is empty after a mistake.
func (p *parser) combination() def.Name {
	words := def.Combines[:]
	n := def.Name{At: p.Here()}
	if !p.Is(expr.TokName) {
		p.FailExpected("one of " + wordList(words))
		return n
	}
	if word := p.Text(p.Tok()); contains(words, word) {
		n.Name = word
	} else {
		p.Soft(diag.UnknownWord, p.Here(), "unknown way to combine %s", p.Found(p.Tok())).Hint = hintOr(word, words, "it is one of "+wordList(words))
	}
	p.Next()
	return n
}

func (p *parser) wantInterrupts(w *def.Want, h def.Head) {
	p.once("interrupts", &w.InterruptsHead, h)
	w.Interrupts = true
	p.finish(&h)
	w.InterruptsHead = h
}
