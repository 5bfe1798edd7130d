package lang

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// import "common/places.krk"
func (p *parser) importDecl(h def.Head) def.Decl {
	d := &def.Import{Head: h}
	if d.NameAt = p.Here(); p.Is(expr.TokString) {
		if d.Path = p.StringValue(p.Next()); d.Path == "" {
			p.Soft(diag.ImportPath, d.NameAt, "the path is empty")
		}
	} else {
		p.FailExpected("a file name in quotes").Hint = `write import "places.krk"`
	}
	p.finish(&d.Head)
	return d
}

// type place = { home, shop } · type enemy · type sniper : enemy, person max 8
func (p *parser) typeDecl(h def.Head) def.Decl {
	d := called(p, &def.TypeDecl{}, h)
	if !p.Failed() && p.Accept(expr.TokAssign) {
		d.Enum = true
		d.Values = p.enumValues()
	} else {
		p.objectType(d)
	}
	p.finish(&d.Head)
	return d
}

// enumValues reads "{ home, shop }".
func (p *parser) enumValues() []def.Name {
	if p.Kind() != expr.TokLBrace {
		p.FailExpected(`"{" and the values of an enum`)
		return nil
	}
	open := p.Here()
	p.Next()
	var list []def.Name
	for p.Kind() != expr.TokRBrace {
		at := p.Here()
		list = append(list, def.Name{At: at, Name: p.Name("a value")})
		if p.Failed() || !p.Accept(expr.TokComma) {
			break
		}
	}
	p.closeList(open)
	return list
}

// closeList steps over the brace that ends a list, which may stand on a line of its own.
func (p *parser) closeList(open diag.Span) {
	if p.Failed() {
		p.skipList()
		return
	}
	if p.Kind() == expr.TokRBrace {
		p.Next()
		return
	}
	if t := p.Tok(); t.LineStart || t.Kind == expr.TokEOF || t.Kind == expr.TokSemicolon {
		at := p.SpanOf(p.Peek(-1))
		at.Start = at.End
		d := p.Fail(diag.Unclosed, at, `missing "}"`)
		d.Related = []diag.Related{{Span: open, Message: `"{" opened here`}}
		return
	}
	p.FailExpected(`"," or "}"`)
	p.skipList()
}

// skipList skips the rest of a failed list of names and its closing brace, if that is near.
func (p *parser) skipList() {
	for k := p.Kind(); k == expr.TokName && !p.startsStatement() || k == expr.TokComma || k == expr.TokNumber || k == expr.TokString; k = p.Kind() {
		p.Next()
	}
	if p.Kind() == expr.TokRBrace {
		p.Next()
	}
}

// objectType reads what may follow the name of an object type: ": enemy, person" and "max 8".
func (p *parser) objectType(d *def.TypeDecl) {
	if !p.Failed() && p.Accept(expr.TokColon) {
		d.Parents = p.names("the name of a type")
	}
	if p.Failed() || p.AtEnd() || !p.AcceptWord("max") {
		p.tail = []string{"max"}
		return
	}
	t := p.Tok()
	n, err := strconv.Atoi(p.Text(t))
	switch {
	case t.Kind != expr.TokNumber || t.LineStart:
		p.FailExpected("a number of objects")
	case err != nil || n < 1:
		p.Soft(diag.BadNumber, p.Here(), "max must be a whole number above 0, not %s", p.Text(t))
		p.Next()
	default:
		d.Max = n
		p.Next()
	}
}

// objects e1, e2: enemy
func (p *parser) objectsDecl(h def.Head) def.Decl {
	d := &def.Objects{Head: h}
	d.NameAt = p.Here()
	d.Names = p.names("the name of an object")
	if !p.Failed() && p.Expect(expr.TokColon, `":" and a type`) {
		d.Type = p.name("the name of a type")
	}
	p.finish(&d.Head)
	return d
}

// const price = 5 · const reach: float = 3
func (p *parser) constDecl(h def.Head) def.Decl {
	d := called(p, &def.Const{}, h)
	if !p.Failed() && p.Accept(expr.TokColon) {
		t := p.TypeName()
		d.Type = &t
	}
	if !p.Failed() && p.Expect(expr.TokAssign, `"="`) {
		d.Value = p.Expr()
	}
	p.finish(&d.Head)
	return d
}

// function clear_path(a: place, b: place): bool
func (p *parser) functionDecl(h def.Head) def.Decl {
	d := called(p, &def.Function{}, h)
	if !p.Failed() && p.Expect(expr.TokColon, `":" and the type of the result`) {
		d.Result = p.TypeName()
	}
	p.finish(&d.Head)
	return d
}

// action shoot(e: enemy) uses hands needs shoot_at_player priority 2, e grace 0.5s
func (p *parser) actionDecl(h def.Head) def.Decl {
	d := called(p, &def.Action{}, h)
	lineClauses(p, d, actionRules)
	p.finish(&d.Head)
	return d
}
