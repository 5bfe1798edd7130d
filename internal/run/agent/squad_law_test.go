package agent_test

import (
	"fmt"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// quiet are options without events.
func quietly() agent.Options {
	return agent.Options{Sink: runner.SinkFunc(func(runner.Event) {}), Seed: 3}
}

// gunners shoot as often as they can: at most two at once.
const gunnery = `
type enemy
objects foe: enemy
state agent { eager: bool }
action shoot(e: enemy) needs turret priority 3
action snipe(e: enemy) needs turret priority 1
action wave
operator fire(e: enemy) { do shoot(e) }
operator pick_off(e: enemy) { do snipe(e); cooldown 0.5s }
operator greet { do wave }
task fight {
    method "snipe" when eager { pick_off(foe) }
    method "shoot" { fire(foe) }
    method "wave" { greet }
}
squad gunners { token turret 2 lease 0.6s }
agent gunner {
    plan fight every 0.3s
    squad gunners
}
`

// TestTokensAreNeverExceeded lets gunners shoot for times that vary, join, leave and die: never do more than two of a
// squad shoot, and sometimes as many do.
func TestTokensAreNeverExceeded(t *testing.T) {
	for seed := range uint64(10) {
		f := newField(t, gunnery, quietly())
		r := det.NewRand(seed, 1, 2)
		for range 40 {
			f.follow(fmt.Sprintf("act shoot %d %s", 1+r.Intn(9), stagedHows[r.Intn(2)]))
			f.follow(fmt.Sprintf("act snipe %d success", 1+r.Intn(4)))
		}
		f.play("spawn gunners S")
		both := 0
		for i := range 8 {
			f.follow(fmt.Sprintf("spawn gunner g%d", i))
			f.follow(fmt.Sprintf("join S g%d", i))
		}
		for tick := range 300 {
			name := fmt.Sprintf("g%d", r.Intn(8))
			switch r.Intn(20) {
			case 0:
				f.Leave(f.names[name])
			case 1, 2:
				f.follow("join S " + name)
			case 3:
				f.follow("set " + name + " eager " + fmt.Sprint(r.Intn(2)))
			case 4:
				f.Remove(f.names[name])
				f.follow("spawn gunner " + name)
				f.follow("join S " + name)
			}
			f.Step()
			members := map[agent.ID]bool{}
			for _, id := range f.View().Members(nil, f.names["S"]) {
				members[id] = true
			}
			n := 0
			for _, action := range []string{"shoot", "snipe"} {
				for id := range f.holders[action] {
					if members[id] && f.holdsTurret(id) {
						n++
					}
				}
			}
			if leases := len(f.View().Holders(nil, f.names["S"], "turret")); n > 2 || leases > 2 {
				t.Fatalf("seed %d, tick %d: %d shoot, %d hold the token", seed, tick, n, leases)
			}
			if n == 2 {
				both++
			}
		}
		if both < 20 {
			t.Errorf("seed %d: two shoot at once in %d ticks only", seed, both)
		}
		f.finish()
	}
}

// holdsTurret reports whether an agent holds the token: one that has joined while it shoots does so without a token.
func (f *field) holdsTurret(id agent.ID) bool {
	for _, l := range f.View().Holders(nil, f.names["S"], "turret") {
		if l.Holder == squad.OfAgent(id) {
			return true
		}
	}
	return false
}

// TestMembersTellEachOther: what one member sees another learns, later and less surely. An agent in no squad learns
// nothing.
func TestMembersTellEachOther(t *testing.T) {
	y := newYard()
	o := quietly()
	o.Senses = y
	f := newField(t, `
type thing
type foe : thing
type soldier : thing
objects orc: foe
state agent {
    remembered position(t: thing): vec2
    remembered confidence(t: thing): float
}
action wave
goal wander { wave }
brain simple { want wander { score 0.1 } }
sense sight { range 10 }
sense talk { range 100; reaction 0.5s; confidence 0.6 }
memory short { span 60s; capacity 9 }
squad fireteam { }
agent rifleman {
    brain simple
    body soldier
    squad fireteam
    sense sight
    sense talk
    memory short
}
`, o)
	f.play("act wave 999 success\nspawn fireteam S\nspawn rifleman a\nspawn rifleman b\nspawn rifleman c\njoin S a b")
	orc, _ := f.View().ObjectNamed("orc")
	y.put(orc, sense.Point{X: 5})
	y.put(f.Body(f.names["a"]), sense.Point{})
	y.put(f.Body(f.names["b"]), sense.Point{X: 50})
	y.put(f.Body(f.names["c"]), sense.Point{X: 51})
	known := map[string]int{}
	for tick := range 20 {
		f.Step()
		for _, name := range []string{"a", "b", "c"} {
			if recalled(f.Crowd, f.names[name], "position", orc)[0] == world.Float(5) && known[name] == 0 {
				known[name] = tick + 1
			}
		}
	}
	if known["a"] != 1 || known["b"] < 6 || known["b"] > 9 {
		t.Errorf("a knows in tick %d, b in tick %d", known["a"], known["b"])
	}
	if known["c"] != 0 {
		t.Errorf("c, who is in no squad, knows in tick %d", known["c"])
	}
	a, b := recalled(f.Crowd, f.names["a"], "confidence", orc)[0].Float(), recalled(f.Crowd, f.names["b"], "confidence", orc)[0].Float()
	if a != 1 || b <= 0 || b > 0.6 {
		t.Errorf("a is %g sure, b %g", a, b)
	}
	if f.View().Team(f.names["a"]) == 0 || f.View().Team(f.names["c"]) != 0 {
		t.Error("squads are not the teams that talk")
	}
	f.follow("leave a")
	if f.View().Team(f.names["a"]) != 0 {
		t.Error("who has left is still of the team")
	}
}

// led is a squad that gives orders all the time, to members that need a token to carry them out.
const led = `
type soldier
type miner
type enemy
objects foe: enemy
state squad { turn: int 0..1000000 }
state agent { courage(m: soldier): float = 0.5; n: int 0..1000000 }
action shoot(e: enemy) needs turret
action dig
goal attack(e: enemy) { shoot(e) retry 1 }
goal wander { dig }
operator assault { do parallel { order flanker attack(foe); order digger trench }; effect turn += 1 }
operator dig_on { do dig; effect n += 1 }
task fight { method "assault" { assault } }
task trench { method "dig" { dig_on; dig_on } }
squad fireteam {
    plan fight
    role flanker 1..4 each m: soldier score if turn / 10 * 10 == turn then courage(m) else 0.7
    role digger 0..2 each m: miner score 1
    token turret 2 lease 1s
}
brain simple {
    want wander { score 0.1 }
    orders score 0.5
}
agent rifleman {
    brain simple
    body soldier
    squad fireteam
}
agent sapper {
    plan trench
    body miner
    squad fireteam
}
`

func newLed(t testing.TB, o agent.Options, squads int) *field {
	f := newField(t, led, o)
	f.play("act dig 3 success\nact shoot 4 success")
	f.mute = true
	for i := range squads {
		f.play(fmt.Sprintf("spawn fireteam S%d\nspawn rifleman a%d\nspawn rifleman b%d\nspawn rifleman c%d\nspawn sapper d%d", i, i, i, i, i))
		f.follow(fmt.Sprintf("join S%d a%d b%d c%d d%d", i, i, i, i, i))
	}
	return f
}

func TestSquadsDoNotAllocate(t *testing.T) {
	o := quietly()
	f := newLed(t, o, 3)
	for range 600 {
		f.Step()
	}
	before := f.Decisions()
	if n := testing.AllocsPerRun(300, f.Step); n > 0 {
		t.Errorf("a tick allocates %g times", n)
	}
	if f.Decisions()-before < 1000 {
		t.Errorf("only %d decisions", f.Decisions()-before)
	}
}

// BenchmarkSquads is a tick of squads of four that give orders all the time.
func BenchmarkSquads(b *testing.B) {
	f := newLed(b, quietly(), 100)
	for range 100 {
		f.Step()
	}
	b.ReportAllocs()
	for b.Loop() {
		f.Step()
	}
}

// TestSquadsGoOverToAChangedProgram: with members and the symbols of squads.
func TestSquadsGoOverToAChangedProgram(t *testing.T) {
	f := newLed(t, quietly(), 1)
	f.Home(f.names["S0"], world.ScopeSquad).Set(f.address("turn"), 40)
	for range 12 {
		f.Step()
	}
	turn := f.State(f.names["a0"]).Get(f.address("turn"))
	g := newField(t, "// another file\naction sing\n"+led+"\noperator tune { do sing }\ntask music { method \"sing\" { tune } }\nagent bard { plan music }\n", quietly())
	g.results = f.results
	g.mute = true
	g.names = f.names
	c, report, err := agent.Restore(g.program, g.bindings(), quietly(), f.Snapshot(nil))
	if err != nil || report.Same {
		t.Fatal(err, report.Same)
	}
	g.Crowd = c
	if n := len(g.View().Members(nil, f.names["S0"])); n != 4 {
		t.Fatalf("%d members are left", n)
	}
	if now := g.State(f.names["b0"]).Get(g.address("turn")); now != turn || turn < 40 {
		t.Errorf("turn is %d, was %d", now, turn)
	}
	for range 30 {
		g.Step()
	}
	if g.View().RoleOf(f.names["a0"]) == "" || g.State(f.names["c0"]).Get(g.address("turn")) <= turn {
		t.Errorf("the squad does not continue: a is %q", g.View().RoleOf(f.names["a0"]))
	}
}
