package hamlet

import (
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri"
)

func opened(t *testing.T, seed uint64) *Hamlet {
	t.Helper()
	p, err := karakuri.Load(os.DirFS(".."), "village.krk")
	if err != nil {
		t.Fatal(err)
	}
	h, err := Open(p, karakuri.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestEveryNeedIsMet: within five minutes, which is a day and a quarter, every villager eats, drinks, works and sleeps,
// and talks unless he is a farmer, who may be too busy. While there is work, nobody is as hungry or thirsty as one can
// be for longer than it takes to earn a meal.
func TestEveryNeedIsMet(t *testing.T) {
	for seed := range uint64(20) {
		h := opened(t, seed)
		did, starved := make([]map[string]int, len(h.villagers)), make([]int, len(h.villagers))
		for i := range did {
			did[i] = map[string]int{}
		}
		for range 300 * ticksPerSecond {
			if err := h.Step(); err != nil {
				t.Fatal(err)
			}
			for i, v := range h.villagers {
				if did[i][v.doing]++; !h.isNight() && max(v.needs[hunger], v.needs[thirst]) == 1 {
					starved[i]++
				}
			}
		}
		for i, v := range h.villagers {
			for _, action := range []string{"eat", "drink", "work", "sleep", "talk"} {
				if did[i][action] == 0 && (action != "talk" || v.name[:6] != "farmer") {
					t.Errorf("seed %d: %s never does %s", seed, v.name, action)
				}
			}
			if starved[i] > mostStarved {
				t.Errorf("seed %d: %s is starved for %.1f seconds", seed, v.name, float64(starved[i])/ticksPerSecond)
			}
		}
	}
}

// mostStarved is the time that it takes to earn a meal in the morning, after a night with an empty purse.
const mostStarved = 45 * ticksPerSecond

// TestPersonalitiesShow: gossips talk more than farmers, who work more; dreamers sleep most.
func TestPersonalitiesShow(t *testing.T) {
	sum := map[string]map[string]int{"farmer": {}, "gossip": {}, "dreamer": {}}
	for seed := range uint64(20) {
		h := opened(t, seed)
		for range 300 * ticksPerSecond {
			if err := h.Step(); err != nil {
				t.Fatal(err)
			}
			for _, v := range h.villagers {
				sum[v.name[:len(v.name)-2]][v.doing]++
			}
		}
	}
	f, g, d := sum["farmer"], sum["gossip"], sum["dreamer"]
	if g["talk"] < 2*f["talk"] || f["work"] < g["work"]*5/4 || d["sleep"] < f["sleep"] || d["sleep"] < g["sleep"] {
		t.Errorf("ticks of farmers %v, gossips %v, dreamers %v", f, g, d)
	}
	t.Logf("ticks of farmers %v, gossips %v, dreamers %v", f, g, d)
}
