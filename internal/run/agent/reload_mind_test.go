package agent_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// herd is brains with wants that another version of the program may have no more.
const herd = `
state agent { fear: int 0..9; food: int 0..9 = 5; scared: int 0..9 }
action roam
action hide
action eat
action rest
action look
goal wander { roam }
goal flee { hide; rest }
goal feed { look; eat; rest }
tree browse { sequence { rest; goal feed; eat } }
brain timid {
    want wander { score 0.1 }
    want flee { score 0.1 * fear; cooldown 9s; interrupts }
    want feed { score 0.02 * food }
    every 0.2s
}
agent sheep { brain timid }
agent cow { tree browse }
`

// TestBrainsGoOnInAnotherProgram: a reload ends a brain's pursuit only if its goal is gone, with hooks and events, and
// reports it once for all agents.
func TestBrainsGoOnInAnotherProgram(t *testing.T) {
	for _, tc := range []struct {
		name     string
		kind     string
		fear     int64
		ticks    int
		from, to string
		log      string
		loss     string
		then     string // the pursuit two ticks later
	}{
		{"a score", "sheep", 9, 3, "score 0.02 * food", "score 0.03 * food + 0.01", "restored hide", "", "flee"},
		{"one more want", "sheep", 9, 3, "    want wander", "    want graze { score 0.01 }\n    want wander", "restored hide", "", "flee"},
		{"a rank and an order of wants", "sheep", 9, 3, "    want wander { score 0.1 }\n", "", "restored hide", "", "flee"},
		{"the want that is pursued", "sheep", 9, 3, "    want flee { score 0.1 * fear; cooldown 9s; interrupts }\n", "", "abort hide: the program was changed", "want flee is gone", "wander"},
		{"another want", "sheep", 0, 3, "    want flee { score 0.1 * fear; cooldown 9s; interrupts }\n", "", "restored roam", "", "wander"},
		{"a step behind", "sheep", 9, 3, "{ hide; rest }", "{ hide; look; rest }", "restored hide", "", "flee"},
		{"a step before", "sheep", 9, 3, "{ hide; rest }", "{ look; hide; rest }", "restored hide", "", "flee"},
		{"the step that runs", "sheep", 9, 3, "{ hide; rest }", "{ look; rest }", "abort hide: the program was changed", "want flee: step hide of goal flee ends: it is gone", "flee"},
		{"the goal of the want", "sheep", 9, 3, "goal flee {", "goal flee(n: int) {", "abort hide: the program was changed", "want flee ends: goal flee ends: its parameters have changed", "wander"},
		{"a goal in a tree", "cow", 0, 35, "brain timid {", "action late\nbrain timid {", "restored look", "", ""},
		{"a step of it", "cow", 0, 35, "{ look; eat; rest }", "{ eat; rest }", "abort look: the program was changed", "step look of goal feed ends: it is gone", ""},
		{"it itself", "cow", 0, 35, "goal feed; eat", "goal wander; eat", "abort look: the program was changed", "what ran at feed of tree browse ends: it is gone", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			const count = 4
			text := herd
			m := newMill(t, text, agent.Options{Seed: 3})
			var ids []agent.ID
			for range count {
				ids = append(ids, m.Spawn(tc.kind))
				m.Target(ids[len(ids)-1], false).Set(m.Schema().Symbol("fear").Base, world.Word(tc.fear))
			}
			m.run(tc.ticks)
			m.log = nil
			next := strings.Replace(text, tc.from, tc.to, 1)
			if strings.Contains(tc.to, "graze") {
				next += "goal graze { eat }\n"
			}
			if strings.Contains(tc.to, "(n: int)") {
				next = strings.Replace(next, "want flee ", "want flee(3) ", 1)
			}
			if next == text {
				t.Fatal("nothing has changed")
			}
			report := m.reload(t, next)
			want := strings.TrimSuffix(strings.Repeat(tc.log+"; ", count), "; ")
			if got := strings.Join(m.log, "; "); got != want {
				t.Errorf("called: %q\nwant %q", got, want)
			}
			var losses []string
			for i := range report.Losses {
				l := &report.Losses[i]
				losses = append(losses, l.Text)
				if len(l.Agents) != count || l.Kind == 0 || l.Why == "" {
					t.Errorf("%+v", l)
				}
			}
			if got := strings.Join(losses, "; "); got != tc.loss {
				t.Errorf("lost: %q, want %q", got, tc.loss)
			}
			again := m.Snapshot(nil)
			m.run(2)
			for _, id := range ids {
				if mind := m.View().Mind(id); mind != nil {
					got := ""
					if mind.Len() > 0 {
						got = loadText(t, next).Info.Brains[0].Wants[mind.Pursued(mind.Len()-1).Want].Name
					}
					if got != tc.then {
						t.Errorf("agent %d pursues %q then, want %q", id, got, tc.then)
					}
				}
			}
			p := loadText(t, next)
			other := &mill{}
			c, _, err := agent.Restore(p, other.bindings(p), agent.Options{}, again)
			if err != nil {
				t.Fatal(err)
			}
			other.Crowd = c
			if other.run(2); other.TraceHash() != m.TraceHash() || doing(other.Crowd) != doing(m.Crowd) {
				t.Error("a snapshot that was taken after the reload goes on differently")
			}
			m.run(60)
		})
	}
}

