package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// judgeEarlier finds out whether a reactive composite has to ask its earlier children again: not if they are known to
// answer as before.
func (x *run) judgeEarlier(n int32, nd *node) {
	if nd.askMask&x.noticed == 0 && !x.bit(nd.fresh) {
		return
	}
	x.timed = false
	want := Success
	if nd.kind == def.NodeReactiveSelector {
		want = Failure
		if x.isHeld(n, nd) {
			x.setBit(nd.fresh, true)
			x.soon(x.tick + 1)
			return
		}
	}
	from, to := n+1, x.current(nd)
	if nd.rivals != nil && x.bit(nd.tried) {
		takeover{x, nd}.judge(n, to, want)
		return
	}
	if g := nd.gates; g != nil && g.upTo <= to && x.answerAsBefore(nd, g) {
		from = g.upTo
	}
	for c := from; c < to; c = x.nodes[c].end {
		if s := x.probe(c); s != want && s != Skipped {
			x.fire(fire{node: n, kind: fireAsk})
			return
		}
	}
	x.setBit(nd.fresh, x.timed)
}

// answerAsBefore reports whether the children with which a reactive composite begins let it continue past them, by
// cells alone.
func (x *run) answerAsBefore(nd *node, g *gates) bool {
	if nd.kind == def.NodeReactiveSelector {
		return !g.any.AnyHolds(x.m.State)
	}
	return expr.FirstFailing(g.all, x.m.State) == len(g.all)
}

// judgeAsked finds out whether a while_do_else has to ask its first child again.
func (x *run) judgeAsked(n int32, nd *node) {
	first := n + 1
	if x.isRunning(first) || nd.askMask&x.noticed == 0 && !x.bit(nd.fresh) {
		return
	}
	x.timed = false
	want := Failure
	if x.current(nd) == x.nodes[first].end {
		want = Success
	}
	if x.probe(first) != want {
		x.fire(fire{node: n, kind: fireAsk})
		return
	}
	x.setBit(nd.fresh, x.timed)
}

// renew makes a node that asks again do so in the next tick, in any case: the answers that it got may no longer hold
// after this one.
func (x *run) renew(nd *node) {
	x.setBit(nd.fresh, true)
	x.soon(x.tick + 1)
}

// reactive goes through the children of a reactive composite: from the first, or from the one that runs. Goes is the
// status with which a child gives the next one its turn.
func (x *run) reactive(n int32, nd *node, from int32, goes Status) Status {
	running, all := x.current(nd), Skipped
	if from == running && x.flagged(nd) {
		all = goes
	}
	for c, i := from, 0; c < nd.end; c, i = x.nodes[c].end, i+1 {
		if c < running && nd.rivals != nil && (takeover{x, nd}).isFree(i, c, running) {
			if x.takesTime(n, nd, endAsk, action.HigherBranch) {
				return Running
			}
			running = 0
		}
		s := x.visit(c)
		switch s {
		case goes, Skipped:
			if s == goes {
				all = goes
			}
			takeover{x, nd}.reconsider(i, c)
			continue
		case interrupted:
			return s
		}
		if from == n+1 {
			takeover{x, nd}.forget(i)
		}
		if s != Running {
			return x.endsAs(n, nd, s, overtaken(s))
		}
		waiting{x, n, nd}.endBeside(c)
		if running > 0 && running != c {
			x.ask(running, action.HigherBranch)
		}
		x.setCurrent(nd, c, all != Skipped)
		if c != running || from != running {
			x.renew(nd)
		}
		return s
	}
	return all
}

// overtaken is why a child is aborted when an earlier one has returned a status.
func overtaken(s Status) action.Reason {
	if s == Failure {
		return action.GuardFails
	}
	return action.HigherBranch
}

// whileDoElse asks the first child, if it has to be asked, and lets that of the others run which is meant then. While
// the first is running itself, they continue as they are.
func (x *run) whileDoElse(n int32, nd *node, ask bool) Status {
	first, cur := n+1, x.current(nd)
	second := x.nodes[first].end
	want := cur
	ask = ask || cur == 0 || x.isRunning(first)
	if ask {
		switch s := x.visit(first); s {
		case interrupted:
			return s
		case Success:
			want = second
		case Failure:
			want = x.nodes[second].end
		case Skipped:
			return x.endsAs(n, nd, Skipped, action.GuardFails)
		}
		x.renew(nd)
	}
	if want != cur && cur != 0 && x.takesTime(n, nd, endAsk, action.GuardFails) {
		return Running
	}
	if want == nd.end {
		return Failure
	}
	if x.setCurrent(nd, want, false); want == 0 {
		return Running
	}
	s := x.visit(want)
	if s != Running && s != interrupted {
		return x.endsAs(n, nd, s, action.BranchEnded)
	}
	return s
}
