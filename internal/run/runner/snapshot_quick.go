package runner

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// Most runners have only these fields, which are written in one go: by the list it takes twice as long.
// TestQuickWritersWriteWhatTheListsSay compares the two.

// byList has everything written by the list. Only a test sets it.
var byList bool

// writesQuickly reports whether something is written, and not by the list.
func (g *coding) writesQuickly() bool { return g.Reader() == nil && !byList }

// appendDoings appends what [coding.doings] lists after the flags.
func (g *coding) appendDoings(b []byte) []byte {
	r := g.r
	b = codec.AppendInt(codec.AppendInt(b, r.line), plannedFor(g.r))
	for _, tick := range [...]int64{r.tick, r.planned, r.due, r.blocked, r.recheck, r.quarantine.released, g.calmFor()} {
		b = codec.AppendInt(b, tick)
	}
	b = codec.AppendUint(codec.AppendUint(codec.AppendUint(b, r.waits), r.quarantine.panics), r.inVain.open.count)
	b = append(b, byte(r.inVain.open.bound), byte(r.why), byte(r.limit))
	for _, spent := range r.spent {
		b = codec.AppendBool(b, spent)
	}
	if r.fault == nil {
		return append(b, 0, 0, 0)
	}
	f := g.Stage.Instances.SavedFault(*r.fault)
	return codec.AppendText(codec.AppendText(codec.AppendText(b, f.Action), f.Message), f.Stack)
}

// appendBan appends what [coding.ban] lists.
func appendBan(b []byte, n *ban) []byte {
	bits := byte(0)
	for i, v := range [...]bool{n.inForce, n.stale, n.turned, n.clock.started} {
		if v {
			bits |= 1 << i
		}
	}
	b = append(codec.AppendUint(b, n.line), bits, byte(n.lift), byte(n.cause), byte(n.clock.state))
	b = codec.AppendUint(b, n.count)
	for _, tick := range [...]int64{n.failed, n.lifted, n.clock.ticks, n.clock.stood} {
		b = codec.AppendInt(b, tick)
	}
	if n.count > 0 {
		b = codec.AppendUint(b, int(n.op))
		for _, w := range n.args {
			b = codec.AppendInt(b, w)
		}
	}
	b, _ = n.reads.AppendBinary(htn.AppendBan(b, &n.of)) // the error is always nil
	return b
}
