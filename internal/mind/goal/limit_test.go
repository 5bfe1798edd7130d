package goal_test

import (
	"runtime"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// impossible adds a goal that cannot be activated to a configuration, which takes so many looks to find out, and
// returns it. Rows of goals are under it.
func impossible(cfg *Config, looks int) int {
	never := CondFunc(func(*expr.Machine, []world.Word) bool { return false })
	dead := len(cfg.Goals)
	cfg.Goals = append(cfg.Goals, Goal{Name: "dead", When: never})
	top := Goal{Name: "top"}
	for left := looks - 1; left > 0; {
		row := Goal{Name: "row"}
		for range min(left-1, MaxWays) {
			row.Ways = append(row.Ways, Way{Steps: []Step{sub(dead)}})
		}
		if left -= 1 + len(row.Ways); row.Ways == nil {
			row.When = never
		}
		top.Ways = append(top.Ways, Way{Steps: []Step{sub(len(cfg.Goals))}})
		cfg.Goals = append(cfg.Goals, row)
	}
	cfg.Goals = append(cfg.Goals, top)
	return len(cfg.Goals) - 1
}

// TestProbesAreCounted: with the maximum number of looks, a goal is found to be impossible; with one more it counts as
// possible. Each want and each interrupt has all the looks for itself.
func TestProbesAreCounted(t *testing.T) {
	for _, looks := range []int{1, MaxProbes - 1, MaxProbes, MaxProbes + 1} {
		var cfg Config
		top := impossible(&cfg, looks)
		if looks == 1 {
			top-- // the dead one alone
		}
		cfg.Goals = append(cfg.Goals, Goal{Name: "busy", Ways: steps(act(work)), Interrupts: []Interrupt{{cond("a"), sub(top)}, {cond("b"), sub(top)}}})
		cfg.Brains = []Brain{{Name: "mind", Wants: []Want{standing("w", top, "1.0"), standing("v", top, "0.5")}}}
		th := newTheatre(t, cfg)
		th.enter()
		for range 2 {
			if possible := th.mind.Explain(&th.env).Want == 0; possible != (looks > MaxProbes) {
				t.Errorf("%d looks: the want is possible: %t", looks, possible)
			}
		}
		cfg.Brains = nil
		th = newTheatre(t, cfg)
		th.env.Sink = SinkFunc(func(e Event) {
			if e.Kind == Interrupting && looks <= MaxProbes {
				t.Errorf("%d looks: it interrupts", looks)
			}
		})
		th.follow("act work 9 success")
		th.pursuit.Start(len(cfg.Goals)-1, nil)
		th.script("run 1;set a 1;set b 1;run 2")
	}
}

// TestNestedPursuitsAreCounted: so many may run within each other; as many again after a hook has ended the goroutine,
// in the midst of the failure of what runs.
func TestNestedPursuitsAreCounted(t *testing.T) {
	for _, broken := range []bool{false, true} {
		th := nested(t, Goal{Name: "broken", Ways: steps(act(rest)), Hooks: Hooks{
			Activate:  func(*action.Ctx, []world.Word) { panic("a slip") },
			Terminate: func(*action.Ctx, []world.Word, State, Cause) { runtime.Goexit() }}})
		if broken {
			done := make(chan struct{})
			go func() {
				defer close(done)
				th.script("start 3;run 1")
				t.Error("the goroutine has not ended")
			}()
			<-done
			if th.env.Reset(); th.pursuit.Running() {
				t.Error("something is left")
			}
			if f, ok := th.env.TakeFault(); ok {
				t.Errorf("fault %v is left", f)
			}
			th.pursuit.Reset(th.p, 1)
		}
		pursuits := map[int64]bool{}
		th.env.Sink = SinkFunc(func(e Event) {
			if e.Kind == GoalActivated {
				pursuits[e.Pursuit] = true
			}
		})
		if th.script("start 2;run 1"); len(pursuits) != MaxNested || th.pursuit.Running() {
			t.Errorf("after a goroutine has ended: %t: %d pursuits within each other, want %d", broken, len(pursuits), MaxNested)
		}
	}
}
