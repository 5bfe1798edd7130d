package bt_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// midway returns theatres whose trees remember different things: conditions and watches, and what composites,
// decorators and services keep.
func midway(b *testing.B) map[string]*theatre {
	list := map[string]*theatre{}
	for name, tree := range map[string]string{
		"watches": "selector { sequence abort lower { if a; if n > 10; play }; sequence abort lower { if n > 20; rest }; sequence abort self { if n < 10; work } }",
		"kept": "repeat { parallel { work; timeout 9s { play }; sequence { service every 0.1s look; wait 9s..10s }; selector { cooldown 5s { rest }; wait 9s }; " +
			"each t: thing { work }; retry 3 { utility selector select best inertia 0.5 fade 1s { work score n; play score 2 } } } }",
	} {
		th := newTheatre(b, prelude+"tree main { "+tree+" }")
		for _, line := range []string{"add thing egg", "add thing orc", "act work 1000000000 success", "act play 1000000000 success", "run 3"} {
			th.follow(line)
		}
		if !th.tree.Running() {
			b.Fatal(name, "does not run")
		}
		list[name] = th
	}
	return list
}

// BenchmarkSnapshot writes a tree into memory that is used again.
func BenchmarkSnapshot(b *testing.B) {
	for name, th := range midway(b) {
		b.Run(name, func(b *testing.B) {
			var data []byte
			b.ReportAllocs()
			for b.Loop() {
				data = th.tree.Append(data[:0], th.env.Instances)
			}
			b.ReportMetric(float64(len(data)), "bytes")
		})
	}
}

// BenchmarkRestore reads a tree with the activities that it runs, instead of another.
func BenchmarkRestore(b *testing.B) {
	for name, th := range midway(b) {
		b.Run(name, func(b *testing.B) {
			data := th.saved()
			r := codec.NewReader(data)
			how := &bt.Saved{Instances: th.env.Instances, Restorer: th.env.Instances.Restorer((*world.Reader)(r), th.info.Schema, nil)}
			data = r.Rest()
			b.ReportAllocs()
			for b.Loop() {
				th.tree.Drop(th.env.Instances)
				th.tree.Reset(th.program, 0, false)
				r := codec.NewReader(data)
				if _, lost := th.tree.Read(r, how, th.program.ID()); lost != "" || r.Err() != nil {
					b.Fatal(lost, r.Err())
				}
			}
		})
	}
}
