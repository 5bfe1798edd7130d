package bt

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// nodes codes for each node whether it runs, and its memory.
func (g *coding) nodes() {
	c, p := g.Coder, g.p
	for n := range p.nodes {
		nd, bit := &p.nodes[n], p.bits+int32(n)
		running := g.m.bit(bit)
		if c.Bool(&running); nd.flags&flagKeeps != 0 {
			g.kept(nd)
		}
		if !running || c.Failed() {
			continue
		}
		if c.Reads() {
			g.m.setBit(bit, true)
		}
		g.running(nd)
	}
}

// running codes what a node that runs remembers.
func (g *coding) running(nd *node) {
	if nd.flags&flagGrace != 0 {
		g.lane(nd.ending)
	}
	if nd.action >= 0 {
		g.instance(nd.action, nd.lane)
		g.asked(nd)
	} else if nd.kind == def.NodeHosted {
		g.started(nd.host, nd.lane)
	} else if !keepsAfterEnd(nd.kind) {
		g.state(nd)
	}
	for i := range nd.services {
		s := &nd.services[i]
		g.tick(s.word)
		g.started(s.action, s.lane)
	}
}

// started codes a running activity, if there is one.
func (g *coding) started(id, lane int32) {
	runs := g.m.lane(lane) != 0
	if g.Bool(&runs); runs && !g.Failed() {
		g.instance(id, lane)
	}
}

// kept codes what a node remembers whether it runs or not.
func (g *coding) kept(nd *node) {
	if keepsAfterEnd(nd.kind) {
		g.state(nd)
	}
	if !nd.choice.lasts() {
		return
	}
	g.lane(nd.lastLane())
	since := &g.m[nd.sinceWord()]
	if codec.Int(g.Coder, since); g.Reads() && g.m.lane(nd.lastLane()) != 0 {
		*since += world.Word(g.Shift)
	}
}

// keepsAfterEnd reports whether a kind of node keeps its state when it does not run.
func keepsAfterEnd(k def.NodeKind) bool {
	switch k {
	case def.NodeResumeSequence, def.NodeCooldown, def.NodeOnce, def.NodeLimit:
		return true
	}
	return false
}

// state codes the lanes and words of a node. What the lanes may be is checked later.
func (g *coding) state(nd *node) {
	for i := range lanes(nd) {
		g.lane(nd.lane + int32(i))
	}
	if hasWord(nd.kind) {
		g.tick(nd.word)
	}
	if nd.choice != nil {
		for i := range nd.kids {
			w := &g.m[nd.word+int32(i)]
			score := w.Float()
			if g.Float(&score); g.Reads() {
				*w = world.Float(score)
			}
		}
	}
	if nd.kind == def.NodeEach && nd.values == nil {
		g.members(nd)
	}
}

// members codes the members of a type that a node goes through.
func (g *coding) members(nd *node) {
	list := &g.more.lists[nd.list]
	for w := range codec.Each(g.Coder, list, codec.NoLimit) {
		if codec.Int(g.Coder, w); g.Reads() {
			g.value(nd.info.Each.Type, *w)
		}
	}
}

// instance codes a running activity, which must be of the kind that its place starts.
func (g *coding) instance(id, lane int32) {
	r := g.Reader()
	if r == nil {
		g.Write(g.Instances.AppendInstance(g.Written(), action.HandleOf(id, int32(g.m.lane(lane))-1)))
		return
	}
	h, why := g.Restorer.Instance((*world.Reader)(r))
	switch {
	case r.Failed():
	case g.reads:
		g.found = append(g.found, found{h, why})
		g.m.setLane(lane, uint32(len(g.found)))
	case why != "":
		g.lost = "tree " + g.p.Info.Name + " starts anew: " + why
	case h.Action() != id:
		g.Instances.Drop(h)
		g.Fail("an action does not belong to its node")
	default:
		g.m.setLane(lane, uint32(h.Slot()+1))
	}
}

// asked codes until when an action that was asked to end has time for that.
func (g *coding) asked(nd *node) {
	if nd.grace == 0 || g.m.lane(nd.ending) == endNot {
		return
	}
	if g.tick(nd.word); g.Reads() && !g.reads && g.m.lane(nd.lane) != 0 {
		g.Instances.Asked(action.HandleOf(nd.action, int32(g.m.lane(nd.lane))-1))
	}
}

// tick codes a word that is a tick, which is shifted when it is read.
func (g *coding) tick(word int32) {
	if codec.Int(g.Coder, &g.m[word]); g.Reads() {
		g.m[word] += world.Word(g.Shift)
	}
}

func (g *coding) lane(at int32) {
	n := uint64(g.m.lane(at))
	if codec.Uint(g.Coder, &n); n > math.MaxUint32 {
		g.Fail("a count is out of range")
	}
	if g.Reads() {
		g.m.setLane(at, uint32(n))
	}
}

// pair codes a bit with an even number and the one after it.
func (g *coding) pair(at int32) {
	first, second := g.m.pair(at)
	g.Bool(&first)
	if g.Bool(&second); g.Reads() {
		g.m.setBit(at, first)
		g.m.setBit(at+1, second)
	}
}
