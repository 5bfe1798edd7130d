package sense

import (
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/det"
)

// SensorKind is the kind of a sensor.
type SensorKind uint8

// The kinds of sensors.
const (
	Sight   SensorKind = iota + 1 // objects in range, in the cone and not hidden
	Touch                         // objects so near that they are felt, in any direction
	Hearing                       // sounds: [Field.Sound]
	Damage                        // which object damages it, and from where: [Field.Damage]
	Talk                          // what others of its team noticed: [Spec.ShareTicks]
	kindEnd
)

var sensorNames = [...]string{"none", "sight", "touch", "hearing", "damage", "talk"}

// String returns the name of the kind.
func (k SensorKind) String() string {
	if k < kindEnd {
		return sensorNames[k]
	}
	return fmt.Sprintf("SensorKind(%d)", uint8(k))
}

// lasting reports whether percepts are followed from tick to tick, as those of sight and touch, and not single as a
// sound.
func (k SensorKind) lasting() bool { return k == Sight || k == Touch }

// Sensor is one way of perceiving. Which fields count depends on the kind; the others must be zero.
type Sensor struct {
	Kind SensorKind

	// Range is the range in metres, required for sight and touch. For talk it is the maximum distance of the speaker;
	// 0: no limit.
	Range float64
	// LoseRange is the distance up to which sight still sees what it saw in its last look, at least Range; 0:
	// LoseFactor times Range.
	LoseRange float64
	// TouchRange is how near a thing must be for sight to need neither cone nor line of sight; 0: never.
	TouchRange float64
	// Cone is the whole angle that sight looks into, in radians; 0, and 2 pi or more: all around.
	Cone float64
	// LineOfSight says that sight asks the host whether anything is in the way. These questions share a budget:
	// [Options.Rays].
	LineOfSight bool
	// EveryTicks is the number of steps of sight and touch from one look to the next; observers take turns. 0: 1, a
	// look in each step. An observer with several such sensors looks as often as the one that looks most often. An
	// object seen in a look counts as seen until the next look, with the same confidence.
	EveryTicks int64

	// Falloff is the loudness that a sound loses with each metre; 0: 1, so that loudness is the range of a sound in
	// metres.
	Falloff float64
	// Damping is the fraction of a sound's loudness that remains behind each wall, from 0 to 1; 0: walls stop it.
	Damping float64
	// Blur is how unsure the position of a sound is, in metres for each metre of distance.
	Blur float64
	// HeedTicks is for how long hearing keeps what a voice says: [Fact].Said. 0: it hears voices as other sounds.
	HeedTicks int64
	// Threshold is the minimum that is heard: the remaining loudness; for damage the minimum amount that is felt.
	Threshold float64

	// Confidence is that of what it perceives, up to 1; 0: 1, and for talk DefaultTalkConfidence. For talk it
	// multiplies that of the speaker.
	Confidence float64
	// ReactionTicks is the time from the stimulus until the mind has it, for an object that is not remembered. A thing
	// must stay in sight for that time. Talk takes one more tick.
	ReactionTicks int64
	// JitterTicks is the most that is added to ReactionTicks, drawn anew each time.
	JitterTicks int64
	// AlertTicks stands in for ReactionTicks and JitterTicks when the object is remembered; talk has none.
	AlertTicks int64
	// Readings is which readings it provides; 0: position and kind for hearing, position for damage, all for the
	// others.
	Readings Parts
}

// Defaults and limits of sensors.
const (
	// LoseFactor is LoseRange by Range, if it is not given.
	LoseFactor = 1.25
	// DefaultTalkConfidence is the part of a fact's confidence that is left after talk.
	DefaultTalkConfidence = 0.7
	// MaxSensors is the maximum number of sensors of a Spec.
	MaxSensors = 16
	// MaxDelayTicks bounds reactions, and with them how much waits to be noticed.
	MaxDelayTicks = 1 << 16
	// MaxEveryTicks bounds the time from one look to the next.
	MaxEveryTicks = 1 << 16
	// maxRange bounds the ranges of sensors, in metres.
	maxRange = 1e6
)

// look is a sensor of sight or touch, ready for use.
type look struct {
	*Sensor
	range2, lose2, touch2 float64 // squares; touch2 is -1 for none
	half                  float64 // cosine of half the cone; allAround
}

// allAround marks a view without a cone.
const allAround = -2

