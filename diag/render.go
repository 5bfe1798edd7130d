package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	renderIndent = "    "
	renderWidth  = 100 // columns of a source line that are shown; longer ones are cut around the place
)

// Render writes findings in the long form: the place and message, the source line, the span
// underlined, the hint, and below the places that belong to it.
//
//	meal.krk:17:21: unknown symbol "has_mael" [K012]
//	    operator eat  { when has_mael; do move_to(home) }
//	                         ^~~~~~~~ did you mean "has_meal"?
//
// The order is that of the list; see [List.Sort].
func Render(w io.Writer, list List) error {
	b := bufio.NewWriter(w)
	for i := range list.All {
		d := &list.All[i]
		b.WriteString(clean(d.Error()) + "\n")
		if !renderLine(b, renderIndent, d.Span, d.Hint) && d.Hint != "" {
			b.WriteString(renderIndent + clean(d.Hint) + "\n")
		}
		for _, r := range d.Related {
			b.WriteString(renderIndent)
			if r.Span.Src != nil {
				b.WriteString(clean(r.Span.Position().String()) + ": ")
			}
			b.WriteString(clean(r.Message) + "\n")
			renderLine(b, renderIndent+renderIndent, r.Span, "")
		}
	}
	if list.Dropped > 0 {
		fmt.Fprintf(b, "and %d more\n", list.Dropped)
	}
	return b.Flush()
}

// renderLine writes the line of a span and the underline; it returns false if there is no line.
func renderLine(b *bufio.Writer, indent string, at Span, hint string) bool {
	if at.Src == nil || at.Src.Text == "" {
		return false
	}
	line, start := at.Src.line(at.Start)
	from := min(int(at.Start-start), len(line))
	to := min(max(int(at.End-start), from), len(line))
	trimmed := strings.TrimLeft(line, " \t")
	if cut := len(line) - len(trimmed); cut <= from {
		line, from, to = trimmed, from-cut, to-cut
	}
	before, marked, after := cutLine(line[:from], line[from:to], line[to:])
	b.WriteString(indent + before + marked + after + "\n")
	b.WriteString(indent + strings.Repeat(" ", columns(before)) + "^" + strings.Repeat("~", max(columns(marked)-1, 0)))
	if hint != "" {
		b.WriteString(" " + clean(hint))
	}
	b.WriteString("\n")
	return true
}

// cutLine makes the three parts of a line fit for display and short enough: the marked part first, then the text before
// it, then the rest.
func cutLine(before, marked, after string) (string, string, string) {
	before, marked, after = clean(lastPart(before)), clean(firstPart(marked)), strings.TrimRight(clean(firstPart(after)), " ")
	if columns(before)+columns(marked)+columns(after) <= renderWidth {
		return before, marked, after
	}
	marked = cutEnd(marked, renderWidth/2)
	room := renderWidth - columns(marked)
	before = cutStart(before, max(room/2, room-columns(after)))
	return before, marked, cutEnd(after, room-columns(before))
}

// maxShown is the number of bytes that are examined of each part of a line: more than could be shown, so that long
// lines cost no more than short ones.
const maxShown = 16 * renderWidth

// firstPart returns the beginning of a text, up to maxShown bytes.
func firstPart(s string) string {
	if len(s) <= maxShown {
		return s
	}
	n := maxShown
	for n > maxShown-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// lastPart returns the end of a text, up to maxShown bytes.
func lastPart(s string) string {
	if len(s) <= maxShown {
		return s
	}
	n := len(s) - maxShown
	for n < len(s)-maxShown+utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n++
	}
	return s[n:]
}

// cutEnd shortens s to at most width columns, with "..." at the end.
func cutEnd(s string, width int) string {
	if columns(s) <= width {
		return s
	}
	n, used := 0, 3
	for _, r := range s {
		if used += runeColumns(r); used > width {
			break
		}
		n += utf8.RuneLen(r)
	}
	return s[:n] + "..."
}

// cutStart shortens s to at most width columns, with "..." at the start.
func cutStart(s string, width int) string {
	if columns(s) <= width {
		return s
	}
	used, n := 3, len(s)
	for n > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:n])
		if used += runeColumns(r); used > width {
			break
		}
		n -= size
	}
	return "..." + s[n:]
}

// clean makes text safe to show: tabs become four spaces; bytes that are not UTF-8 and control characters, which
// could steer a terminal, become U+FFFD.
func clean(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteString("    ")
		case unicode.IsControl(r) || r == utf8.RuneError || unicode.Is(unicode.Bidi_Control, r):
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// columns returns how many columns text takes in a terminal.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

// wide are the ranges of characters that take two columns (Unicode Standard Annex 11, East Asian Width, W and F,
// with neighbouring ranges joined).
var wide = []struct{ lo, hi rune }{
	{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xa960, 0xa97c}, {0xac00, 0xd7a3}, {0xf900, 0xfaff},
	{0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff},
	{0x20000, 0x3fffd},
}

func runeColumns(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	for _, w := range wide {
		if w.lo <= r && r <= w.hi {
			return 2
		}
	}
	return 1
}
