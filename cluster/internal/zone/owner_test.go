package zone

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// memoryObjects are objects without a network.
type memoryObjects struct {
	all map[string][]byte
	err error // of Delete
}

func (m *memoryObjects) Put(name string, data []byte) error { m.all[name] = data; return nil }
func (m *memoryObjects) Get(name string) ([]byte, error) {
	if data, ok := m.all[name]; ok {
		return data, nil
	}
	return nil, ErrNotFound
}

func (m *memoryObjects) Delete(name string) error {
	if m.err == nil {
		delete(m.all, name)
	}
	return m.err
}

// memoryLog is the log of one zone.
type memoryLog struct {
	entries []Entry
	below   uint64 // what it was trimmed to
	err     error  // of every call
}

func (m *memoryLog) Append(_ string, expected uint64, data []byte) (uint64, error) {
	if m.err != nil {
		return 0, m.err
	}
	if uint64(len(m.entries)) != expected {
		return 0, ErrConflict
	}
	m.entries = append(m.entries, Entry{expected + 1, slices.Clone(data)})
	return expected + 1, nil
}

func (m *memoryLog) Last(string) (Entry, bool, error) {
	if len(m.entries) == 0 {
		return Entry{}, false, m.err
	}
	return m.entries[len(m.entries)-1], true, m.err
}

func (m *memoryLog) Next(_ string, after uint64) (Entry, bool, error) {
	if after >= uint64(len(m.entries)) {
		return Entry{}, false, m.err
	}
	return m.entries[after], true, m.err
}

func (m *memoryLog) Trim(_ string, below uint64) error {
	if m.err == nil {
		m.below = max(m.below, below)
	}
	return m.err
}

// owner is an owner with its stores.
type ownerTest struct {
	*Owner
	log     *memoryLog
	objects *memoryObjects
	env     *sleeper
}

// newOwner returns the owner of a new zone.
func newOwner(t *testing.T) *ownerTest {
	t.Helper()
	return newOwnerOf(t, "type crate max 64\nagent villager { }")
}

