package agent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// TestAnAgentGoesToAnotherCrowd: with a body of its own there, and with what it remembers of objects that have names.
func TestAnAgentGoesToAnotherCrowd(t *testing.T) {
	s := newStroller(t, gatherers, agent.Options{})
	id := s.spawn("gatherer", sense.Point{})
	apple := s.layWorth("apple", sense.Point{X: 6}, 2)
	s.layWorth("", sense.Point{X: 5}, 2)
	s.run(3)
	saved := s.SnapshotAgent(nil, id)
	again, report, err := s.RestoreAgent(saved, nil)
	if err != nil || s.Body(again) == 0 || s.Body(again) == s.Body(id) || s.AgentOf(s.Body(again)) != again {
		t.Fatal(err, s.Body(again), report)
	}
	if s.Memory(id).Len() != 2 || s.Memory(again).Len() != 1 || len(report.Losses) != 0 {
		t.Error(s.Memory(again).Len(), "facts;", report.Notes)
	}
	s.yard.put(s.Body(again), sense.Point{X: 90})
	if s.run(1); recalled(s.Crowd, again, "worth", apple)[0].Float() != 2 || recalled(s.Crowd, id, "worth", apple)[0].Float() != 2 {
		t.Error("what one of them remembers is not written down")
	}
}

// TestWhatTheHostToldIsTheSameAfterRollback: percepts between two ticks, while something is forgotten.
func TestWhatTheHostToldIsTheSameAfterRollback(t *testing.T) {
	for name, goes := range map[string]bool{"of what is there": false, "of what is gone": true} {
		s := newStroller(t, gatherers, agent.Options{})
		id := s.spawn("gatherer", sense.Point{})
		apple := s.layWorth("apple", sense.Point{X: 6}, 2)
		s.run(3)
		plum := s.layWorth("plum", sense.Point{X: 50}, 1)
		if goes {
			s.RemoveObject(plum)
			s.Step() // no agent remembers it
		}
		s.yard.walls = []float64{5} // it has seen the apple
		m := s.Memory(id)
		m.Forget(sense.ObjectID(apple), s.Tick())
		m.Perceive(&sense.Percept{Object: sense.ObjectID(plum), Sensor: sense.Talk, Tick: s.Tick(), Confidence: 1, Has: sense.AllParts, At: sense.Point{X: 50}}, s.Tick())
		saved := s.Snapshot(nil)
		for _, when := range []string{"before", "after"} {
			s.Step()
			if _, knows := s.Memory(id).Find(sense.ObjectID(plum)); knows == goes || s.Memory(id).Len() > 1 {
				t.Errorf("%s, %s the rollback: the plum is remembered: %t, of %d", name, when, knows, s.Memory(id).Len())
			}
			if c := recalled(s.Crowd, id, "confidence", apple)[0].Float(); c != 0 {
				t.Errorf("%s, %s the rollback: the apple is forgotten, and still written down with confidence %g", name, when, c)
			}
			if err := s.Rollback(saved); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestMemoriesGoOverToAnotherProgram: so do brains; the report says if nothing is perceived any more.
func TestMemoriesGoOverToAnotherProgram(t *testing.T) {
	s := newStroller(t, gatherers, agent.Options{})
	id := s.spawn("gatherer", sense.Point{})
	s.layWorth("apple", sense.Point{X: 9}, 2)
	s.run(3)
	saved := s.Snapshot(nil)
	for _, c := range []struct {
		name, text string
		senses     bool
		notes      []string
		facts      int
	}{
		{"the same", gatherers, true, nil, 1},
		{"without senses", gatherers, false, []string{"nothing is perceived any more"}, -1},
		{"another", gatherers + "\naction jump", true, nil, 1},
		{"without a body", strings.Replace(gatherers, "body person;", "", 1), true, []string{"nothing is perceived any more"}, -1},
	} {
		other := newStroller(t, c.text, agent.Options{})
		o := agent.Options{Senses: other.yard}
		if !c.senses {
			o.Senses = nil
		}
		b := runner.NewBindings(other.program.Info)
		for _, a := range other.program.Info.Actions {
			action.Bind(b, a.Name, func(c *action.Ctx, args *action.Arguments, _ *still) action.Status { return action.Running })
		}
		crowd, report, err := agent.Restore(other.program, b, o, saved)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if len(report.Notes) != len(c.notes) {
			t.Errorf("%s: %v", c.name, report.Notes)
		}
		for _, want := range c.notes {
			if !slices.ContainsFunc(report.Notes, func(n world.Note) bool { return strings.Contains(n.String(), want) }) {
				t.Errorf("%s: no note %q in %v", c.name, want, report.Notes)
			}
		}
		facts := -1
		if m := crowd.Memory(id); m != nil {
			facts = m.Len()
		}
		if facts != c.facts {
			t.Errorf("%s: %d facts, want %d", c.name, facts, c.facts)
		}
		for range 5 {
			crowd.Step()
		}
		if apple, _ := crowd.View().ObjectNamed("apple"); c.facts == 0 && recalled(crowd, id, "worth", apple)[0] != 0 {
			t.Errorf("%s: what is forgotten is still written down", c.name)
		}
	}
}
