package runner

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// courseOf returns a plan for the first task of a script.
func courseOf(t *testing.T, s *Script, st *world.State) *course {
	t.Helper()
	res := htn.NewPlanner(s.Domain, htn.Options{}).Plan(st, htn.Goal{Task: 0})
	if res.Status != htn.Found {
		t.Fatal(res.Status)
	}
	c := &course{linear: true}
	c.plan.CopyPooled(res.Plan, &htn.PlanPool{})
	c.restart()
	return c
}

// TestStepsThatAct: only a step with an action that runs, or will start again, is interrupted, and only by something
// that needs the same resource.
func TestStepsThatAct(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action work uses arms
action look uses eyes
operator toil { do work; effect n += 1 }
`)
	running, ended := hand{status: action.Running}, hand{status: action.Success}
	arms := &Hold{Uses: s.numbers([]string{"arms"})}
	eyes := &Hold{Uses: s.numbers([]string{"eyes"})}
	var none *Hold
	if none.Takes(arms.Uses) || !(&Hold{All: true}).Takes(nil) || arms.Takes(eyes.Uses) || !arms.Takes(arms.Uses) || arms.Takes(nil) {
		t.Error("what holds take")
	}
	for _, c := range []struct {
		what string
		e    effort
		acts bool
	}{
		{"nothing", effort{}, false},
		{"one that runs", effort{hands: []hand{ended, running}}, true},
		{"all have ended", effort{hands: []hand{ended, ended}}, false},
		{"expecting", effort{hands: []hand{ended}, expecting: true}, false},
		{"over", effort{hands: []hand{running}, over: true}, false},
		{"to start again", effort{retries: 1}, true},
		{"started again", effort{retries: 1, hands: []hand{ended}}, false},
		{"expecting without actions", effort{retries: 1, expecting: true}, false},
		{"over, was to start again", effort{retries: 1, over: true}, false},
	} {
		if got := c.e.acts(); got != c.acts || c.e.isTaken(s, arms) != c.acts || c.e.isTaken(s, eyes) {
			t.Errorf("%s: acts %t", c.what, got)
		}
	}
}

// TestTimesOfSteps: a step ends by itself at the first of its times; while it waits for what it expects only that
// counts. Running steps are reported with their total duration.
func TestTimesOfSteps(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action work
operator both { do work; succeed_after 3s; fail_after 2s; effect n += 1 }
operator fails { do work; fail_after 2s; commit 1s; effect n += 1 }
operator succeeds { do work; succeed_after 3s; effect n += 1 }
operator endless { do work; effect n += 1 }
`)
	for _, c := range []struct {
		what  string
		e     effort
		next  int64
		waits string
	}{
		{"both", effort{op: 0, begun: 10}, 30, "[1 25 of 30, 2 15 of 20]"},
		{"fails", effort{op: 1, begun: 10}, 30, "[2 15 of 20, 4 5 of 10]"},
		{"fails, no longer committed", effort{op: 1, begun: 5}, 25, "[2 10 of 20]"},
		{"succeeds", effort{op: 2, begun: 10}, 40, "[1 25 of 30]"},
		{"endless", effort{op: 3, begun: 10}, never, "[]"},
		{"expecting", effort{op: 0, begun: 10, since: 14, expecting: true}, 19, "[3 4 of 5]"},
		{"to be looked at", effort{op: 0, begun: 10, stale: true}, 16, "[1 25 of 30, 2 15 of 20]"},
		{"to start again", effort{op: 3, retries: 1}, 16, "[]"},
		{"over", effort{op: 0, begun: 10, over: true}, 30, "[]"},
	} {
		var waits []string
		for _, w := range c.e.waits(nil, s, 15) {
			waits = append(waits, fmt.Sprintf("%d %d of %d", w.Kind, w.Ticks, w.Of))
		}
		text := fmt.Sprint(waits)
		if len(waits) == 2 {
			text = fmt.Sprintf("[%s, %s]", waits[0], waits[1])
		}
		if next := c.e.nextEnd(s, 15); next != c.next || text != c.waits {
			t.Errorf("%s: ends in %d, waits %s", c.what, next, text)
		}
	}
}

