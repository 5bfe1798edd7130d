package main

import (
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// copy is a game that runs, with what its agents decided in the last tick.
type copy struct {
	play    *playground.Playground
	crowd   *agent.Crowd
	own     map[agent.ID][]decision // by agent
	told    map[agent.ID][]decision // by member: what its squad did to it
	texts   bool                    // decisions keep their texts
	seed    uint64
	claimed []*world.Symbol // which say what an agent has seen to be claimed
	info    *def.Info
	queues  map[agent.ID][]place // in which agents stood as the last tick began
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
	c.own, c.told, c.seed = map[agent.ID][]decision{}, map[agent.ID][]decision{}, seed
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
	c.crowd, c.info = bridge.Crowd.In(c.play.Crowd()), bridge.Program.In(p).Info
	c.claimed = c.info.Claimed
	return c, p, s, nil
}

// twin makes the game a second time, as it is now.
func (c *copy) twin(p *karakuri.Program, s *playground.Scene, seed uint64) (*copy, error) {
	t := &copy{}
	var err error
	if t.play, _, err = playground.Restore(p, s, t.options(seed), c.play.Snapshot(nil)); err != nil {
		return nil, err
	}
	t.crowd, t.claimed, t.info = bridge.Crowd.In(t.play.Crowd()), c.claimed, c.info
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
	c.hold()
	c.line()
	c.play.Step()
}

// holderKind is the kind of characters that do nothing but claim what hold names, from all agents.
const holderKind = "holder"

// holders returns the characters of that kind.
func (c *copy) holders() (list []agent.ID) {
	for place := range c.play.Len() {
		if id := c.play.Character(place).Agent; id != 0 && c.crowd.KindOf(id) == holderKind {
			list = append(list, id)
		}
	}
	return list
}

// hold has holders now and then claim something else, or nothing.
func (c *copy) hold() {
	for _, id := range c.holders() {
		if r := det.NewRand(c.seed, uint64(c.crowd.Tick()), uint64(id)); r.Intn(40) == 0 {
			c.grip(id, c.something(&r))
		}
	}
}

// something returns an item or the body of a character at random, or nothing.
func (c *copy) something(r *det.Rand) world.Object {
	if items := c.play.Items(nil); len(items) > 0 && r.Intn(3) > 0 {
		return items[r.Intn(len(items))].Object
	}
	if m := c.play.Character(r.Intn(c.play.Len())); m.Agent != 0 && r.Intn(3) > 0 {
		return c.crowd.Body(m.Agent)
	}
	return 0
}

// grip sets what a holder claims.
func (c *copy) grip(id agent.ID, o world.Object) {
	c.crowd.Target(id, false).Set(c.crowd.World().Schema().Symbol("grip").Base, o)
}

// gripped returns what a holder was set to claim.
func (c *copy) gripped(id agent.ID) world.Object {
	return c.crowd.State(id).Get(c.crowd.World().Schema().Symbol("grip").Base)
}

// sameClaims reports whether an agent has seen the same objects to be claimed in two games, and if not, whether it
// senses one of those in which they differ.
func sameClaims(a, b *copy, id agent.ID) (same, sensed bool) {
	same = true
	for _, sym := range a.claimed {
		for _, c := range []*copy{a, b} {
			c.crowd.State(id).Cells(sym, func(args, _ []world.Word) bool {
				at, _ := sym.Addr(args...)
				if a.crowd.State(id).Get(at) != b.crowd.State(id).Get(at) {
					same, sensed = false, sensed || a.senses(id, args[0]) || b.senses(id, args[0])
				}
				return true
			})
		}
	}
	return same, sensed
}

// senses reports whether an agent sees or touches an object.
func (c *copy) senses(id agent.ID, o world.Object) bool {
	m := c.crowd.Memory(id)
	if m == nil {
		return false
	}
	i, known := m.Find(sense.ObjectID(o))
	return known && m.Fact(i).Sensed
}

// heard returns how often agents heard in the last tick what others said.
func (c *copy) heard(list []agent.ID) (n int) {
	for _, id := range list {
		if m := c.crowd.Memory(id); m != nil {
			for _, e := range m.Events() {
				if e.Kind == sense.Heard {
					n++
				}
			}
		}
	}
	return n
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

// isInput reports whether the event is the outcome of an action or a claim, or comes of an order: none of them is up to
// the agent.
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

// keeps reports whether the agent only found that its present activity is still right.
func (d *decision) keeps() bool {
	return d.Kind == karakuri.PlanKept || d.Kind == karakuri.WantKept || d.Kind == karakuri.Arbitrated
}

// differs returns the first decision in which two lists differ, and how many decisions before it only one of them had
// that keep the present activity.
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

// sameShown reports whether two games show an agent the same: the host's writes to its sensed symbols, and its shared
// state. Facts about one object are omitted.
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
