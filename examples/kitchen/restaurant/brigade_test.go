package restaurant

import (
	"bytes"
	"io"
	"math"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// stations tracks which cook has which station of a brigade, for which order.
type stations struct {
	t       *testing.T
	of      map[karakuri.Object]karakuri.AgentID
	granted int
	ordered int
	ended   map[squad.State]int // orders by what became of them
}

func (s *stations) event(e agent.SquadEvent) {
	switch e.Kind {
	case agent.LeaseGranted:
		if by, held := s.of[e.Key]; held {
			s.t.Fatalf("tick %d: station %d is lent to %d and %d", e.Tick, e.Key, by, e.Member)
		}
		s.of[e.Key] = e.Member
		s.granted++
	case agent.LeaseReleased, agent.LeaseRevoked, agent.LeaseExpired:
		delete(s.of, e.Key)
	case agent.LeaseStolen:
		s.of[e.Key] = e.By
	case agent.OrderGiven, agent.OrderChanged:
		s.ordered++
	case agent.OrderMoved:
		s.ended[e.State]++
	}
}

// A brigade keeps up, acts by orders only, and no two cooks ever hold the same object, nor a station where a pot is
// left alone.
func TestABrigadeServesAndNeverTwoAreAtAStation(t *testing.T) {
	for seed := range uint64(4) {
		for _, hands := range []int{1, 2, 4} {
			s := &stations{t: t, of: map[karakuri.Object]karakuri.AgentID{}, ended: map[squad.State]int{}}
			served, printed, h := shift(t, Options{Cooks: hands, Led: true, Pause: 7, Shift: 5 * time.Minute, Seed: seed}, agent.SquadSinkFunc(s.event))
			if want := []int{0, 10, 19, 0, 19}[hands]; served < want {
				t.Errorf("seed %d, %d cooks: %d orders were served, want %d at least\n%s", seed, hands, served, want, printed)
			}
			// Each order of a guest is cut, put on and served, and all stations but those of the sinks are used once
			// for it.
			if s.ordered < 3*served || s.ended[squad.Done] < 3*served || s.granted < 2*served {
				t.Errorf("%d served by %d orders, of which %v, with %d leases", served, s.ordered, s.ended, s.granted)
			}
			if h.crowded > 0 {
				t.Errorf("%d pots were put on a hob or cooker with a pot on it", h.crowded)
			}
		}
	}
}

// The short form of -compare. The long form has the value of the squad.
func TestCompare(t *testing.T) {
	o := Options{Cooks: 2, Pause: 5, Shift: 4 * time.Minute, Out: io.Discard}
	first, err := compare(loaded(), o, 3)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := compare(loaded(), o, 3); again != first {
		t.Errorf("first %+v, and then %+v", first, again)
	}
	for way := range numWays {
		if first.served[way] < 10 || math.Abs(first.gain[way]-first.served[led]+first.served[way]) > 1e-9 {
			t.Errorf("way %d: %+v", way, first)
		}
	}
}

func TestMeanAndMargin(t *testing.T) {
	for _, tc := range []struct {
		list         []float64
		mean, margin float64
	}{
		{[]float64{3}, 3, 0},
		{[]float64{2, 2, 2, 2}, 2, 0},
		{[]float64{1, 3, 1, 3}, 2, 1.96 * math.Sqrt(1.0/3)}, // variance 4/3, of the mean 1/3
	} {
		if mean, margin := meanAndMargin(tc.list); mean != tc.mean || math.Abs(margin-tc.margin) > 1e-12 {
			t.Errorf("%v: %v ± %v, want %v ± %v", tc.list, mean, margin, tc.mean, tc.margin)
		}
	}
}

// seeds returns from how many seeds runs are compared.
func seeds() uint64 {
	if testing.Short() {
		return 2
	}
	return 20
}

// Any number of goroutines makes the same shift, and so does its trace.
func TestWorkersAndReplayMakeTheSameShift(t *testing.T) {
	hashes := map[uint64]bool{}
	for seed := range seeds() {
		for way := range numWays {
			o := Options{Cooks: 4, Pause: 5, Shift: 2 * time.Minute, Leave: time.Minute, Seed: seed}.in(way)
			hash := recorded(t, o)
			hashes[hash] = true
			for _, workers := range []int{1, 2, 4, 8} {
				o.Host.Workers = workers
				if _, printed, h := shift(t, o); h.k.crowd.TraceHash() != hash {
					t.Errorf("seed %d, way %d: %d workers make another shift:\n%s", seed, way, workers, printed)
				}
			}
		}
	}
	if n := int(seeds()) * numWays; len(hashes) < n {
		t.Errorf("%d different shifts give %d hashes", n, len(hashes))
	}
}

// recorded makes a shift, and once more from its trace, without guests and hands. It returns the hash of the decisions.
func recorded(t *testing.T, o Options) uint64 {
	t.Helper()
	var trace bytes.Buffer
	o.Host.Recorder = ktrace.NewRecorder(&trace, ktrace.Options{})
	_, _, h := shift(t, o)
	if err := o.Host.Recorder.Close(); err != nil {
		t.Fatal(err)
	}
	hash := h.k.crowd.TraceHash()
	r, err := karakuri.NewReplay(&trace, karakuri.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	if d := r.Difference(); d != nil || !r.Ended() || r.Crowd().TraceHash() != hash {
		t.Errorf("seed %d: replayed to tick %d: %+v, %v", o.Seed, r.Crowd().Tick(), d, r.Err())
	}
	return hash
}
