package hddl

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
)

// node is a word, or a list in parentheses. The nodes of a file are in one slice, each list before its elements.
type node struct {
	start, end int32 // bytes of the source, parentheses included
	after      int32 // index of the node after this one and all it holds
	list       bool
}

// tree is a file cut into words and lists; the lists at the outermost level follow each other from node 0.
type tree struct {
	src   *diag.Source
	nodes []node
}

// grower grows a tree. Where parentheses do not match, the sections help: "(:" begins one, and sections stand within
// (define ...) only, so that one mistake is reported once and the following text is read as intended.
type grower struct {
	tree
	ds       *diag.List
	pos      int
	last     int     // end of the last word or parenthesis
	open     []int32 // the lists around the current place
	section  int32   // the last section that was closed; 0: none
	stray    int
	gaveUp   bool // the rest of the file is not worth reading
	unopened bool // the parenthesis before closed nothing, and it has been said
}

// grow cuts a source into words and lists. It returns false when the file is not worth reading further: then there
// is a diagnostic that says why.
func grow(src *diag.Source, ds *diag.List) (*tree, bool) {
	g := &grower{tree: tree{src: src}, ds: ds}
	if !g.begin() {
		return &g.tree, false
	}
	for !g.gaveUp && g.skip() {
		g.next()
		g.last = g.pos
		g.gaveUp = g.gaveUp || len(ds.All) >= diag.MaxDiagnostics
	}
	if !g.gaveUp {
		g.finish()
	}
	return &g.tree, !g.gaveUp
}

// begin skips a byte order mark, and refuses what cannot be text of a bearable size.
func (g *grower) begin() bool {
	text := g.src.Text
	switch {
	case len(text) > MaxSourceBytes:
		g.ds.Errorf(diag.HDDLLimit, g.span(0, 0), "the file has %d bytes; the limit is %d", len(text), MaxSourceBytes)
		return false
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"):
		g.ds.Errorf(diag.HDDLStray, g.span(0, 2), "the file is in UTF-16").Hint = "save it as UTF-8"
		return false
	case strings.HasPrefix(text, "\ufeff"):
		g.pos = len("\ufeff")
	}
	return true
}

