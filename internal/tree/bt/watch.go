package bt

import (
	"math/bits"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// fire is the action of a running node in this tick instead of continuing, found when watches were judged. Fires are in
// the order of their nodes, in which these are then visited.
type fire struct {
	node  int32
	kind  fireKind
	watch int32 // fireSelf, fireChild
	rise  bool  // fireChild: the outcome became true
}

type fireKind uint8

const (
	noFire    fireKind = iota
	fireWhile          // it ends: its while does not hold
	fireSelf           // it fails: its watch says so
	fireChild          // it continues with another child
	fireAsk            // it asks again from its first child
)

// takeFire returns the action for a node. Fires of skipped nodes belong to nodes that have been aborted meanwhile.
func (x *run) takeFire(n int32) fire {
	for ; x.next < len(x.env.fires); x.next++ {
		if f := x.env.fires[x.next]; f.node == n {
			x.next++
			return f
		} else if f.node > n {
			break
		}
	}
	return fire{}
}

func (x *run) fire(f fire) { x.env.fires = append(x.env.fires, f) }

// judge evaluates the watches of a running node and of the nodes below it, if something that they read has changed. It
// has no effects yet, so that all are judged on the same state.
func (x *run) judge(n int32) {
	nd := &x.nodes[n]
	if nd.flags&(flagWhile|flagSelf|flagHosts|flagGrace) != 0 && x.judgeOwn(n, nd) {
		return
	}
	switch nd.kind {
	case def.NodeSequence, def.NodeSelector, def.NodeResumeSequence, def.NodeIfThenElse, def.NodeTry,
		def.NodeRandomSequence, def.NodeRandomSelector, def.NodeUtilitySelector:
		x.judgeCurrent(nd)
		return
	case def.NodeReactiveSequence, def.NodeReactiveSelector:
		x.judgeEarlier(n, nd)
		x.judgeCurrent(nd)
		return
	case def.NodeHosted:
		return // its children are judged when it turns to them
	case def.NodeWhileDoElse:
		x.judgeAsked(n, nd)
	case def.NodeSwitch:
		if nd.askMask&x.noticed != 0 && x.pick(n, nd) != x.current(nd) {
			x.fire(fire{node: n, kind: fireAsk})
			return
		}
	}
	for c := n + 1; c < nd.end; c = x.nodes[c].end {
		if x.isRunning(c) {
			x.judge(c)
		}
	}
}

// judgeOwn judges a node's own conditions and watches, and reports whether nothing below it is to be judged: one has
// fired, or the node waits.
func (x *run) judgeOwn(n int32, nd *node) bool {
	comes := x.comes(nd)
	if comes >= endAborted {
		return true
	}
	if nd.flags&flagWhile != 0 && nd.whileMask&x.noticed != 0 && !nd.while.Eval(x.m, x.memory) {
		x.fire(fire{node: n, kind: fireWhile})
		return true
	}
	return nd.flags&flagSelf != 0 && x.judgeSelf(n, nd) || nd.flags&flagHosts != 0 && x.judgeHosted(n, nd) || comes != endNot
}

// judgeCurrent judges the child that a composite runs, if there is anything to judge: in a program that has changed it
// may not run one yet.
func (x *run) judgeCurrent(nd *node) {
	if c := x.current(nd); c > 0 && c < nd.end && x.nodes[c].flags&flagJudged != 0 && x.isRunning(c) {
		x.judge(c)
	}
}

// judgeSelf judges a node's own watch, and reports whether that ends it.
func (x *run) judgeSelf(n int32, nd *node) bool {
	w := &x.p.watches[nd.self]
	if w.mask&x.noticed == 0 || nd.kind == def.NodeTry && x.isCaught(nd) {
		return false
	}
	now := w.cond.Eval(x.m, x.memory)
	if !now && x.bit(w.bit) {
		x.fire(fire{node: n, kind: fireSelf, watch: nd.self})
		return true
	}
	x.setBit(w.bit, now)
	return false
}

// remember notes how the watch of a node that has started is.
func (x *run) remember(nd *node) {
	w := &x.p.watches[nd.self]
	x.setBit(w.bit, w.sure || w.cond.Eval(x.m, x.memory))
}

// judgeHosted judges the watches of children that a node went on past, and reports whether it is to continue with one
// of them instead of what runs. A parallel continues with all of them, and with what runs.
func (x *run) judgeHosted(n int32, nd *node) bool {
	before, watches, noticed := x.pastBefore(nd), x.p.watches, x.noticed
	for block := 0; block < len(nd.hosted); block += 64 {
		places := x.touchedIn(nd, block)
		x.env.looked += bits.OnesCount64(places)
		if all := uint64(1)<<min(64, len(nd.hosted)-block) - 1; places == all && before > 0 && nd.compared != nil {
			places = x.changed(nd.compared[block:], before)
		}
		for ; places != 0; places &= places - 1 {
			i := nd.hosted[block+bits.TrailingZeros64(places)]
			w := &watches[i]
			if before > 0 && w.child >= before {
				return false
			}
			was, held := x.pair(w.bit)
			if w.mask&noticed == 0 && !held || before == 0 && !x.isPast(nd, w.child) {
				continue
			}
			now := x.holds(w)
			if now == was && !held {
				continue
			}
			if x.heed(n, nd, i, now, was) && !isParallel(nd.kind) {
				return true
			}
		}
	}
	return false
}

// heed notes the new outcome of a watch of a child, and reports whether the node is to continue with that child, or
// past it.
func (x *run) heed(n int32, nd *node, i int32, now, was bool) bool {
	w := &x.p.watches[i]
	rise := now && !was && w.mode&def.AbortLower != 0 && x.couldStart(w.child)
	fall := !now && was && w.mode&def.AbortSelf != 0
	hold := rise && x.isHeld(n, nd)
	x.setBit(w.bit, now && !hold)
	x.setBit(w.bit+1, hold)
	switch {
	case hold:
		x.hold()
	case rise || fall:
		x.fire(fire{node: n, kind: fireChild, watch: i, rise: rise})
		return true
	}
	return false
}

// holds evaluates a watch of a child.
func (x *run) holds(w *watch) bool {
	if len(w.enter) > 0 {
		x.bind(w.enter)
	}
	return w.cond.Eval(x.m, x.memory)
}

// couldStart reports whether a child with a watch that came true would start: not if a cooldown, a limit or a clause
// forbids it.
func (x *run) couldStart(child int32) bool {
	s := x.probe(child)
	return s == undecided || s == Success
}

// isHeld reports whether an uninterrupted action runs below a node.
func (x *run) isHeld(n int32, nd *node) bool {
	for i := n + 1; nd.holds && i < nd.end; {
		switch {
		case !x.isRunning(i):
			i = x.nodes[i].end
		case x.nodes[i].flags&flagUninterrupted != 0 && x.comes(&x.nodes[i]) == endNot:
			return true
		default:
			i++
		}
	}
	return false
}

// hold notes that something is held off: it is to be judged again in the next tick, or when the action ends.
func (x *run) hold() {
	x.held = true
	x.soon(x.tick + 1)
}

// release judges what an uninterrupted action that has ended held off, from the root down. It reports whether a node
// above is to continue with another child.
func (x *run) release(leaf int32) bool {
	for n := int32(0); n < leaf; {
		nd := &x.nodes[n]
		if leaf >= nd.end {
			n = nd.end
			continue
		}
		for _, i := range nd.hosted {
			w := &x.p.watches[i]
			if !x.bit(w.bit+1) || !x.isPast(nd, w.child) || x.isHeld(n, nd) {
				continue
			}
			x.setBit(w.bit+1, false)
			if x.holds(w) && x.couldStart(w.child) {
				x.emitFire(w, true)
				x.target, x.child = n, w.child
				return true
			}
		}
		n++
	}
	return false
}

// pass notes how the watches of a child are that a composite continues past.
func (x *run) pass(nd *node, child int32) {
	for _, i := range nd.hosted[x.p.firstHosted(nd, child):] {
		x.env.looked++
		w := &x.p.watches[i]
		if w.child != child {
			return
		}
		x.setBit(w.bit, x.holds(w))
		x.setBit(w.bit+1, false)
	}
}

// emitFire reports that a watch cuts short what runs, with a change that it has come from, if there is one.
func (x *run) emitFire(w *watch, rise bool) {
	if x.env.Sink == nil {
		return
	}
	e := Event{Kind: AbortFired, Node: w.node, Mode: def.AbortSelf}
	if rise {
		e.Mode = def.AbortLower
	}
	if c, ok := x.cause(w); ok {
		e.Caused, e.Addr, e.Old, e.New = true, c.Addr, c.Old, x.m.State.Get(c.Addr)
	}
	x.emit(e)
}

// cause returns the first change of a cell of a watch that has had an effect.
func (x *run) cause(w *watch) (c world.Change, ok bool) {
	if x.more == nil {
		return c, false
	}
	for _, c := range x.more.causes {
		if _, notice := c.Notice(); !notice && x.p.reads.of(&c)&w.mask&^always != 0 && x.m.State.Get(c.Addr) != c.Old {
			return c, true
		}
	}
	return c, false
}
