package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// reloadCase is a rule of reloading: what agents do, a change of the program, and what becomes of it.
type reloadCase struct {
	name   string
	text   string
	spawn  string // kinds of agents, spawned in order; those after a squad join it
	script string // before the reload: "fear = 9" sets a symbol of all agents that are no squads, "run 3" steps
	edit   string // lines "from => to", or "from =>" for nothing; an empty one adds at the end
	calls  string // aborts and restores of the host's actions during the reload
	events string // that are reported during the reload
	losses string // of the report: "names: text"
	after  string // a script after the reload
	then   string // the events of the ticks after it, each "tick: event"
	ticks  int    // how many there are
}

// edited applies the edit of a case to a text.
func (c *reloadCase) edited(t *testing.T) string {
	t.Helper()
	text := c.text
	for line := range strings.SplitSeq(c.edit, "\n") {
		from, to, _ := strings.Cut(line, "=>")
		if from, to = strings.TrimSpace(from), strings.TrimSpace(to); from == "" {
			text += to + "\n"
		} else if !strings.Contains(text, from) {
			t.Fatalf("the text has no %q", from)
		} else {
			text = strings.Replace(text, from, to, 1)
		}
	}
	return text
}

// run does what a script says with a mill.
func (m *mill) follow(t *testing.T, script string) {
	t.Helper()
	for line := range strings.SplitSeq(script, ";") {
		line = strings.TrimSpace(line)
		var ticks int
		var value int64
		name, number, set := strings.Cut(line, " = ")
		switch {
		case line == "":
		case set:
			if _, err := fmt.Sscan(number, &value); err != nil {
				t.Fatal(err)
			}
			for id := range m.All {
				if m.Program().Info.Agents[m.kindIndex(id)].Leads == nil {
					m.Target(id, false).Set(m.Schema().Symbol(name).Base, world.Word(value))
				}
			}
		default:
			if _, err := fmt.Sscanf(line, "run %d", &ticks); err != nil {
				t.Fatal(line, err)
			}
			m.run(ticks)
		}
	}
}

func (m *mill) kindIndex(id agent.ID) int {
	for i, a := range m.Program().Info.Agents {
		if a.Name == m.KindOf(id) {
			return i
		}
	}
	return -1
}

// testReloads plays cases: reloads, snapshots after them, and what comes then.
func testReloads(t *testing.T, cases []reloadCase, text, spawn string) {
	for i := range cases {
		c := &cases[i]
		if c.text == "" {
			c.text = text
		}
		if c.spawn == "" {
			c.spawn = spawn
		}
		t.Run(c.name, func(t *testing.T) {
			var m *mill
			note := func(text func() string) {
				if m != nil {
					m.events = append(m.events, text())
				}
			}
			o := agent.Options{Seed: 3}
			o.GoalSink = goal.SinkFunc(func(e goal.Event) { note(func() string { return m.View().GoalText(e) }) })
			o.SquadSink = agent.SquadSinkFunc(func(e agent.SquadEvent) { note(func() string { return m.View().SquadText(e) }) })
			m = newMill(t, c.text, o)
			names, counts, leader := map[agent.ID]string{}, map[string]int{}, agent.ID(0)
			for _, kind := range strings.Fields(c.spawn) {
				id := m.Spawn(kind)
				counts[kind]++
				names[id] = fmt.Sprintf("%s#%d", kind, counts[kind])
				if m.Program().Info.Agents[m.kindIndex(id)].Leads != nil {
					leader = id
				} else if leader != 0 {
					if err := m.Join(leader, id); err != nil {
						t.Fatal(err)
					}
				}
			}
			m.NameAgents(func(id agent.ID) string { return names[id] })
			m.follow(t, c.script)
			m.log, m.events = nil, nil
			next := c.edited(t)
			report := m.reload(t, next)
			check := func(what, got, want string) {
				t.Helper()
				if got != want {
					t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
				}
			}
			check("calls", strings.Join(m.log, "; "), c.calls)
			check("events", strings.Join(m.events, "; "), c.events)
			var losses []string
			for i := range report.Losses {
				losses = append(losses, report.Losses[i].Who()+": "+report.Losses[i].Text)
			}
			check("losses", strings.Join(losses, "; "), c.losses)
			saved := m.Snapshot(nil)
			p := loadText(t, next)
			other := &mill{}
			twin, _, err := agent.Restore(p, other.bindings(p), agent.Options{}, saved)
			if err != nil {
				t.Fatal(err)
			}
			other.Crowd = twin
			m.follow(t, c.after)
			other.follow(t, c.after)
			var then []string
			for range c.ticks {
				m.events = nil
				m.run(1)
				for _, e := range m.events {
					then = append(then, fmt.Sprintf("%d: %s", m.Tick(), e))
				}
			}
			check("then", strings.Join(then, "; "), c.then)
			m.run(40)
			if other.run(c.ticks + 40); other.TraceHash() != m.TraceHash() || doing(other.Crowd) != doing(m.Crowd) {
				t.Error("a snapshot that was taken after the reload continues differently")
			}
			for id := range m.All {
				m.Remove(id)
			}
			if m.run(2); m.running != 0 || m.Running() != 0 {
				t.Errorf("%d actions of agents that have left run, the host counts %d", m.Running(), m.running)
			}
		})
	}
}

