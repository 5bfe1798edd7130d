package sense

import (
	"bytes"
	"testing"
)

// patient are watchers that look every five steps.
func patient(every int64) Spec {
	spec := watchful
	spec.Sensors = append([]Sensor(nil), spec.Sensors...)
	spec.Sensors[0].EveryTicks = every
	return spec
}

func patientField(tb testing.TB, h Host, n int, every int64) *Field {
	f, err := NewField(Options{Host: h, Senses: []*Senses{compile(tb, patient(every))}, Seed: 1, Rays: MaxRays})
	if err != nil {
		tb.Fatal(err)
	}
	for i := range n {
		if _, err := f.Add(ObjectID(i+1), 0, 0); err != nil {
			tb.Fatal(err)
		}
	}
	return f
}

// TestLooksAreSpread: of 100 observers that look every five steps 20 look in each, and each of them in one of five.
func TestLooksAreSpread(t *testing.T) {
	p := newPlain(100, 10, 5)
	f := patientField(t, p, 100, 5)
	looked := make([]int, 100)
	for tick := int64(1); tick <= 50; tick++ {
		f.Step(tick, nil)
		n := 0
		for i, o := range f.observers {
			if o.looks {
				n, looked[i] = n+1, looked[i]+1
			}
		}
		if n != 20 {
			t.Fatalf("in step %d %d look, not 20", tick, n)
		}
	}
	for i, n := range looked {
		if n != 10 {
			t.Errorf("observer %d has looked %d times in 50 steps, not 10", i, n)
		}
	}
}

// TestBetweenTwoLooks: objects in view stay so with the same confidence, sounds are heard at once, and an attacker is
// known at once.
func TestBetweenTwoLooks(t *testing.T) {
	p := &plain{side: 40, cell: 40, cols: 1, cells: make([][]Spot, 1), objects: []Object{
		{At: Point{X: 2, Y: 2}, Facing: Point{X: 1}}, {At: Point{X: 8, Y: 2}, Velocity: Point{Y: 0.01}}, {At: Point{X: 2, Y: 38}},
	}}
	f := patientField(t, p, 1, 5)
	m, noticed := f.Mind(0), int64(0)
	for tick := int64(1); tick <= 60; tick++ {
		p.move()
		if tick == 42 {
			f.Sound(Sound{From: 3, At: p.objects[2].At, Loudness: 90})
		}
		f.Step(tick, nil)
		i, known := m.Find(2)
		if known && noticed == 0 {
			noticed = tick
		}
		if _, hears := m.Find(3); tick == 42 && !hears {
			t.Error("a sound is heard only when it looks")
		}
		if noticed == 0 {
			continue
		}
		if !m.Fact(i).Sensed || m.Confidence(i, Position, tick) != 1 {
			t.Fatalf("tick %d: it is in view, and counts as %+v with confidence %v", tick, m.Fact(i), m.Confidence(i, Position, tick))
		}
		if updated := len(m.Events()) > 0 && m.Events()[0].Object == 2; updated != ((tick-noticed)%5 == 0) {
			t.Errorf("tick %d: updated %t", tick, updated)
		}
	}
	if noticed == 0 || noticed%5 != 0 {
		t.Errorf("it was noticed in tick %d, which is no look of observer 0", noticed)
	}
	p.objects[1].At = Point{X: 2, Y: 30} // behind
	p.move()
	for tick := int64(61); tick <= 65; tick++ {
		f.Step(tick, nil)
	}
	if i, known := m.Find(2); !known || m.Fact(i).Sensed {
		t.Error("what has gone is not lost at the next look")
	}
}

// TestLooksGoOnAfterRestore: each observer looks in its turn.
func TestLooksGoOnAfterRestore(t *testing.T) {
	p := newPlain(40, 20, 5)
	f := patientField(t, p, 40, 7)
	for tick := int64(1); tick <= 33; tick++ {
		p.move()
		f.Step(tick, nil)
	}
	other := patientField(t, p, 0, 7)
	if err := other.Restore(f.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	for tick := int64(34); tick <= 60; tick++ {
		p.move()
		f.Step(tick, nil)
		other.Step(tick, nil)
		if !bytes.Equal(f.Snapshot(nil), other.Snapshot(nil)) {
			t.Fatalf("tick %d: it goes on otherwise", tick)
		}
	}
	if patientField(t, p, 0, 1).Restore(f.Snapshot(nil)) == nil {
		t.Error("a field whose observers look in each step restores one whose observers do not")
	}
}
