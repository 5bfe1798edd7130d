package sense

import (
	"errors"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Spec says what characters of a kind perceive with and how they remember.
type Spec struct {
	// Sensors are in order of preference. A thing is sensed by the first sensor of sight or touch that needs no line of
	// sight to it, else by the first that does; a sound, damage or a message by the first of the kind that perceives
	// it. At most MaxSensors.
	Sensors []Sensor
	Memory  Memory
	// Attention is the maximum number of things that it looks at in a tick, the nearest ones; 0: DefaultAttention, at
	// most MaxAttention.
	Attention int
	// ShareTicks is the interval after which it reports to its team again what it still sees or touches; it reports
	// what its own senses newly perceive at once. 0: it reports nothing.
	ShareTicks int64
}

// Limits of a Spec.
const (
	// DefaultAttention is the number of things that are looked at by default.
	DefaultAttention = 64
	// MaxAttention bounds what an observer costs in a step.
	MaxAttention = 1024
)

// Senses is a Spec, checked and made ready: immutable, and shared by all characters of the kind.
type Senses struct {
	spec   Spec
	looks  []look // sight and touch
	hears  []*Sensor
	damage []*Sensor
	talks  []*Sensor
	reach  float64              // how far a look may go, metres
	every  int64                // steps from one look to the next
	loses  [2][maxAttrs]float64 // by store and attribute: what confidence loses in a tick
	attrs  int                  // how many there are
	heeds  bool                 // one of hears keeps what voices say
	shares bool                 // it reports to its team
	hash   uint64               // of the spec
}

// Compile checks a Spec and makes it ready. The error joins one for each mistake. The spec is copied.
func Compile(spec Spec) (*Senses, error) {
	s := &Senses{spec: spec}
	s.spec.Sensors = slices.Clone(spec.Sensors)
	s.spec.Memory.Values = slices.Clone(spec.Memory.Values)
	s.spec.Memory.Doubts = slices.Clone(spec.Memory.Doubts)
	if s.spec.Attention == 0 {
		s.spec.Attention = DefaultAttention
	}
	if s.spec.Memory.ForgetBelow == 0 {
		s.spec.Memory.ForgetBelow = DefaultForgetBelow
	}
	for i := range s.spec.Sensors {
		s.spec.Sensors[i] = s.spec.Sensors[i].withDefaults()
	}
	if err := s.spec.check(); err != nil {
		return nil, err
	}
	s.sort()
	s.shares = s.spec.ShareTicks > 0
	s.attrs = int(firstValue) + len(s.spec.Memory.Values)
	s.loses[0], s.loses[1] = s.spec.Memory.rates(s.spec.Memory.Short.Decay), s.spec.Memory.rates(s.spec.Memory.Long.Decay)
	s.hash = s.spec.hash()
	return s, nil
}

func (s *Spec) check() error {
	var all []error
	fail := func(format string, args ...any) {
		all = append(all, fmt.Errorf("sense: Compile: "+format, args...))
	}
	if len(s.Sensors) > MaxSensors {
		fail("there are %d Sensors, at most %d can be", len(s.Sensors), MaxSensors)
	}
	for i := range s.Sensors {
		s.Sensors[i].check(func(format string, args ...any) {
			fail("Sensors[%d].%s", i, fmt.Sprintf(format, args...))
		})
	}
	s.Memory.check(fail)
	if !within(float64(s.Attention), 1, MaxAttention) {
		fail("Attention is %d; it must be from 1 to %d", s.Attention, MaxAttention)
	}
	if !within(float64(s.ShareTicks), 0, MaxSpanTicks) {
		fail("ShareTicks is %d; it must be from 0 to %d", s.ShareTicks, int64(MaxSpanTicks))
	}
	return errors.Join(all...)
}

// sort puts the sensors into the lists that use them.
func (s *Senses) sort() {
	for i := range s.spec.Sensors {
		switch sensor := &s.spec.Sensors[i]; sensor.Kind {
		case Hearing:
			s.heeds = s.heeds || sensor.HeedTicks > 0
			s.hears = append(s.hears, sensor)
		case Damage:
			s.damage = append(s.damage, sensor)
		case Talk:
			s.talks = append(s.talks, sensor)
		default:
			s.looks = append(s.looks, sensor.look())
			if every := max(1, sensor.EveryTicks); s.every == 0 || every < s.every {
				s.every = every
			}
			s.reach = max(s.reach, sensor.Range, sensor.LoseRange, sensor.TouchRange)
		}
	}
}

// rates returns what the confidence in each attribute loses in a tick, if that of the position loses so much.
func (m *Memory) rates(decay float64) (r [maxAttrs]float64) {
	r[Position], r[Velocity], r[Kind] = decay, float64(decay*m.VelocityFade), float64(decay*m.KindFade)
	for i, v := range m.Values {
		r[int(firstValue)+i] = float64(decay * v.Fade)
	}
	return r
}

// Attr returns the attribute with a name in Memory.Values; ok is false if there is none.
func (s *Senses) Attr(name string) (a Attr, ok bool) {
	for i, v := range s.spec.Memory.Values {
		if v.Name == name {
			return firstValue + Attr(i), true
		}
	}
	return 0, false
}

// Spec returns the spec with its defaults filled in. It must not be changed.
func (s *Senses) Spec() Spec { return s.spec }

// capacity is the maximum number of all facts.
func (s *Senses) capacity() int { return s.spec.Memory.Short.Capacity + s.spec.Memory.Long.Capacity }

// parts is all attributes that there are.
func (s *Senses) parts() Parts { return 1<<s.attrs - 1 }

// hash returns a number for all that the spec says, so that a snapshot is not restored with another.
func (s *Spec) hash() uint64 {
	var b []byte
	for i := range s.Sensors {
		x := &s.Sensors[i]
		b = append(b, byte(x.Kind))
		for _, n := range x.numbers() {
			if n.name == "HeedTicks" && n.value == 0 { // as before there were voices
				continue
			}
			b = codec.AppendFloat(b, n.value)
		}
		b = codec.AppendBool(b, x.LineOfSight)
		if x.EveryTicks > 1 {
			b = codec.AppendUint(b, x.EveryTicks)
		}
		b = codec.AppendUint(b, int64(x.Readings))
	}
	m := &s.Memory
	for _, v := range m.Values {
		b = codec.AppendFloat(codec.AppendText(b, v.Name), v.Fade)
	}
	for _, f := range append([]float64{
		m.Short.Decay, m.Long.Decay, m.VelocityFade, m.KindFade, m.ForgetBelow, m.PromoteImportance, m.SpreadPerTick, m.MaxSpread,
		m.MissRange, m.MissFactor,
	}, m.Doubts...) {
		b = codec.AppendFloat(b, f)
	}
	for _, n := range []int64{
		int64(m.Short.Capacity), m.Short.SpanTicks, int64(m.Long.Capacity), int64(m.PromoteTimes), m.PredictTicks, int64(s.Attention), s.ShareTicks,
	} {
		b = codec.AppendInt(b, n)
	}
	h := det.Mix(uint64(len(s.Sensors))<<32 | uint64(len(m.Values))<<16 | uint64(len(m.Doubts)))
	for _, c := range b {
		h = det.Mix(h ^ uint64(c) + 1)
	}
	return h
}
