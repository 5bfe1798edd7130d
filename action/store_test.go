package action_test

import (
	"bytes"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// mute is a substitute that answers nothing.
type mute struct{}

func (mute) Answer(*action.Ctx, *action.Call) {}

// TestOnlyTheHostsActionsCanBeSaved: those that stand in for a host when a trace is run again have nothing to save.
func TestOnlyTheHostsActionsCanBeSaved(t *testing.T) {
	f := newFixture(t)
	in, _ := starting[none](t, f, none{}, nil)
	if !in.CanSave() || action.NewSubstituted(2, mute{}).CanSave() {
		t.Error("the actions of a host can be saved, substitutes cannot")
	}
}

// TestGatesAreAskedBeforeActionsStart: each action of the host, and with its number.
func TestGatesAreAskedBeforeActionsStart(t *testing.T) {
	f := newFixture(t)
	s := stageOf[none, none](t, f)
	var asked []int32
	s.in.Gate(func(c *action.Ctx, action int32) {
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

// TestSavedArgumentsOfOtherTypesAreRefused changes the word of a saved argument: a word that no value of its type has
// is refused.
func TestSavedArgumentsOfOtherTypesAreRefused(t *testing.T) {
	f := newFixture(t)
	type argument struct{ V action.Value }
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
		params := []action.Param{one("v", c.typ)}
		in, h := starting[argument](t, f, none{}, []world.Word{c.good}, params...)
		whole, word := savedBytes(in, h), codec.AppendInt(nil, c.good)
		at := bytes.LastIndex(whole, word)
		if at < len(in.AppendForms(nil)) {
			t.Fatalf("%v: the argument is not found", c.typ)
		}
		for _, w := range c.wrong {
			b := append([]byte(nil), whole[:at]...)
			b = append(codec.AppendInt(b, w), whole[at+len(word):]...)
			r := codec.NewReader(b)
			rs := stageOf[argument, none](t, f, params...).in.Restorer((*world.Reader)(r), f.schema, nil)
			if rs.Instance((*world.Reader)(r)); r.Err() == nil {
				t.Errorf("%v: %d is read", c.typ, w)
			}
		}
	}
}

// TestPlainDataOfAllSizesIsSaved: each kind of number is restored into a field of its own size, and into a larger or
// smaller one if it fits.
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
	for _, bind := range []func(b *action.Bindings){
		func(b *action.Bindings) {
			action.Bind(b, "act", func(*action.Ctx, *none, *large) action.Status { return action.Running },
				action.OnRestored(func(_ *action.Ctx, _ *none, s *large) { got = *s }))
		},
		func(b *action.Bindings) {
			action.Bind(b, "act", func(*action.Ctx, *none, *small) action.Status { return action.Running },
				action.OnRestored(func(_ *action.Ctx, _ *none, s *small) { back = *s }))
		},
	} {
		b := f.bindings()
		bind(b)
		now, r := action.NewInstances(b), codec.NewReader(savedBytes(in, h))
		rs := now.Restorer((*world.Reader)(r), f.schema, nil)
		again, why := rs.Instance((*world.Reader)(r))
		if why != "" || r.Err() != nil || !now.Restored(f.ctx(), again) || len(rs.Notes()) > 0 {
			t.Fatal(why, r.Err(), rs.Notes())
		}
	}
	if got != want || back != was {
		t.Errorf("got  %+v\nwant %+v\nback %+v\nwas  %+v", got, want, back, was)
	}
}

// TestInstancesThatAreLostAreReadPast: data after an instance that cannot be restored is read correctly.
func TestInstancesThatAreLostAreReadPast(t *testing.T) {
	f := newFixture(t)
	type walking struct {
		Steps [3]int32
		To    struct{ X, Y float64 }
		V     action.Value
		Goal  world.Object
		Fast  bool
	}
	type count struct{ N int64 }
	with := func(names ...string) *action.Bindings {
		var list []action.Signature
		for _, name := range names {
			list = append(list, action.Signature{Name: name})
		}
		return action.NewBindings(f.schema, list, nil)
	}
	running := func(*action.Ctx, *none, *count) action.Status { return action.Running }
	was := with("plain", "own", "later")
	action.Bind(was, "plain", func(*action.Ctx, *none, *walking) action.Status { return action.Running },
		action.OnStart(func(_ *action.Ctx, _ *none, s *walking) {
			*s = walking{[3]int32{7, 8, 9}, struct{ X, Y float64 }{1, 2}, action.Value{Type: vecType, Words: [2]world.Word{3, 4}}, f.e1, true}
		}))
	action.Bind(was, "own", func(*action.Ctx, *none, *journal) action.Status { return action.Running },
		action.OnStart(func(_ *action.Ctx, _ *none, s *journal) { s.lines = []string{"a", "b"} }))
	action.Bind(was, "later", running, action.OnStart(func(_ *action.Ctx, _ *none, s *count) { s.N = 42 }))
	in, c := action.NewInstances(was), f.ctx()
	b := in.AppendForms(nil)
	for id := range int32(3) {
		b = in.AppendInstance(b, in.Start(c, id, nil))
	}

	is := with("later")
	var got []int64
	action.Bind(is, "later", running, action.OnRestored(func(_ *action.Ctx, _ *none, s *count) { got = append(got, s.N) }))
	now, r := action.NewInstances(is), codec.NewReader(b)
	rs := now.Restorer((*world.Reader)(r), f.schema, nil)
	rs.Enter(c)
	for _, want := range []string{"action plain is gone", "action own is gone", ""} {
		h, why := rs.Instance((*world.Reader)(r))
		if why != want || h.IsZero() == (want == "") || r.Err() != nil {
			t.Fatalf("%q, %v; want %q", why, r.Err(), want)
		}
		if want == "" {
			now.Restored(c, h)
		}
	}
	if r.End(); r.Err() != nil || now.Running() != 1 || len(got) != 1 || got[0] != 42 || len(rs.Notes()) > 0 {
		t.Errorf("%v; %d run, restored with %v, %v", r.Err(), now.Running(), got, rs.Notes())
	}
}

// TestStatesThatCannotBeSavedAreReported: once each, as it is saved, and no others.
func TestStatesThatCannotBeSavedAreReported(t *testing.T) {
	f := newFixture(t)
	for _, tc := range []struct {
		state journal
		want  string
	}{
		{journal{lines: []string{"a"}}, ""},
		{journal{bad: true}, "act: its state could not be saved, and will begin with zero: no room"},
	} {
		in, h := starting[none](t, f, tc.state, nil)
		savedBytes(in, h) // no hook is called
		got := ""
		in.Report(func(f action.Fault) { got += f.Action + ": " + f.Message })
		if savedBytes(in, h); got != tc.want {
			t.Errorf("reported %q, want %q", got, tc.want)
		}
	}
	in, h := starting[none](t, f, deep{}, nil)
	in.Report(func(f action.Fault) { t.Errorf("plain data: %+v", f) })
	savedBytes(in, h)
}

// dropping is a driver that saves a number.
type dropping struct {
	deaf
	dropped []int32
}

func (*dropping) Running() int                       { return 0 }
func (*dropping) Append(b []byte, slot int32) []byte { return codec.AppendInt(b, int64(slot)) }
func (*dropping) Restored(*action.Ctx, int32) bool   { return true }
func (d *dropping) Drop(slot int32)                  { d.dropped = append(d.dropped, slot) }
func (*dropping) Read(_ *action.Ctx, r *world.Reader, _ *action.Restorer) (activity, slot int32, why string) {
	return 1, int32((*codec.Reader)(r).Int()) + 100, ""
}

// TestActivitiesOfDriversAreSavedByThem, and dropped by them alone.
func TestActivitiesOfDriversAreSavedByThem(t *testing.T) {
	f := newFixture(t)
	in, h := starting[none](t, f, none{}, nil)
	d := &dropping{}
	first := in.Attach(d, 2)
	c := f.ctx()
	b := savedBytes(in, in.Start(c, first, nil))
	r := codec.NewReader(b)
	rs := in.Restorer((*world.Reader)(r), f.schema, nil)
	again, why := rs.Instance((*world.Reader)(r))
	if r.End(); why != "" || r.Err() != nil || again != action.HandleOf(first+1, 105) || !in.Restored(c, again) {
		t.Fatal(again, why, r.Err())
	}
	in.Drop(again)
	if in.Drop(h); len(d.dropped) != 1 || d.dropped[0] != 105 || in.Running() != 0 {
		t.Errorf("dropped %v, %d run", d.dropped, in.Running())
	}
}
