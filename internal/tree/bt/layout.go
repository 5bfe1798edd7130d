package bt

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// The memory of a tree is words: first its frame, then bits, then words such as points in time, then lanes, of which a
// word has two. Numbers of children, counts and slots of running actions take a lane.

// layout hands out memory.
type layout struct {
	bits, words, lanes int32
}

func (l *layout) lane(n int) int32 {
	at := l.lanes
	l.lanes += int32(n)
	return at
}

func (l *layout) word() int32 {
	l.words++
	return l.words - 1
}

// place gives every node its memory.
func (c *compiler) place() {
	l := &c.layout
	l.bits = int32(len(c.nodes)+1) &^ 1 // the two of a watch are read at once
	for i := range c.watches {
		c.watches[i].bit = l.bits
		l.bits += 2
	}
	for n := range c.nodes {
		c.placeNode(int32(n))
	}
	c.list = l.lane(c.leaves(0))
	bits := int32(c.frame)
	words := bits + (l.bits+63)/64
	lanes := 2 * (words + l.words)
	c.Program.bits = bits * 64
	c.Program.words = int(lanes+l.lanes+1) / 2
	c.Program.list += lanes
	if c.draws >= 0 {
		c.draws += words
	}
	for i := range c.watches {
		c.watches[i].bit += c.Program.bits
	}
	for n := range c.nodes {
		nd := &c.nodes[n]
		nd.word, nd.lane, nd.ending = nd.word+words, nd.lane+lanes, nd.ending+lanes
		if nd.fresh >= 0 {
			nd.fresh += c.Program.bits
			nd.tried += c.Program.bits
		}
		for i := range nd.services {
			nd.services[i].word += words
			nd.services[i].lane += lanes
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

// placeNode counts what a node needs; where it begins is not known yet.
func (c *compiler) placeNode(n int32) {
	nd, l := &c.nodes[n], &c.layout
	switch nd.kind {
	case def.NodeReactiveSequence, def.NodeReactiveSelector, def.NodeWhileDoElse:
		nd.fresh = l.bits
		l.bits++
		if nd.rivals != nil {
			nd.tried = l.bits
			l.bits += int32(1 + len(nd.rivals))
		}
	case def.NodeEach:
		if nd.values == nil {
			nd.list = c.lists
			c.lists++
		}
	}
	if hasWord(nd.kind) {
		nd.word = l.word()
	}
	if nd.grace > 0 {
		nd.word = l.word() // the tick in which its grace is over
	}
	if nd.choice != nil {
		nd.word = l.words
		l.words += nd.choice.words()
	}
	nd.lane = l.lane(lanes(nd) + int(world.Bool(nd.choice.lasts())))
	if nd.flags&flagGrace != 0 {
		nd.ending = l.lane(1)
	}
	for i := range nd.services {
		nd.services[i].word, nd.services[i].lane = l.word(), l.lane(1)
	}
	if c.draws < 0 && draws(nd) {
		c.draws = l.word()
	}
}

// lanes returns how many lanes a node needs.
func lanes(nd *node) int {
	switch nd.kind {
	case def.NodeReactiveSequence, def.NodeReactiveSelector, def.NodeWhileDoElse, def.NodeSequence, def.NodeSelector,
		def.NodeResumeSequence, def.NodeIfThenElse, def.NodeTry, def.NodeSwitch, def.NodeCall, def.NodePlan, def.NodeGoal, def.NodeOnce,
		def.NodeLimit, def.NodeEach:
		return 1
	case def.NodeRepeat, def.NodeRetry:
		return 2
	case def.NodeRandomSequence, def.NodeRandomSelector, def.NodeUtilitySelector:
		return 1 + len(nd.kids)
	case def.NodeHosted:
		return 1 + len(nd.kids)
	case def.NodeParallel, def.NodeParallelAll:
		return 2 + len(nd.info.Children)
	}
	return 0
}

// hasWord reports whether a kind of node needs a word: a point in time.
func hasWord(k def.NodeKind) bool {
	return k == def.NodeWait || k == def.NodeTimeout || k == def.NodeDelay || k == def.NodeCooldown
}

// draws reports whether a node draws random numbers.
func draws(nd *node) bool {
	switch nd.kind {
	case def.NodeRandomSequence, def.NodeRandomSelector, def.NodeChance:
		return true
	case def.NodeUtilitySelector:
		return nd.choice.draws()
	case def.NodeWait:
		return nd.limit != nil
	}
	return false
}

// leaves returns the most actions below a node that run at the end of a tick, those of services apart.
func (c *compiler) leaves(n int32) int {
	nd := &c.nodes[n]
	switch {
	case nd.action >= 0:
		return 1
	case nd.kind == def.NodeIf || nd.end == n+1:
		return 0
	}
	most := 0
	together := isParallel(nd.kind) || nd.kind == def.NodeHosted || nd.kind == def.NodeWhileDoElse || isReactive(nd.kind) && nd.flags&flagGrace != 0
	for child := n + 1; child < nd.end; child = c.nodes[child].end {
		if k := c.leaves(child); together {
			most += k
		} else {
			most = max(most, k)
		}
	}
	return most
}
