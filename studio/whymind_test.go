package studio

import (
	"strings"
	"testing"
)

// Whatever a designer may ask for by name is answered with what stands in the way, also where nothing has been planned.
func TestWhyNotOfMinds(t *testing.T) {
	for _, c := range []struct {
		files             []string
		tick              int
		agent, name, want string
	}{
		{[]string{camp}, 3, "hunter#1", "Fish", "is in the plan"},
		{[]string{camp}, 3, "hunter#1", "get_food.hunt", "not in the plan"},
		{[]string{camp}, 3, "hunter#1", "chop(pine)", "considered 1 time"},
		{[]string{camp}, 3, "hunter#1", "meat > 0 && fire", "meat = 0"},
		{[]string{meal}, 100, "villager#1", "work", `"eat what we have" stands before it`},
		{[]string{meal}, 100, "villager#1", "wander", "nothing else to do"},
		{[]string{meal}, 100, "villager#1", "move_to", "is doing"},
		{[]string{guards}, 10, "near_guard#1", "attack", "it needs visible(player)"},
		{[]string{guards}, 10, "near_guard#1", "keep_watch", "return_to(start_pos) before it runs"},
		{[]string{gatherer, woods}, 20, "brave_one#1", "flee", "hurt = false"},
		{[]string{gatherer, woods}, 20, "brave_one#1", "wander", "scores 0.050"},
		{[]string{"../examples/fireteam/fireteam.krk", "../examples/fireteam/fireteam.scene"}, 20, "rifleman#1", "dive", "grenade_near does not hold"},
		{[]string{"../examples/fireteam/fireteam.krk", "../examples/fireteam/fireteam.scene"}, 20, "rifleman#1", "hurl", "nothing asks for it"},
		{[]string{"../examples/fireteam/fireteam.krk", "../examples/fireteam/fireteam.scene"}, 20, "rifleman#1", "engage", "there is no e in remembered soldier where foe(e)"},
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

// Somebody with nothing to carry out says what it does meanwhile, and why.
func TestIdleIsTold(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 3)
	c.ask(Request{Op: "set", Agent: "villager#1", Sets: []string{"hungry = false"}}, nil)
	c.ask(Request{Op: "step", Count: 300}, nil)
	var list []AgentLine
	c.ask(Request{Op: "agents"}, &list)
	if len(list) != 1 || list[0].Doing != "wander: no plan line applies" || !list[0].Idle {
		t.Errorf("%+v", list)
	}
}
