package sim

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// client is a game: it sends inputs, and reports the actions that it is told to start.
type client struct {
	world  *world
	of     *cluster
	zone   string
	number int
	player *zone.Player
	conn   *conn
	hello  bool // the connection has begun

	agents  []int64
	bodies  map[int64]int64 // of the agents
	fresh   []int64         // of these, those that have no tag yet
	spawns  int
	tags    int64
	running []int64
	seen    []*zone.Delivery // all that it took
	joined  zone.Mark        // where it began
	gaveUp  error            // an owner has sent it away for good
	wrong   error            // a rule that was broken
	sent    int
	poison  int
}

// run connects, and sends now and then until all is calm.
func (c *client) run() {
	for due := time.Duration(0); ; {
		if c.conn == nil && c.gaveUp == nil && c.wrong == nil {
			c.connect()
		}
		c.world.sleep(20*time.Millisecond + c.world.below(60*time.Millisecond))
		if c.world.now >= due && c.world.now < c.of.calm && c.player.Unacknowledged() < 20 {
			due = c.world.now + c.world.below(2*c.of.pause)
			if in, err := c.next(); err == nil && c.conn != nil && c.hello {
				c.sent++
				c.conn.input(in)
			}
		}
	}
}

// connect tries one of the nodes.
func (c *client) connect() {
	n := c.of.nodes[c.world.rand.IntN(len(c.of.nodes))]
	if !n.alive || n.keepers[c.zone] == nil {
		return
	}
	made := &conn{node: n, client: c, keeper: n.keepers[c.zone]}
	if made.keeper.Inbox.Attach(made, c.player.Attach()) == nil {
		c.conn, c.hello = made, false
	}
}

// hear takes a frame.
func (c *client) hear(from *conn, f zone.Frame) {
	if c.conn != from || c.wrong != nil {
		return
	}
	if f.Hello != nil {
		_, before := c.player.Epoch()
		again, err := c.player.Hello(f)
		if errors.Is(err, zone.ErrLost) {
			c.gaveUp = err
		}
		if err != nil {
			from.drop()
			return
		}
		if _, now := c.player.Epoch(); before == (zone.Mark{}) {
			c.joined = now
		}
		c.hello = true
		for _, in := range again {
			from.input(in)
		}
		return
	}
	d, err := c.player.Take(f)
	if err != nil {
		from.drop()
		return
	}
	if d == nil {
		return
	}
	c.seen = append(c.seen, d)
	for _, a := range d.Answers {
		if a.Client == c.player.Name {
			c.listen(a.Out, true)
		}
	}
	c.listen(d.Out, false)
}

func (c *client) listen(out []byte, own bool) {
	for it := range remote.Items(out) {
		switch it.Op {
		case remote.OpSpawned: // or it has come from another zone
			if c.bodies == nil {
				c.bodies = map[int64]int64{}
			}
			c.bodies[it.Int(1)] = it.Int(2)
			if c.agents = append(c.agents, it.Int(1)); own {
				c.fresh = append(c.fresh, it.Int(1))
			}
		case remote.OpStart, remote.OpRestored:
			c.running = append(c.running, it.Int(0))
		}
	}
}

// next is a batch, or an agent that goes to another zone.
func (c *client) next() (zone.Input, error) {
	r := c.world.rand
	if len(c.of.specs) > 1 && len(c.fresh) == 0 && len(c.agents) > 0 && r.IntN(4) == 0 {
		at := r.IntN(len(c.agents))
		id := c.agents[at]
		c.agents = append(c.agents[:at], c.agents[at+1:]...)
		to := c.of.specs[r.IntN(len(c.of.specs))].Zone // perhaps this one, which it refuses
		if r.IntN(20) == 0 {
			to = "nowhere"
		}
		return c.player.Depart(id, to)
	}
	return c.player.Send(c.batch())
}

// batch is what a game sends: characters that come, values, outcomes of actions, questions, mistakes.
func (c *client) batch() []byte {
	var b remote.Batch
	r := c.world.rand
	for _, id := range c.fresh {
		c.tags++
		b.Add(remote.OpWrite, 0, c.of.tag, id, int64(c.number+1)*1000+c.tags)
	}
	c.fresh = c.fresh[:0]
	if len(c.agents) < 3 && c.spawns < 8 {
		c.spawns++
		b.Add(remote.OpSpawn, 0, 0, int64(len(c.agents)))
	}
	if len(c.agents) > 0 {
		id := c.agents[r.IntN(len(c.agents))]
		b.Add(remote.OpWrite, 0, c.of.hungry, id, 1)
		if r.IntN(2) == 0 { // it goes somewhere, perhaps near the border
			word := remote.FloatWord
			at := areaOf(slices.IndexFunc(c.of.specs, func(s zone.Spec) bool { return s.Zone == c.zone }))
			x, y := at.MinX+r.Float64()*side, r.Float64()*side
			b.Add(remote.OpBody, 0, 0, c.bodies[id], word(x), word(y), 0, 0, 0, 0, 7, word(1), 0, 0, 0, 0)
		}
		if r.IntN(100) == 0 {
			b.Add(remote.OpExplain, 0, 0, 1, id)
		}
	}
	for len(c.running) > 0 && r.IntN(3) > 0 {
		b.Add(remote.OpReport, 0, uint32(2+r.IntN(2)), c.running[0])
		c.running = c.running[1:]
	}
	if c.of.o.Poison && r.IntN(20) == 0 {
		c.poison++
		b.AddText(remote.OpObject, 0, []string{poisonNow, poisonTick}[r.IntN(2)], 1)
		return b.Bytes()
	}
	switch r.IntN(40) {
	case 0:
		b.Add(remote.OpWrite, 0, 9999, 0, 1)
	case 1:
		b.Add(remote.OpStep, 0, 1) // not its business
	case 2:
		b.Add(remote.OpText, 0, 0) // damaged
	case 3:
		for i := range 40 { // longer than a message of this log
			b.AddText(remote.OpObject, 0, fmt.Sprintf("%s crate %d %d", c.player.Name, c.sent, i), int64(i))
		}
	}
	return b.Bytes()
}
