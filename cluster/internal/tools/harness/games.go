//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

const program = `
type person max 2048
sense sight { range 8 }
memory short { span 20s }
type place = { home, shop, office }
const price = 5
state agent { hungry: bool; has_meal: bool; money: int 0..100 = 0 }
action move_to(p: place) uses legs grace 0.3s
operator eat  { when has_meal; do move_to(home); effect has_meal = false, hungry = false }
operator buy  { when money >= price; do move_to(shop); effect money -= price, has_meal = true }
operator work { do move_to(office); effect money += price }
task dine {
    method "eat what we have" when has_meal        { eat }
    method "buy first"        when money >= price  { buy; dine }
    method "earn first"                            { work; dine }
}
agent villager { plan dine when hungry every 1s; sense sight; memory short; body person }
`

// createZones creates the zones, each with a game.
func (h *harness) createZones(ctx context.Context) error {
	admin := cluster.Admin{Node: "http://" + h.nodes[0].addr}
	for i := range h.zones {
		c := cluster.Creation{Zone: fmt.Sprintf("zone%d", i), Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(program)}, Options: zoneOptions,
			Area: &cluster.Area{MinX: side * float64(i), MaxX: side * float64(i+1), MaxY: side, Margin: margin}}
		if err := admin.Create(ctx, c); err != nil {
			return err
		}
		g := &game{h: h, zone: c.Zone, left: c.Area.MinX, bodies: map[int64]int64{}, next: fmt.Sprintf("zone%d", (i+1)%h.zones), rand: rand.New(rand.NewPCG(h.seed, uint64(i)))}
		h.games = append(h.games, g)
		if err := g.connect(ctx); err != nil {
			return err
		}
	}
	return nil
}

// side is the length of the sides of the zones' areas, which lie beside each other, and margin how far they see into
// others.
const side, margin = 40.0, 10.0

// agentsEach is the number of agents that each game begins with.
const agentsEach = 20

var word = remote.FloatWord

// game is a game with a zone of its own.
type game struct {
	h      *harness
	zone   string
	next   string // where it sends agents
	left   float64
	bodies map[int64]int64 // of agents
	rand   *rand.Rand
	client *cluster.Client
	took   []*zone.Delivery
	lost   int   // connections
	ended  error // why it receives nothing any more

	lock sync.Mutex
	last time.Time
	gap  time.Duration
	tick int64
}

func (g *game) connect(ctx context.Context) (err error) {
	var nodes []string
	for _, p := range g.h.nodes {
		nodes = append(nodes, "http://"+p.addr)
	}
	g.client, err = cluster.Connect(ctx, cluster.ClientOptions{Nodes: nodes, Zone: g.zone, Report: func(line string) {
		if strings.HasPrefix(line, "the connection was lost") {
			g.lost++
		}
	}})
	return err
}

// longest returns the longest time between two deliveries so far; reset begins anew.
func (g *game) longest(reset bool) time.Duration {
	g.lock.Lock()
	defer g.lock.Unlock()
	longest := max(g.gap, time.Since(g.last))
	if reset {
		g.gap, g.last = 0, time.Now()
	}
	return longest
}

// reached is the tick of the last delivery.
func (g *game) reached() int64 {
	g.lock.Lock()
	defer g.lock.Unlock()
	return g.tick
}

// play sends and receives until it is quiet, and then until all is answered and some ticks more.
func (g *game) play(ctx, quiet context.Context) {
	var b remote.Batch
	for range agentsEach {
		b.Add(remote.OpSpawn, 0, 0, 0)
	}
	var agents []int64
	g.client.Send(ctx, b.Bytes())
	for more := 12; more > 0; { // agents on their way come within these seconds
		d, err := g.client.Receive(ctx)
		if err != nil {
			if g.ended = err; ctx.Err() == nil {
				g.h.note("%s: %v", g.zone, err)
			}
			return
		}
		g.lock.Lock()
		if !g.last.IsZero() {
			g.gap = max(g.gap, time.Since(g.last))
		}
		g.last, g.tick = time.Now(), d.To
		g.lock.Unlock()
		g.took = append(g.took, d)
		b.Reset()
		for _, a := range d.Answers {
			for it := range remote.Items(a.Out) {
				if it.Op == remote.OpSpawned {
					agents, g.bodies[it.Int(1)] = append(agents, it.Int(1)), it.Int(2)
				}
			}
		}
		for it := range remote.Items(d.Out) {
			switch it.Op {
			case remote.OpStart, remote.OpRestored:
				b.Add(remote.OpReport, 0, 2, it.Int(0))
			case remote.OpSpawned: // it has come from another zone
				agents, g.bodies[it.Int(1)] = append(agents, it.Int(1)), it.Int(2)
			}
		}
		if len(agents) > 0 && g.rand.IntN(10) == 0 && quiet.Err() == nil && g.client.Transfer(ctx, agents[0], g.next) == nil {
			agents = agents[1:]
		}
		for _, id := range agents {
			if g.rand.IntN(10) == 0 {
				b.Add(remote.OpWrite, 0, 0, id, 1)
				b.Add(remote.OpBody, 0, 0, g.bodies[id], word(g.left+side*g.rand.Float64()), word(side*g.rand.Float64()), 0, 0, 0, 0, 7, word(1), 0, 0, 0, 0)
			}
		}
		if quiet.Err() != nil {
			if g.client.Unacknowledged() == 0 {
				more--
			}
			continue
		}
		if err := g.client.Send(ctx, b.Bytes()); err != nil && !errors.Is(err, cluster.ErrWindow) {
			g.h.note("%s: %v", g.zone, err)
			return
		}
	}
}

// settleTime is how long games may take, when there are no faults any more, until all that they sent is answered.
const settleTime = 2 * time.Minute

// settle waits until games have all answers. If they do not come, it says what each game waits for, and what nodes said.
func (h *harness) settle(playing *sync.WaitGroup) error {
	end := make(chan struct{})
	go func() {
		playing.Wait()
		close(end)
	}()
	select {
	case <-end:
		return nil
	case <-time.After(settleTime):
	}
	for _, g := range h.games {
		h.note("%s: %d inputs wait for answers, and nothing has come for %.1f s", g.zone, g.client.Unacknowledged(), g.longest(false).Seconds())
	}
	for _, p := range h.nodes {
		text, _ := os.ReadFile(filepath.Join(h.dir, p.name+".log"))
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		h.note("%s said last:\n%s", p.name, strings.Join(lines[max(0, len(lines)-15):], "\n"))
	}
	return fmt.Errorf("there is no verdict: %v after the last fault games still wait", settleTime)
}
