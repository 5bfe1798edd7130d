package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Slot is where something is to be inserted: beside a statement, into one, or as a clause on its line. Without any of
// them it is the end of the file.
type Slot struct {
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Into   string `json:"into,omitempty"`
	Index  *int   `json:"index,omitempty"`
	Clause string `json:"clause,omitempty"` // the path of the statement that gets a clause
}

// Insertable is something that may be inserted, or the reason why not.
type Insertable struct {
	Label   string `json:"label"`
	Doc     string `json:"doc,omitempty"`
	Of      string `json:"of"` // what it is: "node", "task", "as written"
	Op      *Op    `json:"op,omitempty"`
	Else    []*Op  `json:"else,omitempty"`    // other forms, for when the program would not load with it
	Refused string `json:"refused,omitempty"` // why it cannot be inserted here
	Edit    bool   `json:"edit,omitempty"`    // its text has placeholders: it is to be edited next
}

// Insertables returns what may be inserted at a place of a text: the line that was typed, if it can stand there; the
// words of the language; and calls of what is declared. Words and calls that cannot stand there come last, with the
// reason. known holds further declarations that the text can call.
func Insertables(name, content string, at Slot, typed string, known []Callee) ([]Insertable, diag.List) {
	t, ds := readText(name, content)
	if t == nil {
		return nil, ds
	}
	c := chooser{t: t, at: at}
	if at.Clause != "" {
		c.n = t.find(&ds, at.Clause)
	} else {
		e := &editor{}
		s, _ := e.spot(t, Op{Before: at.Before, After: at.After, Into: at.Into, Index: at.Index})
		if c.n = s.n; c.n != nil {
			c.alone = t.placeholder(s)
			c.surround(s)
		}
		ds.Append(e.ds)
	}
	if c.n == nil {
		return nil, ds
	}
	list := c.typed(typed)
	if at.Clause != "" {
		return append(list, c.clauses()...), ds
	}
	legal, other := c.words()
	called, not := c.calls(append(Callees(t.parts(0)), known...))
	return slices.Concat(list, called, legal, not, other), ds
}

// chooser looks for what may be inserted at a place.
type chooser struct {
	t             *text
	at            Slot
	n             *node // the statement in whose braces the place is, or that gets a clause
	before, after string
	alone         string // the path of a placeholder that is the only line of the place
	deep, beside  int    // how many braces are open at the place, and how many lines stand beside it
}

// surround prepares a short text that holds the place: the heads of the statements around it, and the lines beside it,
// if possible without what is in their braces.
func (c *chooser) surround(s spot) {
	for n := s.n; n != c.t.top; n = n.parent {
		c.deep++
	}
	for _, show := range []func(*node) string{c.t.brief, c.t.full, func(*node) string { return "" }} {
		c.before, c.after, c.beside = "", "", 0
		for _, l := range s.n.lines {
			switch said := c.line(show(l)); {
			case l.body != s.body || l.path == c.alone || strings.TrimSpace(said) == "":
				continue
			case l.at < s.at:
				c.before += said
			default:
				c.after += said
			}
			c.beside++
		}
		body := s.body
		for n := s.n; n != c.t.top; n = n.parent {
			before, after := c.t.shell(n, body)
			if n.parent != c.t.top {
				before, after = "    "+before, "    "+after
			}
			c.before, c.after, body = before+c.before, c.after+after, n.body
		}
		if t, _ := readText("", c.before+c.after); t != nil {
			return
		}
	}
}

// placeholder returns the path of the todo that is the only line of a body; empty: it has others, or none.
func (t *text) placeholder(s spot) string {
	path := ""
	for _, l := range s.n.lines {
		if l.body != s.body {
			continue
		}
		if said := strings.TrimPrefix(t.full(l), "want "); path != "" || s.n == t.top || len(l.lines)+len(l.Clauses) > 0 && said != `todo "what it wants" { score 1 }` || !strings.HasPrefix(said, expr.WordTodo+" ") {
			return ""
		}
		path = l.path
	}
	return path
}

// line returns a text as lines at the place: indented, because what begins a line without a space may be read as a
// declaration.
func (c *chooser) line(words string) string {
	if c.deep == 0 {
		return words + "\n"
	}
	return "    " + strings.ReplaceAll(words, "\n", "\n    ") + "\n"
}

func (t *text) full(n *node) string { return t.src.Text[n.Start:n.End] }

// shell returns what stands before and after the lines of one of a statement's bodies; its other bodies are empty.
func (t *text) shell(n *node, body int) (before, after string) {
	b := n.Bodies
	before = t.src.Text[n.Start:b[0].Open]
	for i := range body {
		before += "{ }" + t.src.Text[b[i].Close+1:b[i+1].Open]
	}
	after = "}"
	for i := body + 1; i < len(b); i++ {
		after += t.src.Text[b[i-1].Close+1:b[i].Open] + "{ }"
	}
	return before + "{\n", after + t.src.Text[b[len(b)-1].Close+1:n.End] + "\n"
}

