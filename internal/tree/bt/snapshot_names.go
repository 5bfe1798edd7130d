package bt

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Names is what the trees of a model were like when they were saved.
type Names struct {
	programs []shape
}

// shape is what has to be the same for a saved tree to go on: its nodes and what its frame holds.
type shape struct {
	name  string
	nodes []string
	slots []world.Type
}

// AppendNames appends what is needed to read the saved trees of a forest, for [ReadNames].
func (f *Forest) AppendNames(b []byte) []byte {
	n := &Names{}
	for _, p := range f.programs {
		n.programs = append(n.programs, p.shape())
	}
	c := codec.NewWriter(b)
	n.code(c, nil)
	return c.Written()
}

// ReadNames reads what [Forest.AppendNames] has written; schema is that of the saved program. After an error of the
// reader the result must not be used.
func ReadNames(r *codec.Reader, schema *world.Schema) *Names {
	n := &Names{}
	n.code(r.Coder(), schema)
	return n
}

func (n *Names) code(c *codec.Coder, schema *world.Schema) {
	for s := range codec.Each(c, &n.programs, codec.NoLimit) {
		c.Text(&s.name)
		for node := range codec.Each(c, &s.nodes, codec.NoLimit) {
			c.Text(node)
		}
		for t := range codec.Each(c, &s.slots, codec.NoLimit) {
			known := t.Kind != 0
			if c.Bool(&known); known {
				def.CodeType(c, schema, t)
			}
		}
	}
}

// Len returns how many trees there were.
func (n *Names) Len() int { return len(n.programs) }

// Name returns the name of a tree.
func (n *Names) Name(id int32) string { return n.programs[id].name }

// Named returns the program of a name, or nil.
func (f *Forest) Named(name string) *Program {
	for _, p := range f.programs {
		if p.Info.Name == name {
			return p
		}
	}
	return nil
}

func (p *Program) shape() shape {
	s := shape{name: p.Info.Name, slots: p.types}
	for i := range p.nodes {
		s.nodes = append(s.nodes, p.nodes[i].outline())
	}
	return s
}

// outline describes a node as far as what it remembers depends on it: kind, place, name, and what it starts.
func (nd *node) outline() string {
	text := fmt.Sprintf("%d %d %s", nd.kind, nd.parent, nd.info.Name)
	if nd.info.Abort != def.AbortNone {
		text += " abort " + nd.info.Abort.String()
	}
	if nd.kind == def.NodeEach && nd.values == nil {
		text += " members"
	}
	if nd.grace > 0 {
		text += " grace"
	}
	for i := range nd.info.Services {
		text += " service"
		if a := nd.info.Services[i].Action; a != nil {
			text += " " + a.Action.Name
		}
	}
	if nd.choice != nil {
		text += " selects"
	}
	if nd.choice.lasts() {
		text += " lasts"
	}
	if draws(nd) {
		text += " draws"
	}
	return text
}

// difference returns what of a tree has changed, or "".
func (n *Names) difference(was int32, p *Program) string {
	old, now := &n.programs[was], p.shape()
	for i := range min(len(old.nodes), len(now.nodes)) {
		if old.nodes[i] != now.nodes[i] {
			return fmt.Sprintf("tree %s has changed from its node %d (%s) on", old.name, i+1, p.Label(int32(i)))
		}
	}
	switch {
	case len(old.nodes) != len(now.nodes):
		return fmt.Sprintf("tree %s has %d nodes now, not %d", old.name, len(now.nodes), len(old.nodes))
	case !slices.EqualFunc(old.slots, now.slots, func(a, b world.Type) bool { return a.Kind == b.Kind }):
		return "the parameters of tree " + old.name + " have changed"
	}
	return ""
}
