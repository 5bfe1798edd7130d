package playground

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// doers is a file in which an agent does one thing, and notes how it ended. It has no memory: it knows where everything
// is.
const doers = `
type thing max 64
type item : thing
type person : thing

state agent {
    done: int
    foe(p: person): bool
    sensed energy: float
    sensed power:  float
    sensed pos:    vec2
    sensed hurt:   bool
    sensed ready:  bool
    sensed team:   float
    sensed facing: vec2
}

action move_to(x: item | person | vec2)
action approach(x: thing)
action follow(x: thing)
action flee_from(x: thing)
action hide_from(x: thing | vec2)
action search_at(x: vec2)
action wander_about
action look_around
action face(x: vec2)
action stand(s: float)
action pick_up(i: item)
action strike(p: person)
action shoot(p: person)
action shout

tree act { selector { sequence { ACT; set done = 1 }; set done = 2 } }
tree rest { stand(1000) }

agent doer { tree act once; body person }
agent other { tree rest; body person }
`

// readExample returns the text of a file of the examples.
func readExample(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// compiled compiles a file.
func compiled(t *testing.T, text string) *karakuri.Program {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"test.krk": {Data: []byte(text)}}, "test.krk")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func scene(t *testing.T, text string) *Scene {
	t.Helper()
	s, err := ParseScene("test.scene", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stage sets a playground up.
func stage(t *testing.T, file, text string, seed uint64) *Playground {
	t.Helper()
	p, err := New(compiled(t, file), scene(t, text), Options{Crowd: karakuri.Options{Seed: seed}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// outcome makes steps until the first character has done its action, or some seconds have passed, and returns the
// outcome.
func (p *Playground) outcome(seconds float64) string {
	c := p.Character(0)
	sym := p.Program().Schema().Symbol("done")
	for p.crowd.Seconds() < seconds {
		p.Step()
		if st := p.crowd.State(c.Agent); st != nil && st.Get(sym.Base) != 0 {
			how := [...]string{"", "success", "failure"}[st.Get(sym.Base)]
			return fmt.Sprintf("%s after %.1f s", how, p.crowd.Seconds())
		}
	}
	return "nothing"
}

// doing returns the file of doers with something to do.
func doingThis(act string) string { return strings.ReplaceAll(doers, "ACT", act) }
