// Package town plays the game of a town that runs in many zones: it walks its people to where they want to go, and
// sends those who cross a border to the zone beyond it.
package town

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

//go:embed town.krk town.html
var files embed.FS

// Page returns the page that shows a town.
func Page() []byte {
	text, err := files.ReadFile("town.html")
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// Options set up a town.
type Options struct {
	Grid   int     // zones beside each other, and above
	People int     // persons
	Side   float64 // length of a zone's sides, in metres
	Speed  float64 // of people, in metres a second
	Seed   uint64
	Nodes  []string // addresses of nodes
	Stores *zone.Stores
	Lease  time.Duration
}

const (
	tps      = 10
	margin   = 15                     // metres that zones see beyond their borders
	sendTime = 150 * time.Millisecond // between two batches of a zone's game
	walkTime = 50 * time.Millisecond
	// maxEvents is how many events the page shows.
	maxEvents = 60
)

// Town is the game. Safe for concurrent use.
type Town struct {
	o       Options
	numbers numbers

	lock      sync.Mutex
	rand      *rand.Rand
	games     []*game
	people    []*person
	nodes     []Node
	events    []Event
	crossings int
	kills     int
	changed   chan struct{} // closed when something has happened that tests wait for
	failed    error
	began     time.Time
}

// numbers are those of the program's names.
type numbers struct{ tag, hungry, walk uint32 }

// person is one who walks between zones.
type person struct {
	number    int
	x, y      float64
	vx, vy    float64 // metres a tick
	spots     [4]spot // home, market, work, inn
	zone      int
	agent     int64 // 0: in no zone at the moment
	body      int64
	instance  int64 // of the running action; 0: none
	doing     string
	target    spot
	arrived   bool // the action is over, and the zone does not know yet
	dirty     bool // the zone does not know where the person is
	named     bool // the agent has the person's number
	toName    bool
	to        int // the zone to go to; -1: none
	crossing  bool
	crossings int
}

type spot struct{ x, y float64 }

// doings are what people do at the places of the program, in its order.
var doings = [4]string{"goes home to eat", "goes to the market", "goes to work", "goes to the inn"}

// Event is something that the page shows.
type Event struct {
	Seconds float64 `json:"at"`
	Text    string  `json:"text"`
	Kind    string  `json:"kind"` // "kill", "take", "start"
}

// Node is a process.
type Node struct {
	Name  string `json:"name"`
	Alive bool   `json:"alive"`
}

// game is the game of one zone.
type game struct {
	town   *Town
	index  int
	name   string
	area   cluster.Area
	client *cluster.Client

	sent     []sent // what the zone has not answered
	reads    []int64
	bodies   map[int64]int64      // of agents that have come and are not known yet
	goes     map[int64]remoteItem // the actions of these
	ghosts   map[int64]bool       // objects
	epoch    uint64
	tick     int64
	hash     uint64
	owner    string
	last     time.Time
	pause    float64 // seconds, of the last take-over
	spawning bool
}

// remoteItem is an action that starts or continues.
type remoteItem struct {
	instance int64
	action   uint32
	place    int64
}

// sent is an input that the zone has not answered.
type sent struct{ leaves *person }

// New returns a town in a cluster, and creates its zones there.
func New(ctx context.Context, o Options) (*Town, error) {
	p, err := karakuri.Load(files, "town.krk")
	if err != nil {
		return nil, err
	}
	m := remote.ManifestOf(p)
	t := &Town{o: o, rand: rand.New(rand.NewPCG(o.Seed, 7)), began: time.Now(), changed: make(chan struct{})}
	for i, s := range m.Symbols {
		switch s.Name {
		case "tag":
			t.numbers.tag = uint32(i)
		case "hungry":
			t.numbers.hungry = uint32(i)
		}
	}
	for i, a := range m.Actions {
		if a.Name == "walk_to" {
			t.numbers.walk = uint32(i)
		}
	}
	text, err := files.ReadFile("town.krk")
	if err != nil {
		return nil, err
	}
	for i := range o.Grid * o.Grid {
		x, y := float64(i%o.Grid)*o.Side, float64(i/o.Grid)*o.Side
		g := &game{town: t, index: i, name: fmt.Sprintf("%c%d", 'A'+i/o.Grid, i%o.Grid+1), area: cluster.Area{MinX: x, MinY: y, MaxX: x + o.Side, MaxY: y + o.Side, Margin: margin},
			bodies: map[int64]int64{}, goes: map[int64]remoteItem{}, ghosts: map[int64]bool{}}
		c := cluster.Creation{Zone: g.name, Main: "town.krk", Files: map[string][]byte{"town.krk": text}, Area: &g.area,
			Options: fmt.Appendf(nil, `{"tps": %d, "seed": %d}`, tps, o.Seed+uint64(i))}
		if err := (cluster.Admin{Node: o.Nodes[0]}).Create(ctx, c); err != nil {
			return nil, err
		}
		t.games = append(t.games, g)
	}
	for i := range o.People {
		q := &person{number: i + 1, to: -1, doing: "comes to town", dirty: true}
		for k := range q.spots {
			q.spots[k] = t.somewhere()
		}
		q.spots[1], q.spots[3] = spot{t.size() * 0.5, t.size() * 0.48}, spot{t.size() * (0.2 + 0.6*float64(i%2)), t.size() * 0.75}
		q.x, q.y, q.target = q.spots[0].x, q.spots[0].y, q.spots[0]
		q.zone = t.zoneAt(q.x, q.y)
		t.people = append(t.people, q)
	}
	return t, nil
}

func (t *Town) size() float64 { return float64(t.o.Grid) * t.o.Side }

func (t *Town) somewhere() spot {
	return spot{(0.03 + 0.94*t.rand.Float64()) * t.size(), (0.03 + 0.94*t.rand.Float64()) * t.size()}
}

func (t *Town) zoneAt(x, y float64) int {
	at := func(v float64) int { return max(0, min(t.o.Grid-1, int(v/t.o.Side))) }
	return at(y)*t.o.Grid + at(x)
}

// Run plays until the context ends. The error is why a zone has sent the game away.
func (t *Town) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	for _, g := range t.games {
		all.Go(func() {
			if err := g.run(ctx); err != nil && ctx.Err() == nil {
				t.do(func() { t.failed = fmt.Errorf("zone %s: %w", g.name, err) })
				cancel()
			}
		})
	}
	all.Go(func() { every(ctx, walkTime, func() { t.do(t.walk) }) })
	all.Wait()
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.failed
}

