package action_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// stopwatch records the calls that the instances of a test receive.
type stopwatch struct {
	log   []string
	slips string // the hook that panics
}

func (w *stopwatch) note(c *action.Ctx, what string) {
	if w.log = append(w.log, what); w.slips == what {
		panic("a slip")
	}
}

// bind binds "act", with hooks or without those of suspensions.
func (w *stopwatch) bind(f *fixture, hooked bool) *action.Instances {
	hooks := []action.Hook[none, none]{
		action.OnStart(func(c *action.Ctx, _, _ *none) { w.note(c, "start") }),
		action.OnEnd(func(c *action.Ctx, _, _ *none, s action.Status) { w.note(c, "end") }),
		action.OnAbort(func(c *action.Ctx, _, _ *none, r action.Reason) { w.note(c, "abort") }),
		action.OnRestored(func(c *action.Ctx, _, _ *none) { w.note(c, "restored") }),
	}
	if hooked {
		hooks = append(hooks, action.OnSuspend(func(c *action.Ctx, _, _ *none) { w.note(c, "suspend") }),
			action.OnResume(func(c *action.Ctx, _, _ *none) { w.note(c, "resume") }))
	}
	b := f.bindings()
	action.Bind(b, "act", func(c *action.Ctx, _, _ *none) action.Status {
		w.note(c, "update")
		return action.Running
	}, hooks...)
	return action.NewInstances(b)
}

// follow carries out a script on one instance and returns the statuses of its updates.
func follow(c *action.Ctx, in *action.Instances, id int32, script string) (statuses string) {
	var h action.Handle
	for _, do := range strings.Fields(script) {
		switch do {
		case "start":
			h = in.Start(c, id, nil)
		case "update":
			statuses += in.Update(c, h).String() + " "
		case "suspend":
			in.Suspend(c, h)
		case "resume":
			in.Resume(c, h)
		case "abort":
			in.Abort(c, h, action.Interrupted)
		case "save":
			r := codec.NewReader(savedBytes(in, h))
			in.Drop(h)
			h, _ = in.Restorer((*world.Reader)(r), c.State().Schema(), nil).Instance((*world.Reader)(r))
			in.Restored(c, h)
		}
	}
	return strings.TrimSpace(statuses)
}

func TestSuspension(t *testing.T) {
	for _, tc := range []struct {
		name, script, slips string
		want, statuses      string
		fault               bool
	}{
		{name: "it is told once each time", script: "start update suspend resume update suspend resume", want: "start update suspend resume update suspend resume", statuses: "running running"},
		{name: "before its first update, too", script: "start suspend resume update", want: "start suspend resume update", statuses: "running"},
		{name: "what is aborted meanwhile is not resumed", script: "start suspend abort", want: "start suspend abort"},
		{name: "what is saved meanwhile is restored, and resumed in its time", script: "start suspend save resume update", want: "start suspend restored resume update", statuses: "running"},
		{name: "a panic as it is suspended fails its next update", script: "start suspend resume update", slips: "suspend", want: "start suspend end", statuses: "failure", fault: true},
		{name: "also after it was saved", script: "start suspend save update", slips: "suspend", want: "start suspend restored end", statuses: "failure", fault: true},
		{name: "a panic as it goes on fails its next update", script: "start suspend resume update", slips: "resume", want: "start suspend resume end", statuses: "failure", fault: true},
		{name: "it can be aborted after a panic", script: "start suspend abort", slips: "suspend", want: "start suspend abort", fault: true},
		{name: "one that could not start is not told", script: "start suspend resume update", slips: "start", want: "start end", statuses: "failure", fault: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFixture(t)
			w := &stopwatch{slips: tc.slips}
			in, c := w.bind(f, true), f.ctx()
			statuses := follow(c, in, 0, tc.script)
			if got := strings.Join(w.log, " "); got != tc.want || statuses != tc.statuses {
				t.Errorf("%s: %q, want %s: %q", got, statuses, tc.want, tc.statuses)
			}
			if fault, broken := c.TakeFault(); broken != tc.fault || broken && (fault.Action != "act" || !strings.HasPrefix(fault.Message, "a slip (")) {
				t.Errorf("fault %+v", fault)
			}
		})
	}
}

// TestHooksOfSuspensionsAreOptional: without them nothing happens, and the instance continues.
func TestHooksOfSuspensionsAreOptional(t *testing.T) {
	f := newFixture(t)
	w := &stopwatch{}
	if s := follow(f.ctx(), w.bind(f, false), 0, "start update suspend resume update"); s != "running running" || strings.Join(w.log, " ") != "start update update" {
		t.Error(s, w.log)
	}
}

