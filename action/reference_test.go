package action_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// crew is a host of two actions, plain ones or substitutes, that writes down each call. An action panics and ends where
// the test says so.
type crew struct {
	log  []string
	next string // what the next call does: "", "panic", "write", "success", "failure"
	f    *fixture
}

type mark struct{ N int64 }

func (w *crew) called(c *action.Ctx, what string, n int64) {
	w.log = append(w.log, fmt.Sprintf("%s %d of %d", what, n, c.Agent()))
	next := w.next
	w.next = ""
	switch next {
	case "panic":
		panic("slip")
	case "write":
		at := w.f.schema.Symbol("money").Base
		c.State().Set(at, (c.State().Get(at)+1)%100)
	}
}

func (w *crew) bindings() *action.Bindings {
	b := action.NewBindings(w.f.schema, []action.Signature{{Name: "walk", Params: []action.Param{one("n", anyInt)}}, {Name: "talk", Params: []action.Param{one("n", anyInt)}}}, nil)
	for _, name := range names {
		action.Bind(b, name, func(c *action.Ctx, p, s *mark) action.Status {
			if s.N != p.N {
				w.log = append(w.log, "the state of another")
			}
			if w.next == "success" || w.next == "failure" {
				next := w.next
				w.called(c, "update "+name, p.N)
				return map[string]action.Status{"success": action.Success, "failure": action.Failure}[next]
			}
			w.called(c, "update "+name, p.N)
			return action.Running
		}, action.OnStart(func(c *action.Ctx, p, s *mark) { s.N = p.N; w.called(c, "start "+name, p.N) }),
			action.OnEnd(func(c *action.Ctx, p, s *mark, st action.Status) { w.called(c, "end "+name+" "+st.String(), p.N) }),
			action.OnAbort(func(c *action.Ctx, p, s *mark, r action.Reason) { w.called(c, "abort "+name+" "+r.String(), p.N) }))
	}
	return b
}

// wholeCalls writes down everything reported to a witness.
type wholeCalls struct{ log []string }

func (w *wholeCalls) Called(c *action.Ctx, call *action.Call) {
	w.log = append(w.log, fmt.Sprintf("%d %s %d words %v reason %q status %v fault %q %q written %d", call.Phase, names[call.Action], call.Serial, call.Words, call.Reason, call.Status, call.Fault.Action, strings.SplitN(call.Fault.Message, " ", 2)[0], len(c.State().Changes(call.Log))))
}

// running is the test's own record of a running action.
type running struct {
	action int32
	n      int64 // in the order of starting
	agent  action.AgentID
	broken bool
	handle action.Handle
}

