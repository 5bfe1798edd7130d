// Package exchange plays a small game against a session and keeps what both said, so that every carrier and client can
// be shown to say the same: [Record] plays it, [Recording.Replay] compares.
package exchange

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// Outpost is the program of the game.
//
//go:embed outpost.krk
var Outpost string

// Setup is the options of the game's session, in JSON.
const Setup = `{"tps": 20, "seed": 7, "events": ["plans", "goals", "squads"], "texts": true, "barks": true}`

// Recording holds the messages of a game and a session.
type Recording struct {
	Program string
	Setup   string
	Rounds  []Round
}

// Round is one batch and the answer to it.
type Round struct{ In, Out []byte }

// Record plays the game for so many ticks.
func Record(ticks int) (*Recording, error) {
	p, err := karakuri.Load(fstest.MapFS{"outpost.krk": {Data: []byte(Outpost)}}, "outpost.krk")
	if err != nil {
		return nil, err
	}
	o, err := remote.ReadOptions([]byte(Setup))
	if err != nil {
		return nil, err
	}
	s, err := remote.New(p, o)
	if err != nil {
		return nil, err
	}
	g := newGame(s.Manifest())
	r := &Recording{Program: Outpost, Setup: Setup}
	for range ticks {
		in := slices.Clone(g.play())
		out, err := s.Exchange(in)
		if err != nil {
			return nil, err
		}
		r.Rounds = append(r.Rounds, Round{in, slices.Clone(out)})
		g.hear(out)
	}
	return r, nil
}

// Replay gives each batch to an exchange of any kind and compares the answers. The error names the first round that
// differs.
func (r *Recording) Replay(exchange func(in []byte) ([]byte, error)) error {
	for i, round := range r.Rounds {
		out, err := exchange(round.In)
		if err != nil {
			return fmt.Errorf("round %d: %w", i, err)
		}
		if !bytes.Equal(out, round.Out) {
			return fmt.Errorf("round %d: the answer has %d bytes and differs from that recorded, of %d bytes", i, len(out), len(round.Out))
		}
	}
	return nil
}

