package runner

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// scene is where the parts of a runner act alone. The outcomes of their actions are given by their names; their reports
// and calls are logged.
type scene struct {
	turn
	state *world.State
	notes []string
	come  map[string]any // by action: a status, or the value of a panic; it runs by default
}

func sceneOf(s *Script) *scene {
	c := &scene{state: world.NewState(s.info.Schema), come: map[string]any{}}
	c.state.CopyFrom(s.info.Initial)
	b := NewBindings(s.info)
	for _, a := range s.info.Actions {
		action.Bind(b, a.Name, func(*action.Ctx, *action.Arguments, *struct{}) action.Status {
			status, ok := c.come[a.Name].(action.Status)
			if !ok && c.come[a.Name] != nil {
				panic(c.come[a.Name])
			}
			if c.notes = append(c.notes, a.Name); ok {
				return status
			}
			return action.Running
		}, action.OnAbort(func(_ *action.Ctx, _ *action.Arguments, _ *struct{}, why action.Reason) {
			c.notes = append(c.notes, "aborted: "+why.String())
		}))
	}
	r := &Runner{}
	r.seldom.clear()
	stage := &Stage{Worker: NewWorker(s, htn.Options{}), Ctx: action.NewCtx(1, 10, nil), Instances: action.NewInstances(b)}
	stage.Sink = SinkFunc(func(e Event) { c.notes = append(c.notes, e.Kind.String()) })
	stage.Worker.machine.State = c.state
	c.turn = turn{Stage: stage, alert: &alert{}, seldom: &r.seldom, eater: &r.seldom, bans: &bans{}, agent: 1, line: -1}
	c.at(1)
	return c
}

// at continues to a tick.
func (c *scene) at(tick int64) {
	c.Ctx.Enter(1, tick, c.state)
	c.tick = tick
}

// took returns the log since the last call.
func (c *scene) took() string {
	text := strings.Join(c.notes, ", ")
	c.notes = nil
	return text
}

func (c *scene) set(s *Script, name string, to world.Word) {
	c.state.Set(s.info.Schema.Symbol(name).Base, to)
}

// TestStepsAlone: the part that carries out a step reports its events, and says why it cannot continue. It leaves the
// consequences to its caller.
func TestStepsAlone(t *testing.T) {
	type tick struct {
		come any
		set  string // a symbol that becomes true, or with a "!" false
		want string // the log; after " = " the cause
	}
	done, failed := action.Success, action.Failure
	for what, c := range map[string]struct {
		clauses string
		ticks   []tick
	}{
		"it ends well":                          {"", []tick{{nil, "", "step started, work"}, {nil, "", "work"}, {done, "", "work, step ended"}, {done, "", ""}}},
		"at once":                               {"", []tick{{done, "", "step started, work, step ended"}}},
		"it fails":                              {"", []tick{{nil, "", "step started, work"}, {failed, "", "work = its action failed"}}},
		"it panics":                             {"", []tick{{nil, "", "step started, work"}, {"oh", "", " = its action panicked"}}},
		"it fails and retries":                  {"retry 1", []tick{{failed, "", "step started, work, step retried"}, {failed, "", "work = its action failed"}}},
		"a retry that works":                    {"retry 1", []tick{{failed, "", "step started, work, step retried"}, {done, "", "work, step ended"}}},
		"its condition is gone when it retries": {"when !off; retry 1", []tick{{failed, "", "step started, work, step retried"}, {done, "off", " = its condition does not hold"}}},
		"until":                                 {"until off", []tick{{nil, "", "step started, work"}, {nil, "off", "aborted: its until holds, step ended"}}},
		"until holds already":                   {"until !off", []tick{{nil, "", "step started, step ended"}}},
		"while":                                 {"while !off", []tick{{nil, "", "step started, work"}, {nil, "off", "aborted: its while does not hold = its while does not hold"}}},
		"while does not hold":                   {"while off", []tick{{nil, "", "step started = its while does not hold"}}},
		"fail_after":                            {"fail_after 0.2s", []tick{{nil, "", "step started, work"}, {nil, "", "work"}, {nil, "", "aborted: its time is over = its time is over"}}},
		"succeed_after":                         {"succeed_after 0.1s", []tick{{nil, "", "step started, work"}, {nil, "", "aborted: its time is over, step ended"}}},
		"its end is before its time":            {"fail_after 0.1s", []tick{{done, "", "step started, work, step ended"}, {nil, "", ""}}},
	} {
		s := scriptOf(t, `
state agent { n: int 0..9; off: bool }
action work
operator toil { do work; `+c.clauses+`; effect n += 1 }
task live { method "m" { toil } }
agent a { plan live }
`)
		sc := sceneOf(s)
		sc.kind = &s.kinds[0]
		course := courseOf(t, s, sc.state)
		for i, k := range c.ticks {
			sc.at(int64(1 + i))
			sc.come["work"] = k.come
			if name := strings.TrimPrefix(k.set, "!"); name != "" {
				sc.set(s, name, world.Bool(name == k.set))
				course.notice(s, sc.state, sc.state.Changes(world.Mark{}))
			}
			cause := NoCause
			switch {
			case i == 0:
				cause = course.setOut(&sc.turn, 0)
			case len(course.efforts) > 0:
				cause = course.goOn(&sc.turn, &course.efforts[0])
			}
			course.sweep()
			got := sc.took()
			if cause != NoCause {
				got += " = " + cause.String()
			}
			if got != k.want {
				t.Errorf("%s: tick %d: %q, want %q", what, 1+i, got, k.want)
			}
			if done := strings.HasSuffix(k.want, "step ended"); done != (course.progress[0].state == StepDone) && k.want != "" {
				t.Errorf("%s: tick %d: step %d", what, 1+i, course.progress[0].state)
			}
			if len(*sc.bans) != 0 || sc.failure != nil || course.mending {
				t.Errorf("%s: tick %d: something was decided", what, 1+i)
			}
		}
	}
}

