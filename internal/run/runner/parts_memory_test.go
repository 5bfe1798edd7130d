package runner

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// TestTriesInASecond: plannings in vain count within a second from the first of them on; the next one begins another
// second.
func TestTriesInASecond(t *testing.T) {
	var n tries
	if n.isSpent(100, 10, 1) {
		t.Error("there was none")
	}
	for i := range int64(3) {
		n.add(100+i, 10)
	}
	for tick, spent := range map[int64]bool{102: true, 109: true, 110: false} {
		if n.isSpent(tick, 10, 3) != spent || n.isSpent(tick, 10, 4) {
			t.Errorf("%d: %+v", tick, n)
		}
	}
	if n.add(109, 10); n != (tries{100, 4}) {
		t.Errorf("%+v", n)
	}
	if n.add(110, 10); n != (tries{110, 1}) {
		t.Errorf("%+v", n)
	}
	n.count = maxCounted
	if n.add(111, 10); n.count != maxCounted {
		t.Errorf("%+v", n)
	}
}

// TestBansThatAreNotTheSame: whatever differs between bans, or their order, changes the hash.
func TestBansThatAreNotTheSame(t *testing.T) {
	words := func(list ...world.Word) []world.Word { return list }
	a, b := htn.Ban{Task: 1, Args: words(3)}, htn.Ban{Task: 2}
	seen := map[uint64]string{}
	for what, list := range map[string][]htn.Ban{
		"none": nil, "one": {a}, "another": {b}, "both": {a, b}, "the other way round": {b, a}, "twice": {a, a},
		"method":        {{Task: 1, Method: 1, Args: words(3)}},
		"no argument":   {{Task: 1}},
		"two arguments": {{Task: 1, Args: words(3, 4)}},
		"bound":         {{Task: 1, Bound: words(3)}},
		"bound, too":    {{Task: 1, Args: words(3), Bound: words(4)}},
		"all":           {{Task: 1, Args: words(3), All: true}},
		"free":          {{Task: 1, Args: words(3), Free: true}},
		"an operator":   {{Operator: 1, IsOperator: true, Args: words(3)}},
		"another one":   {{Operator: 2, IsOperator: true, Args: words(3)}},
	} {
		hash := hashBans(list)
		if seen[hash] != "" {
			t.Errorf("%s is like %s", what, seen[hash])
		}
		if seen[hash] = what; hash != hashBans(slices.Clone(list)) {
			t.Errorf("%s is not like itself", what)
		}
	}
}

// TestPlansThatAreRemembered: one for each goal; the one with the oldest failure makes room, and before that one of
// which only failed plannings are known. The failures of another task for the same goal are added; for the same way,
// the later failure.
func TestPlansThatAreRemembered(t *testing.T) {
	s := scriptOf(t, lookers)
	var r rare
	for i := range MaxMemories {
		m := r.newMemory()
		m.number, m.args = int32(i%2), []world.Word{world.Word(i / 2)}
		b := m.bans.add(0, &htn.Ban{})
		b.failed = int64(100 + (i+5)%MaxMemories)
	}
	if r.memoryOf(1, []world.Word{3}) != &r.memories[7] || r.memoryOf(2, []world.Word{3}) != nil || r.memoryOf(1, []world.Word{99}) != nil {
		t.Error("which is whose")
	}
	oldest := slices.IndexFunc(r.memories, func(m memory) bool { return m.failed() == 100 })
	if m := r.newMemory(); m != &r.memories[oldest] || len(m.bans) != 0 || len(r.memories) != MaxMemories || m.failed() != notPlanned {
		t.Errorf("%+v", m)
	}
	r.memories[3].bans = nil
	r.memories[oldest].bans.add(0, &htn.Ban{}).failed = 500
	r.memories[3].nothing = &nothing{tries: tries{1, 1}}
	if m := r.newMemory(); m != &r.memories[3] || m.isInVain() {
		t.Errorf("%+v", m)
	}
	last := r.memories[MaxMemories-1].args[0]
	if r.dropMemory(&r.memories[0]); len(r.memories) != MaxMemories-1 || r.memories[0].args[0] != last {
		t.Errorf("%+v", r.memories[0])
	}
	if m := r.newMemory(); m != &r.memories[MaxMemories-1] || len(m.bans) != 0 || m.vain != (vain{}) {
		t.Errorf("its memory is used again: %+v", m)
	}

	way := func(about world.Word, failed int64) ban {
		return ban{of: htn.Ban{Args: []world.Word{about}}, failed: failed, count: 1}
	}
	m := memory{bans: bans{way(0, 10), way(1, 20)}}
	m.merge(bans{way(1, 15), way(0, 12), way(2, 5)}, s.Domain)
	got := ""
	for _, b := range m.bans {
		got += fmt.Sprint(b.of.Args[0], " ", b.failed, ", ")
	}
	if got != "0 12, 1 20, 2 5, " {
		t.Error(got)
	}
	for i := 3; len(m.bans) < 2*MaxBans; i++ {
		m.bans = append(m.bans, way(world.Word(i), 1))
	}
	if m.merge(bans{way(2*MaxBans, 9)}, s.Domain); len(m.bans) != 2*MaxBans || m.bans[2*MaxBans-1].failed != 1 {
		t.Error("there is no room")
	}
}

