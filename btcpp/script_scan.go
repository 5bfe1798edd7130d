package btcpp

import (
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
)

// scriptToken is a word of a script.
type scriptToken struct {
	kind       tokenKind
	op         ScriptOp // of an operator: the operator between two operands
	start, end int32
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenInt
	tokenHex
	tokenReal
	tokenText
	tokenName // true and false too
	tokenOperator
	tokenTilde
	tokenBang
	tokenOpen
	tokenClose
	tokenColon
	tokenSemicolon
	tokenFaulty // reported already
)

// scriptTokens is a script taken apart; the last token is a tokenEnd.
type scriptTokens struct {
	list   []scriptToken
	failed bool
}

type scriptScanner struct {
	src  *diag.Source
	text string
	at   int
	ds   *diag.List
	out  scriptTokens
}

func scanScript(src *diag.Source, ds *diag.List) scriptTokens {
	s := scriptScanner{src: src, text: src.Text, ds: ds}
	for s.at < len(s.text) {
		start := s.at
		switch c := s.text[s.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.at++
		case c == '\'':
			s.quoted()
		case isDigit(c):
			s.number()
		case isNameStart(c):
			s.at++
			s.skip(isNamePart)
			s.add(tokenName, 0, start)
		default:
			s.sign()
		}
	}
	s.add(tokenEnd, 0, s.at)
	return s.out
}

func (s *scriptScanner) add(kind tokenKind, op ScriptOp, start int) {
	s.out.list = append(s.out.list, scriptToken{kind, op, int32(start), int32(s.at)})
}

// fault reports the text since start, and leaves a token in its place so that the parser continues.
func (s *scriptScanner) fault(code diag.Code, start int, format string, args ...any) *diag.Diagnostic {
	s.out.failed = true
	s.add(tokenFaulty, 0, start)
	return s.ds.Errorf(code, diag.Span{Src: s.src, Start: int32(start), End: int32(s.at)}, format, args...)
}

func (s *scriptScanner) skip(part func(byte) bool) {
	for s.at < len(s.text) && part(s.text[s.at]) {
		s.at++
	}
}

func (s *scriptScanner) peek(ahead int) byte {
	if s.at+ahead < len(s.text) {
		return s.text[s.at+ahead]
	}
	return 0
}

func (s *scriptScanner) quoted() {
	start := s.at
	s.at++
	s.skip(func(c byte) bool { return c != '\'' })
	if s.at == len(s.text) {
		s.fault(diag.ScriptUnclosed, start, "the text has no closing quote")
		return
	}
	s.at++
	s.add(tokenText, 0, start)
}

// number scans a number; letters and points that follow belong to it, so that "3foo" is one mistake.
func (s *scriptScanner) number() {
	start, kind, sound := s.at, tokenInt, true
	if s.peek(0) == '0' && (s.peek(1) == 'x' || s.peek(1) == 'X') {
		s.at += 2
		digits := s.at
		s.skip(isHexDigit)
		kind, sound = tokenHex, s.at > digits
	} else {
		s.skip(isDigit)
		if s.peek(0) == '.' && s.peek(1) != '.' {
			s.at++
			kind, sound = tokenReal, isDigit(s.peek(0))
			s.skip(isDigit)
		}
		if c := s.peek(0); sound && (c == 'e' || c == 'E') {
			s.at++
			if c := s.peek(0); c == '+' || c == '-' {
				s.at++
			}
			kind, sound = tokenReal, isDigit(s.peek(0))
			s.skip(isDigit)
		}
	}
	rest := s.at
	s.skip(isNamePart)
	if !sound || s.at > rest || s.peek(0) == '.' && s.peek(1) != '.' {
		s.skip(func(c byte) bool { return isNamePart(c) || c == '.' })
		s.fault(diag.ScriptNumber, start, "%q is not a number", s.text[start:s.at])
		return
	}
	s.add(kind, 0, start)
}

// scriptSingles are the tokens of one character that are not operators between two operands.
var scriptSingles = map[byte]tokenKind{'~': tokenTilde, '!': tokenBang, '(': tokenOpen, ')': tokenClose, ':': tokenColon, ';': tokenSemicolon}

func (s *scriptScanner) sign() {
	start := s.at
	for size := 2; size >= 1; size-- {
		if s.at+size > len(s.text) {
			continue
		}
		if op := operatorOf(s.text[s.at : s.at+size]); op != 0 {
			s.at += size
			s.add(tokenOperator, op, start)
			return
		}
	}
	if kind, ok := scriptSingles[s.text[s.at]]; ok {
		s.at++
		s.add(kind, 0, start)
		return
	}
	_, size := utf8.DecodeRuneInString(s.text[s.at:])
	s.at += size
	d := s.fault(diag.ScriptToken, start, "%q means nothing in a script", s.text[start:s.at])
	if s.text[start] == '"' {
		d.Hint = "write text in single quotes"
	}
}

// operatorOf returns the operator between two operands for a sign, or 0.
func operatorOf(sign string) ScriptOp {
	for op := ScriptAdd; op <= ScriptGreaterEqual; op++ {
		if scriptSigns[op].sign == sign {
			return op
		}
	}
	return 0
}

func isDigit(c byte) bool    { return c >= '0' && c <= '9' }
func isHexDigit(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '@'
}

func isNamePart(c byte) bool { return isNameStart(c) && c != '@' || isDigit(c) }
