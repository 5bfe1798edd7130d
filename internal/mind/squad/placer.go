package squad

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/det"
)

// Spot is a position, in metres.
type Spot struct{ X, Y float64 }

// NoPlace is the place of a member that has none.
const NoPlace = -1

// maxFar limits a distance that counts, in millimetres: sums of their squares stay exact.
const maxFar = 1 << 28

// Placer assigns members to the places of a formation, so that they walk as little as possible in all. Then no two ways
// cross. It keeps its scratch: it allocates nothing once warm.
type Placer struct {
	// Square counts the squares of the distances. Use it for places in a row: there the sum of the distances does not
	// depend on who is in front of whom, and a member behind the others would have to overtake them.
	Square bool

	cost       []int64 // by member and place
	row, col   []int64 // potentials
	least      []int64
	holder     []int // by place, plus one: its member, from 1
	way        []int
	seen       []bool
	rows, cols int
}

// Assign returns a place for each member, by index. at holds the positions of the members, in the order of their IDs;
// places are at least as many. was is the place that each member has, or [NoPlace]; nil: none has one. A member
// that keeps its place counts as if it were stay metres nearer to it, with Square as if the square of its distance were
// less by that of stay: others take it over only for a saving of more, however far all of them are.
// The sum of the distances, or of their squares, in millimetres, is the exact minimum. The result is appended to buf.
func (p *Placer) Assign(at, places []Spot, was []int, stay float64, buf []int) []int {
	if len(at) > len(places) || len(places) > MaxMembers || was != nil && len(was) != len(at) {
		panic(fmt.Sprintf("squad: Placer.Assign: %d members, %d places, %d former ones: there must be a place for each member, at most %d", len(at), len(places), len(was), MaxMembers))
	}
	p.reset(len(at), len(places))
	for i, from := range at {
		for k, to := range places {
			far, less := millimetres(from, to), int64(0)
			if was != nil && was[i] == k {
				less = int64(float64(stay * 1000))
			}
			if p.Square {
				far, less = far*far, less*less
			}
			p.cost[i*p.cols+k] = far - less
		}
	}
	for i := range at {
		p.enter(i + 1)
	}
	first := len(buf)
	for range at {
		buf = append(buf, NoPlace)
	}
	for k, i := range p.holder[1:] {
		if i > 0 {
			buf[first+i-1] = k
		}
	}
	return buf
}

// millimetres returns the distance between two spots.
func millimetres(a, b Spot) int64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	return int64(min(float64(det.Sqrt(float64(dx*dx)+float64(dy*dy))*1000)+0.5, maxFar))
}

func (p *Placer) reset(rows, cols int) {
	p.rows, p.cols = rows, cols
	p.cost = sized(p.cost, rows*cols)
	p.row, p.col, p.least = sized(p.row, rows+1), sized(p.col, cols+1), sized(p.least, cols+1)
	p.holder, p.way, p.seen = sized(p.holder, cols+1), sized(p.way, cols+1), sized(p.seen, cols+1)
}

// sized returns a slice of n zeros.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// enter assigns one more member, and moves others where that is shorter in all: a step of the Hungarian method. Column
// 0 stands for the new member.
func (p *Placer) enter(row int) {
	const far = 1 << 62
	p.holder[0] = row
	for k := range p.least {
		p.least[k], p.seen[k] = far, false
	}
	at := 0
	for p.holder[at] != 0 {
		at = p.reach(at)
	}
	for at != 0 {
		before := p.way[at]
		p.holder[at] = p.holder[before]
		at = before
	}
}

// reach adds a place to those reached, and returns the next that is nearest to them.
func (p *Placer) reach(at int) (next int) {
	p.seen[at] = true
	i := p.holder[at]
	step := int64(1) << 62
	for k := 1; k <= p.cols; k++ {
		if p.seen[k] {
			continue
		}
		if c := p.cost[(i-1)*p.cols+k-1] - p.row[i] - p.col[k]; c < p.least[k] {
			p.least[k], p.way[k] = c, at
		}
		if p.least[k] < step {
			step, next = p.least[k], k
		}
	}
	for k := range p.seen {
		if p.seen[k] {
			p.row[p.holder[k]] += step
			p.col[k] -= step
		} else {
			p.least[k] -= step
		}
	}
	return next
}
