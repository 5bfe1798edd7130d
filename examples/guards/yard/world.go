package yard

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/studio"
	"github.com/karakuri-ai/karakuri/world"
)

// World is the yard for the studio: there live the guards of every program whose actions and kinds of agents are known
// here.
var World = studio.World{Name: "yard", Fits: needs.Fit, Open: func(p *karakuri.Program, o karakuri.Options) (*studio.Game, error) {
	y, err := Open(p, Options{Seed: o.Seed, Host: o})
	if err != nil {
		return nil, err
	}
	return y.game(), nil
}}

// needs lists what a program must declare for the guards of the yard.
var needs = studio.Needs{
	Actions: []string{"look_for", "attack", "chase", "keep_range", "return_to", "keep_watch"},
	Agents:  slices.Collect(maps.Keys(bodies)),
	Symbols: map[string]world.Kind{"visible": world.KindBool, "distance": world.KindFloat, "ready": world.KindBool, "start_pos": world.KindVec2},
}

// game is the yard as the studio sees it.
func (y *Yard) game() *studio.Game {
	g := &studio.Game{Crowd: y.crowd, Step: y.Step, Figures: y.figures, Eyes: y.eyes, Move: y.move,
		Snapshot: y.Snapshot, Rollback: y.Rollback, Reload: y.Reload}
	m := y.arena.Map()
	w, h := m.Size()
	land := studio.Land{Max: [2]float64{w, h}}
	for _, wall := range m.Walls() {
		land.Walls = append(land.Walls, studio.Wall{A: pair(wall.A), B: pair(wall.B), Solid: wall.Solid})
	}
	g.Land = func() studio.Land { return land }
	count := map[string]int{}
	for _, g := range y.guards {
		count[g.kind]++
		g.called = fmt.Sprintf("%s#%d", g.kind, count[g.kind])
	}
	return g
}

// playerName is the name of the player in the studio.
const playerName = "player"

// figures are the guards, and the player while it is on its feet.
func (y *Yard) figures(buf []studio.Figure) []studio.Figure {
	for _, g := range y.guards {
		buf = append(buf, y.figure(g.called, g.body, 1))
	}
	if y.player.alive {
		buf = append(buf, y.figure(playerName, y.player.body, 2))
	}
	return buf
}

func (y *Yard) figure(name string, body arena.ID, team int64) studio.Figure {
	c, _ := y.arena.Character(body)
	return studio.Figure{Name: name, X: c.At.X, Y: c.At.Y, Facing: pair(c.Facing), Health: c.Health / c.Body.Health, Team: team}
}

// eyes returns a guard's view, its reach, and its destination.
func (y *Yard) eyes(a karakuri.Agent) studio.Eyes {
	g := y.of(a.ID())
	c, _ := y.arena.Character(g.body)
	e := studio.Eyes{Cones: []studio.Cone{{Range: c.Body.Sight}}, Reaches: []studio.Reach{{Name: "attack", Range: c.Body.Reach + playerBody.Radius}}}
	foe := y.spot(y.player.body)
	if y.visible.Of(a, y.foe) {
		at := pair(foe)
		e.Facts = []studio.Fact{{Name: playerName, X: foe.X, Y: foe.Y, Confidence: 1, Sensed: true, Figure: playerName, Truly: &at}}
	}
	goal, goes := foe, g.doing == "chase" || g.doing == "attack" || g.doing == "keep_range"
	if g.doing == "return_to" {
		goal, goes = y.home(a), true
	}
	if !goes {
		return e
	}
	e.Route = []studio.Stop{{Text: g.doing, State: "running", X: goal.X, Y: goal.Y}}
	if c.Going > 0 {
		goal = c.Goal
		if g.doing != "keep_range" { // that may lead away from it
			goal = arena.Point{X: e.Route[0].X, Y: e.Route[0].Y}
		}
		path, _ := y.arena.PathTo(g.body, goal, nil)
		for _, at := range path {
			e.Way = append(e.Way, pair(at))
		}
	}
	return e
}

// home returns a guard's post.
func (y *Yard) home(a karakuri.Agent) arena.Point {
	return arena.Point(karakuri.Lookup[karakuri.Vec2](y.program, "start_pos").Of(a))
}

// errNobody is the error of a figure that is not there.
var errNobody = errors.New("it is not in the yard")

// move puts a guard or the player on a spot, or next to the wall that is there. The player continues from there as it
// likes.
func (y *Yard) move(name string, x, yy float64) error {
	body := arena.ID(0)
	for _, g := range y.guards {
		if g.called == name {
			body = g.body
		}
	}
	if name == playerName && y.player.alive {
		body, y.player.way = y.player.body, y.player.way[:0]
	}
	if body == 0 {
		return errNobody
	}
	if _, ok := y.arena.Put(body, arena.Point{X: x, Y: yy}); !ok {
		return arena.ErrSpot
	}
	return nil
}

func pair(p arena.Point) [2]float64 { return [2]float64{p.X, p.Y} }
