package playground

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
)

// marching is a file whose soldiers march in a formation, and note when they have arrived.
const marching = `
type person max 16
type shape = { wedge, line, file, column }
state squad { formation: shape = SHAPE; spacing: float = 6 }
state agent { done: int; sensed place: vec2 }
action march(x: vec2)
action stand(s: float)
tree go { sequence { march(vec2(GOAL)); set done = 1; stand(1000) } }
squad pack { role hand 0..9 }
agent member { tree go; squad pack; body person }
`

func marchIn(t *testing.T, shape, goal, text string, seed uint64) *Playground {
	t.Helper()
	return stage(t, strings.NewReplacer("SHAPE", shape, "GOAL", goal).Replace(marching), text+"\nsquad pack as alpha team 1\n", seed)
}

// arrivedAt returns how many characters have ended their march.
func arrivedAt(p *Playground) (n int) {
	sym := p.Program().Schema().Symbol("done")
	for i := range p.members {
		if st := p.crowd.State(p.members[i].agent); st != nil && st.Get(sym.Base) == 1 {
			n++
		}
	}
	return n
}

// bunched returns the most living characters that one grenade could hit.
func bunched(p *Playground) (most int) {
	for i := range p.members {
		n := 0
		for j := range p.members {
			if p.at(&p.members[i]).Distance(p.at(&p.members[j])) <= grenadeTestMetres {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// grenadeTestMetres is a radius within which no two of a formation with the default spacing should be.
const grenadeTestMetres = BlastMetres

const open6 = "size 120 60\nstart 25 30\nstart 25 26\nstart 25 34\nstart 21 28\nstart 21 32\nstart 29 30\ncast member 6 squad alpha"

// TestASquadDoesNotBunch: in open ground, a squad on the march falls in within ten seconds; from then on no two members
// are within the radius of one grenade, in any formation.
func TestASquadDoesNotBunch(t *testing.T) {
	for _, shape := range shapeNames {
		for seed := range uint64(5) {
			text := open6
			if r := det.NewRand(seed, 0, 0); seed > 0 { // scattered, with room on all sides
				text = "size 120 60\ncast member 6 squad alpha"
				for range 6 {
					text += fmt.Sprintf("\nstart %.1f %.1f", r.Between(30, 50), r.Between(15, 45))
				}
			}
			p := marchIn(t, shape, "110, 30", text, seed)
			formed := 0.0
			for p.crowd.Seconds() < 90 && arrivedAt(p) == 0 {
				if p.Step(); formed > 0 && bunched(p) > 1 {
					t.Fatalf("%s, seed %d: after %.1f s %d members are within %v m\n%s", shape, seed, p.crowd.Seconds(), bunched(p), grenadeTestMetres, p.Draw(arena.View{}))
				}
				if f := &p.marches.of[0][0]; formed == 0 && len(f.Crew) == 6 && f.lag(p) < 1 {
					formed = p.crowd.Seconds()
				}
			}
			p.Run(p.crowd.Seconds() + 1)
			if n := arrivedAt(p); n != 6 || formed == 0 || formed > 12 {
				t.Errorf("%s, seed %d: %d of 6 have arrived after %.1f s, formed after %.1f s\n%s", shape, seed, n, p.crowd.Seconds(), formed, p.Draw(arena.View{}))
			}
			t.Logf("%s, seed %d: formed after %.1f s, arrived after %.1f s", shape, seed, formed, p.crowd.Seconds()-1)
		}
	}
}

// TestAFormationHasItsShape looks at the positions of a squad in the middle of its march: how far behind the first, and
// to the right of it.
func TestAFormationHasItsShape(t *testing.T) {
	const d = DefaultSpacing * 0.7071
	for shape, want := range map[string][6]arena.Point{
		"wedge":  {{}, {X: d, Y: -d}, {X: d, Y: d}, {X: 2 * d, Y: -2 * d}, {X: 2 * d, Y: 2 * d}, {X: 3 * d, Y: -3 * d}},
		"line":   {{}, {Y: -6}, {Y: 6}, {Y: -12}, {Y: 12}, {Y: -18}},
		"file":   {{}, {X: 6}, {X: 12}, {X: 18}, {X: 24}, {X: 30}},
		"column": {{}, {Y: 6}, {X: 6}, {X: 6, Y: 6}, {X: 12}, {X: 12, Y: 6}},
	} {
		p := marchIn(t, shape, "110, 30", open6, 1)
		p.Run(20)
		f := &p.marches.of[0][0]
		lead := p.at(f.leader(p))
		for _, o := range f.Crew {
			at := p.at(&p.members[o.Who])
			if got := (arena.Point{X: lead.X - at.X, Y: at.Y - lead.Y}); got.Distance(want[o.Place]) > 1.5 {
				t.Errorf("%s: the member with place %d is %v behind and to the right of the first, want %v", shape, o.Place, got, want[o.Place])
			}
		}
	}
}

// TestAFormationFitsWalls: a wedge becomes a file where the passage is narrow, and a wedge again behind it. No place is
// ever in a wall.
func TestAFormationFitsWalls(t *testing.T) {
	p := marchIn(t, "wedge", "110, 30", open6+"\nbox 55 0 70 28\nbox 55 31 70 60", 1)
	narrow, wide := false, false
	for p.crowd.Seconds() < 80 && arrivedAt(p) < 6 {
		p.Step()
		for i := range p.marches.of[0] {
			f := &p.marches.of[0][i]
			for _, o := range f.Crew {
				if o.At != (arena.Point{}) && !p.scene.Map.Fits(o.At, 0.4) {
					t.Fatalf("after %.1f s a place is at %v", p.crowd.Seconds(), o.At)
				}
			}
			if len(f.Crew) == 6 && f.Narrow {
				narrow = true
			}
			wide = narrow && !f.Narrow
		}
	}
	if n := arrivedAt(p); n != 6 || !narrow || !wide {
		t.Errorf("%d of 6 have arrived after %.1f s; it was a file: %v, and a wedge again: %v\n%s", n, p.crowd.Seconds(), narrow, wide, p.Draw(arena.View{}))
	}
}

// TestAFormationClosesUp: when the one in front dies, another leads, and all places are taken from the front.
func TestAFormationClosesUp(t *testing.T) {
	p := marchIn(t, "file", "110, 30", open6, 1)
	p.Run(10)
	first := p.marches.of[0][0].leader(p)
	p.Kill(first.agent)
	p.Run(20)
	f := &p.marches.of[0][0]
	taken := 0
	for _, o := range f.Crew {
		taken |= 1 << o.Place
	}
	if len(f.Crew) != 5 || taken != 31 || f.lag(p) > 1 {
		t.Errorf("after a death %+v", f)
	}
	for p.crowd.Seconds() < 60 && arrivedAt(p) < 5 {
		p.Step()
	}
	if arrivedAt(p) != 5 {
		t.Errorf("%d of 5 have arrived", arrivedAt(p))
	}
}

func TestAMarchContinuesFromASnapshot(t *testing.T) {
	p := marchIn(t, "wedge", "110, 30", open6+"\nbox 55 0 70 28\nbox 55 31 70 60", 1)
	q := marchIn(t, "wedge", "110, 30", open6+"\nbox 55 0 70 28\nbox 55 31 70 60", 1)
	for range 30 {
		for range 10 {
			p.Step()
			q.Step()
		}
		save := p.Snapshot(nil)
		if !bytes.Equal(save, q.Snapshot(nil)) {
			t.Fatalf("after %.1f s the runs differ", p.crowd.Seconds())
		}
		var err error
		if q, _, err = Restore(q.Program(), q.Scene(), Options{Crowd: karakuri.Options{Seed: 1}}, save); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAMarchWithoutASquad(t *testing.T) {
	file := strings.NewReplacer("SHAPE", "wedge", "GOAL", "20, 5").Replace(marching)
	p := stage(t, file, "size 30 10\nstart 5 5\ncast member 1\n", 1)
	if p.Run(6); arrivedAt(p) != 1 || p.Character(0).At.Distance(arena.Point{X: 20, Y: 5}) > 0.1 {
		t.Errorf("it is at %v", p.Character(0).At)
	}
}

func TestAMarchAllocatesNothingOnceWarm(t *testing.T) {
	p := marchIn(t, "wedge", "1100, 30", strings.Replace(open6, "size 120", "size 1200", 1), 1)
	p.Run(100) // the trail is full
	if n := testing.AllocsPerRun(50, p.Step); n > 0 || len(p.marches.of[0][0].Trail) < maxTrail {
		t.Errorf("%v allocations in a step, a trail of %d points", n, len(p.marches.of[0][0].Trail))
	}
}

// TestAMarchOutOfADeadEnd: whoever asks first, and whatever the order of IDs, a squad comes out of a passage one body
// wide: the one next to the way out leads.
func TestAMarchOutOfADeadEnd(t *testing.T) {
	const (
		straight = "size 60 30\nbox 2 2 30 14.4\nbox 2 15.6 30 28\nbox 2 14 4 16\n"
		bent     = "size 60 30\nbox 2 2 30 14.4\nbox 2 15.6 28.8 28\nbox 2 14 4 16\nbox 30 2 31 26\n" // around a corner, down
		together = "cast member 6 squad alpha"
		first    = "cast member 1 squad alpha\ncast other 5 squad alpha" // one asks a second before the others
	)
	file := strings.NewReplacer("SHAPE", "wedge", "GOAL", "50, 15").Replace(marching) + `
tree later { sequence { wait 1s; march(vec2(50, 15)); set done = 1; stand(1000) } }
agent other { tree later; squad pack; body person }
`
	for _, walls := range []string{straight, bent} {
		for _, casts := range []string{together, first} {
			for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {2, 5, 0, 3, 1, 4}, {3, 5, 0, 2, 1, 4}} {
				text := walls + casts + "\nsquad pack as alpha team 1\n"
				for _, i := range order {
					text += fmt.Sprintf("start %.1f 15\n", 5+1.2*float64(i))
				}
				p := stage(t, file, text, 1)
				for p.crowd.Seconds() < 60 && arrivedAt(p) < 6 {
					p.Step()
				}
				if n := arrivedAt(p); n < 6 || p.crowd.Seconds() > 35 {
					t.Errorf("%v: %d of 6 have arrived after %.1f s\n%s\n%s", order, n, p.crowd.Seconds(), text, p.Draw(arena.View{}))
				}
				t.Logf("%v: after %.1f s", order, p.crowd.Seconds())
			}
		}
	}
}
