package assess

import (
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/playground"
)

// TestThePatrolKeepsApart: a squad in formation is not bunched up while it has room, is nowhere stuck, not even at the
// gate of the example, and never idle.
func TestThePatrolKeepsApart(t *testing.T) {
	folder := os.DirFS("../examples/patrol")
	program, err := karakuri.Load(folder, "patrol.krk")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../examples/patrol/patrol.scene")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(Options{Open: InScene(program, scene(t, string(text)), playground.Options{}), Seeds: Seeds{1, 1}, Seconds: 240})
	if err != nil {
		t.Fatal(err)
	}
	for name, most := range map[string]float64{"bunched": 0.1, "stuck": 0.002, "idle": 0.002, "refused": 0} {
		if v, ok := r.Rows[0].Value(name); ok && v.Value > most || !ok && name != "refused" {
			t.Errorf("%s is %+v, want at most %v", name, v, most)
		} else {
			t.Logf("%s is %v", name, v.Value)
		}
	}
}