// TestCooldownsOfWantsGoOver: a want that rests does so in another program too, and one that was cut short rests from
// then on.
func TestCooldownsOfWantsGoOver(t *testing.T) {
	text := strings.Replace(herd, "goal flee { hide; rest }", "goal flee { while fear > 0; hide }", 1)
	m := newMill(t, text, agent.Options{Seed: 3})
	id := m.Spawn("sheep")
	fear := m.Schema().Symbol("fear").Base
	m.Target(id, false).Set(fear, 9)
	m.run(5)
	m.Target(id, false).Set(fear, 0)
	m.run(5)
	m.Target(id, false).Set(fear, 9)
	next := strings.Replace(text, "score 0.1 }", "score 0.2 }\n    want graze { score 0.01 }", 1) + "goal graze { eat }\n"
	m.reload(t, next)
	m.run(20)
	if mind := m.View().Mind(id); mind.Len() == 0 || loadText(t, next).Info.Brains[0].Wants[mind.Pursued(0).Want].Name != "wander" {
		t.Error("it flees again at once")
	}
}

// TestReloadsOfWholeScenesLoseNothing reloads scenes while they run with one more action that no agent does: trees,
// brains, goals and memories continue as they are.
func TestReloadsOfWholeScenesLoseNothing(t *testing.T) {
	for _, s := range []struct {
		name, text string
		seed       uint64
	}{{"minds", everything + grove + hive, 13}, {"trees", everything + grove, 11}} {
		t.Run(s.name, func(t *testing.T) {
			var pair [2]*scene
			for i, more := range []string{"", "action nothing_at_all\n"} {
				pair[i] = newScene(t, s.name, fstest.MapFS{"hive.krk": {Data: []byte(s.text + more)}}, "hive.krk", agent.Options{Seed: s.seed})
			}
			for _, ticks := range []int{1, 23, 60, 140} {
				c := pair[0].start(t)
				for range ticks {
					pair[0].drive(c)
					c.Step()
				}
				before, running := withoutStates(doing(c)), c.Running()
				f := &fog{}
				report, err := c.Reload(pair[1].program, pair[1].bindings(f))
				if err != nil {
					t.Fatal(err)
				}
				f.of(c)
				for _, l := range report.Losses {
					t.Errorf("tick %d: %s: %s", ticks, l.Who(), l.Text)
				}
				if after := withoutStates(doing(c)); after != before || c.Running() != running {
					t.Errorf("tick %d: of\n%s\nis left\n%s", ticks, before, after)
				}
				for range 30 {
					pair[1].drive(c)
					c.Step()
				}
			}
		})
	}
}

// withoutStates leaves the digests of states out of what agents do.
func withoutStates(does string) string {
	return regexp.MustCompile(": [0-9a-f]+").ReplaceAllString(does, ":")
}
