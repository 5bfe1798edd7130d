package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Reasons why no run here has a kind of event.
const (
	byPanics = "only host code that panics leads to it; the command's own does not"
	byGames  = "members join before the first tick, and only a game exchanges personalities"
	byWorlds = "the small world and scenes fulfil every expectation"
	byQuiet  = "the command leaves out comparisons of wants that change nothing"
	byNone   = "no demo leads to it"
)

// factsOf has what the JSON lines of each kind of event carry, besides time, agent and text ("over?": some of them),
// and why no run of TestJSONLinesCarryFacts has the kind; empty: one has.
var factsOf = map[fact.Kind]struct{ facts, unseen string }{
	fact.PlanAdopted:        {"about steps? line? cost? methods? over?", ""},
	fact.PlanKept:           {"about reason", ""},
	fact.PlanNone:           {"about reason", ""},
	fact.PlanLimit:          {"about reason limit", ""},
	fact.PlanEnded:          {"about", ""},
	fact.PlanFailed:         {"about index reason", ""},
	fact.PlanAborted:        {"about reason", ""},
	fact.StepStarted:        {"step index", ""},
	fact.StepEnded:          {"step index", ""},
	fact.StepFailed:         {"step index reason", ""},
	fact.StepAborted:        {"step index reason", ""},
	fact.IdleStarted:        {"reason", ""},
	fact.IdleEnded:          {"status", ""},
	fact.IdleAborted:        {"reason", ""},
	fact.Faulted:            {"fault", byPanics},
	fact.PlanMerged:         {"about steps at line cost methods", ""},
	fact.PlanRepaired:       {"about steps at line? cost? methods?", ""},
	fact.StepExpecting:      {"step index", byWorlds},
	fact.MethodBanned:       {"about ban", ""},
	fact.BanLifted:          {"about reason", ""},
	fact.AgentQuarantined:   {"seconds fault", byPanics},
	fact.AgentReleased:      {"", byPanics},
	fact.PlanOutdated:       {"about", byNone},
	fact.ReactionStarted:    {"about", ""},
	fact.ReactionWaits:      {"about", ""},
	fact.ReactionEnded:      {"about status", ""},
	fact.ReactionAborted:    {"about reason", ""},
	fact.ReactionDropped:    {"about", ""},
	fact.MindInterrupted:    {"about", ""},
	fact.MindResumed:        {"about", ""},
	fact.LayerStarted:       {"about", ""},
	fact.LayerEnded:         {"about status", ""},
	fact.LayerAborted:       {"about reason", ""},
	fact.NodeStarted:        {"tree node label status", ""},
	fact.NodeEnded:          {"tree node label status", ""},
	fact.NodeAborted:        {"tree node label reason", ""},
	fact.NodeDecided:        {"tree node label status", ""},
	fact.AbortFired:         {"tree node label abort reason", ""},
	fact.ServiceRan:         {"tree node label service status", ""},
	fact.NodeLogged:         {"tree node label note", ""},
	fact.TreeFaulted:        {"tree fault", byPanics},
	fact.GoalActivated:      {"goal about", ""},
	fact.GoalPlanned:        {"goal about way", ""},
	fact.GoalSuspended:      {"goal about reason", ""},
	fact.GoalResumed:        {"goal about", ""},
	fact.GoalCompleted:      {"goal about", ""},
	fact.GoalFailed:         {"goal about reason", ""},
	fact.GoalTerminated:     {"goal about reason", ""},
	fact.GoalStepStarted:    {"goal step about", ""},
	fact.GoalStepEnded:      {"goal step about status", ""},
	fact.GoalStepAborted:    {"goal step about reason", ""},
	fact.GoalStepSuspended:  {"goal step about", ""},
	fact.GoalStepResumed:    {"goal step about", ""},
	fact.GoalStepRefused:    {"goal about reason", ""},
	fact.GoalStepRetried:    {"goal step about reason seconds", ""},
	fact.GoalStepReplaced:   {"goal about reason", ""},
	fact.GoalStepPassed:     {"goal about reason", ""},
	fact.Interrupting:       {"goal about", ""},
	fact.Arbitrated:         {"options", byQuiet},
	fact.WantChosen:         {"goal want about score over?", ""},
	fact.WantKept:           {"goal want about score", byQuiet},
	fact.WantRefused:        {"goal want about score", ""},
	fact.WantNone:           {"", ""},
	fact.WantEnded:          {"goal want about status", ""},
	fact.WantRests:          {"goal want about failures", ""},
	fact.TargetForgotten:    {"goal want about", ""},
	fact.OrderQueued:        {"order about", ""},
	fact.OrderRefused:       {"order about reason", ""},
	fact.OrderTaken:         {"order about", ""},
	fact.OrderDone:          {"order about status", ""},
	fact.GoalFaulted:        {"fault", byPanics},
	fact.MemberJoined:       {"member", byGames},
	fact.MemberLeft:         {"member role reason", ""},
	fact.RoleChanged:        {"member role was", ""},
	fact.OrderGiven:         {"member order about", ""},
	fact.OrderChanged:       {"member order about replaces", byNone},
	fact.OrderUrged:         {"member order", byNone},
	fact.OrderMoved:         {"member order state", ""},
	fact.LeaseGranted:       {"member about", ""},
	fact.LeaseRefused:       {"member about", ""},
	fact.LeaseStolen:        {"member about by", ""},
	fact.LeaseExpired:       {"member about", ""},
	fact.LeaseReleased:      {"member about", ""},
	fact.LeaseRevoked:       {"member about", byNone},
	fact.SquadFaulted:       {"fault", byPanics},
	fact.StepRetried:        {"step index reason retry", byNone},
	fact.TodoReached:        {"tree node label note", ""},
	fact.NodeEnding:         {"tree node label reason", ""},
	fact.MethodStopped:      {"about reason", ""},
	fact.Said:               {"about says", ""},
	fact.Alerted:            {"about from to by", ""},
	fact.Calmed:             {"about from to", ""},
	fact.PersonalityChanged: {"about was", byGames},
}