// TestRunningActions drives actions at random and compares each call, each slot, and everything reported to a witness
// with a list of what runs.
func TestRunningActions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := newFixture(t)
		w := &crew{f: f}
		in, witness := action.NewInstances(w.bindings()), &wholeCalls{}
		in.Watch(witness)
		c := f.ctx()
		var list []*running
		started := int64(0)
		money := f.schema.Symbol("money").Base
		f.state.Set(money, 1)
		for range rapid.IntRange(1, 60).Draw(rt, "moves") {
			f.state.Forget()
			agent := action.AgentID(rapid.Int64Range(1, 3).Draw(rt, "agent"))
			c.Enter(agent, 1, f.state)
			w.log, witness.log, w.next = nil, nil, ""
			var calls, reported []string
			tell := func(phase action.Phase, r *running, words []world.Word, reason action.Reason, status action.Status, fault string, written int) {
				of := ""
				if fault != "" {
					of = names[r.action]
				}
				reported = append(reported, fmt.Sprintf("%d %s %d words %v reason %q status %v fault %q %q written %d", phase, names[r.action], r.n, words, reason, status, of, fault, written))
			}
			fault := ""
			move := rapid.SampledFrom([]string{"start", "start", "start", "update", "update", "abort", "all"}).Draw(rt, "move")
			if len(list) == 0 && move != "all" {
				move = "start"
			}
			does := rapid.SampledFrom([]string{"", "", "", "panic", "write", "success", "failure"}).Draw(rt, "does")
			if does == "panic" {
				fault = "slip"
			}
			written := map[bool]int{true: 1}[does == "write"]
			switch move {
			case "start":
				id := rapid.Int32Range(0, 1).Draw(rt, "action")
				started++
				r := &running{action: id, n: started, agent: agent, broken: does == "panic"}
				w.next = does
				r.handle = in.Start(c, id, []world.Word{world.Word(started)})
				slot := int32(0)
				for slices.ContainsFunc(list, func(o *running) bool { return o.action == id && o.handle.Slot() == slot }) {
					slot++
				}
				if r.handle.Slot() != slot || r.handle.Action() != id || r.handle.IsZero() {
					rt.Fatalf("it starts in slot %d, not the lowest, %d", r.handle.Slot(), slot)
				}
				calls = append(calls, fmt.Sprintf("start %s %d of %d", names[id], started, agent))
				tell(action.PhaseStart, r, []world.Word{world.Word(started)}, 0, action.Inactive, fault, written)
				list = append(list, r)
			case "update", "abort":
				i := rapid.IntRange(0, len(list)-1).Draw(rt, "which")
				r := list[i]
				c.Enter(r.agent, 1, f.state)
				if w.next = does; move == "abort" {
					reason := action.Reason(rapid.IntRange(1, 20).Draw(rt, "reason"))
					in.Abort(c, r.handle, reason)
					calls = append(calls, fmt.Sprintf("abort %s %v %d of %d", names[r.action], reason, r.n, r.agent))
					tell(action.PhaseAbort, r, nil, reason, action.Inactive, fault, written)
					list = slices.Delete(list, i, i+1)
					break
				}
				if r.broken {
					w.next, fault, written = "", "", 0
				} else {
					calls = append(calls, fmt.Sprintf("update %s %d of %d", names[r.action], r.n, r.agent))
				}
				status := in.Update(c, r.handle)
				want := action.Running
				switch {
				case r.broken, does == "panic", does == "failure":
					want = action.Failure
				case does == "success":
					want = action.Success
				}
				if status != want {
					rt.Fatalf("an update that is to come to %q came to %v", does, status)
				}
				if want != action.Running || written > 0 {
					tell(action.PhaseUpdate, r, nil, 0, want, fault, written)
				}
				if want != action.Running {
					calls = append(calls, fmt.Sprintf("end %s %v %d of %d", names[r.action], want, r.n, r.agent))
					tell(action.PhaseEnd, r, nil, 0, want, "", 0)
					list = slices.Delete(list, i, i+1)
				}
			case "all":
				w.next, fault = "", ""
				in.AbortAll(c, action.AgentRemoved)
				for id := range int32(2) {
					var mine []*running
					for _, r := range list {
						if r.agent == agent && r.action == id {
							mine = append(mine, r)
						}
					}
					slices.SortFunc(mine, func(a, b *running) int { return int(a.handle.Slot() - b.handle.Slot()) })
					for _, r := range mine {
						calls = append(calls, fmt.Sprintf("abort %s %v %d of %d", names[id], action.AgentRemoved, r.n, agent))
						tell(action.PhaseAbort, r, nil, action.AgentRemoved, action.Inactive, "", 0)
					}
				}
				list = slices.DeleteFunc(list, func(r *running) bool { return r.agent == agent })
			}
			if !slices.Equal(w.log, calls) {
				rt.Fatalf("%s: the host's calls are\n%s\nnot\n%s", move, strings.Join(w.log, "\n"), strings.Join(calls, "\n"))
			}
			if !slices.Equal(witness.log, reported) {
				rt.Fatalf("%s, %s: the witness is told\n%s\nnot\n%s", move, does, strings.Join(witness.log, "\n"), strings.Join(reported, "\n"))
			}
			got, ok := c.TakeFault()
			if ok != (fault != "") || ok && !strings.HasPrefix(got.Message, "slip (reference_test.go:") {
				rt.Fatalf("%s, %s: the fault is %+v", move, does, got)
			}
			if in.Running() != len(list) || in.Started() != started || in.Calling() != nil {
				rt.Fatalf("%d run, %d were started, not %d and %d", in.Running(), in.Started(), len(list), started)
			}
		}
	})
}

