package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Append appends everything that what the tree does next depends on, for [Tree.Read], the activities that it runs included. It must not be called
// within a tick.
func (t *Tree) Append(b []byte, in *action.Instances) []byte {
	b, place := codec.BeginPart(b)
	for _, w := range t.mem()[:t.p.frame] {
		b = codec.AppendInt(b, w)
	}
	for n := range t.p.nodes {
		b = t.appendNode(b, int32(n), in)
	}
	for i := range t.p.watches {
		bit := t.p.watches[i].bit
		b = codec.AppendBool(codec.AppendBool(b, t.mem().bit(bit)), t.mem().bit(bit+1))
	}
	for n := range t.p.nodes {
		if bit := t.p.nodes[n].fresh; bit >= 0 {
			b = codec.AppendBool(b, t.mem().bit(bit))
		}
	}
	if t.p.draws >= 0 {
		b = codec.AppendInt(b, t.mem()[t.p.draws])
	}
	b = codec.AppendBool(codec.AppendUint(codec.AppendUint(b, t.dirty), uint64(t.due)), t.held)
	return codec.EndPart(t.appendCauses(b), place)
}

// appendCauses writes what has changed and was not looked at yet, or made a watch fire that is held off: the event of that names it.
func (t *Tree) appendCauses(b []byte) []byte {
	if t.more == nil {
		return codec.AppendUint(b, 0)
	}
	b = codec.AppendUint(b, len(t.more.causes))
	for _, c := range t.more.causes {
		b = codec.AppendInt(codec.AppendInt(b, int64(c.Addr)), c.Old)
	}
	return b
}

// appendNode writes whether a node runs, and what it remembers.
func (t *Tree) appendNode(b []byte, n int32, in *action.Instances) []byte {
	nd := &t.p.nodes[n]
	running := t.isRunning(n)
	b = codec.AppendBool(b, running)
	if keepsAfterEnd(nd.kind) {
		b = t.appendState(b, nd)
	}
	if nd.choice.lasts() {
		b = codec.AppendUint(b, uint64(t.mem().lane(nd.lastLane())))
		b = codec.AppendInt(b, t.mem()[nd.sinceWord()])
	}
	if !running {
		return b
	}
	if nd.action >= 0 {
		b = in.AppendInstance(b, action.HandleOf(nd.action, int32(t.mem().lane(nd.lane))-1))
	} else if !keepsAfterEnd(nd.kind) {
		b = t.appendState(b, nd)
	}
	for i := range nd.services {
		s := &nd.services[i]
		b = codec.AppendInt(b, t.mem()[s.word])
		slot := int32(t.mem().lane(s.lane)) - 1
		if b = codec.AppendBool(b, slot >= 0); slot >= 0 {
			b = in.AppendInstance(b, action.HandleOf(s.action, slot))
		}
	}
	return b
}

// keepsAfterEnd reports whether a kind of node remembers something when it does not run.
func keepsAfterEnd(k def.NodeKind) bool {
	switch k {
	case def.NodeResumeSequence, def.NodeCooldown, def.NodeOnce, def.NodeLimit:
		return true
	}
	return false
}

// appendState writes the lanes and words of a node.
func (t *Tree) appendState(b []byte, nd *node) []byte {
	for i := range lanes(nd) {
		b = codec.AppendUint(b, uint64(t.mem().lane(nd.lane+int32(i))))
	}
	if hasWord(nd.kind) {
		b = codec.AppendInt(b, t.mem()[nd.word])
	}
	if nd.choice != nil {
		for _, score := range t.mem()[nd.word:][:len(nd.kids)] {
			b = codec.AppendFloat(b, score.Float())
		}
	}
	if nd.kind == def.NodeEach && nd.values == nil {
		list := t.more.lists[nd.list]
		b = codec.AppendUint(b, len(list))
		for _, w := range list {
			b = codec.AppendInt(b, w)
		}
	}
	return b
}

// Restored tells the host of what goes on after the tree was read, in the order of its nodes. It reports whether nothing panicked; see
// [action.Instances.Restored].
func (t *Tree) Restored(e *Env) bool {
	ok := true
	t.handles(func(h action.Handle) { ok = e.Instances.Restored(e.Ctx, h) && ok })
	return ok
}

// Drop ends the tree and what it runs without calling the host.
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
		if slot := int32(0); nd.action >= 0 {
			if slot = int32(t.mem().lane(nd.lane)) - 1; slot >= 0 {
				visit(action.HandleOf(nd.action, slot))
			}
		}
		for i := range nd.services {
			if slot := int32(t.mem().lane(nd.services[i].lane)) - 1; slot >= 0 {
				visit(action.HandleOf(nd.services[i].action, slot))
			}
		}
	}
}

// slots returns the types of the words of a program's frame; of a vec2 the second word has the zero type.
func (p *Program) slots() []world.Type {
	types := make([]world.Type, p.frame)
	for _, s := range p.Info.Params {
		types[s.Index] = s.Type
	}
	for i := range p.nodes {
		info := p.nodes[i].info
		for _, b := range info.Enter {
			types[b.Slot.Index] = b.Slot.Type
		}
		if info.Kind == def.NodeEach {
			types[info.Each.Index] = info.Each.Type
		}
	}
	return types
}
