package karakuri_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// TestPlansMayWalkOverWhatTheyWrite: a plan that writes cells and then walks over them depends on what was there before
// it. So an agent whose planning is cut into slices finishes it, with many objects as with few.
func TestPlansMayWalkOverWhatTheyWrite(t *testing.T) {
	type none struct{}
	for _, most := range []int{64, 400} {
		text := fmt.Sprintf(`type enemy max %d
state squad { claimed(e: enemy): bool }
objects e1, e2, e3: enemy
action walk
operator claim(e: enemy) { do walk; effect claimed(e) = true }
operator rest { do walk }
task go { method "all" { claim(e1); more; more } }
task more { method "each" each e: enemy where claimed(e) { rest; rest } }
agent a { plan go }
`, most)
		p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
		if err != nil {
			t.Fatal(err)
		}
		walk := karakuri.Bind("walk", func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Running })
		c, err := karakuri.New(p, karakuri.Options{TPS: 10, Seed: 1, NodesPerTick: 2}, walk)
		if err != nil {
			t.Fatal(err)
		}
		c.Spawn("a")
		for range 100 {
			c.Step()
		}
		if s := c.Stats(); s.Plannings > 0 || s.Turns > 0 {
			t.Errorf("%d enemies: after 100 ticks the agent still plans: %+v", most, s)
		}
	}
}
