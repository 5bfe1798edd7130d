package lang

import (
	"strings"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// FormatWidth is the column up to which lines are filled.
const FormatWidth = 100

// Format returns a file in the one canonical layout; docs/layout.md describes it. f must come from [Parse] without
// errors, or be a model that has no text: what could not be read would be missing. Formatting twice changes nothing,
// and reading the result gives the same model.
func Format(f *def.File) string {
	w := &layout{src: f.Src}
	for i := 0; i < len(f.Decls); {
		i += w.declRun(f.Decls, i)
	}
	w.comments(0, f.End, len(f.Decls) == 0)
	return w.text()
}

// FormatSource reads a file and returns it in the canonical layout. If it has syntax errors it is not formatted: the
// text is then "" and the list has errors.
func FormatSource(src *diag.Source) (string, diag.List) {
	f, ds := Parse(src)
	if ds.HasErrors() {
		return "", ds
	}
	return Format(f), ds
}

// layout collects lines.
type layout struct {
	src   *diag.Source
	lines []outLine
}

// outLine is one line of output. An empty one is a blank line.
type outLine struct {
	indent int
	text   string
	after  string // comment
}

func (w *layout) line(indent int, text, after string) {
	w.lines = append(w.lines, outLine{indent, text, after})
}

// blank adds a blank line, never two, and none at the start of the file or of a block.
func (w *layout) blank() {
	if n := len(w.lines); n > 0 && w.lines[n-1] != (outLine{}) {
		w.lines = append(w.lines, outLine{})
	}
}

// above writes what stands above a statement: its blank line, unless it is first, and its comments.
func (w *layout) above(indent int, h *def.Head, first bool) {
	if h.Gap && !first {
		w.blank()
	}
	w.comments(indent, h.Before, true)
}

// comments writes comment lines; first: a blank line before them is omitted.
func (w *layout) comments(indent int, list []string, first bool) {
	for i, text := range list {
		switch {
		case text != blankLine:
			w.line(indent, commentLine(text), "")
		case i > 0 || !first:
			w.blank()
		}
	}
}

// commentLine puts the slashes before a comment. Text that begins with a slash was written without a space.
func commentLine(text string) string {
	switch {
	case text == "":
		return "//"
	case text[0] == '/':
		return "//" + text
	}
	return "// " + text
}

// text joins the lines; comments at line ends are aligned within runs of lines.
func (w *layout) text() string {
	var b strings.Builder
	for i := 0; i < len(w.lines); {
		n, column := w.commentRun(i)
		for _, l := range w.lines[i : i+n] {
			if l != (outLine{}) {
				b.WriteString(indentation(l.indent) + l.text)
			}
			if l.after != "" {
				b.WriteString(strings.Repeat(" ", column-l.width()+1) + commentLine(l.after))
			}
			b.WriteByte('\n')
		}
		i += n
	}
	return b.String()
}

// commentRun returns the number of lines from line i on whose comments are aligned, and the column before them. A line
// that opens a block stands alone.
func (w *layout) commentRun(i int) (n, column int) {
	first := w.lines[i]
	column = first.width()
	for n = 1; first.aligns() && i+n < len(w.lines); n++ {
		l := w.lines[i+n]
		if !l.aligns() || l.indent != first.indent {
			break
		}
		column = max(column, l.width())
	}
	return n, column
}

func (l outLine) aligns() bool { return l.after != "" && !strings.HasSuffix(l.text, "{") }

func (l outLine) width() int { return l.indent*len(indentation(1)) + width(l.text) }

func indentation(n int) string { return strings.Repeat("    ", n) }

func width(s string) int { return utf8.RuneCountInString(s) }

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

func fits(indent int, text string) bool {
	return outLine{indent: indent, text: text}.width() <= FormatWidth
}

// manyLines reports whether something spans several lines in the text.
func (w *layout) manyLines(at diag.Span) bool {
	return at.Src != nil && w.src != nil && strings.Contains(at.Text(), "\n")
}

// expr writes prefix, expression and suffix: on one line if they fit, else cut at the outermost || or &&.
func (w *layout) expr(indent int, prefix string, n expr.Node, suffix, after string) {
	if text := prefix + expr.Print(n) + suffix; n == nil || fits(indent, text) {
		w.line(indent, text, after)
		return
	}
	parts := expr.PrintParts(n)
	parts[0] = prefix + parts[0]
	parts[len(parts)-1] += suffix
	w.parts(indent, parts, after)
}

// list writes prefix and items with commas: on one line if they fit, else one item a line.
func (w *layout) list(indent int, prefix string, items []string, suffix, after string) {
	if text := prefix + strings.Join(items, ", ") + suffix; len(items) == 0 || fits(indent, text) {
		w.line(indent, text, after)
		return
	}
	parts := make([]string, len(items))
	for i, s := range items {
		parts[i] = s + ","
	}
	parts[0] = prefix + parts[0]
	parts[len(parts)-1] = items[len(items)-1] + suffix
	if len(items) == 1 {
		parts[0] = prefix + items[0] + suffix
	}
	w.parts(indent, parts, after)
}

// parts writes a statement on several lines, all but the first one level deeper. Its comment stands behind the last.
func (w *layout) parts(indent int, parts []string, after string) {
	for i, text := range parts {
		deeper, comment := 1, ""
		if i == 0 {
			deeper = 0
		}
		if i == len(parts)-1 {
			comment = after
		}
		w.line(indent+deeper, text, comment)
	}
}
