package arena

// index finds the things near a point. It stores things by the square cell of their position. A thing is a number from
// 0; the index owns its position.
type index struct {
	cell       float64 // side of a cell, metres
	cols, rows int
	head       []int32 // by cell: its first thing, or none
	things     []indexed
}

// indexed is a thing of an index.
type indexed struct {
	at         Point
	cell       int32 // none: not on the map
	next, prev int32 // in the list of the cell
}

// none is no thing and no cell.
const none = -1

// maxIndexSide limits the number of cells along the longer side of a map.
const maxIndexSide = 128

// newIndex returns an index for n things, none of them on the map, with cells of at least cell metres.
func newIndex(width, height, cell float64, n int) *index {
	x := &index{cell: max(cell, max(width, height)/maxIndexSide)}
	x.cols, x.rows = int(width/x.cell)+1, int(height/x.cell)+1
	x.head = make([]int32, x.cols*x.rows)
	for i := range x.head {
		x.head[i] = none
	}
	x.things = make([]indexed, n)
	for i := range x.things {
		x.things[i].cell = none
	}
	return x
}

// put moves a thing to a point, or adds it to the map.
func (x *index) put(i int32, at Point) {
	t := &x.things[i]
	t.at = at
	cell := int32(cellOf(at.Y, x.cell, x.rows)*x.cols + cellOf(at.X, x.cell, x.cols))
	if cell == t.cell {
		return
	}
	x.take(i)
	t.cell, t.prev, t.next = cell, none, x.head[cell]
	if t.next != none {
		x.things[t.next].prev = i
	}
	x.head[cell] = i
}

// take removes a thing from the map.
func (x *index) take(i int32) {
	t := &x.things[i]
	if t.cell == none {
		return
	}
	if t.next != none {
		x.things[t.next].prev = t.prev
	}
	if t.prev != none {
		x.things[t.prev].next = t.next
	} else {
		x.head[t.cell] = t.next
	}
	t.cell = none
}

// search iterates over the things within a circle, in no particular order. It is a value on the caller's stack.
type search struct {
	x                 *index
	middle            Point
	radius2           float64
	firstCol, lastCol int
	row, lastRow      int
	col               int
	thing             int32
}

// around begins a search. A negative radius or NaN finds nothing.
func (x *index) around(middle Point, radius float64) search {
	s := search{x: x, middle: middle, radius2: square(radius), thing: none, lastCol: -1, lastRow: -1}
	if radius >= 0 && middle.finite() {
		s.firstCol, s.lastCol = cellOf(middle.X-radius, x.cell, x.cols), cellOf(middle.X+radius, x.cell, x.cols)
		s.row, s.lastRow = cellOf(middle.Y-radius, x.cell, x.rows), cellOf(middle.Y+radius, x.cell, x.rows)
		s.col = s.firstCol
	}
	return s
}

// next returns the next thing, or none.
func (s *search) next() int32 {
	for {
		for s.thing != none {
			i := s.thing
			t := &s.x.things[i]
			s.thing = t.next
			if distance2(s.middle, t.at) <= s.radius2 {
				return i
			}
		}
		if s.row > s.lastRow {
			return none
		}
		s.thing = s.x.head[s.row*s.x.cols+s.col]
		if s.col++; s.col > s.lastCol {
			s.col = s.firstCol
			s.row++
		}
	}
}