// TestTimesOfMethods: the time of a method begins with its first step and ends with its last; the farthest up is given
// up first; a while counts once something has changed; a plan that takes over continues with those of the choices that
// it shares.
func TestTimesOfMethods(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9; ok: bool = true; fine: bool = true }
action work
operator one { do work; effect n += 1 }
operator two { do work; effect n += 1 }
task all { method "all" while ok { part; two } }
task part { method "part" while fine fail_after 2s { one; one } }
`)
	st := world.NewState(s.info.Schema)
	w := NewWorker(s, htn.Options{})
	w.machine.State = st
	c := courseOf(t, s, st)
	p := &c.plan
	part := p.Holder(0)
	if p.Len() != 3 || part == 0 || p.Holder(2) != 0 {
		t.Fatal(p.Len(), part)
	}
	var l spans
	if l.some() || l.next(s, p) != never {
		t.Error("nothing runs")
	}
	overdue := func(what string, tick int64, node int, cause Cause) {
		t.Helper()
		if n, why := l.overdue(w, p, tick); n != node || node >= 0 && why != cause {
			t.Errorf("%s: node %d, %v", what, n, why)
		}
	}
	l.enter(s, p, 0, 10)
	if l.enter(s, p, 1, 15); len(l.list) != 2 || !l.some() || l.next(s, p) != 30 {
		t.Errorf("%+v", l)
	}
	overdue("in time", 29, -1, NoCause)
	overdue("its time is over", 30, part, TimedOut)
	if l.notice(s, nil); l.wary {
		t.Error("nothing has changed")
	}
	set := func(name string, to world.Word) { st.Set(s.info.Schema.Symbol(name).Base, to) }
	set("fine", 0)
	overdue("nobody has looked", 20, -1, NoCause)
	if l.notice(s, make([]world.Change, 1)); !l.wary {
		t.Error("something has changed")
	}
	overdue("the lower one", 20, part, WhileFalse)
	overdue("its while goes before its time", 30, part, WhileFalse)
	set("ok", 0)
	overdue("both", 30, 0, WhileFalse)
	if waits := l.waits(nil, s, p, 12); len(waits) != 1 || waits[0].Ticks != 18 || waits[0].Of != 20 || waits[0].Kind != WaitMethod {
		t.Errorf("%+v", waits)
	}

	c.progress[0].state = StepDone
	if l.leave(c); len(l.list) != 2 {
		t.Errorf("a step is left: %+v", l)
	}
	c.progress[1].state = StepDone
	if l.leave(c); len(l.list) != 1 || l.list[0] != (span{0, 10}) {
		t.Errorf("one method is done: %+v", l)
	}
	l = spans{list: []span{{0, 10}, {part, 11}}}
	if l.giveUp(c, part); !slices.Equal(l.list, []span{{0, 10}}) {
		t.Errorf("%+v", l)
	}
	l = spans{list: []span{{0, 10}, {part, 11}}}
	if l.giveUp(c, 0); l.some() {
		t.Errorf("%+v", l)
	}
	l = spans{list: []span{{part, 11}}}
	if l.clear(); l.some() {
		t.Errorf("%+v", l)
	}

	set("ok", 1)
	set("fine", 1)
	other := courseOf(t, s, st)
	l = spans{list: []span{{part, 11}}}
	if l.move(p, &other.plan); !slices.Equal(l.list, []span{{part, 11}}) {
		t.Errorf("it makes the same choices: %+v", l)
	}
	other.addEffort(2).begun = 17
	if l.join(s, other); !slices.Equal(l.list, []span{{part, 11}, {0, 17}}) || !l.wary {
		t.Errorf("%+v", l)
	}
	l = spans{}
	if l.join(s, courseOf(t, s, st)); l.some() || l.wary {
		t.Errorf("nothing runs: %+v", l)
	}
}

// TestTasksThatArePacked: a task is packed while it only lets actions continue, and nothing is known of it that has no
// place in packed form.
func TestTasksThatArePacked(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action work
operator toil { do work; effect n += 1 }
task live { method "m" { toil; toil } }
`)
	st := world.NewState(s.info.Schema)
	for what, change := range map[string]func(*Task){
		"":                      func(*Task) {},
		"calm for good":         func(t *Task) { t.calm = never },
		"it plans again":        func(t *Task) { t.recheck = 40 },
		"nothing runs":          func(t *Task) { t.active = false },
		"a step may start":      func(t *Task) { t.stuck = false },
		"it decides":            func(t *Task) { t.calm = 21 },
		"why":                   func(t *Task) { t.why = NoPlan },
		"no line":               func(t *Task) { t.line = -1 },
		"of no line":            func(t *Task) { t.from = -1 },
		"a verdict":             func(t *Task) { t.pause = true },
		"idling":                func(t *Task) { t.idling = true },
		"ended":                 func(t *Task) { t.ended = true },
		"it was left alone":     func(t *Task) { t.own().quarantine.released = 3 },
		"panics":                func(t *Task) { t.own().quarantine.panics = 1 },
		"plannings in vain":     func(t *Task) { t.waits = 1 },
		"a series of them":      func(t *Task) { t.inVain.open.count = 1 },
		"a cooldown":            func(t *Task) { t.own().timers.set(1, 40) },
		"a way that has failed": func(t *Task) { t.bans.add(0, &htn.Ban{}) },
		"carried out once":      func(t *Task) { t.spent[0] = true },
		"something goes first":  func(t *Task) { t.own().hold = &Hold{} },
		"the time of a method":  func(t *Task) { t.own().spans.list = []span{{}} },
		"it waits":              func(t *Task) { t.own().patient = true },
		"a failure":             func(t *Task) { t.own().failure = &Failure{} },
		"a panic":               func(t *Task) { t.own().fault = &action.Fault{} },
		"orders":                func(t *Task) { t.own().orders = &orders{} },
	} {
		task, root := &Task{}, &Runner{}
		task.Reset(s, 0, nil, 3, root, 2, Options{})
		task.course = *courseOf(t, s, st)
		task.active, task.stuck, task.line, task.from, task.tick, task.calm = true, true, 0, 0, 20, 30
		task.planned, task.due, task.blocked, task.at, task.limit = 11, 19, 12, 1, htn.BoundNodes
		task.progress[0] = progress{StepDone, 18}
		task.progress[1].state, task.first = StepActive, 1
		e := task.addEffort(1)
		e.op, e.begun, e.free, e.hands = 0, 14, 12, append(e.hands, hand{status: action.Failure})
		change(task)
		b, ok := task.Pack([]byte{7})
		if want := what == "" || what == "calm for good" || what == "it plans again"; ok != want {
			t.Errorf("%q: packed %t", what, ok)
			continue
		}
		if !ok {
			if len(b) != 1 {
				t.Errorf("%q: %d bytes", what, len(b))
			}
			continue
		}
		again := &Task{}
		again.Unpack(NewWorker(s, htn.Options{}), b[1:], 3, root, Options{})
		if same, ok := again.Pack([]byte{7}); !ok || !slices.Equal(same, b) {
			t.Errorf("%q: it is packed as %v, and then as %v", what, b, same)
		}
		one, two := &again.planning.course, &task.planning.course
		if one.first != two.first || one.at != two.at || one.linear != two.linear || !slices.Equal(one.progress, two.progress) || fmt.Sprint(one.efforts) != fmt.Sprint(two.efforts) {
			t.Errorf("%q: %+v, was %+v", what, one, two)
		}
		if again.planned != 11 || again.due != 19 || again.blocked != 12 || again.tick != 20 || again.calm != task.calm || again.recheck != task.recheck || again.limit != htn.BoundNodes || again.level != 2 {
			t.Errorf("%q: %+v", what, again)
		}
	}
}

