package agent

import (
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// held is an agent whose knowledge is as it was at the end of the tick, although what follows has been applied.
type held struct {
	of   *agent
	from world.Mark // what is undone when the replay goes on
}

// Settle applies the host's calls after the last tick, up to the next one: then everything is as the live caller saw
// it. It holds back what agents perceive by them, which arrives with the next tick. [Replay.Step], [Replay.RunTo] and
// [Replay.SeekTo] go on from there as if Settle had not been called.
func (t *Replay) Settle() {
	t.unsettle()
	marks := t.seeking.marks[:0]
	for _, a := range t.crowd.agents.list {
		if a.id != 0 && len(t.info.Known) > 0 {
			marks = append(marks, held{a, a.state.Mark()})
		}
	}
	t.seeking.marks = marks
	for !t.Done() && t.peek() && t.next.Kind != ktrace.KindTick {
		t.between()
	}
	for _, m := range marks {
		if m.of.id != 0 {
			t.hold(m.of, m.from)
		}
	}
}

// hold gives an agent back what it knew at a mark.
func (t *Replay) hold(a *agent, since world.Mark) {
	st := &a.state
	end := st.Mark()
	for i := len(st.Changes(since)) - 1; i >= 0; i-- {
		c := st.Changes(since)[i]
		if sym := st.Schema().SymbolAt(c.Addr); sym != nil && t.info.IsRecalled(sym) {
			st.Set(c.Addr, c.Old)
		}
	}
	if st.Mark() != end {
		t.seeking.held = append(t.seeking.held, held{a, end})
	}
}

// unsettle gives agents the knowledge that [Replay.Settle] held back.
func (t *Replay) unsettle() {
	for _, h := range t.seeking.held {
		h.of.state.Undo(h.from)
	}
	t.seeking.held = t.seeking.held[:0]
}
