package jets_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// The benchmarks here are the figures of docs/cluster-figures.md. Each measures the same crowd: people who see each
// other, each of whom moves in every tick, and is hungry every two seconds. With -benchtime 1x they only check.

// figureSizes are numbers of agents in a zone.
var figureSizes = []int{100, 300, 1000, 3000}

const (
	figureTPS  = 10
	actionTime = 10 // ticks that an action takes
	hungerTime = 20 // ticks from one hunger of a person to the next
)

const square = `
type place = { home, shop }
type person max 16384
sense sight { range 12 }
memory short { span 20s }
state agent { hungry: bool }
action move_to(p: place)
operator buy { do move_to(shop) }
operator eat { do move_to(home); effect hungry = false }
task dine { method "buy and eat" { buy; eat } }
agent citizen { plan dine when hungry every 1s; sense sight; memory short; body person }
`

// driver is the time of an owner, which passes while it sleeps, and only then.
type driver struct {
	now    time.Duration
	random uint64
	sleep  func() // what happens meanwhile; after runtime.Goexit the process is gone
}

func (d *driver) Now() time.Duration    { return d.now }
func (d *driver) Stopping() bool        { return false }
func (d *driver) Random() uint64        { d.random++; return d.random }
func (d *driver) Sleep(t time.Duration) { d.now += t; d.sleep() }

// run runs a keeper until what happens while it sleeps ends it.
func run(k *zone.Keeper) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.Run(func() bool { return false })
	}()
	<-done
}

// throng is a crowd in a zone with the game that moves it.
type throng struct {
	b        testing.TB
	stores   *zone.Stores
	programs *zone.Programs
	spec     zone.Spec
	game     *game
	agents   []int64
	bodies   []int64
	due      map[int][]int64 // actions that end, by the tick
	read     int             // deliveries that were read
	tick     int
	batch    []byte   // of the next tick
	said     []string // by owners, for when something fails
}

// newThrong returns a crowd that is not in its zone yet.
func newThrong(b testing.TB) *throng {
	s, _ := open(b)
	g := &throng{b: b, stores: s, programs: zone.NewPrograms(s.Objects), due: map[int][]int64{}, game: &game{player: zone.NewPlayer("game")}}
	bundle, err := zone.ReadBundle(fstest.MapFS{"square.krk": {Data: []byte(square)}}, "square.krk")
	if err != nil {
		b.Fatal(err)
	}
	hash, err := g.programs.Put(bundle)
	if err != nil {
		b.Fatal(err)
	}
	g.spec = zone.Spec{Zone: "square", Program: hash, Options: json.RawMessage(fmt.Sprintf(`{"tps": %d}`, figureTPS))}
	b.Cleanup(func() {
		if b.Failed() {
			b.Log(strings.Join(g.said, "\n"))
		}
	})
	return g
}

// keeper returns what would own the zone on a node of its own.
func (g *throng) keeper(name string, stores *zone.Stores, env zone.Env) *zone.Keeper {
	return &zone.Keeper{Spec: g.spec, Stores: stores, Programs: zone.NewPrograms(g.stores.Objects), Env: env, Role: func() zone.Role { return zone.Own },
		Options: &zone.Options{Node: name, Engine: "test", Lease: 1500 * time.Millisecond, Poll: 100 * time.Millisecond, QuietTime: 1, MessageBytes: 1<<20 - 1024,
			CheckpointTime: 30 * time.Second, CheckpointBytes: 1 << 30, Report: func(line string) { g.said = append(g.said, line) }}}
}

// next reads what the zone said, and sends the inputs of the next tick: the first one brings all people in.
func (g *throng) next(people int) {
	for _, d := range g.game.all[g.read:] {
		for _, a := range d.Answers {
			if a.Fault != "" {
				g.b.Error(a.Fault)
				runtime.Goexit()
			}
			g.hear(a.Out)
		}
		g.hear(d.Out)
	}
	g.read = len(g.game.all)
	g.tick++
	var b remote.Batch
	if g.tick == 1 {
		for i := range people {
			b.Add(remote.OpSpawn, 0, 0, int64(i))
		}
	}
	side := math.Sqrt(float64(people)) * 4 // metres: some 28 others are in sight
	row := int(math.Ceil(math.Sqrt(float64(people))))
	for i, agent := range g.agents {
		if (g.tick+i)%hungerTime == 0 {
			b.Add(remote.OpWrite, 0, 0, agent, 1)
		}
		angle := float64(g.tick+i) / 10
		x, y := side*float64(i%row)/float64(row)+2*math.Cos(angle), side*float64(i/row)/float64(row)+2*math.Sin(angle)
		b.Add(remote.OpBody, 0, 0, g.bodies[i], remote.FloatWord(x), remote.FloatWord(y), 0, 0, 0, 0, 0, remote.FloatWord(1), 0, 0, 0, 0)
	}
	for _, instance := range g.due[g.tick] {
		b.Add(remote.OpReport, 0, 2, instance)
	}
	delete(g.due, g.tick)
	g.batch = b.Bytes()
	in, err := g.game.player.Send(g.batch)
	if err == nil {
		err = g.game.keeper.Inbox.Input(g.game, in)
	}
	if err = errors.Join(err, g.game.closed); err != nil {
		g.b.Error(err)
		runtime.Goexit()
	}
}

