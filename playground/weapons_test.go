package playground

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
)

// armed returns the file of doers with weapons and landmarks, and something to do.
func armed(act string) string {
	return strings.Replace(doingThis(act), "action shout\n", `
action shout
action reload
action suppress(x: person | vec2)
action throw_grenade(x: person | vec2)
action get_behind(c: sandbag, x: person | vec2)
action stay_behind(c: sandbag, x: person | vec2)
type sandbag
state world { sensed spot(c: sandbag): vec2 }
state agent {
    sensed ammo: float
    sensed magazines: float
    sensed grenades: float
    sensed pinned: bool
    sensed grenade_near: bool
    sensed grenade_at: vec2
}
`, 1)
}

const (
	atOther = "each p: person where foe(p) { ACT }"
	range7  = "size 20 10\nstart 2 5\nstart 9 5\ncast other 1\n"
)

// What actions with weapons do, and when they fail.
func TestWeapons(t *testing.T) {
	foe := func(act string) string { return strings.Replace(atOther, "ACT", act, 1) }
	gun := func(traits string) string {
		return "size 20 10\nstart 2 5\nstart 9 5\ncast doer 1 shot 10 cooldown 100ms " + traits + "\ncast other 1\n"
	}
	rounds := func(want int, damage float64) func(t *testing.T, p *Playground, me, other Character) {
		return func(t *testing.T, p *Playground, me, other Character) {
			if me.Rounds != want {
				t.Errorf("it has %d rounds left, want %d", me.Rounds, want)
			}
			hurtBy(damage)(t, p, me, other)
		}
	}
	for _, c := range []struct {
		name, act, scene string
		want             string
		check            func(t *testing.T, p *Playground, me, other Character)
	}{
		{"a shot takes a round", foe("repeat 2 { shoot(p) }"), gun("rounds 5"), "success", rounds(3, 20)},
		{"without a round there is no shot", foe("repeat 3 { shoot(p) }"), gun("rounds 2"), "failure", rounds(0, 20)},
		{"who needs none shoots on", foe("repeat 3 { shoot(p) }"), gun(""), "success", rounds(0, 30)},
		{"reloading fills the magazine", foe("sequence { repeat 2 { shoot(p) }; reload; shoot(p) }"), gun("rounds 2 magazines 1 reload 1s"), "success", rounds(1, 30)},
		{"without a magazine it fails", foe("sequence { repeat 2 { shoot(p) }; reload }"), gun("rounds 2"), "failure", rounds(0, 20)},
		{"an aim of 0 never hits", foe("repeat 5 { shoot(p) }"), gun("aim 0"), "success", hurtBy(0)},
		{"who suppresses keeps others down", foe("suppress(p)"), gun("rounds 30 aim 0"), "success after 2", func(t *testing.T, p *Playground, me, other Character) {
			if !other.Pinned || me.Pinned || me.Tally.Shots < 15 {
				t.Errorf("%+v, %+v", me, other)
			}
		}},
		{"but not comrades", foe("suppress(p)"), "size 20 10\nstart 2 5\nstart 9 5\ncast doer 1 team 1 aim 0\ncast other 1 team 1\n", "success", func(t *testing.T, p *Playground, _, other Character) {
			if other.Pinned {
				t.Error("its comrade is kept down")
			}
		}},
		{"nor who is elsewhere", "suppress(vec2(9, 9.5))", gun("aim 0"), "success", func(t *testing.T, p *Playground, _, other Character) {
			if other.Pinned {
				t.Error("it is kept down")
			}
		}},
		{"suppressing ends with the magazine", foe("suppress(p)"), gun("rounds 3 aim 0"), "success after 0", rounds(0, 0)},
		{"it cannot be out of range", "suppress(vec2(18, 5))", gun("rounds 3"), "failure", rounds(3, 0)},
		{"nor behind a wall", foe("suppress(p)"), "size 20 10\nwall 5 0 5 10\nstart 2 5\nstart 9 5\ncast doer 1 rounds 3\ncast other 1\n", "failure", rounds(3, 0)},
		{"a grenade works after two seconds, less with the distance", "sequence { throw_grenade(vec2(9, 6)); wait 2.2s }", gun("grenades 1"), "success", hurtBy(70)},
		{"not before", "sequence { throw_grenade(vec2(9, 6)); wait 1.7s }", gun("grenades 1"), "success", func(t *testing.T, p *Playground, me, other Character) {
			if hurtBy(0)(t, p, me, other); !p.isBombNear(&p.members[1]) || p.isBombNear(&p.members[0]) || p.bombNear(&p.members[1]) != (arena.Point{X: 9, Y: 6}) {
				t.Error("who is near does not notice it, or who is far does")
			}
		}},
		{"nor behind a wall", "sequence { throw_grenade(vec2(9, 6)); wait 2.2s }", "size 20 10\nwall 8 5.5 10 5.5\nstart 2 6\nstart 9 5\ncast doer 1 grenades 1\ncast other 1\n", "success", hurtBy(0)},
		{"who has none throws none", "throw_grenade(vec2(9, 6))", gun(""), "failure", hurtBy(0)},
		{"nor too far", "throw_grenade(vec2(19, 5))", gun("grenades 1"), "failure", hurtBy(0)},
		{"it hurts who threw it", "sequence { throw_grenade(vec2(2, 5)); wait 2.2s }", gun("grenades 1 health 200"), "success", func(t *testing.T, p *Playground, me, _ Character) {
			if me.Health != 0.55 || me.Tally.Kills != 0 {
				t.Errorf("%+v", me)
			}
		}},
		{"gets behind a landmark", foe("each c: sandbag { get_behind(c, p) }"), gun("") + "objects cover as sandbag at 4 8\n", "success", func(t *testing.T, p *Playground, me, other Character) {
			if !p.Sheltered(0, other.At) {
				t.Errorf("at %v it has no cover from %v", me.At, other.At)
			}
		}},
		{"stays there", "each c: sandbag { stay_behind(c, vec2(19, 5)) }", gun("") + "objects cover as sandbag at 4 8\n", "nothing", func(t *testing.T, p *Playground, me, _ Character) {
			if me.At.X > 3.5 || me.Facing.X < 0.9 {
				t.Errorf("it is at %v and looks along %v", me.At, me.Facing)
			}
		}},
		{"flees only as far as is said", "flee_from(vec2(3, 5), 4.0)", strings.Replace(gun(""), "start 2 5", "start 3.5 5", 1), "success", func(t *testing.T, p *Playground, me, _ Character) {
			if far := me.At.Distance(arena.Point{X: 3, Y: 5}); far < 4 || far > 5 {
				t.Errorf("it is %v m off", far)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := strings.Replace(armed(c.act), "action flee_from(x: thing)", "action flee_from(x: vec2, far: float)", 1)
			p := stage(t, file, c.scene, 1)
			p.makeFoeKnown(t)
			if got := p.outcome(10); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
			c.check(t, p, p.Character(0), p.Character(1))
		})
	}
}

// From where a shot is stopped by cover.
func TestCover(t *testing.T) {
	for _, c := range []struct {
		name string
		from arena.Point
		at   string // of the target, and of another character
		want bool
	}{
		{"behind it", arena.Point{X: 18, Y: 5}, "start 9 5\nstart 2 2", true},
		{"beside it", arena.Point{X: 10, Y: 0.5}, "start 9 5\nstart 2 2", false},
		{"before it", arena.Point{X: 18, Y: 5}, "start 11 5\nstart 2 2", false},
		{"too far behind it", arena.Point{X: 18, Y: 5}, "start 8 5\nstart 2 2", false},
		{"from over it", arena.Point{X: 11, Y: 5}, "start 9 5\nstart 2 2", false},
		{"another one is nearer", arena.Point{X: 18, Y: 5}, "start 9 5\nstart 9.9 5", false},
		{"another one is there too", arena.Point{X: 18, Y: 5}, "start 9 5\nstart 8.1 5", true},
	} {
		for kind, gives := range map[string]bool{"cover": true, "place": false} {
			p := stage(t, armed("stand(9.0)"), "size 20 10\n"+c.at+"\nobjects "+kind+" as sandbag at 10 5\ncast doer 1\ncast other 1\n", 1)
			if got := p.Sheltered(0, c.from); got != (c.want && gives) {
				t.Errorf("%s, %s: %v", c.name, kind, got)
			}
		}
	}
}

// Cover, being kept down and walking make shots go past.
func TestOdds(t *testing.T) {
	p := stage(t, armed("stand(9.0)"), "size 20 10\nstart 2 5\nstart 9 5\nobjects cover as sandbag at 8 5\ncast doer 1 aim 0.8\ncast other 1 dodge 0.5\n", 1)
	me, other := &p.members[0], &p.members[1]
	near := func(want float64) {
		t.Helper()
		if got := p.odds(me, other); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%v, want %v", got, want)
		}
	}
	near(0.8 * CoverShare)
	me.pinned = 100
	near(0.8 * CoverShare * PinnedShare)
	me.pinned = 0
	p.marks[0].cover = false
	p.charts.covers.mark(p.marks)
	near(0.8)
	p.arena.MoveTowards(other.body, arena.Point{X: 9, Y: 9}, 2)
	p.arena.Step(0.1)
	near(0.4)
}

