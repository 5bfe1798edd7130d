package lsp

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

type foldingRecord struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

// foldingRange returns what can be folded: blocks, comments of several lines, and imports.
func (s *server) foldingRange(p *documentParams) (any, error) {
	pl, err := s.at(&positionParams{TextDocument: p.TextDocument})
	if err != nil {
		return nil, err
	}
	list := []foldingRecord{}
	tokens := scan(pl.file.Src)
	for _, b := range brackets(tokens) {
		from, to := pl.text.position(b.open).Line, pl.text.position(b.end).Line
		if tokenKindAt(tokens, b.open) == expr.TokLBrace && to > from {
			list = append(list, foldingRecord{StartLine: from, EndLine: to - 1})
		}
	}
	list = append(list, pl.runs(tokens)...)
	slices.SortFunc(list, func(a, b foldingRecord) int {
		return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(b.EndLine, a.EndLine))
	})
	return slices.DeleteFunc(list, func(f foldingRecord) bool { return f.EndLine <= f.StartLine }), nil
}

// runs returns comments and imports that stand on several lines one below the other.
func (pl place) runs(tokens []expr.Token) []foldingRecord {
	var list []foldingRecord
	extend := func(kind string, line int) {
		if n := len(list); n > 0 && list[n-1].Kind == kind && list[n-1].EndLine == line-1 {
			list[n-1].EndLine = line
			return
		}
		list = append(list, foldingRecord{line, line, kind})
	}
	for _, t := range tokens {
		if t.Kind == expr.TokComment && t.LineStart {
			extend("comment", pl.text.position(int(t.Start)).Line)
		}
	}
	for _, d := range pl.file.Decls {
		if d, ok := d.(*def.Import); ok {
			extend("imports", pl.text.position(int(d.At.Start)).Line)
		}
	}
	return list
}

// bracket is a pair of brackets: from the first to behind the second.
type bracket struct{ open, end int }

// brackets pairs the brackets of a text. One without its partner is left out.
func brackets(tokens []expr.Token) []bracket {
	var list []bracket
	var open []expr.Token
	for _, t := range tokens {
		switch t.Kind {
		case expr.TokLBrace, expr.TokLParen, expr.TokLBracket:
			open = append(open, t)
		case expr.TokRBrace, expr.TokRParen, expr.TokRBracket:
			want := expr.TokLBrace
			if t.Kind == expr.TokRParen {
				want = expr.TokLParen
			} else if t.Kind == expr.TokRBracket {
				want = expr.TokLBracket
			}
			for len(open) > 0 {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				if last.Kind == want {
					list = append(list, bracket{int(last.Start), int(t.End)})
					break
				}
			}
		}
	}
	return list
}

func tokenKindAt(tokens []expr.Token, start int) expr.TokenKind {
	i, ok := slices.BinarySearchFunc(tokens, start, func(t expr.Token, at int) int { return cmp.Compare(int(t.Start), at) })
	if !ok {
		return expr.TokEOF
	}
	return tokens[i].Kind
}

type selectionParams struct {
	TextDocument documentID `json:"textDocument"`
	Positions    []position `json:"positions"`
}

type selectionRecord struct {
	Range  lspRange         `json:"range"`
	Parent *selectionRecord `json:"parent,omitempty"`
}

// selectionRange returns for each position what a selection there grows to, step by step: the word, the statement, the
// insides of brackets, the declaration, the file.
func (s *server) selectionRange(p *selectionParams) (any, error) {
	pl, err := s.at(&positionParams{TextDocument: p.TextDocument})
	if err != nil {
		return nil, err
	}
	list := []*selectionRecord{}
	tokens := scan(pl.file.Src)
	pairs := brackets(tokens)
	for _, pos := range p.Positions {
		list = append(list, pl.growing(tokens, pairs, pl.text.offset(pos)))
	}
	return list, nil
}

func (pl place) growing(tokens []expr.Token, pairs []bracket, offset int) *selectionRecord {
	var spans []bracket
	add := func(start, end int) {
		if start <= offset && offset <= end && start < end {
			spans = append(spans, bracket{start, end})
		}
	}
	if i := tokenAt(tokens, offset); i >= 0 {
		add(int(tokens[i].Start), int(tokens[i].End))
		from, to := i, i
		for from > 0 && !tokens[from].LineStart {
			from--
		}
		for to+1 < len(tokens) && !tokens[to+1].LineStart && tokens[to+1].Kind != expr.TokComment {
			to++
		}
		add(int(tokens[from].Start), int(tokens[to].End))
	}
	for _, b := range pairs {
		add(b.open+1, b.end-1)
		add(b.open, b.end)
	}
	for _, d := range pl.file.Decls {
		eachHead(d, func(at diag.Span) { add(int(at.Start), int(at.End)) })
	}
	add(0, len(pl.text.src))
	slices.SortFunc(spans, func(a, b bracket) int { return cmp.Compare(b.end-b.open, a.end-a.open) })
	out := &selectionRecord{Range: pl.text.between(offset, offset)}
	if len(spans) > 0 {
		out = nil
	}
	last := bracket{0, len(pl.text.src) + 1}
	for _, b := range spans {
		if b.open >= last.open && b.end <= last.end && b != last {
			out = &selectionRecord{pl.text.between(b.open, b.end), out}
			last = b
		}
	}
	return out
}

// eachHead calls visit for a declaration and for its methods and ways.
func eachHead(d def.Decl, visit func(diag.Span)) {
	visit(d.Header().At)
	switch d := d.(type) {
	case *def.Task:
		for _, m := range d.Methods {
			if m != nil {
				visit(m.At)
			}
		}
	case *def.Goal:
		for _, w := range d.Ways {
			if w != nil {
				visit(w.At)
			}
		}
	}
}
