package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/cluster/internal/oracle"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// tps is the number of ticks that zones make in a second.
const tps = 10

// Options of a simulation.
type Options struct {
	Seed   uint64
	Faulty time.Duration // how long there are faults; 0: 20 s
	Calm   time.Duration // how long there are none, after that; 0: 10 s
	// NoFencing has the log accept appends whatever they expect: to show that the oracle notices.
	NoFencing bool
	// AnyEpoch has clients listen to owners whose epoch is over, and owners not know of it: the same.
	AnyEpoch bool
	// AnyMove has zones take agents that have come before: the same.
	AnyMove bool
	// CrashAt has a node crash at one of the calls that concern agents on their way, before or after it took effect, and
	// nothing else fail; 0: there is no such crash.
	CrashAt int
	// Refusing has zones whose programs lack the agents of each other: all that go come back.
	Refusing bool
	// Lacking has the node that is the first for the first zone lack the program.
	Lacking bool
	// Poison has games send batches that make the engine panic, at once or in the next tick, and agents with whom it
	// panics later.
	Poison bool
	// Clocks has the clocks of nodes jump, forwards and backwards, which the clocks that real nodes read never do.
	Clocks bool
	// Full has the disk of the stores be full now and then: they answer, and take nothing.
	Full bool
	// Power has all disks of the stores lose power once, when they have synced for the last time this long ago; 0: they
	// do not. What they had confirmed since is lost.
	Power time.Duration
	Trace func(line string) // receives what happens; nil: nobody
}

// Result is what a simulation came to.
type Result struct {
	Ticks, Inputs, Epochs, Checkpoints, Trims int
	Commands                                  int // deliveries that clients took
	Crashes, Freezes, Cuts, Moves, Upgrades   int
	Agents, Transfers, Points                 int // agents at the end, those that went to another zone, and where a node could crash meanwhile
	Ghosts                                    int // times that a zone was shown agents of another, in its log
	Jumps, Fulls                              int // of clocks, and times that the disk was full
	Lost, Told                                int // messages that were confirmed and lost, and clients that were told
	Poison, Rejected, Expelled                int // inputs that make the engine panic, inputs that were rejected, and agents that were removed because of a panic
}

// Add adds the counts of another simulation.
func (r *Result) Add(o Result) {
	a, b := reflect.ValueOf(r).Elem(), reflect.ValueOf(o)
	for i := range a.NumField() {
		a.Field(i).SetInt(a.Field(i).Int() + b.Field(i).Int())
	}
}

