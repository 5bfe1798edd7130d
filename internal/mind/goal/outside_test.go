package goal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/tools/marks"
)

// TestMindsThatAreStopped: in the middle of each case the mind's caller halts it, abandons it, or interrupts it for
// some ticks and lets it continue. Pursuits end, or are suspended; orders keep waiting; the mind continues by itself,
// as the file says with a mark for each.
func TestMindsThatAreStopped(t *testing.T) {
	var out strings.Builder
	for _, c := range mindCases() {
		for _, way := range []string{"halt", "abandon", "interrupt"} {
			th, seen, ticks := newTheatre(t, c.cfg), "", 0
			for line := range strings.SplitSeq(c.script, ";") {
				n := 0
				if got, _ := fmt.Sscanf(strings.TrimSpace(line), "run %d", &n); got == 0 {
					th.follow(line)
					continue
				}
				for range n {
					if ticks++; ticks%3 == 2 {
						th.stop(c.name, way)
					}
					th.follow("run 1")
					seen += th.sight()
				}
			}
			seen += th.log.String()
			fmt.Fprintf(&out, "%s, %s: %d bytes, %s\n", c.name, way, len(seen), marks.Of(seen))
		}
	}
	marks.Compare(t, "testdata/stopped.golden", out.String(), *update, "")
}

// stop does what comes from outside, and checks what must be so then.
func (th *theatre) stop(name, way string) {
	th.enter()
	m, e := &th.mind, &th.env
	orders, last, depth := m.Orders(), m.LastOrder(), m.Len()
	_, active := m.Active()
	switch way {
	case "halt":
		m.Halt(e, action.AgentRemoved)
	case "abandon":
		e.Instances.AbortAll(e.Ctx, action.AgentRemoved)
		m.Abandon(e)
	case "interrupt":
		if m.Interrupt(e) != active {
			th.t.Errorf("%s: it was active: %t, and something was to be interrupted: %t", name, active, !active)
		}
		if _, still := m.Active(); still || len(m.Handles(nil)) > 0 || m.Len() != depth {
			th.t.Errorf("%s: something goes on that was interrupted", name)
		}
		m.Continue(e)
		m.HandBack(e)
		return
	}
	if m.Len() != 0 || e.Instances.Running() != 0 || m.Due() != th.tick && m.Due() != e.Ctx.Tick() {
		th.t.Errorf("%s, %s: %d are pursued, %d actions run, due %d in tick %d", name, way, m.Len(), e.Instances.Running(), m.Due(), th.tick)
	}
	if m.Orders() != orders || m.LastOrder() != last {
		th.t.Errorf("%s, %s: %d orders wait, not %d", name, way, m.Orders(), orders)
	}
}

// TestFaultsThatArePutBack are taken once; nothing is left of them after a reset.
func TestFaultsThatArePutBack(t *testing.T) {
	var e Env
	e.PutFault(action.Fault{Action: "walk"})
	if f, ok := e.TakeFault(); !ok || f.Action != "walk" {
		t.Error("the fault is lost")
	}
	if _, ok := e.TakeFault(); ok {
		t.Error("it is taken twice")
	}
	e.PutFault(action.Fault{Action: "walk"})
	if e.Reset(); e.Looked() != 0 {
		t.Errorf("%d looked at", e.Looked())
	}
	if _, ok := e.TakeFault(); ok {
		t.Error("it is left after a reset")
	}
}
