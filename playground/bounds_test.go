package playground

import (
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri/arena"
)

// TestPairsBound: in the example, one pair goes while the other stays and watches, and both reach the last bound.
func TestPairsBound(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile("../examples/patrol/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	p := stage(t, read("bounds.krk"), read("bounds.scene"), 1)
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
