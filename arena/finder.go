package arena

import "math"

// maxGraphs is the number of radii whose graphs a finder caches. A further radius replaces the oldest.
const maxGraphs = 8

// Finder finds paths around the walls of a map. It caches the visibility between corners, which makes later paths
// faster but not different. Not safe for concurrent use: give each goroutine its own.
type Finder struct {
	m      *Map
	graphs []*graph
	oldest int // index of the graph to replace next

	// scratch of a search, by node, then the start and the goal
	cost    []float64
	from    []int32
	done    []bool
	touched []int32 // the nodes with a cost
	open    []entry
	chain   []int32
	groups  []bend
	taut    []Point

	// bodies that the path leads around, and the points at which it can: nodes after those of the graph
	discs []disc
	rings []Point
}

// entry is an open node of the search.
type entry struct {
	total float64 // metres so far plus the straight distance to the goal
	node  int32
}

// NewFinder returns a finder for a map.
func NewFinder(m *Map) *Finder { return &Finder{m: m} }

// graph returns the graph for a radius.
func (f *Finder) graph(radius float64) *graph {
	for _, g := range f.graphs {
		if g.radius == radius {
			return g
		}
	}
	g := newGraph(f.m, radius)
	if len(f.graphs) < maxGraphs {
		f.graphs = append(f.graphs, g)
		return g
	}
	f.graphs[f.oldest] = g
	f.oldest = (f.oldest + 1) % maxGraphs
	return g
}

// Prepare computes in advance everything that paths for a radius need. Without it, the first paths on a map of 1,000
// walls may take a second.
func (f *Finder) Prepare(radius float64) {
	if !(radius > 0) {
		return
	}
	g := f.graph(radius)
	for n := range g.nodes {
		g.neighborsOf(int32(n), math.Inf(1))
	}
}

// Path appends to buf a path for a body of a radius from one point to another: the points to walk to in turn, in
// straight lines, the last of which is the goal. If the body does not fit at the goal, the path ends at the nearest
// position clear of the walls. It is at most a few hundredths longer than the shortest path, and keeps the radius away
// from walls. Gaps must be wider than the body by a millimetre and a thousandth. If there is no path, or the body does
// not fit at the start, ok is false and buf is unchanged.
//
// The cost grows with the number of corners about the path, not with the size of the map; the first paths for a radius
// and a region cost more, see [Finder.Prepare].
func (f *Finder) Path(from, to Point, radius float64, buf []Point) (path []Point, ok bool) {
	if !(radius > 0) || !f.m.Fits(from, radius) {
		return buf, false
	}
	if to, ok = f.m.settle(to, radius); !ok {
		return buf, false
	}
	if f.m.Clear(from, to, roomFor(radius)) {
		return append(buf, to), true
	}
	g := f.graph(radius)
	if !f.find(g, from, to, math.Inf(1)) {
		return buf, false
	}
	return f.pull(g, from, to, buf), true
}

// find finds the shortest path over the nodes of a graph, of those up to a length, and stores its nodes in chain. It
// searches among shorter paths first, so that a short path on a large map costs little, and doubles that length while
// there is none.
func (f *Finder) find(g *graph, from, to Point, most float64) bool {
	longest := firstDetour*from.Distance(to) + 8*g.reach
	for ; longest < min(g.longest, most); longest *= 2 {
		if f.search(g, from, to, longest) {
			return true
		}
	}
	return f.search(g, from, to, most)
}

// firstDetour is how long the paths of the first search may be, against the straight line.
const firstDetour = 1.25

// maxSettles limits how often a goal is moved away from a wall.
const maxSettles = 8

// settle returns the position clear of the walls, nearest to p, at which a body of a radius can stand.
func (m *Map) settle(p Point, radius float64) (Point, bool) {
	if !p.finite() {
		return p, false
	}
	room := radius + outline
	for range maxSettles {
		if m.Fits(p, radius+skin) {
			return p, true
		}
		p = m.push(Point{min(max(p.X, room), m.layout.Width-room), min(max(p.Y, room), m.layout.Height-room)}, room)
	}
	return p, m.Fits(p, radius+skin)
}

// push moves a point away from the wall nearest to it, to a distance of room.
func (m *Map) push(p Point, room float64) Point {
	var nearest *Wall
	least := square(room)
	s := m.grid.scan(p, p, room)
	for near, more := s.next(); more; near, more = s.next() {
		for _, i := range near {
			if w := &m.walls[i]; w.distance2To(p) < least {
				nearest, least = w, w.distance2To(p)
			}
		}
	}
	if nearest == nil {
		return p
	}
	return nearest.outOf(p, room)
}

// outOf returns the point at a distance of room from the wall, on the side of p.
func (w *Wall) outOf(p Point, room float64) Point {
	lines, n := w.edges()
	var foot Point
	least := -1.0
	for _, line := range lines[:n] {
		if q := nearestOn(line[0], line[1], p); least < 0 || distance2(p, q) < least {
			foot, least = q, distance2(p, q)
		}
	}
	away := unit(p.minus(foot))
	if w.Solid && w.distance2To(p) == 0 {
		away = away.times(-1)
	}
	if away == (Point{}) { // p lies on the wall: any side is valid
		away = unit(perp(w.B.minus(w.A)))
		if w.Solid {
			away = unit(foot.minus(w.A.plus(w.B).times(0.5)))
		}
	}
	return along(foot, away, room)
}

