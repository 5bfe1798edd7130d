package ktrace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func someHeader() *Header {
	return &Header{
		Program: [32]byte{1, 2, 3},
		Files:   []File{{"a.krk", strings.Repeat("type place\n", 3000)}, {"b/c.krk", ""}, {"d.krk", "x"}},
		Options: []Option{{"tps", 10}, {"seed", -5}},
		Consts:  []Const{{"price", "7"}},
		Names:   Names{Kinds: []string{"", "plan adopted"}, Fields: []string{"reason", "cause"}},

		Situation: bytes.Repeat([]byte{0, 200}, MaxText),
	}
}

// anyRecord draws a record with only those fields that its kind has.
func anyRecord(t *rapid.T) Record {
	number := rapid.Int64Range(0, 1<<62)
	word := rapid.Int64()
	words := rapid.SliceOfN(word, 0, 20)
	text := rapid.StringN(0, 20, MaxText)
	writes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Write { return Write{rapid.Uint64().Draw(t, "addr"), word.Draw(t, "word")} }), 0, 30)
	fault := rapid.Custom(func(t *rapid.T) Fault {
		if rapid.Bool().Draw(t, "faulty") {
			return Fault{"act", text.Draw(t, "message")}
		}
		return Fault{}
	})
	hash := rapid.Custom(func(t *rapid.T) Hash { return Hash{rapid.Uint64().Draw(t, "sum"), number.Draw(t, "events")} })
	kinds := []Kind{KindOrder, KindWithdraw, KindSignificance, KindWake, KindJoin, KindQuit, KindTeam, KindGuise, KindNaming}
	for k := KindTick; k <= KindCheckpoint; k++ {
		kinds = append(kinds, k)
	}
	r := Record{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	if r.IsInput() {
		if r.Where = Where(rapid.IntRange(0, int(lastWhere)).Draw(t, "where")); r.Where == Call {
			r.Phase, r.Serial = Phase(rapid.IntRange(0, int(lastPhase)).Draw(t, "phase")), number.Draw(t, "serial")
		}
	}
	switch r.Kind {
	case KindTick:
		r.Tick = number.Draw(t, "tick")
	case KindWrites:
		r.Agent, r.Writes = number.Draw(t, "agent"), writes.Draw(t, "writes")
	case KindSpawn:
		r.Agent, r.Index = number.Draw(t, "agent"), number.Draw(t, "kind")
	case KindRemove:
		r.Agent = number.Draw(t, "agent")
	case KindAddObject:
		r.Object, r.Type, r.Name = word.Draw(t, "object"), text.Draw(t, "type"), text.Draw(t, "name")
	case KindRemoveObject:
		r.Object = word.Draw(t, "object")
	case KindOrder:
		r.Agent, r.Index, r.Args = number.Draw(t, "agent"), number.Draw(t, "goal"), words.Draw(t, "args")
		r.Object = int64(rapid.IntRange(0, 1).Draw(t, "urgent"))
	case KindWithdraw:
		r.Agent, r.Index = number.Draw(t, "agent"), number.Draw(t, "order")
	case KindGuise:
		r.Agent, r.Index = number.Draw(t, "agent"), number.Draw(t, "mind")
	case KindNaming:
		r.Agent, r.Name = number.Draw(t, "agent"), text.Draw(t, "name")
	case KindTeam:
		r.Agent, r.Object = number.Draw(t, "agent"), word.Draw(t, "team")
	case KindSignificance:
		r.Agent, r.Object = number.Draw(t, "agent"), word.Draw(t, "significance")
	case KindJoin:
		r.Agent, r.Index = number.Draw(t, "agent"), number.Draw(t, "squad")
	case KindWake, KindQuit:
		r.Agent = number.Draw(t, "agent")
	case KindCall:
		r.Phase, r.Serial, r.Agent = Phase(rapid.IntRange(0, int(lastPhase)).Draw(t, "phase")), number.Draw(t, "serial"), number.Draw(t, "agent")
		if r.Status = uint8(rapid.IntRange(0, 3).Draw(t, "status")); r.Phase == Start {
			r.Index, r.Args = number.Draw(t, "action"), words.Draw(t, "args")
		}
		if r.Phase == Abort {
			r.Reason = rapid.Byte().Draw(t, "reason")
		}
		r.Writes, r.Fault = writes.Draw(t, "writes"), fault.Draw(t, "fault")
	case KindAnswer:
		r.Index, r.Args, r.Fault = number.Draw(t, "function"), words.Draw(t, "args"), fault.Draw(t, "fault")
		r.Result = [2]int64{word.Draw(t, "x"), word.Draw(t, "y")}
	case KindEvent:
		r.Event = Event{Kind: rapid.Byte().Draw(t, "event"), Agent: number.Draw(t, "agent"), Tick: number.Draw(t, "at"),
			Args: words.Draw(t, "args"), Bound: words.Draw(t, "bound"), Fault: fault.Draw(t, "fault")}
		for i := range r.Event.Values {
			r.Event.Values[i] = rapid.SampledFrom([]int64{0, 0, 1, -1, 1 << 40}).Draw(t, "value")
		}
	case KindCheckpoint:
		r.State, r.Hash, r.Index = rapid.Uint64().Draw(t, "state"), hash.Draw(t, "hash"), number.Draw(t, "from")
		r.States = rapid.SliceOfN(rapid.Uint32(), 0, 40).Draw(t, "states")
	}
	return r
}

