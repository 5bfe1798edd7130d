package expr

import "github.com/karakuri-ai/karakuri/diag"

// The functions here read a whole source as one thing, for the Go builder, the JSON form and the command line. They
// ignore line ends and comments within the text. They add every mistake to ds; the result then holds Bad for unreadable
// parts, and lists may be short.

// ParseString reads an expression: "money >= price && at != shop".
func ParseString(src *diag.Source, ds *diag.List) Node {
	p := newStringParser(src, ds)
	n := p.Expr()
	p.finish()
	return n
}

// ParseNumberedString reads an expression in which names may have the number that the engine gives to objects without a
// name: "range(guard#1) < 5".
func ParseNumberedString(src *diag.Source, ds *diag.List) Node {
	s := NewScanner(src, ds)
	s.numbered = true
	p := stringParser(src, ds, s)
	n := p.Expr()
	p.finish()
	return n
}

// ParseSharedString reads an expression with the name it is shared by, if there is one: "20s shared grenade". Without
// one the name is empty.
func ParseSharedString(src *diag.Source, ds *diag.List) (n Node, name string, at diag.Span) {
	p := newStringParser(src, ds)
	n = p.Expr()
	if !p.failed && p.AcceptWord("shared") {
		at = p.Here()
		name = p.Name("a name")
	}
	p.finish()
	return n, name, at
}

// ParseNamesString reads names with commas between them: "p, q". There is at least one; it returns nil after a mistake.
func ParseNamesString(src *diag.Source, ds *diag.List) []*Ref {
	p := newStringParser(src, ds)
	var list []*Ref
	for len(list) == 0 || !p.failed && p.Accept(TokComma) {
		at := p.Here()
		list = append(list, &Ref{At: at, Name: p.Name("a name")})
	}
	if !p.finish() {
		return nil
	}
	return list
}

// ParseEffectString reads a list of effects: "money -= price, has_meal = true". Semicolons may replace commas. An empty
// text has no effects.
func ParseEffectString(src *diag.Source, ds *diag.List) []Effect {
	p := newStringParser(src, ds)
	var list []Effect
	for !p.failed && p.Kind() != TokEOF {
		list = append(list, p.effect())
		if p.failed || p.Kind() != TokComma && p.Kind() != TokSemicolon {
			break
		}
		p.pos++
	}
	p.finish()
	return list
}

// ParseCallString reads a call: "move_to(shop)" or "wander". Ref.Call reports whether parentheses were written. It
// returns nil after a mistake.
func ParseCallString(src *diag.Source, ds *diag.List) *Ref {
	p := newStringParser(src, ds)
	n := p.Call("a call such as move_to(shop)")
	if !p.finish() {
		return nil
	}
	return n
}

// ParseCallsString reads calls with commas between them: "work, buy, eat". An empty text has none. It returns nil
// after a mistake.
func ParseCallsString(src *diag.Source, ds *diag.List) []*Ref {
	p := newStringParser(src, ds)
	var list []*Ref
	for !p.failed && p.Kind() != TokEOF {
		list = append(list, p.Call("a call such as move_to(shop)"))
		if p.failed || !p.Accept(TokComma) {
			break
		}
		if p.Kind() == TokEOF {
			p.FailExpected("a call")
		}
	}
	if !p.finish() {
		return nil
	}
	return list
}

// ParseParamsString reads parameters without the parentheses: "e: enemy, p: place". Each may have several types,
// "p: place | enemy", if several is set, as for actions. An empty text has none.
func ParseParamsString(src *diag.Source, several bool, ds *diag.List) []Param {
	p := newStringParser(src, ds)
	var list []Param
	for !p.failed && p.Kind() != TokEOF {
		list = append(list, p.param(several))
		if p.failed || !p.Accept(TokComma) {
			break
		}
		if p.Kind() == TokEOF {
			p.FailExpected("a parameter")
		}
	}
	p.finish()
	return list
}

// ParseTypeString reads a type: "bool", "place", "int 0..100". ok is false after a mistake.
func ParseTypeString(src *diag.Source, ds *diag.List) (t TypeName, ok bool) {
	p := newStringParser(src, ds)
	t = p.TypeName()
	return t, p.finish()
}

// ParseVarsString reads variables: "e: enemy, p: place". An empty text has none.
func ParseVarsString(src *diag.Source, ds *diag.List) []Var {
	p := newStringParser(src, ds)
	var list []Var
	if p.Kind() != TokEOF {
		list = p.Vars()
	}
	p.finish()
	return list
}

func newStringParser(src *diag.Source, ds *diag.List) *Parser {
	return stringParser(src, ds, NewScanner(src, ds))
}

func stringParser(src *diag.Source, ds *diag.List, s *Scanner) *Parser {
	before := len(ds.All)
	p := newParser(src, ds, s)
	p.free = 1
	p.scanned = len(ds.All) == before
	return p
}

// finish wants the end of the text and reports whether all went well.
func (p *Parser) finish() bool {
	if !p.failed && p.Kind() != TokEOF {
		p.Fail(diag.Syntax, p.Here(), "expected the end, found %s", p.Found(p.Tok()))
	}
	return !p.failed && p.scanned && !p.softened
}
