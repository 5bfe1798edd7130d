package arena

// wallGrid finds the walls near a line: the map is divided into square cells, each with a list of the walls that touch
// it.
type wallGrid struct {
	cell       float64 // side of a cell, metres
	cols, rows int
	first      []int32 // by cell, plus one: the start of its walls in list
	list       []int32
}

const (
	// maxGridSide limits the cells along the longer side of a map: cells are a metre, or larger on large maps.
	maxGridSide = 96
	// maxGridEntries bounds the memory of a grid, in entries: walls times the cells that they touch.
	maxGridEntries = 1 << 20
	// slack enlarges cells, in metres, so that rounding never hides a wall at the border of two of them.
	slack = 1e-6
)

// newWallGrid returns nil if the walls touch too many cells.
func newWallGrid(width, height float64, walls []Wall) *wallGrid {
	g := &wallGrid{cell: max(1, max(width, height)/maxGridSide)}
	g.cols, g.rows = int(width/g.cell)+1, int(height/g.cell)+1
	g.first = make([]int32, g.cols*g.rows+1)
	entries := 0
	g.each(walls, func(cell int, _ int32) {
		g.first[cell+1]++
		entries++
	})
	if entries > maxGridEntries {
		return nil
	}
	for i := range g.cols * g.rows {
		g.first[i+1] += g.first[i]
	}
	g.list = make([]int32, entries)
	at := append([]int32(nil), g.first...)
	g.each(walls, func(cell int, wall int32) {
		g.list[at[cell]] = wall
		at[cell]++
	})
	return g
}

// each visits every cell that a wall touches, wall by wall.
func (g *wallGrid) each(walls []Wall, visit func(cell int, wall int32)) {
	for i := range walls {
		w := &walls[i]
		low, high := w.bounds()
		for row := g.row(low.Y - slack); row <= g.row(high.Y+slack); row++ {
			for col := g.col(low.X - slack); col <= g.col(high.X+slack); col++ {
				cell := Wall{
					A:     Point{float64(float64(col)*g.cell) - slack, float64(float64(row)*g.cell) - slack},
					B:     Point{float64(float64(col+1)*g.cell) + slack, float64(float64(row+1)*g.cell) + slack},
					Solid: true,
				}
				if w.Solid || cell.crosses(w.A, w.B) {
					visit(row*g.cols+col, int32(i))
				}
			}
		}
	}
}

func (g *wallGrid) col(x float64) int { return cellOf(x, g.cell, g.cols) }
func (g *wallGrid) row(y float64) int { return cellOf(y, g.cell, g.rows) }

// cellOf returns the cell of a coordinate; coordinates outside belong to the cells at the border.
func cellOf(x, cell float64, n int) int {
	x /= cell
	switch {
	case !(x > 0):
		return 0
	case x >= float64(n):
		return n - 1
	}
	return int(x)
}

// scan iterates over the cells along a line, row by row. It is a value on the caller's stack.
type scan struct {
	g            *wallGrid
	p, d         Point
	room         float64
	row, lastRow int
	cell, last   int // within the row
}

// scan begins an iteration over the cells within room of the line from p to q, and perhaps some more.
func (g *wallGrid) scan(p, q Point, room float64) scan {
	room += slack
	s := scan{g: g, p: p, d: q.minus(p), room: room}
	s.row, s.lastRow = g.row(min(p.Y, q.Y)-room)-1, g.row(max(p.Y, q.Y)+room)
	s.cell, s.last = 0, -1
	return s
}

// next returns the walls of the next cell; more is false after the last.
func (s *scan) next() (walls []int32, more bool) {
	for s.cell > s.last {
		if s.row == s.lastRow {
			return nil, false
		}
		s.row++
		s.enterRow()
	}
	walls = s.g.list[s.g.first[s.cell]:s.g.first[s.cell+1]]
	s.cell++
	return walls, true
}

// enterRow finds the cells of a row between the points where the line enters and leaves it.
func (s *scan) enterRow() {
	from, to := 0.0, 1.0
	if s.d.Y != 0 {
		top, bottom := float64(float64(s.row)*s.g.cell)-s.room, float64(float64(s.row+1)*s.g.cell)+s.room
		from, to = (top-s.p.Y)/s.d.Y, (bottom-s.p.Y)/s.d.Y
		if from > to {
			from, to = to, from
		}
		from, to = min(max(from, 0), 1), min(max(to, 0), 1)
	}
	a, b := s.p.X+float64(s.d.X*from), s.p.X+float64(s.d.X*to)
	s.cell = s.row*s.g.cols + s.g.col(min(a, b)-s.room)
	s.last = s.row*s.g.cols + s.g.col(max(a, b)+s.room)
}