// search finds the shortest path over the nodes of a graph and the rings around discs (A*: Hart, Nilsson and Raphael
// 1968) among those up to a length, and stores its nodes in chain. Each node is expanded once; ties go to the lower
// number.
func (f *Finder) search(g *graph, from, to Point, longest float64) bool {
	start := int32(len(g.nodes) + len(f.rings))
	goal := start + 1
	f.reset(int(goal) + 1)
	f.push(entry{from.Distance(to), start})
	f.cost[start], f.touched = 0, append(f.touched, start)
	for len(f.open) > 0 {
		n := f.pop()
		if f.done[n] {
			continue
		}
		f.done[n] = true
		if n == goal {
			f.trace(start, goal)
			return true
		}
		if n == start {
			f.leave(g, n, from, to, longest)
			continue
		}
		at := f.at(g, n)
		if int(n) >= len(g.nodes) {
			f.leave(g, n, at, to, longest)
			if g.m.Clear(at, to, g.room) && f.passes(at, to) {
				f.offer(n, goal, at.Distance(to), 0)
			}
			continue
		}
		for _, i := range g.neighborsOf(n, (longest-f.cost[n]+at.Distance(to))/2+slack) {
			next := g.nodes[i].at
			if step, left, ok := f.admits(n, i, at, next, to, longest); ok && f.passes(at, next) {
				f.offer(n, i, step, left)
			}
		}
		for k, next := range f.rings {
			i := int32(len(g.nodes) + k)
			if step, left, ok := f.admits(n, i, at, next, to, longest); ok && g.joins(next, n) && f.passes(at, next) {
				f.offer(n, i, step, left)
			}
		}
		if g.joins(to, n) && f.passes(at, to) {
			f.offer(n, goal, at.Distance(to), 0)
		}
	}
	return false
}

// leave offers what can be reached from the start, or from a point of a ring.
func (f *Finder) leave(g *graph, n int32, at, to Point, longest float64) {
	near := g.index.around(at.plus(to).times(0.5), (longest-f.cost[n])/2+slack)
	for i := near.next(); i != none; i = near.next() {
		next := g.nodes[i].at
		if step, left, ok := f.admits(n, i, at, next, to, longest); ok && g.joins(at, i) && f.passes(at, next) {
			f.offer(n, i, step, left)
		}
	}
	for k, next := range f.rings {
		i := int32(len(g.nodes) + k)
		if step, left, ok := f.admits(n, i, at, next, to, longest); ok && g.m.Clear(at, next, g.room) && f.passes(at, next) {
			f.offer(n, i, step, left)
		}
	}
}

// admits returns the distances of a node from the one that is expanded and from the goal; ok is false if it was
// expanded before, or if the path by way of it is too long.
func (f *Finder) admits(n, i int32, at, next, to Point, longest float64) (step, left float64, ok bool) {
	if f.done[i] {
		return 0, 0, false
	}
	step, left = at.Distance(next), next.Distance(to)
	return step, left, f.cost[n]+step+left <= longest
}

// at returns where a node is: of the graph, or of a ring.
func (f *Finder) at(g *graph, n int32) Point {
	if int(n) < len(g.nodes) {
		return g.nodes[n].at
	}
	return f.rings[int(n)-len(g.nodes)]
}

// reset prepares the scratch for a number of nodes.
func (f *Finder) reset(n int) {
	for _, i := range f.touched {
		f.cost[i], f.from[i], f.done[i] = -1, none, false
	}
	f.touched, f.open = f.touched[:0], f.open[:0]
	for len(f.cost) < n {
		f.cost, f.from, f.done = append(f.cost, -1), append(f.from, none), append(f.done, false)
	}
}

// offer relaxes the edge from over to a node, with its cost and a lower bound of the remaining cost.
func (f *Finder) offer(over, to int32, step, left float64) {
	cost := f.cost[over] + step
	if f.cost[to] < 0 {
		f.touched = append(f.touched, to)
	}
	if f.cost[to] < 0 || cost < f.cost[to] {
		f.cost[to], f.from[to] = cost, over
		f.push(entry{cost + left, to})
	}
}

// trace stores in chain the nodes between start and goal.
func (f *Finder) trace(start, goal int32) {
	f.chain = f.chain[:0]
	for n := f.from[goal]; n != start; n = f.from[n] {
		f.chain = append(f.chain, n)
	}
	for i, k := 0, len(f.chain)-1; i < k; i, k = i+1, k-1 {
		f.chain[i], f.chain[k] = f.chain[k], f.chain[i]
	}
}

// less orders entries by total, then by node.
func (e entry) less(o entry) bool { return e.total < o.total || e.total == o.total && e.node < o.node }

// push adds an entry to the heap of open ones.
func (f *Finder) push(e entry) {
	f.open = append(f.open, e)
	i := len(f.open) - 1
	for i > 0 && e.less(f.open[(i-1)/2]) {
		f.open[i] = f.open[(i-1)/2]
		i = (i - 1) / 2
	}
	f.open[i] = e
}

// pop takes the first entry from the heap.
func (f *Finder) pop() int32 {
	first := f.open[0].node
	e := f.open[len(f.open)-1]
	f.open = f.open[:len(f.open)-1]
	i := 0
	for {
		child := 2*i + 1
		if child >= len(f.open) {
			break
		}
		if child+1 < len(f.open) && f.open[child+1].less(f.open[child]) {
			child++
		}
		if e.less(f.open[child]) {
			break
		}
		f.open[i] = f.open[child]
		i = child
	}
	if len(f.open) > 0 {
		f.open[i] = e
	}
	return first
}

// pathLength returns the length of a path from a point, in metres.
func pathLength(from Point, path []Point) float64 {
	sum := 0.0
	for _, p := range path {
		sum += from.Distance(p)
		from = p
	}
	return sum
}