// TestManyAgentsAreToldApart: of very many running actions, over several pages with gaps, exactly those of an agent are
// aborted, by substitutes as well.
func TestManyAgentsAreToldApart(t *testing.T) {
	for _, substitutes := range []bool{false, true} {
		f := newFixture(t)
		w := &crew{f: f}
		in, c := action.NewInstances(w.bindings()), f.ctx()
		d := &namedDouble{w}
		if substitutes {
			in = action.NewSubstituted(2, d)
		}
		var handles []action.Handle
		for n := range 300 {
			c.Enter(action.AgentID(1+n%3), 1, f.state)
			handles = append(handles, in.Start(c, 0, []world.Word{world.Word(n)}))
		}
		gone := map[int]bool{}
		for n := range handles {
			if n >= 64 && n < 128 || n%7 == 0 {
				c.Enter(action.AgentID(1+n%3), 1, f.state)
				in.Abort(c, handles[n], action.BetterPlan)
				gone[n] = true
			}
		}
		for agent := range 4 {
			w.log = nil
			c.Enter(action.AgentID(agent+1), 1, f.state)
			in.AbortAll(c, action.AgentRemoved)
			var want []string
			for n := range handles {
				if !gone[n] && n%3 == agent {
					if number := n; substitutes {
						want = append(want, fmt.Sprintf("abort %d", number+1))
					} else {
						want = append(want, fmt.Sprintf("abort walk %v %d of %d", action.AgentRemoved, number, agent+1))
					}
				}
			}
			if !slices.Equal(w.log, want) {
				t.Fatalf("substitutes %t, agent %d: %v\nwant %v", substitutes, agent+1, w.log, want)
			}
		}
		if in.Running() != 0 {
			t.Errorf("substitutes %t: %d run on", substitutes, in.Running())
		}
	}
}

// namedDouble writes down aborts by the numbers of the actions.
type namedDouble struct{ w *crew }

func (d *namedDouble) Answer(_ *action.Ctx, call *action.Call) {
	if call.Phase == action.PhaseAbort {
		d.w.log = append(d.w.log, fmt.Sprintf("abort %d", call.Serial))
	}
	call.Status = action.Running
}

// TestFreshAndCleared: room of the same kind has nothing running, and after it was cleared so has the old one, which
// starts in its first slot again.
func TestFreshAndCleared(t *testing.T) {
	f := newFixture(t)
	w := &crew{f: f}
	in, c := action.NewInstances(w.bindings()), f.ctx()
	gated := 0
	in.Gate(func(*action.Ctx, int32) { gated++ })
	for range 70 {
		in.Start(c, 1, []world.Word{4})
	}
	other := in.Fresh()
	if other.Running() != 0 || in.Running() != 70 {
		t.Errorf("%d run in what is fresh, %d in what was there", other.Running(), in.Running())
	}
	if h := other.Start(c, 1, []world.Word{5}); h.Slot() != 0 || other.Running() != 1 || gated != 71 {
		t.Errorf("it starts in slot %d, the gate was asked %d times", h.Slot(), gated)
	}
	in.Clear()
	w.log = nil
	if in.Running() != 0 || len(w.log) > 0 {
		t.Errorf("%d run, the host was called: %v", in.Running(), w.log)
	}
	for n := range int32(70) {
		if h := in.Start(c, 1, []world.Word{world.Word(n)}); h.Slot() != n || in.Update(c, h) != action.Running {
			t.Fatalf("slot %d, not %d", h.Slot(), n)
		}
	}
	if slices.Contains(w.log, "the state of another") || in.Started() != in.Begun() {
		t.Errorf("%v", w.log)
	}
	substitutes := action.NewSubstituted(2, mute{})
	substitutes.Start(c, 1, nil)
	if fresh := substitutes.Fresh(); fresh.Running() != 0 || substitutes.Running() != 1 {
		t.Error("a fresh substitute runs something")
	}
	if substitutes.Clear(); substitutes.Running() != 0 || substitutes.Start(c, 1, nil).Slot() != 0 || substitutes.Started() != 2 {
		t.Error("a cleared substitute runs something, or has lost its count")
	}
}

// deepDown panics, or ends its goroutine, so many calls deep.
func deepDown(n int, exits bool) {
	if n > 1 {
		deepDown(n-1, exits)
		return
	}
	if exits {
		runtime.Goexit()
	}
	var list []int
	_ = list[n]
}

