package edit

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// spot is a place for a statement: before a line of a body.
type spot struct {
	n    *node // whose body
	body int
	at   int
}

// prev and next are the lines around a place; nil: none.
func (s spot) line(at int) *node {
	for _, l := range s.n.lines {
		if l.body == s.body && l.at == at {
			return l
		}
	}
	return nil
}

// spot returns the place that an operation names.
func (e *editor) spot(t *text, op Op) (spot, bool) {
	switch {
	case op.Before != "":
		n := t.find(&e.ds, op.Before)
		if n == nil {
			return spot{}, false
		}
		return spot{n.parent, n.body, n.at}, true
	case op.After != "":
		n := t.find(&e.ds, op.After)
		if n == nil {
			return spot{}, false
		}
		return spot{n.parent, n.body, n.at + 1}, true
	}
	n := t.top
	if op.Into != "" {
		if n = t.find(&e.ds, op.Into); n == nil {
			return spot{}, false
		}
		if len(n.Bodies) == 0 {
			e.refuse(diag.EditPlace, t.span(n), "%q has no braces to put something into", op.Into)
			return spot{}, false
		}
	}
	s := spot{n, 0, len(n.Bodies[0].Lines)}
	if op.Index == nil {
		return s, true
	}
	if *op.Index < 0 || *op.Index > s.at {
		e.refuse(diag.EditPlace, t.span(n), "there is no place %d; the last is %d", *op.Index, s.at)
		return spot{}, false
	}
	s.at = *op.Index
	return s, true
}

// place returns the index of a statement for an operation that puts it there.
func (n *node) place() Op {
	at := n.at
	for b := range n.body {
		at += len(n.parent.Bodies[b].Lines)
	}
	if n.body > 0 {
		if prev := n.neighbour(-1); prev != nil {
			return Op{After: prev.path}
		}
		if next := n.neighbour(1); next != nil {
			return Op{Before: next.path}
		}
	}
	return Op{Into: n.parent.path, Index: &at}
}

func insert(e *editor, t *text, op Op) *change {
	s, ok := e.spot(t, op)
	if !ok {
		return nil
	}
	if strings.TrimSpace(op.Text) == "" {
		e.refuse(diag.EditOp, diag.Span{}, "insert needs a text")
		return nil
	}
	if op.Over {
		if p := t.putOver(s, op.Text, nil); p != nil {
			return e.one(op, t, *p)
		}
	}
	count := len(s.n.Bodies[s.body].Lines)
	c := e.one(op, t, t.put(s, op.Text, op.Gap, nil))
	if at := statementIn(op.Text); at < len(op.Text) && !strings.HasPrefix(op.Text[at:], "//") {
		c.begins = true // it is more than comments
	}
	c.inverse = func(d *done) []Op {
		if len(d.fresh) == 0 {
			return nil
		}
		n := d.fresh[0]
		back := Op{Op: "remove", At: n.path}
		if more := len(n.siblings()) - count - 1; more > 0 {
			if last := n.neighbour(more); last != nil {
				back.Through = last.path
			}
		}
		return []Op{back}
	}
	return c
}

// put returns the patch that puts a text at a place. n is the statement in it, if it comes from elsewhere.
func (t *text) put(s spot, words string, gap *bool, n *node) patch {
	if above := strings.HasPrefix(words, "\n"); gap == nil && above {
		gap = &above
	}
	words = outdent(strings.Trim(words, "\n"))
	p := t.putLines(s, words, gap)
	if p == nil {
		if p = t.putInline(s, words); strings.Contains(p.text, "\n") {
			p.around = []*node{s.n}
		}
	}
	at := strings.Index(p.text, words) // of one line; several are indented
	if at < 0 {
		first, _, _ := strings.Cut(words, "\n")
		at = max(0, strings.Index(p.text, first))
	}
	at += statementIn(p.text[at:])
	p.fresh = []int{at}
	if n != nil {
		p.carries = []carry{{n, at}}
	}
	return *p
}

// putOver returns the patch that puts a text in place of a todo which is the only line of a place; nil: none is.
func (t *text) putOver(s spot, words string, n *node) *patch {
	todo := t.byPath[t.placeholder(s)]
	if todo == nil {
		return nil
	}
	by := t.indentation(todo.Start)
	words = strings.TrimPrefix(indent(outdent(strings.Trim(words, "\n")), by), by)
	p := &patch{from: todo.Start, to: todo.End}
	if !t.alone(todo) && (strings.Contains(words, "\n") || strings.Contains(words, "//")) {
		words, p.around = "\n"+words+"\n", []*node{s.n}
	}
	at := statementIn(words)
	p.text, p.fresh = words, []int{at}
	if n != nil {
		p.carries = []carry{{n, at}}
	}
	return p
}

