package action_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// ended runs a function on a goroutine of its own and waits until the function returns or ends the goroutine.
func ended(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// quitter is a host with the actions "walk" and "talk". It notes the calls of its hooks, and ends the goroutine of one
// of them.
type quitter struct {
	log  []string
	quit string       // the call that ends its goroutine
	in   func(string) // what else the host does in a call; may be nil
}

func (q *quitter) note(c *action.Ctx, what, of string, more ...any) {
	text := strings.TrimSpace(fmt.Sprintln(append([]any{what, of, c.Agent()}, more...)...))
	q.log = append(q.log, text)
	if q.in != nil {
		q.in(text)
	}
	if text == q.quit {
		runtime.Goexit()
	}
}

// names are the actions of a quitter.
var names = []string{"walk", "talk"}

func (q *quitter) instances(f *fixture) *action.Instances {
	b := action.NewBindings(f.schema, []action.Signature{{Name: "walk"}, {Name: "talk"}}, nil)
	for _, name := range names {
		action.Bind(b, name, func(c *action.Ctx, _ *none, _ *wide) action.Status {
			q.note(c, "update", name)
			return action.Running
		}, action.OnAwake(func(c *action.Ctx, _ *none, _ *wide) { q.note(c, "awake", name) }),
			action.OnStart(func(c *action.Ctx, _ *none, _ *wide) { q.note(c, "start", name) }),
			action.OnEnd(func(c *action.Ctx, _ *none, _ *wide, s action.Status) { q.note(c, "end", name, s) }),
			action.OnAbort(func(c *action.Ctx, _ *none, _ *wide, r action.Reason) { q.note(c, "abort", name, r) }))
	}
	return action.NewInstances(b)
}

// wide is so large that eight instances share a page.
type wide [500]byte

// Answer stands in for the same host.
func (q *quitter) Answer(c *action.Ctx, call *action.Call) {
	what, more := map[action.Phase]string{action.PhaseAwake: "awake", action.PhaseStart: "start", action.PhaseUpdate: "update", action.PhaseAbort: "abort"}[call.Phase], []any(nil)
	if call.Phase == action.PhaseAbort {
		more = append(more, call.Reason)
	}
	text := strings.TrimSpace(fmt.Sprintln(append([]any{what, names[call.Action], c.Agent()}, more...)...))
	if q.log = append(q.log, text); text == q.quit {
		call.Fault = action.NewFault(names[call.Action], nil)
	}
}

// abortAll aborts all actions of an agent as the crowd does it: again as long as a hook ends its goroutine.
func abortAll(f *fixture, in *action.Instances, agent action.AgentID) (c *action.Ctx, times int) {
	for over := false; !over && times < 10; times++ {
		ended(func() {
			defer func() {
				if v := recover(); v != nil && !action.IsExit(v) {
					panic(v)
				}
			}()
			c = f.ctx()
			c.Enter(agent, 1, f.state)
			in.AbortAll(c, action.Quarantined)
			over = true
		})
	}
	return c, times
}

// TestAllActionsOfAnAgentAreAborted: those of one agent, once each, in the order of actions and of memory, and those of
// no other agent. One whose abort hook ends its goroutine is not called again, and does not run on.
func TestAllActionsOfAnAgentAreAborted(t *testing.T) {
	f := newFixture(t)
	for _, watched := range []bool{false, true} {
		for _, substituted := range []bool{false, true} {
			for _, tc := range []struct {
				starts []action.AgentID // of walk and of talk, by turns
				quit   string
				want   []string
				times  int
			}{
				{starts: nil, times: 1},
				{starts: []action.AgentID{8, 8, 9}, times: 1},
				{starts: []action.AgentID{7, 8, 8, 7, 7}, times: 1, want: []string{"abort walk 7", "abort walk 7", "abort talk 7"}},
				{starts: slices.Repeat([]action.AgentID{8, 8, 8, 8, 7, 8}, 9), times: 1, want: slices.Repeat([]string{"abort walk 7"}, 9)},
				{starts: []action.AgentID{8, 7, 8, 7, 7}, quit: "abort walk 7", times: 2, want: []string{"abort walk 7", "abort talk 7", "abort talk 7"}},
				{starts: []action.AgentID{7, 8, 7, 8, 7}, quit: "abort walk 7", times: 4, want: []string{"abort walk 7", "abort walk 7", "abort walk 7"}},
			} {
				q := &quitter{}
				in := q.instances(f)
				if substituted {
					in = action.NewSubstituted(2, q)
				} else if watched {
					in.Watch(&phases{})
				}
				for i, agent := range tc.starts {
					c := f.ctx()
					c.Enter(agent, 1, f.state)
					in.Start(c, int32(i%2), nil)
				}
				others := in.Running() - len(tc.want)
				if q.log = nil; tc.quit != "" {
					q.quit = tc.quit + " in quarantine after a panic"
				}
				c, times := abortAll(f, in, 7)
				for i := range q.log {
					q.log[i] = strings.TrimSuffix(q.log[i], " in quarantine after a panic")
				}
				if !slices.Equal(q.log, tc.want) || in.Running() != others || times != tc.times {
					t.Errorf("watched %t, substituted %t, %v: %q in %d turns, and %d run; want %q in %d, and %d", watched, substituted, tc.starts, q.log, times, in.Running(), tc.want, tc.times, others)
				}
				if f, broken := c.TakeFault(); broken {
					t.Errorf("the last turn has a fault: %v", f)
				}
			}
		}
	}
}

// TestCallsThatNeverComeBackAreWitnessed: if a call ends its goroutine, it is reported to the witness, and so are the
// calls around it, the innermost first.
func TestCallsThatNeverComeBackAreWitnessed(t *testing.T) {
	f := newFixture(t)
	const left = ": failure, it ended its goroutine (runtime.Goexit)"
	alive := slices.Clip([]string{"awake walk 1: inactive", "start walk 1: inactive", "awake walk 2: inactive", "start walk 2: inactive"})
	for _, tc := range []struct {
		name, quit string
		nested     string // the call in which the host aborts agent 8's action
		want       []string
	}{
		{"an update", "update walk 7", "", append(alive, "update walk 2"+left, "abort walk 2: inactive")},
		{"an awake hook", "awake walk 7", "", []string{"awake walk 1: inactive", "start walk 1: inactive", "awake walk 2" + left, "abort walk 2: inactive"}},
		{"a start hook", "start walk 7", "", []string{"awake walk 1: inactive", "start walk 1: inactive", "awake walk 2: inactive", "start walk 2" + left, "abort walk 2: inactive"}},
		{"a hook within an update", "abort walk 8 the agent was removed", "update walk 7",
			append(alive, "abort walk 1"+left, "update walk 2"+left, "abort walk 2: inactive")},
	} {
		for _, flagged := range []bool{false, true} {
			t.Run(tc.name, func(t *testing.T) {
				w, q := &calls{}, &quitter{quit: tc.quit}
				in := q.instances(f)
				in.Watch(w)
				var flags world.Flags
				flags.Fit(1)
				enter := func(agent action.AgentID) *action.Ctx {
					c := f.ctx()
					if c.Enter(agent, 1, f.state); flagged {
						c.EnterFlagged(agent, 1, f.state, &flags, 0)
					}
					return c
				}
				other := in.Start(enter(8), 0, nil)
				q.in = func(call string) {
					if call == tc.nested {
						in.Abort(enter(8), other, action.AgentRemoved)
					}
				}
				c := enter(7)
				ended(func() { in.Update(c, in.Start(c, 0, nil)) })
				in.Abandon(c)
				in.AbortAll(c, action.Quarantined)
				if !slices.Equal(w.list, tc.want) || in.Calling() != nil {
					t.Errorf("flagged %t: told of\n%q, want\n%q", flagged, w.list, tc.want)
				}
			})
		}
	}
}

// calls is a witness that logs the reports.
type calls struct{ list []string }

func (w *calls) Called(_ *action.Ctx, call *action.Call) {
	phase := []string{"start", "update", "end", "abort", "suspend", "resume", "awake"}[call.Phase]
	text := fmt.Sprintf("%s %s %d: %v", phase, names[call.Action], call.Serial, call.Status)
	if call.Fault.Action != "" {
		message, _, _ := strings.Cut(call.Fault.Message, "_test.go:") // which line does not matter
		text += ", " + message[:strings.LastIndex(message, " (")]
	}
	w.list = append(w.list, text)
}

// TestAbandoningWithoutAWitness does nothing.
func TestAbandoningWithoutAWitness(t *testing.T) {
	f := newFixture(t)
	q := &quitter{quit: "update walk 7"}
	in, c := q.instances(f), f.ctx()
	ended(func() { in.Update(c, in.Start(c, 0, nil)) })
	if in.Abandon(c); in.Running() != 1 || in.Calling() != nil {
		t.Errorf("%d run", in.Running())
	}
}
