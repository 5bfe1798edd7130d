package playground

import (
	"errors"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
)

// What neither the playground nor the game does is refused, or stood in for: actions take their time, functions answer
// something.
func TestStandIns(t *testing.T) {
	const file = `
state agent { did: int = 0 }
action stand(s: float)
action bake(loaves: int)
action knead
function dough: bool
function flour: bool
tree work { sequence { if !dough() && flour(); knead; bake(3); set did = 1 } }
agent baker { tree work once }
`
	p, land := compiled(t, file), scene(t, "size 20 10\ncast baker 1\n")
	kneaded, asked := 0, 0
	bind := func(_ *Playground, b *action.Bindings) {
		action.Bind(b, "knead", func(*action.Ctx, *struct{}, *struct{}) action.Status { kneaded++; return action.Success })
		action.BindFunc(b, "flour", func(struct{}) bool { return true })
	}
	_, err := New(p, land, Options{Bind: bind})
	var failure *diag.Failure
	if !errors.As(err, &failure) || len(failure.List.All) != 2 {
		t.Fatalf("bake and dough are nobody's: %v", err)
	}
	o := Options{Bind: bind, StandIns: true, Crowd: karakuri.Options{Seed: 1}}
	play, err := New(p, land, o)
	if err != nil {
		t.Fatal(err)
	}
	did := p.Schema().Symbol("did").Base
	for play.crowd.State(play.Character(0).Agent).Get(did) == 0 && play.crowd.Seconds() < 5 {
		play.Step()
	}
	if s := play.crowd.Seconds(); kneaded != 1 || s < 0.5 || s > 2.3 {
		t.Errorf("it kneaded %d times, and was ready after %g s", kneaded, s)
	}
	o.Answer = func(_ *action.Ctx, name string) (action.Status, bool) {
		if name == "bake" {
			asked++
		}
		return action.Success, name == "bake"
	}
	if play, err = New(p, land, o); err != nil {
		t.Fatal(err)
	}
	play.Step()
	play.Step()
	if asked != 1 || play.crowd.State(play.Character(0).Agent).Get(did) != 1 {
		t.Errorf("asked %d times for another answer", asked)
	}
}
