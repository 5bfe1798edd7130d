// Code generated from the table of package def by: go run ./internal/tools/table. DO NOT EDIT.

package builder

// When says: when armed
//
// It can be activated; left out: always.
func (g *Goal) When(condition string) *Goal {
	if g != nil {
		g.say(caller(), "when", condition)
	}
	return g
}

// While says: while remembered(i)
//
// It is still valid: otherwise it fails, or is dropped if it was interrupted; left out: always.
func (g *Goal) While(condition string) *Goal {
	if g != nil {
		g.say(caller(), "while", condition)
	}
	return g
}

// Until says: until won
//
// It is achieved as soon as this holds.
func (g *Goal) Until(condition string) *Goal {
	if g != nil {
		g.say(caller(), "until", condition)
	}
	return g
}

// Backoff says: backoff 1s
//
// The time between the failure of a way and the next planning; left out: none. It is a constant expression such as "6s", or a [time.Duration].
func (g *Goal) Backoff(time any) *Goal {
	if g != nil {
		g.say(caller(), "backoff", time)
	}
	return g
}

// When says: when near(e)
//
// What must hold; left out: nothing.
func (w *Way) When(condition string) *Way {
	if w != nil {
		w.say(caller(), "when", condition)
	}
	return w
}

// Tries says: tries 2
//
// How often it is taken in one activation; left out: once. It is an int, a float64 or a constant expression.
func (w *Way) Tries(number any) *Way {
	if w != nil {
		w.say(caller(), "tries", number)
	}
	return w
}

// Best says: best
//
// Task: search for the cheapest plan within the agent's limits, by the costs of its steps; left out: the first in the order of the methods.
func (s *Step) Best() *Step {
	if s != nil {
		s.say(caller(), "best", nil)
	}
	return s
}

// When says: when ammo > 0
//
// It can start; left out: always.
func (s *Step) When(condition string) *Step {
	if s != nil {
		s.say(caller(), "when", condition)
	}
	return s
}

// While says: while alive(e)
//
// It fails as soon as this does not hold.
func (s *Step) While(condition string) *Step {
	if s != nil {
		s.say(caller(), "while", condition)
	}
	return s
}

// Until says: until near(e)
//
// It succeeds as soon as this holds.
func (s *Step) Until(condition string) *Step {
	if s != nil {
		s.say(caller(), "until", condition)
	}
	return s
}

// FailAfter says: fail_after 8s
//
// The time after which it fails. It is a constant expression such as "6s", or a [time.Duration].
func (s *Step) FailAfter(time any) *Step {
	if s != nil {
		s.say(caller(), "fail_after", time)
	}
	return s
}

// Retry says: retry 2
//
// How often it is started again after a failure. It is an int, a float64 or a constant expression.
func (s *Step) Retry(number any) *Step {
	if s != nil {
		s.say(caller(), "retry", number)
	}
	return s
}

// Backoff says: retry 2 backoff 0.5s
//
// The time before each retry; only together with retry. It is a constant expression such as "6s", or a [time.Duration].
func (s *Step) Backoff(time any) *Step {
	if s != nil {
		s.say(caller(), "backoff", time)
	}
	return s
}

// Optional says: optional
//
// If it fails, the goal continues without it.
func (s *Step) Optional() *Step {
	if s != nil {
		s.say(caller(), "optional", nil)
	}
	return s
}

// Suspends says: suspends
//
// It keeps its state while the goal is interrupted.
func (s *Step) Suspends() *Step {
	if s != nil {
		s.say(caller(), "suspends", nil)
	}
	return s
}

// Uninterrupted says: uninterrupted
//
// While it runs, only urgent orders interrupt it.
func (s *Step) Uninterrupted() *Step {
	if s != nil {
		s.say(caller(), "uninterrupted", nil)
	}
	return s
}

// Inertia says: inertia 0.1 fade 5s
//
// The bonus on the score of the present choice; left out: nothing. It is an int, a float64 or a constant expression.
func (b *Brain) Inertia(number any) *Brain {
	if b != nil {
		b.say(caller(), "inertia", number)
	}
	return b
}

// Fade says more of [Brain.Inertia], which comes before it: The time in which the inertia fades; left out: it stays. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) Fade(time any) *Brain {
	if b != nil {
		b.sayMore(caller(), "inertia", "fade", time)
	}
	return b
}

// Every says: every 0.5s gap 0.1s
//
// How often it arbitrates; left out: 0.5s. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) Every(time any) *Brain {
	if b != nil {
		b.say(caller(), "every", time)
	}
	return b
}

