package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// reflexes is a crowd with one agent, of the first kind, whose actions take the number of ticks in their argument: 2 by
// default, 0 forever. It logs starts, ends and aborts, with the events of reactions, layers and steps.
type reflexes struct {
	*agent.Crowd
	program *program.Program
	takes   map[string]int32
	slips   string // the action that panics
	mute    bool   // nothing is written down
	log     []string
	id      agent.ID
}

func newReflexes(t testing.TB, text string, o agent.Options, takes map[string]int32) *reflexes {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	h := &reflexes{takes: takes, program: p}
	b := h.bind(p)
	o.Sink = runner.SinkFunc(func(e runner.Event) {
		if !h.mute && (e.Kind >= runner.ReactionStarted || e.Kind == runner.StepFailed || e.Kind == runner.AgentQuarantined || e.Kind == runner.AgentReleased) {
			h.note(h.View().Text(e))
		}
	})
	crowd, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	h.Crowd = crowd
	if f, ok := o.Senses.(*fog); ok {
		f.crowd = crowd
	}
	h.id = h.Spawn(p.Info.Agents[0].Name)
	return h
}

func (h *reflexes) bind(p *program.Program) *action.Bindings {
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(_ *action.Ctx, _ *action.Arguments, s *timed) action.Status {
			s.Ticks++
			most, said := h.takes[a.Name]
			if !said {
				most = 2
			}
			switch {
			case h.slips == a.Name:
				panic("a slip")
			case most == 0 || s.Ticks < most:
				return action.Running
			}
			h.note(a.Name, " done")
			return action.Success
		}, action.OnStart(func(*action.Ctx, *action.Arguments, *timed) { h.note(a.Name, "") }),
			action.OnAbort(func(_ *action.Ctx, _ *action.Arguments, _ *timed, r action.Reason) {
				h.note(a.Name, " aborted: ", r.String())
			}))
	}
	return b
}

func (h *reflexes) note(text ...string) {
	if !h.mute {
		h.log = append(h.log, strings.Join(text, ""))
	}
}

func (h *reflexes) set(symbol string, w world.Word) {
	h.Target(h.id, false).Set(h.Schema().Symbol(symbol).Base, w)
}

// run makes ticks, before some of which the host acts, and returns the log, with the tick before each line.
func (h *reflexes) run(ticks int, host map[int]string) (lines []string) {
	for range ticks {
		h.log = nil
		for _, what := range strings.Fields(host[int(h.Tick()+1)]) {
			name, value, _ := strings.Cut(what, "=")
			h.set(name, world.Bool(value != "false"))
		}
		h.Step()
		for _, line := range h.log {
			lines = append(lines, fmt.Sprintf("%d %s", h.Tick(), line))
		}
	}
	return lines
}

const reflexive = `
state agent { sensed alarm: bool; sensed hurt: bool; sensed calm: bool = true }
action walk uses legs
action work uses hands
action aim uses hands grace 0.3s
action rest
action flee uses legs
action wince uses hands
action shout uses voice
action hum uses voice
action freeze
operator go { do walk }
operator sow { do work }
operator stay { do rest }
operator shoot { do aim }
operator strike { do work; commit 0.4s }
operator all { do parallel { walk; work } }
task going { method "go" { go } }
task sowing { method "sow" { sow } }
task striking { method "strike" { strike } }
task shooting { method "shoot" { shoot } }
task both { method "both" { unordered { go; sow } } }
task resting { method "stay" { stay } }
tree dash { sequence { walk; work } }
tree steady { sequence { walk uninterrupted; rest } }
goal stroll { walk; work }
goal steadily { walk uninterrupted; work }
goal speak { shout }
`