// phases are the calls that are reported to a witness, or that a substitute answers.
type phases struct {
	list []string
	slip action.Phase // in which a substitute answers with a panic
}

func (p *phases) Called(c *action.Ctx, call *action.Call) {
	p.list = append(p.list, fmt.Sprint(call.Phase, call.Action, call.Serial, call.Fault.Action))
}

func (p *phases) Answer(c *action.Ctx, call *action.Call) {
	if call.Phase == p.slip && p.slip != action.PhaseStart {
		call.Fault = action.Fault{Action: "act", Message: "a slip"}
	}
	p.Called(c, call)
}

// TestSuspensionsAreWitnessedAndAnsweredBySubstitutes: a substitute is asked for the same calls that are reported to a
// witness, except updates without a trace and awake hooks that there are not.
func TestSuspensionsAreWitnessedAndAnsweredBySubstitutes(t *testing.T) {
	f := newFixture(t)
	for _, slips := range []string{"", "suspend", "resume"} {
		w, seen, c := &stopwatch{slips: slips}, &phases{}, f.ctx()
		in := w.bind(f, true)
		in.Watch(seen)
		follow(c, in, 0, "start suspend resume abort")
		_, broken := c.TakeFault()

		answered := &phases{slip: map[string]action.Phase{"suspend": action.PhaseSuspend, "resume": action.PhaseResume}[slips]}
		again := f.ctx()
		follow(again, action.NewSubstituted(1, answered), 0, "start suspend resume abort")
		_, same := again.TakeFault()
		answered.list = answered.list[1:] // the awake hook: a substitute does not know that there is none
		if slips == "suspend" {           // a host that is broken is not asked again
			seen.list = slices.Delete(seen.list, 2, 3)
			answered.list = slices.Delete(answered.list, 2, 3)
		}
		if !slices.Equal(seen.list, answered.list) || len(seen.list) < 3 || broken != same || broken != (slips != "") {
			t.Errorf("slips %q: seen %q, answered %q; faults %t, %t", slips, seen.list, answered.list, broken, same)
		}
	}
}

// deaf is a driver that does nothing; eager also wants to know of suspensions.
type deaf struct{ action.Driver }

func (deaf) Start(*action.Ctx, int32, []world.Word) int32 { return 5 }
func (deaf) Update(*action.Ctx, int32) action.Status      { return action.Running }
func (deaf) Abort(*action.Ctx, int32, action.Reason)      {}

type eager struct {
	deaf
	log []string
}

func (e *eager) Suspend(_ *action.Ctx, slot int32) {
	e.log = append(e.log, fmt.Sprint("suspend ", slot))
}
func (e *eager) Resume(_ *action.Ctx, slot int32) {
	e.log = append(e.log, fmt.Sprint("resume ", slot))
}

// TestDriversAreToldIfTheyWant: only drivers that ask for it are notified of suspensions.
func TestDriversAreToldIfTheyWant(t *testing.T) {
	f := newFixture(t)
	in, e := (&stopwatch{}).bind(f, true), &eager{}
	first := in.Attach(deaf{}, 1)
	second := in.Attach(e, 1)
	for _, id := range []int32{first, second} {
		if s := follow(f.ctx(), in, id, "start update suspend resume update"); s != "running running" {
			t.Error(s)
		}
	}
	if strings.Join(e.log, ", ") != "suspend 5, resume 5" {
		t.Error(e.log)
	}
}

// TestSuspensionOfWhatIsEnding: the hooks of an action that was asked to end, and is suspended meanwhile, know that it
// was.
func TestSuspensionOfWhatIsEnding(t *testing.T) {
	f := newFixture(t)
	var log []string
	note := func(what string) action.Hook[none, none] {
		hook := func(c *action.Ctx, _, _ *none) { log = append(log, fmt.Sprint(what, " ", c.Ending())) }
		if what == "suspend" {
			return action.OnSuspend(hook)
		}
		return action.OnResume(hook)
	}
	b := f.bindings()
	action.Bind(b, "act", func(c *action.Ctx, _, _ *none) action.Status { return action.Running }, note("suspend"), note("resume"),
		action.OnAbort(func(*action.Ctx, *none, *none, action.Reason) {}))
	in := action.NewInstances(b)
	c := f.ctx()
	h := in.Start(c, 0, nil)
	for _, asked := range []bool{false, true} {
		if asked && !in.Ask(c, h, action.Interrupted) {
			t.Fatal("the action takes no time to end")
		}
		in.Suspend(c, h)
		in.Resume(c, h)
	}
	if got := strings.Join(log, ", "); got != "suspend false, resume false, suspend true, resume true" {
		t.Error(got)
	}
}
