package arena

import (
	"fmt"
	"math"
	"strings"

	"github.com/karakuri-ai/karakuri/det"
)

// View configures the drawing of an arena as text. The zero View draws the whole map and no circles.
type View struct {
	Cols, Rows int  // characters, without the frame; 0: two columns and one row for each metre, within MaxCols
	Circles    []ID // characters whose sight and reach are drawn; more than a few hide each other
}

// MaxCols limits the width of a text view, in characters, and MaxRows its height.
const (
	MaxCols = 512
	MaxRows = 256
)

// Signs of a text view.
const (
	signWall   = '█'
	signEnergy = '+'
	signPower  = '!'
	signDead   = 'x'
	signSight  = '·'
	signReach  = '*'
)

// Draw returns the arena as text: walls █, items of energy + and of power !, characters as digits and letters in order
// of their IDs, with an arrow for their facing, dead ones as x. The limit of sight is drawn as ·, that of hits as *. A
// line below shows the time and the numbers of characters and items.
func (v *View) Draw(a *Arena) string {
	c := v.canvas(a)
	for i := range a.m.walls[sides:] {
		c.wall(&a.m.walls[sides+i])
	}
	for _, id := range v.Circles {
		if p := a.able(id); p != nil {
			c.circle(p.At, p.Body.Sight, signSight, func(at Point) bool { return p.half == allAround || p.seesAlong(at) })
			c.circle(p.At, p.Body.Reach, signReach, func(Point) bool { return true })
		}
	}
	there := 0
	for i := range a.items {
		if item := &a.items[i]; item.There {
			there++
			c.set(item.At, [...]rune{signEnergy, signPower}[item.Kind])
		}
	}
	c.characters(a)
	return c.text() + fmt.Sprintf("%.1fs  %d characters  %d items\n", a.now, a.live, there)
}

// seesAlong reports whether a point is in the direction of the character's view.
func (c *character) seesAlong(p Point) bool {
	d := p.minus(c.At)
	return dot(d, c.Facing) >= float64(c.half*length(d))
}

// canvas is a grid of characters that shows a map.
type canvas struct {
	cols, rows int
	size       Point // metres of a cell
	cells      []rune
}

func (v *View) canvas(a *Arena) *canvas {
	width, height := a.m.Size()
	cols, rows := v.Cols, v.Rows
	if cols <= 0 {
		cols = int(2 * width)
	}
	if rows <= 0 {
		rows = int(height)
	}
	cols, rows = min(max(cols, 1), MaxCols), min(max(rows, 1), MaxRows)
	c := &canvas{cols: cols, rows: rows, size: Point{width / float64(cols), height / float64(rows)}, cells: make([]rune, cols*rows)}
	for i := range c.cells {
		c.cells[i] = ' '
	}
	return c
}

// cell returns the cell that a point of the map lies in.
func (c *canvas) cell(p Point) (x, y int) {
	return cellOf(p.X, c.size.X, c.cols), cellOf(p.Y, c.size.Y, c.rows)
}

func (c *canvas) set(p Point, r rune) {
	x, y := c.cell(p)
	c.cells[y*c.cols+x] = r
}

// wall draws the cells whose centre is near the wall.
func (c *canvas) wall(w *Wall) {
	low, high := w.bounds()
	fromX, fromY := c.cell(low)
	toX, toY := c.cell(high)
	for y := fromY; y <= toY; y++ {
		for x := fromX; x <= toX; x++ {
			corner := Point{float64(float64(x) * c.size.X), float64(float64(y) * c.size.Y)}
			cell := Wall{A: corner, B: corner.plus(c.size), Solid: true}
			if w.Solid && w.distance2To(corner.plus(c.size.times(0.5))) == 0 || !w.Solid && cell.crosses(w.A, w.B) {
				c.cells[y*c.cols+x] = signWall
			}
		}
	}
}

// circleSteps is the number of points drawn of a circle.
const circleSteps = 720

// circle draws the points of a circle that wanted accepts, on empty cells.
func (c *canvas) circle(middle Point, radius float64, sign rune, wanted func(Point) bool) {
	width, height := float64(float64(c.cols)*c.size.X), float64(float64(c.rows)*c.size.Y)
	for i := range circleSteps {
		angle := float64(float64(i) * (2 * math.Pi / circleSteps))
		p := Point{middle.X + float64(radius*det.Cos(angle)), middle.Y + float64(radius*det.Sin(angle))}
		if !between(p.X, 0, width) || !between(p.Y, 0, height) || !wanted(p) {
			continue
		}
		if x, y := c.cell(p); c.cells[y*c.cols+x] == ' ' {
			c.cells[y*c.cols+x] = sign
		}
	}
}

// characters draws all characters, and next to each its facing if that cell is empty.
func (c *canvas) characters(a *Arena) {
	n := 0
	for i := range a.slots {
		p := &a.slots[i]
		if !p.here {
			continue
		}
		sign := Sign(n)
		if n++; !p.Alive() {
			sign = signDead
		}
		c.set(p.At, sign)
	}
	for i := range a.slots {
		if p := &a.slots[i]; p.here && p.Alive() {
			c.arrow(p.At, p.Facing)
		}
	}
}

// Sign returns the sign of the i-th character of a text view, from 0.
func Sign(i int) rune {
	const signs = "123456789abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ" // without x, which marks the dead
	if i < len(signs) {
		return rune(signs[i])
	}
	return '@'
}

// arrow draws a character's facing.
func (c *canvas) arrow(at, facing Point) {
	const slanted = 0.3827 // sine of 22.5 degrees
	dx, dy := sign(facing.X, slanted), sign(facing.Y, slanted)
	x, y := c.cell(at)
	x, y = x+dx, y+dy
	if x < 0 || x >= c.cols || y < 0 || y >= c.rows {
		return
	}
	switch c.cells[y*c.cols+x] {
	case ' ', signSight, signReach:
		c.cells[y*c.cols+x] = [3][3]rune{{'↖', '↑', '↗'}, {'←', ' ', '→'}, {'↙', '↓', '↘'}}[dy+1][dx+1]
	}
}

// sign returns -1, 0 or 1: the side of zero on which x lies, if it is off by more than clearly.
func sign(x, clearly float64) int {
	switch {
	case x > clearly:
		return 1
	case x < -clearly:
		return -1
	}
	return 0
}

// text returns the lines in a frame.
func (c *canvas) text() string {
	var b strings.Builder
	b.WriteString("┌" + strings.Repeat("─", c.cols) + "┐\n")
	for y := range c.rows {
		b.WriteString("│" + string(c.cells[y*c.cols:(y+1)*c.cols]) + "│\n")
	}
	b.WriteString("└" + strings.Repeat("─", c.cols) + "┘\n")
	return b.String()
}