// TestStacksOfFaults: the calls that led to a panic, innermost first, at most sixteen, none of them of the runtime; the
// message has the place of the first.
func TestStacksOfFaults(t *testing.T) {
	f := newFixture(t)
	for _, exits := range []bool{false, true} {
		for _, depth := range []int{1, 2, 5, 15, 16, 17, 40} {
			b := f.bindings()
			action.Bind(b, "act", func(*action.Ctx, *none, *none) action.Status { deepDown(depth, exits); return action.Running })
			in, c := action.NewInstances(b), f.ctx()
			var fault action.Fault
			ended(func() {
				h := in.Start(c, 0, nil)
				defer func() { fault, _ = c.TakeFault() }()
				in.Update(c, h)
			})
			lines := strings.Split(strings.TrimSuffix(fault.Stack, "\n"), "\n")
			in16 := min(depth, 16)
			for i, l := range lines {
				if strings.HasPrefix(l, "runtime.") || strings.HasPrefix(l, "action_test.deepDown reference_test.go:") != (i < in16) {
					t.Fatalf("depth %d, call %d: %s", depth, i, l)
				}
			}
			if len(lines) > 16 || depth >= 16 && len(lines) != 16 || depth < 16 && len(lines) <= depth {
				t.Errorf("depth %d: %d calls are kept", depth, len(lines))
			}
			place := strings.TrimPrefix(lines[0], "action_test.deepDown ")
			want := "runtime error: index out of range [1] with length 0 (" + place + ")"
			if exits {
				want = "it ended its goroutine (runtime.Goexit) (" + place + ")"
			}
			if fault.Message != want || fault.Action != "act" {
				t.Errorf("%+v, want %s", fault, want)
			}
		}
	}
}

// blamed is a panic that says itself what is faulty.
type blamed struct{}

func (blamed) FaultIn() string { return "an expression" }
func (blamed) String() string  { return "too much" }

// TestFaultsAreCompared by code and message; the substitute for the end of a goroutine continues.
func TestFaultsAreCompared(t *testing.T) {
	a := action.Fault{Action: "walk", Message: "slip", Stack: "here"}
	for _, c := range []struct {
		other action.Fault
		same  bool
	}{{action.Fault{Action: "walk", Message: "slip", Stack: "there"}, true}, {action.Fault{Action: "talk", Message: "slip", Stack: "here"}, false}, {action.Fault{Action: "walk", Message: "trip", Stack: "here"}, false}, {action.Fault{}, false}} {
		if a.Same(c.other) != c.same || c.other.Same(a) != c.same {
			t.Errorf("%+v and %+v are the same: %t", a, c.other, !c.same)
		}
	}
	for _, c := range []struct {
		value            any
		in, what, caught string
	}{{"slip", "walk", "slip", "slip"}, {blamed{}, "an expression", "too much", "too much"}, {nil, "walk", "it ended its goroutine (runtime.Goexit)", "<nil>"}} {
		if got := action.NewFault("walk", c.value); got.Action != c.in || got.Message != c.what {
			t.Errorf("%v: %+v", c.value, got)
		}
		if got := fmt.Sprint(action.Caught(c.value)); got != c.caught || action.IsExit(c.value) {
			t.Errorf("%v is caught as %s", c.value, got)
		}
	}
	panics := func(f func()) (v any) {
		defer func() { v = recover() }()
		f()
		return nil
	}
	exit := panics(func() { action.Exit(action.NewFault("walk", nil).Message + " (walk.go:3)") })
	if !action.IsExit(exit) {
		t.Errorf("the end of a goroutine is done again as %v", exit)
	}
	if v := panics(func() { action.Caught(exit) }); !action.IsExit(v) {
		t.Errorf("what cannot be kept goes on as %v", v)
	}
	if got := action.NewFault("walk", exit).Message; got != "it ended its goroutine (runtime.Goexit)" {
		t.Errorf("it is told as %s", got)
	}
	if v := panics(func() { action.Exit("slip") }); v != nil {
		t.Errorf("an ordinary fault panics again: %v", v)
	}
}

// sizes has a field of each plain type, twice.
type sizes struct {
	A, B   int8
	C, D   int16
	E, F   int32
	G, H   int64
	I, J   int
	K, L   uint8
	M, N   uint16
	O, P   uint32
	Q, R   uint64
	S, T   uint
	U, V   float32
	W, X   float64
	Y, Z   complex64
	AA, AB complex128
	AC, AD bool
	AE, AF [3]uint16
	AG     [2][2]int8
	AH     [0]int64
	AI     struct{}
	AJ     [4]struct{ X, Y int32 }
}

