package main

import (
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// copy is a game that runs, with what its agents decided in the last tick.
type copy struct {
	play  *playground.Playground
	crowd *agent.Crowd
	own   map[agent.ID][]decision // by agent
	told  map[agent.ID][]decision // by member: what its squad did to it
	texts bool                    // decisions keep their texts
}

// decision is an event, with words of its own.
type decision struct {
	karakuri.Event
	args string
	text string // where texts are wanted
}

// Event implements [karakuri.Sink].
func (c *copy) Event(e karakuri.Event) {
	d := decision{Event: e, args: fmt.Sprint(e.Args)}
	if c.texts {
		d.text = e.Text()
	}
	d.Args, d.Fault = nil, nil
	if e.Kind.Family() == karakuri.Squads && e.Member != 0 {
		c.told[e.Member] = append(c.told[e.Member], d)
	}
	c.own[e.Agent] = append(c.own[e.Agent], d)
}

func (c *copy) options(seed uint64) playground.Options {
	c.own, c.told = map[agent.ID][]decision{}, map[agent.ID][]decision{}
	return playground.Options{Crowd: karakuri.Options{Seed: seed, Sink: c, Events: karakuri.MostEvents | karakuri.Trees}}
}

// begin opens a game from the beginning.
func begin(g game, seed uint64) (*copy, *karakuri.Program, *playground.Scene, error) {
	p, s, err := g.open(seed)
	if err != nil {
		return nil, nil, nil, err
	}
	c := &copy{}
	if c.play, err = playground.New(p, s, c.options(seed)); err != nil {
		return nil, nil, nil, err
	}
	c.crowd = bridge.Crowd.In(c.play.Crowd())
	return c, p, s, nil
}

// twin makes the game a second time, as it is now.
func (c *copy) twin(p *karakuri.Program, s *playground.Scene, seed uint64) (*copy, error) {
	t := &copy{}
	var err error
	if t.play, _, err = playground.Restore(p, s, t.options(seed), c.play.Snapshot(nil)); err != nil {
		return nil, err
	}
	t.crowd = bridge.Crowd.In(t.play.Crowd())
	return t, nil
}

// step makes a tick.
func (c *copy) step() {
	for id := range c.own {
		c.own[id] = c.own[id][:0]
	}
	for id := range c.told {
		c.told[id] = c.told[id][:0]
	}
	c.play.Step()
}

// same reports whether two events say the same.
func (d *decision) same(e *decision) bool {
	return d.Kind == e.Kind && d.Status == e.Status && d.Reason == e.Reason && d.Cause == e.Cause && d.Member == e.Member && d.Level == e.Level && d.Step == e.Step && d.Steps == e.Steps &&
		d.Node == e.Node && d.Order == e.Order && d.Score == e.Score && d.args == e.args
}

// name says what kind of decision it is.
func (d *decision) name() string {
	if d == nil {
		return "nothing"
	}
	if d.Cause != 0 {
		return d.Kind.String() + ", " + d.Cause.String()
	}
	return d.Kind.String()
}

// isInput reports whether the event is the outcome of an action or a claim, or comes of an order: none of them is up to the agent.
func (d *decision) isInput() bool {
	switch d.Kind {
	case karakuri.OrderQueued, karakuri.OrderRefused:
		return true
	case karakuri.StepEnded, karakuri.GoalStepEnded, karakuri.IdleEnded, karakuri.NodeEnded, karakuri.StepRetried, karakuri.ReactionEnded, karakuri.LayerEnded:
		return d.Cause == 0 || d.Cause == karakuri.CauseActionFailed
	case karakuri.StepFailed, karakuri.GoalStepRetried:
		return d.Cause == karakuri.CauseActionFailed || d.Cause == karakuri.CauseClaimed
	}
	return false
}

// keeps reports whether the agent only found that what it does is still right.
func (d *decision) keeps() bool {
	return d.Kind == karakuri.PlanKept || d.Kind == karakuri.WantKept || d.Kind == karakuri.Arbitrated
}

// differs returns the first decision in which two lists differ, and how many more there were in one of them, before, that keep what is done.
func differs(a, b []decision) (x, y *decision, differ bool, again int) {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) > 0 && len(b) > 0 && a[0].same(&b[0]):
			a, b = a[1:], b[1:]
			continue
		case len(a) > 0 && a[0].keeps():
			a = a[1:]
			again++
			continue
		case len(b) > 0 && b[0].keeps():
			b = b[1:]
			again++
			continue
		}
		if len(a) > 0 {
			x = &a[0]
		}
		if len(b) > 0 {
			y = &b[0]
		}
		return x, y, true, again
	}
	return nil, nil, false, again
}

// sameShown reports whether two games show an agent the same: what the host wrote to its sensed symbols, and what it shares with others. What is about one object is left out.
func sameShown(a, b *copy, id agent.ID, but world.Object) bool {
	schema := a.crowd.World().Schema()
	for i := range schema.Symbols {
		sym := &schema.Symbols[i]
		if sym.Sparse() || sym.Scope == world.ScopeAgent && !sym.Sensed {
			continue
		}
		x, y := a.crowd.Home(id, sym.Scope), b.crowd.Home(id, sym.Scope)
		if x == nil || y == nil {
			return false
		}
		var room [world.MaxParams]world.Word
		for at := sym.Base; at < sym.Base+world.Addr(sym.Cells)*world.Addr(sym.Type.Width()); at++ {
			v, w := x.Get(at), y.Get(at)
			if v != w && v != but && w != but && !isAbout(x, sym, at, but, room[:0]) {
				return false
			}
		}
	}
	return true
}

func isAbout(st *world.State, sym *world.Symbol, at world.Addr, o world.Object, room []world.Word) bool {
	for i, w := range st.Args(sym, at, room) {
		if sym.Params[i].Kind == world.KindObject && w&world.IndexMask == o&world.IndexMask {
			return true
		}
	}
	return false
}
