package agent_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

func TestBodies(t *testing.T) {
	s := newStroller(t, strings.Replace(gatherers, "max 12", "max 3", 1), agent.Options{})
	id := s.Spawn("gatherer")
	body := s.Body(id)
	if !s.World().Alive(body) || s.AgentOf(body) != id || s.World().TypeOf(body) != s.Schema().ObjectType("person").ID {
		t.Error("the agent should be an object of its type")
	}
	s.Spawn("gatherer")
	for range 2 { // the population takes two, and none
		if s.Spawn("gatherer"); s.Len() > 3 {
			t.Error(s.Len(), "agents")
		}
	}
	if n := s.Len(); s.Spawn("gatherer") != 0 || s.Len() != n {
		t.Error("an agent without room for its body must not come")
	}
	if s.Remove(id); s.World().Alive(body) || s.AgentOf(body) != 0 || s.Body(id) != 0 {
		t.Error("the body should go with its agent")
	}
	again := s.Spawn("gatherer")
	if again == 0 || s.Body(again) == body {
		t.Error("the next one has a body of its own")
	}
	s.RemoveObject(s.Body(again))
	if s.Body(again) != 0 || !s.Has(again) || s.Memory(again) != nil {
		t.Error("an agent whose body is gone stays, and perceives nothing")
	}
	s.Step()
	s.Remove(again)
}

// A removed object is gone for the world. An agent that remembers it does not know until it looks; its number is not
// reused before.
func TestWhatIsRemovedIsRememberedUntilItIsMissed(t *testing.T) {
	s := newStroller(t, gatherers, agent.Options{})
	id := s.spawn("gatherer", sense.Point{})
	apple := s.layWorth("apple", sense.Point{X: 6}, 2)
	s.run(3)
	s.yard.walls, s.fate["go_to"] = []float64{5}, "F"
	s.run(1)
	delete(s.yard.things, apple)
	if !s.RemoveObject(apple) || s.RemoveObject(apple) || s.World().Alive(apple) {
		t.Error("it should have gone for the world, and once only")
	}
	other := s.layWorth("plum", sense.Point{X: 90}, 1)
	if other&world.IndexMask == apple&world.IndexMask {
		t.Error("another has its number")
	}
	for _, when := range []string{"before", "after"} {
		saved := s.Snapshot(nil)
		s.run(3)
		if worth := recalled(s.Crowd, id, "worth", apple)[0].Float(); !s.State(id).Alive(apple) || worth != 2 || s.Memory(id).Len() != 1 {
			t.Errorf("%s going back it is there for who remembers it: %t, and worth %g", when, s.State(id).Alive(apple), worth)
		}
		if err := s.Rollback(saved); err != nil {
			t.Fatal(err)
		}
	}
	s.yard.walls = nil
	s.run(2)
	if s.State(id).Alive(apple) || s.Memory(id).Len() != 0 {
		t.Error("it is missed, and there is still something")
	}
	if again := s.layWorth("pear", sense.Point{X: 90}, 1); again&world.IndexMask != apple&world.IndexMask {
		t.Error("its number is not given again")
	}
}

// An agent that removes an object by its action knows that at once; others do not.
func TestWhoTakesSomethingKnowsThatItIsGone(t *testing.T) {
	s := newStroller(t, gatherers, agent.Options{})
	a, b := s.spawn("gatherer", sense.Point{}), s.spawn("gatherer", sense.Point{X: 12})
	apple := s.layWorth("apple", sense.Point{X: 2}, 2)
	s.run(1)
	s.yard.walls = []float64{5}
	for range 8 {
		if s.run(1); s.World().Alive(apple) {
			continue
		}
		_, takerKnows := s.Memory(a).Find(sense.ObjectID(apple))
		_, otherKnows := s.Memory(b).Find(sense.ObjectID(apple))
		if takerKnows || !otherKnows {
			t.Errorf("who took it remembers it: %t; who did not see that: %t", takerKnows, otherKnows)
		}
		return
	}
	t.Error("nobody takes the apple")
}

func TestATeamTalks(t *testing.T) {
	text := strings.Replace(gatherers, "sense sight;", "sense sight; sense talk;", 1) + "\nsense talk { }"
	for _, team := range []int64{0, 7} {
		s := newStroller(t, text, agent.Options{})
		a, b := s.spawn("gatherer", sense.Point{}), s.spawn("gatherer", sense.Point{X: 20})
		s.SetTeam(a, team)
		s.SetTeam(b, team)
		apple := s.layWorth("apple", sense.Point{X: 6}, 2) // 14 metres from b
		s.run(3)
		if _, knows := s.Memory(b).Find(sense.ObjectID(apple)); knows != (team != 0) || s.View().Team(b) != team {
			t.Errorf("in team %d the other knows: %t", team, knows)
		}
	}
}
