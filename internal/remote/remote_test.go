package remote_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
)

// loaded are programs by their text: fuzzing takes the same ones again and again.
var loaded = map[string]*karakuri.Program{}

func load(t testing.TB, text string) *karakuri.Program {
	t.Helper()
	if p := loaded[text]; p != nil {
		return p
	}
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	loaded[text] = p
	return p
}

func session(t testing.TB, text, setup string) *remote.Session {
	t.Helper()
	o, err := remote.ReadOptions([]byte(setup))
	if err != nil {
		t.Fatal(err)
	}
	s, err := remote.New(load(t, text), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask gives a session items in JSON and returns its answer, a line for each item, without the ticks.
func ask(t testing.TB, s *remote.Session, items string) string {
	t.Helper()
	in, err := s.Manifest().ReadJSON(nil, []byte("["+items+"]"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Exchange(in)
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.Manifest().AppendJSON(nil, out)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(strings.Trim(string(text), "[]"), ",\n ") {
		if line != "" && !strings.Contains(line, `"op": "tick"`) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

const meal = `
type place = { home, shop }
type thing max 4
type crate : thing
objects box: thing
state agent {
    hungry: bool
    money: int 0..9
    sensed pos: vec2
    sensed seen(x: thing): bool
    rich := money > 5
}
action walk(p: place | thing | vec2) uses legs grace 1s
action eat_up
operator go { do walk(home) }
operator eat { do eat_up; effect hungry = false }
task dine { method "eat" when hungry { go; eat } }
goal fetch(x: thing) { walk(x) }
brain b { want fetch(x) each x: thing where seen(x) { score 1 } }
agent cat { plan dine when hungry every 0.1s }
agent dog { brain b }
`

// TestAnActionFromStartToEnd: a start is sent with its arguments, and a report ends the action with the next tick.
func TestAnActionFromStartToEnd(t *testing.T) {
	s := session(t, meal, `{"tps": 10}`)
	for _, step := range []struct{ in, want string }{
		{`{"op": "spawn", "kind": "cat", "ref": 7}`, `{"op": "spawned", "ref": 7, "agent": 16777217, "body": 0}`},
		{`{"op": "write", "symbol": "hungry", "agent": 16777217, "value": true}, {"op": "step", "ticks": 2}`,
			`{"op": "start", "action": "walk", "instance": 1, "agent": 16777217, "args": [{"type": "place", "value": "home"}]}`},
		{`{"op": "step", "ticks": 5}`, ``},
		{`{"op": "report", "status": "success", "instance": 1}, {"op": "report", "status": "failure", "instance": 1}`,
			`{"op": "refused", "refusal": "its outcome has already been reported", "item": 1, "of": 2, "about": 1}`},
		{`{"op": "step", "ticks": 2}`, `{"op": "start", "action": "eat_up", "instance": 2, "agent": 16777217, "args": []}`},
		{`{"op": "report", "status": "success", "instance": 1}`, `{"op": "refused", "refusal": "no action with that number is running", "item": 0, "of": 2, "about": 1}`},
		{`{"op": "report", "status": "success", "instance": 2}, {"op": "step", "ticks": 1}, {"op": "read", "symbol": "hungry", "ref": 3, "agent": 16777217}`,
			`{"op": "value", "symbol": "hungry", "ref": 3, "value": false}`},
		{`{"op": "remove", "agent": 16777217}`, ``},
		{`{"op": "wake", "agent": 16777217}`, `{"op": "refused", "refusal": "there is no such agent", "item": 0, "of": 18, "about": 16777217}`},
	} {
		if got := ask(t, s, step.in); got != step.want {
			t.Errorf("%s\ngot  %s\nwant %s", step.in, got, step.want)
		}
	}
}

// TestRefusals: each item that cannot be carried out is answered with the reason, and changes nothing.
func TestRefusals(t *testing.T) {
	s := session(t, meal, "")
	ask(t, s, `{"op": "spawn", "kind": "cat"}, {"op": "spawn", "kind": "dog"}`)
	const cat, dog = "16777217", "16777218"
	for in, want := range map[string]string{
		`{"op": "write", "number": 99, "words": [0, 1]}`:                                         "the program has nothing with that number",
		`{"op": "write", "symbol": "hungry", "agent": 5, "value": true}`:                         "there is no such agent",
		`{"op": "write", "symbol": "money", "agent": ` + cat + `, "value": 10}`:                  "the value is invalid here",
		`{"op": "write", "symbol": "rich", "agent": ` + cat + `, "value": true}`:                 "the symbol is derived from others and cannot be written",
		`{"op": "write", "symbol": "seen", "agent": ` + cat + `, "args": [4711], "value": true}`: "the arguments do not match the declaration",
		`{"op": "write", "symbol": "seen", "agent": ` + cat + `, "args": [0], "value": true}`:    "the arguments do not match the declaration",
		`{"op": "write", "number": 0, "words": [` + cat + `, 2]}`:                                "the value is invalid here",
		`{"op": "write", "number": 0, "words": [` + cat + `]}`:                                   "the arguments do not match the declaration",
		`{"op": "write", "number": 2, "words": [` + cat + `, "9221120237041090561", 0]}`:         "the value is invalid here", // NaN
		`{"op": "read", "symbol": "seen", "agent": ` + cat + `, "args": [4711]}`:                 "the arguments do not match the declaration",
		`{"op": "read", "number": 1000, "words": [0, 0]}`:                                        "the program has nothing with that number",
		`{"op": "report", "number": 1, "words": [1]}`:                                            "the value is invalid here",
		`{"op": "report", "status": "success", "instance": 4}`:                                   "no action with that number is running",
		`{"op": "spent", "instance": 4}`:                                                         "no action with that number is running",
		`{"op": "spawn", "kind": 9}`:                                                             "the program has nothing with that number",
		`{"op": "remove", "agent": 1}`:                                                           "there is no such agent",
		`{"op": "object", "type": 9, "name": "x"}`:                                               "the program has nothing with that number",
		`{"op": "object", "type": "crate", "name": "box"}`:                                       "an object has that name already",
		`{"op": "remove_object", "object": 4711}`:                                                "there is no such object",
		`{"op": "body", "object": 4711}`:                                                         "there is no such object",
		`{"op": "remove_body", "object": 4711}`:                                                  "there is no such object",
		`{"op": "sound", "from": 1}`:                                                             "no agent of this program has senses, or there is no room for another percept",
		`{"op": "damage", "agent": ` + cat + `}`:                                                 "no agent of this program has senses, or there is no room for another percept",
		`{"op": "order", "goal": "fetch", "agent": ` + cat + `, "args": ["box"]}`:                "the agent's kind has no brain",
		`{"op": "order", "goal": "fetch", "agent": ` + dog + `, "args": [4711999999]}`:           "the arguments do not match the declaration",
		`{"op": "order", "number": 3, "words": [0, 0]}`:                                          "the program has nothing with that number",
		`{"op": "order", "number": 0, "words": [0, ` + dog + `]}`:                                "the arguments do not match the declaration",
		`{"op": "withdraw", "agent": ` + dog + `, "order": 3}`:                                   "the agent has no such order",
		`{"op": "join", "squad": ` + cat + `, "agent": ` + dog + `}`:                             "the agent cannot join or leave that squad, or the squad is full",
		`{"op": "leave", "agent": ` + cat + `}`:                                                  "the agent cannot join or leave that squad, or the squad is full",
		`{"op": "team", "agent": 3, "team": 1}`:                                                  "there is no such agent",
		`{"op": "significance", "agent": 3}`:                                                     "there is no such agent",
		`{"op": "significance", "agent": ` + cat + `}`:                                           "the value is invalid here",
		`{"op": "wake", "agent": 3}`:                                                             "there is no such agent",
		`{"op": "personality", "personality": 0, "agent": 3}`:                                    "there is no such agent",
		`{"op": "personality", "personality": 0, "agent": ` + dog + `}`:                          "the program has nothing with that number",
		`{"op": "walls", "lines": [1, 2, 3]}`:                                                    "the arguments do not match the declaration",
		`{"op": "explain", "agent": 3}`:                                                          "there is no such agent",
		`{"op": "time", "nanoseconds": -1}`:                                                      "the value is invalid here",
		`{"op": "time", "nanoseconds": 3000000000}`:                                              "it exceeds a limit",
	} {
		if got := ask(t, s, in); !strings.Contains(got, `"refusal": "`+want+`"`) {
			t.Errorf("%s\ngot  %s\nwant %s", in, got, want)
		}
	}
	walls := `{"op": "walls", "lines": [` + strings.TrimSuffix(strings.Repeat("0,0,1,1,", remote.MaxWalls), ",") + `]}`
	if got := ask(t, s, walls+`, {"op": "walls", "lines": [0,0,1,1]}`); !strings.Contains(got, "exceeds a limit") || strings.Contains(got, `"item": 0`) {
		t.Errorf("walls: %s", got)
	}
}

// TestPersonalitiesAreGiven by a game: those who have them choose by them, and others are refused them.
func TestPersonalitiesAreGiven(t *testing.T) {
	s := session(t, `
action dig
action sing
action sleep
goal digging { dig }
goal singing { sing }
goal sleeping { sleep }
brain digger { want digging { score 0.5 }; want singing { score 0.4 }; every 0.1s }
brain sleeper { want sleeping { score 1 }; every 0.1s }
personality merry { singing * 2 }
personality drowsy { sleeping * 2 }
agent dwarf { brain digger }
agent bear { brain sleeper as drowsy }
agent stone { tree t }
tree t { sleep }
`, `{"tps": 10}`)
	ask(t, s, `{"op": "spawn", "kind": "dwarf"}, {"op": "spawn", "kind": "bear"}, {"op": "spawn", "kind": "stone"}`)
	const dwarf, bear, stone = "16777217", "16777218", "16777219"
	for _, step := range []struct{ in, want string }{
		{`{"op": "personality", "personality": "drowsy", "agent": ` + dwarf + `}`, "the value is invalid here"},
		{`{"op": "personality", "personality": "merry", "agent": ` + bear + `}`, "the value is invalid here"},
		{`{"op": "personality", "personality": "merry", "agent": ` + stone + `}`, "the agent's kind has no brain"},
		{`{"op": "personality", "personality": 3, "agent": ` + dwarf + `}`, "the program has nothing with that number"},
		{`{"op": "step", "ticks": 3}`, `"start", "action": "dig"`},
		{`{"op": "personality", "personality": "merry", "agent": ` + dwarf + `}, {"op": "step", "ticks": 5}`, `"start", "action": "sing"`},
		{`{"op": "personality", "personality": "", "agent": ` + dwarf + `}, {"op": "step", "ticks": 5}`, `"start", "action": "dig"`},
	} {
		if got := ask(t, s, step.in); !strings.Contains(got, step.want) {
			t.Errorf("%s\ngot  %s\nwant %s", step.in, got, step.want)
		}
	}
}

// TestDamagedBatches: nothing of a batch that is not a list of items is carried out.
func TestDamagedBatches(t *testing.T) {
	s := session(t, meal, `{"tps": 10}`)
	var good remote.Batch
	good.Add(remote.OpSpawn, 0, 0, 0)
	for name, tail := range map[string]func(b *remote.Batch){
		"an op of the other side": func(b *remote.Batch) { b.Add(remote.OpTick, 0, 0, 1, 2, 3, 4) },
		"no op":                   func(b *remote.Batch) { b.Add(0, 0, 0) },
		"too few words":           func(b *remote.Batch) { b.Add(remote.OpSpawn, 0, 0) },
		"too many words":          func(b *remote.Batch) { b.Add(remote.OpStep, 0, 1, 1) },
		"too many ticks": func(b *remote.Batch) {
			b.Add(remote.OpStep, 0, remote.MaxTicks)
			b.Add(remote.OpStep, 0, math.MaxUint32)
		},
		"too much time": func(b *remote.Batch) {
			b.Add(remote.OpStep, 0, remote.MaxTicks-2*karakuri.MaxTicksPerAdvance)
			b.Add(remote.OpTime, 0, 0, int64(time.Second)/2) // 5 ticks
			for range 2 {
				b.Add(remote.OpTime, 0, 0, math.MaxInt64) // as many as may be
			}
		},
	} {
		var b remote.Batch
		b.Add(remote.OpSpawn, 0, 0, 0)
		tail(&b)
		if _, err := s.Exchange(b.Bytes()); !errors.Is(err, remote.ErrBatch) || s.Crowd().Len() != 0 {
			t.Errorf("%s: %v, %d agents", name, err, s.Crowd().Len())
		}
	}
	for _, item := range []uint64{uint64(remote.OpStep) | 1<<32, uint64(remote.OpSpawn) | 1<<16 | 1<<32, uint64(remote.OpWrite) | 2<<16} { // words with their highest byte first
		b := binary.BigEndian.AppendUint64(nil, item)
		if _, err := s.Exchange(append(b, make([]byte, 16)...)); !errors.Is(err, remote.ErrBatch) || !strings.Contains(err.Error(), "words must be little-endian") {
			t.Errorf("%x: %v", item, err)
		}
	}
	for n := 1; n < len(good.Bytes()); n++ {
		if _, err := s.Exchange(good.Bytes()[:n]); !errors.Is(err, remote.ErrBatch) {
			t.Errorf("%d bytes of a batch: %v", n, err)
		}
	}
}

// TestProgramsThatOnlyGoCarriesOut are refused, with the name of the obstacle.
func TestProgramsThatOnlyGoCarriesOut(t *testing.T) {
	for text, want := range map[string]error{
		"state agent { x: bool }\nfunction f(n: int 0..3): bool\naction a\noperator o { when f(2); do a; effect x = true }\ntask t { method \"m\" { o } }\nagent c { plan t when !x }": remote.ErrFunctions,
		"action a\naction pick composite\ntree t { pick { a; a } }\nagent c { tree t }":                                                                                                remote.ErrComposites,
	} {
		p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := remote.New(p, remote.Options{}); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// TestOptionsInJSON: invalid options are refused.
func TestOptionsInJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"tps": 30, "levels": [{"name": "near", "significance": 1}, {"name": "far", "seconds": -1}], "events": ["plans"]}`: "",
		``: "", `{"tpss": 3}`: "unknown field", `{} {}`: "behind", `{"events": ["plots"]}`: `no events "plots"`, `{"tps": -3}`: "TPS is -3",
	} {
		o, err := remote.ReadOptions([]byte(text))
		if err == nil {
			_, err = remote.New(load(t, meal), o)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestManifests: the same program has the same hash, and one with another name or type another.
func TestManifests(t *testing.T) {
	of := func(text string) string { return remote.ManifestOf(load(t, text)).Hash }
	if first := of(meal); first != of(meal) {
		t.Error("two manifests of one program differ")
	}
	for _, change := range [][2]string{{"hungry", "starving"}, {"0..9", "0..8"}, {"action eat_up", "action eat_up grace 1s"}, {"agent dog", "agent wolf"}} {
		if of(meal) == of(strings.ReplaceAll(meal, change[0], change[1])) {
			t.Errorf("a program with %s has the same hash", change[1])
		}
	}
}

// TestReloading: actions that are in the new program continue under its numbers, and the others are aborted.
func TestReloading(t *testing.T) {
	s := session(t, meal, `{"tps": 10}`)
	ask(t, s, `{"op": "spawn", "kind": "cat"}, {"op": "write", "symbol": "hungry", "agent": 16777217, "value": true}, {"op": "step", "ticks": 2}`)
	if _, err := s.Reload(load(t, "action jump\n"+strings.Replace(meal, "0..9", "0..99", 1))); err != nil {
		t.Fatal(err)
	}
	if got, want := ask(t, s, ""), `{"op": "restored", "action": "walk", "instance": 1, "agent": 16777217, "args": [{"type": "place", "value": "home"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := ask(t, s, `{"op": "report", "status": "success", "instance": 1}, {"op": "step", "ticks": 2}`); !strings.Contains(got, `"action": "eat_up"`) {
		t.Errorf("after the report: %s", got)
	}
	if _, err := s.Reload(load(t, "action hop\noperator o { do hop }\ntask t { method \"m\" { o } }\nagent cat { plan t }")); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, s, ""); got != `{"op": "abort", "reason": "the program was changed", "instance": 2, "agent": 16777217}` {
		t.Errorf("after the second: %s", got)
	}
}

// TestMoments: a batch may have any number of them, as long as they are not ticks.
func TestMoments(t *testing.T) {
	s := session(t, meal, `{"tps": 10}`)
	var b remote.Batch
	for range remote.MaxTicks {
		b.Add(remote.OpTime, 0, 0, 3)
		b.Add(remote.OpTime, 0, 0, 0)
	}
	if _, err := s.Exchange(b.Bytes()); err != nil || s.Crowd().Tick() != 0 {
		t.Errorf("%v, tick %d", err, s.Crowd().Tick())
	}
}

// TestDamagedBatchesLeaveWhatIsToBeTold: after a reload, a rollback or a restore, a damaged batch loses no action of
// the answer to the next one.
func TestDamagedBatchesLeaveWhatIsToBeTold(t *testing.T) {
	s := hungryCat(t)
	snapshot := s.Snapshot(nil)
	changed := load(t, "action jump\n"+meal)
	for name, turn := range map[string]func() (*remote.Session, error){
		"rollback": func() (*remote.Session, error) { return s, s.Rollback(snapshot) },
		"reload": func() (*remote.Session, error) {
			if err := s.Rollback(snapshot); err != nil {
				return nil, err
			}
			ask(t, s, "")
			_, err := s.Reload(load(t, meal))
			return s, err
		},
		"restore": func() (*remote.Session, error) {
			r, _, err := remote.Restore(changed, remote.Options{}, snapshot)
			return r, err
		},
	} {
		x, err := turn()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 2 {
			if _, err := x.Exchange([]byte{1, 2, 3}); !errors.Is(err, remote.ErrBatch) {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if got, want := ask(t, x, ""), `{"op": "restored", "action": "walk", "instance": 1, "agent": 16777217, "args": [{"type": "place", "value": "home"}]}`; got != want {
			t.Errorf("%s: got  %s\nwant %s", name, got, want)
		}
	}
}

// hungryCat returns a session with a cat that walks: action 1.
func hungryCat(t testing.TB) *remote.Session {
	t.Helper()
	s := session(t, meal, `{"tps": 10}`)
	ask(t, s, `{"op": "spawn", "kind": "cat"}, {"op": "write", "symbol": "hungry", "agent": 16777217, "value": true}, {"op": "step", "ticks": 2}`)
	return s
}

// TestReloadingTwice without a batch between reports what each reload has ended, and of what continues once; a reload
// that is refused changes nothing of it.
func TestReloadingTwice(t *testing.T) {
	const restored = `{"op": "restored", "action": "walk", "instance": 1, "agent": 16777217, "args": [{"type": "place", "value": "home"}]}`
	const aborted = `{"op": "abort", "reason": "the program was changed", "instance": 1, "agent": 16777217}`
	const hop = "action hop\noperator o { do hop }\ntask t { method \"m\" { o } }\nagent cat { plan t }"
	for _, tc := range []struct {
		programs []string
		want     string
	}{
		{[]string{"action jump\n" + meal, meal}, restored},
		{[]string{hop, hop + " // again"}, aborted},
		{[]string{hop, meal}, aborted},
		{[]string{hop, "action f\naction pick composite\ntree t { pick { f; f } }\nagent cat { tree t }"}, aborted},
		{[]string{meal, "action f\naction pick composite\ntree t { pick { f; f } }\nagent cat { tree t }"}, restored},
	} {
		s := hungryCat(t)
		for _, text := range tc.programs {
			if _, err := s.Reload(load(t, text)); err != nil && !errors.Is(err, remote.ErrComposites) {
				t.Fatal(err)
			}
		}
		if got := ask(t, s, ""); got != tc.want {
			t.Errorf("got  %s\nwant %s", got, tc.want)
		}
	}
}

// TestBodiesGoWithTheirObjects: nothing is left to perceive of an agent or a thing that is removed, nor of one that
// another program does not have.
func TestBodiesGoWithTheirObjects(t *testing.T) {
	const gone = `{"op": "refused", "refusal": "there is no such object", "item": 0`
	post := func() (s *remote.Session, agent, body string) {
		s = session(t, exchange.Outpost, "")
		var b remote.Batch
		for kind, name := range s.Manifest().Kinds {
			if name.Name == "scout_of_the_post" {
				b.Add(remote.OpSpawn, 0, uint32(kind), 0)
			}
		}
		out, err := s.Exchange(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for it := range remote.Items(out) {
			agent, body = strconv.FormatInt(it.Int(1), 10), strconv.FormatInt(it.Int(2), 10)
		}
		if got := ask(t, s, `{"op": "body", "object": `+body+`, "x": 1}`); got != "" {
			t.Fatal(got)
		}
		return s, agent, body
	}
	remove := func(body string) string { return `{"op": "remove_body", "object": ` + body + `}` }
	const other = "action hop\noperator o { do hop }\ntask t { method \"m\" { o } }\nagent cat { plan t }"

	s, _, body := post()
	if got := ask(t, s, remove(body)); got != "" {
		t.Errorf("of one that is there: %s", got)
	}
	s, agent, body := post()
	ask(t, s, `{"op": "remove", "agent": `+agent+`}, {"op": "step", "ticks": 1}`)
	if got := ask(t, s, remove(body)); !strings.HasPrefix(got, gone) {
		t.Errorf("the agent was removed: %s", got)
	}
	s, _, body = post()
	snapshot := s.Snapshot(nil)
	if _, err := s.Reload(load(t, other)); err != nil {
		t.Fatal(err)
	}
	ask(t, s, "")
	if got := ask(t, s, remove(body)); !strings.HasPrefix(got, gone) {
		t.Errorf("the program was changed: %s", got)
	}
	s, _, err := remote.Restore(load(t, other), remote.Options{}, snapshot)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, s, remove(body)); !strings.HasPrefix(got, gone) {
		t.Errorf("restored into another program: %s", got)
	}
}

// TestLongTexts of events are truncated at the maximum length of an item, and long names are refused.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("box_", 8*remote.MaxItemWords/4+4)
	s := session(t, strings.ReplaceAll(meal, "box", long), `{"events": ["plans", "goals", "trees"], "texts": true}`)
	var b remote.Batch
	b.Add(remote.OpSpawn, 0, 1, 0)
	b.Add(remote.OpRead, 0, 0, 0, 16777217)
	o, ok := s.Crowd().ObjectNamed(long)
	if !ok {
		t.Fatal("the object is not there")
	}
	b.Add(remote.OpOrder, 0, 0, 0, 16777217, int64(o))
	b.Add(remote.OpStep, 0, 3)
	out, err := s.Exchange(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	bytes, longest, ticks := 0, 0, 0
	for it := range remote.Items(out) {
		bytes += remote.WordBytes * (1 + it.Len())
		switch it.Op {
		case remote.OpTick:
			ticks++
		case remote.OpEvent:
			if _, ok := it.Text(11); !ok {
				t.Errorf("the text of an event of %d words does not end with it", it.Len())
			}
			longest = max(longest, it.Len())
		}
	}
	if bytes != len(out) || ticks != 3 || longest != remote.MaxItemWords {
		t.Errorf("%d bytes of %d, %d ticks, the longest event has %d words", bytes, len(out), ticks, longest)
	}
	name := strings.Repeat("n", remote.MaxNameBytes)
	if got := ask(t, s, `{"op": "object", "type": "crate", "name": "`+name+`"}`); !strings.HasPrefix(got, `{"op": "added"`) {
		t.Errorf("a name that is as long as may be: %s", got)
	}
	if got := ask(t, s, `{"op": "object", "type": "crate", "name": "`+name+`m"}`); !strings.Contains(got, "exceeds a limit") || !strings.Contains(got, `"object": 0`) {
		t.Errorf("a longer one: %s", got)
	}
}

// TestDamagedSnapshots of sessions are refused, and change nothing.
func TestDamagedSnapshots(t *testing.T) {
	s := session(t, exchange.Outpost, "")
	ask(t, s, `{"op": "spawn", "kind": "villager"}, {"op": "walls", "lines": [0,0,1,1]}, {"op": "step", "ticks": 3}`)
	good := s.Snapshot(nil)
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x55
		if err := s.Rollback(bad); err == nil {
			t.Fatalf("byte %d is spoilt and nobody sees it", i)
		}
	}
	if err := s.Rollback(good[:len(good)-1]); err == nil {
		t.Error("a snapshot that is cut short passes")
	}
	if err := s.Rollback(good); err != nil {
		t.Error(err)
	}
}

func FuzzExchange(f *testing.F) {
	r, err := exchange.Record(40)
	if err != nil {
		f.Fatal(err)
	}
	for _, round := range r.Rounds {
		f.Add(round.In)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 1<<12 {
			return
		}
		for it := range remote.Items(in) {
			if it.Op == remote.OpStep && it.Number > 20 {
				return
			}
		}
		s := session(t, exchange.Outpost, exchange.Setup)
		var spawn remote.Batch
		for k := range s.Manifest().Kinds {
			spawn.Add(remote.OpSpawn, 0, uint32(k), 0)
		}
		spawn.Add(remote.OpStep, 0, 3)
		if _, err := s.Exchange(spawn.Bytes()); err != nil {
			t.Fatal(err)
		}
		out, err := s.Exchange(in)
		if err != nil {
			return
		}
		text, err := s.Manifest().AppendJSON(nil, in)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Manifest().ReadJSON(nil, text); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if _, err := s.Manifest().AppendJSON(nil, out); err != nil {
			t.Fatal(err)
		}
		twin := session(t, exchange.Outpost, exchange.Setup)
		snapshot := s.Snapshot(nil)
		if err := twin.Rollback(snapshot); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(twin.Snapshot(nil), snapshot) {
			t.Fatal("a snapshot of what a snapshot was read into differs")
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(`[{"op": "write", "symbol": "hungry", "agent": 1, "value": true}, {"op": "step", "ticks": 1}]`))
	f.Add([]byte(`[{"op": "order", "goal": "fetch", "args": ["box"], "urgent": true}, {"op": "walls", "lines": [1, 2, 3e9, 4]}]`))
	f.Add([]byte(`[{"op": "wake", "number": 0, "flags": 0, "words": ["1"]}]`))
	m := remote.ManifestOf(load(f, meal))
	f.Fuzz(func(t *testing.T, text []byte) {
		batch, err := m.ReadJSON(nil, text)
		if err != nil {
			return
		}
		again, err := m.AppendJSON(nil, batch)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := m.ReadJSON(nil, again); err != nil || !bytes.Equal(back, batch) {
			t.Fatalf("%v\n%s\n%s", err, text, again)
		}
	})
}

// BenchmarkWrite compares a write in a batch with one by a symbol in Go.
func BenchmarkWrite(b *testing.B) {
	const agents = 1000
	p := load(b, meal)
	s := session(b, meal, "")
	var batch remote.Batch
	for range agents {
		batch.Add(remote.OpSpawn, 0, 0, 0)
	}
	out, err := s.Exchange(batch.Bytes())
	if err != nil {
		b.Fatal(err)
	}
	var ids []int64
	for it := range remote.Items(out) {
		ids = append(ids, it.Int(1))
	}
	b.Run("batch", func(b *testing.B) {
		for n := 0; n < b.N; n += agents {
			batch.Reset()
			for _, id := range ids {
				batch.Add(remote.OpWrite, 0, 1, id, int64(n/agents&7))
			}
			if _, err := s.Exchange(batch.Bytes()); err != nil {
				b.Fatal(err)
			}
			if n%(100*agents) == 0 {
				s.Crowd().Step()
			}
		}
	})
	money := karakuri.Lookup[int](p, "money")
	o := karakuri.Options{}
	c, err := karakuri.New(p, o, karakuri.Bind("walk", func(*karakuri.Ctx, *struct{ P karakuri.Value }, *struct{}) karakuri.Status { return karakuri.Running }),
		karakuri.Bind("eat_up", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Running }))
	if err != nil {
		b.Fatal(err)
	}
	var all []karakuri.Agent
	for range agents {
		all = append(all, c.Spawn("cat"))
	}
	b.Run("symbol", func(b *testing.B) {
		for n := 0; n < b.N; n += agents {
			for _, a := range all {
				if err := money.Set(a, n/agents&7); err != nil {
					b.Fatal(err)
				}
			}
			if n%(100*agents) == 0 {
				c.Step()
			}
		}
	})
}
