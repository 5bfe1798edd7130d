package agent_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// benchCrowd is a crowd of so many agents of a scene after some seconds.
func benchCrowd(b *testing.B, s *scene, agents int) *agent.Crowd {
	c, err := agent.New(s.program, s.bindings(&fog{}), s.options)
	if err != nil {
		b.Fatal(err)
	}
	for range agents {
		c.Spawn(s.program.Info.Agents[0].Name)
	}
	for range 30 {
		s.drive(c)
		c.Step()
	}
	return c
}

// BenchmarkSnapshot writes snapshots into memory that is used again; the bytes of one are reported. Divide by the
// number of agents.
func BenchmarkSnapshot(b *testing.B) {
	for _, s := range scenes(b) {
		for name, n := range map[string]int{"1": 1, "100": 100} {
			b.Run(s.name+"/agents="+name, func(b *testing.B) {
				c := benchCrowd(b, s, n)
				var data []byte
				b.ReportAllocs()
				for b.Loop() {
					data = c.Snapshot(data[:0])
				}
				b.ReportMetric(float64(len(data)), "bytes")
			})
		}
	}
}

// BenchmarkRollback takes a crowd back to a snapshot.
func BenchmarkRollback(b *testing.B) {
	for _, s := range scenes(b) {
		for name, n := range map[string]int{"1": 1, "100": 100} {
			b.Run(s.name+"/agents="+name, func(b *testing.B) {
				c := benchCrowd(b, s, n)
				data := c.Snapshot(nil)
				b.ReportAllocs()
				for b.Loop() {
					if err := c.Rollback(data); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