// TestClaimsOfAgents: an object belongs to an agent as its squad or team knows it, or as all agents do; others know of
// it if they share that, or want it. Of those that want a free object, the most urgent gets it, and of these the first.
func TestClaimsOfAgents(t *testing.T) {
	s := scriptOf(t, `
type tool
objects saw, axe: tool
state agent { n: int 0..9 }
action cut(t: tool)
operator chop(t: tool) { do cut(t); claim t; effect n += 1 }
operator cook(t: tool) { do cut(t); claim t world; effect n += 1 }
operator think { effect n += 1 }
task live { method "m" { think } }
agent a { plan live }
`)
	chop, cook, think := &s.operators[0], &s.operators[1], &s.operators[2]
	w := NewWorker(s, htn.Options{})
	team := map[action.AgentID]Group{1: {Team: 1}, 2: {Team: 1}, 3: {Team: 2}}
	w.Claimants(func(id action.AgentID) Group { return team[id] })
	words := func(list ...world.Word) []world.Word { return list }
	c := w.claims
	if s.HasClaims() != true || c.taken(1, chop, words(5)) != 0 {
		t.Error("nothing is claimed")
	}
	c.take(1, think, nil)
	c.take(1, chop, words(0))
	if len(c.list) != 0 {
		t.Error("nothing is claimed by these")
	}
	c.take(1, chop, words(5))
	c.take(1, cook, words(6))
	for _, x := range []struct {
		by   action.AgentID
		op   *operator
		args []world.Word
		want world.Object
	}{{1, chop, words(5), 0}, {2, chop, words(5), 5}, {3, chop, words(5), 0}, {2, cook, words(6), 6}, {3, chop, words(6), 6}, {3, chop, words(7), 0}, {2, think, nil, 0}} {
		if got := c.taken(x.by, x.op, x.args); got != x.want {
			t.Errorf("agent %d: %d of %v", x.by, got, x.args)
		}
	}
	runner := func(id action.AgentID, l ...want) *Runner {
		r := &Runner{}
		r.Reset(s, 0, id, Options{})
		r.line = 0
		r.own().wants = l
		return r
	}
	known := func(r *Runner, want ...world.Object) {
		t.Helper()
		if got := c.known([]world.Object{9}, r, nil); !slices.Equal(got, append([]world.Object{9}, want...)) {
			t.Errorf("agent %d knows %v, want %v", r.agent, got, want)
		}
	}
	known(runner(3), 6) // without senses it knows the claims from all agents
	s.kinds[0].aware = false
	known(runner(1))
	known(runner(2), 5, 6)
	known(runner(3))
	known(runner(3, want{object: 6, world: true}), 6)
	known(runner(3, want{object: 6}, want{object: 5, world: true}))
	if r := runner(3, want{object: 7}, want{object: 2}); !slices.Equal(r.Wanted(nil), []world.Object{2, 7}) {
		t.Error(r.Wanted(nil))
	}

	w.Unclaim()
	if len(c.by)+len(c.list) != 0 {
		t.Error("nothing is claimed any more")
	}
	has := func(what string, key claimKey, id action.AgentID) {
		t.Helper()
		if c.by[key] != id {
			t.Errorf("%s: agent %d has it", what, c.by[key])
		}
	}
	queue := func(r *Runner) { r.Queue(w, nil, r.agent, 50, 49, nil) }
	one, all := claimKey{object: 5, group: Group{Team: 1}}, claimKey{object: 5, all: true}
	queue(runner(1, want{object: 5, priority: 2}))
	has("the first", one, 1)
	has("not from everybody", all, 0)
	queue(runner(2, want{object: 5, priority: 2}))
	has("as urgent", one, 1)
	queue(runner(2, want{object: 5, priority: 1, world: true}))
	has("more urgent", one, 2)
	has("from everybody", all, 2)
	queue(runner(1, want{object: 5, priority: 2}))
	has("less urgent", one, 2)

	for what, set := range map[string]func(r *Runner){
		"no line holds":          func(r *Runner) { r.line = -1 },
		"it is left alone":       func(r *Runner) { r.own().quarantine.released = 51 },
		"it must not plan":       func(r *Runner) { r.blocked = 51 },
		"it has just planned":    func(r *Runner) { r.planned = 50 },
		"others have claimed it": func(r *Runner) { c.take(3, chop, words(5)); c.take(2, chop, words(5)) },
	} {
		w.Unclaim()
		r := runner(1, want{object: 5})
		set(r)
		if queue(r); c.by[one] == 1 {
			t.Errorf("%s: it has it", what)
		}
	}
	w.Unclaim()
	thinking := runner(1, want{object: 5})
	thinking.thinker, thinking.planned = &thinker{busy: true}, 50
	queue(thinking)
	has("while it is planning", one, 1)
	w.Unclaim()
	first, second := runner(1, want{object: 5, priority: 2}), runner(2, want{object: 5, priority: 1})
	first.active, second.active = true, true
	queue(first)
	if queue(second); len(c.by) != 0 || c.roused[one] != (rousing{2, 1}) {
		t.Errorf("who carries out a plan has nothing kept: %v, %v", c.by, c.roused)
	}
	if queue(first); c.roused[one] != (rousing{2, 1}) {
		t.Errorf("%v", c.roused)
	}
}

