package playground

import (
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
)

// TestHeardBarksChangeWhatTheyDo, in the example: when a guard calls, the guard within earshot comes and the thief
// gives up; the guard in the tower hears nothing and stays. If nobody has a voice, nobody but the caller does anything
// else.
func TestHeardBarksChangeWhatTheyDo(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../examples/alarm/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
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
			p, err := New(compiled(t, read("alarm.krk")), scene(t, strings.Replace(read("alarm.scene"), "voice 30", voice, 1)), Options{Crowd: karakuri.Options{Seed: seed, Sink: sink}})
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
