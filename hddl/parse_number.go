package hddl

import (
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

var compareOps = map[string]CompareOp{"=": NumEqual, "<": Less, "<=": LessEqual, ">": Greater, ">=": GreaterEqual}

// compare reads "(= a b)" after its first word: of objects, unless one side is a list or a sign other than "=" says
// that numbers are meant.
func (p *parser) compare(op CompareOp, it items) Formula {
	at := it.at()
	parts := it.fixed(2, "("+op.String()+" LEFT RIGHT)")
	switch {
	case parts == nil:
		return nil
	case op == NumEqual && !p.nodes[parts[0]].list && !p.nodes[parts[1]].list:
		a, b := p.term(parts[0]), p.term(parts[1])
		if a.Text == "" || b.Text == "" {
			return nil
		}
		return &Equal{at, a, b}
	}
	a, b := p.number(parts[0]), p.number(parts[1])
	if a == nil || b == nil {
		return nil
	}
	return &Compare{at, op, a, b}
}

// number reads a numeric expression; nil: there is a mistake in it, which is reported.
func (p *parser) number(n int32) Number {
	if !p.nodes[n].list {
		if looksNumeric(p.word(n)) {
			if l := p.literal(n); l != nil {
				return l
			}
			return nil
		}
	} else if word := p.headWord(n); len(word) == 1 && strings.Contains("+-*/", word) {
		return p.arith(n, ArithOp(word[0]))
	}
	if f := p.fluent(n); f != nil {
		return f
	}
	return nil
}

func looksNumeric(w string) bool {
	w = strings.TrimLeft(w, "+-.")
	return w != "" && '0' <= w[0] && w[0] <= '9'
}

// literal reads a number; nil if the text is not a number, which it reports.
func (p *parser) literal(n int32) *Literal {
	w := p.word(n)
	if !looksNumeric(w) {
		p.expected("a number", n)
		return nil
	}
	value, err := strconv.ParseFloat(w, 64)
	if err != nil || strings.Trim(w, "+-.0123456789eE") != "" {
		p.ds.Errorf(diag.HDDLNumber, p.at(n), "%s is not a number", quote(w))
		return nil
	}
	return &Literal{p.at(n), w, value}
}

// arith reads "(+ a b c)", "(- a)" and their like.
func (p *parser) arith(n int32, op ArithOp) Number {
	it := p.items(n)
	it.take()
	size, least, most := it.rest(), 1, MaxDepth
	switch op {
	case Minus:
		most = 2
	case Over:
		least, most = 2, 2
	}
	if size < least || size > most {
		p.ds.Errorf(diag.HDDLSyntax, p.head(n), "%q does not take %s", string(rune(op)), count(size, "number", "numbers"))
		return nil
	}
	a := &Arith{At: p.at(n), Op: op}
	for it.more() {
		if x := p.number(it.take()); x != nil {
			a.Parts = append(a.Parts, x)
		}
	}
	if len(a.Parts) < size {
		return nil
	}
	return a
}

// fluent reads "(f ?x)", or "f" for a function without parameters; nil: there is a mistake in it, which is reported.
func (p *parser) fluent(n int32) *Fluent {
	f := &Fluent{At: p.at(n)}
	if !p.nodes[n].list {
		if f.Name = p.name(n, "a function"); f.Name.Text == "" {
			return nil
		}
		return f
	}
	it := p.items(n)
	f.Name = it.takeName("a function")
	args, ok := it.terms()
	if f.Args = args; !ok || f.Name.Text == "" {
		return nil
	}
	return f
}
