package runner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// TestWordsOfEvents: each kind, cause and reason has words of its own, the first of the reasons none; values beyond
// have their number.
func TestWordsOfEvents(t *testing.T) {
	for of, c := range map[string]struct {
		text  func(int) string
		count int // with words
	}{
		"EventKind":  {func(i int) string { return runner.EventKind(i).String() }, int(runner.Calmed) + 1},
		"Cause":      {func(i int) string { return runner.Cause(i).String() }, int(runner.ValueRefused) + 1},
		"KeepReason": {func(i int) string { return runner.KeepReason(i).String() }, int(runner.NotCheaper) + 1},
		"Why":        {func(i int) string { return runner.Why(i).String() }, int(runner.TooLong) + 1},
		"By":         {func(i int) string { return runner.By(i).String() }, int(runner.ByTime) + 1},
		"LiftReason": {func(i int) string { return runner.LiftReason(i).String() }, int(runner.BanWorked) + 1},
	} {
		seen := map[string]bool{}
		for i := range c.count {
			text := c.text(i)
			if (text == "") != (i == 0) || seen[text] || strings.Contains(text, "(") {
				t.Errorf("%s %d is called %q", of, i, text)
			}
			seen[text] = true
		}
		for _, i := range []int{c.count, c.count + 1, 200} {
			if got, want := c.text(i), fmt.Sprintf("%s(%d)", of, i); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}

// TestScripts: kinds by name, derived symbols of each type by number, the model that it is of.
func TestScripts(t *testing.T) {
	p := load(t, `
type mood = { calm, cross }
state agent { n: int 0..9; at: vec2; on: bool; twice(k: int 0..9) := n * k; ready := on && n > 2; ahead := at + vec2(6, 8) }
action work
operator toil { do work; effect n += 1 }
task live { method "m" { toil } }
agent a { plan live }
agent b { plan live }
`)
	s := runner.Compile(p.Domain, 10)
	if s.Info() != p.Info || s.TPS() != 10 {
		t.Errorf("%d ticks a second", s.TPS())
	}
	for name, want := range map[string]int32{"a": 0, "b": 1, "c": -1, "": -1} {
		if id, ok := s.Kind(name); ok != (want >= 0) || ok && id != want {
			t.Errorf("kind %q is %d, %t", name, id, ok)
		}
	}
	st := world.NewState(p.Info.Schema)
	set := func(name string, words ...world.Word) {
		for i, w := range words {
			st.Set(p.Info.Schema.Symbol(name).Base+world.Addr(i), w)
		}
	}
	set("n", 3)
	set("at", world.Float(1), world.Float(2))
	set("on", 1)
	m := &expr.Machine{State: st}
	for name, c := range map[string]struct{ args, want []world.Word }{
		"twice": {[]world.Word{5}, []world.Word{15, 0}}, "ahead": {nil, []world.Word{world.Float(7), world.Float(10)}}, "ready": {nil, []world.Word{1, 0}},
	} {
		for _, d := range p.Info.Derived {
			if d.Name != name {
				continue
			}
			if got := s.Derive(m, d.ID, c.args); got[0] != c.want[0] || got[1] != c.want[1] {
				t.Errorf("%s is %v, want %v", name, got, c.want)
			}
			w := runner.NewWorker(s, htn.Options{})
			other := w.Fork()
			if a, b := w.Derive(st, d.ID, c.args), other.Derive(st, d.ID, c.args); a[0] != c.want[0] || a != b {
				t.Errorf("%s is %v for a worker, %v for its fork", name, a, b)
			}
		}
	}
}
