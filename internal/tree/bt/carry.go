package bt

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Cut is a branch of a saved tree that ran and does not go on in another program: the node that it begins with, numbered as it was, and why.
type Cut struct {
	Node  int32
	Label string // of the node, as it was called
	Why   string
}

// found is an activity that was read.
type found struct {
	handle action.Handle
	why    string // it does not go on
}

// carry takes what a tree of another program held over into a tree that was just Reset. What was saved is read into a tree of the program that it was of, as
// far as memory goes, and from there node for node.
type carry struct {
	*Saved
	*places
	old, now *Tree
	was, is  memory
	found    []found // numbered from 1 in the lanes of the old tree
	cuts     []Cut
	sketch   *sketch
}

// readOther is [Tree.Read] of a tree of another program.
func readOther(t *Tree, r *codec.Reader, how *Saved, id int32) (cuts []Cut, lost string) {
	saved := &how.Names.trees[id]
	x := saved.find(t.p)
	if x.altered != "" {
		r.Part()
		return nil, x.altered
	}
	old := saved.take(how.Names.schema)
	defer func() { saved.spare = append(saved.spare, old) }()
	g := coding{Coder: r.Coder(), Saved: &Saved{Instances: how.Instances, Restorer: how.Restorer, Shift: how.Shift}, Tree: old, m: old.mem(), reads: true}
	g.part()
	k := &carry{Saved: how, places: x, old: old, now: t, was: old.mem(), is: t.mem(), found: g.found, sketch: &saved.sketch}
	if r.Failed() {
		k.dropFrom(0)
		return nil, ""
	}
	k.all()
	t.Doubt()
	return k.cuts, ""
}

// take returns a tree to read into.
func (t *savedTree) take(schema *world.Schema) *Tree {
	if t.program == nil {
		t.program = t.sketch.program(schema)
	}
	tree := &Tree{}
	if last := len(t.spare) - 1; last >= 0 {
		tree, t.spare = t.spare[last], t.spare[:last]
	}
	tree.Reset(t.program, 0, true)
	return tree
}

func (k *carry) all() {
	for _, s := range k.slots {
		k.value(s)
	}
	for o, n := range k.nodes {
		if n >= 0 {
			k.kept(int32(o), n)
		}
	}
	if k.old.isRunning(0) && !(k.nodes[0] == 0 && k.node(0, 0)) {
		k.cut(0, 0)
	}
	k.drop()
	for i := range k.watches {
		k.watch(i)
	}
	if k.now.p.draws >= 0 && k.old.p.draws >= 0 {
		k.is[k.now.p.draws] = k.was[k.old.p.draws]
	}
	k.changes()
}

// value takes a value of the frame over. What is gone becomes zero, as none does.
func (k *carry) value(s slot) {
	was, is := k.old.p.types[s.was], k.now.p.types[s.is]
	var w [2]world.Word
	width := was.Width()
	copy(w[:width], k.was[s.was:])
	w = k.translate(was, is, w)
	copy(k.is[s.is:s.is+width], w[:])
}

func (k *carry) translate(was, is world.Type, w [2]world.Word) [2]world.Word {
	if k.Migration == nil {
		return w
	}
	if now, _, ok := k.Migration.Words(was, is, w); ok {
		return now
	}
	return [2]world.Word{}
}

// kept takes over what a node remembers whether it runs or not.
func (k *carry) kept(o, n int32) {
	from, to := &k.old.p.nodes[o], &k.now.p.nodes[n]
	switch from.kind {
	case def.NodeResumeSequence:
		if c := k.was.current(from); c > 0 {
			k.is.setLane(to.lane, uint32(k.follow(o, n, c))|k.was.lane(from.lane)&flagBit)
		}
	case def.NodeCooldown:
		k.is[to.word] = k.was[from.word]
	case def.NodeOnce, def.NodeLimit:
		k.is.setLane(to.lane, k.was.lane(from.lane))
	}
	if from.choice.lasts() && to.choice.lasts() {
		if c := k.was.lane(from.lastLane()); c > 0 && k.child(n, int32(c)) > 0 {
			k.is.setLane(to.lastLane(), uint32(k.child(n, int32(c))))
			k.is[to.sinceWord()] = k.was[from.sinceWord()]
		}
	}
}

// child returns which child of a node an old node is; 0: none of them.
func (k *carry) child(n, old int32) int32 {
	if c := k.nodes[old]; c > 0 && k.now.p.nodes[c].parent == n {
		return c
	}
	return 0
}