// skip skips white space, comments and stray text; false: the end of the file.
func (g *grower) skip() bool {
	text := g.src.Text
	for g.pos < len(text) && !g.gaveUp {
		switch c := text[g.pos]; {
		case isSpace(c):
			g.pos++
		case c == ';':
			if n := strings.IndexByte(text[g.pos:], '\n'); n >= 0 {
				g.pos += n
			} else {
				g.pos = len(text)
			}
		case g.strayHere() > 0:
			g.strayText()
		default:
			return true
		}
	}
	return false
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// next reads a parenthesis or a word.
func (g *grower) next() {
	if len(g.nodes) >= MaxNodes {
		g.limit("the file has more than %d words and lists", MaxNodes)
		return
	}
	switch g.src.Text[g.pos] {
	case '(':
		g.openList()
	case ')':
		g.closeList()
	case ':':
		if len(g.open) == 1 {
			g.reopenSection()
		}
		g.word()
	default:
		g.word()
	}
}

func (g *grower) limit(format string, args ...any) {
	g.ds.Errorf(diag.HDDLLimit, g.span(g.pos, g.pos+1), format, args...)
	g.gaveUp = true
}

func (g *grower) openList() {
	if g.beginsSection() {
		g.mend()
	}
	if len(g.open) == MaxDepth {
		g.limit("parentheses are nested more than %d deep", MaxDepth)
		return
	}
	g.open = append(g.open, int32(len(g.nodes)))
	g.nodes = append(g.nodes, node{start: int32(g.pos), list: true})
	g.pos++
	g.unopened = false
}

// beginsSection reports whether a section of a domain or problem begins here, such as "(:action".
func (g *grower) beginsSection() bool {
	rest := strings.TrimLeft(g.src.Text[g.pos+1:min(g.pos+64, len(g.src.Text))], " \t\r\n")
	return strings.HasPrefix(rest, ":")
}

// mend brings a section that begins here into (define ...).
func (g *grower) mend() {
	switch {
	case len(g.open) > 1:
		g.unclosed(int(g.open[1]), len(g.open)-1)
		for len(g.open) > 1 {
			g.close(g.last)
		}
	case len(g.open) == 0 && len(g.nodes) > 0 && g.nodes[0].list:
		g.reopen()
	}
}

// reopenSection continues in the last section: it was closed too early, since a keyword with no parenthesis before it
// stands within a section only.
func (g *grower) reopenSection() {
	if g.section == 0 || int(g.nodes[g.section].after) != len(g.nodes) {
		return
	}
	end := int(g.nodes[g.section].end)
	first := int(g.nodes[g.section].start)
	g.ds.Errorf(diag.HDDLBracket, g.span(end-1, end), "this parenthesis closes its section too early").Related =
		[]diag.Related{{Span: g.span(first, first+1), Message: "opened here"}}
	g.open = append(g.open, g.section)
}

// reopen continues in the first list of the file, which was closed too early.
func (g *grower) reopen() {
	if !g.unopened {
		end := int(g.nodes[0].end)
		g.ds.Errorf(diag.HDDLBracket, g.span(end-1, end), "this parenthesis closes (define too early: sections follow").Hint = "remove it, or look for one too many above"
	}
	if int(g.nodes[0].after) == len(g.nodes) {
		g.open = append(g.open, 0)
	}
}

func (g *grower) unclosed(list, missing int) {
	n := g.nodes[list]
	at := g.span(int(n.start), int(n.start)+1)
	g.ds.Errorf(diag.HDDLBracket, at, "this parenthesis is not closed: %s", count(missing, "closing parenthesis is missing", "closing parentheses are missing")).
		Related = []diag.Related{{Span: g.span(g.last, g.last), Message: "at the latest here"}}
}

func (g *grower) closeList() {
	g.pos++
	if len(g.open) > 0 {
		g.close(g.pos)
		return
	}
	if !g.unopened {
		g.ds.Errorf(diag.HDDLBracket, g.span(g.pos-1, g.pos), `")" closes nothing`).Hint = "remove it, or look for one too many above"
	}
	g.unopened = true
}

func (g *grower) close(end int) {
	if len(g.open) == 2 {
		g.section = g.open[1]
	}
	n := &g.nodes[g.open[len(g.open)-1]]
	n.end, n.after = int32(end), int32(len(g.nodes))
	g.open = g.open[:len(g.open)-1]
}

// sign returns how many bytes of a comparison sign begin a word whose rest is its first argument: "(=?a ?b)".
func sign(word string) int {
	n := len(word) - len(strings.TrimLeft(word, "<>="))
	if n == 0 || n == len(word) || word[:n] != "=" && word[:n] != "<" && word[:n] != "<=" {
		return 0
	}
	return n
}

// begins reports whether the next node is the first of a list.
func (g *grower) begins() bool {
	return len(g.nodes) > 0 && g.nodes[len(g.nodes)-1].list && g.nodes[len(g.nodes)-1].after == 0
}

func (g *grower) word() {
	start, text := g.pos, g.src.Text
	for g.pos < len(text) {
		c := text[g.pos]
		if c >= utf8.RuneSelf {
			n := g.strayHere()
			if n > 0 {
				break
			}
			_, n = utf8.DecodeRuneInString(text[g.pos:])
			g.pos += n
			continue
		}
		if c <= ' ' || c == 0x7f || c == '(' || c == ')' || c == ';' {
			break
		}
		g.pos++
	}
	if n := sign(text[start:g.pos]); n > 0 && (text[start] == '<' || g.begins()) {
		g.ds.Warnf(diag.HDDLSpelling, g.span(start, g.pos), "a space is missing after the sign of %s", quote(text[start:g.pos])).Hint = "write a space behind " + text[start:start+n]
		g.nodes = append(g.nodes, node{start: int32(start), end: int32(start + n), after: int32(len(g.nodes) + 1)})
		start += n
	}
	g.nodes = append(g.nodes, node{start: int32(start), end: int32(g.pos), after: int32(len(g.nodes) + 1)})
}

// finish closes what the end of the file leaves open.
func (g *grower) finish() {
	if len(g.open) > 0 {
		list := g.open[0]
		if len(g.open) > 1 {
			list = g.open[1]
		}
		g.unclosed(int(list), len(g.open))
	}
	for len(g.open) > 0 {
		g.close(g.last)
	}
}

// strayHere returns the length of a character here that is not allowed in a file, or 0.
func (g *grower) strayHere() int {
	c := g.src.Text[g.pos]
	if c < utf8.RuneSelf {
		if c < ' ' && !isSpace(c) || c == 0x7f {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(g.src.Text[g.pos:])
	if r == utf8.RuneError && n == 1 || unicode.IsSpace(r) || unicode.Is(unicode.C, r) {
		return n
	}
	return 0
}

// strayText reports a run of stray characters and skips it.
func (g *grower) strayText() {
	start := g.pos
	r, _ := utf8.DecodeRuneInString(g.src.Text[start:])
	for g.pos < len(g.src.Text) {
		n := g.strayHere()
		if n == 0 {
			break
		}
		g.pos += n
	}
	at := g.span(start, g.pos)
	if g.stray++; g.stray > MaxStray {
		g.ds.Errorf(diag.HDDLStray, at, "too much stray text; the rest of the file is not read").Hint = "the file may not be a text file"
		g.gaveUp = true
		return
	}
	if r == utf8.RuneError {
		g.ds.Errorf(diag.HDDLStray, at, "bytes that are not UTF-8: % x", g.src.Text[start:min(g.pos, start+8)]).Hint = "save the file as UTF-8"
		return
	}
	g.ds.Errorf(diag.HDDLStray, at, "stray character %q", r).Hint = "use an ordinary space, or remove it"
}

func (g *grower) span(start, end int) diag.Span {
	return diag.Span{Src: g.src, Start: int32(start), End: int32(min(end, len(g.src.Text)))}
}

// count returns "1 thing is" or "n things are".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
