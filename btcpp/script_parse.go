package btcpp

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/diag"
)

// scriptParser is a parser by precedence climbing.
type scriptParser struct {
	src    *diag.Source
	ds     *diag.List
	tokens scriptTokens
	at     int
	depth  int
	failed bool
	lost   bool // in a statement with a mistake: it is skipped, and nothing more is said about it
}

func (p *scriptParser) script() *Script {
	s := &Script{Src: p.src}
	for p.peek().kind != tokenEnd {
		e := p.expr(levelNone)
		if p.lost {
			p.recover()
		}
		s.Statements = append(s.Statements, e)
		for p.peek().kind == tokenSemicolon {
			p.at++
		}
	}
	if len(s.Statements) == 0 {
		p.fault(diag.ScriptEmpty, diag.Span{Src: p.src, End: int32(len(p.src.Text))}, "the script is empty")
	}
	return s
}

// recover skips the rest of a statement.
func (p *scriptParser) recover() {
	for k := p.peek().kind; k != tokenSemicolon && k != tokenEnd; k = p.peek().kind {
		p.at++
	}
	p.lost = false
}

func (p *scriptParser) peek() scriptToken { return p.tokens.list[p.at] }

// next takes a token; the end stays.
func (p *scriptParser) next() scriptToken {
	t := p.peek()
	if t.kind != tokenEnd {
		p.at++
	}
	return t
}

func (p *scriptParser) span(t scriptToken) diag.Span {
	return diag.Span{Src: p.src, Start: t.start, End: t.end}
}

func (p *scriptParser) text(t scriptToken) string { return p.src.Text[t.start:t.end] }

func (p *scriptParser) fault(code diag.Code, at diag.Span, format string, args ...any) {
	if !p.lost {
		p.ds.Errorf(code, at, format, args...)
	}
	p.failed, p.lost = true, true
}

// missing reports that something else was expected than the next token.
func (p *scriptParser) missing(code diag.Code, wanted string) {
	t := p.peek()
	switch t.kind {
	case tokenFaulty: // reported by the scanner
		p.failed, p.lost = true, true
	case tokenEnd:
		p.fault(code, p.span(t), "%s expected, but the script ends here", wanted)
	default:
		p.fault(code, p.span(t), "%s expected, not %q", wanted, p.text(t))
	}
}

// expr parses an expression of operators that bind at least as tightly as a level. It never returns nil.
func (p *scriptParser) expr(least scriptLevel) *ScriptExpr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxScriptDepth {
		p.fault(diag.ScriptLimit, p.span(p.peek()), "expressions nest more than %d deep", MaxScriptDepth)
		return &ScriptExpr{}
	}
	left := p.prefix()
	for !p.lost {
		t := p.peek()
		level := scriptSigns[t.op].level
		if t.kind != tokenOperator || level < least {
			break
		}
		switch level {
		case levelAssign:
			return p.assign(left)
		case levelChoose:
			return p.choose(left)
		case levelCompare:
			left = p.compare(left)
		default:
			p.at++
			left = p.join(t.op, left, p.expr(level+1))
		}
	}
	return left
}

// join makes a node of operands.
func (p *scriptParser) join(op ScriptOp, args ...*ScriptExpr) *ScriptExpr {
	e := &ScriptExpr{Op: op, At: args[0].At.To(args[len(args)-1].At), Args: args}
	for _, a := range args {
		e.height = max(e.height, a.height+1)
	}
	if e.height > MaxScriptDepth {
		p.fault(diag.ScriptLimit, args[len(args)-1].At, "operators nest more than %d deep", MaxScriptDepth)
	}
	return e
}

func (p *scriptParser) assign(target *ScriptExpr) *ScriptExpr {
	t := p.next()
	if target.Op != ScriptName {
		p.fault(diag.ScriptTarget, target.At, "%s needs a name on its left", p.text(t))
	}
	return p.join(t.op, target, p.expr(levelNone))
}

func (p *scriptParser) choose(condition *ScriptExpr) *ScriptExpr {
	p.at++
	yes := p.expr(levelNone)
	if p.peek().kind != tokenColon {
		p.missing(diag.ScriptMissing, "\":\"")
		return condition
	}
	p.at++
	return p.join(ScriptChoose, condition, yes, p.expr(levelChoose))
}

// compare parses a chain: each operand is compared with the next.
func (p *scriptParser) compare(first *ScriptExpr) *ScriptExpr {
	args, signs := []*ScriptExpr{first}, []ScriptOp(nil)
	for !p.lost && p.peek().kind == tokenOperator && scriptSigns[p.peek().op].level == levelCompare {
		signs = append(signs, p.next().op)
		args = append(args, p.expr(levelCompare+1))
	}
	e := p.join(ScriptCompare, args...)
	e.Compare = signs
	return e
}

func (p *scriptParser) prefix() *ScriptExpr {
	t := p.peek()
	switch {
	case t.kind == tokenOperator && t.op == ScriptSub:
		return p.unary(ScriptNegate)
	case t.kind == tokenTilde:
		return p.unary(ScriptComplement)
	case t.kind == tokenBang:
		return p.unary(ScriptNot)
	case t.kind == tokenOpen:
		p.at++
		e := p.expr(levelNone)
		if p.lost {
			return e
		}
		if p.peek().kind != tokenClose {
			p.missing(diag.ScriptMissing, "\")\"")
			return e
		}
		p.at++
		return e
	}
	return p.operand()
}

func (p *scriptParser) unary(op ScriptOp) *ScriptExpr {
	t := p.next()
	e := p.join(op, p.expr(levelPrefix))
	e.At = p.span(t).To(e.At)
	return e
}

func (p *scriptParser) operand() *ScriptExpr {
	t := p.peek()
	e := &ScriptExpr{At: p.span(t)}
	text := p.text(t)
	var err error
	switch t.kind {
	case tokenInt:
		e.Op = ScriptInt
		e.Int, err = strconv.ParseInt(text, 10, 64)
	case tokenHex:
		e.Op = ScriptInt
		e.Int, err = strconv.ParseInt(text[2:], 16, 64)
	case tokenReal:
		e.Op = ScriptReal
		e.Real, err = strconv.ParseFloat(text, 64)
	case tokenText:
		e.Op, e.Text = ScriptString, text[1:len(text)-1]
	case tokenName:
		e.Op, e.Text = ScriptName, text
		if text == "true" || text == "false" {
			e = &ScriptExpr{Op: ScriptBool, At: e.At}
			if text == "true" {
				e.Int = 1
			}
		}
	default:
		p.missing(diag.ScriptOperand, "an operand")
		return e
	}
	p.at++
	if err != nil {
		p.fault(diag.ScriptNumber, e.At, "%s does not fit in 64 bits", text)
	}
	return e
}
