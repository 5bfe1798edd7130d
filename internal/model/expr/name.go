package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
)

// MaxNameBytes limits names in backquotes: long enough for the names of generators, short enough for a message.
const MaxNameBytes = 1024

// IsName reports whether text is a name that needs no backquotes: letters, digits and _, not beginning with a digit,
// and no reserved word.
func IsName(text string) bool {
	for i, r := range text {
		if !isNameRune(r) || i == 0 && r != '_' && !unicode.IsLetter(r) {
			return false
		}
	}
	return text != "" && !Reserved(text)
}

// CanName reports whether text can be a name at all, perhaps in backquotes: any characters but backquotes and control
// characters, up to [MaxNameBytes].
func CanName(text string) bool { return IsName(text) || nameFault(text) == "" }

// nameFault reports what keeps a text from being a name in backquotes; "": nothing.
func nameFault(text string) string {
	switch {
	case text == "":
		return "a name must not be empty"
	case len(text) > MaxNameBytes && !IsName(text):
		return "the name is too long"
	case !utf8.ValidString(text):
		return "the name is not UTF-8"
	case strings.ContainsRune(text, '`') || strings.ContainsFunc(text, unicode.IsControl):
		return "a name cannot contain backquotes or control characters"
	}
	return ""
}

// NameText returns a name as the language writes it: in backquotes if it needs them. No name stays no text.
func NameText(name string) string {
	if name == "" || IsName(name) {
		return name
	}
	return "`" + name + "`"
}

// NameOf returns the name that a token is, without its backquotes.
func (p *Parser) NameOf(t Token) string { return strings.Trim(p.Text(t), "`") }

// quotedName skips a name in backquotes, up to the second one or the end of the line.
func (s *Scanner) quotedName() TokenKind {
	start := s.pos
	end := s.lineEnd()
	n := strings.IndexByte(s.text[start+1:end], '`')
	if n < 0 {
		s.pos = start + len(strings.TrimRight(s.text[start:end], " \t\r"))
		s.fault = true
		s.ds.Errorf(diag.BadString, s.span(start), "the name is not closed").Hint = "end it with `"
		return TokName
	}
	s.pos = start + n + 2
	if fault := nameFault(s.text[start+1 : s.pos-1]); fault != "" {
		s.fault = true
		s.ds.Errorf(diag.BadString, s.span(start), "%s", fault)
	}
	return TokName
}
