package agent_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// troupe is a crowd of a program with all that it reports.
type troupe struct {
	*agent.Crowd
	log     []string
	p       *program.Program
	o       agent.Options
	b       *action.Bindings
	careful bool
	often   int
}

// drift is a place where everything is somewhere else every seven ticks, and some of it is out of sight.
type drift struct{ c *troupe }

func (d drift) at(o world.Object) sense.Point {
	h := det.Mix(uint64(o)<<20 + uint64(d.c.Tick()/7))
	return sense.Point{X: float64(h % 13), Y: float64(h >> 8 % 13)}
}

func (d drift) Object(id sense.ObjectID) (o sense.Object, ok bool) {
	return sense.Object{At: d.at(world.Object(id))}, d.c.World().Alive(world.Object(id))
}

func (d drift) Near(p sense.Point, radius float64, buf []sense.Spot) []sense.Spot {
	for _, typ := range []string{"thing", "person"} {
		for _, o := range d.c.View().Objects(typ) {
			if at := d.at(o); (at.X-p.X)*(at.X-p.X)+(at.Y-p.Y)*(at.Y-p.Y) <= radius*radius {
				buf = append(buf, sense.Spot{Object: sense.ObjectID(o), At: at})
			}
		}
	}
	return buf
}

func (d drift) Visible(from, to sense.Point) bool { return int(from.X+to.Y)%3 > 0 }

func (d drift) Walls(sense.Point, sense.Point) int { return 0 }

func (c *troupe) tell(format string, args ...any) {
	c.log = append(c.log, fmt.Sprintf(format, args...))
}

// anyone is an agent that may be there.
func anyone(r *det.Rand) agent.ID { return agent.ID(1<<24 + 1 + r.Intn(12)) }

func (c *troupe) bind() {
	n, alarm := c.p.Info.Schema.Symbol("n").Base, c.p.Info.Schema.Symbol("alarm").Base
	food := c.p.Info.Schema.Symbol("food").Base
	c.b = runner.NewBindings(c.p.Info)
	for _, a := range c.p.Info.Actions {
		action.Bind(c.b, a.Name, func(x *action.Ctx, _ *action.Arguments, s *timed) action.Status {
			s.Ticks++
			r := x.Rand()
			c.tell("%d %d %s goes on", x.Tick(), x.Agent(), a.Name)
			switch r.Intn(c.often) {
			case 0:
				return action.Failure
			case 1:
				if !c.careful {
					panic("a slip")
				}
			case 2, 3, 4:
				return action.Success
			case 5:
				x.State().Set(n, (x.State().Get(n)+1)%10)
			case 6, 7:
				if other := anyone(r); c.Has(other) {
					c.Target(other, false).Set(alarm, 1-c.Target(other, false).Get(alarm))
				}
			case 8:
				if r.Intn(9) == 0 {
					c.Remove(anyone(r))
				}
			case 9:
				c.SetSignificance(anyone(r), float64(r.Intn(3)-1))
			case 10:
				c.Wake(anyone(r))
			case 11:
				c.Remove(x.Agent())
				return action.Failure
			case 12:
				c.SetSignificance(x.Agent(), float64(r.Intn(3)-1))
				return action.Failure
			case 13:
				c.tell("%d waits %s", x.Tick(), c.View().Waits(anyone(r)))
				return action.Status(1 + r.Intn(3))
			case 14:
				c.Spawn("a" + strconv.Itoa(r.Intn(kindsAtRandom)))
			case 16, 17:
				x.Spent()
			case 15:
				x.State().Set(food, (x.State().Get(food)+1)%10)
			}
			return action.Running
		}, action.OnEnd(func(x *action.Ctx, _ *action.Arguments, s *timed, how action.Status) { c.ends(x, a.Name, s, how) }),
			action.OnAbort(func(x *action.Ctx, _ *action.Arguments, s *timed, why action.Reason) { c.ends(x, a.Name, s, why) }))
	}
	c.o.Senses = drift{c}
	c.o.Sink = runner.SinkFunc(func(e runner.Event) { c.tell("%d %d level %d %s", e.Tick, e.Agent, e.Level, c.View().Text(e)) })
	c.o.TreeSink = bt.SinkFunc(func(e bt.Event) { c.tell("%d %d tree %s", e.Tick, e.Agent, c.View().TreeText(e)) })
	c.o.GoalSink = goal.SinkFunc(func(e goal.Event) { c.tell("%d %d goal %s", e.Tick, e.Agent, c.View().GoalText(e)) })
}

