package expr

import (
	"github.com/karakuri-ai/karakuri/diag"
)

// Precedence of operators, loosest first. docs/expressions.md has the table for users.
//
//	if c then a else b      reaches as far to the right as it can
//	||
//	&&
//	== != < <= > >= in      no chains: a < b < c is an error
//	+ -
//	* / %
//	! - (in front)
//	^                       from the right: a^b^c is a^(b^c); -a^2 is -(a^2)
//	f(x) v.x
const (
	precLowest = iota
	precOr
	precAnd
	precCompare
	precAdd
	precMul
	precUnary
	precPow
	precPrimary
)

var opPrecs = [...]int{
	Not: precUnary, Neg: precUnary, Or: precOr, And: precAnd,
	Eq: precCompare, Ne: precCompare, Lt: precCompare, Le: precCompare, Gt: precCompare, Ge: precCompare,
	Add: precAdd, Sub: precAdd, Mul: precMul, Div: precMul, Mod: precMul, Pow: precPow,
}

// binaryOps maps tokens to operators; 0: the token is not an operator.
var binaryOps = [TokDots + 1]Op{
	TokOr: Or, TokAnd: And, TokEq: Eq, TokNe: Ne, TokLt: Lt, TokLe: Le, TokGt: Gt, TokGe: Ge,
	TokAdd: Add, TokSub: Sub, TokMul: Mul, TokDiv: Div, TokMod: Mod, TokPow: Pow,
	TokAssign: Eq, TokAmp: And, TokPipe: Or, // slips, answered by acceptOp
}

var reserved = map[string]bool{
	"true": true, "false": true, "none": true, "if": true, "then": true, "else": true, "in": true, "where": true,
	"not": true, "and": true, "or": true, "exists": true, "forall": true,
}

// Reserved reports whether a word has a meaning inside expressions and so cannot be a name.
func Reserved(word string) bool { return reserved[word] }

// Expr reads one expression. It always returns a node; Bad replaces text that cannot be parsed.
func (p *Parser) Expr() Node {
	p.nodes = 0
	return p.expr(precLowest)
}

// expr reads an expression of operators that bind at least as tightly as least.
func (p *Parser) expr(least int) Node {
	if !p.Enter() {
		return &Bad{p.Here()}
	}
	defer p.Leave()
	x := p.prefix()
	compared := 0 // comparisons in a row
	for !p.failed && p.grow() {
		op, prec := p.infix()
		if prec == precLowest || prec < least {
			break
		}
		at, left := p.Here(), x
		x = p.rest(x, op, prec)
		switch {
		case prec != precCompare:
			compared = 0
		case compared == 1:
			p.refuseChain(at, left, x)
			fallthrough
		default:
			compared++
		}
	}
	return x
}

// infix returns the operator at the current token and its precedence, precLowest: none. In is stood for by op 0.
func (p *Parser) infix() (Op, int) {
	if p.NewLine() {
		return 0, precLowest
	}
	t := p.Tok()
	if t.Kind == TokName {
		switch p.Text(t) {
		case "in":
			return 0, precCompare
		case "not":
			if n := p.Peek(1); n.Kind == TokName && p.Text(n) == "in" {
				return 0, precCompare
			}
		case "and":
			return And, precAnd
		case "or":
			return Or, precOr
		}
		return 0, precLowest
	}
	if op := binaryOps[t.Kind]; op != 0 {
		return op, opPrecs[op]
	}
	return 0, precLowest
}

// rest reads the operator and what stands at its right.
func (p *Parser) rest(x Node, op Op, prec int) Node {
	start := x.Span()
	if op == 0 {
		x = p.in(x)
	} else {
		op = p.acceptOp(op)
		next := prec + 1
		if op == Pow {
			next = precUnary
		}
		y := p.expr(next)
		x = &Binary{p.Since(start), op, x, y}
	}
	return x
}

