package expr

import "github.com/karakuri-ai/karakuri/diag"

// NamedCall is a call of a tree or of an action in a tree, as written: "guard(4, reach: 1, ..)".
type NamedCall struct {
	Ref
	Names []ArgName // nil: all arguments stand by place; else one for each, empty if it stands by place
	Rest  bool      // ends with "..": missing ports take the values that have their names
}

// ArgName is the name before an argument. It has the fields of def.Name and converts to it.
type ArgName struct {
	At   diag.Span
	Name string
}

// NamedCall reads a call whose arguments may have names, or a bare name. what says of what, for messages. It returns
// nil after a failure.
func (p *Parser) NamedCall(what string) *NamedCall {
	p.nodes = 0
	start := p.Here()
	if p.Kind() != TokName || Reserved(start.Text()) || p.startsOther() {
		p.FailExpected(what)
		return nil
	}
	if r := p.todo(); r != nil {
		return &NamedCall{Ref: *r}
	}
	n := &NamedCall{Ref: Ref{NameAt: start, Name: p.Name(what)}}
	if p.Is(TokLParen) {
		n.Call = true
		p.namedArgs(n)
	}
	n.At = p.Since(start)
	if p.failed {
		return nil
	}
	return n
}

// namedArgs reads "(4, reach: 1, ..)".
func (p *Parser) namedArgs(n *NamedCall) {
	opener, free := p.push()
	for !p.failed && p.Kind() != TokRParen {
		if p.Accept(TokDots) {
			n.Rest = true
			break
		}
		p.namedArg(&n.Args, &n.Names)
		if p.failed || !p.Accept(TokComma) {
			break
		}
		if p.Kind() == TokRParen {
			p.FailExpected("an argument")
		}
	}
	p.pop(opener, free, `"," or `)
}

// refArgs reads "(x, exponent: 2)".
func (p *Parser) refArgs(n *Ref) {
	opener, free := p.push()
	for !p.failed && p.Kind() != TokRParen {
		p.namedArg(&n.Args, &n.ArgNames)
		if p.failed || !p.Accept(TokComma) {
			break
		}
		if p.Kind() == TokRParen {
			p.FailExpected("an argument")
		}
	}
	p.pop(opener, free, `"," or `)
}

// namedArg reads an argument, which may have a name. There are names as soon as one has.
func (p *Parser) namedArg(args *[]Node, names *[]ArgName) {
	var name ArgName
	if p.Kind() == TokName && p.Peek(1).Kind == TokColon {
		name.At = p.Here()
		name.Name = p.Name("a parameter")
		p.Next()
		if *names == nil {
			*names = make([]ArgName, len(*args))
		}
	}
	if *args = append(*args, p.expr(precLowest)); *names != nil {
		*names = append(*names, name)
	}
}

// ParseNamedCallString reads a call whose arguments may have names; nil after a mistake.
func ParseNamedCallString(src *diag.Source, ds *diag.List) *NamedCall {
	p := newStringParser(src, ds)
	n := p.NamedCall("a call such as guard(4, reach: 1)")
	if !p.finish() {
		return nil
	}
	return n
}

// PrintNamedCall returns a call as written, without parentheses if it has no arguments and was written so.
func PrintNamedCall(n *NamedCall) string {
	if n.Todo != "" {
		return Print(&n.Ref)
	}
	if len(n.Args) == 0 && !n.Call && !n.Rest {
		return NameText(n.Name)
	}
	var w printer
	w.WriteString(NameText(n.Name) + "(")
	w.args(n.Args, n.Names)
	if n.Rest {
		w.comma(len(n.Args))
		w.WriteString("..")
	}
	w.WriteByte(')')
	return w.String()
}

// Exprs reads expressions with commas between them; at least one.
func (p *Parser) Exprs() []Node {
	list := []Node{p.Expr()}
	for !p.failed && p.Accept(TokComma) {
		list = append(list, p.Expr())
	}
	return list
}

// ParseExprsString reads expressions with commas between them: "home, shop".
func ParseExprsString(src *diag.Source, ds *diag.List) []Node {
	p := newStringParser(src, ds)
	list := p.Exprs()
	p.finish()
	return list
}

// PrintExprs returns expressions with commas between them.
func PrintExprs(list []Node) string {
	var w printer
	w.list(list)
	return w.String()
}

// Closing returns the index, as [Parser.Index], of the token that closes the parenthesis n places after the current
// token, or -1.
func (p *Parser) Closing(n int) int {
	if p.closing == nil {
		p.closing = closings(p.toks)
	}
	return int(p.closing[min(p.pos+n, len(p.toks)-1)])
}

// closings returns for each opening parenthesis the index of its closing one, else -1. Parentheses never reach beyond a
// brace that is closed outside of them.
func closings(toks []Token) []int32 {
	list := make([]int32, len(toks))
	var open []int32
	for i, t := range toks {
		list[i] = -1
		switch t.Kind {
		case TokLParen, TokLBrace, TokLBracket:
			open = append(open, int32(i))
		case TokRParen, TokRBrace, TokRBracket:
			for n := len(open); n > 0; n-- {
				opener := toks[open[n-1]].Kind
				if opener == t.Kind-1 {
					list[open[n-1]] = int32(i)
					open = open[:n-1]
					break
				}
				if t.Kind != TokRBrace {
					break
				}
				open = open[:n-1]
			}
		}
	}
	return list
}

// TokenAt returns the token of an index.
func (p *Parser) TokenAt(i int) Token { return p.toks[max(0, min(i, len(p.toks)-1))] }
