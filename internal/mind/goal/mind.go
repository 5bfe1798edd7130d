package goal

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Mind is one agent's execution of a brain. The zero Mind is ready for [Mind.Reset]. Not safe for concurrent use; minds
// of one program are independent of each other.
type Mind struct {
	p           *Program
	b           *brain
	personality int
	stack       []layer // interrupted layers before those that interrupt; only the last runs
	orders      []order // that wait, urgent ones first
	memory      *utility.Memory
	failures    []failure
	last        int64 // tick of the last arbitration
	due         int64 // tick of the next
	noticed     bool
	serial      int64 // of the last order
	begun       int64 // serial number of the last pursuit
	drawn       uint64
	since       int64 // tick in which what ends in this tick began
}

// layer is a pursuit of a mind: of a want, or of an order.
type layer struct {
	Pursuit
	want   int32 // -1: of an order
	target utility.Target
	order  int64
	urgent bool
}

// isOrder reports whether it is of an order.
func (l *layer) isOrder() bool { return l.want < 0 }

// Plain is the personality of minds without one.
const Plain = -1

// Reset makes the mind one of a brain, by its place in Config.Brains, with one of the brain's personalities or [Plain];
// nothing may be running.
func (m *Mind) Reset(p *Program, brain, personality int) {
	b := &p.brains[brain]
	*m = Mind{p: p, b: b, personality: personality, stack: m.stack[:0], orders: m.orders[:0], failures: m.failures[:0], memory: utility.NewMemory(b.utility)}
}

// variant returns a want as the mind's personality has it.
func (m *Mind) variant(want int32) *variant { return &m.b.variants[m.personality+1][want] }

// Pursued is a pursuit of a mind, current or interrupted.
type Pursued struct {
	*Pursuit
	Want   int32 // -1: an order
	Target utility.Target
	Order  int64 // its number; 0: a want
}

// Len returns how many pursuits the mind holds.
func (m *Mind) Len() int { return len(m.stack) }

// Pursued returns a pursuit, by its place in the stack: the last is active, the others are suspended. It is a view that
// is good until the next call.
func (m *Mind) Pursued(i int) Pursued {
	l := &m.stack[i]
	return Pursued{&l.Pursuit, l.want, l.target, l.order}
}

// Orders returns the number of orders that wait.
func (m *Mind) Orders() int { return len(m.orders) }

// SetPersonality gives the mind another personality of its brain, or [Plain]. It decides by it as soon as it can; what
// it pursues, and all that it remembers, remain.
func (m *Mind) SetPersonality(personality int) {
	before := *m
	m.personality = personality
	m.memory = utility.NewMemory(m.b.utility)
	m.memory.Carry(before.memory, 0, func(o utility.Option) (utility.Option, bool) {
		want := m.b.wants[o.Behaviour]
		if want < 0 {
			return o, true
		}
		return m.option(want, o.Target), before.variant(want).behaviour == o.Behaviour
	})
	m.Doubt()
}

// Notice makes the mind arbitrate in the next tick, or as soon as its brain's Gap allows: something relevant has been
// perceived.
func (m *Mind) Notice() { m.noticed = true }

// Due returns the tick of the next arbitration, unless something is noticed or ordered before.
func (m *Mind) Due() int64 { return m.due }

// Tick advances the mind by a tick: it takes up orders, arbitrates if that is due, and updates its pursuits. A pursuit
// that ends makes room for another in the next tick. [Env.TakeFault] returns a panic of the host's code.
func (m *Mind) Tick(e *Env) {
	e.enter()
	m.attend(e)
	m.resumeOrders(e)
	if m.isDue(e.Ctx.Tick()) {
		m.arbitrate(e)
	}
	m.goOn(e)
}

// Abort aborts everything that the mind pursues, and drops the waiting orders.
func (m *Mind) Abort(e *Env, reason action.Reason) {
	for len(m.stack) > 0 {
		m.end(e, Outside, reason)
	}
	for len(m.orders) > 0 {
		m.emitOrder(e, OrderRefused, m.orders[0].serial, Outside)
		m.removeOrder(0)
	}
}

// Halt aborts everything that the mind pursues. Waiting orders and recorded failures remain.
func (m *Mind) Halt(e *Env, reason action.Reason) {
	e.enter()
	for len(m.stack) > 0 {
		m.end(e, Outside, reason)
	}
	m.due = e.Ctx.Tick()
}

