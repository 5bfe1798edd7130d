package lang

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Parse reads one file. It returns a File always, with what could be read, and every syntax mistake, in order.
// Imports are read as declarations only; [Load] follows them. A file with errors must not be formatted or checked:
// parts of it are missing.
func Parse(src *diag.Source) (*def.File, diag.List) {
	var ds diag.List
	p := newParser(src, &ds)
	f := &def.File{Name: src.Name, Src: src}
	p.file(f)
	f.Allows = allowsOf(p, src)
	if len(f.Decls) == 0 && len(ds.All) == 0 {
		ds.Warnf(diag.EmptyFile, diag.Span{Src: src}, "the file declares nothing")
	}
	ds.Sort()
	return f, ds
}

// parser reads declarations; expressions, and the cursor over the tokens, are the embedded Parser's.
type parser struct {
	*expr.Parser
	decls    []declRule
	blocks   []block // the blocks around the current token, outermost first
	comments []expr.Comment
	next     int       // index of the first comment that nothing holds yet
	tail     []string  // words that may follow on the line, for hints
	outline  *outliner // notes the places of statements; nil: nothing does
	gaveUp   bool      // a missing brace has been reported at the end of the file: those around it are consequences
}

// block is a block that is being read.
type block struct {
	what  string    // "operator eat", for messages
	open  diag.Span // its opening brace
	words []string  // the words its lines begin with; nil: lines begin with names
}

func newParser(src *diag.Source, ds *diag.List) *parser {
	p := &parser{Parser: expr.NewParser(src, ds), decls: declRules}
	p.comments = p.Comments()
	p.Starts = p.startsStatement
	return p
}

// file reads all declarations.
func (p *parser) file(f *def.File) {
	for index := -1; ; {
		if p.skipSemicolons(); p.Index() == index {
			p.Next() // nothing may hold up the loop
		}
		p.stopWhenFull()
		index = p.Index()
		switch p.Kind() {
		case expr.TokEOF:
			f.End = p.takeEnd(len(f.Decls) == 0)
			return
		case expr.TokRBrace, expr.TokRParen, expr.TokRBracket:
			p.unopened()
			continue
		}
		p.outline.begin(p, nil)
		if d := p.decl(); d != nil {
			f.Decls = append(f.Decls, d)
		}
		p.outline.end(p)
	}
}

// stopWhenFull leaves the rest of a file of noise unread.
func (p *parser) stopWhenFull() {
	if p.Full() {
		p.SkipAll()
		p.gaveUp = true
	}
}

// unopened reports a run of closing brackets at the top level.
func (p *parser) unopened() {
	p.Soft(diag.Unopened, p.Here(), "%s closes nothing", p.Kind())
	for k := p.Kind(); k == expr.TokRBrace || k == expr.TokRParen || k == expr.TokRBracket; k = p.Kind() {
		p.Next()
	}
}

// decl reads one declaration; nil: there was none, or one that is not available.
func (p *parser) decl() def.Decl {
	h := p.begin(len(p.blocks) == 0 && p.Index() == 0)
	if p.continues() {
		return nil
	}
	if p.Kind() != expr.TokName {
		p.FailExpected("a declaration").Hint = "the declarations are " + wordList(p.declWords())
		p.skipWhole()
		return nil
	}
	rule := p.declRule()
	switch {
	case rule == nil:
		p.skipWhole()
		return nil
	case rule.parse == nil:
		p.notAvailable(rule.word)
		return nil
	}
	p.Next()
	return rule.parse(p, h)
}

// declRule finds the rule of the declaration that begins here. For a misspelt word, it reports that and returns the
// rule of the most similar word, so that the following text is read as intended.
func (p *parser) declRule() *declRule {
	word := p.Text(p.Tok())
	if r := findDecl(p.decls, word); r != nil {
		return r
	}
	d := p.Fail(diag.UnknownWord, p.Here(), "unknown declaration %s", p.Found(p.Tok()))
	meant := expr.Suggest(word, p.declWords())
	if k := p.Peek(1).Kind; meant == "" || k != expr.TokName && k != expr.TokString && k != expr.TokLBrace {
		d.Hint = "the declarations are " + wordList(p.declWords())
		return nil
	}
	d.Meant(word, expr.Suggest(word, p.declWords()))
	p.Recover()
	return findDecl(p.decls, meant)
}

// notAvailable reports a word of the language that this version cannot carry out, and skips its declaration.
func (p *parser) notAvailable(word string) {
	p.Fail(diag.NotAvailable, p.Here(), "%q is not available in this version", word)
	p.skipWhole()
}

// skipWhole passes over a statement that begins at the current token, and over a block that begins on the next line.
func (p *parser) skipWhole() {
	if p.Kind() != expr.TokLBrace {
		p.Next()
		p.skip()
	}
	if p.Kind() == expr.TokLBrace && p.SkipBlock() {
		p.gaveUp = true
	}
}