// Landmarks are known to all, and the world says where they are.
func TestLandmarks(t *testing.T) {
	p := stage(t, armed("stand(9.0)"), range7+"cast doer 1\nobjects cover as sandbag at 3 4 10 5\nobjects place as sandbag at 6 6\n", 1)
	all := p.Landmarks(nil)
	if picture, _, _ := strings.Cut(p.Draw(arena.View{}), "0.0s"); strings.Count(picture, "o") != 2 {
		t.Error("cover is not drawn")
	}
	if len(all) != 3 || !all[1].Cover || all[2].Cover || all[1].At != (arena.Point{X: 10, Y: 5}) {
		t.Fatalf("%+v", all)
	}
	a, _ := p.Program().Schema().Symbol("spot").Addr(all[1].Object)
	if p.Step(); p.crowd.World().Get(a).Float() != 10 || p.crowd.World().Get(a+1).Float() != 5 {
		t.Error("the world does not tell where it is")
	}
}

// Flying grenades, and rounds in a magazine, are saved.
func TestSavingWeapons(t *testing.T) {
	file := armed("each p: person where foe(p) { sequence { shoot(p); throw_grenade(vec2(9, 6)); wait 3s } }")
	const yard = "size 20 10\nstart 2 5\nstart 9 5\nobjects cover as sandbag at 3 4\ncast doer 1 rounds 5 grenades 2\ncast other 1\n"
	p := stage(t, file, yard, 1)
	p.makeFoeKnown(t)
	p.Run(1.5)
	saved := p.Snapshot(nil)
	if len(p.bombs) != 1 {
		t.Fatalf("%d grenades lie about", len(p.bombs))
	}
	p.Run(4)
	want := p.Snapshot(nil)
	q, _, err := Restore(p.public, p.scene, Options{Crowd: karakuri.Options{Seed: 1}}, saved)
	if err != nil {
		t.Fatal(err)
	}
	if q.Run(4); !bytes.Equal(q.Snapshot(nil), want) {
		t.Error("what was restored goes on otherwise")
	}
	if err := p.Rollback(saved); err != nil {
		t.Fatal(err)
	}
	if p.Run(4); !bytes.Equal(p.Snapshot(nil), want) || p.Character(1).Tally.Taken != 75 {
		t.Errorf("what was taken back goes on otherwise: %+v", p.Character(1).Tally)
	}
}