// TestEventsOfTasks: an event is of the plan of a task if it is for the same goal with the same arguments, as far
// within something else.
func TestEventsOfTasks(t *testing.T) {
	s := scriptOf(t, `
type door
objects d1, d2: door
state agent { n: int 0..9 }
action open(d: door)
operator enter(d: door) { do open(d); effect n += 1 }
operator leave { do open(d1); effect n += 1 }
task go(d: door) { method "m" { enter(d) } }
task out { method "m" { leave } }
`)
	of := func(number int32, args []world.Word, level int) *Task {
		task := &Task{}
		task.Reset(s, number, args, 3, &Runner{}, level, Options{})
		return task
	}
	reported := func(task *Task) *Event {
		e := &Event{Level: task.level}
		task.kind.name(e, task.args)
		return e
	}
	tasks := []*Task{of(0, []world.Word{1}, 1), of(0, []world.Word{2}, 1), of(0, []world.Word{1}, 2), of(1, nil, 1), of(2, []world.Word{1}, 1), of(2, []world.Word{2}, 1), of(3, nil, 1)}
	for i, task := range tasks {
		for k, other := range tasks {
			if got := task.IsAbout(reported(other)); got != (i == k) {
				t.Errorf("task %d has an event of task %d: %t", i, k, got)
			}
		}
	}
}