// statementIn returns where the first statement of a text begins, after comments and white space.
func statementIn(s string) int {
	at := 0
	for {
		at += len(s[at:]) - len(strings.TrimLeft(s[at:], " \t\r\n"))
		if !strings.HasPrefix(s[at:], "//") {
			return at
		}
		n := strings.IndexByte(s[at:], '\n')
		if n < 0 {
			return at
		}
		at += n + 1
	}
}

// putLines puts a text on lines of its own; nil: the place is within a line.
func (t *text) putLines(s spot, words string, gap *bool) *patch {
	prev, next := s.line(s.at-1), s.line(s.at)
	closes := len(t.src.Text)
	if s.n != t.top {
		closes = s.n.Bodies[s.body].Close
	}
	after, by := t.opened(s.n, s.body), ""
	switch {
	case prev != nil:
		after, by = t.tail(prev), t.indentation(prev.Start)
	case next != nil:
		by = t.indentation(next.Start)
	case s.n != t.top:
		by = t.indentation(s.n.Start) + "    "
	}
	end := t.lineEnd(after)
	if !blank(t.src.Text[after:end]) && (s.n != t.top || prev != nil) || s.n != t.top && closes <= end || next != nil && next.Start < end && prev != nil {
		return nil
	}
	text := indent(words, by) + "\n"
	if s.n == t.top {
		if prev == nil {
			return t.putFirst(next, text)
		}
		if gap == nil {
			apart := !alike(words, t.src.Text[prev.Start:prev.End])
			gap = &apart
		}
	}
	if gap != nil && *gap && prev != nil {
		text = "\n" + text
	}
	if end == len(t.src.Text) {
		return &patch{from: end, to: end, text: "\n" + text}
	}
	return &patch{from: end + 1, to: end + 1, text: text}
}

// putFirst puts a declaration before all others of a file.
func (t *text) putFirst(next *node, text string) *patch {
	if next == nil {
		if at := len(t.src.Text); at > 0 && strings.TrimSpace(t.src.Text) != "" {
			return &patch{from: at, to: at, text: "\n" + text}
		}
		return &patch{from: 0, to: len(t.src.Text), text: text}
	}
	at := max(t.lineStart(t.lead(next)), t.opened(t.top, 0))
	if !alike(text, t.src.Text[next.Start:next.End]) {
		text += "\n"
	}
	return &patch{from: at, to: at, text: text}
}

// alike reports whether two declarations stand together without a blank line: they begin with the same word, and each
// has one line.
func alike(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	word, _, _ := strings.Cut(a, " ")
	return strings.HasPrefix(b, word+" ") && !strings.Contains(a, "\n") && !strings.Contains(b, "\n")
}

// putInline puts a text between others of a line.
func (t *text) putInline(s spot, words string) *patch {
	prev, next, tall := s.line(s.at-1), s.line(s.at), strings.Contains(words, "\n") || strings.Contains(words, "//")
	switch {
	case prev != nil && tall:
		return &patch{from: prev.End, to: prev.End, text: "\n" + words + "\n"}
	case prev != nil:
		return &patch{from: prev.End, to: prev.End, text: "; " + words}
	case tall && next != nil:
		return &patch{from: next.Start, to: next.Start, text: "\n" + words + "\n"}
	case next != nil:
		return &patch{from: next.Start, to: next.Start, text: words + "; "}
	}
	b := s.n.Bodies[s.body]
	to := b.Open + 1
	if blank(t.src.Text[to:b.Close]) {
		to = b.Close
	}
	if tall {
		return &patch{from: b.Open + 1, to: to, text: "\n" + words + "\n"}
	}
	return &patch{from: b.Open + 1, to: to, text: " " + words + " "}
}

// several returns the statements that an operation names: one, or those from it to another of the same body.
func (e *editor) several(t *text, op Op) (first, last *node) {
	if first = t.find(&e.ds, op.At); first == nil {
		return nil, nil
	}
	if op.Through == "" {
		return first, first
	}
	if last = t.find(&e.ds, op.Through); last == nil {
		return nil, nil
	}
	if last.parent != first.parent || last.body != first.body || last.at < first.at {
		e.refuse(diag.EditPlace, t.span(last), "%q does not come after %q in the same braces", op.Through, op.At)
		return nil, nil
	}
	return first, last
}

