package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

func TestLayers(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		takes      map[string]int32
		host       map[int]string
		ticks      int
		want       []string
	}{
		{"a layer goes on beside the mind, and starts again in the tick after it has ended", `agent a { plan going; layer voice hum }`, map[string]int32{"walk": 0}, nil, 4,
			[]string{"1 walk", "1 layer started: voice", "1 hum", "2 hum done", "2 layer ended: voice: success", "3 hum", "4 hum done", "4 layer ended: voice: success"}},
		{"it is pushed aside before a step starts that needs the same, and starts afresh when that is free", `agent a { plan sowing when !calm; layer fingers wince }`,
			map[string]int32{"wince": 0, "work": 3}, map[int]string{3: "calm=false", 5: "calm"}, 7,
			[]string{"1 layer started: fingers", "1 wince", "3 wince aborted: something more important interrupted it", "3 layer aborted: fingers: something more important interrupted it", "3 work",
				"5 work aborted: the plan line no longer applies", "6 layer started: fingers", "6 wince"}},
		{"not between two steps that follow each other", `task two { method "two" { sow; strike } }; agent a { plan two once; layer fingers wince }`, map[string]int32{"wince": 0}, nil, 6,
			[]string{"1 work", "2 work done", "3 work", "4 work done", "5 layer started: fingers", "5 wince"}},
		{"by a tree only while an action of it needs the same", `agent a { tree dash; layer fingers wince }`, map[string]int32{"wince": 0, "walk": 3}, nil, 8,
			[]string{"1 walk", "1 layer started: fingers", "1 wince", "3 walk done", "3 wince aborted: something more important interrupted it", "3 layer aborted: fingers: something more important interrupted it",
				"3 work", "4 work done", "5 walk", "5 layer started: fingers", "5 wince", "7 walk done", "7 wince aborted: something more important interrupted it",
				"7 layer aborted: fingers: something more important interrupted it", "7 work", "8 work done"}},
		{"by a reaction", `agent a { reaction shout on alarm; layer voice hum }`, map[string]int32{"hum": 0}, map[int]string{2: "alarm"}, 5,
			[]string{"1 layer started: voice", "1 hum", "2 reaction started: shout", "2 hum aborted: something more important interrupted it", "2 layer aborted: voice: something more important interrupted it",
				"2 shout", "3 shout done", "3 reaction ended: shout: success", "4 layer started: voice", "4 hum"}},
		{"not by a reaction that needs other resources", `agent a { reaction flee on alarm; layer voice hum }`, map[string]int32{"hum": 0, "flee": 0}, map[int]string{2: "alarm"}, 4,
			[]string{"1 layer started: voice", "1 hum", "2 reaction started: flee", "2 flee"}},
		{"of two that need the same the first runs", `agent a { layer first hum; layer second shout }`, nil, nil, 4,
			[]string{"1 layer started: first", "1 hum", "2 hum done", "2 layer ended: first: success", "3 hum", "4 hum done", "4 layer ended: first: success"}},
		{"also where that takes but a tick", `agent a { layer first hum; layer second shout }`, map[string]int32{"hum": 1}, nil, 2,
			[]string{"1 layer started: first", "1 hum", "1 hum done", "1 layer ended: first: success", "2 hum", "2 hum done", "2 layer ended: first: success"}},
		{"a layer can be a tree", `agent a { layer body dash }`, nil, nil, 3,
			[]string{"1 layer started: body", "1 walk", "2 walk done", "2 work", "3 work done", "3 layer ended: body: success"}},
		{"or a goal", `agent a { layer talk speak }`, nil, nil, 3,
			[]string{"1 layer started: talk", "1 shout", "2 shout done", "2 layer ended: talk: success", "3 shout"}},
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

// TestAPanicBesideTheMindTakesDownOneAgent: of a reaction as of a layer; all that the agent does is aborted, it is left
// alone, and begins again.
func TestAPanicBesideTheMindTakesDownOneAgent(t *testing.T) {
	for _, tc := range []struct{ name, text string }{
		{"a reaction", `agent a { plan sowing; reaction shout on alarm; layer legs walk }`},
		{"a layer", `agent a { plan sowing; layer legs walk; layer voice dash_out }; tree dash_out { sequence { when alarm { shout } } }`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newReflexes(t, reflexive+tc.text, agent.Options{}, map[string]int32{"work": 0, "walk": 0})
			other := h.Spawn("a")
			h.slips = "shout"
			h.run(3, nil)
			h.set("alarm", 1)
			got := strings.Join(h.run(1, nil), "\n")
			for _, want := range []string{"work aborted: in quarantine after a panic", "walk aborted: in quarantine after a panic", "agent quarantined for 1s"} {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
			if strings.Contains(h.View().Explain(other), "panic") || h.Running() < 2 {
				t.Error("the other one suffers, too")
			}
			h.slips = ""
			h.set("alarm", 0)
			got = strings.Join(h.run(13, nil), "\n")
			for _, want := range []string{"14 agent released from quarantine", "14 work", "14 walk"} {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
		})
	}
}

// TestAPanicIsNotLostOnALayer: a tree panics in one branch, and then pushes a layer aside that is a tree, too.
func TestAPanicIsNotLostOnALayer(t *testing.T) {
	h := newReflexes(t, reflexive+`tree life { parallel all fail 2 { when alarm { shout }; when alarm { walk } } }; agent a { tree life; layer legs dash }`, agent.Options{}, map[string]int32{"walk": 0})
	h.slips = "shout"
	want := []string{"1 layer started: legs", "1 walk", "3 shout", "3 walk aborted: something more important interrupted it", "3 layer aborted: legs: something more important interrupted it", "3 walk",
		"3 walk aborted: in quarantine after a panic", "3 agent quarantined for 1s"}
	if got := h.run(3, map[int]string{3: "alarm"}); !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestAPerceptDoesNotWaitForLong: a percept during a commitment of more than a second does not trigger a reaction.
func TestAPerceptDoesNotWaitForLong(t *testing.T) {
	const text = reflexive + `
type being max 9
sense damage { confidence 0.9 }
memory short { span 6s; capacity 5 }
operator slog { do work; commit 2s }
task slogging { method "slog" { slog } }
agent a { body being; sense damage; memory short; plan slogging; reaction wince on damage }
agent b { body being }
`
	for _, tick := range []int64{8, 15} { // the commitment ends with tick 21
		h := newReflexes(t, text, agent.Options{Senses: &fog{}}, map[string]int32{"work": 0})
		b := h.Spawn("b")
		h.run(int(tick)-1, nil)
		h.Damage(h.id, action.Damage{From: sense.ObjectID(h.Body(b)), At: sense.Point{X: 1}, Amount: 1})
		got := strings.Join(h.run(20, nil), "\n")
		if dropped, reacts := strings.Contains(got, "18 reaction dropped: wince"), strings.Contains(got, "21 reaction started: wince"); dropped != (tick == 8) || reacts == dropped {
			t.Errorf("hurt before tick %d:\n%s", tick, got)
		}
	}
}

// TestGraceIsBounded: an action may ask for as much time as it likes; it has ten seconds.
func TestGraceIsBounded(t *testing.T) {
	h := newReflexes(t, strings.Replace(reflexive, "grace 0.3s", "grace 30s", 1)+`agent a { plan shooting; reaction wince on alarm }`, agent.Options{}, map[string]int32{"aim": 0})
	got := h.run(110, map[int]string{2: "alarm"})
	want := fmt.Sprintf("%d aim aborted: something more important interrupted it", 2+int64(program.MaxGraceSeconds*10))
	if len(got) < 3 || got[1] != "2 reaction waits: wince gives 10s of grace" || got[2] != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestPercepts: an agent reacts to what hurts it, once for each time, though it remembers the attacker; a replay needs
// no senses for that.
func TestPercepts(t *testing.T) {
	const text = reflexive + `
type being max 9
sense damage { confidence 0.9 }
memory short { span 6s; capacity 5 }
agent a { body being; sense damage; memory short; plan striking; reaction wince on damage }
agent b { body being }
`
	h := newReflexes(t, text, agent.Options{Senses: &fog{}}, map[string]int32{"work": 6})
	b := h.Spawn("b")
	hit := func() {
		h.Damage(h.id, action.Damage{From: sense.ObjectID(h.Body(b)), At: sense.Point{X: 1}, Amount: 1})
	}
	hit()
	got := h.run(4, nil)
	want := []string{"1 reaction started: wince", "1 wince", "2 wince done", "2 reaction ended: wince: success", "3 work"}
	if !slices.Equal(got, want) {
		t.Error(got, "want", want)
	}
	hit() // while a step is committed until the 7th tick
	got = h.run(5, nil)
	want = []string{"5 reaction waits: wince: what runs is committed", "7 work aborted: something more important interrupted it", "7 mind interrupted: wince", "7 reaction started: wince", "7 wince",
		"8 wince done", "8 reaction ended: wince: success", "8 mind resumed: wince", "9 work"}
	if !slices.Equal(got, want) {
		t.Error(got, "want", want)
	}
}

// TestWhatIsPerceivedInQuarantineIsPast: an agent that is left alone feels nothing, and does not start at it
// afterwards.
func TestWhatIsPerceivedInQuarantineIsPast(t *testing.T) {
	const text = reflexive + `
type being max 9
sense damage { confidence 0.9 }
memory short { span 6s; capacity 5 }
agent a { body being; sense damage; memory short; plan sowing; reaction wince on damage; layer voice hum }
agent b { body being }
`
	for _, tick := range []int64{5, 12} {
		h := newReflexes(t, text, agent.Options{Senses: &fog{}}, map[string]int32{"work": 0})
		b := h.Spawn("b")
		h.slips = "hum"
		h.run(1, nil)
		h.slips = ""
		h.run(int(tick)-2, nil)
		h.Damage(h.id, action.Damage{From: sense.ObjectID(h.Body(b)), At: sense.Point{X: 1}, Amount: 1})
		got := strings.Join(h.run(10, nil), "\n")
		if reacts := strings.Contains(got, "reaction started: wince"); reacts != (tick > 11) {
			t.Errorf("hurt before tick %d: it reacts is %v\n%s", tick, reacts, got)
		}
	}
}

// TestExplainTellsWhatGoesOnBesideTheMind: what runs, what waits and for what.
func TestExplainTellsWhatGoesOnBesideTheMind(t *testing.T) {
	h := newReflexes(t, reflexive+`agent a { plan striking; reaction wince on alarm; reaction flee on hurt cooldown 2s; reaction shout on !calm; layer voice hum; layer legs walk }`, agent.Options{},
		map[string]int32{"work": 0, "shout": 0, "walk": 0})
	h.run(1, map[int]string{1: "hurt"})
	h.run(2, map[int]string{2: "alarm calm=false"})
	got := h.View().Explain(h.id)
	for _, want := range []string{"reaction wince waits: what runs is committed\n", "reaction flee rests for 1.8s\n", "reaction shout runs\n", "layer voice waits\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if parts := h.View().Parts(h.id); len(parts) != 5 || parts[3].Name != "voice" || !parts[3].Layer || parts[3].Running {
		t.Error(parts)
	}
}

// TestAnOrderGivesWayToAReaction: what an agent was ordered is interrupted, begins afresh, and is not lost; nor is a
// token that it needed.
func TestAnOrderGivesWayToAReaction(t *testing.T) {
	const text = reflexive + `
action stab uses hands needs blade
operator fence { do stab }
task fencing { method "f" { fence } }
squad pair { plan lead; role all 0..9; token blade 1 }
operator send { do order all fencing }
task lead { method "l" { send } }
agent a { squad pair; plan going when !calm; reaction wince on alarm; layer fingers work }
`
	h := newReflexes(t, text, agent.Options{}, map[string]int32{"stab": 6, "work": 0})
	s := h.Spawn("pair")
	if err := h.Join(s, h.id); err != nil {
		t.Fatal(err)
	}
	h.run(5, nil)
	got := strings.Join(h.run(20, map[int]string{8: "alarm"}), "\n")
	order := []string{"stab aborted: something more important interrupted it", "mind interrupted: wince", "wince done", "mind resumed: wince", "stab\n", "stab done"}
	for _, want := range order {
		_, rest, ok := strings.Cut(got, want)
		if !ok {
			t.Fatalf("no %q where it should be in\n%s", want, strings.Join(h.log, "\n"))
		}
		got = rest
	}
}

// TestPartsGoOnInAnotherProgram: what runs continues, and so does the plan next to it; nothing is left over.
func TestPartsGoOnInAnotherProgram(t *testing.T) {
	const text = `agent a { plan going; reaction wince on alarm; layer voice hum }`
	h := newReflexes(t, reflexive+text, agent.Options{}, map[string]int32{"walk": 0, "wince": 0, "hum": 0})
	h.run(2, map[int]string{2: "alarm"})
	other := newReflexes(t, reflexive+text+"\naction sneeze", agent.Options{}, nil)
	h.log = nil
	running := h.Running()
	report, err := h.Reload(other.program, h.bind(other.program))
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Notes) > 0 || h.Running() != running || running < 2 {
		t.Error(report.Notes, running, h.Running())
	}
	aborted := h.log
	if got := strings.Join(append(aborted, h.run(2, nil)...), "\n"); strings.Contains(got, "abort") || strings.Contains(got, "start") {
		t.Error(got)
	}
	if h.Remove(h.id); h.Running() != 0 {
		t.Error(h.Running(), "activities are left over")
	}
}

// TestASleeperWakes: an agent with nothing to do costs nothing, and reacts in the tick after something was written to
// it.
func TestASleeperWakes(t *testing.T) {
	h := newReflexes(t, reflexive+`agent a { plan going when !calm; reaction flee on alarm }`, agent.Options{}, nil)
	h.run(50, nil)
	if got := h.run(3, map[int]string{51: "alarm"}); len(got) == 0 || got[0] != "51 reaction started: flee" {
		t.Error(got)
	}
}

// TestReactingDoesNotAllocate: reactions and layers next to minds of all kinds, once they are warm.
func TestReactingDoesNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are those watched for races, in which less is inlined, so that closures are allocated")
	}
	for _, kind := range []string{"planner", "beast", "thinker"} {
		h := newReflexes(t, members, agent.Options{Seed: 3}, map[string]int32{"mind_none": 5, "layer_legs": 7})
		h.mute = true
		var ids []agent.ID
		for range 20 {
			ids = append(ids, h.Spawn(kind))
		}
		tick := func() {
			r := det.NewRand(5, uint64(h.Tick()), 1)
			for _, id := range ids {
				for _, name := range []string{"a", "b", "c"} {
					h.Target(id, false).Set(h.Schema().Symbol(name).Base, world.Word(r.Intn(5)/4))
				}
			}
			h.Step()
		}
		for range 3000 {
			tick()
		}
		if n := testing.AllocsPerRun(300, tick); n > 0 {
			t.Errorf("%s: a tick allocates %g times", kind, n)
		}
	}
}
