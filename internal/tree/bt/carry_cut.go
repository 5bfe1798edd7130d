package bt

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Cut is a branch of a saved tree that ran and does not continue in another program: the node that it begins with,
// numbered as it was, and why.
type Cut struct {
	Node  int32
	Label string // of the node, as it was called
	Why   string

	Service bool // only the action of a service of the node ends
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
	k.cuts = append(kept, Cut{Node: o, Label: k.label(o), Why: k.reason(o)})
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

// reason returns why a branch does not continue.
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

// drop drops the activities that were read and do not continue.
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

// CutShort ends branches that do not continue in another program, in the tree that they still run in: children first,
// with what on_abort says.
func CutShort(t *Tree, e *Env, cuts []Cut, reason action.Reason) {
	var x run
	for _, c := range cuts {
		x.enter(t, e)
		for !c.Service && x.isRunning(c.Node) {
			x.tryAbort(c.Node, reason)
		}
	}
}

// Cool has a tree take over the cooldowns that have begun when branches of that of another program were cut short; id
// was its program's.
func (n *Names) Cool(t, old *Tree, cuts []Cut, id int32) {
	x := n.trees[id].find(t.p)
	for _, c := range cuts {
		for o := c.Node; !c.Service && o < old.p.nodes[c.Node].end; o++ {
			if from := &old.p.nodes[o]; from.kind == def.NodeCooldown && x.nodes[o] >= 0 {
				t.mem()[t.p.nodes[x.nodes[o]].word] = old.mem()[from.word]
			}
		}
	}
}

// Text describes a cut of a tree.
func (c Cut) Text(tree string) string {
	if c.Service {
		return fmt.Sprintf("%s of tree %s ends: %s", c.Label, tree, c.Why)
	}
	return fmt.Sprintf("what ran at %s of tree %s ends: %s", c.Label, tree, c.Why)
}
