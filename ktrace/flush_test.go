package ktrace

import (
	"bytes"
	"errors"
	"testing"
)

// What has been recorded is in the stream at the end of each tick: a reader of what there is then reaches that tick,
// and says that the trace was cut off.
func TestEndTickLosesNothing(t *testing.T) {
	for _, packed := range []bool{false, true} {
		var out bytes.Buffer
		w := NewRecorder(&out, Options{Packed: packed})
		if err := w.Begin(&Header{}, func() Record { return Record{Kind: KindEnd} }); err != nil {
			t.Fatal(err)
		}
		for tick := int64(1); tick <= 40; tick++ {
			w.Write(&Record{Kind: KindTick, Tick: tick})
			w.EndTick()
			if last := lastTick(t, out.Bytes()); last != tick {
				t.Errorf("tick %d is over and %d is the last in the stream", tick, last)
			}
		}
	}
}

// lastTick reads a trace that was cut off.
func lastTick(t *testing.T, data []byte) (last int64) {
	r, err := NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var rec Record
	for err = r.Next(&rec); err == nil; err = r.Next(&rec) {
		last = rec.Tick
	}
	var damage *DamageError
	if !errors.As(err, &damage) || !damage.Cut {
		t.Fatalf("%v", err)
	}
	return last
}