const program = `
type place = { home, shop, office }
type thing max 4096
type crate : thing
type person max 256
sense sight { range 8 }
memory short { span 20s }
const price = 5
state agent { hungry: bool; has_meal: bool; money: int 0..100 = 0; tag: int 0..1000000 = 0 }
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

// cluster is three nodes with their stores, and clients.
type cluster struct {
	*world
	o        Options
	options  zone.Options
	stores   *stores
	programs *zone.Programs
	nodes    []*node
	clients  []*client
	specs    []zone.Spec
	calm     time.Duration
	upgrades []string // hashes of programs
	hungry   uint32
	tag      uint32
	quiet    bool          // nothing fails but what Options.CrashAt says
	stale    bool          // hardly anything happens in the zones, so that owners see late that their epoch is over
	pause    time.Duration // between two inputs of a client
	result   Result
}

func (c *cluster) note(format string, args ...any) {
	if c.o.Trace != nil {
		c.o.Trace(fmt.Sprintf("%9.3fs ", c.now.Seconds()) + fmt.Sprintf(format, args...))
	}
}

// memory are objects without a network, for programs: they never change.
type memory map[string][]byte

func (m memory) Put(name string, data []byte) error { m[name] = data; return nil }
func (m memory) Delete(name string) error           { delete(m, name); return nil }
func (m memory) Get(name string) ([]byte, error) {
	if data, ok := m[name]; ok {
		return data, nil
	}
	return nil, zone.ErrNotFound
}

// library holds the program of all simulations.
func library() (*Programs, error) {
	b, err := zone.ReadBundle(fstest.MapFS{"sim.krk": {Data: []byte(program)}}, "sim.krk")
	if err != nil {
		return nil, err
	}
	out := &Programs{programs: zone.NewPrograms(memory{})}
	if out.hash, err = out.programs.Put(b); err != nil {
		return nil, err
	}
	b.Files = map[string][]byte{"sim.krk": []byte(strings.Replace(program, "agent villager", "agent stranger", 1))}
	if out.other, err = out.programs.Put(b); err != nil {
		return nil, err
	}
	b.Files = map[string][]byte{"sim.krk": []byte(strings.Replace(program, "price = 5", "price = 7", 1))}
	if out.tuned, err = out.programs.Put(b); err != nil {
		return nil, err
	}
	p, err := out.programs.Get(out.hash)
	if err != nil {
		return nil, err
	}
	for i, s := range remote.ManifestOf(p).Symbols {
		switch s.Name {
		case "hungry":
			out.hungry = uint32(i)
		case "tag":
			out.tag = uint32(i)
		}
	}
	return out, nil
}

// Programs are what simulations share: the loaded program.
type Programs struct {
	programs    *zone.Programs
	hash, other string // of the program, and of one with another kind of agents
	tuned       string // of one with another price
	hungry, tag uint32
}

// Load loads what simulations share.
func Load() (*Programs, error) { return library() }

// Run simulates a cluster. The error is the rule that was broken.
func (p *Programs) Run(o Options) (Result, error) {
	if o.Faulty == 0 {
		o.Faulty = 20 * time.Second
	}
	if o.Calm == 0 {
		o.Calm = 10 * time.Second
	}
	w := newWorld(o.Seed)
	defer w.stop()
	c := &cluster{world: w, o: o, programs: p.programs, hungry: p.hungry, tag: p.tag, calm: o.Faulty, stores: newStores(w)}
	c.stores.unsafe, c.stores.crashAt = o.NoFencing, o.CrashAt
	if o.CrashAt > 0 {
		c.quiet = true
	}
	c.options = zone.Options{Engine: "sim", Lease: time.Second, Poll: 100 * time.Millisecond, QuietTime: time.Duration(2+w.rand.IntN(20)) * time.Second / tps, MessageBytes: 1024,
		CheckpointTime: 2 * time.Second, CheckpointBytes: 20_000}
	c.options.AnyMove = o.AnyMove
	if o.Poison {
		c.options.Hook = c.poisoned
	}
	c.pause = 100*time.Millisecond + c.below(time.Second)*time.Duration(c.rand.IntN(3))
	if c.stale = c.rand.IntN(4) == 0; c.stale {
		c.pause, c.options.QuietTime = 2*time.Second+c.below(2*time.Second), 6*time.Second
	}
	if c.quiet {
		c.stale, c.pause, c.options.QuietTime = false, 300*time.Millisecond, time.Second
	}
	c.upgrades = []string{p.tuned, p.tuned, p.hash, p.other}
	programs := [2]string{p.hash, p.hash}
	if o.Refusing {
		programs[1] = p.other
	}
	c.populate(programs)
	c.plan()
	w.run(o.Faulty + o.Calm)
	err := c.judge()
	c.result.Trims, c.result.Points = c.stores.trims, c.stores.points
	return c.result, err
}

// Objects of these names make the engine panic, in a simulation with poison: at once, or in the tick.
const (
	poisonNow  = "poison now"
	poisonTick = "poison in the tick"
)

// poisoned returns what makes a machine panic: a batch, or a tick with a cursed agent, with or without inputs.
func (c *cluster) poisoned() func(m *zone.Machine, batch []byte) {
	waits := false
	return func(m *zone.Machine, batch []byte) {
		if bytes.Contains(batch, []byte(poisonNow)) || waits && bytes.HasPrefix(batch, stepHead) {
			panic("poison")
		}
		if bytes.HasPrefix(batch, stepHead) && m.Crowd().Tick()%3 == 1 && c.cursed(m) {
			panic("curse")
		}
		waits = bytes.Contains(batch, []byte(poisonTick)) || waits && !bytes.HasPrefix(batch, stepHead)
	}
}

// cursed reports whether a zone has the fourth agent of a client or a later one, and that has earned something: no input
// alone does that.
func (c *cluster) cursed(m *zone.Machine) bool {
	p, err := c.programs.Get(m.Program())
	if err != nil {
		return false
	}
	tag, money := karakuri.Lookup[int](p, "tag"), karakuri.Lookup[int](p, "money")
	for a := range m.Crowd().All {
		if tag.Of(a)%1000 >= 4 && money.Of(a) > 0 {
			return true
		}
	}
	return false
}

// stepHead is the batch by which a zone makes a tick.
var stepHead = func() []byte {
	var b remote.Batch
	b.Add(remote.OpStep, 0, 1)
	return b.Bytes()
}()

// populate makes zones, nodes and clients.
func (c *cluster) populate(programs [2]string) {
	zones := 1 + c.rand.IntN(2)
	if c.quiet {
		zones = 2
	}
	for i := range zones {
		spec := zone.Spec{Zone: fmt.Sprintf("z%d", i), Program: programs[i], Options: json.RawMessage(`{"tps": 10, "seed": 3}`), Area: areaOf(i)}
		data, _ := json.Marshal(spec)
		c.specs = append(c.specs, spec)
		c.stores.set(zone.ZonePrefix+spec.Zone, data)
		for k := range 2 {
			x := &client{world: c.world, of: c, zone: spec.Zone, number: len(c.clients), player: zone.NewPlayer(fmt.Sprintf("%s-game%d", spec.Zone, k))}
			x.player.AnyEpoch = c.o.AnyEpoch
			c.clients = append(c.clients, x)
			c.start(nil, x.run)
		}
	}
	names := []string{"n0", "n1", "n2"}
	for _, name := range names {
		n := &node{world: c.world, of: c, name: name, programs: c.programs}
		if c.o.Lacking && zone.Ranking(c.specs[0], names)[0] == name {
			n.programs = zone.NewPrograms(memory{})
		}
		c.nodes = append(c.nodes, n)
		n.boot()
	}
}

// side is the length of the sides of areas, which lie beside each other, and margin how far zones see into others.
const side, margin = 40.0, 10.0

func areaOf(i int) *zone.Area {
	return &zone.Area{MinX: side * float64(i), MaxX: side * float64(i+1), MaxY: side, Margin: margin}
}

// cutFor counts that a node is cut off from something, and returns when that ends.
func (c *cluster) cutFor(format string, n *node, d time.Duration) time.Duration {
	c.note(format, n.name, d)
	c.result.Cuts++
	return min(c.now+d, c.calm)
}

// plan lays down what goes wrong, and when. When all is calm all nodes run.
func (c *cluster) plan() {
	if c.quiet {
		return
	}
	for range 2 + c.rand.IntN(6) {
		at, n := c.below(c.calm-time.Second), c.nodes[c.rand.IntN(len(c.nodes))]
		what := c.rand.IntN(8)
		if c.stale && c.rand.IntN(4) > 0 {
			what = 6
		}
		switch what {
		case 0, 1:
			c.after(at, func() { c.kill(n, c.below(4*time.Second)) })
		case 2, 3:
			d := c.below(4 * time.Second)
			c.after(at, func() { c.freeze(n, d) })
		case 4:
			d := c.below(4 * time.Second)
			c.after(at, func() { n.cut = c.cutFor("%s is cut off for %v", n, d) })
		case 5:
			c.after(at, func() { c.move(n) })
		case 7:
			c.after(at, func() { c.upgrade() })
		case 6:
			d := c.below(4 * time.Second)
			c.after(at, func() { n.silent = c.cutFor("%s cannot renew for %v", n, d) })
		}
	}
	if c.o.Clocks {
		c.planClocks()
	}
	if c.o.Full {
		c.planDisk()
	}
	if c.o.Power > 0 {
		c.planPower()
	}
	cuts := 4 + c.rand.IntN(40)
	if c.stale {
		cuts *= 3
	}
	for range cuts {
		x := c.clients[c.rand.IntN(len(c.clients))]
		c.after(c.below(c.calm), func() {
			if x.conn != nil {
				x.conn.drop()
			}
		})
	}
}

// planClocks has clocks jump by up to three leases.
func (c *cluster) planClocks() {
	for range 4 + c.rand.IntN(12) {
		n, by := c.nodes[c.rand.IntN(len(c.nodes))], c.below(6*c.options.Lease)-3*c.options.Lease
		c.after(c.below(c.calm), func() {
			c.note("the clock of %s jumps by %v", n.name, by)
			c.result.Jumps++
			n.jumped += by
		})
	}
}

// planDisk has the disk of the stores be full, for up to five leases at a time.
func (c *cluster) planDisk() {
	for range 1 + c.rand.IntN(3) {
		d := c.below(5 * c.options.Lease)
		c.after(c.below(c.calm), func() {
			c.note("the disk is full for %v", d)
			c.result.Fulls++
			c.stores.full = min(c.now+d, c.calm)
		})
	}
}

// planPower has the stores lose power once, after which all is there again at once: who owns a zone goes on without
// having noticed.
func (c *cluster) planPower() {
	at := c.o.Power + c.below(c.calm-c.o.Power)
	c.after(at-c.o.Power, c.stores.sync)
	c.after(at, func() {
		lost := c.stores.losePower()
		c.note("the stores lose power, and %d messages", lost)
		c.result.Lost += lost
	})
}

func (c *cluster) kill(n *node, pause time.Duration) {
	if !n.alive {
		return
	}
	c.note("%s crashes", n.name)
	c.result.Crashes++
	n.crash()
	c.after(min(pause, c.calm-c.now), func() {
		c.note("%s starts", n.name)
		n.boot()
	})
}

func (c *cluster) freeze(n *node, d time.Duration) {
	c.note("%s is frozen for %v", n.name, d)
	c.result.Freezes++
	n.frozen = min(c.now+d, c.calm)
}

// move has an operator move a zone.
func (c *cluster) move(n *node) {
	at := c.rand.IntN(len(c.specs))
	c.specs[at].Node = n.name
	data, _ := json.Marshal(c.specs[at])
	c.stores.set(zone.ZonePrefix+c.specs[at].Zone, data)
	c.note("zone %s moves to %s", c.specs[at].Zone, n.name)
	c.result.Moves++
}

// upgrade has an operator change the program of a zone, perhaps to one that it must decline.
func (c *cluster) upgrade() {
	at := c.rand.IntN(len(c.specs))
	c.specs[at].Upgrade = c.upgrades[c.rand.IntN(len(c.upgrades))]
	data, _ := json.Marshal(c.specs[at])
	c.stores.set(zone.ZonePrefix+c.specs[at].Zone, data)
	c.note("zone %s should continue with program %.12s", c.specs[at].Zone, c.specs[at].Upgrade)
}

// judge asks the oracle: the log of each zone, played on one machine.
func (c *cluster) judge() error {
	if c.o.Power > 0 {
		return c.judgePower()
	}
	for _, x := range c.clients {
		if x.gaveUp != nil {
			return fmt.Errorf("client %s was sent away: %w", x.player.Name, x.gaveUp)
		}
	}
	tags := map[int64]string{}
	var machines []*zone.Machine
	for _, spec := range c.specs {
		play, err := c.oracle(spec)
		if err != nil {
			return err
		}
		if err := c.count(spec.Zone, play, tags); err != nil {
			return err
		}
		machines = append(machines, play.Machine)
		if want := int64((c.o.Calm - 6*time.Second) * tps / time.Second); play.Last < want {
			return fmt.Errorf("zone %s came only to tick %d", spec.Zone, play.Last)
		}
		for _, x := range c.clients {
			if x.zone == spec.Zone {
				if err := x.compare(play); err != nil {
					return fmt.Errorf("client %s: %w", x.player.Name, err)
				}
			}
		}
	}
	if err := oracle.Neighbours(machines); err != nil {
		return err
	}
	if want := c.result.Agents - c.result.Expelled; len(tags) != want {
		return fmt.Errorf("%d agents were spawned and %d removed, and %d are there", c.result.Agents, c.result.Expelled, len(tags))
	}
	return nil
}

// judgePower asks what may be asked when confirmed messages are lost: each log can be played, each zone has gone on, and
// each client took what its zone's log has, or was told that its zone has lost what it had confirmed. A tick that was lost
// and came to the same when it was made again is not lost to a client, but the epoch that made it is another.
func (c *cluster) judgePower() error {
	for _, spec := range c.specs {
		play, err := c.oracle(spec)
		if err != nil {
			return err
		}
		if want := int64((c.o.Calm - 6*time.Second) * tps / time.Second); play.Last < want {
			return fmt.Errorf("zone %s came only to tick %d", spec.Zone, play.Last)
		}
		for _, x := range c.clients {
			if x.zone != spec.Zone {
				continue
			}
			for _, d := range x.seen {
				if again := play.Deliveries[d.From]; again != nil {
					d.Epoch = again.Epoch
				}
			}
			if errors.Is(x.gaveUp, zone.ErrLost) {
				c.result.Told++
			} else if x.gaveUp != nil {
				return fmt.Errorf("client %s was sent away: %w", x.player.Name, x.gaveUp)
			} else if err := x.compare(play); err != nil {
				return fmt.Errorf("client %s was not told: %w", x.player.Name, err)
			}
		}
	}
	return nil
}

// count counts the agents of a zone by their tags, and those that were spawned there.
func (c *cluster) count(name string, play *oracle.Play, tags map[int64]string) error {
	if n := play.Machine.Leaving(); n > 0 {
		return fmt.Errorf("%d agents are on their way from zone %s, long after all was calm", n, name)
	}
	for _, d := range play.Deliveries {
		for _, a := range d.Answers {
			for it := range remote.Items(a.Out) {
				if it.Op == remote.OpSpawned && it.Int(1) != 0 {
					c.result.Agents++
				}
			}
		}
		for it := range remote.Items(d.Out) {
			if it.Op == remote.OpSpawned {
				c.result.Transfers++
			}
		}
	}
	p, err := c.programs.Get(play.Machine.Program())
	if err != nil {
		return err
	}
	tag := karakuri.Lookup[int](p, "tag")
	for a := range play.Machine.Crowd().All {
		t := int64(tag.Of(a))
		if t == 0 { // the game had no time to give it one
			t = -int64(len(tags)) - 1
		}
		if where, twice := tags[t]; twice {
			return fmt.Errorf("agent %d is in zone %s and in zone %s", t, where, name)
		}
		tags[t] = name
	}
	return nil
}

// oracle plays the whole log of a zone.
func (c *cluster) oracle(spec zone.Spec) (*oracle.Play, error) {
	m, err := zone.NewMachine(spec, c.programs, "sim")
	if err != nil {
		return nil, err
	}
	if c.o.AnyMove {
		m.TakeAny()
	}
	play, err := oracle.RunOn(m, c.stores.log(spec.Zone).all)
	if err != nil {
		return nil, err
	}
	c.result.Epochs += play.Epochs
	c.result.Upgrades += play.Upgrades
	c.result.Expelled += play.Expelled
	c.result.Ghosts += play.Sights
	c.result.Ticks += int(play.Last)
	for _, n := range play.Inputs {
		c.result.Inputs += int(n)
	}
	for key := range c.stores.objects {
		if strings.HasPrefix(key, "checkpoint/"+spec.Zone+"/") {
			c.result.Checkpoints++
		}
	}
	return play, nil
}

// compare compares what a client took with what the oracle says.
func (c *client) compare(play *oracle.Play) error {
	next, err := play.Compare(c.joined.Tick, c.seen)
	if err != nil {
		return err
	}
	c.of.result.Commands += len(c.seen)
	c.of.result.Poison += c.poison
	for _, d := range c.seen {
		for _, a := range d.Answers {
			if a.Client == c.player.Name && strings.Contains(a.Fault, "rejected") {
				c.of.result.Rejected++
			}
		}
	}
	if next < play.Last-20-int64(c.of.options.QuietTime*tps/time.Second) { // the last delivery may be on its way
		return fmt.Errorf("it has seen up to tick %d of %d, long after all was calm", next-1, play.Last)
	}
	if n := c.player.Unacknowledged(); n > 0 {
		return fmt.Errorf("%d inputs are not acknowledged, long after all was calm", n)
	}
	return nil
}