func (g *throng) hear(out []byte) {
	for it := range remote.Items(out) {
		switch it.Op {
		case remote.OpSpawned:
			g.agents, g.bodies = append(g.agents, it.Int(1)), append(g.bodies, it.Int(2))
		case remote.OpStart:
			g.due[g.tick+actionTime] = append(g.due[g.tick+actionTime], it.Int(0))
		}
	}
}

// play has people live in the zone for so many ticks; then its owner is gone. After each tick after is called, with
// the inputs of the tick and the time that the owner took for it; nil: nothing is.
func (g *throng) play(people, ticks int, after func(batch []byte, took time.Duration)) {
	d := &driver{random: 1}
	k := g.keeper("first", g.stores, d)
	g.game.keeper = k
	attached := false
	var woke time.Time
	d.sleep = func() {
		took := time.Since(woke)
		if !attached {
			attached = true
			if err := k.Inbox.Attach(g.game, g.game.player.Attach()); err != nil {
				g.b.Error(err)
				runtime.Goexit()
			}
			return
		}
		if g.game.player.Unacknowledged() == 0 && g.tick > 0 && after != nil {
			after(g.batch, took)
		}
		if g.tick == ticks {
			runtime.Goexit()
		}
		g.next(people)
		woke = time.Now()
	}
	run(k)
	if g.b.Failed() {
		g.b.FailNow()
	}
	if len(g.agents) != people {
		g.b.Fatalf("%d of %d people are in the zone", len(g.agents), people)
	}
}

// at returns the value that so much of the sorted times are below.
func at(times []time.Duration, part float64) float64 {
	return ms(times[min(len(times)-1, int(float64(len(times))*part))])
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// BenchmarkZoneTick is what a tick of a zone takes with its log, beside the same inputs in a session without a cluster
// in the same run; and the part of ticks that keep to ten in a second.
func BenchmarkZoneTick(b *testing.B) {
	for _, people := range figureSizes {
		b.Run(fmt.Sprint(people, "-agents"), func(b *testing.B) {
			g := newThrong(b)
			program, err := g.programs.Get(g.spec.Program)
			if err != nil {
				b.Fatal(err)
			}
			o, err := remote.ReadOptions(g.spec.Options)
			if err != nil {
				b.Fatal(err)
			}
			alone, err := remote.New(program, o)
			if err != nil {
				b.Fatal(err)
			}
			var step remote.Batch
			step.Add(remote.OpStep, 0, 1)
			const warm = 2 * hungerTime
			var logged, plain []time.Duration
			n, first := 0, true
			g.play(people, warm+b.N, func(batch []byte, took time.Duration) {
				if first { // ticks before the game came
					first = false
					for alone.Crowd().Tick()+1 < g.game.all[len(g.game.all)-1].To {
						if _, err := alone.Exchange(step.Bytes()); err != nil {
							b.Error(err)
						}
					}
				}
				began := time.Now()
				_, err := alone.Exchange(batch)
				if err == nil {
					_, err = alone.Exchange(step.Bytes())
				}
				own := time.Since(began)
				last := g.game.all[len(g.game.all)-1]
				if c := alone.Crowd(); err != nil || c.Tick() != last.To || c.TraceHash() != last.Hash {
					b.Errorf("tick %d has hash %016x, and without a cluster tick %d has %016x: %v", last.To, last.Hash, c.Tick(), c.TraceHash(), err)
					runtime.Goexit()
				}
				if n++; n > warm {
					logged, plain = append(logged, took), append(plain, own)
				}
			})
			if len(logged) != b.N {
				b.Fatalf("%d ticks of %d were measured", len(logged), b.N)
			}
			kept := 0
			for _, took := range logged {
				if took <= time.Second/figureTPS {
					kept++
				}
			}
			slices.Sort(logged)
			slices.Sort(plain)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(at(logged, 0.5), "log-ms")
			b.ReportMetric(at(logged, 0.99), "log-p99-ms")
			b.ReportMetric(at(plain, 0.5), "alone-ms")
			b.ReportMetric(at(logged, 0.5)/at(plain, 0.5), "ratio")
			b.ReportMetric(100*float64(kept)/float64(len(logged)), "%kept")
		})
	}
}

// openThree opens the stores of three NATS servers with three copies of everything, once for each of three nodes.
func openThree(b *testing.B) (stores []*zone.Stores) {
	free := func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		defer l.Close()
		return l.Addr().String()
	}
	members := make([]jets.Member, 3)
	for i := range members {
		members[i] = jets.Member{Name: fmt.Sprint("nats", i), Dir: b.TempDir(), Addr: free(), Routing: free()}
	}
	var servers []*jets.Embedded
	for i := range members {
		for j := range members {
			members[i].Routes = append(members[i].Routes, members[j].Routing)
		}
		e, err := members[i].Start()
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(e.Stop)
		servers = append(servers, e)
	}
	for _, e := range servers {
		nc, err := e.Connect()
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(nc.Close)
		s, err := jets.Open(nc, len(servers))
		for n := 0; err != nil && n < 60; n++ { // JetStream has no leader yet
			time.Sleep(time.Second)
			s, err = jets.Open(nc, len(servers))
		}
		if err != nil {
			b.Fatal(err)
		}
		stores = append(stores, s)
	}
	return stores
}

