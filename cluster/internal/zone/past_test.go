package zone

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

const hungry = `
type place = { home, shop, office }
const price = 5
state agent { hungry: bool; has_meal: bool; money: int 0..100 = 0 }
action move_to(p: place) uses legs
operator eat  { when has_meal; do move_to(home); effect has_meal = false, hungry = false }
operator buy  { when money >= price; do move_to(shop); effect money -= price, has_meal = true }
operator work { do move_to(office); effect money += price }
task dine {
    method "eat what we have" when has_meal        { eat }
    method "buy first"        when money >= price  { buy; dine }
    method "earn first"                            { work; dine }
}
agent villager { plan dine when hungry every 1s }
`

// why returns what the only agent answers when it is asked why.
func why(m *Machine) (text string) {
	for a := range m.Crowd().All {
		text += a.Explain().String() + a.WhyNot("eat").String()
	}
	return text
}

// TestPast: a zone is played again from a checkpoint that is kept, tick by tick and back again. Every answer is what it
// was at that time.
func TestPast(t *testing.T) {
	x := newOwnerOf(t, hungry)
	x.o.History = 20 * time.Second
	var b remote.Batch
	b.Add(remote.OpSpawn, 0, 0, 0)
	b.Add(remote.OpWrite, 0, 0, 1, 1)
	seq := uint64(1)
	x.again = []Input{{Client: "game", Seq: seq, Batch: b.Bytes()}}
	then, answers := map[int64]uint64{}, map[int64]string{}
	running := int64(0)
	for n := int64(1); n <= 40*int64(x.m.TPS()); n++ {
		if err := x.step(); err != nil {
			t.Fatal(err)
		}
		tick := x.m.Crowd().Tick()
		then[tick], answers[tick] = x.m.Crowd().TraceHash(), why(x.m)
		for a := range x.m.Crowd().All {
			running = int64(a.ID())
		}
		if n%25 == 3 { // it goes on, and is hungry again
			b.Reset()
			b.Add(remote.OpWrite, 0, 0, running, 1)
			for i := range int64(20) {
				b.Add(remote.OpReport, 0, 2, i+1)
			}
			seq++
			x.again = append(x.again, Input{Client: "game", Seq: seq, Batch: b.Bytes()})
		}
		if n%int64(5*x.m.TPS()) == 0 {
			if err := errors.Join(x.flush(nil, nil, nil), x.save()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := x.flush(nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	now := x.m.Crowd().Tick()
	m, err := OpenPast(x.m.spec, x.stores, x.programs, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	first := m.Crowd().Tick()
	if most := now - 26*int64(m.TPS()); first < most || first > now-20*int64(m.TPS()) {
		t.Errorf("it begins at tick %d of %d", first, now)
	}
	h := NewHistory(m)
	if end, err := h.Follow(x.log, 1<<30); !end || err != nil {
		t.Fatal(end, err)
	}
	saved := map[int64][]byte{}
	different := map[string]bool{}
	for tick := first + 1; tick <= now; tick++ {
		if err := m.Step(h); err != nil {
			t.Fatal(err)
		}
		if m.Crowd().TraceHash() != then[tick] || why(m) != answers[tick] {
			t.Fatalf("tick %d: hash %x, it was %x\n%s\nit was\n%s", tick, m.Crowd().TraceHash(), then[tick], why(m), answers[tick])
		}
		different[why(m)] = true
		if tick%37 == 0 {
			saved[tick] = m.Snapshot()
		}
	}
	if err := m.Step(h); !errors.Is(err, ErrEnd) {
		t.Errorf("after the end: %v", err)
	}
	if len(different) < 3 {
		t.Errorf("all answers are alike: %v", different)
	}
	crowd := m.Crowd()
	for tick, data := range saved {
		if err := m.Rollback(data); err != nil || m.Crowd() != crowd || m.Crowd().Tick() != tick || why(m) != answers[tick] {
			t.Fatalf("back to tick %d: %v, %s", tick, err, why(m))
		}
		for next := tick + 1; next <= min(tick+50, now); next++ {
			if err := m.Step(h); err != nil || why(m) != answers[next] {
				t.Fatalf("tick %d again: %v, %s", next, err, why(m))
			}
		}
	}
	later, err := OpenPast(x.m.spec, x.stores, x.programs, "", first+7*int64(m.TPS()))
	if err != nil || later.Crowd().Tick() <= first || later.Crowd().Tick() > first+7*int64(m.TPS()) {
		t.Errorf("from a later tick: %v", err)
	}
}

// TestKeepPast: checkpoints are kept for as long as the oldest is needed to look back so far, and not too many.
func TestKeepPast(t *testing.T) {
	c := Checkpoint{}
	for tick := int64(10); tick <= 2000; tick += 10 {
		past := int64(100)
		if tick > 1000 {
			past = 1 << 40
		}
		kept, gone := c.keepPast(tick, past)
		c = Checkpoint{Object: fmt.Sprint(tick), Tick: tick, Past: kept}
		if tick > 200 && tick <= 1000 && (kept[0].Tick != tick-100 || len(gone) != 1) || len(kept) > MaxPast {
			t.Errorf("tick %d: from %d on, %d are kept, %v go", tick, kept[0].Tick, len(kept), gone)
		}
	}
	if len(c.Past) != MaxPast {
		t.Errorf("%d are kept", len(c.Past))
	}
}

// TestFirstCheckpoint: the first checkpoint takes nothing from the history. The zone can be played again from its
// beginning until that is longer ago than what is kept.
func TestFirstCheckpoint(t *testing.T) {
	x := newOwnerOf(t, hungry)
	x.o.History = 10 * time.Second
	var b remote.Batch
	b.Add(remote.OpSpawn, 0, 0, 0)
	x.again = []Input{{Client: "game", Seq: 1, Batch: b.Bytes()}}
	for second := 1; second <= 20; second++ {
		for range x.m.TPS() {
			if err := x.step(); err != nil {
				t.Fatal(err)
			}
		}
		if second%4 > 0 {
			continue
		}
		if err := errors.Join(x.flush(nil, nil, nil), x.save()); err != nil {
			t.Fatal(err)
		}
		c, err := NewestCheckpoint(x.stores.KV, "z")
		if err != nil || c.Trimmed() != x.log.below {
			t.Errorf("after %d s the log was trimmed to %d, and the checkpoint says %d: %v", second, x.log.below, c.Trimmed(), err)
		}
		m, err := OpenPast(x.m.spec, x.stores, x.programs, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		first, oldest := m.Crowd().Tick(), int64(second-10)*int64(m.TPS())
		if first > max(0, oldest) || x.log.below > m.pos || second == 20 && first == 0 {
			t.Errorf("after %d s it begins at tick %d, and the log at message %d", second, first, x.log.below)
		}
		h := NewHistory(m)
		if end, err := h.Follow(x.log, 1<<30); !end || err != nil {
			t.Fatal(end, err)
		}
		for m.Crowd().Tick() < x.m.Crowd().Tick() {
			if err := m.Step(h); err != nil {
				t.Fatal(err)
			}
		}
		if m.Crowd().TraceHash() != x.m.Crowd().TraceHash() {
			t.Errorf("after %d s the history comes to another end", second)
		}
	}
}

// TestLostCheckpoint: stores that lose power may have lost the newest checkpoint, or the end of the log that it contains.
// The next owner continues from the checkpoint before, with what the log still has, and names that one the newest.
func TestLostCheckpoint(t *testing.T) {
	for _, c := range []struct {
		what string
		lose func(x *ownerTest, newest Checkpoint)
	}{
		{"the object", func(x *ownerTest, newest Checkpoint) { delete(x.objects.all, newest.Object) }},
		{"the end of the log", func(x *ownerTest, newest Checkpoint) { x.log.entries = x.log.entries[:newest.Seq-1] }},
	} {
		x := newOwnerOf(t, hungry)
		var b remote.Batch
		b.Add(remote.OpSpawn, 0, 0, 0)
		x.again = []Input{{Client: "game", Seq: 1, Batch: b.Bytes()}}
		for second := 1; second <= 9; second++ {
			for range x.m.TPS() {
				if err := x.step(); err != nil {
					t.Fatal(err)
				}
			}
			if second%3 > 0 {
				continue
			}
			if err := errors.Join(x.flush(nil, nil, nil), x.save()); err != nil {
				t.Fatal(err)
			}
		}
		newest, err := NewestCheckpoint(x.stores.KV, "z")
		if err != nil || len(newest.Past) != 1 || newest.Past[0].Seq != x.log.below {
			t.Fatalf("%v, %+v; the log was trimmed to %d", err, newest, x.log.below)
		}
		before := newest.Past[0]
		c.lose(x, newest)
		m, err := Open(x.m.spec, x.stores, x.programs, x.o)
		if err != nil || m.logged != before.Tick || m.pos != before.Seq {
			t.Fatalf("without %s: %v", c.what, err)
		}
		w, err := takeOver(m, x.o, x.stores, x.programs, x.env, x.lease, &Inbox{})
		if err != nil || w.m.epoch <= newest.Epoch {
			t.Fatalf("without %s: %v", c.what, err)
		}
		for range 2 * x.m.TPS() {
			if err := w.step(); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.flush(nil, nil, nil), w.save()); err != nil {
			t.Fatal(err)
		}
		now, err := NewestCheckpoint(x.stores.KV, "z")
		if err != nil || now.Tick != w.m.logged || now.Past[0] != before {
			t.Errorf("without %s: the newest is of tick %d, after %v: %v", c.what, now.Tick, now.Past, err)
		}
		if m, err := Open(x.m.spec, x.stores, x.programs, x.o); err != nil || m.hash != w.m.hash || m.lost != nil {
			t.Errorf("without %s, and one later: %v", c.what, err)
		}
	}
	x := newOwnerOf(t, hungry)
	for range 3 {
		if err := errors.Join(x.step(), x.flush(nil, nil, nil), x.save()); err != nil {
			t.Fatal(err)
		}
	}
	clear(x.objects.all)
	if _, err := Open(x.m.spec, x.stores, x.programs, x.o); !errors.Is(err, ErrLost) {
		t.Errorf("without any checkpoint: %v", err)
	}
}
