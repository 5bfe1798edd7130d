package remote_test

import (
	"strings"
	"testing"
)

// TestAnAgentGoesToAnotherSession: its action ends in the first one and continues in the other, with a number of that
// one; what is refused changes nothing.
func TestAnAgentGoesToAnotherSession(t *testing.T) {
	from, to := session(t, meal, `{"tps": 10}`), session(t, meal, `{"tps": 10}`)
	const id = 16777217
	ask(t, from, `{"op": "spawn", "kind": "cat", "ref": 7}`)
	ask(t, from, `{"op": "write", "symbol": "hungry", "agent": 16777217, "value": true}, {"op": "step", "ticks": 2}`)
	ask(t, to, `{"op": "spawn", "kind": "cat", "ref": 7}, {"op": "step", "ticks": 30}`)
	say := func(out []byte) string {
		t.Helper()
		text, err := to.Manifest().AppendJSON(nil, out)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if data, _, ok := from.Depart(id, 10); ok || data != nil || from.Crowd().Len() != 1 {
		t.Error("an agent that is too large leaves")
	}
	if _, _, ok := from.Depart(99, 1<<20); ok {
		t.Error("an agent that is not there leaves")
	}
	data, out, ok := from.Depart(id, 1<<20)
	if text := say(out); !ok || from.Crowd().Len() != 0 || !strings.Contains(text, `"op": "abort"`) {
		t.Errorf("%v: %s", ok, text)
	}
	if _, err := to.Arrive(data[:len(data)-1], 3); err == nil || to.Crowd().Len() != 1 {
		t.Errorf("damaged bytes: %v, %d agents", err, to.Crowd().Len())
	}
	if _, err := session(t, meal, `{"tps": 20}`).Arrive(data, 3); err == nil {
		t.Error("an agent of another tick rate comes")
	}
	out, err := to.Arrive(data, 3)
	if text := say(out); err != nil || !strings.Contains(text, `{"op": "spawned", "ref": 3, "agent": 16777218, "body": 0}`) ||
		!strings.Contains(text, `{"op": "restored", "action": "walk", "instance": 1, "agent": 16777218,`) {
		t.Errorf("%v: %s", err, text)
	}
	const next = `{"op": "report", "status": "success", "instance": 1}, {"op": "step", "ticks": 2}`
	if text := ask(t, to, next); !strings.Contains(text, `{"op": "start", "action": "eat_up", "instance": 2, "agent": 16777218`) {
		t.Errorf("it does not go on: %s", text)
	}
}