// follow returns the child with which a node goes on that asks its children in turn: what the old one is now, or what stands behind those before it. It is the
// end of the node where nothing does.
func (k *carry) follow(o, n, old int32) int32 {
	if int(old) < len(k.nodes) && old < k.old.p.nodes[o].end {
		if c := k.child(n, old); c > 0 {
			return c
		}
	}
	next := n + 1
	for c := o + 1; c < min(old, k.old.p.nodes[o].end); c = k.old.p.nodes[c].end {
		if done := k.child(n, c); done >= next {
			next = k.now.p.nodes[done].end
		}
	}
	return next
}

// node takes a running node over with what runs below it, and reports whether it goes on.
func (k *carry) node(o, n int32) bool {
	from, to := &k.old.p.nodes[o], &k.now.p.nodes[n]
	if !k.goesOn(o, from, to) {
		return false
	}
	k.now.mem().setBit(k.now.p.bits+n, true)
	whole := true
	for c := o + 1; c < from.end; c = k.old.p.nodes[c].end {
		if !k.old.isRunning(c) {
			continue
		}
		if is := k.child(n, c); is == 0 || !k.node(c, is) {
			k.cut(c, is)
			whole = false
		}
	}
	if from.shape == def.ShapeDecorator && !whole && k.sketch.nodes[o].guard != guardOf(to.info) {
		return false // it was asked before its child that is gone, and would be asked something else now
	}
	if !k.state(o, n, from, to) {
		return false
	}
	for i := range from.services {
		k.service(o, i, from, to)
	}
	return true
}

// goesOn reports whether a node can go on, whatever becomes of what is below it.
func (k *carry) goesOn(o int32, from, to *node) bool {
	if k.bare[o] {
		return false
	}
	if comes := k.was.comes(from); comes != endNot && !canEnd(to, comes) {
		return false
	}
	switch from.kind {
	case def.NodeCall, def.NodePlan, def.NodeGoal:
		return k.handle(from.lane, to.action) != action.Handle{}
	case def.NodeHosted: // the host numbers its children
		if k.was.lane(from.lane) != 0 && k.handle(from.lane, to.host) == (action.Handle{}) || len(from.kids) != len(to.kids) {
			return false
		}
		for i, c := range from.kids {
			if k.nodes[c] != to.kids[i] {
				return false
			}
		}
	case def.NodeEach:
		return k.sketch.nodes[o].members == (to.values == nil) && (to.values == nil || int(k.was.current(from)) < len(to.values))
	}
	return true
}

// canEnd reports whether a node can wait for what is to come when all has ended that was asked to.
func canEnd(to *node, comes uint32) bool {
	switch comes {
	case endChild, endAsk:
		return true
	case endSelf:
		return to.flags&flagGrace != 0 && to.flags&flagSelf != 0
	case endWhile:
		return to.flags&flagGrace != 0 && to.flags&flagWhile != 0
	}
	return to.flags&flagGrace != 0 && (to.action < 0 || to.grace > 0)
}

// handle returns the activity that a lane holds, if it is of the kind that its place starts now.
func (k *carry) handle(lane, starts int32) (h action.Handle) {
	at := k.was.lane(lane)
	if at == 0 {
		return h
	}
	if f := &k.found[at-1]; f.why == "" && f.handle.Action() == starts {
		return f.handle
	}
	return h
}

// take puts an activity into a lane, so that it is not dropped.
func (k *carry) take(from, to, starts int32) bool {
	h := k.handle(from, starts)
	if h == (action.Handle{}) {
		return false
	}
	k.is.setLane(to, uint32(h.Slot()+1))
	return true
}