// TestWhoNeverPlans: it shares what is never written to until something is due, and what it has then is its own.
func TestWhoNeverPlans(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action work
agent a { idle work }
`)
	r := &Runner{}
	r.Reset(s, 0, 5, Options{})
	if r.plansAt(0); r.planning != &noPlanning {
		t.Error("nothing is due")
	}
	if r.plansAt(7); r.planning == &noPlanning || r.due != 7 || len(r.spent) != 0 || r.line != -1 || r.Planned() != -1 || noPlanning.due != 0 {
		t.Errorf("%+v", r.planning)
	}
}

// TestWordsOfFaults: the message of a panic is reported with an event if it is a mistake in the program, and with the
// panic for the host's code.
func TestWordsOfFaults(t *testing.T) {
	s := scriptOf(t, "state agent { n: int 0..9 }")
	for cause := range lastCause + 1 {
		for _, fault := range []*action.Fault{nil, {Message: "too much"}} {
			want := Faulted.String() + ": why"
			if fault != nil && (cause == Overran || cause == ValueRefused) {
				want += ": too much"
			}
			if got := s.text(&Event{Kind: Faulted, Cause: cause, Fault: fault}, fact.Subject{Cause: "why"}); got != want {
				t.Errorf("cause %d: %q, want %q", cause, got, want)
			}
		}
	}
}

// TestPlansWithAnOrder: steps have an order of their own, and not one after the other, where a method leaves the order
// of at least two subtasks open.
func TestPlansWithAnOrder(t *testing.T) {
	for body, want := range map[string]bool{
		"{ toil; toil }":                             false,
		"{ unordered { toil } }":                     false,
		"{ unordered { toil; toil } }":               true,
		"{ toil; unordered { toil; toil } }":         true,
		"{ toil; unordered { toil }; toil }":         false,
		"{ unordered { ordered { toil; toil } } }":   false,
		"{ ordered { unordered { toil; toil } } }":   true,
		"{ unordered { ordered { toil }; toil } }":   true,
		"{ toil; ordered { toil; toil } }":           false,
		"{ unordered { unordered { toil; toil } } }": true,
	} {
		s := scriptOf(t, "state agent { n: int 0..9 }\naction work\noperator toil { do work; effect n += 1 }\ntask live { method \"m\" "+body+" }")
		if s.partial != want {
			t.Errorf("%s: has an order: %t", body, s.partial)
		}
	}
}

// TestOrdersWakeTheAgent: an agent with nothing to decide looks at an order that comes, or becomes urgent, in the next
// tick; one that is not known changes nothing.
func TestOrdersWakeTheAgent(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action work
operator toil { do work; effect n += 1 }
task live { method "m" { toil } }
agent a { plan live }
`)
	r := &Runner{}
	r.Reset(s, 0, 5, Options{})
	r.calm = never
	if !r.Order(Order{Number: 1}) || r.calm != 0 || r.OrderState(1) != WaitingOrder || r.OrderState(2) != UnknownOrder {
		t.Error("it has an order")
	}
	r.calm = never
	if r.Urge(2); r.calm != never {
		t.Error("there is no order 2")
	}
	if r.Urge(1); r.calm != 0 || !r.orders.isPressed() {
		t.Error("it is urgent")
	}
	for n := int64(2); n <= MaxOrders; n++ {
		r.Order(Order{Number: n})
	}
	if r.calm = never; r.Order(Order{Number: 99}) || r.calm != never {
		t.Error("there is no room")
	}
	r.Reset(s, 0, 5, Options{})
	if _, on := r.CurrentOrder(); on || r.OrderState(1) != UnknownOrder {
		t.Error("a new agent has the orders of the one before")
	}
}