// TestStatesOfAllSizesComeBack: each number of a state is saved whole, next to others of its size, at both ends of its
// range.
func TestStatesOfAllSizesComeBack(t *testing.T) {
	f := newFixture(t)
	least := sizes{A: math.MinInt8, B: 5, C: math.MinInt16, D: 6, E: math.MinInt32, F: 7, G: math.MinInt64, H: 8, I: math.MinInt, J: 9, K: 1, L: 2, M: 3, N: 4, O: 5, P: 6, Q: 7, R: 8, S: 9, T: 10, U: -math.MaxFloat32, V: 1.5, W: -math.MaxFloat64, X: 2.5, Y: complex(1, 2), Z: complex(3, 4), AA: complex(5, 6), AB: complex(7, 8), AC: true}
	most := sizes{A: math.MaxInt8, B: -5, C: math.MaxInt16, D: -6, E: math.MaxInt32, F: -7, G: math.MaxInt64, H: -8, I: math.MaxInt, J: -9, K: math.MaxUint8, L: 200, M: math.MaxUint16, N: 40000, O: math.MaxUint32, P: 3e9, Q: math.MaxUint64, R: 1e19, S: math.MaxUint, T: 1e18, U: math.MaxFloat32, V: -1.5, W: math.MaxFloat64, X: -2.5, Y: complex(-1, math.MaxFloat32), AA: complex(math.MaxFloat64, -6), AD: true,
		AE: [3]uint16{1, math.MaxUint16, 3}, AF: [3]uint16{4, 5, 6}, AG: [2][2]int8{{1, -2}, {-3, 4}}}
	for i := range most.AJ {
		most.AJ[i].X, most.AJ[i].Y = int32(i), int32(-i)
	}
	for _, state := range []sizes{{}, least, most} {
		in, h := starting[none](t, f, state, nil)
		s := stageOf[none, sizes](t, f)
		why, notes := s.restore(t, f, savedBytes(in, h), nil)
		if got, want := fmt.Sprint(s.restored), fmt.Sprint([]string{fmt.Sprintf("%v %v", none{}, state)}); got != want || why != "" || len(notes) > 0 {
			t.Errorf("got  %s\nwant %s\n%s %v", got, want, why, notes)
		}
	}
}

// goTypes are parameters of each Go type.
type goTypes struct {
	A bool
	B int8
	C uint8
	D int16
	E uint16
	F int32
	G uint32
	H int64
	I uint64
	J int
	K uint
	L float32
	M float64
	N action.Vec2
	O action.Enum
	P world.Object
	Q action.Value
	R action.Value
}

// TestParametersOfAllGoTypes: words become values of each Go type and, when the action is saved, the same words again.
func TestParametersOfAllGoTypes(t *testing.T) {
	f := newFixture(t)
	ranged := func(lo, hi int64) world.Type { return world.Type{Kind: world.KindInt, Lo: lo, Hi: hi} }
	params := []action.Param{one("a", boolType), one("b", ranged(-128, 127)), one("c", ranged(0, 255)), one("d", ranged(-32768, 32767)), one("e", ranged(0, 65535)), one("f", ranged(math.MinInt32, math.MaxInt32)), one("g", ranged(0, math.MaxUint32)), one("h", anyInt), one("i", ranged(0, math.MaxInt64)), one("j", anyInt), one("k", ranged(0, math.MaxUint32)),
		one("l", floatType), one("m", floatType), one("n", vecType), one("o", f.place), one("p", f.enemy), one("q", f.place, f.enemy, vecType), one("r", floatType)}
	fl := world.Float
	for _, words := range [][]world.Word{
		{1, -128, 255, -32768, 65535, math.MinInt32, math.MaxUint32, math.MinInt64, math.MaxInt64, math.MinInt64, math.MaxUint32, fl(2.5), fl(-1e300), fl(1), fl(2), 2, f.e1, 0, 1, fl(3.5)},
		{0, 127, 0, 32767, 0, math.MaxInt32, 0, math.MaxInt64, 0, math.MaxInt64, 0, fl(-0.25), fl(0), fl(-3), fl(4), 0, 0, 1, f.e1, fl(-1)},
		{1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, fl(0), fl(1), fl(5), fl(6), 1, f.e1, 2, fl(7), fl(8), fl(9)},
	} {
		want := fmt.Sprintf("{%t %d %d %d %d %d %d %d %d %d %d %v %v (%v, %v) %d %d", words[0] != 0, words[1], words[2], words[3], words[4], words[5], words[6], words[7], words[8], words[9], words[10], words[11].Float(), words[12].Float(), words[13].Float(), words[14].Float(), words[15], words[16])
		in, h := starting[goTypes](t, f, none{}, words, params...)
		s := stageOf[goTypes, none](t, f, params...)
		if why, _ := s.restore(t, f, savedBytes(in, h), nil); why != "" || !strings.HasPrefix(s.restored[0], want) {
			t.Errorf("%s\ngot  %s\nwant %s", why, s.restored[0], want)
		}
		live := stageOf[goTypes, none](t, f, params...)
		live.in.Restored(live.c, live.in.Start(live.c, 0, words))
		if live.restored[0] != s.restored[0] {
			t.Errorf("live  %s\nsaved %s", live.restored[0], s.restored[0])
		}
	}
}

