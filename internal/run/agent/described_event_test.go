package agent_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// about returns what an event is about besides its text.
func about(of fact.Subject) string { return fmt.Sprintf(" (%+v)", of) }

// TestDescribedEventsSayTheSame: the text of an event in a trace is the text that it had when it happened.
func TestDescribedEventsSayTheSame(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			data, _ := s.recorded(t, 60, ktrace.Options{})
			var r *agent.Replay
			events := map[string][]string{}
			note := func(family string, id agent.ID, text string) {
				events[family] = append(events[family], r.NameOf(id)+": "+text)
			}
			r = openTrace(t, bytes.NewReader(data), agent.ReplayOptions{
				Sink:     runner.SinkFunc(func(e runner.Event) { note("plan", e.Agent, r.Crowd().View().Text(e)) }),
				TreeSink: bt.SinkFunc(func(e bt.Event) { note("tree", e.Agent, r.Crowd().View().TreeText(e)) }),
				GoalSink: goal.SinkFunc(func(e goal.Event) { note("goal", e.Agent, r.Crowd().View().GoalText(e)) }),
				SquadSink: agent.SquadSinkFunc(func(e agent.SquadEvent) {
					of, text := r.Crowd().View().DescribeSquad(e)
					note("squad", e.Squad, text+about(of))
				}),
			})
			r.Crowd().NameAgents(r.NameOf)
			in, err := ktrace.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			var rec ktrace.Record
			compared := 0
			for n := 0; in.Next(&rec) == nil; {
				if r.RunTo(rec.Tick + 1); rec.Kind != ktrace.KindEvent {
					continue
				}
				got := r.Describe(&rec.Event, nil)
				if got.Family == fact.Squad {
					got.Text += about(got.Subject)
				}
				if got.Kind == 0 || got.Name == "" || agent.KindName(got.Kind) != got.Name {
					t.Fatalf("%+v", got)
				}
				if got.Agent == "" { // the agent spawned after the tick
					continue
				}
				// Of trees and goals, a trace contains only the important events: skip the others.
				list := events[got.Family.String()]
				i := slices.Index(list, got.Agent+": "+got.Text)
				if ofFirstValue := got.Family == fact.Goal && rec.Event.Values[35] == 0; i < 0 && (ofFirstValue || got.Family != fact.Squad && strings.Contains(got.Text, "#")) {
					continue // the trace cannot distinguish this value from none; or the object was removed since, with its name
				}
				if i < 0 {
					t.Fatalf("event %d, tick %d: %+v was not reported; reported were\n%s", n, rec.Tick, got, strings.Join(list[:min(len(list), 20)], "\n"))
				}
				events[got.Family.String()] = list[i+1:]
				n++
				compared++
			}
			if compared < 10 {
				t.Errorf("only %d events were compared", compared)
			}
			if !r.Ended() {
				t.Error(r.Difference(), r.Err())
			}
		})
	}
}

// TestDescribingNoiseSaysSomething: an event about a missing object is described by its numbers.
func TestDescribingNoiseSaysSomething(t *testing.T) {
	data, _ := sceneNamed(t, "minds").recorded(t, 20, ktrace.Options{})
	r := openTrace(t, bytes.NewReader(data), agent.ReplayOptions{})
	for kind := range 256 {
		for _, n := range []int64{-5, 1 << 40, 999} {
			e := ktrace.Event{Kind: uint8(kind), Agent: n, Args: []int64{n}}
			for i := range e.Values {
				e.Values[i] = n
			}
			if got := r.Describe(&e, nil); got.Text == "" {
				t.Errorf("kind %d says nothing: %+v", kind, got)
			}
		}
	}
}
