package agent_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

const namesDomain = `
type body
state agent { tired: bool; friend: body }
action rest
operator lie_down(b: body) { do rest; effect tired = true }
task live { method "on" { lie_down(friend) } }
agent wolf { body body; plan live }
agent sheep { body body; plan live }
`

// namesCrowd returns a crowd of the domain that records itself.
func namesCrowd(t *testing.T, tps int, rec *ktrace.Recorder) *agent.Crowd {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(namesDomain)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	action.Bind(b, "rest", func(*action.Ctx, *struct{}, *struct{}) action.Status { return action.Running })
	g, err := agent.New(p, b, agent.Options{TPS: tps, Recorder: rec})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestOneName: a character has one name, whoever writes it: in answers, in events, as an object, live, after a
// rollback, restored, and in a recording.
func TestOneName(t *testing.T) {
	var trace bytes.Buffer
	g := namesCrowd(t, 0, ktrace.NewRecorder(&trace, ktrace.Options{}))
	g.Spawn("wolf")
	first := g.Spawn("sheep")
	g.Spawn("wolf")
	gone := g.Body(first)
	g.Remove(first)
	id := g.Spawn("sheep")
	friend := g.Program().Info.Schema.Symbol("friend")
	at, _ := friend.Addr()
	g.Target(id, false).Set(at, g.Body(id))
	g.Step()
	check := func(when string, c *agent.Crowd, id agent.ID) {
		t.Helper()
		if name := c.View().NameOf(id); name != "sheep#2" {
			t.Errorf("%s: the agent is %s", when, name)
		}
		body := c.Body(id)
		if name := c.State(id).ObjectName(body, c.World().TypeOf(body)); name != "sheep#2" {
			t.Errorf("%s: its body is %s", when, name)
		}
		if name := c.State(id).PlainName(body, c.World().TypeOf(body)); !strings.HasPrefix(name, "body#") {
			t.Errorf("%s: the object's plain name is %s", when, name)
		}
		if text := c.View().Explain(id); !strings.HasPrefix(text, "sheep#2 at 0.1s:") || !strings.Contains(text, "1 lie_down(sheep#2)") {
			t.Errorf("%s:\n%s", when, text)
		}
	}
	check("live", g, id)
	if name := g.World().ObjectName(gone, 0); name != "body#2" {
		t.Errorf("the body of an agent that has left, and that no agent remembers, is %s", name)
	}
	saved := g.Snapshot(nil)
	if err := g.StopRecording(); err != nil {
		t.Fatal(err)
	}
	if err := g.Rollback(saved); err != nil {
		t.Fatal(err)
	}
	check("after a rollback", g, id)
	r, err := agent.NewReplay(bytes.NewReader(trace.Bytes()), agent.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	again, ok := r.AgentNamed("sheep#2")
	if !ok || r.AgentName(2) != "sheep#1" || r.AgentName(4) != "sheep#2" {
		t.Fatalf("the recording has %q and %q", r.AgentName(2), r.AgentName(4))
	}
	check("in the recording", r.Crowd(), again)

	// The host's name goes before the one by kind.
	g.NameAgents(func(of agent.ID) string {
		if of == id {
			return "dolly"
		}
		return ""
	})
	if text := g.View().Explain(id); !strings.HasPrefix(text, "dolly at") || !strings.Contains(text, "lie_down(dolly)") {
		t.Error(text)
	}

	// A trace that begins midway names later agents alike.
	trace.Reset()
	g.NameAgents(nil)
	if err := g.Record(ktrace.NewRecorder(&trace, ktrace.Options{})); err != nil {
		t.Fatal(err)
	}
	late := g.Spawn("sheep")
	g.Step()
	if err := g.StopRecording(); err != nil {
		t.Fatal(err)
	}
	if r, err = agent.NewReplay(bytes.NewReader(trace.Bytes()), agent.ReplayOptions{}); err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	if live, n := g.View().NameOf(late), r.AgentName(5); live != "sheep#3" || n != live || r.AgentName(2) != "" || r.AgentName(4) != "sheep#2" {
		t.Errorf("live it is %s, in the trace that began midway %s, after %q and %s", live, n, r.AgentName(2), r.AgentName(4))
	}
}

// TestRecordedNames: a recording names agents as the host does, at each of its moments, whether it is played or sought,
// and whoever has left since.
func TestRecordedNames(t *testing.T) {
	var trace bytes.Buffer
	g := namesCrowd(t, 10, ktrace.NewRecorder(&trace, ktrace.Options{SnapshotTicks: 3}))
	names := map[agent.ID]string{}
	g.NameAgents(func(id agent.ID) string { return names[id] })
	plain := g.Spawn("sheep")
	dolly := g.Spawn("sheep")
	names[dolly] = "dolly" // after it came: the name is asked for when the tick begins
	steps := func(n int) {
		for range n {
			g.Step()
		}
	}
	steps(4)
	wolf := g.Spawn("wolf")
	names[wolf] = strings.Repeat("isegrim", ktrace.MaxText)
	steps(4)
	names[plain] = "molly"
	g.NameAgents(func(id agent.ID) string { return names[id] }) // anew: all are asked for
	steps(4)
	g.Remove(dolly)
	steps(4)
	if err := g.StopRecording(); err != nil {
		t.Fatal(err)
	}

	r, err := agent.NewReplay(bytes.NewReader(trace.Bytes()), agent.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	check := func(tick int64) {
		t.Helper()
		want := []string{"sheep#1", "dolly", "wolf#1"}
		if tick > 8 {
			want[0] = "molly"
		}
		if tick > 4 {
			want[2] = names[wolf][:ktrace.MaxText]
		} else {
			want = want[:2]
		}
		for i, name := range want {
			if got := r.AgentName(int64(i) + 1); got != name {
				t.Errorf("tick %d: agent %d is %.20q, want %.20q", tick, i+1, got, name)
			}
		}
		if _, ok := r.AgentNamed("dolly"); ok != (tick <= 12) {
			t.Errorf("tick %d: dolly is found: %v", tick, ok)
		}
		if id, ok := r.AgentNamed("sheep#1"); !ok || r.Crowd().Number(id) != 1 {
			t.Errorf("tick %d: the name by kind does not find the agent", tick)
		}
		if id, ok := r.AgentNamed("sheep#2"); ok && r.Crowd().View().NameOf(id) != "dolly" {
			t.Errorf("tick %d: sheep#2 is %s", tick, r.Crowd().View().NameOf(id))
		}
	}
	for r.Step() {
		check(r.Crowd().Tick())
	}
	if !r.Ended() {
		t.Fatal(r.Difference(), r.Err())
	}
	for _, tick := range []int64{16, 2, 10, 5, 13, 8, 1, 16} {
		if err := r.SeekTo(tick); err != nil {
			t.Fatal(err)
		}
		check(tick)
	}

	// A trace that begins midway has the names from its start, of those who are there.
	trace.Reset()
	if err := g.Record(ktrace.NewRecorder(&trace, ktrace.Options{})); err != nil {
		t.Fatal(err)
	}
	steps(1)
	if err := g.StopRecording(); err != nil {
		t.Fatal(err)
	}
	if r, err = agent.NewReplay(bytes.NewReader(trace.Bytes()), agent.ReplayOptions{}); err != nil {
		t.Fatal(err)
	}
	if r.AgentName(1) != "molly" || r.AgentName(2) != "" {
		t.Errorf("midway they are %q and %q", r.AgentName(1), r.AgentName(2))
	}
}
