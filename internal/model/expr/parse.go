package expr

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
)

// Parser reads expressions and effects from the tokens of one source, and is the cursor over them for package lang,
// which reads everything else. Not safe for concurrent use.
//
// Line ends. A statement ends before a token that begins a line, unless an operator, a comma or an opening bracket
// precedes the token or a parenthesis is open: see [Parser.AtEnd] and [Parser.NewLine].
//
// Mistakes. [Parser.Fail] reports the first mistake after which the parser cannot continue, and marks the parser
// failed: it reports nothing further and its methods return soon, with Bad in the tree. The reader of statements calls
// [Parser.SkipStatement], which skips the rest of the statement and clears the failure. So one mistake makes one
// diagnostic. [Parser.Soft] reports mistakes after which reading continues.
type Parser struct {
	// Starts reports whether the current token, the first of its line, begins a new statement, so that an unfinished
	// one does not swallow it. The reader of statements sets it; may be nil.
	Starts func() bool

	src      *diag.Source
	ds       *diag.List
	toks     []Token // the last is TokEOF
	comments []Comment
	pos      int
	start    int // index of the token that begins the statement
	free     int // line ends mean nothing while it is above 0
	depth    int
	nodes    int
	failed   bool
	scanned  bool    // without a finding
	softened bool    // Soft has reported something
	open     []Token // brackets open in the statement
	muted    *diag.Diagnostic
	closing  []int32 // see Closing; nil until the first request
}

// NewParser scans src and returns a Parser at its first token. Findings of both go to ds.
func NewParser(src *diag.Source, ds *diag.List) *Parser {
	return newParser(src, ds, NewScanner(src, ds))
}

func newParser(src *diag.Source, ds *diag.List, s *Scanner) *Parser {
	p := &Parser{src: src, ds: ds, muted: new(diag.Diagnostic)}
	for {
		t := s.Scan()
		if t.Kind == TokComment {
			p.comments = append(p.comments, Comment{t, len(p.toks)})
			continue
		}
		if len(p.toks) >= MaxTokens && t.Kind != TokEOF {
			ds.Errorf(diag.TooLarge, p.SpanOf(t), "more than %d tokens; the rest of the file is not read", MaxTokens)
			t = Token{Kind: TokEOF, LineStart: true, Start: t.Start, End: t.Start}
		}
		p.toks = append(p.toks, t)
		if t.Kind == TokEOF {
			return p
		}
	}
}

// Comments returns all comments, in order.
func (p *Parser) Comments() []Comment { return p.comments }

// Index returns the index of the current token.
func (p *Parser) Index() int { return p.pos }

// Tok returns the current token.
func (p *Parser) Tok() Token { return p.toks[p.pos] }

// Kind returns the kind of the current token.
func (p *Parser) Kind() TokenKind { return p.toks[p.pos].Kind }

// Peek returns the token n places after the current one, or before it if n is below 0.
func (p *Parser) Peek(n int) Token { return p.toks[max(0, min(p.pos+n, len(p.toks)-1))] }

// Text returns a token as written.
func (p *Parser) Text(t Token) string { return p.src.Text[t.Start:t.End] }

// SpanOf returns the place of a token.
func (p *Parser) SpanOf(t Token) diag.Span { return diag.Span{Src: p.src, Start: t.Start, End: t.End} }

// Here returns the place of the current token.
func (p *Parser) Here() diag.Span { return p.SpanOf(p.Tok()) }

// Since returns the span from start to the end of the token before the current one.
func (p *Parser) Since(start diag.Span) diag.Span {
	if p.pos == 0 || p.toks[p.pos-1].End < start.End {
		return start
	}
	return diag.Span{Src: p.src, Start: start.Start, End: p.toks[p.pos-1].End}
}

// Next returns the current token and steps over it; TokEOF is never passed.
func (p *Parser) Next() Token {
	t := p.Tok()
	if t.Kind != TokEOF {
		p.pos++
	}
	return t
}

// Is reports whether the current token is of a kind and does not begin a new line.
func (p *Parser) Is(k TokenKind) bool { return p.Kind() == k && !p.NewLine() }

// IsWord reports whether the current token is the name word; line ends are of no account.
func (p *Parser) IsWord(word string) bool { return p.Kind() == TokName && p.Text(p.Tok()) == word }

// Accept steps over the current token if it is of a kind and does not begin a new line.
func (p *Parser) Accept(k TokenKind) bool {
	if !p.Is(k) {
		return false
	}
	p.pos++
	return true
}

// AcceptWord steps over the current token if it is the name word; line ends are of no account.
func (p *Parser) AcceptWord(word string) bool {
	if !p.IsWord(word) {
		return false
	}
	p.pos++
	return true
}

// Expect steps over a token of the kind, or fails: "expected WHAT, found ...".
func (p *Parser) Expect(k TokenKind, what string) bool {
	if p.Accept(k) {
		return true
	}
	p.FailExpected(what)
	return false
}

