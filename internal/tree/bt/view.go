package bt

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// View writes a tree as text, one line for each node, in the order of their visits. It marks running nodes, with the
// remaining ticks of those that have a time. Tick is the present tick. It returns the writer's error.
//
//	> selector
//	sequence abort both
//	if visible(player)
//	chase
//	> wait, 12 ticks left
func View(w io.Writer, t *Tree, tick int64) error {
	v := view{Tree: t, tick: tick}
	v.node(0, 0)
	_, err := w.Write(v.out.Bytes())
	return err
}

type view struct {
	*Tree
	tick int64
	out  bytes.Buffer
}

func (v *view) node(n int32, depth int) {
	mark := "  "
	if v.isRunning(n) {
		mark = "> "
	}
	v.out.WriteString(strings.Repeat("    ", depth) + mark + v.p.Label(n) + v.about(n) + "\n")
	for c := n + 1; c < v.p.nodes[n].end; c = v.p.nodes[c].end {
		v.node(c, depth+1)
	}
}

// about describes a node.
func (v *view) about(n int32) string {
	nd := &v.p.nodes[n]
	text := ""
	if nd.info.Abort != def.AbortNone {
		text += " abort " + nd.info.Abort.String()
	}
	if nd.flags&flagUninterrupted != 0 {
		text += " uninterrupted"
	}
	if up := nd.parent; up >= 0 && v.p.nodes[up].choice != nil {
		text += v.aboutChoice(n, up)
	}
	switch {
	case v.Ending(n):
		text += ", ending"
		if left := v.Left(n, v.tick); left > 0 {
			text += fmt.Sprintf(", %d ticks left", left)
		}
	case hasWord(nd.kind) && (v.isRunning(n) || nd.kind == def.NodeCooldown):
		if left := int64(v.mem()[nd.word]) - v.tick; left > 0 {
			text += fmt.Sprintf(", %d ticks left", left)
		}
	case nd.kind == def.NodeLimit:
		text += fmt.Sprintf(", starts so far: %d", v.mem().lane(nd.lane))
	case nd.kind == def.NodeOnce:
		if s := Status(v.mem().lane(nd.lane)); s != Inactive {
			text += ", ended: " + s.String()
		}
	case v.isRunning(n) && (nd.kind == def.NodeRepeat || nd.kind == def.NodeRetry):
		text += fmt.Sprintf(", %d times so far", v.mem().lane(nd.lane))
	}
	return text
}

// aboutChoice describes a child of a utility selector with a rule: its score when that started, and whether inertia
// favours it.
func (v *view) aboutChoice(n, up int32) (text string) {
	parent := &v.p.nodes[up]
	if i := slices.Index(parent.kids, n); v.isRunning(up) {
		text = fmt.Sprintf(", score %.4g", v.mem()[parent.word+int32(i)].Float())
	}
	if parent.choice.lasts() && v.mem().lane(parent.lastLane()) == uint32(n) {
		text += ", ran last"
	}
	return text
}

// Status returns whether a node is Running or Inactive: how it has ended last is not kept.
func (t *Tree) Status(n int32) Status {
	if t.isRunning(n) {
		return Running
	}
	return Inactive
}
