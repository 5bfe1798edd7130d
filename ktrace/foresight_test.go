package ktrace

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWordsAreForetold: written words are read again, wherever reading begins, however many there are and whatever was
// predicted; and two predicted words take a byte.
func TestWordsAreForetold(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var out bytes.Buffer
	w := NewRecorder(&out, Options{SnapshotTicks: -1, Packed: true})
	if err := w.Begin(&Header{}, func() Record { return Record{Kind: KindEnd} }); err != nil {
		t.Fatal(err)
	}
	var want []Record
	places := map[int64]int{}
	for tick := int64(1); tick <= 60; tick++ {
		w.Write(&Record{Kind: KindTick, Tick: tick})
		for range 20 {
			r := Record{Kind: KindWrites, Agent: random.Int64N(700), Tick: tick}
			addr := random.Uint64N(300)
			for range random.IntN(200) {
				switch random.IntN(12) {
				case 0:
					addr = random.Uint64()
				case 1:
					addr -= random.Uint64N(50)
				default:
					addr += 1 + random.Uint64N(3)*random.Uint64N(20)
				}
				word := []int64{tick, int64(addr), tick*int64(addr%7) + r.Agent, random.Int64(), int64(random.Uint64()), 0, -1}[random.IntN(7)]
				r.Writes = append(r.Writes, Write{addr, word})
			}
			w.Write(&r)
			want = append(want, r)
		}
		if tick%17 == 0 {
			w.Snapshot(tick, 0, []byte{1, 2, 3})
			places[tick] = len(want)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	in, err := NewReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	x, err := in.Index()
	if err != nil || len(x.Places) != 3 {
		t.Fatal(x, err)
	}
	for _, p := range append([]Place{{}}, x.Places...) {
		if err := in.Go(p); err != nil {
			t.Fatal(err)
		}
		rest := want[places[p.Tick]:]
		var rec Record
		for err = in.Next(&rec); err == nil; err = in.Next(&rec) {
			if rec.Kind != KindWrites {
				continue
			}
			if r := rest[0]; rec.Tick != r.Tick || rec.Agent != r.Agent || !slices.Equal(rec.Writes, r.Writes) {
				t.Fatalf("from %d: %+v\nwant %+v", p.Tick, rec, r)
			}
			rest = rest[1:]
		}
		if err != io.EOF || len(rest) > 0 {
			t.Fatal(err, len(rest))
		}
	}
	var e encoder
	list := []Write{{3, 1 << 60}, {4, 1 << 61}, {900, 7 << 50}, {901, 9 << 50}}
	first := len(e.appendWrites(nil, 1, list))
	for i := range list {
		list[i].Word += 5 << 40
	}
	e.appendWrites(nil, 1, list)
	for i := range list {
		list[i].Word += 5 << 40
	}
	if again := len(e.appendWrites(nil, 1, list)); again != 3 || first < 30 {
		t.Errorf("%d bytes, then %d", first, again)
	}
	if other := len(e.appendWrites(nil, 2, list)); other > 7 {
		t.Errorf("of another agent %d bytes", other)
	}
}

// TestPerceptsAreRead: as they were written, and no more of them than fit into a record.
func TestPerceptsAreRead(t *testing.T) {
	var args []int64
	for i := range MaxList {
		args = AppendPercept(args, Percept{Kind: uint8(i % 8), Sensor: uint8(i % 6), Object: int64(1<<24 + i*i%77)})
	}
	d := decoder{rest: appendPercepts(nil, args)}
	if got := d.percepts(nil); !slices.Equal(got, args[:MaxList]) || d.why != "" || len(d.rest) > 0 {
		t.Error(len(got), d.why)
	}
	rec := Record{Args: args[:4]}
	var list []Percept
	for p := range rec.Percepts {
		list = append(list, p)
	}
	if !slices.Equal(list, []Percept{{0, 0, 1 << 24}, {1, 1, 1<<24 + 1}}) {
		t.Error(list)
	}
}
