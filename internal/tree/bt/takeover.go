package bt

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// When an earlier child of a reactive selector takes over, what runs ends first, if it is known beforehand that the
// child starts, or that both need the same resource. A child that was given way and has failed is not given way again
// before its conditions have failed, or it has run: it is ticked while the other runs.

// rival is a child of a reactive selector that may take over from a later one.
type rival struct {
	guarded bool     // it begins with conditions, which can be asked without starting it
	uses    []string // the resources that it may occupy, sorted
}

// findRivals finds out about the children of a reactive selector, all but the last.
func (c *compiler) findRivals(n int32) {
	nd := &c.nodes[n]
	if nd.kind != def.NodeReactiveSelector {
		return
	}
	for _, child := range nd.info.Children[:len(nd.info.Children)-1] {
		nd.rivals = append(nd.rivals, rival{def.IsGuarded(child), child.Uses()})
	}
	for i := n + 1; i < nd.end; i++ {
		if c.nodes[i].uses == nil && (c.nodes[i].starts() >= 0 || len(c.nodes[i].services) > 0) {
			c.nodes[i].uses = c.nodes[i].info.OwnUses()
		}
	}
}

// takeover is a reactive selector of which a child runs. It remembers in its bits whether any child was given way in
// vain, and which were.
type takeover struct {
	*run
	nd *node
}

// isFree reports whether what runs is to end before a child is asked, which is then noted.
func (x takeover) isFree(i int, child, running int32) bool {
	way, tried := &x.nd.rivals[i], x.bit(x.nd.tried+1+int32(i))
	if way.guarded {
		if !x.leads(child) {
			x.setBit(x.nd.tried+1+int32(i), false)
			return false
		}
	} else if tried || !x.collides(way.uses, running) {
		return false
	}
	x.setBit(x.nd.tried, true)
	x.setBit(x.nd.tried+1+int32(i), true)
	return !tried
}

// reconsider gives way again to a child that failed since its conditions do not hold: it was asked while nothing ran
// that could have given way.
func (x takeover) reconsider(i int, child int32) {
	if i < len(x.nd.rivals) && x.nd.rivals[i].guarded && x.bit(x.nd.tried+1+int32(i)) && !x.leads(child) {
		x.forget(i)
	}
}

// leads reports whether the conditions that a child begins with hold, and no other says that it does nothing.
func (x takeover) leads(child int32) bool {
	for n := child; ; n++ { // the first child comes right after its parent
		nd := &x.nodes[n]
		if nd.flags&flagBefore != 0 {
			if s := x.decided(nd); s != undecided {
				return s == Success
			}
		}
		if nd.cond != nil && !nd.cond.Eval(x.m, x.memory) {
			return false
		}
		if nd.kind == def.NodeTree {
			x.bind(nd.enter)
		}
		if nd.cond != nil {
			s := x.probe(child)
			return s != Failure && s != Skipped
		}
	}
}

// collides reports whether something that runs at a node or below it occupies one of some resources.
func (x takeover) collides(uses []string, n int32) bool {
	for end := x.nodes[n].end; len(uses) > 0 && n < end; {
		if !x.isRunning(n) {
			n = x.nodes[n].end
			continue
		}
		if slices.ContainsFunc(x.nodes[n].uses, func(name string) bool { return slices.Contains(uses, name) }) {
			return true
		}
		n++
	}
	return false
}

// judge does what judgeEarlier does, if some child is not given way again for now. One whose conditions fail may be,
// the next time. It has a loop of its own: one for both made every reactive tick 3 to 10 percent longer
// (BenchmarkAgainstHand/guarded).
func (x takeover) judge(n, to int32, want Status) {
	i := 0
	for c := n + 1; c < to; c = x.nodes[c].end {
		if s := x.probe(c); s != want && s != Skipped {
			x.fire(fire{node: n, kind: fireAsk})
			return
		}
		x.forget(i)
		i++
	}
	x.setBit(x.nd.fresh, x.timed)
}

// forget notes that a child may be given way again; with -1 all of them.
func (x takeover) forget(i int) {
	if x.nd.rivals == nil || !x.bit(x.nd.tried) {
		return
	}
	any := false
	for k := range x.nd.rivals {
		at := x.nd.tried + 1 + int32(k)
		if k == i || i < 0 {
			x.setBit(at, false)
		}
		any = any || x.bit(at)
	}
	x.setBit(x.nd.tried, any)
}
