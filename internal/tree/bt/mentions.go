package bt

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// EachMention calls visit with the words that name the objects which the tree is about: its parameters, and what its
// running loops have before them.
func (t *Tree) EachMention(visit func([]world.Word)) {
	mem := t.mem()
	for _, p := range t.p.Info.Params {
		if p.Type.Kind == world.KindObject {
			visit(mem[p.Index : p.Index+1])
		}
	}
	for n := range t.p.nodes {
		nd := &t.p.nodes[n]
		if nd.kind != def.NodeEach || !mem.bit(t.p.bits+int32(n)) || nd.info.Each.Type.Kind != world.KindObject {
			continue
		}
		visit(mem[nd.info.Each.Index : nd.info.Each.Index+1])
		if nd.values == nil {
			list := t.more.lists[nd.list]
			visit(list[min(int(mem.current(nd)), len(list)):])
		}
	}
}
