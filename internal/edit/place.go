package edit

import "strings"

// The text around statements: lines, comments, separators.

// lineStart returns the start of the line of a place.
func (t *text) lineStart(at int) int { return strings.LastIndexByte(t.src.Text[:at], '\n') + 1 }

// lineEnd returns the end of the line of a place, before the line break.
func (t *text) lineEnd(at int) int {
	if n := strings.IndexByte(t.src.Text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(t.src.Text)
}

// body returns the lines around a statement.
func (n *node) siblings() []*node {
	var list []*node
	for _, s := range n.parent.lines {
		if s.body == n.body {
			list = append(list, s)
		}
	}
	return list
}

// neighbour returns the statement some places after it in the same body; nil: none.
func (n *node) neighbour(by int) *node {
	list := n.siblings()
	if i := n.at + by; i >= 0 && i < len(list) {
		return list[i]
	}
	return nil
}

// before returns where the text before a statement ends: after its neighbour or the opening brace.
func (t *text) before(n *node) int {
	if prev := n.neighbour(-1); prev != nil {
		return t.tail(prev)
	}
	return t.opened(n.parent, n.body)
}

// opened returns where the first line of a body may begin: after the brace and the comment behind it.
func (t *text) opened(n *node, body int) int {
	at := n.Bodies[body].Open + 1
	if n == t.top {
		return len(t.src.Text) - len(strings.TrimPrefix(t.src.Text, "\ufeff")) // a byte order mark stays first
	}
	return t.comment(at)
}

// separator returns where the ";" or "," behind a statement ends, or its own end.
func (t *text) separator(end int) int {
	i := end
	for i < len(t.src.Text) && (t.src.Text[i] == ' ' || t.src.Text[i] == '\t') {
		i++
	}
	if i < len(t.src.Text) && (t.src.Text[i] == ';' || t.src.Text[i] == ',') {
		return i + 1
	}
	return end
}

// comment returns the end of the comment that follows a place on its line, or the place.
func (t *text) comment(at int) int {
	for _, c := range t.out.Comments {
		if c.Start >= at && !c.Own && strings.TrimLeft(t.src.Text[at:c.Start], " \t;") == "" {
			return c.End
		}
		if c.Start >= at {
			break
		}
	}
	return at
}

// tail returns the end of a statement with its separator and the comment behind it.
func (t *text) tail(n *node) int { return t.comment(t.separator(n.End)) }

// lead returns the start of a statement with the comments above it.
func (t *text) lead(n *node) int {
	from := t.before(n)
	for _, c := range t.out.Comments {
		if c.Own && c.Start >= from && c.Start < n.Start {
			return c.Start
		}
	}
	return n.Start
}

// alone reports whether a statement shares no line with others, nor with the braces around it.
func (t *text) alone(n *node) bool {
	start, end := t.lead(n), t.tail(n)
	return blank(t.src.Text[t.lineStart(start):start]) && blank(t.src.Text[end:t.lineEnd(end)]) && t.before(n) <= t.lineStart(start)
}

func blank(s string) bool { return strings.TrimLeft(s, " \t\r") == "" }

// gap reports whether a blank line stands above a statement and its comments.
func (t *text) gap(n *node) bool {
	at := t.lineStart(t.lead(n))
	return at > 0 && blank(t.src.Text[t.lineStart(at-1):at-1])
}

// unit returns the range that vanishes with statements that follow each other: their lines, with the comments that
// belong to them, or their part of a line with a separator.
func (t *text) unit(first, last *node) (from, to int) {
	prev, next := first.neighbour(-1), last.neighbour(1)
	if t.alone(first) && t.alone(last) {
		from, to = t.lineStart(t.lead(first)), min(len(t.src.Text), t.lineEnd(t.tail(last))+1)
		if t.gap(first) && (prev != nil || first.parent == t.top) && (next == nil || !t.alone(next) || t.gap(next)) {
			for from > 0 && blank(t.src.Text[t.lineStart(from-1):from-1]) {
				from = t.lineStart(from - 1)
			}
		}
		return from, to
	}
	to = t.separator(last.End)
	switch {
	case next != nil && t.lead(next) == next.Start && blank(t.src.Text[to:next.Start]):
		return first.Start, next.Start
	case prev != nil && next == nil && t.tail(prev) == t.separator(prev.End) && blank(t.src.Text[t.separator(prev.End):first.Start]):
		return prev.End, last.End
	}
	return first.Start, to
}

// words returns the text of a statement with its comments, as an operation to insert it says it. The first line is
// empty if a blank line stands above.
func (t *text) words(n *node) string {
	if !t.alone(n) {
		return t.src.Text[n.Start:n.End]
	}
	said := outdent(t.src.Text[t.lineStart(t.lead(n)):t.tail(n)])
	if t.gap(n) {
		said = "\n" + said
	}
	return said
}

// outdent takes the indentation that all lines share from a text.
func outdent(s string) string {
	lines := strings.Split(s, "\n")
	least := -1
	for _, l := range lines {
		if n := len(l) - len(strings.TrimLeft(l, " \t")); !blank(l) && (least < 0 || n < least) {
			least = n
		}
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(l[min(len(l), max(least, 0)):], " \t\r")
	}
	return strings.Join(lines, "\n")
}

// indent puts an indentation before each line that is not empty.
func indent(s, by string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = by + l
		}
	}
	return strings.Join(lines, "\n")
}

// indentation returns the white space that the line of a place begins with.
func (t *text) indentation(at int) string {
	line := t.src.Text[t.lineStart(at):t.lineEnd(at)]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
