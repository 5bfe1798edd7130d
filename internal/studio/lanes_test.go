package studio

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
)

// TestLanesAreMadeOfFacts: what events say in words, and names that look like those words, change nothing.
func TestLanesAreMadeOfFacts(t *testing.T) {
	b := newLaneBuilder("a#1", nil)
	tick := int64(0)
	add := func(kind fact.Kind, name, call string, change func(*Entry)) {
		e := eventEntry(kind, fact.Subject{Name: name, Call: call}, "step ended: goal failed: want chosen started activated")
		if e.Tick = tick; change != nil {
			change(&e)
		}
		b.add(&e)
		tick++
	}
	add(fact.PlanAdopted, "dine", "dine(soup: hot)", func(e *Entry) { e.steps = 2 })
	add(fact.StepStarted, "go", "go(x): y", nil)
	add(fact.StepStarted, "go", "go(x)", nil)
	add(fact.StepEnded, "go", "go(x): y", nil)
	add(fact.StepFailed, "go", "go(x)", nil)
	add(fact.PlanFailed, "dine", "dine(soup: hot)", nil)
	add(fact.WantChosen, "fight", "fight(the chosen one)", nil)
	add(fact.GoalActivated, "fight", "fight(the activated one)", nil)
	add(fact.GoalStepStarted, "strike", "strike(hand started)", nil)
	add(fact.GoalStepEnded, "strike", "strike", func(e *Entry) { e.status = action.Failure })
	add(fact.GoalCompleted, "fight", "fight", nil)
	add(fact.WantEnded, "fight", "fight(the chosen one)", nil)
	add(fact.NodeStarted, "if it ended", "if it ended", func(e *Entry) { e.Leaf = true })
	add(fact.NodeStarted, "if it", "if it", func(e *Entry) { e.Leaf = true })
	add(fact.NodeEnded, "if it ended", "if it ended", func(e *Entry) { e.Leaf, e.status = true, action.Success })
	add(fact.OrderRefused, "order 1", "order 1", nil)
	sensed := perceptEntry(&sense.Event{Kind: sense.Missed}, 0, person{"a#1", "a"}, "a thing")
	b.add(&sensed)
	var got []string
	for _, bar := range b.lane.Bars {
		got = append(got, fmt.Sprintf("%s %q %d-%d %s", bar.Track, bar.Text, bar.From, bar.To, bar.Tone))
	}
	for _, m := range b.lane.Marks {
		got = append(got, fmt.Sprintf("mark %s %s %s", m.Track, m.Kind, m.Tone))
	}
	want := []string{`plan "dine(soup: hot) in 2 steps" 0-5 bad`, `step "go(x): y" 1-3 good`, `step "go(x)" 2-4 bad`, `want "fight(the chosen one)" 6-11 `,
		`goal "fight(the activated one)" 7-10 good`, `step "strike(hand started)" 8-9 bad`, `leaf "if it ended" 12-14 good`, `leaf "if it" 13--1 `,
		"mark order order refused bad", "mark percept missed bad"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
