package agent

import (
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Settle applies the host's calls after the last tick, up to the next one: then everything is as the live caller saw
// it. It omits percepts, which arrive at the beginning of the next tick. After Settle the replay serves for inspection,
// and for [Replay.SeekTo]; do not step it.
func (t *Replay) Settle() {
	before := map[*agent]*world.State{}
	marks := map[*agent]world.Mark{}
	for _, a := range t.crowd.agents.list {
		if a.id != 0 {
			before[a] = world.NewState(a.state.Schema())
			before[a].CopyFrom(&a.state)
			marks[a] = a.state.Mark()
		}
	}
	for !t.Done() && t.peek() && t.next.Kind != ktrace.KindTick {
		t.between()
	}
	for _, a := range t.crowd.agents.list {
		if before[a] == nil || a.id == 0 || len(t.info.Known) == 0 {
			continue
		}
		var cells []world.Addr
		for _, ch := range a.state.Changes(marks[a]) {
			if t.info.IsRecalled(a.state.Schema().SymbolAt(ch.Addr)) {
				cells = append(cells, ch.Addr)
			}
		}
		for _, at := range cells {
			a.state.Set(at, before[a].Get(at))
		}
	}
}
