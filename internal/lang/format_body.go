package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// bodyLine is a line of a body, as it is laid out.
type bodyLine struct {
	head  *def.Head
	text  string                      // the whole of it on one line
	tall  bool                        // it cannot share a line with others, comments apart
	split int                         // bytes of text before its own body, which is aligned with those of the lines around; 0: none
	write func(w *layout, indent int) // writes it where it does not fit; nil: the text as it is
}

// bodyLines writes the rest of a body whose opening brace has been written. Own bodies of lines that follow each other
// are aligned.
func (w *layout) bodyLines(indent int, list []bodyLine, end []string) {
	for i := 0; i < len(list); {
		n := bodyRun(indent+1, list[i:])
		var heads, bodies []string
		for _, l := range list[i : i+n] {
			heads, bodies = append(heads, l.text[:l.split]), append(bodies, strings.TrimPrefix(l.text[l.split:], " "))
		}
		column, fit := alignment(indent+1, heads, bodies)
		for k, l := range list[i : i+n] {
			w.above(indent+1, l.head, i+k == 0)
			switch {
			case n > 1 && fit:
				w.line(indent+1, pad(heads[k], column)+" "+bodies[k], l.head.After)
			case l.write != nil:
				l.write(w, indent+1)
			default:
				w.line(indent+1, l.text, l.head.After)
			}
		}
		i += n
	}
	w.close(indent, end, len(list) == 0)
}

// bodyRun returns how many lines from the first on are aligned with it: those that begin with the same word and fit.
func bodyRun(indent int, list []bodyLine) int {
	first, _, _ := strings.Cut(list[0].text, " ")
	for i, l := range list {
		word, _, _ := strings.Cut(l.text, " ")
		if l.split == 0 || l.tall || !fits(indent, l.text) || word != first || i > 0 && (l.head.Gap || len(l.head.Before) > 0) {
			return max(i, 1)
		}
	}
	return len(list)
}

// bodyTexts returns the lines of a body, and whether they may share a line.
func bodyTexts(list []bodyLine, end []string) (texts []string, ok bool) {
	ok = len(end) == 0
	for _, l := range list {
		ok = ok && !l.tall && quiet(l.head)
		texts = append(texts, l.text)
	}
	return texts, ok
}

// plainLine is a line that is never cut.
func plainLine(h *def.Head, text string) bodyLine { return bodyLine{head: h, text: text} }

// exprBodyLine is a line with one expression.
func exprBodyLine(h *def.Head, prefix string, n expr.Node, suffix string) bodyLine {
	return bodyLine{head: h, text: prefix + expr.Print(n) + suffix, write: func(w *layout, indent int) { w.expr(indent, prefix, n, suffix, h.After) }}
}

// piecesLine is a line of pieces, which is broken between pieces if it does not fit.
func piecesLine(h *def.Head, list []nodePiece) bodyLine {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = list[i].text()
	}
	text := strings.Join(texts, " ")
	return bodyLine{head: h, text: text, write: func(w *layout, indent int) { w.pieces(indent, list, text, h.After) }}
}

// pieces writes pieces on one line if they fit. Else those that begin with else have their own lines, and expressions
// are cut at the outermost || or &&.
func (w *layout) pieces(indent int, list []nodePiece, text, after string) {
	if fits(indent, text) {
		w.line(indent, text, after)
		return
	}
	line, first := "", indent
	flush := func() {
		w.line(indent, line, "")
		line, indent = "", first+1
	}
	for i, p := range list {
		switch {
		case i == 0:
		case strings.HasPrefix(p.prefix, elsePrefix):
			flush()
		default:
			line += " "
		}
		if p.node == nil || fits(indent, line+p.text()) {
			line += p.text()
			continue
		}
		parts := expr.PrintParts(p.node)
		line += p.prefix
		for k, part := range parts {
			if line += part; k < len(parts)-1 {
				flush()
			}
		}
		line += p.suffix
	}
	w.line(indent, line, after)
}

const elsePrefix = "else "

// headed is a line with a body of its own: on one line if it stood on one and fits. pieces are its head.
func (w *layout) headed(h *def.Head, pieces []nodePiece, list []bodyLine, end []string, align bool) bodyLine {
	l := piecesLine(h, pieces)
	head := l.text
	texts, ok := bodyTexts(list, end)
	l.text = head + " " + bodyText(texts)
	l.tall = !ok || w.manyLines(h.At)
	if align && !l.tall {
		l.split = len(head)
	}
	l.write = func(w *layout, indent int) {
		if !l.tall && fits(indent, l.text) {
			w.line(indent, l.text, h.After)
			return
		}
		if fits(indent, head+" {") {
			w.open(indent, head, h.After)
		} else {
			w.headLines(indent, pieces)
			w.line(indent, "{", h.After)
		}
		w.bodyLines(indent, list, end)
	}
	return l
}

// headLines writes the pieces of a head that is too long, each on its own line.
func (w *layout) headLines(indent int, pieces []nodePiece) {
	for i, p := range pieces {
		if i == 1 {
			indent++
		}
		w.piece(indent, &p, "")
	}
}

// lineWords are words that lines of bodies begin with: a declaration with such a name needs backquotes at the beginning
// of a line.
var lineWords = func() map[string]bool {
	words := map[string]bool{"plan": true}
	for _, r := range declRules {
		words[r.word] = true
	}
	for _, word := range append(clauseWords(goalRules, false), stepWords...) {
		words[word] = true
	}
	return words
}()

// lineName returns a name that stands first in a line.
func lineName(name string) string {
	if lineWords[name] {
		return "`" + name + "`"
	}
	return expr.NameText(name)
}
