package studio

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	fireteamFile  = "../../examples/fireteam/fireteam.krk"
	fireteamScene = "../../examples/fireteam/fireteam.scene"
)

// until carries on until an agent's mind is as wanted, and returns it.
func (c *client) until(ticks int, name string, want func(*Mind) bool) *Mind {
	c.t.Helper()
	for range ticks {
		if m := c.mind(name, nil); want(m) {
			return m
		}
		c.ask(Request{Op: "step", Count: 1}, nil)
	}
	c.t.Fatalf("the mind of %s does not become as wanted within %d ticks", name, ticks)
	return nil
}

// sumOf adds up the shares of a want.
func sumOf(w *Want) (sum float64) {
	for _, s := range w.Bar {
		sum += s.Value
	}
	return sum
}

// The shares of each want add up to its score, and the factors and curves are those of the file.
func TestMindBrain(t *testing.T) {
	address, _ := serve(t, Options{}, gatherer, oldScene) // in which the first of each personality live long
	c := dial(t, address)
	c.openAt("gatherer.krk", 60)
	curves, inertia, personal := 0, 0, 0
	for range 12 {
		for _, name := range []string{"brave_one#1", "cautious_one#1", "greedy_one#1", "reckless_one#1"} {
			m := c.mind(name, nil)
			if m.Brain == nil || m.Brain.Name != "gatherer" || m.Brain.Personality+"_one#1" != name || len(m.Brain.Traits) == 0 {
				t.Fatalf("the brain of %s is told as %+v", name, m.Brain)
			}
			chosen := 0
			for i := range m.Wants {
				w := &m.Wants[i]
				if w.Why != "" && w.Score == 0 {
					continue
				}
				if got := sumOf(w); !w.Cooling && math.Abs(got-w.Score) > 1e-6 {
					t.Errorf("%s: the shares of %s come to %g, its score is %g: %+v", name, w.Text, got, w.Score, w.Bar)
				}
				if w.Chosen {
					chosen++
				}
				for _, f := range w.Factors {
					switch f.Kind {
					case "inertia":
						inertia++
					case "personality":
						personal++
					}
				}
				curves += checkCurves(t, m, w.Shape)
			}
			if chosen > 1 {
				t.Errorf("%s has chosen %d wants", name, chosen)
			}
		}
		c.ask(Request{Op: "step", Count: 20}, nil)
	}
	if curves == 0 || inertia == 0 || personal == 0 {
		t.Errorf("%d curves, %d with inertia, %d of a personality", curves, inertia, personal)
	}
}

// checkCurves compares the dots of a score with the curves that are drawn.
func checkCurves(t *testing.T, m *Mind, p *Piece) (n int) {
	if p == nil {
		return 0
	}
	if p.Curve > 0 {
		s := m.Brain.Curves[p.Curve-1]
		at := p.X * (curvePoints - 1)
		i := min(int(at), curvePoints-2)
		if y := s.Y[i] + (s.Y[i+1]-s.Y[i])*(at-float64(i)); math.Abs(y-p.Value) > 0.01 || s.Formula == "" {
			t.Errorf("%s of %g is %g, the curve that is drawn says %g", p.Text, p.X, p.Value, y)
		}
		n++
	}
	for i := range p.Under {
		n += checkCurves(t, m, &p.Under[i])
	}
	return n
}

