package main

import (
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// deed is an action of a game in Go that takes its time.
type deed struct {
	Left int
	How  karakuri.Status
}

// crowd returns the crowd of a game in Go, whose actions last as long and end as those of the recorded one.
func (g *game) crowd() (*karakuri.Crowd, error) {
	o, err := remote.ReadOptions([]byte(setup))
	if err != nil {
		return nil, err
	}
	var bindings []karakuri.Binding
	for _, name := range g.program.Actions() {
		bindings = append(bindings, karakuri.Bind(name, func(c *karakuri.Ctx, _ *action.Arguments, d *deed) karakuri.Status {
			if d.Left--; d.Left >= 0 {
				return karakuri.Running
			}
			return d.How
		}, action.OnStart(func(c *karakuri.Ctx, _ *action.Arguments, d *deed) {
			d.Left, d.How = g.lasts(c.Serial())
		})))
	}
	return karakuri.New(g.program, o.Crowd, bindings...)
}

// inGo plays the game with the library in Go, without a boundary. It fails where an agent decides something else than
// in the recorded game.
func (g *game) inGo() (times, error) {
	c, err := g.crowd()
	if err != nil {
		return nil, err
	}
	agents, objects, err := g.settleIn(c)
	if err != nil {
		return nil, err
	}
	var visible *karakuri.Symbol[bool]
	var health *karakuri.Symbol[int]
	if g.kind == "sentry" {
		visible, health = karakuri.Lookup[bool](g.program, "visible"), karakuri.Lookup[int](g.program, "health")
	}
	var all times
	for i, r := range g.rounds {
		began := time.Now()
		for _, w := range r.writes {
			if w.enemy < 0 {
				err = health.Set(agents[w.agent], int(w.value))
			} else {
				err = visible.Set(agents[w.agent], w.value != 0, objects[w.enemy])
			}
			if err != nil {
				return nil, err
			}
		}
		c.Step()
		all = append(all, time.Since(began))
		if err := g.same(i, c); err != nil {
			return nil, err
		}
	}
	return all[g.warm:], nil
}

// settleIn sets up the place and spawns all agents.
func (g *game) settleIn(c *karakuri.Crowd) (agents []karakuri.Agent, objects []karakuri.Object, err error) {
	if g.kind == "sentry" {
		for _, name := range enemies {
			o, known := c.ObjectNamed(name)
			if !known {
				if o, err = c.AddObject("enemy", name); err != nil {
					return nil, nil, err
				}
			}
			objects = append(objects, o)
		}
		road, _ := c.ObjectNamed("road")
		if err := karakuri.Lookup[karakuri.Object](g.program, "seen_at").Set(c.Agent(0), road, objects[0]); err != nil {
			return nil, nil, err
		}
	}
	for range g.agents {
		agents = append(agents, c.Spawn(g.kind))
	}
	return agents, objects, nil
}

// same compares the hash of a tick with that of the recorded game.
func (g *game) same(tick int, c *karakuri.Crowd) error {
	if got, want := c.TraceHash(), g.rounds[tick].hash; got != want {
		return fmt.Errorf("game %s, tick %d: the hash in Go is %016x, that of the session %016x", g.name, tick, got, want)
	}
	return nil
}

// inSession plays the recorded game against a session in Go: what the boundary takes without another language.
func (g *game) inSession() (times, error) {
	o, err := remote.ReadOptions([]byte(setup))
	if err != nil {
		return nil, err
	}
	s, err := remote.New(g.program, o)
	if err != nil {
		return nil, err
	}
	var all times
	err = g.record.Replay(func(in []byte) ([]byte, error) {
		began := time.Now()
		out, err := s.Exchange(in)
		all = append(all, time.Since(began))
		return out, err
	})
	if err != nil {
		return nil, err
	}
	return all[g.warm:], nil
}

// noteNumber is the number of symbol note in the manifest of the drill: its only one.
const noteNumber = 0

// writeInGo returns what a write by a symbol takes, in nanoseconds; the least of several runs.
func (g *game) writeInGo(runs int) (float64, error) {
	c, err := g.crowd()
	if err != nil {
		return 0, err
	}
	agents, _, err := g.settleIn(c)
	if err != nil {
		return 0, err
	}
	note := karakuri.Lookup[int](g.program, "note")
	const rounds = 300
	best := time.Hour
	for range 2 * runs {
		took := time.Duration(0)
		for r := range rounds {
			began := time.Now()
			for _, a := range agents {
				if err := note.Set(a, r&63); err != nil {
					return 0, err
				}
			}
			took += time.Since(began)
			if r%100 == 0 {
				c.Step()
			}
		}
		best = min(best, took)
	}
	return float64(best) / float64(len(agents)*rounds), nil
}
