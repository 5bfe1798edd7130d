package playground

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/arena"
)

// overlapping returns the first two living characters that overlap by more than rounding, and how far.
func overlapping(p *Playground) (a, b int, metres float64) {
	for i := range p.members {
		for j := range p.members[:i] {
			m, o := &p.members[i], &p.members[j]
			if !m.alive() || !o.alive() {
				continue
			}
			if gap := p.at(m).Distance(p.at(o)) - p.traits(m).Radius - p.traits(o).Radius; gap < -arena.Overlap {
				return j, i, -gap
			}
		}
	}
	return 0, 0, 0
}

func TestCharactersOfAScene(t *testing.T) {
	const wanderers = "size 12 10\nbox 5 3 7 7\nitems energy 6 respawn 1s as item\ncast doer 30 respawn 1s\ncast other 3\n"
	file := strings.Replace(doingThis("wander_about"), "agent doer { tree act once;", "agent doer { tree act;", 1)
	for _, c := range []struct {
		text     string
		overlaps bool
	}{{wanderers, false}, {wanderers + "bodies avoid\n", false}, {wanderers + "bodies overlap\n", true}} {
		p := stage(t, file, c.text, 1)
		found := false
		for range 400 {
			p.Step()
			if p.tick()%50 == 0 {
				p.Kill(p.members[0].agent)
			}
			a, b, metres := overlapping(p)
			if found = found || metres > 0; metres > 0 && !c.overlaps {
				t.Fatalf("after %.1f s characters %d and %d overlap by %v m", p.crowd.Seconds(), a, b, metres)
			}
		}
		if found != c.overlaps {
			t.Errorf("%q: characters overlap: %v", c.text[len(wanderers):], found)
		}
	}
}

func TestWalkingAmongOthers(t *testing.T) {
	const corridor = "size 20 10\nbox 4 0 16 4.5\nbox 4 5.5 16 10\nstart 2 5\n"
	for _, c := range []struct {
		name, act, scene string
		want             string
		most             float64 // metres from vec2(18, 5) at the end; 0: any
	}{
		{"through a corridor", "move_to(vec2(18, 5))", corridor + "start 18 9\n", "success after 4", 0.06},
		{"to a spot where another stands", "move_to(vec2(18, 5))", corridor + "start 18 5\n", "success after 4", 1},
		{"where another stands in the way", "move_to(vec2(18, 5))", corridor + "start 10 5\n", "failure after 1", 0},
		{"past the corner where another stands", "move_to(vec2(18, 5))", "size 20 10\nwall 8 3 8 10\nwall 16 0 16 5\nstart 2 5\nstart 8 2.6\n", "success after", 0.06},
		{"around those who stand in a row", "move_to(vec2(18, 5))", "size 20 10\nstart 2 5\nstart 10 4\nstart 10 5\nstart 10 6\n", "success after", 0.06},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := stage(t, doingThis(c.act), c.scene+"cast doer 1\ncast other 3\n", 1)
			got := p.outcome(30)
			if at := p.Character(0).At; !strings.HasPrefix(got, c.want) || c.most > 0 && at.Distance(arena.Point{X: 18, Y: 5}) > c.most {
				t.Errorf("%s at %v, want %s", got, at, c.want)
			}
		})
	}
}
