package cluster_test

import (
	"slices"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// BenchmarkTransfer is how long an agent is on its way to another zone, from Transfer until the game of that zone has it,
// with the default lease: two nodes, each of which owns a zone of ten ticks a second.
func BenchmarkTransfer(b *testing.B) {
	all := nodesWith(b, cluster.DefaultLease, "a", "b")
	admin := cluster.Admin{Node: all["a"].url, Token: "admin"}
	zones := [2]string{"here", "there"}
	var games [2]*cluster.Client
	for i, name := range zones {
		x := cluster.Creation{Zone: name, Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(meal)}, Options: []byte(`{"tps": 10}`)}
		if err := admin.Create(b.Context(), x); err != nil {
			b.Fatal(err)
		}
		if err := admin.Move(b.Context(), name, []string{"a", "b"}[i]); err != nil {
			b.Fatal(err)
		}
		c, err := cluster.Connect(b.Context(), cluster.ClientOptions{Nodes: []string{all["a"].url}, Zone: name, Token: "games"})
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		games[i] = c
	}
	var next [2]int64
	// came receives until an agent has come to a zone, and returns it.
	came := func(zone int) (agent int64) {
		hear := func(out []byte) {
			for it := range remote.Items(out) {
				if it.Op == remote.OpSpawned {
					agent = it.Int(1)
				}
			}
		}
		receive(b, games[zone], &next[zone], func(d *cluster.Delivery) bool {
			for _, a := range d.Answers {
				if a.Fault != "" {
					b.Fatal(a.Fault)
				}
				hear(a.Out)
			}
			hear(d.Out)
			return agent != 0
		})
		return agent
	}
	var batch remote.Batch
	batch.Add(remote.OpSpawn, 0, 0, 5)
	if err := games[0].Send(b.Context(), batch.Bytes()); err != nil {
		b.Fatal(err)
	}
	agent := came(0)
	var times []time.Duration
	for i := range b.N {
		from, to := i%2, 1-i%2
		began := time.Now()
		if err := games[from].Transfer(b.Context(), agent, zones[to]); err != nil {
			b.Fatal(err)
		}
		agent = came(to)
		times = append(times, time.Since(began))
	}
	list, err := admin.List(b.Context())
	if err != nil || len(list.Zones) != 2 || list.Zones[0].Owner != "a" || list.Zones[1].Owner != "b" {
		b.Errorf("the zones are not with their nodes: %+v, %v", list.Zones, err)
	}
	slices.Sort(times)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(times[len(times)/2].Seconds()*1000, "median-ms")
	b.ReportMetric(times[len(times)-1].Seconds()*1000, "worst-ms")
}
