package playground

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/diag"
)

// yard has the doer on the left, another character on the right, and a wall between some of them.
const (
	openYard = "size 20 10\nstart 2 5\nstart 17 5\ncast doer 1\ncast other 1\n"
	walled   = "size 20 10\nwall 10 2 10 8\nstart 2 5\nstart 17 5\ncast doer 1\ncast other 1\n"
	beside2  = "size 20 10\nstart 2 5\nstart 3.2 5\ncast doer 1 damage 30\ncast other 1\n"
	atFence  = "size 20 10\nwall 2.6 0 2.6 10\nstart 2 5\nstart 3.2 5\ncast doer 1 damage 30\ncast other 1\n"
)

// What each action does, and when it fails.
func TestActions(t *testing.T) {
	for _, c := range []struct {
		name, act, scene string
		want             string // how it ends
		check            func(t *testing.T, p *Playground, me, other Character)
	}{
		{"walks straight to a point", "move_to(vec2(12, 5))", openYard, "success after 2.6 s", at(12, 5, 0.05)},
		{"walks around a wall", "move_to(vec2(12, 5))", walled, "success", at(12, 5, 0.05)},
		{"walks beside a thing", "each i: item { move_to(i) }", openYard + "energy 12 5\nitems energy 1 as item\n", "success", at(12, 5, 0.7)},
		{"walks beside somebody", "each p: person where foe(p) { move_to(p) }", openYard, "success", at(17, 5, 1.1)},
		{"there is no way", "move_to(vec2(15, 5))", "size 20 10\nwall 10 0 10 10\nstart 2 5\ncast doer 1\n", "failure", nil},
		{"a point in a wall is as near as one gets", "move_to(vec2(12, 5))", "size 20 10\nbox 11 4 13 6\nstart 2 5\ncast doer 1\n", "success", at(12, 5, 1.6)},
		{"approaches up to its reach", "each p: person where foe(p) { approach(p) }", openYard, "success", at(17, 5, 1.4)},
		{"follows for as long as it can", "each p: person where foe(p) { follow(p) }", openYard, "nothing", at(17, 5, 3)},
		{"flees until it is far off", "each p: person where foe(p) { flee_from(p) }", "size 40 10\nstart 15 5\nstart 17 5\ncast doer 1\ncast other 1\n", "success",
			func(t *testing.T, p *Playground, me, other Character) {
				if far := me.At.Distance(other.At); far < fleeMetres {
					t.Errorf("it is %v m off", far)
				}
			}},
		{"hides behind a wall", "hide_from(vec2(17, 5))", "size 20 10\nbox 6 4 8 6\nstart 4 2\ncast doer 1\n", "success",
			func(t *testing.T, p *Playground, me, _ Character) {
				if p.scene.Map.Visible(me.At, arena.Point{X: 17, Y: 5}) {
					t.Errorf("at %v it is in plain view", me.At)
				}
			}},
		{"there is nowhere to hide", "hide_from(vec2(17, 5))", openYard, "failure", nil},
		{"searches a place and looks around", "search_at(vec2(6, 5))", openYard, "success after 2.4 s", at(6, 5, 0.7)},
		{"looks around", "look_around", openYard, "success after 1.5 s", at(2, 5, 0)},
		{"turns", "face(vec2(2, 9))", openYard, "success", func(t *testing.T, _ *Playground, me, _ Character) {
			if me.Facing.Y < 0.99 {
				t.Errorf("it looks along %v", me.Facing)
			}
		}},
		{"stands", "stand(3.0)", openYard, "success after 3.1 s", at(2, 5, 0)},
		{"wanders somewhere", "wander_about", openYard, "success", func(t *testing.T, _ *Playground, me, _ Character) {
			if me.At == (arena.Point{X: 2, Y: 5}) {
				t.Error("it has not moved")
			}
		}},
		{"picks up what is beside it", "each i: item { pick_up(i) }", openYard + "energy 2.5 5\nitems energy 1 as item\n", "success", func(t *testing.T, p *Playground, me, _ Character) {
			if items := p.Items(nil); items[0].There || me.Tally.Energy != 1 {
				t.Errorf("%+v, %+v", items, me.Tally)
			}
		}},
		{"picks up power", "each i: item { pick_up(i) }", openYard + "power 2.5 5\nitems power 1 amount 40 as item\n", "success", func(t *testing.T, p *Playground, me, _ Character) {
			if me.Power != 0.4 || me.Tally.Power != 1 {
				t.Errorf("%+v", me)
			}
		}},
		{"does not pick up what is far away", "each i: item { pick_up(i) }", openYard + "energy 4 5\nitems energy 1 as item\n", "failure", func(t *testing.T, p *Playground, me, _ Character) {
			if items := p.Items(nil); !items[0].There {
				t.Error("it is gone")
			}
		}},
		{"does not pick up what is behind a wall", "each i: item { pick_up(i) }", "size 20 10\nwall 2.5 0 2.5 10\nstart 2 5\nenergy 2.7 5\ncast doer 1\nitems energy 1 as item\n", "failure", nil},
		{"wanders only to where a way leads", "repeat 10 { wander_about }", "size 20 10\nwall 6 0 6 10\nstart 2 5\ncast doer 1\n", "success", func(t *testing.T, _ *Playground, me, _ Character) {
			if me.At.X > 6 {
				t.Errorf("it is at %v", me.At)
			}
		}},
		{"strikes within reach", "each p: person where foe(p) { strike(p) }", beside2, "success", hurtBy(30)},
		{"does not strike out of reach", "each p: person where foe(p) { strike(p) }", openYard, "failure", hurtBy(0)},
		{"does not strike through a wall", "each p: person where foe(p) { strike(p) }", atFence, "failure", hurtBy(0)},
		{"puts power into a blow, but not more than goes", "each p: person where foe(p) { strike(p) }",
			"size 20 10\nstart 2 5\nstart 3.2 5\ncast doer 1 damage 10 start 40 blow 25\ncast other 1\n", "success",
			func(t *testing.T, p *Playground, me, other Character) {
				if hurtBy(35)(t, p, me, other); me.Power != 0.15 {
					t.Errorf("it has %v power left", me.Power)
				}
			}},
		{"waits for its cooldown", "each p: person where foe(p) { repeat 3 { strike(p) } }", "size 20 10\nstart 2 5\nstart 3.2 5\ncast doer 1 cooldown 2s\ncast other 1\n", "success after 4.", hurtBy(30)},
		{"shoots what is in plain view", "each p: person where foe(p) { shoot(p) }", "size 20 10\nstart 2 5\nstart 9 5\ncast doer 1 shot 20\ncast other 1\n", "success", hurtBy(20)},
		{"does not shoot farther than its range", "each p: person where foe(p) { shoot(p) }", openYard, "failure", hurtBy(0)},
		{"does not shoot through a wall", "each p: person where foe(p) { shoot(p) }", atFence, "failure", hurtBy(0)},
		{"shouts", "shout", openYard, "success", at(2, 5, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := stage(t, doingThis(c.act), c.scene, 1)
			p.makeFoeKnown(t)
			if got := p.outcome(60); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
			me, other := p.Character(0), Character{}
			if p.Len() > 1 {
				other = p.Character(1)
			}
			if c.check != nil {
				c.check(t, p, me, other)
			}
		})
	}
}

