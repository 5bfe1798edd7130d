package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func effectTexts(list []expr.Effect) []string {
	texts := make([]string, len(list))
	for i, e := range list {
		texts[i] = expr.PrintEffect(e)
	}
	return texts
}

// blockEffect reports whether an effect with a body stands on several lines in the text.
func (w *layout) blockEffect(e expr.Effect) bool {
	switch e.(type) {
	case *expr.IfEffect, *expr.ForallEffect:
		return w.manyLines(e.Span())
	}
	return false
}

// effects writes prefix and effects with commas: on one line if they fit and stood on one, else one effect a line.
func (w *layout) effects(indent int, prefix string, list []expr.Effect, after string) {
	whole := prefix + strings.Join(effectTexts(list), ", ")
	split := !fits(indent, whole)
	for _, e := range list {
		split = split || w.blockEffect(e)
	}
	if !split {
		w.line(indent, whole, after)
		return
	}
	for i, e := range list {
		end, comment, deeper := ",", "", 1
		if i == len(list)-1 {
			end, comment = "", after
		}
		if i == 0 {
			deeper = 0
		}
		w.effect(indent+deeper, prefix, e, end, comment)
		prefix = ""
	}
}

// effect writes one effect between prefix and suffix.
func (w *layout) effect(indent int, prefix string, e expr.Effect, suffix, after string) {
	text := prefix + expr.PrintEffect(e) + suffix
	if fits(indent, text) && !w.blockEffect(e) {
		w.line(indent, text, after)
		return
	}
	switch e := e.(type) {
	case *expr.Assign:
		w.expr(indent, prefix+expr.Print(e.Target)+" "+e.Op.String()+" ", e.Value, suffix, after)
	case *expr.ForallEffect:
		w.line(indent, prefix+expr.PrintForallHead(e)+" {", "")
		w.effectBody(indent, e.Body)
		w.line(indent, "}"+suffix, after)
	case *expr.IfEffect:
		w.ifEffect(indent, prefix, e)
		w.line(indent, "}"+suffix, after)
	default:
		w.line(indent, text, after)
	}
}

// ifEffect writes a conditional effect up to its last brace.
func (w *layout) ifEffect(indent int, prefix string, e *expr.IfEffect) {
	w.line(indent, prefix+expr.PrintIfHead(e)+" then {", "")
	w.effectBody(indent, e.Then)
	switch next := expr.ElseIf(e); {
	case next != nil:
		w.ifEffect(indent, "} else ", next)
	case len(e.Else) > 0:
		w.line(indent, "} else {", "")
		w.effectBody(indent, e.Else)
	}
}

func (w *layout) effectBody(indent int, list []expr.Effect) {
	for _, e := range list {
		w.effect(indent+1, "", e, "", "")
	}
}