// ends is the end of an action.
func (c *troupe) ends(x *action.Ctx, name string, s *timed, how any) {
	c.tell("%d %d %s ends %v after %d", x.Tick(), x.Agent(), name, how, s.Ticks)
	if x.Rand().Intn(50) == 0 {
		x.State().Set(c.p.Info.Schema.Symbol("n").Base, 5)
		if !c.careful {
			panic("a stumble")
		}
	}
}

// host does something before a tick.
func (c *troupe) host(r *det.Rand) {
	if c.Len() < 8 || c.Len() < 14 && r.Intn(20) == 0 {
		c.Spawn("a" + strconv.Itoa(r.Intn(kindsAtRandom)))
	}
	switch r.Intn(30) {
	case 6:
		c.SetTeam(anyone(r), int64(r.Intn(3)))
	case 7, 8:
		c.regroup(r)
	case 9:
		list := c.View().Objects("thing")
		at, _ := c.p.Info.Schema.Symbol("worth").Addr(list[r.Intn(len(list))])
		c.World().Set(at, world.Float(float64(r.Intn(4))))
	case 0:
		if id := anyone(r); c.Has(id) {
			c.Target(id, false).Set(c.p.Info.Schema.Symbol("n").Base, 7)
		}
	case 1:
		c.World().Set(c.p.Info.Schema.Symbol("food").Base, world.Word(r.Intn(10)))
	case 2:
		c.Wake(anyone(r))
	case 3:
		c.SetSignificance(anyone(r), float64(r.Intn(3)-1))
	case 4:
		c.Remove(anyone(r))
	case 5:
		c.View().Running(anyone(r))
	}
}

// kindsAtRandom is the number of kinds of agents in a random program.
const kindsAtRandom = 8

// regroup has an agent join a squad, which may be made for it, or leave its own.
func (c *troupe) regroup(r *det.Rand) {
	id := anyone(r)
	if !c.Has(id) || c.KindOf(id) == "crew" {
		return
	}
	if r.Intn(3) == 0 {
		c.Leave(id)
		return
	}
	squads := []agent.ID{}
	c.All(func(id agent.ID) bool {
		if c.KindOf(id) == "crew" {
			squads = append(squads, id)
		}
		return true
	})
	if len(squads) < 2 {
		squads = append(squads, c.Spawn("crew"))
	}
	c.Join(squads[r.Intn(len(squads))], id)
}

