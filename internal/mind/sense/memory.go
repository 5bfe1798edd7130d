package sense

import "fmt"

// Memory configures how characters of a kind remember. A fact begins in short-term memory, and may be promoted to
// long-term memory.
type Memory struct {
	Short, Long Store
	// Values are the names of attributes of the host's own, such as what an object promises; at most MaxValues.
	Values []Value
	// VelocityFade and KindFade are how fast readings of these fade, compared with the position.
	VelocityFade, KindFade float64
	// ForgetBelow is the confidence of the position below which a short-term fact is forgotten; 0: DefaultForgetBelow.
	ForgetBelow float64
	// Doubts are falling confidences of the position; when it falls below one of them there is an event. At most
	// MaxDoubts.
	Doubts []float64
	// PromoteTimes is the number of times that an agent must notice an object, while it remembers it, to promote its
	// fact; 0: no such condition. Each sound, hit and message counts.
	PromoteTimes int
	// PromoteImportance is the importance from which a fact is promoted at once; 0: the importance does not matter.
	PromoteImportance float64
	// PredictTicks is the number of ticks for which the position of an object out of sight is extrapolated.
	PredictTicks int64
	// SpreadPerTick and MaxSpread set how the radius of uncertainty grows while an object is not sensed, in metres.
	SpreadPerTick, MaxSpread float64
	// MissRange is the maximum distance of a thing from its remembered position at which it still counts as found
	// there, in metres.
	MissRange float64
	// MissFactor is the remaining confidence of a position when a moving object is not found there. A fixed object is
	// then forgotten.
	MissFactor float64
}

// Store is one of the two memories.
type Store struct {
	// Capacity limits the facts, up to MaxCapacity. The least important is forgotten first. Short-term memory may have
	// none only if long-term memory has room: then only what deserves promotion at once is remembered.
	Capacity int
	// SpanTicks is the time for which it keeps facts that are not perceived again; 0: no such limit. The long-term
	// memory has none.
	SpanTicks int64
	// Decay is the confidence that a position loses each tick. Long-term memory forgets nothing because of it.
	Decay float64
}

// Value is an attribute of the host's own.
type Value struct {
	Name string
	Fade float64 // how fast readings of it fade, compared with the position
}

// Defaults and limits of memories.
const (
	// DefaultForgetBelow is the confidence below which something counts as forgotten.
	DefaultForgetBelow = 0.05
	// MaxCapacity is the maximum number of facts of a Store, which looks through all of them when one must go.
	MaxCapacity = 1024
	// MaxDoubts is the maximum number of thresholds of confidence.
	MaxDoubts = 4
	// MaxSpanTicks bounds how long things last.
	MaxSpanTicks = 1 << 40
	// leastDecay and leastFade are the slowest that confidence may fall, short of not at all: with less, rounding would
	// count.
	leastDecay, leastFade = 1e-9, 1e-3
)

// check calls fail for each mistake in a memory with its defaults filled in.
func (m *Memory) check(fail func(format string, args ...any)) {
	room := 1.0
	if m.Long.Capacity > 0 {
		room = 0
	}
	numbers := []struct {
		name               string
		value, least, most float64
	}{
		{"Short.Capacity", float64(m.Short.Capacity), room, MaxCapacity},
		{"Short.SpanTicks", float64(m.Short.SpanTicks), 0, MaxSpanTicks},
		{"Long.Capacity", float64(m.Long.Capacity), 0, MaxCapacity},
		{"Long.SpanTicks", float64(m.Long.SpanTicks), 0, 0},
		{"len(Values)", float64(len(m.Values)), 0, MaxValues},
		{"ForgetBelow", m.ForgetBelow, leastDecay, 1},
		{"len(Doubts)", float64(len(m.Doubts)), 0, MaxDoubts},
		{"PromoteTimes", float64(m.PromoteTimes), 0, maxTimes},
		{"PromoteImportance", m.PromoteImportance, 0, maxNumber},
		{"PredictTicks", float64(m.PredictTicks), 0, MaxSpanTicks},
		{"SpreadPerTick", m.SpreadPerTick, 0, maxRange},
		{"MaxSpread", m.MaxSpread, 0, maxRange},
		{"MissRange", m.MissRange, 0, maxRange},
		{"MissFactor", m.MissFactor, 0, 1},
	}
	for _, n := range numbers {
		if !within(n.value, n.least, n.most) {
			fail("Memory.%s is %v; it must be from %v to %v", n.name, n.value, n.least, n.most)
		}
	}
	rates := []struct {
		name         string
		value, least float64
	}{
		{"Short.Decay", m.Short.Decay, leastDecay}, {"Long.Decay", m.Long.Decay, leastDecay},
		{"VelocityFade", m.VelocityFade, leastFade}, {"KindFade", m.KindFade, leastFade},
	}
	for i, v := range m.Values {
		rates = append(rates, struct {
			name         string
			value, least float64
		}{fmt.Sprintf("Values[%d].Fade", i), v.Fade, leastFade})
	}
	for _, r := range rates {
		if r.value != 0 && !within(r.value, r.least, 1/leastFade) {
			fail("Memory.%s is %v; it must be 0, or from %v to %v", r.name, r.value, r.least, 1/leastFade)
		}
	}
	for i, d := range m.Doubts {
		if !(d > 0 && d <= 1) || i > 0 && d >= m.Doubts[i-1] {
			fail("Memory.Doubts[%d] is %v; they must be from 1 down to more than 0", i, d)
		}
	}
	for i, v := range m.Values {
		for _, earlier := range m.Values[:i] {
			if v.Name == earlier.Name {
				fail("Memory.Values[%d] has the name of an earlier one: %q", i, v.Name)
			}
		}
	}
}
