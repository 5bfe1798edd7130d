package bt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// composed is the data of a composite of the tests.
type composed struct {
	At    int32
	Ended [8]int8 // how children have ended, where it counts
}

// composites are the composites of the prelude, by name, with their update functions.
var composites = map[string]func(c *action.Ctx, n int, s *composed) action.Status{
	"in_order": func(c *action.Ctx, _ int, s *composed) action.Status {
		for ; int(s.At) < c.Children(); s.At++ {
			if status := c.TickChild(int(s.At)); status != action.Success && status != action.Inactive {
				return status
			}
		}
		return action.Success
	},
	"together": func(c *action.Ctx, _ int, s *composed) action.Status {
		running := false
		for i := range c.Children() {
			if s.Ended[i] != 0 {
				continue
			}
			switch status := c.TickChild(i); status {
			case action.Failure:
				return status
			case action.Running:
				running = true
			default:
				s.Ended[i] = int8(status) + 1
			}
		}
		if running {
			return action.Running
		}
		return action.Success
	},
	// rounds turns to the next child in each tick; the others pause.
	"rounds": func(c *action.Ctx, _ int, s *composed) action.Status {
		s.At++
		return orFailure(c.TickChild(int(s.At-1) % c.Children()))
	},
	// pick changes its child every few ticks, and halts the one before.
	"pick": func(c *action.Ctx, n int, s *composed) action.Status {
		s.At++
		every := int32(n%3 + 2)
		if s.At%every == 0 {
			c.HaltChild(int(s.At/every-1) % c.Children())
		}
		return orFailure(c.TickChild(int(s.At/every) % c.Children()))
	},
	"flip": func(c *action.Ctx, _ int, s *composed) action.Status {
		switch status := c.TickChild(0); status {
		case action.Success:
			return action.Failure
		case action.Failure:
			return action.Success
		default:
			return orFailure(status)
		}
	},
	// often lets its child start again and again in a tick, until it takes time or fails, or nothing more is started.
	"often": func(c *action.Ctx, _ int, s *composed) action.Status {
		for {
			if s.At++; s.At > 5000 {
				panic("its child has started too often")
			}
			if status := c.TickChild(0); status != action.Success {
				return orFailure(status)
			}
		}
	},
}

// orFailure makes a child that was skipped one that failed.
func orFailure(s action.Status) action.Status {
	if s == action.Inactive {
		return action.Failure
	}
	return s
}

// compose binds a composite or decorator. At random it fails, panics or writes, like the actions with random outcomes.
func compose(th *theatre, b *action.Bindings, name string) {
	update := composites[name]
	done := func(c *action.Ctx, n int, s *composed) action.Status {
		if th.fate != 0 {
			th.meddle(c.State(), uint64(s.At)+uint64(c.Tick()))
		}
		if list := th.results[name]; len(list) > 0 && list[0].ticks == int(c.Tick()) && list[0].how == "panic" {
			c.TickChild(0)
			panic("as the script says")
		}
		return update(c, n, s)
	}
	abort := func() {
		th.stops++
		th.write(fmt.Sprintf("  %s was aborted", name))
	}
	start := func() { th.starts++ }
	end := func() { th.stops++ }
	if name == "pick" {
		action.Bind(b, name, func(c *action.Ctx, p *struct{ N int }, s *composed) action.Status { return done(c, p.N, s) },
			action.OnStart(func(*action.Ctx, *struct{ N int }, *composed) { start() }),
			action.OnEnd(func(*action.Ctx, *struct{ N int }, *composed, action.Status) { end() }),
			action.OnAbort(func(*action.Ctx, *struct{ N int }, *composed, action.Reason) { abort() }))
		return
	}
	action.Bind(b, name, func(c *action.Ctx, _ *struct{}, s *composed) action.Status { return done(c, 0, s) },
		action.OnStart(func(*action.Ctx, *struct{}, *composed) { start() }),
		action.OnEnd(func(*action.Ctx, *struct{}, *composed, action.Status) { end() }),
		action.OnAbort(func(*action.Ctx, *struct{}, *composed, action.Reason) { abort() }))
}

// TestChildrenAreBounded: a composite that ticks a child again and again continues in the next tick.
func TestChildrenAreBounded(t *testing.T) {
	th := newTheatre(t, prelude+"tree main { often { work } }")
	for tick := 1; tick <= 2; tick++ {
		th.step()
		if starts := strings.Count(th.log.String(), "work started"); starts != tick*bt.MaxLoops {
			t.Errorf("after %d ticks its child has started %d times", tick, starts)
		}
	}
	th.finish()
}

// TestHostedAllocatesNothing: once warm, neither composites of the host nor those within them allocate.
func TestHostedAllocatesNothing(t *testing.T) {
	th := newTheatre(t, prelude+"tree main { in_order { flip { if a }; together { work; rounds { play; dig }; pick(1) { rest; sequence abort both { if b; look } } } } }")
	th.env.Sink, th.silent = nil, true
	tick := func() {
		th.tick++
		th.env.Ctx.Enter(th.agent, th.tick, th.state)
		th.tree.Tick(&th.env)
	}
	for range 200 {
		tick()
	}
	if n := testing.AllocsPerRun(100, tick); n > 0 {
		t.Errorf("%v allocations in a tick", n)
	}
}
