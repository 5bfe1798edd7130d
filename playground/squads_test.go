package playground

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/world"
)

// teams is a file with squads whose members see, and talk.
const teams = `
type person max 16
state agent {
    remembered position(x: person): vec2
    done: int
}
state squad {
    sensed health_of(m: person): float
    sensed ammo_of(m: person): float
    sensed position_of(m: person): vec2
    sensed spotted(e: person): bool
    sensed spotted_at(e: person): vec2
    sensed strength: float
    sensed contacts: float
    sensed center: vec2
    sensed front: vec2
    alarm := exists(e: person where spotted(e) && dist(spotted_at(e), center) < front.x) && strength + contacts > exists_of
    exists_of := min(m: person where health_of(m) > 0: ammo_of(m) + position_of(m).x else 0)
}
action stand(s: float)
action shoot(p: person)
sense sight { range 12; cone 90deg; line_of_sight }
sense talk { }
memory short { span 30s }
tree rest { stand(1000) }
tree kill { sequence { if alarm; each p: person where spotted(p) { shoot(p) } } }
squad pack { role hand 0..9 }
agent member { tree rest; squad pack; sense sight; sense talk; memory short; body person }
agent killer { tree kill; squad pack; sense sight; memory short; body person }
agent stranger { tree rest; body person }
`

// field has one who sees a stranger, one who looks the other way, and the stranger behind a wall from that one.
const field = `size 40 10
start 5 5
start 30 2
start 12 5
wall 20 0 20 10
squad pack as alpha team 1
cast member 2 squad alpha rounds 7
cast stranger 1 team 2
`

func (p *Playground) squadValue(name string, args ...world.Word) float64 {
	a, _ := p.Program().Schema().Symbol(name).Addr(args...)
	return p.crowd.State(p.Squad("alpha")).Get(a).Float()
}

func (p *Playground) squadSpot(name string, args ...world.Word) arena.Point {
	a, _ := p.Program().Schema().Symbol(name).Addr(args...)
	st := p.crowd.State(p.Squad("alpha"))
	return arena.Point{X: st.Get(a).Float(), Y: st.Get(a + 1).Float()}
}

// Squads receive the condition of their members, and the members' memories with positions.
func TestReports(t *testing.T) {
	p := stage(t, teams, field, 1)
	p.Run(2)
	a, b, c := p.Character(0), p.Character(1), p.Character(2)
	if got := p.crowd.View().Members(nil, p.Squad("alpha")); len(got) != 2 || got[0] != a.Agent || got[1] != b.Agent || p.crowd.View().SquadOf(c.Agent) != 0 {
		t.Fatalf("its members are %v", got)
	}
	for _, x := range []struct {
		name string
		args []world.Word
		want float64
	}{
		{"health_of", []world.Word{a.Object}, 1}, {"health_of", []world.Word{c.Object}, 0}, {"ammo_of", []world.Word{b.Object}, 7},
		{"strength", nil, 2}, {"contacts", nil, 1},
	} {
		if got := p.squadValue(x.name, x.args...); got != x.want {
			t.Errorf("%s(%v) is %v, want %v", x.name, x.args, got, x.want)
		}
	}
	for _, x := range []struct {
		name string
		args []world.Word
		want arena.Point
	}{
		{"position_of", []world.Word{b.Object}, b.At}, {"position_of", []world.Word{c.Object}, arena.Point{}},
		{"spotted_at", []world.Word{c.Object}, c.At}, {"spotted_at", []world.Word{b.Object}, arena.Point{}},
		{"center", nil, arena.Point{X: 17.5, Y: 3.5}}, {"front", nil, c.At},
	} {
		if got := p.squadSpot(x.name, x.args...); got.Distance(x.want) > 0.01 {
			t.Errorf("%s(%v) is %v, want %v", x.name, x.args, got, x.want)
		}
	}
	spotted, _ := p.Program().Schema().Symbol("spotted").Addr(c.Object)
	if p.Step(); p.crowd.State(b.Agent).Get(spotted) == 0 { // members have it in common with the squad
		t.Error("who looks the other way does not know of the stranger")
	}
}