// skip skips the rest of a statement.
func (p *parser) skip() {
	if p.SkipStatement() {
		p.gaveUp = true
	}
}

// begin makes the head of what begins at the current token, with the comments above it. first: nothing stands
// before it in its block, so that blank lines above do not count.
func (p *parser) begin(first bool) def.Head {
	p.Begin()
	h := def.Head{At: p.Here(), Gap: p.Tok().BlankAbove}
	if p.next < len(p.comments) && p.comments[p.next].Index <= p.Index() {
		h.Gap = p.comments[p.next].BlankAbove
	}
	if first {
		h.Gap = false
	}
	h.Before = p.takeComments()
	if len(h.Before) > 0 && p.Tok().BlankAbove {
		h.Before = append(h.Before, blankLine)
	}
	return h
}

// blankLine represents a blank line among comments.
const blankLine = "\n"

// takeComments returns the texts of the comments up to the current token, with the blank lines between them.
func (p *parser) takeComments() []string {
	var list []string
	for ; p.next < len(p.comments) && p.comments[p.next].Index <= p.Index(); p.next++ {
		if c := p.comments[p.next]; c.BlankAbove && len(list) > 0 {
			list = append(list, blankLine)
		}
		list = append(list, p.commentText(p.comments[p.next]))
	}
	return list
}

// takeEnd returns the comments at the end of a block or file, with a blank line above them unless they are all there
// is.
func (p *parser) takeEnd(alone bool) []string {
	gap := !alone && p.next < len(p.comments) && p.comments[p.next].BlankAbove
	list := p.takeComments()
	if gap && len(list) > 0 {
		list = append([]string{blankLine}, list...)
	}
	return list
}

// takeInner returns the texts of the comments that stand within the statement that has just been read.
func (p *parser) takeInner() []string {
	var list []string
	for ; p.next < len(p.comments) && p.comments[p.next].Index < p.Index(); p.next++ {
		list = append(list, p.commentText(p.comments[p.next]))
	}
	return list
}

// commentText returns a comment without "//" and the space after it.
func (p *parser) commentText(c expr.Comment) string {
	text := strings.TrimPrefix(p.Text(c.Token), "//")
	return strings.TrimRight(strings.TrimPrefix(text, " "), " \t\r")
}

// takeTrailing gives h the comment that ends the line of the token before the current one. A head has one: any
// further goes above.
func (p *parser) takeTrailing(h *def.Head) {
	if p.next >= len(p.comments) || p.comments[p.next].Index != p.Index() || p.comments[p.next].LineStart {
		return
	}
	text := p.commentText(p.comments[p.next])
	p.next++
	if h.After == "" && text != "" {
		h.After = text
	} else {
		h.Before = append(h.Before, text)
	}
}

// finish ends a statement: nothing may follow on its line but a semicolon and a comment. After a failure the rest of it
// is skipped.
func (p *parser) finish(h *def.Head) {
	p.end()
	p.tail = nil
	h.At = p.Since(h.At)
	h.Before = append(h.Before, p.takeInner()...)
	p.skipSemicolons()
	p.takeTrailing(h)
}

func (p *parser) end() {
	for !p.Failed() && (p.Is(expr.TokRParen) || p.Is(expr.TokRBracket)) {
		p.Soft(diag.Unopened, p.Here(), "%s closes nothing", p.Kind())
		p.Next()
	}
	if p.Failed() {
		p.skip()
		return
	}
	if p.AtEnd() {
		return
	}
	if p.AfterStray() {
		p.skip()
		return
	}
	d := p.Soft(diag.StatementEnd, p.Here(), `expected ";" or the end of the line, found %s`, p.Found(p.Tok()))
	if !p.startsWithin() && !p.afterBrace() {
		d.Meant(p.Text(p.Tok()), p.similarEnd())
		p.skip()
	}
}

// similarEnd returns the word that text after the end of a statement may mean.
func (p *parser) similarEnd() string {
	if p.Kind() != expr.TokName {
		return ""
	}
	words := p.tail
	if len(p.blocks) > 0 {
		words = slices.Concat(words, p.blocks[len(p.blocks)-1].words)
	}
	return expr.Suggest(p.Text(p.Tok()), words)
}

// startsWithin reports whether the current token is a word that begins a line of the block around it.
func (p *parser) startsWithin() bool {
	if p.Kind() != expr.TokName || len(p.blocks) == 0 {
		return false
	}
	words := p.blocks[len(p.blocks)-1].words
	return contains(words, p.Text(p.Tok())) || words == nil && (p.Peek(1).Kind == expr.TokColon || p.Peek(1).Kind == expr.TokDefine)
}

// afterBrace reports whether the token before the current one closes a block.
func (p *parser) afterBrace() bool {
	return p.Index() > 0 && p.Peek(-1).Kind == expr.TokRBrace && p.Kind() == expr.TokName
}

func (p *parser) skipSemicolons() {
	for p.Kind() == expr.TokSemicolon {
		p.Next()
	}
}
