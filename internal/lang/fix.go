package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// FixOf returns the replacement that a finding proposes: the text that takes the place of another.
func FixOf(d *diag.Diagnostic) (at diag.Span, text string, ok bool) {
	f := d.Fix
	if f == nil || d.Span.Src == nil {
		return at, "", false
	}
	if f.Was == "" {
		return d.Span, f.Text, true
	}
	var ds diag.List
	piece := diag.NewSource("", d.Span.Text())
	for s := expr.NewScanner(piece, &ds); ; {
		t := s.Scan()
		if t.Kind == expr.TokEOF {
			return at, "", false
		}
		if i := wordIn(piece.Text[t.Start:t.End], f.Was); t.Kind == expr.TokComment && i >= 0 {
			start := d.Span.Start + t.Start + int32(i)
			return diag.Span{Src: d.Span.Src, Start: start, End: start + int32(len(f.Was))}, f.Text, true
		}
		if word := piece.Text[t.Start:t.End]; t.Kind == expr.TokName && strings.Trim(word, "`") == f.Was {
			at = diag.Span{Src: d.Span.Src, Start: d.Span.Start + t.Start, End: d.Span.Start + t.End}
			return at, nameOrWord(f.Text), true
		}
	}
}

// wordIn returns where a word stands in a comment; -1: it does not.
func wordIn(comment, word string) int {
	for _, field := range strings.FieldsFunc(comment, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		if field == word {
			return strings.Index(comment, word)
		}
	}
	return -1
}

// nameOrWord returns a name as the language writes it; a word of the language as it is.
func nameOrWord(text string) string {
	if expr.Reserved(text) {
		return text
	}
	return expr.NameText(text)
}
