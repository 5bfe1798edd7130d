// Code generated from the table of package def by: go run ./internal/tools/table. DO NOT EDIT.

package builder

// When adds the clause: when armed
//
// It can be activated. Default: always.
func (g *Goal) When(condition string) *Goal {
	if g != nil {
		g.say(caller(), "when", condition)
	}
	return g
}

// While adds the clause: while remembered(i)
//
// It is still valid: otherwise it fails, or is dropped if it was interrupted. Default: always.
func (g *Goal) While(condition string) *Goal {
	if g != nil {
		g.say(caller(), "while", condition)
	}
	return g
}

// Until adds the clause: until won
//
// It is achieved as soon as this holds.
func (g *Goal) Until(condition string) *Goal {
	if g != nil {
		g.say(caller(), "until", condition)
	}
	return g
}

// Backoff adds the clause: backoff 1s
//
// The time between the failure of a way and the next planning. Default: none. It is a constant expression such as "6s", or a [time.Duration].
func (g *Goal) Backoff(time any) *Goal {
	if g != nil {
		g.say(caller(), "backoff", time)
	}
	return g
}

// When adds the clause: when near(e)
//
// The condition. Default: nothing.
func (w *Way) When(condition string) *Way {
	if w != nil {
		w.say(caller(), "when", condition)
	}
	return w
}

// Tries adds the clause: tries 2
//
// How often it is taken in one activation. Default: once. It is an int, a float64 or a constant expression.
func (w *Way) Tries(number any) *Way {
	if w != nil {
		w.say(caller(), "tries", number)
	}
	return w
}

// Best adds the clause: best
//
// Task: search for the cheapest plan within the agent's limits, by the costs of its steps. Default: the first in the order of the methods.
func (s *Step) Best() *Step {
	if s != nil {
		s.say(caller(), "best", nil)
	}
	return s
}

// When adds the clause: when ammo > 0
//
// It can start. Default: always.
func (s *Step) When(condition string) *Step {
	if s != nil {
		s.say(caller(), "when", condition)
	}
	return s
}

// While adds the clause: while alive(e)
//
// It fails as soon as this does not hold.
func (s *Step) While(condition string) *Step {
	if s != nil {
		s.say(caller(), "while", condition)
	}
	return s
}

// Until adds the clause: until near(e)
//
// It succeeds as soon as this holds.
func (s *Step) Until(condition string) *Step {
	if s != nil {
		s.say(caller(), "until", condition)
	}
	return s
}

// FailAfter adds the clause: fail_after 8s
//
// The time after which it fails. It is a constant expression such as "6s", or a [time.Duration].
func (s *Step) FailAfter(time any) *Step {
	if s != nil {
		s.say(caller(), "fail_after", time)
	}
	return s
}

// Retry adds the clause: retry 2
//
// How often it is started again after a failure. It is an int, a float64 or a constant expression.
func (s *Step) Retry(number any) *Step {
	if s != nil {
		s.say(caller(), "retry", number)
	}
	return s
}

// Backoff adds the clause: retry 2 backoff 0.5s
//
// The time before each retry; only together with retry. It is a constant expression such as "6s", or a [time.Duration].
func (s *Step) Backoff(time any) *Step {
	if s != nil {
		s.say(caller(), "backoff", time)
	}
	return s
}

// Optional adds the clause: optional
//
// If it fails, the goal continues without it.
func (s *Step) Optional() *Step {
	if s != nil {
		s.say(caller(), "optional", nil)
	}
	return s
}

// Suspends adds the clause: suspends
//
// It keeps its state while the goal is interrupted.
func (s *Step) Suspends() *Step {
	if s != nil {
		s.say(caller(), "suspends", nil)
	}
	return s
}

// Uninterrupted adds the clause: uninterrupted
//
// While it runs, only urgent orders interrupt it.
func (s *Step) Uninterrupted() *Step {
	if s != nil {
		s.say(caller(), "uninterrupted", nil)
	}
	return s
}

