package studio

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/ktrace"
)

// TestEventsOfARecording: what happened in some ticks is listed from the trace, as it was reported when it happened.
func TestEventsOfARecording(t *testing.T) {
	address, _ := serve(t, Options{}, record(t, camp, 200), camp)
	live, c := dial(t, address), dial(t, address)
	live.openAt("camp.krk", 200)
	var all EventList
	var part []Entry
	live.ask(Request{Op: "events"}, &all)
	c.ask(Request{Op: "open", File: "run.ktrace"}, nil)
	var o Opened
	if c.ask(Request{Op: "open", File: "run.ktrace"}, &o); o.Frame.Last != 200 || o.Frame.First != 0 {
		t.Fatalf("%+v", o.Frame)
	}
	c.ask(Request{Op: "recorded", Tick: ptr[int64](2), Until: 120, Agent: "hunter#1"}, &part)
	var want []Entry
	for _, e := range all.Entries {
		if e.Tick >= 2 && e.Tick <= 120 && e.Agent == "hunter#1" && e.Family == "plan" {
			want = append(want, e)
		}
	}
	var last int64
	for _, e := range part {
		if e.Seq <= last || e.Tick < 2 || e.Tick > 120 || e.Agent != "hunter#1" {
			t.Fatalf("%+v after %d", e, last)
		}
		last = e.Seq
	}
	if len(want) < 3 {
		t.Fatalf("only %d events to look for", len(want))
	}
	for _, w := range want {
		if !slices.ContainsFunc(part, func(e Entry) bool {
			return e.Tick == w.Tick && e.Kind == w.Kind && e.Text == w.Text && e.Family == w.Family
		}) {
			t.Errorf("%+v is missing among %+v", w, part)
		}
	}
	if _, wrong := live.try(Request{Op: "recorded", Until: 100}); wrong != errLive.Error() {
		t.Error(wrong)
	}
}

// TestSeekingARecording: it continues from wherever it is sent.
func TestSeekingARecording(t *testing.T) {
	address, _ := serve(t, Options{}, record(t, camp, 200), camp)
	c := dial(t, address)
	c.ask(Request{Op: "open", File: "run.ktrace"}, nil)
	c.ask(Request{Op: "pause"}, nil)
	for _, to := range []int64{150, 20, 500} {
		c.ask(Request{Op: "seek", Tick: &to}, nil)
		var o Opened
		if c.ask(Request{Op: "open", File: "run.ktrace"}, &o); o.Frame.Tick != min(to, 200) {
			t.Errorf("sent to %d, it is at %d", to, o.Frame.Tick)
		}
	}
	c.ask(Request{Op: "seek", Tick: ptr[int64](20)}, nil)
	c.ask(Request{Op: "step", Count: 5}, nil)
	var o Opened
	if c.ask(Request{Op: "open", File: "run.ktrace"}, &o); o.Frame.Tick != 25 {
		t.Errorf("it is at %d", o.Frame.Tick)
	}
	c.ask(Request{Op: "open", File: "camp.krk"}, nil)
	if _, wrong := c.try(Request{Op: "seek", Tick: ptr[int64](3)}); wrong != errLive.Error() {
		t.Error(wrong)
	}
}

// TestLongRecordingsAreOpenedAtOnce is the short form of BenchmarkHour: looks find what a run from the beginning finds,
// all over some seconds of 200 soldiers.
func TestLongRecordingsAreOpenedAtOnce(t *testing.T) {
	name := writeLong(t, 0, 20)
	lookAround(t, name, 5)
	s, straight := open(t, name, Options{}), open(t, name, Options{})
	for _, at := range []int64{190, 17, 100} {
		if err := s.past.look(at, func(st Stage, _ *journal) error {
			straight.stage.(Seeker).SeekTo(0)
			for straight.stage.Crowd().Tick() < at {
				straight.stage.Step()
			}
			if st.Crowd().TraceHash() != straight.stage.Crowd().TraceHash() || st.Crowd().Tick() != at {
				t.Errorf("at %d: another moment", at)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}

// TestARecordingShowsWhoIsWhere: the land and the figures of a trace are those of the run, wherever it is looked at.
func TestARecordingShowsWhoIsWhere(t *testing.T) {
	s := open(t, "../../examples/gatherer/gatherer.krk", Options{})
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{Figures: s.tracedFigures, Land: tracedLand(s.stage.Land())})
	s.step()
	if err := s.stage.Crowd().Record(rec); err != nil {
		t.Fatal(err)
	}
	tps := s.stage.Crowd().TPS()
	want := map[int64][]Figure{}
	for range 6 * tps {
		s.step()
	}
	if err := s.stage.Crowd().StopRecording(); err != nil {
		t.Fatal(err)
	}
	again := open(t, "../../examples/gatherer/gatherer.krk", Options{})
	for range 1 + 6*tps { // what a trace records of a tick is how it was when the tick ended for the crowd: before any character moved
		want[again.stage.Crowd().Tick()+1] = again.stage.Figures(nil)
		again.step()
	}
	r, err := newRecording(out.Bytes(), silence{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Land(), s.stage.Land(); len(got.Walls) != len(want.Walls) || len(want.Walls) == 0 || got.Max != want.Max {
		t.Errorf("%+v\nwant\n%+v", got, want)
	}
	for _, at := range []int64{5 * int64(tps), 3, 4*int64(tps) + 1, 1} {
		if err := r.SeekTo(at); err != nil {
			t.Fatal(err)
		}
		shown := map[string]Figure{}
		for _, f := range r.Figures(nil) {
			if f.Item == "" {
				shown[f.Name] = f
			}
		}
		n := 0
		for _, w := range want[at] {
			if f, ok := shown[w.Name]; w.Item == "" && ok {
				if math.Abs(f.X-w.X)+math.Abs(f.Y-w.Y) > 2.5 { // a fifth of a second has passed at most
					t.Errorf("at %d %s is at %g,%g, want %g,%g", at, w.Name, f.X, f.Y, w.X, w.Y)
				}
				n++
			}
		}
		if n < 40 {
			t.Errorf("at %d only %d are shown: %v", at, n, len(r.Figures(nil)))
		}
	}
}
