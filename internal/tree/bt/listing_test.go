package bt

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

var flagNames = []string{"before", "services", "effects", "watched", "hosts", "self", "while", "uninterrupted", "bare", "judged", "keeps", "run"}

// Listing writes all that a program was compiled into.
func Listing(p *Program) string {
	var w strings.Builder
	fmt.Fprintf(&w, "frame %d, words %d, bits %d, list %d, draws %d, lists %d, asks the host %t\n", p.frame, p.words, p.bits, p.list, p.draws, p.lists, p.asks)
	for n := range p.nodes {
		nd := &p.nodes[n]
		fmt.Fprintf(&w, "%2d %s: parent %d, end %d, lane %d, word %d, action %d, fresh %d, self %d", n, p.Label(int32(n)), nd.parent, nd.end, nd.lane, nd.word, nd.action, nd.fresh, nd.self)
		for i, name := range flagNames {
			if nd.flags>>i&1 != 0 {
				w.WriteString(", " + name)
			}
		}
		fmt.Fprintf(&w, ", reads %x, while %x, asks %x", nd.mask, nd.whileMask, nd.askMask)
		if nd.gated > 0 {
			fmt.Fprintf(&w, ", gated %d", nd.gated)
		}
		if nd.cond != nil {
			fmt.Fprintf(&w, ", if %s of %d cells", nd.cond.Term(), len(nd.cells))
		}
		if nd.run != nil {
			fmt.Fprintf(&w, ", run of %d", len(nd.run))
		}
		if nd.gates != nil {
			fmt.Fprintf(&w, ", gates up to %d, %d comparisons", nd.gates.upTo, len(nd.gates.all))
		}
		if nd.kids != nil {
			fmt.Fprintf(&w, ", kids %v", nd.kids)
		}
		if nd.choice != nil {
			fmt.Fprintf(&w, ", choice %d lasts %t draws %t of %d words", nd.choice.number, nd.choice.lasts(), nd.choice.draws(), nd.choice.words())
		}
		if nd.kind == def.NodeEach {
			fmt.Fprintf(&w, ", list %d of %d values", nd.list, len(nd.values))
		}
		if nd.holds {
			w.WriteString(", holds")
		}
		for _, a := range nd.args {
			fmt.Fprintf(&w, ", argument %s of %d words, which %d", a.value.Term(), a.width, a.which)
		}
		for _, b := range nd.enter {
			fmt.Fprintf(&w, ", binds %d (%d words) to %s", b.slot, b.width, b.value.Term())
		}
		for _, s := range nd.services {
			fmt.Fprintf(&w, ", service %d every %g, word %d, lane %d", s.action, s.every, s.word, s.lane)
		}
		if len(nd.hosted) > 0 {
			fmt.Fprintf(&w, ", hosts %v, compared %v", nd.hosted, nd.compared)
		}
		w.WriteString("\n")
	}
	for i, watch := range p.watches {
		fmt.Fprintf(&w, "watch %d of node %d: child %d, bits %d, abort %v, sure %t, reads %x, if %s, %d values to bind\n", i, watch.node, watch.child, watch.bit, watch.mode, watch.sure, watch.mask, watch.cond.Term(), len(watch.enter))
	}
	for i := range p.schema.Symbols {
		s := &p.schema.Symbols[i]
		whole := world.Addr(s.Cells) * world.Addr(s.Type.Width())
		for k := world.Addr(0); k < min(whole, 4); k++ {
			if mask := p.reads.of(&world.Change{Addr: s.Base + k}); mask != 0 {
				fmt.Fprintf(&w, "%s+%d is read by %x\n", s.Name, k, mask)
			}
		}
	}
	for i, mask := range p.reads.populations {
		if mask != 0 {
			fmt.Fprintf(&w, "population %d is read by %x\n", i, mask)
		}
	}
	for i, t := range p.types {
		fmt.Fprintf(&w, "word %d of the frame is %v\n", i, t)
	}
	return w.String()
}

// ProbeOf asks a node of a tree without starting it, and whether a point in time counted. A function of the host that
// panics has no answer: Inactive.
func ProbeOf(t *Tree, e *Env, n int32) (s Status, timed bool) {
	var x run
	x.enter(t, e)
	defer func() {
		if recover() != nil {
			s = Inactive
		}
	}()
	s = x.probe(n)
	return s, x.timed
}

// Remembered returns how many words of a tree's memory are not zero, besides its frame.
func (t *Tree) Remembered() (words int) {
	for _, w := range t.mem()[t.p.frame:] {
		if w != 0 {
			words++
		}
	}
	return words
}

// Scratch is what an environment is computing.
func (e *Env) Scratch() int { return len(e.words) + len(e.fires) + len(e.numbers) + len(e.members) }

// Fill makes it look as if something was being computed when a goroutine ended.
func (e *Env) Fill() {
	e.words, e.fires = append(e.words, 1), append(e.fires, fire{})
	e.numbers, e.members = append(e.numbers, 1), append(e.members, keyed{})
}

// KeepChange keeps a change as if it had made a watch fire that is held off.
func (t *Tree) KeepChange(c world.Change) { t.keep(c) }