// Without a squad members have a team all the same, and there are no reports.
func TestLoneMembers(t *testing.T) {
	p, err := New(compiled(t, teams), scene(t, field), Options{Crowd: karakuri.Options{Seed: 1}, Lone: []string{"alpha"}})
	if err != nil {
		t.Fatal(err)
	}
	p.Run(2)
	a, b, c := p.Character(0), p.Character(1), p.Character(2)
	if p.crowd.View().SquadOf(a.Agent) != 0 || len(p.crowd.View().Members(nil, p.Squad("alpha"))) != 0 || p.squadValue("strength") != 0 {
		t.Error("they are members of a squad")
	}
	if p.crowd.View().Team(a.Agent) != p.crowd.View().Team(b.Agent) || p.crowd.View().Team(a.Agent) == p.crowd.View().Team(c.Agent) || p.crowd.View().Team(a.Agent) == 0 {
		t.Error("they are of no team")
	}
	if r := p.Recollections(b.Agent, nil); !slices.ContainsFunc(r, func(r Recollection) bool { return r.Object == c.Object }) {
		t.Errorf("who looks the other way was not told: %+v", r)
	}
}

// Squads begin with a report, and then each has its turn twice a second: not all in the same tick.
func TestReportsAreSpread(t *testing.T) {
	const squads, every = 12, 5
	var text strings.Builder
	text.WriteString("size 60 10\ntps 10\n")
	for i := range squads {
		fmt.Fprintf(&text, "start %d 5\nsquad pack as s%d team %d\ncast member 1 squad s%d\n", 4*i+4, i, i+1, i)
	}
	p := stage(t, teams, text.String(), 1)
	strength, _ := p.Program().Schema().Symbol("strength").Addr()
	for i := range squads {
		st := p.crowd.State(p.Squad(fmt.Sprint("s", i)))
		if st.Get(strength).Float() != 1 {
			t.Errorf("squad %d begins without a report", i)
		}
		st.Set(strength, world.Float(-1)) // until it is written
	}
	var turns [squads]int64 // in which tick
	for range every {
		p.Step()
		told := 0
		for i := range squads {
			if st := p.crowd.State(p.Squad(fmt.Sprint("s", i))); turns[i] == 0 && st.Get(strength).Float() == 1 {
				turns[i], told = p.tick(), told+1
			}
		}
		if told > (squads+every-1)/every {
			t.Errorf("%d squads have a report in tick %d", told, p.tick())
		}
	}
	if slices.Contains(turns[:], 0) {
		t.Errorf("the squads have reports in ticks %v", turns)
	}
}

// Reports allocate nothing once warm.
func TestReportsDoNotAllocate(t *testing.T) {
	p := stage(t, teams, field, 1)
	p.Run(5)
	if n := testing.AllocsPerRun(200, p.Step); n > 0 {
		t.Errorf("%v allocations a step", n)
	}
}

