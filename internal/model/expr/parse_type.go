package expr

import "github.com/karakuri-ai/karakuri/diag"

// Param is a typed parameter as written; actions may take one of several types. It has the fields of def.Param
// and converts to it.
type Param struct {
	At    diag.Span
	Name  string
	Types []TypeName
}

// TypeName reads a type: "bool", "place", "int 0..100", "list of text".
func (p *Parser) TypeName() TypeName {
	start := p.Here()
	if p.Kind() != TokName || Reserved(p.Text(p.Tok())) || p.NewLine() {
		p.FailExpected("a type")
		return TypeName{At: start}
	}
	set, list := p.startsMany("set"), p.startsMany("list")
	if set || list {
		p.Next()
		p.Next()
	}
	t := TypeName{Set: set, List: list, Name: p.NameOf(p.Next())}
	if p.startsRange() {
		p.typeRange(&t)
	}
	t.At = p.Since(start)
	return t
}

// startsMany reports whether "set of" or "list of" and a type stand here.
func (p *Parser) startsMany(word string) bool {
	of, typ := p.Peek(1), p.Peek(2)
	return p.Text(p.Tok()) == word && of.Kind == TokName && p.Text(of) == "of" && !of.LineStart && typ.Kind == TokName && !typ.LineStart && !Reserved(p.Text(typ))
}

// startsRange reports whether a range follows the name of a type. A bound that is a name must be followed by "..":
// otherwise "each n: int order n" would have a range.
func (p *Parser) startsRange() bool {
	if p.NewLine() {
		return false
	}
	switch p.Kind() {
	case TokNumber, TokSub, TokLParen:
		return true
	case TokName:
		return p.Peek(1).Kind == TokDots
	}
	return false
}

func (p *Parser) typeRange(t *TypeName) {
	at := p.Here()
	t.Ranged = true
	t.Lo = p.expr(precAdd)
	t.Hi = &Bad{at}
	if !p.failed && p.Accept(TokDots) {
		t.Hi = p.expr(precAdd)
	} else {
		p.FailExpected(`".."`).Hint = "write a range as 0..100"
	}
	if t.Name != "int" {
		p.Soft(diag.Syntax, p.Since(at), "only int takes a range, not %s", t.Name)
		t.Ranged, t.Lo, t.Hi = false, nil, nil
	}
}

// Params reads "(e: enemy, p: place)" if a parenthesis stands here. With several set, a parameter may have
// several types: "p: place | enemy".
func (p *Parser) Params(several bool) []Param {
	if !p.Is(TokLParen) {
		return nil
	}
	opener, free := p.push()
	list := []Param{}
	for !p.failed && p.Kind() != TokRParen {
		list = append(list, p.param(several))
		if p.failed || !p.Accept(TokComma) {
			break
		}
		if p.Kind() == TokRParen {
			p.FailExpected("a parameter")
		}
	}
	p.pop(opener, free, `"," or `)
	return list
}

func (p *Parser) param(several bool) Param {
	start := p.Here()
	v := Param{Name: p.Name("a parameter")}
	if !p.failed && p.Expect(TokColon, `":" and a type`) {
		v.Types = append(v.Types, p.TypeName())
		for !p.failed && p.Kind() == TokPipe {
			if !several {
				p.Soft(diag.Syntax, p.Here(), "only parameters of actions can have several types")
			}
			p.pos++
			v.Types = append(v.Types, p.TypeName())
		}
	}
	v.At = p.Since(start)
	return v
}

// Call reads a call of a task, operator or action: "move_to(shop)", or a bare name. what says of what, for
// messages. It returns nil after a failure.
func (p *Parser) Call(what string) *Ref {
	p.nodes = 0
	start := p.Here()
	if p.Kind() != TokName || Reserved(start.Text()) || p.startsOther() {
		p.FailExpected(what)
		return nil
	}
	if r := p.todo(); r != nil {
		return r
	}
	n := &Ref{NameAt: start, Name: p.Name(what)}
	if p.Is(TokLParen) {
		n.Call = true
		n.Args = p.args()
	}
	n.At = p.Since(start)
	if p.failed {
		return nil
	}
	return n
}
