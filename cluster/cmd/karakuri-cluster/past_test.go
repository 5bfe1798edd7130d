package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// standing is a zone with a game that has brought one villager in.
type standing struct {
	stores *zone.Stores
	node   *cluster.Node
	server string
	game   *cluster.Client
	tick   int64 // that the game has received
}

const stands = "const rest = 1\nagent villager { idle stand }\naction stand"

func newStanding(t *testing.T) *standing {
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
	z := &standing{}
	if z.node, err = cluster.Start(nc, cluster.Options{Name: "a", Lease: cluster.MinLease, CheckpointTime: 200 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(z.node.Stop)
	if err := z.node.Create(z.creation(stands)); err != nil {
		t.Fatal(err)
	}
	z.server = serverOf(t, z.node)
	if z.game, err = cluster.Connect(t.Context(), cluster.ClientOptions{Nodes: []string{z.server}, Zone: "z"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { z.game.Close() })
	var b remote.Batch
	b.Add(remote.OpSpawn, 0, 0, 0)
	if err := z.game.Send(t.Context(), b.Bytes()); err != nil {
		t.Fatal(err)
	}
	if z.stores, err = jets.Open(nc, 1); err != nil {
		t.Fatal(err)
	}
	return z
}

// creation is the zone with a program.
func (z *standing) creation(program string) cluster.Creation {
	return cluster.Creation{Zone: "z", Main: "x.krk", Files: map[string][]byte{"x.krk": []byte(program)}, Options: []byte(`{"tps": 50}`)}
}

// receive receives until a tick.
func (z *standing) receive(t *testing.T, tick int64) {
	for z.tick < tick {
		d, err := z.game.Receive(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		z.tick = d.To
	}
}

// TestZoneStudioFollowsPrograms: where a zone continues with another program, the studio goes on with it at the same
// address.
func TestZoneStudioFollowsPrograms(t *testing.T) {
	z := newStanding(t)
	z.receive(t, 50)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p, err := openPast(ctx, z.stores, "z", 0, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url, before, upgraded, crossed := p.watch.URL(), p.m.Program(), false, int64(0)
	p.crossed = func(tick int64) { crossed = tick }
	p.ticked = func() {
		switch at := p.m.Crowd().Tick(); {
		case at < 50 || crossed > 0 && at < crossed+20:
		case crossed > 0:
			cancel()
		case !upgraded:
			upgraded = true
			if err := (cluster.Admin{Node: z.server}).Upgrade(ctx, z.creation(strings.Replace(stands, "1", "2", 1))); err != nil {
				t.Error(err)
				cancel()
			}
		}
	}
	if err := p.run(ctx); err != nil {
		t.Fatal(err)
	}
	if crossed == 0 || p.m.Program() == before || p.watch.URL() != url || p.m.Crowd().Len() != 1 {
		t.Errorf("from tick %d on, at %s and not %s, with %d agents", crossed, p.watch.URL(), url, p.m.Crowd().Len())
	}
	if p.m.Rollback(p.begin) != nil || p.m.Crowd().Tick() != crossed {
		t.Errorf("it is taken back to tick %d, and not %d", p.m.Crowd().Tick(), crossed)
	}
}

// TestZoneStudio: the studio shows a zone that is played again from its log, follows it, and can look back.
func TestZoneStudio(t *testing.T) {
	z := newStanding(t)
	const seen = 100
	z.receive(t, seen)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p, err := openPast(ctx, z.stores, "z", 0, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	first := p.m.Crowd().Tick()
	p.ticked = func() {
		if p.m.Crowd().Tick() >= max(seen, first+100) {
			cancel()
		}
	}
	if err := p.run(ctx); err != nil {
		t.Fatal(err)
	}
	if p.m.Crowd().Len() != 1 || p.m.Crowd().Tick() < seen {
		t.Errorf("%d agents in tick %d", p.m.Crowd().Len(), p.m.Crowd().Tick())
	}
	if _, err := openPast(t.Context(), z.stores, "nowhere", 0, "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "there is no zone") {
		t.Errorf("a zone that does not exist: %v", err)
	}
	open, err := openPast(t.Context(), z.stores, "z", seen, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	page, err := http.Get(open.watch.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	if text, _ := io.ReadAll(page.Body); page.StatusCode != 200 || !strings.Contains(string(text), "<html") {
		t.Errorf("%d: %.200s", page.StatusCode, text)
	}
}