// TestWantsOfThoseWhoKnowAll: without senses an agent waits for what is claimed from all agents as for what its team
// has claimed, and nothing is left of it after a planning. Of an object that it would claim for its team only, it keeps
// others from nothing.
func TestWantsOfThoseWhoKnowAll(t *testing.T) {
	s := scriptOf(t, `
type tool
objects saw: tool
state agent { n: int 0..9 }
action cut(t: tool)
operator chop(t: tool) { do cut(t); claim t }
operator weld(t: tool) { do cut(t); claim t world priority 2 }
task live { method "m" { chop(saw); weld(saw) } }
agent a { plan live }
type person
agent seer { plan live; body person; sense sight; memory short }
sense sight { range 9 }
memory short { capacity 4 }
`)
	for _, c := range []struct {
		kind     int32
		operator htn.OperatorID
		held     bool // from all agents
		all      bool
	}{{0, 0, false, false}, {0, 0, true, true}, {0, 1, false, true}, {0, 1, true, true}, {1, 0, true, false}, {1, 1, true, false}} {
		r, claims := &Runner{}, &claims{}
		r.Reset(s, c.kind, 1, Options{})
		if c.held {
			claims.set(claimKey{object: 1, all: true}, 2)
		}
		claims.meet(r, []htn.Met{{Object: 1, Operator: c.operator}})
		if len(r.wants) != 1 || r.wants[0].world != c.all {
			t.Errorf("%+v: %+v", c, r.wants)
		}
		r.wants.add(1, 0, true)
		claims.forget(r)
		if left := len(r.wants) > 0; left != (c.kind == 1 && c.held) {
			t.Errorf("%+v: %+v are left", c, r.wants)
		}
	}
}