// acceptOp steps over an operator and answers those of other languages.
func (p *Parser) acceptOp(op Op) Op {
	t := p.Next()
	text := p.Text(t)
	switch {
	case t.Kind == TokName: // and, or
		p.Soft(diag.WrongOperator, p.SpanOf(t), "%q is not an operator", text).Replace(opTexts[op])
	case t.Kind == TokAmp, t.Kind == TokPipe:
		p.Soft(diag.WrongOperator, p.SpanOf(t), "%q is not an operator", text).Replace(opTexts[op])
	case t.Kind == TokAssign:
		if n := p.Tok(); n.Start == t.End && (n.Kind == TokGt || n.Kind == TokLt) { // => =<
			p.pos++
			at := p.SpanOf(t).To(p.SpanOf(n))
			op = binaryOps[n.Kind+1]
			p.Soft(diag.WrongOperator, at, "%q is not an operator", at.Text()).Replace(opTexts[op])
			return op
		}
		d := p.Soft(diag.WrongOperator, p.SpanOf(t), `"=" inside an expression`)
		d.Replace(opTexts[op])
		d.Hint = "compare with =="
	}
	return op
}

// refuseChain reports the comparison x, whose left side is a comparison without parentheses. Reading continues.
func (p *Parser) refuseChain(at diag.Span, left, x Node) {
	d := p.Soft(diag.ChainedComparison, at, "comparisons cannot be chained")
	l, ok := left.(*Binary)
	r, ok2 := x.(*Binary)
	if ok && ok2 {
		d.Hint = "write " + cutText(Print(l)) + " && " + cutText(Print(&Binary{r.At, r.Op, l.Y, r.Y}))
	}
}

// in reads "in" or "not in" and the set at its right.
func (p *Parser) in(x Node) Node {
	start := x.Span()
	not := p.AcceptWord("not")
	p.pos++
	var set Node
	if p.Kind() == TokLBrace {
		set = p.set()
	} else {
		set = p.expr(precAdd)
		if !p.failed && p.Accept(TokDots) {
			hi := p.expr(precAdd)
			set = &Range{p.Since(set.Span()), set, hi}
		}
	}
	return &In{p.Since(start), not, x, set}
}

func (p *Parser) set() Node {
	start := p.Here()
	elems := p.elements()
	return &Set{p.Since(start), elems}
}

// elements reads "{ a, b }" or "[a, b]".
func (p *Parser) elements() (elems []Node) {
	opener, free := p.push()
	p.free++
	for !p.failed && p.Kind() != opener.Kind+1 {
		elems = append(elems, p.expr(precLowest))
		if p.failed || !p.Accept(TokComma) {
			break
		}
	}
	p.pop(opener, free, `"," or `)
	return elems
}

// prefix reads an operand.
func (p *Parser) prefix() Node {
	start := p.Here()
	if p.startsOther() {
		p.FailExpected("an expression")
		return &Bad{start}
	}
	switch t := p.Tok(); t.Kind {
	case TokNumber:
		return p.number()
	case TokName:
		return p.word()
	case TokLParen:
		opener, free := p.push()
		x := p.expr(precLowest)
		if p.Kind() == TokComma && !p.failed {
			p.Fail(diag.Syntax, p.Here(), `expected ")", found ","`).Hint = "write a vector as vec2(x, y)"
		}
		p.pop(opener, free, "")
		return p.fields(x)
	case TokNot:
		p.pos++
		x := p.expr(precUnary)
		return &Unary{p.Since(start), Not, x}
	case TokSub:
		p.pos++
		x := p.expr(precUnary)
		return &Unary{p.Since(start), Neg, x}
	case TokLBrace:
		p.Fail(diag.Syntax, start, `expected an expression, found "{"`).Hint = `a set { a, b } is only allowed to the right of "in"`
	case TokString:
		return &Lit{At: start, Kind: LitText, Text: p.StringValue(p.Next())}
	case TokLBracket:
		elems := p.elements()
		return &List{p.Since(start), elems}
	default:
		p.FailExpected("an expression")
	}
	return &Bad{start}
}

