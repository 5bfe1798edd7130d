package goal_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/tools/marks"
)

// sight is the visible state of a mind and of a pursuit: the stacks, what is waited for, what runs, and the whole
// explanation.
func (th *theatre) sight() string {
	var out strings.Builder
	pursuit := func(p *Pursuit) {
		goal, args := p.Goal()
		why, origin := p.Cause()
		fmt.Fprintf(&out, " goal %d%v, running %t, suspended %t, %v of %v, uninterrupted %t, %d run\n", goal, args, p.Running(), p.Suspended(), why, origin, p.Uninterrupted(), len(p.Handles(nil)))
		for i := range p.Depth() {
			fmt.Fprintf(&out, "  %d: %+v\n", i, p.At(i))
		}
	}
	fmt.Fprintf(&out, "tick %d\n", th.tick)
	if len(th.p.Config().Brains) == 0 {
		pursuit(&th.pursuit)
		return out.String()
	}
	m := &th.mind
	active, ok := m.Active()
	fmt.Fprintf(&out, "active %d %t, due %d, uninterrupted %t, %d run, last order %d\n", active, ok, m.Due(), m.Uninterrupted(), len(m.Handles(nil)), m.LastOrder())
	for i := range m.Len() {
		p := m.Pursued(i)
		fmt.Fprintf(&out, "want %d, target %d, order %d, serial %d\n", p.Want, p.Target, p.Order, p.Serial())
		pursuit(p.Pursuit)
	}
	for i := range m.Orders() {
		o, number := m.Waiting(i)
		fmt.Fprintf(&out, "order %d: %+v, there is one: %t\n", number, o, m.HasOrder(number))
	}
	th.enter()
	fmt.Fprintf(&out, "%v\n", m.Explain(&th.env))
	return out.String()
}

// TestLooks: the visible state of minds and pursuits after each tick of the conformance cases has not changed. The file
// has a mark for each case.
func TestLooks(t *testing.T) {
	var out strings.Builder
	for _, c := range append(pursuitCases(), mindCases()...) {
		th, seen := newTheatre(t, c.cfg), ""
		for line := range strings.SplitSeq(c.script, ";") {
			ticks := 0
			if n, _ := fmt.Sscanf(strings.TrimSpace(line), "run %d", &ticks); n == 0 {
				th.follow(line)
				continue
			}
			for range ticks {
				th.follow("run 1")
				seen += th.sight()
			}
		}
		fmt.Fprintf(&out, "%s: %d bytes, %s\n", c.name, len(seen), marks.Of(seen))
	}
	marks.Compare(t, "testdata/looks.golden", out.String(), *update, "")
}
