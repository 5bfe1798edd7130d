package goal_test

import (
	"fmt"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/world"
)

// TestTerminateRunsOnceForEachActivate ends three nested goals in every possible way: the innermost is terminated
// first, each once, even if that panics.
func TestTerminateRunsOnceForEachActivate(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"completed", "act work 2 success;start 0;run 2", "g2 completed, g1 completed, g0 completed, "},
		{"failed", "act work 2 failure;start 0;run 2", "g2 failed, g1 failed, g0 failed, "},
		{"while of the outermost", "act work 9 success;start 0;run 1;set a 1;run 1", "g2 inactive, g1 inactive, g0 failed, "},
		{"aborted", "act work 9 success;start 0;run 1;abort", "g2 inactive, g1 inactive, g0 inactive, "},
		{"aborted while suspended", "act work 9 success;start 0;run 1;suspend;abort", "g2 inactive, g1 inactive, g0 inactive, "},
		{"a fault", "act work 2 panic;start 0;run 2", "g2 failed, g1 failed, g0 failed, "},
		{"panics all the way", "act work 9 stuck;set b 1;start 0;run 1;abort", "g2 inactive, g1 failed, g0 failed, "},
	} {
		t.Run(c.name, func(t *testing.T) {
			active, got := 0, ""
			var cfg Config
			for i := range 3 {
				g := Goal{Name: fmt.Sprint("g", i), Hooks: Hooks{
					Activate: func(*action.Ctx, []world.Word) { active++ },
					Terminate: func(c *action.Ctx, _ []world.Word, how State, _ Cause) {
						active--
						if got += fmt.Sprintf("g%d %s, ", i, how); c.State().Get(schema.Symbol("b").Base) != 0 {
							panic("again")
						}
					}}}
				if g.Ways = steps(sub(i + 1)); i == 2 {
					g.Ways = steps(act(work))
				}
				cfg.Goals = append(cfg.Goals, g)
			}
			cfg.Goals[0].While = cond("!a")
			th := newTheatre(t, cfg)
			th.script(c.script)
			if th.follow("abort"); got != c.want || active != 0 || th.pursuit.Running() {
				t.Errorf("got %s, want %s, %d are active", got, c.want, active)
			}
			th.finish()
		})
	}
}

// TestActivitiesAreToldWhyTheyAreAborted aborts an action that is under two goals for each cause there is.
func TestActivitiesAreToldWhyTheyAreAborted(t *testing.T) {
	for _, c := range []struct {
		cause, script string // after a tick in which work is started
		want          action.Reason
	}{
		{"while of the step", "set a 1;run 1", action.WhileFails},
		{"until of the step", "set b 1;run 1", action.UntilHolds},
		{"time of the step", "run 5", action.TimeOver},
		{"while of a goal above it", "set c 1;run 1", action.WhileFails},
		{"until of a goal above it", "set d 1;run 1", action.UntilHolds},
		{"interrupt", "set e 1;run 1", action.Interrupted},
		{"order", "order 2;run 1", action.Interrupted},
		{"better want", "set k 30;notice;run 1", action.BetterGoal},
		{"not wanted", "set n 0;notice;run 1", action.NotWanted},
		{"order withdrawn", "order 0;run 2;withdraw 1", action.NotWanted},
		{"from outside", "abort", action.AgentRemoved},
		{"none", "run 2", action.PlanFound}, // as it was before
	} {
		t.Run(c.cause, func(t *testing.T) {
			step := with(act(work), func(s *Step) { s.While, s.Until, s.LimitTicks = cond("!a"), cond("b"), 5 })
			th := newTheatre(t, Config{Goals: []Goal{
				{Name: "outer", While: cond("!c"), Until: cond("d"), Ways: steps(sub(1)), Interrupts: []Interrupt{{cond("e"), act(rest)}}},
				{Name: "inner", Ways: steps(step)},
				{Name: "other", Ways: steps(act(play))}},
				Brains: []Brain{{Name: "mind", Interval: 9, Wants: []Want{standing("w0", 0, "n / 100.0"), standing("w1", 2, "k / 100.0")}}}})
			th.script("act work 9 success;act play 9 success;act rest 9 success;set n 20;run 1")
			th.abortReason = action.PlanFound
			if th.script(c.script); th.abortReason != c.want {
				t.Errorf("aborted because of %q, want %q", th.abortReason, c.want)
			}
			th.finish()
		})
	}
}

// TestViewShowsWhatGoesOn looks at an interrupted pursuit.
func TestViewShowsWhatGoesOn(t *testing.T) {
	th := newTheatre(t, Config{Goals: []Goal{
		{Name: "main", Params: []world.Type{thing}, Ways: steps(act(work), sub(1)), Interrupts: []Interrupt{{cond("a"), act(rest)}}},
		{Name: "inner", Ways: steps(act(play))}}})
	th.script("add orc 1;act play 9 success;act rest 9 success;start 0 orc;run 1;set a 1;run 1")
	var got []View
	for i := range th.pursuit.Depth() {
		v := th.pursuit.At(i)
		v.Args = nil
		got = append(got, v)
	}
	want := []View{
		{Goal: 0, Activity: -1, Parent: -1, Interrupt: -1, Way: 0, Step: 1},
		{Goal: 1, Activity: -1, Parent: 0, Interrupt: -1, Way: 0, Step: 0, Suspended: true},
		{Goal: -1, Activity: play, Parent: 1, Interrupt: -1, Way: -1, Step: -1, Suspended: true},
		{Goal: -1, Activity: rest, Parent: 0, Interrupt: 0, Way: -1, Step: -1},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if goal, args := th.pursuit.Goal(); goal != 0 || args[0] != th.object("orc") || th.pursuit.At(0).Args[0] != args[0] {
		t.Errorf("goal %d on %v", goal, args)
	}
	th.finish()
}

// TestWhatCannotGoOnIsLost restores a mind where an action no longer exists.
func TestWhatCannotGoOnIsLost(t *testing.T) {
	th := newTheatre(t, rivals(0))
	th.script("set n 10;set k 5;act work 9 success;act play 9 success;run 1")
	b := th.saved()
	for i := range b {
		if string(b[i:i+4]) == "work" {
			copy(b[i:], "walk")
			break
		}
	}
	other := newTheatreOf(t, th.p)
	if lost, err := other.read(b); err != nil || lost != "goal g0 ends: action walk has other parameters" || other.mind.Len() != 0 {
		t.Errorf("lost %q, %v, %d pursuits", lost, err, other.mind.Len())
	}
	other.tick = th.tick
	other.script("set n 10;run 1")
	if other.starts != 1 {
		t.Error("the mind does not go on")
	}
	other.check.open = nil
}
