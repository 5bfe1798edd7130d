package agent_test

import (
	"strings"
	"testing"
)

// TestATwinDecidesTheSame: a copy of a crowd with plans, trees and brains at work has all agents and their activities,
// and changes nothing in the original.
func TestATwinDecidesTheSame(t *testing.T) {
	for _, scene := range scenes(t) {
		t.Run(scene.name, func(t *testing.T) {
			c := scene.start(t)
			for range 50 {
				scene.drive(c)
				c.Step()
			}
			before := c.TraceHash()
			twins := c.Twins()
			if ahead, err := twins(); err == nil { // what one copy does, another does not see
				for range 20 {
					ahead.Step()
				}
			}
			twin, err := twins()
			if err != nil {
				t.Fatal(err)
			}
			for id := range c.All {
				if got, want := twin.View().DoingText(id), c.View().DoingText(id); got != want {
					t.Errorf("%d: the twin says\n%s\nthe crowd\n%s", id, got, want)
				}
			}
			twin.Step()
			if c.TraceHash() != before {
				t.Error("the crowd has changed")
			}
		})
	}
}

// TestATwinInTheSameProgramDoesTheSame: plans and trees go on.
func TestATwinInTheSameProgramDoesTheSame(t *testing.T) {
	for _, scene := range scenes(t) {
		t.Run(scene.name, func(t *testing.T) {
			c := scene.start(t)
			for range 50 {
				scene.drive(c)
				c.Step()
			}
			before := c.TraceHash()
			twin, err := c.TwinAs(c.Program().Program)
			if err != nil {
				t.Fatal(err)
			}
			for id := range c.All {
				if got, want := twin.View().DoingText(id), c.View().DoingText(id); got != want && !strings.HasPrefix(want, "idle") && !strings.HasPrefix(want, "pursues") { // those decide anew
					t.Errorf("%d: the twin says\n%s\nthe crowd\n%s", id, got, want)
				}
			}
			twin.Step()
			if c.TraceHash() != before {
				t.Error("the crowd has changed")
			}
		})
	}
}
