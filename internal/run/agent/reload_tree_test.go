package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// watch is a guard that does several things at once, each of which another version of the program may have no more.
const watch = `
state agent { tired: bool; seen: int 0..99; sensed noise: bool }
action walk
action listen
action yawn
action rest
operator nap { when tired; do rest; effect tired = false }
tree rounds {
    parallel {
        sequence { service every 0.3s listen; cooldown 9s { succeed }; walk; walk }
        selector { sequence abort lower { if noise; yawn }; limit 3 { rest } }
        repeat { sequence { yawn on_abort seen += 1; wait 0.2s } }
    }
}
agent guard { tree rounds }
`

// TestTreesGoOnInAnotherProgram: a reload ends the parts of each tree that are gone, with their hooks and clauses, and
// reports them once for all agents.
func TestTreesGoOnInAnotherProgram(t *testing.T) {
	for _, tc := range []struct {
		name     string
		from, to string
		log      string // of each guard: aborts, then what continues
		seen     int64
		loss     string
	}{
		{"another number", "every 0.3s", "every 0.4s", "restored listen; restored walk; restored rest; restored yawn", 0, ""},
		{"something new elsewhere", "action rest\n", "action rest\naction sing\noperator song { do sing }\n", "restored listen; restored walk; restored rest; restored yawn", 0, ""},
		{"one more branch", "        repeat {", "        repeat { walk }\n        repeat {", "restored listen; restored walk; restored rest; restored yawn", 0, ""},
		{"a branch is gone", "        repeat { sequence { yawn on_abort seen += 1; wait 0.2s } }\n", "", "abort yawn: the program was changed; restored listen; restored walk; restored rest", 1,
			"what ran at repeat of tree rounds ends: it is gone"},
		{"an action is gone", "yawn on_abort seen += 1", "walk", "abort yawn: the program was changed; restored listen; restored walk; restored rest", 1, "what ran at yawn of tree rounds ends: it is gone"},
		{"a service is gone", "service every 0.3s listen; ", "", "abort listen: the program was changed; restored walk; restored rest; restored yawn", 0, "service listen of tree rounds ends: it is gone"},
		{"the tree is gone", "tree rounds", "tree sentry", "abort listen: the program was changed; abort yawn: the program was changed", 0, "its tree does not continue: tree rounds is gone"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			const guards = 5
			m := newMill(t, watch, agent.Options{Seed: 3})
			names := map[agent.ID]string{}
			for i := range guards {
				names[m.Spawn("guard")] = fmt.Sprintf("guard#%d", i+1)
			}
			m.NameAgents(func(id agent.ID) string { return names[id] })
			m.run(5)
			m.log, m.events = nil, nil
			text := strings.Replace(watch, tc.from, tc.to, 1)
			if tc.to == "tree sentry" {
				text = strings.Replace(text, "tree rounds }", "tree sentry }", 1)
			}
			report := m.reload(t, text)
			var want []string
			aborts, restores := "", tc.log
			if i := strings.LastIndex(tc.log, "abort "); i >= 0 {
				aborts, restores, _ = cutAfterAborts(tc.log)
			}
			for _, part := range []string{aborts, restores} {
				for range guards {
					if part != "" {
						want = append(want, strings.Split(part, "; ")...)
					}
				}
			}
			if strings.HasPrefix(tc.loss, "its tree") { // as a whole, in the order of its nodes
				if len(m.log) < guards*3 {
					t.Errorf("called: %q", m.log)
				}
			} else if !slices.Equal(m.log, want) {
				t.Errorf("called: %q\nwant %q", m.log, want)
			}
			for id := range names {
				if got := int64(m.State(id).Get(m.Schema().Symbol("seen").Base)); tc.seen > 0 && got != tc.seen {
					t.Errorf("agent %d: on_abort has written %d, want %d", id, got, tc.seen)
				}
			}
			var losses []string
			for _, l := range report.Losses {
				losses = append(losses, l.Who()+": "+l.Text)
				if l.Kind == 0 || l.Why == "" || len(l.Agents) != guards || len(l.Names) != agent.MaxNamed {
					t.Errorf("%+v", l)
				}
			}
			if tc.loss != "" {
				tc.loss = "guard#1, guard#2, guard#3 and 2 more: " + tc.loss
			}
			if got := strings.Join(losses, "; "); got != tc.loss {
				t.Errorf("lost: %q, want %q", got, tc.loss)
			}
			for _, ticks := range []int{0, 60} {
				m.run(ticks)
				trees := 0
				for id := range names {
					trees += len(m.View().Trees(id))
				}
				if m.running != m.Running()-trees {
					t.Errorf("after %d ticks %d actions run in %d trees, the host counts %d", ticks, m.Running(), trees, m.running)
				}
			}
		})
	}
}

// cutAfterAborts parts the aborts of a log from what continues.
func cutAfterAborts(log string) (aborts, restores string, ok bool) {
	parts := strings.Split(log, "; ")
	n := 0
	for n < len(parts) && strings.HasPrefix(parts[n], "abort ") {
		n++
	}
	return strings.Join(parts[:n], "; "), strings.Join(parts[n:], "; "), n > 0
}

// TestReloadsBesideTreesChangeNothingInThem: where a program has changed in what trees have no part in, they continue
// to the byte, reload after reload.
func TestReloadsBesideTreesChangeNothingInThem(t *testing.T) {
	plain, m := newMill(t, watch, agent.Options{Seed: 3}), newMill(t, watch, agent.Options{Seed: 3})
	for range 3 {
		plain.Spawn("guard")
		m.Spawn("guard")
	}
	for tick := range 120 {
		if tick%7 == 3 {
			more := "action late\n"
			if tick%2 == 0 {
				more = "state agent { fun: int 0..9 = 4 }\n"
			}
			if report := m.reload(t, watch+more); report.Same || len(report.Losses) > 0 {
				t.Fatalf("tick %d: %+v", tick, report)
			}
		}
		for _, of := range []*mill{plain, m} {
			i := 0
			for id := range of.All {
				if i++; (tick+i)%23 == 0 {
					st := of.Target(id, false)
					at := of.Schema().Symbol("noise").Base
					st.Set(at, 1-st.Get(at))
				}
			}
			of.Step()
		}
		if nodesOf(plain.Crowd) != nodesOf(m.Crowd) || plain.started != m.started || plain.ended != m.ended {
			t.Fatalf("tick %d: as it was\n%sreloaded\n%s", tick, nodesOf(plain.Crowd), nodesOf(m.Crowd))
		}
	}
	if plain.ended < 20 {
		t.Errorf("%d actions have ended", plain.ended)
	}
}

// nodesOf returns which nodes of trees run.
func nodesOf(c *agent.Crowd) string {
	var b strings.Builder
	for id := range c.All {
		for _, tree := range c.View().Trees(id) {
			for n := range tree.Program().Len() {
				fmt.Fprintf(&b, "%v ", tree.Status(int32(n)))
			}
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}
