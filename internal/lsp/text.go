package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
)

// text is a version of a file, with the starts of its lines.
type text struct {
	src   string
	lines []int
}

func newText(s string) *text {
	t := &text{src: s, lines: []int{0}}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n':
			t.lines = append(t.lines, i+1)
		case s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n'): // the protocol counts it as the end of a line
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// line returns a line without its end; "" beyond the last.
func (t *text) line(n int) string {
	if n < 0 || n >= len(t.lines) {
		return ""
	}
	end := len(t.src)
	if n+1 < len(t.lines) {
		end = t.lines[n+1]
	}
	return strings.TrimRight(t.src[t.lines[n]:end], "\r\n")
}

// offset returns the byte offset of a position. A position beyond a line means its end, one within a character its
// start.
func (t *text) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.lines):
		return len(t.src)
	}
	line, units := t.line(p.Line), 0
	for i, r := range line {
		n := utf16Len(r)
		if units+n > p.Character {
			return t.lines[p.Line] + i
		}
		units += n
	}
	return t.lines[p.Line] + len(line)
}

// position returns the position of a byte offset.
func (t *text) position(offset int) position {
	offset = min(max(offset, 0), len(t.src))
	n := sort.Search(len(t.lines), func(i int) bool { return t.lines[i] > offset }) - 1
	units := 0
	for _, r := range t.src[t.lines[n]:offset] {
		units += utf16Len(r)
	}
	return position{n, units}
}

// utf16Len returns the number of UTF-16 code units of a character. A byte that is no character is one, as editors show
// it.
func utf16Len(r rune) int {
	if r > 0xffff && r != utf8.RuneError {
		return 2
	}
	return 1
}

func (t *text) span(s diag.Span) lspRange { return t.between(int(s.Start), int(s.End)) }

func (t *text) between(start, end int) lspRange {
	return lspRange{t.position(start), t.position(end)}
}

// change is an edit of a document: a range that is replaced, or the whole text.
type change struct {
	Range *lspRange `json:"range"`
	Text  string    `json:"text"`
}

// apply returns the text after a change.
func (t *text) apply(c change) *text {
	if c.Range == nil {
		return newText(c.Text)
	}
	start, end := t.offset(c.Range.Start), t.offset(c.Range.End)
	end = max(start, end)
	return newText(t.src[:start] + c.Text + t.src[end:])
}