// withDefaults fills in the defaults.
func (s Sensor) withDefaults() Sensor {
	defaults := func(x *float64, value float64) {
		if *x == 0 {
			*x = value
		}
	}
	tells := AllParts
	switch s.Kind {
	case Sight:
		defaults(&s.LoseRange, float64(s.Range*LoseFactor))
	case Hearing:
		defaults(&s.Falloff, 1)
		tells = PartsOf(Position, Kind)
	case Damage:
		tells = PartsOf(Position)
	case Talk:
		defaults(&s.Confidence, DefaultTalkConfidence)
	}
	defaults(&s.Confidence, 1)
	if s.Readings == 0 {
		s.Readings = tells
	}
	return s
}

func (s *Sensor) look() look {
	l := look{Sensor: s, range2: square(s.Range), lose2: square(s.LoseRange), touch2: -1, half: allAround}
	if s.Kind == Touch {
		l.lose2, l.touch2 = l.range2, l.range2
	} else if s.TouchRange > 0 {
		l.touch2 = square(s.TouchRange)
	}
	if s.Cone > 0 && s.Cone < 2*math.Pi {
		l.half = det.Cos(s.Cone / 2)
	}
	return l
}

// faces reports whether a way to a thing lies in the cone, for an observer that looks along a unit vector.
func (l *look) faces(facing, way Point, far2 float64) bool {
	return l.half == allAround || facing == Point{} || way.Dot(facing) >= float64(l.half*det.Sqrt(far2))
}

// check calls fail for each mistake in a sensor with its defaults filled in.
func (s *Sensor) check(fail func(format string, args ...any)) {
	if s.Kind == 0 || s.Kind >= kindEnd {
		fail("Kind is %d; it must be one of Sight, Touch, Hearing, Damage, Talk", uint8(s.Kind))
		return
	}
	if s.Kind.lasting() && !(s.Range > 0) {
		fail("Range is %v; %v needs one", s.Range, s.Kind)
	}
	if s.Kind == Sight && s.LoseRange < s.Range {
		fail("LoseRange is %v, less than Range, which is %v", s.LoseRange, s.Range)
	}
	if s.Kind == Hearing && s.Falloff < leastFalloff {
		fail("Falloff is %v; it must be at least %v", s.Falloff, leastFalloff)
	}
	for _, n := range s.numbers() {
		if !within(n.value, 0, n.most) {
			fail("%s is %v; it must be from 0 to %v", n.name, n.value, n.most)
		}
		if n.value != 0 && n.of&(1<<s.Kind) == 0 {
			fail("%s is %v; %v has none", n.name, n.value, s.Kind)
		}
	}
	if !within(float64(s.EveryTicks), 0, MaxEveryTicks) {
		fail("EveryTicks is %d; it must be from 0 to %d", s.EveryTicks, MaxEveryTicks)
	}
	if s.EveryTicks != 0 && !s.Kind.lasting() {
		fail("EveryTicks is %d; %v has none", s.EveryTicks, s.Kind)
	}
	if s.LineOfSight && s.Kind != Sight {
		fail("LineOfSight is set; %v has none", s.Kind)
	}
	if s.Readings&^AllParts != 0 {
		fail("Readings has bits of no reading: %#x", uint16(s.Readings&^AllParts))
	}
}

// leastFalloff keeps what a sound reaches finite.
const leastFalloff = 1e-6

// number is a field of a sensor: its bound, and the kinds that have it, as bits.
type number struct {
	name        string
	value, most float64
	of          int
}

func (s *Sensor) numbers() [13]number {
	const lasting, every = 1<<Sight | 1<<Touch, 1<<kindEnd - 1
	return [...]number{
		{"Range", s.Range, maxRange, lasting | 1<<Talk},
		{"LoseRange", s.LoseRange, maxRange, 1 << Sight},
		{"TouchRange", s.TouchRange, maxRange, 1 << Sight},
		{"Cone", s.Cone, maxRange, 1 << Sight},
		{"Falloff", s.Falloff, maxNumber, 1 << Hearing},
		{"Damping", s.Damping, 1, 1 << Hearing},
		{"Blur", s.Blur, 1, 1 << Hearing},
		{"Threshold", s.Threshold, maxNumber, 1<<Hearing | 1<<Damage},
		{"Confidence", s.Confidence, 1, every},
		{"ReactionTicks", float64(s.ReactionTicks), MaxDelayTicks, every},
		{"JitterTicks", float64(s.JitterTicks), MaxDelayTicks, every},
		{"HeedTicks", float64(s.HeedTicks), MaxSpanTicks, 1 << Hearing},
		{"AlertTicks", float64(s.AlertTicks), MaxDelayTicks, every &^ (1 << Talk)},
	}
}
