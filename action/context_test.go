package action_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// TestTimeOfATick: the first tick begins at 0 s, and an update may cover several ticks.
func TestTimeOfATick(t *testing.T) {
	f := newFixture(t)
	for _, tc := range []struct {
		tps         int
		tick        int64
		span        int32
		seconds, dt float64
	}{
		{10, 1, 1, 0, 0.1},
		{10, 2, 1, 0.1, 0.1},
		{10, 11, 5, 1, 0.5},
		{4, 7, 3, 1.5, 0.75},
		{1, 3, 1, 2, 1},
	} {
		c := action.NewCtx(3, tc.tps, nil)
		c.Enter(7, tc.tick, f.state)
		if c.DT() != 1/float64(tc.tps) {
			t.Errorf("%+v: an update stands for %g s unless it is told otherwise", tc, c.DT())
		}
		c.Span(tc.span)
		if c.Seconds() != tc.seconds || c.DT() != tc.dt || c.Tick() != tc.tick || c.TPS() != tc.tps || c.Seed() != 3 || c.Agent() != 7 || c.State() != f.state {
			t.Errorf("%+v: at %g s, for %g s, tick %d of %d a second, seed %d, agent %d", tc, c.Seconds(), c.DT(), c.Tick(), c.TPS(), c.Seed(), c.Agent())
		}
		if c.Enter(7, tc.tick, f.state); c.DT() != 1/float64(tc.tps) {
			t.Error("the next agent's update stands for as many ticks")
		}
	}
}

// TestKeepAwakeRaisesTheFlag of the agent that was entered with one, and of no other.
func TestKeepAwakeRaisesTheFlag(t *testing.T) {
	f, c := newFixture(t), action.NewCtx(1, 10, nil)
	var flags world.Flags
	flags.Fit(3)
	c.EnterFlagged(7, 1, f.state, &flags, 1)
	if flags.Next(0) != -1 {
		t.Error("entering raises it")
	}
	if c.KeepAwake(); flags.Next(0) != 1 || flags.Next(2) != -1 {
		t.Error("it is not raised, or another one is")
	}
	flags.Lower(1)
	c.Enter(8, 1, f.state)
	if c.KeepAwake(); flags.Next(0) != -1 {
		t.Error("the flag of an agent that was entered before is raised")
	}
}

// TestFailReasonsAndFaultsAreTakenOnce: a reason is that of the instance that was updated last.
func TestFailReasonsAndFaultsAreTakenOnce(t *testing.T) {
	f := newFixture(t)
	in, h := starting[none](t, f, none{}, nil)
	c := f.ctx()
	c.SetFailReason(action.OrderFailed)
	if c.TakeFailReason() != action.OrderFailed || c.TakeFailReason() != action.NoFailReason {
		t.Error("a reason is not returned, or returned twice")
	}
	c.SetFailReason(action.OrderFailed)
	if in.Update(c, h); c.TakeFailReason() != action.NoFailReason {
		t.Error("the reason of another instance is returned")
	}
	c.PutFault(action.Fault{Action: "act", Message: "slip"})
	if fault, ok := c.TakeFault(); !ok || fault.Message != "slip" {
		t.Errorf("fault %+v", fault)
	}
	c.PutFault(action.Fault{Action: "act", Message: "slip"})
	if c.Enter(8, 1, f.state); c.State() != f.state {
		t.Error("another state")
	}
	if fault, ok := c.TakeFault(); ok {
		t.Errorf("the next agent has fault %+v", fault)
	}
}

// TestNamesOfObjects that exist, do not, and do no longer.
func TestNamesOfObjects(t *testing.T) {
	f := newFixture(t)
	c := f.ctx()
	if !c.Alive(f.e1) || c.Alive(0) || c.Name(f.e1) != "e1" || c.Name(0) != "none" {
		t.Errorf("%q, %q", c.Name(f.e1), c.Name(0))
	}
	f.state.RemoveObject(f.e1)
	if c.Alive(f.e1) || c.Name(f.e1) != "a removed object" {
		t.Errorf("%q", c.Name(f.e1))
	}
}