// chores is a goal with interrupts.
const chores = `
state agent { fear: int 0..9; hunger: int 0..9 }
action walk
action hide
action eat
action wash
goal tidy {
    interrupt when fear > 5 { hide }
    interrupt when hunger > 5 { wash }
    walk suspends
    eat
}
brain plain { want tidy { score 1 } }
agent maid { brain plain }
`

// TestReloadsOfInterrupts: of a goal whose interrupt is gone, only that ends.
func TestReloadsOfInterrupts(t *testing.T) {
	const fear, both = "run 3; fear = 9; run 3", "run 3; fear = 9; run 3; hunger = 9; run 3"
	testReloads(t, []reloadCase{
		{name: "another condition", script: fear, edit: "fear > 5 => fear > 4", calls: "restored walk; restored hide"},
		{name: "another goal", script: fear, edit: "=> goal idle_on { wash }", calls: "restored walk; restored hide"},
		{name: "one before it", script: fear, edit: "interrupt when fear => interrupt when hunger > 8 { eat }; interrupt when fear", calls: "restored walk; restored hide"},
		{name: "the one that runs is gone", script: fear, edit: "interrupt when fear > 5 { hide } =>", calls: "abort hide: the program was changed; restored walk",
			events: "hide aborted: the program was changed; walk resumed",
			losses: "maid#1: want tidy: interrupt hide of goal tidy ends: it is gone"},
		{name: "the one that runs does something else", script: fear, edit: "{ hide } => { wash }", calls: "abort hide: the program was changed; restored walk",
			events: "hide aborted: the program was changed; walk resumed",
			losses: "maid#1: want tidy: interrupt hide of goal tidy ends: it is gone"},
		{name: "another one is gone", script: fear, edit: "interrupt when hunger > 5 { wash } =>", calls: "restored walk; restored hide"},
		{name: "the one in front of another is gone", script: both, edit: "interrupt when hunger > 5 { wash } =>", calls: "abort wash: the program was changed; restored walk",
			events: "wash aborted: the program was changed",
			losses: "maid#1: want tidy: interrupt wash of goal tidy ends: it is gone"},
		{name: "the one behind another is gone", script: both, edit: "interrupt when fear > 5 { hide } =>", calls: "restored walk; restored wash",
			losses: "maid#1: want tidy: interrupt hide of goal tidy ends: it is gone"},
		{name: "the step that is interrupted is gone", script: fear, edit: "walk suspends =>", calls: "abort walk: the program was changed; restored hide",
			events: "walk aborted: the program was changed",
			losses: "maid#1: want tidy: step walk of goal tidy ends: it is gone"},
		{name: "both are gone", script: fear, edit: "walk suspends =>\ninterrupt when fear > 5 { hide } =>", calls: "abort hide: the program was changed; abort walk: the program was changed",
			events: "hide aborted: the program was changed; walk aborted: the program was changed",
			losses: "maid#1: want tidy: step walk of goal tidy ends: it is gone; maid#1: want tidy: interrupt hide of goal tidy ends: it is gone"},
	}, chores, "maid")
}

