package playground

import (
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/world"
)

// TestPairsBound: in the example, one pair goes while the other stays and watches, and both reach the last bound.
func TestPairsBound(t *testing.T) {
	p := stage(t, readExample(t, "patrol/bounds.krk"), readExample(t, "patrol/bounds.scene"), 1)
	const together = 0.5 // metres a second: who is faster goes
	var with [4][4]bool
	turns, before := 0, -1
	for p.crowd.Seconds() < p.scene.Seconds {
		p.Step()
		var going []int
		for i := range p.members {
			if _, v, _ := p.arena.Pose(p.members[i].body); v.Distance(arena.Point{}) > together {
				going = append(going, i)
			}
		}
		for _, i := range going {
			for _, k := range going {
				with[i][k] = true
			}
		}
		if len(going) > 0 && (before < 0 || !with[before][going[0]]) {
			turns, before = turns+1, going[0]
		}
	}
	for i := range with {
		n := 0
		for k := range with[i] {
			if with[i][k] {
				n++
			}
		}
		if at := p.at(&p.members[i]); n != 2 || at.X < 84 {
			t.Errorf("member %d went together with %v, and is at %v\n%s", i, with[i], at, p.Draw(arena.View{}))
		}
	}
	if turns != 8 { // two pairs, four bounds
		t.Errorf("the pairs took %d turns, want 8", turns)
	}
}

// TestPairsComeBack: in the example, the pairs go back from the last bound as they came, and to the last one again.
// Those who stay look where the others go, or to the side of it, and never behind.
func TestPairsComeBack(t *testing.T) {
	const settled = 20 // ticks that one who has stopped, or watches the other way, takes to turn
	for seed := range uint64(2) {
		p := stage(t, readExample(t, "patrol/bounds.krk"), readExample(t, "patrol/bounds.scene"), seed)
		ends, end := 0, 25.0 // crossings of the ground, and where the last one ended
		var way float64      // 1: to the right, -1: back
		var still [4]int     // ticks for which each has stood
		for p.crowd.Seconds() < 300 {
			p.Step()
			for i := range p.members {
				switch _, v, _ := p.arena.Pose(p.members[i].body); {
				case math.Abs(v.X) < 0.5:
					still[i]++
				case way != math.Copysign(1, v.X) && math.Abs(v.X) > 2:
					way, still = math.Copysign(1, v.X), [4]int{}
				default:
					still[i] = 0
				}
			}
			for i, n := range still {
				if c := p.Character(i); n > settled && c.Facing.X*way < 0 {
					t.Fatalf("seed %d, %.1f s: member %d looks to %v while they go to %.0f", seed, p.crowd.Seconds(), i, c.Facing, way)
				}
			}
			if all := p.at(&p.members[0]); math.Abs(all.X-(110-end)) < 3 && math.Abs(p.at(&p.members[2]).X-(110-end)) < 3 {
				ends, end = ends+1, 110-end
			}
		}
		if ends < 3 {
			t.Errorf("seed %d: they crossed the ground %d times", seed, ends)
		}
	}
}

// TestThePatrolGoesRound: in the example, the squad goes from post to post and round again: it never turns back to the
// post that it has just left, and in five minutes it is at each of them twice at least.
func TestThePatrolGoesRound(t *testing.T) {
	const plan, going = 3, 1 // form(wedge), go(post), look_out
	for seed := range uint64(2) {
		var round []world.Word
		var p *Playground
		reached := karakuri.SinkFunc(func(e karakuri.Event) {
			if e.Kind == karakuri.StepEnded && e.Status == karakuri.Success && e.Agent == p.Squad("alpha") && e.Steps == plan && e.Step == going {
				round = append(round, e.Args[0])
			}
		})
		var err error
		p, err = New(compiled(t, readExample(t, "patrol/patrol.krk")), scene(t, readExample(t, "patrol/patrol.scene")), Options{Crowd: karakuri.Options{Seed: seed, Sink: reached}})
		if err != nil {
			t.Fatal(err)
		}
		for p.crowd.Seconds() < 300 {
			p.Step()
		}
		times := map[world.Word]int{}
		for i, post := range round {
			if times[post]++; i > 0 && round[i-1] == post {
				t.Errorf("seed %d: it turns back to the post that it has left: %v", seed, round)
			}
		}
		for _, n := range times {
			if n < 2 {
				t.Errorf("seed %d: it was at the posts in the order %v", seed, round)
			}
		}
		if len(times) != 4 {
			t.Errorf("seed %d: it was at %d posts", seed, len(times))
		}
	}
}
