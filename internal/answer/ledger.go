package answer

import (
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of what a [Ledger] keeps.
const (
	// LedgerTicks is the number of past ticks that are known of an agent.
	LedgerTicks = 2048
	// LedgerBytes is how much the differences between the ticks of one agent may take. Beyond it, the oldest go.
	LedgerBytes = 1 << 20
	// ledgerDeeds is the number of past steps and nodes that are known of a crowd.
	ledgerDeeds = 1 << 16
)

// Ledger keeps what has set the values of a running crowd, for [agent.Options].Provenance.
type Ledger struct {
	Witness
	tick  int64 // up to which it is kept
	began int64 // tick after which it was kept
	pasts map[agent.ID]*past
}

// past is what is known of an agent's earlier states.
type past struct {
	last  *world.State // at the end of the last tick
	first int64        // the first tick that is known
	back  [][]byte     // from the state of each tick to the one before it, oldest first; nil: they are the same
	bytes int
	cut   bool // there were more
	turns turns
}

// Opened implements [agent.Provenance].
func (l *Ledger) Opened(c *agent.Crowd) {
	l.crowd, l.tick, l.began, l.told, l.pasts = c, 0, 0, nil, map[agent.ID]*past{}
}

// Ticked implements [agent.Provenance]: a tick has ended.
func (l *Ledger) Ticked(c *agent.Crowd) {
	if l.crowd != c || c.Tick() != l.tick+1 {
		l.told, l.began, l.pasts = nil, c.Tick()-1, map[agent.ID]*past{}
	}
	l.crowd, l.tick = c, c.Tick()
	if n := len(l.told) - ledgerDeeds; n > ledgerDeeds/4 {
		l.told = append([]deed(nil), l.told[n:]...)
	}
	for id := range c.All {
		p := l.pasts[id]
		if p == nil {
			p = &past{last: world.NewState(c.Schema()), first: l.tick}
			l.pasts[id] = p
		} else {
			p.keep(c.State(id))
		}
		p.last.CopyFrom(c.State(id))
		p.turns.look(newAsker(c, id), &l.Witness)
	}
	for id := range l.pasts {
		if !c.Has(id) {
			delete(l.pasts, id)
		}
	}
	l.end(c)
}

// keep adds the way back from a new state to the last one.
func (p *past) keep(now *world.State) {
	var b []byte
	if !now.Equal(p.last) {
		b = p.last.Append(nil, now)
	}
	p.back, p.bytes = append(p.back, b), p.bytes+len(b)
	for len(p.back) >= LedgerTicks || p.bytes > LedgerBytes {
		p.bytes -= len(p.back[0])
		p.back, p.first, p.cut = p.back[1:], p.first+1, true
	}
}

// states returns the states of an agent by the ticks at whose ends it had them, up to a tick.
func (p *past) states(tick int64) map[int64]*world.State {
	st := p.last
	seen := map[int64]*world.State{tick: st}
	for i := len(p.back) - 1; i >= 0; i-- {
		if b := p.back[i]; b != nil {
			before := world.NewState(st.Schema())
			before.Read((*world.Reader)(codec.NewReader(b)), st.Schema(), st)
			st = before
		}
		tick--
		seen[tick] = st
	}
	return seen
}

// made answers what gave a symbol its value, in a crowd that keeps it.
func (l *Ledger) made(k *asker, a *explain.Answer, cells []cell) {
	p := l.pasts[k.id]
	if p == nil || l.crowd != k.crowd || l.tick != k.crowd.Tick() {
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Subject: a.About, Note: "no tick has been made since the agent came"}}
		return
	}
	m := maker{asker: k, witness: &l.Witness, began: l.began, states: p.states(l.tick), followed: map[world.Addr]bool{}}
	if p.cut {
		m.cut = p.first
	}
	for _, c := range cells {
		m.follow(a, c.sym, c.at, m.present(c.sym, c.at, l.tick))
	}
}

// changed answers what changed when an agent last decided otherwise, in a crowd that keeps it.
func (l *Ledger) changed(k *asker, a *explain.Answer) {
	p := l.pasts[k.id]
	isKept := p != nil && l.crowd == k.crowd && l.tick == k.crowd.Tick()
	switch {
	case isKept && k.isTurning():
		judge{k}.whatTurned(a, p.turns.last, p.states(l.tick))
	case isKept:
		k.whatChanged(a, &p.turns.plans)
	case k.isTurning():
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Note: "no tick has been made since the agent came"}}
	default:
		k.whatChanged(a, nil)
	}
}

// PlanEvent implements [agent.Provenance].
func (l *Ledger) PlanEvent(e *runner.Event) { l.Plan(*e) }

// NodeEvent implements [agent.Provenance].
func (l *Ledger) NodeEvent(e *bt.Event) { l.Node(*e) }

// GoalEvent implements [agent.Provenance].
func (l *Ledger) GoalEvent(e *goal.Event) { l.Goal(*e) }

// SquadEvent implements [agent.Provenance].
func (l *Ledger) SquadEvent(e *agent.SquadEvent) { l.Squad(*e) }
