package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Offers returns the words of the language that can occur at an offset in a text, or that the word around it is: for
// completion and hover texts. The text may be unfinished; only the part before the offset counts, up to the word
// there. Declared names are not included.
func Offers(src *diag.Source, offset int) []def.Offer { return walkTo(src, offset).offers() }

// Place is what an offset in a text belongs to, as far as the table of the language says.
type Place struct {
	Around *def.Statement // whose braces are open; nil: none, or one that the table does not have
	Line   *def.Statement // what the line says; nil: it begins here, or it is a clause of Around
	Clause *def.Clause    // the last one named on the line; nil: none
	Start  bool           // a line begins here
	Top    bool           // no braces are open
}

// PlaceOf returns what an offset in a text belongs to, as [Offers] sees it.
func PlaceOf(src *diag.Source, offset int) Place {
	w := walkTo(src, offset)
	around, within := w.inside()
	return Place{Around: around, Line: w.line, Clause: w.clause, Start: w.start, Top: !within}
}

// walkTo walks over the tokens before an offset.
func walkTo(src *diag.Source, offset int) *offerWalk {
	var ds diag.List
	w := &offerWalk{p: expr.NewParser(src, &ds), start: true}
	for i := 0; ; i++ {
		t := w.p.TokenAt(i)
		if t.Kind == expr.TokEOF || int(t.End) >= offset {
			w.beginLine(t, int(t.Start) <= offset && t.Kind != expr.TokEOF || startsLine(src.Text, offset))
			return w
		}
		w.token(i)
	}
}

