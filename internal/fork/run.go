package fork

import (
	"context"
	"slices"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// MaxTicks is the maximum number of ticks of a fork: more would not be looked at side by side.
const MaxTicks = 100_000

// Side is one of the two simulations. Its crowd may change with a step, if the host replaces it.
type Side struct {
	Crowd func() *agent.Crowd
	Step  func() bool // makes a tick; false: there is none
	Ear   *Ear        // listens to the crowd
}

// Options bound a fork.
type Options struct {
	Ticks    int64                  // to run; at most MaxTicks
	Cancel   <-chan struct{}        // closed: the fork ends early
	Progress func(done, of int64)   // called after each tick; nil: nothing is
	Ticked   func(tick int64) error // called after each tick of both sides, such as to keep pictures; nil: nothing is
}

// Run steps two sides, which are at the same tick, and compares what their characters do: for each tick and character
// the texts of their events, in order. The first side is the one without the change. The error is that of the context
// of a cancelled fork, which still has a report, or of Ticked.
func Run(as, but Side, o Options) (*explain.Fork, error) {
	r := &explain.Fork{From: as.Crowd().Tick(), TPS: as.Crowd().TPS(), Agents: []explain.Divergence{}}
	r.To = r.From
	apart := map[string]bool{}
	as.Ear.Attend(as.Crowd())
	but.Ear.Attend(but.Crowd())
	for n := int64(1); n <= min(o.Ticks, MaxTicks); n++ {
		select {
		case <-o.Cancel:
			return r, context.Canceled
		default:
		}
		as.Ear.heard, but.Ear.heard = as.Ear.heard[:0], but.Ear.heard[:0]
		if !as.Step() || !but.Step() {
			return r, nil
		}
		r.To++
		compare(r, as.Ear.heard, but.Ear.heard, apart)
		r.Events = [2]int64{as.Ear.total, but.Ear.total}
		if o.Ticked != nil {
			if err := o.Ticked(r.To); err != nil {
				return r, err
			}
		}
		if o.Progress != nil {
			o.Progress(n, min(o.Ticks, MaxTicks))
		}
	}
	return r, nil
}

// compare notes the characters whose events in a tick differ for the first time.
func compare(r *explain.Fork, as, but []said, apart map[string]bool) {
	if slices.Equal(as, but) {
		return
	}
	was, now := byAgent(as), byAgent(but)
	for _, list := range [][]said{as, but} {
		for _, s := range list {
			if apart[s.agent] || slices.Equal(was[s.agent], now[s.agent]) {
				continue
			}
			apart[s.agent] = true
			d := explain.Divergence{Tick: r.To, Agent: s.agent}
			d.As, d.But = firstDifference(was[s.agent], now[s.agent])
			r.Agents = append(r.Agents, d)
			if r.First == nil {
				r.First = &d
			}
		}
	}
}

// byAgent splits the events of a tick by their agents.
func byAgent(list []said) map[string][]string {
	out := map[string][]string{}
	for _, s := range list {
		out[s.agent] = append(out[s.agent], s.text)
	}
	return out
}

// firstDifference returns the first texts that differ; empty: one list is shorter.
func firstDifference(as, but []string) (string, string) {
	n := 0
	for n < len(as) && n < len(but) && as[n] == but[n] {
		n++
	}
	at := func(list []string) string {
		if n < len(list) {
			return list[n]
		}
		return ""
	}
	return at(as), at(but)
}
