package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// allowsOf returns what the comments of a text allow: one with a line of its own speaks of the next line that has more
// than a comment, any other of its own line.
func allowsOf(p *parser, src *diag.Source) []def.Allow {
	var list []def.Allow
	for _, c := range p.comments {
		at := diag.Span{Src: src, Start: c.Start, End: c.End}
		on := lineAround(src, c.Start)
		if c.LineStart {
			on = lineAround(src, p.TokenAt(c.Index).Start)
		}
		if a, ok := def.AllowIn(p.commentText(c), at, on); ok {
			list = append(list, a)
		}
	}
	return list
}

// lineAround returns the line of a place.
func lineAround(src *diag.Source, at int32) diag.Span {
	s := diag.Span{Src: src, Start: int32(strings.LastIndexByte(src.Text[:at], '\n') + 1), End: int32(len(src.Text))}
	if n := strings.IndexByte(src.Text[at:], '\n'); n >= 0 {
		s.End = at + int32(n)
	}
	return s
}

// allows returns what the comments in the JSON form allow: each speaks of the whole object that has it.
func (d *jsonDecoder) allows(v *jsonValue) []def.Allow {
	if v == nil {
		return nil
	}
	var list []def.Allow
	add := func(on diag.Span, comments ...*jsonValue) {
		for _, c := range comments {
			if a, ok := def.AllowIn(c.string(), c.at, on); ok {
				list = append(list, a)
			}
		}
	}
	add(v.at, v.get("comment").list()...)
	if after := v.get("comment_after"); after != nil {
		add(v.at, after)
	}
	for _, c := range v.get("comment_end").list() {
		add(c.at, c) // nothing comes after it
	}
	for _, m := range v.members {
		list = append(list, d.allows(m.value)...)
	}
	for _, item := range v.items {
		list = append(list, d.allows(item)...)
	}
	return list
}