// NewLine reports whether the current token begins a new line, where line ends count.
func (p *Parser) NewLine() bool { return p.free == 0 && p.pos > 0 && p.Tok().LineStart }

// Begin marks the current token as the beginning of a statement: its place at the beginning of a line is then no sign
// of a missing part.
func (p *Parser) Begin() { p.start = p.pos }

// Open reports whether the statement has open brackets.
func (p *Parser) Open() bool { return len(p.open) > 0 }

// AtEnd reports whether a statement can end before the current token.
func (p *Parser) AtEnd() bool {
	k := p.Kind()
	return p.NewLine() || k == TokSemicolon || k == TokRBrace || k == TokEOF
}

// Failed reports whether a failure has been reported and not yet been skipped.
func (p *Parser) Failed() bool { return p.failed }

// Fail reports a mistake and sets the parser failed, unless it is: then the diagnostic is lost. It returns the
// diagnostic for a hint or a related place.
func (p *Parser) Fail(code diag.Code, at diag.Span, format string, args ...any) *diag.Diagnostic {
	d := p.Soft(code, at, format, args...)
	p.failed = true
	return d
}

// Soft reports a mistake after which reading continues, unless the parser is failed.
func (p *Parser) Soft(code diag.Code, at diag.Span, format string, args ...any) *diag.Diagnostic {
	if p.failed {
		return p.muted
	}
	p.softened = true
	return p.ds.Errorf(code, at, format, args...)
}

// FailExpected fails with "expected WHAT, found ..." at the current token; if that begins a new line, with "expected
// WHAT after ..." at the end of the line before. Right after stray text, which has been reported, it fails silently.
func (p *Parser) FailExpected(what string) *diag.Diagnostic {
	if p.AfterStray() {
		p.failed = true
		return p.muted
	}
	if p.pos > p.start && (p.Tok().LineStart || p.Kind() == TokEOF) {
		prev := p.toks[p.pos-1]
		at := diag.Span{Src: p.src, Start: prev.End, End: prev.End}
		return p.Fail(diag.Syntax, at, "expected %s after %s", what, p.Found(prev))
	}
	return p.Fail(diag.Syntax, p.Here(), "expected %s, found %s", what, p.Found(p.Tok()))
}

// AfterStray reports whether stray text precedes the current token on its line.
func (p *Parser) AfterStray() bool {
	t := p.Tok()
	if p.pos == 0 || t.LineStart {
		return false
	}
	return strings.Trim(p.src.Text[p.toks[p.pos-1].End:t.Start], " \t\r") != ""
}

// Found returns a token as messages name it.
func (p *Parser) Found(t Token) string {
	switch t.Kind {
	case TokName, TokNumber:
		return strconv.Quote(cutText(p.NameOf(t)))
	case TokString:
		return cutText(p.Text(t))
	}
	return t.Kind.String()
}

