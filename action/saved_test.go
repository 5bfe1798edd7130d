package action_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// stage binds "act" with private state S and keeps what the restored hook is given.
type savedStage[P, S any] struct {
	in       *action.Instances
	c        *action.Ctx
	restored []string
}

func stageOf[P, S any](t testing.TB, f *fixture, params ...action.Param) *savedStage[P, S] {
	t.Helper()
	s := &savedStage[P, S]{c: f.ctx()}
	b := f.bindings(params...)
	action.Bind(b, "act", func(c *action.Ctx, p *P, s *S) action.Status { return action.Running },
		action.OnRestored(func(c *action.Ctx, p *P, st *S) { s.restored = append(s.restored, fmt.Sprintf("%v %v", *p, *st)) }))
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	s.in = action.NewInstances(b)
	return s
}

// starting binds "act" so that it starts with the given state.
func starting[P, S any](t testing.TB, f *fixture, state S, words []world.Word, params ...action.Param) (*action.Instances, action.Handle) {
	t.Helper()
	b := f.bindings(params...)
	action.Bind(b, "act", func(c *action.Ctx, p *P, s *S) action.Status { return action.Running },
		action.OnStart(func(c *action.Ctx, p *P, s *S) { *s = state }))
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	in := action.NewInstances(b)
	return in, in.Start(f.ctx(), 0, words)
}

func savedBytes(in *action.Instances, h action.Handle) []byte {
	return in.AppendInstance(in.AppendForms(nil), h)
}

// restore restores an instance and calls its hook; it returns the reason if that is not possible.
func (s *savedStage[P, S]) restore(t testing.TB, f *fixture, b []byte, m *world.Migration) (why string, notes []world.Note) {
	t.Helper()
	r := codec.NewReader(b)
	rs := s.in.Restorer((*world.Reader)(r), f.schema, m)
	h, why := rs.Instance((*world.Reader)(r))
	if r.End(); r.Err() != nil {
		t.Fatal(r.Err())
	}
	if why == "" && !s.in.Restored(s.c, h) {
		why = "panicked"
	}
	return why, rs.Notes()
}

type deep struct {
	A    int8
	b    uint16
	List [3]struct {
		X float32
		O world.Object
	}
	Z    complex128
	V    action.Value
	At   action.Vec2
	_    int32
	None struct{}
	On   bool
}

// TestSavedInstances: parameters and private state come back as they were, whatever plain data they are.
func TestSavedInstances(t *testing.T) {
	type args struct {
		U action.Value
		H world.Object
		N int
		V action.Vec2
	}
	f := newFixture(t)
	params := []action.Param{one("u", f.place, f.enemy, vecType), one("h", f.hero, f.enemy), one("n", anyInt), one("v", vecType)}
	rapid.Check(t, func(rt *rapid.T) {
		state := deep{A: rapid.Int8().Draw(rt, "a"), b: rapid.Uint16().Draw(rt, "b"), Z: complex(rapid.Float64().Draw(rt, "z"), 2), On: rapid.Bool().Draw(rt, "on")}
		for i := range state.List {
			state.List[i].X, state.List[i].O = rapid.Float32().Draw(rt, "x"), rapid.SampledFrom([]world.Object{0, f.e1}).Draw(rt, "o")
		}
		state.V = rapid.SampledFrom([]action.Value{{}, {Type: f.enemy, Words: [2]world.Word{f.e1}}, {Type: vecType, Words: [2]world.Word{1, 2}}}).Draw(rt, "v")
		words := rapid.SampledFrom([][]world.Word{{0, 2, 1, f.e1, 7, 8, 9}, {2, 5, 6, 1, f.e1, -1, 0, 0}, {1, f.e1, 1, 0, 1 << 62, 8, 9}}).Draw(rt, "words")
		in, h := starting[args](t, f, state, words, params...)
		s := stageOf[args, deep](t, f, params...)
		if why, notes := s.restore(t, f, savedBytes(in, h), nil); why != "" || len(notes) > 0 {
			rt.Fatal(why, notes)
		}
		live := stageOf[args, deep](t, f, params...)
		want := live.in.Start(live.c, 0, words)
		live.in.Restored(live.c, want)
		_, values, _ := strings.Cut(s.restored[0], "} {")
		if arguments, _, _ := strings.Cut(live.restored[0], "} {"); !strings.HasPrefix(s.restored[0], arguments+"} {") || "{"+values != fmt.Sprint(state) {
			rt.Fatalf("%s\nwant %s and %v", s.restored[0], live.restored[0], state)
		}
	})
}

