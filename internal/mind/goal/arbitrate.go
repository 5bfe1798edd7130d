package goal

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// randomStream is the stream of an agent's random numbers that brains draw from; actions and trees have others.
const randomStream = 3

// isDue reports whether it is time to arbitrate. Orders go before all wants, and a step that is not to be interrupted
// puts it off.
func (m *Mind) isDue(tick int64) bool {
	return (tick >= m.due || m.noticed && tick >= after(m.last, m.b.Gap)) && m.isOpen()
}

// Heeds reports whether the mind would arbitrate in a tick if it were roused.
func (m *Mind) Heeds(tick int64) bool {
	return (tick >= m.due || tick >= after(m.last, m.b.Gap)) && m.isOpen()
}

// isOpen reports whether nothing keeps the mind from arbitrating.
func (m *Mind) isOpen() bool {
	t := m.top()
	if m.b.weighs() {
		return t == nil || t.Suspended() || !t.Uninterrupted() || m.isPressed()
	}
	return t == nil || !t.isOrder() && (t.Suspended() || !t.Uninterrupted())
}

// outcome is the result of an arbitration.
type outcome uint8

const (
	undecided outcome = iota // nothing changes
	chosen
	nothing
)

// arbitrate compares all wants, and takes up the best that can be activated.
func (m *Mind) arbitrate(e *Env) {
	tick := e.Ctx.Tick()
	m.last, m.noticed, m.due = tick, false, after(tick, max(1, m.b.Interval))
	c, how := m.choose(e)
	switch how {
	case nothing:
		m.emitWant(e, WantNone, -1, utility.NoTarget, 0)
		for len(m.stack) > 0 {
			m.end(e, NotWanted, NotWanted.Reason())
		}
	case chosen:
		m.take(e, &c)
	default:
		m.resume(e)
	}
}

// choose makes the decision; a panic of the host leaves it undecided.
func (m *Mind) choose(e *Env) (c utility.Choice, how outcome) {
	defer m.guard(e, len(e.words))
	m.shuffle(e)
	defer func() { m.drawn = e.rand.Counter }()
	return m.pick(e, m.canBeTaken)
}

// Foretell returns the want that the mind would choose as of now, and its target; -1: an order, or nothing. Like
// Explain, it changes nothing and passes on a panic of the host's code; it explains nothing and is faster.
func (m *Mind) Foretell(e *Env) (want int32, target utility.Target) {
	defer e.ponder()()
	m.shuffle(e)
	c, how := m.pick(e, func(e *Env) bool { return m.toBeTaken(e) > 0 })
	if how != chosen {
		return -1, utility.NoTarget
	}
	return m.b.wants[c.Behaviour], c.Target
}

// pick compares the options and returns the best that can be activated; takes reports whether an order can.
func (m *Mind) pick(e *Env, takes func(*Env) bool) (c utility.Choice, how outcome) {
	m.collect(e, nil)
	m.prepare(e)
	e.looked += int64(len(e.targets))
	d := e.decider(m.b)
	for range MaxRefusals {
		c = d.Decide(&e.turn)
		if !c.Found() {
			return c, nothing
		}
		want := m.b.wants[c.Behaviour]
		if want < 0 {
			if takes(e) {
				return c, chosen
			}
			e.exclude(c.Option)
			continue
		}
		if m.find(want, c.Target) >= 0 || m.can(e, want, c.Target) {
			return c, chosen
		}
		m.emitWant(e, WantRefused, want, c.Target, c.Score)
		e.exclude(c.Option)
	}
	return c, undecided
}

// shuffle has the environment draw the random numbers that are next for the mind.
func (m *Mind) shuffle(e *Env) {
	e.rand = e.Ctx.Stream(randomStream)
	e.rand.Counter = m.drawn
}

// prepare prepares a decision from the collected options.
func (m *Mind) prepare(e *Env) {
	e.inputs.env, e.inputs.brain = e, m.b
	e.turn = utility.Turn{Offers: e.offers, Inputs: &e.inputs, Memory: m.memory, Now: e.Ctx.Tick(), Random: &e.rand}
	if e.Sink != nil {
		ev := event(Arbitrated)
		ev.Brain = m.b.id
		for i := range e.offers {
			ev.Count += max(1, len(e.offers[i].Targets))
		}
		e.emit(ev)
	}
}

// collect finds the options: wants that could score above 0, and do not rest. It passes the excluded ones to report,
// which may be nil.
func (m *Mind) collect(e *Env, report *Report) {
	e.offers, e.targets = e.offers[:0], e.targets[:0]
	for i := range m.b.Wants {
		want, w, v := int32(i), &m.b.Wants[i], m.variant(int32(i))
		if v.never {
			report.leaveOut(want, utility.NoTarget, NotForIt, 0)
			continue
		}
		early := w.Alike && report == nil
		if early && !w.When.Eval(e.Machine, m.frame(e, utility.NoTarget)) {
			continue
		}
		from := len(e.targets)
		if !w.Targeted {
			e.targets = append(e.targets, utility.NoTarget)
		} else if e.Offers != nil {
			e.targets = e.Offers.Targets(e.targets, i)
		}
		list := m.filter(e, want, e.targets[from:min(len(e.targets), from+MaxTargets)], early, report)
		e.targets = e.targets[:from+len(list)]
		if len(list) == 0 {
			continue
		}
		offer := utility.Offer{Behaviour: v.behaviour, Factor: v.factor}
		if w.Targeted {
			offer.Targets = list
		}
		e.offers = append(e.offers, offer)
	}
	m.collectOrder(e)
}

