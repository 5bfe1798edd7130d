package graph

import (
	"cmp"
	"slices"
)

// Lengths of a picture, in pixels.
const (
	headHeight = 24
	rowHeight  = 20
	columnGap  = 64
	rowGap     = 14
	margin     = 16
	maxWidth   = 360
	minWidth   = 90
	sweeps     = 8
	selfBend   = 34 // horizontal extent of an edge to its own box
)

// placed is a box with its position.
type placed struct {
	*Box
	rank          int
	x, y          float64 // of the upper left corner
	width, height float64
	before, after []link
}

// link is an edge seen from one end: the other box, and the vertical offset in its source box.
type link struct {
	box int
	at  float64
}

// layout arranges boxes in columns from left to right. Each box is to the right of its callers, except in cycles, and
// as near to them as there is room.
func layout(g *Graph) (boxes []placed, edges []Edge, width, height float64) {
	number := map[string]int{}
	for i := range g.Boxes {
		b := &g.Boxes[i]
		number[b.ID] = i
		boxes = append(boxes, placed{Box: b, width: b.width(), height: b.height()})
	}
	var own []Edge // edges to the same box do not affect its position
	for _, e := range g.Edges {
		_, from := number[e.From]
		_, to := number[e.To]
		switch {
		case !from || !to:
		case e.From == e.To:
			own = append(own, e)
		default:
			edges = append(edges, e)
		}
	}
	forward := withoutCircles(edges, number, len(boxes))
	rank(boxes, forward, number)
	for _, e := range forward {
		from, to := number[e.From], number[e.To]
		at := boxes[from].outAt(e.Line)
		boxes[from].after = append(boxes[from].after, link{to, at})
		boxes[to].before = append(boxes[to].before, link{from, at})
	}
	columns := columnsOf(boxes, forward, number)
	for i := range sweeps {
		if i%2 == 0 {
			for _, c := range columns {
				settle(boxes, c, true, fromLeft)
			}
		} else {
			for k := len(columns) - 1; k >= 0; k-- {
				settle(boxes, columns[k], false, fromRight)
			}
		}
	}
	width, height = spread(boxes)
	return boxes, append(edges, own...), width, height
}

// fromLeft returns the top of a box that makes the edges to it straight.
func fromLeft(boxes []placed, i int) (float64, bool) {
	b, sum := &boxes[i], 0.0
	for _, l := range b.before {
		sum += boxes[l.box].y + l.at - headHeight/2
	}
	return sum / float64(max(1, len(b.before))), len(b.before) > 0
}

// fromRight returns the same for the edges from it.
func fromRight(boxes []placed, i int) (float64, bool) {
	b, sum := &boxes[i], 0.0
	for _, l := range b.after {
		sum += boxes[l.box].y + headHeight/2 - l.at
	}
	return sum / float64(max(1, len(b.after))), len(b.after) > 0
}

// settle moves the boxes of a column to their desired positions, as near as there is room. Overlapping boxes form a
// block, which is centred on the desired positions of its boxes.
func settle(boxes []placed, column []int, sort bool, wish func([]placed, int) (float64, bool)) {
	want := map[int]float64{}
	for _, i := range column {
		want[i] = boxes[i].y
		if y, ok := wish(boxes, i); ok {
			want[i] = y
		}
	}
	if sort { // children of one parent have the same desired position and keep their order
		slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(want[a], want[b]) })
	}
	type block struct {
		from, n          int
		height, sum, top float64
	}
	var blocks []block
	for k, i := range column {
		b := block{k, 1, boxes[i].height + rowGap, want[i], want[i]}
		for len(blocks) > 0 {
			last := blocks[len(blocks)-1]
			if last.top+last.height <= b.top {
				break
			}
			blocks = blocks[:len(blocks)-1]
			sum := last.sum + b.sum - float64(float64(b.n)*last.height)
			b = block{last.from, last.n + b.n, last.height + b.height, sum, sum / float64(last.n+b.n)}
		}
		blocks = append(blocks, b)
	}
	for _, b := range blocks {
		y := b.top
		for _, i := range column[b.from : b.from+b.n] {
			boxes[i].y = y
			y += boxes[i].height + rowGap
		}
	}
}

