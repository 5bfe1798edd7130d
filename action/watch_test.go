package action_test

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// TestOnlyUpdatesThatLeaveATraceAreWitnessed: an update is reported to the witness if it ends the action, panics,
// writes, or follows a panic; no other is.
func TestOnlyUpdatesThatLeaveATraceAreWitnessed(t *testing.T) {
	f := newFixture(t)
	money := f.schema.Symbol("money").Base
	for _, tc := range []struct {
		name   string
		before func(c *action.Ctx)
		update func(c *action.Ctx) action.Status
		want   []string
	}{
		{"it goes on", nil, func(*action.Ctx) action.Status { return action.Running }, nil},
		{"something was written before", func(c *action.Ctx) { c.State().Set(money, 9) }, func(*action.Ctx) action.Status { return action.Running }, nil},
		{"it writes", nil, func(c *action.Ctx) action.Status { c.State().Set(money, 5); return action.Running }, []string{"update walk 1: running"}},
		{"it writes what is there", nil, func(c *action.Ctx) action.Status {
			c.State().Set(money, c.State().Get(money))
			return action.Running
		}, nil},
		{"it ends", nil, func(*action.Ctx) action.Status { return action.Failure }, []string{"update walk 1: failure", "end walk 1: failure"}},
		{"it panics", nil, func(*action.Ctx) action.Status { panic("a slip") }, []string{"update walk 1: failure, a slip", "end walk 1: failure"}},
		{"something panicked before", func(c *action.Ctx) { c.PutFault(action.Fault{Action: "x", Message: "y"}) },
			func(*action.Ctx) action.Status { return action.Running }, []string{"update walk 1: running"}},
	} {
		for _, flagged := range []bool{false, true} {
			t.Run(tc.name, func(t *testing.T) {
				w, b := &calls{}, action.NewBindings(f.schema, []action.Signature{{Name: "walk"}}, nil)
				action.Bind(b, "walk", func(c *action.Ctx, _, _ *none) action.Status { return tc.update(c) },
					action.OnEnd(func(*action.Ctx, *none, *none, action.Status) {}))
				in, c := action.NewInstances(b), f.ctx()
				in.Watch(w)
				f.state.Forget()
				f.state.Set(money, 0)
				f.state.Forget()
				if flagged {
					var flags world.Flags
					flags.Fit(3)
					flags.Raise(0)
					f.state.Flag(&flags, 1)
					defer f.state.Flag(nil, 0)
					c.EnterFlagged(7, 1, f.state, &flags, 1)
				}
				h := in.Start(c, 0, nil)
				if w.list = nil; tc.before != nil {
					tc.before(c)
				}
				in.Update(c, h)
				if !slices.Equal(w.list, tc.want) {
					t.Errorf("flagged %t: told of %q, want %q", flagged, w.list, tc.want)
				}
				if _, broken := c.TakeFault(); broken != (tc.name == "it panics" || tc.name == "something panicked before") {
					t.Errorf("flagged %t: fault %t", flagged, broken)
				}
				if in.Calling() != nil {
					t.Error("a call is still being made")
				}
			})
		}
	}
}

// TestTheInnermostCallIsKnown: the host can be asked which of its calls is being made, with the number of the action.
func TestTheInnermostCallIsKnown(t *testing.T) {
	f := newFixture(t)
	for _, flagged := range []bool{false, true} {
		var in *action.Instances
		var got []action.Call
		b := action.NewBindings(f.schema, []action.Signature{{Name: "walk"}, {Name: "talk"}}, nil)
		for _, name := range names {
			action.Bind(b, name, func(*action.Ctx, *none, *none) action.Status {
				got = append(got, *in.Calling())
				return action.Running
			}, action.OnStart(func(*action.Ctx, *none, *none) {
				if call := in.Calling(); call != nil {
					got = append(got, *call)
				}
			}))
		}
		in = action.NewInstances(b)
		c := f.ctx()
		if flagged {
			var flags world.Flags
			flags.Fit(1)
			c.EnterFlagged(7, 1, f.state, &flags, 0)
		}
		first := in.Start(c, 0, nil) // before there is a witness: without a number
		if len(got) > 0 {
			t.Error("calls are known without a witness")
		}
		w := &calls{}
		in.Watch(w)
		second := in.Start(c, 1, nil)
		in.Update(c, second)
		if first.Action() != 0 || len(got) != 2 || got[0].Phase != action.PhaseStart || got[0].Serial != 1 || got[1].Phase != action.PhaseUpdate || got[1].Serial != 1 || got[1].Action != 1 {
			t.Errorf("flagged %t: %+v", flagged, got)
		}
		if want := []string{"start talk 1: inactive"}; !slices.Equal(w.list, want) || in.Calling() != nil {
			t.Errorf("flagged %t: told of %q", flagged, w.list)
		}
		in.Unwatch()
		if in.Abort(c, second, action.AgentRemoved); len(w.list) != 1 || in.Calling() != nil || in.Running() != 1 {
			t.Errorf("flagged %t: told of %q after all", flagged, w.list)
		}
	}
}