// TestChangedStates: fields carry over by their names, and those that no longer fit are reported.
func TestChangedStates(t *testing.T) {
	f := newFixture(t)
	type old struct {
		Left, Big int64
		Speed     float32
		Mark      bool
		Way       [4]int16
		In        struct{ X, Y int }
	}
	state := old{Left: 5, Big: 250, Speed: 2.5, Mark: true, Way: [4]int16{1, 2, 3, 4}}
	state.In.X, state.In.Y = 8, 9
	in, h := starting[none](t, f, state, nil)
	type now struct {
		In    struct{ Y, Z int }
		Way   [2]int32
		Mark  int
		Big   uint8
		Added float64
		Left  float64
	}
	s := stageOf[none, now](t, f)
	why, notes := s.restore(t, f, savedBytes(in, h), nil)
	if got, want := fmt.Sprint(why, s.restored), "[{} {{9 0} [1 2] 0 250 0 5}]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want := `[action act, state.Speed: it is gone: its value is dropped action act, state.Mark: it is of another kind and begins with zero ` +
		`action act, state.Way: it is shorter: what was further on is dropped action act, state.In.X: it is gone: its value is dropped ` +
		`action act, state.In.Z: it is new and begins with zero action act, state.Added: it is new and begins with zero]`
	if got := fmt.Sprint(notes); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// refit saves a number of one type and brings it back as another; it returns the result, or the error.
func refit[From, To any](t *testing.T, f *fixture, v From) string {
	type saved struct{ In struct{ N From } }
	type now struct{ In struct{ N To } }
	var state saved
	state.In.N = v
	in, h := starting[none](t, f, state, nil)
	s := stageOf[none, now](t, f)
	r := codec.NewReader(savedBytes(in, h))
	again, why := s.in.Restorer((*world.Reader)(r), f.schema, nil).Instance((*world.Reader)(r))
	if r.Failed() {
		if !again.IsZero() || s.in.Running() != 0 {
			t.Error("it was refused, and runs")
		}
		text, _, _ := strings.Cut(r.Err().Error(), " (byte")
		return text
	}
	if s.in.Restored(s.c, again); why != "" {
		t.Error(why)
	}
	return fmt.Sprint(s.restored)
}

// TestNumbersThatDoNotFit: a number that its field no longer holds is refused, with field, number and range.
func TestNumbersThatDoNotFit(t *testing.T) {
	f := newFixture(t)
	const refused = "action act, state.In.N is "
	for _, c := range []struct{ got, want string }{
		{refit[int64, int8](t, f, 127), "[{} {{127}}]"},
		{refit[int64, int8](t, f, 128), refused + "128; the field now takes -128 to 127"},
		{refit[int64, int16](t, f, -32768), "[{} {{-32768}}]"},
		{refit[int64, int16](t, f, -32769), refused + "-32769; the field now takes -32768 to 32767"},
		{refit[int64, int32](t, f, 1<<40), refused + "1099511627776; the field now takes -2147483648 to 2147483647"},
		{refit[int8, uint64](t, f, -1), refused + "-1; the field now takes 0 to 18446744073709551615"},
		{refit[uint64, uint8](t, f, 256), refused + "256; the field now takes 0 to 255"},
		{refit[uint64, uint32](t, f, 1<<32), refused + "4294967296; the field now takes 0 to 4294967295"},
		{refit[uint64, int64](t, f, 1<<63), refused + "9223372036854775808; the field now takes -9223372036854775808 to 9223372036854775807"},
		{refit[uint64, int8](t, f, 127), "[{} {{127}}]"},
		{refit[uint64, int8](t, f, 128), refused + "128; the field now takes -128 to 127"},
		{refit[float64, float32](t, f, 1e39), refused + "1e+39; the field now takes -3.4028234663852886e+38 to 3.4028234663852886e+38"},
		{refit[float64, float32](t, f, math.Inf(-1)), "[{} {{-Inf}}]"},
		{refit[complex128, complex64](t, f, complex(1, 1e39)), refused + "(1+1e+39i); the field now takes -3.4028234663852886e+38 to 3.4028234663852886e+38"},
		{refit[int64, float32](t, f, 1<<40), "[{} {{1.0995116e+12}}]"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
}

type journal struct {
	lines []string
	bad   bool
}

var errBad = errors.New("no room")

func (j *journal) MarshalBinary() ([]byte, error) {
	if j.bad {
		return nil, errBad
	}
	return []byte(strings.Join(j.lines, "\n")), nil
}

func (j *journal) UnmarshalBinary(b []byte) error {
	j.lines = strings.Split(string(b), "\n")
	if j.lines[0] == "panic" {
		panic("ink")
	}
	return nil
}

// TestStatesThatSaveThemselves need not be plain data.
func TestStatesThatSaveThemselves(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct {
		state journal
		want  string
	}{
		{journal{lines: []string{"a", "b"}}, "[{} {[a b] false}] []"},
		{journal{bad: true}, "[{} {[] false}] [action act: its state could not be saved and begins with zero: no room]"},
		{journal{lines: []string{"panic"}}, "[{} {[panic] false}] [action act: its state could not be read: it panicked: ink]"},
	} {
		in, h := starting[none](t, f, c.state, nil)
		s := stageOf[none, journal](t, f)
		_, notes := s.restore(t, f, savedBytes(in, h), nil)
		if got := fmt.Sprint(s.restored, notes); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	in, h := starting[none](t, f, journal{}, nil)
	if why, _ := stageOf[none, deep](t, f).restore(t, f, savedBytes(in, h), nil); why != "the state of action act is saved in another way" {
		t.Error(why)
	}
}

// TestChangedParameters: an action whose parameters have changed cannot continue.
func TestChangedParameters(t *testing.T) {
	f := newFixture(t)
	type number struct{ N int64 }
	type object struct{ E world.Object }
	in, h := starting[number](t, f, none{}, []world.Word{3}, one("n", anyInt))
	b := savedBytes(in, h)
	if why, _ := stageOf[object, none](t, f, one("e", f.enemy)).restore(t, f, b, nil); why != "action act has other parameters" {
		t.Error(why)
	}
	if why, _ := stageOf[none, none](t, f).restore(t, f, b, nil); why != "action act has other parameters" {
		t.Error(why)
	}
	type either struct{ V action.Value }
	s := stageOf[either, none](t, f, one("v", vecType, anyInt))
	if why, _ := s.restore(t, f, b, nil); why != "" || !strings.HasSuffix(s.restored[0], " [3 0]}} {}") {
		t.Error(why, s.restored)
	}
}

// TestRestoredHookThatPanics fails its instance with the next update.
func TestRestoredHookThatPanics(t *testing.T) {
	f := newFixture(t)
	in, h := starting[none](t, f, none{}, nil)
	b := f.bindings()
	action.Bind(b, "act", func(c *action.Ctx, _, _ *none) action.Status { return action.Running },
		action.OnRestored(func(*action.Ctx, *none, *none) { panic("gone") }))
	now, c := action.NewInstances(b), f.ctx()
	r := codec.NewReader(savedBytes(in, h))
	again, _ := now.Restorer((*world.Reader)(r), f.schema, nil).Instance((*world.Reader)(r))
	if now.Restored(c, again) {
		t.Error("it did not panic")
	}
	if fault, ok := c.TakeFault(); !ok || !strings.HasPrefix(fault.Message, "gone (saved_test.go:") {
		t.Error(fault)
	}
	if now.Running() != 1 || now.Update(c, again) != action.Failure || now.Running() != 0 {
		t.Error("it goes on")
	}
}

// FuzzRestore: whatever is read, nothing panics and nothing is left running.
func FuzzRestore(f *testing.F) {
	x := newFixture(f)
	type args struct{ U action.Value }
	params := []action.Param{one("u", x.place, x.enemy, vecType)}
	in, h := starting[args](f, x, deep{A: 3}, []world.Word{1, x.e1}, params...)
	f.Add(savedBytes(in, h))
	own, handle := starting[none](f, x, journal{lines: []string{"a"}}, nil)
	f.Add(savedBytes(own, handle))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := stageOf[args, deep](t, x, params...)
		r := codec.NewReader(b)
		rs := s.in.Restorer((*world.Reader)(r), x.schema, nil)
		if r.Failed() {
			return
		}
		if h, why := rs.Instance((*world.Reader)(r)); why == "" && !h.IsZero() {
			s.in.Restored(s.c, h)
			s.in.Drop(h)
		}
		if s.in.Running() != 0 {
			t.Fatal("something is left running")
		}
	})
}
