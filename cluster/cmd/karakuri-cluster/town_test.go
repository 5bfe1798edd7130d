package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/town"
)

// TestMain runs a node when a town starts this program as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		os.Exit(run(os.Args[1:], &console{out: os.Stdout, err: os.Stderr, ctx: context.Background()}))
	}
	os.Exit(m.Run())
}

// TestTown: people walk between the zones of three processes, one of which is killed and started again. The zones
// continue in new epochs, people go on crossing borders, and in the end each is in one zone, once.
func TestTown(t *testing.T) {
	var out bytes.Buffer
	c := &console{out: &out, err: &out, ctx: t.Context()}
	o := town.Options{Grid: 2, People: 12, Side: 20, Speed: 40, Seed: 5, Lease: cluster.DefaultLease}
	err := withTown(c, o, func(p *processes) error {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.town.Run(ctx) }()
		defer func() { cancel(); <-ended }()
		crossed := func(n int) error {
			return p.town.Wait(ctx, func(s *town.State) bool { return s.Crossings >= n })
		}
		if err := crossed(5); err != nil {
			return err
		}
		p.town.LookUp()
		before := p.town.State()
		owner := before.Zones[0].Owner
		for _, x := range p.list {
			if x.name == owner {
				p.kill(x)
				defer p.again(x)
			}
		}
		if err := p.town.Wait(ctx, func(s *town.State) bool {
			for i, z := range s.Zones {
				if before.Zones[i].Owner == owner && z.Epoch == before.Zones[i].Epoch {
					return false
				}
			}
			return true
		}); err != nil {
			return err
		}
		if err := crossed(p.town.State().Crossings + 5); err != nil {
			return err
		}
		page := httptest.NewRecorder()
		p.town.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/state", nil))
		var s town.State
		if err := json.Unmarshal(page.Body.Bytes(), &s); err != nil || len(s.Zones) != 4 || len(s.People) != 12 || s.Kills != 1 || !strings.Contains(page.Body.String(), "continues in epoch") {
			t.Errorf("%v: %s", err, page.Body)
		}
		return nil
	})
	if err != nil || !strings.Contains(out.String(), "each of the 12 people is in one zone, once") {
		t.Errorf("%v\n%s", err, &out)
	}
	page := httptest.NewRecorder()
	(&town.Town{}).Handler().ServeHTTP(page, httptest.NewRequest("GET", "/", nil))
	if !strings.Contains(page.Body.String(), "A town of many zones") {
		t.Error("there is no page")
	}
}