// do changes the town.
func (t *Town) do(change func()) {
	t.lock.Lock()
	defer t.lock.Unlock()
	change()
}

// every does something again and again until the context ends.
func every(ctx context.Context, d time.Duration, do func()) {
	ticker := time.NewTicker(d)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			do()
		}
	}
}

// happened tells those who wait that something has changed.
func (t *Town) happened() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// Wait waits until the town is as it should be, or the context ends.
func (t *Town) Wait(ctx context.Context, is func(s *State) bool) error {
	for {
		t.lock.Lock()
		changed, s, failed := t.changed, t.state(), t.failed
		t.lock.Unlock()
		if failed != nil || is(s) {
			return failed
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}

// Note notes an event for the page.
func (t *Town) Note(kind, format string, args ...any) {
	t.do(func() { t.note(kind, format, args...) })
}

func (t *Town) note(kind, format string, args ...any) {
	t.events = append(t.events, Event{time.Since(t.began).Seconds(), fmt.Sprintf(format, args...), kind})
	if kind == "kill" {
		t.kills++
	}
	if len(t.events) > maxEvents {
		t.events = t.events[1:]
	}
	t.happened()
}

// SetNodes says which processes there are.
func (t *Town) SetNodes(nodes []Node) { t.do(func() { t.nodes = nodes }) }

// walk lets people walk for a moment.
func (t *Town) walk() {
	step := t.o.Speed * walkTime.Seconds()
	for _, p := range t.people {
		if p.agent == 0 || p.crossing || p.instance == 0 || p.arrived {
			if p.vx != 0 || p.vy != 0 {
				p.vx, p.vy, p.dirty = 0, 0, true
			}
			continue
		}
		dx, dy := p.target.x-p.x, p.target.y-p.y
		far := math.Hypot(dx, dy)
		if far < step {
			p.arrived = true
			continue
		}
		x, y := p.x+dx/far*step, p.y+dy/far*step
		if to := t.zoneAt(x, y); to != p.zone {
			p.to = to
			continue
		}
		p.x, p.y, p.dirty = x, y, true
		p.vx, p.vy = dx/far*t.o.Speed/tps, dy/far*t.o.Speed/tps
	}
}

// run plays one zone's game.
func (g *game) run(ctx context.Context) (err error) {
	if g.client, err = cluster.Connect(ctx, cluster.ClientOptions{Nodes: g.town.o.Nodes, Zone: g.name}); err != nil {
		return err
	}
	var sending sync.WaitGroup
	sending.Go(func() { every(ctx, sendTime, func() { g.send(ctx) }) })
	defer sending.Wait()
	for {
		d, err := g.client.Receive(ctx)
		if err != nil {
			return err
		}
		g.town.do(func() { g.take(d) })
	}
}

// send sends what has changed. What does not arrive now is sent again.
func (g *game) send(ctx context.Context) {
	t := g.town
	var b remote.Batch
	var leaves []*person
	var sure func()
	t.do(func() { sure, leaves = g.compose(&b) })
	if len(b.Bytes()) > 0 {
		g.say(nil, func() error { return g.client.Send(ctx, b.Bytes()) }, sure)
	}
	for _, p := range leaves {
		agent, to := p.agent, t.games[p.to].name
		g.say(p, func() error { return g.client.Transfer(ctx, agent, to) }, func() { p.crossing, p.vx, p.vy = true, 0, 0 })
	}
}

// say sends an input and notes that an answer will come, before it can.
func (g *game) say(leaves *person, send func() error, sure func()) {
	t := g.town
	t.do(func() { g.sent = append(g.sent, sent{leaves}); sure() })
	if err := send(); err != nil && !errors.Is(err, context.Canceled) {
		t.do(func() { // it is not on its way: the next batch has it
			g.sent = g.sent[:len(g.sent)-1]
			if leaves != nil {
				leaves.crossing = false
			}
			for _, p := range t.people {
				p.dirty = true
			}
		})
	}
}

// compose writes a batch of what the zone does not know. Sure notes that it does.
func (g *game) compose(b *remote.Batch) (sure func(), leaves []*person) {
	t, word := g.town, remote.FloatWord
	var done []func()
	if !g.spawning {
		for _, p := range t.people {
			if p.zone == g.index {
				b.Add(remote.OpSpawn, 0, 0, int64(p.number))
			}
		}
		done = append(done, func() { g.spawning = true })
	}
	if len(g.sent) < 40 {
		for _, agent := range g.reads {
			b.Add(remote.OpRead, 0, t.numbers.tag, agent, agent)
		}
		done = append(done, func() { g.reads = nil })
	}
	for _, p := range t.people {
		if p.zone != g.index || p.agent == 0 || p.crossing || len(g.sent) >= 40 {
			continue
		}
		if !p.named {
			b.Add(remote.OpWrite, 0, t.numbers.tag, p.agent, int64(p.number))
			done = append(done, func() { p.named = true })
		}
		if t.rand.IntN(100) == 0 {
			b.Add(remote.OpWrite, 0, t.numbers.hungry, p.agent, 1)
		}
		if p.dirty {
			b.Add(remote.OpBody, 0, 0, p.body, word(p.x), word(p.y), word(p.vx), word(p.vy), 0, 0, 0, word(1), 0, 0, 0, 0)
			done = append(done, func() { p.dirty = false })
		}
		if p.arrived && p.instance != 0 {
			b.Add(remote.OpReport, 0, 2, p.instance)
			done = append(done, func() { p.arrived, p.instance, p.doing = false, 0, "thinks" })
		}
		if p.to >= 0 && p.named {
			leaves = append(leaves, p)
		}
	}
	return func() {
		for _, f := range done {
			f()
		}
	}, leaves
}

// take takes what the zone says.
func (g *game) take(d *cluster.Delivery) {
	t := g.town
	now := time.Now()
	if d.Epoch > g.epoch && g.epoch > 0 {
		g.pause = now.Sub(g.last).Seconds()
		t.note("take", "zone %s continues in epoch %d after tick %d: %.1f s without commands", g.name, d.Epoch, d.From-1, g.pause)
	}
	g.epoch, g.tick, g.hash, g.last = d.Epoch, d.To, d.Hash, now
	for _, a := range d.Answers {
		if a.Client == g.client.Name() {
			g.answered(&a)
		}
	}
	var came int64
	for it := range remote.Items(d.Out) {
		switch it.Op {
		case remote.OpSpawned: // from another zone
			came = it.Int(1)
			g.bodies[came], g.reads = it.Int(2), append(g.reads, came)
		case remote.OpStart, remote.OpRestored:
			x := remoteItem{instance: it.Int(0), action: it.Number}
			if it.Len() > 2 {
				x.place = it.Int(2)
			}
			g.starts(it.Int(1), x)
		case remote.OpAbort:
			if p := g.person(it.Int(1)); p != nil && p.instance == it.Int(0) {
				p.instance, p.arrived = 0, false
			}
		case remote.OpAdded:
			g.haunted(it.Int(1))
		}
	}
}

// haunted notes that an agent of a neighbour is an object here. Objects that are gone are counted again: the page shows
// how many there have been.
func (g *game) haunted(object int64) {
	if object != 0 {
		g.ghosts[object] = true
	}
}

// answered takes the answer to the oldest input.
func (g *game) answered(a *cluster.Answer) {
	if len(g.sent) == 0 {
		return
	}
	s := g.sent[0]
	g.sent = g.sent[1:]
	if p := s.leaves; p != nil {
		p.to = -1
		if p.crossing = a.Fault == ""; p.crossing {
			p.agent, p.instance, p.arrived, p.doing = 0, 0, false, "crosses a border"
		}
	}
	for it := range remote.Items(a.Out) {
		switch it.Op {
		case remote.OpSpawned:
			if n := it.Int(0); n >= 1 && n <= int64(len(g.town.people)) && it.Int(1) != 0 {
				g.is(it.Int(1), it.Int(2), g.town.people[n-1])
			}
		case remote.OpValue: // of an agent that has come
			agent, n := it.Int(0), it.Int(1)
			if body, ok := g.bodies[agent]; ok && n >= 1 && n <= int64(len(g.town.people)) {
				delete(g.bodies, agent)
				p := g.town.people[n-1]
				p.named, p.crossing = true, false
				p.crossings++
				g.town.crossings++
				g.is(agent, body, p)
				g.town.happened()
			}
		}
	}
}

// is notes which agent a person is.
func (g *game) is(agent, body int64, p *person) {
	p.agent, p.body, p.zone, p.dirty, p.to = agent, body, g.index, true, -1
	a := &g.area // a step over the border, so that the person is where the agent is
	p.x, p.y = max(a.MinX, min(p.x, a.MaxX-0.01)), max(a.MinY, min(p.y, a.MaxY-0.01))
	if x, ok := g.goes[agent]; ok {
		delete(g.goes, agent)
		g.starts(agent, x)
	}
}

// starts notes that an agent starts or continues an action.
func (g *game) starts(agent int64, x remoteItem) {
	p, t := g.person(agent), g.town
	if p == nil {
		g.goes[agent] = x
		return
	}
	p.instance, p.arrived = x.instance, false
	if x.action == t.numbers.walk {
		p.target, p.doing = p.spots[x.place&3], doings[x.place&3]
	} else {
		p.target, p.doing = t.somewhere(), "strolls"
	}
}

func (g *game) person(agent int64) *person {
	for _, p := range g.town.people {
		if p.zone == g.index && p.agent == agent {
			return p
		}
	}
	return nil
}
