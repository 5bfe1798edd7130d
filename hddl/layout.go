package hddl

import "strings"

// sx is a word or a list, to be laid out.
type sx struct {
	word string
	list []sx // used when word is empty
	keep int  // how many of the list stay on its first line when it is broken; 0: one
}

func word(w string) sx { return sx{word: w} }

func list(parts ...sx) sx { return sx{list: parts} }

// text returns x on one line.
func text(x sx) string {
	var l layout
	l.flat(x)
	return l.String()
}

// layout writes words and lists with line breaks.
type layout struct{ strings.Builder }

// lineWidth is the length of line beyond which lists are broken, in bytes.
const lineWidth = 110

func (l *layout) flat(x sx) {
	if x.word != "" {
		l.WriteString(x.word)
		return
	}
	l.WriteByte('(')
	for i, part := range x.list {
		if i > 0 {
			l.WriteByte(' ')
		}
		l.flat(part)
	}
	l.WriteByte(')')
}

// width returns the length of x on one line, or something beyond limit.
func width(x sx, limit int) int {
	if x.word != "" {
		return len(x.word)
	}
	n := 1
	for _, part := range x.list {
		if n > limit {
			return n
		}
		n += 1 + width(part, limit-n)
	}
	return max(n, 2)
}

// put writes x, which begins at a column, on one line if that fits. If not, what its first line does not keep goes
// on lines of its own, two columns further in than the line it is on.
func (l *layout) put(x sx, indent, column int) {
	if x.word != "" || !hasList(x) || width(x, lineWidth) <= lineWidth-column {
		l.flat(x)
		return
	}
	l.WriteByte('(')
	column++
	for i, part := range x.list {
		switch {
		case i == 0:
		case i <= x.keep:
			l.WriteByte(' ')
			column++
		default:
			l.newLine(indent + 2)
			l.put(part, indent+2, indent+2)
			continue
		}
		l.put(part, indent, column)
		column += width(part, lineWidth)
	}
	l.WriteByte(')')
}

func hasList(x sx) bool {
	for _, part := range x.list {
		if part.word == "" {
			return true
		}
	}
	return false
}

func (l *layout) newLine(indent int) {
	l.WriteByte('\n')
	for range indent {
		l.WriteByte(' ')
	}
}
