package agent_test

import (
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// With n agents that want a turn in every tick, each has one every n / TurnsPerTick ticks, rounded up, and never do
// more have one.
func TestNobodyWaitsLongerForATurn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(rt, "agents")
		most := rapid.IntRange(1, 12).Draw(rt, "turns")
		g := newGame(t, agent.Options{TurnsPerTick: most})
		ids := make([]agent.ID, n)
		last, given := map[agent.ID]int64{}, map[agent.ID]float64{}
		g.act = func(c *action.Ctx) action.Status {
			last[c.Agent()] = c.Tick()
			given[c.Agent()] += c.DT()
			return action.Running
		}
		for i := range ids {
			ids[i] = g.spawn(i)[0]
		}
		bound := int64((n + most - 1) / most)
		for tick := range 60 {
			for _, id := range ids { // all are written to, or some
				if rapid.IntRange(0, 9).Draw(rt, "written") < 8 {
					g.seen.Write(g.Target(id, false), tick)
				}
			}
			g.Step()
			s := g.View().Stats()
			if s.Turns > most || s.Turns+s.PutOff+s.Repeated > n {
				rt.Fatalf("%d turns, %d put off, %d repeated; %d agents, at most %d", s.Turns, s.PutOff, s.Repeated, n, most)
			}
			for i, id := range ids {
				if waited := g.Tick() - last[id]; waited > bound-1 {
					rt.Fatalf("tick %d: agent %d of %d has waited %d ticks for a turn; %d a tick", g.Tick(), i, n, waited, most)
				}
			}
		}
		for _, id := range ids { // deferred turns are made up for
			if short := g.Seconds() - given[id]; short < -0.01 || short > 0.1*float64(bound)+0.01 {
				rt.Fatalf("an agent was given %g s of %g", given[id], g.Seconds())
			}
		}
	})
}

// hungry is a domain in which planning takes many nodes and is due in each tick.
const hungry = `
type spot max 12
objects s1, s2, s3, s4, s5, s6: spot
state world { alarm: bool }
state agent { even: bool; been(s: spot): bool; sum: int 0..1000 }
action walk
operator visit(s: spot) { do walk; effect been(s) = true, sum += 1 }
task roam { method "even" when even { look }; method "odd" when !even { look } }
task look { method "at one" each s: spot where !been(s) { visit(s); look_on } }
task look_on { method "at another" each s: spot where !been(s) { visit(s); stop } }
task stop { method "never" when sum > 900 { } }
agent a { plan roam }
`

// candidates is by how much a slice may go over: the search does not stop between the candidates of one method.
const candidates = 7

// A crowd never plans more nodes in a tick than it may, and each of n agents that want to plan all the time has a slice
// every n / slices ticks, rounded up, and one.
func TestNobodyWaitsLongerToPlan(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 16).Draw(rt, "agents")
		slice := rapid.IntRange(2, 20).Draw(rt, "slice")
		slices := rapid.IntRange(1, 6).Draw(rt, "slices")
		h := newStagehand(t, hungry, agent.Options{NodesPerTick: slice, CrowdNodesPerTick: slice*slices + rapid.IntRange(0, slice-1).Draw(rt, "rest"), Workers: rapid.IntRange(0, 2).Draw(rt, "workers")})
		h.quiet = true
		ids := make([]agent.ID, n)
		for i := range ids {
			ids[i] = h.Spawn("a")
		}
		even := h.Schema().Symbol("even").Base
		bound, busy := int64((n+slices-1)/slices)+1, 0
		for tick := range 80 {
			for _, id := range ids {
				h.Target(id, false).Set(even, world.Word(tick%2))
			}
			h.Step()
			s := h.View().Stats()
			if s.Plannings > int64(slices) || s.Nodes > int64((slice+candidates)*slices) {
				rt.Fatalf("tick %d: %d slices, %d nodes; may be %d of %d and some", tick, s.Plannings, s.Nodes, slices, slice)
			}
			if s.Longest > bound {
				rt.Fatalf("tick %d: somebody has waited %d ticks; %d agents, %d slices", tick, s.Longest, n, slices)
			}
			if s.Nodes > 0 {
				busy++
			}
		}
		if busy < 10 {
			rt.Fatalf("planned in %d ticks of 80 only", busy)
		}
	})
}

func TestStats(t *testing.T) {
	now := time.Duration(0)
	g := newGame(t, agent.Options{Levels: fewer, Clock: func() time.Duration { now += time.Millisecond; return now }})
	ids := g.spawn(1, 2, 3, 4, 5)
	for i, id := range ids {
		g.SetSignificance(id, float64(i*3))
	}
	for range 10 {
		g.Step()
	}
	s := g.View().Stats()
	want := [...]agent.LevelStats{{Name: "near", Agents: 1, Acting: 1}, {Name: "far", Agents: 2, Asleep: 2}, {Name: "away", Agents: 1, Asleep: 1}, {Name: "asleep", Agents: 1, Asleep: 1}}
	for i, l := range want {
		if s.Levels[i] != l {
			t.Errorf("%+v, want %+v", s.Levels[i], l)
		}
	}
	if s.Tick != 10 || s.Agents != 5 || s.Turns != 0 || s.Repeated != 1 || s.Running != 5 || s.Plannings != 0 {
		t.Errorf("%+v", s)
	}
	for p := range agent.Phase(agent.Phases) {
		if s.Durations[p] != time.Millisecond {
			t.Errorf("%s took %s", p, s.Durations[p])
		}
	}
	g.spawn(6)
	if g.Step(); g.View().Stats().Turns != 1 || g.View().Stats().Plannings != 1 || g.View().Stats().Nodes == 0 || g.View().Stats().Events == 0 {
		t.Errorf("%+v", g.View().Stats())
	}
}