// TestAStepThatFails: it waits again, the failure is kept, what held the step is banned for its plan line, and its
// cooldown begins.
func TestAStepThatFails(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action work
operator toil { do work; cooldown 2s; effect n += 1 }
task live { method "m" { toil } }
agent a { plan live }
`)
	sc := sceneOf(s)
	sc.kind = &s.kinds[0]
	c := courseOf(t, s, sc.state)
	c.setOut(&sc.turn, 0)
	sc.took()
	sc.at(3)
	c.fail(&sc.turn, 0, ActionFailed)
	if got := sc.took(); got != "step failed, method banned" {
		t.Error(got)
	}
	if c.progress[0] != (progress{}) || !c.efforts[0].over || c.mending || c.at != 0 {
		t.Errorf("%+v %+v", c.progress[0], c.efforts[0])
	}
	if f := sc.Failure(); f.Tick != 3 || f.Operator != 0 || f.Cause != ActionFailed {
		t.Errorf("%+v", f)
	}
	if b := *sc.bans; len(b) != 1 || !b[0].isOut() || b[0].failed != 3 || b[0].line != c.from || b[0].cause != ActionFailed {
		t.Errorf("%+v", b)
	}
	if l := sc.eater.timers; len(l) != 1 || l[0].due != 23 {
		t.Errorf("%+v", l)
	}
	sc.at(4)
	c.setOut(&sc.turn, 0)
	sc.took()
	if c.abortAll(&sc.turn, action.PlanFailed); len(c.efforts) != 0 || sc.eater.timers[0].due != 24 || len(*sc.bans) != 1 {
		t.Errorf("a step that is given up cools down and bans nothing: %+v", sc.eater.timers)
	}
	if got := sc.took(); got != "aborted: "+action.PlanFailed.String()+", step aborted" {
		t.Error(got)
	}
}

// TestWhatStandsIn: an order goes before a mind, and that before the idle action; each starts once, and again when it
// has ended. A panic that ends it is returned to the caller, which leaves the agent alone; a panic in another hook is
// not.
func TestWhatStandsIn(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action wait uses legs
action work
operator toil { do work; effect n += 1 }
task live { method "m" { toil } }
agent a { idle wait }
agent bare { }
`)
	sc := sceneOf(s)
	sc.kind = &s.kinds[0]
	x := &standIn{kind: sc.kind, why: NoPlan}
	goOn := func(what, want string, panics bool) {
		t.Helper()
		if panicked := x.goOn(&sc.turn, false, htn.NoBound); panicked != panics {
			t.Errorf("%s: panicked %t", what, panicked)
		}
		if got := sc.took(); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	goOn("it idles", "idle started, wait", false)
	goOn("it goes on idling", "wait", false)
	sc.come["wait"] = action.Failure
	goOn("the idle action fails", "wait, idle ended", false)
	sc.come["wait"] = nil
	goOn("it starts again", "wait", false)
	sc.come["wait"] = "oh"
	goOn("it panics", "idle ended, faulted", true)
	if !x.idle.IsZero() || sc.Fault().Message == "" || sc.quarantine != (quarantine{}) {
		t.Errorf("%+v %+v", x, sc.Fault())
	}
	sc.come["wait"] = nil
	goOn("and again", "wait", false)
	if x.stopIdle(&sc.turn, action.PlanFound); x.idling || !x.idle.IsZero() || sc.took() != "aborted: "+action.PlanFound.String()+", idle aborted" {
		t.Errorf("%+v", x)
	}
	if x.stopIdle(&sc.turn, action.PlanFound); sc.took() != "" {
		t.Error("nothing runs")
	}
	x.why = NotIdle
	goOn("it has something to do", "", false)
	if x.goOn(&sc.turn, true, htn.NoBound); x.whyIdle() != Seeking || sc.took() != "idle started, wait" {
		t.Error("a first plan is sought")
	}
	x.stopIdle(&sc.turn, action.PlanFound)
	sc.own().hold = &Hold{Uses: s.numbers([]string{"legs"})}
	x.why = NoPlan
	sc.took()
	goOn("something needs its legs", "idle started", false)
	sc.own().hold = nil
	bare := &standIn{kind: &s.kinds[1], why: NoLine}
	if panicked := bare.goOn(&sc.turn, false, htn.NoBound); panicked || sc.took() != "idle started" || !bare.idle.IsZero() {
		t.Error("it has no idle action")
	}
	if x.whyNoLine(nil) != NoLine || (&standIn{kind: sc.kind, ended: true}).whyNoLine(nil) != TreeEnded {
		t.Error("why no line holds")
	}
}