// A squad is shown with its roles, members, orders and tokens; a member with its part. A past moment is shown as it
// was.
func TestMindSquad(t *testing.T) {
	address, _ := serve(t, Options{}, fireteamFile, fireteamScene)
	c := dial(t, address)
	c.openAt("fireteam.krk", 1)
	var list []AgentLine
	c.ask(Request{Op: "agents"}, &list)
	squads := 0
	for _, a := range list {
		if a.Name == "" {
			t.Errorf("an agent has no name: %+v", a)
		}
		if a.Kind == "fireteam" {
			squads++
		}
	}
	if squads != 2 || len(list) != 12 {
		t.Fatalf("%d agents, %d of them squads", len(list), squads)
	}
	c.ask(Request{Op: "step", Count: 360}, nil)
	m := c.until(200, "alpha", func(m *Mind) bool {
		return m.Squad != nil && len(m.Squad.Orders) > 0 && m.Squad.Pools[0].Name == "fire" && len(m.Squad.Pools[0].Holders) > 0
	})
	s := m.Squad
	if len(s.Roles) != 3 || s.Roles[0].Name != "base" || s.Roles[0].Max != 2 || len(s.Members) == 0 || len(s.Members) > 5 {
		t.Fatalf("roles %+v of %+v", s.Roles, s.Members)
	}
	if s.Pools[0].Capacity != 3 || s.Pools[0].Lease != 4 || s.Pools[0].Holders[0].Left <= 0 {
		t.Errorf("tokens: %+v", s.Pools)
	}
	if s.Talk == nil || s.Talk.Delay != 0.5 || len(s.Known) == 0 {
		t.Errorf("what the squad knows: %+v %+v", s.Talk, s.Known)
	}
	if len(m.Lines) == 0 || m.Lines[0].Goal != "command" {
		t.Errorf("its plan: %+v", m.Lines)
	}
	holder := s.Pools[0].Holders[0].Name
	member := c.mind(holder, nil)
	if member.Member == nil || member.Member.Squad != "alpha" || len(member.Member.Mates) != len(s.Members)-1 {
		t.Fatalf("the part of %s: %+v", holder, member.Member)
	}
	if !strings.Contains(strings.Join(member.Member.Holds, " "), "fire") {
		t.Errorf("%s holds %v", holder, member.Member.Holds)
	}
	tick := m.Tick
	c.ask(Request{Op: "step", Count: 40}, nil)
	then := c.mind("alpha", &tick)
	if then.Squad == nil || len(then.Squad.Pools[0].Holders) != len(s.Pools[0].Holders) || then.Squad.Members[0].Role != s.Members[0].Role {
		t.Errorf("looking back: %+v\nwant %+v", then.Squad, s)
	}
}

// The holder of a resource is shown with the activity that has started it.
func TestMindControl(t *testing.T) {
	address, _ := serve(t, Options{}, fireteamFile, fireteamScene)
	c := dial(t, address)
	c.openAt("fireteam.krk", 370)
	m := c.until(200, "rifleman#4", func(m *Mind) bool {
		for _, r := range m.Control.Resources {
			if r.Name == "hands" && r.Action == "shoot" {
				return true
			}
		}
		return false
	})
	if len(m.Control.Parts) != 2 || m.Control.Parts[0].Kind != "reaction" || m.Control.Parts[0].On != "grenade_near" || m.Control.Parts[1].Name != "brain soldiering" {
		t.Fatalf("who may be in control: %+v", m.Control.Parts)
	}
	for _, r := range m.Control.Resources {
		if r.Name == "hands" && (m.Control.Parts[r.Part].Kind != "mind" || len(r.Path) < 3) {
			t.Errorf("the hands: %+v", r)
		}
	}
	within := false
	for _, l := range m.Lines {
		within = within || len(l.Within) > 0 && strings.HasPrefix(l.Within[0], "brain ")
	}
	if !within {
		t.Errorf("no plan is within the brain: %+v", m.Lines)
	}
}

// A running step shows its remaining time, and why it waits.
func TestMindTimers(t *testing.T) {
	address, _ := serve(t, Options{}, fireteamFile, fireteamScene)
	c := dial(t, address)
	c.openAt("fireteam.krk", 1)
	timed := func(m *Mind) *PlanStep {
		for i := range m.Lines {
			for k := range m.Lines[i].Steps {
				if s := &m.Lines[i].Steps[k]; s.State == "running" && len(s.Timers) > 0 && s.Timers[0].Left > 0.5 {
					return s
				}
			}
		}
		return nil
	}
	before := timed(c.until(600, "alpha", func(m *Mind) bool { return timed(m) != nil }))
	c.ask(Request{Op: "step", Count: 1}, nil)
	after := timed(c.mind("alpha", nil))
	if after == nil || after.Text != before.Text || after.Timers[0].Left >= before.Timers[0].Left || after.Elapsed <= before.Elapsed {
		t.Errorf("%+v\nthen %+v", before, after)
	}
	if t0 := before.Timers[0]; t0.Of == 0 || math.Abs(t0.Left+before.Elapsed-t0.Of) > 0.11 {
		t.Errorf("%gs have passed and %gs are left of %gs", before.Elapsed, t0.Left, t0.Of)
	}
	if len(before.Awaits) == 0 || before.Awaits[0].Kind != "until" || before.Awaits[0].Holds {
		t.Errorf("it waits for %+v", before.Awaits)
	}
}

