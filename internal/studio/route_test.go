package studio

import (
	"slices"
	"strings"
	"testing"
)

// The rest of a plan has stops where what its steps do leads, also if the operator itself says nothing of it.
func TestRoute(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	o := c.openAt("meal.krk", 1)
	var texts []string
	for _, s := range c.mind("villager#1", nil).Eyes.Route {
		texts = append(texts, s.Text+" "+string(s.State))
		if !slices.ContainsFunc(o.Land.Places, func(p Place) bool { return p.X == s.X && p.Y == s.Y }) {
			t.Errorf("%+v is at no place", s)
		}
	}
	if got := strings.Join(texts, ", "); got != "work running, buy next, eat next" {
		t.Error(got)
	}
}

// A gatherer that intends to fetch something has a stop for each step of the goal, at the believed position of the
// thing; and one can see how far it hears and strikes, and the true positions of its memories.
func TestEyesOfAGatherer(t *testing.T) {
	address, _ := serve(t, Options{}, gatherer, gathererScene)
	c := dial(t, address)
	c.openAt("gatherer.krk", 100)
	var all Sights
	c.ask(Request{Op: "eyes", Names: []string{"cones", "ears", "reach", "memory", "route"}}, &all)
	fetching, apart := 0, 0
	for name, e := range all.Eyes {
		if len(e.Cones) != 1 || len(e.Ears) != 1 || e.Ears[0] != 10 || len(e.Reaches) != 1 || e.Reaches[0].Range != 1 || e.Through {
			t.Fatalf("%s: %+v", name, e)
		}
		for _, f := range e.Facts {
			if f.Truly != nil && f.Truly[0] != f.X && !f.Sensed {
				apart++
			}
		}
		if len(e.Route) == 2 && strings.HasPrefix(e.Route[0].Text, "move_to(") && e.Route[0].State == "running" && strings.HasPrefix(e.Route[1].Text, "pick_up(") {
			if fetching++; !slices.ContainsFunc(e.Facts, func(f Fact) bool { return f.X == e.Route[1].X && f.Y == e.Route[1].Y }) {
				t.Errorf("%s goes to where it remembers nothing: %+v", name, e.Route)
			}
		}
	}
	if len(all.Eyes) < 40 || fetching == 0 || apart == 0 {
		t.Errorf("of %d fetch %d, and %d things are elsewhere", len(all.Eyes), fetching, apart)
	}
	c.ask(Request{Op: "eyes", Names: []string{"ears"}}, &all)
	for name, e := range all.Eyes {
		if len(e.Cones)+len(e.Facts)+len(e.Route) > 0 {
			t.Errorf("%s: more than was asked for: %+v", name, e)
		}
	}
}