// TestArgumentsOfAnyAction: how many there are, and which; they come back when they were saved.
func TestArgumentsOfAnyAction(t *testing.T) {
	f := newFixture(t)
	all := []action.Param{one("a", smallInt), one("b", f.place, f.enemy), one("c", vecType)}
	words := [][]world.Word{{}, {7}, {7, 1, f.e1}, {7, 0, 2, world.Float(1), world.Float(2)}}
	texts := []string{"", "7", "7 e1", "7 office (1, 2)"}
	for n := range words {
		type state struct{ Z int8 }
		b := f.bindings(all[:n]...)
		got := ""
		action.Bind(b, "act", func(c *action.Ctx, p *action.Arguments, _ *state) action.Status {
			var list []string
			for i := range p.Len() {
				list = append(list, p[i].Text(c.State()))
			}
			got = strings.Join(list, " ")
			return action.Running
		})
		if err := b.Err(); err != nil {
			t.Fatal(err)
		}
		in, c := action.NewInstances(b), f.ctx()
		h := in.Start(c, 0, words[n])
		if in.Update(c, h); got != texts[n] {
			t.Errorf("%d arguments: %q, want %q", n, got, texts[n])
		}
		other := action.NewInstances(b)
		r := codec.NewReader(savedBytes(in, h))
		again, why := other.Restorer((*world.Reader)(r), f.schema, nil).Instance((*world.Reader)(r))
		got = "-"
		if why != "" || other.Update(c, again) != action.Running || got != texts[n] {
			t.Errorf("%d arguments, saved: %q, want %q: %s", n, got, texts[n], why)
		}
	}
	var full action.Arguments
	for i := range full {
		full[i].Type = boolType
	}
	if full.Len() != action.MaxArgs || new(action.Arguments).Len() != 0 {
		t.Errorf("%d of %d", full.Len(), action.MaxArgs)
	}
}

// TestValuesByKind: a value has the kind that its type says, and no other.
func TestValuesByKind(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct {
		v    action.Value
		want string
	}{
		{action.Value{}, "kind 0, object 0, enum -1, point (0, 0) false"},
		{action.Value{Type: f.enemy, Words: [2]world.Word{f.e1}}, fmt.Sprintf("kind %d, object %d, enum -1, point (0, 0) false", world.KindObject, f.e1)},
		{action.Value{Type: f.place, Words: [2]world.Word{2}}, fmt.Sprintf("kind %d, object 0, enum 2, point (0, 0) false", world.KindEnum)},
		{action.Value{Type: vecType, Words: [2]world.Word{world.Float(1), world.Float(2)}}, fmt.Sprintf("kind %d, object 0, enum -1, point (1, 2) true", world.KindVec2)},
		{action.Value{Type: anyInt, Words: [2]world.Word{4}}, fmt.Sprintf("kind %d, object 0, enum -1, point (0, 0) false", world.KindInt)},
	} {
		at, ok := c.v.Vec2()
		if got := fmt.Sprintf("kind %d, object %d, enum %d, point %v %t", c.v.Kind(), c.v.Object(), c.v.Enum(), at, ok); got != c.want {
			t.Errorf("%+v: %s, want %s", c.v, got, c.want)
		}
	}
}

// TestWhatIsSpent: Spent writes to its address, until that is undone.
func TestWhatIsSpent(t *testing.T) {
	f := newFixture(t)
	c := f.ctx()
	c.Spent() // there is nothing to spend
	hungry, seen := f.schema.Symbol("hungry").Base, f.schema.Symbol("seen").Base
	first := c.Spends(hungry)
	second := c.Spends(seen)
	if c.Spent(); f.state.Get(seen) != 1 || f.state.Get(hungry) != 0 || second != hungry {
		t.Errorf("%d %d, before it was %d", f.state.Get(seen), f.state.Get(hungry), second)
	}
	c.Spends(second)
	if c.Spent(); f.state.Get(hungry) != 1 {
		t.Error("it is not spent where it was to be before")
	}
	f.state.Set(hungry, 0)
	f.state.Set(seen, 0)
	c.Spends(first)
	if c.Spent(); f.state.Get(hungry) != 0 || f.state.Get(seen) != 0 {
		t.Error("something is spent after all was undone")
	}
}

