package agent_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// recordedAtRandom records a crowd of a program that is made at random. Budgets of turns and nodes are omitted unless
// they are wanted.
func recordedAtRandom(t *testing.T, seed uint64, ticks int, budgets bool) []byte {
	r := det.NewRand(seed, 7, 7)
	p, _ := programAtRandom(t, seed, &r)
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{SnapshotTicks: 3 + int64(r.Intn(20)), CheckpointTicks: 1 + int64(r.Intn(9)), Packed: r.Intn(2) == 0})
	c := &troupe{p: p, o: agent.Options{Seed: seed, Workers: r.Intn(4), Pictures: seed%2 == 0}, careful: r.Intn(2) == 0, often: []int{60, 150, 400}[r.Intn(3)]}
	switch r.Intn(7) {
	case 0, 1:
		c.o.Levels = grades
	case 2, 3:
		if budgets {
			c.o.NodesPerTick, c.o.TurnsPerTick = r.Intn(2), r.Intn(2)*5
		}
	}
	c.bind()
	midway := r.Intn(3) == 0
	if !midway {
		c.o.Recorder = rec
	}
	crowd, err := agent.New(p, c.b, c.o)
	if err != nil {
		t.Fatal(err)
	}
	c.Crowd = crowd
	for tick := range ticks {
		if midway && tick == ticks/4 {
			if err := c.Record(rec); err != nil {
				t.Fatal(err)
			}
		}
		h := det.NewRand(seed, uint64(tick), 3)
		c.host(&h)
		c.Step()
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// shownReplay is a replay that collects the events of the ticks it runs.
type shownReplay struct {
	*agent.Replay
	events []string
}

func showReplay(t *testing.T, data []byte) *shownReplay {
	r := &shownReplay{}
	note := func(tick int64, id agent.ID, what any) {
		r.events = append(r.events, fmt.Sprint(tick, " ", r.NameOf(id), " ", what))
	}
	r.Replay = openTrace(t, bytes.NewReader(data), agent.ReplayOptions{
		Sink:     runner.SinkFunc(func(e runner.Event) { note(e.Tick, e.Agent, r.Crowd().View().Text(e)) }),
		TreeSink: bt.SinkFunc(func(e bt.Event) { note(e.Tick, e.Agent, r.Crowd().View().TreeText(e)) }),
		GoalSink: goal.SinkFunc(func(e goal.Event) { note(e.Tick, e.Agent, r.Crowd().View().GoalText(e)) }),
	})
	return r
}

// shown is the visible state at a moment.
type shown struct {
	facts  facts
	state  []byte
	texts  string
	events []string // of the last tick
}

func (r *shownReplay) now() (s shown) {
	c := r.Crowd()
	s = shown{facts: factsOf(c), state: r.Everything(), events: slices.Clone(r.events)}
	c.All(func(id agent.ID) bool {
		s.texts += fmt.Sprintln(r.NameOf(id), c.View().Waits(id), c.View().Parts(id))
		return true
	})
	return s
}

// differs names the first difference, or returns "". It compares events if both ran the last tick.
func (s *shown) differs(want *shown, events bool) string {
	switch {
	case s.facts != want.facts:
		return fmt.Sprintf("facts %+v, want %+v", s.facts, want.facts)
	case s.texts != want.texts:
		return fmt.Sprintf("texts\n%swant\n%s", s.texts, want.texts)
	case events && !slices.Equal(s.events, want.events):
		return fmt.Sprintf("events\n%q\nwant\n%q", s.events, want.events)
	case !bytes.Equal(s.state, want.state):
		return "snapshots"
	}
	return ""
}

// seekCase seeks to random moments of a recorded crowd and compares the state with that of a replay that ran straight
// there.
func seekCase(t *testing.T, seed uint64, ticks int, budgets bool) {
	data := recordedAtRandom(t, seed, ticks, budgets)
	straight := showReplay(t, data)
	first := straight.Crowd().Tick()
	want := map[int64]shown{}
	for straight.events = straight.events[:0]; straight.Step(); straight.events = straight.events[:0] {
		want[straight.Crowd().Tick()] = straight.now()
	}
	last := straight.Crowd().Tick()
	if !straight.Ended() || last != int64(ticks) {
		t.Fatalf("seed %d: the straight replay stops at %d: %+v %v", seed, last, straight.Difference(), straight.Err())
	}
	r := showReplay(t, data)
	random := det.NewRand(seed, 1, 1)
	for range 25 {
		from, at := r.Crowd().Tick(), first+1+int64(random.Intn(int(last-first)))
		if err := r.SeekTo(at); err != nil {
			t.Fatalf("seed %d: from %d to %d: %v", seed, from, at, err)
		}
		for n := 0; ; n++ {
			tick := r.Crowd().Tick()
			got, wanted := r.now(), want[tick]
			if what := got.differs(&wanted, n > 0); what != "" || tick != at+int64(n) {
				t.Fatalf("seed %d: from %d to %d, at %d: %s; %+v %v", seed, from, at, tick, what, r.Difference(), r.Err())
			}
			r.events = r.events[:0]
			if n == 3 || !r.Step() {
				break
			}
		}
	}
}

// At any point, forwards or backwards, a recording of random programs shows the same as a run from the beginning.
// SEEK_FROM and SEEK_COUNT try other programs, with budgets of turns and nodes too.
func TestSeekingAtRandom(t *testing.T) {
	seeds := []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 32}
	seeds = seeds[:sized(1, 3, len(seeds))]
	asked := seedsAsked("SEEK")
	if asked != nil {
		seeds = asked
	}
	for _, seed := range seeds {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { seekCase(t, seed, 120, asked != nil) })
	}
}