// writeAll writes a trace with some records and returns it with the offsets of its blocks' ends.
func writeAll(t testing.TB, records []Record, close bool) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewRecorder(&out, Options{})
	if err := w.Begin(someHeader(), func() Record { return Record{Kind: KindEnd, State: 9, Hash: Hash{8, 7}} }); err != nil {
		t.Fatal(err)
	}
	for i := range records {
		w.Write(&records[i])
	}
	w.Flush()
	if close {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// plain makes records comparable: lists without entries are nil.
func plain(r Record) Record {
	copyOf := Record{}
	copyOf = r
	copyOf.Writes = append([]Write(nil), r.Writes...)
	copyOf.Args = append([]int64(nil), r.Args...)
	copyOf.States = append([]uint32(nil), r.States...)
	copyOf.Event.Args = append([]int64(nil), r.Event.Args...)
	copyOf.Event.Bound = append([]int64(nil), r.Event.Bound...)
	return copyOf
}

func readAll(data []byte) (h *Header, list []Record, err error) {
	r, err := NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	for {
		var rec Record
		if err := r.Next(&rec); err != nil {
			return r.Header(), list, err
		}
		list = append(list, plain(rec))
	}
}

func TestRecordsComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var records []Record
		tick := int64(0)
		for range rapid.IntRange(0, 40).Draw(rt, "n") {
			r := plain(anyRecord(rt))
			if r.Kind == KindTick {
				tick = r.Tick
			}
			r.Tick = tick
			records = append(records, r)
		}
		h, got, err := readAll(writeAll(t, records, true))
		if err != io.EOF {
			rt.Fatal(err)
		}
		if want := someHeader(); !reflect.DeepEqual(h, want) {
			rt.Fatalf("another header: %+v", h)
		}
		want := append(records, Record{Kind: KindEnd, State: 9, Hash: Hash{8, 7}, Tick: tick})
		if !reflect.DeepEqual(got, want) {
			rt.Fatalf("got  %+v\nwant %+v", got, want)
		}
	})
}

// longTrace has several blocks.
func longTrace(t testing.TB) []byte {
	var records []Record
	for tick := range int64(3000) {
		records = append(records, Record{Kind: KindTick, Tick: tick + 1}, Record{Kind: KindEvent, Event: Event{Kind: 1, Agent: 3, Tick: tick + 1,
			Values: [MaxFields]int64{3: 7}, Args: []int64{1 << 40, -1, 3, 1 << 50}}},
			Record{Kind: KindWrites, Agent: 1, Writes: []Write{{5, 1 << 61}, {1<<63 + 7, 12}}})
	}
	return writeAll(t, records, true)
}

func TestACutTraceIsReadUpToTheCut(t *testing.T) {
	whole := longTrace(t)
	_, all, err := readAll(whole)
	if err != io.EOF || len(all) != 9001 {
		t.Fatal(len(all), err)
	}
	before := 0
	for cut := 0; cut < len(whole); cut += 4999 {
		h, list, err := readAll(whole[:cut])
		var damage *DamageError
		switch {
		case h == nil && (errors.Is(err, ErrNoTrace) || errors.As(err, &damage) && damage.Cut):
			continue
		case !errors.As(err, &damage) || !damage.Cut:
			t.Fatalf("cut at %d: %v", cut, err)
		case len(list) < before || len(list) > 0 && !reflect.DeepEqual(list, all[:len(list)]):
			t.Fatalf("cut at %d: %d records, %d before", cut, len(list), before)
		}
		before = len(list)
	}
	if before < 4000 {
		t.Errorf("only %d records could be read of nearly the whole", before)
	}
}

