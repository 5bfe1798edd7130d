package expr

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
)

// Scanner cuts a source into tokens. Text that belongs to no token is reported and left out, so that a
// stray byte costs one diagnostic and nothing else.
type Scanner struct {
	src   *diag.Source
	text  string
	ds    *diag.List
	pos   int
	stray int // reported runs of stray text
	fault bool

	numbered bool // names may end with a number: "guard#1"
}

// NewScanner returns a Scanner at the start of src; a byte order mark is skipped. Findings go to ds. A source beyond
// MaxSourceBytes, or in UTF-16, is reported and has no tokens.
func NewScanner(src *diag.Source, ds *diag.List) *Scanner {
	s := &Scanner{src: src, text: src.Text, ds: ds}
	switch {
	case len(s.text) > MaxSourceBytes:
		ds.Errorf(diag.TooLarge, diag.Span{Src: src}, "the file has %d bytes; the limit is %d", len(s.text), MaxSourceBytes)
		s.pos = len(s.text)
	case strings.HasPrefix(s.text, "\xff\xfe"), strings.HasPrefix(s.text, "\xfe\xff"):
		ds.Errorf(diag.StrayText, diag.Span{Src: src, End: 2}, "the file is in UTF-16").Hint = "save it as UTF-8"
		s.pos = len(s.text)
	case strings.HasPrefix(s.text, "\ufeff"):
		s.pos = len("\ufeff")
	}
	return s
}

// Scan returns the next token, comments included; at the end TokEOF, again and again.
func (s *Scanner) Scan() Token {
	lines := 0
	if s.pos == 0 || s.pos == len("\ufeff") && s.text[0] == 0xef {
		lines = 1 // the first token begins a line
	}
	for {
		lines += s.space()
		start := s.pos
		if start >= len(s.text) {
			return Token{TokEOF, true, lines > 1, false, int32(len(s.text)), int32(len(s.text))}
		}
		s.fault = false
		if kind := s.token(); kind != TokEOF {
			return Token{kind, lines > 0, lines > 1, s.fault, int32(start), int32(s.pos)}
		}
	}
}

// space skips white space and returns the number of line ends in it.
func (s *Scanner) space() int {
	lines := 0
	for ; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '\n':
			lines++
		case ' ', '\t', '\r':
		default:
			return lines
		}
	}
	return lines
}

// token skips one token and returns its kind; TokEOF: there was stray text, which is reported.
func (s *Scanner) token() TokenKind {
	c := s.text[s.pos]
	switch {
	case isNameStart(c):
		s.name()
		s.nameNumber()
		return TokName
	case '0' <= c && c <= '9':
		s.number()
		return TokNumber
	case c == '"':
		return s.str()
	case c == '`':
		return s.quotedName()
	case c == '/' && s.at(1) == '/':
		s.comment()
		return TokComment
	case c == '/' && s.at(1) == '*', c == '#':
		return s.foreignComment()
	case c == '\'':
		return s.foreignString('\'')
	}
	if kind, n := punctuation(c, s.at(1)); n > 0 {
		s.pos += n
		return kind
	}
	if c >= utf8.RuneSelf {
		r, _ := utf8.DecodeRuneInString(s.text[s.pos:])
		switch {
		case unicode.IsLetter(r):
			s.name()
			s.nameNumber()
			return TokName
		case r == '“' || r == '”':
			return s.foreignString('”')
		}
	}
	s.strayText()
	return TokEOF
}

// at returns the byte n places on, or 0.
func (s *Scanner) at(n int) byte {
	if s.pos+n < len(s.text) {
		return s.text[s.pos+n]
	}
	return 0
}

func (s *Scanner) name() {
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if c < utf8.RuneSelf {
			if !isNameStart(c) && (c < '0' || c > '9') {
				return
			}
			s.pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.text[s.pos:])
		if !isNameRune(r) {
			return
		}
		s.pos += n
	}
}

// nameNumber skips the number of a name, where names may have one.
func (s *Scanner) nameNumber() {
	if s.numbered && s.at(0) == '#' && isDigit(s.at(1)) {
		s.pos++
		s.digits()
	}
}

func isNameStart(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isNameRune(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r))
}

// number skips digits, fraction, exponent and unit. "0..5" is a number and then "..".
func (s *Scanner) number() {
	s.digits()
	if s.at(0) == '.' && isDigit(s.at(1)) {
		s.pos++
		s.digits()
	}
	if c := s.at(0); c == 'e' || c == 'E' {
		if isDigit(s.at(1)) || (s.at(1) == '+' || s.at(1) == '-') && isDigit(s.at(2)) {
			s.pos += 2
			s.digits()
		}
	}
	s.name() // the unit
}

func (s *Scanner) digits() {
	for isDigit(s.at(0)) {
		s.pos++
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// str skips a string up to its quote or the end of the line.
func (s *Scanner) str() TokenKind {
	start := s.pos
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '"':
			s.pos++
			s.checkUTF8(start)
			return TokString
		case '\n':
			s.unclosedString(start)
			return TokString
		case '\\':
			if c := s.at(1); c != '\n' && c != '\r' && c != 0 {
				s.pos++
			}
		}
	}
	s.unclosedString(start)
	return TokString
}

func (s *Scanner) unclosedString(start int) {
	s.pos = start + len(strings.TrimRight(s.text[start:s.pos], " \t\r"))
	s.fault = true
	s.ds.Errorf(diag.BadString, s.span(start), "the string is not closed").Hint = `end it with "`
}

func (s *Scanner) comment() {
	start := s.pos
	s.pos = s.lineEnd()
	s.checkUTF8(start)
}

func (s *Scanner) lineEnd() int {
	if n := strings.IndexByte(s.text[s.pos:], '\n'); n >= 0 {
		return s.pos + n
	}
	return len(s.text)
}

