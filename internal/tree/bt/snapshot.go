package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Saved describes how to read saved trees.
type Saved struct {
	Instances *action.Instances
	Restorer  *action.Restorer
	// Names and Migration are those of the program of the saved trees; nil if it is the present one.
	Names     *Names
	Migration *world.Migration
	// Shift is added to all ticks.
	Shift int64
}

// Append appends the complete state of the tree, for [Tree.Read], including the activities that it runs. It must not
// be called within a tick.
func (t *Tree) Append(b []byte, in *action.Instances) []byte {
	var c codec.Coder
	g := coding{Coder: c.Write(b), Saved: &Saved{Instances: in}, Tree: t, m: t.mem()}
	g.part()
	return c.Written()
}

// Read reads what [Tree.Append] has written into a tree that was just Reset; was is the former ID of its program. Of
// another program, what its nodes remember goes over to those that are the same ones still, and the branches that
// cannot continue are cut: nothing of them runs, and the nodes above them choose anew. If the tree cannot continue at
// all, lost has the reason: it then restarts with an empty memory. If the bytes are recognizably something else, the
// reader has an error afterwards, and the tree must be Reset again: nothing runs.
func (t *Tree) Read(r *codec.Reader, how *Saved, was int32) (cuts []Cut, lost string) {
	if how.Names != nil {
		return readOther(t, r, how, was)
	}
	g := coding{Coder: r.Coder(), Saved: how, Tree: t, m: t.mem()}
	g.part()
	if r.Failed() || g.lost != "" {
		t.Drop(how.Instances)
		clear(t.mem()[t.p.frame:])
		return nil, g.lost
	}
	t.relist()
	return nil, ""
}

// Doubt makes a restored tree test all its conditions, because their reads may have changed.
func (t *Tree) Doubt() {
	t.active, t.due, t.held = ^uint64(0), 0, false
	t.NoticeAll()
}

// coding is the saving or reading of one tree.
type coding struct {
	*codec.Coder
	*Saved
	*Tree
	m     memory
	lost  string  // why the tree does not continue
	gap   bool    // a node runs nothing yet
	reads bool    // it is a tree of another program: its activities are kept apart
	found []found // those
}

func (g *coding) part() {
	part := g.BeginPart()
	g.all()
	g.EndPart(part)
}

func (g *coding) all() {
	c, p := g.Coder, g.p
	if codec.Row(c, g.m[:p.frame]); c.Reads() {
		g.frame(g.m[:p.frame])
	}
	g.nodes()
	for i := range p.watches {
		g.pair(p.watches[i].bit)
	}
	for n := range p.nodes {
		if bit := p.nodes[n].fresh; bit >= 0 {
			again := g.m.bit(bit)
			if c.Bool(&again); c.Reads() {
				g.m.setBit(bit, again)
			}
		}
		g.tries(&p.nodes[n])
	}
	if p.draws >= 0 {
		codec.Int(c, &g.m[p.draws])
	}
	codec.Uint(c, &g.dirty)
	codec.Whole(c, &g.due)
	if c.Bool(&g.held); c.Reads() && g.due > 0 && g.due < never {
		g.due += g.Shift
	}
	g.causes()
	for n := 0; n < len(p.nodes) && c.Reads(); n++ {
		g.check(int32(n))
	}
	if g.gap && g.due != 0 && c.Reads() {
		g.Fail("a running node has no running child and none to start")
	}
}

// tries codes which children of a reactive selector were given way in vain.
func (g *coding) tries(nd *node) {
	for i := 0; i <= len(nd.rivals) && nd.rivals != nil; i++ {
		tried := g.m.bit(nd.tried + int32(i))
		if g.Bool(&tried); g.Reads() {
			g.m.setBit(nd.tried+int32(i), tried)
		}
	}
}

// frame judges the words of a frame that was read.
func (g *coding) frame(words []world.Word) {
	for i := 0; i < len(words); {
		t := g.p.types[i]
		if t.Kind == 0 { // belongs to nothing
			words[i] = 0
			i++
			continue
		}
		for range t.Width() {
			g.value(t, words[i])
			i++
		}
	}
}

// value judges a value that was read.
func (g *coding) value(t world.Type, w world.Word) {
	if !g.p.schema.Fits(t, w) {
		g.Fail("a value has the wrong type")
	}
}

// causes codes the changes that were not examined yet, or that made a delayed watch fire: its event names them.
func (g *coding) causes() {
	var list []world.Change
	if g.more != nil && !g.Reads() {
		list = g.more.causes
	}
	n := len(list)
	codec.Below(g.Coder, &n, MaxCauses+1)
	for i := 0; i < n && !g.Failed(); i++ {
		var now world.Change
		if !g.Reads() {
			now = list[i]
		}
		addr := int64(now.Addr)
		codec.Int(g.Coder, &addr)
		codec.Int(g.Coder, &now.Old)
		if now.Addr = world.Addr(addr); g.Reads() {
			g.cause(now)
		}
	}
}

func (g *coding) cause(c world.Change) {
	_, notice := c.Notice()
	switch {
	case !g.keeps:
	case notice || g.p.schema.SymbolAt(c.Addr) != nil:
		g.keep(c)
	default:
		g.Fail("a change belongs to no symbol")
	}
}

// relist finds out what of a tree that was read follows from what runs: which watches are judged, and the list of
// running actions, which is in the order of their nodes.
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

// Restored notifies the host of everything that continues after the tree was read, in the order of its nodes. It
// reports whether nothing panicked; see [action.Instances.Restored].
func (t *Tree) Restored(e *Env) bool {
	ok := true
	t.handles(func(h action.Handle) { ok = e.Instances.Restored(e.Ctx, h) && ok })
	return ok
}

// Drop ends the tree and its activities without calling the host.
func (t *Tree) Drop(in *action.Instances) {
	t.handles(in.Drop)
	for n := range t.p.nodes {
		t.mem().setBit(t.p.bits+int32(n), false)
	}
	t.active, t.due, t.leaves, t.held = 0, 0, 0, false
}

// handles calls visit for each running activity.
func (t *Tree) handles(visit func(h action.Handle)) {
	for n := range t.p.nodes {
		nd := &t.p.nodes[n]
		if !t.isRunning(int32(n)) {
			continue
		}
		if slot := int32(0); nd.starts() >= 0 {
			if slot = int32(t.mem().lane(nd.lane)) - 1; slot >= 0 {
				visit(action.HandleOf(nd.starts(), slot))
			}
		}
		for i := range nd.services {
			if slot := int32(t.mem().lane(nd.services[i].lane)) - 1; slot >= 0 {
				visit(action.HandleOf(nd.services[i].action, slot))
			}
		}
	}
}
