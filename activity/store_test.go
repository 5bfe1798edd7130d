package activity_test

import (
	"bytes"
	"testing"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/pack"
	"github.com/karakuri-ai/karakuri/world"
)

// mute is a double that answers nothing.
type mute struct{}

func (mute) Answer(*activity.Ctx, *activity.Call) {}

// TestOnlyTheHostsActionsCanBeSaved: those that stand in for a host when a trace is run again have nothing to save.
func TestOnlyTheHostsActionsCanBeSaved(t *testing.T) {
	f := newFixture(t)
	in, _ := starting[none](t, f, none{}, nil)
	if !in.CanSave() || activity.NewDoubles(2, mute{}).CanSave() {
		t.Error("the actions of a host can be saved, doubles cannot")
	}
}

// TestGatesAreAskedBeforeActionsStart: each action of the host, and with its number.
func TestGatesAreAskedBeforeActionsStart(t *testing.T) {
	f := newFixture(t)
	s := stageOf[none, none](t, f)
	var asked []int32
	s.in.Gate(func(c *activity.Ctx, action int32) {
		if s.in.Running() != len(asked) {
			t.Error("the gate is asked when the action runs already")
		}
		asked = append(asked, action)
	})
	s.in.Start(s.c, 0, nil)
	s.in.Start(s.c, 0, nil)
	if len(asked) != 2 || asked[0] != 0 {
		t.Errorf("asked for %v", asked)
	}
}

// TestSavedArgumentsOfOtherTypesAreRefused changes the word of an argument in what was saved: one that no value of its type has is refused.
func TestSavedArgumentsOfOtherTypesAreRefused(t *testing.T) {
	f := newFixture(t)
	type argument struct{ V activity.Value }
	boolean := world.Type{Kind: world.KindBool}
	for _, c := range []struct {
		typ   world.Type
		good  world.Word
		wrong []world.Word
	}{
		{boolean, 1, []world.Word{2, -1, 7}},
		{f.enemy, f.e1, []world.Word{-1, -9}},
		{f.place, 1, []world.Word{-1, 60}},
	} {
		params := []activity.Param{one("v", c.typ)}
		in, h := starting[argument](t, f, none{}, []world.Word{c.good}, params...)
		whole, word := savedBytes(in, h), pack.AppendInt(nil, c.good)
		at := bytes.LastIndex(whole, word)
		if at < len(in.AppendForms(nil)) {
			t.Fatalf("%v: the argument is not found", c.typ)
		}
		for _, w := range c.wrong {
			b := append([]byte(nil), whole[:at]...)
			b = append(pack.AppendInt(b, w), whole[at+len(word):]...)
			r := pack.NewReader(b)
			rv := stageOf[argument, none](t, f, params...).in.Revive(r, f.schema, nil)
			if rv.Instance(r); r.Err() == nil {
				t.Errorf("%v: %d is read", c.typ, w)
			}
		}
	}
}

// TestPlainDataOfAllSizesIsSaved: each kind of number comes back into a field of its own size, and into one of another size where it has room.
func TestPlainDataOfAllSizesIsSaved(t *testing.T) {
	f := newFixture(t)
	type small struct {
		C  complex64
		F  float32
		I8 int8
		U8 uint8
		B  [2]bool
		O  world.Object
		E  [2]struct{ A, B uint16 }
	}
	type large struct {
		C  complex128
		F  float64
		I8 int64
		U8 uint32
		B  [2]bool
		O  world.Object
		E  [2]struct{ B, A int }
	}
	was := small{C: complex(1.5, -2.5), F: 0.25, I8: -128, U8: 255, B: [2]bool{false, true}, O: f.e1}
	was.E[1].A, was.E[1].B = 65535, 2
	want := large{C: complex(1.5, -2.5), F: 0.25, I8: -128, U8: 255, B: [2]bool{false, true}, O: f.e1}
	want.E[1].A, want.E[1].B = 65535, 2
	in, h := starting[none](t, f, was, nil)
	var got, back = large{}, small{}
	for _, bind := range []func(b *activity.Bindings){
		func(b *activity.Bindings) {
			activity.Bind(b, "act", func(*activity.Ctx, *none, *large) activity.Status { return activity.Running },
				activity.OnRestored(func(_ *activity.Ctx, _ *none, s *large) { got = *s }))
		},
		func(b *activity.Bindings) {
			activity.Bind(b, "act", func(*activity.Ctx, *none, *small) activity.Status { return activity.Running },
				activity.OnRestored(func(_ *activity.Ctx, _ *none, s *small) { back = *s }))
		},
	} {
		b := f.bindings()
		bind(b)
		now, r := activity.NewInstances(b), pack.NewReader(savedBytes(in, h))
		rv := now.Revive(r, f.schema, nil)
		again, why := rv.Instance(r)
		if why != "" || r.Err() != nil || !now.Restored(f.ctx(), again) || len(rv.Notes()) > 0 {
			t.Fatal(why, r.Err(), rv.Notes())
		}
	}
	if got != want || back != was {
		t.Errorf("got  %+v\nwant %+v\nback %+v\nwas  %+v", got, want, back, was)
	}
}
