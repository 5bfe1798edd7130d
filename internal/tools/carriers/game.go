package main

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
)

// setup is the options of the sessions of both games. Planning is spread over ticks, as games do that keep a frame
// rate: without a bound, one tick in a hundred takes ten times as long.
const setup = `{"tps": 30, "seed": 7, "nodes_per_tick": 200, "crowd_nodes_per_tick": 40000}`

// drill is the program of agents who do nothing but start an action anew in each tick.
const drill = `// drill.krk: an action that ends in each tick
state agent { sensed note: int 0..63 }
action lift uses hands
tree exercise { repeat { lift } }
agent recruit { tree exercise }
`

// A game is played once against a session, which records what both say, and then by each carrier: it is the same
// whoever carries it, since how long an action lasts depends on its number alone.
type game struct {
	name    string
	text    string // of the program
	kind    string
	agents  int
	writes  int // for each agent in a tick; 0: only what has changed
	lasting int // ticks that an action takes at most

	program *karakuri.Program
	record  *exchange.Recording
	rounds  []round
	warm    int // rounds at the beginning that are not measured
}

// round is a tick: what the game writes before it, and the hash and the number of commands after it.
type round struct {
	writes   []write
	hash     uint64
	commands int
}

// write is a value of symbol visible: whether a soldier sees an enemy. Without an enemy it is one of symbol health.
type write struct {
	agent, enemy int
	value        int64
}

// soldiers returns the game of soldiers of examples/soldier: a tenth of them see an enemy come or go in each tick.
func soldiers(name string, agents, writes int) (*game, error) {
	text, err := joined(os.DirFS("examples/soldier"), "places.krk", "weapons.krk", "soldier.krk")
	return &game{name: name, text: text, kind: "sentry", agents: agents, writes: writes, lasting: 30, warm: 60}, err
}

// recruits returns the game of agents who start an action in each tick.
func recruits(agents int) *game {
	return &game{name: "drill", text: drill, kind: "recruit", agents: agents, lasting: 1, warm: 20}
}

// joined returns files as one, which a carrier can load from memory.
func joined(dir fs.FS, files ...string) (string, error) {
	var b strings.Builder
	for _, name := range files {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "import ") {
				b.WriteString(line)
			}
		}
	}
	return b.String(), nil
}

// enemies are those that a soldier is told of; the last two join when the game begins.
var enemies = []string{"kane", "moss", "ruiz", "viper", "wisp", "ogre", "grim", "hook"}

// lasts returns how many ticks an action takes, and how it ends.
func (g *game) lasts(instance int64) (ticks int, how action.Status) {
	h := uint64(instance) * 0x9e3779b97f4a7c15 >> 32
	if h%20 == 0 && g.lasting > 1 {
		how = action.Failure
	} else {
		how = action.Success
	}
	return 1 + int(h/32)%g.lasting, how
}

// told returns what the game writes before a tick.
func (g *game) told(tick int) (list []write) {
	if g.kind != "sentry" {
		return nil
	}
	ogre := slices.Index(enemies, "ogre")
	for i := range g.agents {
		turn := (i + tick) % 10
		switch seen := int64((tick - turn + 10) / 10 % 2); { // as in the last tick that was its turn
		case g.writes > 0:
			for e := range g.writes {
				switch {
				case e == 0:
					list = append(list, write{i, e, 1})
				case e == ogre:
					list = append(list, write{i, e, seen})
				case e < len(enemies):
					list = append(list, write{i, e, 0})
				default:
					list = append(list, write{i, -1, 100})
				}
			}
		case tick == 0:
			list = append(list, write{i, 0, 1})
		case turn == 0:
			list = append(list, write{i, ogre, seen})
		}
	}
	return list
}

// play loads the program and plays the game against a session, which records it.
func (g *game) play(ticks int) error {
	p, err := karakuri.Load(fstest.MapFS{"it.krk": {Data: []byte(g.text)}}, "it.krk")
	if err != nil {
		return err
	}
	o, err := remote.ReadOptions([]byte(setup))
	if err != nil {
		return err
	}
	s, err := remote.New(p, o)
	if err != nil {
		return err
	}
	g.program, g.record = p, &exchange.Recording{Program: g.text, Setup: setup}
	side := newSide(g, s.Manifest())
	for tick := range g.warm + ticks {
		in := slices.Clone(side.batch(tick))
		out, err := s.Exchange(in)
		if err != nil {
			return err
		}
		r, err := side.hear(tick, out)
		if err != nil {
			return fmt.Errorf("game %s, tick %d: %w", g.name, tick, err)
		}
		g.record.Rounds = append(g.record.Rounds, exchange.Round{In: in, Out: slices.Clone(out)})
		g.rounds = append(g.rounds, r)
	}
	return nil
}