// TestWhatIsNotBoundYet: missing bindings are named in order, without faulty ones.
func TestWhatIsNotBoundYet(t *testing.T) {
	f := newFixture(t)
	sigs := func(names ...string) (list []action.Signature) {
		for _, n := range names {
			list = append(list, action.Signature{Name: n, Result: boolType})
		}
		return list
	}
	b := action.NewBindings(f.schema, sigs("a", "b", "c"), sigs("f", "g", "h"))
	update := func(*action.Ctx, *none, *none) action.Status { return action.Success }
	action.Bind(b, "b", update)
	action.Bind(b, "c", func(*action.Ctx, *none, *struct{ P *int }) action.Status { return action.Success })
	action.BindFunc(b, "f", func(none) bool { return true })
	action.BindFunc(b, "h", func(none) string { return "" })
	if actions, functions := b.Unbound(); fmt.Sprint(actions, functions) != "[a] [g]" {
		t.Errorf("%v %v", actions, functions)
	}
	if b.Schema() != f.schema {
		t.Error("the bindings are for another schema")
	}
	action.Bind(b, "a", update)
	action.BindFunc(b, "g", func(none) bool { return true })
	if actions, functions := b.Unbound(); len(actions)+len(functions) != 0 {
		t.Errorf("%v %v", actions, functions)
	}
}

// half knows how to write itself, but not how to read, or the other way round; so it must be plain data.
type (
	writesOnly struct{ P *int }
	readsOnly  struct{ P *int }
)

func (*writesOnly) MarshalBinary() ([]byte, error) { return nil, nil }
func (*readsOnly) UnmarshalBinary([]byte) error    { return nil }

func TestStatesMustWriteAndReadThemselves(t *testing.T) {
	f := newFixture(t)
	writes, reads := f.bindings(), f.bindings()
	action.Bind(writes, "act", func(*action.Ctx, *none, *writesOnly) action.Status { return action.Success })
	action.Bind(reads, "act", func(*action.Ctx, *none, *readsOnly) action.Status { return action.Success })
	for name, b := range map[string]*action.Bindings{"writes": writes, "reads": reads} {
		if err := b.Err(); err == nil || !strings.Contains(err.Error(), "pointer") && !strings.Contains(err.Error(), "*int") {
			t.Errorf("a state that only %s itself is taken: %v", name, err)
		}
	}
}

