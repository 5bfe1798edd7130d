package arena

// maxGraphs is for how many radii a finder keeps what it has found out. A further one takes the place of the oldest.
const maxGraphs = 8

// Finder finds paths around the walls of a map. It keeps what it has found out, so that later paths come faster; they are the same
// paths. Not safe for concurrent use: give each goroutine its own.
type Finder struct {
	m      *Map
	graphs []*graph
	oldest int // which of graphs is replaced next

	// scratch of a search; by node, then the start and the goal
	cost   []float64
	from   []int32
	done   []bool
	open   []entry
	chain  []int32
	groups []bend
	taut   []Point
}

// entry is a node that waits to be looked at.
type entry struct {
	total float64 // metres so far and as the crow flies from there
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

// Prepare works out everything that paths of a radius need, so that none of them takes longer than others: on a map of 1,000 walls
// the first ones may take a second otherwise.
func (f *Finder) Prepare(radius float64) {
	if !(radius > 0) {
		return
	}
	g := f.graph(radius)
	for n := range g.nodes {
		g.neighborsOf(int32(n))
	}
}

// Path appends to buf the way that a body of a radius can take from one point to another: the points to walk to in turn, in straight
// lines, the last of which is the goal. Where the body does not fit at the goal, that is the nearest spot beside the walls. It is the
// shortest way but for a few hundredths, and keeps the radius away from walls. Gaps must be wider than the body by a millimetre and a
// thousandth. ok is false, and buf as it was, when there is no way or the start is no place for the body.
//
// What it costs grows with the number of corners in sight along the way; the first paths for a radius cost more, see [Finder.Prepare].
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
	if !f.search(g, from, to) {
		return buf, false
	}
	return f.pull(g, from, to, buf), true
}

// maxSettles bounds how often a goal is moved away from walls; each time it is moved by one wall.
const maxSettles = 8

// settle returns the point beside the walls where a body of a radius that wants to be at p can stand.
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
	if away == (Point{}) { // p lies on the wall: any side will do
		away = unit(perp(w.B.minus(w.A)))
		if w.Solid {
			away = unit(foot.minus(w.A.plus(w.B).times(0.5)))
		}
	}
	return along(foot, away, room)
}

// search finds the shortest way over the nodes of a graph (A*: Hart, Nilsson and Raphael 1968) and leaves its nodes in chain. Each
// node is looked at once; of equally good ones the lower number comes first.
func (f *Finder) search(g *graph, from, to Point) bool {
	start, goal := int32(len(g.nodes)), int32(len(g.nodes)+1)
	f.reset(len(g.nodes) + 2)
	f.push(entry{from.Distance(to), start})
	f.cost[start] = 0
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
			for i := range g.nodes {
				if at := g.nodes[i].at; g.joins(from, int32(i)) {
					f.offer(n, int32(i), from.Distance(at), at.Distance(to))
				}
			}
			continue
		}
		at := g.nodes[n].at
		for _, i := range g.neighborsOf(n) {
			if !f.done[i] {
				next := g.nodes[i].at
				f.offer(n, i, at.Distance(next), next.Distance(to))
			}
		}
		if g.joins(to, n) {
			f.offer(n, goal, at.Distance(to), 0)
		}
	}
	return false
}

// reset makes the scratch ready for a number of nodes.
func (f *Finder) reset(n int) {
	if cap(f.cost) < n {
		f.cost, f.from, f.done = make([]float64, n), make([]int32, n), make([]bool, n)
	}
	f.cost, f.from, f.done = f.cost[:n], f.from[:n], f.done[:n]
	for i := range n {
		f.cost[i], f.from[i], f.done[i] = -1, none, false
	}
	f.open = f.open[:0]
}

// offer tells of a way to a node over another, with what it costs from there and what is left at least.
func (f *Finder) offer(over, to int32, step, left float64) {
	if cost := f.cost[over] + step; f.cost[to] < 0 || cost < f.cost[to] {
		f.cost[to], f.from[to] = cost, over
		f.push(entry{cost + left, to})
	}
}

// trace leaves in chain the nodes between start and goal.
func (f *Finder) trace(start, goal int32) {
	f.chain = f.chain[:0]
	for n := f.from[goal]; n != start; n = f.from[n] {
		f.chain = append(f.chain, n)
	}
	for i, k := 0, len(f.chain)-1; i < k; i, k = i+1, k-1 {
		f.chain[i], f.chain[k] = f.chain[k], f.chain[i]
	}
}

// less puts the entry with the lowest total first, of equal ones that with the lowest node.
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
