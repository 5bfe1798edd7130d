package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// TestWhatManyLoseIsOneNote: a reload in which the plans of five hundred agents end says so once, by the names that the
// host has for them.
func TestWhatManyLoseIsOneNote(t *testing.T) {
	w := newBakery(t, baker)
	c := w.crowd(t)
	names := map[agent.ID]string{}
	for i := range 500 {
		names[c.Spawn("baker")] = fmt.Sprintf("baker#%d", i+1)
	}
	c.Spawn("customer")
	for range 25 {
		c.Step()
	}
	c.NameAgents(func(id agent.ID) string { return names[id] })
	next := newBakery(t, strings.NewReplacer("action walk", "action stroll", "do walk", "do stroll").Replace(baker))
	report, err := c.Reload(next.program, next.bindings)
	if err != nil {
		t.Fatal(err)
	}
	want := world.Note{Kind: world.Lost, What: "baker#1, baker#2, baker#3 and 497 more", Text: "its plan does not continue: action walk is gone", Agents: 500}
	if len(report.Notes) == 0 {
		t.Fatal("nothing is told")
	}
	if len(report.Notes) != 1 || report.Notes[0] != want {
		t.Errorf("%d notes, the first %+v; want one, %+v", len(report.Notes), report.Notes[0], want)
	}
}

// TestTheReportOfManyAgentsIsShort: reactions, layers, plans, wants, roles and orders of 600 agents are gone, and the
// report has a line for each kind of loss.
func TestTheReportOfManyAgentsIsShort(t *testing.T) {
	text := hounds + strings.NewReplacer("brain plain", "brain drilled", "brain plain;", "brain drilled;", "action walk(p: place)", "action march(p: place)", "walk(p);", "march(p);").Replace(garrison)
	m := newMill(t, text, agent.Options{Seed: 3})
	names := map[agent.ID]string{}
	leader := agent.ID(0)
	for i := range 600 {
		kind := []string{"hound", "setter", "soldier"}[i%3]
		if i%12 == 0 {
			leader = m.Spawn("team")
			names[leader] = fmt.Sprintf("team#%d", i/12+1)
		}
		id := m.Spawn(kind)
		if names[id] = fmt.Sprintf("%s#%d", kind, i/3+1); kind == "soldier" {
			if err := m.Join(leader, id); err != nil {
				t.Fatal(err)
			}
		}
	}
	m.NameAgents(func(id agent.ID) string { return names[id] })
	m.follow(t, "run 2; noise = 9; run 4")
	next := strings.NewReplacer("    reaction hide on noise > 5 cooldown 1s\n", "", "    layer nose sniff\n", "", "    want roam { score 0.5 }\n", "", "; order shooter fire", "", "    role shooter 0..2\n", "",
		"wag on_abort wet = true; ", "").Replace(text)
	report := m.reload(t, next)
	var told []string
	for _, n := range report.Notes {
		told = append(told, n.String())
	}
	want := []string{
		"team#1, team#2, team#3 and 47 more: its plan does not continue: order shooter fire is gone",
		"hound#1, hound#2, hound#3 and 197 more: reaction hide ends: it is gone",
		"hound#1, hound#2, hound#3 and 197 more: layer nose ends: it is gone",
		"setter#1, setter#2, setter#3 and 197 more: want roam is gone",
		"setter#1, setter#2, setter#3 and 197 more: what ran at wag of tree shake ends: it is gone",
		"soldier#2, soldier#3, soldier#6 and 97 more: role shooter of squad team ends: it is gone",
		"team#1, team#2, team#3 and 47 more: order shooter fire ends: it is gone",
	}
	if got := strings.Join(told, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%d lines:\n%s\nwant\n%s", len(told), got, strings.Join(want, "\n"))
	}
}
