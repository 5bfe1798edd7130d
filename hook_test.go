package karakuri_test

import (
	"bytes"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// The engine calls the hooks of an action in their order, also for an action that another want suspends, and a crowd
// that was written to a stream continues.
func TestHooksAndStreams(t *testing.T) {
	const text = `
state agent { sensed alarm: bool; steps: int 0..99 }
action dig
action hide
goal work { dig suspends }
goal shelter { hide }
brain b {
    want work { score 0.5 }
    want shelter when alarm { score 0.9; interrupts }
}
agent miner { brain b }
`
	p, err := karakuri.Load(fstest.MapFS{"mine.krk": {Data: []byte(text)}}, "mine.krk")
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	steps, alarm := karakuri.Lookup[int](p, "steps"), karakuri.Lookup[bool](p, "alarm")
	says := func(what string) func(*karakuri.Ctx, *struct{}, *struct{}) {
		return func(*karakuri.Ctx, *struct{}, *struct{}) { calls = append(calls, what) }
	}
	dig := karakuri.Bind("dig", func(c *karakuri.Ctx, _ *struct{}, _ *struct{}) karakuri.Status {
		if err := steps.Put(c, steps.Get(c)+1); err != nil {
			t.Error(err)
		}
		return karakuri.Running
	}, karakuri.OnAwake(says("awake")), karakuri.OnStart(says("start")), karakuri.OnSuspend(says("suspend")), karakuri.OnResume(says("resume")))
	hide := karakuri.Bind("hide", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Running })
	crowd, err := karakuri.New(p, karakuri.Options{Seed: 1}, dig, hide)
	if err != nil {
		t.Fatal(err)
	}
	miner := crowd.Spawn("miner")
	live := func(ticks int, danger bool) {
		if err := alarm.Set(miner, danger); err != nil {
			t.Fatal(err)
		}
		for range ticks {
			crowd.Step()
		}
	}
	live(5, false)
	live(5, true)
	live(5, false)
	if want := []string{"awake", "start", "suspend", "resume"}; !slices.Equal(calls, want) {
		t.Errorf("the hooks were called in the order %v; want %v", calls, want)
	}

	var out bytes.Buffer
	if err := crowd.WriteSnapshot(&out); err != nil {
		t.Fatal(err)
	}
	later, report, err := karakuri.RestoreFrom(p, karakuri.Options{}, &out, dig, hide)
	if err != nil || len(report.Notes) > 0 {
		t.Fatal(err, report)
	}
	for range 5 {
		crowd.Step()
		later.Step()
	}
	if got, want := steps.Of(later.Agent(miner.ID())), steps.Of(miner); got != want || want < 8 {
		t.Errorf("the restored miner has dug %d times; want %d", got, want)
	}
	if crowd.TraceHash() != later.TraceHash() {
		t.Error("the restored crowd has decided something else")
	}
}
