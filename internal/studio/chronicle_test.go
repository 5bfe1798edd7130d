package studio

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/ktrace"
)

// TestARecordingIsToldBeforeItIsRun: lanes, events and plannings of any time are those of the run, though the recording
// stands at its beginning.
func TestARecordingIsToldBeforeItIsRun(t *testing.T) {
	const ticks = 400
	address, _ := serve(t, Options{Seed: 1}, record(t, camp, ticks), camp)
	live, c := dial(t, address), dial(t, address)
	live.openAt("camp.krk", ticks)
	c.ask(Request{Op: "open", File: "run.ktrace"}, nil)
	same := func(r Request, a, b any) {
		t.Helper()
		live.ask(r, a)
		c.ask(r, b)
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		if !bytes.Equal(x, y) {
			t.Errorf("%s %+v\n%s\nwant\n%s", r.Op, r.Events, y, x)
		}
	}
	for _, span := range [][2]int64{{1, 40}, {20, 60}, {30, ticks}} {
		var a, b LaneList
		same(Request{Op: "lanes", Names: []string{"hunter#1"}, Count: 1000, Events: &EventQuery{From: span[0], To: span[1]}}, &a, &b)
		if len(b.Lanes) != 1 || len(b.Lanes[0].Bars) < 1 {
			t.Errorf("%v: %+v", span, b.Lanes)
		}
		var all, list EventList
		q := Request{Op: "events", Events: &EventQuery{From: span[0], To: span[1]}}
		live.ask(q, &all)
		c.ask(q, &list)
		if all.Total != list.Total || len(list.Entries) != list.Total || list.Total < 1 || list.Kept != 0 {
			t.Fatalf("%v: %d events, want %d; kept from %d", span, list.Total, all.Total, list.Kept)
		}
		for i, w := range all.Entries {
			if got := list.Entries[i]; got.Tick != w.Tick || got.Kind != w.Kind || got.Text != w.Text || got.Agent != w.Agent || got.Family != w.Family {
				t.Fatalf("%+v, want %+v", got, w)
			}
		}
	}
	var want, list []Planning
	live.ask(Request{Op: "plannings", Agent: "hunter#1"}, &want)
	c.ask(Request{Op: "plannings", Agent: "hunter#1", Tick: ptr[int64](200)}, &list)
	if len(list) < 3 || !slices.Equal(list, want) {
		t.Fatalf("%+v\nwant\n%+v", list, want)
	}
	at := list[len(list)-1].Tick
	var e, w Exploration
	c.ask(Request{Op: "explain", Agent: "hunter#1", Tick: &at}, &e)
	live.ask(Request{Op: "explain", Agent: "hunter#1", Tick: &at}, &w)
	if e.Verdict == nil || !reflect.DeepEqual(e.Verdict, w.Verdict) || e.Nodes != w.Nodes {
		t.Errorf("%+v\nwant\n%+v", e.Verdict, w.Verdict)
	}
	var o Opened
	if c.ask(Request{Op: "open", File: "run.ktrace"}, &o); o.Frame.Tick != 1 {
		t.Errorf("it has been run to %d for that", o.Frame.Tick)
	}
}

// TestAChronicleIsBounded: only the last ranges that fit are kept, and ranges that were read are not read twice.
func TestAChronicleIsBounded(t *testing.T) {
	s := open(t, record(t, camp, 600), Options{})
	c := s.source.chronicle
	one, _, err := c.tell(1, 600, []string{"hunter#1"})
	if err != nil || len(one) == 0 {
		t.Fatal(len(one), err)
	}
	kept := c.count
	if again, _, _ := c.tell(1, 600, []string{"hunter#1"}); len(again) != len(one) || c.count != kept {
		t.Errorf("%d lines and then %d; kept %d, then %d", len(one), len(again), kept, c.count)
	}
	all, _, _ := c.tell(1, 600, nil)
	if len(all) < len(one) || c.count != len(all) {
		t.Errorf("%d of all, %d of one; %d are kept", len(all), len(one), c.count)
	}
	if again, _, _ := c.tell(1, 600, []string{"hunter#1", "hunter#1"}); len(again) != len(one)*2 && len(again) != len(one) {
		t.Errorf("%d lines of one, then %d", len(one), len(again))
	}
	if none, _, err := c.tell(10_000, 1<<40, nil); len(none) > 0 || err != nil {
		t.Error(len(none), err)
	}
}

