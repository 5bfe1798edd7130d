package agent_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
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

func TestWhatIsRemovedIsForgottenAtOnce(t *testing.T) {
	s := newStroller(t, gatherers, agent.Options{})
	id := s.spawn("gatherer", sense.Point{})
	apple := s.layWorth("apple", sense.Point{X: 6}, 2)
	s.run(2)
	if s.Memory(id).Len() != 1 {
		t.Fatal("it should see the apple")
	}
	if s.RemoveObject(apple); s.Memory(id).Len() != 0 {
		t.Error("it is remembered still")
	}
	s.run(3) // the yard still shows it
	if s.Memory(id).Len() != 0 {
		t.Error("it is remembered again")
	}
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
