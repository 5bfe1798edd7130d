package playground

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// seers is a file in which the doer perceives and remembers.
func seers(act string) string {
	return strings.Replace(doingThis(act), "agent doer { tree act once; body person }", `
state agent { remembered position(x: thing): vec2 }
sense sight { range 12; cone 90deg; line_of_sight; touch_range 1 }
sense hearing { damping 0.5 }
sense damage { }
memory short { span 30s; miss_range 1 }
agent doer { tree act once; body person; sense sight; sense hearing; sense damage; memory short }`, 1)
}

// known returns where the first character takes an object to be.
func (p *Playground) known(o world.Object) (arena.Point, bool) {
	typ := p.crowd.World().TypeOf(o)
	return p.Where(p.Character(0).Agent, action.Value{Type: world.Type{Kind: world.KindObject, ID: typ}, Words: [2]world.Word{o}})
}

const oneItem = "size 30 10\nstart 5 5\nenergy 14 5\ncast doer 1\nitems energy 1 as item\n"

// A character goes to where it remembers a thing, though it has been taken meanwhile, and finds out there.
func TestGoingToWhereAThingIsRemembered(t *testing.T) {
	p := stage(t, seers("sequence { wait 1s; move_to(vec2(2, 5)); each i in remembered item { move_to(i) } }"), oneItem, 1)
	item := p.Items(nil)[0]
	for p.Character(0).At.X > 2.1 { // it has seen the item, and now looks the other way
		p.Step()
	}
	taken := &p.items[0]
	p.give(taken, &p.members[0])
	if where, ok := p.known(item.Object); !ok || where != item.At {
		t.Fatalf("it takes it to be at %v, %v", where, ok)
	}
	if r := p.Recollections(p.Character(0).Agent, nil); len(r) != 1 || !r[0].Item || r[0].Sensed || r[0].At != item.At || r[0].Seconds == 0 {
		t.Errorf("it remembers %+v", r)
	}
	if got := p.outcome(20); !strings.HasPrefix(got, "failure") {
		t.Error(got)
	}
	if _, ok := p.known(item.Object); ok || p.Character(0).At.X < 3 {
		t.Errorf("at %v it still remembers it", p.Character(0).At)
	}
}