// commands returns how many commands come in a measured tick, on average.
func (g *game) commands() float64 {
	n := 0
	for _, r := range g.rounds[g.warm:] {
		n += r.commands
	}
	return float64(n) / float64(len(g.rounds)-g.warm)
}

// side is the side of the game in an exchange.
type side struct {
	g       *game
	out     remote.Batch
	numbers struct{ visible, health, seenAt, enemy, kind uint32 }
	named   map[string]int64 // objects
	agents  []int64
	enemies []int64
	ends    map[int][]int64 // by tick, the actions that end before it
	over    map[int64]bool  // actions that were aborted
}

func newSide(g *game, m *remote.Manifest) *side {
	s := &side{g: g, named: map[string]int64{}, ends: map[int][]int64{}, over: map[int64]bool{}}
	for _, o := range m.Objects {
		s.named[o.Name] = o.Object
	}
	symbol := func(name string) uint32 {
		return uint32(max(0, slices.IndexFunc(m.Symbols, func(s remote.ManifestSymbol) bool { return s.Name == name })))
	}
	s.numbers.visible, s.numbers.health, s.numbers.seenAt = symbol("visible"), symbol("health"), symbol("seen_at")
	s.numbers.enemy = uint32(max(0, slices.IndexFunc(m.Types, func(t remote.ManifestType) bool { return t.Name == "enemy" })))
	s.numbers.kind = uint32(slices.IndexFunc(m.Kinds, func(k remote.ManifestKind) bool { return k.Name == g.kind }))
	return s
}

// batch returns what the game says before a tick. In the first it only sets up the place, and spawns all agents.
func (s *side) batch(tick int) []byte {
	s.out.Reset()
	if tick == 0 {
		s.settle()
	} else {
		for _, w := range s.g.told(tick - 1) {
			if w.enemy < 0 {
				s.out.Add(remote.OpWrite, 0, s.numbers.health, s.agents[w.agent], w.value)
			} else {
				s.out.Add(remote.OpWrite, 0, s.numbers.visible, s.agents[w.agent], s.enemies[w.enemy], w.value)
			}
		}
	}
	for _, instance := range s.ends[tick] {
		if _, how := s.g.lasts(instance); !s.over[instance] {
			s.out.Add(remote.OpReport, 0, uint32(how), instance)
		}
		delete(s.over, instance)
	}
	delete(s.ends, tick)
	s.out.Add(remote.OpStep, 0, 1)
	return s.out.Bytes()
}

func (s *side) settle() {
	if s.g.kind == "sentry" {
		for _, name := range enemies {
			if _, known := s.named[name]; !known {
				s.out.AddText(remote.OpObject, s.numbers.enemy, name, 1)
			}
		}
		for enemy, place := range map[string]string{"kane": "road"} {
			s.out.Add(remote.OpWrite, 0, s.numbers.seenAt, 0, s.named[enemy], s.named[place])
		}
	}
	for range s.g.agents {
		s.out.Add(remote.OpSpawn, 0, s.numbers.kind, 0)
	}
}

// hear notes what the session says.
func (s *side) hear(tick int, out []byte) (r round, err error) {
	if tick > 0 {
		r.writes = s.g.told(tick - 1)
	}
	added := []int64{}
	for it := range remote.Items(out) {
		switch it.Op {
		case remote.OpAdded:
			added = append(added, it.Int(1))
		case remote.OpSpawned:
			s.agents = append(s.agents, it.Int(1))
		case remote.OpStart:
			r.commands++
			ticks, _ := s.g.lasts(it.Int(0))
			s.ends[tick+ticks] = append(s.ends[tick+ticks], it.Int(0))
		case remote.OpAbort:
			r.commands++
			s.over[it.Int(0)] = true
		case remote.OpTick:
			r.hash = uint64(it.Int(1))
		case remote.OpRefused:
			return r, fmt.Errorf("item %d is refused", it.Int(0))
		}
	}
	if tick == 0 && s.g.kind == "sentry" {
		for _, name := range enemies {
			o, known := s.named[name]
			if !known {
				o, added = added[0], added[1:]
			}
			s.enemies = append(s.enemies, o)
		}
	}
	return r, nil
}

// times are how long each measured tick took, and what went before: the least of several plays.
type times []time.Duration

// least takes the lesser of two plays, tick by tick: what comes between can only slow one down.
func (t times) least(o times) times {
	if t == nil {
		return o
	}
	for i := range t {
		t[i] = min(t[i], o[i])
	}
	return t
}

// mean is the time of a tick.
func (t times) mean() time.Duration {
	sum := time.Duration(0)
	for _, d := range t {
		sum += d
	}
	return sum / time.Duration(max(1, len(t)))
}
