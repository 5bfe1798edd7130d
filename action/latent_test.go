package action_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
)

// landing binds "act", which takes some updates to end on request, and records the calls and whether it is ending.
func landing(f *fixture, ticks int32, log *[]string) *action.Bindings {
	type state struct{ Left int32 }
	note := func(c *action.Ctx, what string) {
		if c.Ending() {
			what += " ending"
		}
		*log = append(*log, what)
	}
	b := f.bindings()
	action.Bind(b, "act", func(c *action.Ctx, _ *none, s *state) action.Status {
		note(c, "update")
		if s.Left--; c.Ending() && s.Left <= 0 {
			return action.Success
		}
		return action.Running
	}, action.OnStart(func(c *action.Ctx, _ *none, _ *state) { note(c, "start") }),
		action.OnEnd(func(c *action.Ctx, _ *none, _ *state, _ action.Status) { note(c, "end") }),
		action.OnAbort(func(c *action.Ctx, _ *none, s *state, _ action.Reason) { s.Left = ticks; note(c, "abort") }),
		action.OnRestored(func(c *action.Ctx, _ *none, _ *state) { note(c, "restored") }))
	return b
}

// TestAskedInstancesEndWithoutAnotherHook: the abort hook is the request, the updates after it see that the instance is
// ending, and nothing is called when it has ended or is aborted. Others are not ending meanwhile.
func TestAskedInstancesEndWithoutAnotherHook(t *testing.T) {
	f := newFixture(t)
	for _, tc := range []struct {
		ticks  int32 // that the instance takes to end
		aborts bool
		want   string
		calls  string
	}{
		{2, false, "start; update; abort ending; update ending; update ending", "start abort update"},
		{9, true, "start; update; abort ending; update ending; update ending", "start abort"},
	} {
		for _, watched := range []bool{false, true} {
			var log []string
			in, c, w := action.NewInstances(landing(f, tc.ticks, &log)), f.ctx(), &turns{}
			if watched {
				in.Watch(w)
			}
			h := in.Start(c, 0, nil)
			in.Update(c, h)
			if !in.Ask(c, h, action.HigherBranch) {
				t.Fatal("it takes no time")
			}
			status := action.Running
			for range 2 {
				status = in.Update(c, h)
			}
			if tc.aborts {
				in.Abort(c, h, action.AgentRemoved)
			} else if status != action.Success {
				t.Error(status)
			}
			if got := strings.Join(log, "; "); got != tc.want || in.Running() != 0 {
				t.Errorf("called %s, want %s; %d run", got, tc.want, in.Running())
			}
			if got := strings.Join(w.list, " "); watched && got != tc.calls {
				t.Errorf("the witness saw %s, want %s", got, tc.calls)
			}
			log = nil
			if in.Abort(c, in.Start(c, 0, nil), action.BetterPlan); !slices.Equal(log, []string{"start", "abort"}) {
				t.Errorf("the next: %q", log)
			}
		}
	}
}

// TestRestoredInstancesAreEnding when the caller that updates them says so: they are not asked again.
func TestRestoredInstancesAreEnding(t *testing.T) {
	f := newFixture(t)
	var log []string
	in, c := action.NewInstances(landing(f, 1, &log)), f.ctx()
	h := in.Start(c, 0, nil)
	in.Asked(h)
	log = nil
	if s := in.Update(c, h); s != action.Success || !slices.Equal(log, []string{"update ending"}) {
		t.Errorf("%v, called %q", s, log)
	}
}

// TestSubstitutesAreAskedOnce as the host was.
func TestSubstitutesAreAskedOnce(t *testing.T) {
	for _, again := range []bool{false, true} {
		a, f := &phases{}, newFixture(t)
		in, c := action.NewSubstituted(1, a), f.ctx()
		h := in.Start(c, 0, nil)
		if again {
			in.Asked(h)
		} else if !in.Ask(c, h, action.HigherBranch) {
			t.Fatal("it takes no time")
		}
		in.Update(c, h)
		in.Abort(c, h, action.AgentRemoved)
		want := []string{"6 0 1", "0 0 1", "3 0 1", "1 0 1"}
		if again {
			want = slices.Delete(want, 2, 3)
		}
		if !slices.Equal(a.list, want) || in.Running() != 0 {
			t.Errorf("asked %q, want %q; %d run", a.list, want, in.Running())
		}
	}
}
