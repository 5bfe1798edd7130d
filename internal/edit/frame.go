package edit

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// Marks are comments above statements that say how a graph shows them. They have lines of their own and move with their
// statements: a collapsed one, and the first and the last of statements that stand in a frame.
const (
	markPrefix    = "karakuri: "
	markCollapsed = markPrefix + "collapsed"
	markFrame     = markPrefix + "frame " // and its title
	markFrameEnd  = markPrefix + "frame ends"
)

// IsMark reports whether a comment is a mark.
func IsMark(comment string) bool {
	said := strings.TrimSpace(comment)
	return said == markCollapsed || said == markFrameEnd || strings.HasPrefix(said, markFrame)
}

// markAbove returns the range of the line of a mark above a statement, and its text: the last one that is as asked.
func (t *text) markAbove(n *node, is func(said string) bool) (from, to int, said string, ok bool) {
	if !t.marks {
		return 0, 0, "", false
	}
	before := t.before(n)
	for _, c := range slices.Backward(t.out.Comments) {
		if c.Own && c.Start >= before && c.Start < n.Start && is(strings.TrimSpace(c.Text)) {
			return t.lineStart(c.Start), t.lineEnd(c.Start) + 1, strings.TrimSpace(c.Text), true
		}
	}
	return 0, 0, "", false
}

func isFrame(said string) bool { return strings.HasPrefix(said, markFrame) && said != markFrameEnd }

func isOf(mark string) func(string) bool { return func(said string) bool { return said == mark } }

// frame returns the title of the frame that begins with a statement, and the last statement in it; nil: none begins.
func (t *text) frame(n *node) (title string, last *node) {
	_, _, said, ok := t.markAbove(n, isFrame)
	if !ok {
		return "", nil
	}
	last = n
	for l := n; l != nil; l = l.neighbour(1) {
		if _, _, _, begins := t.markAbove(l, isFrame); begins && l != n {
			break
		}
		if _, _, _, ends := t.markAbove(l, isOf(markFrameEnd)); ends {
			return strings.TrimPrefix(said, markFrame), l
		}
	}
	return strings.TrimPrefix(said, markFrame), last
}

// mark sets or takes away marks.
func mark(e *editor, t *text, op Op) *change {
	first, last := e.several(t, op)
	if first == nil {
		return nil
	}
	var patches []patch
	back := Op{Op: "mark", To: op.To, Off: !op.Off}
	switch title := strings.Join(strings.Fields(op.Name), " "); {
	case op.To == "collapsed" && first == last:
		patches = t.setMark(patches, first, isOf(markCollapsed), markCollapsed, op.Off)
	case op.To == "frame" && op.Off:
		name, end := t.frame(first)
		if end == nil {
			e.refuse(diag.EditPlace, t.span(first), "no frame begins with %q", first.path)
			return nil
		}
		last, back.Name = end, name
		patches = t.unframe(patches, first, end)
	case op.To == "frame" && (title == "" || title == strings.TrimPrefix(markFrameEnd, markFrame)):
		e.refuse(diag.EditOp, diag.Span{}, "a frame needs a title").Hint = `as in "name": "fighting"`
		return nil
	case op.To == "frame":
		for l := first; l != nil; l = l.neighbour(1) {
			patches = t.unframe(patches, l, l)
			if l == last {
				break
			}
		}
		if t.framed(first, last) {
			e.refuse(diag.EditPlace, t.span(first), "a frame stands around some of the statements already").Hint = "take that frame away first"
			return nil
		}
		patches = t.addMark(patches, first, markFrame+title)
		patches = t.addMark(patches, last, markFrameEnd)
	default:
		e.refuse(diag.EditOp, diag.Span{}, "mark needs to: collapsed, for one statement, or frame")
		return nil
	}
	c := e.one(op, t, patches...)
	c.marks = true
	c.inverse = func(d *done) []Op {
		now, end := d.moved[first], d.moved[last]
		if now == nil || end == nil {
			return nil
		}
		if back.At = now.path; end != now {
			back.Through = end.path
		}
		return []Op{back}
	}
	return c
}

// framed reports whether a frame that begins before some statements reaches into them.
func (t *text) framed(first, last *node) bool {
	for l := first.neighbour(-1); l != nil; l = l.neighbour(-1) {
		if _, end := t.frame(l); end != nil {
			return end.at >= first.at
		}
	}
	return false
}

// unframe takes away the marks of a frame, as far as they stand above two statements.
func (t *text) unframe(list []patch, first, last *node) []patch {
	if _, end := t.frame(first); end != nil {
		list = t.setMark(list, first, isFrame, "", true)
		last = end
	}
	for _, p := range list {
		if from, _, _, ok := t.markAbove(last, isOf(markFrameEnd)); ok && p.from == from {
			return list
		}
	}
	return t.setMark(list, last, isOf(markFrameEnd), "", true)
}

// setMark sets a mark above a statement, or takes it away.
func (t *text) setMark(list []patch, n *node, is func(string) bool, text string, off bool) []patch {
	from, to, _, has := t.markAbove(n, is)
	switch {
	case has && off:
		return append(list, patch{from: from, to: min(to, len(t.src.Text))})
	case !has && !off:
		return t.addMark(list, n, text)
	}
	return list
}

// addMark adds a mark right above a statement.
func (t *text) addMark(list []patch, n *node, said string) []patch {
	at, by := t.lineStart(n.Start), t.indentation(n.Start)
	if blank(t.src.Text[at:n.Start]) && t.before(n) <= at {
		return append(list, patch{from: at, to: at, text: by + "// " + said + "\n"})
	}
	line := "// " + said + "\n" // the statement shares its line
	if i := len(list) - 1; i >= 0 && list[i].from == n.Start && list[i].to == n.Start {
		list[i].text += line
		return list
	}
	return append(list, patch{from: n.Start, to: n.Start, text: "\n" + line, around: t.broken(n, line)})
}

// handOver returns the patches that hand the marks of a frame over to neighbours that stay, when some of the statements
// in it go; and the text of these without those marks.
func (t *text) handOver(first, last *node, words string) (list []patch, left string) {
	left = words
	title, end := t.frame(first)
	drop := func(said string) {
		lines := strings.Split(left, "\n")
		for i, l := range lines {
			if strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l), "//")) == said {
				left = strings.Join(slices.Delete(lines, i, i+1), "\n")
				return
			}
		}
	}
	if next := last.neighbour(1); end != nil && end.at > last.at && next != nil {
		list = t.addMark(list, next, markFrame+title)
		drop(markFrame + title)
	}
	if _, _, _, ends := t.markAbove(last, isOf(markFrameEnd)); ends && end == nil {
		if prev := first.neighbour(-1); prev != nil && t.framed(first, last) {
			list = t.addMark(list, prev, markFrameEnd)
			drop(markFrameEnd)
		}
	}
	return list, left
}