// state takes over what a running node remembers, and reports whether it can go on with that.
func (k *carry) state(o, n int32, from, to *node) bool {
	comes := k.was.comes(from)
	if to.flags&flagGrace != 0 {
		k.is.setLane(to.ending, comes)
	}
	switch from.kind {
	case def.NodeCall, def.NodePlan, def.NodeGoal:
		k.take(from.lane, to.lane, to.action)
		if comes != endNot {
			k.is[to.word] = k.was[from.word]
			k.Instances.Asked(k.handle(from.lane, to.action))
		}
	case def.NodeHosted:
		k.take(from.lane, to.lane, to.host)
		for i := range from.kids {
			k.is.setLane(to.lane+1+int32(i), k.was.lane(from.lane+1+int32(i)))
		}
	case def.NodeParallel, def.NodeParallelAll:
		k.parallel(o, n, from, to)
	case def.NodeRepeat, def.NodeRetry:
		k.is.setLane(to.lane, k.was.lane(from.lane))
		k.is.setLane(to.lane+1, k.was.lane(from.lane+1))
	case def.NodeEach:
		k.each(from, to)
	case def.NodeWait, def.NodeTimeout, def.NodeDelay:
		k.is[to.word] = k.was[from.word]
	case def.NodeRandomSequence, def.NodeRandomSelector, def.NodeUtilitySelector:
		k.order(o, n, from, to)
	case def.NodeReactiveSequence, def.NodeReactiveSelector, def.NodeWhileDoElse:
		k.asked(o, n, from, to)
	default:
		if from.shape == def.ShapeComposite {
			k.current(o, n, from, to)
		}
	}
	return true
}

// runs returns the child of a node that goes on, which the old one was at; 0: it does not.
func (k *carry) runs(n, old int32) int32 {
	if old <= 0 || int(old) >= len(k.nodes) {
		return 0
	}
	if c := k.child(n, old); c > 0 && k.now.isRunning(c) {
		return c
	}
	return 0
}

// current takes over at which child a node is that asks them in turn. A sequence whose child is gone goes on behind those that are done, others choose anew.
func (k *carry) current(o, n int32, from, to *node) {
	at, flag := k.was.current(from), k.was.lane(from.lane)&flagBit
	c := k.runs(n, at)
	if c == 0 && k.was.comes(from) == endChild {
		c = k.child(n, at)
	}
	if c == 0 {
		switch from.kind {
		case def.NodeSequence, def.NodeResumeSequence:
			c = k.follow(o, n, at)
		case def.NodeTry:
			if c = k.follow(o, n, at); k.isCatch(o, at) || c == to.end || k.now.p.nodes[c].end == to.end && k.nodes[at] != c {
				c = k.again(n, o, at)
			}
		case def.NodeSwitch:
			c, flag = 0, 0
		default:
			c, flag = n+1, 0
		}
	}
	k.is.setLane(to.lane, uint32(c)|flag)
}

// isCatch reports whether a child is the last one of its node.
func (k *carry) isCatch(o, at int32) bool {
	return at > 0 && k.old.p.nodes[at].end == k.old.p.nodes[o].end
}

// again returns where a try goes on whose child is gone, with none behind it but the catch: with the catch that ran, or from the beginning.
func (k *carry) again(n, o, at int32) int32 {
	if !k.isCatch(o, at) {
		return n + 1
	}
	last := n + 1
	for k.now.p.nodes[last].end < k.now.p.nodes[n].end {
		last = k.now.p.nodes[last].end
	}
	return last
}

// asked takes over at which child a node is that asks its children again: it does so in any case.
func (k *carry) asked(o, n int32, from, to *node) {
	at, flag := k.was.current(from), k.was.lane(from.lane)&flagBit
	c := k.runs(n, at)
	if c == 0 {
		flag = 0
	}
	k.is.setLane(to.lane, uint32(c)|flag)
	k.is.setBit(to.fresh, true)
	if from.rivals == nil || to.rivals == nil {
		return
	}
	i := int32(0)
	for c := o + 1; c < from.end; c, i = k.old.p.nodes[c].end, i+1 {
		if is := k.child(n, c); is > 0 && int(i) < len(from.rivals) && k.was.bit(from.tried+1+i) {
			if at := k.number(n, is); int(at) < len(to.rivals) {
				k.is.setBit(to.tried, true)
				k.is.setBit(to.tried+1+at, true)
			}
		}
	}
}

// number returns which child of a node a node is.
func (k *carry) number(n, child int32) (i int32) {
	for c := n + 1; c < child; c = k.now.p.nodes[c].end {
		i++
	}
	return i
}