// Gap says more of [Brain.Every], which comes before it: The minimum time after the last decision before it decides again on a relevant change; left out: as soon as possible. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) Gap(time any) *Brain {
	if b != nil {
		b.sayMore(caller(), "every", "gap", time)
	}
	return b
}

// Backoff says: backoff 1s to 30s
//
// How long a want rests after its goal has failed, twice as long after each further failure; left out: not at all. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) Backoff(time any) *Brain {
	if b != nil {
		b.say(caller(), "backoff", time)
	}
	return b
}

// MaxBackoff says more of [Brain.Backoff], which comes before it: The longest time that a want rests; left out: there is none. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) MaxBackoff(time any) *Brain {
	if b != nil {
		b.sayMore(caller(), "backoff", "to", time)
	}
	return b
}

// GiveUp says: give_up after 5 for 60s
//
// The number of failures without a success after which a want rests for longer; left out: never. It is an int, a float64 or a constant expression.
func (b *Brain) GiveUp(number any) *Brain {
	if b != nil {
		b.say(caller(), "give_up", number)
	}
	return b
}

// GiveUpFor says more of [Brain.GiveUp], which comes before it: For how long a want is given up; left out: for good. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) GiveUpFor(time any) *Brain {
	if b != nil {
		b.sayMore(caller(), "give_up", "for", time)
	}
	return b
}

// Orders says: orders score 0.8
//
// The score of a squad's orders, compared with wants; left out: they go before all wants.
func (b *Brain) Orders(value string) *Brain {
	if b != nil {
		b.say(caller(), "orders", value)
	}
	return b
}

// As says: as finish
//
// Its own name; left out: that of the goal.
func (w *Want) As(name string) *Want {
	if w != nil {
		w.say(caller(), "as", name)
	}
	return w
}

// Each says: each e in remembered enemy
//
// The target: of all of the type, of those that the agent remembers, or of those that a function of the host returns, as in each p: place from near(pos); left out: it is a standing want.
func (w *Want) Each(variable string) *Want {
	if w != nil {
		w.say(caller(), "each", variable)
	}
	return w
}

// Where says: where wounded(e)
//
// Which targets; left out: all.
func (w *Want) Where(condition string) *Want {
	if w != nil {
		w.say(caller(), "where", condition)
	}
	return w
}

// When says: when power > 0
//
// The brain considers the want only while this holds; left out: always.
func (w *Want) When(condition string) *Want {
	if w != nil {
		w.say(caller(), "when", condition)
	}
	return w
}

// Score says: score 1
//
// Its score, instead of considerations.
func (w *Want) Score(value string) *Want {
	if w != nil {
		w.say(caller(), "score", value)
	}
	return w
}

// Combine says: combine product
//
// How considerations become one score; left out: compensated.
func (w *Want) Combine(how string) *Want {
	if w != nil {
		w.say(caller(), "combine", how)
	}
	return w
}

// Weight says: weight 2
//
// Factor of the score of considerations; left out: 1. It is an int, a float64 or a constant expression.
func (w *Want) Weight(number any) *Want {
	if w != nil {
		w.say(caller(), "weight", number)
	}
	return w
}

// Rank says: rank 2
//
// For a ranked selection; left out: 0. It is an int, a float64 or a constant expression.
func (w *Want) Rank(number any) *Want {
	if w != nil {
		w.say(caller(), "rank", number)
	}
	return w
}

// Cooldown says: cooldown 5s
//
// The time after its goal is left before the want can be chosen again. It is a constant expression such as "6s", or a [time.Duration].
func (w *Want) Cooldown(time any) *Want {
	if w != nil {
		w.say(caller(), "cooldown", time)
	}
	return w
}

// Interrupts says: interrupts
//
// When chosen, it suspends the current goal, which resumes afterwards.
func (w *Want) Interrupts() *Want {
	if w != nil {
		w.say(caller(), "interrupts", nil)
	}
	return w
}

// ForgetWhen says: forget_when !alive(e)
//
// When its goal has failed or was dropped: whether the agent forgets the target.
func (w *Want) ForgetWhen(condition string) *Want {
	if w != nil {
		w.say(caller(), "forget_when", condition)
	}
	return w
}

// From says: from 20
//
// What becomes 0; left out: 0. It is an int, a float64 or a constant expression.
func (c *Consideration) From(number any) *Consideration {
	if c != nil {
		c.say(caller(), "from", number)
	}
	return c
}