// TestWantsHaveTheKeysOfTheirScores: the key of a want's score does not depend on the want's text or the reason of an
// order.
func TestWantsHaveTheKeysOfTheirScores(t *testing.T) {
	s := open(t, "../../examples/fireteam/fireteam.krk", Options{Seed: 1})
	orders := 0
	for range 300 {
		s.step()
		for id := range s.stage.Crowd().All {
			m, at := mindOf(s.stage, s.journal, id), scoresAt(s.stage, id)
			for _, w := range m.Wants {
				if w.Order < 0 && w.Text != w.Key {
					orders++
				}
				if _, known := at.Scores[w.Key]; known != (w.Bar != nil || w.Shape != nil || w.Why == "") {
					t.Fatalf("%+v is not in %v", w, at.Scores)
				}
				if w.Chosen && at.Chosen != w.Key {
					t.Fatalf("%+v is chosen, and not %q", w, at.Chosen)
				}
			}
		}
	}
	if orders == 0 {
		t.Error("nobody has been ordered anything")
	}
}

// TestIdleIsToldInLines: first that there is no plan, then each thing that prevents one; nothing for an agent that has
// one.
func TestIdleIsToldInLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "stuck.krk")
	text := "action dig\nstate agent { spade: bool; permit: bool }\noperator with_spade { when spade; do dig }\noperator with_permit { when permit; do dig }\n" +
		"task hole { method \"a\" { with_spade }\n method \"b\" { with_permit } }\nagent digger { plan hole }\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, file, Options{Seed: 1})
	s.step()
	for id := range s.stage.Crowd().All {
		want := []string{"no plan for hole", "with_spade: spade was false", "with_permit: permit was false"}
		if m := mindOf(s.stage, s.journal, id); !slices.Equal(m.Idle, want) {
			t.Errorf("%q", m.Idle)
		}
		st := s.stage.Crowd().State(id)
		st.Set(st.Schema().Symbol("spade").Base, 1)
		for range 40 {
			s.step()
		}
		if m := mindOf(s.stage, s.journal, id); m.Idle != nil {
			t.Errorf("it has a plan, and is idle: %q", m.Idle)
		}
	}
}

// An abort stays with the node that has fired it, and its cause names the symbol.
func TestMindAborts(t *testing.T) {
	address, _ := serve(t, Options{}, "testdata/abort.krk")
	c := dial(t, address)
	c.openAt("abort.krk", 13)
	scores, services := 0, 0
	for _, n := range c.mind("dog#1", nil).Trees[0].Nodes {
		if n.Score != nil {
			scores++
		}
		for _, s := range n.Services {
			if services++; s.Every != 1 || s.Last == nil || s.Next == nil || math.Abs(*s.Last+*s.Next-1) > 0.11 {
				t.Errorf("the service: %+v", s)
			}
		}
	}
	if services != 1 || scores != 2 {
		t.Errorf("%d services, %d scores", services, scores)
	}
	c.ask(Request{Op: "set", Agent: "dog#1", Sets: []Setting{{"cat_near", "true"}}}, nil)
	c.ask(Request{Op: "step", Count: 1}, nil)
	fired := func(m *Mind) *abort {
		for _, n := range m.Trees[0].Nodes {
			if n.Fired != nil {
				return n.Fired
			}
		}
		return nil
	}
	got := fired(c.mind("dog#1", nil))
	if got == nil || got.Tick != 14 || !strings.Contains(got.Cause, "cat_near was false, is true") {
		t.Fatalf("the abort is told as %+v", got)
	}
}

// The mind of each demo is shown completely: memories, running activities and waits.
func TestMindOfDemos(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/guards/guards.krk", "../../examples/kitchen/kitchen.krk", meal, gatherer, gathererScene)
	c := dial(t, address)
	for _, file := range []string{"guards.krk", "kitchen.krk", "meal.krk", "gatherer.krk"} {
		c.openAt(file, 30)
		var list []AgentLine
		c.ask(Request{Op: "agents"}, &list)
		for _, a := range list {
			m := c.mind(a.Name, nil)
			if m.Control == nil || len(m.Control.Parts) == 0 {
				t.Fatalf("%s of %s: nobody may be in control", a.Name, file)
			}
			minds := 0
			for _, p := range m.Control.Parts {
				if p.Kind == "mind" {
					minds++
				}
				for _, r := range p.Runs {
					if r.Text == "" {
						t.Errorf("%s of %s: something without a name runs: %+v", a.Name, file, p)
					}
				}
			}
			if minds != 1 || (file == "gatherer.krk") != (m.Memory != nil) || (a.Kind == "brigade") != (m.Squad != nil) {
				t.Errorf("%s of %s: %+v", a.Name, file, m)
			}
		}
	}
}