// Inertia adds the clause: inertia 0.1 fade 5s
//
// The bonus on the score of the present choice. Default: nothing. It is an int, a float64 or a constant expression.
func (b *Brain) Inertia(number any) *Brain {
	if b != nil {
		b.say(caller(), "inertia", number)
	}
	return b
}

// Fade extends the clause of [Brain.Inertia], which must precede it. The time in which the inertia fades. Default: it stays. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) Fade(time any) *Brain {
	if b != nil {
		b.sayMore(caller(), "inertia", "fade", time)
	}
	return b
}

// Every adds the clause: every 0.5s gap 0.1s
//
// How often it arbitrates. Default: 0.5s. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) Every(time any) *Brain {
	if b != nil {
		b.say(caller(), "every", time)
	}
	return b
}

// Gap extends the clause of [Brain.Every], which must precede it. The minimum time after the last decision before it decides again on a relevant change. Default: as soon as possible. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) Gap(time any) *Brain {
	if b != nil {
		b.sayMore(caller(), "every", "gap", time)
	}
	return b
}

// Backoff adds the clause: backoff 1s to 30s
//
// How long a want rests after its goal has failed, twice as long after each further failure. Default: none. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) Backoff(time any) *Brain {
	if b != nil {
		b.say(caller(), "backoff", time)
	}
	return b
}

// MaxBackoff extends the clause of [Brain.Backoff], which must precede it. The longest time that a want rests. Default: no limit. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) MaxBackoff(time any) *Brain {
	if b != nil {
		b.sayMore(caller(), "backoff", "to", time)
	}
	return b
}

// GiveUp adds the clause: give_up after 5 for 60s
//
// The number of failures without a success after which a want rests for longer. Default: never. It is an int, a float64 or a constant expression.
func (b *Brain) GiveUp(number any) *Brain {
	if b != nil {
		b.say(caller(), "give_up", number)
	}
	return b
}

// GiveUpFor extends the clause of [Brain.GiveUp], which must precede it. The time for which a want is given up. Default: for good. It is a constant expression such as "6s", or a [time.Duration].
func (b *Brain) GiveUpFor(time any) *Brain {
	if b != nil {
		b.sayMore(caller(), "give_up", "for", time)
	}
	return b
}

// Orders adds the clause: orders score 0.8
//
// The score of a squad's orders, compared with wants. Default: before all wants.
func (b *Brain) Orders(value string) *Brain {
	if b != nil {
		b.say(caller(), "orders", value)
	}
	return b
}

// As adds the clause: as finish
//
// Its own name. Default: the goal's name.
func (w *Want) As(name string) *Want {
	if w != nil {
		w.say(caller(), "as", name)
	}
	return w
}

// Each adds the clause: each e in remembered enemy
//
// The target: of all of the type, of those that the agent remembers, or of those that a function of the host returns, as in each p: place from near(pos). Default: it is a standing want.
func (w *Want) Each(variable string) *Want {
	if w != nil {
		w.say(caller(), "each", variable)
	}
	return w
}

// Where adds the clause: where wounded(e)
//
// The condition that filters targets. Default: all.
func (w *Want) Where(condition string) *Want {
	if w != nil {
		w.say(caller(), "where", condition)
	}
	return w
}

// When adds the clause: when power > 0
//
// The brain considers the want only while this holds. Default: always.
func (w *Want) When(condition string) *Want {
	if w != nil {
		w.say(caller(), "when", condition)
	}
	return w
}

// Score adds the clause: score 1
//
// Its score, instead of considerations.
func (w *Want) Score(value string) *Want {
	if w != nil {
		w.say(caller(), "score", value)
	}
	return w
}

// Combine adds the clause: combine product
//
// How considerations become one score. Default: compensated.
func (w *Want) Combine(how string) *Want {
	if w != nil {
		w.say(caller(), "combine", how)
	}
	return w
}

// Weight adds the clause: weight 2
//
// Factor of the score of considerations. Default: 1. It is an int, a float64 or a constant expression.
func (w *Want) Weight(number any) *Want {
	if w != nil {
		w.say(caller(), "weight", number)
	}
	return w
}

