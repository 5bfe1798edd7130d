package sense

import (
	"fmt"
	"testing"
)

// described returns all that is saved of an observer, but for parts of percepts that its kind does not have.
func described(f *Field, o *observer) string {
	s := fmt.Sprintf("%d draws, in view %v, damages %v\n", o.rand.Counter, o.tracks, o.damages)
	for _, p := range o.pending {
		percept := f.waiting.percept(o, p)
		percept.Has &= o.senses.parts()
		s += fmt.Sprintf("%d %+v\n", p.due, percept)
	}
	for i := range o.mind.ids {
		f := o.mind.fact(i)
		s += fmt.Sprintf("%+v below %d, within %v, %+v", o.mind.Fact(i), f.below, f.spread, o.mind.past(i))
		for a := range Attr(o.mind.senses.attrs) {
			if o.mind.fact(i).has.Have(a) {
				s += fmt.Sprintf(" %v", o.mind.reading(i, a))
			}
		}
		s += "\n"
	}
	return s
}

// TestCarriedToTheSameProgram: a field that is carried over by names into one of the same options is the same, with
// what observers heard others say; and so is each observer that is received alone, in a field whose time is another.
func TestCarriedToTheSameProgram(t *testing.T) {
	from, to := newCrowd(t, 3, 9, 0), newCrowd(t, 3, 9, 0)
	for range 60 {
		from.move()
		from.field.Step(from.field.now+1, nil)
	}
	fresh, err := NewField(to.field.options)
	if err != nil {
		t.Fatal(err)
	}
	var forms []Form
	for _, s := range from.field.options.Senses {
		forms = append(forms, s.Form())
	}
	same := func(id ObjectID) (ObjectID, bool) { return id, true }
	err = fresh.RestoreOther(from.field.Snapshot(nil), &Carry{Forms: forms, Object: same, Crowded: func(Observer, int) { t.Error("there is no room") },
		Observer: func(o Observer) (ObjectID, int, bool) {
			x := from.field.observers[o]
			return x.self, x.kind, true
		}})
	if err != nil {
		t.Fatal(err)
	}
	heard := 0
	for i, o := range from.field.observers {
		if was, is := described(from.field, o), described(fresh, fresh.observers[i]); was != is {
			t.Errorf("observer %d was\n%sand is\n%s", i, was, is)
		}
		for k := range o.mind.ids {
			if o.mind.said(k).said != 0 {
				heard++
			}
		}
		later := newCrowd(t, 3, 9, 0).field
		for range 75 {
			later.Step(later.now+1, nil)
		}
		x := &Carry{Same: i%2 == 0, Forms: forms, Object: same, Crowded: func(Observer, int) { t.Error("there is no room") }}
		if err := later.Receive(from.field.SnapshotObserver(nil, Observer(i)), Observer(i), x); err != nil {
			t.Fatal(err)
		}
		back := &Field{options: from.field.options, now: from.field.now, step: from.field.step, observers: make([]*observer, len(from.field.observers)), waiting: &waiting{}}
		back.observers[i] = &observer{}
		back.observers[i].begin(back, o.self, o.kind, o.team)
		y := &Carry{Same: true, Object: same, Crowded: x.Crowded}
		if err := back.Receive(later.SnapshotObserver(nil, Observer(i)), Observer(i), y); err != nil {
			t.Fatal(err)
		}
		if was, is := described(from.field, o), described(back, back.observers[i]); was != is {
			t.Errorf("observer %d was\n%sand comes back as\n%s", i, was, is)
		}
	}
	if heard == 0 {
		t.Error("nobody heard what others said")
	}
}
