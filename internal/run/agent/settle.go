package agent

import (
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// marked is where the log of an agent's state ended.
type marked struct {
	of   *agent
	id   ID // another agent may take its place
	mark world.Mark
}

// Settle applies the host's calls after the last tick, up to the next one: then everything is as the live caller saw
// it. It holds back what agents perceive by them, which arrives with the next tick. [Replay.Step], [Replay.RunTo] and
// [Replay.SeekTo] then begin from a snapshot of the trace, as if Settle had not been called; a trace that cannot be
// sought in ends there.
func (t *Replay) Settle() {
	t.seeking.settled = true
	marks := t.seeking.marks[:0]
	for _, a := range t.crowd.agents.list {
		if a.id != 0 && len(t.info.Known) > 0 {
			marks = append(marks, marked{a, a.id, a.state.Mark()})
		}
	}
	t.seeking.marks = marks
	for !t.Done() && t.peek() && t.next.Kind != ktrace.KindTick {
		t.between()
	}
	for _, m := range marks {
		if m.of.id == m.id {
			t.hold(m.of, m.mark)
		}
	}
}

// hold gives an agent back what it knew at a mark.
func (t *Replay) hold(a *agent, since world.Mark) {
	st := &a.state
	for i := len(st.Changes(since)) - 1; i >= 0; i-- {
		c := st.Changes(since)[i]
		if sym := st.Schema().SymbolAt(c.Addr); sym != nil && t.info.IsRecalled(sym) {
			st.Set(c.Addr, c.Old)
		}
	}
}