// brief returns a statement with empty braces.
func (t *text) brief(n *node) string {
	if len(n.Bodies) == 0 {
		return t.full(n)
	}
	before, after := t.shell(n, 0)
	return strings.TrimSuffix(before, "\n") + " " + strings.TrimSuffix(after, "\n")
}

// fits reports whether a text can stand at the place.
func (c *chooser) fits(words string) (diag.List, bool) {
	t, ds := readText("", c.before+c.line(words)+c.after)
	if t == nil {
		return ds, false
	}
	n := t.top
	for range c.deep { // nothing closes the braces around it
		if len(n.lines) != 1 {
			ds.Errorf(diag.EditPlace, diag.Span{}, "it closes the braces around it")
			return ds, false
		}
		n = n.lines[0]
	}
	return ds, len(n.lines) > c.beside
}

// insert returns the operation that inserts a text at the place. It takes the place of a placeholder that stands there
// alone.
func (c *chooser) insert(words string) *Op {
	if c.alone != "" {
		return &Op{Op: "replace", At: c.alone, Text: words}
	}
	return &Op{Op: "insert", Before: c.at.Before, After: c.at.After, Into: c.at.Into, Index: c.at.Index, Text: words}
}

// typed returns the choice of a line as it was written.
func (c *chooser) typed(line string) []Insertable {
	if line = strings.TrimSpace(line); line == "" {
		return nil
	}
	own := Insertable{Label: line, Of: "as written", Doc: "Inserts the line as you wrote it."}
	if c.at.Clause != "" {
		word, value, _ := strings.Cut(line, " ")
		own.Op = c.set(word, strings.TrimSpace(value))
		return []Insertable{c.tried(own)}
	}
	ds, bare := c.fits(line)
	var more []string
	word, _, _ := strings.Cut(line, " ")
	for _, form := range templates[word] {
		if i := strings.IndexByte(form, '{'); i > 0 && !strings.Contains(form, "OWN") && strings.Contains(form, "\n") == (c.deep == 0) {
			more = append(more, " "+form[i:])
		}
	}
	if c.deep == 0 {
		more = append(more, " {\n}")
	}
	kind, isKind := kindOf(line)
	if isKind && kind.Least > 1 {
		more = append(more, " "+bodies[1])
	}
	if isKind {
		more = append(more, " "+bodies[0])
	}
	more = append(more, " { }")
	if !bare || isKind && kind.Shape != def.ShapeLeaf {
		for _, body := range more {
			if _, ok := c.fits(line + body); ok {
				line, bare = line+body, true
				break
			}
		}
	}
	if own.Op = c.insert(line); !bare {
		own.Op, own.Refused = nil, reason(ds)
	}
	return []Insertable{own}
}

func reason(ds diag.List) string {
	for _, d := range ds.All {
		if d.Severity == diag.Error {
			return d.Message
		}
	}
	return "it cannot stand here"
}

// tried returns a choice, or the reason why its operation is not possible.
func (c *chooser) tried(o Insertable) Insertable {
	e := newEditor(lang.Texts{"x": c.t.src.Text}, "x", nil)
	if _, ok := e.step(*o.Op, false); !ok {
		o.Op, o.Refused = nil, reason(e.ds)
	}
	return o
}

func (c *chooser) set(word, value string) *Op {
	op := &Op{Op: "set", At: c.at.Clause, Clause: word, Value: value}
	if value == "" {
		op.Value = true
	}
	return op
}

// clauses returns the clauses that a statement may get on its line or in its braces.
func (c *chooser) clauses() []Insertable {
	if c.n.Says == nil {
		return nil
	}
	var list []Insertable
	seen := map[string]bool{}
	for _, o := range c.n.Says.Clauses() {
		if seen[o.Word] {
			continue
		}
		seen[o.Word] = true
		choice := Insertable{Label: o.Word, Doc: o.Doc, Of: "clause"}
		if _, has := c.t.valueOf(c.n, o.Word); has {
			choice.Refused = "it has this clause already"
			list = append(list, choice)
			continue
		}
		row := def.ClauseOf(c.n.Says.Head, o.Word)
		if row == nil {
			row = def.ClauseOf(def.NodeTable.Head, o.Word)
		}
		choice.Edit = row != nil && row.Takes != def.TakesFlag
		why := ""
		for _, value := range valuesOf(o, row) {
			one := c.tried(Insertable{Op: c.set(o.Word, value)})
			switch {
			case one.Op == nil:
				why = cmp.Or(why, one.Refused)
			case choice.Op == nil:
				choice.Op = one.Op
			default:
				choice.Else = append(choice.Else, one.Op)
			}
		}
		if choice.Op == nil {
			choice.Refused = why
		}
		list = append(list, choice)
	}
	return list
}

// valuesOf returns values that a clause may take, to be tried one after the other.
func valuesOf(o def.Offer, row *def.Clause) []string {
	example := strings.TrimSpace(strings.TrimPrefix(o.Form, o.Word))
	if row != nil && row.Takes == def.TakesCondition {
		example = "true"
	}
	return append(append([]string{example}, o.Words...), "true", "1", "1s", `"text"`, "name", "")
}