// columnsOf stacks the boxes of each rank in the order in which they are reached from the first boxes.
func columnsOf(boxes []placed, edges []Edge, number map[string]int) [][]int {
	out := make([][]int, len(boxes))
	for _, e := range edges {
		out[number[e.From]] = append(out[number[e.From]], number[e.To])
	}
	var columns [][]int
	seen := make([]bool, len(boxes))
	reach := func(root int) {
		rest := []int{root}
		for len(rest) > 0 {
			at := rest[len(rest)-1]
			rest = rest[:len(rest)-1]
			if seen[at] {
				continue
			}
			seen[at] = true
			for len(columns) <= boxes[at].rank {
				columns = append(columns, nil)
			}
			columns[boxes[at].rank] = append(columns[boxes[at].rank], at)
			for i := len(out[at]) - 1; i >= 0; i-- {
				rest = append(rest, out[at][i])
			}
		}
	}
	for i := range boxes {
		if boxes[i].rank == 0 {
			reach(i)
		}
	}
	for _, c := range columns {
		y := 0.0
		for _, i := range c {
			boxes[i].y = y
			y += boxes[i].height + rowGap
		}
	}
	return columns
}

// withoutCircles omits the edges that close a cycle, in a depth-first traversal from each box in turn.
func withoutCircles(edges []Edge, number map[string]int, n int) []Edge {
	out := make([][]Edge, n)
	for _, e := range edges {
		out[number[e.From]] = append(out[number[e.From]], e)
	}
	const onTheWay, done = 1, 2
	state := make([]byte, n)
	type frame struct{ at, next int }
	var kept []Edge
	for root := range n {
		if state[root] != 0 {
			continue
		}
		state[root] = onTheWay
		stack := []frame{{root, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(out[top.at]) {
				state[top.at] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := out[top.at][top.next]
			top.next++
			to := number[e.To]
			if state[to] == onTheWay {
				continue
			}
			kept = append(kept, e)
			if state[to] == 0 {
				state[to] = onTheWay
				stack = append(stack, frame{to, 0})
			}
		}
	}
	return kept
}

// rank sets each box's column number: one more than the largest of its callers.
func rank(boxes []placed, edges []Edge, number map[string]int) {
	open, out := make([]int, len(boxes)), make([][]int, len(boxes))
	for _, e := range edges {
		open[number[e.To]]++
		out[number[e.From]] = append(out[number[e.From]], number[e.To])
	}
	var ready []int
	for i := range boxes {
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	for k := 0; k < len(ready); k++ {
		for _, to := range out[ready[k]] {
			boxes[to].rank = max(boxes[to].rank, boxes[ready[k]].rank+1)
			if open[to]--; open[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
}

// spread positions the columns and moves everything to the margin. It returns the total size.
func spread(boxes []placed) (width, height float64) {
	widest := map[int]float64{}
	last, top := 0, 0.0
	for i := range boxes {
		b := &boxes[i]
		widest[b.rank], last = max(widest[b.rank], b.width), max(last, b.rank)
		if i == 0 || b.y < top {
			top = b.y
		}
	}
	x := float64(margin)
	at := make([]float64, last+1)
	for r := range at {
		at[r] = x
		x += widest[r] + columnGap
	}
	for i := range boxes {
		b := &boxes[i]
		b.x, b.y = at[b.rank], float64(int(b.y-top+0.5))+margin
		height = max(height, b.y+b.height+margin)
	}
	return x - columnGap + margin, height
}

// height returns the height of a box with its lines.
func (x *Box) height() float64 {
	h := headHeight + len(x.Lines)*rowHeight
	if x.Note != "" {
		h += rowHeight
	}
	return float64(h)
}

// width returns the width of the box's longest text, within bounds.
func (x *Box) width() float64 {
	w := boldWidth(x.Title) + 30
	w = max(w, textWidth(x.Note, noteSize)+20)
	for _, l := range x.Lines {
		w = max(w, textWidth(l.Name, titleSize)+textWidth(l.Note, noteSize)+44)
	}
	return float64(int(min(max(w, minWidth), maxWidth)))
}

// outAt returns the vertical offset in a box at which an edge of a line begins.
func (x *Box) outAt(line int) float64 {
	if line < 0 || line >= len(x.Lines) {
		return headHeight / 2
	}
	y := headHeight + rowHeight*line + rowHeight/2
	if x.Note != "" {
		y += rowHeight
	}
	return float64(y)
}