// makeFoeKnown makes the second character known to the first.
func (p *Playground) makeFoeKnown(t *testing.T) {
	t.Helper()
	if p.Len() < 2 {
		return
	}
	a, ok := p.Program().Schema().Symbol("foe").Addr(p.Character(1).Object)
	if !ok {
		t.Fatal("there is no cell")
	}
	p.crowd.Target(p.Character(0).Agent, false).Set(a, 1)
}

// at wants the character to be within some metres of a point.
func at(x, y, metres float64) func(*testing.T, *Playground, Character, Character) {
	return func(t *testing.T, _ *Playground, me, _ Character) {
		t.Helper()
		if far := me.At.Distance(arena.Point{X: x, Y: y}); far > metres+1e-9 {
			t.Errorf("it is at %v, %v m from where it should be", me.At, far)
		}
	}
}

// hurtBy wants the other one to have lost so much health to it.
func hurtBy(health float64) func(*testing.T, *Playground, Character, Character) {
	return func(t *testing.T, _ *Playground, me, other Character) {
		t.Helper()
		if other.Tally.Taken != health || me.Tally.Given != health || other.Health != (100-health)/100 {
			t.Errorf("%+v\n%+v", me, other)
		}
	}
}

// Actions that take something else in a file are refused, all at once, and so are unknown ones.
func TestActionsThatDoNotFitAreRefused(t *testing.T) {
	file := `
type item
type room = { hall, yard }
state agent { sensed energy: bool; sensed pos: float }
action move_to(r: room)
action wander_about(far: bool)
action pick_up
action dance
tree act { sequence { move_to(hall); wander_about(true); pick_up; dance; if energy && pos > 1 } }
agent a { tree act }
`
	_, err := New(compiled(t, file), scene(t, "size 9 9\ncast a 1"), Options{})
	var failure *diag.Failure
	if !errors.As(err, &failure) {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, d := range failure.List.All {
		fmt.Fprintln(&all, d.Error())
	}
	for _, want := range []string{
		"test.krk:4:15: the playground writes energy as a float, not as a bool",
		"the playground writes pos as a vec2, not as a float",
		"action move_to: r cannot be a room here",
		"action wander_about has 0 parameters here, not 1",
		"action pick_up has 1 parameters here, not 0",
		"dance",
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("nothing says %q:\n%v", want, &all)
		}
	}
}