// startsLine reports whether nothing but spaces stands before an offset on its line.
func startsLine(text string, offset int) bool {
	for i := min(offset, len(text)) - 1; i >= 0; i-- {
		switch text[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

// offerWalk walks the tokens of a text and tracks what is open. nil marks parts that the table does not cover.
type offerWalk struct {
	p      *expr.Parser
	around []*def.Statement // the statements whose braces are open, the outermost first
	line   *def.Statement   // what the present line says
	clause *def.Clause      // the clause of it that was named last
	start  bool             // a line begins
	braced bool             // the braces of the line have been opened
}

// inside returns the statement whose braces are open; false at the top of the file.
func (w *offerWalk) inside() (*def.Statement, bool) {
	if len(w.around) == 0 {
		return nil, false
	}
	return w.around[len(w.around)-1], true
}

func (w *offerWalk) token(i int) {
	t := w.p.TokenAt(i)
	w.beginLine(t, true)
	switch t.Kind {
	case expr.TokLBrace:
		w.around, w.start = append(w.around, w.line), true
		w.line, w.clause = nil, nil
	case expr.TokRBrace:
		if n := len(w.around); n > 0 {
			w.line, w.around, w.braced = w.around[n-1], w.around[:n-1], true
		}
		w.start = true
	case expr.TokSemicolon:
		w.start = true
	default:
		if w.start {
			w.start = false
			w.open(i)
		} else if c := w.named(w.p.Text(t)); c != nil {
			w.clause = c
		}
	}
}

// beginLine begins a line at a token, unless the last line continues: with a clause before its braces, or inside
// parentheses.
func (w *offerWalk) beginLine(t expr.Token, there bool) {
	if !there || !t.LineStart && t.Kind != expr.TokEOF || t.Kind == expr.TokLBrace {
		return
	}
	if w.line != nil && w.line.Body != nil && !w.braced && !w.line.Decl && t.Kind == expr.TokName && w.line.Clause(w.p.Text(t)) != nil {
		return
	}
	w.start = true
}

// open finds out what a line says that begins with a token.
func (w *offerWalk) open(i int) {
	word := w.p.Text(w.p.TokenAt(i))
	around, within := w.inside()
	w.line, w.clause, w.braced = nil, nil, false
	switch {
	case !within:
		w.line = declarationOf(word)
		if w.line == &def.EnumTable && w.p.TokenAt(i+2).Kind != expr.TokAssign {
			w.line = &def.TypeTable
		}
	case around == nil:
	case around == &def.TreeTable || around.HasChildren():
		w.line = nodeOf(word, w.p.Text(w.p.TokenAt(i+1)))
	default:
		w.line, w.clause = lineOf(around, word)
	}
}

// named returns the clause of the present line that a word is.
func (w *offerWalk) named(word string) *def.Clause {
	if w.line == nil {
		return nil
	}
	for _, list := range [][]def.Clause{w.line.Head, nodeHead(w.line)} {
		if c := def.ClauseOf(list, word); c != nil {
			return c
		}
	}
	return nil
}

func nodeHead(s *def.Statement) []def.Clause {
	if len(s.Nodes) == 0 {
		return nil
	}
	return def.NodeTable.Head
}

// declarationOf returns what a word declares; nil for none.
func declarationOf(word string) *def.Statement {
	for _, s := range def.Statements() {
		if s.Decl && s.Word == word {
			return s
		}
	}
	return nil
}

// nodeOf returns the node that begins with a word, or with two. Any other word is a call.
func nodeOf(word, second string) *def.Statement {
	if word == "service" {
		return &def.ServiceSetTable // which has the words of both
	}
	for _, k := range nodesByWord[word] {
		if k.Words == word || k.Words == word+" "+second {
			return def.NodeStatement(k.Kind)
		}
	}
	return def.CallTable
}

// lineOf returns what a line within a statement says that begins with a word: a statement with clauses of its own, or a
// clause.
func lineOf(around *def.Statement, word string) (*def.Statement, *def.Clause) {
	var steps *def.Statement
	for i := range around.Body {
		c := &around.Body[i]
		switch {
		case c.Word == word && c.Of != nil:
			return c.Of, nil
		case c.Word == word:
			return nil, c
		case c.Of == &def.StepTable || c.Of == &def.SymbolTable:
			steps = c.Of
		case def.ClauseOf(c.Rows, word) != nil:
			return nil, def.ClauseOf(c.Rows, word)
		case c.Takes == def.TakesTraits:
			return nil, c
		case contains(c.Forms, word):
			return blockOf(word), nil
		}
	}
	return steps, nil
}

func blockOf(word string) *def.Statement {
	if word == def.UnorderedTable.Word {
		return &def.UnorderedTable
	}
	return &def.OrderedTable
}

// offers returns the allowed words at the current place of the walk.
func (w *offerWalk) offers() []def.Offer {
	around, within := w.inside()
	var list []def.Offer
	switch {
	case w.start && !within:
		return def.Declarations()
	case w.start && around != nil:
		if list = around.Lines(); w.line != nil && !w.braced && !w.line.Decl {
			list = append(w.line.Clauses(), list...)
		}
		return list
	case w.start:
		return nil
	}
	if w.clause != nil {
		list = w.clause.Within()
	}
	if w.line != nil {
		for i := range w.line.Head {
			if c := &w.line.Head[i]; c.Word == "" {
				list = append(list, c.Within()...)
			}
		}
		list = append(list, w.line.Clauses()...)
	}
	return append(append(list, def.Expressions()...), def.Types()...)
}

// BareNumber is a number without a unit behind a clause that gives it one.
type BareNumber struct {
	At   diag.Span
	Unit string
}

// BareNumbers returns the numbers of a text that have a unit which is not written.
func BareNumbers(src *diag.Source) []BareNumber {
	var ds diag.List
	var list []BareNumber
	w := offerWalk{p: expr.NewParser(src, &ds), start: true}
	for i := 0; ; i++ {
		t := w.p.TokenAt(i)
		if t.Kind == expr.TokEOF {
			return list
		}
		w.token(i)
		text := w.p.Text(t)
		if c := w.clause; t.Kind == expr.TokNumber && c != nil && c.Unit != "" && i > 0 && w.p.Text(w.p.TokenAt(i-1)) == c.Word && isDigits(text) {
			list = append(list, BareNumber{w.p.SpanOf(t), c.Unit})
		}
	}
}

// isDigits reports whether a number has no unit and no exponent.
func isDigits(text string) bool { return strings.Trim(text, "0123456789.") == "" }
