package edit

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func set(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	value, given, err := op.valueText()
	if err != nil {
		e.refuse(diag.EditOp, diag.Span{}, "%v", err)
		return nil
	}
	c := e.clause(t, n, op, strings.TrimSpace(value), given)
	if c == nil {
		return nil
	}
	if was, had := t.valueOf(n, op.Clause); c.inverse == nil {
		c.inverse = func(d *done) []Op {
			now := d.moved[n]
			if now == nil {
				return nil
			}
			back := Op{Op: "set", At: now.path, Clause: op.Clause}
			if had {
				back.Value = was
			}
			return []Op{back}
		}
	}
	return c
}

// clause sets a clause of a statement: a line of its body, a part of its own line, or its value.
func (e *editor) clause(t *text, n *node, op Op, value string, given bool) *change {
	if at, end, ok := t.value(n, op.Clause); ok {
		return e.setValue(t, n, op, at, end, value, given)
	}
	body, head := clausesOf(n)
	written := strings.TrimSpace(op.Clause + " " + value)
	if i := slices.IndexFunc(body, func(c def.Clause) bool { return c.Word == op.Clause }); i >= 0 && op.Clause != "" {
		return e.setLine(t, n, op, body, i, written, given)
	}
	if i := slices.IndexFunc(head, func(c def.Clause) bool { return c.Word == op.Clause }); i >= 0 && op.Clause != "" {
		return e.setPart(t, n, op, head, i, written, given)
	}
	words := append(def.Words(body), def.Words(head)...)
	d := e.refuse(diag.EditOp, t.span(n), "%q has no clause %q", op.At, op.Clause)
	if d.Hint = expr.DidYouMean(op.Clause, words); d.Hint == "" && len(words) > 0 {
		d.Hint = "it has " + joined(words)
	}
	return nil
}

// clausesOf returns the clauses of a statement that are lines of its body, and those on its own line.
func clausesOf(n *node) (body, head []def.Clause) {
	switch s := n.Says; {
	case s == nil:
		return nil, nil
	case len(s.Nodes) > 0 || s == def.CallTable:
		if s == &def.UtilityTable {
			head = s.Head
		}
		return nil, append(slices.Clone(head), def.NodeTable.Head...)
	default:
		for _, c := range s.Body {
			if c.Of == nil && c.Word != "" {
				body = append(body, c)
			}
		}
		return body, s.Head
	}
}

// setLine sets a clause that is a line.
func (e *editor) setLine(t *text, n *node, op Op, table []def.Clause, i int, written string, given bool) *change {
	if len(n.Bodies) == 0 {
		e.refuse(diag.EditPlace, t.span(n), "%q has no braces to put a clause into", op.At)
		return nil
	}
	at := len(n.Bodies[0].Lines)
	for k, l := range n.lines {
		word, _, _ := strings.Cut(l.Key, " ")
		place := slices.IndexFunc(table, func(c def.Clause) bool { return c.Word == word })
		switch {
		case word == op.Clause && given:
			return e.one(op, t, patch{from: l.Start, to: l.End, text: written, carries: []carry{{l, 0}}, fresh: []int{0}})
		case word == op.Clause:
			c := remove(e, t, Op{Op: "remove", File: op.File, At: l.path})
			return c
		case (place > i || place < 0) && k < at:
			at = k
		}
	}
	if !given {
		return e.one(op, t)
	}
	c := e.one(op, t, t.put(spot{n, 0, at}, written, nil, nil))
	c.keeps = true
	return c
}

// setPart sets a clause on the line of a statement.
func (e *editor) setPart(t *text, n *node, op Op, table []def.Clause, i int, written string, given bool) *change {
	at := len(n.Clauses)
	for k, part := range n.Clauses {
		switch {
		case part.Word == op.Clause && !given:
			from := t.headEnd(n, k)
			return t.keeping(e.one(op, t, patch{from: from, to: part.End}))
		case part.Word == op.Clause:
			return t.keeping(e.one(op, t, patch{from: part.Start, to: part.End, text: written}), n)
		case slices.IndexFunc(table, func(c def.Clause) bool { return c.Word == part.Word }) > i && k < at:
			at = k
		}
	}
	if !given {
		return e.one(op, t)
	}
	from := t.headEnd(n, at)
	return t.keeping(e.one(op, t, patch{from: from, to: from, text: " " + written}), n)
}

// keeping marks a change that keeps all comments. n is the statement to lay out.
func (t *text) keeping(c *change, n ...*node) *change {
	c.keeps = true
	for _, n := range n {
		f := &c.files[0]
		f.patches[0].around = append(f.patches[0].around, n)
	}
	return c
}

// value returns where the value of a constant or a symbol stands: what "value", "default" and "derived" mean.
func (t *text) value(n *node, clause string) (start, end int, ok bool) {
	for _, d := range t.out.File.Decls {
		switch d := d.(type) {
		case *def.Const:
			if int(d.At.Start) == n.Start && n.parent == t.top && clause == "value" && d.Value != nil {
				return int(d.Value.Span().Start), int(d.Value.Span().End), true
			}
		case *def.State:
			for _, s := range d.Symbols {
				x := s.Default
				if s.Derived != nil {
					x = s.Derived
				}
				switch {
				case int(s.At.Start) != n.Start || clause != "value":
				case x != nil:
					return int(x.Span().Start), int(x.Span().End), true
				default:
					return n.End, n.End, true
				}
			}
		}
	}
	return 0, 0, false
}

// setValue sets the value of a constant or a symbol.
func (e *editor) setValue(t *text, n *node, op Op, start, end int, value string, given bool) *change {
	switch absent := start == end; {
	case given && absent:
		value = " = " + value
	case given:
	case absent:
		return e.one(op, t)
	default: // a default can be left out
		start = n.Start + len(strings.TrimRight(t.src.Text[n.Start:start], " \t\r\n=:"))
	}
	return t.keeping(e.one(op, t, patch{from: start, to: end, text: value}), n)
}

// valueOf returns the present value of a clause, without its word.
func (t *text) valueOf(n *node, clause string) (any, bool) {
	if start, end, ok := t.value(n, clause); ok {
		return t.src.Text[start:end], start < end
	}
	text := ""
	for _, part := range n.Clauses {
		if part.Word == clause && text == "" {
			text = t.src.Text[part.Start:part.End]
		}
	}
	for _, l := range n.lines {
		if word, _, _ := strings.Cut(l.Key, " "); word == clause && text == "" {
			text = t.src.Text[l.Start:l.End]
		}
	}
	if text == "" {
		return nil, false
	}
	if text = strings.TrimSpace(strings.TrimPrefix(text, clause)); text == "" {
		return true, true
	}
	return text, true
}

func disable(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	if n.Says == nil || n.Key != "" || len(n.Says.Nodes) == 0 && n.Says != def.CallTable {
		e.refuse(diag.EditPlace, t.span(n), "only nodes of trees can be disabled").Hint = "remove the statement; its inverse brings it back"
		return nil
	}
	c := set(e, t, Op{Op: "set", File: op.File, At: op.At, Clause: "disabled", Value: !op.Off})
	if c == nil {
		return nil
	}
	_, had := t.valueOf(n, "disabled")
	c.inverse = func(d *done) []Op {
		if now := d.moved[n]; now != nil {
			return []Op{{Op: "disable", At: now.path, Off: !had}}
		}
		return nil
	}
	return c
}

func joined(words []string) string { return strings.Join(words, ", ") }

// written returns a name as the language writes it.
func written(name string, title bool) string {
	if title {
		return expr.Quote(name)
	}
	return expr.NameText(name)
}
