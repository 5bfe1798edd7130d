package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// TestReloadsOfMemories reloads a scene while it runs: memories of objects and attributes that still exist stay as they
// are, whatever else has changed.
func TestReloadsOfMemories(t *testing.T) {
	serial(t)
	const text = everything + grove + hive
	for _, tc := range []struct {
		name, from, to string
		loses          string // the text of losses; a % matches a number
		forgets        string // an attribute that is gone, or "facts": some of them are
	}{
		{"an action", "action yell", "action yell\naction whisper", "", ""},
		{"a score", "score quadratic(confidence(b)) + 0.1 * importance(b)", "score if alarm then 0.3 else confidence(b)", "", ""},
		{"a want", "want snooze { score 0.05 }", "want snooze { score 0.05 }\nwant feed2 when alarm { score 0.01 }", "", ""},
		{"a symbol", "remembered kind(b: being): int", "remembered kind(b: being): int\nbold_enough: bool", "", ""},
		{"a type", "type being max 40", "type rock max 7\ntype being max 40\nobjects pebble, boulder: rock", "", ""},
		{"more objects of a type", "objects totem: being", "objects stone, totem, tower: being", "", ""},
		{"a range and a cone", "range 30; cone 200deg", "range 20 + 3; cone 180deg", "", ""},
		{"line of sight", "line_of_sight; ", "", "", ""},
		{"a new sense", "agent brooder { tree brood(2); body ghost; sense sight;", "sense touch { range 3 }\nagent brooder { tree brood(2); body ghost; sense sight; sense touch;", "", ""},
		{"a sense that is gone", "sense sight; sense hearing; sense damage; sense talk; memory short", "sense sight; sense talk; memory short", "", ""},
		{"a remembered symbol", "remembered taste(b: ghost): float", "remembered smell(b: being): float\n    remembered taste(b: ghost): float", "", ""},
		{"a remembered symbol that is gone", "    remembered age(b: being): float\n", "", "", ""},
		{"an attribute of the host that is gone", "taste", "smell", "", "taste"},
		{"doubts", "doubts 0.5, 0.2", "doubts 0.4", "", ""},
		{"a decay and a span", "span 6s; capacity 5; decay 0.1/s", "span 9s; capacity 5; decay 0.2/s", "", ""},
		{"more room", "span 6s; capacity 5", "span 6s; capacity 9", "", ""},
		{"less room", "span 6s; capacity 5", "span 6s; capacity 2", "it forgets % of what it remembered: there is no room for more", "facts"},
		{"no long memory", "sense talk; memory short; memory long }", "sense talk; memory short }", "it forgets % of what it remembered: there is no room for more", "long facts"},
		{"a kind of agent before", "agent drone {", "agent newt { body being; sense sight; memory short; idle yell }\nagent drone {", "", ""},
		{"no memory", "tree brood(2); body ghost; sense sight; memory short", "tree brood(2); body ghost", "what it remembered is gone: it no longer perceives anything", "facts"},
	} {
		for _, also := range []string{"", "action late\n"} { // by numbers, if only they differ, and by names
			t.Run(tc.name+also, func(t *testing.T) {
				next := strings.ReplaceAll(text, tc.from, tc.to) + also
				if tc.name == "a want" {
					next += "goal feed2 { bite }\n"
				}
				if next == text+also {
					t.Fatal("nothing has changed")
				}
				was := newScene(t, "minds", fstest.MapFS{"hive.krk": {Data: []byte(text)}}, "hive.krk", agent.Options{Seed: 13})
				is := newScene(t, "minds", fstest.MapFS{"hive.krk": {Data: []byte(next)}}, "hive.krk", agent.Options{Seed: 13})
				c := was.start(t)
				for i := range 24 {
					c.Spawn([]string{"drone", "drone", "queen", "brooder"}[i%4])
				}
				for range 60 {
					was.drive(c)
					c.Step()
				}
				before := remembered(c)
				f := &fog{}
				report, err := c.Reload(is.program, is.bindings(f))
				if err != nil {
					t.Fatal(err)
				}
				f.of(c)
				losses := 0
				for _, l := range report.Losses {
					if l.Kind != agent.LostMemory {
						continue
					}
					losses++
					head, tail, _ := strings.Cut(tc.loses, "%")
					if tc.loses == "" || !strings.HasPrefix(l.Text, head) || !strings.HasSuffix(l.Text, tail) {
						t.Errorf("lost: %s: %s", l.Who(), l.Text)
					}
				}
				if losses == 0 && tc.loses != "" {
					t.Errorf("nothing is lost, want %q", tc.loses)
				}
				after := remembered(c)
				kept := 0
				for _, m := range before {
					o, ok := report.Object(world.Object(m.object))
					m.object = sense.ObjectID(o)
					drop(&m, tc.forgets)
					at := slices.IndexFunc(after, func(n memo) bool { return n.agent == m.agent && n.object == m.object })
					switch {
					case !ok:
					case at < 0 && strings.Contains(tc.forgets, "facts"):
					case at < 0:
						t.Fatalf("agent %d no longer knows %d", m.agent, m.object)
					default:
						drop(&after[at], tc.forgets)
						if got, want := fmt.Sprint(after[at]), fmt.Sprint(m); got != want {
							t.Fatalf("before and after:\n%s\n%s", want, got)
						}
						kept++
					}
				}
				if len(after) != kept || kept < 12 {
					t.Errorf("of %d facts %d are left, and there are %d", len(before), kept, len(after))
				}
				saved := c.Snapshot(nil)
				g := &fog{}
				o := is.options
				o.Senses = g
				other, _, err := agent.Restore(is.program, is.bindings(g), o, saved)
				if err != nil {
					t.Fatal(err)
				}
				g.of(other)
				for range 60 {
					is.drive(c)
					c.Step()
					is.drive(other)
					other.Step()
				}
				if c.TraceHash() != other.TraceHash() || doing(c) != doing(other) {
					t.Error("a snapshot that was taken after the reload continues differently")
				}
			})
		}
	}
}

// memo is a memory of an object.
type memo struct {
	agent    agent.ID
	object   sense.ObjectID
	fact     sense.Fact
	readings map[string]sense.Reading
}

// drop removes memories that another program changes.
func drop(m *memo, what string) {
	delete(m.readings, what)
	if m.fact.Object = 0; strings.Contains(what, "long") {
		m.fact.Long = false
	}
	for name, r := range m.readings {
		r.Level.Rate = 0
		m.readings[name] = r
	}
}

func remembered(c *agent.Crowd) (list []memo) {
	for id := range c.All {
		m := c.Memory(id)
		if m == nil {
			continue
		}
		for i := range m.Len() {
			f := memo{agent: id, object: m.ObjectAt(i), fact: m.Fact(i), readings: map[string]sense.Reading{}}
			names := []string{"position", "velocity", "kind"}
			for _, v := range m.Senses().Spec().Memory.Values {
				names = append(names, v.Name)
			}
			for a, name := range names {
				if r, ok := m.Reading(i, sense.Attr(a)); ok {
					f.readings[name] = r
				}
			}
			list = append(list, f)
		}
	}
	return list
}
