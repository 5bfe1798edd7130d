package edit

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Group says among what a statement may stand.
type Group string

// Groups of statements.
const (
	GroupDeclaration Group = "declaration"
	GroupMethod      Group = "method"
	GroupSubtask     Group = "subtask"
	GroupNode        Group = "node"
	GroupStep        Group = "step"
	GroupSymbol      Group = "symbol"
	GroupLine        Group = "line" // any other line: it stays in its declaration
)

// Sketched is a statement of a text, for views that draw it. Offsets are in bytes.
type Sketched struct {
	Path    string       `json:"path"`
	Group   Group        `json:"group"`
	Kind    string       `json:"kind"` // the word of its row in the table, as in task, method, when; of a node its words, as in random selector
	Name    string       `json:"name,omitempty"`
	Head    string       `json:"head"` // its text before its braces
	Start   int          `json:"start"`
	HeadEnd int          `json:"headEnd"`
	End     int          `json:"end"`
	Clauses []LineClause `json:"clauses,omitempty"` // on its line
	Remark  string       `json:"remark,omitempty"`  // the comment right above it, or behind it
	Off     bool         `json:"off,omitempty"`     // a disabled node
	Closed  bool         `json:"closed,omitempty"`  // it is marked as collapsed
	Frame   string       `json:"frame,omitempty"`   // the title of the frame that begins with it
	Until   string       `json:"until,omitempty"`   // the path of the last statement in that frame
	Takes   Group        `json:"takes,omitempty"`   // what its braces hold; empty: it has none
	Body    int          `json:"body,omitempty"`    // which of its parent's braces it stands in
	Lines   []*Sketched  `json:"lines,omitempty"`
	Curves  []TextCurve  `json:"curves,omitempty"` // response curves in its own text
	// Broken says that the declaration has mistakes of syntax: only its place and first line are known.
	Broken bool `json:"broken,omitempty"`
}

// LineClause is a clause on the line of a statement.
type LineClause struct {
	Word  string `json:"word"`
	Text  string `json:"text"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Sketch returns the declarations of a text that may have mistakes. whole says that it has none of syntax; otherwise
// each declaration is read by itself, and those that cannot be are broken.
func Sketch(name, content string) (list []*Sketched, whole bool) {
	if t, _ := readText(name, content); t != nil {
		return t.parts(0), true
	}
	for _, c := range chunks(content) {
		if t, _ := readText(name, content[c.start:c.end]); t != nil {
			list = append(list, t.parts(c.start)...)
			continue
		}
		text := strings.TrimSpace(content[c.start:c.end])
		head, _, _ := strings.Cut(text, "\n")
		word, path := label(head)
		list = append(list, &Sketched{Path: path, Group: GroupDeclaration, Kind: word, Head: strings.TrimRight(head, " {"), Start: c.start, HeadEnd: c.start + len(head), End: c.start + len(text), Broken: true})
	}
	return list, false
}

// label returns the first word of a declaration that cannot be parsed, and the path that it seems to have.
func label(head string) (word, path string) {
	word, rest, _ := strings.Cut(head, " ")
	rest = strings.TrimLeft(rest, " ")
	end := strings.IndexFunc(rest, func(r rune) bool { return !nameRune(r) })
	if strings.HasPrefix(rest, `"`) {
		end = 2 + strings.IndexByte(rest[1:], '"')
	}
	if end < 2 && strings.HasPrefix(rest, `"`) || end < 0 {
		end = len(rest)
	}
	return word, strings.TrimSpace(word + " " + rest[:end])
}

func nameRune(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
}

// chunk is the part of a text that seems to be a declaration.
type chunk struct{ start, end int }

// chunks cuts a text at the lines that seem to begin a declaration: those that begin with the word of one, and outside
// of braces those that begin with any.
func chunks(text string) []chunk {
	var list []chunk
	depth, start := 0, 0
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:], '\n') + 1
		if end == at {
			end = len(text)
		}
		line := text[at:end]
		if word, _, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " "); word != "" && nameRune(rune(word[0])) && (depth <= 0 || declares(word)) {
			if strings.TrimSpace(text[start:at]) != "" {
				list = append(list, chunk{start, at})
			}
			start, depth = at, 0
		}
		depth += braces(line)
		at = end
	}
	if strings.TrimSpace(text[start:]) != "" {
		list = append(list, chunk{start, len(text)})
	}
	return onlyStatements(text, list)
}

// onlyStatements takes away the chunks that hold nothing but comments.
func onlyStatements(text string, list []chunk) []chunk {
	kept := list[:0]
	for _, c := range list {
		if at := c.start + statementIn(text[c.start:c.end]); strings.TrimSpace(text[at:c.end]) != "" {
			kept = append(kept, chunk{at, c.end})
		}
	}
	return kept
}

func declares(word string) bool {
	for _, s := range def.Statements() {
		if s.Decl && s.Word == word {
			return true
		}
	}
	return false
}

// braces returns how many braces a line opens more than it closes, outside of texts and comments.
func braces(line string) int {
	depth, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '/' && strings.HasPrefix(line[i:], "//"):
			return depth
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	return depth
}

// parts returns the declarations of a text that stands at an offset in another.
func (t *text) parts(offset int) []*Sketched {
	list := []*Sketched{}
	for _, n := range t.top.lines {
		list = append(list, t.part(n, offset))
	}
	return list
}

