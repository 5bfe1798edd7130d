package action_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/action"
)

// TestStatusesOfUpdates: an update that returns an invalid status fails its action, and the fault says so; no other
// status is a fault.
func TestStatusesOfUpdates(t *testing.T) {
	const refused = "; it must return Running, Success or Failure"
	for _, c := range []struct {
		returned, want action.Status
		fault          string
	}{
		{action.Running, action.Running, ""},
		{action.Success, action.Success, ""},
		{action.Failure, action.Failure, ""},
		{action.Inactive, action.Failure, "the update function returned inactive" + refused},
		{action.Failure + 1, action.Failure, "the update function returned Status(4)" + refused},
		{255, action.Failure, "the update function returned Status(255)" + refused},
	} {
		f := newFixture(t)
		b := f.bindings()
		ended := action.Inactive
		action.Bind(b, "act", func(*action.Ctx, *none, *none) action.Status { return c.returned },
			action.OnEnd(func(_ *action.Ctx, _, _ *none, s action.Status) { ended = s }))
		in, ctx := action.NewInstances(b), f.ctx()
		got := in.Update(ctx, in.Start(ctx, 0, nil))
		fault, broken := ctx.TakeFault()
		if got != c.want || broken != (c.fault != "") || fault.Message != c.fault || in.Running() != 0 != (c.want == action.Running) {
			t.Errorf("%s: it is %s, fault %t %q, and %d run", c.returned, got, broken, fault.Message, in.Running())
		}
		if c.want != action.Running && ended != c.want {
			t.Errorf("%s: the end hook is told %s", c.returned, ended)
		}
	}
}
