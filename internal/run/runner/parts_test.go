package runner

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// The rules of the parts of a runner, each by itself.

// scriptOf compiles a model for ten ticks in a second.
func scriptOf(t *testing.T, text string) *Script {
	t.Helper()
	file, ds := lang.Parse(diag.NewSource("test.krk", text))
	info, more := def.Check(&def.Model{Files: []*def.File{file}})
	ds.Append(more)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	return Compile(htn.Compile(info), 10)
}

// TestOrdersOfAnAgent: the urgent ones go first, each kind in the order in which they came; those that have ended are
// omitted; one that was withdrawn is forgotten, and one that was interrupted begins afresh.
func TestOrdersOfAnAgent(t *testing.T) {
	var none *orders
	if none.isOn() || none.next() != nil || none.isPressed() || none.of(1) != nil || none.interrupt() {
		t.Error("without a list there are orders")
	}
	none.clear()
	l := &orders{}
	order := func(want ...int64) {
		t.Helper()
		var got []int64
		for i := range l.list {
			if got = append(got, l.list[i].Number); len(l.list[i].Args) != 1 || l.list[i].Args[0] != world.Word(l.list[i].Number) {
				t.Errorf("order %d is about %v", l.list[i].Number, l.list[i].Args)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("orders %v, want %v", got, want)
		}
	}
	args := make([]world.Word, 1)
	add := func(number int64, urgent bool) bool {
		args[0] = world.Word(number)
		return l.add(Order{Number: number, Args: args, Urgent: urgent})
	}
	for _, n := range []int64{1, 2, 3} {
		add(n, false)
	}
	if l.isPressed() {
		t.Error("none is urgent")
	}
	add(4, true)
	add(5, true)
	order(4, 5, 1, 2, 3)
	if !l.isPressed() || !l.urge(2) || l.urge(9) {
		t.Error("urging")
	}
	order(4, 5, 2, 1, 3)
	if known, ran := l.withdraw(5); !known || ran {
		t.Error("5 was known and did not run")
	}
	if known, ran := l.withdraw(5); known || ran {
		t.Error("5 is forgotten")
	}
	order(4, 2, 1, 3)
	for _, n := range []int64{6, 7, 8, 9} {
		if !add(n, false) {
			t.Errorf("no room for %d", n)
		}
	}
	if add(10, true) || len(l.list) != MaxOrders {
		t.Errorf("%d orders", len(l.list))
	}
	order(4, 2, 1, 3, 6, 7, 8, 9)

	l.current, l.list[0].state = 4, RunningOrder
	if !l.isOn() || !l.interrupt() || l.isOn() || l.of(4).state != WaitingOrder || l.next().Number != 4 {
		t.Error("4 begins afresh")
	}
	l.current = 4
	if l.end(action.Success); l.isOn() || l.of(4).state != DoneOrder || l.next().Number != 2 {
		t.Error("4 is done")
	}
	l.current = 2
	if l.end(action.Failure); l.of(2).state != FailedOrder || l.next().Number != 1 || l.isPressed() {
		t.Error("2 has failed")
	}
	l.current = 1
	if known, ran := l.withdraw(1); !known || !ran || l.isOn() {
		t.Error("1 ran")
	}
	if known, ran := l.withdraw(3); !known || ran {
		t.Error("3 did not run")
	}
	l.current = 6
	if l.clear(); l.isOn() || l.next() != nil || len(l.list) != 0 {
		t.Error("they are forgotten")
	}
}

// TestCooldownsOfAnAgent: of two of one name the later end holds; a cooldown is over in its tick and not before; a step
// may wait for one that continues, no longer than it says.
func TestCooldownsOfAnAgent(t *testing.T) {
	s := scriptOf(t, `
state agent { a: int 0..9 }
action work
operator one { do work; cooldown 1s wait 0.3s }
operator two { do work; cooldown 2s wait }
operator three { do work; cooldown 3s }
operator four { do work }
`)
	st := world.NewState(s.info.Schema)
	ops := s.operators
	var l timers
	seen := func(tick int64) *coolings { return &coolings{l, st, tick} }
	if l.next() != never || seen(0).nextHope(s) != never {
		t.Error("there is none")
	}
	begin := func(op int, due int64) {
		st.Set(ops[op].cooling.Base, 1)
		l.set(ops[op].cooling.Base, due)
	}
	begin(0, 15)
	begin(0, 12)
	begin(1, 20)
	begin(2, 14)
	if l.next() != 14 || len(l) != 3 {
		t.Errorf("%v", l)
	}
	for _, c := range []struct {
		op         int
		tick, left int64
		may        bool
	}{{0, 10, 5, false}, {0, 11, 4, false}, {0, 12, 3, true}, {0, 14, 1, true}, {0, 15, 0, false}, {0, 16, 0, false}, {1, 1, 19, true}, {1, 20, 0, false}, {2, 13, 1, false}, {3, 1, 0, false}} {
		if left, may := l.left(&ops[c.op], c.tick), seen(c.tick).mayWait(&ops[c.op]); left != c.left || may != c.may {
			t.Errorf("operator %d in tick %d: %d left, may wait %t", c.op, c.tick, left, may)
		}
	}
	for tick, want := range map[int64]int64{5: 12, 11: 12, 12: never, 30: never} {
		if got := seen(tick).nextHope(s); got != want {
			t.Errorf("in tick %d the next hope is in %d", tick, got)
		}
	}
	for _, c := range []struct {
		tick int64
		hot  string
	}{{13, "[1 1 1]"}, {14, "[1 1 0]"}, {15, "[0 1 0]"}, {21, "[0 0 0]"}} {
		l.wake(st, c.tick)
		var hot []world.Word
		for i := range 3 {
			hot = append(hot, st.Get(ops[i].cooling.Base))
		}
		if fmt.Sprint(hot) != c.hot {
			t.Errorf("tick %d: %v", c.tick, hot)
		}
	}
	if len(l) != 0 {
		t.Errorf("%v goes on", l)
	}
}

// TestSlicesOfPlanning: where planning is shared out a slice is taken once, in its tick; an agent that gets none is
// hungry until the next is given out.
func TestSlicesOfPlanning(t *testing.T) {
	q := &rations{paced: true}
	if first := q.take(3); !first || !q.take(3) || q.hungry {
		t.Error("planning is not shared out")
	}
	if q.crave(); q.hungry {
		t.Error("nobody is hungry where it is not shared out")
	}
	if q.give(true, 5); !q.take(5) || q.hungry {
		t.Error("it has a slice")
	}
	if q.take(5) || !q.hungry {
		t.Error("the slice was taken")
	}
	if q.give(false, 6); q.hungry || q.take(6) || !q.hungry {
		t.Error("it has none in tick 6")
	}
	if q.give(true, 7); q.take(8) {
		t.Error("the slice was for tick 7")
	}
	if q.give(true, 9); q.hungry {
		t.Error("it is fed")
	}
	if q.crave(); !q.hungry || !q.paced || !q.shared {
		t.Error("a planning goes on")
	}
}

// TestSeriesOfPlanningsInVain: the first of a series is reported at once, and the series when it has ended, if there
// were more. Another bound is another series.
func TestSeriesOfPlanningsInVain(t *testing.T) {
	var s series
	if !s.add(htn.NoBound, 1) || s.folded.count != 0 {
		t.Error("the first is told of")
	}
	if s.close(); s.folded.count != 0 || s.open.count != 0 {
		t.Error("one alone is no series")
	}
	for i := range 3 {
		if s.add(htn.NoBound, 1) != (i == 0) {
			t.Errorf("planning %d", i)
		}
	}
	if !s.add(htn.BoundNodes, 2) || s.folded != (vain{3, htn.NoBound, 1}) || s.open != (vain{1, htn.BoundNodes, 2}) {
		t.Errorf("%+v", s)
	}
	s.open.count = maxCounted
	if s.add(htn.BoundNodes, 2); s.open.count != maxCounted {
		t.Error("it counts on for ever")
	}
	if a, b := (vain{3, htn.NoBound, 1}).event(), (vain{1, htn.BoundNodes, 2}).event(); a.Kind != PlanNone || a.Line != 1 || b.Kind != PlanLimit || b.Limit != htn.BoundNodes || b.Line != 2 {
		t.Errorf("%v, %v", a, b)
	}
}

// TestPeriodsOfPlanning: the next period after a tick is the first in which one is over, for every agent; agents of
// neighbouring numbers have it in neighbouring ticks; one that let ticks pass has it in the first tick that it has a
// turn in; each planning in vain waits twice as long, up to eight intervals, and ends in a period.
func TestPeriodsOfPlanning(t *testing.T) {
	for every := int64(1); every <= 7; every++ {
		for agent := action.AgentID(1); agent < 12; agent++ {
			p := planning{agent: agent}
			if other := (planning{agent: agent + 1<<24}); other.phase() != p.phase() {
				t.Error("whoever had the slot before counts")
			}
			for tick := int64(20); tick < 40; tick++ {
				first := tick + 1
				for !p.isPeriod(first, every, false) {
					first++
				}
				if next := p.nextPeriod(tick, every); next != first || next > tick+every {
					t.Errorf("every %d, agent %d: after %d in %d, want %d", every, agent, tick, next, first)
				}
				if p.planned = tick; p.isPeriod(tick, every, true) || p.isPeriod(first-1, every, true) || !p.isPeriod(first, every, true) || !p.isPeriod(first+1, every, true) {
					t.Errorf("every %d, agent %d, planned in %d: paced", every, agent, tick)
				}
				if next := (&planning{agent: agent + 1}); !next.isPeriod(first+every-1, every, false) {
					t.Errorf("every %d: agent %d has its period in %d, the next one not just before", every, agent, first)
				}
			}
			p.waits = 0
			for n, most := range []int64{1, 2, 4, 8, 8, 8} {
				if p.putOff(100, every); p.due <= 100+(most-1)*every || p.due > 100+most*every || !p.isPeriod(p.due, every, false) || int(p.waits) != n+1 {
					t.Errorf("every %d, agent %d, %d in vain: due in %d", every, agent, n, p.due)
				}
			}
		}
	}
}

// TestTimeOfBans: it runs from when nothing replaces the failed step, pauses while something does, and continues with
// the rest.
func TestTimeOfBans(t *testing.T) {
	c := clock{ticks: 50}
	if c.isOver(60) {
		t.Error("nobody has seen what comes next")
	}
	if c.stand(20); c.isOver(1000) || c.ticks != 30 || c.stood != 20 {
		t.Errorf("%+v", c)
	}
	if c.stand(25); c.ticks != 30 || c.stood != 20 {
		t.Errorf("it stands already: %+v", c)
	}
	if c.run(100); c.isOver(129) || !c.isOver(130) {
		t.Errorf("%+v", c)
	}
	if c.run(110); c.isOver(129) || !c.isOver(130) {
		t.Errorf("it runs already: %+v", c)
	}
	if c.stand(200); c.ticks != 0 {
		t.Errorf("what is over is not over by more: %+v", c)
	}
	s := &Script{tps: 10}
	s.compileBanTimes()
	for n, want := range []int64{50, 100, 200, 400, 800, 1200, 1200} {
		if got := s.banTime(int32(n) + 1); got != want {
			t.Errorf("failure %d is banned for %d ticks", n+1, got)
		}
	}
	for n, want := range []int64{0, 0, 10, 20, 40, 80, 160, 300, 300} {
		if got := s.holdTime(int32(n)); got != want {
			t.Errorf("%d failures hold for %d ticks", n, got)
		}
	}
}

// TestWantsOfAnAgent: an object is wanted once, for the most urgent step; after a planning only what steps have shown
// to be claimed from all agents is left, while it is; in a squad one that is not asks for what it sees.
func TestWantsOfAnAgent(t *testing.T) {
	var l wants
	l.clear()
	l.add(7, 2, false)
	l.add(8, 1, true)
	l.add(7, 3, false)
	l.add(8, 0, false)
	l.add(9, 5, false)
	l.add(9, 5, true)
	if fmt.Sprint(l) != "[{7 2 false} {8 0 true} {9 5 true}]" {
		t.Errorf("%v", l)
	}
	c := &claims{}
	c.set(claimKey{object: 7, all: true}, 2)
	c.set(claimKey{object: 8, all: true}, 2)
	c.set(claimKey{object: 9, all: true}, 1) // its own
	if l.forget(c, 1); fmt.Sprint(l) != "[{8 0 true}]" {
		t.Errorf("%v", l)
	}
	if l.clear(); len(l) != 0 {
		t.Errorf("%v", l)
	}
}

// TestWaysThatFailed: failures are remembered for a plan line; a way has one entry, as long as there is room; then
// entries about objects that are gone make room, or those that have been free for the longest time, and if all are in
// force, one entry covers the others. Success of the way, or of one that an entry covers, forgets its failures.
func TestWaysThatFailed(t *testing.T) {
	s := scriptOf(t, `
type door max 200
state agent { inside: bool }
action open(d: door)
action pull
operator enter(d: door) { do open(d); effect inside = true; ban 4s by d }
operator leave { do pull; effect inside = false }
task get_in { method "door" each d: door { enter(d) }; method "out" { leave } }
task get_out { method "out" { leave } }
`)
	st := world.NewState(s.info.Schema)
	var doors []world.Object
	for range MaxBans + 4 {
		o, err := st.AddObject(s.info.Schema.ObjectType("door").ID, "")
		if err != nil {
			t.Fatal(err)
		}
		doors = append(doors, o)
	}
	through := func(d world.Object) *htn.Ban { return &htn.Ban{Task: 0, Method: 0, Bound: []world.Word{d}} }
	out := &htn.Ban{Task: 1, Method: 0}
	var l bans
	fail := func(line int, of *htn.Ban, tick int64) *ban {
		b := l.remember(s, st, line, of)
		b.begin(s, tick, htn.Step{Operator: 0, Args: []world.Word{1}}, ActionFailed)
		return b
	}
	keys := func(what string, want ...int) {
		t.Helper()
		if got := []int{l.countKeys(0), l.countOut(s, st, 0), l.countKeys(1), l.countOut(s, st, 1)}; !slices.Equal(got, want) {
			t.Errorf("%s: %v ways of the two lines are remembered and not taken, want %v", what, got, want)
		}
	}
	if l.knows(out.Task, out.Method) || l.find(s, 0, out) != nil || l.others(0, out) != nil || l.forgive(s, 0, out) || l.next(s, 1) != never {
		t.Error("nothing has failed")
	}
	fail(0, out, 1)
	fail(0, out, 2)
	fail(1, out, 3)
	fail(1, through(doors[0]), 4)
	if keys("two ways", 1, 1, 2, 2); l.find(s, 0, out).count != 2 || l.find(s, 1, out).count != 1 || l.find(s, 0, through(doors[0])) != nil || l.find(s, 1, through(doors[1])) != nil {
		t.Errorf("%+v", l)
	}
	if way := through(doors[3]); !l.knows(way.Task, way.Method) || l.knows(0, 1) || (bans{{of: htn.Ban{IsOperator: true}}}).knows(0, 0) {
		t.Error("there is an entry of that method with other bindings; an operator's entry is none of a method")
	}
	for i := range MaxBans - 1 {
		fail(0, through(doors[i]), int64(10+i))
	}
	keys("as many as there is room for", MaxBans, MaxBans, 2, 2)
	if b := fail(0, through(doors[MaxBans]), 100); !b.of.All || b.line != 0 || len(b.of.Bound) != 0 || l.others(0, through(doors[1])) != b || l.others(1, through(doors[1])) != nil || l.others(0, out) != nil {
		t.Errorf("one stands for the others: %+v", b)
	}
	keys("one stands for the others", MaxBans, MaxBans, 2, 2)
	if all := l.out(nil, 0); len(all) != MaxBans+1 || len(l.out(nil, 1)) != 2 {
		t.Errorf("%d are not taken", len(all))
	}

	first, second := l.find(s, 0, through(doors[2])), l.find(s, 0, through(doors[5]))
	first.lift, second.lift = BanOver, BanOver
	if keys("lifted", MaxBans, MaxBans-2, 2, 2); l.spare(s, st, 0) != nil {
		t.Error("what was lifted is to be told first")
	}
	second.end(200)
	if first.end(201); first.inForce || first.lift != NotLifted || first.count != 1 || first.lifted != 201 {
		t.Errorf("%+v", first)
	}
	if l.spare(s, st, 0) != second || l.spare(s, st, 1) != nil {
		t.Error("the one gives way that has been free for the longest time")
	}
	free := 0
	for _, b := range l.out(nil, 0) {
		if b.Free {
			free++
		}
	}
	if free != 2 {
		t.Errorf("%d are free though one stands for the others", free)
	}
	gone := l.find(s, 0, through(doors[7]))
	st.RemoveObject(doors[7])
	if keys("a door is gone", MaxBans, MaxBans-3, 2, 2); l.spare(s, st, 0) != gone {
		t.Error("what is about objects that are gone gives way first")
	}
	if b := fail(0, through(doors[MaxBans+1]), 300); b != gone || b.count != 1 || b.of.Bound[0] != doors[MaxBans+1] {
		t.Errorf("%+v", b)
	}

	if !l.forgive(s, 0, through(doors[2])) || first.count != 0 || first.lift != NotLifted {
		t.Errorf("it was not in force, and is forgotten: %+v", first)
	}
	if !l.forgive(s, 0, out) || l.find(s, 0, out).lift != BanWorked {
		t.Error("it is to be told that the way works")
	}
	if !l.forgive(s, 0, through(doors[MaxBans])) || l.others(0, through(doors[1])).lift != BanWorked {
		t.Error("what stands for the way is lifted")
	}
	for i := range l {
		if b := &l[i]; b.lift != NotLifted {
			b.end(301)
		}
	}
	n := len(l)
	if l.sweep(); len(l) != n-3 || l.find(s, 0, out) != nil || l.find(s, 1, out) == nil || l.others(0, out) != nil {
		t.Errorf("%d of %d are left", len(l), n)
	}
	keys("the end", MaxBans-2, MaxBans-3, 2, 2)
}

// TestTimesOfWaysThatFailed: the times of a line's bans pause and run with its plans, unless the way says its time; a
// plan that ends well lifts a first failure and starts the time of a repeated one, which is shortened by no more than
// the first ban when such plans follow each other.
func TestTimesOfWaysThatFailed(t *testing.T) {
	s := scriptOf(t, `
state agent { n: int 0..9 }
action pull
operator out { do pull; effect n += 1 }
operator shut { do pull; effect n += 1; ban 4s }
task a { method "m" { out } }
task b { method "m" { out } }
agent x { plan a }
`)
	w := NewWorker(s, htn.Options{})
	w.machine.State = world.NewState(s.info.Schema)
	ways := []*htn.Ban{{Task: 0}, {Task: 1}, {Operator: 1, IsOperator: true}}
	list := func() bans {
		var l bans
		for i, of := range ways {
			for line := range 2 {
				b := l.add(line, of)
				for range i%2 + 1 { // the second has failed twice
					b.begin(s, 100, htn.Step{Operator: 0}, ActionFailed)
				}
			}
		}
		return l
	}
	ends := func(l bans, line int) (out []int64) {
		for i := range l {
			if b := &l[i]; b.line == line {
				at := int64(-1)
				if b.clock.state == clockRuns {
					at = b.clock.ticks
				}
				out = append(out, at)
			}
		}
		return out
	}
	check := func(what string, got []int64, want ...int64) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: bans end in %v, want %v", what, got, want)
		}
	}
	l := list()
	check("nobody has seen what comes next", ends(l, 0), -1, -1, 140)
	l.stand(s, 0, 110)
	l.run(s, 1, 110)
	check("a plan replaces them", ends(l, 0), -1, -1, 140)
	check("nothing replaces them", ends(l, 1), 150, 200, 140)
	if next := l.next(s, 110); next != 140 {
		t.Errorf("the first ends in %d", next)
	}
	l.prove(s, 0, 130)
	check("the plan has ended well", ends(l, 0), -1, 220, 140)
	if l[0].lift != BanProved || l[2].lift != NotLifted || l[4].lift != NotLifted || l[1].lift != NotLifted {
		t.Errorf("%+v", l)
	}
	l.stand(s, 0, 140)
	l.prove(s, 0, 170)
	check("the next one took thirty ticks", ends(l, 0), -1, 220, 140)
	l.stand(s, 0, 180)
	l.prove(s, 0, 280)
	check("one that took a hundred counts for fifty", ends(l, 0), -1, 270, 140)

	l = list()
	l.run(s, 0, 100)
	l.run(s, 1, 100)
	if l.lift(w, 139, 0) {
		t.Error("none is over")
	}
	if !l.lift(w, 140, 1) || l[4].lift != BanOver || l[5].lift != BanOver || l[0].lift != NotLifted {
		t.Errorf("%+v", l)
	}
	if l.lift(w, 140, 0) {
		t.Error("it is to be told already")
	}
	for i := range l {
		l[i].line = 0
	}
	if l.lift(w, 150, 1) || l[0].lift != BanOver || l[1].lift != BanOver {
		t.Error("those of another line are lifted, but not for this one")
	}
}