// TestCountsAreSavedUpToTheirMost: what is counted without end is saved and read back when it has reached the most.
func TestCountsAreSavedUpToTheirMost(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action work
operator toil { do work; effect n += 1 }
task live { method "m" { toil } }
agent a { plan live }
`)
	b := NewBindings(s.info)
	action.Bind(b, "work", func(*action.Ctx, *struct{}, *struct{}) action.Status { return action.Success })
	st := world.NewState(s.info.Schema)
	stage := &Stage{Worker: NewWorker(s, htn.Options{}), Ctx: action.NewCtx(1, 10, nil), Instances: action.NewInstances(b)}
	save := func(r *Runner) []byte { return r.Append(nil, stage, st) }
	of := func() *Runner {
		r := &Runner{}
		r.Reset(s, 0, 5, Options{})
		return r
	}
	for what, count := range map[string]func(*Runner, int32){
		"plannings in vain":        func(r *Runner, n int32) { r.waits = n },
		"panics":                   func(r *Runner, n int32) { r.own().quarantine.panics = n },
		"a series":                 func(r *Runner, n int32) { r.line, r.inVain.open = 0, vain{n, htn.BoundNodes, 0} },
		"failures":                 func(r *Runner, n int32) { r.bans.add(0, &htn.Ban{}).count = n },
		"tries":                    func(r *Runner, n int32) { r.own().tries.count = n },
		"a series of another plan": func(r *Runner, n int32) { r.own().newMemory().vain = vain{n, htn.NoBound, 0} },
		"tries for another plan": func(r *Runner, n int32) {
			r.own().tries.count = 1
			r.own().newMemory().nothing = &nothing{tries: tries{count: n}, result: htn.Result{Status: htn.None}, waits: 1}
		},
		"waits for another plan": func(r *Runner, n int32) {
			r.own().tries.count = 1
			r.own().newMemory().nothing = &nothing{tries: tries{count: 1}, result: htn.Result{Status: htn.None}, waits: n}
		},
	} {
		for _, n := range []int32{1, maxCounted, maxCounted + 1} {
			r := of()
			count(r, n)
			saved := save(r)
			in, again := codec.NewReader(saved), of()
			again.Read(in, &Saved{Stage: stage}, 0, st)
			if in.Failed() != (n > maxCounted) {
				t.Errorf("%s: %d: refused %t", what, n, in.Failed())
			} else if n <= maxCounted && !slices.Equal(save(again), saved) {
				t.Errorf("%s: %d: it is read as something else", what, n)
			}
		}
	}
}
