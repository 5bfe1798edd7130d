package lang

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Outline is the text of a file as statements within statements, each with its place to the byte: for whatever edits a
// text without laying out the rest of it.
type Outline struct {
	File     *def.File
	Top      Braces // the declarations
	Comments []Remark
}

// Statement is a declaration or a line of a body.
type Statement struct {
	// Key is its first word, with its name if it has one: task dine, method "buy first", when. It is empty for calls,
	// nodes, steps and effects, which have only their place.
	Key string
	// NameStart and NameEnd are the place of the name or text in the label, as it is written.
	NameStart, NameEnd int
	Start, End         int            // from its first token to its last, without comments around it and the ";" behind
	Says               *def.Statement // its row in the table; nil: a clause
	Clauses            []Part         // the clauses on its line, in the order written
	Bodies             []Braces       // mostly one; try and catch have two
}

// Part is a clause on the line of a statement, with its word.
type Part struct {
	Word       string
	Start, End int
}

// Braces is a body of lines.
type Braces struct {
	Open, Close int // the places of "{" and "}"; of a file: -1 and its length
	Lines       []*Statement
}

// Remark is a comment.
type Remark struct {
	Start, End int
	Text       string // without "//" and the space after it
	Own        bool   // it has a line of its own
}

// OutlineOf parses a text. If the list has errors, the outline is nil: parts would be missing.
func OutlineOf(src *diag.Source) (*Outline, diag.List) {
	var ds diag.List
	p := newParser(src, &ds)
	o := &outliner{top: Statement{Bodies: []Braces{{Open: -1, Close: len(src.Text)}}}}
	o.around = []*Statement{&o.top}
	p.outline = o
	f := &def.File{Name: src.Name, Src: src}
	p.file(f)
	f.Allows = allowsOf(p, src)
	if ds.Sort(); ds.HasErrors() {
		return nil, ds
	}
	out := &Outline{File: f, Top: o.top.Bodies[0]}
	for _, c := range p.comments {
		out.Comments = append(out.Comments, Remark{int(c.Start), int(c.End), p.commentText(c), c.LineStart})
	}
	return out, ds
}

// outliner notes statements while a parser reads them. A nil one notes nothing.
type outliner struct {
	top    Statement
	around []*Statement // those that are being read, the outermost first
}

// begin notes that a statement begins at the current token. words are those that lines around it begin with.
func (o *outliner) begin(p *parser, words []string) {
	if o == nil {
		return
	}
	outer := o.around[len(o.around)-1]
	s := &Statement{Start: int(p.Tok().Start)}
	name(p, s, outer, words)
	body := &outer.Bodies[len(outer.Bodies)-1]
	body.Lines = append(body.Lines, s)
	o.around = append(o.around, s)
}

// end notes that the statement that began last has been read, with the semicolons and commas behind it.
func (o *outliner) end(p *parser) {
	if o == nil {
		return
	}
	s := o.around[len(o.around)-1]
	o.around = o.around[:len(o.around)-1]
	i := p.Index() - 1
	for ; i > 0 && (p.TokenAt(i).Kind == expr.TokSemicolon || p.TokenAt(i).Kind == expr.TokComma); i-- {
	}
	s.End = int(p.TokenAt(i).End)
}

// open notes the opening brace of a body.
func (o *outliner) open(t expr.Token) {
	if o != nil {
		s := o.around[len(o.around)-1]
		s.Bodies = append(s.Bodies, Braces{Open: int(t.Start)})
	}
}

// close notes its closing brace, the token before the current one.
func (o *outliner) close(p *parser) {
	if o != nil {
		s := o.around[len(o.around)-1]
		s.Bodies[len(s.Bodies)-1].Close = int(p.Peek(-1).Start)
	}
}

// part notes a clause on a line. start is the place of its word, which has been read.
func (o *outliner) part(p *parser, word string, start diag.Span) {
	if o != nil {
		s := o.around[len(o.around)-1]
		s.Clauses = append(s.Clauses, Part{word, int(start.Start), int(p.Peek(-1).End)})
	}
}

