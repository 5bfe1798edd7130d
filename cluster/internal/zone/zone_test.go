package zone

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestRecords: a record comes out of its messages as it went in, whatever their size.
func TestRecords(t *testing.T) {
	ticks := &Record{Kind: KindTicks, Epoch: 7, From: 100, To: 120, Hash: 1 << 63, Inputs: []Input{
		{Client: "a", Seq: 1, Batch: bytes.Repeat([]byte("x"), 3000)}, {Client: "b", Seq: 900, Leave: true, Rejected: "why", Batch: []byte{}}, {Client: "c", Seq: 3, Batch: []byte{}, Depart: &Departure{7, "z2"}}},
		Moves: []Move{{Kind: MoveArrive, Zone: "z", N: 2, Data: []byte("agent")}, {Kind: MoveForget, Zone: "y", N: 1, Data: []byte{}, Rejected: "why"}}}
	begin := &Record{Kind: KindEpoch, Epoch: 8, From: 120, To: 120, Hash: 5, Owner: "n", Nonce: 1 << 62, Engine: "v1", Program: "abc"}
	for _, r := range []*Record{ticks, begin} {
		for _, most := range []int{messageRoom + 1, 200, 1000, 1 << 20} {
			bodies := split(r.Append(nil), most)
			var j joiner
			for i, body := range bodies {
				data := (&message{epoch: r.Epoch, prev: uint64(i), part: uint64(i), parts: uint64(len(bodies)), body: body}).append(nil)
				if len(data) > most {
					t.Errorf("a message has %d bytes of %d", len(data), most)
				}
				m, err := readMessage(data)
				if err != nil {
					t.Fatal(err)
				}
				got, err := j.add(m)
				if err != nil {
					t.Fatal(err)
				}
				if (got != nil) != (i == len(bodies)-1) {
					t.Fatalf("part %d of %d: %v", i, len(bodies), got)
				}
				if got != nil && !reflect.DeepEqual(got, r) {
					t.Errorf("got %+v, want %+v", got, r)
				}
			}
		}
	}
}

// TestUnfinishedRecords: parts of an owner that came no further do not count, and parts that are missing are noticed.
func TestUnfinishedRecords(t *testing.T) {
	whole := (&Record{Kind: KindEpoch, Epoch: 2}).Append(nil)
	var j joiner
	if r, err := j.add(message{epoch: 1, part: 0, parts: 3, body: []byte("x")}); r != nil || err != nil {
		t.Fatal(r, err)
	}
	if r, err := j.add(message{epoch: 2, parts: 1, body: whole}); r == nil || err != nil {
		t.Errorf("%v, %v", r, err)
	}
	for _, m := range []message{{epoch: 2, part: 1, parts: 2}, {epoch: 2, part: 2, parts: 3}} {
		if _, err := j.add(m); !errors.Is(err, errDamaged) {
			t.Errorf("part %d: %v", m.part, err)
		}
	}
	j.add(message{epoch: 2, part: 0, parts: 2})
	if _, err := j.add(message{epoch: 3, part: 1, parts: 2}); !errors.Is(err, errDamaged) {
		t.Errorf("a part of another epoch: %v", err)
	}
}

// TestDamage: bytes that are cut anywhere are refused, and nothing panics.
func TestDamage(t *testing.T) {
	r := (&Record{Kind: KindTicks, Epoch: 7, From: 1, To: 2, Hash: 9, Inputs: []Input{{Client: "a", Seq: 1, Batch: []byte("abc")}}}).Append(nil)
	for n := range r {
		if _, err := ReadRecord(r[:n]); err == nil {
			t.Errorf("%d bytes of a record are taken", n)
		}
	}
	if _, err := ReadRecord(append(slices.Clone(r), 0)); err == nil {
		t.Error("a record with something behind it is taken")
	}
	if _, err := ReadRecord([]byte{recordVersion, 9, 0, 0, 0, 0}); err == nil {
		t.Error("a record of an unknown kind is taken")
	}
	m := (&message{epoch: 1, parts: 1}).append(nil)
	for n := range m {
		if _, err := readMessage(m[:n]); err == nil {
			t.Errorf("%d bytes of a message are taken", n)
		}
	}
}

// TestPlayer: a client takes each delivery once and in order, from owners whose epoch is not over.
func TestPlayer(t *testing.T) {
	p := NewPlayer("a")
	hello := func(epoch, received uint64) []Input {
		again, err := p.Hello(Frame{Epoch: epoch, Hello: &Hello{Seen: Mark{10, 1}, Received: received}})
		if err != nil {
			t.Fatal(err)
		}
		return again
	}
	hello(3, 0)
	one, _ := p.Send([]byte("one"))
	p.Send([]byte("two"))
	if one.Seq != 1 || p.Attach() != (Attach{"a", true, 3, Mark{10, 1}}) {
		t.Errorf("%+v, %+v", one, p.Attach())
	}
	take := func(epoch uint64, from, to int64, answers ...Answer) (*Delivery, error) {
		return p.Take(Frame{Epoch: epoch, Delivery: &Delivery{From: from, To: to, Hash: uint64(to), Answers: answers}})
	}
	if d, err := take(3, 11, 12, Answer{Client: "b", Seq: 1}, Answer{Client: "a", Seq: 1}); d == nil || err != nil || p.Unacknowledged() != 1 {
		t.Errorf("%v, %v, %d", d, err, p.Unacknowledged())
	}
	if d, err := take(3, 11, 12); d != nil || err != nil {
		t.Errorf("the same again: %v, %v", d, err)
	}
	if _, err := take(3, 14, 14); !errors.Is(err, ErrGap) {
		t.Errorf("one too far: %v", err)
	}
	if again := hello(4, 1); len(again) != 1 || again[0].Seq != 2 {
		t.Errorf("it says again %v", again)
	}
	if _, err := take(3, 13, 13); !errors.Is(err, ErrStale) {
		t.Errorf("an owner whose epoch is over: %v", err)
	}
	if _, err := p.Hello(Frame{Epoch: 3, Hello: &Hello{}}); !errors.Is(err, ErrStale) {
		t.Errorf("its hello: %v", err)
	}
	for p.Unacknowledged() < MaxWindow {
		p.Send(nil)
	}
	if _, err := p.Send(nil); !errors.Is(err, ErrWindow) {
		t.Errorf("one more: %v", err)
	}
}