// order takes over the order in which children have their turn: where one is gone, or new, those that are left keep theirs, and the new ones come last. A selector whose
// child does not go on chooses among all of them, in that order where they are the same as before, and else in a new one.
func (k *carry) order(o, n int32, from, to *node) {
	at, flag := k.was.current(from), k.was.lane(from.lane)&flagBit
	var order []int32
	all, done := len(from.kids) == len(to.kids), 0
	for i := range from.kids {
		old := int32(k.was.lane(from.lane + 1 + int32(i)))
		if old == 0 {
			break
		}
		if c := k.child(n, old); c > 0 {
			order = append(order, c)
		}
		if old == at {
			done = len(order)
		}
	}
	for i := range from.kids {
		all = all && k.child(n, from.kids[i]) > 0
	}
	c := k.runs(n, at)
	if c == 0 && k.was.comes(from) == endChild {
		c = k.child(n, at)
	}
	switch {
	case (from.choice == nil) != (to.choice == nil), c == 0 && from.kind != def.NodeRandomSequence && (!all || to.choice != nil):
		if c == 0 {
			return // all zero: it begins as when it starts
		}
		order = []int32{c}
	}
	switch {
	case to.choice == nil:
		order = append(order, k.rest(order, to.kids)...)
	case from.choice != nil:
		k.scores(from, to)
	}
	if c == 0 {
		switch {
		case from.kind != def.NodeRandomSequence:
			c, flag = order[0], 0
		case k.child(n, max(at, 0)) > 0:
			c = k.child(n, at)
		case done < len(order):
			c = order[done]
		default:
			c = to.end
		}
	}
	for i, child := range order {
		k.is.setLane(to.lane+1+int32(i), uint32(child))
	}
	k.is.setLane(to.lane, uint32(c)|flag)
}

// rest returns the children that are not in an order.
func (k *carry) rest(order, kids []int32) (rest []int32) {
	for _, c := range kids {
		in := false
		for _, d := range order {
			in = in || c == d
		}
		if !in {
			rest = append(rest, c)
		}
	}
	return rest
}

// scores takes over what children were worth when the selector started. One that is new is worth nothing until it starts again.
func (k *carry) scores(from, to *node) {
	for i, c := range from.kids {
		for j, d := range to.kids {
			if k.nodes[c] == d {
				k.is[to.word+int32(j)] = k.was[from.word+int32(i)]
			}
		}
	}
}

// parallel takes over how the children have ended. Those that are new, and those that do not go on, begin.
func (k *carry) parallel(o, n int32, from, to *node) {
	k.is.setLane(to.lane, k.was.lane(from.lane))
	k.is.setLane(to.lane+1, k.was.lane(from.lane+1))
	i := int32(0)
	for c := o + 1; c < from.end; c, i = k.old.p.nodes[c].end, i+1 {
		if is := k.child(n, c); is > 0 {
			k.is.setLane(to.lane+2+k.number(n, is), k.was.lane(from.lane+2+i))
		}
	}
}

// each takes over at which value a loop is.
func (k *carry) each(from, to *node) {
	k.is.setLane(to.lane, k.was.lane(from.lane))
	if to.values != nil {
		return
	}
	list := k.now.more.lists[to.list][:0]
	for _, w := range k.old.more.lists[from.list] {
		list = append(list, k.translate(from.info.Each.Type, to.info.Each.Type, [2]world.Word{w})[0])
	}
	k.now.more.lists[to.list] = list
}

// service takes a service over: when it is due, and what it does.
func (k *carry) service(o int32, i int, from, to *node) {
	at := k.duties[o][i]
	if at < 0 {
		return
	}
	s, now := &from.services[i], &to.services[at]
	k.is[now.word] = k.was[s.word]
	if now.action >= 0 {
		k.take(s.lane, now.lane, now.action)
	}
}

// cut ends a branch that ran. Its nodes of now, if any, run no more.
func (k *carry) cut(o, n int32) {
	end := k.old.p.nodes[o].end
	kept := k.cuts[:0]
	for _, c := range k.cuts {
		if c.Node < o || c.Node >= end {
			kept = append(kept, c)
		}
	}
	k.cuts = append(kept, Cut{o, k.label(o), k.reason(o)})
	if is := k.nodes[o]; is >= 0 && (n > 0 || o == 0) {
		for c := is; c < k.now.p.nodes[is].end; c++ {
			k.stop(c)
		}
	}
}

// stop forgets that a node runs.
func (k *carry) stop(n int32) {
	nd := &k.now.p.nodes[n]
	if !k.now.isRunning(n) {
		return
	}
	k.is.setBit(k.now.p.bits+n, false)
	if nd.flags&flagGrace != 0 {
		k.is.setLane(nd.ending, endNot)
	}
	if nd.starts() >= 0 {
		k.is.setLane(nd.lane, 0)
	}
	for i := range nd.services {
		k.is.setLane(nd.services[i].lane, 0)
	}
}

func (k *carry) label(o int32) string {
	if nd := &k.sketch.nodes[o]; nd.name != "" {
		return nd.name
	}
	return k.sketch.nodes[o].kind.String()
}

