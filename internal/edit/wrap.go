package edit

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

func wrap(e *editor, t *text, op Op) *change {
	first, last := e.several(t, op)
	if first == nil {
		return nil
	}
	head := strings.TrimSpace(op.Text)
	if head == "" {
		e.refuse(diag.EditOp, diag.Span{}, "wrap needs a text, as in selector or unordered")
		return nil
	}
	var c *change
	if t.alone(first) && t.alone(last) {
		by := t.indentation(first.Start)
		from, to := t.lineStart(t.lead(first)), t.lineEnd(t.tail(last))
		c = e.one(op, t, patch{from: from, to: from, text: by + head + " {\n", fresh: []int{len(by)}}, patch{from: to, to: to, text: "\n" + by + "}"})
	} else {
		c = e.one(op, t, patch{from: first.Start, to: first.Start, text: head + " { ", fresh: []int{0}}, patch{from: last.End, to: last.End, text: " }"})
	}
	c.keeps = true
	c.inverse = func(d *done) []Op {
		if len(d.fresh) == 0 {
			return nil
		}
		return []Op{{Op: "unwrap", At: d.fresh[0].path}}
	}
	return c
}

func unwrap(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	if len(n.Bodies) != 1 || len(n.lines) == 0 || n.parent == t.top {
		e.refuse(diag.EditPlace, t.span(n), "%q cannot be unwrapped", op.At).Hint = "unwrap replaces a node, a block or a way by the lines in its braces"
		return nil
	}
	b := n.Bodies[0]
	c := e.one(op, t, t.opening(n, b.Open), t.closing(n, b.Close))
	c.keeps = true
	head := strings.TrimSpace(t.src.Text[n.Start:b.Open])
	c.inverse = func(d *done) []Op {
		first, last := d.moved[n.lines[0]], d.moved[n.lines[len(n.lines)-1]]
		if first == nil || last == nil {
			return nil
		}
		back := Op{Op: "wrap", At: first.path, Text: head}
		if last != first {
			back.Through = last.path
		}
		return []Op{back}
	}
	return c
}

// opening removes a statement up to the first of its lines. The comment behind its brace goes to a line of its own.
func (t *text) opening(n *node, open int) patch {
	opened := t.opened(n, 0)
	end := t.lineEnd(opened)
	switch first := n.lines[0]; {
	case opened > open+1:
		return patch{from: n.Start, to: opened, text: strings.TrimLeft(t.src.Text[open+1:opened], " \t")}
	case !blank(t.src.Text[opened:end]):
		return patch{from: n.Start, to: min(first.Start, t.lead(first))}
	case blank(t.src.Text[t.lineStart(n.Start):n.Start]):
		return patch{from: t.lineStart(n.Start), to: end + 1}
	}
	return patch{from: n.Start, to: open + 1}
}

// closing removes the closing brace of a statement. The comment behind it stays.
func (t *text) closing(n *node, at int) patch {
	last := n.lines[len(n.lines)-1]
	start, end := t.lineStart(at), t.lineEnd(at)
	switch {
	case t.tail(last) > start || last.End > start:
		return patch{from: min(at, max(t.separator(last.End), last.End)), to: at + 1}
	case blank(t.src.Text[start:at]) && blank(t.src.Text[at+1:end]):
		return patch{from: start, to: min(len(t.src.Text), end+1)}
	}
	return patch{from: at, to: at + 1}
}

func kindOp(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	words, ok := t.kindWords(n)
	if !ok {
		e.refuse(diag.EditPlace, t.span(n), "%q has no kind that can be replaced", op.At).Hint = "kind is for nodes with a word of their own, such as sequence, and for unordered and ordered"
		return nil
	}
	end, to := n.Start+len(words), strings.TrimSpace(op.To)
	k, known := kindOf(to)
	if to == "" {
		e.refuse(diag.EditOp, diag.Span{}, "kind needs to, as in selector")
		return nil
	}
	if !known || k.Words != to || k.Value == def.NoValue { // a value is given, or there is none
		end = t.headEnd(n, 0)
	}
	was := t.src.Text[n.Start:end]
	c := e.one(op, t, patch{from: n.Start, to: end, text: to, carries: []carry{{n, 0}}, fresh: []int{0}})
	c.keeps = true
	c.inverse = func(d *done) []Op {
		if now := d.moved[n]; now != nil {
			return []Op{{Op: "kind", At: now.path, To: was}}
		}
		return nil
	}
	return c
}

// kindWords returns the words that a node or a block begins with.
func (t *text) kindWords(n *node) (string, bool) {
	if n.Says == &def.UnorderedTable || n.Says == &def.OrderedTable {
		return n.Says.Word, true
	}
	if n.Says == nil || len(n.Says.Nodes) == 0 || n.Says == def.CallTable || n.Key != "" {
		return "", false
	}
	k, ok := kindOf(t.src.Text[n.Start:n.End])
	return k.Words, ok
}

// kindOf returns the kind of node that a text begins with.
func kindOf(text string) (best def.NodeKindInfo, ok bool) {
	for _, k := range def.NodeKinds() {
		if k.Words != "" && len(k.Words) > len(best.Words) && strings.HasPrefix(text, k.Words) {
			if rest := text[len(k.Words):]; rest == "" || strings.ContainsAny(rest[:1], " \t\n({;") {
				best, ok = k, true
			}
		}
	}
	return best, ok
}

// headEnd returns the end of what a statement says before its clauses; before the clause with a number, if it has that
// many.
func (t *text) headEnd(n *node, clauses int) int {
	end := n.End
	switch {
	case clauses < len(n.Clauses):
		end = n.Clauses[clauses].Start
	case len(n.Bodies) > 0:
		end = n.Bodies[0].Open
	}
	return n.Start + len(strings.TrimRight(t.src.Text[n.Start:end], " \t\r\n"))
}

func replace(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	text := outdent(strings.Trim(op.Text, "\n"))
	if strings.TrimSpace(text) == "" {
		e.refuse(diag.EditOp, diag.Span{}, "replace needs a text").Hint = "remove takes a statement away"
		return nil
	}
	by, was := t.indentation(n.Start), t.src.Text[n.Start:n.End]
	text = strings.TrimPrefix(indent(text, by), by)
	c := e.one(op, t, patch{from: n.Start, to: n.End, text: text, carries: []carry{{n, 0}}, fresh: []int{0}})
	c.inverse = func(d *done) []Op {
		if now := d.moved[n]; now != nil {
			return []Op{{Op: "replace", At: now.path, Text: was}}
		}
		return nil
	}
	return c
}
