package playground

import (
	"testing"

	"github.com/karakuri-ai/karakuri/arena"
)

// TestWalkingPastThoseWhoStand: a character takes another way where somebody stands in its way, however that looks; if
// there is no other way, its action fails after about twelve seconds.
func TestWalkingPastThoseWhoStand(t *testing.T) {
	const door = "size 30 20\nbox 14 0 16 9.5\nbox 14 10.5 16 20\nstart 4 10\n"
	const two = "size 30 20\nbox 14 0 16 9.5\nbox 14 10.5 16 16\nbox 14 17 16 20\nstart 4 10\n"
	for _, c := range []struct {
		name, scene string
		standing    int
		within      string // the outcome
		least, most float64
	}{
		{"in a doorway", door + "start 15 10\n", 1, "failure", 12, 17},
		{"at a doorway, on its other side", door + "start 16.3 10\n", 1, "failure", 12, 17},
		{"on this side, where others would wait", door + "start 13.7 10\n", 1, "failure", 12, 17},
		{"in one of two doorways", two + "start 15 10\n", 1, "success", 7, 12},
		{"in both doorways", two + "start 15 10\nstart 15 16.5\n", 2, "failure", 11.5, 30},
		{"in a row", "size 30 20\nstart 4 10\nstart 15 7\nstart 15 8.3\nstart 15 9.6\nstart 15 10.9\nstart 15 12.2\nstart 15 13.5\n", 6, "success", 5.5, 9},
		{"in a pocket", "size 30 20\nstart 4 10\nstart 15 10\nstart 14 9\nstart 14 11\nstart 13 8.5\nstart 13 11.5\nstart 12 8.5\nstart 12 11.5\n", 8, "success", 5.5, 10},
		{"two with a gap of a body's width between them", "size 30 20\nstart 4 10\nstart 15 9.195\nstart 15 10.805\n", 2, "success", 5.5, 8},
		{"on a turn of the path", "size 30 20\nbox 10 6 11 20\nstart 4 10\nstart 9.8 5.6\n", 1, "success", 5.5, 10},
	} {
		p := stage(t, doingThis("move_to(vec2(26, 10))"), c.scene+"cast doer 1\ncast other "+string(rune('0'+c.standing))+"\n", 1)
		how := p.outcome(60)
		if after := p.crowd.Seconds(); how[:7] != c.within || after < c.least || after > c.most {
			t.Errorf("%s: %s, want %s after %v to %v s\n%s", c.name, how, c.within, c.least, c.most, p.Draw(arena.View{}))
		}
	}
}
