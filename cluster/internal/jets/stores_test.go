package jets_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// open returns the stores of a NATS server of its own.
func open(t testing.TB) (*zone.Stores, jetstream.JetStream) {
	t.Helper()
	s, err := jets.Start(t.TempDir(), "", false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	stores, err := jets.Open(nc, 1)
	if err != nil {
		t.Fatal(err)
	}
	if stores, err = jets.Open(nc, 1); err != nil { // those that there are
		t.Fatal(err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return stores, js
}

// TestLog: appends are accepted where they expect what is there.
func TestLog(t *testing.T) {
	s, _ := open(t)
	if _, ok, err := s.Log.Last("a"); ok || err != nil {
		t.Fatalf("the last of an empty log: %v, %v", ok, err)
	}
	one, err := s.Log.Append("a", 0, []byte("one"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Log.Append("b", 0, []byte("of another zone")); err != nil {
		t.Fatal(err)
	}
	two, err := s.Log.Append("a", one, []byte("two"))
	if err != nil || two != one+2 {
		t.Fatalf("message %d after %d: %v", two, one, err)
	}
	for _, expected := range []uint64{0, one, two + 1} {
		if _, err := s.Log.Append("a", expected, []byte("three")); !errors.Is(err, zone.ErrConflict) {
			t.Errorf("an append after message %d: %v", expected, err)
		}
	}
	if e, ok, err := s.Log.Next("a", one); !ok || err != nil || e.Seq != two || string(e.Data) != "two" {
		t.Errorf("the next is %v, %v, %v", e, ok, err)
	}
	if _, ok, err := s.Log.Next("a", two); ok || err != nil {
		t.Errorf("after the last: %v, %v", ok, err)
	}
	if err := s.Log.Trim("a", two); err != nil {
		t.Fatal(err)
	}
	if e, ok, err := s.Log.Next("a", 0); !ok || err != nil || e.Seq != two {
		t.Errorf("after trimming the first is %v, %v, %v", e, ok, err)
	}
	if _, err := s.Log.Append("a", 0, []byte("three")); !errors.Is(err, zone.ErrConflict) {
		t.Errorf("an append to a trimmed log that expects nothing: %v", err)
	}
	if e, ok, err := s.Log.Last("b"); !ok || err != nil || string(e.Data) != "of another zone" {
		t.Errorf("the last of the other zone is %v, %v, %v", e, ok, err)
	}
}

// TestValues: only one of two who create or update a key does.
func TestValues(t *testing.T) {
	s, _ := open(t)
	if _, err := s.KV.Get("lease.a"); !errors.Is(err, zone.ErrNotFound) {
		t.Errorf("a key that does not exist: %v", err)
	}
	rev, err := s.KV.Create("lease.a", []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.KV.Create("lease.a", []byte("2")); !errors.Is(err, zone.ErrConflict) {
		t.Errorf("created twice: %v", err)
	}
	next, err := s.KV.Update("lease.a", []byte("3"), rev)
	if err != nil || next <= rev {
		t.Fatalf("revision %d after %d: %v", next, rev, err)
	}
	if _, err := s.KV.Update("lease.a", []byte("4"), rev); !errors.Is(err, zone.ErrConflict) {
		t.Errorf("updated twice: %v", err)
	}
	s.KV.Create("lease.b", []byte("5"))
	s.KV.Create("node.a", []byte("6"))
	if list, err := s.KV.List("lease."); err != nil || len(list) != 2 || string(list[0].Data) != "3" || list[1].Key != "lease.b" {
		t.Errorf("the list is %v, %v", list, err)
	}
	if err := s.KV.Delete("lease.a"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.KV.List("lease."); err != nil || len(list) != 1 {
		t.Errorf("the list is %v, %v", list, err)
	}
	if list, err := s.KV.List("nothing."); err != nil || len(list) != 0 {
		t.Errorf("the list is %v, %v", list, err)
	}
}

// TestObjects: what was put is there until it is deleted.
func TestObjects(t *testing.T) {
	s, _ := open(t)
	large := []byte(strings.Repeat("karakuri", 300_000))
	if err := s.Objects.Put("checkpoint/a/1", large); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Objects.Get("checkpoint/a/1"); err != nil || string(data) != string(large) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	for range 2 {
		if err := s.Objects.Delete("checkpoint/a/1"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Objects.Get("checkpoint/a/1"); !errors.Is(err, zone.ErrNotFound) {
		t.Errorf("a deleted object: %v", err)
	}
}

// TestOnlyLoopback: the embedded server is not reachable from other machines.
func TestOnlyLoopback(t *testing.T) {
	if _, err := jets.Start(t.TempDir(), "0.0.0.0:0", false); err == nil || !strings.Contains(err.Error(), "--nats") {
		t.Errorf("it listens, or says %v", err)
	}
}

// clock is a node's time that passes while it sleeps, and only then.
type clock struct {
	now    time.Duration
	random uint64
	ticks  int            // sleeps so far
	do     map[int]func() // what happens in which sleep
	end    int            // after so many the node stops
}

func (c *clock) Now() time.Duration { return c.now }
func (c *clock) Stopping() bool     { return c.ticks >= c.end }
func (c *clock) Random() uint64     { c.random++; return c.random }
func (c *clock) Sleep(d time.Duration) {
	c.now += d
	c.ticks++
	if do := c.do[c.ticks]; do != nil {
		do()
	}
}

// mute is a store of values that has become deaf: a renewal of a lease gets no answer.
type mute struct {
	zone.KV
	deaf bool
}

func (m *mute) Update(key string, data []byte, rev uint64) (uint64, error) {
	if m.deaf {
		return 0, errors.New("no answer")
	}
	return m.KV.Update(key, data, rev)
}

// game is a client within the process.
type game struct {
	player *zone.Player
	keeper *zone.Keeper
	all    []*zone.Delivery
	closed error
}

func (g *game) attach(t *testing.T, k *zone.Keeper) {
	g.keeper, g.closed = k, nil
	if err := k.Inbox.Attach(g, g.player.Attach()); err != nil {
		t.Error(err)
	}
}

// Close keeps the first reason: the owner also closes the connection that the client had before.
func (g *game) Close(why error, again bool) {
	if g.closed == nil {
		g.closed = why
	}
}

func (g *game) Send(f zone.Frame) {
	if f.Hello != nil {
		again, err := g.player.Hello(f)
		for _, in := range again {
			g.keeper.Inbox.Input(g, in)
		}
		g.closed = errors.Join(g.closed, err)
		return
	}
	d, err := g.player.Take(f)
	if d != nil {
		g.all = append(g.all, d)
	}
	g.closed = errors.Join(g.closed, err)
}

func (g *game) say(t *testing.T, fill func(b *remote.Batch)) {
	var b remote.Batch
	fill(&b)
	in, err := g.player.Send(b.Bytes())
	if err == nil {
		err = g.keeper.Inbox.Input(g, in)
	}
	if err != nil {
		t.Error(err)
	}
}

const meal = `
type place = { home, shop }
state agent { hungry: bool }
action move_to(p: place)
operator eat { do move_to(home); effect hungry = false }
task dine { method "eat" { eat } }
agent villager { plan dine when hungry every 1s }
`

// putMeal stores the program, and returns all programs and its hash.
func putMeal(t *testing.T, s *zone.Stores) (*zone.Programs, string) {
	t.Helper()
	programs := zone.NewPrograms(s.Objects)
	b, err := zone.ReadBundle(fstest.MapFS{"meal.krk": {Data: []byte(meal)}}, "meal.krk")
	if err != nil {
		t.Fatal(err)
	}
	hash, err := programs.Put(b)
	if err != nil {
		t.Fatal(err)
	}
	return programs, hash
}

// TestTakeOver runs owners on a NATS server: the second takes over from a frozen one, whose next append the log then
// refuses; a client goes through both, and the oracle plays the log.
func TestTakeOver(t *testing.T) {
	s, js := open(t)
	programs, hash := putMeal(t, s)
	spec := zone.Spec{Zone: "village", Program: hash, Options: json.RawMessage(`{"tps": 10}`)}
	var said []string
	node := func(name string, kv zone.KV, c *clock) *zone.Keeper {
		o := &zone.Options{Node: name, Engine: "test", Lease: time.Second, Poll: 100 * time.Millisecond, QuietTime: time.Second / 2, MessageBytes: 500,
			CheckpointTime: time.Hour, CheckpointBytes: 1 << 30, Report: func(line string) { said = append(said, name+": "+line) }}
		return &zone.Keeper{Spec: spec, Stores: &zone.Stores{Log: s.Log, KV: kv, Objects: s.Objects}, Programs: zone.NewPrograms(s.Objects),
			Env: c, Options: o, Role: func() zone.Role { return zone.Own }}
	}
	never := func() bool { return false }
	g := &game{player: zone.NewPlayer("game")}
	kv := &mute{KV: s.KV}
	first := &clock{end: 60, random: 1000}
	a := node("a", kv, first)
	second := &clock{end: 60, random: 2000}
	c := node("b", s.KV, second)
	first.do = map[int]func(){
		2: func() { g.attach(t, a) },
		3: func() {
			g.say(t, func(b *remote.Batch) { b.Add(remote.OpSpawn, 0, 0, 1) })
			g.say(t, func(b *remote.Batch) {
				for i := range 40 {
					b.Add(remote.OpRead, 0, 0, int64(i), 1) // longer than a message
				}
			})
		},
		20: func() { // it is frozen while another lives; it will not know of that
			kv.deaf = true
			c.Run(never)
			g.attach(t, a) // a node that it has known
		},
	}
	second.do = map[int]func(){
		20: func() { g.attach(t, c) },
		25: func() { g.say(t, func(b *remote.Batch) { b.Add(remote.OpSpawn, 0, 0, 2) }) },
	}
	a.Run(never)
	all := strings.Join(said, "\n")
	if !strings.Contains(all, "b: zone village: epoch 2 begins on node b") || !strings.Contains(all, "a: zone village: "+zone.ErrFenced.Error()) {
		t.Errorf("the nodes said:\n%s", all)
	}
	if g.closed == nil || !errors.Is(g.closed, zone.ErrStale) {
		t.Errorf("the client was not sent away by an owner whose epoch is over: %v", g.closed)
	}
	if n := g.player.Unacknowledged(); n > 0 {
		t.Errorf("%d inputs are not acknowledged", n)
	}
	oracle(t, s, spec, programs, g)
	if _, err := js.Publish(t.Context(), jets.LogPrefix+"village", []byte("x"), jetstream.WithExpectLastSequencePerSubject(1)); err == nil {
		t.Error("an append with an old expectation was accepted")
	}
}

// oracle plays the log, which begins at a checkpoint or at the beginning, and compares with what the client took.
func oracle(t *testing.T, s *zone.Stores, spec zone.Spec, p *zone.Programs, g *game) {
	t.Helper()
	m, err := zone.Open(spec, s, p, &zone.Options{Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	_, _, tick, hash := m.Position()
	if end, err := m.CatchUp(s.Log, 0); !end || err != nil {
		t.Fatalf("%v, %v", end, err)
	}
	last := g.all[len(g.all)-1]
	if _, seen := g.player.Epoch(); seen.Tick != tick || seen.Hash != hash || last.To != tick {
		t.Errorf("the client has seen %v, the checkpoint of the last owner is tick %d with hash %016x", seen, tick, hash)
	}
	next := g.all[0].From
	for _, d := range g.all {
		if d.From != next {
			t.Errorf("ticks %d to %d came where %d was next", d.From, d.To, next)
		}
		next = d.To + 1
	}
}

// TestOracle: a log that begins with the zone is played on one machine, and gives the same deliveries to the byte.
func TestOracle(t *testing.T) {
	s, _ := open(t)
	programs, hash := putMeal(t, s)
	spec := zone.Spec{Zone: "village", Program: hash}
	// A role that is over ends the run in mid-tick, and nothing is checkpointed: as if the process were gone.
	c := &clock{end: 1 << 30}
	k := &zone.Keeper{Spec: spec, Stores: s, Programs: programs, Env: c, Role: func() zone.Role { return zone.Own },
		Options: &zone.Options{Node: "a", Engine: "test", Lease: time.Hour, QuietTime: time.Second / 2, MessageBytes: 1 << 20, CheckpointTime: time.Hour, CheckpointBytes: 1 << 30}}
	g := &game{player: zone.NewPlayer("game")}
	c.do = map[int]func(){2: func() { g.attach(t, k) }, 90: func() { panic("the process is gone") }}
	for i := 3; i < 90; i += 3 {
		c.do[i] = func() {
			g.say(t, func(b *remote.Batch) {
				b.Add(remote.OpSpawn, 0, 0, int64(i))
				b.AddText(remote.OpObject, 0, fmt.Sprint(i), 1)
			})
		}
	}
	func() {
		defer func() { recover() }()
		k.Run(func() bool { return false })
	}()
	m, err := zone.NewMachine(spec, programs, "test")
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for {
		seq, _, _, _ := m.Position()
		e, ok, err := s.Log.Next(spec.Zone, seq)
		if err != nil || !ok {
			break
		}
		d, _, err := m.Apply(e)
		if err != nil {
			t.Fatal(err)
		}
		if d == nil || d.To < g.all[0].To {
			continue
		}
		if at == len(g.all) || string(d.Append(nil)) != string(g.all[at].Append(nil)) {
			t.Fatalf("delivery %d, of ticks %d to %d, differs", at, d.From, d.To)
		}
		at++
	}
	if at != len(g.all) || at < 28 {
		t.Errorf("the client took %d deliveries, the log has %d", len(g.all), at)
	}
}

// BenchmarkAppend is what a tick costs beyond the tick itself: an append on a server in this process.
func BenchmarkAppend(b *testing.B) {
	for _, sync := range []bool{false, true} {
		for _, size := range []int{1 << 10, 50 << 10} {
			b.Run(fmt.Sprintf("sync=%v/%dKB", sync, size>>10), func(b *testing.B) {
				e, err := jets.Start(b.TempDir(), "", sync)
				if err != nil {
					b.Fatal(err)
				}
				defer e.Stop()
				nc, err := e.Connect()
				if err != nil {
					b.Fatal(err)
				}
				defer nc.Close()
				s, err := jets.Open(nc, 1)
				if err != nil {
					b.Fatal(err)
				}
				data, last := make([]byte, size), uint64(0)
				for b.Loop() {
					if last, err = s.Log.Append("a", last, data); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
