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
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// TestZoneStudio: the studio shows a zone that is played again from its log, follows it, and can look back.
func TestZoneStudio(t *testing.T) {
	s, err := jets.Start(t.TempDir(), "", false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	n, err := cluster.Start(nc, cluster.Options{Name: "a", Lease: cluster.MinLease, CheckpointTime: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Stop()
	program := "agent villager { idle stand }\naction stand"
	if err := n.Create(cluster.Creation{Zone: "z", Main: "x.krk", Files: map[string][]byte{"x.krk": []byte(program)}, Options: []byte(`{"tps": 50}`)}); err != nil {
		t.Fatal(err)
	}
	server := serverOf(t, n)
	game, err := cluster.Connect(t.Context(), cluster.ClientOptions{Nodes: []string{server}, Zone: "z"})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	var b remote.Batch
	b.Add(remote.OpSpawn, 0, 0, 0)
	if err := game.Send(t.Context(), b.Bytes()); err != nil {
		t.Fatal(err)
	}
	seen := int64(0)
	for seen < 100 {
		d, err := game.Receive(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seen = d.To
	}
	stores, err := jets.Open(nc, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p, err := openPast(ctx, stores, "z", 0, "127.0.0.1:0")
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
	if _, err := openPast(t.Context(), stores, "nowhere", 0, "127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "there is no zone") {
		t.Errorf("a zone that does not exist: %v", err)
	}
	open, err := openPast(t.Context(), stores, "z", seen, "127.0.0.1:0")
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
