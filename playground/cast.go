package playground

import (
	"math"

	"github.com/karakuri-ai/karakuri/arena"
)

// Cast is a number of characters of one kind of agent, from a line such as cast brave_one 12 team 1 speed 4 respawn 5s
type Cast struct {
	Kind    string // kind of agent
	Count   int
	Team    int64   // its members share what they notice; 0: no team
	Squad   string  // the squad that its characters belong to; they have the squad's team
	Respawn float64 // seconds from its death until a character comes back; 0: it does not
	Traits  Traits
	line    int
	squad   int32 // place of the squad in the scene; -1: none
	squadAt int   // column of its name
}

// Traits are the abilities of the characters of a cast.
type Traits struct {
	Radius   float64 // metres
	Speed    float64 // metres a second
	Turn     float64 // radians a second; 0: it turns at once
	Health   float64 // initial and maximum health
	Hunger   float64 // health lost each second
	Power    float64 // maximum power
	Start    float64 // initial power
	Reach    float64 // range of a strike, metres from edge to edge
	Damage   float64 // health that a strike takes
	Blow     float64 // maximum power spent on a strike and added to its damage
	Range    float64 // range of a shot, metres
	Shot     float64 // health that a shot takes
	Cooldown float64 // seconds between two attacks
	Noise    float64 // metres at which its steps can be heard, with a sense whose falloff is 1

	Voice float64 // metres at which what it says can be heard, with a sense whose falloff is 1; 0: nobody hears it

	Rounds    float64 // rounds in a full magazine; 0: it needs no ammunition
	Magazines float64 // spare magazines, besides the one in its weapon
	Reload    float64 // seconds that reloading takes
	Grenades  float64 // grenades that it carries
	Aim       float64 // share of its shots that hit a standing target in the open
	Dodge     float64 // share of such shots that miss it while it moves
}

// Trait documents a word of a cast's line.
type Trait struct {
	Word    string
	Unit    string  // the unit that may follow the number: "s", "deg", or none
	Least   float64 // in the unit of Traits
	Most    float64
	Default float64
	Doc     string

	of func(*Traits) *float64
}

const most = 1e6 // of numbers without a limit of their own

// AllTraits documents the words of a cast line that a number follows, except team and respawn.
var AllTraits = []Trait{
	{"radius", "", 0.05, arena.MaxRadius, 0.4, "metres from its middle to its edge", func(t *Traits) *float64 { return &t.Radius }},
	{"speed", "", 0, 100, 4, "metres a second", func(t *Traits) *float64 { return &t.Speed }},
	{"turn", "deg", 0, 100, 2 * math.Pi, "how fast it turns, each second; 0: at once", func(t *Traits) *float64 { return &t.Turn }},
	{"health", "", 1, most, 100, "initial and maximum health", func(t *Traits) *float64 { return &t.Health }},
	{"hunger", "", 0, most, 0, "health lost each second", func(t *Traits) *float64 { return &t.Hunger }},
	{"power", "", 1, most, 100, "maximum power", func(t *Traits) *float64 { return &t.Power }},
	{"start", "", 0, most, 0, "initial power", func(t *Traits) *float64 { return &t.Start }},
	{"reach", "", 0, 100, 0.6, "range of a strike, metres from edge to edge", func(t *Traits) *float64 { return &t.Reach }},
	{"damage", "", 0, most, 10, "health that a strike takes", func(t *Traits) *float64 { return &t.Damage }},
	{"blow", "", 0, most, 25, "maximum power spent on a strike and added to its damage", func(t *Traits) *float64 { return &t.Blow }},
	{"range", "", 0, most, 10, "range of a shot, metres", func(t *Traits) *float64 { return &t.Range }},
	{"shot", "", 0, most, 5, "health that a shot takes", func(t *Traits) *float64 { return &t.Shot }},
	{"cooldown", "s", 0, most, 1, "seconds between two attacks", func(t *Traits) *float64 { return &t.Cooldown }},
	{"noise", "", 0, most, 0, "distance at which its steps are heard in the open, metres", func(t *Traits) *float64 { return &t.Noise }},
	{"voice", "", 0, most, 0, "distance at which what it [says](barks.md) is heard in the open, metres; 0: nobody hears it", func(t *Traits) *float64 { return &t.Voice }},
	{"rounds", "", 0, most, 0, "rounds in a magazine: each shot uses one; 0: it needs none", func(t *Traits) *float64 { return &t.Rounds }},
	{"magazines", "", 0, most, 0, "spare magazines", func(t *Traits) *float64 { return &t.Magazines }},
	{"reload", "s", 0, most, 2, "seconds needed to reload", func(t *Traits) *float64 { return &t.Reload }},
	{"grenades", "", 0, most, 0, "grenades that it carries", func(t *Traits) *float64 { return &t.Grenades }},
	{"aim", "", 0, 1, 1, "share of its shots that hit a standing target in the open", func(t *Traits) *float64 { return &t.Aim }},
	{"dodge", "", 0, 1, 0, "share of such shots that miss it while it moves", func(t *Traits) *float64 { return &t.Dodge }},
}

// DefaultTraits returns the traits of a cast that sets none.
func DefaultTraits() Traits {
	var t Traits
	for i := range AllTraits {
		*AllTraits[i].of(&t) = AllTraits[i].Default
	}
	return t
}

// body is the character in the arena. Health and fights are the playground's own: in the arena no character is hurt.
func (t *Traits) body() arena.Body {
	return arena.Body{Radius: t.Radius, Speed: t.Speed, Turn: t.Turn, Reach: t.Reach + t.Radius, Health: 1}
}