// startsOther reports whether the current token, at the begin of a line, belongs to the next statement.
func (p *Parser) startsOther() bool {
	return p.Tok().LineStart && p.pos > p.start && p.Starts != nil && p.Starts()
}

// word reads an operand that begins with a name.
func (p *Parser) word() Node {
	start := p.Here()
	switch text := start.Text(); text {
	case "true", "false":
		p.pos++
		return &Lit{At: start, Kind: LitBool, Bool: text == "true", Text: text}
	case "none":
		p.pos++
		return &Lit{At: start, Kind: LitNone, Text: text}
	case "if":
		return p.ifExpr()
	case "not":
		p.pos++
		p.Soft(diag.WrongOperator, start, `"not" is not an operator`).Replace("!")
		x := p.expr(precUnary)
		return &Unary{p.Since(start), Not, x}
	case "exists", "forall":
		return p.quant()
	case "count", "min", "max", "sum":
		if p.Peek(1).Kind == TokLParen && p.Peek(2).Kind == TokName && (p.Peek(3).Kind == TokColon || p.inRemembered(3, false)) {
			return p.quant()
		}
	case "then", "else", "in", "and", "or", "where":
		p.FailExpected("an expression")
		return &Bad{start}
	}
	return p.fields(p.ref())
}

// ref reads a name with its qualifier and arguments. A single letter x or y after the dot is not a name but a part of a
// vector: see fields.
func (p *Parser) ref() *Ref {
	start := p.Here()
	n := &Ref{NameAt: start, Name: p.NameOf(p.Next())}
	if p.Is(TokDot) && p.Peek(1).Kind == TokName && !p.Peek(1).LineStart && !isAxis(p.Text(p.Peek(1))) {
		p.pos++
		n.Qualifier, n.NameAt = n.Name, p.Here()
		word := p.Text(p.Tok())
		n.Name = p.NameOf(p.Next())
		if Reserved(word) {
			p.Soft(diag.ReservedName, n.NameAt, "%q is a reserved word", n.Name)
		}
	}
	if p.Is(TokLParen) {
		n.Call = true
		p.refArgs(n)
	}
	n.At = p.Since(start)
	return n
}

func isAxis(name string) bool { return name == "x" || name == "y" }

// fields reads any .x and .y after x.
func (p *Parser) fields(x Node) Node {
	for !p.failed && p.Is(TokDot) && p.grow() {
		p.pos++
		if t := p.Tok(); t.Kind != TokName || !isAxis(p.Text(t)) {
			p.FailExpected("x or y")
			break
		}
		name := p.Text(p.Next())
		x = &Field{p.Since(x.Span()), x, name}
	}
	return x
}

// args reads "(a, b)".
func (p *Parser) args() []Node {
	opener, free := p.push()
	var list []Node
	for !p.failed && p.Kind() != TokRParen {
		list = append(list, p.expr(precLowest))
		if p.failed || !p.Accept(TokComma) {
			break
		}
		if p.Kind() == TokRParen {
			p.FailExpected("an argument")
		}
	}
	p.pop(opener, free, `"," or `)
	return list
}

func (p *Parser) ifExpr() Node {
	start := p.Here()
	p.pos++
	n := &If{Cond: p.expr(precLowest)}
	n.X, n.Else = &Bad{start}, &Bad{start}
	if p.expectWord("then") {
		n.X = p.expr(precLowest)
	}
	if p.expectWord("else") {
		n.Else = p.expr(precLowest)
	}
	n.At = p.Since(start)
	return n
}

// expectWord steps over a word inside an expression, which may begin a line.
func (p *Parser) expectWord(word string) bool {
	if p.failed {
		return false
	}
	if !p.AcceptWord(word) {
		p.FailExpected(`"` + word + `"`)
		return false
	}
	return true
}
