package agent_test

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// TestWorkersChangeNothing: however many goroutines decide, on however many processors, a crowd decides the same, and
// so says its trace to the byte.
func TestWorkersChangeNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	ticks, agents := sized(40, 60, 100), sized(30, 40, 60)
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			var want facts
			var wantTrace []byte
			for i, workers := range []int{0, 1, 2, 8} {
				runtime.GOMAXPROCS(max(1, workers))
				var out bytes.Buffer
				s.options.Workers, s.options.Recorder = workers, ktrace.NewRecorder(&out, ktrace.Options{})
				c := s.start(t)
				for range agents {
					c.Spawn(s.program.Info.Agents[0].Name)
				}
				for range ticks {
					s.drive(c)
					c.Step()
				}
				if err := s.options.Recorder.Close(); err != nil {
					t.Fatal(err)
				}
				got := factsOf(c)
				switch {
				case i == 0:
					want, wantTrace = got, out.Bytes()
				case got != want:
					t.Errorf("%d workers: %+v, want %+v", workers, got, want)
				case !bytes.Equal(out.Bytes(), wantTrace):
					t.Errorf("%d workers: another trace", workers)
				}
			}
			if r, _ := replayed(t, wantTrace); !r.Ended() {
				t.Errorf("the trace cannot be replayed: %+v %v", r.Difference(), r.Err())
			}
		})
	}
}

func TestTicksOfSeveralWorkersDoNotAllocate(t *testing.T) {
	crowd := newVillage(t, 100, agent.Options{Seed: 1, Workers: 4})
	for range 1000 {
		crowd.Step()
	}
	if n := testing.AllocsPerRun(500, crowd.Step); n > 0 {
		t.Errorf("a tick allocates %g times", n)
	}
}

// BenchmarkWorkers shows what a second goroutine saves: a tick of 10,000 soldiers all of whom plan, since they see
// another enemy come or go.
func BenchmarkWorkers(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			crowd := newSoldiers(b, 10_000, agent.Options{Seed: 1, Workers: workers})
			seen, _ := crowd.Schema().Symbol("visible").Addr(crowd.View().Objects("enemy")[0])
			tick := func() {
				for id := range crowd.All {
					crowd.Target(id, false).Set(seen, world.Word(crowd.Tick()%2))
				}
				crowd.Step()
			}
			for range 20 {
				tick()
			}
			before := crowd.Decisions()
			b.ReportAllocs()
			for b.Loop() {
				tick()
			}
			b.ReportMetric(float64(crowd.Decisions()-before)/float64(b.N), "decisions/op")
		})
	}
}
