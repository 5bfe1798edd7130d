package bt

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Names describes the trees of a model at the time when they were saved.
type Names struct {
	schema *world.Schema
	trees  []savedTree
}

// savedTree is a tree as it was.
type savedTree struct {
	sketch  sketch
	program *Program // as the target for reading saved data; nil until it is needed
	spare   []*Tree  // of it
	now     *Program // the last one whose nodes were looked for
	places  *places
}

// AppendNames appends the data needed to read the saved trees of a forest, for [ReadNames].
func (f *Forest) AppendNames(b []byte) []byte {
	n := &Names{}
	for _, p := range f.programs {
		n.trees = append(n.trees, savedTree{sketch: *p.sketch()})
	}
	c := codec.NewWriter(b)
	n.code(c)
	return c.Written()
}

// ReadNames reads what [Forest.AppendNames] has written; schema is that of the saved program. After an error of the
// reader the result must not be used.
func ReadNames(r *codec.Reader, schema *world.Schema) *Names {
	n := &Names{schema: schema}
	n.code(r.Coder())
	return n
}

func (n *Names) code(c *codec.Coder) {
	for t := range codec.Each(c, &n.trees, codec.NoLimit) {
		t.sketch.code(c, n.schema)
	}
}

// Len returns the number of trees.
func (n *Names) Len() int { return len(n.trees) }

// Name returns the name of a tree.
func (n *Names) Name(id int32) string { return n.trees[id].sketch.name }

// Named returns the program of a name, or nil.
func (f *Forest) Named(name string) *Program {
	for _, p := range f.programs {
		if p.Info.Name == name {
			return p
		}
	}
	return nil
}

// places are where of a program what a tree held is now.
type places struct {
	nodes    []int32 // by old node: the new one; -1: it is gone
	watches  []int32 // by new watch: the old one; -1: it is new, or of another condition
	services [][]int // by old node: of its services the new ones; -1: it is gone
	slots    []slot
	bare     []bool // by old node: it matches a node with ports that nothing would give a value
	altered  string // why nothing of it goes over
}

// slot is where a value of the frame was, and is.
type slot struct{ was, is int }

// find returns the place in a program of a saved part of a tree.
func (t *savedTree) find(p *Program) *places {
	if t.now == p {
		return t.places
	}
	old, now := &t.sketch, p.sketch()
	x := &places{nodes: match(old, now), services: make([][]int, len(old.nodes)), bare: make([]bool, len(old.nodes))}
	t.now, t.places = p, x
	if x.findParams(old, now); x.altered != "" {
		return x
	}
	for o, n := range x.nodes {
		if n >= 0 {
			x.bare[o] = !x.findPorts(old.nodes[o].ports, now.nodes[n].ports, old.types, now.types)
			x.services[o] = findServices(old.nodes[o].services, now.nodes[n].services)
		}
	}
	x.findWatches(old, now)
	return x
}

// findParams finds the parameters of the tree. Every start passes all of them.
func (x *places) findParams(old, now *sketch) {
	same := len(old.params) == len(now.params)
	for i := 0; same && i < len(old.params); i++ {
		a, b := old.params[i].at, now.params[i].at
		same = old.types[a].Kind == now.types[b].Kind
		x.slots = append(x.slots, slot{a, b})
	}
	if !same {
		x.altered = "the parameters of tree " + old.name + " have changed"
	}
}

// findPorts finds what a node gives values to, by their names, and reports whether all of it was there.
func (x *places) findPorts(old, now []port, was, is []world.Type) bool {
	all := true
	for _, p := range now {
		found := false
		for _, q := range old {
			if found = q.name == p.name && was[q.at].Kind == is[p.at].Kind; found {
				x.slots = append(x.slots, slot{q.at, p.at})
				break
			}
		}
		all = all && found
	}
	return all
}

// findServices finds the services of a node: those that do the same, then those with effects, in order.
func findServices(old, now []serviceSketch) []int {
	list, taken := make([]int, len(old)), make([]bool, len(now))
	for i := range list {
		list[i] = -1
	}
	for _, alike := range []func(a, b serviceSketch) bool{func(a, b serviceSketch) bool { return a == b }, func(a, b serviceSketch) bool { return !a.acts && !b.acts }} {
		for i := range old {
			for k := 0; k < len(now) && list[i] < 0; k++ {
				if !taken[k] && alike(old[i], now[k]) {
					list[i], taken[k] = k, true
				}
			}
		}
	}
	return list
}

// findWatches finds the watches: of the same node with the same condition, from the same child of the same composite.
func (x *places) findWatches(old, now *sketch) {
	x.watches = make([]int32, len(now.watches))
	for i, w := range now.watches {
		x.watches[i] = -1
		for k, v := range old.watches {
			if x.nodes[v.node] == w.node && (v.child == 0) == (w.child == 0) && v.mode == w.mode && old.nodes[v.node].guard == now.nodes[w.node].guard &&
				(v.child == 0 || x.nodes[v.child] == w.child && x.nodes[old.nodes[v.child].parent] == now.nodes[w.child].parent) {
				x.watches[i] = int32(k)
				break
			}
		}
	}
}