// randomCase runs a program with and without, and returns how many turns took less than a look.
func randomCase(t *testing.T, seed uint64, ticks int, alone bool) (deep int) {
	r := det.NewRand(seed, 7, 7)
	p, text := programAtRandom(t, seed, &r)
	o := agent.Options{Seed: seed, Workers: r.Intn(4), History: 2}
	switch r.Intn(7) {
	case 0:
		o.NodesPerTick = 1
	case 1:
		o.TurnsPerTick = 5
	case 2:
		o.CrowdNodesPerTick = 2
	case 3:
		o.Levels, o.TurnsPerTick = grades, r.Intn(2)*7
	case 4:
		o.Levels = grades
	}
	careful, often := r.Intn(3) > 0, []int{60, 150, 400}[r.Intn(3)]
	start := func() *troupe {
		c := &troupe{p: p, o: o, careful: careful, often: often}
		c.bind()
		crowd, err := agent.New(p, c.b, c.o)
		if err != nil {
			t.Fatal(err)
		}
		c.Crowd = crowd
		return c
	}
	careful = careful || alone
	c, other := start(), start()
	if other.Shallow(); alone {
		c.Shallow()
	}
	var saved []byte
	fail := func(tick int, what string) {
		i := 0
		for i < len(c.log) && i < len(other.log) && c.log[i] == other.log[i] {
			i++
		}
		tail := func(l []string) string { return strings.Join(l[max(0, min(i, len(l))-4):min(len(l), i+6)], "\n  ") }
		t.Fatalf("seed %d tick %d: %s\n  %s\nwant\n  %s\n%s", seed, tick, what, tail(c.log), tail(other.log), text)
	}
	for tick := range ticks {
		h := det.NewRand(seed, uint64(tick), 3)
		same := h
		c.host(&h)
		other.host(&same)
		c.Step()
		other.Step()
		if !slices.Equal(c.log, other.log) {
			fail(tick, "events")
		}
		if factsOf(c.Crowd) != factsOf(other.Crowd) {
			fail(tick, "facts")
		}
		if tick%17 == 0 && careful {
			saved = c.Snapshot(nil)
			if !bytes.Equal(saved, other.Snapshot(nil)) {
				fail(tick, "snapshots")
			}
		}
		if tick%11 == 0 {
			c.All(func(id agent.ID) bool {
				if fmt.Sprint(c.View().Waits(id)) != fmt.Sprint(other.View().Waits(id)) {
					fail(tick, fmt.Sprint("waits of ", id, c.View().Waits(id), other.View().Waits(id)))
				}
				return true
			})
		}
		switch {
		case alone && h.Intn(20) == 0:
			crowd, _, err := agent.Restore(p, c.b, c.o, c.Snapshot(nil))
			if err != nil {
				t.Fatal(err)
			}
			c.Crowd = crowd
			c.Shallow()
		case alone && h.Intn(20) == 0:
			if err := c.Rollback(c.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
		case alone || !careful || saved == nil:
		case h.Intn(60) == 0: // back, both of them
			if err := c.Rollback(saved); err != nil {
				t.Fatal(err)
			}
			if err := other.Rollback(saved); err != nil {
				t.Fatal(err)
			}
		case h.Intn(60) == 0:
			for _, c := range []*troupe{c, other} {
				if _, err := c.Reload(p, c.b); err != nil {
					t.Fatal(err)
				}
			}
		case h.Intn(60) == 0:
			for _, c := range []*troupe{c, other} {
				crowd, _, err := agent.Restore(p, c.b, c.o, c.Snapshot(nil))
				if err != nil {
					t.Fatal(err)
				}
				c.Crowd = crowd
			}
			other.Shallow()
		}
		c.log, other.log = c.log[:0], other.log[:0]
		deep += c.Deep()
	}
	return deep
}

// Programs made at random do the same, event by event, whether their steady trees and plans are examined or not.
// STEADY_FROM and STEADY_COUNT select them.
func TestSteadyProgramsAtRandom(t *testing.T) {
	deep := 0
	for _, seed := range seedsFor("STEADY", sized(2, 4, 12)) {
		deep += randomCase(t, seed, 250, false)
	}
	if t.Logf("%d turns", deep); deep == 0 {
		t.Error("no tree was ever left alone")
	}
}

// A crowd that is restored, or rolled back to its own state, continues like one that is not. RESTORED_FROM and
// RESTORED_COUNT try other programs.
func TestRestoredAtRandom(t *testing.T) {
	for _, seed := range seedsFor("RESTORED", sized(1, 3, 40)) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { randomCase(t, seed, 150, true) })
	}
}

// Agents of programs at random see what others have claimed from all agents, and that it is free again.
func TestProgramsAtRandomSeeClaims(t *testing.T) {
	begun, over := 0, 0
	for seed := range uint64(sized(2, 5, 5)) {
		r := det.NewRand(seed, 7, 7)
		p, _ := programAtRandom(t, seed, &r)
		c := &troupe{p: p, o: agent.Options{Seed: seed}, often: 150}
		c.bind()
		crowd, err := agent.New(p, c.b, c.o)
		if err != nil {
			t.Fatal(err)
		}
		c.Crowd = crowd
		seen := map[string]bool{}
		for tick := range 150 {
			h := det.NewRand(seed, uint64(tick), 3)
			c.host(&h)
			c.Step()
			now := map[string]bool{}
			for id := range c.All {
				for _, sym := range p.Info.Claimed {
					c.State(id).Cells(sym, func(args, _ []world.Word) bool { now[fmt.Sprint(id, args)] = true; return true })
				}
			}
			for k := range now {
				if !seen[k] {
					begun++
				}
			}
			for k := range seen {
				if !now[k] {
					over++
				}
			}
			seen = now
		}
	}
	if least := sized(8, 20, 20); begun < least || over < least {
		t.Errorf("claims are seen %d times, and %d times that they are over", begun, over)
	}
}
