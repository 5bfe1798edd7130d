package studio

import (
	"path/filepath"
	"strings"
	"testing"
)

// Whatever a designer may ask for by name is answered with what prevents it, also if nothing has been planned.
func TestWhyNotOfMinds(t *testing.T) {
	for _, c := range []struct {
		files             []string
		tick              int
		agent, name, want string
	}{
		{[]string{camp}, 3, "hunter#1", "Fish", "runs now, step 1"},
		{[]string{camp}, 3, "hunter#1", "get_food.hunt", "method get_food/hunt"},
		{[]string{camp}, 3, "hunter#1", "chop(pine)", "operator chop(pine)"},
		{[]string{camp}, 3, "hunter#1", "meat > 0 && fire", "meat = 0, needs > 0"},
		{[]string{meal}, 100, "villager#1", "work", "method dine/eat what we have; it comes first"},
		{[]string{meal}, 100, "villager#1", "wander", "nothing else to do"},
		{[]string{meal}, 100, "villager#1", "move_to", "runs now"},
		{[]string{guards}, 10, "near_guard#1", "attack", "visible(player) = false"},
		{[]string{guards}, 10, "near_guard#1", "player", "visible(player) = false"}, // by the nodes that are about it
		{[]string{guards}, 10, "near_guard#1", "keep_watch", "return_to(start_pos); it comes first and runs"},
		{[]string{gatherer, oldScene}, 20, "brave_one#1", "flee", "hurt = false"},
		{[]string{gatherer, oldScene}, 20, "brave_one#1", "wander", "its score is 0.05"},
		{[]string{"../../examples/fireteam/fireteam.krk", "../../examples/fireteam/fireteam.scene"}, 20, "rifleman#1", "dive", "grenade_near = false"},
		{[]string{"../../examples/fireteam/fireteam.krk", "../../examples/fireteam/fireteam.scene"}, 2, "rifleman#1", "hurl", "want engage"},
		{[]string{"../../examples/fireteam/fireteam.krk", "../../examples/fireteam/fireteam.scene"}, 20, "rifleman#1", "engage", "no candidate: want engage: looked at 10"},
	} {
		address, _ := serve(t, Options{}, c.files...)
		page := dial(t, address)
		page.openAt(c.files[0][strings.LastIndexByte(c.files[0], '/')+1:], c.tick)
		var a struct {
			Summary string
			Cases   []struct{ Text string }
		}
		page.ask(Request{Op: "whynot", Agent: c.agent, Name: c.name}, &a)
		text := a.Summary
		for _, one := range a.Cases {
			text += "\n" + one.Text
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s of %s: %q, want %q", c.name, c.agent, text, c.want)
		}
	}
}

// An agent with nothing to run shows its idle action, and the reason.
func TestIdleIsTold(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 3)
	c.ask(Request{Op: "set", Agent: "villager#1", Sets: []Setting{{"hungry", "false"}}}, nil)
	c.ask(Request{Op: "step", Count: 300}, nil)
	var list []AgentLine
	c.ask(Request{Op: "agents"}, &list)
	if len(list) != 1 || list[0].Doing != "wander: no plan line applies" || !list[0].Idle {
		t.Errorf("%+v", list)
	}
}

// A question is about the moment that is looked at, whatever planning is looked at besides; what no planning of that
// moment can show is answered from the moment itself.
func TestWhyNotIsOfTheMoment(t *testing.T) {
	fireteam := []string{"../../examples/fireteam/fireteam.krk", "../../examples/fireteam/fireteam.scene"}
	kitchen := []string{"../../examples/kitchen/kitchen.krk"}
	for _, c := range []struct {
		files      []string
		agent      string
		tick, plan int64 // plan 0: none is looked at
		name       string
		verdict    string
		want       string
	}{
		{[]string{meal}, "villager#1", 150, 63, "wander", "in plan", "runs now"}, // an action, after the plan
		{[]string{meal}, "villager#1", 80, 63, "wander", "not-reached", "nothing else to do"},
		{[]string{meal}, "villager#1", 150, 63, "eat", "condition-false", "hungry = false"}, // it was in that plan, which has ended
		{[]string{meal}, "villager#1", 80, 63, "eat", "in plan", "runs now"},
		{[]string{meal}, "villager#1", 40, 22, "earn first", "not-reached", "method dine/buy first; it comes first"},
		{[]string{meal}, "villager#1", 40, 22, "work", "not-reached", "method dine/buy first; it comes first"},
		{[]string{meal}, "villager#1", 150, 63, "hungry", "condition-false", "hungry = false"},
		{[]string{meal}, "villager#1", 40, 22, "hungry", "in plan", "holds"},
		{[]string{guards}, "near_guard#1", 5, 0, "keep_watch", "not-reached", "return_to(start_pos); it comes first and runs"}, // a tree
		{[]string{guards}, "near_guard#1", 100, 0, "keep_watch", "in plan", "runs now"},
		{[]string{gatherer, woods}, "brave_one#1", 5, 0, "get_item", "no-candidate", "looked at"}, // a want
		{[]string{gatherer, woods}, "brave_one#1", 60, 0, "get_item", "not-reached", "want wander"},
		{fireteam, "rifleman#1", 290, 136, "dive", "condition-false", "grenade_near = false"}, // a reaction
		{fireteam, "rifleman#1", 202, 136, "hurl", "no-candidate", "engage"},
		{fireteam, "rifleman#1", 150, 136, "hurl", "no-candidate", "method stand_ground/fight"}, // a plan under an order
		{fireteam, "rifleman#1", 150, 136, "order 1", "in plan", "runs now"},
		{kitchen, "cook#1", 20, 0, "cook", "condition-false", "by_pieces = false"},
		{kitchen, "cook#1", 20, 0, "run_the_kitchen", "line-inactive", "nothing that cook does leads to it"},
	} {
		address, _ := serve(t, Options{}, c.files...)
		page := dial(t, address)
		page.openAt(filepath.Base(c.files[0]), 300)
		r := Request{Op: "whynot", Agent: c.agent, Name: c.name, Tick: &c.tick}
		if c.plan > 0 {
			r.Plan = &c.plan
		}
		var a WhyNot
		page.ask(r, &a)
		text := a.Summary
		for _, one := range a.Cases {
			text += "\n" + one.Text
		}
		if a.Verdict != c.verdict || !strings.Contains(text, c.want) {
			t.Errorf("%s of %s at %d: %s, %q; want %s, %q", c.name, c.agent, c.tick, a.Verdict, text, c.verdict, c.want)
		}
	}
}

// A name that nothing has is answered so, also if nothing has been planned.
func TestWhyNotOfNothing(t *testing.T) {
	address, _ := serve(t, Options{}, guards)
	page := dial(t, address)
	page.openAt("guards.krk", 10)
	if _, wrong := page.try(Request{Op: "whynot", Agent: "near_guard#1", Name: "dance"}); !strings.Contains(wrong, `"dance": nothing has this name`) {
		t.Errorf("it says %q", wrong)
	}
}