// hounds are agents with reactions and layers.
const hounds = `
state agent { noise: int 0..9; hunger: int 0..9; tired: bool; wet: bool }
action walk uses legs
action bark(n: int) uses voice
action hide uses legs
action sniff uses nose
action wag uses tail
operator stroll { do walk }
task patrol { method "stroll" { stroll } }
goal roam { walk }
goal eat_up { walk }
goal dive { hide; sniff }
tree shake { sequence { wag on_abort wet = true; sniff } }
brain plain {
    want roam { score 0.5 }
    want eat_up { score 0.1 * hunger }
}
agent hound {
    plan patrol
    reaction hide on noise > 5 cooldown 1s
    reaction bark(3) on hunger > 5
    layer tail wag
    layer nose sniff
}
agent setter {
    brain plain
    reaction dive on noise > 5
    layer tail shake
}
`

// TestReloadsOfReactions: reactions and layers that still exist continue, with their cooldowns and waits; others are
// aborted.
func TestReloadsOfReactions(t *testing.T) {
	const on, gone = "run 2; noise = 9; run 2", ": the program was changed"
	testReloads(t, []reloadCase{
		{name: "something else", script: on, edit: "=> state agent { fun: int 0..9 }", calls: "restored hide; restored wag; restored sniff"},
		{name: "another cooldown and condition", script: on, edit: "noise > 5 cooldown 1s => noise > 4 cooldown 3s", calls: "restored hide; restored wag; restored sniff"},
		{name: "one more reaction before it", script: on, edit: "reaction hide => reaction walk on tired; reaction hide", calls: "restored hide; restored wag; restored sniff"},
		{name: "one more layer before them", script: on, edit: "layer tail => layer voice bark(1); layer tail", calls: "restored hide; restored wag; restored sniff", ticks: 1, then: "5: plan kept: the new plan is the same; 5: layer started: voice"},
		{name: "they change places", script: on, edit: "layer tail wag =>\nlayer nose sniff => layer nose sniff; layer tail wag", calls: "restored hide; restored sniff; restored wag"},
		{name: "the running reaction is gone", script: on, edit: "reaction hide on noise > 5 cooldown 1s =>", calls: "abort hide" + gone + "; restored wag; restored sniff",
			events: "reaction aborted: hide" + gone, losses: "hound#1: reaction hide ends: it is gone", ticks: 1, then: "5: plan kept: the new plan is the same; 5: step started: stroll"},
		{name: "another reaction is gone", script: on, edit: "reaction bark(3) on hunger > 5 =>", calls: "restored hide; restored wag; restored sniff"},
		{name: "another argument", script: "run 2; hunger = 9; run 2", edit: "bark(3) => bark(4)\n=> action late", calls: "abort bark" + gone + "; restored walk; restored wag; restored sniff",
			events: "reaction aborted: bark" + gone, losses: "hound#1: reaction bark(3) ends: it is gone", ticks: 1, then: "5: reaction started: bark; 5: plan kept: the new plan is the same"},
		{name: "another number as an argument, and nothing else", script: "run 2; hunger = 9; run 2", edit: "bark(3) => bark(4)", calls: "restored walk; restored bark; restored wag; restored sniff"},
		{name: "what it does is another action", script: on, edit: "reaction hide => reaction walk", calls: "abort hide" + gone + "; restored wag; restored sniff", events: "reaction aborted: hide" + gone,
			losses: "hound#1: reaction hide ends: it is gone", ticks: 1, then: "5: reaction started: walk; 5: plan kept: the new plan is the same"},
		{name: "a layer is gone", script: on, edit: "layer tail wag =>", calls: "abort wag" + gone + "; restored hide; restored sniff", events: "layer aborted: tail" + gone, losses: "hound#1: layer tail ends: it is gone"},
		{name: "a layer does something else", script: on, edit: "layer tail wag => layer tail bark(2)", calls: "abort wag" + gone + "; restored hide; restored sniff", events: "layer aborted: tail" + gone,
			losses: "hound#1: layer tail ends: it is gone", ticks: 1, then: "5: plan kept: the new plan is the same; 5: layer started: tail"},
		{name: "all of them are gone", script: on, edit: "reaction hide on noise > 5 cooldown 1s =>\nreaction bark(3) on hunger > 5 =>\nlayer tail wag =>\nlayer nose sniff =>",
			calls: "abort sniff" + gone + "; abort wag" + gone + "; abort hide" + gone, events: "layer aborted: nose" + gone + "; layer aborted: tail" + gone + "; reaction aborted: hide" + gone,
			losses: "hound#1: reaction hide ends: it is gone; hound#1: layer tail ends: it is gone; hound#1: layer nose ends: it is gone"},
		{name: "the plan is gone beside them", script: "run 2; hunger = 9; run 2", edit: "operator stroll => operator amble\n{ stroll } => { amble }",
			calls: "abort walk" + gone + "; restored bark; restored wag; restored sniff", events: "step aborted: stroll" + gone + "; plan aborted" + gone, losses: "hound#1: its plan does not continue: method stroll of task patrol has other steps"},
		{name: "a cooldown", script: "run 2; noise = 9; run 31; noise = 0; run 1", edit: "reaction hide => reaction wag on tired; reaction hide", calls: "restored walk; restored wag; restored sniff",
			after: "noise = 9; run 7", ticks: 3, then: "42: step aborted: stroll: something more important interrupted it; 42: mind interrupted: hide; 42: reaction started: hide"},
		{name: "a brain that is interrupted", spawn: "setter", script: on, edit: "=> action late", calls: "restored hide; restored wag"},
		{name: "a step of the goal of a reaction is gone", spawn: "setter", script: on, edit: "goal dive { hide; sniff } => goal dive { walk; sniff }", calls: "abort hide" + gone + "; restored wag",
			events: "hide aborted" + gone, losses: "setter#1: step hide of goal dive ends: it is gone"},
		{name: "so that it needs less", spawn: "setter", script: on, edit: "goal dive { hide; sniff } => goal dive { sniff }", calls: "abort hide" + gone + "; restored wag",
			events: "hide aborted" + gone + "; roam resumed", losses: "setter#1: step hide of goal dive ends: it is gone"},
		{name: "the reaction is gone that has interrupted a brain", spawn: "setter", script: on, edit: "reaction dive on noise > 5 =>", calls: "abort hide" + gone + "; restored wag",
			events: "hide aborted" + gone + "; dive terminated" + gone + "; reaction aborted: dive" + gone + "; roam resumed", losses: "setter#1: reaction dive ends: it is gone"},
		{name: "a branch of the tree of a layer is gone", spawn: "setter", script: on, edit: "wag on_abort wet = true; sniff => sniff", calls: "abort wag" + gone + "; restored hide",
			losses: "setter#1: what ran at wag of tree shake ends: it is gone"},
		{name: "the tree of a layer is gone", spawn: "setter", script: on, edit: "layer tail shake => layer tail wag", calls: "abort wag" + gone + "; restored hide",
			events: "layer aborted: tail" + gone, losses: "setter#1: layer tail ends: it is gone"},
		{name: "the kind of an agent before another", spawn: "setter hound", script: on, edit: "agent setter => agent wolf",
			calls:  "abort wag" + gone + "; abort hide" + gone + "; restored hide; restored wag; restored sniff",
			events: "layer aborted: tail" + gone + "; hide aborted" + gone + "; dive terminated" + gone + "; reaction aborted: dive" + gone + "; roam terminated" + gone + "; roam ended: inactive: the game aborted it",
			losses: "setter#1: its kind setter is gone, and with it the agent"},
	}, hounds, "hound")
}
