package restaurant

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/studio"
	"github.com/karakuri-ai/karakuri/world"
)

// World is the restaurant for the studio, with a brigade of three: there live the cooks of every program whose actions
// and kinds of agents are known here.
var World = In(Options{Cooks: 3, Led: true, Pause: 5})

// In returns the restaurant for the studio with the given options, except for their seed and host.
func In(o Options) studio.World {
	return studio.World{Name: "restaurant", Fits: needs.Fit, Open: func(p *karakuri.Program, host karakuri.Options) (*studio.Game, error) {
		o := o
		o.Seed, o.Host = host.Seed, host
		k, err := Open(p, o)
		if err != nil {
			return nil, err
		}
		return k.game(), nil
	}}
}

// needs lists what a program must declare for the cooks of the restaurant.
var needs = studio.Needs{
	Actions: []string{"chop", "stew", "steam", "simmer", "start_rice", "scrub", "dish_up", "serve", "rest"},
	Agents:  []string{"cook", "brigade"},
	Symbols: map[string]world.Kind{"dish_of": world.KindEnum, "number": world.KindInt, "taken": world.KindBool, "stewed": world.KindBool, "has_rice": world.KindBool,
		"on": world.KindObject, "is": world.KindEnum, "mine": world.KindObject, "hands": world.KindInt, "by_pieces": world.KindBool},
}

// game is the restaurant as the studio sees it.
func (k *Kitchen) game() *studio.Game {
	eyes := func(a karakuri.Agent) studio.Eyes { return k.eyes(a.ID()) }
	return &studio.Game{Crowd: k.crowd, Step: k.Step, Land: k.land, Figures: k.figures, Eyes: eyes, Snapshot: k.Snapshot, Rollback: k.Rollback, Reload: k.Reload}
}

// called is the name of an agent.
func (k *Kitchen) called(id karakuri.AgentID) string {
	if id == k.brigade {
		return "brigade"
	}
	if i := slices.Index(k.cooks, id); i >= 0 {
		return fmt.Sprintf("cook#%d", i+1)
	}
	return ""
}

// land is the floor with its stations.
func (k *Kitchen) land() studio.Land {
	l := studio.Land{Max: [2]float64{width, height}, Walls: []studio.Wall{{A: [2]float64{wallX, 0}, B: [2]float64{wallX, passFrom}},
		{A: [2]float64{wallX, passTo}, B: [2]float64{wallX, height}}}}
	add := func(name string, p point, thing bool) {
		l.Places = append(l.Places, studio.Place{Name: name, X: p.X, Y: p.Y, Thing: thing})
	}
	back, front := k.stations()
	for i, o := range back {
		add(k.objectName(o), place(i, len(back), backRow), false)
	}
	for i, o := range front {
		add(k.objectName(o), place(i, len(front), frontRow), false)
	}
	add("counter", point{counter.X, counter.Y + inFront}, false)
	for i := range numTables {
		add(fmt.Sprintf("table %d", i+1), tableAt(i), true)
	}
	return l
}

func (k *Kitchen) objectName(o karakuri.Object) string {
	st := k.crowd.World()
	if t := st.TypeOf(o); t >= 0 {
		return st.ObjectName(o, t)
	}
	return ""
}

// figures are the cooks, and what stands about: orders that are waited for, and pots that cook by themselves.
func (k *Kitchen) figures(buf []studio.Figure) []studio.Figure {
	for i, id := range k.cooks {
		f := &k.feet[i]
		buf = append(buf, studio.Figure{Name: k.called(id), X: f.at.X, Y: f.at.Y, Facing: [2]float64{f.look.X, f.look.Y}, Health: -1})
	}
	for _, o := range k.crowd.Objects("order") {
		if _, waits := k.came[o]; waits {
			p := tableAt(k.seat(o))
			buf = append(buf, studio.Figure{Item: k.objectName(o), X: p.X, Y: p.Y, Health: -1})
		}
	}
	for _, p := range k.pots {
		at := k.spot(p.station)
		buf = append(buf, studio.Figure{Item: "pot of " + k.objectName(p.order), X: at.X, Y: at.Y - inFront, Health: -1})
	}
	return buf
}

// eyes returns the destination of a cook.
func (k *Kitchen) eyes(id karakuri.AgentID) (e studio.Eyes) {
	i := slices.Index(k.cooks, id)
	if i < 0 || k.feet[i].doing == "" {
		return e
	}
	f := k.feet[i]
	e.Route = []studio.Stop{{Text: f.doing, State: "running", X: f.to.X, Y: f.to.Y}}
	for n := 0; f.at != f.to && n < 200; n++ {
		to := f.next()
		if f.at = to; len(e.Way) == 0 || e.Way[len(e.Way)-1] != [2]float64{to.X, to.Y} {
			e.Way = append(e.Way, [2]float64{to.X, to.Y})
		}
	}
	return e
}