// What a character has never perceived it does not know; one without a memory knows everything.
func TestNobodyKnowsWhatItHasNotPerceived(t *testing.T) {
	behind := strings.Replace(oneItem, "energy 14 5", "energy 2 5", 1)
	for _, c := range []struct{ name, file, want string }{
		{"with a memory", seers("each i: item { move_to(i) }"), "failure"},
		{"without", doingThis("each i: item { move_to(i) }"), "success"},
	} {
		p := stage(t, c.file, behind, 1)
		if got := p.outcome(5); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

// Who strikes from behind, and who shouts behind a wall, is remembered where it was.
func TestBlowsAndSoundsAreNoticed(t *testing.T) {
	for _, c := range []struct {
		name, do, scene string
		want, deaf      bool
	}{
		{"a blow from behind is heard", "each p: person where foe(p) { strike(p) }", "size 30 10\nstart 5 5\nstart 3.9 5\ncast doer 1\ncast other 1\n", true, false},
		{"and felt", "each p: person where foe(p) { strike(p) }", "size 30 10\nstart 5 5\nstart 3.9 5\ncast doer 1\ncast other 1\n", true, true},
		{"nothing", "stand(5.0)", "size 30 10\nstart 5 5\nstart 3.9 5\ncast doer 1\ncast other 1\n", false, false},
		{"a shout behind a wall", "shout", "size 30 10\nwall 8 0 8 10\nstart 5 5\nstart 9 5\ncast doer 1\ncast other 1\n", true, false},
		{"a shout too far behind a wall", "shout", "size 30 10\nwall 8 0 8 10\nstart 5 5\nstart 20 5\ncast doer 1\ncast other 1\n", false, false},
		{"steps", "move_to(vec2(12, 9))", "size 30 10\nwall 8 0 8 10\nstart 5 5\nstart 9 5\ncast doer 1\ncast other 1 noise 30\n", true, false},
		{"steps without noise", "move_to(vec2(12, 9))", "size 30 10\nwall 8 0 8 10\nstart 5 5\nstart 9 5\ncast doer 1\ncast other 1\n", false, false},
	} {
		file := strings.Replace(seers("stand(1000.0)"), "tree rest { stand(1000) }", "tree rest { sequence { wait 0.5s; "+c.do+" } }", 1)
		file = strings.Replace(file, "sight { range 12; cone 90deg; line_of_sight; touch_range 1 }", "sight { range 12; cone 90deg; line_of_sight }", 1)
		if c.deaf {
			file = strings.Replace(file, "sense hearing { damping 0.5 }", "", 1)
			file = strings.Replace(file, "sense hearing; ", "", 1)
		}
		p := stage(t, file, c.scene, 1)
		a, _ := p.Program().Schema().Symbol("foe").Addr(p.Character(0).Object)
		p.crowd.Target(p.Character(1).Agent, false).Set(a, 1)
		found := false
		for range 20 {
			p.Step()
			_, ok := p.known(p.Character(1).Object)
			found = found || ok
		}
		if found != c.want {
			t.Errorf("%s: noticed: %v", c.name, found)
		}
	}
}

// The attribute values of percepts are in the order in which the file declares its attributes; missing ones are 0.
func TestAttributes(t *testing.T) {
	file := strings.Replace(seers("stand(1000.0)"), "remembered position(x: thing): vec2",
		"remembered position(x: thing): vec2; remembered glory(x: thing): float; remembered power_of(x: thing): float; remembered team_of(x: thing): float; remembered energy_of(x: thing): float", 1)
	p := stage(t, file, `size 30 10
start 5 5
start 10 5
energy 9 4
power 9 6
items energy 1 amount 30 as item
items power 1 amount 50 as item
cast doer 1
cast other 1 team 7 start 20
`, 1)
	p.Run(1)
	for _, c := range []struct {
		name                       string
		object                     world.Object
		glory, power, team, energy float64
	}{
		{"energy", p.Items(nil)[0].Object, 0, 0, 0, 0.3},
		{"power", p.Items(nil)[1].Object, 0, 0.5, 0, 0},
		{"somebody", p.Character(1).Object, 0, 0.2, 7, 1},
	} {
		st := p.crowd.State(p.Character(0).Agent)
		got := func(name string) float64 {
			a, _ := p.Program().Schema().Symbol(name).Addr(c.object)
			return st.Get(a).Float()
		}
		if got("glory") != c.glory || got("power_of") != c.power || got("team_of") != c.team || got("energy_of") != c.energy {
			t.Errorf("%s: glory %v, power %v, team %v, energy %v", c.name, got("glory"), got("power_of"), got("team_of"), got("energy_of"))
		}
	}
}

// Members of a team report to each other what they notice.
func TestTeamsTalk(t *testing.T) {
	file := strings.NewReplacer("sense damage { }", "sense damage { }\nsense talk { }", "sense damage;", "sense damage; sense talk;").Replace(seers("stand(1000.0)"))
	for _, c := range []struct {
		teams string // of the one that sees the item, and of the one that looks the other way
		want  bool
	}{{"1 1", true}, {"1 2", false}, {"0 0", false}} {
		a, b, _ := strings.Cut(c.teams, " ")
		p := stage(t, file, "size 30 10\nstart 20 5\nstart 5 5\nenergy 10 5\ncast doer 1 team "+b+"\ncast doer 1 team "+a+"\nitems energy 1 as item\n", 1)
		p.Run(3)
		if _, ok := p.known(p.Items(nil)[0].Object); ok != c.want {
			t.Errorf("teams %s: known %v", c.teams, ok)
		}
	}
}

// at30 opens an example at 30 ticks a second, where sight looks in every third.
func at30(t *testing.T, name string, seed uint64) *Playground {
	t.Helper()
	return stage(t, readExample(t, name+".krk"), strings.Replace(readExample(t, name+".scene"), "tps 10", "tps 30", 1), seed)
}

// TestStatesShowWhatIsRemembered: between looks the states of soldiers show what they remember, at most a look old.
func TestStatesShowWhatIsRemembered(t *testing.T) {
	const aLook = 3.5 * 0.1 // metres that a soldier goes
	for seed := range uint64(3) {
		p := at30(t, "fireteam/fireteam", seed)
		position, facts, old := p.crowd.Schema().Symbol("position"), 0, 0
		for range 40 * 30 {
			p.Step()
			for i := range p.members {
				m, st := p.crowd.Memory(p.members[i].agent), p.crowd.Target(p.members[i].agent, false)
				if m == nil {
					continue
				}
				for k := range m.Len() {
					a, _ := position.Addr(world.Object(m.ObjectAt(k)))
					shown, is := arena.Point{X: st.Get(a).Float(), Y: st.Get(a + 1).Float()}, arena.Point(m.Estimate(k, p.crowd.Tick()).At)
					if facts++; shown != is {
						old++
					}
					if shown.Distance(is) > aLook {
						t.Fatalf("seed %d, tick %d: soldier %d remembers an object at %v, and its state shows %v", seed, p.crowd.Tick(), i, is, shown)
					}
				}
			}
		}
		if old == 0 || old > facts/2 {
			t.Errorf("seed %d: of %d facts that were looked at, %d are shown as they were at the last look", seed, facts, old)
		}
	}
}

// TestWhatIsForgottenIsNotWanted: a gatherer forgets what it finds missing, and in the next tick its state no longer
// shows it, whether it looks then or not.
func TestWhatIsForgottenIsNotWanted(t *testing.T) {
	p := at30(t, "gatherer/gatherer", 2)
	confidence := p.crowd.Schema().Symbol("confidence")
	shown, forgotten := map[[2]int64]int64{}, 0 // in which tick a state first showed an object that is not remembered
	for range 60 * 30 {
		p.Step()
		tick := p.crowd.Tick()
		for i := range p.members {
			m, st := p.crowd.Memory(p.members[i].agent), p.crowd.Target(p.members[i].agent, false)
			if m == nil {
				continue
			}
			for o := st.NextMember(confidence.Params[0].ID, 0); o != 0; o = st.NextMember(confidence.Params[0].ID, o) {
				at, _ := confidence.Addr(o)
				if st.Get(at).Float() == 0 {
					continue
				}
				if _, known := m.Find(sense.ObjectID(o)); known {
					continue
				}
				key := [2]int64{int64(i), int64(o)}
				if was, again := shown[key]; again && was == tick-1 {
					t.Fatalf("tick %d: the state of character %d shows %d, which it forgot before", tick, i, o)
				}
				shown[key] = tick
				forgotten++
			}
		}
	}
	if forgotten < 20 {
		t.Errorf("characters forgot %d things; the test needs more", forgotten)
	}
}
