package remote_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

const talkative = `
action say(line: text, how: text | list of int)
action patrol(stops: list of int, heights: list of float, names: list of text)
tree watch { sequence { say("All \"quiet\".", "loud"); patrol([3, 1], [0.5, 1], ["a"]); patrol([], [], []) } }
goal shout(line: text, words: list of text, way: list of float) { say(line, [3, 1]) }
brain mind { want shout("idle", [], [1, 2.5]) when false { consider 1 } }
agent guard { tree watch once }
agent king { brain mind }
`

// TestTextsAndListsGoByTheManifest: an argument is the place of a text or list there, and itself in the JSON form.
func TestTextsAndListsGoByTheManifest(t *testing.T) {
	s := session(t, talkative, `{"tps": 10}`)
	m := string(s.Manifest().JSON())
	for _, want := range []string{`"texts": [`, `"All \"quiet\"."`, `"kind": "list"`, `"lists": {`} {
		if !strings.Contains(m, want) {
			t.Errorf("no %s in the manifest: %s", want, m)
		}
	}
	if got := ask(t, s, `{"op": "spawn", "kind": "guard", "ref": 1}, {"op": "step", "ticks": 1}`); !strings.Contains(got, `{"op": "start", "action": "say", "instance": 1, "agent": 16777217, "args": ["All \"quiet\".", {"type": "text", "value": "loud"}]}`) {
		t.Errorf("got %s", got)
	}
	report := func(instance string) string {
		return ask(t, s, `{"op": "report", "status": "success", "instance": `+instance+`}, {"op": "step", "ticks": 1}`)
	}
	if got := report("1"); !strings.Contains(got, `"action": "patrol", "instance": 2, "agent": 16777217, "args": [[3,1], [0.5,1], ["a"]]`) {
		t.Errorf("got %s", got)
	}
	if got := report("2"); !strings.Contains(got, `"action": "patrol", "instance": 3, "agent": 16777217, "args": [[], [], []]`) {
		t.Errorf("got %s", got)
	}
	got := ask(t, s, `{"op": "spawn", "kind": "king", "ref": 2}, {"op": "order", "goal": "shout", "ref": 3, "agent": 16777218, "args": ["loud", ["a"], [1.0, 2.5]]}, {"op": "step", "ticks": 2}`)
	if !strings.Contains(got, `"action": "say", "instance": 4, "agent": 16777218, "args": ["loud", {"type": "list of int", "value": [3,1]}]`) {
		t.Errorf("got %s", got)
	}
	for args, want := range map[string]string{
		`["unknown", [], []]`: "the program has no text unknown", `["loud", ["b"], []]`: "the program has no list of text [b]", `["loud", [], [1, 2]]`: "the program has no list of float", `["loud", [], 1]`: "the program has no list of float 1",
	} {
		if _, err := s.Manifest().ReadJSON(nil, []byte(`[{"op": "order", "goal": "shout", "ref": 3, "agent": 16777218, "args": `+args+`}]`)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	var raw remote.Batch
	raw.Add(remote.OpOrder, 0, 0, 5, 16777218, 99, 0, 0)
	out, err := s.Exchange(raw.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := s.Manifest().AppendJSON(nil, out); !strings.Contains(string(text), `"op": "refused"`) {
		t.Errorf("a text beyond the last is accepted: %s", text)
	}
	if text, _ := s.Manifest().AppendJSON(nil, raw.Bytes()); !strings.Contains(string(text), `"words": [5, 16777218, 99, 0, 0]`) {
		t.Errorf("got %s", text)
	}
}

// TestManifestsWithoutTexts are as they were before there were any.
func TestManifestsWithoutTexts(t *testing.T) {
	m := string(session(t, meal, `{}`).Manifest().JSON())
	if strings.Contains(m, `"texts"`) || strings.Contains(m, `"lists"`) {
		t.Error(m)
	}
}
