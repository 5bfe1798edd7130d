package restaurant

import (
	"bytes"
	"strings"
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

// The short form of -compare: cooks who take pieces serve more than those who stay with an order, and a squad does too.
// The long form says by how much.
func TestCompare(t *testing.T) {
	var out bytes.Buffer
	o := Options{Cooks: 2, Pause: 5, Shift: 4 * time.Minute}
	reports, err := shifts(loaded(), o, 3)
	if err != nil {
		t.Fatal(err)
	}
	served := func(way int) float64 { return reports[way].Scores[0].Value }
	if served(alone) < 10 || served(led) <= served(alone) || served(pieces) <= served(alone) || reports[led].Scores[1].Value >= reports[alone].Scores[1].Value {
		t.Errorf("%+v, %+v, %+v", reports[alone].Scores, reports[pieces].Scores, reports[led].Scores)
	}
	o.Shift, o.Out = time.Minute, &out
	if err := CompareAll(loaded(), o, 2); err != nil || strings.Count(out.String(), "\n") != 1+len(evenings) || !strings.Contains(out.String(), "7.5 s, four cooks") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// The short form of -sizes: cooks who take pieces keep the hobs busy, and so serve more than a squad; a squad serves
// more than two or four cooks who stay with their orders.
func TestSizes(t *testing.T) {
	for _, cooks := range []int{2, 4, 6} {
		r, err := shifts(loaded(), Options{Cooks: cooks, Pause: 5, Shift: 10 * time.Minute}, 2)
		if err != nil {
			t.Fatal(err)
		}
		served := func(way int) float64 { return r[way].Scores[0].Value }
		hobs := r[pieces].Scores[2].Value
		if served(pieces) <= served(led) || cooks < 6 && served(led) <= served(alone) || cooks > 2 && hobs < 94 || hobs > 100 {
			t.Errorf("%d cooks: %.1f orders alone, %.1f by pieces, %.1f led; pieces use the hobs for %.1f %% of the time", cooks, served(alone), served(pieces), served(led), hobs)
		}
	}
	var out bytes.Buffer
	if err := CompareSizes(loaded(), Options{Pause: 5, Shift: time.Minute, Out: &out}, 2); err != nil || strings.Count(out.String(), "\n") != 1+mostCooks-fewestCooks+1 {
		t.Errorf("%v\n%s", err, &out)
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
