package agent_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// numbers are changes of numbers in the scenes, as a designer makes them who tunes a game.
var numbers = strings.NewReplacer("patience = 0.7", "patience = 0.8", "0.1 * importance(b)", "0.3 * importance(b)", "logistic(exponent: 3)", "logistic(exponent: 4)",
	"score 0.3", "score hp", "score 0.2", "score 0.25 + 0.1 * food", "inertia 0.1 fade 2s", "inertia 0.2 fade 3s", "every 0.5s gap 0.1s", "every 0.4s gap 0.1s", "repetition 0.1", "repetition 0.2",
	"cooldown 0.8s", "cooldown 0.9s", "wait 0.2s..0.9s", "wait 0.3s..1s", "weight 2", "weight 3", "limit 9", "limit 1", "score near(quarry)", "score 1.5", "fail_after 2s", "fail_after 3s",
	"cooldown 0.6s", "cooldown 0.7s", "grace 0.3s", "grace 0.4s", "food > 4", "food > 5", "hp < 3", "hp < 2", "commit 0.5s", "commit 0.6s", "range 30; cone 200deg", "range 25; cone 190deg", "damping 0.5", "damping 0.6", "memory short { span 6s; capacity 5; decay 0.1/s", "memory short { span 7s; capacity 5; decay 0.2/s", "meet_up * 2", "meet_up * 3")

// tuned returns scenes, each with the text of the same with other numbers.
func tuned(t *testing.T) (list [][2]*scene) {
	for _, s := range []struct {
		name, text string
		seed       uint64
	}{
		{"minds", everything + grove + hive, 13}, {"reactions", everything + grove + hive + kennel, 21}, {"squads", everything + grove + hive + wolfpack, 23}, {"trees", everything + grove, 11},
	} {
		var pair [2]*scene
		for i, text := range []string{s.text, strings.ReplaceAll(numbers.Replace(s.text), "score hp", "score 0.1 * food")} {
			if pair[i] = newScene(t, s.name, fstest.MapFS{"hive.krk": {Data: []byte(text)}}, "hive.krk", agent.Options{Seed: s.seed}); i > 0 && text == s.text {
				t.Fatal("nothing was tuned")
			}
		}
		list = append(list, pair)
	}
	return list
}

// TestTuningLosesNothing reloads scenes while they run with only other numbers: in constants, times, scores and curves.
// Everything continues: actions, branches of trees, pursuits of brains, and memories.
func TestTuningLosesNothing(t *testing.T) {
	for _, pair := range tuned(t) {
		s, next := pair[0], pair[1]
		t.Run(s.name, func(t *testing.T) {
			if was, is := s.program.Info, next.program.Info; was.Identity() == is.Identity() || was.Shape() != is.Shape() {
				t.Fatal("the programs are not of one shape")
			}
			for _, ticks := range []int{1, 23, 60, 140} {
				c := s.start(t)
				for range ticks {
					s.drive(c)
					c.Step()
				}
				saved := c.Snapshot(nil)
				before, running := doing(c), c.Running()
				f := &fog{}
				report, err := c.Reload(next.program, next.bindings(f))
				if err != nil || report.Same || len(report.Notes) > 0 {
					t.Fatalf("tick %d: %v, %+v", ticks, err, report)
				}
				f.of(c)
				if c.Running() != running {
					t.Errorf("tick %d: %d actions ran, %d go on", ticks, running, c.Running())
				}
				if after := doing(c); after != before {
					t.Errorf("tick %d: of\n%s\nis left\n%s", ticks, before, after)
				}
				g := &fog{}
				o := next.options
				if next.minds {
					o.Senses = g
				}
				other, report, err := agent.Restore(next.program, next.bindings(g), o, saved)
				if err != nil || report.Same || len(report.Notes) > 0 {
					t.Fatalf("tick %d: restored: %v, %+v", ticks, err, report)
				}
				g.of(other)
				for range 60 {
					next.drive(c)
					c.Step()
					next.drive(other)
					other.Step()
				}
				if c.TraceHash() != other.TraceHash() || doing(c) != doing(other) {
					t.Errorf("tick %d: a reload and a snapshot that is restored go on differently", ticks)
				}
			}
		})
	}
}

// doing reports what agents do, pursue and know: steps, nodes, wants and targets, and the values of their states,
// memories included.
func doing(c *agent.Crowd) string {
	var b strings.Builder
	for id := range c.All {
		v := c.View()
		fmt.Fprintf(&b, "%s %d: %x", c.KindOf(id), c.Number(id), c.State(id).Hash())
		for _, s := range v.Runner(id).Steps(nil) {
			fmt.Fprintf(&b, " step %d since %d", s.Step, s.Begun)
		}
		for _, t := range v.Trees(id) {
			for n := range t.Program().Len() {
				fmt.Fprintf(&b, " %v", t.Status(int32(n)))
			}
		}
		if m := v.Mind(id); m != nil {
			for i := range m.Len() {
				p := m.Pursued(i)
				fmt.Fprintf(&b, " want %d of %v, order %d", p.Want, p.Target, p.Order)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestAShapeThatIsNotTheirs: where saved agents do not fit a program that says to have their shape, all goes over by
// names, as if it had not said so.
func TestAShapeThatIsNotTheirs(t *testing.T) {
	text := everything + grove + hive + kennel
	next := newScene(t, "reactions", fstest.MapFS{"hive.krk": {Data: []byte(otherShape.Replace(text))}}, "hive.krk", agent.Options{Seed: 21})
	s := newScene(t, "reactions", fstest.MapFS{"hive.krk": {Data: []byte(text)}}, "hive.krk", agent.Options{Seed: 21})
	c := s.start(t)
	for range 40 {
		s.drive(c)
		c.Step()
	}
	saved := c.Snapshot(nil)
	was, is := s.program.Info.Shape(), next.program.Info.Shape()
	if was == is {
		t.Fatal("the programs are of one shape")
	}
	payload, err := codec.Open(saved, agent.CrowdMagic, agent.SnapshotVersion)
	if err != nil {
		t.Fatal(err)
	}
	claimed := append(codec.Begin(nil, agent.CrowdMagic, agent.SnapshotVersion), bytes.Replace(payload, was[:], is[:], 1)...)
	restore := func(data []byte) (string, string) {
		f := &fog{}
		o := next.options
		o.Senses = f
		c, report, err := agent.Restore(next.program, next.bindings(f), o, data)
		if err != nil {
			t.Fatal(err)
		}
		return doing(c), fmt.Sprint(report.Notes)
	}
	does, notes := restore(saved)
	if again, gotNotes := restore(codec.Seal(claimed, 0)); again != does || gotNotes != notes || notes == "[]" {
		t.Errorf("with its own shape\n%s%s\nwith the other\n%s%s", does, notes, again, gotNotes)
	}
}

// otherShape takes away a node of a tree, and a step of a plan.
var otherShape = strings.NewReplacer("chance 0.5 { fetch }; wait 0.2s..0.9s", "chance 0.5 { fetch }", "repeat often { sequence { scratch; whine uninterrupted } }", "scratch")
