package main

import (
	"embed"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/det"
)

//go:embed guards.krk yard.map
var files embed.FS

const ticksPerSecond = 20

// yard is the host: the arena with the bodies of guards and player, and what guards perceive and do in it.
type yard struct {
	options
	arena  *arena.Arena
	crowd  *karakuri.Crowd
	guards []*guard
	player player
	drawn  bool // a picture has been drawn

	foe      karakuri.Object
	visible  *karakuri.Symbol[bool]
	distance *karakuri.Symbol[float64]
	ready    *karakuri.Symbol[bool]
}

// guard is a guard's body, and what it has done so far.
type guard struct {
	name    string
	agent   karakuri.AgentID
	body    arena.ID
	doing   string // the action that it began last
	rested  int64  // the tick from which on it is ready for another blow
	attacks int
	hits    int
	returns int
}

// posts is where guards stand, and of which kind they are.
var posts = []struct {
	kind string
	at   arena.Point
}{
	{"near_guard", arena.Point{X: 4, Y: 7}},
	{"near_guard", arena.Point{X: 12, Y: 7}},
	{"far_guard", arena.Point{X: 19, Y: 11}},
	{"far_guard", arena.Point{X: 25, Y: 7}},
}

// bodies is what guards of each kind are made of. How far they see and reach is drawn; what they go by is in the karakuri file.
var bodies = map[string]arena.Body{
	"near_guard": {Radius: 0.3, Speed: 3, Turn: 8, Sight: 4, Reach: 1, Damage: 1, Health: 1},
	"far_guard":  {Radius: 0.3, Speed: 2, Turn: 8, Sight: 7, Reach: 4, Damage: 1, Health: 1},
}

// open prepares the yard with its guards, and the player at one of its corners.
func open(o options) (*yard, error) {
	p, err := karakuri.Load(o.tree, "guards.krk")
	if err != nil {
		return nil, err
	}
	text, err := files.ReadFile("yard.map")
	if err != nil {
		return nil, err
	}
	m, err := arena.ParseMap("yard.map", string(text))
	if err != nil {
		return nil, err
	}
	y := &yard{options: o,
		visible:  karakuri.Lookup[bool](p, "visible"),
		distance: karakuri.Lookup[float64](p, "distance"),
		ready:    karakuri.Lookup[bool](p, "ready"),
	}
	if y.arena, err = arena.New(arena.Options{Map: m, Seed: o.seed}); err != nil {
		return nil, err
	}
	host := p.Host(karakuri.Options{TPS: ticksPerSecond, Seed: o.seed, Workers: o.workers, TreeSink: bt.SinkFunc(y.decided), Recorder: o.recorder})
	y.bind(host)
	if y.crowd, err = host.Crowd(); err != nil {
		return nil, err
	}
	y.player.chance = det.NewRand(o.seed, 0, 0)
	y.foe, _ = y.crowd.ObjectNamed("player")
	return y, y.people(karakuri.Lookup[karakuri.Vec2](p, "start_pos"))
}

// people sets everybody in their place.
func (y *yard) people(home *karakuri.Symbol[karakuri.Vec2]) error {
	for _, post := range posts {
		body, err := y.arena.Spawn(bodies[post.kind], post.at)
		if err != nil {
			return fmt.Errorf("%s at %v: %w", post.kind, post.at, err)
		}
		g := &guard{body: body, agent: y.crowd.Spawn(post.kind)}
		g.name = fmt.Sprintf("%c %s", arena.Sign(len(y.guards)), post.kind)
		home.Set(y.crowd, g.agent, karakuri.Vec2{X: post.at.X, Y: post.at.Y})
		y.guards = append(y.guards, g)
	}
	return y.enter()
}

// of returns the guard of an agent.
func (y *yard) of(id karakuri.AgentID) *guard { return y.guards[y.crowd.Number(id)-1] }

// step makes a tick: the player goes on, guards perceive and decide, and everybody moves.
func (y *yard) step() error {
	if err := y.wander(); err != nil {
		return err
	}
	for _, g := range y.guards {
		y.ready.Set(y.crowd, g.agent, y.crowd.Tick() >= g.rested)
		y.distance.Set(y.crowd, g.agent, math.Round(y.far(g)*100)/100, y.foe) // to the centimetre
		if !y.player.alive {
			y.visible.Set(y.crowd, g.agent, false, y.foe)
		}
	}
	y.crowd.Step()
	y.arena.Step(1.0 / ticksPerSecond)
	return nil
}

// spot returns where a character is.
func (y *yard) spot(id arena.ID) arena.Point {
	c, _ := y.arena.Character(id)
	return c.At
}

// far returns how far it is from a guard to the player's edge.
func (y *yard) far(g *guard) float64 {
	return y.spot(g.body).Distance(y.spot(y.player.body)) - playerBody.Radius
}
