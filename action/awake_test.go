package action_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
)

// waking binds "act", which logs its calls, and fails in one of them.
func waking(f *fixture, slips string, log *[]string) *action.Bindings {
	type state struct{ Turn int32 }
	note := func(what string) {
		if *log = append(*log, what); what == slips {
			panic("a slip")
		}
	}
	b := f.bindings()
	action.Bind(b, "act", func(_ *action.Ctx, _ *none, s *state) action.Status {
		if note("update"); s.Turn < 2 {
			return action.Failure // a hook did not come before
		}
		return action.Running
	}, action.OnAwake(func(_ *action.Ctx, _ *none, s *state) { s.Turn++; note("awake") }),
		action.OnStart(func(_ *action.Ctx, _ *none, s *state) { s.Turn++; note("start") }),
		action.OnEnd(func(_ *action.Ctx, _ *none, _ *state, s action.Status) { note("end " + s.String()) }),
		action.OnAbort(func(*action.Ctx, *none, *state, action.Reason) { note("abort") }),
		action.OnRestored(func(*action.Ctx, *none, *state) { note("restored") }))
	return b
}

// TestAwake: an instance awakes once, before it starts, with and without a witness. One that panics then does not
// start, and fails.
func TestAwake(t *testing.T) {
	f := newFixture(t)
	for _, tc := range []struct{ slips, want, calls string }{
		{"", "awake start update abort", "awake start abort"},
		{"awake", "awake end failure", "awake! start update end"},
		{"start", "awake start end failure", "awake start! update end"},
	} {
		for _, watched := range []bool{false, true} {
			var log []string
			in, c, w := action.NewInstances(waking(f, tc.slips, &log)), f.ctx(), &turns{}
			if watched {
				in.Watch(w)
			}
			h := in.Start(c, 0, nil)
			fault, broken := c.TakeFault()
			if broken != (tc.slips != "") || broken && (fault.Action != "act" || !strings.HasPrefix(fault.Message, "a slip (awake_test.go:")) {
				t.Errorf("%q slips: fault %+v", tc.slips, fault)
			}
			if s := in.Update(c, h); s == action.Running {
				in.Abort(c, h, action.BetterPlan)
			} else if s != action.Failure || !broken {
				t.Errorf("%q slips: status %v", tc.slips, s)
			}
			if got := strings.Join(log, " "); got != tc.want {
				t.Errorf("%q slips, watched %t: called %s, want %s", tc.slips, watched, got, tc.want)
			}
			if got := strings.Join(w.list, " "); watched && got != tc.calls {
				t.Errorf("%q slips: the witness saw %s, want %s", tc.slips, got, tc.calls)
			}
		}
	}
}

// turns is a witness that logs the phases of calls, and marks those that panicked.
type turns struct{ list []string }

func (w *turns) Called(_ *action.Ctx, call *action.Call) {
	text := []string{"start", "update", "end", "abort", "suspend", "resume", "awake"}[call.Phase]
	if call.Fault.Action != "" {
		text += "!"
	}
	w.list = append(w.list, text)
}

// TestRestoredInstancesDoNotAwake: what continues from a snapshot is not made again; what its awake and start hooks
// have prepared is in its state.
func TestRestoredInstancesDoNotAwake(t *testing.T) {
	f := newFixture(t)
	var log []string
	in := action.NewInstances(waking(f, "", &log))
	saved := savedBytes(in, in.Start(f.ctx(), 0, nil))
	s := &savedStage[none, none]{in: action.NewInstances(waking(f, "", &log)), c: f.ctx()}
	log = nil
	if why, notes := s.restore(t, f, saved, nil); why != "" || len(notes) > 0 {
		t.Fatal(why, notes)
	}
	if !slices.Equal(log, []string{"restored"}) {
		t.Errorf("called %q", log)
	}
}
