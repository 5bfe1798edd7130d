package cluster_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

const meal = `
type place = { home, shop }
state agent { hungry: bool = true }
action move_to(p: place)
operator eat { do move_to(home); effect hungry = false }
task dine { method "eat" { eat } }
agent villager { plan dine when hungry every 1s }
`

// node is a node of a test with its address.
type node struct {
	*cluster.Node
	nats *jets.Embedded
	kill func() // the node reaches NATS no more
	url  string
	stop func()
}

// nodes starts nodes on a NATS server of their own.
func nodes(t testing.TB, names ...string) map[string]node {
	t.Helper()
	return nodesWith(t, cluster.MinLease, names...)
}

// nodesWith starts nodes with a lease.
func nodesWith(t testing.TB, lease time.Duration, names ...string) map[string]node {
	t.Helper()
	s, err := jets.Start(t.TempDir(), "", false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	all := map[string]node{}
	for _, name := range names {
		nc, err := s.Connect()
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewUnstartedServer(nil)
		url := "http://" + server.Listener.Addr().String()
		n, err := cluster.Start(nc, cluster.Options{Name: name, URL: url, Token: "games", AdminToken: "admin", Lease: lease})
		if err != nil {
			t.Fatal(err)
		}
		server.Config.Handler = n.Handler()
		server.Start()
		x := node{n, s, nc.Close, url, sync.OnceFunc(func() {
			n.Stop()
			server.CloseClientConnections()
			server.Close()
			nc.Close()
		})}
		t.Cleanup(x.stop)
		all[name] = x
	}
	return all
}

// receive receives until done says so, and checks that nothing is lost and nothing comes twice.
func receive(t testing.TB, c *cluster.Client, next *int64, done func(d *cluster.Delivery) bool) {
	t.Helper()
	for {
		d, err := c.Receive(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if *next != 0 && d.From != *next {
			t.Fatalf("ticks %d to %d came where %d was next", d.From, d.To, *next)
		}
		*next = d.To + 1
		if done(d) {
			return
		}
	}
}

// TestGame: a game finds its zone through any node, and goes on when the zone moves, and when the node stops.
func TestGame(t *testing.T) {
	all := nodes(t, "a", "b")
	admin := cluster.Admin{Node: all["a"].url, Token: "admin"}
	creation := cluster.Creation{Zone: "village", Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(meal)}, Options: []byte(`{"tps": 60}`)}
	if err := admin.Create(t.Context(), creation); err != nil {
		t.Fatal(err)
	}
	c, err := cluster.Connect(t.Context(), cluster.ClientOptions{Nodes: []string{all["a"].url, all["b"].url}, Zone: "village", Token: "games", Report: func(line string) { t.Log(line) }})
	if err != nil {
		t.Fatal(err)
	}
	if c.TPS() != 60 {
		t.Errorf("%d ticks in a second", c.TPS())
	}
	next, starts := int64(0), 0
	spawn := func() {
		t.Helper()
		var b remote.Batch
		b.Add(remote.OpSpawn, 0, 0, 5)
		if err := c.Send(t.Context(), b.Bytes()); err != nil {
			t.Fatal(err)
		}
		receive(t, c, &next, func(d *cluster.Delivery) bool {
			for it := range remote.Items(d.Out) {
				if it.Op == remote.OpStart {
					starts++
				}
			}
			return c.Unacknowledged() == 0
		})
	}
	spawn()
	owner := func() cluster.ZoneInfo {
		t.Helper()
		list, err := admin.List(t.Context())
		if err != nil || len(list.Zones) != 1 || len(list.Nodes) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list.Zones[0]
	}
	first := owner()
	other := map[string]string{"a": "b", "b": "a"}[first.Owner]
	if err := admin.Move(t.Context(), "village", other); err != nil {
		t.Fatal(err)
	}
	receive(t, c, &next, func(d *cluster.Delivery) bool { return d.Epoch > first.Epoch })
	if now := owner(); now.Owner != other || now.Pinned != other || now.Checkpoint == 0 {
		t.Errorf("%+v", now)
	}
	spawn()
	if err := admin.Drain(t.Context(), other, true); err != nil {
		t.Fatal(err)
	}
	receive(t, c, &next, func(d *cluster.Delivery) bool { return d.Epoch > first.Epoch+1 })
	if err := admin.Drain(t.Context(), other, false); err != nil {
		t.Fatal(err)
	}
	receive(t, c, &next, func(d *cluster.Delivery) bool { return d.Epoch > first.Epoch+2 })
	all[other].stop()
	receive(t, c, &next, func(d *cluster.Delivery) bool { return d.Epoch > first.Epoch+3 })
	spawn()
	receive(t, c, &next, func(d *cluster.Delivery) bool {
		for it := range remote.Items(d.Out) {
			if it.Op == remote.OpStart {
				starts++
			}
		}
		return starts >= 3
	})
	if starts != 3 {
		t.Errorf("%d actions started, of three agents", starts)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// TestTransfer: an agent goes to another zone, where a game finds it with what it was doing; one that the other zone
// cannot take comes back.
func TestTransfer(t *testing.T) {
	all := nodes(t, "a", "b")
	admin := cluster.Admin{Node: all["a"].url, Token: "admin"}
	files := map[string][]byte{"meal.krk": []byte(meal)}
	for zone, options := range map[string]string{"here": `{"tps": 60}`, "there": `{"tps": 60}`, "slow": `{"tps": 10}`} {
		if err := admin.Create(t.Context(), cluster.Creation{Zone: zone, Main: "meal.krk", Files: files, Options: []byte(options)}); err != nil {
			t.Fatal(err)
		}
	}
	connect := func(zone string) *cluster.Client {
		t.Helper()
		c, err := cluster.Connect(t.Context(), cluster.ClientOptions{Nodes: []string{all["a"].url, all["b"].url}, Zone: zone, Token: "games"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	here, there := connect("here"), connect("there")
	var nextHere, nextThere int64
	// came waits for an agent that comes outside of answers, and returns it and whether its action continues.
	came := func(c *cluster.Client, next *int64) (agent int64, continues bool) {
		receive(t, c, next, func(d *cluster.Delivery) bool {
			for it := range remote.Items(d.Out) {
				if it.Op == remote.OpSpawned {
					agent = it.Int(1)
				}
				continues = continues || agent != 0 && it.Op == remote.OpRestored && it.Int(1) == agent
			}
			return agent != 0
		})
		return agent, continues
	}
	var b remote.Batch
	b.Add(remote.OpSpawn, 0, 0, 5)
	if err := here.Send(t.Context(), b.Bytes()); err != nil {
		t.Fatal(err)
	}
	agent, started := int64(0), false
	receive(t, here, &nextHere, func(d *cluster.Delivery) bool {
		for _, a := range d.Answers {
			for it := range remote.Items(a.Out) {
				if it.Op == remote.OpSpawned {
					agent = it.Int(1)
				}
			}
		}
		for it := range remote.Items(d.Out) {
			started = started || it.Op == remote.OpStart
		}
		return started
	})
	if err := here.Transfer(t.Context(), agent, "slow"); err != nil {
		t.Fatal(err)
	}
	back, continues := came(here, &nextHere)
	if back == agent || !continues {
		t.Errorf("agent %d comes back as %d, and its action continues: %v", agent, back, continues)
	}
	if err := here.Transfer(t.Context(), back, "there"); err != nil {
		t.Fatal(err)
	}
	if _, continues := came(there, &nextThere); !continues {
		t.Error("its action does not continue there")
	}
	for _, x := range []struct {
		agent int64
		to    string
		want  string
	}{{back, "there", "there is no agent"}, {back, "here", "in this zone already"}, {back, "nowhere", "there is no zone"}} {
		if err := here.Transfer(t.Context(), x.agent, x.to); err != nil {
			t.Fatal(err)
		}
		fault := ""
		receive(t, here, &nextHere, func(d *cluster.Delivery) bool {
			for _, a := range d.Answers {
				fault = a.Fault
			}
			return fault != ""
		})
		if !strings.Contains(fault, x.want) {
			t.Errorf("to %s: %q", x.to, fault)
		}
	}
	if err := here.Transfer(t.Context(), back, "a b"); err == nil {
		t.Error("a wrong name is sent")
	}
}

// TestNeighbours: an agent near a border is an object of the zone beyond it.
func TestNeighbours(t *testing.T) {
	all := nodes(t, "a", "b")
	admin := cluster.Admin{Node: all["a"].url, Token: "admin"}
	program := meal + "type person max 20\nsense sight { range 8 }\nagent walker { sense sight; memory short; body person }\nmemory short { span 9s }"
	games := map[string]*cluster.Client{}
	for i, name := range []string{"west", "east"} {
		x := cluster.Creation{Zone: name, Main: "x.krk", Files: map[string][]byte{"x.krk": []byte(program)}, Options: []byte(`{"tps": 20}`),
			Area: &cluster.Area{MinX: float64(i) * 50, MaxX: float64(i+1) * 50, MaxY: 50, Margin: 10}}
		if err := admin.Create(t.Context(), x); err != nil {
			t.Fatal(err)
		}
		c, err := cluster.Connect(t.Context(), cluster.ClientOptions{Nodes: []string{all["b"].url}, Zone: name, Token: "games"})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		games[name] = c
	}
	var b remote.Batch
	b.Add(remote.OpSpawn, 0, 1, 0)
	if err := games["west"].Send(t.Context(), b.Bytes()); err != nil {
		t.Fatal(err)
	}
	next, agent, body := int64(0), int64(0), int64(0)
	receive(t, games["west"], &next, func(d *cluster.Delivery) bool {
		for _, a := range d.Answers {
			for it := range remote.Items(a.Out) {
				agent, body = it.Int(1), it.Int(2)
			}
		}
		return body != 0
	})
	word, there := remote.FloatWord, int64(0)
	b.Reset()
	b.Add(remote.OpBody, 0, 0, body, word(45), word(9), 0, 0, 0, 0, 7, word(1), 0, 0, 0, 0)
	if err := games["west"].Send(t.Context(), b.Bytes()); err != nil {
		t.Fatal(err)
	}
	next = 0
	receive(t, games["east"], &next, func(d *cluster.Delivery) bool {
		for it := range remote.Items(d.Out) {
			if it.Op == remote.OpAdded && it.Int(0) == agent {
				there = it.Int(1)
			}
		}
		return there != 0
	})
	bad := cluster.Creation{Zone: "nowhere", Main: "x.krk", Files: map[string][]byte{"x.krk": []byte(program)}, Area: &cluster.Area{MaxX: 1}}
	if err := admin.Create(t.Context(), bad); err == nil || !strings.Contains(err.Error(), "the area of a zone goes from (0, 0) to (1, 0)") {
		t.Errorf("an area without height: %v", err)
	}
}

// TestUpgrade: a zone continues with a changed program, from a tick that its log names, and another node goes on with it.
func TestUpgrade(t *testing.T) {
	all := nodes(t, "a", "b")
	admin := cluster.Admin{Node: all["a"].url, Token: "admin"}
	creation := cluster.Creation{Zone: "village", Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(meal)}, Options: []byte(`{"tps": 60}`)}
	if err := admin.Create(t.Context(), creation); err != nil {
		t.Fatal(err)
	}
	c, err := cluster.Connect(t.Context(), cluster.ClientOptions{Nodes: []string{all["a"].url, all["b"].url}, Zone: "village", Token: "games"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	next := int64(0)
	place := func() (where int64) {
		t.Helper()
		var b remote.Batch
		b.Add(remote.OpSpawn, 0, 0, 5)
		if err := c.Send(t.Context(), b.Bytes()); err != nil {
			t.Fatal(err)
		}
		where = -1
		receive(t, c, &next, func(d *cluster.Delivery) bool {
			for it := range remote.Items(d.Out) {
				if it.Op == remote.OpStart {
					where = it.Int(2)
				}
			}
			return where >= 0
		})
		return where
	}
	if where := place(); where != 0 {
		t.Errorf("before, an agent goes to place %d", where)
	}
	creation.Files["meal.krk"] = []byte(strings.Replace(meal, "move_to(home)", "move_to(shop)", 1))
	if err := admin.Upgrade(t.Context(), creation); err != nil {
		t.Fatal(err)
	}
	for place() != 1 { // until the owner has looked
	}
	list, err := admin.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first := list.Zones[0]
	all[first.Owner].stop()
	receive(t, c, &next, func(d *cluster.Delivery) bool { return d.Epoch > first.Epoch })
	if where := place(); where != 1 {
		t.Errorf("after another node has taken over, an agent goes to place %d", where)
	}
	creation.Files["meal.krk"] = []byte(strings.Replace(meal, "villager", "miller", 1))
	admin.Node = all[map[string]string{"a": "b", "b": "a"}[first.Owner]].url
	if err := admin.Upgrade(t.Context(), creation); err == nil || !strings.Contains(err.Error(), "make a new zone") {
		t.Errorf("a program with other names: %v", err)
	}
}

// TestGoneNode: the list says that a node gives no sign any more, and no zone moves to it.
func TestGoneNode(t *testing.T) {
	all := nodes(t, "a", "b")
	admin := cluster.Admin{Node: all["a"].url, Token: "admin"}
	creation := cluster.Creation{Zone: "village", Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(meal)}}
	if err := admin.Create(t.Context(), creation); err != nil {
		t.Fatal(err)
	}
	all["b"].kill()
	for {
		list, err := admin.List(t.Context())
		if err != nil || len(list.Nodes) != 2 || list.Nodes[0].Gone > 0 {
			t.Fatalf("%+v, %v", list, err)
		}
		if list.Nodes[1].Gone > cluster.MinLease.Seconds() {
			break
		}
	}
	if err := admin.Move(t.Context(), "village", "b"); err == nil || !strings.Contains(err.Error(), "node b is gone for") {
		t.Errorf("a move to a node that is gone: %v", err)
	}
}

// TestClose: Close ends a Receive that waits for a zone without an owner, while others ask for what a new connection
// changes; what comes after it is refused.
func TestClose(t *testing.T) {
	all := nodes(t, "a")
	creation := cluster.Creation{Zone: "village", Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(meal)}, Options: []byte(`{"tps": 60}`)}
	if err := (cluster.Admin{Node: all["a"].url, Token: "admin"}).Create(t.Context(), creation); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []bool{false, true} {
		searching := make(chan struct{}, 1)
		c, err := cluster.Connect(t.Context(), cluster.ClientOptions{Nodes: []string{all["a"].url}, Zone: "village", Token: "games", Report: func(line string) {
			if !strings.Contains(line, "was lost") {
				select {
				case searching <- struct{}{}:
				default:
				}
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		ended, heard := make(chan error, 1), make(chan struct{}, 1)
		go func() {
			for {
				if _, err := c.Receive(context.Background()); err != nil {
					ended <- err
					return
				}
				select {
				case heard <- struct{}{}:
				default:
				}
			}
		}()
		<-heard
		if gone {
			all["a"].stop()
			for waits := true; waits; {
				select {
				case <-searching:
					waits = false
				default:
					c.TPS() // while the client connects again
				}
			}
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, cluster.ErrClosed) {
			t.Errorf("Receive ended with %v", err)
		}
		if err := c.Send(t.Context(), nil); !errors.Is(err, cluster.ErrClosed) {
			t.Errorf("Send afterwards: %v", err)
		}
		if _, err := c.Receive(t.Context()); !errors.Is(err, cluster.ErrClosed) {
			t.Errorf("Receive afterwards: %v", err)
		}
		if err := c.Close(); err != nil {
			t.Errorf("Close again: %v", err)
		}
	}
}

// TestAdminTimeout: a node that accepts a request and says nothing does not keep an operator for ever.
func TestAdminTimeout(t *testing.T) {
	end := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-end }))
	defer s.Close()
	defer close(end)
	_, err := cluster.Admin{Node: s.URL, Timeout: time.Millisecond}.List(t.Context())
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "did not answer within 1ms") {
		t.Errorf("it ended with %v", err)
	}
}

// TestRefusals: whoever may not, and what cannot be, is refused with a reason.
func TestRefusals(t *testing.T) {
	all := nodes(t, "a")
	ctx := t.Context()
	admin := cluster.Admin{Node: all["a"].url, Token: "admin"}
	good := cluster.Creation{Zone: "village", Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(meal)}}
	if err := admin.Create(ctx, good); err != nil {
		t.Fatal(err)
	}
	_, listed := cluster.Admin{Node: all["a"].url, Token: "games"}.List(ctx)
	_, connected := cluster.Connect(ctx, cluster.ClientOptions{Nodes: []string{all["a"].url}, Zone: "village", Token: "wrong"})
	_, named := cluster.Connect(ctx, cluster.ClientOptions{Nodes: []string{all["a"].url}, Zone: "village", Token: "games", Name: strings.Repeat("x", 100)})
	with := func(change func(c *cluster.Creation)) error {
		c := good
		change(&c)
		return admin.Create(ctx, c)
	}
	for _, x := range []struct {
		err  error
		want string
	}{
		{listed, "token"},
		{connected, "token"},
		{named, "name has 1 to 64 bytes"},
		{admin.Create(ctx, good), "there is a zone village already"},
		{with(func(c *cluster.Creation) { c.Zone = "a b" }), "a name has 1 to 64"},
		{with(func(c *cluster.Creation) { c.Zone, c.Options = "x", []byte(`{"speed": 3}`) }), "speed"},
		{with(func(c *cluster.Creation) { c.Zone, c.Options = "x", []byte(`{"tps": -3}`) }), "TPS"},
		{with(func(c *cluster.Creation) { c.Zone, c.Main = "x", "none.krk" }), "none.krk"},
		{with(func(c *cluster.Creation) {
			c.Zone, c.Files = "x", map[string][]byte{"meal.krk": []byte("operator {")}
		}), "meal.krk"},
		{admin.Move(ctx, "nowhere", "a"), "there is no such zone"},
		{admin.Move(ctx, "village", "c"), "there is no node"},
		{admin.Drain(ctx, "c", true), "there is no node"},
	} {
		if x.err == nil || !strings.Contains(x.err.Error(), x.want) {
			t.Errorf("got %v, want %q", x.err, x.want)
		}
	}
	if !errors.Is(connected, cluster.ErrEnded) {
		t.Errorf("a wrong token: %v", connected)
	}
	nc, err := all["a"].nats.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if _, err := cluster.Start(nc, cluster.Options{Name: "a"}); err == nil || !strings.Contains(err.Error(), "another node has this name") {
		t.Errorf("the name of a node that lives: %v", err)
	}
	if _, err := cluster.Start(nc, cluster.Options{Name: "b", Lease: time.Minute}); err == nil || !strings.Contains(err.Error(), "created with 300ms") {
		t.Errorf("another lease: %v", err)
	}
	if _, err := cluster.Start(nil, cluster.Options{Name: "a", Lease: time.Millisecond}); err == nil || !strings.Contains(err.Error(), "Lease") {
		t.Errorf("a short lease: %v", err)
	}
	if _, err := cluster.Start(nil, cluster.Options{Name: "a.b"}); err == nil || !strings.Contains(err.Error(), "a.b") {
		t.Errorf("a wrong name: %v", err)
	}
	if _, err := cluster.Start(nil, cluster.Options{Name: "a", Replicas: 2}); err == nil || !strings.Contains(err.Error(), "Replicas") {
		t.Errorf("two replicas: %v", err)
	}
}