// A scene that a program has no place for is refused with its lines.
func TestScenesThatDoNotFitAreRefused(t *testing.T) {
	file := doingThis("shout")
	_, err := New(compiled(t, file), scene(t, "size 9 9\ncast doer 60\ncast dor 1\nitems energy 9 as item\nitems power 1 as iten"), Options{})
	if err == nil {
		t.Fatal("it is accepted")
	}
	want := `test.scene:3:1: the program has no agent "dor"; it has doer, other
test.scene:4:1: there are up to 69 objects of the type item with this line, and the program has room for 64: write type item max 69
test.scene:5:1: the program has no object type "iten"`
	if err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
	if _, err := New(compiled(t, file), scene(t, "size 1 1\ncast doer 1 radius 0.6"), Options{}); err == nil || !strings.Contains(err.Error(), "test.scene:2: there is no room for another doer") {
		t.Errorf("no room: %v", err)
	}
	if _, err := New(compiled(t, file), scene(t, "size 9 9\ncast doer 60\n"), Options{Crowd: karakuri.Options{Seed: 3}}); err != nil {
		t.Error(err)
	}
}

// A host binds actions of its own next to those of the playground.
func TestOwnActions(t *testing.T) {
	file := strings.Replace(doingThis("sequence { move_to(vec2(4, 5)); dance }"), "action shout", "action shout\naction dance", 1)
	var danced []arena.Point
	p, err := New(compiled(t, file), scene(t, openYard), Options{Bind: func(p *Playground, b *action.Bindings) {
		action.Bind(b, "dance", func(c *action.Ctx, _ *struct{}, _ *struct{}) action.Status {
			place, _ := p.PlaceOf(c.Agent())
			danced = append(danced, p.Character(place).At)
			return action.Success
		})
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.outcome(5); !strings.HasPrefix(got, "success") || len(danced) != 1 || danced[0].X < 3.9 {
		t.Errorf("%s, danced at %v", got, danced)
	}
}

// A character that is held up looks for another way.
func TestWalksGetOn(t *testing.T) {
	p := stage(t, doingThis("stand(1000.0)"), walled, 1)
	goal := arena.Point{X: 12, Y: 5}
	w := walk{Set: true, Goal: goal, Legs: 1, Path: [maxLegs]arena.Point{goal}} // straight through the wall
	s := action.Running
	for range 100 {
		if s = p.walk(&p.members[0], &w, goal, 4, atLeg); s != action.Running {
			break
		}
		p.arena.Step(0.1)
	}
	if s != action.Success || w.Stuck != 1 {
		t.Errorf("%v at %v, stuck %d times", s, p.Character(0).At, w.Stuck)
	}
}
