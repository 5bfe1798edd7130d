package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// name reads the name of something that is declared or mentioned here; after a failure the zero Name.
func (p *parser) name(what string) def.Name {
	at := p.Here()
	if p.Failed() || p.NewLine() {
		p.FailExpected(what)
		return def.Name{At: at}
	}
	return def.Name{At: at, Name: p.Name(what)}
}

// names reads names with commas between them.
func (p *parser) names(what string) []def.Name {
	list := []def.Name{p.name(what)}
	for !p.Failed() && p.Accept(expr.TokComma) {
		at := p.Here()
		list = append(list, def.Name{At: at, Name: p.Name(what)})
	}
	return list
}

// title reads the name of a method or test: a string or a bare name.
func (p *parser) title(what string) def.Name {
	if p.Is(expr.TokString) {
		t := p.Next()
		n := def.Name{At: p.SpanOf(t), Name: p.StringValue(t)}
		if n.Name == "" {
			p.Soft(diag.BadString, n.At, "%s must not be empty", what)
		}
		return n
	}
	return p.name(what)
}

// params reads "(e: enemy, p: place)" if it stands here.
func (p *parser) params(several bool) []def.Param {
	if p.Failed() {
		return nil
	}
	var list []def.Param
	for _, v := range p.Params(several) {
		list = append(list, def.Param(v))
	}
	return list
}

// callHere reads a call that must stand on the same line as the word before it.
func (p *parser) callHere(what string) (c def.Call, bare bool) {
	if !p.Failed() && p.NewLine() {
		p.FailExpected(what)
	}
	return p.call(what)
}

// call reads a call of a task, operator or action. bare: it was written without parentheses.
func (p *parser) call(what string) (c def.Call, bare bool) {
	if p.Failed() {
		return c, false
	}
	c.At = p.Here()
	r := p.Call(what)
	if r == nil {
		return c, false
	}
	return callOf(r), !r.Call
}

func callOf(r *expr.Ref) def.Call {
	return def.Call{At: r.At, Name: def.Name{At: r.NameAt, Name: r.Name}, Args: r.Args, Todo: r.Todo}
}

// namedCallHere reads a call of a tree, whose arguments may have names, on the same line as the word before it. Only
// calls within trees end with "..".
func (p *parser) namedCallHere(what string) def.Call {
	if !p.Failed() && p.NewLine() {
		p.FailExpected(what)
	}
	return p.placedCall(what)
}

// placedCall is namedCall where ".." cannot stand.
func (p *parser) placedCall(what string) def.Call {
	c, rest, _ := p.namedCall(what)
	if rest {
		p.Soft(diag.Syntax, c.At, restMessage).Hint = restHint
	}
	return c
}

const restMessage, restHint = `".." is only allowed in calls within trees`, "give the arguments"

// namedCall reads a call of a tree or an action. rest: it ends with ".."; bare: it was written without parentheses.
func (p *parser) namedCall(what string) (c def.Call, rest, bare bool) {
	if p.Failed() {
		return c, false, false
	}
	c.At = p.Here()
	n := p.NamedCall(what)
	if n == nil {
		return c, false, false
	}
	return namedCallOf(n), n.Rest, !n.Call
}

func namedCallOf(n *expr.NamedCall) def.Call {
	c := callOf(&n.Ref)
	for _, name := range n.Names {
		c.ArgNames = append(c.ArgNames, def.Name(name))
	}
	return c
}
