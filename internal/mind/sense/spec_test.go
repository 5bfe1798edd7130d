package sense

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
)

func TestFaultySpecs(t *testing.T) {
	store := Memory{Short: Store{Capacity: 4}}
	for _, c := range []struct {
		spec Spec
		want []string
	}{
		{Spec{}, []string{"Memory.Short.Capacity is 0; it must be from 1 to 1024"}},
		{Spec{Memory: store, Sensors: []Sensor{{}, {Kind: Sight}, {Kind: Touch}}}, []string{"Sensors[0].Kind is 0", "Sensors[1].Range is 0; sight needs one", "Sensors[2].Range is 0; touch needs one"}},
		{Spec{Memory: store, Sensors: []Sensor{{Kind: Sight, Range: 5, LoseRange: 4}}}, []string{"Sensors[0].LoseRange is 4, less than Range, which is 5"}},
		{Spec{Memory: store, Sensors: []Sensor{{Kind: Hearing, Cone: 1, LineOfSight: true}}}, []string{"Sensors[0].Cone is 1; hearing has none", "Sensors[0].LineOfSight is set; hearing has none"}},
		{Spec{Memory: store, Sensors: []Sensor{{Kind: Hearing, Damping: 2, Falloff: 1e-9}}}, []string{"Sensors[0].Falloff is 1e-09; it must be at least", "Sensors[0].Damping is 2; it must be from 0 to 1"}},
		{Spec{Memory: store, Sensors: []Sensor{{Kind: Talk, Confidence: -1, ReactionTicks: -1, Readings: 1 << 7}}},
			[]string{"Sensors[0].Confidence is -1", "Sensors[0].ReactionTicks is -1", "Sensors[0].Readings has bits of no reading: 0x80"}},
		{Spec{Memory: store, Sensors: []Sensor{{Kind: Talk, AlertTicks: 1}}}, []string{"Sensors[0].AlertTicks is 1; talk has none"}},
		{Spec{Memory: store, Sensors: make([]Sensor, 17)}, []string{"there are 17 Sensors, at most 16 can be"}},
		{Spec{Memory: store, Attention: -1, ShareTicks: -1}, []string{"Attention is -1", "ShareTicks is -1"}},
		{Spec{Memory: Memory{Short: Store{Capacity: 4, Decay: 1e-12}, Long: Store{SpanTicks: 1}, KindFade: -1, Values: []Value{{"a", 1e-9}, {"a", 1}}}},
			[]string{"Memory.Short.Decay is 1e-12; it must be 0, or from", "Memory.Long.SpanTicks is 1; it must be from 0 to 0", "Memory.KindFade is -1", "Memory.Values[0].Fade is 1e-09", `Memory.Values[1] has the name of an earlier one: "a"`}},
		{Spec{Memory: Memory{Short: store.Short, Doubts: []float64{0.5, 0.6, 0}, ForgetBelow: 2, MissFactor: 2}},
			[]string{"Memory.Doubts[1] is 0.6", "Memory.Doubts[2] is 0", "Memory.ForgetBelow is 2", "Memory.MissFactor is 2"}},
		{Spec{Memory: Memory{Short: store.Short, Values: make([]Value, 5), Doubts: make([]float64, 5)}}, []string{"Memory.len(Values) is 5", "Memory.len(Doubts) is 5"}},
	} {
		_, err := Compile(c.spec)
		if err == nil {
			t.Errorf("%+v was compiled", c.spec)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), "sense: Compile: "+want) {
				t.Errorf("%q\ndoes not say %q", err, want)
			}
		}
	}
}

func TestCompileCopiesAndFillsIn(t *testing.T) {
	spec := Spec{Sensors: []Sensor{{Kind: Sight, Range: 8}, {Kind: Talk}, {Kind: Hearing}}, Memory: Memory{Short: Store{Capacity: 4}}}
	s := compile(t, spec)
	spec.Sensors[0].Range = 9
	got := s.Spec()
	if got.Sensors[0].Range != 8 || got.Sensors[0].LoseRange != 10 || got.Sensors[1].Confidence != DefaultTalkConfidence ||
		got.Sensors[2].Falloff != 1 || got.Sensors[2].Confidence != 1 || got.Attention != DefaultAttention || got.Memory.ForgetBelow != DefaultForgetBelow {
		t.Errorf("compiled to %+v", got)
	}
	if again := compile(t, got); again.hash != s.hash {
		t.Error("a spec with its defaults filled in is another spec")
	}
}

func TestFaultyCallsAreRefused(t *testing.T) {
	w := newWorld()
	senses := compile(t, Spec{})
	for _, o := range []Options{{}, {Host: w}, {Host: w, Senses: []*Senses{nil}}, {Host: w, Senses: []*Senses{senses}, Rays: -1}} {
		if _, err := NewField(o); err == nil {
			t.Errorf("a field was made of %+v", o)
		}
	}
	f, err := NewField(Options{Host: w, Senses: []*Senses{senses}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Add(0, 0, 0); err == nil {
		t.Error("nobody was added")
	}
	if _, err := f.Add(1, 1, 0); err == nil {
		t.Error("an observer of no kind was added")
	}
	if f.Sound(Sound{Loudness: 1}) || f.Sound(Sound{From: 1, Loudness: -1}) {
		t.Error("a sound that cannot be was made")
	}
	if f.Damage(0, action.Damage{From: 1}) || f.Remove(0) || f.Mind(0) != nil || f.Mind(-1) != nil {
		t.Error("there is an observer though none was added")
	}
	for i := range MaxSounds + 1 {
		if ok := f.Sound(Sound{From: 1, Loudness: 1}); ok != (i < MaxSounds) {
			t.Errorf("sound %d: %v", i, ok)
		}
	}
}

func TestObserversComeAndGo(t *testing.T) {
	w := newWorld()
	for id := ObjectID(1); id <= 4; id++ {
		w.put(id, float64(id), 0)
	}
	f, err := NewField(Options{Host: w, Senses: []*Senses{compile(t, sight(Sensor{Range: 9})), compile(t, Spec{Memory: Memory{Short: Store{Capacity: 9}}})}})
	if err != nil {
		t.Fatal(err)
	}
	add := func(self ObjectID, kind int, want Observer) {
		t.Helper()
		if got, err := f.Add(self, kind, 0); got != want || err != nil {
			t.Errorf("%d was added as %v, %v; want %v", self, got, err, want)
		}
	}
	add(1, 0, 0)
	add(2, 0, 1)
	add(3, 0, 2)
	f.Step(1, nil)
	if f.Mind(1).Len() != 3 {
		t.Errorf("%d facts, want 3", f.Mind(1).Len())
	}
	if !f.Remove(1) || !f.Remove(0) || f.Remove(0) || f.Mind(0) != nil {
		t.Error("removing went wrong")
	}
	f.Step(2, nil)
	add(4, 0, 0)
	add(2, 1, 1)
	if f.Mind(0).Len() != 0 || f.Mind(1).Len() != 0 || f.Mind(1).Senses().Spec().Memory.Short.Capacity != 9 {
		t.Error("a new observer has another's mind")
	}
	f.Step(3, nil)
	if len(f.Mind(0).Events()) != 3 || f.Mind(1).Len() != 0 || f.Mind(2).Len() != 3 {
		t.Error("observers do not perceive what they should")
	}
	if f.Step(1, nil); f.Now() != 3 {
		t.Error("time went back")
	}
}
