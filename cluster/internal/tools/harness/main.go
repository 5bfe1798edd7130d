//go:build unix

// Command harness runs a NATS server and three nodes as processes of their own, kills and freezes nodes, cuts and slows
// their links to NATS, ends all processes at once, while games play, and then asks the oracle:
//
//	go run ./internal/tools/harness -for 60s -seed 1
//
// With -servers 3 there is a cluster of three NATS servers, one of which is killed now and then.
// It prints how long games heard nothing after each fault. It needs a system that has SIGKILL, SIGSTOP and SIGCONT.
//
// With -calm there are no faults, and it prints what a tick of a zone costs; -nodes 1 runs one node, to compare.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// settings say what a run is like.
type settings struct {
	duration              time.Duration // how long faults happen
	seed                  uint64
	nodes, servers, zones int
	lease                 time.Duration
	calm, synced          bool
	only                  string // kind of faults; empty: all
}

func main() {
	var s settings
	flag.DurationVar(&s.duration, "for", time.Minute, "how long faults happen")
	flag.Uint64Var(&s.seed, "seed", 1, "decides the faults")
	flag.IntVar(&s.zones, "zones", 6, "number of zones")
	flag.IntVar(&s.nodes, "nodes", 3, "number of nodes")
	flag.DurationVar(&s.lease, "lease", cluster.DefaultLease, "lease of the nodes")
	flag.BoolVar(&s.calm, "calm", false, "no faults: print what a tick of a zone costs")
	flag.StringVar(&s.only, "only", "", "the only kind of faults: killed, frozen, cut, slow, jumps, upgrade, all or nats; server with -servers 3; disk or power, as root")
	flag.BoolVar(&s.synced, "sync", false, "the NATS server writes each message to disk before it confirms it")
	dir := flag.String("nats", "", "run a NATS server with its files in this folder, and nothing else")
	listen := flag.String("listen", "", "where that server listens")
	flag.IntVar(&s.servers, "servers", 1, "NATS servers: 1, or 3 with three copies of everything, one of which is killed now and then")
	name := flag.String("name", "", "name of that server, if it is one of a cluster")
	routing := flag.String("routing", "", "where it listens for the others")
	routes := flag.String("routes", "", "where all of them do")
	flag.Parse()
	var err error
	switch {
	case *name != "":
		err = serveMember(*dir, *name, *listen, *routing, *routes)
	case *dir != "":
		err = serveNATS(*dir, *listen, s.synced)
	default:
		err = run(s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "harness:", err)
		os.Exit(1)
	}
}

type harness struct {
	settings
	dir, nats string // nats: HOST:PORT
	server    *exec.Cmd
	servers   []*natsProcess // of a NATS cluster; none: server is the only one
	natsURL   string         // of all of these
	disk      string         // mounted for NATS; empty: none
	image     string         // the file that it is in, if it can lose power
	history   time.Duration  // how far back zones are kept; 0: as nodes do
	upgrades  int            // that were asked for
	follow    *follower
	js        jetstream.JetStream
	nodes     []*process
	games     []*game
	began     time.Time
}

// zoneTPS is the number of ticks a second of every zone, and zoneOptions are its options.
const zoneTPS = 10

var zoneOptions = fmt.Appendf(nil, `{"tps": %d, "seed": 5}`, zoneTPS)

// run starts everything, makes faults while games play, and judges what came of it.
func run(s settings) error {
	h, err := newHarness(s)
	if err != nil {
		return err
	}
	defer h.close()
	if err := h.startAll(); err != nil {
		return err
	}
	nc, err := h.connect()
	if err != nil {
		return err
	}
	defer nc.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	h.follow = &follower{logs: map[string][]zone.Entry{}}
	if err := h.follow.begin(ctx, h.js); err != nil {
		return err
	}
	if err := h.createZones(ctx); err != nil {
		return err
	}
	var playing sync.WaitGroup
	quiet, silence := context.WithCancel(ctx)
	defer silence()
	for _, g := range h.games {
		playing.Go(func() { g.play(ctx, quiet) })
	}
	if h.calm {
		err = h.measure()
	} else {
		h.note("faults begin, from seed %d, for %v; the verdict comes up to a minute later", h.seed, h.duration)
		err = h.makeFaults(ctx, rand.New(rand.NewPCG(h.seed, 99)))
	}
	if err != nil {
		return err
	}
	silence() // games send no more, and wait for all answers
	if h.only == "power" && !h.synced {
		time.Sleep(lossTime)
		cancel()
		playing.Wait()
		return h.judgeLoss(nc)
	}
	if err := h.settle(&playing); err != nil {
		return err
	}
	cancel()
	return h.judge(nc)
}

// newHarness builds the command of the nodes and the disk of NATS. Whoever has it closes it.
func newHarness(s settings) (_ *harness, err error) {
	dir, err := os.MkdirTemp("", "karakuri-harness")
	if err != nil {
		return nil, err
	}
	h := &harness{settings: s, dir: dir, began: time.Now()}
	defer func() {
		if err != nil {
			h.close()
		}
	}()
	build := exec.Command("go", "build", "-tags", "jumps", "-o", filepath.Join(dir, "karakuri-cluster"), "./cmd/karakuri-cluster")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	if h.nats, err = freeAddress(); err != nil {
		return nil, err
	}
	if mount := map[string]func() error{"disk": h.mountDisk, "power": h.mountPower}[s.only]; mount != nil {
		if err := mount(); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// startAll starts NATS and the nodes. An interrupt ends them, and this process.
func (h *harness) startAll() error {
	start := h.startNATS
	if h.settings.servers > 1 {
		start = h.startServers
	}
	if err := start(); err != nil {
		return err
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		h.close()
		os.Exit(130)
	}()
	return h.startNodes()
}

// close ends all processes, and removes what they wrote.
func (h *harness) close() {
	h.stop()
	h.unmountDisk()
	os.RemoveAll(h.dir)
}

func (h *harness) note(format string, args ...any) {
	fmt.Printf("%7.2fs %s\n", time.Since(h.began).Seconds(), fmt.Sprintf(format, args...))
}
