package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// TestWhatManyLoseIsOneNote: a reload in which the plans of five hundred agents end says so once, by the names that the host has for them.
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
	want := world.Note{Kind: world.Lost, What: "baker#1, baker#2, baker#3 and 497 more", Text: "its plan does not go on: action walk is gone", Agents: 500}
	if len(report.Notes) == 0 {
		t.Fatal("nothing is told")
	}
	if len(report.Notes) != 1 || report.Notes[0] != want {
		t.Errorf("%d notes, the first %+v; want one, %+v", len(report.Notes), report.Notes[0], want)
	}
}