// ownFacts are those of the lines that the command adds.
var ownFacts = map[string]string{"agent_came": "", "agent_left": "", "end": "world agents"}

// TestJSONLinesCarryFacts: each line of the runs of all examples, and of some programs for what examples lack, carries
// the facts that its kind has. Each kind is in the list, and occurs unless the list says why not.
func TestJSONLinesCarryFacts(t *testing.T) {
	kinds := map[string][]fact.Kind{} // by name
	for k := fact.Kind(1); k <= fact.LastKind; k++ {
		if _, ok := factsOf[k]; !ok {
			t.Errorf("%s is not in the list", agent.KindName(k))
		}
		name := strings.ReplaceAll(agent.KindName(k), " ", "_")
		kinds[name] = append(kinds[name], k)
	}
	seen, told, some := map[fact.Kind]bool{}, map[string]bool{}, map[string]bool{}
	for _, args := range append(demoLines(t), rareLines(t)...) {
		out := outputOf(t, args+" --json")
		for _, line := range twice(out) {
			t.Errorf("karakuri run %s --json repeats itself: %s", args, line)
		}
		for line := range strings.Lines(out) {
			var facts map[string]json.RawMessage
			var name string
			if err := json.Unmarshal([]byte(line), &facts); err != nil {
				t.Fatalf("karakuri run %s: %v in %s", args, err, line)
			}
			json.Unmarshal(facts["event"], &name)
			want, own := ownFacts[name]
			if !own {
				k := kindOfLine(kinds[name], facts)
				if k == 0 {
					t.Fatalf("karakuri run %s: unknown event in %s", args, line)
				}
				seen[k], want = true, factsOf[k].facts+" agent text"
			}
			for _, f := range append(strings.Fields(want), "t", "tick") {
				if f, ok := strings.CutSuffix(f, "?"); ok {
					some[name+" "+f] = some[name+" "+f] || facts[f] != nil
				} else if facts[f] == nil && !told[name+f] {
					told[name+f] = true
					t.Errorf("karakuri run %s: no %q in %s", args, f, line)
				}
			}
		}
	}
	for what, is := range some {
		if !is {
			t.Errorf("no line has %s", what)
		}
	}
	for k := fact.Kind(1); k <= fact.LastKind; k++ {
		if unseen := factsOf[k].unseen; seen[k] == (unseen != "") {
			t.Errorf("%s of %v: seen %t, but the list says %q", agent.KindName(k), k.Family(), seen[k], unseen)
		}
	}
}

// kindOfLine chooses among kinds of one name by the facts of a line.
func kindOfLine(kinds []fact.Kind, facts map[string]json.RawMessage) fact.Kind {
	family := fact.Plan
	switch {
	case facts["tree"] != nil:
		family = fact.Tree
	case facts["goal"] != nil:
		family = fact.Goal
	}
	for _, k := range kinds {
		if len(kinds) == 1 || k.Family() == family {
			return k
		}
	}
	return 0
}

// rareLines are runs for the kinds of events that no example has.
func rareLines(t *testing.T) []string {
	dir := t.TempDir()
	for _, name := range []string{"testdata/run_json.txtar", "testdata/rare/programs.txtar"} {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	run := func(program, events string) string {
		return filepath.Join(dir, program) + ".krk --for 30s --events " + filepath.Join(dir, events) + ".events"
	}
	return []string{
		run("rob", "loud"), run("rob", "fails"),
		run("parts", "parts"), run("nodes", "nodes"), run("goals", "goals"), run("squads", "squads") + " --agents 8 --seed 3",
		"testdata/why/cats.krk --events testdata/why/cats.events",
		"testdata/why/smithy.krk --agents 6 --seed 3 --for 60s",
		"testdata/hashes/minds.krk --agents 6 --seed 5",
		"../../internal/lang/testdata/good/todo.krk --agents 4",
	}
}
