package lsp

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// indentWidth is that of the canonical layout.
const indentWidth = 4

// maxDiffLines bounds the texts that are compared line by line; larger ones are replaced as a whole.
const maxDiffLines = 2000

// formatted returns the canonical layout of a document; false: it has syntax errors.
func (pl place) formatted() (string, bool) {
	if lang.IsJSON(pl.key) {
		return "", false
	}
	out, ds := lang.FormatSource(pl.file.Src)
	return out, !ds.HasErrors()
}

// formatting returns the edits that lay a document out. A document with syntax errors stays as it is.
func (s *server) formatting(p *documentParams) (any, error) { return s.layOut(p, nil) }

// rangeFormatting lays out the lines of a range, with the lines that change together with them.
func (s *server) rangeFormatting(p *documentParams) (any, error) { return s.layOut(p, p.Range) }

func (s *server) layOut(p *documentParams, within *lspRange) (any, error) {
	pl, err := s.at(&positionParams{TextDocument: p.TextDocument})
	if err != nil {
		return nil, err
	}
	list := []textEdit{}
	out, ok := pl.formatted()
	if !ok {
		return list, nil
	}
	for _, e := range lineEdits(pl.text.src, out) {
		if within == nil || e.Range.Start.Line <= within.End.Line && e.Range.End.Line >= within.Start.Line {
			list = append(list, e)
		}
	}
	return list, nil
}

type onTypeParams struct {
	positionParams
	Ch string `json:"ch"`
}

// onTypeFormatting indents a new line, and lays out a block when it is closed.
func (s *server) onTypeFormatting(p *onTypeParams) (any, error) {
	pl, err := s.at(&p.positionParams)
	if err != nil {
		return nil, err
	}
	if p.Ch == "}" {
		for _, d := range pl.file.Decls {
			if at := d.Header().At; int(at.Start) < pl.offset && pl.offset <= int(at.End) {
				r := pl.text.span(at)
				return s.layOut(&documentParams{TextDocument: p.TextDocument}, &r)
			}
		}
		return []textEdit{}, nil
	}
	return pl.indent(p.Position.Line), nil
}

// indent gives a line the indentation of its depth.
func (pl place) indent(line int) []textEdit {
	text := pl.text.line(line)
	start := pl.text.offset(position{line, 0})
	depth := 0
	for _, t := range scan(pl.file.Src) {
		if int(t.Start) >= start {
			break
		}
		switch t.Kind {
		case expr.TokLBrace:
			depth++
		case expr.TokRBrace:
			depth--
		}
	}
	rest := strings.TrimLeft(text, " \t")
	if strings.HasPrefix(rest, "}") {
		depth--
	}
	want := strings.Repeat(" ", max(depth, 0)*indentWidth)
	if have := text[:len(text)-len(rest)]; have != want {
		return []textEdit{{lspRange{position{line, 0}, position{line, len(have)}}, want}}
	}
	return []textEdit{}
}

// lineEdits returns the edits of whole lines that make one text the other.
func lineEdits(from, to string) []textEdit {
	a, b := strings.SplitAfter(from, "\n"), strings.SplitAfter(to, "\n")
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	end := newText(from).position(len(from))
	edits := []textEdit{}
	for _, h := range hunks(a[head:len(a)-tail], b[head:len(b)-tail]) {
		r := lspRange{position{head + h.from, 0}, position{head + h.to, 0}}
		if head+h.to >= len(a) {
			r.End = end
		}
		if head+h.from >= len(a) {
			r.Start = end
		}
		edits = append(edits, textEdit{r, strings.Join(h.text, "")})
	}
	return edits
}

// hunk replaces lines by others.
type hunk struct {
	from, to int
	text     []string
}

// hunks compares two lists of lines by their longest common sequence.
func hunks(a, b []string) []hunk {
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	if len(a) > maxDiffLines || len(b) > maxDiffLines {
		return []hunk{{0, len(a), b}}
	}
	common := make([][]int16, len(a)+1)
	for i := range common {
		common[i] = make([]int16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var list []hunk
	for i, j := 0, 0; i < len(a) || j < len(b); {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		h := hunk{from: i}
		start := j
		for (i < len(a) || j < len(b)) && !(i < len(a) && j < len(b) && a[i] == b[j]) {
			if j >= len(b) || i < len(a) && common[i+1][j] >= common[i][j+1] {
				i++
			} else {
				j++
			}
		}
		h.to, h.text = i, b[start:j]
		list = append(list, h)
	}
	return list
}