// name finds out what the statement at the current token is, and how paths call it.
func name(p *parser, s, outer *Statement, words []string) {
	word := p.Text(p.Tok())
	switch {
	case len(p.blocks) == 0:
		if s.Says = declarationOf(word); s.Says == &def.EnumTable && p.Peek(2).Kind != expr.TokAssign {
			s.Says = &def.TypeTable
		}
		s.Key = labelled(p, s, word, s.Says == &def.TestTable)
	case outer.Says == &def.StateTable:
		at := 0
		for ; p.Peek(at+1).Kind == expr.TokName && !p.Peek(at+1).LineStart; at++ { // sensed, remembered
		}
		s.Says, s.Key = &def.SymbolTable, nameIn(p, s, p.Peek(at))
	case len(words) > 0 && &words[0] == &nodeWords[0]:
		if s.Says = nodeOf(word, p.Text(p.Peek(1))); s.Says == &def.ServiceSetTable {
			if s.Says = nil; p.startsService() {
				s.Key = word
			}
		}
	case len(words) > 0 && &words[0] == &stepWords[0]:
		s.Says = &def.StepTable
	case outer.Says == &def.GoalTable && (!contains(words, word) || stepCalled(p, word)):
		s.Says = &def.StepTable
	case contains(words, word):
		lineSays(p, s, outer.Says, word)
	case word == "unordered" || word == "ordered":
		if p.Peek(1).Kind == expr.TokLBrace {
			s.Says = blockOf(word)
		}
	}
}

// lineSays finds out what a line is that begins with a word.
func lineSays(p *parser, s *Statement, outer *def.Statement, word string) {
	s.Key = word
	if outer == nil {
		s.Key = labelled(p, s, word, false)
		return
	}
	c := outer.Clause(word)
	switch {
	case c == nil || c.Of == nil && !c.List:
	case c.Of == nil || len(c.Of.Head) == 0 || c.Of.Head[0].Word != "" || !c.Of.Head[0].Need && p.Peek(1).Kind != expr.TokString:
		s.Says = c.Of
	default:
		s.Says, s.Key = c.Of, labelled(p, s, word, c.Of.Head[0].Takes == def.TakesTitle)
	}
}

// labelled returns a word with the name or text behind it. A title is a text even if it is written as a name.
func labelled(p *parser, s *Statement, word string, title bool) string {
	t := p.Peek(1)
	if t.Kind != expr.TokName && t.Kind != expr.TokString || t.LineStart {
		return word
	}
	name := nameIn(p, s, t)
	if title && t.Kind == expr.TokName {
		name = expr.Quote(p.NameOf(t))
	}
	return word + " " + name
}

// nameIn returns a name or a text as the formatter writes it, and notes its place.
func nameIn(p *parser, s *Statement, t expr.Token) string {
	s.NameStart, s.NameEnd = int(t.Start), int(t.End)
	if t.Kind == expr.TokString {
		return expr.Quote(p.StringValue(t))
	}
	return expr.NameText(p.NameOf(t))
}

// Lines returns the lines of all bodies of a statement.
func (s *Statement) Lines() []*Statement {
	if len(s.Bodies) == 1 {
		return s.Bodies[0].Lines
	}
	var list []*Statement
	for i := range s.Bodies {
		list = append(list, s.Bodies[i].Lines...)
	}
	return list
}

// Names returns how paths name the lines of a body, by line: by their labels, of which the second has a number behind
// it as in given#2, or by their places among those without a label, from 0.
func Names(lines []*Statement) []string {
	names, seen, place := make([]string, len(lines)), map[string]int{}, 0
	for i, s := range lines {
		if s.Key == "" {
			names[i] = strconv.Itoa(place)
			place++
			continue
		}
		names[i] = s.Key
		if seen[s.Key]++; seen[s.Key] > 1 {
			names[i] += "#" + strconv.Itoa(seen[s.Key])
		}
	}
	return names
}