func TestReactions(t *testing.T) {
	forever := map[string]int32{"walk": 0, "work": 0, "rest": 0, "aim": 0}
	for _, tc := range []struct {
		name, text string
		takes      map[string]int32
		host       map[int]string
		ticks      int
		want       []string
	}{
		{"a step is interrupted, and starts again", `agent a { plan going; reaction flee on alarm }`, map[string]int32{"walk": 9}, map[int]string{3: "alarm"}, 5,
			[]string{"1 walk", "3 walk aborted: something more important interrupted it", "3 mind interrupted: flee", "3 reaction started: flee", "3 flee", "4 flee done",
				"4 reaction ended: flee: success", "4 mind resumed: flee", "5 walk"}},
		{"it reacts when the condition begins to hold, and once", `agent a { reaction flee on alarm }`, nil, map[int]string{2: "alarm", 5: "alarm=false", 6: "alarm"}, 7,
			[]string{"2 reaction started: flee", "2 flee", "3 flee done", "3 reaction ended: flee: success", "6 reaction started: flee", "6 flee", "7 flee done",
				"7 reaction ended: flee: success"}},
		{"not again while its cooldown lasts, but after that if the condition still holds", `agent a { reaction flee on alarm cooldown 0.4s }`, nil,
			map[int]string{1: "alarm", 3: "alarm=false", 4: "alarm"}, 7,
			[]string{"1 reaction started: flee", "1 flee", "2 flee done", "2 reaction ended: flee: success", "6 reaction started: flee", "6 flee",
				"7 flee done", "7 reaction ended: flee: success"}},
		{"with resources of its own it runs beside the mind", `agent a { plan going; reaction shout on alarm }`, forever, map[int]string{2: "alarm"}, 4,
			[]string{"1 walk", "2 reaction started: shout", "2 shout", "3 shout done", "3 reaction ended: shout: success"}},
		{"of several steps only those are interrupted that need the same", `agent a { plan both; reaction flee on alarm }`, forever, map[int]string{2: "alarm"}, 4,
			[]string{"1 walk", "1 work", "2 walk aborted: something more important interrupted it", "2 mind interrupted: flee", "2 reaction started: flee", "2 flee",
				"3 flee done", "3 reaction ended: flee: success", "3 mind resumed: flee", "4 walk"}},
		{"without resources it interrupts anything", `agent a { plan going; reaction freeze on alarm }`, forever, map[int]string{2: "alarm"}, 4,
			[]string{"1 walk", "2 walk aborted: something more important interrupted it", "2 mind interrupted: freeze", "2 reaction started: freeze", "2 freeze",
				"3 freeze done", "3 reaction ended: freeze: success", "3 mind resumed: freeze", "4 walk"}},
		{"a step that is to start meanwhile waits", `agent a { plan going when !calm; reaction flee on alarm }`, map[string]int32{"flee": 3, "walk": 0}, map[int]string{2: "alarm", 3: "calm=false"}, 5,
			[]string{"2 reaction started: flee", "2 flee", "4 flee done", "4 reaction ended: flee: success", "5 walk"}},
		{"it waits for a commitment", `agent a { plan striking; reaction wince on alarm }`, forever, map[int]string{2: "alarm"}, 7,
			[]string{"1 work", "2 reaction waits: wince: what runs is committed", "5 work aborted: something more important interrupted it", "5 mind interrupted: wince",
				"5 reaction started: wince", "5 wince", "6 wince done", "6 reaction ended: wince: success", "6 mind resumed: wince", "7 work"}},
		{"not when it needs other resources than what is committed", `agent a { plan striking; reaction flee on alarm }`, forever, map[int]string{2: "alarm"}, 3,
			[]string{"1 work", "2 reaction started: flee", "2 flee", "3 flee done", "3 reaction ended: flee: success"}},
		{"what is over before the commitment ends is dropped", `agent a { plan striking; reaction wince on alarm }`, forever, map[int]string{2: "alarm", 4: "alarm=false"}, 7,
			[]string{"1 work", "2 reaction waits: wince: what runs is committed", "4 reaction dropped: wince"}},
		{"an action that asks for grace has it, and is aborted then", `agent a { plan shooting; reaction wince on alarm }`, forever, map[int]string{2: "alarm"}, 5,
			[]string{"1 aim", "2 reaction waits: wince gives 0.3s of grace", "5 aim aborted: something more important interrupted it", "5 mind interrupted: wince",
				"5 reaction started: wince", "5 wince"}},
		{"one that ends within it is not aborted", `agent a { plan shooting; reaction wince on alarm }`, map[string]int32{"aim": 3}, map[int]string{2: "alarm"}, 5,
			[]string{"1 aim", "2 reaction waits: wince gives 0.3s of grace", "3 aim done", "4 reaction started: wince", "4 wince", "5 wince done", "5 reaction ended: wince: success"}},
		{"an earlier line goes before a later one, which wants to start again", `agent a { reaction flee on hurt; reaction walk on alarm }`, map[string]int32{"walk": 0}, map[int]string{1: "alarm", 3: "hurt"}, 5,
			[]string{"1 reaction started: walk", "1 walk", "3 walk aborted: something more important interrupted it", "3 reaction aborted: walk: something more important interrupted it",
				"3 reaction started: flee", "3 flee", "3 reaction waits: walk: another reaction goes first", "4 flee done", "4 reaction ended: flee: success",
				"5 reaction started: walk", "5 walk"}},
		{"a later line waits for an earlier one", `agent a { reaction flee on alarm; reaction walk on hurt }`, nil, map[int]string{1: "alarm", 2: "hurt"}, 4,
			[]string{"1 reaction started: flee", "1 flee", "2 reaction waits: walk: another reaction goes first", "2 flee done", "2 reaction ended: flee: success",
				"3 reaction started: walk", "3 walk", "4 walk done", "4 reaction ended: walk: success"}},
		{"with resources of their own both run", `agent a { reaction flee on alarm; reaction wince on hurt }`, nil, map[int]string{1: "alarm hurt"}, 2,
			[]string{"1 reaction started: flee", "1 flee", "1 reaction started: wince", "1 wince", "2 flee done", "2 reaction ended: flee: success",
				"2 wince done", "2 reaction ended: wince: success"}},
		{"a tree is aborted, and starts afresh", `agent a { tree dash; reaction flee on alarm }`, map[string]int32{"work": 0}, map[int]string{4: "alarm"}, 6,
			[]string{"1 walk", "2 walk done", "2 work", "4 work aborted: something more important interrupted it", "4 mind interrupted: flee", "4 reaction started: flee", "4 flee",
				"5 flee done", "5 reaction ended: flee: success", "5 mind resumed: flee", "6 walk"}},
		{"not while an uninterrupted action runs", `agent a { tree steady; reaction flee on alarm }`, map[string]int32{"walk": 3}, map[int]string{2: "alarm"}, 4,
			[]string{"1 walk", "2 reaction waits: flee: what runs is committed", "3 walk done", "3 rest", "4 rest aborted: something more important interrupted it",
				"4 mind interrupted: flee", "4 reaction started: flee", "4 flee"}},
		{"a brain's pursuit is suspended, and resumed where it was", `brain b { want stroll { score 1.0 } }; agent a { brain b; reaction wince on alarm }`,
			map[string]int32{"work": 0}, map[int]string{4: "alarm"}, 6,
			[]string{"1 walk", "2 walk done", "2 work", "4 work aborted: something more important interrupted it", "4 mind interrupted: wince", "4 reaction started: wince", "4 wince",
				"5 wince done", "5 reaction ended: wince: success", "5 mind resumed: wince", "6 work"}},
		{"not while a step runs that is not to be interrupted", `brain b { want steadily { score 1.0 } }; agent a { brain b; reaction flee on alarm }`,
			map[string]int32{"walk": 4}, map[int]string{2: "alarm"}, 5,
			[]string{"1 walk", "2 reaction waits: flee: what runs is committed", "4 walk done", "4 work", "5 work aborted: something more important interrupted it",
				"5 mind interrupted: flee", "5 reaction started: flee", "5 flee"}},
		{"a pursuit that needs other resources goes on", `brain b { want speak { score 1.0 } }; agent a { brain b; reaction flee on alarm }`,
			map[string]int32{"shout": 0}, map[int]string{2: "alarm"}, 4,
			[]string{"1 shout", "2 reaction started: flee", "2 flee", "3 flee done", "3 reaction ended: flee: success"}},
		{"an idle action gives way, too", `agent a { plan going when !calm; idle walk; reaction flee on alarm }`, forever, map[int]string{2: "alarm"}, 4,
			[]string{"1 walk", "2 walk aborted: something more important interrupted it", "2 mind interrupted: flee", "2 reaction started: flee", "2 flee",
				"3 flee done", "3 reaction ended: flee: success", "3 mind resumed: flee", "4 walk"}},
		{"a reaction can be a tree", `agent a { plan sowing; reaction dash on alarm }`, map[string]int32{"work": 0}, map[int]string{2: "alarm"}, 4,
			[]string{"1 work", "2 work aborted: something more important interrupted it", "2 mind interrupted: dash", "2 reaction started: dash", "2 walk", "3 walk done", "3 work"}},
		{"or a goal, which is not to be interrupted in what it says", `agent a { reaction flee on hurt; reaction steadily on alarm }`, map[string]int32{"walk": 3}, map[int]string{1: "alarm", 2: "hurt"}, 4,
			[]string{"1 reaction started: steadily", "1 walk", "2 reaction waits: flee: what runs is committed", "3 walk done", "3 work", "4 work aborted: something more important interrupted it",
				"4 reaction aborted: steadily: something more important interrupted it", "4 reaction started: flee", "4 flee", "4 reaction waits: steadily: another reaction goes first"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newReflexes(t, reflexive+tc.text, agent.Options{}, tc.takes)
			if got := h.run(tc.ticks, tc.host); !slices.Equal(got, tc.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
			}
			if h.Remove(h.id); h.Running() != 0 {
				t.Error(h.Running(), "activities are left over")
			}
		})
	}
}
