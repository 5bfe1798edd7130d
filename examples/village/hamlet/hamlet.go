// Package hamlet is the world of examples/village for the studio: five places, a clock, and six villagers with needs
// that grow. It is a host, like a game.
package hamlet

import (
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/det"
)

const (
	ticksPerSecond = 10
	ticksPerHour   = 10 * ticksPerSecond // a day takes four minutes
	sunrise        = 6                   // o'clock; also when the run begins
	sunset         = 21

	pace    = 4.0 // metres a second
	earshot = 4.0 // metres: as far as one can talk

	wage = 4 // coins
	meal = 2
)

// places are where the values of the enum place are, in metres.
var places = []struct {
	name string
	at   karakuri.Vec2
}{{"home", karakuri.Vec2{X: 6, Y: 8}}, {"well", karakuri.Vec2{X: 15, Y: 20}}, {"inn", karakuri.Vec2{X: 27, Y: 6}},
	{"field", karakuri.Vec2{X: 35, Y: 19}}, {"square", karakuri.Vec2{X: 20, Y: 12}}}

const width, height = 42.0, 26.0

// The needs of a villager, each from 0 to 1.
const (
	hunger = iota
	thirst
	tired
	lonely
	numNeeds
)

var needNames = [numNeeds]string{"hunger", "thirst", "tired", "lonely"}

// hourly is how much each need grows in an hour awake; asleep it is less than half.
var hourly = [numNeeds]float64{1.0 / 12, 1.0 / 8, 1.0 / 18, 1.0 / 12}

const (
	asleep = 0.4
	rest   = 1.0 / 7 // how much less tired an hour of sleep makes
)

// Hamlet is the host: where the villagers are, and what they need. Not safe for concurrent use.
type Hamlet struct {
	crowd     *karakuri.Crowd
	villagers []villager

	needs [numNeeds]*karakuri.Symbol[float64]
	coins *karakuri.Symbol[int]
	night *karakuri.Symbol[bool]
}

// villager is what the game knows of one.
type villager struct {
	agent  karakuri.AgentID
	name   string
	at, to karakuri.Vec2
	doing  string // its action; empty: none
	needs  [numNeeds]float64
	coins  int
}

// Open creates the hamlet with two villagers of each kind, at home at sunrise.
func Open(p *karakuri.Program, host karakuri.Options) (*Hamlet, error) {
	h := &Hamlet{}
	host.TPS = ticksPerSecond
	var err error
	if h.crowd, err = karakuri.New(p, host, h.bindings()...); err != nil {
		return nil, err
	}
	h.know(p)
	chance := det.NewRand(host.Seed, 0, 0)
	for n := range 2 {
		for _, kind := range kinds {
			v := villager{agent: h.crowd.Spawn(kind).ID(), name: fmt.Sprintf("%s#%d", kind, n+1), coins: int(chance.Uint64n(4))}
			for i := range v.needs {
				v.needs[i] = 0.4 * chance.Float64()
			}
			v.at = h.spot(len(h.villagers), 0)
			h.villagers = append(h.villagers, v)
		}
	}
	return h, nil
}

// know looks up what the hamlet writes.
func (h *Hamlet) know(p *karakuri.Program) {
	for i, name := range needNames {
		h.needs[i] = karakuri.Lookup[float64](p, name)
	}
	h.coins, h.night = karakuri.Lookup[int](p, "coins"), karakuri.Lookup[bool](p, "night")
}

// Step makes a tick: time passes, needs grow, and villagers decide and act.
func (h *Hamlet) Step() error {
	_ = h.night.Set(h.crowd.Agent(0), h.isNight())
	for i := range h.villagers {
		v := &h.villagers[i]
		v.live()
		a := h.crowd.Agent(v.agent)
		for n, need := range h.needs {
			_ = need.Set(a, math.Round(v.needs[n]*100)/100)
		}
		_ = h.coins.Set(a, v.coins)
	}
	h.crowd.Step()
	return nil
}

func (h *Hamlet) isNight() bool {
	hour := (sunrise + h.crowd.Tick()/ticksPerHour) % 24
	return hour < sunrise || hour >= sunset
}

// live lets a tick pass.
func (v *villager) live() {
	share := 1.0
	if v.doing == "sleep" {
		share = asleep
		v.needs[tired] = max(0, v.needs[tired]-rest/ticksPerHour)
	}
	for i := range v.needs {
		if i != tired || v.doing != "sleep" {
			v.needs[i] = min(1, v.needs[i]+share*hourly[i]/ticksPerHour)
		}
	}
}

// spot returns where a villager stands at a place: none stands on another.
func (h *Hamlet) spot(who, place int) karakuri.Vec2 {
	angle := float64(who) * math.Pi / 3
	at := places[place].at
	return karakuri.Vec2{X: at.X + float64(1.3*det.Cos(angle)), Y: at.Y + float64(1.3*det.Sin(angle))}
}

// of returns the villager of an agent, by its number.
func (h *Hamlet) of(c *karakuri.Ctx) (*villager, int) {
	who := int(h.crowd.Agent(c.Agent()).Number()) - 1
	return &h.villagers[who], who
}
