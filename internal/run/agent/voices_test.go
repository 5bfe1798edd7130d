package agent_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
)

const talkative = `
action step
operator walk { do step; SAY "one", "two", "three" gap 0.7s squad 0.4s }
operator rest { do step }
task go {
    method "walk" SAY2 "off!" gap 2s { walk; rest }
}
agent walker { plan go; squad walkers }
squad walkers { role all 0..9 }
`

func talkers(t *testing.T, say string) *program.Program {
	t.Helper()
	text := strings.NewReplacer("SAY2", "say", "SAY", "say").Replace(talkative)
	if say != "" {
		text = say
	}
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func talkBindings(p *program.Program) *action.Bindings {
	b := runner.NewBindings(p.Info)
	action.Bind(b, "step", func(*action.Ctx, *action.Arguments, *struct{ Ticks int32 }) action.Status { return action.Success })
	return b
}

// silent is the program without barks.
func silent() string {
	return strings.NewReplacer(`; SAY "one", "two", "three" gap 0.7s squad 0.4s`, "", `SAY2 "off!" gap 2s `, "").Replace(talkative)
}

func chat(t *testing.T, p *program.Program, o agent.Options, said *[]string) *agent.Crowd {
	t.Helper()
	var c *agent.Crowd
	o.Sink = talkSink(&c, said)
	c, err := agent.New(p, talkBindings(p), o)
	if err != nil {
		t.Fatal(err)
	}
	s := c.Spawn("walkers")
	for i := range 3 {
		if id := c.Spawn("walker"); i < 2 {
			c.Join(s, id)
		}
	}
	return c
}

func talkSink(c **agent.Crowd, said *[]string) runner.Sink {
	return runner.SinkFunc(func(e runner.Event) {
		if e.Kind == runner.Said {
			*said = append(*said, fmt.Sprint(e.Tick, " ", (*c).Number(e.Agent), " ", (*c).View().Text(e)))
		}
	})
}

// TestBarksAreNoDecisions: with and without barks, agents decide the same.
func TestBarksAreNoDecisions(t *testing.T) {
	var said, none []string
	a, b := chat(t, talkers(t, ""), agent.Options{Seed: 3}, &said), chat(t, talkers(t, silent()), agent.Options{Seed: 3}, &none)
	for range 100 {
		a.Step()
		b.Step()
		if a.TraceHash() != b.TraceHash() || a.Decisions() != b.Decisions() {
			t.Fatalf("tick %d: what is said changes the decisions", a.Tick())
		}
	}
	if len(said) < 10 || len(none) != 0 {
		t.Errorf("%d and %d barks", len(said), len(none))
	}
	total := int64(0)
	for _, n := range a.View().Barks() {
		if total += n.Said; n.Said == 0 || n.Held == 0 {
			t.Errorf("%+v", n)
		}
	}
	if total != int64(len(said)) {
		t.Errorf("%d were counted, %d reported", total, len(said))
	}
}

// TestBarksAreReplayed: a replay says the same as the run, whose trace holds it.
func TestBarksAreReplayed(t *testing.T) {
	var data bytes.Buffer
	var want, got []string
	rec := ktrace.NewRecorder(&data, ktrace.Options{})
	c := chat(t, talkers(t, ""), agent.Options{Seed: 3, Recorder: rec}, &want)
	for range 100 {
		c.Step()
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	var of *agent.Crowd
	r, err := agent.NewReplay(&data, agent.ReplayOptions{Sink: talkSink(&of, &got)})
	if err != nil {
		t.Fatal(err)
	}
	for of = r.Crowd(); r.Step(); {
	}
	if !r.Ended() || !slices.Equal(got, want) {
		t.Errorf("%+v %v: %d of %d barks", r.Difference(), r.Err(), len(got), len(want))
	}
}

// TestBarksSurvive: a restored crowd, and one that is rolled back, says what the other one does.
func TestBarksSurvive(t *testing.T) {
	var want, got []string
	p := talkers(t, "")
	c := chat(t, p, agent.Options{Seed: 3}, &want)
	for tick := range 60 {
		c.Step()
		data := c.Snapshot(nil)
		var of *agent.Crowd
		of, _, err := agent.Restore(p, talkBindings(p), agent.Options{Sink: talkSink(&of, &got)}, data)
		if err != nil {
			t.Fatal(err)
		}
		want, got = nil, nil
		for range 30 {
			c.Step()
			of.Step()
		}
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Fatalf("tick %d:\n%q, want\n%q", tick, got, want)
		}
		if !bytes.Equal(c.Snapshot(nil), of.Snapshot(nil)) {
			t.Fatalf("tick %d: the snapshots differ", tick)
		}
		want = nil
		if err := c.Rollback(data); err != nil {
			t.Fatal(err)
		}
		for range 30 {
			c.Step()
		}
		if !slices.Equal(got, want) {
			t.Fatalf("tick %d: rolled back\n%q, want\n%q", tick, want, got)
		}
		if err := c.Rollback(data); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBarksAreReloaded: what another program still says keeps its gaps, wherever it stands there, and what is gone
// leaves none.
func TestBarksAreReloaded(t *testing.T) {
	long := strings.NewReplacer(`SAY2 "off!" gap 2s`, `say "off!" gap 60s squad 60s`, `SAY "one", "two", "three" gap 0.7s`, `say "one" gap 0s`).Replace(talkative)
	moved := strings.NewReplacer("operator rest { do step }", `operator idle { do step; say "hm" }
operator rest { do step; say "ah" gap 0s squad 0s }`, ` say "one" gap 0s squad 0.4s`, "").Replace(long)
	for name, next := range map[string]string{"moved": moved, "silent": silent(), "tuned": strings.Replace(long, "off!", "go!", 1)} {
		var said []string
		c := chat(t, talkers(t, long), agent.Options{Seed: 3}, &said)
		for range 20 {
			c.Step()
		}
		if n := strings.Count(strings.Join(said, "\n"), "off!"); n == 0 {
			t.Fatal("nothing was said")
		}
		p := talkers(t, next)
		report, err := c.Reload(p, talkBindings(p))
		if err != nil {
			t.Fatal(err)
		}
		if name == "tuned" && len(report.Losses) > 0 {
			t.Errorf("%s: %+v", name, report.Losses)
		}
		said = nil
		for range 200 {
			c.Step()
		}
		text := strings.Join(said, "\n")
		if strings.Contains(text, "off!") || strings.Contains(text, "go!") || strings.Contains(text, "ah") != (name == "moved") || (text == "") != (name == "silent") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
