package bt

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Saved is how saved trees are to be read.
type Saved struct {
	Instances *action.Instances
	Revival   *action.Revival
	// Names and Migration are those of the program that the trees were saved with; nil where that is the present one.
	Names     *Names
	Migration *world.Migration
	// Shift is added to all ticks.
	Shift int64
}

// reading is the reading of one tree.
type reading struct {
	*codec.Reader
	*Saved
	*Tree
	was  []world.Type // of the frame's words, then
	lost string       // why the tree does not go on
}

// Read makes a tree that was just Reset what [Tree.Append] has written; was is the ID that its program had then. Lost tells why a tree that ran cannot
// go on where another program has it, or no longer what it ran: it then starts anew, and of what it remembered nothing is left. Where the bytes are
// something else, as far as that shows, the reader has a mistake afterwards, and the tree is of no use but for another Reset: nothing runs.
func (t *Tree) Read(r *codec.Reader, how *Saved, was int32) (lost string) {
	g := &reading{Reader: codec.NewReader(r.Part()), Saved: how, Tree: t, was: t.p.slots()}
	if r.Failed() {
		return ""
	}
	if how.Names != nil {
		if lost := how.Names.difference(was, t.p); lost != "" {
			return lost
		}
		g.was = how.Names.programs[was].slots
	}
	g.all()
	if g.End(); g.Failed() {
		r.Fail("%v", g.Err())
	}
	if g.Failed() || g.lost != "" {
		t.Drop(how.Instances)
		clear(t.mem()[t.p.frame:])
		return g.lost
	}
	if how.Names != nil {
		t.active, t.due, t.held = ^uint64(0), 0, false
		t.NoticeAll() // what it is to do may follow from other conditions than before
		return ""
	}
	t.relist()
	return ""
}

func (g *reading) all() {
	t := g.Tree
	g.words(t.mem()[:t.p.frame], g.was, t.p.slots())
	for n := range t.p.nodes {
		g.node(int32(n))
	}
	for n := range t.p.nodes {
		g.check(int32(n))
	}
	for i := range t.p.watches {
		bit := t.p.watches[i].bit
		t.mem().setBit(bit, g.Bool())
		t.mem().setBit(bit+1, g.Bool())
	}
	for n := range t.p.nodes {
		if bit := t.p.nodes[n].fresh; bit >= 0 {
			t.mem().setBit(bit, g.Bool() || g.Names != nil)
		}
	}
	if t.p.draws >= 0 {
		t.mem()[t.p.draws] = world.Word(g.Int())
	}
	t.dirty, t.due, t.held = g.Uint(), g.Whole(), g.Bool()
	if t.due > 0 && t.due < never {
		t.due += g.Shift
	}
	g.causes()
}

// relist finds out what of a tree that was read follows from what runs: which watches are judged, and the list of running actions, which is in the order of
// their nodes.
func (t *Tree) relist() {
	t.active, t.leaves = 0, 0
	for n := range t.p.nodes {
		nd := &t.p.nodes[n]
		if !t.isRunning(int32(n)) {
			continue
		}
		if t.active |= nd.mask; nd.action >= 0 {
			t.mem().setLane(t.p.list+int32(t.leaves), uint32(n))
			t.leaves++
		}
	}
}

// causes reads what had changed. For a tree of another program it has no use.
func (g *reading) causes() {
	for range g.Below(MaxCauses + 1) {
		c := world.Change{Addr: world.Addr(g.Int()), Old: world.Word(g.Int())}
		_, notice := c.Notice()
		switch {
		case g.Failed() || g.Names != nil || !g.keeps:
		case notice || g.p.schema.SymbolAt(c.Addr) != nil:
			g.keep(c)
		default:
			g.Fail("a change in it is of no symbol")
		}
	}
}

// words reads words of types that they had into words of the types that they have now.
func (g *reading) words(dst []world.Word, was, is []world.Type) {
	for i := 0; i < len(dst); i++ {
		width := max(was[i].Width(), 1)
		var w [2]world.Word
		for k := range width {
			w[k] = world.Word(g.Int())
		}
		if was[i].Kind == 0 || g.Failed() {
			continue // belongs to nothing
		}
		copy(dst[i:i+width], g.value(was[i], is[i], w))
		i += width - 1
	}
}

// value translates a value. What is gone becomes zero, as none does.
func (g *reading) value(was, is world.Type, w [2]world.Word) []world.Word {
	if g.Migration != nil {
		now, _, ok := g.Migration.Words(was, is, w)
		if !ok {
			now = [2]world.Word{}
		}
		w = now
	} else if !g.p.schema.Fits(is, w[0]) || is.Width() == 2 && !g.p.schema.Fits(is, w[1]) {
		g.Fail("a value in it is not of its type")
	}
	return w[:is.Width()]
}

func (g *reading) node(n int32) {
	nd := &g.p.nodes[n]
	running := g.Bool()
	if keepsAfterEnd(nd.kind) {
		g.state(nd)
	}
	if nd.choice.lasts() {
		g.lane32(nd.lastLane())
		if g.mem()[nd.sinceWord()] = world.Word(g.Int()); g.mem().lane(nd.lastLane()) != 0 {
			g.mem()[nd.sinceWord()] += world.Word(g.Shift)
		}
	}
	if !running || g.Failed() {
		return
	}
	g.mem().setBit(g.p.bits+n, true)
	if nd.action >= 0 {
		g.instance(nd.action, nd.lane)
	} else if !keepsAfterEnd(nd.kind) {
		g.state(nd)
	}
	for i := range nd.services {
		s := &nd.services[i]
		g.mem()[s.word] = world.Word(g.Int() + g.Shift)
		if g.Bool() && !g.Failed() {
			g.instance(s.action, s.lane)
		}
	}
}

// instance reads a running activity, which must be of the kind that its place starts.
func (g *reading) instance(action, lane int32) {
	h, why := g.Revival.Instance((*world.Reader)(g.Reader))
	switch {
	case g.Failed():
	case why != "":
		g.lost = "tree " + g.p.Info.Name + " starts anew: " + why
	case h.Action() != action:
		g.Instances.Drop(h)
		if g.Names == nil {
			g.Fail("an action in it is not that of its node")
		}
		g.lost = "tree " + g.p.Info.Name + " starts anew: what it ran is another action now"
	default:
		g.mem().setLane(lane, uint32(h.Slot()+1))
	}
}

// lane32 reads a lane.
func (g *reading) lane32(at int32) {
	w := g.Uint()
	if w > math.MaxUint32 {
		g.Fail("a count in it is out of range")
	}
	g.mem().setLane(at, uint32(w))
}

// state reads the lanes and words of a node. What the lanes may be is checked later.
func (g *reading) state(nd *node) {
	for i := range lanes(nd) {
		g.lane32(nd.lane + int32(i))
	}
	if hasWord(nd.kind) {
		g.mem()[nd.word] = world.Word(g.Int() + g.Shift)
	}
	if nd.choice != nil {
		for i := range nd.kids {
			g.mem()[nd.word+int32(i)] = world.Float(g.Float())
		}
	}
	if nd.kind != def.NodeEach || nd.values != nil {
		return
	}
	at := nd.info.Each.Index
	list := g.more.lists[nd.list][:0]
	for range g.Count() {
		w := [2]world.Word{world.Word(g.Int())}
		if g.Failed() {
			return
		}
		list = append(list, g.value(g.was[at], nd.info.Each.Type, w)[0])
	}
	g.more.lists[nd.list] = list
}
