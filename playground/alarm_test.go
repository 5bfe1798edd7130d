package playground

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
)

// TestHeardBarksChangeWhatTheyDo, in the example: when a guard calls, the guard within earshot comes and the thief
// gives up; the guard in the tower hears nothing and stays. If nobody has a voice, nobody but the caller does anything
// else.
func TestHeardBarksChangeWhatTheyDo(t *testing.T) {
	const caller, helper, tower, thief = 0, 1, 2, 3
	gold, gate := arena.Point{X: 30, Y: 10}, arena.Point{X: 2, Y: 10}
	for seed := range uint64(20) {
		for _, voice := range []string{"voice 30", "voice 0"} {
			calls := 0
			sink := karakuri.SinkFunc(func(e karakuri.Event) {
				if e.Kind == karakuri.Said {
					calls++
				}
			})
			p, err := New(compiled(t, readExample(t, "alarm/alarm.krk")), scene(t, strings.Replace(readExample(t, "alarm/alarm.scene"), "voice 30", voice, 1)), Options{Crowd: karakuri.Options{Seed: seed, Sink: sink}})
			if err != nil {
				t.Fatal(err)
			}
			at := func(who int) arena.Point { return p.at(&p.members[who]) }
			posts := []arena.Point{at(caller), at(helper), at(tower)}
			stolen, away := false, 0.0
			for range 30 * 10 {
				p.Step()
				stolen = stolen || at(thief).Distance(gold) < 1
				away = max(away, at(helper).Distance(posts[helper]))
			}
			heard := voice == "voice 30"
			if calls == 0 || at(tower).Distance(posts[tower]) > 0.5 || heard != (away > 5) || heard == stolen || heard != (at(thief).Distance(gate) < 3) {
				t.Errorf("seed %d, %s: %d calls, the helper was %.1f metres from its post, the thief is at %v, the gold stolen: %t", seed, voice, calls, away, at(thief), stolen)
			}
		}
	}
}

// TestAlarmsPass: when the thief has run off, those who chased him or came to help go back to their posts and stay
// there until he tries again. Nobody corners him, and he never has the gold.
func TestAlarmsPass(t *testing.T) {
	const guards, thief = 3, 3
	gold, gate := arena.Point{X: 30, Y: 10}, arena.Point{X: 2, Y: 10}
	for seed := range uint64(20) {
		calm, cornered, stolen, attempts := 0, 0, false, 0
		calls := karakuri.SinkFunc(func(e karakuri.Event) {
			if e.Kind == karakuri.Said {
				if calm > 20*10 {
					attempts++
				}
				calm = 0
			}
		})
		p, err := New(compiled(t, readExample(t, "alarm/alarm.krk")), scene(t, readExample(t, "alarm/alarm.scene")), Options{Crowd: karakuri.Options{Seed: seed, Sink: calls}})
		if err != nil {
			t.Fatal(err)
		}
		at := func(who int) arena.Point { return p.at(&p.members[who]) }
		var posts []arena.Point
		for who := range guards {
			posts = append(posts, at(who))
		}
		for range 5 * 60 * 10 {
			p.Step()
			if calm++; calm > 12*10 && calm < 20*10 { // seconds after the last call
				for who := range guards {
					if at(who).Distance(posts[who]) > 1.5 {
						t.Fatalf("seed %d, %.1f s: guard %d is still %.1f metres from its post", seed, p.crowd.Seconds(), who, at(who).Distance(posts[who]))
					}
				}
				if at(thief).Distance(gate) > 1 {
					t.Fatalf("seed %d, %.1f s: the thief is at %v", seed, p.crowd.Seconds(), at(thief))
				}
			}
			for who := range guards {
				if at(thief).Distance(at(who)) < 1.5 {
					cornered++
				}
			}
			stolen = stolen || at(thief).Distance(gold) < 1
		}
		if attempts < 5 || cornered > 0 || stolen {
			t.Errorf("seed %d: discovered %d times again, cornered for %d ticks, the gold stolen: %t", seed, attempts, cornered, stolen)
		}
	}
}

// TestHelpersComeToTheLastCall: who calls runs after the thief, and calls again. His helper comes to where he called
// last, although the caller is no longer where he called first.
func TestHelpersComeToTheLastCall(t *testing.T) {
	const caller, helper, near = 0, 1, 3.0
	for seed := range uint64(10) {
		var p *Playground
		var last arena.Point // where he called
		var since int        // ticks
		var reached bool
		alarms, missed := 0, 0
		calls := karakuri.SinkFunc(func(e karakuri.Event) {
			if e.Kind == karakuri.Said && e.Agent == p.Character(caller).Agent {
				last, since, reached = p.Character(caller).At, 0, false
			}
		})
		var err error
		p, err = New(compiled(t, readExample(t, "alarm/alarm.krk")), scene(t, readExample(t, "alarm/alarm.scene")), Options{Crowd: karakuri.Options{Seed: seed, Sink: calls}})
		if err != nil {
			t.Fatal(err)
		}
		for since = 1000; p.crowd.Seconds() < 300; since++ {
			p.Step()
			reached = reached || p.Character(helper).At.Distance(last) < near
			if since == 8*10 { // nobody has called since
				if alarms++; !reached {
					missed++
				}
			}
		}
		if alarms < 5 || missed > 0 {
			t.Errorf("seed %d: of %d alarms, the helper did not come to the last call of %d", seed, alarms, missed)
		}
	}
}