// TestCooldownsThatOthersHave: of a cooldown that others share the end is known once the step has ended that started
// it; without a bound a step waits all the same.
func TestCooldownsThatOthersHave(t *testing.T) {
	s := scriptOf(t, `
state agent { a: int 0..9 }
action work
operator one { do work; cooldown 1s shared all by world wait 0.3s }
operator two { do work; cooldown 2s shared all by world wait }
`)
	st := world.NewState(s.info.Schema)
	common := s.operators[0].common
	for what, c := range map[string]struct {
		hot, due world.Word
		left     int64
		may      [2]bool
		hope     int64
		watched  bool
	}{
		"it does not run":           {0, 0, 0, [2]bool{false, false}, never, false},
		"the step runs":             {1, 0, never, [2]bool{false, true}, never, true},
		"its end is too far":        {1, 14, 4, [2]bool{false, true}, 11, false},
		"its end is near enough":    {1, 13, 3, [2]bool{true, true}, never, false},
		"it is over with this tick": {1, 10, 0, [2]bool{false, false}, never, false},
	} {
		st.Set(common.Hot.Base, c.hot)
		st.Set(common.Due.Base, c.due)
		seen := &coolings{nil, st, 10}
		for i := range c.may {
			if left, may := seen.left(&s.operators[i]), seen.mayWait(&s.operators[i]); left != c.left || may != c.may[i] {
				t.Errorf("%s, operator %d: %d left, may wait %t", what, i, left, may)
			}
		}
		var reads htn.Reads
		if seen.watchShared(s, &reads); seen.nextHope(s) != c.hope || reads.Cells.Has(common.Due.Base) != c.watched {
			t.Errorf("%s: hope in %d, watched %t", what, seen.nextHope(s), reads.Cells.Has(common.Due.Base))
		}
	}
	if without := (&coolings{tick: 10}); without.left(&s.operators[0]) != 0 {
		t.Error("without a state there is none")
	}
}