// BenchmarkReplicated is what a tick of twenty zones waits for the log, on three NATS servers with three copies: each
// zone appends ten times a second, or again as soon as it can.
func BenchmarkReplicated(b *testing.B) {
	const zones = 20
	for _, c := range []struct {
		name  string
		size  int
		pause time.Duration
	}{
		{"1KB", 1 << 10, time.Second / figureTPS},
		{"50KB", 50 << 10, time.Second / figureTPS},
		{"1KB-at-once", 1 << 10, 0},
	} {
		b.Run(c.name, func(b *testing.B) {
			stores := openThree(b)
			times, faults := make([][]time.Duration, zones), make([]error, zones)
			var appending sync.WaitGroup
			began := time.Now()
			for z := range zones {
				appending.Go(func() {
					log, name, data, last := stores[z%len(stores)].Log, fmt.Sprint("zone", z), make([]byte, c.size), uint64(0)
					for n := range b.N {
						time.Sleep(time.Until(began.Add(time.Duration(n)*c.pause + time.Duration(z)*c.pause/zones)))
						began := time.Now()
						if last, faults[z] = log.Append(name, last, data); faults[z] != nil {
							return
						}
						times[z] = append(times[z], time.Since(began))
					}
				})
			}
			appending.Wait()
			took := time.Since(began)
			if err := errors.Join(faults...); err != nil {
				b.Fatal(err)
			}
			all := slices.Concat(times...)
			slices.Sort(all)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(at(all, 0.5), "ms")
			b.ReportMetric(at(all, 0.99), "p99-ms")
			b.ReportMetric(float64(len(all))/took.Seconds(), "appends/s")
		})
	}
}

