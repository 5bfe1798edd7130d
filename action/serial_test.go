package action_test

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
)

// numbered is a state that knows the number of its instance.
type numbered struct{ At int64 }

// numbering binds "act", which notes the numbers that it is called with.
func numbering(f *fixture, log *[]int64, released *[]int64) *action.Bindings {
	note := func(c *action.Ctx) { *log = append(*log, c.Serial()) }
	b := f.bindings()
	action.Bind(b, "act", func(c *action.Ctx, _ *none, _ *numbered) action.Status { note(c); return action.Running },
		action.OnAwake(func(c *action.Ctx, _ *none, _ *numbered) { note(c) }), action.OnStart(func(c *action.Ctx, _ *none, s *numbered) { note(c); s.At = c.Serial() }),
		action.OnAbort(func(c *action.Ctx, _ *none, _ *numbered, _ action.Reason) { note(c) }), action.OnSuspend(func(c *action.Ctx, _ *none, _ *numbered) { note(c) }),
		action.OnRestored(func(c *action.Ctx, _ *none, _ *numbered) { note(c) }),
		action.OnReleased[none](func(s *numbered) { *released = append(*released, s.At) }))
	return b
}

// TestNumbersOfRunningActions: each call knows the number of its instance, whatever was called between, watched or not;
// a number is not given again.
func TestNumbersOfRunningActions(t *testing.T) {
	for _, watched := range []bool{false, true} {
		f := newFixture(t)
		var log, released []int64
		in, c := action.NewInstances(numbering(f, &log, &released)), f.ctx()
		if watched {
			in.Watch(&turns{})
		}
		one, two := in.Start(c, 0, nil), in.Start(c, 0, nil)
		in.Update(c, one)
		in.Suspend(c, two)
		in.Ask(c, one, action.BetterPlan) // it has grace
		in.Update(c, one)
		in.Abort(c, one, action.BetterPlan) // its time is over: no hook is called
		in.Start(c, 0, nil)
		in.Abort(c, two, action.BetterPlan)
		if want := []int64{1, 1, 2, 2, 1, 2, 1, 1, 3, 3, 2}; !slices.Equal(log, want) {
			t.Errorf("watched %t: called for %v, want %v", watched, log, want)
		}
		if want := []int64{1, 2}; !slices.Equal(released, want) || in.Begun() != 3 {
			t.Errorf("watched %t: released %v, want %v; %d begun", watched, released, want, in.Begun())
		}
	}
}

// TestNumbersGoOn: an instance that continues from a snapshot keeps its number, and those that start later get new
// ones; one that goes over to another crowd gets a new one.
func TestNumbersGoOn(t *testing.T) {
	f := newFixture(t)
	var log, released []int64
	in, c := action.NewInstances(numbering(f, &log, &released)), f.ctx()
	in.Abort(c, in.Start(c, 0, nil), action.BetterPlan)
	saved := savedBytes(in, in.Start(c, 0, nil))
	log = nil
	s := &savedStage[none, numbered]{in: action.NewInstances(numbering(f, &log, &released)), c: f.ctx()}
	if why, _ := s.restore(t, f, saved, nil); why != "" {
		t.Fatal(why)
	}
	s.in.Start(s.c, 0, nil)
	if want := []int64{2, 3, 3}; !slices.Equal(log, want) {
		t.Errorf("called for %v, want %v", log, want)
	}
}

// TestNumbersOfLongRunners: an instance has 38 bits of its number, and what is above is that of the last number that
// was given.
func TestNumbersOfLongRunners(t *testing.T) {
	f := newFixture(t)
	var log, released []int64
	in, c := action.NewInstances(numbering(f, &log, &released)), f.ctx()
	const many = 1 << 40
	in.BeginAfter(many - 2)
	h := in.Start(c, 0, nil)
	in.BeginAfter(many + 1<<37)
	in.Update(c, h)
	if want := []int64{many - 1, many - 1, many - 1}; !slices.Equal(log, want) {
		t.Errorf("called for %v, want %v", log, want)
	}
}
