package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// A composite or decorator of the host is an action that is given the children of its node. It is updated in every
// tick. The watches of its children are judged when it ticks them, on the state of that moment, as if everything had
// changed: it is not known before which of them it ticks.

// startHosted starts the action of such a node.
func (x *run) startHosted(n int32, nd *node) Status {
	for i := range nd.kids {
		x.setLane(nd.lane+1+int32(i), 0)
	}
	x.setLane(nd.lane, uint32(x.startAction(nd.host, nd.args).Slot()+1))
	return x.hosted(n, nd)
}

// hosted lets the action continue, which ticks its children. In its first lane is the action, in the others the ticks
// in which the children were left running.
func (x *run) hosted(n int32, nd *node) Status {
	waiting{x, n, nd}.endBeside(-1)
	b := x.env.turnTo(n)
	b.run = *x // and not a pointer: a tick stays where no tree keeps it
	s := Status(x.env.Instances.UpdateBranches(x.env.Ctx, action.HandleOf(nd.host, int32(x.lane(nd.lane))-1), b))
	*x = b.run
	x.env.depth--
	x.m.State = x.env.Ctx.State()
	if s != Running {
		x.setLane(nd.lane, 0)
		x.checkFault(n)
	}
	switch {
	case b.caught != nil:
		panic(b.caught)
	case b.interrupted:
		return interrupted
	case s == Running:
		x.soon(x.tick + 1)
		return Running
	}
	return x.endsAs(n, nd, s, action.BranchEnded)
}

// branch is a composite or decorator of the host that is updated. It implements [action.Branches].
type branch struct {
	run         run
	n           int32
	turns       int  // of children
	interrupted bool // an abort takes place above: nothing below continues
	caught      any  // what a function of the game panicked with that an expression below called; likewise
}

// turnTo returns a branch for a node. Those of nodes within each other are apart.
func (e *Env) turnTo(n int32) *branch {
	if e.depth == len(e.branches) {
		e.branches = append(e.branches, &branch{})
	}
	b := e.branches[e.depth]
	e.depth++
	b.n, b.turns, b.interrupted, b.caught = n, 0, false, nil
	return b
}

func (b *branch) Len() int { return len(b.run.nodes[b.n].kids) }

func (b *branch) Tick(i int) action.Status {
	x, nd := &b.run, &b.run.nodes[b.n]
	c, lane := nd.kids[i], nd.lane+1+int32(i)
	if b.isOver() || b.turns >= x.turns() || x.isRunning(c) && (x.lane(lane) == uint32(x.tick) || x.comes(&x.nodes[c]) >= endAborted) {
		return action.Running
	}
	b.turns++
	x.turned++
	switch s := b.visit(c); s {
	case Running:
		x.setLane(lane, uint32(x.tick))
	case Skipped:
		return action.Inactive
	case interrupted:
		b.interrupted = true
	default:
		return action.Status(s)
	}
	return action.Running
}

func (b *branch) Halt(i int) {
	if c := b.run.nodes[b.n].kids[i]; !b.isOver() {
		defer func() { b.caught = action.Caught(recover()) }()
		b.run.m.State = b.run.env.Ctx.State()
		b.run.ask(c, action.BranchEnded)
	}
}

func (b *branch) isOver() bool { return b.interrupted || b.caught != nil }

// visit judges the watches below a child, and asks it.
func (b *branch) visit(c int32) (s Status) {
	x := &b.run
	base, next, noticed := len(x.env.fires), x.next, x.noticed
	defer func() {
		x.env.fires, x.next = x.env.fires[:base], next
		if b.caught = action.Caught(recover()); b.caught != nil {
			s = Running
		}
	}()
	x.m.State = x.env.Ctx.State() // the host may have written
	x.next, x.noticed = base, ^uint64(0)
	if x.isRunning(c) && x.nodes[c].flags&flagJudged != 0 {
		x.judge(c)
	}
	x.noticed = noticed
	return x.visit(c)
}

// starts returns the ID of the action that a node starts; -1: none.
func (nd *node) starts() int32 {
	if nd.kind == def.NodeHosted {
		return nd.host
	}
	return nd.action
}
