package cluster_test

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/oracle"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// TestClients: games in Python and JavaScript find their zone through any node, and survive that its owners lose NATS,
// one after the other. The oracle compares each delivery that they took, and each input is in the log once.
func TestClients(t *testing.T) {
	for name, command := range map[string][]string{
		"python": {"python3", "testdata/game.py", "../clients/python"},
		"js":     {"node", "--experimental-websocket", "--no-warnings", "testdata/game.mjs", "../../clients/js"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skipf("%v", err)
			}
			playThrough(t, command)
		})
	}
}

// member is a node that can be cut off from NATS for good.
type member struct {
	url  string
	kill func()
}

func playThrough(t *testing.T, command []string) {
	s, err := jets.Start(t.TempDir(), "", false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	members := map[string]member{}
	var urls []string
	for _, name := range []string{"a", "b", "c"} {
		nc, err := s.Connect()
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewUnstartedServer(nil)
		url := "http://" + server.Listener.Addr().String()
		n, err := cluster.Start(nc, cluster.Options{Name: name, URL: url, Token: "games", Lease: cluster.MinLease, CheckpointTime: time.Hour, History: -1})
		if err != nil {
			t.Fatal(err)
		}
		server.Config.Handler = n.Handler()
		server.Start()
		t.Cleanup(func() { n.Stop(); server.CloseClientConnections(); server.Close(); nc.Close() })
		members[name], urls = member{url, nc.Close}, append(urls, url)
	}
	admin := cluster.Admin{Node: urls[0]}
	program := "type crate max 4096\nagent villager { }"
	if err := admin.Create(t.Context(), cluster.Creation{Zone: "z", Main: "x.krk", Files: map[string][]byte{"x.krk": []byte(program)}, Options: []byte(`{"tps": 20}`)}); err != nil {
		t.Fatal(err)
	}
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	stores, err := jets.Open(nc, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	game := exec.CommandContext(ctx, command[0], append(slices.Clone(command[1:]), "z", strings.Join(urls, ","))...)
	in, err := game.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := game.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	game.Stderr = t.Output()
	if err := game.Start(); err != nil {
		t.Fatal(err)
	}
	var took []*zone.Delivery
	sent, lost, since, kills, epoch := 0, 0, 0, 0, uint64(0)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			lost++
			continue
		}
		if n, _ := fmt.Sscanf(line, "end %d", &sent); n == 1 {
			break
		}
		raw, err := hex.DecodeString(line)
		if err != nil {
			t.Fatalf("%q", line)
		}
		d, err := zone.ReadDelivery(raw)
		if err != nil {
			t.Fatal(err)
		}
		took = append(took, d)
		if since++; d.Epoch != epoch {
			epoch, since = d.Epoch, 0
		}
		if since == 20 && kills < 2 {
			kills++
			lease, _, err := zone.ReadLease(stores.KV, "z")
			if err != nil {
				t.Fatal(err)
			}
			members[lease.Node].kill()
		} else if since == 20 {
			io.WriteString(in, "end\n")
		}
	}
	if err := game.Wait(); err != nil || lines.Err() != nil || sent == 0 {
		t.Fatalf("the game: %v, %v, after %d inputs", err, lines.Err(), sent)
	}
	v, err := stores.KV.Get(zone.ZonePrefix + "z")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := zone.ReadSpec(v.Data)
	if err != nil {
		t.Fatal(err)
	}
	var log []zone.Entry
	for after := uint64(0); ; {
		e, ok, err := stores.Log.Next("z", after)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		log, after = append(log, e), e.Seq
	}
	play, err := oracle.Run(spec, zone.NewPrograms(stores.Objects), cluster.Engine(), log)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := play.Compare(took[0].From-1, took); err != nil {
		t.Error(err)
	}
	if n := play.Inputs["game"]; n < uint64(sent) || n > uint64(sent)+1 { // the last is its leave
		t.Errorf("%d inputs are in the log, and %d were sent", n, sent)
	}
	if crates := play.Machine.Crowd().World().Objects(0); len(crates) != sent {
		t.Errorf("%d crates are there, of %d", len(crates), sent)
	}
	if kills != 2 || lost < 2 || play.Epochs < 3 {
		t.Errorf("%d owners were cut off, %d connections lost, %d epochs", kills, lost, play.Epochs)
	}
	t.Logf("%d deliveries, %d inputs, %d epochs, %d lost connections", len(took), sent, play.Epochs, lost)
}
