package studio

import (
	"encoding/json"
	"strings"
	"testing"
)

// forkOf runs a fork to its end.
func forkOf(t *testing.T, c *client, r Request) *ForkState {
	t.Helper()
	var s ForkState
	r.Op = "fork"
	c.ask(r, &s)
	for !s.Done { // it runs for a number of ticks
		s = ForkState{}
		c.ask(Request{Op: "forked"}, &s)
	}
	return &s
}

// TestForksOfARun: a moment of the past goes on twice; ghosts and lanes show both sides, and the run stays as it is.
func TestForksOfARun(t *testing.T) {
	address, _ := serve(t, Options{Agents: 3}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 40)
	tick := int64(3)
	same := forkOf(t, c, Request{Tick: &tick, Until: 100, Agent: "villager#1"})
	if same.Error != "" || same.Result == nil || same.Result.First != nil || same.Result.Events[0] == 0 || same.Ran != 100 {
		t.Fatalf("without a change: %+v, %+v", same, same.Result)
	}
	s := forkOf(t, c, Request{Tick: &tick, Until: 100, Agent: "villager#2", Sets: []Setting{{"money", "50"}}})
	if s.Error != "" || s.Result == nil || s.Result.First == nil || s.Result.First.Agent != "villager#2" || !strings.HasPrefix(s.Text, "first difference at ") {
		t.Fatalf("%+v, %+v", s, s.Result)
	}
	var g Ghosts
	at := tick + 90
	c.ask(Request{Op: "ghosts", Tick: &at}, &g)
	if g.Tick != at || len(g.As) != 3 || len(g.But) != 3 {
		t.Errorf("%+v", g)
	}
	var lanes LaneList
	c.ask(Request{Op: "forklanes", Names: []string{"villager#1", "villager#2"}, Count: 500, Events: &EventQuery{}}, &lanes)
	if len(lanes.Lanes) != 4 || lanes.Lanes[1].Agent != "villager#2" || lanes.Lanes[3].Agent != "⇉ villager#2" || len(lanes.Lanes[3].Bars) == 0 {
		t.Fatalf("%+v", lanes)
	}
	early := false
	for _, b := range lanes.Lanes[3].Bars {
		early = early || b.From < tick
	}
	if !early {
		t.Error("the lanes do not show what was before the fork")
	}
	if _, wrong := c.try(Request{Op: "fork", Tick: &tick, Until: 10, Agent: "villager#2", Sets: []Setting{{"gold", "1"}}}); wrong != "" {
		t.Errorf("%s, though only running it tells", wrong)
	}
	if s := forkOf(t, c, Request{Tick: &tick, Until: 10, Agent: "villager#2", Sets: []Setting{{"gold", "1"}}}); !strings.Contains(s.Error, `unknown symbol "gold"`) {
		t.Errorf("%+v", s)
	}
	goesOn := func(c *client) string {
		c.ask(Request{Op: "step", Count: 400}, nil)
		var list EventList
		c.ask(Request{Op: "events", Count: 1000, Events: &EventQuery{}}, &list)
		if len(list.Entries) < 50 {
			t.Fatalf("only %d events", len(list.Entries))
		}
		text, err := json.Marshal(list.Entries)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	address, _ = serve(t, Options{Agents: 3}, meal)
	plain := dial(t, address)
	plain.openAt("meal.krk", 40)
	if goesOn(c) != goesOn(plain) {
		t.Error("the run goes on otherwise than without forks")
	}
	c.ask(Request{Op: "unfork"}, nil)
	if _, wrong := c.try(Request{Op: "forked"}); wrong != errNoFork.Error() {
		t.Errorf("got %q", wrong)
	}
}

// TestForksWithAnotherText differ because the program does, and only then.
func TestForksWithAnotherText(t *testing.T) {
	address, _ := serve(t, Options{Agents: 2}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 3)
	var text SourceText
	c.ask(Request{Op: "source", File: "meal.krk"}, &text)
	same := forkOf(t, c, Request{Until: 100, File: "meal.krk", Text: text.Text + "\n// no more than this\n"})
	if same.Error != "" || same.Result.First != nil || same.Result.Events[0] == 0 {
		t.Errorf("a comment: %+v, %+v", same, same.Result)
	}
	poor := strings.Replace(text.Text, "effect money += price", "effect money += 2", 1)
	if poor == text.Text {
		t.Fatal("nobody earns the price")
	}
	if s := forkOf(t, c, Request{Until: 200, File: "meal.krk", Text: poor}); s.Error != "" || s.Result.First == nil {
		t.Errorf("who earns less works more: %+v, %+v", s, s.Result)
	}
	if s := forkOf(t, c, Request{Until: 200, Tuned: []Setting{{"price", "50"}}}); s.Error != "" || s.Result.First != nil || s.Result.Events[0] == 0 {
		t.Errorf("who earns the price does the same at any price: %+v, %+v", s, s.Result)
	}
	if _, wrong := c.try(Request{Op: "fork", Until: 10, File: "meal.krk", Text: "agent"}); wrong == "" {
		t.Error("a text with mistakes is accepted")
	}
}
