package arena

import "github.com/karakuri-ai/karakuri/det"

// openness says for each square cell of a map how far walls are at least, in rings of cells: most lines of sight and
// most steps lead through the open, and need not look for walls.
type openness struct {
	cell       float64 // side of a cell, metres
	scale      float64 // cells a metre
	cols, rows int
	rings      []uint8 // by cell: how many rings of cells around it no wall touches, plus one; 0: one touches it
}

const (
	// maxOpenSide limits the cells along the longer side of a map: cells are a metre, or larger on large maps.
	maxOpenSide = 512
	// leastStride is how far a search along a line must get in a step, in cells, to be worth it.
	leastStride = 0.5
)

func newOpenness(width, height float64, walls []Wall) openness {
	g := &wallGrid{cell: max(1, max(width, height)/maxOpenSide)}
	g.cols, g.rows = int(width/g.cell)+1, int(height/g.cell)+1
	o := openness{g.cell, 1 / g.cell, g.cols, g.rows, make([]uint8, g.cols*g.rows)}
	for i := range o.rings {
		o.rings[i] = 255
	}
	g.each(walls, func(cell int, _ int32) { o.rings[cell] = 0 })
	for row := range o.rows {
		for col := range o.cols {
			o.lower(col, row, col-1, row, col-1, row-1, col, row-1, col+1, row-1)
		}
	}
	for row := o.rows - 1; row >= 0; row-- {
		for col := o.cols - 1; col >= 0; col-- {
			o.lower(col, row, col+1, row, col+1, row+1, col, row+1, col-1, row+1)
		}
	}
	return o
}

// lower makes a cell at most one more than four cells beside it.
func (o *openness) lower(col, row int, beside ...int) {
	at := &o.rings[row*o.cols+col]
	for i := 0; i < len(beside); i += 2 {
		if x, y := beside[i], beside[i+1]; x >= 0 && x < o.cols && y >= 0 && y < o.rows {
			*at = min(*at, max(o.rings[y*o.cols+x], o.rings[y*o.cols+x]+1))
		}
	}
}

// at returns how far from a point on the map no wall is, at least, in metres.
func (o *openness) at(p Point) float64 {
	k := o.rings[min(int(p.Y*o.scale), o.rows-1)*o.cols+min(int(p.X*o.scale), o.cols-1)]
	return float64(float64(int(k)-1)*o.cell) - slack
}

// isOpen reports whether no wall is within some metres of a point on the map. It may miss that.
func (m *Map) isOpen(p Point, metres float64) bool {
	return m.layout.inside(p) && m.open.at(p) > metres
}

// narrow returns the part of the line from p to q within which walls may be nearer than some metres to it, or false:
// there is none.
func (m *Map) narrow(p, q Point, metres float64) (from, to Point, any bool) {
	if !m.layout.inside(p) || !m.layout.inside(q) {
		return p, q, true
	}
	d := q.minus(p)
	far := det.Sqrt(dot(d, d))
	least := metres + float64(leastStride*m.open.cell)
	begin, end := 0.0, far
	for from = p; ; from = along(p, d, begin/far) {
		room := m.open.at(from)
		if room-metres > end-begin {
			return p, q, false
		}
		if room < least {
			break
		}
		begin += room - metres
	}
	for to = q; ; to = along(p, d, end/far) {
		room := m.open.at(to)
		if room-metres > end-begin {
			return p, q, false
		}
		if room < least {
			return from, to, true
		}
		end -= room - metres
	}
}