// TestQuarantines: each lasts twice as long as the one before, up to a minute, until something has ended well. Those
// that never had one share what is never written to.
func TestQuarantines(t *testing.T) {
	s := scriptOf(t, "state agent { n: int 0..9 }")
	var q quarantine
	if q.isOn(0) {
		t.Error("there was none")
	}
	for i, seconds := range []int64{1, 2, 4, 8, 16, 32, 60, 60} {
		tick := int64(1000 * i)
		if ticks := q.begin(s, tick); ticks != 10*seconds || !q.isOn(tick) || !q.isOn(tick+ticks-1) || q.isOn(tick+ticks) {
			t.Errorf("%d: %d ticks, %+v", i, ticks, q)
		}
	}
	q.panics = maxCounted
	if q.begin(s, 1); q.panics != maxCounted {
		t.Error(q.panics)
	}
	var x seldom
	if x.clear(); x.rare != &noRare {
		t.Error("it has something")
	}
	if x.EndedWell(); x.rare != &noRare || noRare.quarantine != (quarantine{}) {
		t.Error("nothing was amiss")
	}
	x.own().quarantine = q
	if x.EndedWell(); x.quarantine.panics != 0 || x.quarantine.released != q.released {
		t.Errorf("%+v", x.quarantine)
	}
	if x.clear(); x.rare == &noRare || x.quarantine != (quarantine{}) {
		t.Errorf("%+v", x.quarantine)
	}
}

// TestWantsThatAreOpen: an agent plans when an object that it wants is free; while it carries out a plan, only if it is
// first in the queue.
func TestWantsThatAreOpen(t *testing.T) {
	s := scriptOf(t, `
type tool max 9
objects saw: tool
state agent { n: int 0..9 }
action cut(t: tool)
operator chop(t: tool) { do cut(t); claim t world }
task live { method "m" { chop(saw) } }
agent a { plan live }
agent seer { plan live; body tool; sense sight; memory short }
sense sight { range 9 }
memory short { capacity 4 }
`)
	st := world.NewState(s.info.Schema)
	st.CopyFrom(s.info.Initial)
	open := func(c *claims, id action.AgentID, queued bool, l ...want) bool {
		r := &Runner{}
		r.Reset(s, 0, id, Options{})
		r.own().wants = l
		return c.areOpen(r, st, queued)
	}
	c := &claims{}
	l := wants{{object: 5}, {object: 6, world: true}}
	c.set(claimKey{object: 5}, 2)
	c.set(claimKey{object: 6, all: true}, 2)
	if open(c, 1, false, l...) {
		t.Error("others have both")
	}
	if !open(c, 2, false, l...) || open(c, 2, true, l...) || open(c, 2, false) {
		t.Error("its own are free for it, though others go first")
	}
	c.rouse(2, claimKey{object: 6, all: true}, 3)
	if !open(c, 2, true, l...) || open(c, 3, true, l...) {
		t.Error("its turn has come")
	}
	delete(c.by, claimKey{object: 6, all: true})
	if !open(c, 1, false, l...) {
		t.Error("one is free")
	}

	c = &claims{}
	saw, _, _ := st.ObjectNamed("saw")
	seer := &Runner{}
	seer.Reset(s, 1, 1, Options{})
	seer.own().wants = wants{{object: saw}}
	at, _ := s.info.Claimed[0].Addr(saw)
	for _, seen := range []bool{true, false} {
		st.Set(at, world.Bool(seen))
		if c.areOpen(seer, st, false) == seen || slices.Equal(c.known(nil, seer, st), []world.Object{saw}) != seen {
			t.Errorf("seen %t: open %t, known %v", seen, c.areOpen(seer, st, false), c.known(nil, seer, st))
		}
	}
	st.Set(at, 1)
	seer.wants[0].world = true
	if !c.areOpen(seer, st, false) || len(c.known(nil, seer, st)) > 0 {
		t.Error("who was refused it is told that it is free, whatever it has seen")
	}
	c.set(claimKey{object: saw, all: true}, 2)
	if c.areOpen(seer, st, false) || !slices.Equal(c.known(nil, seer, st), []world.Object{saw}) {
		t.Error("who was refused it knows that it is claimed")
	}
}
