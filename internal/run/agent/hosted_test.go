package agent_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// hostedCrowd has a tree with composites and decorators of the host, which write to the state between their children,
// panic, and stand within each other.
const hostedCrowd = `
state agent { turn: int 0..99; tired: bool; sensed loud: bool; rested: int 0..99 }
action walk
action doze grace 0.3s
action rounds(n: int) composite
action unless decorator
tree life {
    sequence {
        rounds(2) {
            sequence abort self { if turn < 3; walk }
            unless { selector { when tired abort both { doze on_abort rested += 1 }; walk uninterrupted } }
            rounds(3) { walk; wait 0.2s; set rested += 1 }
        }
        walk
    }
}
agent someone { tree life }
`

type rounding struct {
	At   int32
	Left int32
}

// hostedBindings binds it. Each action depends only on its arguments, its private state and the tick.
func hostedBindings(t testing.TB, p *program.Program) *action.Bindings {
	b := runner.NewBindings(p.Info)
	for _, name := range []string{"walk", "doze"} {
		action.Bind(b, name, func(c *action.Ctx, _ *struct{}, s *rounding) action.Status {
			if s.At++; s.At < int32(2+c.Tick()%4) {
				return action.Running
			}
			return action.Success
		})
	}
	turn, tired := p.Info.Schema.Symbol("turn").Base, p.Info.Schema.Symbol("tired").Base
	action.Bind(b, "rounds", func(c *action.Ctx, p *struct{ N int }, s *rounding) action.Status {
		s.At++
		c.State().Set(turn, (c.State().Get(turn)+1)%5)
		for i := range c.Children() {
			if (int(s.At)+i)%p.N != 0 {
				continue
			}
			if status := c.TickChild(i); status == action.Failure {
				s.Left++
				c.HaltChildren()
			}
			c.State().Set(tired, 1-c.State().Get(tired))
		}
		switch {
		case c.Tick()%41 == 40:
			panic("a slip")
		case s.Left > 2 || s.At > 20:
			return action.Success
		}
		return action.Running
	})
	action.Bind(b, "unless", func(c *action.Ctx, _ *struct{}, s *rounding) action.Status {
		if s.At++; s.At%5 == 4 {
			c.HaltChild(0)
			return action.Running
		}
		return max(c.TickChild(0), action.Running)
	}, action.OnAbort(func(c *action.Ctx, _ *struct{}, _ *rounding, _ action.Reason) { c.State().Set(turn, 0) }))
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	return b
}

func loadHosted(t testing.TB) *program.Program {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(hostedCrowd)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(ds.All)
	}
	return p
}

// TestHostedTreesAreReplayed: a recorded run is replayed without the host: the children that its composites ticked are
// in the trace, in order with their writes.
func TestHostedTreesAreReplayed(t *testing.T) {
	p := loadHosted(t)
	var trace bytes.Buffer
	var log strings.Builder
	rec := ktrace.NewRecorder(&trace, ktrace.Options{CheckpointTicks: 1, SnapshotTicks: 7})
	var c *agent.Crowd
	o := agent.Options{TPS: 10, Seed: 3, Recorder: rec, TreeSink: bt.SinkFunc(func(e bt.Event) { log.WriteString(c.View().TreeText(e) + "\n") })}
	c, err := agent.New(p, hostedBindings(t, p), o)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		c.Spawn("someone")
	}
	for range 200 {
		c.Step()
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"rounds(2) started", "unless ended", "doze is ending", "fault in rounds", "fires abort self"} {
		if !strings.Contains(log.String(), part) {
			t.Errorf("the run has no %q", part)
		}
	}
	r, _ := replayed(t, trace.Bytes())
	if d := r.Difference(); d != nil || r.Err() != nil || !r.Ended() {
		t.Errorf("differs: %+v %v", d, r.Err())
	}
}

// TestHostedTreesAreRestored: a crowd that is restored from a snapshot after every tick does what one does that is left
// alone.
func TestHostedTreesAreRestored(t *testing.T) {
	p := loadHosted(t)
	o := agent.Options{TPS: 10, Seed: 3}
	plain, err := agent.New(p, hostedBindings(t, p), o)
	if err != nil {
		t.Fatal(err)
	}
	plain.Spawn("someone")
	saved := plain.Snapshot(nil)
	for tick := range 120 {
		again, _, err := agent.Restore(p, hostedBindings(t, p), o, saved)
		if err != nil {
			t.Fatal(err)
		}
		plain.Step()
		again.Step()
		if saved = again.Snapshot(nil); !bytes.Equal(saved, plain.Snapshot(nil)) {
			t.Fatalf("tick %d: the restored crowd has become another", tick)
		}
	}
}

// TestHostedTreesAreReloaded: with the same program a crowd continues as if nothing had happened, below the nodes of
// the host too. If the child of a node of the host is a different one, the node is aborted with its hook; where that of
// a node next to it is, it continues.
func TestHostedTreesAreReloaded(t *testing.T) {
	p := loadHosted(t)
	var others [2]*program.Program
	for i, text := range []string{strings.Replace(hostedCrowd, "rounds(3) { walk; wait 0.2s;", "rounds(3) { wait 0.1s;", 1), strings.Replace(hostedCrowd, "unless { selector {", "unless { sequence {", 1)} {
		var ds diag.List
		if others[i], ds = program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk"); ds.Err() != nil {
			t.Fatal(ds.All)
		}
	}
	o := agent.Options{TPS: 10, Seed: 3}
	plain, err := agent.New(p, hostedBindings(t, p), o)
	if err != nil {
		t.Fatal(err)
	}
	id := plain.Spawn("someone")
	turn := p.Info.Schema.Symbol("turn").Base
	var aborted [2]int
	for tick := range 60 {
		again, _, err := agent.Restore(p, hostedBindings(t, p), o, plain.Snapshot(nil))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := again.Reload(p, hostedBindings(t, p)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again.Snapshot(nil), plain.Snapshot(nil)) {
			t.Fatalf("tick %d: the reloaded crowd has become another", tick)
		}
		for i, other := range others {
			next, _, err := agent.Restore(p, hostedBindings(t, p), o, plain.Snapshot(nil))
			if err != nil {
				t.Fatal(err)
			}
			before := next.State(id).Get(turn)
			if _, err := next.Reload(other, hostedBindings(t, other)); err != nil {
				t.Fatal(err)
			}
			if before > 0 && next.State(id).Get(turn) == 0 {
				aborted[i]++ // the hook of unless
			}
			for range 20 {
				next.Step()
			}
		}
		plain.Step()
	}
	if aborted[0] > 0 || aborted[1] == 0 {
		t.Errorf("a node of the host was aborted %d times since one beside it was another, and %d times since its child was", aborted[0], aborted[1])
	}
}
