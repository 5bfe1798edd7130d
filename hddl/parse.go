package hddl

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// ParseDomain reads a domain file. It always returns a Domain, with everything that it could read, and every syntax
// mistake, in order. After an error, parts may be missing and names may be empty.
func ParseDomain(src *diag.Source) (*Domain, diag.List) {
	var ds diag.List
	d := &Domain{}
	if t, ok := grow(src, &ds); ok {
		p := &parser{tree: t, ds: &ds}
		if it, ok := p.define("domain", "problem", &d.At, &d.Name); ok {
			p.sections(it, p.domainSections(d))
		}
	}
	ds.Sort()
	return d, ds
}

// ParseProblem reads a problem file; see [ParseDomain].
func ParseProblem(src *diag.Source) (*Problem, diag.List) {
	var ds diag.List
	q := &Problem{Goal: &And{}}
	if t, ok := grow(src, &ds); ok {
		p := &parser{tree: t, ds: &ds}
		if it, ok := p.define("problem", "domain", &q.At, &q.Name); ok {
			p.problem(it, q)
		}
	}
	ds.Sort()
	return q, ds
}

// parser walks a tree that is well-formed as far as parentheses go, so that after a mistake in one list the next
// is read as if nothing had been. Recursion is bounded by the depth of the tree.
type parser struct {
	*tree
	ds *diag.List
}

// items are the nodes of a list that have not been read yet.
type items struct {
	p         *parser
	list      int32 // the list itself
	next, end int32
}

func (p *parser) items(list int32) items {
	return items{p, list, list + 1, p.nodes[list].after}
}

func (it *items) more() bool { return it.next < it.end }

// take returns the next node; there must be one.
func (it *items) take() int32 {
	n := it.next
	it.next = it.p.nodes[n].after
	return n
}

// rest returns the number of nodes that are left.
func (it items) rest() int {
	n := 0
	for it.more() {
		it.take()
		n++
	}
	return n
}

// closing is the place of the parenthesis that ends the list.
func (it *items) closing() diag.Span {
	at := it.p.at(it.list)
	at.Start = max(at.Start, at.End-1)
	return at
}

func (p *parser) at(n int32) diag.Span {
	return diag.Span{Src: p.src, Start: p.nodes[n].start, End: p.nodes[n].end}
}

// head is the place for what concerns a list as a whole: its parenthesis and first word.
func (p *parser) head(n int32) diag.Span {
	at := p.at(n)
	if it := p.items(n); p.nodes[n].list && it.more() && !p.nodes[it.next].list {
		at.End = p.nodes[it.next].end
	} else if p.nodes[n].list {
		at.End = min(at.End, at.Start+1)
	}
	return at
}

// word returns the text of a word; for a list "".
func (p *parser) word(n int32) string {
	if p.nodes[n].list {
		return ""
	}
	return p.src.Text[p.nodes[n].start:p.nodes[n].end]
}

// keyword returns a word in small letters: words of the language are read in either letter case.
func (p *parser) keyword(n int32) string { return strings.ToLower(p.word(n)) }

// headWord returns the first word of a list in small letters, or "".
func (p *parser) headWord(n int32) string {
	if it := p.items(n); p.nodes[n].list && it.more() {
		return p.keyword(it.next)
	}
	return ""
}

// isEmpty reports whether a node is "()".
func (p *parser) isEmpty(n int32) bool { return p.nodes[n].list && p.nodes[n].after == n+1 }

// found describes a node in a message.
func (p *parser) found(n int32) string {
	if p.isEmpty(n) {
		return `"()"`
	}
	if p.nodes[n].list {
		if w := p.headWord(n); w != "" && len(w) <= maxShown {
			return strconv.Quote("(" + w + " ...")
		}
		return "a list"
	}
	return quote(p.word(n))
}

// maxShown bounds what a message repeats of a file, in bytes.
const maxShown = 60

func quote(word string) string {
	if len(word) > maxShown {
		word = strings.ToValidUTF8(word[:maxShown], "") + "..."
	}
	return strconv.Quote(word)
}

// expected reports that something else is in the place of the expected token.
func (p *parser) expected(what string, n int32) *diag.Diagnostic {
	return p.ds.Errorf(diag.HDDLSyntax, p.head(n), "expected %s, found %s", what, p.found(n))
}

