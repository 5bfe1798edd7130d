package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/town"
)

type townCmd struct {
	Addr   string        `default:"127.0.0.1:7440" placeholder:"HOST:PORT" help:"Where the page is. Loopback only."`
	Grid   int           `default:"3" placeholder:"N" help:"Zones beside each other, and above: 3 makes 9 zones."`
	People int           `default:"60" placeholder:"N" help:"Number of people."`
	Kill   time.Duration `default:"10s" placeholder:"TIME" help:"Time between two kills of a process; 0: none is killed."`
	For    time.Duration `placeholder:"TIME" help:"End after this time, and count the people in the logs. Default: when you interrupt it."`
	Seed   uint64        `default:"1" placeholder:"N" help:"Decides the town and who is killed."`
}

// Help returns the text of --help.
func (*townCmd) Help() string {
	return `Starts three processes that share the zones of a town, lets people walk between the zones, kills one of the processes every ten seconds and starts it again, and serves a page that shows it. At the end it counts the people in the logs: each must be in one zone, once.`
}

// downTime is how long a process that was killed is gone.
const downTime = 3 * time.Second

// processes are the nodes of a town.
type processes struct {
	c    *console
	dir  string
	nats string
	self string
	town *town.Town
	lock sync.Mutex
	list []*process
}

// process is a node in a process of its own.
type process struct {
	name, addr string
	cmd        *exec.Cmd
	alive      bool
}

// Run shows the town until the user interrupts.
func (cmd *townCmd) Run(c *console) error {
	if cmd.Grid < 1 || cmd.Grid > 8 || cmd.People < 1 || cmd.People > 400 {
		return fmt.Errorf("--grid is %d and --people %d: a town has 1 to 8 zones in a row, and 1 to 400 people", cmd.Grid, cmd.People)
	}
	listen, err := net.Listen("tcp", cmd.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	defer listen.Close()
	if tcp, ok := listen.Addr().(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		return fmt.Errorf("--addr %s: the page is for this machine only", cmd.Addr)
	}
	if cmd.For > 0 {
		var stop context.CancelFunc
		c.ctx, stop = context.WithTimeout(c.ctx, cmd.For)
		defer stop()
	}
	o := town.Options{Grid: cmd.Grid, People: cmd.People, Side: 60, Speed: 9, Seed: cmd.Seed, Lease: cluster.DefaultLease}
	return withTown(c, o, func(p *processes) error {
		h := http.Server{Handler: p.town.Handler(), ReadHeaderTimeout: 10 * time.Second}
		go h.Serve(listen)
		defer h.Close()
		fmt.Fprintf(c.out, "the town is at http://%s/\n", listen.Addr())
		var all sync.WaitGroup
		defer all.Wait()
		ctx, cancel := context.WithCancel(c.ctx)
		defer cancel()
		if cmd.Kill > 0 {
			all.Go(func() { p.killAgain(ctx, cmd.Kill, cmd.Seed) })
		}
		return p.town.Run(ctx)
	})
}

// withTown starts NATS, three processes and a town on them, lets it run, and counts its people.
func withTown(c *console, o town.Options, run func(p *processes) error) error {
	dir, err := os.MkdirTemp("", "karakuri-town")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	server, err := jets.Start(filepath.Join(dir, "nats"), "127.0.0.1:0", false)
	if err != nil {
		return err
	}
	defer server.Stop()
	nc, err := server.Connect()
	if err != nil {
		return err
	}
	defer nc.Close()
	if o.Stores, err = jets.Open(nc, 1); err != nil {
		return err
	}
	p := &processes{c: c, dir: dir, nats: server.URL()}
	if p.self, err = os.Executable(); err != nil {
		return err
	}
	defer p.stop()
	for i := range 3 {
		x, err := p.add(fmt.Sprintf("n%d", i))
		if err != nil {
			return err
		}
		o.Nodes = append(o.Nodes, "http://"+x.addr)
	}
	if p.town, err = town.New(c.ctx, o); err != nil {
		return err
	}
	p.show()
	looking, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		for looking.Err() == nil {
			p.town.LookUp()
			select {
			case <-looking.Done():
			case <-time.After(o.Lease / 4):
			}
		}
	}()
	err = run(p)
	limited, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	s := p.town.State()
	if wrong := p.town.Count(limited, cluster.Engine()); wrong != nil || err != nil {
		return errors.Join(err, wrong)
	}
	fmt.Fprintf(c.out, "after %.0f s: %d processes were killed, people crossed borders %d times, and each of the %d people is in one zone, once\n", s.Seconds, s.Kills, s.Crossings, o.People)
	return nil
}

// add starts another process.
func (p *processes) add(name string) (*process, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	x := &process{name: name, addr: free.Addr().String()}
	free.Close()
	p.list = append(p.list, x)
	return x, p.start(x)
}

// start starts a process, and waits until it serves.
func (p *processes) start(x *process) error {
	x.cmd = exec.Command(p.self, "serve", "--name", x.name, "--addr", x.addr, "--nats", p.nats)
	log, err := os.OpenFile(filepath.Join(p.dir, x.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	x.cmd.Stderr = log
	out, err := x.cmd.StdoutPipe()
	if err == nil {
		err = x.cmd.Start()
	}
	if err != nil {
		return err
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		text, _ := os.ReadFile(log.Name())
		return fmt.Errorf("node %s did not start: %s %s", x.name, line, text)
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	x.alive = true
	return nil
}

// kill kills a process as kill -9 does.
func (p *processes) kill(x *process) {
	x.cmd.Process.Kill()
	x.cmd.Wait()
	p.lock.Lock()
	x.alive = false
	p.lock.Unlock()
	p.town.Note("kill", "process %s is killed", x.name)
	p.show()
}

// again starts a process that was killed.
func (p *processes) again(x *process) error {
	err := p.start(x)
	if err == nil {
		p.town.Note("start", "process %s starts again", x.name)
	} else {
		p.town.Note("kill", "%v", err)
	}
	p.show()
	return err
}

// killAgain kills a process now and then, and starts it again.
func (p *processes) killAgain(ctx context.Context, pause time.Duration, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 11))
	wait := func(d time.Duration) bool {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(d):
			return true
		}
	}
	for wait(max(0, pause-downTime)) {
		x := p.list[r.IntN(len(p.list))]
		p.kill(x)
		wait(min(pause, downTime))
		if p.again(x) != nil { // the page says why
			return
		}
	}
}

// show tells the page which processes live.
func (p *processes) show() {
	p.lock.Lock()
	defer p.lock.Unlock()
	var list []town.Node
	for _, x := range p.list {
		list = append(list, town.Node{Name: x.name, Alive: x.alive})
	}
	p.town.SetNodes(list)
}

// stop ends all processes.
func (p *processes) stop() {
	for _, x := range p.list {
		if x.cmd != nil && x.cmd.Process != nil {
			x.cmd.Process.Kill()
			x.cmd.Wait()
		}
	}
}
