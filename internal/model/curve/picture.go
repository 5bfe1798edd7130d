package curve

import (
	"fmt"
	"math"
	"strings"
)

// Plot returns a picture of the curve in text, with lines of at most cols characters, and rows lines above the lower
// axis. Both are at least 20 and 5.
func (c *Curve) Plot(cols, rows int) string {
	const margin = 5 // of the scale on the left
	cols, rows = max(cols, 20)-margin-1, max(rows, 5)
	grid := make([][]byte, rows)
	for i := range grid {
		grid[i] = []byte(strings.Repeat(" ", cols))
	}
	before := -1
	for x := range cols {
		row := int(math.Round((1 - c.At(float64(x)/float64(cols-1))) * float64(rows-1)))
		if before < 0 {
			before = row
		}
		from, to := min(row, before+1), max(row, before-1) // what joins it to the one before
		for y := from; y <= to; y++ {
			grid[y][x] = '*'
		}
		before = row
	}
	var s strings.Builder
	for i, line := range grid {
		scale := ""
		if i == 0 || i == rows-1 || 2*i == rows-1 {
			scale = fmt.Sprintf("%.1f", 1-float64(i)/float64(rows-1))
		}
		fmt.Fprintf(&s, "%*s |%s\n", margin-1, scale, strings.TrimRight(string(line), " "))
	}
	fmt.Fprintf(&s, "%*s+%s\n", margin, "", strings.Repeat("-", cols))
	fmt.Fprintf(&s, "%*s0.0%*s%*s\n", margin+1, "", cols/2-1, "0.5", cols-cols/2-2, "1.0")
	return s.String()
}

// SVG returns a picture of the curve as a document of its own, in the format SVG, with a title.
func (c *Curve) SVG(title string) string {
	const width, height, left, top, points = 240, 160, 30, 24, 240
	var line strings.Builder
	for i := range points + 1 {
		x := float64(i) / points
		fmt.Fprintf(&line, " %.1f,%.2f", left+float64(x*width), top+float64((1-c.At(x))*height))
	}
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">`+"\n", left+width+14, top+height+22)
	s.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	fmt.Fprintf(&s, `<text x="%d" y="15" font-size="13">%s</text>`+"\n", left, escape.Replace(title))
	for _, at := range []float64{0, 0.5, 1} {
		x, y := left+at*width, top+(1-at)*height
		fmt.Fprintf(&s, `<path d="M%g %dV%dM%d %gH%d" stroke="#cccccc"/>`+"\n", x, top, top+height, left, y, left+width)
		fmt.Fprintf(&s, `<text x="%g" y="%d" text-anchor="middle">%g</text>`, x, top+height+15, at)
		fmt.Fprintf(&s, `<text x="%d" y="%g" text-anchor="end">%g</text>`+"\n", left-6, y+4, at)
	}
	fmt.Fprintf(&s, `<polyline fill="none" stroke="#c0392b" stroke-width="2" points="%s"/>`+"\n</svg>\n", line.String()[1:])
	return s.String()
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
