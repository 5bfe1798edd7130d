package sim

import (
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// node is a machine with its processes. It runs the code of a real one: members, keepers, owners.
type node struct {
	world  *world
	of     *cluster
	name   string
	alive  bool
	frozen time.Duration // until then nothing runs on it
	cut    time.Duration // until then nothing reaches the stores
	silent time.Duration // until then it cannot write small values: others take its zones, and it does not know
	stop   bool          // it was asked to stop
	jumped time.Duration // how far its clock has jumped

	seen      map[[2]string]glimpse // what zones have shown each other, as this node has received it
	programs  *zone.Programs
	members   *zone.Members
	keepers   map[string]*zone.Keeper
	processes []*process
}

// trouble returns a chance in percent while there are faults, and none when all is calm.
func (n *node) trouble(percent float64) float64 {
	if n.world.now >= n.of.calm || n.of.quiet {
		return 0
	}
	return percent
}

func (n *node) loses() bool {
	return n.cut > n.world.now || n.world.chance(n.trouble(0.7))
}

func (n *node) slow() bool { return n.world.chance(n.trouble(3)) }

// delay is the time of a request or of an answer on its way.
func (n *node) delay() time.Duration {
	if n.world.chance(n.trouble(1)) {
		return n.world.below(2 * callTime)
	}
	return 100*time.Microsecond + n.world.below(time.Millisecond)
}

// env is the time of a node.
type env struct{ n *node }

func (e env) Now() time.Duration    { return e.n.world.now + e.n.jumped }
func (e env) Sleep(d time.Duration) { e.n.world.sleep(d) }
func (e env) Stopping() bool        { return e.n.stop }
func (e env) Random() uint64        { return e.n.world.rand.Uint64() }

// boot starts the node, with nothing remembered from before.
func (n *node) boot() {
	o := n.of.options
	o.Node, o.URL = n.name, "sim://"+n.name
	o.Report = func(line string) { n.of.note("%s: %s", n.name, line) }
	v := view{n.of.stores, n}
	stores := &zone.Stores{Log: v, KV: v, Objects: objects{v}, Views: glimpses{n}}
	n.seen = map[[2]string]glimpse{}
	n.alive, n.stop, n.frozen, n.cut, n.silent = true, false, 0, 0, 0
	n.members = zone.NewMembers(v, env{n}, &o)
	n.keepers = map[string]*zone.Keeper{}
	n.processes = nil
	n.start(func() {
		for n.members.Join() != nil {
			n.world.sleep(o.Poll)
		}
		for !n.stop {
			if err := n.members.Beat(); err != nil {
				n.of.note("%s: %v", n.name, err)
			}
			for _, spec := range n.members.Zones() {
				if n.keepers[spec.Zone] == nil {
					k := &zone.Keeper{Spec: spec, Stores: stores, Programs: n.programs, Env: env{n}, Options: &o}
					k.Role = func() zone.Role { return n.members.Role(k.Spec.Zone) }
					k.Able = func(able bool) { n.members.SetAble(k.Spec.Zone, able) }
					k.Moves = func() []zone.Value { return n.members.Moves(k.Spec.Zone) }
					k.Exists, k.Zones = n.members.Exists, n.members.Zones
					k.Desired = func() string { return n.members.Desired(k.Spec.Zone) }
					n.keepers[spec.Zone] = k
					n.start(func() { k.Run(func() bool { return false }) })
				}
			}
			n.world.sleep(o.Lease / 4)
		}
	})
}

func (n *node) start(run func()) {
	n.processes = append(n.processes, n.world.start(n, run))
}

// crash ends the node like kill -9.
func (n *node) crash() {
	n.alive = false
	for _, p := range n.processes {
		p.kill()
	}
	for _, c := range n.of.clients {
		if c.conn != nil && c.conn.node == n {
			c.conn.drop()
		}
	}
}

// conn is a connection of a client to a node. Frames arrive in order, later.
type conn struct {
	node   *node
	client *client
	keeper *zone.Keeper
	broken bool
	last   time.Duration // when the last frame arrives
	sent   time.Duration // when the last input arrives
}

// Send implements zone.Conn.
func (c *conn) Send(f zone.Frame) {
	c.towards(func() { c.client.hear(c, f) })
}

// Close implements zone.Conn.
func (c *conn) Close(why error, again bool) {
	c.towards(func() {
		c.drop()
		if !again {
			c.client.gaveUp = why
		}
	})
}

// towards has something reach the client.
func (c *conn) towards(do func()) {
	w := c.node.world
	c.last = max(c.last, w.now+c.node.linkDelay())
	w.after(c.last-w.now, func() {
		if !c.broken {
			do()
		}
	})
}

// linkDelay is the time of a frame between client and node.
func (n *node) linkDelay() time.Duration {
	if n.world.chance(n.trouble(4)) {
		return n.world.below(time.Second)
	}
	return time.Millisecond + n.world.below(5*time.Millisecond)
}

// drop cuts the connection: what is on its way is lost. The node sees it later, or when it is no longer frozen.
func (c *conn) drop() {
	if c.broken {
		return
	}
	c.broken = true
	if c.client.conn == c {
		c.client.conn = nil
	}
	if c.node.alive {
		c.keeper.Inbox.Gone(c)
	}
}

// input has an input of the client reach the node.
func (c *conn) input(in zone.Input) {
	w := c.node.world
	c.sent = max(c.sent, w.now+c.node.linkDelay())
	w.after(c.sent-w.now, func() {
		if !c.broken && c.node.alive {
			if err := c.keeper.Inbox.Input(c, in); err != nil {
				c.drop()
			}
		}
	})
}

func (n *node) String() string { return fmt.Sprintf("node %s", n.name) }