// TestWhatSymbolsWant: the words of a refusal, for each type and boundary.
func TestWhatSymbolsWant(t *testing.T) {
	b := world.NewBuilder()
	place := world.Type{Kind: world.KindEnum, ID: b.Enum("place", []string{"home", "shop"})}
	enemy := world.Type{Kind: world.KindObject, ID: b.ObjectType("enemy", nil, 4)}
	ranged := func(lo, hi int64) world.Type { return world.Type{Kind: world.KindInt, Lo: lo, Hi: hi} }
	for name, typ := range map[string]world.Type{"few": ranged(-3, 7), "above": ranged(3, math.MaxInt64), "below": ranged(math.MinInt64, 7), "any": anyInt, "heat": floatType, "pos": vecType, "at": place, "who": enemy, "on": boolType} {
		b.Symbol(world.SymbolDef{Name: name, Type: typ, Default: [2]world.Word{world.Word(max(0, typ.Lo))}})
	}
	b.Symbol(world.SymbolDef{Name: "near", Params: []world.Type{enemy, place}, Type: boolType, Scope: world.ScopeWorld})
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := world.NewState(schema)
	e1, _ := st.AddObject(enemy.ID, "e1")
	nan := math.NaN()
	for _, c := range []struct{ got, want string }{
		{put[int64](t, st, "few", 7), "7"}, {put[int64](t, st, "few", 8), "8 is refused; it must be from -3 to 7"}, {put[int64](t, st, "few", -3), "-3"}, {put[int64](t, st, "few", -4), "-4 is refused; it must be from -3 to 7"},
		{put[int64](t, st, "above", 2), "2 is refused; it must be from 3 to 9223372036854775807"}, {put[int64](t, st, "below", 8), "8 is refused; it must be from -9223372036854775808 to 7"}, {put[int64](t, st, "any", math.MinInt64), "-9223372036854775808"},
		{put(t, st, "heat", 2.5), "2.5"}, {put(t, st, "heat", nan), "NaN is refused; it must be a finite number"}, {put[float32](t, st, "heat", float32(math.Inf(1))), "+Inf is refused; it must be a finite number"}, {put[float32](t, st, "heat", 1.5), "1.5"},
		{put(t, st, "pos", action.Vec2{X: 1, Y: 2}), "(1, 2)"}, {put(t, st, "pos", action.Vec2{X: nan}), "(NaN, 0) is refused; it must be two finite numbers"}, {put(t, st, "pos", action.Vec2{Y: math.Inf(-1)}), "(0, -Inf) is refused; it must be two finite numbers"},
		{put(t, st, "at", "shop"), "shop"}, {put(t, st, "at", "pub"), `"pub" is refused; it must be one of home, shop`}, {put(t, st, "at", action.Enum(1)), "1"}, {put(t, st, "at", action.Enum(2)), "2 is refused; it must be one of home, shop"}, {put(t, st, "at", action.Enum(-1)), "-1 is refused; it must be one of home, shop"},
		{put(t, st, "who", "e1"), "e1"}, {put(t, st, "who", "e9"), `"e9" is refused; it must be an object of type enemy that exists`}, {put(t, st, "who", e1), fmt.Sprint(e1)}, {put(t, st, "who", world.Object(0)), "0"}, {put(t, st, "who", e1+5), fmt.Sprint(e1+5) + " is refused; it must be an object of type enemy that exists"},
		{put(t, st, "on", true), "true"}, {put(t, st, "on", false), "false"},
		{put(t, st, "near", true), "it takes 2 arguments, and was given 0"}, {put(t, st, "near", true, "e1", "shop"), "true"}, {put(t, st, "near", true, "e1", "pub"), `argument 2, "pub", is refused; it must be one of home, shop`}, {put(t, st, "near", true, 0, "shop"), "argument 1, 0, is refused; it must be an object of type enemy that exists"},
		{put(t, st, "near", true, e1, 1), "true"}, {put(t, st, "near", true, e1, 2), "argument 2, 2, is refused; it must be one of home, shop"}, {put(t, st, "near", true, e1, uint8(1)), "true"}, {put(t, st, "near", true, e1, 1.0), "argument 2, 1, is refused; it must be one of home, shop"}, {put(t, st, "near", true, e1, true), "argument 2, true, is refused; it must be one of home, shop"}, {put(t, st, "near", true, e1, "shop", 3), "it takes 2 arguments, and was given 3"},
		{put(t, st, "near", true, world.Object(0), "shop"), "argument 1, 0, is refused; it must be an object of type enemy that exists"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
	near, err := action.Stored[bool](schema, schema.Symbol("near"))
	if err != nil || near.Name() != "near" || near.Scope() != world.ScopeWorld {
		t.Errorf("%s of scope %v: %v", near.Name(), near.Scope(), err)
	}
	derived, err := action.Derived[int64](schema, 3, "worth", nil, anyInt)
	if err != nil || derived.Name() != "worth" || derived.Scope() != world.ScopeAgent {
		t.Errorf("%s of scope %v: %v", derived.Name(), derived.Scope(), err)
	}
	if err := derived.Write(st, 3); err == nil || err.Error() != "karakuri: worth: it is derived from other symbols, and cannot be written" {
		t.Error(err)
	}
	option := &action.OptionError{Option: "TPS", Value: "0", Want: "from 1 to 1000"}
	if option.Error() != "karakuri: Options.TPS is 0; it must be from 1 to 1000" {
		t.Error(option)
	}
}

// put writes a symbol and returns its value afterwards, or why the write was refused.
func put[T any](t *testing.T, st *world.State, name string, value T, args ...any) string {
	t.Helper()
	s, err := action.Stored[T](st.Schema(), st.Schema().Symbol(name))
	if err != nil {
		t.Fatal(err)
	}
	c := action.NewCtx(1, 10, nil)
	c.Enter(1, 1, st)
	reported := 0
	c.OnRefused(func(error) { reported++ })
	before := fmt.Sprint(s.Get(c, args...))
	if err := s.Put(c, value, args...); err != nil {
		if now := fmt.Sprint(s.Get(c, args...)); now != before || reported != 1 {
			t.Errorf("%s was refused, but is %s, not %s; told %d times", name, now, before, reported)
		}
		return strings.TrimPrefix(err.Error(), "karakuri: "+name+": ")
	}
	if reported > 0 {
		t.Errorf("%s: a refusal is told of what was not refused", name)
	}
	return fmt.Sprint(s.Get(c, args...))
}
