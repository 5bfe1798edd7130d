package town

// canvas is a grid of characters to draw on.
type canvas struct {
	cols, rows int
	cells      []rune
}

func newCanvas(cols, rows int) *canvas {
	c := &canvas{cols, rows, make([]rune, cols*rows)}
	for i := range c.cells {
		c.cells[i] = ' '
	}
	return c
}

func (c *canvas) inside(x, y int) bool { return x >= 0 && x < c.cols && y >= 0 && y < c.rows }

// free reports whether a row of n cells is empty.
func (c *canvas) free(x, y, n int) bool {
	if !c.inside(x, y) || !c.inside(x+n-1, y) {
		return false
	}
	for i := range n {
		if c.cells[y*c.cols+x+i] != ' ' {
			return false
		}
	}
	return true
}

// room reports whether a row of n cells is empty, with an empty cell on either side.
func (c *canvas) room(x, y, n int) bool {
	first, last := max(0, x-1), min(c.cols-1, x+n)
	return c.free(first, y, last-first+1)
}

func (c *canvas) set(x, y int, r rune) {
	if c.inside(x, y) {
		c.cells[y*c.cols+x] = r
	}
}

func (c *canvas) write(x, y int, text string) {
	for _, r := range text {
		c.set(x, y, r)
		x++
	}
}
