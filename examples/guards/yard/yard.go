// Package yard is the world of examples/guards: a yard with sheds and hedges in which an intruder wanders about. It is
// a host, like a game, and shows how to watch your own game in the studio: see [World].
package yard

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
)

//go:embed yard.map
var mapText string

const ticksPerSecond = 20

// Options say how a run goes.
type Options struct {
	Seed    uint64
	Out     io.Writer // gets a line for each decision, or a picture; nil: nothing is written
	Picture bool      // draw a picture instead of lines
	Host    karakuri.Options

	// watch receives the outcomes of the guards' actions; it may be nil.
	watch func(g *guard, action string, t turn)
}

// Yard is the host: the arena with the bodies of guards and player, and what guards perceive and do in it. Not safe for
// concurrent use.
type Yard struct {
	options Options
	program *karakuri.Program
	arena   *arena.Arena
	crowd   *karakuri.Crowd
	guards  []*guard
	player  player
	drawn   bool // a picture has been drawn

	foe      karakuri.Object
	visible  *karakuri.Symbol[bool]
	distance *karakuri.Symbol[float64]
	ready    *karakuri.Symbol[bool]
}

// guard is a guard's body, and its counts.
type guard struct {
	name    string // in lines and pictures
	kind    string
	called  string // in the studio
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

// bodies are the bodies of guards of each kind. Their ranges of sight and reach are only drawn; the karakuri file has
// those that decide.
var bodies = map[string]arena.Body{
	"near_guard": {Radius: 0.3, Speed: 3, Turn: 8, Sight: 4, Reach: 1, Damage: 1, Health: 1},
	"far_guard":  {Radius: 0.3, Speed: 2, Turn: 8, Sight: 7, Reach: 4, Damage: 1, Health: 1},
}

// Open prepares the yard with its guards, and the player at one of its corners. The options for the host are completed
// by the yard.
func Open(p *karakuri.Program, o Options) (*Yard, error) {
	m, err := arena.ParseMap("yard.map", mapText)
	if err != nil {
		return nil, err
	}
	y := &Yard{options: o}
	if y.arena, err = arena.New(arena.Options{Map: m, Seed: o.Seed}); err != nil {
		return nil, err
	}
	y.player.chance = det.NewRand(o.Seed, 0, 0)
	if y.crowd, err = karakuri.New(p, y.hosted(), y.bindings()...); err != nil {
		return nil, err
	}
	y.know(p)
	return y, y.people(karakuri.Lookup[karakuri.Vec2](p, "start_pos"))
}

// hosted returns the options of the crowd.
func (y *Yard) hosted() karakuri.Options {
	o := y.options.Host
	o.TPS, o.Seed = ticksPerSecond, y.options.Seed
	if o.Sink == nil {
		o.Sink, o.Events = karakuri.SinkFunc(y.decided), karakuri.Trees
	}
	return o
}

// know looks up what the yard writes.
func (y *Yard) know(p *karakuri.Program) {
	y.program = p
	y.visible = karakuri.Lookup[bool](p, "visible")
	y.distance = karakuri.Lookup[float64](p, "distance")
	y.ready = karakuri.Lookup[bool](p, "ready")
	y.foe, _ = y.crowd.ObjectNamed("player")
}

// Run runs the yard for some simulated time, or until it is interrupted, and sums up. Speed is the simulated seconds
// per second; 0: as fast as possible.
func (y *Yard) Run(interrupted context.Context, length time.Duration, speed float64) error {
	for range int(length.Seconds() * ticksPerSecond) {
		if interrupted.Err() != nil {
			break
		}
		if err := y.Step(); err != nil {
			return err
		}
		if y.options.Picture {
			y.draw()
		}
		if speed > 0 {
			time.Sleep(time.Duration(float64(time.Second) / ticksPerSecond / speed))
		}
	}
	y.summary()
	return nil
}

// people puts every character in its place.
func (y *Yard) people(home *karakuri.Symbol[karakuri.Vec2]) error {
	for _, post := range posts {
		body, err := y.arena.Spawn(bodies[post.kind], post.at)
		if err != nil {
			return fmt.Errorf("%s at %v: %w", post.kind, post.at, err)
		}
		g := &guard{body: body, agent: y.crowd.Spawn(post.kind).ID()}
		g.name = fmt.Sprintf("%c %s", arena.Sign(len(y.guards)), post.kind)
		g.kind = post.kind
		home.Set(y.crowd.Agent(g.agent), karakuri.Vec2{X: post.at.X, Y: post.at.Y})
		y.guards = append(y.guards, g)
	}
	return y.enter()
}

// of returns the guard of an agent.
func (y *Yard) of(id karakuri.AgentID) *guard { return y.guards[y.crowd.Agent(id).Number()-1] }

// Step makes a tick: the player continues, guards perceive and decide, and all move.
func (y *Yard) Step() error {
	if err := y.wander(); err != nil {
		return err
	}
	for _, g := range y.guards {
		y.ready.Set(y.crowd.Agent(g.agent), y.crowd.Tick() >= g.rested)
		y.distance.Set(y.crowd.Agent(g.agent), math.Round(y.far(g)*100)/100, y.foe) // to the centimetre
		if !y.player.alive {
			y.visible.Set(y.crowd.Agent(g.agent), false, y.foe)
		}
	}
	y.crowd.Step()
	y.arena.Step(1.0 / ticksPerSecond)
	return nil
}

// spot returns the position of a character.
func (y *Yard) spot(id arena.ID) arena.Point {
	c, _ := y.arena.Character(id)
	return c.At
}

// far returns how far it is from a guard to the player's edge.
func (y *Yard) far(g *guard) float64 {
	return y.spot(g.body).Distance(y.spot(y.player.body)) - playerBody.Radius
}
