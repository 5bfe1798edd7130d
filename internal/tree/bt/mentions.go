package bt

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Mentions reports whether the tree is about an object: by its parameters, or by what its running loops have before
// them.
func (t *Tree) Mentions(o world.Object) bool {
	mem := t.mem()
	for _, p := range t.p.Info.Params {
		if p.Type.Kind == world.KindObject && mem[p.Index] == o {
			return true
		}
	}
	for n := range t.p.nodes {
		nd := &t.p.nodes[n]
		if nd.kind != def.NodeEach || !mem.bit(t.p.bits+int32(n)) || nd.info.Each.Type.Kind != world.KindObject {
			continue
		}
		if mem[nd.info.Each.Index] == o || nd.values == nil && slices.Contains(t.more.lists[nd.list][min(int(mem.current(nd)), len(t.more.lists[nd.list])):], o) {
			return true
		}
	}
	return false
}
