package graph

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Dot writes the graph in the language of Graphviz: dot -Tsvg. Boxes are tables, whose lines have ports. It returns the
// writer's error.
func Dot(w io.Writer, g *Graph, title string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph %s {\n", quoteDot(title))
	out.WriteString("  rankdir=LR; ranksep=0.7; nodesep=0.2;\n  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n  edge [color=\"#98a2a9\", arrowsize=0.7];\n")
	for i := range g.Boxes {
		b := &g.Boxes[i]
		fmt.Fprintf(out, "  n%d [tooltip=%s, label=<<table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"4\" color=\"%s\">", i, quoteDot(b.Kind+" "+b.Title), dotColours[b.Kind])
		fmt.Fprintf(out, `<tr><td port="p" align="left"><b>%s</b></td></tr>`, cmp.Or(escapeHTML(b.Title), "&#160;"))
		if b.Note != "" {
			fmt.Fprintf(out, `<tr><td align="left"><font point-size="9">%s</font></td></tr>`, escapeHTML(short(b.Note)))
		}
		for k, l := range b.Lines {
			fmt.Fprintf(out, `<tr><td port="p%d" align="left">%d %s`, k, l.number(k), escapeHTML(l.Name))
			if l.Note != "" { // Graphviz rejects empty tags
				fmt.Fprintf(out, ` <font point-size="9">%s</font>`, escapeHTML(short(l.Note)))
			}
			out.WriteString("</td></tr>")
		}
		out.WriteString("</table>>];\n")
	}
	for _, a := range g.arrows() {
		port := "p"
		if a.line >= 0 {
			port = fmt.Sprintf("p%d", a.line)
		}
		style := ""
		if a.dashed {
			style = " [style=dashed]"
		}
		fmt.Fprintf(out, "  n%d:%s:e -> n%d:p:w%s;\n", a.from, port, a.to, style)
	}
	out.WriteString("}\n")
	return out.Flush()
}

// arrow is an edge between boxes, given by their indices.
type arrow struct {
	from, to, line int // line -1: the box itself
	dashed         bool
}

// arrows returns the edges whose ends are both in the graph.
func (g *Graph) arrows() []arrow {
	number := map[string]int{}
	for i := range g.Boxes {
		number[g.Boxes[i].ID] = i
	}
	var list []arrow
	for _, e := range g.Edges {
		from, known := number[e.From]
		to, there := number[e.To]
		if known && there {
			list = append(list, arrow{from, to, e.Line, e.Kind == "does" || e.Kind == "orders" || e.Kind == "then"})
		}
	}
	return list
}

var dotColours = map[string]string{"agent": "#96660b", "squad": "#96660b", "brain": "#b3562f", "goal": "#867418", "task": "#1d7f72", "operator": "#6d4fb0", "step": "#6d4fb0",
	"tree": "#3d8430", "node": "#3d8430", "action": "#7d878e"}

// maxNote limits the letters of a condition for Graphviz and Mermaid, which do not wrap lines.
const maxNote = 70

func short(s string) string {
	r := []rune(s)
	if len(r) <= maxNote {
		return s
	}
	return string(r[:maxNote-1]) + "…"
}

// plain replaces control characters with spaces.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, s)
}

// quoteDot returns a quoted string of the dot language, in which only quotation marks and backslashes are special.
func quoteDot(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plain(s)) + `"`
}

var htmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "[", "&#91;", "]", "&#93;")

func escapeHTML(s string) string { return htmlEscapes.Replace(plain(s)) }

// Mermaid writes the graph as a flowchart for Mermaid, which many viewers of Markdown show. An edge from a line has its
// name. It returns the writer's error.
func Mermaid(w io.Writer, g *Graph, title string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "---\ntitle: %s\n---\nflowchart LR\n", quoteYAML(title))
	for i := range g.Boxes {
		b := &g.Boxes[i]
		text := "<b>" + escapeMermaid(b.Title) + "</b>"
		if b.Note != "" {
			text += "<br/><small>" + escapeMermaid(short(b.Note)) + "</small>"
		}
		for k, l := range b.Lines {
			text += fmt.Sprintf("<br/>%d %s", l.number(k), escapeMermaid(l.Name))
			if l.Note != "" {
				text += " <small>" + escapeMermaid(short(l.Note)) + "</small>"
			}
		}
		fmt.Fprintf(out, "  n%d[\"%s\"]:::of_%s\n", i, text, b.Kind)
	}
	for _, a := range g.arrows() {
		arrow := "-->"
		if a.dashed {
			arrow = "-.->"
		}
		if lines := g.Boxes[a.from].Lines; a.line >= 0 && len(lines) > 1 {
			arrow += fmt.Sprintf(`|"%s"|`, escapeMermaid(lines[a.line].Name))
		}
		fmt.Fprintf(out, "  n%d %s n%d\n", a.from, arrow, a.to)
	}
	for _, kind := range []string{"agent", "squad", "brain", "goal", "task", "operator", "step", "tree", "node", "action"} {
		fmt.Fprintf(out, "  classDef of_%s text-align:left,stroke:%s\n", kind, dotColours[kind])
	}
	return out.Flush()
}

// mermaidEscapes are by the codes that Mermaid itself reads; quoted text may hold everything else.
var mermaidEscapes = strings.NewReplacer("#", "#35;", "&", "#amp;", "<", "#lt;", ">", "#gt;", `"`, "#quot;", "`", "#96;", `\`, "#92;")

func escapeMermaid(s string) string { return mermaidEscapes.Replace(plain(s)) }

// quoteYAML returns a double-quoted YAML string.
func quoteYAML(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plain(s)) + `"`
}
