package remote_test

import (
	"strings"
	"testing"
)

const callers = `
type call = { silence, fire, water }
type person max 8
sense hearing { damping 0.5 }
memory short { span 30s }
state agent { alarmed: bool; remembered said(x: person): call }
action shout
action run_off
operator cry { do shout; say "fire!", "it burns!" as fire gap 9s }
operator flee { do run_off }
task warn   { method "cry" when alarmed { cry } }
task listen { method "run" each x in remembered person where said(x) == fire { flee } }
agent crier    { plan warn every 0.1s; sense hearing; memory short; body person }
agent listener { plan listen every 0.1s; sense hearing; memory short; body person }
`

// village has a crier at 0, 0 and a listener at 10, 0.
const village = `{"op": "spawn", "kind": "crier", "ref": 1}, {"op": "spawn", "kind": "listener", "ref": 2}, {"op": "step", "ticks": 1},
	{"op": "body", "object": 1073741825}, {"op": "body", "object": 1073741826, "x": 10}`

const crierAlarmed = `{"op": "write", "symbol": "alarmed", "agent": 16777217, "value": true}`

// TestBarksAreReportedAndHeard: a game learns what its agents say, with or without other events, and gives them voices
// by which agents hear each other; a sound of the game's own can say something too.
func TestBarksAreReportedAndHeard(t *testing.T) {
	const said, heard = `{"op": "said", "bark": "operator cry", "agent": 16777217, "variant": `, `{"op": "start", "action": "run_off"`
	loud := `{"op": "voice", "object": 1073741825, "loudness": 20}`
	for name, c := range map[string]struct {
		setup, more string
		said, heard bool
	}{
		"with a voice":                {`"barks": true`, loud, true, true},
		"beside events":               {`"barks": true, "events": ["goals"]`, loud, true, true},
		"not asked for":               {`"texts": true`, loud, false, true},
		"without a voice":             {`"barks": true`, `{"op": "wake", "agent": 16777217}`, true, false},
		"a voice that is taken away":  {`"barks": true`, loud + `, {"op": "voice", "object": 1073741825}`, true, false},
		"out of earshot":              {`"barks": true`, `{"op": "voice", "object": 1073741825, "loudness": 9}`, true, false},
		"a voice outlasts a new body": {`"barks": true`, loud + `, {"op": "body", "object": 1073741825, "x": 1}`, true, true},
	} {
		s := session(t, callers, `{"tps": 10, `+c.setup+`}`)
		ask(t, s, village)
		snapshot := s.Snapshot(nil)
		ask(t, s, c.more)
		if got := s.Snapshot(nil); c.heard && string(got) == string(snapshot) {
			t.Errorf("%s: the snapshot holds no voice", name)
		} else if err := s.Rollback(got); err != nil {
			t.Error(name, err)
		}
		got := ask(t, s, crierAlarmed+`, {"op": "step", "ticks": 8}`)
		if strings.Contains(got, said) != c.said || strings.Contains(got, heard) != c.heard || strings.Contains(got, `"op": "event"`) {
			t.Errorf("%s: said and heard should be %t and %t:\n%s", name, c.said, c.heard, got)
		}
	}
	s := session(t, callers, `{"tps": 10}`)
	ask(t, s, village)
	if got := ask(t, s, `{"op": "sound", "from": 1073741825, "loudness": 20, "said": "water"}, {"op": "step", "ticks": 4}`); strings.Contains(got, heard) {
		t.Errorf("another call is taken for the one that matters:\n%s", got)
	}
	if got := ask(t, s, `{"op": "sound", "from": 1073741825, "loudness": 20, "said": "fire"}, {"op": "step", "ticks": 4}`); !strings.Contains(got, heard) {
		t.Errorf("what the game has somebody say is not heard:\n%s", got)
	}
	const refused = `{"op": "refused", "refusal": "the value is invalid here", "item": 0, "of": 10, "about": 1073741825}` + "\n" +
		`{"op": "refused", "refusal": "the value is invalid here", "item": 1, "of": 24, "about": 1073741825}` + "\n" +
		`{"op": "refused", "refusal": "there is no such object", "item": 2, "of": 24, "about": 9}`
	if got := ask(t, s, `{"op": "sound", "from": 1073741825, "said": 3}, {"op": "voice", "object": 1073741825, "loudness": -1}, {"op": "voice", "object": 9, "loudness": 1}`); got != refused {
		t.Errorf("got:\n%s\nwant:\n%s", got, refused)
	}
}

// TestTheManifestListsBarks with their texts and what those who hear them understand.
func TestTheManifestListsBarks(t *testing.T) {
	m := session(t, callers, "").Manifest()
	if len(m.Barks) != 1 || m.Said != "call" || m.Barks[0].Of != "operator cry" || m.Barks[0].As != "fire" || len(m.Barks[0].Texts) != 2 {
		t.Errorf("barks %+v, known as values of %q", m.Barks, m.Said)
	}
	if m := session(t, meal, "").Manifest(); m.Barks != nil || m.Said != "" {
		t.Errorf("barks %+v, known as values of %q, of a program without any", m.Barks, m.Said)
	}
}