func remove(e *editor, t *text, op Op) *change {
	first, last := e.several(t, op)
	if first == nil {
		return nil
	}
	from, to := t.unit(first, last)
	stay, _ := t.handOver(first, last, "")
	c := e.one(op, t, append(stay, patch{from: from, to: to})...)
	c.inverse = func(d *done) []Op {
		var back []Op
		for n := last; ; n = n.neighbour(-1) {
			o := first.place()
			gap := t.gap(n)
			o.Op, o.Text, o.Gap = "insert", strings.TrimPrefix(t.words(n), "\n"), &gap
			if back = append(back, o); n == first {
				return back
			}
		}
	}
	return c
}

func move(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	s, ok := e.spot(t, op)
	if !ok {
		return nil
	}
	for outer := s.n; outer != nil; outer = outer.parent {
		if outer == n {
			e.refuse(diag.EditPlace, t.span(n), "%q cannot be moved into itself", op.At)
			return nil
		}
	}
	if s.line(s.at) == n || s.line(s.at-1) == n {
		return e.one(op, t)
	}
	from, to := t.unit(n, n)
	patches, words := t.handOver(n, n, t.words(n))
	patches = append(patches, patch{from: from, to: to})
	if op.Over {
		if p := t.putOver(s, words, n); p != nil {
			c := e.one(op, t, append(patches, *p)...)
			c.keeps = true
			return c
		}
	}
	c := e.one(op, t, append(patches, t.put(s, words, nil, n))...)
	c.keeps = true
	c.inverse = func(d *done) []Op {
		now := d.moved[n]
		if now == nil {
			return nil
		}
		back := Op{Op: "move", At: now.path}
		if next := n.neighbour(1); next != nil && d.moved[next] != nil {
			back.Before = d.moved[next].path
		} else if prev := n.neighbour(-1); prev != nil && d.moved[prev] != nil {
			back.After = d.moved[prev].path
		} else if n.parent != t.top && d.moved[n.parent] != nil {
			back.Into = d.moved[n.parent].path
		}
		return []Op{back}
	}
	return c
}

// ownName returns where the name stands that a statement declares, from its start; false: it declares none.
func (t *text) ownName(n *node) (start, end int, ok bool) {
	if n.Says == nil || n.NameEnd == 0 {
		return 0, 0, false
	}
	named := n.Says == &def.SymbolTable || n.Says == &def.TestTable || n.Says.Decl && n.Says.Name != "" ||
		len(n.Says.Head) > 0 && (n.Says.Head[0].Takes == def.TakesTitle || n.Says.Head[0].Takes == def.TakesOwnName)
	return n.NameStart - n.Start, n.NameEnd - n.Start, named
}

func duplicate(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	words := strings.TrimPrefix(t.words(n), "\n")
	if start, end, ok := t.ownName(n); ok {
		base := strings.Index(words, t.src.Text[n.Start:n.Start+end])
		if base < 0 {
			base = statementIn(words)
		}
		words = words[:base+start] + e.newName(t, n, op.Name) + words[base+end:]
	}
	c := e.one(op, t, t.put(spot{n.parent, n.body, n.at + 1}, words, nil, nil))
	c.inverse = func(d *done) []Op {
		if len(d.fresh) == 0 {
			return nil
		}
		return []Op{{Op: "remove", At: d.fresh[0].path}}
	}
	return c
}

// newName returns the name of a copy: the one that is asked for, else the first that no neighbour has.
func (e *editor) newName(t *text, n *node, asked string) string {
	start, end, _ := t.ownName(n)
	name := t.src.Text[n.Start+start : n.Start+end]
	title := strings.HasPrefix(name, `"`)
	if asked != "" {
		return written(asked, title)
	}
	plain := strings.Trim(name, "\"`")
	for i := 2; ; i++ {
		next := written(fmt.Sprintf("%s_%d", plain, i), false)
		if title {
			next = written(fmt.Sprintf("%s %d", plain, i), true)
		}
		used := false
		for _, l := range t.nodes {
			used = used || l.Key == next || strings.HasSuffix(l.Key, " "+next)
		}
		if !used {
			return next
		}
	}
}