// ended reports a list that ends before all of it is there.
func (it *items) ended(what string) *diag.Diagnostic {
	return it.p.ds.Errorf(diag.HDDLMissing, it.closing(), "expected %s before the closing parenthesis", what)
}

// finish reports the rest of a list.
func (it *items) finish(after string) {
	if it.more() {
		it.p.ds.Errorf(diag.HDDLSyntax, it.p.head(it.next), "unexpected %s after %s", it.p.found(it.next), after)
	}
}

// list takes a list; false: something else stands here, which is reported.
func (it *items) takeList(what string) (items, bool) {
	if !it.more() {
		it.ended(what)
		return items{}, false
	}
	n := it.take()
	if !it.p.nodes[n].list {
		it.p.expected(what, n)
		return items{}, false
	}
	return it.p.items(n), true
}

// takeName takes a name; if there is none, it reports that and returns a name without text.
func (it *items) takeName(what string) Name {
	if !it.more() {
		it.ended(what)
		return Name{At: it.closing()}
	}
	if w := it.p.word(it.next); strings.HasPrefix(w, ":") {
		it.p.expected(what, it.next)
		return Name{At: it.p.at(it.next)} // the keyword is left for what follows
	}
	return it.p.name(it.take(), what)
}

// isName reports whether a word can be a name that is not a variable.
func isName(w string) bool {
	return w != "" && !strings.ContainsRune("?:-", rune(w[0])) && !reserved(w)
}

// name reads a node as a name that is not a variable.
func (p *parser) name(n int32, what string) Name {
	w := p.word(n)
	switch {
	case w == "", w == "-":
		p.expected(what, n)
		return Name{At: p.head(n)}
	case w[0] == '?', w[0] == ':', w[0] == '-', reserved(w):
		d := p.ds.Errorf(diag.HDDLName, p.at(n), "%s is not the name of %s", quote(w), what)
		switch {
		case w[0] == '?':
			d.Hint = "only variables start with a question mark"
		case reserved(w):
			d.Hint = "it is a reserved word"
		}
		return Name{At: p.at(n)}
	}
	return Name{Text: w, At: p.at(n)}
}

// variable reads a node as a variable.
func (p *parser) variable(n int32) Name {
	w := p.word(n)
	if len(w) > 1 && w[0] == '?' {
		return Name{Text: w, At: p.at(n)}
	}
	d := p.expected("a variable", n)
	if w != "" && w[0] != '?' && w[0] != ':' && w != "-" {
		d.Hint = fmt.Sprintf(`variables start with a question mark, types follow "-": "?%s" or "- %s"`, w, w)
	}
	return Name{At: p.head(n)}
}

// term reads a node as an argument: a variable or an object.
func (p *parser) term(n int32) Name {
	if w := p.word(n); strings.HasPrefix(w, "?") {
		return p.variable(n)
	}
	return p.name(n, "an object or variable")
}

// terms reads the rest of a list as arguments; false if one of them is not an argument.
func (it *items) terms() ([]Name, bool) {
	list, ok := make([]Name, 0, it.rest()), true
	for it.more() {
		t := it.p.term(it.take())
		ok = ok && t.Text != ""
		list = append(list, t)
	}
	if len(list) == 0 {
		return nil, true
	}
	return list, ok
}

// reserved reports whether a word has a meaning of its own, so that nothing can be called so.
func reserved(word string) bool {
	switch strings.ToLower(word) {
	case "and", "or", "not", "imply", "forall", "exists", "when", "either",
		"assign", "increase", "decrease", "scale-up", "scale-down",
		"=", "<", "<=", ">", ">=", "+", "*", "/":
		return true
	}
	return false
}

// define reads "(define (KIND NAME)" and returns what follows.
func (p *parser) define(kind, other string, at *diag.Span, name *Name) (items, bool) {
	form := fmt.Sprintf("(define (%s NAME) ...)", kind)
	if len(p.nodes) == 0 {
		p.ds.Errorf(diag.HDDLKind, diag.Span{Src: p.src}, "the file is empty").Hint = "expected " + form
		return items{}, false
	}
	if p.headWord(0) != "define" {
		p.ds.Errorf(diag.HDDLKind, p.head(0), "expected (define, found %s", p.found(0)).Hint = "a file is one " + form
		return items{}, false
	}
	if after := p.nodes[0].after; int(after) < len(p.nodes) {
		p.ds.Errorf(diag.HDDLSyntax, p.head(after), "unexpected %s after the end of (define ...)", p.found(after))
	}
	*at = p.at(0)
	it := p.items(0)
	it.take()
	if !it.more() {
		it.ended(fmt.Sprintf("(%s NAME)", kind))
		return it, false
	}
	switch p.headWord(it.next) {
	case kind, ":" + kind:
		head := p.items(it.take())
		p.spelled(head.take(), kind)
		*name = head.takeName("a " + kind)
		head.finish("the name")
	case other:
		p.ds.Errorf(diag.HDDLKind, p.head(it.next), "this is a %s, not a %s", other, kind).Hint = "the domain comes first, then the problem"
		return it, false
	default:
		p.expected(fmt.Sprintf("(%s NAME)", kind), it.next)
		if !strings.HasPrefix(p.headWord(it.next), ":") {
			it.take()
		}
	}
	return it, true
}