// TestAChronicleOfACrowd: the chronicle of people and things that come and go is in the words of the run, for any range
// and any order of requests.
func TestAChronicleOfACrowd(t *testing.T) {
	s := open(t, "../../examples/gatherer/gatherer.krk", Options{})
	for range 3 {
		s.step()
	}
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{SnapshotTicks: 70})
	if err := s.stage.Crowd().Record(rec); err != nil {
		t.Fatal(err)
	}
	tps := int64(s.stage.Crowd().TPS())
	first := s.stage.Crowd().Tick()
	for range 32 * tps {
		s.step()
	}
	if err := s.stage.Crowd().StopRecording(); err != nil {
		t.Fatal(err)
	}
	r, err := newRecording(out.Bytes(), silence{})
	if err != nil {
		t.Fatal(err)
	}
	c := newChronicle(r)
	for _, span := range [][2]int64{{20, 31}, {1, 12}, {9, 11}, {0, 31}} {
		from, until := first+span[0]*tps+1, first+span[1]*tps
		lines, kept, err := c.tell(from, until, nil)
		if err != nil || kept > from {
			t.Fatal(err, kept, from)
		}
		var got, want, seen, perceived []Entry
		for i := range lines {
			if e := lines[i].Entry; e.Family != "sense" {
				got = append(got, e)
			} else {
				seen = append(seen, e)
			}
		}
		x := s.journal.extract(0, from, until, func(person) bool { return true })
		x.visit(func(e *Entry) {
			if e.Family != "sense" {
				want = append(want, *e)
			} else {
				perceived = append(perceived, *e)
			}
		})
		comparePercepts(t, seen, perceived)
		if len(got) != len(want) || len(want) < 50 {
			t.Errorf("%v: %d lines, want %d", span, len(got), len(want))
		}
		wrong := 0
		for i := range min(len(got), len(want)) {
			got, w := got[i], want[i]
			got.Seq, w.Seq = 0, 0
			if got.Agent, w.Agent = "", ""; withoutScore(got) != withoutScore(w) {
				if wrong++; wrong < 4 {
					t.Errorf("%v: %d: %+v\nwant %+v", span, i, got, w)
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%v: %d of %d differ", span, wrong, len(want))
		}
	}
}

// comparePercepts checks that the chronicle contains everything that a running simulation reports, in the same order.
// It also contains what agents perceived that died in that tick.
func comparePercepts(t *testing.T, got, want []Entry) {
	t.Helper()
	if more := len(got) - len(want); len(want) < 50 || more < 0 || more > len(want)/50 {
		t.Errorf("%d percepts, want %d", len(got), len(want))
	}
	for i := range want {
		fits := func(e Entry) bool {
			before, after, gone := strings.Cut(want[i].Text, "a removed object")
			return e.Tick == want[i].Tick && e.Kind == want[i].Kind && (e.Text == want[i].Text || gone && strings.HasPrefix(e.Text, before) && strings.HasSuffix(e.Text, after))
		}
		at := slices.IndexFunc(got, fits)
		if at < 0 {
			t.Errorf("%+v is missing", want[i])
			return
		}
		got = got[at+1:]
	}
}

// withoutScore omits what a trace rounds.
func withoutScore(e Entry) Entry {
	e.Text, _, _ = strings.Cut(e.Text, " chosen with ")
	return e
}

// TestTextsKeepTheirLetters: only objects are given names, not what a log says of its own that looks like one.
func TestTextsKeepTheirLetters(t *testing.T) {
	file := filepath.Join(t.TempDir(), "crates.krk")
	text := "type crate\nobjects chest: crate\naction lift(c: crate)\ntree look { sequence { log \"crate#1\"; lift(chest) } }\nagent porter { tree look }\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, file, Options{})
	var out bytes.Buffer
	if err := s.stage.Crowd().Record(ktrace.NewRecorder(&out, ktrace.Options{})); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		s.step()
	}
	if err := s.stage.Crowd().StopRecording(); err != nil {
		t.Fatal(err)
	}
	r, err := newRecording(out.Bytes(), silence{})
	if err != nil {
		t.Fatal(err)
	}
	lines, _, err := newChronicle(r).tell(0, 20, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`log "crate#1"`, "lift(chest) started"} {
		if !slices.ContainsFunc(lines, func(l line) bool { return l.Text == want }) {
			t.Errorf("%s is missing in %v", want, lines)
		}
	}
}
