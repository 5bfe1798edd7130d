package graph

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Sizes of text in pixels, and the width of a letter as a share of the size. Fonts differ, so text that does not fit is
// cut off and repeated in a tool tip.
const (
	titleSize   = 13.0
	noteSize    = 11.0
	letterWidth = 0.58
	boldLetter  = 0.67 // titles are bold
	noteLetter  = 0.62 // notes use a monospaced font
	wideLetter  = 1.0  // of scripts with square letters
)

// boldWidth returns the width of a title.
func boldWidth(s string) float64 { return textWidth(s, titleSize) * boldLetter / letterWidth }

func textWidth(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		w += float64(runeWidth(r, size) * size) // the conversion prevents a fused multiply-add, so widths are the same on every platform
	}
	return w
}

func runeWidth(r rune, size float64) float64 {
	if r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0xff00 && r <= 0xff60 || r >= 0x1f000) {
		return wideLetter
	}
	if size == noteSize {
		return noteLetter
	}
	return letterWidth
}

// fit truncates a text to the available width.
func fit(s string, size, room float64) string {
	if textWidth(s, size) <= room {
		return s
	}
	w := float64(runeWidth('…', size) * size)
	for i, r := range s {
		if w += float64(runeWidth(r, size) * size); w > room {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

const svgStyle = `
svg { --paper: #fbfbf9; --panel: #ffffff; --line: #cfd5d2; --text: #22292f; --dim: #5f6b75; --edge: #98a2a9;
  --agent: #96660b; --brain: #b3562f; --goal: #867418; --task: #1d7f72; --operator: #6d4fb0; --tree: #3d8430; --action: #7d878e; }
@media (prefers-color-scheme: dark) { svg { --paper: #14181c; --panel: #1a1f25; --line: #36414c; --text: #d7dee5; --dim: #95a2ae; --edge: #5b6874;
  --agent: #d9a54b; --brain: #d88b6f; --goal: #b6a65a; --task: #58b8aa; --operator: #a58bd6; --tree: #74b567; --action: #7f8d99; } }
.paper { fill: var(--paper); }
rect.box { fill: var(--panel); stroke: var(--line); }
.sep { stroke: var(--line); }
text { font: 13px system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; fill: var(--text); }
.title { font-weight: 600; }
.note { font: 11px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--dim); }
.number { font-size: 10px; fill: var(--dim); }
.edge { fill: none; stroke: var(--edge); stroke-width: 1.4; }
.does, .orders, .then { stroke-dasharray: 5 4; }
.tip { fill: var(--edge); }
.agent, .squad { fill: var(--agent); } .brain { fill: var(--brain); } .goal { fill: var(--goal); } .task { fill: var(--task); }
.operator, .step { fill: var(--operator); } .tree, .node { fill: var(--tree); } .action { fill: var(--action); }
`

// SVG writes the picture, with an accessible title. Its colours follow the reader's preference for dark or light. It
// returns the writer's error.
func SVG(w io.Writer, g *Graph, title string) error {
	boxes, edges, width, height := layout(g)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" role="img" aria-labelledby="title desc">`+"\n", width, height, width, height)
	fmt.Fprintf(out, "<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n", escapeXML(title), escapeXML(describe(g)))
	fmt.Fprintf(out, "<style>%s</style>\n", svgStyle)
	out.WriteString(`<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>` + "\n")
	fmt.Fprintf(out, `<rect class="paper" width="%g" height="%g"/>`+"\n", width, height)
	at := map[string]*placed{}
	for i := range boxes {
		at[boxes[i].ID] = &boxes[i]
	}
	for _, e := range edges {
		svgEdge(out, at[e.From], at[e.To], &e)
	}
	for i := range boxes {
		svgBox(out, &boxes[i])
	}
	out.WriteString("</svg>\n")
	return out.Flush()
}

// describe summarizes the contents of the picture.
func describe(g *Graph) string {
	counts := map[string]int{}
	var kinds []string
	for _, b := range g.Boxes {
		if counts[b.Kind]++; counts[b.Kind] == 1 {
			kinds = append(kinds, b.Kind)
		}
	}
	for i, k := range kinds {
		kinds[i] = fmt.Sprintf("%d of kind %s", counts[k], k)
	}
	if len(kinds) == 0 {
		return "It is empty."
	}
	return "Boxes: " + strings.Join(kinds, ", ") + fmt.Sprintf("; %d edges.", len(g.Edges))
}

// svgEdge draws a curve from the right of a box to the left of another. An edge that leads back passes below; one to
// the same box passes to the right of its head.
func svgEdge(out *bufio.Writer, from, to *placed, e *Edge) {
	x0, y0 := from.x+from.width, from.y+from.outAt(e.Line)
	if from == to {
		fmt.Fprintf(out, `<path class="edge %s" marker-end="url(#tip)" d="M%g %gC%g %g %g %g %g %g"/>`+"\n", e.Kind, x0, y0,
			x0+selfBend, y0, x0+selfBend, from.y+headHeight/3, x0+1, from.y+headHeight/3)
		return
	}
	x1, y1 := to.x, to.y+headHeight/2
	if x1 > x0 {
		bend := min((x1-x0)/2, 90)
		fmt.Fprintf(out, `<path class="edge %s" marker-end="url(#tip)" d="M%g %gC%g %g %g %g %g %g"/>`+"\n", e.Kind, x0, y0, x0+bend, y0, x1-bend, y1, x1, y1)
		return
	}
	low := max(from.y+from.height, to.y+to.height) + rowGap/2
	fmt.Fprintf(out, `<path class="edge %s" marker-end="url(#tip)" d="M%g %gC%g %g %g %g %g %gC%g %g %g %g %g %g"/>`+"\n", e.Kind, x0, y0,
		x0+40, y0, x0+40, low, (x0+x1)/2, low, x1-40, low, x1-40, y1, x1, y1)
}

func svgBox(out *bufio.Writer, b *placed) {
	fmt.Fprintf(out, `<g><title>%s</title><rect class="box" x="%g" y="%g" width="%g" height="%g" rx="4"/><rect class="%s" x="%g" y="%g" width="4" height="%g" rx="2"/>`+"\n",
		escapeXML(b.whole()), b.x, b.y, b.width, b.height, b.Kind, b.x, b.y, b.height)
	y := b.y + 16
	fmt.Fprintf(out, `<text class="title" x="%g" y="%g">%s</text>`+"\n", b.x+12, y, escapeXML(fit(b.Title, titleSize, (b.width-20)*letterWidth/boldLetter)))
	y += headHeight - 2
	if b.Note != "" {
		fmt.Fprintf(out, `<text class="note" x="%g" y="%g">%s</text>`+"\n", b.x+12, y-1, escapeXML(fit(b.Note, noteSize, b.width-18)))
		y += rowHeight
	}
	for i, l := range b.Lines {
		fmt.Fprintf(out, `<path class="sep" d="M%g %gH%g"/>`, b.x+4, y-16, b.x+b.width)
		name := fit(l.Name, titleSize, b.width-34)
		fmt.Fprintf(out, `<text class="number" x="%g" y="%g">%d</text><text x="%g" y="%g">%s`, b.x+10, y-2, l.number(i), b.x+24, y-1, escapeXML(name))
		if room := b.width - 38 - textWidth(name, titleSize); l.Note != "" && room > 30 {
			fmt.Fprintf(out, `<tspan class="note" dx="6">%s</tspan>`, escapeXML(fit(l.Note, noteSize, room)))
		}
		out.WriteString("</text>\n")
		y += rowHeight
	}
	out.WriteString("</g>\n")
}

// whole returns all text of a box, line by line.
func (x *Box) whole() string {
	text := x.Kind + " " + x.Title
	if x.Note != "" {
		text += "\n" + x.Note
	}
	for i, l := range x.Lines {
		text += fmt.Sprintf("\n%d %s %s", l.number(i), l.Kind, l.Name)
		if l.Note != "" {
			text += " " + l.Note
		}
	}
	return text
}

// escapeXML converts any text to valid XML.
func escapeXML(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return ""
	}
	return b.String()
}
