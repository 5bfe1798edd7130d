package expr

import "github.com/karakuri-ai/karakuri/diag"

// Effects reads a list of effects with commas between them: "money -= 5, has_meal = true".
func (p *Parser) Effects() []Effect {
	p.nodes = 0
	var list []Effect
	for {
		list = append(list, p.effect())
		if p.failed || !p.Accept(TokComma) {
			return list
		}
	}
}

// Effect reads one effect.
func (p *Parser) Effect() Effect {
	p.nodes = 0
	return p.effect()
}

func (p *Parser) effect() Effect {
	start := p.Here()
	if !p.Enter() {
		return &BadEffect{start}
	}
	defer p.Leave()
	switch {
	case !p.grow():
		return &BadEffect{start}
	case p.Kind() != TokName || p.startsOther():
		return p.failEffect()
	case p.IsWord("if"):
		return p.ifEffect()
	case p.IsWord("forall"):
		return p.forallEffect()
	case Reserved(p.Text(p.Tok())):
		return p.failEffect()
	}
	return p.assign()
}

// failEffect answers what begins no effect.
func (p *Parser) failEffect() Effect {
	start := p.Here()
	if p.Kind() == TokNot && p.Peek(1).Kind == TokName {
		p.Fail(diag.Syntax, start, `an effect cannot start with "!"`).Hint = "write " + p.Text(p.Peek(1)) + " = false"
	} else {
		p.FailExpected("an effect")
	}
	return &BadEffect{start}
}

func (p *Parser) assign() Effect {
	start := p.Here()
	n := &Assign{Target: p.ref()}
	op, ok := p.assignOp(n.Target)
	if !ok {
		return &BadEffect{start}
	}
	n.Op = op
	n.Value = p.expr(precLowest)
	n.At = p.Since(start)
	return n
}

func (p *Parser) assignOp(target *Ref) (AssignOp, bool) {
	if p.failed {
		return 0, false
	}
	switch {
	case p.Accept(TokAssign):
		return AssignSet, true
	case p.Accept(TokAddAssign):
		return AssignAdd, true
	case p.Accept(TokSubAssign):
		return AssignSub, true
	case p.Is(TokEq), p.Is(TokDefine):
		t := p.Next()
		p.Soft(diag.WrongOperator, p.SpanOf(t), "%s in an effect", p.Found(t)).Replace("=")
		return AssignSet, true
	case p.Is(TokDot):
		p.Fail(diag.Syntax, p.Here(), "a component of a vector cannot be written alone").Hint = "write " + cutText(Print(target)) + " = vec2(x, y)"
		return 0, false
	}
	d := p.FailExpected("=, += or -=")
	if p.AtEnd() || p.Kind() == TokComma {
		d.Hint = "write " + cutText(Print(target)) + " = true"
	}
	return 0, false
}

func (p *Parser) ifEffect() Effect {
	start := p.Here()
	p.pos++
	n := &IfEffect{Cond: p.expr(precLowest)}
	if p.expectWord("then") {
		n.Then = p.effectOrBlock()
	}
	if !p.failed && p.AcceptWord("else") {
		n.Else = p.effectOrBlock()
	}
	n.At = p.Since(start)
	return n
}

func (p *Parser) forallEffect() Effect {
	start := p.Here()
	p.pos++
	n := &ForallEffect{}
	if p.Kind() == TokLParen {
		p.Fail(diag.Syntax, p.Here(), "forall takes no parentheses in an effect").Hint = "write forall e: enemy where ... { ... }"
		return &BadEffect{start}
	}
	n.Vars = p.Vars()
	if !p.failed && p.AcceptWord("where") {
		n.Where = p.expr(precLowest)
	}
	switch {
	case p.failed:
	case p.Accept(TokColon):
		n.Body = []Effect{p.effect()}
	case p.Kind() == TokLBrace:
		n.Body = p.effectBlock()
	default:
		p.FailExpected(`"{"`)
	}
	n.At = p.Since(start)
	return n
}

func (p *Parser) effectOrBlock() []Effect {
	if p.Kind() == TokLBrace {
		return p.effectBlock()
	}
	return []Effect{p.effect()}
}

// effectBlock reads "{ a = 1, b = 2 }"; commas, semicolons and line ends part the effects.
func (p *Parser) effectBlock() []Effect {
	opener, free := p.push()
	list := []Effect{}
	for !p.failed {
		for p.Kind() == TokSemicolon {
			p.pos++
		}
		if p.Kind() == TokRBrace || p.Kind() == TokEOF || p.startsOther() {
			break
		}
		list = append(list, p.effect())
		if !p.Accept(TokComma) && !p.AtEnd() {
			break
		}
	}
	p.pop(opener, free, `"," or `)
	return list
}