func TestDamageIsNoticed(t *testing.T) {
	whole := longTrace(t)
	for at := 9; at < len(whole); at += 1973 {
		data := bytes.Clone(whole)
		data[at] ^= 1 << (at % 8)
		if _, _, err := readAll(data); err == nil || err == io.EOF {
			t.Fatalf("byte %d was changed and nothing said", at)
		}
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for _, text := range []string{"", "KTRACE", "type place = { home }", "KTRACE\r\n", "KTRACE\n\n\x01"} {
		if _, err := NewReader(strings.NewReader(text)); !errors.Is(err, ErrNoTrace) {
			t.Errorf("%q: %v", text, err)
		}
	}
	var version *VersionError
	if _, err := NewReader(strings.NewReader("KTRACE\r\n\x0babc")); !errors.As(err, &version) || version.Version != 11 {
		t.Errorf("%v", err)
	}
	if _, err := NewReader(brokenStream{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v", err)
	}
}

// brokenStream can neither be read nor written.
type brokenStream struct{}

func (brokenStream) Read([]byte) (int, error)  { return 0, os.ErrClosed }
func (brokenStream) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestTheFirstErrorOfTheStreamIsKept(t *testing.T) {
	w := NewRecorder(brokenStream{}, Options{})
	if err := w.Begin(someHeader(), func() Record { return Record{Kind: KindEnd} }); err != nil {
		t.Fatal(err)
	}
	if err := w.Begin(someHeader(), nil); err != ErrUsed {
		t.Error(err)
	}
	w.Write(&Record{Kind: KindTick, Tick: 1})
	if !errors.Is(w.Err(), os.ErrClosed) || !errors.Is(w.Close(), os.ErrClosed) {
		t.Error(w.Err())
	}
}

func TestHash(t *testing.T) {
	base := Event{Kind: 1, Agent: 2, Tick: 3, Args: []int64{4}}
	sum := func(e Event) uint64 {
		var h Hash
		h.Add(&e)
		return h.Sum
	}
	seen := map[uint64]string{sum(base): "base"}
	for name, change := range map[string]func(e *Event){
		"kind":  func(e *Event) { e.Kind = 2 },
		"agent": func(e *Event) { e.Agent = 3 },
		"tick":  func(e *Event) { e.Tick = 4 },
		"value": func(e *Event) { e.Values[0] = 1 },
		"field": func(e *Event) { e.Values[1] = 1 },
		"word":  func(e *Event) { e.Args = []int64{5} },
		"more":  func(e *Event) { e.Args = []int64{4, 0} },
		"moved": func(e *Event) { e.Args, e.Bound = nil, e.Args },
	} {
		e := base
		change(&e)
		if other, there := seen[sum(e)]; there {
			t.Errorf("%s: the hash is that of %s", name, other)
		}
		seen[sum(e)] = name
	}
	reported := base
	reported.Fault = Fault{"act", "elsewhere (a.go:5)"}
	if sum(reported) != sum(base) {
		t.Error("where the host's code panicked must not matter")
	}
}

func TestRing(t *testing.T) {
	var r Ring
	r.Add(&Event{})
	if r.Len() != 0 {
		t.Error("a ring of size 0 keeps something")
	}
	for _, size := range []int{1, 3, 4} {
		r.Reset(size)
		for i := range 10 {
			r.Add(&Event{Tick: int64(i), Args: []int64{int64(i)}})
			want := min(i+1, size)
			if r.Len() != want {
				t.Fatalf("size %d, event %d: keeps %d", size, i, r.Len())
			}
			for j := range want {
				if e := r.At(j); e.Tick != int64(i-want+1+j) || e.Args[0] != e.Tick {
					t.Fatalf("size %d, event %d: number %d is %+v", size, i, j, e)
				}
			}
		}
	}
}

func TestTextNamesWhatIsKnown(t *testing.T) {
	n := Names{Kinds: []string{"", "plan kept"}, Fields: []string{"reason"}}
	e := Event{Kind: 1, Values: [MaxFields]int64{3, -1}, Args: []int64{5, 6}, Fault: Fault{"act", "oh"}}
	if got := n.Text(&e); got != "plan kept, reason 3, field 1 -1, args 5 6, act: oh" {
		t.Error(got)
	}
	if got := n.Text(&Event{Kind: 200}); got != "event 200" {
		t.Error(got)
	}
}

func BenchmarkHash(b *testing.B) {
	e := Event{Kind: 3, Agent: 4, Tick: 5, Values: [MaxFields]int64{5: 1, 9: 3, 10: 4}, Args: []int64{1, 2}}
	var h Hash
	for b.Loop() {
		h.Add(&e)
	}
}

// TestPhasesOfCalls: all phases can be distinguished. The three bits of a call leave no others.
func TestPhasesOfCalls(t *testing.T) {
	e := encoder{}
	for phase := Start; phase <= lastPhase; phase++ {
		want := Record{Kind: KindCall, Phase: phase, Serial: 1, Agent: 2, Status: 3}
		d, got := decoder{rest: e.record(nil, &want)}, Record{}
		if d.record(&got); got.Phase != phase || got.Status != 3 || d.why != "" {
			t.Errorf("%s: read as %s (%s)", phase, got.Phase, d.why)
		}
	}
}

// FuzzReader gives a reader noise, as a whole file and as the content of a block that is otherwise sound: it must
// neither panic nor hold more than its limits say.
func FuzzReader(f *testing.F) {
	short := writeAll(f, []Record{{Kind: KindTick, Tick: 1}, {Kind: KindCall, Serial: 1, Args: []int64{3}}, {Kind: KindEvent, Event: Event{Kind: 2}}}, true)
	f.Add(short, []byte{byte(KindTick), 2})
	f.Add([]byte("KTRACE\r\n\x01"), []byte{byte(KindWrites), 0, 1, 255, 255, 3})
	f.Add([]byte{}, []byte{byte(KindCheckpoint), 1, 2, 3})
	f.Add(writePacked(f, 9, 100, true), []byte{byte(KindTick), 3, byte(KindFigures), 1, 3, 2, 2, 255})
	f.Add(writeShots(f, 3, 100), []byte{byte(KindSnapshot), 3, 0, 0, 2, 2, 7, 7})
	f.Add(writeShots(f, 2, 100), []byte{byte(kindIndex), 3, 2, 2, 9, 1, 2, 9, 1})
	f.Fuzz(func(t *testing.T, file, payload []byte) {
		readAll(file)
		leapAbout(t, file)
		if len(payload) == 0 || len(payload) > MaxBlock {
			return
		}
		var out bytes.Buffer
		w := NewRecorder(&out, Options{})
		if err := w.Begin(&Header{}, nil); err != nil {
			t.Fatal(err)
		}
		w.buf = append(w.buf, payload...)
		w.Flush()
		leapAbout(t, out.Bytes())
		w.write(w.trailer()) // an index at the header, if there is none
		leapAbout(t, out.Bytes())
		w.shots.index = Place{Offset: int64(bytes.Index(out.Bytes(), payload)) - 8, Block: 1}
		w.write(w.trailer())
		leapAbout(t, out.Bytes())
		_, list, err := readAll(out.Bytes())
		if err == nil {
			t.Fatal("it has no end")
		}
		for i := range list {
			if r := &list[i]; len(r.Writes)+len(r.Args)+len(r.States) > 3*MaxList || len(r.Name) > MaxText {
				t.Fatal("more than the limits say")
			}
			fmt.Fprint(io.Discard, (&Names{}).Text(&list[i].Event), list[i].Phase)
		}
	})
}

func TestNumbersAreReadAsWritten(t *testing.T) {
	for shift := range 64 {
		for _, n := range []uint64{1<<shift - 1, 1 << shift, 1<<shift | 1, ^uint64(0) >> shift} {
			b := appendInt(appendUint(nil, n), int64(n))
			d := decoder{rest: b}
			if u, i := d.uint(), d.int(); u != n || i != int64(n) || len(d.rest) > 0 || d.why != "" {
				t.Errorf("%d is read as %d and %d, with %d bytes left (%s)", n, u, i, len(d.rest), d.why)
			}
			for cut := range len(b) {
				d := decoder{rest: b[:cut]}
				if d.uint(); d.why == "" {
					d.int()
				}
				if d.why == "" {
					t.Errorf("%d is read from %d bytes of %d", n, cut, len(b))
				}
			}
		}
	}
	if b := appendUint(nil, maxByte); len(b) != 1 {
		t.Errorf("%d takes %d bytes", maxByte, len(b))
	}
}

// TestCheckpointsBelowZeroAreRefused: no crowd is recorded, and the error names the option.
func TestCheckpointsBelowZeroAreRefused(t *testing.T) {
	w := NewRecorder(io.Discard, Options{CheckpointTicks: -1})
	err := w.Begin(&Header{}, func() Record { return Record{Kind: KindEnd} })
	if err == nil || err.Error() != "trace: Options.CheckpointTicks is -1; it must be 0 or more" {
		t.Error(err)
	}
}