// cutText shortens a token for a message.
func cutText(s string) string {
	const most = 32 // bytes
	if len(s) <= most {
		return s
	}
	n := most
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// SkipStatement skips the rest of a statement: up to a semicolon, the brace that closes the block around it, or a line
// that begins a new one. Brackets that the statement has opened are skipped as a whole, and so are new ones; but a new
// statement at the very left of its line ends them. The failure is cleared. It reports whether the file ended before an
// open bracket was closed.
func (p *Parser) SkipStatement() (unclosed bool) {
	for !p.endsSkip() {
		switch t := p.Next(); t.Kind {
		case TokLParen, TokLBrace, TokLBracket:
			p.open = append(p.open, t)
		case TokRParen, TokRBracket, TokRBrace:
			p.closeSkipped(t.Kind)
		}
	}
	unclosed = p.Kind() == TokEOF && p.bracesOpen()
	p.Recover()
	return unclosed
}

// SkipBlock skips a block in braces that begins at the current token; see [Parser.SkipStatement].
func (p *Parser) SkipBlock() (unclosed bool) {
	p.Next()
	return p.SkipOpened()
}

// SkipOpened skips the block in braces whose opening brace has just been read; see [Parser.SkipStatement].
func (p *Parser) SkipOpened() (unclosed bool) {
	p.open = append(p.open, p.toks[p.pos-1])
	return p.SkipStatement()
}

// SkipToBrace skips the rest of a failed header up to the opening brace of its body on the same line, clears the
// failure and returns true; without such a brace it does nothing.
func (p *Parser) SkipToBrace() bool {
	if p.bracesOpen() {
		return false
	}
	for i := p.pos; ; i++ {
		switch t := p.toks[i]; {
		case t.Kind == TokLBrace:
			p.pos = i
			p.Recover()
			return true
		case t.LineStart, t.Kind == TokEOF, t.Kind == TokSemicolon, t.Kind == TokRBrace:
			return false
		}
	}
}

// Full reports whether there are so many findings that further reading is useless.
func (p *Parser) Full() bool { return len(p.ds.All) >= diag.MaxDiagnostics }

// SkipAll skips the rest of the source.
func (p *Parser) SkipAll() {
	p.pos = len(p.toks) - 1
	p.Recover()
}

// Recover clears the failure without passing over anything.
func (p *Parser) Recover() { p.failed, p.free, p.open = false, 0, p.open[:0] }

func (p *Parser) endsSkip() bool {
	switch t := p.Tok(); {
	case t.Kind == TokEOF:
		return true
	case t.Kind == TokSemicolon, t.Kind == TokRBrace:
		return !p.bracesOpen()
	case t.LineStart && p.pos > 0:
		return len(p.open) == 0 || p.Starts != nil && p.Starts() && (!p.bracesOpen() || p.leftmost(t))
	}
	return false
}

// leftmost reports whether a token is in the first column.
func (p *Parser) leftmost(t Token) bool { return t.Start == 0 || p.src.Text[t.Start-1] == '\n' }

func (p *Parser) bracesOpen() bool {
	for _, t := range p.open {
		if t.Kind == TokLBrace {
			return true
		}
	}
	return false
}

// closeSkipped drops open brackets up to the one that kind closes; parentheses never reach beyond a brace.
func (p *Parser) closeSkipped(kind TokenKind) {
	for n := len(p.open); n > 0; n-- {
		opener := p.open[n-1].Kind
		if opener == kind-1 {
			p.open = p.open[:n-1]
			return
		}
		if opener == TokLBrace {
			return
		}
	}
}

// Enter counts one level of nesting; Leave takes it back. Beyond MaxDepth Enter fails and returns false; Leave must
// then not be called.
func (p *Parser) Enter() bool {
	if p.depth >= MaxDepth {
		p.Fail(diag.TooDeep, p.Here(), "nested more than %d levels deep", MaxDepth)
		return false
	}
	p.depth++
	return true
}

// Leave ends what Enter began.
func (p *Parser) Leave() { p.depth-- }

// grow counts one part of an expression.
func (p *Parser) grow() bool {
	if p.nodes++; p.nodes > MaxExprNodes {
		p.Fail(diag.TooDeep, p.Here(), "more than %d parts in one expression", MaxExprNodes)
		return false
	}
	return true
}

// push and pop keep the open brackets. Line ends are ignored within parentheses, and significant within braces. pop
// expects the closing bracket and names the opening one if it is missing; free is the result of push, more lists tokens
// that could precede the closing bracket.
func (p *Parser) push() (opener Token, free int) {
	opener, free = p.Next(), p.free
	p.open = append(p.open, opener)
	if opener.Kind == TokLBrace {
		p.free = 0
	} else {
		p.free++
	}
	return opener, free
}

func (p *Parser) pop(opener Token, free int, more string) {
	closer := opener.Kind + 1
	if p.failed {
		return
	}
	if p.Kind() != closer {
		p.failUnclosed(opener, closer, more)
		return
	}
	p.pos++
	p.free, p.open = free, p.open[:len(p.open)-1]
}

func (p *Parser) failUnclosed(opener Token, closer TokenKind, more string) {
	var d *diag.Diagnostic
	switch t := p.Tok(); {
	case t.LineStart && !p.closedOnLine(closer), t.Kind == TokEOF, t.Kind == TokSemicolon, t.Kind == TokRBrace, t.Kind == TokLBrace, t.Kind == TokRParen:
		prev := p.toks[p.pos-1]
		d = p.Fail(diag.Unclosed, diag.Span{Src: p.src, Start: prev.End, End: prev.End}, "missing %s", closer)
		p.open = p.open[:len(p.open)-1]
	default:
		d = p.FailExpected(more + closer.String())
	}
	d.Related = []diag.Related{{Span: p.SpanOf(opener), Message: opener.Kind.String() + " opened here"}}
}

// closedOnLine reports whether a closing bracket without an opening one follows on the line that begins here: then the
// line continues an earlier construct.
func (p *Parser) closedOnLine(closer TokenKind) bool {
	depth := 0
	for i := p.pos; i < len(p.toks) && (i == p.pos || !p.toks[i].LineStart); i++ {
		switch p.toks[i].Kind {
		case closer - 1:
			depth++
		case closer:
			if depth--; depth < 0 {
				return closer == TokRParen
			}
		}
	}
	return false
}

// StringValue returns the content of a string token; an unknown escape is reported.
func (p *Parser) StringValue(t Token) string {
	text := p.Text(t)
	if t.Faulty {
		return strings.Trim(text, "\"'“”")
	}
	value, err := strconv.Unquote(text)
	if err != nil || !utf8.ValidString(value) {
		p.Soft(diag.BadString, p.SpanOf(t), "faulty escape in a string").Hint = `\" \\ \n and \t are possible`
		return strings.Trim(text, `"`)
	}
	return value
}

// Quote returns a string as the language writes it.
func Quote(s string) string { return strconv.Quote(s) }