// filter leaves those targets of a want on which it can be chosen. Of one that is known to be considered it does not
// judge that again.
func (m *Mind) filter(e *Env, want int32, targets []utility.Target, considered bool, report *Report) []utility.Target {
	w, kept := &m.b.Wants[want], targets[:0]
	for _, t := range targets {
		if w.When != nil && !considered && !w.When.Eval(e.Machine, m.frame(e, t)) {
			report.leaveOutFor(w.When, want, t, e, m.frame(e, t))
		} else if until := m.restsUntil(want, t); until > e.Ctx.Tick() {
			report.leaveOut(want, t, Resting, until)
		} else {
			kept = append(kept, t)
		}
	}
	return kept
}

// frame returns the frame of a want.
func (m *Mind) frame(e *Env, target utility.Target) []world.Word {
	e.inputs.frame[0] = wordOf(target)
	return e.inputs.frame[:]
}

// exclude takes an option away from those that can be chosen.
func (e *Env) exclude(o utility.Option) {
	for i := range e.offers {
		of := &e.offers[i]
		if of.Behaviour != o.Behaviour {
			continue
		}
		if at := slices.Index(of.Targets, o.Target); at >= 0 {
			of.Targets = slices.Delete(of.Targets, at, at+1)
		}
		if len(of.Targets) == 0 {
			e.offers = slices.Delete(e.offers, i, i+1)
		}
		break
	}
	e.turn.Offers = e.offers
}

// can reports whether the goal of a want could be activated.
func (m *Mind) can(e *Env, want int32, target utility.Target) bool {
	from := len(e.words)
	m.arguments(e, want, target)
	ok := prober{m.p, e}.canPursue(int32(m.b.Wants[want].Goal), from)
	e.words = e.words[:from]
	return ok
}

// arguments appends the arguments of a want's goal to the words of the environment.
func (m *Mind) arguments(e *Env, want int32, target utility.Target) {
	args, frame := m.b.Wants[want].Args, m.frame(e, target)
	for i := range args {
		e.eval(&args[i], frame)
	}
}

// find returns the place in the stack of the pursuit of a want on a target, or -1 if there is none.
func (m *Mind) find(want int32, target utility.Target) int {
	for i := range m.stack {
		if l := &m.stack[i]; l.want == want && l.target == target {
			return i
		}
	}
	return -1
}

// take takes a choice up: the present pursuit continues, or is resumed, or makes room.
func (m *Mind) take(e *Env, c *utility.Choice) {
	want := m.b.wants[c.Behaviour]
	if want < 0 {
		m.takeOrder(e, c)
		return
	}
	at := m.find(want, c.Target)
	if at >= 0 && at == len(m.stack)-1 {
		m.emitWant(e, WantKept, want, c.Target, c.Score)
		m.adopt(e, c)
		m.resume(e)
		return
	}
	m.emitWant(e, WantChosen, want, c.Target, c.Score)
	switch w := &m.b.Wants[want]; {
	case at >= 0:
		m.endAbove(e, at+1, BetterWant)
	case !w.Interrupts:
		m.endAbove(e, 0, BetterWant)
	default:
		m.endAbove(e, 1, BetterWant)
		if m.suspend(e); len(m.stack) > 0 {
			m.memory.Interrupt(c.Option, e.Ctx.Tick())
		}
	}
	if m.adopt(e, c); at >= 0 {
		m.resume(e)
		return
	}
	m.begin(e, want, c.Target)
}

// adopt makes a choice the current one: it has the inertia.
func (m *Mind) adopt(e *Env, c *utility.Choice) {
	m.memory.Adopt(m.b.utility, c.Option, e.Ctx.Tick())
}

// begin pursues the goal of a want. Where its arguments panic nothing is begun.
func (m *Mind) begin(e *Env, want int32, target utility.Target) {
	from := len(e.words)
	defer m.guard(e, from)
	m.arguments(e, want, target)
	t := m.push(int32(m.b.Wants[want].Goal), e.words[from:])
	t.want, t.target = want, target
}

// endAbove ends the pursuits from a place in the stack on.
func (m *Mind) endAbove(e *Env, at int, why Cause) {
	for len(m.stack) > at {
		m.end(e, why, why.Reason())
	}
}

// emitWant reports something of a want.
func (m *Mind) emitWant(e *Env, k EventKind, want int32, target utility.Target, score float64) {
	if e.Sink != nil {
		ev := event(k)
		m.about(&ev, want, target)
		ev.Score = score
		e.emit(ev)
	}
}
