package agent_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// fading are gatherers whose memory fades.
var fading = strings.NewReplacer("capacity 8;", "capacity 8; decay 0.1/s; promote_times 3;", "memory short }", "memory short; memory long }",
	"remembered kind(t: thing): int", "remembered kind(t: thing): int\n    remembered age(t: thing): float\n    remembered missed(t: thing): bool\n    remembered importance(t: thing): float",
	"state agent {", "memory long { capacity 2; decay 0.03/s }\nstate agent {").Replace(gatherers)

// TestWhatIsWrittenIsWhatIsRemembered: whatever becomes of things, and of what the host says of them between two ticks.
func TestWhatIsWrittenIsWhatIsRemembered(t *testing.T) {
	for seed := range uint64(20) {
		s, r := newStroller(t, fading, agent.Options{}), det.NewRand(seed, 0, 0)
		id := s.spawn("gatherer", sense.Point{})
		things := s.layWorth("apple", sense.Point{X: 6}, 2)
		for tick := range 300 {
			thing := s.yard.things[things]
			if thing != nil {
				switch r.Uint64n(40) {
				case 0:
					s.yard.walls = []float64{5}
				case 1, 2:
					s.yard.walls = nil
				case 3:
					thing.Velocity = sense.Point{Y: r.Between(-0.3, 0.3)}
				case 4, 5:
					thing.Velocity = sense.Point{}
				case 6:
					thing.Fixed = !thing.Fixed
				case 7:
					thing.Importance = r.Between(0, 3)
				case 8:
					thing.Values[0] = r.Between(0, 3)
				case 9, 10:
					s.Memory(id).Perceive(&sense.Percept{Object: sense.ObjectID(things), Sensor: sense.SensorKind(1 + r.Uint64n(5)), Tick: s.Tick() - int64(r.Uint64n(3)),
						Confidence: r.Float64(), Has: sense.Parts(r.Uint64n(16)), At: sense.Point{X: r.Between(5, 7), Y: thing.At.Y}}, s.Tick())
				}
			}
			if s.run(1); s.Rewritten(id) {
				t.Fatalf("seed %d, tick %d: what is written is not what is remembered", seed, tick)
			}
		}
	}
}

// TestWhatIsAsBeforeIsNotWrittenAgain counts: an apple that lies there, and is seen in each tick, is written when it is
// noticed.
func TestWhatIsAsBeforeIsNotWrittenAgain(t *testing.T) {
	s := newStroller(t, fading, agent.Options{})
	s.spawn("gatherer", sense.Point{})
	s.layWorth("apple", sense.Point{X: 6}, 2)
	s.run(20)
	before := s.Recalled()
	if s.run(100); s.Recalled() != before {
		t.Errorf("an apple that lies there was written %d times in 100 ticks", s.Recalled()-before)
	}
}