// TestRanking: when a node goes only its zones move, and a zone that names a node is there as long as that is alive.
func TestRanking(t *testing.T) {
	count := map[string]int{}
	for i := range 300 {
		s := Spec{Zone: fmt.Sprint("zone", i)}
		all := Ranking(s, []string{"c", "a", "b"})
		count[all[0]]++
		if less := Ranking(s, slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == "b" })); all[0] != "b" && less[0] != all[0] {
			t.Errorf("%s moves from %s to %s", s.Zone, all[0], less[0])
		}
		s.Node = "b"
		if r := Ranking(s, all); r[0] != "b" || len(r) != 3 {
			t.Errorf("%s: %v", s.Zone, r)
		}
	}
	for n, zones := range count {
		if zones < 60 {
			t.Errorf("node %s has %d of 300 zones", n, zones)
		}
	}
}

// TestInbox: what is too much is refused, and the rest of a tick's inputs waits for the next tick.
func TestInbox(t *testing.T) {
	var b Inbox
	if err := b.Attach(nil, Attach{Client: "a"}); !errors.Is(err, ErrNotOwner) {
		t.Errorf("a zone without owner: %v", err)
	}
	b.set(true)
	for _, name := range []string{"", " ", strings.Repeat("a", MaxClientName+1)} {
		if err := b.Attach(nil, Attach{Client: name}); err == nil {
			t.Errorf("the name %q is taken", name)
		}
	}
	if err := b.Input(nil, Input{Batch: make([]byte, MaxInputBytes+1)}); err == nil {
		t.Error("an input that is too long is taken")
	}
	n := 0
	for ; n < 100; n++ {
		if err := b.Input(nil, Input{Batch: make([]byte, MaxInputBytes)}); err != nil {
			if !errors.Is(err, ErrOverflow) {
				t.Error(err)
			}
			break
		}
	}
	if n != MaxWaitingBytes/MaxInputBytes-1 {
		t.Errorf("%d inputs wait", n)
	}
	if got := len(b.take(MaxTickBytes)); got != 2 {
		t.Errorf("a tick takes %d", got)
	}
	if got := len(b.take(1 << 40)); got != n-2 || b.bytes != 0 {
		t.Errorf("the rest is %d, and %d bytes", got, b.bytes)
	}
}

// TestBrokenMachines: a machine that could not apply a message must not continue after it.
func TestBrokenMachines(t *testing.T) {
	whole := (&Record{Kind: KindEpoch, Epoch: 2}).Append(nil)
	for name, c := range map[string]struct {
		data   []byte
		broken bool
		at     uint64
	}{
		"damaged":  {[]byte("no message"), true, 4},
		"a gap":    {(&message{epoch: 2, prev: 3, parts: 1, body: whole}).append(nil), false, 4},
		"diverged": {(&message{epoch: 2, prev: 4, parts: 1, body: (&Record{Kind: KindEpoch, Epoch: 2, To: 9}).Append(nil)}).append(nil), true, 5},
	} {
		m := &Machine{pos: 4}
		if _, _, err := m.Apply(Entry{Seq: 5, Data: c.data}); err == nil || m.broken != c.broken || m.pos != c.at {
			t.Errorf("%s: %v, broken %v, at %d", name, err, m.broken, m.pos)
		}
	}
}

// TestPlayerIsTold: a zone that has confirmed an input, and lacks it when the client connects again, has lost it.
func TestPlayerIsTold(t *testing.T) {
	p := NewPlayer("game")
	greet := func(epoch, received uint64, seen int64) error {
		_, err := p.Hello(Frame{Epoch: epoch, Hello: &Hello{Seen: Mark{Tick: seen}, Received: received}})
		return err
	}
	if err := greet(1, 0, 0); err != nil {
		t.Fatal(err)
	}
	for seq := range uint64(3) {
		if _, err := p.Send(nil); err != nil {
			t.Fatal(err)
		}
		d := &Delivery{Epoch: 1, From: int64(seq) + 1, To: int64(seq) + 1, Answers: []Answer{{Client: "game", Seq: seq + 1}}}
		if seq < 2 {
			if _, err := p.Take(Frame{Epoch: 1, Delivery: d}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := greet(2, 2, 2); err != nil { // the third has no answer
		t.Error(err)
	}
	if err := greet(2, 3, 2); err != nil { // its answer has not arrived
		t.Error(err)
	}
	if err := greet(3, 1, 2); !errors.Is(err, ErrLost) {
		t.Errorf("the second, which was answered, is lost: %v", err)
	}
}