// Who dies leaves its squad; who comes back joins it again; and a match ends when one team is left.
func TestDeathAndTheEnd(t *testing.T) {
	file := strings.Replace(teams, "if alarm; ", "", 1)
	const text = `size 40 10
start 5 5
start 9 5
start 5 2
squad pack as alpha team 1
squad pack as bravo team 2
cast killer 1 squad alpha shot 200 TRAITS
cast member 2 squad bravo RESPAWN
until one_team
`
	p := stage(t, file, strings.NewReplacer("TRAITS", "", "RESPAWN", "").Replace(text), 1)
	victim := p.Character(1).Agent
	if p.Run(60); p.crowd.Has(victim) || len(p.crowd.View().Members(nil, p.Squad("bravo"))) != p.Standing(2) || p.Standing(2) == 2 || p.Standing(1) != 1 {
		t.Errorf("%d and %d are left", p.Standing(1), p.Standing(2))
	}
	q := stage(t, file, strings.NewReplacer("TRAITS", "", "RESPAWN", "respawn 1s").Replace(text), 1)
	if q.Run(5); q.Over() || q.Character(1).Tally.Deaths == 0 {
		t.Error("it is over, though all come back")
	}
	for q.Character(1).Agent == 0 {
		q.Step()
	}
	if q.crowd.View().SquadOf(q.Character(1).Agent) != q.Squad("bravo") {
		t.Error("who has come back is in no squad")
	}
	alone := stage(t, file, "size 40 10\nstart 5 5\nsquad pack as alpha team 1\ncast killer 1 squad alpha\nuntil one_team\n", 1)
	if alone.Run(5); !alone.Over() || alone.crowd.Tick() != 0 {
		t.Error("nobody is against it, and it is not over")
	}
	endless := stage(t, file, "size 40 10\nstart 5 5\ncast killer 1 team 1\n", 1)
	if endless.Run(1); endless.Over() || endless.crowd.Seconds() < 1 {
		t.Error("it is over, though nothing says when")
	}
}

// What the lines of squads and objects may say.
func TestScenesWithSquads(t *testing.T) {
	s, err := ParseScene("m", "size 9 9\ncast a 2 squad x\nsquad k as x team 3\nobjects cover as c at 1 2 3 4\nuntil one_team\ncast b 1 team 1\n")
	if err != nil || s.Casts[0].Team != 3 || !s.OneTeam || s.CountLandmarks() != 2 || !slices.Equal(s.Teams(), []int64{1, 3}) {
		t.Errorf("%v %+v", err, s)
	}
	for _, c := range []struct{ text, want string }{
		{"cast a 1 squad x", `m:2:16: there is no squad "x"`},
		{"cast a 1 team 2 squad x\nsquad k as x team 1", "m:2:23: the squad \"x\" already has a team"},
		{"cast a 1\nsquad k", "m:3:1: the name of the squad is missing"},
		{"cast a 1\nsquad", "m:3:1: a kind of squad and a name are needed"},
		{"cast a 1\nsquad k as x\nsquad k as x", "m:4:1: there is a squad \"x\" already"},
		{"cast a 1\nsquad k as x size 3", `m:3:14: "size" is not said of a squad`},
		{"cast a 1\nobjects cover as c at 1", "m:3:1: what they are, a type and pairs"},
		{"cast a 1\nobjects wood as c at 1 2", `m:3:9: "wood" is not a kind of object`},
		{"cast a 1\nobjects cover as c at 1 y", `m:3:25: "y" is not a number`},
		{"cast a 1\nobjects cover as c at 10 2", "m:3:1: 10, 2 is off the map"},
		{"cast a 1\nuntil noon", "m:3:1: what ends a run is needed: until one_team"},
	} {
		_, err := ParseScene("m", "size 9 9\n"+c.text)
		var all arena.Mistakes
		if !errors.As(err, &all) || len(all) != 1 || !strings.HasPrefix(all[0].Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// What a program has no place for.
func TestSquadsThatTheProgramDoesNotHave(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"cast pack 1", "pack is a squad: write squad pack as NAME"},
		{"cast stranger 1 squad x\nsquad pack as x", `agents of the kind stranger cannot be members of squads of the kind "pack"`},
		{"cast member 1\nsquad member as x", `the program has no squad "member"`},
		{"cast member 1\nobjects cover as tree at 1 1", `the program has no object type "tree"`},
		{"cast member 17 squad x\nsquad pack as x", "there are up to 17 objects of the type person"},
	} {
		_, err := New(compiled(t, teams), scene(t, "size 9 9\n"+c.text+"\n"), Options{})
		var all arena.Mistakes
		if !errors.As(err, &all) || len(all) != 1 || !strings.Contains(all[0].Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := New(compiled(t, strings.Replace(teams, "sensed strength: float", "sensed strength: int", 1)), scene(t, field), Options{}); err == nil ||
		!strings.Contains(err.Error(), "the playground writes strength") {
		t.Error(err)
	}
}
