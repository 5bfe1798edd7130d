package goal_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// loaded is a mind with all that is saved of one: pursuits, an order that waits, failures.
func loaded(b *testing.B) *theatre {
	th := busy(b, 1<<30)
	th.mind.Order(&th.env, Order{Goal: 3})
	for i := range 8 {
		th.mind.FailAt(utility.Target(i), 1, 1<<40)
	}
	return th
}

// BenchmarkSnapshot writes a mind into memory that is used again.
func BenchmarkSnapshot(b *testing.B) {
	th := loaded(b)
	var data []byte
	b.ReportAllocs()
	for b.Loop() {
		data = th.mind.Append(data[:0], th.env.Instances)
	}
	b.ReportMetric(float64(len(data)), "bytes")
}

// BenchmarkRestore reads a mind with the activities that it runs, instead of another.
func BenchmarkRestore(b *testing.B) {
	th := loaded(b)
	r := codec.NewReader(th.saved())
	how := &Saved{Instances: th.env.Instances, Restorer: th.env.Instances.Restorer((*world.Reader)(r), schema, nil)}
	data := r.Rest()
	b.ReportAllocs()
	for b.Loop() {
		th.mind.Drop(th.env.Instances)
		th.mind.Reset(th.p, 0, Plain)
		r := codec.NewReader(data)
		if _, lost := th.mind.Read(r, how, 0, 0); lost != "" || r.Err() != nil {
			b.Fatal(lost, r.Err())
		}
	}
}
