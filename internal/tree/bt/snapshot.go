package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Saved is how saved trees are to be read.
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

// Read reads what [Tree.Append] has written into a tree that was just Reset; was is the former ID of its program. If a
// running tree cannot continue, because its program or its running nodes have changed, lost has the reason: the tree
// then restarts with an empty memory. If the bytes are recognizably something else, the reader has an error
// afterwards, and the tree must be Reset again: nothing runs.
func (t *Tree) Read(r *codec.Reader, how *Saved, was int32) (lost string) {
	g := coding{Coder: r.Coder(), Saved: how, Tree: t, m: t.mem(), was: t.p.types}
	if how.Names != nil {
		if lost := how.Names.difference(was, t.p); lost != "" {
			r.Part()
			return lost
		}
		g.was = how.Names.programs[was].slots
	}
	g.part()
	switch {
	case r.Failed() || g.lost != "":
		t.Drop(how.Instances)
		clear(t.mem()[t.p.frame:])
	case how.Names != nil:
		t.Doubt()
	default:
		t.relist()
	}
	return g.lost
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
	m    memory
	was  []world.Type // of the frame's words, then
	lost string       // why the tree does not go on
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
	for n := 0; n < len(p.nodes) && c.Reads(); n++ {
		g.check(int32(n))
	}
	for i := range p.watches {
		g.pair(p.watches[i].bit)
	}
	for n := range p.nodes {
		if bit := p.nodes[n].fresh; bit >= 0 {
			again := g.m.bit(bit)
			if c.Bool(&again); c.Reads() {
				g.m.setBit(bit, again || g.Names != nil)
			}
		}
		g.tries(&p.nodes[n])
	}
	if p.draws >= 0 {
		codec.Int(c, &g.m[p.draws])
	}
	codec.Uint(c, &g.dirty)
	codec.Uint(c, &g.due)
	if c.Bool(&g.held); c.Reads() && g.due > 0 && g.due < never {
		g.due += g.Shift
	}
	g.causes()
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

// frame makes the words of a frame that was read such of the types that they have now.
func (g *coding) frame(words []world.Word) {
	for i := 0; i < len(words); {
		var w [2]world.Word
		width := max(g.was[i].Width(), 1)
		if copy(w[:width], words[i:]); g.was[i].Kind == 0 { // belongs to nothing
			w = [2]world.Word{}
		} else {
			w = g.value(g.was[i], g.p.types[i], w)
		}
		copy(words[i:i+width], w[:])
		i += width
	}
}

// value translates a value that was read. What is gone becomes zero, as none does.
func (g *coding) value(was, is world.Type, w [2]world.Word) [2]world.Word {
	if g.Migration != nil {
		if now, _, ok := g.Migration.Words(was, is, w); ok {
			return now
		}
		return [2]world.Word{}
	}
	if !g.p.schema.Fits(is, w[0]) || is.Width() == 2 && !g.p.schema.Fits(is, w[1]) {
		g.Fail("a value in it is not of its type")
	}
	return w
}

// causes codes what has changed and was not looked at yet, or made a watch fire that is held off: the event of that names it. For a tree of another
// program it has no use.
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
	case g.Names != nil || !g.keeps:
	case notice || g.p.schema.SymbolAt(c.Addr) != nil:
		g.keep(c)
	default:
		g.Fail("a change in it is of no symbol")
	}
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
