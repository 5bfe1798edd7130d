package diag

// excerpt says where a Source that is part of another is within it.
type excerpt struct {
	outer *Source
	start int32
	at    []int32 // nil: byte i of the text is byte start+i of outer
}

// offset returns the offset in the outer source.
func (e *excerpt) offset(i int32) int32 {
	if e.at == nil {
		return e.start + i
	}
	return e.at[min(max(int(i), 0), len(e.at)-1)]
}

// Excerpt returns a Source for a text within s, such as an expression in a JSON string. Its positions are positions in
// s, and diagnostics show the line of s. The text starts at byte start of s. If it is not a literal copy of those
// bytes, as in a string with escapes, at holds the offset in s of each byte of the text and of its end; otherwise at is
// nil.
func (s *Source) Excerpt(start int32, text string, at []int32) *Source {
	return &Source{Name: s.Name, Text: text, excerpt: &excerpt{s, start, at}}
}