func newOwnerOf(t *testing.T, program string) *ownerTest {
	t.Helper()
	x := &ownerTest{log: &memoryLog{}, objects: &memoryObjects{all: map[string][]byte{}}, env: &sleeper{}}
	programs := NewPrograms(x.objects)
	b, err := ReadBundle(fstest.MapFS{"x.krk": {Data: []byte(program)}}, "x.krk")
	if err != nil {
		t.Fatal(err)
	}
	hash, err := programs.Put(b)
	if err != nil {
		t.Fatal(err)
	}
	s := &Stores{Log: x.log, KV: newMemoryKV(), Objects: x.objects}
	o := &Options{Node: "a", Lease: time.Second, Poll: 100 * time.Millisecond, QuietTime: time.Second, MessageBytes: 1 << 20, CheckpointTime: time.Hour, CheckpointBytes: 1 << 30}
	m, err := Open(Spec{Zone: "z", Program: hash}, s, programs, o)
	if err != nil {
		t.Fatal(err)
	}
	lease, err := acquire(s.KV, "z", Lease{}, 0, "a", "", 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	inbox := &Inbox{}
	inbox.set(true)
	if x.Owner, err = takeOver(m, o, s, programs, x.env, lease, inbox); err != nil {
		t.Fatal(err)
	}
	return x
}

// player is a connection of a game.
type playerConn struct {
	hello  bool
	closed error
	faults int
}

func (c *playerConn) Close(why error, _ bool) { c.closed = why }
func (c *playerConn) Send(f Frame) {
	if c.hello = c.hello || f.Hello != nil; f.Delivery != nil {
		for _, a := range f.Delivery.Answers {
			if a.Fault != "" {
				c.faults++
			}
		}
	}
}

// TestMaxClients: a zone knows no more clients than its limit, however many connect at once, and whatever an owner lets
// in.
func TestMaxClients(t *testing.T) {
	x := newOwner(t)
	var conns []*playerConn
	for i := range MaxClients + 20 {
		c := &playerConn{}
		conns = append(conns, c)
		if err := x.inbox.Attach(c, Attach{Client: fmt.Sprintf("game%d", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.step(); err != nil {
		t.Fatal(err)
	}
	in := 0
	for _, c := range conns {
		if c.hello {
			in++
		}
	}
	if in != MaxClients || conns[MaxClients].closed == nil {
		t.Errorf("%d clients are connected, and the first beyond the limit: %v", in, conns[MaxClients].closed)
	}
	var inputs []Input
	for i := range MaxClients + 20 {
		inputs = append(inputs, Input{Client: fmt.Sprintf("other%d", i), Seq: 1})
	}
	inputs = append(inputs, Input{Client: "late", Seq: 7})
	answers, _, _, err := x.m.tick(inputs, nil)
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	for _, a := range answers {
		if a.Fault != "" {
			faults++
		}
	}
	if len(x.m.clients) != MaxClients || faults != 21 {
		t.Errorf("the zone knows %d clients, and %d were refused", len(x.m.clients), faults)
	}
}

// TestCheckpointsLeaveNothing: what a checkpoint could not trim or delete goes with a later one.
func TestCheckpointsLeaveNothing(t *testing.T) {
	x := newOwner(t)
	broken := errors.New("no answer")
	for i := range 12 {
		x.log.err, x.objects.err = nil, nil
		if i < 8 && i%3 == 0 {
			x.log.err = broken
		}
		if i < 8 && i%2 == 0 {
			x.objects.err = broken
		}
		x.m.pos++
		x.save()
	}
	if n := len(x.objects.all); n != 3 { // the program, and two checkpoints
		t.Errorf("%d objects remain", n)
	}
}

// TestAgentsThatCannotBe: an agent that makes the engine panic, or is damaged, is refused with the reason, and the next
// one of its zone is looked at.
func TestAgentsThatCannotBe(t *testing.T) {
	x := newOwner(t)
	x.o.Hook = func() func(*Machine, []byte) {
		return func(_ *Machine, data []byte) {
			if string(data) == "bad" {
				panic("a bad agent")
			}
		}
	}
	x.m.hook = x.o.Hook()
	kv := x.stores.KV
	kv.Create("move.z.y.1", []byte("\x00bad"))
	kv.Create("move.z.y.2", []byte("\x00damaged"))
	kv.Create("move.z.y.4", []byte("\x00too early"))
	x.Owner.moves = func() []Value {
		list, _ := kv.List(MovePrefix)
		return list
	}
	for range 5 {
		if err := x.step(); err != nil {
			t.Fatal(err)
		}
	}
	for key, want := range map[string]string{"move.z.y.1": "\x02the engine panicked", "move.z.y.2": "\x02karakuri: RestoreAgent", "move.z.y.4": "\x00too early"} {
		if v, err := kv.Get(key); err != nil || !strings.HasPrefix(string(v.Data), want) {
			t.Errorf("%s: %q, %v", key, v.Data, err)
		}
	}
	if n := count(x.m.passage.came, "y"); n != 2 {
		t.Errorf("%d have come", n)
	}
}

// TestAgentsComeOnce: whatever owners write, an agent comes once, in the order of its zone, and comes back once. The
// state of a zone decides that, so a log with an agent twice does no harm.
func TestAgentsComeOnce(t *testing.T) {
	there, here := crowded(t, 1<<30, nil), newOwner(t)
	if err := there.step(); err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for a := range there.m.Crowd().All {
		ids = append(ids, int64(a.ID()))
	}
	for _, id := range ids[:3] {
		if _, fault, err := there.m.depart(&Departure{id, "z2"}); fault != "" || err != nil {
			t.Fatal(fault, err)
		}
	}
	move := func(m *Machine, kind MoveKind, from string, n uint64, data []byte, want int) {
		t.Helper()
		if _, err := m.move(&Move{Kind: kind, Zone: from, N: n, Data: data}); err != nil {
			t.Fatal(err)
		}
		if got := len(numbers(m)); got != want {
			t.Errorf("after agent %d there are %d agents, not %d", n, got, want)
		}
	}
	left := there.m.passage.leaving
	for i, c := range []struct {
		n    uint64
		want int
	}{{1, 1}, {1, 1}, {3, 1}, {2, 2}, {1, 2}, {2, 2}, {3, 3}, {3, 3}} {
		move(here.m, MoveArrive, "y", c.n, left[c.n-1].data, c.want)
		if i == 0 && here.m.passage.came[0].n != 1 {
			t.Error("the first one does not count")
		}
	}
	for _, want := range []int{18, 18} {
		move(there.m, MoveReturn, "z2", 2, nil, want)
	}
	for range 2 {
		move(there.m, MoveForget, "z2", 1, nil, 18)
	}
	move(there.m, MoveReturn, "z2", 1, nil, 18) // it has come there
	if n := there.m.Leaving(); n != 1 {
		t.Errorf("%d agents are on their way, not 1", n)
	}
}

// TestManyAgents: agents of one zone come in order, so many in a tick, and no further ones while it is not certain
// that their zone knows.
func TestManyAgents(t *testing.T) {
	x := newOwner(t)
	kv := x.stores.KV.(*memoryKV)
	for n := range 500 {
		kv.Create(moveKey("z", "y", uint64(n+1)), []byte("\x00damaged"))
	}
	list, _ := kv.List(MovePrefix)
	x.Owner.moves = func() []Value { return list } // an old answer, for ever
	for range 10 {
		if err := x.step(); err != nil {
			t.Fatal(err)
		}
	}
	if n := count(x.m.passage.came, "y"); n < maxArrivals || n > maxUnmarked+maxArrivals || len(x.m.passage.refused) != int(n) {
		t.Errorf("%d agents have come, and %d refusals are remembered", n, len(x.m.passage.refused))
	}
	x.Owner.moves = func() []Value { l, _ := kv.List(MovePrefix); return l }
	for range 40 {
		if err := x.step(); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 500 {
		if v, _ := kv.Get(moveKey("z", "y", uint64(n+1))); len(v.Data) == 0 || v.Data[0] != moveRefused {
			t.Fatalf("agent %d: %q", n+1, v.Data)
		}
	}
}

// TestSilentLog: an owner whose log does not answer gives up after a while, and at once when its node stops.
func TestSilentLog(t *testing.T) {
	for _, stops := range []bool{false, true} {
		x := newOwner(t)
		x.log.err = errors.New("no answer")
		if stops {
			x.env.now = 2 * time.Hour
		}
		began := x.env.now
		var b remote.Batch
		b.AddText(remote.OpObject, 0, "crate", 0)
		c := &playerConn{}
		x.inbox.Attach(c, Attach{Client: "game"})
		x.inbox.Input(c, Input{Client: "game", Seq: 1, Batch: b.Bytes()})
		err := x.step()
		if !errors.Is(err, ErrSilent) {
			t.Errorf("it ended with %v", err)
		}
		if waited := x.env.now - began; stops != (waited == 0) || waited > 9*time.Second {
			t.Errorf("it waited %v; the node stops: %v", waited, stops)
		}
	}
}
