package runner

import (
	"slices"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// lookers is a model whose agents plan every two seconds.
const lookers = `
state agent { n: int 0..9 }
action work uses arms
action wait uses legs
operator toil { do work; effect n += 1 }
operator hurry { do work; fail_after 3s; commit 1s; cooldown 2s; effect n += 1 }
task live { method "m" { toil } }
agent a { plan live every 2s; idle wait }
agent bare { plan live every 2s }
`

// TestWhenARunnerLooksAgain: in the next tick where something is under way that the runner cannot foresee, else in the
// tick of the first thing that it can.
func TestWhenARunnerLooksAgain(t *testing.T) {
	s := scriptOf(t, lookers)
	for what, c := range map[string]struct {
		set  func(r *Runner)
		want int64
	}{
		"nothing is due":                         {func(r *Runner) {}, never},
		"without a plan, when it plans again":    {func(r *Runner) { r.active, r.idling, r.why, r.due = false, true, NoPlan, 140 }, 140},
		"but not before the gap after a failure": {func(r *Runner) { r.active, r.idling, r.why, r.due, r.blocked = false, true, NoPlan, 110, 115 }, 115},
		"not yet told that it idles":             {func(r *Runner) { r.active, r.why, r.due = false, NoPlan, 140 }, 101},
		"a planning goes on":                     {func(r *Runner) { r.thinker = &thinker{busy: true} }, 101},
		"a planning that is over":                {func(r *Runner) { r.thinker = &thinker{} }, never},
		"it had no slice of planning":            {func(r *Runner) { r.rations.starved = true }, 101},
		"the plan is to be repaired":             {func(r *Runner) { r.mending = true }, 101},
		"another line waits for a commitment":    {func(r *Runner) { r.held = true }, 101},
		"another line waits for a step to end":   {func(r *Runner) { r.pause = true }, 101},
		"others have what it wants":              {func(r *Runner) { r.own().wants = wants{{object: 3}} }, 101},
		"what it depends on has changed":         {func(r *Runner) { r.watching, r.changed, r.planned, r.blocked = true, true, 99, 130 }, 130},
		"the gap to the last planning":           {func(r *Runner) { r.watching, r.changed, r.planned = true, true, 101 }, 102},
		"it changed, but nobody is to know":      {func(r *Runner) { r.changed, r.planned = true, 101 }, never},
		"its interval":                           {func(r *Runner) { r.unwatched = true }, r5(120)},
		"a commitment ends":                      {func(r *Runner) { r.recheck = 133 }, 133},
		"a cooldown ends":                        {func(r *Runner) { r.own().timers.set(1, 144); r.timers.set(2, 155) }, 144},
		"a cooldown of the agent, waited for": {func(r *Runner) {
			root := &Runner{}
			root.Reset(s, 0, 6, Options{})
			root.own().timers.set(1, 123)
			r.root, r.own().patient = root, true
		}, 123},
		"and not waited for": {func(r *Runner) {
			root := &Runner{}
			root.Reset(s, 0, 6, Options{})
			root.own().timers.set(1, 123)
			r.root = root
		}, never},
		"a ban ends":       {func(r *Runner) { banFor(r, 137) }, 137},
		"a step must end":  {func(r *Runner) { r.addEffort(0).op = 1; r.efforts[0].begun = 98 }, 128},
		"a step ends anew": {func(r *Runner) { r.addEffort(0).stale = true }, 101},
		"left alone":       {func(r *Runner) { r.own().quarantine.released = 160 }, 160},
		"left alone while a cooldown ends": {func(r *Runner) {
			r.own().quarantine.released = 160
			r.timers.set(1, 144)
		}, 144},
		"about to be released": {func(r *Runner) { r.active, r.idling, r.why, r.due = false, true, Quarantined, 140 }, 101},
		"its plan line is over": {func(r *Runner) {
			r.active, r.idling, r.spent[0] = false, true, true
		}, 101},
		"no line, which is known":  {func(r *Runner) { r.active, r.idling, r.line, r.why = false, true, -1, NoLine }, never},
		"no line, which is not":    {func(r *Runner) { r.active, r.idling, r.line, r.why = false, true, -1, NoPlan }, 101},
		"what was due before that": {func(r *Runner) { r.recheck = 90 }, 101},
	} {
		r := &Runner{}
		r.Reset(s, 0, 5, Options{})
		r.tick, r.active, r.line, r.planned = 100, true, 0, 80
		c.set(r)
		if got := r.nextDecision(); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
}

// r5 is the first period of two seconds from a tick on, of the agent with the ID 5: it is shifted by 4.
func r5(from int64) int64 {
	for (from+4)%20 != 0 {
		from--
	}
	return from
}

func banFor(r *Runner, until int64) {
	b := r.bans.add(0, &htn.Ban{})
	b.inForce, b.count, b.clock = true, 1, clock{state: clockRuns, ticks: until}
}

// TestWhenARunnerIsSteady: it lets its actions continue until it looks again, unless a step may start before, or
// nothing runs. With nothing to do at all it rests.
func TestWhenARunnerIsSteady(t *testing.T) {
	s := scriptOf(t, lookers)
	running := action.HandleOf(0, 3)
	for what, c := range map[string]struct {
		kind          int32
		set           func(r *Runner)
		steady, rests int64
	}{
		"it carries out a plan":       {0, func(r *Runner) { r.active, r.stuck = true, true }, 150, 0},
		"a step may start":            {0, func(r *Runner) { r.active = true }, 0, 0},
		"it looks in the next tick":   {0, func(r *Runner) { r.active, r.stuck, r.calm = true, true, 101 }, 0, 0},
		"the tick after that":         {0, func(r *Runner) { r.active, r.stuck, r.calm = true, true, 102 }, 102, 0},
		"it idles":                    {0, func(r *Runner) { r.idling, r.why, r.idle = true, NoPlan, running }, 150, 0},
		"its idle action is to start": {0, func(r *Runner) { r.idling, r.why = true, NoPlan }, 0, 0},
		"it has none":                 {1, func(r *Runner) { r.idling, r.why = true, NoPlan }, 0, 150},
		"it has none to start":        {1, func(r *Runner) { r.why = NoPlan }, 0, 150},
		"nothing to tell":             {0, func(r *Runner) {}, 0, 150},
		"left alone":                  {0, func(r *Runner) { r.idling, r.why, r.own().quarantine.released = true, NoPlan, 170 }, 0, 150},
		"an order waits":              {1, func(r *Runner) { r.Order(Order{Number: 1}); r.calm = 150 }, 0, 0},
	} {
		r := &Runner{}
		r.Reset(s, c.kind, 5, Options{})
		r.tick, r.calm = 100, 150
		c.set(r)
		if steady, rests := r.SteadyUntil(), r.RestsUntil(); steady != c.steady || rests != c.rests {
			t.Errorf("%s: steady until %d, rests until %d, want %d, %d", what, steady, rests, c.steady, c.rests)
		}
	}
}

// TestActionsOfARoutine: the running actions of all steps in their order, or what replaces a plan; none if there is no
// room for all. The nth of them is found again.
func TestActionsOfARoutine(t *testing.T) {
	s := scriptOf(t, lookers)
	r := &Runner{}
	r.Reset(s, 0, 5, Options{})
	h := func(slot int32) action.Handle { return action.HandleOf(0, slot) }
	on := func(slot int32) hand { return hand{h(slot), action.Running} }
	off := func(slot int32) hand { return hand{h(slot), action.Success} }
	r.active = true
	r.addEffort(0).hands = []hand{off(1), on(2)}
	r.addEffort(1).hands = []hand{on(3), off(4), on(5)}
	var q Routine
	if !r.LetOn(&q) || !slices.Equal(q.Hands(), []action.Handle{h(2), h(3), h(5)}) {
		t.Errorf("%v", q.Hands())
	}
	for nth, want := range [][2]int{{0, 1}, {1, 0}, {1, 2}} {
		r.efforts[0].acted, r.efforts[1].acted = false, false
		if at, hand := r.find(nth); at != want[0] || hand != want[1] || !r.efforts[0].acted || r.efforts[1].acted != (nth > 0) {
			t.Errorf("%d: hand %d of %d", nth, hand, at)
		}
	}
	if list := r.Handles(nil, nil); !slices.Equal(list, q.Hands()) {
		t.Errorf("%v", list)
	}
	r.efforts[0].over = true
	if list := r.Handles(nil, nil); !slices.Equal(list, []action.Handle{h(3), h(5)}) {
		t.Errorf("a step that is over: %v", list)
	}
	r.addEffort(2).hands = []hand{on(6)}
	if q.Drop(); len(q.Hands()) != 0 || r.LetOn(&q) {
		t.Error("four actions")
	}
	r.active = false
	if q.Drop(); !r.LetOn(&q) || len(q.Hands()) != 0 {
		t.Error("nothing runs")
	}
	r.idle = h(9)
	if q.Drop(); !r.LetOn(&q) || !slices.Equal(q.Hands(), []action.Handle{h(9)}) {
		t.Errorf("%v", q.Hands())
	}
}

// TestPassingOver: ticks in which nothing was to be done are noted once they are over, with the step that acted last;
// earlier ones change nothing.
func TestPassingOver(t *testing.T) {
	r := &Runner{}
	r.Reset(scriptOf(t, lookers), 0, 5, Options{})
	r.tick, r.at = 10, 7
	if r.PassOver(10); r.tick != 10 || r.at != 7 {
		t.Error("the same tick")
	}
	if r.PassOver(12); r.tick != 12 || r.at != 7 {
		t.Error("nothing runs")
	}
	r.addEffort(2)
	r.addEffort(1)
	if r.PassOver(13); r.tick != 13 || r.at != 1 {
		t.Error("the last step acted last")
	}
	if r.PassOver(3); r.tick != 13 {
		t.Error("an earlier tick")
	}
}

// TestHowActionsEndAStep: all have to succeed, one is enough, or the first decides; as soon as it is decided, no later.
func TestHowActionsEndAStep(t *testing.T) {
	r, s, f := action.Running, action.Success, action.Failure
	for _, c := range []struct {
		hands                []action.Status
		all, any, byThePrime action.Status
	}{
		{[]action.Status{r}, r, r, r},
		{[]action.Status{s}, s, s, s},
		{[]action.Status{f}, f, f, f},
		{[]action.Status{s, r}, r, s, s},
		{[]action.Status{r, s}, r, s, r},
		{[]action.Status{f, r}, f, r, f},
		{[]action.Status{r, f}, f, r, r},
		{[]action.Status{f, s}, f, s, f},
		{[]action.Status{s, s}, s, s, s},
		{[]action.Status{f, f}, f, f, f},
		{[]action.Status{s, s, r}, r, s, s},
		{[]action.Status{f, f, r}, f, r, f},
	} {
		var hands []hand
		for _, status := range c.hands {
			hands = append(hands, hand{status: status})
		}
		for how, want := range map[def.Join]action.Status{def.JoinAll: c.all, def.JoinAny: c.any, def.JoinPrimary: c.byThePrime} {
			if got := join(how, hands); got != want {
				t.Errorf("%v of %v: %v, want %v", how, c.hands, got, want)
			}
		}
	}
}

// TestStepsThatMayStart: a step starts when those before it are done and their actions leave it the tick, and when no
// other activity of the agent holds its resources, none of higher priority needs them, and no other agent has claimed
// its objects, unless the step has waited as long as it may.
func TestStepsThatMayStart(t *testing.T) {
	s := scriptOf(t, `
type tool
objects saw, axe: tool
state agent { n: int 0..9 }
action cut(t: tool) uses arms
action look uses eyes
operator chop(t: tool) { do cut(t); claim t; effect n += 1 }
operator brief(t: tool) { do cut(t); claim t; fail_after 2s; effect n += 1 }
operator watch { do look; effect n += 1 }
operator think { effect n += 1 }
operator throw { do look; cooldown 3s wait 1s; effect n += 1 }
task live { method "m" { chop(saw); watch; think; brief(axe); throw } }
agent a { plan live }
`)
	st := world.NewState(s.info.Schema)
	st.CopyFrom(s.info.Initial)
	plan := &courseOf(t, s, st).plan
	objects := map[string]world.Word{"saw": plan.Step(0).Args[0], "axe": plan.Step(3).Args[0]}
	fresh := func() (*course, *terms) {
		return courseOf(t, s, st), &terms{script: s, tick: 20, agent: 1, claims: &claims{}, waits: coolings{tick: 20}, awaits: true}
	}
	for what, c := range map[string]struct {
		set  func(c *course, x *terms)
		want int
	}{
		"the first":                      {func(*course, *terms) {}, 0},
		"it runs":                        {func(c *course, _ *terms) { c.progress[0].state = StepActive }, -1},
		"it is done":                     {func(c *course, _ *terms) { c.progress[0].state, c.first = StepDone, 1 }, 1},
		"its action has taken the tick":  {func(c *course, _ *terms) { c.progress[0], c.first = progress{StepDone, 21}, 1 }, -1},
		"which one without does not ask": {func(c *course, _ *terms) { c.progress[1], c.first = progress{StepDone, 21}, 2 }, 2},
		"the tick is over":               {func(c *course, _ *terms) { c.progress[0], c.first = progress{StepDone, 20}, 1 }, 1},
		"all are done":                   {func(c *course, _ *terms) { c.first = 5 }, -1},
		"something goes first":           {func(_ *course, x *terms) { x.hold = &Hold{Uses: s.numbers([]string{"arms"})} }, -1},
		"something else does":            {func(_ *course, x *terms) { x.hold = &Hold{Uses: s.numbers([]string{"eyes"})} }, 0},
		"another has claimed it, and it was not seen": {func(_ *course, x *terms) { x.claims.set(claimKey{object: objects["saw"]}, 2) }, 0},
		"it waits for that": {func(c *course, x *terms) {
			x.claims.set(claimKey{object: objects["saw"]}, 2)
			c.progress[0].free = 10
		}, -1},
		"to the end": {func(c *course, x *terms) {
			x.claims.set(claimKey{object: objects["saw"]}, 2)
			c.progress[0].free, x.tick = 10, 59
		}, -1},
		"and no longer": {func(c *course, x *terms) {
			x.claims.set(claimKey{object: objects["saw"]}, 2)
			c.progress[0].free, x.tick = 10, 60
		}, 0},
		"it has claimed it itself": {func(c *course, x *terms) {
			x.claims.set(claimKey{object: objects["saw"]}, 1)
			c.progress[0].free = 10
		}, 0},
		"its own time is shorter": {func(c *course, x *terms) {
			x.claims.set(claimKey{object: objects["axe"]}, 2)
			c.first, c.progress[3].free, x.tick = 3, 10, 30
			c.progress[2].state = StepDone
		}, 3},
		"and is not over": {func(c *course, x *terms) {
			x.claims.set(claimKey{object: objects["axe"]}, 2)
			c.first, c.progress[3].free, x.tick = 3, 10, 29
			c.progress[2].state = StepDone
		}, -1},
		"it waits for its cooldown": {func(c *course, x *terms) {
			c.first, c.progress[3].state = 4, StepDone
			x.waits.timers.set(s.operators[4].cooling.Base, 30)
		}, -1},
		"which is too long to wait for": {func(c *course, x *terms) {
			c.first, c.progress[3].state = 4, StepDone
			x.waits.timers.set(s.operators[4].cooling.Base, 31)
		}, 4},
		"in a plan that does not wait": {func(c *course, x *terms) {
			c.first, c.progress[3].state = 4, StepDone
			x.waits.timers.set(s.operators[4].cooling.Base, 30)
			x.awaits = false
		}, 4},
		"no order, another has its arms": {func(c *course, _ *terms) {
			c.linear = false
			c.addEffort(3).op = 1
			c.progress[3].state = StepActive
		}, 1},
		"which has just ended": {func(c *course, _ *terms) {
			c.linear = false
			e := c.addEffort(3)
			e.op, e.over = 1, true
			c.progress[3] = progress{state: StepDone}
		}, 0},
		"and acted in this tick": {func(c *course, _ *terms) {
			c.linear = false
			e := c.addEffort(3)
			e.op, e.over, e.acted = 1, true, true
			c.progress[3] = progress{state: StepDone}
		}, 1},
		"an order": {func(c *course, _ *terms) {
			c.linear, c.edges = false, []edge{{1, 0}, {2, 1}}
		}, 2},
		"half of it done": {func(c *course, _ *terms) {
			c.linear, c.edges = false, []edge{{1, 0}, {2, 1}, {2, 0}}
			c.progress[2] = progress{StepDone, 20}
		}, 1},
		"the last of those before it decides": {func(c *course, _ *terms) {
			c.linear, c.edges = false, []edge{{2, 0}, {3, 0}, {4, 1}}
			c.progress[2], c.progress[3] = progress{StepDone, 21}, progress{StepDone, 12}
			c.progress[4].state = StepActive
		}, -1},
	} {
		course, x := fresh()
		if course.plan.Len() != 5 {
			t.Fatal(course.plan.Len())
		}
		c.set(course, x)
		if got := course.nextReady(x); got != c.want {
			t.Errorf("%s: step %d, want %d", what, got, c.want)
		}
	}
}

// TestWhatPlanningsTake: a measuring function receives what each planning took by its clock, and the worker counts it;
// measuring is optional.
func TestWhatPlanningsTake(t *testing.T) {
	s := scriptOf(t, lookers)
	w := NewWorker(s, htn.Options{})
	r := &Runner{}
	r.Reset(s, 0, 5, Options{})
	if w.now() != 0 {
		t.Error("nobody measures")
	}
	w.measured(r, htn.Found, htn.Stats{}, htn.Stats{Nodes: 3}, false, 0)
	if got := w.Work(); got != (Work{1, 3}) {
		t.Errorf("%+v", got)
	}
	var reported []Metered
	clock := 5 * time.Second
	w.Measure(func() time.Duration { clock += time.Second; return clock }, func(m Metered) { reported = append(reported, m) })
	since := w.now()
	w.measured(r, htn.Paused, htn.Stats{Nodes: 2, Backtracks: 1}, htn.Stats{Nodes: 7, Backtracks: 4}, true, since)
	if want := (Metered{5, htn.Paused, true, 5, 3, time.Second}); len(reported) != 1 || reported[0] != want {
		t.Errorf("%+v, want %+v", reported, want)
	}
	if got := w.Work(); got != (Work{2, 8}) {
		t.Errorf("%+v", got)
	}
}