// To says: to 0
//
// What becomes 1; left out: 1. It is an int, a float64 or a constant expression.
func (c *Consideration) To(number any) *Consideration {
	if c != nil {
		c.say(caller(), "to", number)
	}
	return c
}

// Through says: through logistic(exponent: 2)
//
// The curve it goes through; left out: none.
func (c *Consideration) Through(curve string) *Consideration {
	if c != nil {
		c.say(caller(), "through", curve)
	}
	return c
}

// Weight says: weight 2
//
// In sums and means; left out: 1. It is an int, a float64 or a constant expression.
func (c *Consideration) Weight(number any) *Consideration {
	if c != nil {
		c.say(caller(), "weight", number)
	}
	return c
}

// Range says: range 12
//
// How far it reaches. Of talk: how far away the speaker may be; without it anywhere. It is an int, a float64 or a constant expression.
func (s *Sense) Range(metres any) *Sense {
	if s != nil {
		s.say(caller(), "range", metres)
	}
	return s
}

// Cone says: cone 110deg
//
// The whole angle that sight looks into, ahead. Without it sight looks all around. It is a constant expression such as "110deg", or a number of radians.
func (s *Sense) Cone(angle any) *Sense {
	if s != nil {
		s.say(caller(), "cone", angle)
	}
	return s
}

// LineOfSight says: line_of_sight
//
// Sight needs a free line of sight, which the host reports.
func (s *Sense) LineOfSight() *Sense {
	if s != nil {
		s.say(caller(), "line_of_sight", nil)
	}
	return s
}

// LoseRange says: lose_range 15
//
// How far away sight still sees what it saw before, at least range. Without it 1.25 times range. It is an int, a float64 or a constant expression.
func (s *Sense) LoseRange(metres any) *Sense {
	if s != nil {
		s.say(caller(), "lose_range", metres)
	}
	return s
}

// TouchRange says: touch_range 1
//
// The distance within which an object is seen in any direction and through walls. Without it never. It is an int, a float64 or a constant expression.
func (s *Sense) TouchRange(metres any) *Sense {
	if s != nil {
		s.say(caller(), "touch_range", metres)
	}
	return s
}

// Every says: every 0.2s
//
// How long it takes from one look to the next. Agents take turns, so that each tick has as many looks. What was seen counts as seen until the next look. Without it each tick has a look. An agent with several such senses looks as often as the one that looks most often. It is a constant expression such as "6s", or a [time.Duration].
func (s *Sense) Every(time any) *Sense {
	if s != nil {
		s.say(caller(), "every", time)
	}
	return s
}

// Falloff says: falloff 1
//
// What a sound loses with each metre. Without it 1, so that loudness is how many metres a sound carries. It is an int, a float64 or a constant expression.
func (s *Sense) Falloff(loss any) *Sense {
	if s != nil {
		s.say(caller(), "falloff", loss)
	}
	return s
}

// Damping says: damping 0.5
//
// What is left of a sound's loudness behind each wall. Without it walls stop sounds. It is an int, a float64 or a constant expression.
func (s *Sense) Damping(share any) *Sense {
	if s != nil {
		s.say(caller(), "damping", share)
	}
	return s
}

// Blur says: blur 0.1
//
// The uncertainty of a sound's position, in metres for each metre of distance. Without it positions are exact. It is an int, a float64 or a constant expression.
func (s *Sense) Blur(metres any) *Sense {
	if s != nil {
		s.say(caller(), "blur", metres)
	}
	return s
}

// Threshold says: threshold 0.1
//
// The minimum remaining loudness that is heard; the minimum damage that is felt. It is an int, a float64 or a constant expression.
func (s *Sense) Threshold(least any) *Sense {
	if s != nil {
		s.say(caller(), "threshold", least)
	}
	return s
}

// Confidence says: confidence 0.8
//
// The confidence in its percepts. Without it 1, of talk 0.7. Of talk it multiplies the confidence of the speaker. It is an int, a float64 or a constant expression.
func (s *Sense) Confidence(share any) *Sense {
	if s != nil {
		s.say(caller(), "confidence", share)
	}
	return s
}

// Reaction says: reaction 0.2s
//
// How long it takes until the agent notices something that it does not remember. It is a constant expression such as "6s", or a [time.Duration].
func (s *Sense) Reaction(time any) *Sense {
	if s != nil {
		s.say(caller(), "reaction", time)
	}
	return s
}

// Jitter says: jitter 0.1s
//
// The maximum random addition to the reaction, drawn each time. It is a constant expression such as "6s", or a [time.Duration].
func (s *Sense) Jitter(time any) *Sense {
	if s != nil {
		s.say(caller(), "jitter", time)
	}
	return s
}