func (t *text) part(n *node, offset int) *Sketched {
	head := n.End
	if len(n.Bodies) > 0 {
		head = n.Bodies[0].Open
	}
	words := strings.TrimRight(t.src.Text[n.Start:head], " \t\r\n")
	p := &Sketched{Path: n.path, Group: t.groupOf(n), Kind: t.kindWord(n), Head: words, Start: n.Start + offset, HeadEnd: n.Start + len(words) + offset, End: n.End + offset, Remark: t.remark(n), Body: n.body}
	if n.NameEnd > 0 {
		p.Name = strings.Trim(t.src.Text[n.NameStart:n.NameEnd], "\"`")
	}
	for _, c := range n.Clauses {
		p.Clauses = append(p.Clauses, LineClause{c.Word, t.src.Text[c.Start:c.End], c.Start + offset, c.End + offset})
		p.Off = p.Off || c.Word == "disabled"
	}
	if len(n.Bodies) > 0 {
		p.Takes = takes(n)
	}
	_, _, _, p.Closed = t.markAbove(n, isOf(markCollapsed))
	if title, last := t.frame(n); last != nil {
		p.Frame, p.Until = title, last.path
	}
	for _, c := range t.curves() {
		if c.at == n {
			p.Curves = append(p.Curves, c.drawn(t, offset))
		}
	}
	for _, l := range n.lines {
		p.Lines = append(p.Lines, t.part(l, offset))
	}
	return p
}

// takes returns the group of what stands in the braces of a statement.
func takes(n *node) Group {
	switch {
	case n.Says == nil:
		return GroupLine
	case n.Says == &def.TreeTable || n.Says.HasChildren():
		return GroupNode
	case n.Says == &def.TaskTable:
		return GroupMethod
	case n.Says == &def.MethodTable || n.Says == &def.UnorderedTable || n.Says == &def.OrderedTable:
		return GroupSubtask
	case n.Says == &def.StateTable:
		return GroupSymbol
	case n.Says == &def.GoalTable:
		return GroupStep
	}
	for i := range n.Says.Body {
		if n.Says.Body[i].Of == &def.StepTable {
			return GroupStep
		}
	}
	return GroupLine
}

func (t *text) groupOf(n *node) Group {
	if n.parent == t.top {
		return GroupDeclaration
	}
	switch g := takes(n.parent); {
	case g == GroupMethod || g == GroupSymbol:
		return g
	case n.Key == "" && g != GroupLine, n.Says == &def.UnorderedTable, n.Says == &def.OrderedTable:
		return g
	case n.Says == nil || len(n.Says.Nodes) == 0 || n.Says.Nodes[0] == def.NodeCase:
		return GroupLine
	default:
		return g
	}
}

// kindWord returns what a statement is, in a word or two.
func (t *text) kindWord(n *node) string {
	if words, ok := t.kindWords(n); ok {
		return words
	}
	switch {
	case n.Says != nil:
		return n.Says.Word
	case n.Key != "":
		word, _, _ := strings.Cut(n.Key, " ")
		return word
	}
	return "call"
}

// remark returns the comments right above a statement, and that behind it: what a blank line sets apart, such as what
// is said about the whole file, does not belong to it.
func (t *text) remark(n *node) string {
	var list, behind []string
	from, tail := t.before(n), t.tail(n)
	end := n.Start // of the last comment
	apart := func(at int) bool { return end < at && strings.Count(t.src.Text[end:at], "\n") > 1 }
	for _, c := range t.out.Comments {
		switch {
		case IsMark(c.Text):
			if c.Start >= from && c.End <= n.Start {
				end = c.End
			}
		case c.Start >= from && c.End <= n.Start && c.Own:
			if apart(c.Start) {
				list = nil
			}
			list, end = append(list, c.Text), c.End
		case c.Start >= n.End && c.End <= tail:
			behind = append(behind, c.Text)
		}
	}
	if apart(n.Start) {
		list = nil
	}
	return strings.Join(append(list, behind...), "\n")
}

// PartAt returns the innermost statement that holds an offset; nil: none does.
func PartAt(list []*Sketched, offset int) *Sketched {
	for _, p := range list {
		if p.Start <= offset && offset <= p.End {
			if inner := PartAt(p.Lines, offset); inner != nil {
				return inner
			}
			return p
		}
	}
	return nil
}

// PartOf returns the statement at a path; nil: there is none.
func PartOf(list []*Sketched, path string) *Sketched {
	for _, p := range list {
		if p.Path == path {
			return p
		}
		if strings.HasPrefix(path, p.Path) {
			if inner := PartOf(p.Lines, path); inner != nil {
				return inner
			}
		}
	}
	return nil
}

// Alone returns the part of a text that operations can change although the text has mistakes of syntax elsewhere: the
// declaration that they name, or the end of the text for a new one.
func Alone(name, content string, ops []Op) (start, end int, ok bool) {
	path := ""
	for _, op := range ops {
		for _, p := range []string{op.At, op.Into, op.After, op.Before} {
			if own := pathParts(p)[0]; own != "" && path != "" && own != path {
				return 0, 0, false
			} else if own != "" {
				path = own
			}
		}
	}
	if path == "" {
		return len(content), len(content), true
	}
	for _, c := range chunks(content) {
		if t, _ := readText(name, content[c.start:c.end]); t != nil && t.byPath[path] != nil {
			return c.start, c.end, true
		}
	}
	return 0, 0, false
}
