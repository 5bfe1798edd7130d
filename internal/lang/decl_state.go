package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var scopes = def.Scopes

// state agent { ... }
func (p *parser) stateDecl(h def.Head) def.Decl {
	d := &def.State{Head: h}
	d.NameAt = p.Here()
	d.Scope = p.scope()
	d.End = p.body(&d.Head, "state "+d.Scope, nil, func(first bool) {
		d.Symbols = append(d.Symbols, p.symbol(first))
	})
	p.finish(&d.Head)
	return d
}

func (p *parser) scope() string {
	if p.Kind() != expr.TokName || p.NewLine() {
		p.FailExpected("agent, squad or world")
		return ""
	}
	word := p.Text(p.Tok())
	if !contains(scopes, word) {
		d := p.Soft(diag.UnknownWord, p.Here(), "unknown scope %s", p.Found(p.Tok()))
		if d.Meant(word, expr.Suggest(word, scopes)); d.Hint == "" {
			d.Hint = "the scopes are " + wordList(scopes)
		}
		if word = expr.Suggest(word, scopes); word == "" {
			word = scopes[0]
		}
	}
	p.Next()
	return word
}

// hungry: bool = true · sensed distance(e: enemy): float · remembered energy_of(i: item): float · ready := has_meal
func (p *parser) symbol(first bool) *def.Symbol {
	s := &def.Symbol{Head: p.begin(first)}
	p.modifiers(s)
	at := p.Here()
	s.NameAt, s.Name = at, p.Name("the name of a symbol")
	s.Params = p.params(false)
	switch {
	case p.Failed():
	case p.Is(expr.TokDefine):
		if s.Sensed || s.Remembered {
			p.Soft(diag.Syntax, p.Here(), "a derived symbol cannot be sensed or remembered")
		}
		p.Next()
		s.Derived = p.Expr()
	case p.Accept(expr.TokColon):
		p.symbolType(s)
	case p.Is(expr.TokAssign):
		p.Fail(diag.Syntax, p.Here(), "the symbol has no type").Hint = "write " + s.Name + ": bool = ..., or := for a derived symbol"
	default:
		p.FailExpected(`":" and a type, or ":="`)
	}
	p.finish(&s.Head)
	return s
}

// modifiers reads the word before the name of a symbol: sensed, or remembered. Symbols may have these names.
func (p *parser) modifiers(s *def.Symbol) {
	for p.Kind() == expr.TokName && p.Peek(1).Kind == expr.TokName && !p.Peek(1).LineStart {
		switch word := p.Text(p.Tok()); {
		case word == "sensed" && !s.Sensed:
			s.Sensed = true
		case word == "remembered" && !s.Remembered:
			s.Remembered = true
		default:
			return
		}
		if s.Sensed && s.Remembered {
			p.Soft(diag.Syntax, p.Here(), "a symbol is sensed or remembered, not both").Hint = "remembered: the engine writes it from memory; sensed: the host writes it"
		}
		p.Next()
	}
}

func (p *parser) symbolType(s *def.Symbol) {
	t := p.TypeName()
	s.Type = &t
	if !p.Failed() && p.Accept(expr.TokAssign) {
		s.Default = p.Expr()
	}
}

// init { fare(home, shop) = 3 }
func (p *parser) initDecl(h def.Head) def.Decl {
	d := &def.Init{Head: h}
	d.End = p.body(&d.Head, "init", nil, func(first bool) {
		d.Effects = append(d.Effects, p.effectLine(first))
	})
	p.finish(&d.Head)
	return d
}

// effectLine reads one effect of an init block; a comma may part it from the next on the same line.
func (p *parser) effectLine(first bool) *def.EffectLine {
	l := &def.EffectLine{Head: p.begin(first)}
	l.Effect = p.Effect()
	l.At = p.Since(l.At)
	if p.Failed() || !p.Accept(expr.TokComma) {
		p.finish(&l.Head)
		return l
	}
	l.Before = append(l.Before, p.takeInner()...)
	p.takeTrailing(&l.Head)
	return l
}
