package builder

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Agent adds agents of a kind to the test, so that it runs: count is a number, an expression, or nil for one.
func (t *Test) Agent(kind string, count any) *Test {
	if t != nil {
		at := caller()
		line := &def.TestAgent{Kind: t.d.reference(at, kind), Count: t.d.optional(at, count)}
		line.At, line.NameAt = at.span(kind), at.span(kind)
		t.decl.Agents = append(t.decl.Agents, line)
	}
	return t
}

// When sets how an action ends while the test runs, each time: "fails", "succeeds" or "lasts". After is a
// time.Duration or a string such as "500ms", or nil: at once.
func (t *Test) When(action, result string, after any) *Test {
	if t != nil {
		at := caller()
		line := &def.TestOutcome{Action: t.d.reference(at, action), Result: def.Name{At: at.span(result), Name: result}}
		line.At, line.NameAt = at.span(action), at.span(action)
		if after != nil {
			text, _ := t.d.time(at, after, "time")
			line.After = t.d.expr(at, text)
		}
		t.decl.When = append(t.decl.When, line)
	}
	return t
}

// At applies effects at a time after the beginning: a time.Duration or a string such as "5s".
func (t *Test) At(after any, effects ...string) *Test {
	if t != nil {
		at := caller()
		text, _ := t.d.time(at, after, "time")
		line := &def.TestEvent{Time: t.d.expr(at, text), Effects: t.d.effects(at, strings.Join(effects, ", "))}
		line.Head.At = at.span(text)
		t.decl.Events = append(t.decl.Events, line)
	}
	return t
}

// Run sets the length of the test: a time.Duration or a string such as "20s". By default, it is the longest time in
// the test.
func (t *Test) Run(length any) *Test {
	if t != nil {
		at := caller()
		if text, _ := t.d.time(at, length, "time"); t.d.once(at, text, t.decl.Run != nil, t.what("Run")) {
			t.decl.Run, t.decl.RunHead.At = t.d.expr(at, text), at.span(text)
		}
	}
	return t
}

// ExpectWithin expects that an agent does something before a time after the beginning: an operator or goal, perhaps
// with arguments, an action or a tree.
func (t *Test) ExpectWithin(does string, time any) *Test {
	return t.check(caller(), does, func(at place, k *def.TestCheck) {
		k.Starts = t.d.call(at, does)
		text, _ := t.d.time(at, time, "time")
		k.Within = t.d.expr(at, text)
	})
}

// ExpectNo expects that no agent does something.
func (t *Test) ExpectNo(does string) *Test {
	return t.check(caller(), does, func(at place, k *def.TestCheck) { k.No = t.d.call(at, does) })
}

// ExpectWants expects that the brain of the first agent prefers, at the end, a want to another; an empty name: to all
// others.
func (t *Test) ExpectWants(want, over string) *Test {
	return t.check(caller(), want, func(at place, k *def.TestCheck) {
		if k.Wants = t.d.reference(at, want); over != "" {
			k.Over = t.d.reference(at, over)
		}
	})
}

// ExpectAlways expects that a condition holds after each tick, for all agents.
func (t *Test) ExpectAlways(condition string) *Test {
	return t.check(caller(), condition, func(at place, k *def.TestCheck) { k.Always = t.d.expr(at, condition) })
}

// ExpectNever expects that a condition holds after no tick and for no agent.
func (t *Test) ExpectNever(condition string) *Test {
	return t.check(caller(), condition, func(at place, k *def.TestCheck) { k.Never = t.d.expr(at, condition) })
}

// ExpectEventually expects that a condition holds after some tick, for some agent: before a time, or, if that is nil,
// before the test ends.
func (t *Test) ExpectEventually(condition string, within any) *Test {
	return t.check(caller(), condition, func(at place, k *def.TestCheck) {
		if k.Eventually = t.d.expr(at, condition); within != nil {
			text, _ := t.d.time(at, within, "time")
			k.Within = t.d.expr(at, text)
		}
	})
}

// ExpectFinally expects that a condition holds after the last tick, for all agents.
func (t *Test) ExpectFinally(condition string) *Test {
	return t.check(caller(), condition, func(at place, k *def.TestCheck) { k.Finally = t.d.expr(at, condition) })
}

// check adds something that a test that runs expects.
func (t *Test) check(at place, text string, say func(at place, k *def.TestCheck)) *Test {
	if t == nil {
		return nil
	}
	k := &def.TestCheck{}
	k.At = at.span(text)
	say(at, k)
	t.decl.Checks = append(t.decl.Checks, k)
	return t
}

// silent reports a test that expects nothing.
func silent(t *def.Test, found *diag.List) {
	if t.Expect.At.Src == nil && len(t.Checks) == 0 {
		found.Errorf(diag.MissingClause, t.NameAt, "test %q expects nothing", t.Name).Hint = "call Expect with the steps of the plan, ExpectNone, or ExpectWithin and the like"
	}
}