// Rank adds the clause: rank 2
//
// For a ranked selection. Default: 0. It is an int, a float64 or a constant expression.
func (w *Want) Rank(number any) *Want {
	if w != nil {
		w.say(caller(), "rank", number)
	}
	return w
}

// Cooldown adds the clause: cooldown 5s
//
// The time after its goal is left before the want can be chosen again. It is a constant expression such as "6s", or a [time.Duration].
func (w *Want) Cooldown(time any) *Want {
	if w != nil {
		w.say(caller(), "cooldown", time)
	}
	return w
}

// Interrupts adds the clause: interrupts
//
// When chosen, it suspends the current goal, which resumes afterwards.
func (w *Want) Interrupts() *Want {
	if w != nil {
		w.say(caller(), "interrupts", nil)
	}
	return w
}

// ForgetWhen adds the clause: forget_when !alive(e)
//
// Evaluated when its goal has failed or was dropped: if it holds, the agent forgets the target.
func (w *Want) ForgetWhen(condition string) *Want {
	if w != nil {
		w.say(caller(), "forget_when", condition)
	}
	return w
}

// Say adds the clause: say "flanking!", "going round!" gap 8s squad 3s
//
// What the agent says when the brain chooses it. Default: nothing. Several calls are one list.
func (w *Want) Say(texts ...string) *Want {
	if w != nil {
		w.say(caller(), "say", texts)
	}
	return w
}

// SayAs extends the clause of [Want.Say], which must precede it. What agents who hear it know it as: a value of the enum that the remembered symbol said is of. Default: they hear a voice.
func (w *Want) SayAs(value string) *Want {
	if w != nil {
		w.sayMore(caller(), "say", "as", value)
	}
	return w
}

// SayGap extends the clause of [Want.Say], which must precede it. The time in which the same agent does not say it again. Default: 5s. It is a constant expression such as "6s", or a [time.Duration].
func (w *Want) SayGap(time any) *Want {
	if w != nil {
		w.sayMore(caller(), "say", "gap", time)
	}
	return w
}

// SaySquad extends the clause of [Want.Say], which must precede it. The time in which no member of its squad says it again. Default: 2s. It is a constant expression such as "6s", or a [time.Duration].
func (w *Want) SaySquad(time any) *Want {
	if w != nil {
		w.sayMore(caller(), "say", "squad", time)
	}
	return w
}

// From adds the clause: from 20
//
// The input that maps to 0. Default: 0. It is an int, a float64 or a constant expression.
func (c *Consideration) From(number any) *Consideration {
	if c != nil {
		c.say(caller(), "from", number)
	}
	return c
}

// To adds the clause: to 0
//
// The input that maps to 1. Default: 1. It is an int, a float64 or a constant expression.
func (c *Consideration) To(number any) *Consideration {
	if c != nil {
		c.say(caller(), "to", number)
	}
	return c
}

// Through adds the clause: through logistic(exponent: 2)
//
// The curve it goes through. Default: none.
func (c *Consideration) Through(curve string) *Consideration {
	if c != nil {
		c.say(caller(), "through", curve)
	}
	return c
}

// Weight adds the clause: weight 2
//
// In sums and means. Default: 1. It is an int, a float64 or a constant expression.
func (c *Consideration) Weight(number any) *Consideration {
	if c != nil {
		c.say(caller(), "weight", number)
	}
	return c
}

// Range adds the clause: range 12
//
// Its range. Of talk: the maximum distance to the speaker; by default, no limit. It is an int, a float64 or a constant expression.
func (s *Sense) Range(metres any) *Sense {
	if s != nil {
		s.say(caller(), "range", metres)
	}
	return s
}

// Cone adds the clause: cone 110deg
//
// The whole angle of view, half to each side. Default: all around. It is a constant expression such as "110deg", or a number of radians.
func (s *Sense) Cone(angle any) *Sense {
	if s != nil {
		s.say(caller(), "cone", angle)
	}
	return s
}

// LineOfSight adds the clause: line_of_sight
//
// Sight needs a free line of sight, which the host reports.
func (s *Sense) LineOfSight() *Sense {
	if s != nil {
		s.say(caller(), "line_of_sight", nil)
	}
	return s
}

