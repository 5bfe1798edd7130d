package playground

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// A body stands while its walk is suspended, and continues afterwards, around walls that were not between before.
func TestSuspendedWalks(t *testing.T) {
	const file = `
type thing max 8
type person : thing
action move_to(x: vec2)
action stand(s: float)
goal trip { move_to(vec2(12, 5)) suspends }
tree pause { wait 1s } // nothing in it stops the body
goal linger { pause }
goal aside { move_to(vec2(2, 9)) }
brain b { want trip { score 1.0 } }
agent doer { brain b; body person }
agent other { idle stand(1000.0); body person }
`
	for _, c := range []struct {
		order string
		slow  float64 // the most that it may move in the next 0.8 s
		quick float64 // and the least that it must
	}{{"", 9, 2}, {"linger", 0, 0}, {"aside", 9, 2}} {
		p := stage(t, strings.TrimSpace(file), walled, 1)
		p.Run(0.5)
		if c.order != "" {
			if _, err := p.crowd.Order(p.Character(0).Agent, agent.Order{Goal: c.order, Args: []world.Word{}}); err != nil {
				t.Fatal(err)
			}
		}
		p.Step() // it is suspended in this one
		before := p.Character(0).At
		p.Run(p.crowd.Seconds() + 0.8)
		if far := p.Character(0).At.Distance(before); far > c.slow || far < c.quick {
			t.Errorf("order %q: it went %.2f m", c.order, far)
		}
		for range 100 {
			if p.Step(); p.Character(0).At.Distance(arena.Point{X: 12, Y: 5}) < 0.1 {
				break
			}
		}
		if at := p.Character(0).At; at.Distance(arena.Point{X: 12, Y: 5}) >= 0.1 {
			t.Errorf("order %q: it is at %v", c.order, at)
		}
	}
}