// TestStepsThatLoseWhatTheyNeed: if nothing of the plan has been done, another plan is sought. Else the step waits;
// after its time its task is planned anew, and if that fails the plan fails.
func TestStepsThatLoseWhatTheyNeed(t *testing.T) {
	s := scriptOf(t, `
type tool
objects saw: tool
state agent { n: int 0..9 }
action cut(t: tool)
operator chop(t: tool) { do cut(t); claim t priority 3; effect n += 1 }
task live { method "m" { first; second } }
task first { method "m" { chop(saw) } }
task second { method "m" { chop(saw) } }
agent a { plan live }
`)
	for what, c := range map[string]struct {
		set    func(r *Runner, c *claims)
		active bool
		mends  bool
		waits  int64 // since when
		want   string
	}{
		"its team has it, at once":   {func(_ *Runner, c *claims) { c.set(claimKey{object: 1}, 2) }, false, false, 0, "plan aborted"},
		"another team, at once":      {func(_ *Runner, c *claims) { c.set(claimKey{object: 1, all: true}, 2) }, true, true, 0, "step failed"},
		"its team has it, under way": {func(r *Runner, c *claims) { c.set(claimKey{object: 1}, 2); r.progress[1].state = StepDone }, true, false, 40, ""},
		"another team, under way":    {func(r *Runner, c *claims) { c.set(claimKey{object: 1, all: true}, 2); r.progress[1].state = StepDone }, true, false, 40, ""},
		"it has waited for it":       {func(r *Runner, c *claims) { c.set(claimKey{object: 1}, 2); r.progress[0].free = 10 }, true, true, 10, ""},
		"it has waited, with other work": {func(r *Runner, c *claims) {
			c.set(claimKey{object: 1}, 2)
			r.progress[0].free, r.progress[1].state = 10, StepActive
		}, true, true, 10, ""},
		"it was planned anew in vain": {func(r *Runner, c *claims) {
			c.set(claimKey{object: 1}, 2)
			r.progress[0].free, r.mending = 10, true
		}, false, false, 0, "step failed, plan failed"},
	} {
		sc := sceneOf(s)
		r := &Runner{}
		r.Reset(s, 0, 1, Options{})
		r.course = *courseOf(t, s, sc.state)
		s.kinds[0].aware = false
		r.tick, r.active, r.line = 40, true, 0
		r.own().amiss = 1
		c.set(r, sc.Worker.claims)
		turn := r.turn(sc.Stage)
		r.lose(&turn, 0, 1)
		if got := sc.took(); got != c.want || r.active != c.active || r.mending != c.mends || len(r.bans) != 0 {
			t.Errorf("%s: %q, active %t, mending %t, %d bans", what, got, r.active, r.mending, len(r.bans))
		}
		waiting := c.want == "" && !c.mends
		if waiting != (r.blocked != 41) || c.mends && (r.broken != 0 || r.amiss != 0) || c.want == "plan aborted" && r.due != 41 {
			t.Errorf("%s: %+v", what, r.planning)
		}
		shared := sc.Worker.claims.isHeld(1, claimKey{object: 1})
		if want := (want{object: 1, priority: 3, world: !shared}); len(r.wants) != 1 || r.wants[0] != want {
			t.Errorf("%s: %+v", what, r.wants)
		}
		if c.want == "" && r.progress[0].free != c.waits {
			t.Errorf("%s: it waits since %d", what, r.progress[0].free)
		}
	}
}