// Span says: span 8s
//
// How long an object is remembered that is not perceived again. Without it there is no such limit. It is a constant expression such as "6s", or a [time.Duration].
func (m *Memory) Span(time any) *Memory {
	if m != nil {
		m.say(caller(), "span", time)
	}
	return m
}

// Keep says: keep
//
// Confidence does not fall.
func (m *Memory) Keep() *Memory {
	if m != nil {
		m.say(caller(), "keep", nil)
	}
	return m
}

// Capacity says: capacity 32
//
// How many objects it holds; the least important is forgotten first. Without it 32. It is an int, a float64 or a constant expression.
func (m *Memory) Capacity(facts any) *Memory {
	if m != nil {
		m.say(caller(), "capacity", facts)
	}
	return m
}

// Decay says: decay 0.1/s
//
// What confidence in a position loses each second. Without it nothing. It is an int, a float64 or a constant expression, with or without "/s".
func (m *Memory) Decay(perSecond any) *Memory {
	if m != nil {
		m.say(caller(), "decay", perSecond)
	}
	return m
}

// VelocityFade says: velocity_fade 3
//
// How fast confidence in a velocity falls, compared with that in the position. Without it not at all. It is an int, a float64 or a constant expression.
func (m *Memory) VelocityFade(factor any) *Memory {
	if m != nil {
		m.say(caller(), "velocity_fade", factor)
	}
	return m
}

// KindFade says: kind_fade 0.5
//
// How fast confidence in an object's kind falls, compared with that in the position. Without it not at all. It is an int, a float64 or a constant expression.
func (m *Memory) KindFade(factor any) *Memory {
	if m != nil {
		m.say(caller(), "kind_fade", factor)
	}
	return m
}

// Predict says: predict 2s
//
// How long the position of an object out of sight is extrapolated. It is a constant expression such as "6s", or a [time.Duration].
func (m *Memory) Predict(time any) *Memory {
	if m != nil {
		m.say(caller(), "predict", time)
	}
	return m
}

// Spread says: spread 0.5/s
//
// How fast the radius of uncertainty grows while an object is not perceived. It is an int, a float64 or a constant expression, with or without "/s".
func (m *Memory) Spread(metresPerSecond any) *Memory {
	if m != nil {
		m.say(caller(), "spread", metresPerSecond)
	}
	return m
}

// MaxSpread says: max_spread 5
//
// The maximum of that radius. It is an int, a float64 or a constant expression.
func (m *Memory) MaxSpread(metres any) *Memory {
	if m != nil {
		m.say(caller(), "max_spread", metres)
	}
	return m
}

// MissRange says: miss_range 1
//
// How far an object may be from its remembered position and still count as found. It is an int, a float64 or a constant expression.
func (m *Memory) MissRange(metres any) *Memory {
	if m != nil {
		m.say(caller(), "miss_range", metres)
	}
	return m
}

// MissFactor says: miss_factor 0.5
//
// The remaining confidence when a moving object is not at its remembered position. It is an int, a float64 or a constant expression.
func (m *Memory) MissFactor(share any) *Memory {
	if m != nil {
		m.say(caller(), "miss_factor", share)
	}
	return m
}

// PromoteTimes says: promote_times 3
//
// How often an object must be noticed for promotion to long-term memory. Without it the number does not matter. It is an int, a float64 or a constant expression.
func (m *Memory) PromoteTimes(times any) *Memory {
	if m != nil {
		m.say(caller(), "promote_times", times)
	}
	return m
}

// PromoteImportance says: promote_importance 5
//
// The importance from which an object is promoted to long-term memory at once. Without it the importance does not matter. It is an int, a float64 or a constant expression.
func (m *Memory) PromoteImportance(least any) *Memory {
	if m != nil {
		m.say(caller(), "promote_importance", least)
	}
	return m
}

// ForgetBelow says: forget_below 0.05
//
// The confidence below which a thing is forgotten. Without it 0.05. It is an int, a float64 or a constant expression.
func (m *Memory) ForgetBelow(confidence any) *Memory {
	if m != nil {
		m.say(caller(), "forget_below", confidence)
	}
	return m
}

// Doubts says: doubts 0.5, 0.2
//
// Falling confidences; an event follows when the confidence in a position falls below one of them. At most 4. They are ints, float64s or constant expressions.
func (m *Memory) Doubts(confidences ...any) *Memory {
	if m != nil {
		m.say(caller(), "doubts", confidences)
	}
	return m
}
