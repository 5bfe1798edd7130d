package agent_test

import (
	"bytes"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// TestTheEndOfACooldownIsNoInput: a recording does not take what the crowd writes when a cooldown is over that several
// agents share for the host's, whichever agents share it, and the trace is run again.
func TestTheEndOfACooldownIsNoInput(t *testing.T) {
	for _, by := range []string{"squad", "world"} {
		var out bytes.Buffer
		m := newMill(t, `state agent { n: int 0..9 }
squad team { role one 1..9 }
action toss
operator throw { do toss; succeed_after 1s; cooldown 2s shared throw by `+by+` }
task attack { method "throw" { throw } }
agent soldier { plan attack every 100s; squad team }
`, agent.Options{Recorder: ktrace.NewRecorder(&out, ktrace.Options{})})
		m.Spawn("soldier")
		m.run(100)
		if m.ended+m.started-m.running < 3 {
			t.Fatalf("by %s: the soldier has thrown %d times", by, m.started)
		}
		if err := m.StopRecording(); err != nil {
			t.Fatal(err)
		}
		in, err := ktrace.NewReader(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		var rec ktrace.Record
		for in.Next(&rec) == nil {
			if rec.Kind == ktrace.KindWrites {
				t.Errorf("by %s, tick %d: the host is said to have written %v", by, rec.Tick, rec.Writes)
			}
		}
		r := openTrace(t, &out, agent.ReplayOptions{})
		for r.Step() {
		}
		if !r.Ended() {
			t.Error(r.Difference(), r.Err())
		}
	}
}
