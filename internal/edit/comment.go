package edit

import (
	"strings"
)

func comment(e *editor, t *text, op Op) *change {
	n := t.find(&e.ds, op.At)
	if n == nil {
		return nil
	}
	text := strings.TrimLeft(op.Text, "\n")
	if op.Behind {
		return e.commentBehind(t, n, op, text)
	}
	was, from, to := "", t.lead(n), n.Start
	if from < to {
		was = outdent(t.src.Text[t.lineStart(from):to])
		if below := t.lineStart(n.Start); below > 0 && blank(t.src.Text[t.lineStart(below-1):below-1]) {
			was += "\n"
		}
	}
	by, above := t.indentation(n.Start), slashed(text)
	switch {
	case above != "" && !blank(t.src.Text[t.lineStart(from):from]): // it shares its line
		above = "\n" + above + "\n"
	case above != "":
		above = strings.TrimPrefix(indent(above, by), by) + "\n" + by
	}
	c := e.one(op, t, patch{from: from, to: to, text: above, carries: []carry{{n, len(above)}}, around: t.broken(n, above)})
	if from == to {
		c.files[0].patches[0].carries = nil
	}
	c.inverse = commentBack(n, false, was)
	return c
}

// commentBehind replaces the comment at the end of a line.
func (e *editor) commentBehind(t *text, n *node, op Op, text string) *change {
	at := t.separator(n.End)
	from, to := at, t.tail(n)
	if len(n.Bodies) > 0 && t.opened(n, 0) > n.Bodies[0].Open+1 { // of a statement on several lines it stands behind its brace
		from, to = n.Bodies[0].Open+1, t.opened(n, 0)
	}
	behind := ""
	if text != "" {
		behind = " " + slashed(strings.ReplaceAll(strings.Trim(text, "\n"), "\n", " "))
		if !blank(t.src.Text[to:t.lineEnd(to)]) {
			behind += "\n"
		}
	}
	c := e.one(op, t, patch{from: from, to: to, text: behind, around: t.broken(n, behind)})
	c.inverse = commentBack(n, true, strings.TrimSpace(t.src.Text[from:to]))
	return c
}

// commentBack returns the operation that brings a comment back. An empty line at its end stands below it.
func commentBack(n *node, behind bool, was string) func(*done) []Op {
	below := strings.HasSuffix(was, "\n\n")
	return func(d *done) []Op {
		now := d.moved[n]
		if now == nil {
			return nil
		}
		lines := strings.Split(strings.TrimSpace(was), "\n")
		for i, l := range lines {
			lines[i] = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(l), "//"), " ")
		}
		if below {
			lines = append(lines, "")
		}
		return []Op{{Op: "comment", At: now.path, Behind: behind, Text: strings.Join(lines, "\n")}}
	}
}

// broken returns the statement around another that a text with line breaks beside it spreads over several lines.
func (t *text) broken(n *node, text string) []*node {
	if t.alone(n) || n.parent == t.top || !strings.Contains(text, "\n") {
		return nil
	}
	return []*node{n.parent}
}

// slashed puts slashes before the lines of a comment.
func slashed(text string) string {
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" || i < len(lines)-1 {
			lines[i] = strings.TrimRight("// "+l, " \t\r")
		}
	}
	return strings.Join(lines, "\n")
}