// LoseRange adds the clause: lose_range 15
//
// The distance up to which an object seen before stays visible, at least range. Default: 1.25 times range. It is an int, a float64 or a constant expression.
func (s *Sense) LoseRange(metres any) *Sense {
	if s != nil {
		s.say(caller(), "lose_range", metres)
	}
	return s
}

// TouchRange adds the clause: touch_range 1
//
// The distance within which an object is seen in any direction and through walls. Default: 0. It is an int, a float64 or a constant expression.
func (s *Sense) TouchRange(metres any) *Sense {
	if s != nil {
		s.say(caller(), "touch_range", metres)
	}
	return s
}

// Every adds the clause: every 0.2s
//
// The time from one look to the next. Agents take turns, so each tick has as many looks. An object seen in a look counts as seen until the next look. Default: a look in each tick. An agent with several such senses looks as often as the one with the shortest time. It is a constant expression such as "6s", or a [time.Duration].
func (s *Sense) Every(time any) *Sense {
	if s != nil {
		s.say(caller(), "every", time)
	}
	return s
}

// Falloff adds the clause: falloff 1
//
// The loudness that a sound loses with each metre. Default: 1, so loudness is the range in metres. It is an int, a float64 or a constant expression.
func (s *Sense) Falloff(loss any) *Sense {
	if s != nil {
		s.say(caller(), "falloff", loss)
	}
	return s
}

// Damping adds the clause: damping 0.5
//
// The fraction of a sound's loudness that remains behind each wall. Default: walls stop sounds. It is an int, a float64 or a constant expression.
func (s *Sense) Damping(share any) *Sense {
	if s != nil {
		s.say(caller(), "damping", share)
	}
	return s
}

// Blur adds the clause: blur 0.1
//
// The uncertainty of a sound's position, in metres for each metre of distance. Default: positions are exact. It is an int, a float64 or a constant expression.
func (s *Sense) Blur(metres any) *Sense {
	if s != nil {
		s.say(caller(), "blur", metres)
	}
	return s
}

// Heed adds the clause: heed 3s
//
// For how long the agent goes by what it heard somebody say: the remembered symbol said. Default: 3s. It is a constant expression such as "6s", or a [time.Duration].
func (s *Sense) Heed(time any) *Sense {
	if s != nil {
		s.say(caller(), "heed", time)
	}
	return s
}

// Threshold adds the clause: threshold 0.1
//
// The minimum remaining loudness that is heard; the minimum damage that is felt. It is an int, a float64 or a constant expression.
func (s *Sense) Threshold(least any) *Sense {
	if s != nil {
		s.say(caller(), "threshold", least)
	}
	return s
}

// Confidence adds the clause: confidence 0.8
//
// The confidence in its percepts. Of talk, it multiplies the confidence of the speaker. Default: 1, of talk 0.7. It is an int, a float64 or a constant expression.
func (s *Sense) Confidence(share any) *Sense {
	if s != nil {
		s.say(caller(), "confidence", share)
	}
	return s
}

// Reaction adds the clause: reaction 0.2s
//
// The time until the agent notices an object that it does not remember. It is a constant expression such as "6s", or a [time.Duration].
func (s *Sense) Reaction(time any) *Sense {
	if s != nil {
		s.say(caller(), "reaction", time)
	}
	return s
}

// Jitter adds the clause: jitter 0.1s
//
// The maximum random addition to the reaction, drawn each time. It is a constant expression such as "6s", or a [time.Duration].
func (s *Sense) Jitter(time any) *Sense {
	if s != nil {
		s.say(caller(), "jitter", time)
	}
	return s
}

// Span adds the clause: span 8s
//
// How long an object is remembered if it is not perceived again. Default: no limit. It is a constant expression such as "6s", or a [time.Duration].
func (m *Memory) Span(time any) *Memory {
	if m != nil {
		m.say(caller(), "span", time)
	}
	return m
}

// Keep adds the clause: keep
//
// Confidence does not fall.
func (m *Memory) Keep() *Memory {
	if m != nil {
		m.say(caller(), "keep", nil)
	}
	return m
}

