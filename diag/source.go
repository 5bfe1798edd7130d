package diag

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// Source is one text that diagnostics point into. Immutable once made; safe for concurrent use.
type Source struct {
	Name string // file name as the user gave it
	Text string

	lines   []int32 // byte offset of each line's start
	origin  Position
	excerpt *excerpt // set for a text within another
}

// NewSource returns a Source for a file's text.
func NewSource(name, text string) *Source {
	s := &Source{Name: name, Text: text, lines: []int32{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			s.lines = append(s.lines, int32(i+1))
		}
	}
	return s
}

// NewSnippet returns a Source for a piece of text that was given in a Go program: its positions
// are those of the call in the Go file, not places within the snippet.
func NewSnippet(goFile string, goLine int, text string) *Source {
	s := NewSource(goFile, text)
	s.origin = Position{File: goFile, Line: goLine, Col: 1}
	return s
}

// Position is a place for people: line and column count from 1, columns in characters.
type Position struct {
	File      string
	Line, Col int
}

// String returns "file:line:col".
func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Position returns the place of a byte offset.
func (s *Source) Position(offset int32) Position {
	if s.origin.Line > 0 {
		return s.origin
	}
	if s.excerpt != nil {
		return s.excerpt.outer.Position(s.excerpt.offset(offset))
	}
	offset = min(max(offset, 0), int32(len(s.Text)))
	line := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset }) - 1
	return Position{File: s.Name, Line: line + 1, Col: utf8.RuneCountInString(s.Text[s.lines[line]:offset]) + 1}
}

// line returns the text of the line that holds offset, and the offset of its start.
func (s *Source) line(offset int32) (string, int32) {
	if s.excerpt != nil {
		out := s.excerpt.offset(offset)
		text, start := s.excerpt.outer.line(out)
		return text, offset - (out - start)
	}
	offset = min(max(offset, 0), int32(len(s.Text)))
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset }) - 1
	text := s.Text[s.lines[i]:]
	if end := strings.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	return strings.TrimSuffix(text, "\r"), s.lines[i]
}

// Span is a range of a source, as byte offsets [Start, End). The zero Span is no place.
type Span struct {
	Src        *Source
	Start, End int32
}

// Position returns where the span starts; the zero Position for the zero Span.
func (s Span) Position() Position {
	if s.Src == nil {
		return Position{}
	}
	return s.Src.Position(s.Start)
}

// Text returns the text of the span.
func (s Span) Text() string {
	if s.Src == nil {
		return ""
	}
	return s.Src.Text[s.Start:s.End]
}

// To returns the span from the start of s to the end of t; both must be of the same source.
func (s Span) To(t Span) Span {
	if s.Src == nil {
		return t
	}
	if t.Src != s.Src || t.End < s.End {
		return s
	}
	return Span{s.Src, s.Start, t.End}
}