// top returns the pursuit that continues, or nil.
func (m *Mind) top() *layer {
	if len(m.stack) == 0 {
		return nil
	}
	return &m.stack[len(m.stack)-1]
}

// goOn lets the last pursuit continue, unless it is suspended.
func (m *Mind) goOn(e *Env) {
	t := m.top()
	if t == nil || t.Suspended() {
		return
	}
	if m.since = e.Ctx.Tick(); len(t.levels) > 0 {
		m.since = t.levels[0].since
	}
	if s := t.Tick(e); s != action.Running {
		m.ended(e, s)
	}
}

// push puts a pursuit in front of the others.
func (m *Mind) push(goal int32, words []world.Word) *layer {
	if n := len(m.stack); n < cap(m.stack) {
		m.stack = m.stack[:n+1] // its memory is used again
	} else {
		m.stack = append(pool.Room(m.stack, 1), layer{})
	}
	t := m.top()
	m.begun++
	t.Reset(m.p, m.begun)
	t.Start(int(goal), words)
	t.want, t.target, t.order, t.urgent = -1, utility.NoTarget, 0, false
	return t
}

// suspend interrupts the last pursuit, unless that is done already. If the host's code panics it fails.
func (m *Mind) suspend(e *Env) {
	t := m.top()
	if t == nil || t.Suspended() {
		return
	}
	if t.Suspend(e); !t.Running() {
		m.ended(e, action.Failure)
	}
}

// resume lets the last pursuit continue after it was suspended, or drops it.
func (m *Mind) resume(e *Env) {
	t := m.top()
	if t == nil || !t.Suspended() {
		return
	}
	if !t.Resume(e) {
		m.ended(e, action.Failure)
	}
}

// resumeOrders resumes an order that an urgent one interrupted. Wants are arbitrated first, and orders too if they are
// compared with wants.
func (m *Mind) resumeOrders(e *Env) {
	if m.b.weighs() {
		return
	}
	for t := m.top(); t != nil && t.isOrder() && t.Suspended(); t = m.top() {
		m.resume(e)
	}
}

// end ends the last pursuit from outside.
func (m *Mind) end(e *Env, why Cause, reason action.Reason) {
	t := m.top()
	t.end(e, why, reason)
	m.leave(e, t, action.Inactive)
}

// ended follows up on the end of the last pursuit.
func (m *Mind) ended(e *Env, s action.Status) {
	t := m.top()
	m.leave(e, t, s)
	if !t.isOrder() {
		m.learn(e, t, s)
	}
	m.due = e.Ctx.Tick()
}

// leave takes the last pursuit away. Its memory is good until the next push.
func (m *Mind) leave(e *Env, t *layer, s action.Status) {
	m.stack = m.stack[:len(m.stack)-1]
	switch {
	case !t.isOrder():
		m.quit(m.option(t.want, t.target), e.Ctx.Tick())
	case m.b.weighs():
		m.quit(utility.Option{Behaviour: m.b.orders, Target: utility.NoTarget}, e.Ctx.Tick())
	}
	kind := WantEnded
	if t.isOrder() {
		kind = OrderDone
	}
	why, origin := t.Cause()
	order := t.order
	if e.Sink != nil {
		ev := event(kind)
		m.about(&ev, t.want, t.target)
		ev.Pursuit, ev.Goal, ev.Order, ev.Status = t.serial, t.root, order, s
		ev.Cause, ev.Origin = why, origin
		e.emit(ev)
	}
	e.follow(Outcome{Kind: kind, Status: s, Cause: why, Order: order})
}

// quit notes that a want is done with, which may have been interrupted.
func (m *Mind) quit(o utility.Option, now int64) {
	if m.memory.Current == o {
		m.memory.Leave(m.b.utility, now)
	} else {
		m.memory.LeaveInterrupted(m.b.utility, o, now)
	}
}

// option returns a want on a target as the utility program knows it.
func (m *Mind) option(want int32, target utility.Target) utility.Option {
	return utility.Option{Behaviour: m.variant(want).behaviour, Target: target}
}

// about says which want an event is about.
func (m *Mind) about(ev *Event, want int32, target utility.Target) {
	ev.Brain, ev.Want, ev.Target = m.b.id, want, target
	if want >= 0 {
		ev.Goal = int32(m.b.Wants[want].Goal)
	}
}