// foreignComment answers # and /* */ and skips them as the comments they are meant to be.
func (s *Scanner) foreignComment() TokenKind {
	start := s.pos
	if s.text[start] == '/' {
		if n := strings.Index(s.text[start+2:], "*/"); n >= 0 {
			s.pos = start + 2 + n + 2
		} else {
			s.pos = s.lineEnd()
		}
		s.report(diag.Span{Src: s.src, Start: int32(start), End: int32(start + 2)}, `"/*" does not start a comment`, "start each line of a comment with //")
	} else {
		s.pos = s.lineEnd()
		s.report(diag.Span{Src: s.src, Start: int32(start), End: int32(start + 1)}, `"#" does not start a comment`, "start a comment with //")
	}
	return TokEOF
}

// foreignString reports a string in other quotes and skips it as a string.
func (s *Scanner) foreignString(quote rune) TokenKind {
	start := s.pos
	_, n := utf8.DecodeRuneInString(s.text[s.pos:])
	s.pos += n
	end := s.lineEnd()
	if n := strings.IndexRune(s.text[s.pos:end], quote); n >= 0 {
		s.pos += n + utf8.RuneLen(quote)
		s.fault = true
		s.ds.Errorf(diag.BadString, s.span(start), "write strings in double quotes").Replace(`"` + strings.Trim(s.text[start:s.pos], "'“”") + `"`)
		return TokString
	}
	s.report(s.span(start), fmt.Sprintf("stray character %q", s.text[start:s.pos]), `write strings in double quotes: "`)
	return TokEOF
}

// strayText skips characters that begin no token and reports them as one.
func (s *Scanner) strayText() {
	start := s.pos
	first, n := utf8.DecodeRuneInString(s.text[s.pos:])
	invalid := first == utf8.RuneError && n == 1
	for s.pos < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[s.pos:])
		if !isStray(r) || (r == utf8.RuneError && n == 1) != invalid {
			break
		}
		s.pos += n
	}
	at, what := s.span(start), ""
	switch {
	case invalid:
		what = fmt.Sprintf("bytes that are not UTF-8: % x", s.text[start:min(s.pos, start+8)])
	case s.pos-start == n:
		what = fmt.Sprintf("stray character %q", first)
	default:
		what = fmt.Sprintf("stray characters %q", s.text[start:min(s.pos, start+16)])
	}
	s.report(at, what, strayHint(first, invalid))
}

// isStray reports whether a character can begin no token.
func isStray(r rune) bool {
	if r < utf8.RuneSelf {
		_, n := punctuation(byte(r), 0)
		return n == 0 && !isNameStart(byte(r)) && !isDigit(byte(r)) && !strings.ContainsRune(" \t\r\n\"'/#`", r)
	}
	return !unicode.IsLetter(r) && r != '“' && r != '”'
}

func strayHint(r rune, invalid bool) string {
	switch {
	case invalid:
		return "save the file as UTF-8"
	case r == 0:
		return "the file may not be a text file"
	case unicode.IsSpace(r):
		return "use an ordinary space"
	case '！' <= r && r <= '～':
		return fmt.Sprintf("write %q", r-'！'+'!')
	}
	return "remove it"
}

func (s *Scanner) report(at diag.Span, what, hint string) {
	if s.stray++; s.stray > MaxStray {
		s.ds.Errorf(diag.StrayText, at, "too much stray text; the rest of the file is not read").Hint = "the file may not be a text file"
		s.pos = len(s.text)
		return
	}
	s.ds.Errorf(diag.StrayText, at, "%s", what).Hint = hint
}

// checkUTF8 reports the first invalid byte of the token that began at start.
func (s *Scanner) checkUTF8(start int) {
	text := s.text[start:s.pos]
	if utf8.ValidString(text) {
		return
	}
	for i, r := range text {
		if _, n := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && n == 1 {
			at := diag.Span{Src: s.src, Start: int32(start + i), End: int32(start + i + 1)}
			s.report(at, fmt.Sprintf("a byte that is not UTF-8: %x", text[i]), "save the file as UTF-8")
			return
		}
	}
}

func (s *Scanner) span(start int) diag.Span {
	return diag.Span{Src: s.src, Start: int32(start), End: int32(s.pos)}
}

// punctuation returns the token that c and the byte after it begin, and its length; 0: none.
func punctuation(c, next byte) (TokenKind, int) {
	two := func(second byte, long, short TokenKind) (TokenKind, int) {
		if next == second {
			return long, 2
		}
		return short, 1
	}
	switch c {
	case '(':
		return TokLParen, 1
	case ')':
		return TokRParen, 1
	case '{':
		return TokLBrace, 1
	case '}':
		return TokRBrace, 1
	case '[':
		return TokLBracket, 1
	case ']':
		return TokRBracket, 1
	case ',':
		return TokComma, 1
	case ';':
		return TokSemicolon, 1
	case ':':
		return two('=', TokDefine, TokColon)
	case '=':
		return two('=', TokEq, TokAssign)
	case '!':
		return two('=', TokNe, TokNot)
	case '<':
		return two('=', TokLe, TokLt)
	case '>':
		return two('=', TokGe, TokGt)
	case '&':
		return two('&', TokAnd, TokAmp)
	case '|':
		return two('|', TokOr, TokPipe)
	case '+':
		return two('=', TokAddAssign, TokAdd)
	case '-':
		return two('=', TokSubAssign, TokSub)
	case '.':
		return two('.', TokDots, TokDot)
	case '*':
		return TokMul, 1
	case '/':
		return TokDiv, 1
	case '%':
		return TokMod, 1
	case '^':
		return TokPow, 1
	}
	return TokEOF, 0
}
