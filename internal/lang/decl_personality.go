package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// personality reckless { kill * 1.5; rest never; get_item score power_of(i) }
func (p *parser) personalityDecl(h def.Head) def.Decl {
	d := called(p, &def.Personality{}, h)
	d.End = p.body(&d.Head, "personality "+d.Name, nil, func(first bool) {
		t := p.trait(p.begin(first))
		p.finish(&t.Head)
		d.Traits = append(d.Traits, t)
	})
	p.finish(&d.Head)
	return d
}

// trait reads: kill * 1.5 · kill score power^1.5 · kill never
func (p *parser) trait(h def.Head) *def.Trait {
	t := &def.Trait{Head: h}
	t.NameAt = p.Here()
	t.Want.At, t.Want.Name = p.Here(), p.Name("the name of a want")
	p.tail = []string{"score", "never"}
	if p.Failed() {
		return t
	}
	if p.Is(expr.TokName) && p.IsWord("never") {
		p.Next()
		t.Never = true
		return t
	}
	scaled := p.Accept(expr.TokMul)
	if scaled {
		t.Scale = p.Operand()
		p.tail = []string{"score"}
	}
	switch {
	case p.Failed():
	case p.Is(expr.TokName) && p.IsWord("score"):
		p.Next()
		t.Score = p.Expr()
	case !scaled:
		p.FailExpected(`"*" and a factor, score, or never`).MeantOr(p.Text(p.Tok()), expr.Suggest(p.Text(p.Tok()), p.tail), "write kill * 1.5")
	}
	return t
}
