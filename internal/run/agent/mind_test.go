package agent_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// counted is a model whose trees count their events.
const counted = `
state agent { dozed: int; ate: int; fled: int; alarm: bool }
action doze
action eat
action flee
`

// count returns what a tree has counted.
func (h *stagehand) count(id agent.ID, symbol string) world.Word {
	return h.Target(id, false).Get(h.Schema().Symbol(symbol).Base)
}

// TestAMindKeepsWhatItsNodesRemember: its tree ends in every other tick, and starts again as the same one.
func TestAMindKeepsWhatItsNodesRemember(t *testing.T) {
	h := newStagehand(t, counted+`
tree life { selector {
    cooldown 1s { doze on_success dozed += 1 }
    limit 2 { eat on_success ate += 1 }
    flee on_success fled += 1
} }
agent a { tree life }`, agent.Options{})
	id := h.Spawn("a")
	h.run(10)
	if h.count(id, "dozed") != 1 || h.count(id, "ate") != 2 || h.count(id, "fled") != 2 {
		t.Error("in the first second it should do each while it may, not", h.log)
	}
	h.run(110) // ten more naps at most: a nap takes two ticks, the cooldown ten, and what runs then two
	if n := h.count(id, "dozed"); n < 9 || n > 11 || h.count(id, "ate") != 2 {
		t.Error(n, "naps,", h.count(id, "ate"), "meals")
	}
	if h.Remove(id); h.Running() != 0 {
		t.Error(h.Running(), "activities are left over")
	}
}

// TestAMindBetweenTwoStartsIsSaved: a snapshot holds what a tree remembers that has just ended.
func TestAMindBetweenTwoStartsIsSaved(t *testing.T) {
	h := newStagehand(t, counted+`tree life { selector { cooldown 1s { doze }; limit 2 { eat }; random selector { flee; doze } } }; agent a { tree life }`, agent.Options{})
	h.quiet = true
	h.Spawn("a")
	for range 30 {
		h.Step()
		saved := h.Snapshot(nil)
		h.run(20)
		want := h.TraceHash()
		if err := h.Rollback(saved); err != nil {
			t.Fatal(err)
		}
		h.run(20)
		if h.TraceHash() != want {
			t.Fatalf("another run from tick %d on", h.Tick()-20)
		}
		if err := h.Rollback(saved); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTreesDrawAnewEachTime: those of minds that start again as well as those of steps that are done again.
func TestTreesDrawAnewEachTime(t *testing.T) {
	const pick = `tree pick { random selector { doze on_success dozed += 1; eat on_success ate += 1; flee on_success fled += 1 } }`
	for _, text := range []string{
		`agent a { tree pick }`,
		`operator any { do pick }; task go { method "any" { any } }; agent a { plan go }`,
	} {
		h := newStagehand(t, counted+pick+"\n"+text, agent.Options{})
		id := h.Spawn("a")
		h.run(300)
		for _, symbol := range []string{"dozed", "ate", "fled"} {
			if n := h.count(id, symbol); n < 25 {
				t.Errorf("%s: %s is %d, of 100 or more in three", text, symbol, n)
			}
		}
	}
}