// reason returns why a branch does not go on.
func (k *carry) reason(o int32) string {
	from := &k.old.p.nodes[o]
	if from.starts() >= 0 && k.was.lane(from.lane) > 0 {
		if why := k.found[k.was.lane(from.lane)-1].why; why != "" {
			return why
		}
	}
	if k.nodes[o] < 0 {
		return "it is gone"
	}
	if up := from.parent; up >= 0 && k.nodes[up] != k.now.p.nodes[k.nodes[o]].parent {
		return "it is at another place"
	}
	return "it has changed"
}

// drop drops the activities that were read and do not go on.
func (k *carry) drop() {
	goesOn := map[action.Handle]bool{}
	k.now.handles(func(h action.Handle) { goesOn[h] = true })
	for i := range k.found {
		if f := &k.found[i]; f.why == "" && !goesOn[f.handle] {
			k.Instances.Drop(f.handle)
		}
	}
}

// dropFrom drops all activities that were read, from one on.
func (k *carry) dropFrom(i int) {
	for ; i < len(k.found); i++ {
		if k.found[i].why == "" {
			k.Instances.Drop(k.found[i].handle)
		}
	}
}

// watch takes over how a watch was. One that is new, or has another condition, is as if it had let the composite go on past its child: so it cuts nothing short but what
// its condition speaks against now.
func (k *carry) watch(i int) {
	w, p := &k.now.p.watches[i], k.now.p
	if w.child == 0 {
		first, second := true, false
		if was := k.watches[i]; was >= 0 {
			first, second = k.was.pair(k.old.p.watches[was].bit)
		}
		k.is.setBit(w.bit, first)
		k.is.setBit(w.bit+1, second)
		return
	}
	host := p.nodes[w.child].parent
	nd := &p.nodes[host]
	if was := k.watches[i]; was >= 0 {
		v := &k.old.p.watches[was]
		x := run{Tree: k.old, memory: k.was, nodes: k.old.p.nodes}
		if up := x.nodes[v.child].parent; x.isRunning(up) && x.isPast(&x.nodes[up], v.child) {
			first, second := k.was.pair(v.bit)
			k.is.setBit(w.bit, first)
			k.is.setBit(w.bit+1, second)
			return
		}
	}
	k.is.setBit(w.bit, goes(nd.kind) == Success)
}

// changes takes over what has changed and was not looked at yet.
func (k *carry) changes() {
	if k.old.more == nil || !k.now.keeps {
		return
	}
	for _, c := range k.old.more.causes {
		if addr, ok := moved(k.old.p.schema, k.now.p.schema, c.Addr); ok {
			k.now.keep(world.Change{Addr: addr, Old: c.Old})
		}
	}
}

// moved returns where a cell of one schema is in another, where that is told from the symbol alone.
func moved(from, to *world.Schema, addr world.Addr) (world.Addr, bool) {
	if from == to {
		return addr, true
	}
	was := from.SymbolAt(addr)
	if was == nil {
		return 0, false
	}
	is := to.Symbol(was.Name)
	if is == nil || is.Cells != was.Cells || is.Type.Kind != was.Type.Kind || len(was.Params) > 0 && is.Base != was.Base {
		return 0, false
	}
	return is.Base + addr - was.Base, true
}

// CutShort ends branches that do not go on in another program, in the tree that they still run in: children first, with what on_abort says.
func CutShort(t *Tree, e *Env, cuts []Cut, reason action.Reason) {
	var x run
	for _, c := range cuts {
		x.enter(t, e)
		for x.isRunning(c.Node) {
			x.tryAbort(c.Node, reason)
		}
	}
}

// Cool has a tree take over the cooldowns that have begun when branches of that of another program were cut short; id was its program's.
func (n *Names) Cool(t, old *Tree, cuts []Cut, id int32) {
	x := n.trees[id].find(t.p)
	for _, c := range cuts {
		for o := c.Node; o < old.p.nodes[c.Node].end; o++ {
			if from := &old.p.nodes[o]; from.kind == def.NodeCooldown && x.nodes[o] >= 0 {
				t.mem()[t.p.nodes[x.nodes[o]].word] = old.mem()[from.word]
			}
		}
	}
}

// Text returns what a cut of a tree is told by.
func (c Cut) Text(tree string) string {
	return fmt.Sprintf("what ran at %s of tree %s ends: %s", c.Label, tree, c.Why)
}
