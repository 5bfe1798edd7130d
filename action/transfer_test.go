package action_test

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// TestTransfersKnowWhatIsLost: the actions that were saved but do not run on in the new instances, in the order in
// which they were saved.
func TestTransfersKnowWhatIsLost(t *testing.T) {
	f := newFixture(t)
	was := action.NewBindings(f.schema, []action.Signature{{Name: "walk"}, {Name: "talk"}}, nil)
	is := action.NewBindings(f.schema, []action.Signature{{Name: "talk"}}, nil)
	update := func(*action.Ctx, *none, *none) action.Status { return action.Running }
	action.Bind(was, "walk", update)
	action.Bind(was, "talk", update)
	action.Bind(is, "talk", update)

	var transfer action.Transfer
	for _, tc := range []struct {
		actions []int32 // that are saved; 0 is gone
		drop    []int   // of those that were restored
		want    []int   // of the saved
	}{
		{nil, nil, nil},
		{[]int32{1, 1}, nil, nil},
		{[]int32{0, 1, 0}, nil, []int{0, 2}},
		{[]int32{1, 0, 1, 1}, []int{0, 2}, []int{0, 1, 3}},
		{[]int32{1}, nil, nil},
	} {
		in, now, c := action.NewInstances(was), action.NewInstances(is), f.ctx()
		transfer.Begin()
		in.Follow(&transfer)
		b := in.AppendForms(nil)
		var saved []action.Moved
		for i, id := range tc.actions {
			transfer.Agent = action.AgentID(10 + i)
			m := action.Moved{Handle: in.Start(c, id, nil), Agent: transfer.Agent}
			saved, b = append(saved, m), in.AppendInstance(b, m.Handle)
		}
		now.Follow(&transfer)
		r := codec.NewReader(b)
		rs := now.Restorer((*world.Reader)(r), f.schema, nil)
		rs.Enter(c)
		var restored []action.Handle
		for range tc.actions {
			if h, _ := rs.Instance((*world.Reader)(r)); !h.IsZero() {
				restored = append(restored, h)
			}
		}
		for _, i := range tc.drop {
			now.Drop(restored[i])
		}
		want := []action.Moved{{Agent: 1}}
		for _, i := range tc.want {
			want = append(want, saved[i])
		}
		if got := transfer.Lost([]action.Moved{{Agent: 1}}); r.Err() != nil || !slices.Equal(got, want) {
			t.Errorf("%v without %v: %v are lost (%v), want %v", tc.actions, tc.drop, got, r.Err(), want)
		}
		if in.Running() != len(tc.actions) || now.Running() != len(restored)-len(tc.drop) {
			t.Errorf("%v without %v: %d run on, and %d anew", tc.actions, tc.drop, in.Running(), now.Running())
		}
	}
}
