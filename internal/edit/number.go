package edit

import (
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Number is a number that stands in a text, with its sign and unit.
type Number struct {
	Path  string // of the statement that it stands in
	Index int    // among the numbers of that statement, without those of the statements within it
	Text  string // as it is written: 5, -0.5, 700ms
	Whole bool   // it has neither a fraction nor a unit
	Start int    // offsets in bytes
	End   int
}

// Numbers returns all numbers of a text, in order; nil if it cannot be parsed.
func Numbers(name, content string) []Number {
	t, _ := readText(name, content)
	if t == nil {
		return nil
	}
	return t.numbers()
}

func (t *text) numbers() []Number {
	var list []Number
	counted := map[*node]int{}
	for _, l := range literals(t.src) {
		at := l.at
		n := t.holding(int(at.Start))
		if n == nil {
			continue
		}
		list = append(list, Number{n.path, counted[n], at.Text(), l.whole, int(at.Start), int(at.End)})
		counted[n]++
	}
	return list
}

// holding returns the innermost statement around a place; nil: none.
func (t *text) holding(at int) *node {
	var found *node
	for lines := t.top.lines; ; {
		inner := found
		for _, n := range lines {
			if n.Start <= at && at < n.End {
				inner = n
				break
			}
		}
		if inner == found {
			return found
		}
		found, lines = inner, inner.lines
	}
}

// literal is where a number stands in a source.
type literal struct {
	at    diag.Span
	whole bool
}

// literals returns the numbers of a source. A minus belongs to a number that has nothing to be subtracted from.
func literals(src *diag.Source) []literal {
	var ds diag.List
	var list []literal
	s := expr.NewScanner(src, &ds)
	var last, before expr.Token // the last two tokens
	for {
		tok := s.Scan()
		switch tok.Kind {
		case expr.TokEOF:
			return list
		case expr.TokComment:
			continue
		case expr.TokNumber:
			at := diag.Span{Src: src, Start: tok.Start, End: tok.End}
			if last.Kind == expr.TokSub && !endsOperand(before.Kind) {
				at.Start = last.Start
			}
			list = append(list, literal{at, isWhole(diag.Span{Src: src, Start: tok.Start, End: tok.End}.Text())})
		}
		before, last = last, tok
	}
}

func isWhole(text string) bool {
	var ds diag.List
	l, ok := expr.ParseString(diag.NewSource("number", text), &ds).(*expr.Lit)
	return ok && l.Kind == expr.LitInt
}

func endsOperand(k expr.TokenKind) bool {
	switch k {
	case expr.TokName, expr.TokNumber, expr.TokString, expr.TokRParen, expr.TokRBracket:
		return true
	}
	return false
}

// IsNumber reports whether a text is one number, as numbers of a text can be replaced by.
func IsNumber(text string) bool {
	src := diag.NewSource("number", text)
	list := literals(src)
	return len(list) == 1 && list[0].at.Start == 0 && int(list[0].at.End) == len(text)
}

// number replaces a number where it stands.
func number(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	value, _, err := op.valueText()
	if value = strings.TrimSpace(value); err != nil || !IsNumber(value) {
		e.refuse(diag.EditOp, t.span(n), "%q is not a number", value).Hint = "write one as in 5, -0.5 or 700ms"
		return nil
	}
	index := 0
	if op.Index != nil {
		index = *op.Index
	}
	count := 0
	for _, k := range t.numbers() {
		if k.Path != n.path {
			continue
		}
		if k.Index == index {
			c := e.one(op, t, patch{from: k.Start, to: k.End, text: value})
			c.keeps = true
			c.inverse = func(d *done) []Op {
				if now := d.moved[n]; now != nil {
					return []Op{{Op: "number", At: now.path, Index: op.Index, Value: k.Text}}
				}
				return nil
			}
			return c
		}
		count++
	}
	e.refuse(diag.EditPlace, t.span(n), "%q has no number %d", op.At, index).Hint = "it has " + strconv.Itoa(count) + ", counted from 0"
	return nil
}
