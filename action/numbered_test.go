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

// answering is a substitute that records its calls, with the arguments.
type answering struct{ list []string }

func (a *answering) Answer(c *action.Ctx, call *action.Call) {
	a.list = append(a.list, fmt.Sprint("phase ", call.Phase, " of ", call.Action, " as ", call.Serial, " with ", call.Words, " for ", c.Agent()))
}

// TestSubstitutesGoOnWithNumberedActions: what runs is appended by numbers, those that ran before there was a witness
// get the next ones, and substitutes are asked for the same.
func TestSubstitutesGoOnWithNumberedActions(t *testing.T) {
	f := newFixture(t)
	in, first := starting[struct{ N int64 }](t, f, none{}, []world.Word{3}, one("n", anyInt))
	c := f.ctx()
	second := in.Start(c, 0, []world.Word{4})
	if in.Watch(&phases{}); in.Started() != 0 {
		t.Errorf("%d are started before there is a witness", in.Started())
	}
	third := in.Start(c, 0, []world.Word{5})
	in.Abort(c, in.Start(c, 0, []world.Word{6}), action.AgentRemoved)
	in.Numbered(true)
	var b []byte
	for range 2 { // they keep their numbers
		b = nil
		for _, h := range []action.Handle{third, second, first} {
			b = in.AppendInstance(b, h)
		}
	}
	if want := []byte{0, 1, 0, 3, 0, 4}; !slices.Equal(b, want) || in.Started() != 4 {
		t.Errorf("%v is appended, and %d were started; want %v and 4", b, in.Started(), want)
	}

	a := &answering{}
	now := action.NewSubstituted(1, a)
	rs := now.NumberedRestorer(in.Started())
	rs.Enter(c)
	r := codec.NewReader(b)
	for range 3 {
		h, why := rs.Instance((*world.Reader)(r))
		if now.Update(c, h); why != "" {
			t.Error(why)
		}
	}
	now.Start(c, 0, []world.Word{7})
	want := "phase 1 of 0 as 1 with [] for 7; phase 1 of 0 as 3 with [] for 7; phase 1 of 0 as 4 with [] for 7; phase 6 of 0 as 5 with [] for 7; phase 0 of 0 as 5 with [7] for 7"
	if got := strings.Join(a.list, "; "); got != want || r.Err() != nil || now.Running() != 4 || now.Started() != 5 {
		t.Errorf("got  %s (%v; %d run of %d)\nwant %s", got, r.Err(), now.Running(), now.Started(), want)
	}
}

// TestNumbersThatNoActionHasAreRefused, as is one that two have.
func TestNumbersThatNoActionHasAreRefused(t *testing.T) {
	for _, tc := range []struct {
		words []byte
		ok    bool
	}{{[]byte{0, 1}, true}, {[]byte{0, 1, 0, 3}, true}, {[]byte{0, 0}, false}, {[]byte{0, 4}, false}, {[]byte{0, 2, 0, 2}, false}, {[]byte{3, 1}, false}, {[]byte{0}, false}} {
		now := action.NewSubstituted(1, &answering{})
		rs, r := now.NumberedRestorer(3), codec.NewReader(tc.words)
		rs.Enter(newFixture(t).ctx())
		for len(r.Rest()) > 0 && r.Err() == nil {
			rs.Instance((*world.Reader)(r))
		}
		if (r.Err() == nil) != tc.ok {
			t.Errorf("%v: %v", tc.words, r.Err())
		}
	}
}

// TestFaultsAreSaved with their stacks; if actions are saved by numbers, without stacks, as substitutes have them.
func TestFaultsAreSaved(t *testing.T) {
	f := newFixture(t)
	in, _ := starting[none](t, f, none{}, nil)
	for _, tc := range []struct {
		numbered       bool
		length         int
		message, stack int
	}{{false, 10_000, 10_000, 5}, {true, 10_000, 8 << 10, 0}, {true, 10, 10, 0}} {
		in.Numbered(tc.numbered)
		got := in.SavedFault(action.Fault{Action: "act", Message: strings.Repeat("m", tc.length), Stack: "stack"})
		if got.Action != "act" || len(got.Message) != tc.message || len(got.Stack) != tc.stack {
			t.Errorf("numbered %t: %q, %d bytes, %q", tc.numbered, got.Action, len(got.Message), got.Stack)
		}
	}
}
