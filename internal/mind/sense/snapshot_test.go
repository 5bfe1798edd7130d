package sense

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// lived is a crowd after some steps, with sounds and hurts that wait for the next one.
func lived(tb testing.TB) *crowd {
	c := newCrowd(tb, 5, 8, 20)
	for tick := int64(1); tick <= 50; tick++ {
		c.move()
		c.field.Step(tick, nil)
	}
	c.field.Sound(Sound{From: 3, Loudness: 10})
	c.field.Damage(1, action.Damage{From: 3, Amount: 1})
	c.field.Remove(2)
	return c
}

func TestOtherSnapshotsAreRefused(t *testing.T) {
	c := lived(t)
	good := c.field.Snapshot(nil)
	for name, other := range map[string]*crowd{"another seed": newCrowd(t, 6, 8, 20), "another budget": newCrowd(t, 5, 8, 21)} {
		if err := other.field.Restore(good); err == nil || !strings.Contains(err.Error(), "it was made with other options") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 4
		if c.field.Restore(bad) == nil {
			t.Fatalf("a snapshot with another byte %d was restored", i)
		}
	}
	if err := c.field.Restore(good[:len(good)-1]); err == nil {
		t.Error("half a snapshot was restored")
	}
	if !bytes.Equal(c.field.Snapshot(nil), good) {
		t.Error("a snapshot that was refused changed something")
	}
}

// tamper restores a payload in a sound frame, and continues with the result.
func tamper(tb testing.TB, c *crowd, payload []byte) {
	frame := codec.Seal(append(codec.Begin(nil, snapshotMagic, snapshotVersion), payload...), 0)
	if c.field.Restore(frame) != nil {
		return
	}
	again := c.field.Snapshot(nil)
	if err := c.field.Restore(again); err != nil {
		tb.Fatalf("the snapshot of what was restored is refused: %v", err)
	}
	for range 5 {
		c.field.Step(c.field.Now()+1, nil)
	}
	for i := range c.field.observers {
		if m := c.field.Mind(Observer(i)); m != nil && m.Len() > m.Senses().capacity() {
			tb.Fatalf("%d facts", m.Len())
		}
	}
}

// TestDamageBehindTheChecksum changes bytes and repairs the checksum: the restored state may be another one, but a
// sound one.
func TestDamageBehindTheChecksum(t *testing.T) {
	c := lived(t)
	good, err := codec.Open(c.field.Snapshot(nil), snapshotMagic, snapshotVersion)
	if err != nil {
		t.Fatal(err)
	}
	r := det.NewRand(1, 0, 0)
	for i := range len(good) {
		bad := bytes.Clone(good)
		bad[i] = byte(r.Uint64())
		tamper(t, c, bad)
	}
}

func FuzzRestore(f *testing.F) {
	c := lived(f)
	good, err := codec.Open(c.field.Snapshot(nil), snapshotMagic, snapshotVersion)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:40])
	f.Fuzz(func(t *testing.T, payload []byte) { tamper(t, c, payload) })
}

// saved returns the bytes of a mind.
func (m *Mind) saved() []byte {
	c := codec.NewWriter(nil)
	m.code(c)
	return c.Written()
}

func TestMindIsSavedAlone(t *testing.T) {
	c := lived(t)
	for i := range c.field.observers {
		m := c.field.Mind(Observer(i))
		if m == nil {
			continue
		}
		b := m.saved()
		other := NewMind(m.Senses())
		r := codec.NewReader(b)
		other.code(r.Coder())
		if r.End(); r.Err() != nil || !bytes.Equal(other.saved(), b) {
			t.Errorf("observer %d: %v", i, r.Err())
		}
		for tick := c.field.Now(); tick < 200; tick++ {
			m.Begin()
			other.Begin()
			m.Age(tick)
			other.Age(tick)
			if len(m.Events()) != len(other.Events()) {
				t.Fatalf("tick %d: events %v and %v", tick, m.Events(), other.Events())
			}
		}
	}
}
