package goal

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
)

// failure is a want whose goal has failed on a target.
type failure struct {
	want   int32
	target utility.Target
	count  int32 // in a row; 0: it was given up
	at     int64 // tick of the last
	until  int64 // it rests before this tick
}

// never is a tick that does not come.
const never = math.MaxInt64

func (m *Mind) failureOf(want int32, target utility.Target) int {
	for i := range m.failures {
		if f := &m.failures[i]; f.want == want && f.target == target {
			return i
		}
	}
	return -1
}

// restsUntil returns before which tick a want on a target is not chosen since its goal has failed.
func (m *Mind) restsUntil(want int32, target utility.Target) int64 {
	if i := m.failureOf(want, target); i >= 0 {
		return m.failures[i].until
	}
	return math.MinInt64
}

// Forgive forgets that a want's goal has failed on a target, so that it can be chosen again.
func (m *Mind) Forgive(want int, target utility.Target) {
	if i := m.failureOf(int32(want), target); i >= 0 {
		m.failures = slices.Delete(m.failures, i, i+1)
	}
}

// learn remembers how the goal of a want has ended.
func (m *Mind) learn(e *Env, t *layer, s action.Status) {
	want, target, why := t.want, t.target, t.cause
	if s == action.Success {
		m.Forgive(int(want), target)
		return
	}
	if m.isForgotten(e, want, target) {
		m.Forgive(int(want), target)
		m.emitWant(e, TargetForgotten, want, target, 0)
		return
	}
	if why != Dropped {
		m.fail(e, want, target)
	}
}

// isForgotten reports whether the target is to be forgotten, and by whose rule.
func (m *Mind) isForgotten(e *Env, want int32, target utility.Target) (gone bool) {
	w := &m.b.Wants[want]
	if w.Forget == nil || !w.Targeted {
		return false
	}
	defer m.guard(e, len(e.words))
	if gone = w.Forget.Eval(e.Machine, m.frame(e, target)); gone && e.Offers != nil {
		e.Offers.Forget(int(want), target)
		e.enter()
	}
	return gone
}

// fail lets a want on a target rest.
func (m *Mind) fail(e *Env, want int32, target utility.Target) {
	rule, now := &m.b.Failures, e.Ctx.Tick()
	f := m.remember(want, target, now)
	f.count++
	f.at = now
	count, wait := f.count, rule.wait(int(f.count))
	if rule.Limit > 0 && int(f.count) >= rule.Limit {
		f.count, wait = 0, rule.GiveUp
	}
	f.until = after(now, wait)
	if wait == 0 {
		f.until = never
	}
	if e.Sink != nil {
		ev := event(WantRests)
		m.about(&ev, want, target)
		ev.Count, ev.Ticks = int(count), wait
		e.emit(ev)
	}
	if e.Offers != nil && f.count > 0 {
		e.Offers.Rests(m.since)
	}
}

// Awaits reports whether a want rests that failed in a tick, and has not been given up. Objects that its plans wanted
// and others had claimed may become free before its rest is over: see [Mind.Rouse].
func (m *Mind) Awaits(failed, now int64) bool {
	return slices.ContainsFunc(m.failures, func(f failure) bool { return f.isAwaiting(failed, now) })
}

func (f *failure) isAwaiting(failed, now int64) bool {
	return f.at == failed && f.until > now && f.count > 0
}

// Rouse ends the rest of wants that failed in a tick, because the missing object is free now: the mind arbitrates. The
// failure still counts.
func (m *Mind) Rouse(failed, now int64) {
	for i := range m.failures {
		if f := &m.failures[i]; f.isAwaiting(failed, now) {
			f.until = now
			m.noticed = true
		}
	}
}

// wait returns for how long a want rests after so many failures in a row.
func (f *Failures) wait(count int) int64 {
	wait := max(1, f.Backoff)
	for range min(count-1, MaxDoublings) {
		if wait = after(wait, wait); f.MaxBackoff > 0 && wait >= f.MaxBackoff {
			return f.MaxBackoff
		}
	}
	return wait
}

// remember returns what is known of a want on a target. If there is no room it takes that of one that no longer rests,
// or else of the one that failed longest ago.
func (m *Mind) remember(want int32, target utility.Target, now int64) *failure {
	i := m.failureOf(want, target)
	if i < 0 && len(m.failures) == MaxFailures {
		i = 0
		for k := range m.failures {
			if m.failures[k].isBefore(&m.failures[i], now) {
				i = k
			}
		}
		m.failures = slices.Delete(m.failures, i, i+1)
		i = -1
	}
	if i < 0 {
		i = len(m.failures)
		m.failures = append(pool.Room(m.failures, 1), failure{want: want, target: target})
	}
	return &m.failures[i]
}

// isBefore reports whether a failure is forgotten before another.
func (f *failure) isBefore(other *failure, now int64) bool {
	if rests, others := f.until > now, other.until > now; rests != others {
		return others
	}
	return f.at < other.at
}