// Capacity adds the clause: capacity 32
//
// How many objects it holds; the least important is forgotten first. Default: 32. It is an int, a float64 or a constant expression.
func (m *Memory) Capacity(facts any) *Memory {
	if m != nil {
		m.say(caller(), "capacity", facts)
	}
	return m
}

// Decay adds the clause: decay 0.1/s
//
// The confidence in a position that is lost each second. Default: none. It is an int, a float64 or a constant expression, with or without "/s".
func (m *Memory) Decay(perSecond any) *Memory {
	if m != nil {
		m.say(caller(), "decay", perSecond)
	}
	return m
}

// VelocityFade adds the clause: velocity_fade 3
//
// How fast confidence in a velocity falls, compared with that in the position. Default: it does not fall. It is an int, a float64 or a constant expression.
func (m *Memory) VelocityFade(factor any) *Memory {
	if m != nil {
		m.say(caller(), "velocity_fade", factor)
	}
	return m
}

// KindFade adds the clause: kind_fade 0.5
//
// How fast confidence in an object's kind falls, compared with that in the position. Default: it does not fall. It is an int, a float64 or a constant expression.
func (m *Memory) KindFade(factor any) *Memory {
	if m != nil {
		m.say(caller(), "kind_fade", factor)
	}
	return m
}

// Predict adds the clause: predict 2s
//
// How long the position of an object out of sight is extrapolated. It is a constant expression such as "6s", or a [time.Duration].
func (m *Memory) Predict(time any) *Memory {
	if m != nil {
		m.say(caller(), "predict", time)
	}
	return m
}

// Spread adds the clause: spread 0.5/s
//
// How fast the radius of uncertainty grows while an object is not perceived. It is an int, a float64 or a constant expression, with or without "/s".
func (m *Memory) Spread(metresPerSecond any) *Memory {
	if m != nil {
		m.say(caller(), "spread", metresPerSecond)
	}
	return m
}

// MaxSpread adds the clause: max_spread 5
//
// The maximum of that radius. It is an int, a float64 or a constant expression.
func (m *Memory) MaxSpread(metres any) *Memory {
	if m != nil {
		m.say(caller(), "max_spread", metres)
	}
	return m
}

// MissRange adds the clause: miss_range 1
//
// How far an object may be from its remembered position and still count as found. It is an int, a float64 or a constant expression.
func (m *Memory) MissRange(metres any) *Memory {
	if m != nil {
		m.say(caller(), "miss_range", metres)
	}
	return m
}

// MissFactor adds the clause: miss_factor 0.5
//
// The remaining confidence when a moving object is not at its remembered position. It is an int, a float64 or a constant expression.
func (m *Memory) MissFactor(share any) *Memory {
	if m != nil {
		m.say(caller(), "miss_factor", share)
	}
	return m
}

// PromoteTimes adds the clause: promote_times 3
//
// How often an object must be noticed for promotion to long-term memory. Default: the number does not matter. It is an int, a float64 or a constant expression.
func (m *Memory) PromoteTimes(times any) *Memory {
	if m != nil {
		m.say(caller(), "promote_times", times)
	}
	return m
}

// PromoteImportance adds the clause: promote_importance 5
//
// The importance from which an object is promoted to long-term memory at once. Default: the importance does not matter. It is an int, a float64 or a constant expression.
func (m *Memory) PromoteImportance(least any) *Memory {
	if m != nil {
		m.say(caller(), "promote_importance", least)
	}
	return m
}

// ForgetBelow adds the clause: forget_below 0.05
//
// The confidence below which an object is forgotten. Default: 0.05. It is an int, a float64 or a constant expression.
func (m *Memory) ForgetBelow(confidence any) *Memory {
	if m != nil {
		m.say(caller(), "forget_below", confidence)
	}
	return m
}

// Doubts adds the clause: doubts 0.5, 0.2
//
// Thresholds in falling order, at most 4. An event is reported when the confidence in a position falls below one of them. They are ints, float64s or constant expressions.
func (m *Memory) Doubts(confidences ...any) *Memory {
	if m != nil {
		m.say(caller(), "doubts", confidences)
	}
	return m
}
