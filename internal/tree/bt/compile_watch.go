package bt

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// watch makes the watches of all nodes with an abort mode.
func (c *compiler) watch() {
	for n := range c.nodes {
		mode := c.nodes[n].info.Abort
		if mode == def.AbortNone {
			continue
		}
		cond := c.guard(int32(n))
		if cond == nil {
			continue
		}
		isIf := c.nodes[n].kind == def.NodeIf
		if mode != def.AbortLower && !isIf {
			c.watchSelf(int32(n), cond)
			mode &^= def.AbortSelf
		}
		if mode != def.AbortNone {
			c.watchFrom(int32(n), cond, mode)
		}
	}
}

// guard returns the condition of a node that is watched: of a composite the conjunction of its leading ifs.
func (c *compiler) guard(n int32) *expr.Term {
	info := c.nodes[n].info
	if info.Cond != nil {
		return info.Cond
	}
	var all []*expr.Term
	for _, child := range info.Children {
		if child.Kind != def.NodeIf {
			break
		}
		all = append(all, child.Cond)
	}
	if len(all) == 0 {
		return nil
	}
	return conjunction(all)
}

func (c *compiler) watchSelf(n int32, cond *expr.Term) {
	nd := &c.nodes[n]
	nd.self = int32(len(c.watches))
	nd.flags |= flagSelf
	w := watch{node: n, mode: def.AbortSelf, cond: expr.CompileCond(cond), mask: c.reader.mask(cond), sure: isSure(nd.info)}
	nd.mask |= w.mask
	c.watches = append(c.watches, w)
}

// isSure reports whether a node that runs has found its condition to hold: it asks its leading ifs in each case, and
// fails with them.
func isSure(info *def.NodeInfo) bool {
	switch info.Kind {
	case def.NodeWhen:
		return true
	case def.NodeSequence, def.NodeReactiveSequence:
		for _, child := range info.Children {
			if child.Kind != def.NodeIf {
				return true
			}
			if child.SkipIf != nil || child.FailIf != nil || child.SucceedIf != nil || child.While != nil {
				return false
			}
		}
	}
	return false
}

// watchFrom makes a watch of the nearest composite above a node, if that asks its children in turn.
func (c *compiler) watchFrom(n int32, cond *expr.Term, mode def.AbortMode) {
	child := n
	w := watch{node: n, mode: mode}
	terms := []*expr.Term{cond}
	for {
		host := c.nodes[child].parent
		if host < 0 {
			return
		}
		if h := &c.nodes[host]; h.kind.Info().Shape == def.ShapeComposite {
			if w.mode &= hosts(h.kind); w.mode == def.AbortNone {
				return
			}
			w.child = child
			break
		} else if h.kind == def.NodeTree {
			w.enter = slices.Concat(h.enter, w.enter)
			for _, b := range h.info.Enter {
				terms = append(terms, b.Value)
			}
		}
		child = host
	}
	w.cond, w.mask = expr.CompileCond(cond), c.reader.mask(terms...)
	h := &c.nodes[c.nodes[child].parent]
	h.mask |= w.mask
	h.flags |= flagHosts
	h.hosted = append(h.hosted, int32(len(c.watches)))
	c.nodes[child].flags |= flagWatched
	c.watches = append(c.watches, w)
}

// hosts returns in which modes a kind of composite lets a watch of a child act. Those that ask again anyway need none,
// and the branches of a parallel are apart: there, only an if can take its own word back.
func hosts(k def.NodeKind) def.AbortMode {
	switch k {
	case def.NodeReactiveSequence, def.NodeReactiveSelector, def.NodeWhileDoElse, def.NodeSwitch, def.NodeHosted:
		return def.AbortNone
	case def.NodeParallel, def.NodeParallelAll:
		return def.AbortSelf
	}
	return def.AbortBoth
}

// gate makes one condition of the ifs that a sequence begins with, for probes. They must be nothing but conditions.
func (c *compiler) gate(n int32) {
	nd := &c.nodes[n]
	if nd.kind != def.NodeSequence && nd.kind != def.NodeReactiveSequence {
		return
	}
	var all []*expr.Term
	nd.gated = n + 1
	for nd.gated < nd.end {
		child := &c.nodes[nd.gated]
		if child.kind != def.NodeIf || child.flags&flagBare == 0 {
			break
		}
		all = append(all, child.info.Cond)
		nd.gated = child.end
	}
	if len(all) > 0 {
		nd.cond = expr.CompileCond(conjunction(all))
		if n > 0 && nd.kind == def.NodeSequence && nd.gated == nd.end && nd.flags&^flagWatched == 0 && nd.onAbort == nil {
			nd.flags |= flagBare // it is no more than an if
		}
	}
}

// conjunction returns the term of which all of some terms are parts.
func conjunction(all []*expr.Term) *expr.Term {
	if len(all) == 1 {
		return all[0]
	}
	return &expr.Term{Kind: expr.TermAnd, Type: expr.BoolType, Args: all}
}

// ask computes what makes a node that asks again in each tick do so.
func (c *compiler) ask(n int32) {
	nd := &c.nodes[n]
	if nd.while != nil {
		nd.whileMask = c.reader.mask(nd.info.While)
		nd.mask |= nd.whileMask
	}
	var terms []*expr.Term
	switch nd.kind {
	case def.NodeReactiveSequence, def.NodeReactiveSelector, def.NodeWhileDoElse:
		end := nd.end
		if nd.kind == def.NodeWhileDoElse {
			end = c.nodes[n+1].end
		}
		for i := n + 1; i < end; i++ {
			terms = append(terms, askedOf(c.nodes[i].info)...)
		}
	case def.NodeSwitch:
		terms = append(terms, nd.info.Value)
		for _, child := range nd.info.Children {
			terms = append(terms, child.Values...)
		}
	}
	if len(terms) > 0 {
		nd.askMask = c.reader.mask(terms...)
		nd.mask |= nd.askMask
	}
}

// askedOf returns the terms of a node that a probe of it evaluates.
func askedOf(info *def.NodeInfo) []*expr.Term {
	terms := []*expr.Term{info.Cond, info.SkipIf, info.FailIf, info.SucceedIf, info.While, info.Value, info.Limit}
	for _, b := range info.Enter {
		terms = append(terms, b.Value)
	}
	return append(terms, info.Values...)
}
