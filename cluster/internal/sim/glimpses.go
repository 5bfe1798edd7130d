package sim

import "slices"

// glimpses carry what zones show each other. Each node may receive it late, or never.
type glimpses struct{ node *node }

// glimpse is what a zone has shown to another.
type glimpse struct {
	data []byte
	n    uint64
}

// Show implements zone.Views.
func (g glimpses) Show(to, from string, data []byte) {
	data = slices.Clone(data)
	for _, n := range g.node.of.nodes {
		if g.node.loses() || n.loses() {
			continue
		}
		seen := n.seen
		n.world.after(g.node.delay()+n.delay(), func() {
			key := [2]string{to, from}
			seen[key] = glimpse{data, seen[key].n + 1}
		})
	}
}

// Seen implements zone.Views.
func (g glimpses) Seen(to, from string) ([]byte, uint64) {
	x := g.node.seen[[2]string{to, from}]
	return x.data, x.n
}
