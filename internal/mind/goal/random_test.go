package goal_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// tangle draws random programs: goals that call each other in all ways, and brains that want them.
type tangle struct{ rt *rapid.T }

const tangled = 6 // goals; the last two take a thing

func (g tangle) one(in int, what string) bool { return rapid.IntRange(1, in).Draw(g.rt, what) == 1 }

func (g tangle) upTo(n int, what string) int { return rapid.IntRange(0, n).Draw(g.rt, what) }

var conditions = []string{"a", "b", "!c", "d && a", "n > 50", "a || b"}

func (g tangle) cond(in int) Cond {
	if !g.one(in, "conditional") {
		return nil
	}
	return cond(conditions[g.upTo(len(conditions)-1, "condition")])
}

func (g tangle) call(goal int) Call {
	c := Call{When: g.cond(6)}
	takes := goal >= tangled-2
	if g.one(2, "subgoal") {
		to := g.upTo(tangled-1, "goal")
		if c.Do = Sub(to); to >= tangled-2 {
			if !takes {
				c.Do = Sub(to - 2)
			} else {
				c.Args = arg
			}
		}
		return c
	}
	id := g.upTo(2, "action")
	if takes {
		id, c.Args = id+walk, arg
	}
	c.Do = Activity(int32(id))
	return c
}

func (g tangle) step(goal int) Step {
	s := Step{Call: g.call(goal), While: g.cond(6), Until: g.cond(9), Optional: g.one(5, "optional"), Suspends: g.one(3, "suspends"), Uninterrupted: g.one(9, "uninterrupted")}
	s.LimitTicks, s.Retry = int64(max(0, g.upTo(12, "limit")-8)), Retry{Times: max(0, g.upTo(6, "retries")-4), Backoff: int64(g.upTo(2, "pause"))}
	for range max(0, g.upTo(4, "else")-2) {
		s.Else = append(s.Else, g.call(goal))
	}
	return s
}

func (g tangle) goal(i int) Goal {
	out := Goal{Name: fmt.Sprint("g", i), When: g.cond(5), While: g.cond(6), Until: g.cond(9), Backoff: int64(g.upTo(2, "backoff"))}
	if i >= tangled-2 {
		out.Params = []world.Type{thing}
	}
	for range g.upTo(3, "ways") {
		w := Way{When: g.cond(3), Tries: g.upTo(2, "tries")}
		for range g.upTo(3, "steps") {
			w.Steps = append(w.Steps, g.step(i))
		}
		out.Ways = append(out.Ways, w)
	}
	for range max(0, g.upTo(4, "interrupts")-2) {
		in := Interrupt{When: cond(conditions[g.upTo(len(conditions)-1, "condition")]), Step: g.step(i)}
		in.Step.Retry, in.Step.Else, in.Step.Optional = Retry{}, nil, false
		out.Interrupts = append(out.Interrupts, in)
	}
	if g.one(4, "hooks") {
		out.Vars = []world.Type{expr.IntType}
		out.Hooks = hooksOf(len(out.Params))
	}
	return out
}

// hooksOf returns hooks that count in the variable after the parameters, end the goal at times, and panic at others.
func hooksOf(at int) Hooks {
	b, c := schema.Symbol("b").Base, schema.Symbol("c").Base
	count := func(x *action.Ctx, frame []world.Word) {
		if frame[at]++; frame[at] == 7 && x.State().Get(b) != 0 {
			panic("seven")
		}
	}
	return Hooks{Activate: count, Suspend: count, Resume: count,
		Process: func(x *action.Ctx, frame []world.Word) action.Status {
			count(x, frame)
			if frame[at]%5 == 4 && x.State().Get(c) != 0 {
				return action.Failure
			}
			return action.Running
		},
		Terminate: func(x *action.Ctx, frame []world.Word, how State, why Cause) { count(x, frame) },
	}
}

func (g tangle) config() Config {
	var cfg Config
	for i := range tangled {
		cfg.Goals = append(cfg.Goals, g.goal(i))
	}
	b := Brain{Name: "mind", Interval: int64(1 + g.upTo(5, "interval")), Gap: int64(g.upTo(3, "gap")), Failures: Failures{Backoff: 2, MaxBackoff: 9, Limit: g.upTo(4, "failures"), GiveUp: 12},
		Inertia: utility.Inertia{Bonus: 0.1}, Repetition: utility.Repetition{Penalty: 0.2, Recent: g.upTo(2, "recent")}}
	if g.one(3, "orders") {
		b.Orders = number("n / 90.0")
	}
	if g.one(3, "random") {
		b.Selection.Rule = utility.WeightedRandom
	}
	for i, score := range []string{"n / 100.0", "k / 100.0", "0.1"} {
		w := standing(fmt.Sprint("w", i), g.upTo(tangled-3, "wanted"), score)
		w.When, w.Interrupts, w.Cooldown = g.cond(4), g.one(3, "interrupts"), int64(g.upTo(3, "cooldown"))
		b.Wants = append(b.Wants, w)
	}
	h := hunt(tangled - 1)
	h.Forget = g.cond(2)
	b.Wants = append(b.Wants, h)
	cfg.Brains = []Brain{b}
	return cfg
}

// drawMoves draws what a host does before each tick.
func drawMoves(rt *rapid.T) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 399), 5, 50).Draw(rt, "moves")
}

// drive does a move, then a tick.
func (th *theatre) drive(move int) {
	k := move / 20
	th.enter()
	switch at := move % 20; at {
	case 0, 1, 2, 3:
		a := schema.Symbol([]string{"a", "b", "c", "d"}[at]).Base
		th.state.Set(a, 1-th.state.Get(a))
	case 4, 5:
		th.follow(fmt.Sprintf("set %s %d", []string{"n", "k"}[at-4], k*5))
	case 6:
		if name := fmt.Sprint("t", k%4); !has(th.state, name) {
			th.follow(fmt.Sprintf("add %s 0.%d", name, k%10))
		}
	case 7:
		if o := th.state.NextMember(0, 0); o != 0 {
			th.state.RemoveObject(o)
		}
	case 8, 9:
		th.mind.Order(&th.env, Order{Goal: k % tangled, Args: []world.Word{th.state.NextMember(0, 0)}, Urgent: at == 9})
	case 10:
		th.mind.Notice()
	case 11:
		th.mind.Withdraw(&th.env, int64(k))
	case 12:
		if k == 0 {
			th.follow("abort")
		}
	}
	th.step()
}

func has(st *world.State, name string) bool {
	_, _, ok := st.ObjectNamed(name)
	return ok
}

func newTangle(rt *rapid.T) *theatre {
	th := newTheatre(rt, tangle{rt}.config())
	th.fate = 1 + rapid.Uint64Range(0, 1000).Draw(rt, "fate")
	return th
}