// section is a part of a domain or problem that begins with a keyword, or of such a part.
type section struct {
	word  string
	read  func(items) // what follows the keyword; nil: known, but not available
	many  bool        // may stand several times
	given bool
}

// sections reads lists that begin with keywords.
func (p *parser) sections(it items, table []section) {
	for it.more() {
		n := it.take()
		word := p.headWord(n)
		if !strings.HasPrefix(word, ":") && otherWords[word] == "" {
			p.expected("a section such as ("+table[0].word, n)
			continue
		}
		body := p.items(n)
		at := p.at(body.take())
		s := p.section(word, at, table)
		switch {
		case s == nil:
		case s.read == nil:
			p.ds.Errorf(diag.HDDLNotAvailable, at, "%s is not available", s.word)
		case s.given && !s.many:
			p.ds.Errorf(diag.HDDLTwice, at, "%s is given twice", s.word)
		default:
			s.given = true
			s.read(body)
		}
	}
}

// spelled warns of a word of the language that is not spelled as in the standard.
func (p *parser) spelled(n int32, standard string) {
	if w := p.word(n); !strings.EqualFold(w, standard) {
		p.ds.Warnf(diag.HDDLSpelling, p.at(n), "%s means %s", quote(w), standard).Hint = "write " + standard
	}
}

// otherWords are keywords that the competition's parser accepts, with their equivalents.
var otherWords = map[string]string{":order": ":ordering", ":causallinks": ":causal-links", "domain": ":domain"}

// section finds the rule of a keyword; for an unknown keyword, which it reports, that of the probable one.
func (p *parser) section(word string, at diag.Span, table []section) *section {
	words := make([]string, 0, len(table))
	standard, other := otherWords[word]
	for i := range table {
		if other && table[i].word == standard {
			p.ds.Warnf(diag.HDDLSpelling, at, "%s means %s", quote(word), standard).Hint = "write " + standard
			return &table[i]
		}
		if table[i].word == word {
			return &table[i]
		}
		if table[i].read != nil {
			words = append(words, table[i].word)
		}
	}
	d := p.ds.Errorf(diag.HDDLSection, at, "unknown keyword %s", quote(word))
	meant := expr.Suggest(word, words)
	if meant == "" {
		d.Hint = "the keywords are " + strings.Join(words, " ")
		return nil
	}
	d.Hint = expr.DidYouMean(word, words)
	for i := range table {
		if table[i].word == meant {
			return &table[i]
		}
	}
	return nil
}

// parts reads keywords with one value each: ":parameters (...) :precondition (...)". Each read is given items of
// which the first is the value.
func (it *items) parts(table []section) {
	p := it.p
	for it.more() {
		n := it.take()
		word := p.keyword(n)
		if !strings.HasPrefix(word, ":") {
			p.expected("a keyword such as "+table[0].word, n)
			continue
		}
		s := p.section(word, p.at(n), table)
		value := *it
		if it.more() && !strings.HasPrefix(p.word(it.next), ":") {
			value.end = p.nodes[it.take()].after
		} else {
			if s != nil {
				p.ds.Errorf(diag.HDDLMissing, p.at(n), "%s has no value", word).Hint = "write () if it is empty"
			}
			continue
		}
		switch {
		case s == nil:
		case s.read == nil && p.isEmpty(value.next):
		case s.read == nil:
			p.ds.Errorf(diag.HDDLNotAvailable, p.at(n), "%s is not available here", word)
		case s.given:
			p.ds.Errorf(diag.HDDLTwice, p.at(n), "%s is given twice", word)
		default:
			s.given = true
			s.read(value)
		}
	}
}