// Sum is a digest of all that was said.
func (r *Recording) Sum() string {
	h := sha256.New()
	r.Write(h)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Write writes the rounds for clients in other languages: of each the length of the batch as four bytes, little-endian,
// the batch, and likewise the answer.
func (r *Recording) Write(w io.Writer) error {
	var b []byte
	for _, round := range r.Rounds {
		for _, part := range [][]byte{round.In, round.Out} {
			b = append(binary.LittleEndian.AppendUint32(b[:0], uint32(len(part))), part...)
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// game plays: it carries out actions in a haphazard way, which depends on its seed alone, and makes mistakes now and
// then.
type game struct {
	m       *remote.Manifest
	rand    det.Rand
	batch   remote.Batch
	tick    int
	agents  []who
	running []doing
	objects []int64
	orders  []given
}

type who struct {
	id, body, kind int64
	x, y           float64
}

type doing struct {
	instance int64
	due      int // tick in which it ends
}

type given struct{ agent, number int64 }

func newGame(m *remote.Manifest) *game {
	g := &game{m: m, rand: det.NewRand(11, 0, 0)}
	for _, o := range m.Objects {
		g.objects = append(g.objects, o.Object)
	}
	return g
}

// number returns the number of a name.
func number[T any](list []T, name string, of func(*T) string) uint32 {
	for i := range list {
		if of(&list[i]) == name {
			return uint32(i)
		}
	}
	panic("exchange: the program has no " + name)
}

func (g *game) symbol(name string) uint32 {
	return number(g.m.Symbols, name, func(s *remote.ManifestSymbol) string { return s.Name })
}

func (g *game) goal(name string) uint32 {
	return number(g.m.Goals, name, func(s *remote.ManifestGoal) string { return s.Name })
}

func (g *game) below(n int) int { return int(g.rand.Uint64() % uint64(n)) }

func (g *game) float(most float64) float64 { return float64(g.below(1024)) / 1024 * most }

// play returns the batch of a tick.
func (g *game) play() []byte {
	g.batch.Reset()
	g.tick++
	if g.tick == 1 || len(g.agents) < 24 && g.below(20) == 0 {
		g.come()
	}
	if g.tick == 1 {
		wall := []int64{remote.FloatWord(10), remote.FloatWord(-5), remote.FloatWord(10), remote.FloatWord(25)}
		g.batch.Add(remote.OpWalls, remote.FlagClear, 0, wall...)
	}
	g.write()
	g.move()
	g.order()
	g.report()
	g.blunder()
	g.batch.Add(remote.OpStep, 0, 1)
	return g.batch.Bytes()
}

// come spawns agents and adds objects.
func (g *game) come() {
	for i := range min(8, 24-len(g.agents)) {
		kind := (g.tick + i) % len(g.m.Kinds)
		g.batch.Add(remote.OpSpawn, 0, uint32(kind), int64(kind))
	}
	g.batch.AddText(remote.OpObject, 1, fmt.Sprintf("crate of %d", g.tick), 100)
}

// write writes symbols of agents and of the world.
func (g *game) write() {
	for _, a := range g.agents {
		if g.below(10) == 0 {
			g.batch.Add(remote.OpWrite, 0, g.symbol("hungry"), a.id, 1)
		}
		if g.below(40) == 0 {
			g.batch.Add(remote.OpWrite, 0, g.symbol("danger"), a.id, int64(g.below(2)))
		}
		if g.below(30) == 0 {
			g.batch.Add(remote.OpWrite, 0, g.symbol("tired"), a.id, remote.FloatWord(g.float(1)))
		}
		if g.below(30) == 0 {
			g.batch.Add(remote.OpWrite, 0, g.symbol("fares"), a.id, int64(g.below(4)), int64(g.below(4)), int64(g.below(10)))
		}
	}
	if g.below(50) == 0 {
		g.batch.Add(remote.OpWrite, 0, g.symbol("night"), 0, int64(g.below(2)))
	}
	if g.below(20) == 0 {
		g.batch.Add(remote.OpWrite, 0, g.symbol("wind"), 0, remote.FloatWord(g.float(9)), remote.FloatWord(-g.float(9)))
	}
}

// move sends the positions of bodies, and sounds.
func (g *game) move() {
	for i := range g.agents {
		a := &g.agents[i]
		if a.body == 0 {
			continue
		}
		a.x, a.y = a.x+g.float(1)-0.5, a.y+g.float(1)-0.5
		x, y := remote.FloatWord(a.x), remote.FloatWord(a.y)
		g.batch.Add(remote.OpBody, 0, 0, a.body, x, y, 0, 0, 0, 0, 1, remote.FloatWord(1), 0, 0, 0, 0)
		g.batch.Add(remote.OpWrite, 0, g.symbol("pos"), a.id, x, y)
		if g.below(60) == 0 {
			g.batch.Add(remote.OpSound, 0, 0, a.body, x, y, remote.FloatWord(20), 2, remote.FloatWord(0.5))
		}
		switch g.below(40) {
		case 0:
			g.batch.Add(remote.OpVoice, 0, 0, a.body, remote.FloatWord(float64(10+g.below(30))), 1, remote.FloatWord(0.5))
		case 1: // a person of the game speaks; some say what there is not
			g.batch.Add(remote.OpSound, 0, uint32(g.below(4)), a.body, x, y, remote.FloatWord(12), 1, remote.FloatWord(0.5))
		}
	}
	for i, o := range g.objects {
		if g.tick%200 == 1+i {
			g.batch.Add(remote.OpBody, remote.FlagFixed, 0, o, remote.FloatWord(float64(i)*3), remote.FloatWord(4), 0, 0, 0, 0, 3, remote.FloatWord(0.2), 0, 0, 0, 0)
		}
	}
}

// order gives orders and takes some back.
func (g *game) order() {
	if len(g.agents) == 0 || g.below(15) > 0 {
		return
	}
	a := g.agents[g.below(len(g.agents))] // most have no brain: that is refused
	g.batch.Add(remote.OpOrder, uint8(g.below(2)), g.goal("visit"), a.id, a.id, remote.FloatWord(g.float(20)), remote.FloatWord(g.float(20)))
	if len(g.orders) > 0 && g.below(3) == 0 {
		o := g.orders[g.below(len(g.orders))]
		g.batch.Add(remote.OpWithdraw, 0, 0, o.agent, o.number)
	}
}

// report reports the actions that are due.
func (g *game) report() {
	g.running = slices.DeleteFunc(g.running, func(d doing) bool {
		if d.due > g.tick {
			return false
		}
		if g.below(3) == 0 {
			g.batch.Add(remote.OpSpent, 0, 0, d.instance)
		}
		status := uint32(2)
		if g.below(5) == 0 {
			status = 3
		}
		g.batch.Add(remote.OpReport, 0, status, d.instance)
		return true
	})
}

// blunder sends items that are refused, asks questions, and lets agents leave.
func (g *game) blunder() {
	switch g.below(25) {
	case 0:
		g.batch.Add(remote.OpReport, 0, 2, 1<<40) // no such action
	case 1:
		g.batch.Add(remote.OpWrite, 0, g.symbol("money"), 0, 1000) // beyond its range
	case 2:
		g.batch.Add(remote.OpWrite, 0, 9999, 0, 1)
	case 3:
		g.batch.Add(remote.OpWake, 0, 0, 12345)
	}
	if len(g.agents) == 0 {
		return
	}
	a := g.agents[g.below(len(g.agents))]
	switch g.below(40) {
	case 0:
		g.batch.Add(remote.OpExplain, 0, 0, 5, a.id)
	case 1:
		g.batch.Add(remote.OpRead, 0, g.symbol("money"), 6, a.id)
	case 2:
		g.batch.Add(remote.OpRemove, 0, 0, a.id)
		g.agents = slices.DeleteFunc(g.agents, func(x who) bool { return x.id == a.id })
	case 3:
		g.batch.Add(remote.OpTeam, 0, 0, a.id, int64(g.below(3)))
	case 4:
		for _, s := range g.agents {
			if g.m.Kinds[s.kind].Squad {
				g.batch.Add(remote.OpJoin, 0, 0, s.id, a.id)
				break
			}
		}
	case 5:
		g.batch.Add(remote.OpLeave, 0, 0, a.id)
	case 6:
		g.batch.Add(remote.OpWake, 0, 0, a.id)
	case 7, 8, 9: // most have no brain, and the last number is no personality: that is refused
		g.batch.Add(remote.OpPersonality, 0, uint32(g.below(len(g.m.Personalities)+1)), a.id)
	}
}

// hear processes the answer of the session.
func (g *game) hear(out []byte) {
	for it := range remote.Items(out) {
		switch it.Op {
		case remote.OpSpawned:
			if it.Int(1) != 0 {
				g.agents = append(g.agents, who{id: it.Int(1), body: it.Int(2), kind: it.Int(0), x: g.float(30), y: g.float(20)})
			}
		case remote.OpAdded:
			if it.Int(1) != 0 {
				g.objects = append(g.objects, it.Int(1))
			}
		case remote.OpOrdered:
			g.orders = append(g.orders, given{it.Int(0), it.Int(1)})
		case remote.OpStart:
			g.running = append(g.running, doing{it.Int(0), g.tick + 1 + g.below(30)})
		case remote.OpAbort:
			if i := g.find(it.Int(0)); i >= 0 && it.Flags&remote.FlagGrace == 0 {
				g.running = slices.Delete(g.running, i, i+1)
			} else if i >= 0 {
				g.running[i].due = g.tick + g.below(12)
			}
		case remote.OpOver:
			if i := g.find(it.Int(0)); i >= 0 && g.below(2) == 0 { // else it reports too late
				g.running = slices.Delete(g.running, i, i+1)
			}
		}
	}
}

func (g *game) find(instance int64) int {
	return slices.IndexFunc(g.running, func(d doing) bool { return d.instance == instance })
}
