package studio

import (
	"path/filepath"
	"testing"
)

const gathererScene = "../../examples/gatherer/gatherer.scene"

// oldScene is gathererScene with characters that walk through each other: tests ask about moments of its runs.
const oldScene = "../../cmd/karakuri/testdata/why/gatherer.scene"

// standsAt returns where a character is; a tick of nil is now.
func (c *client) standsAt(name string, tick *int64) [2]float64 {
	c.t.Helper()
	var figures []Figure
	c.ask(Request{Op: "frame", Tick: tick}, &figures)
	for _, f := range figures {
		if f.Name == name {
			return [2]float64{f.X, f.Y}
		}
	}
	c.t.Fatalf("there is no %s", name)
	return [2]float64{}
}

// A moved character is at its new position, continues from there, and is there again when one looks back.
func TestMove(t *testing.T) {
	for _, which := range []struct{ file, name string }{{gatherer, "brave_one#1"}, {camp, "hunter#1"}} {
		t.Run(filepath.Base(which.file), func(t *testing.T) {
			address, _ := serve(t, Options{}, which.file, gathererScene)
			c := dial(t, address)
			c.openAt(filepath.Base(which.file), 14)
			to := [2]float64{3.5, 4.25}
			c.ask(Request{Op: "move", Agent: which.name, At: &to}, nil)
			if at := c.standsAt(which.name, nil); at != to {
				t.Fatalf("it is at %v", at)
			}
			var walk [][2]float64
			for range 30 {
				c.ask(Request{Op: "step", Count: 1}, nil)
				walk = append(walk, c.standsAt(which.name, nil))
			}
			for _, i := range []int{29, 0, 12, 3} {
				if at := c.standsAt(which.name, ptr(int64(15+i))); at != walk[i] {
					t.Errorf("%d ticks on it was at %v, and looking back at %v", i+1, walk[i], at)
				}
			}
			for what, r := range map[string]Request{"nobody": {Agent: "x#9", At: &to}, "nowhere": {Agent: which.name}} {
				r.Op = "move"
				if _, wrong := c.try(r); wrong == "" {
					t.Errorf("%s is moved", what)
				}
			}
			var o Opened
			if c.ask(Request{Op: "open", File: filepath.Base(which.file)}, &o); !o.Movable {
				t.Error("it does not say that characters can be moved")
			}
		})
	}
}

// A recorded run stays as it was.
func TestMoveOfRecording(t *testing.T) {
	address, _ := serve(t, Options{}, record(t, camp, 20))
	c := dial(t, address)
	var o Opened
	c.ask(Request{Op: "open", File: "run.ktrace"}, &o)
	if _, wrong := c.try(Request{Op: "move", Agent: "hunter#1", At: &[2]float64{1, 1}}); wrong != errRecorded.Error() || o.Movable {
		t.Errorf("%q, %v", wrong, o.Movable)
	}
}
