package agent_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

const fighters = gatherers + `
brain fierce { want attack(p) each p in remembered person { score 1 }; want roam { score 0.1 }; every 0.5s }
agent fighter { brain fierce; body person; sense sight; memory short }
`

func TestAnOrderInterruptsAndWhatItInterruptsIsResumed(t *testing.T) {
	s := newStroller(t, fighters, agent.Options{})
	id := s.spawn("fighter", sense.Point{})
	s.lay("person", "bandit", sense.Point{X: 2})
	s.expect(t, 4, "attack(bandit) chosen with 1", "go_to ended: success")
	number, err := s.Order(id, agent.Order{Goal: "tell"})
	if number != 1 || err != nil {
		t.Fatal(number, err)
	}
	s.expect(t, 2, "attack suspended: something more important interrupted it", "order 1 taken")
	s.fate["report"], s.fate["strike"] = "S", "S"
	s.expect(t, 2, "report ended: success", "order 1 done: success", "attack resumed", "strike ended: success", "attack(bandit) ended: success")
	if n, _ := s.Order(id, agent.Order{Goal: "look_at", Args: []world.Word{mustFind(t, s.Crowd, "bandit")}}); n != 2 || !strings.Contains(s.View().Explain(id), "order 2 waits: look_at(bandit)") {
		t.Error(n, s.View().Explain(id))
	}
	if !s.Withdraw(id, 2) || s.Withdraw(id, 2) {
		t.Error("an order can be taken back once")
	}
}

func TestWrongOrdersAreRefused(t *testing.T) {
	s := newStroller(t, fighters+"\nagent dull { idle stroll }", agent.Options{})
	id, dull := s.spawn("fighter", sense.Point{}), s.Spawn("dull")
	for _, c := range []struct {
		name string
		id   ID
		o    agent.Order
		want error
	}{
		{"no brain", dull, agent.Order{Goal: "tell"}, agent.ErrNoBrain},
		{"nobody", 99, agent.Order{Goal: "tell"}, agent.ErrNoBrain},
		{"no such goal", id, agent.Order{Goal: "yell"}, agent.ErrUnknownGoal},
		{"an argument too many", id, agent.Order{Goal: "tell", Args: []world.Word{1}}, agent.ErrOrderArgs},
		{"an argument too few", id, agent.Order{Goal: "attack"}, agent.ErrOrderArgs},
	} {
		if _, err := s.Order(c.id, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for n := range goal.MaxOrders {
		if number, err := s.Order(id, agent.Order{Goal: "tell"}); number != int64(n+1) || err != nil {
			t.Error(number, err)
		}
	}
	if _, err := s.Order(id, agent.Order{Goal: "tell"}); !errors.Is(err, agent.ErrOrdersFull) {
		t.Error(err)
	}
}

// TestAReplayNeedsNoSenses: the trace has percepts as writes, and so a replay decides the same without a host, orders
// included.
func TestAReplayNeedsNoSenses(t *testing.T) {
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{CheckpointTicks: 5})
	s := newStroller(t, fighters, agent.Options{Recorder: rec})
	id := s.spawn("fighter", sense.Point{})
	s.lay("person", "bandit", sense.Point{X: 9})
	s.run(4)
	s.Order(id, agent.Order{Goal: "tell", Urgent: true})
	urgent, _ := s.Order(id, agent.Order{Goal: "look_at", Args: []world.Word{mustFind(t, s.Crowd, "bandit")}, Urgent: true})
	s.run(2)
	s.Withdraw(id, urgent)
	s.run(3)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	orders := 0
	r, err := agent.NewReplay(&out, agent.ReplayOptions{GoalSink: goal.SinkFunc(func(e goal.Event) {
		if e.Kind == goal.OrderQueued || e.Kind == goal.OrderTaken || e.Kind == goal.OrderRefused {
			orders++
		}
	})})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	if !r.Ended() || r.Crowd().TraceHash() != s.TraceHash() || orders != 4 {
		t.Errorf("%+v %v, %d events of orders", r.Difference(), r.Err(), orders)
	}
	text := r.Crowd().View().Explain(r.Crowd().AgentOf(s.Body(id)))
	for _, want := range []string{"pursues tell, as order 1 says", "goal attack(bandit), step 1 of 2, interrupted", "bandit               position (9, 0); confidence 1; sensed_now true;"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}
