package squad

// maxNodes is the roles, none, and the outside.
const maxNodes = MaxRoles + 2

// flow is a graph of the value of moving members: from the role that one has to another.
type flow struct {
	nodes int
	edges [maxNodes][maxNodes]int64 // the most that a move from a node to another gains
	who   [maxNodes][maxNodes]int8  // the member that would move; -1: none
	dist  [maxNodes]int64           // the most that a path gains
	last  [maxNodes]int             // the next node on that path, towards where paths are counted from; -1: its end
}

func (f *flow) reset(nodes int) {
	f.nodes = nodes
	for i := range nodes {
		for k := range nodes {
			f.edges[i][k] = never
		}
	}
}

func (f *flow) edge(from, to int, gain int64, who int8) {
	if gain > f.edges[from][to] {
		f.edges[from][to], f.who[from][to] = gain, who
	}
}

// moves adds all that a member could do.
func (f *flow) moves(a *Assigner, member int) {
	at := a.role[member]
	for r := range a.none + 1 {
		if r != at && a.can(member, r) {
			f.edge(at, r, a.gain[member][r]-a.gain[member][at], int8(member))
		}
	}
}

// from finds the best path to each node, where gain is the cost of starting at a node. There must be no cycle with a
// positive gain.
func (f *flow) from(gain []int64) {
	for n := range f.nodes {
		f.dist[n], f.last[n] = gain[n], -1
	}
	for better, round := true, 0; better && round < f.nodes; round++ {
		better = false
		for i := range f.nodes {
			if f.dist[i] <= never/2 {
				continue
			}
			for k := range f.nodes {
				if e := f.edges[i][k]; e != never && f.dist[i]+e > f.dist[k] {
					f.dist[k], f.last[k], better = f.dist[i]+e, i, true
				}
			}
		}
	}
}

// to finds the best path from each node to one. There must be no cycle that gains.
func (f *flow) to(node int) {
	for n := range f.nodes {
		f.dist[n], f.last[n] = never, -1
	}
	f.dist[node] = 0
	for better, round := true, 0; better && round < f.nodes; round++ {
		better = false
		for i := range f.nodes {
			for k := range f.nodes {
				if e := f.edges[i][k]; e != never && f.dist[k] > never/2 && e+f.dist[k] > f.dist[i] {
					f.dist[i], f.last[i], better = e+f.dist[k], k, true
				}
			}
		}
	}
}

// potentials finds a number for each node such that no edge gains more than the numbers of its ends differ by. In a
// cycle that loses nothing each edge gains just as much.
func (f *flow) potentials(p *[maxNodes]int64) {
	clear(p[:])
	f.from(p[:])
	*p = f.dist
}
