package bt

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// compare finds the conditions that compare cells with constants, and the ifs of sequences that can be asked at once.
func (c *compiler) compare() {
	for n := range c.nodes {
		if nd := &c.nodes[n]; nd.cond != nil {
			nd.cells = nd.cond.CellTests()
		}
	}
	for n := range c.nodes {
		switch nd := &c.nodes[n]; nd.kind {
		case def.NodeSequence, def.NodeResumeSequence:
			c.runs(int32(n))
		case def.NodeReactiveSequence, def.NodeReactiveSelector:
			c.findGates(int32(n))
		}
	}
}

// findGates finds the children with which a reactive composite begins that are decided by cells alone. The last child
// is not asked again.
func (c *compiler) findGates(n int32) {
	nd := &c.nodes[n]
	g := &gates{upTo: n + 1}
	for g.upTo < nd.end {
		child := &c.nodes[g.upTo]
		isIf := child.kind == def.NodeIf
		if child.end == nd.end || child.cells == nil || child.flags&(flagBefore|flagServices|flagEffects) != 0 || isIf != (nd.kind == def.NodeReactiveSequence) {
			break
		}
		if isIf {
			g.all = append(g.all, child.cells...)
		} else {
			g.any.Add(child.cells)
		}
		g.upTo = child.end
	}
	if g.upTo > n+1 {
		nd.gates = g
	}
}

// mark marks the nodes that judging watches has to look at.
func (c *compiler) mark() {
	for n := len(c.nodes) - 1; n >= 0; n-- {
		nd := &c.nodes[n]
		if nd.flags&(flagWhile|flagSelf|flagHosts) != 0 || asksAgain(nd.kind) {
			nd.flags |= flagJudged
		}
		if nd.flags&flagJudged != 0 && nd.parent >= 0 {
			c.nodes[nd.parent].flags |= flagJudged
		}
	}
}

// runs gives each if of a sequence its condition together with those of the ifs right behind it.
func (c *compiler) runs(n int32) {
	for child := n + 1; child < c.nodes[n].end; child = c.nodes[child].end {
		first := child
		var run []expr.CellTest
		for ; child < c.nodes[n].end && c.inRun(&c.nodes[child]); child++ {
			run = append(run, c.nodes[child].cells...)
		}
		for i := range run {
			nd := &c.nodes[first+int32(i)]
			nd.flags |= flagRun
			nd.run = run[i:]
		}
		if child == c.nodes[n].end {
			return
		}
	}
}

// inRun reports whether a node is an if of one comparison, with nothing more to it.
func (c *compiler) inRun(nd *node) bool {
	return nd.kind == def.NodeIf && nd.flags == flagBare && len(nd.cells) == 1
}

// asksHost reports whether the reads before a tick call functions of the host.
func (c *compiler) asksHost() bool {
	asks := false
	seen := map[*expr.Derived]bool{}
	var visit func(t *expr.Term) bool
	visit = func(t *expr.Term) bool {
		if t.Kind == expr.TermDerived && !seen[t.Derived] {
			seen[t.Derived] = true
			t.Derived.Body.Walk(visit)
		}
		asks = asks || t.Kind == expr.TermFunc
		return !asks
	}
	for n := range c.nodes {
		for _, t := range askedOf(c.nodes[n].info) {
			t.Walk(visit)
		}
	}
	return asks
}

// asksAgain reports whether a kind of node asks again in each tick.
func asksAgain(k def.NodeKind) bool {
	return k == def.NodeReactiveSequence || k == def.NodeReactiveSelector || k == def.NodeWhileDoElse || k == def.NodeSwitch
}
