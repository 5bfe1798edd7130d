package playground

import (
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
)

// chart is where everything is that can be perceived, by the square cell of its position. What lies in a row of cells
// is together in memory: a look around reads a few runs of it. It is made anew in each step, since characters walk.
type chart struct {
	cell       float64 // side of a cell, metres
	cols, rows int
	first      []int32 // by cell, plus one: the start of its spots
	spots      []sense.Spot
	cells      []int32 // scratch: the cell of each thing
	found      []sense.Spot
}

const (
	// chartMetres is the side of a cell: a few to a range of sight.
	chartMetres = 5.0
	// maxChartSide bounds the cells along the longer side of a map.
	maxChartSide = 512
)

func newChart(width, height float64) chart {
	c := chart{cell: max(chartMetres, max(width, height)/maxChartSide)}
	c.cols, c.rows = int(width/c.cell)+1, int(height/c.cell)+1
	c.first = make([]int32, c.cols*c.rows+1)
	return c
}

// begin empties the chart.
func (c *chart) begin() {
	clear(c.first)
	c.cells, c.found = c.cells[:0], c.found[:0]
}

// add notes where something is, for [chart.end].
func (c *chart) add(s sense.Spot) {
	cell := int32(cellAt(s.At.Y, c.cell, c.rows)*c.cols + cellAt(s.At.X, c.cell, c.cols))
	c.first[cell+1]++
	c.cells, c.found = append(c.cells, cell), append(c.found, s)
}

// end sorts the added things by cells.
func (c *chart) end() {
	for i := 1; i < len(c.first); i++ {
		c.first[i] += c.first[i-1]
	}
	for len(c.spots) < len(c.found) {
		c.spots = append(c.spots, sense.Spot{})
	}
	for i := len(c.found) - 1; i >= 0; i-- { // from behind: the ends become the starts
		at := &c.first[c.cells[i]+1]
		*at--
		c.spots[*at] = c.found[i]
	}
	copy(c.first, c.first[1:])
	c.first[len(c.first)-1] = int32(len(c.found))
}

// near appends everything within a radius of a point.
func (c *chart) near(at sense.Point, radius float64, buf []sense.Spot) []sense.Spot {
	if !(radius >= 0) {
		return buf
	}
	r2 := float64(radius * radius)
	from, to := cellAt(at.X-radius, c.cell, c.cols), cellAt(at.X+radius, c.cell, c.cols)
	for row, last := cellAt(at.Y-radius, c.cell, c.rows), cellAt(at.Y+radius, c.cell, c.rows); row <= last; row++ {
		run := c.spots[c.first[row*c.cols+from]:c.first[row*c.cols+to+1]]
		for i := range run {
			if dx, dy := run[i].At.X-at.X, run[i].At.Y-at.Y; float64(dx*dx)+float64(dy*dy) <= r2 {
				buf = append(buf, run[i])
			}
		}
	}
	return buf
}

// cellAt returns the cell of a coordinate; those outside belong to the cells at the border.
func cellAt(x, cell float64, n int) int {
	x /= cell
	switch {
	case !(x > 0):
		return 0
	case x >= float64(n):
		return n - 1
	}
	return int(x)
}

// charts are those of a playground.
type charts struct {
	all    chart // what can be perceived
	covers chart // landmarks that give cover, as places in marks
	bombs  chart // grenades that lie about, as places in bombs
}

// survey charts what comes and goes.
func (c *charts) survey(p *Playground) {
	c.all.survey(p)
	c.bombs.lie(p.bombs)
}

// survey charts all characters and things.
func (c *chart) survey(p *Playground) {
	c.begin()
	for i := range p.members {
		m := &p.members[i]
		if m.agent == 0 || m.object == 0 {
			continue
		}
		if at, ok := p.arena.PositionOf(m.body); ok {
			c.add(sense.Spot{Object: sense.ObjectID(m.object), At: sense.Point(at)})
		}
	}
	for i := range p.items {
		if it := &p.items[i]; it.there {
			c.add(sense.Spot{Object: sense.ObjectID(it.object), At: sense.Point(it.at)})
		}
	}
	c.end()
}

// lie charts the grenades that lie about, by their places in the list.
func (c *chart) lie(bombs []bomb) {
	if len(bombs)+len(c.found) == 0 {
		return // as most of the time
	}
	c.begin()
	for i := range bombs {
		c.add(sense.Spot{Object: sense.ObjectID(i), At: sense.Point(bombs[i].at)})
	}
	c.end()
}

// mark charts the landmarks that give cover, by their places in the list.
func (c *chart) mark(marks []mark) {
	c.begin()
	for i := range marks {
		if l := &marks[i]; l.cover {
			c.add(sense.Spot{Object: sense.ObjectID(i), At: sense.Point(l.at)})
		}
	}
	c.end()
}

// coverNear calls yield for each landmark that gives cover within a radius of a point, until it returns true, which it
// reports.
func (c *chart) coverNear(marks []mark, at arena.Point, radius float64, yield func(l *mark) bool) bool {
	var room [16]sense.Spot
	for _, s := range c.near(sense.Point(at), radius, room[:0]) {
		if yield(&marks[s.Object]) {
			return true
		}
	}
	return false
}
