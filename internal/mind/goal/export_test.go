package goal

import "github.com/karakuri-ai/karakuri/internal/mind/utility"

// Tamper brings a mind into an impossible state. Its test has it pursue a want, under it an order, and under that an
// urgent one, with a plain and an urgent order waiting.
type Tamper struct {
	Name  string
	Fits  bool // after all, it is one that could be
	Alter func(m *Mind)
}

// Tampers are ways to tamper with a mind.
var Tampers = []Tamper{
	{"nothing", true, func(m *Mind) {}},
	{"an order of a higher number", true, func(m *Mind) { m.stack[1].order = 77 }},
	{"an order without a number", false, func(m *Mind) { m.stack[1].order = 0 }},
	{"an order with a target", false, func(m *Mind) { m.stack[1].target = 1 }},
	{"an order in front of one that is as urgent", false, func(m *Mind) { m.stack[2].urgent = false }},
	{"an order in front of one that is urgent", false, func(m *Mind) { m.stack[1].urgent = true }},
	{"a want that is an order", false, func(m *Mind) { m.stack[0].order = 7 }},
	{"a want of another goal", false, func(m *Mind) { m.stack[0].root = 1 }},
	{"a want with a target that takes none", false, func(m *Mind) { m.stack[0].target = 1 }},
	{"a want without a target that takes one", false, func(m *Mind) { m.stack[0].want, m.stack[0].root = 2, 3 }},
	{"a want that interrupts another", true, func(m *Mind) {
		m.stack = m.stack[:2]
		m.stack[1].want, m.stack[1].order, m.stack[1].stopped = 1, 0, true
	}},
	{"a want in front of another that does not interrupt", false, func(m *Mind) { m.stack[1].want, m.stack[1].order, m.stack[1].root = 0, 0, 0 }},
	{"a want in front of an order", false, func(m *Mind) { m.stack[2].want, m.stack[2].order, m.stack[2].root = 1, 0, 1 }},
	{"a pursuit that goes on under another", false, func(m *Mind) { m.stack[0].stopped = false }},
	{"an urgent order waits for one that is not", false, func(m *Mind) { m.orders[0], m.orders[1] = m.orders[1], m.orders[0] }},
	{"a failure", true, func(m *Mind) { m.failures = append(m.failures, failure{want: 0, target: utility.NoTarget, count: 1}) }},
	{"a failure on no object", true, func(m *Mind) { m.failures = append(m.failures, failure{want: 2, target: 0, count: 1}) }},
	{"a failure on a target of a want without", false, func(m *Mind) { m.failures = append(m.failures, failure{want: 0, target: 9, count: 1}) }},
	{"a failure without a target", false, func(m *Mind) { m.failures = append(m.failures, failure{want: 2, target: utility.NoTarget, count: 1}) }},

	{"a pursuit that begins and runs", false, func(m *Mind) { m.stack[2].fresh = true }},
	{"a pursuit that is suspended and runs", false, func(m *Mind) { m.stack[2].stopped = true }},
	{"a pursuit that is suspended and has nothing", false, func(m *Mind) { m.stack[0].levels = nil }},
	{"a goal that is suspended in a pursuit that goes on", false, func(m *Mind) { m.stack[2].levels[0].halted = 1 }},
	{"an activity that is suspended", false, func(m *Mind) { m.stack[2].levels[1].halted = 1 }},
	{"a goal that goes on in a suspended pursuit", false, func(m *Mind) { m.stack[0].levels[0].halted = 0 }},
	{"a step of no way", false, func(m *Mind) { m.stack[2].levels[0].way = -1 }},
	{"a step after the last that runs", false, func(m *Mind) { m.stack[2].levels[0].at = 1 }},
	{"a step after the last of all", false, func(m *Mind) { m.stack[2].levels[0].at = 2 }},
	{"an else of a step without", false, func(m *Mind) { m.stack[2].levels[0].alt = 1 }},
	{"a retry of a step without", false, func(m *Mind) { m.stack[2].levels[0].retries = 1 }},
	{"a way that was taken once", true, func(m *Mind) { m.stack[2].levels[0].tried[0] = 1 }},
	{"a way that was taken too often", false, func(m *Mind) { m.stack[2].levels[0].tried[0] = 2 }},
	{"an interrupt of a goal without", false, func(m *Mind) { m.stack[2].levels[0].seen = 1 }},
	{"a step of an interrupt of a goal without", false, func(m *Mind) { m.stack[2].levels[1].by = 1 }},
	{"an activity of another step", false, func(m *Mind) { m.stack[2].root = 0 }},
}

// Rest returns the number of remaining words of arguments. Between calls there are none.
func (e *Env) Rest() int { return len(e.words) }

// Rests reports whether a failure on a target is remembered.
func (m *Mind) Rests(want int32, target utility.Target) bool { return m.failureOf(want, target) >= 0 }

// FailAt remembers that a want has failed on a target in a tick, and rests until another.
func (m *Mind) FailAt(target utility.Target, at, until int64) {
	f := m.remember(0, target, at)
	f.count, f.at, f.until = 1, at, until
}

// Undoubt has a mind that was read decide when it would have before it was.
func (m *Mind) Undoubt(as *Mind) { m.due, m.noticed = as.due, as.noticed }
