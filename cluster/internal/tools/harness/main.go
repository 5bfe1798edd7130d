//go:build unix

// Command harness runs a NATS server and three nodes as processes of their own, kills and freezes nodes, cuts and slows
// their links to NATS, ends all processes at once, while games play, and then asks the oracle:
//
//	go run ./internal/tools/harness -for 60s -seed 1
//
// With -servers 3 there is a cluster of three NATS servers, one of which is killed now and then.
// It prints how long games heard nothing after each fault. It needs a system that has SIGKILL, SIGSTOP and SIGCONT.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/oracle"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

const program = `
type person max 2048
sense sight { range 8 }
memory short { span 20s }
type place = { home, shop, office }
const price = 5
state agent { hungry: bool; has_meal: bool; money: int 0..100 = 0 }
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

func main() {
	duration := flag.Duration("for", time.Minute, "how long faults happen")
	seed := flag.Uint64("seed", 1, "decides the faults")
	zones := flag.Int("zones", 6, "number of zones")
	lease := flag.Duration("lease", cluster.DefaultLease, "lease of the nodes")
	none := flag.Bool("calm", false, "no faults")
	only := flag.String("only", "", "the only kind of faults: killed, frozen, cut, slow, jumps, upgrade, all or nats; server with -servers 3; disk or power, as root")
	synced := flag.Bool("sync", false, "the NATS server writes each message to disk before it confirms it")
	dir := flag.String("nats", "", "run a NATS server with its files in this folder, and nothing else")
	listen := flag.String("listen", "", "where that server listens")
	servers := flag.Int("servers", 1, "NATS servers: 1, or 3 with three copies of everything, one of which is killed now and then")
	name := flag.String("name", "", "name of that server, if it is one of a cluster")
	routing := flag.String("routing", "", "where it listens for the others")
	routes := flag.String("routes", "", "where all of them do")
	flag.Parse()
	if *name != "" {
		if err := serveMember(*dir, *name, *listen, *routing, *routes); err != nil {
			fmt.Fprintln(os.Stderr, "harness:", err)
			os.Exit(1)
		}
	}
	if *dir != "" {
		if _, err := jets.Start(*dir, *listen, *synced); err != nil {
			fmt.Fprintln(os.Stderr, "harness:", err)
			os.Exit(1)
		}
		fmt.Println("ready")
		select {}
	}
	if err := run(*duration, *seed, *zones, *servers, *lease, *none, *synced, *only); err != nil {
		fmt.Fprintln(os.Stderr, "harness:", err)
		os.Exit(1)
	}
}

// process is a node.
type process struct {
	name, addr string
	link       *proxy // to NATS
	cmd        *exec.Cmd
}

type harness struct {
	dir, nats string // nats: HOST:PORT
	server    *exec.Cmd
	servers   []*natsProcess // of a NATS cluster; none: server is the only one
	natsURL   string         // of all of these
	disk      string         // mounted for NATS; empty: none
	image     string         // the file that it is in, if it can lose power
	history   time.Duration  // how far back zones are kept; 0: as nodes do
	sync      bool           // NATS syncs each message
	upgrades  int            // that were asked for
	follow    *follower
	js        jetstream.JetStream
	lease     time.Duration
	nodes     []*process
	games     []*game
	began     time.Time
}

func run(duration time.Duration, seed uint64, zones, servers int, lease time.Duration, calm, synced bool, only string) error {
	dir, err := os.MkdirTemp("", "karakuri-harness")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	build := exec.Command("go", "build", "-tags", "jumps", "-o", filepath.Join(dir, "karakuri-cluster"), "./cmd/karakuri-cluster")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	free.Close()
	h := &harness{dir: dir, nats: free.Addr().String(), lease: lease, sync: synced, began: time.Now()}
	defer func() {
		h.stop()
		h.unmountDisk()
	}()
	if mount := map[string]func() error{"disk": h.mountDisk, "power": h.mountPower}[only]; mount != nil {
		if err := mount(); err != nil {
			return err
		}
	}
	if servers > 1 {
		err = h.startServers(servers)
	} else {
		err = h.startNATS()
	}
	if err != nil {
		return err
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		h.stop()
		os.Exit(130)
	}()
	if err := h.startNodes(); err != nil {
		return err
	}
	nc, err := nats.Connect(cmp.Or(h.natsURL, "nats://"+h.nats), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		return err
	}
	defer nc.Close()
	if h.js, err = jetstream.New(nc); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	h.follow = &follower{logs: map[string][]zone.Entry{}}
	if err := h.follow.begin(ctx, h.js); err != nil {
		return err
	}
	options := []byte(`{"tps": 10, "seed": 5}`)
	if err := h.createZones(ctx, zones, seed, options); err != nil {
		return err
	}
	var playing sync.WaitGroup
	quiet, silence := context.WithCancel(ctx)
	defer silence()
	for _, g := range h.games {
		playing.Go(func() { g.play(ctx, quiet) })
	}
	h.note("faults begin, from seed %d, for %v; the verdict comes up to a minute later", seed, duration)
	if err := h.faults(ctx, rand.New(rand.NewPCG(seed, 99)), duration, calm, only); err != nil {
		return err
	}
	silence() // games send no more, and wait for all answers
	lossy := only == "power" && !synced
	if lossy {
		time.Sleep(lossTime)
		cancel()
		playing.Wait()
		return h.judgeLoss(nc, options)
	}
	if err := h.settle(&playing); err != nil {
		return err
	}
	cancel()
	return h.judge(nc, options)
}

// settleTime is how long games may take, when there are no faults any more, until all that they sent is answered.
const settleTime = 2 * time.Minute

// settle waits until games have all answers. If they do not come, it says what each game waits for, and what nodes said.
func (h *harness) settle(playing *sync.WaitGroup) error {
	end := make(chan struct{})
	go func() {
		playing.Wait()
		close(end)
	}()
	select {
	case <-end:
		return nil
	case <-time.After(settleTime):
	}
	for _, g := range h.games {
		h.note("%s: %d inputs wait for answers, and nothing has come for %.1f s", g.zone, g.client.Unacknowledged(), g.longest(false).Seconds())
	}
	for _, p := range h.nodes {
		text, _ := os.ReadFile(filepath.Join(h.dir, p.name+".log"))
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		h.note("%s said last:\n%s", p.name, strings.Join(lines[max(0, len(lines)-15):], "\n"))
	}
	return fmt.Errorf("there is no verdict: %v after the last fault games still wait", settleTime)
}

// startNATS starts the NATS server, and waits until it serves.
func (h *harness) startNATS() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	h.server = exec.Command(self, "-nats", filepath.Join(h.dir, "nats"), "-listen", h.nats, fmt.Sprintf("-sync=%t", h.sync))
	h.server.Stderr = os.Stderr
	out, err := h.server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := h.server.Start(); err != nil {
		return err
	}
	if _, err := out.Read(make([]byte, 10)); err != nil {
		return fmt.Errorf("the NATS server did not start: %w", err)
	}
	return nil
}

// startNodes starts three nodes.
func (h *harness) startNodes() error {
	for i := range 3 {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		p := &process{name: fmt.Sprintf("n%d", i), addr: free.Addr().String()}
		free.Close()
		if p.link, err = newProxy(h.nats); err != nil {
			return err
		}
		h.nodes = append(h.nodes, p)
		if err := h.start(p); err != nil {
			return err
		}
	}
	return nil
}

// createZones creates the zones, each with a game.
func (h *harness) createZones(ctx context.Context, zones int, seed uint64, options []byte) error {
	admin := cluster.Admin{Node: "http://" + h.nodes[0].addr}
	for i := range zones {
		c := cluster.Creation{Zone: fmt.Sprintf("zone%d", i), Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(program)}, Options: options,
			Area: &cluster.Area{MinX: side * float64(i), MaxX: side * float64(i+1), MaxY: side, Margin: margin}}
		if err := admin.Create(ctx, c); err != nil {
			return err
		}
		g := &game{h: h, zone: c.Zone, left: c.Area.MinX, bodies: map[int64]int64{}, next: fmt.Sprintf("zone%d", (i+1)%zones), rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		h.games = append(h.games, g)
		if err := g.connect(ctx); err != nil {
			return err
		}
	}
	return nil
}

// start starts a node, and waits until it says that it serves.
func (h *harness) start(p *process) error {
	p.cmd = exec.Command(filepath.Join(h.dir, "karakuri-cluster"), "serve", "--name", p.name, "--addr", p.addr, "--nats", cmp.Or(h.natsURL, p.link.url()),
		"--replicas", strconv.Itoa(max(1, len(h.servers))), "--lease", h.lease.String(), "--checkpoint-time", "5s")
	if h.history > 0 {
		p.cmd.Args = append(p.cmd.Args, "--history", h.history.String())
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(h.dir, p.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	p.cmd.Stderr = log
	if err := p.cmd.Start(); err != nil {
		return err
	}
	if _, err := out.Read(make([]byte, 200)); err != nil {
		text, _ := os.ReadFile(log.Name())
		return fmt.Errorf("node %s did not start: %s", p.name, text)
	}
	return nil
}

func (h *harness) stop() {
	if h.server != nil && h.server.Process != nil {
		h.server.Process.Kill()
	}
	for _, p := range h.servers {
		if p.cmd != nil && p.cmd.Process != nil {
			p.cmd.Process.Kill()
		}
	}
	for _, p := range h.nodes {
		if p.cmd != nil && p.cmd.Process != nil && p.cmd.ProcessState == nil {
			p.cmd.Process.Kill()
			p.cmd.Process.Wait()
		}
	}
}

func (h *harness) note(format string, args ...any) {
	fmt.Printf("%7.2fs %s\n", time.Since(h.began).Seconds(), fmt.Sprintf(format, args...))
}

// kinds are the kinds of faults.
var kinds = []string{"killed", "frozen", "cut", "slow", "jumps", "upgrade", "all", "nats"}

// clusterKinds are those with a cluster of NATS servers, to which links have no proxy.
var clusterKinds = []string{"killed", "frozen", "jumps", "upgrade", "server"}

// faults makes faults, one after the other, and prints how long games heard nothing.
func (h *harness) faults(ctx context.Context, r *rand.Rand, duration time.Duration, calm bool, only string) error {
	for end := time.Now().Add(duration); time.Now().Before(end); {
		time.Sleep(2 * time.Second)
		if calm {
			worst := time.Duration(0)
			for _, g := range h.games {
				worst = max(worst, g.longest(true))
			}
			h.note("the longest pause of a game: %.2f s", worst.Seconds())
			continue
		}
		p := h.nodes[r.IntN(len(h.nodes))]
		for _, g := range h.games {
			g.longest(true)
		}
		kinds := kinds
		if len(h.servers) > 0 {
			kinds = clusterKinds
		}
		what, pause := kinds[r.IntN(len(kinds))], 2*h.lease+time.Duration(r.Int64N(int64(2*time.Second)))
		if only != "" {
			what = only
		}
		switch what {
		case "killed":
			p.cmd.Process.Kill()
			p.cmd.Wait()
			time.Sleep(3 * time.Second)
			if err := h.start(p); err != nil {
				return err
			}
		case "frozen":
			p.cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(pause)
			p.cmd.Process.Signal(syscall.SIGCONT)
		case "cut":
			p.link.set(true, 0)
			time.Sleep(pause)
			p.link.set(false, 0)
		case "jumps": // see clock_jumps.go
			p.cmd.Process.Signal([]os.Signal{syscall.SIGUSR1, syscall.SIGUSR2}[r.IntN(2)])
		case "upgrade":
			if err := h.upgrade(ctx); err != nil {
				return err
			}
			h.note("all zones were to continue with another program, and all nodes were started again, one after the other")
		case "power":
			if !h.sync { // it is lost once, when much was written
				time.Sleep(time.Until(end))
			}
			if err := h.losePower(ctx); err != nil {
				return err
			}
			h.note("the disk of NATS lost power, and NATS was started again")
			if !h.sync { // what was confirmed may be lost: that is looked at once
				return nil
			}
		case "slow":
			p.link.set(false, 50*time.Millisecond+time.Duration(r.Int64N(int64(400*time.Millisecond))))
			time.Sleep(pause)
			p.link.set(false, 0)
		case "server":
			if len(h.servers) == 0 {
				return errors.New("-only server needs -servers 3")
			}
			x := h.servers[r.IntN(len(h.servers))]
			if err := h.killServer(x, 2*h.lease+6*time.Second); err != nil {
				return err
			}
			h.note("%s was killed, and started again", x.name)
		case "disk":
			if err := h.fillDisk(ctx, pause); err != nil {
				return err
			}
			h.note("the disk of NATS was full for %.1f s, and NATS was started again", pause.Seconds())
		case "all", "nats":
			if err := h.restart(ctx, what == "all"); err != nil {
				return err
			}
		default:
			return fmt.Errorf("-only %s: the kinds of faults are %s", only, strings.Join(kinds, ", "))
		}
		time.Sleep(6 * time.Second)
		var gaps []string
		for _, g := range h.games {
			gaps = append(gaps, fmt.Sprintf("%.2f", g.longest(false).Seconds()))
		}
		if what == "all" {
			h.note("all processes were killed, NATS too, and started again; the longest pauses of games in seconds: %s", strings.Join(gaps, " "))
			continue
		}
		if what == "nats" {
			h.note("NATS was killed, and started again; the longest pauses of games in seconds: %s", strings.Join(gaps, " "))
			continue
		}
		if slices.Contains([]string{"server", "disk", "power", "upgrade"}, what) {
			h.note("the longest pauses of games in seconds: %s", strings.Join(gaps, " "))
			continue
		}
		if what == "jumps" {
			h.note("the clock of %s jumped; the longest pauses of games in seconds: %s", p.name, strings.Join(gaps, " "))
			continue
		}
		h.note("%s was %s; the longest pauses of games in seconds: %s", p.name, what, strings.Join(gaps, " "))
	}
	return nil
}

// upgrade has all zones continue with another program while they play, and then starts node after node again, each of
// which gives its zones away first.
func (h *harness) upgrade(ctx context.Context) error {
	h.upgrades++
	text := strings.Replace(program, "price = 5", fmt.Sprintf("price = %d", 5+h.upgrades%2), 1)
	for _, g := range h.games {
		c := cluster.Creation{Zone: g.zone, Main: "meal.krk", Files: map[string][]byte{"meal.krk": []byte(text)}}
		if err := (cluster.Admin{Node: "http://" + h.nodes[0].addr}).Upgrade(ctx, c); err != nil {
			return err
		}
	}
	for _, p := range h.nodes {
		time.Sleep(2 * time.Second)
		p.cmd.Process.Signal(os.Interrupt)
		p.cmd.Wait()
		if err := h.start(p); err != nil {
			return err
		}
	}
	return nil
}

// restart kills the NATS server, and perhaps all nodes, and starts them again with what is in the streams.
func (h *harness) restart(ctx context.Context, all bool) error {
	for _, p := range h.nodes {
		if all {
			p.cmd.Process.Kill()
			p.cmd.Wait()
		}
	}
	h.server.Process.Kill()
	h.server.Wait()
	if err := h.startNATS(); err != nil {
		return err
	}
	if err := h.follow.begin(ctx, h.js); err != nil { // before a node trims what it has not seen
		return err
	}
	for _, p := range h.nodes {
		if all {
			if err := h.start(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// side is the length of the sides of the zones' areas, which lie beside each other, and margin how far they see into
// others.
const side, margin = 40.0, 10.0

var word = remote.FloatWord

// game is a game with a zone of its own.
type game struct {
	h      *harness
	zone   string
	next   string // where it sends agents
	left   float64
	bodies map[int64]int64 // of agents
	rand   *rand.Rand
	client *cluster.Client
	took   []*zone.Delivery
	lost   int   // connections
	ended  error // why it receives nothing any more

	lock sync.Mutex
	last time.Time
	gap  time.Duration
}

func (g *game) connect(ctx context.Context) (err error) {
	var nodes []string
	for _, p := range g.h.nodes {
		nodes = append(nodes, "http://"+p.addr)
	}
	g.client, err = cluster.Connect(ctx, cluster.ClientOptions{Nodes: nodes, Zone: g.zone, Report: func(line string) {
		if strings.HasPrefix(line, "the connection was lost") {
			g.lost++
		}
	}})
	return err
}

// longest returns the longest time between two deliveries so far; reset begins anew.
func (g *game) longest(reset bool) time.Duration {
	g.lock.Lock()
	defer g.lock.Unlock()
	longest := max(g.gap, time.Since(g.last))
	if reset {
		g.gap, g.last = 0, time.Now()
	}
	return longest
}

// play sends and receives until it is quiet, and then until all is answered and some ticks more.
func (g *game) play(ctx, quiet context.Context) {
	var b remote.Batch
	for range 20 {
		b.Add(remote.OpSpawn, 0, 0, 0)
	}
	var agents []int64
	g.client.Send(ctx, b.Bytes())
	for more := 12; more > 0; { // agents on their way come within these seconds
		d, err := g.client.Receive(ctx)
		if err != nil {
			if g.ended = err; ctx.Err() == nil {
				g.h.note("%s: %v", g.zone, err)
			}
			return
		}
		g.lock.Lock()
		if !g.last.IsZero() {
			g.gap = max(g.gap, time.Since(g.last))
		}
		g.last = time.Now()
		g.lock.Unlock()
		g.took = append(g.took, d)
		b.Reset()
		for _, a := range d.Answers {
			for it := range remote.Items(a.Out) {
				if it.Op == remote.OpSpawned {
					agents, g.bodies[it.Int(1)] = append(agents, it.Int(1)), it.Int(2)
				}
			}
		}
		for it := range remote.Items(d.Out) {
			switch it.Op {
			case remote.OpStart, remote.OpRestored:
				b.Add(remote.OpReport, 0, 2, it.Int(0))
			case remote.OpSpawned: // it has come from another zone
				agents, g.bodies[it.Int(1)] = append(agents, it.Int(1)), it.Int(2)
			}
		}
		if len(agents) > 0 && g.rand.IntN(10) == 0 && quiet.Err() == nil && g.client.Transfer(ctx, agents[0], g.next) == nil {
			agents = agents[1:]
		}
		for _, id := range agents {
			if g.rand.IntN(10) == 0 {
				b.Add(remote.OpWrite, 0, 0, id, 1)
				b.Add(remote.OpBody, 0, 0, g.bodies[id], word(g.left+side*g.rand.Float64()), word(side*g.rand.Float64()), 0, 0, 0, 0, 7, word(1), 0, 0, 0, 0)
			}
		}
		if quiet.Err() != nil {
			if g.client.Unacknowledged() == 0 {
				more--
			}
			continue
		}
		if err := g.client.Send(ctx, b.Bytes()); err != nil && !errors.Is(err, cluster.ErrWindow) {
			g.h.note("%s: %v", g.zone, err)
			return
		}
	}
}

// judge asks the oracle.
func (h *harness) judge(nc *nats.Conn, options []byte) error {
	f := h.follow
	stores, err := jets.Open(nc, 1)
	if err != nil {
		return err
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	filled := 0
	for _, g := range h.games {
		n, err := f.fill(stores.Log, g.zone, func() (uint64, error) {
			c, err := zone.NewestCheckpoint(stores.KV, g.zone)
			return c.Trimmed(), err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", g.zone, err)
		}
		filled += n
	}
	if filled > 0 {
		h.note("%d messages of the log had not reached the harness, and were read from NATS", filled)
	}
	programs := zone.NewPrograms(stores.Objects)
	ticks, inputs, epochs, took, lost, upgrades := 0, 0, 0, 0, 0, 0
	agents, sent, sights := 0, 0, 0
	var machines []*zone.Machine
	for _, g := range h.games {
		list, err := stores.KV.Get(zone.ZonePrefix + g.zone)
		if err != nil {
			return err
		}
		spec, err := zone.ReadSpec(list.Data)
		if err != nil {
			return err
		}
		play, err := oracle.Run(spec, programs, cluster.Engine(), f.logs[g.zone])
		if err != nil {
			return fmt.Errorf("%s: %w", g.zone, err)
		}
		if len(g.took) == 0 {
			return fmt.Errorf("%s: the game has received nothing", g.zone)
		}
		if _, err := play.Compare(g.took[0].From-1, g.took); err != nil {
			return fmt.Errorf("%s: %w", g.zone, err)
		}
		if n := g.client.Unacknowledged(); n > 0 {
			return fmt.Errorf("%s: %d inputs are not acknowledged", g.zone, n)
		}
		ticks, epochs, took, lost = ticks+int(play.Last), epochs+play.Epochs, took+len(g.took), lost+g.lost
		machines, sights = append(machines, play.Machine), sights+play.Sights
		inputs += int(play.Inputs[g.client.Name()])
		upgrades += play.Upgrades
		if n := play.Machine.Leaving(); n > 0 {
			return fmt.Errorf("%s: %d agents are on their way", g.zone, n)
		}
		agents += play.Machine.Crowd().Len()
		for _, d := range play.Deliveries {
			for it := range remote.Items(d.Out) {
				if it.Op == remote.OpSpawned {
					sent++
				}
			}
		}
	}
	if want := 20 * len(h.games); agents != want {
		return fmt.Errorf("%d agents are there, of %d", agents, want)
	}
	if err := oracle.Neighbours(machines); err != nil {
		return err
	}
	if want := h.upgrades * len(h.games); upgrades != want {
		return fmt.Errorf("zones have continued with another program %d times, and should have %d times", upgrades, want)
	} else if want > 0 {
		h.note("zones continued with another program %d times", want)
	}
	fmt.Printf("the oracle agrees: %d zones, %d ticks, %d inputs, %d deliveries, %d epochs, %d lost connections, %d agents went to another zone, %d views of neighbours; nothing lost, nothing twice\n", len(h.games), ticks, inputs, took, epochs, lost, sent, sights)
	return nil
}