// BenchmarkCheckpoint is what a checkpoint takes, for which a tick waits, and how long it is; and what it takes to
// restore it.
func BenchmarkCheckpoint(b *testing.B) {
	for _, people := range figureSizes {
		b.Run(fmt.Sprint(people, "-agents"), func(b *testing.B) {
			g := newThrong(b)
			g.play(people, 2*hungerTime, nil)
			m, err := zone.Open(g.spec, g.stores, g.programs, &zone.Options{Engine: "test"})
			if err == nil {
				_, err = m.CatchUp(g.stores.Log, 0)
			}
			if err != nil {
				b.Fatal(err)
			}
			var write, put, restore []time.Duration
			size := 0
			for i := range b.N {
				began := time.Now()
				data := m.Snapshot()
				write = append(write, time.Since(began))
				size = len(data)
				name := fmt.Sprintf("checkpoint/square/%d", i)
				began = time.Now()
				if err := g.stores.Objects.Put(name, data); err != nil {
					b.Fatal(err)
				}
				put = append(put, time.Since(began))
				began = time.Now()
				if data, err = g.stores.Objects.Get(name); err != nil {
					b.Fatal(err)
				}
				then, err := zone.RestoreMachine(g.spec, g.programs, "test", data)
				if err != nil {
					b.Fatal(err)
				}
				restore = append(restore, time.Since(began))
				if then.Crowd().TraceHash() != m.Crowd().TraceHash() || then.Crowd().Tick() != m.Crowd().Tick() {
					b.Fatal("the restored crowd is another one")
				}
				if err := g.stores.Objects.Delete(name); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(0, "ns/op")
			for unit, times := range map[string][]time.Duration{"write-ms": write, "store-ms": put, "restore-ms": restore} {
				slices.Sort(times)
				b.ReportMetric(at(times, 0.5), unit)
			}
			b.ReportMetric(float64(size)/1024, "KB")
		})
	}
}

// watched is a log that says how much was read of it, and when it was last appended to.
type watched struct {
	zone.Log
	read, appended int
	last           time.Time
}

func (w *watched) Next(zone string, after uint64) (e zone.Entry, ok bool, err error) {
	if e, ok, err = w.Log.Next(zone, after); ok {
		w.read++
	}
	return e, ok, err
}

func (w *watched) Append(zone string, expected uint64, data []byte) (seq uint64, err error) {
	if seq, err = w.Log.Append(zone, expected, data); err == nil {
		w.appended, w.last = w.appended+1, time.Now()
	}
	return seq, err
}

// release gives the lease away, as an owner does that stops.
func (g *throng) release() {
	l, rev, err := zone.ReadLease(g.stores.KV, g.spec.Zone)
	l.Node, l.URL = "", ""
	data, wrong := json.Marshal(l)
	if err = errors.Join(err, wrong); err == nil {
		_, err = g.stores.KV.Update("lease."+g.spec.Zone, data, rev)
	}
	if err != nil {
		g.b.Error(err)
		runtime.Goexit()
	}
}

// takeOver has a node of its own take the zone, from when the lease is free until the first tick is in the log. It
// returns how long that took, and how many messages were read meanwhile.
func (g *throng) takeOver(warm bool, random uint64) (took time.Duration, read int) {
	log := &watched{Log: g.stores.Log}
	d := &driver{random: random << 32}
	k := g.keeper(fmt.Sprint("standby", random), &zone.Stores{Log: log, KV: g.stores.KV, Objects: g.stores.Objects}, d)
	role := zone.Own
	k.Role = func() zone.Role { return role }
	var began time.Time
	before := 0
	d.sleep = func() {
		switch {
		case log.appended > 1: // the beginning of its epoch, and a tick
			runtime.Goexit()
		case role == zone.Follow && log.read == before: // it is at the end
			role = zone.Own
			g.release()
			began = time.Now()
		}
		if log.appended == 0 {
			before = log.read
		}
	}
	if warm {
		role, before = zone.Follow, -1
	} else {
		g.release()
		began = time.Now()
	}
	run(k)
	if g.b.Failed() {
		g.b.FailNow()
	}
	return log.last.Sub(began), log.read - before
}

// BenchmarkTakeOver is how long a zone has no owner when its lease is free: with a node that has followed the log, and
// with one that starts from a checkpoint and replays 29 seconds.
func BenchmarkTakeOver(b *testing.B) {
	for _, people := range figureSizes[:2] {
		b.Run(fmt.Sprint(people, "-agents"), func(b *testing.B) {
			g := newThrong(b)
			const ticks = 590 // the checkpoint is at tick 300 or so
			g.play(people, ticks, nil)
			var warm, cold []time.Duration
			replayed := 0
			for i := range b.N {
				took, read := g.takeOver(true, uint64(2*i+2))
				if warm = append(warm, took); read > 0 {
					b.Fatalf("the node that follows had to read %d messages", read)
				}
				took, read = g.takeOver(false, uint64(2*i+3))
				if cold = append(cold, took); read < ticks/3 {
					b.Fatalf("the node that does not follow read %d messages only", read)
				}
				replayed = read
			}
			slices.Sort(warm)
			slices.Sort(cold)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(at(warm, 0.5), "warm-ms")
			b.ReportMetric(at(warm, 1), "warm-worst-ms")
			b.ReportMetric(at(cold, 0.5), "cold-ms")
			b.ReportMetric(at(cold, 1), "cold-worst-ms")
			b.ReportMetric(float64(replayed), "messages")
		})
	}
}
