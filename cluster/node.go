package cluster

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// Defaults and limits of options.
const (
	DefaultLease           = 1500 * time.Millisecond
	MinLease               = 300 * time.Millisecond
	DefaultCheckpointTime  = 30 * time.Second
	DefaultCheckpointBytes = 16 << 20
	DefaultHistory         = 5 * time.Minute
	// MaxZones is the maximum number of zones in a cluster: each node reads the list of all of them.
	MaxZones = 1000
	// quietTime is for how long there may be neither inputs nor commands before a message is written all the same, so
	// that games and followers see that the zone lives.
	quietTime = time.Second
	pollTime  = 100 * time.Millisecond
	// natsHead is the room that the head of a message takes in NATS.
	natsHead = 1024
)

// Options set up a node.
type Options struct {
	// Name of the node, which no other node has.
	Name string
	// URL at which games and other nodes' games reach this node: "http://10.0.0.1:7431".
	URL string
	// Token that games must give, and AdminToken that those must give who create, move and drain; empty: none.
	Token, AdminToken string
	// Replicas is the number of copies that NATS keeps; 0: 1. It counts for what does not exist yet.
	Replicas int
	// Lease is how long a zone must have been without a sign of its owner before another node takes over. The first node
	// decides it for the cluster: another one with another Lease is refused. 0: that of the cluster, or DefaultLease for
	// a new one.
	Lease time.Duration
	// CheckpointTime and CheckpointBytes are after how much time, or how many bytes of the log, a zone makes a
	// checkpoint; 0: the defaults.
	CheckpointTime  time.Duration
	CheckpointBytes int
	// History is how far back karakuri-cluster zones studio can look into a zone, at most 64 checkpoints; 0:
	// DefaultHistory, below 0: as short as possible.
	History time.Duration
	// Report receives what happens to zones; nil: nobody does. It may be called from several goroutines.
	Report func(line string)
}

var nameForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func checkName(what, name string) error {
	if !nameForm.MatchString(name) {
		return fmt.Errorf("%s %q: a name has 1 to 64 letters, digits, _ or -", what, name)
	}
	return nil
}

// Node is one node of a cluster. Safe for concurrent use.
type Node struct {
	options  Options
	zone     zone.Options
	stores   *zone.Stores
	programs *zone.Programs
	env      *wallTime
	members  *zone.Members

	lock    sync.Mutex
	keepers map[string]*zone.Keeper
	running sync.WaitGroup
}

// wallTime is real time.
type wallTime struct {
	began time.Time
	stop  chan struct{}
	once  sync.Once
}

func (w *wallTime) Now() time.Duration { return time.Since(w.began) + jump() }

func (w *wallTime) Sleep(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-w.stop:
	}
}

func (w *wallTime) Stopping() bool {
	select {
	case <-w.stop:
		return true
	default:
		return false
	}
}

func (w *wallTime) Random() uint64 {
	var b [8]byte
	rand.Read(b[:]) // it never fails
	return binary.LittleEndian.Uint64(b[:])
}

// Engine returns the version of the engine in this program. Programs that were not built from a commit or a version all
// have "devel": whether they decide the same shows only when hashes differ.
func Engine() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	version, modified := "", false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			version = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/karakuri-ai/karakuri" && version == "" && m.Replace == nil {
			version = m.Version
		}
	}
	if version == "" || modified {
		return "devel"
	}
	return version
}

// minPayload is the least limit of NATS for a message, in bytes. Records are split; an agent that moves is not.
const minPayload = zone.MaxAgentBytes + 16<<10

// Start starts a node on a connection to NATS. It waits for a lease if a node of the same name was killed. The error
// names an option that is wrong, or what NATS lacks, or says that a node of that name is alive.
func Start(nc *nats.Conn, o Options) (*Node, error) {
	if err := checkName("node", o.Name); err != nil {
		return nil, err
	}
	if o.Lease != 0 && o.Lease < MinLease {
		return nil, fmt.Errorf("Options.Lease is %v; it must be at least %v", o.Lease, MinLease)
	}
	if o.CheckpointTime == 0 {
		o.CheckpointTime = DefaultCheckpointTime
	}
	if o.CheckpointBytes == 0 {
		o.CheckpointBytes = DefaultCheckpointBytes
	}
	if o.History == 0 {
		o.History = DefaultHistory
	}
	if o.CheckpointTime < 0 || o.CheckpointBytes < 0 {
		return nil, fmt.Errorf("Options.CheckpointTime is %v and CheckpointBytes %d; neither may be below 0", o.CheckpointTime, o.CheckpointBytes)
	}
	if o.Replicas == 0 {
		o.Replicas = 1
	}
	if o.Replicas != 1 && o.Replicas != 3 && o.Replicas != 5 {
		return nil, fmt.Errorf("Options.Replicas is %d; NATS keeps 1, 3 or 5 copies", o.Replicas)
	}
	if o.Report == nil {
		o.Report = func(string) {}
	}
	if nc.MaxPayload() < minPayload {
		return nil, fmt.Errorf("NATS takes messages of %d bytes; a cluster needs a max_payload of at least %d", nc.MaxPayload(), minPayload)
	}
	stores, err := jets.Open(nc, o.Replicas)
	if err != nil {
		return nil, err
	}
	env := &wallTime{began: time.Now(), stop: make(chan struct{})}
	if o.Lease, err = zone.AgreeLease(stores.KV, env, o.Lease, DefaultLease); err != nil {
		return nil, fmt.Errorf("Options.Lease: %w", err)
	}
	n := &Node{options: o, stores: stores, programs: zone.NewPrograms(stores.Objects), env: env, keepers: map[string]*zone.Keeper{}}
	n.zone = zone.Options{Node: o.Name, URL: o.URL, Engine: Engine(), Lease: o.Lease, Poll: min(pollTime, o.Lease/3), QuietTime: quietTime,
		MessageBytes: int(nc.MaxPayload()) - natsHead, CheckpointTime: o.CheckpointTime, CheckpointBytes: o.CheckpointBytes, History: max(0, o.History), Report: o.Report}
	n.members = zone.NewMembers(stores.KV, n.env, &n.zone)
	if err := errors.Join(n.members.Join(), n.members.Beat()); err != nil {
		return nil, err
	}
	n.running.Go(n.run)
	return n, nil
}

// run says that the node is alive, and starts a keeper for each zone.
func (n *Node) run() {
	told := ""
	for !n.env.Stopping() {
		if err := n.members.Beat(); err != nil && err.Error() != told {
			told = err.Error()
			n.options.Report(told)
		}
		for _, spec := range n.members.Zones() {
			n.keep(spec)
		}
		n.env.Sleep(n.options.Lease / 4)
	}
}

// keep starts a keeper for a zone if there is none.
func (n *Node) keep(spec zone.Spec) {
	n.lock.Lock()
	defer n.lock.Unlock()
	if n.keepers[spec.Zone] != nil || n.env.Stopping() {
		return
	}
	k := &zone.Keeper{Spec: spec, Stores: n.stores, Programs: n.programs, Env: n.env, Options: &n.zone}
	k.Role = func() zone.Role { return n.members.Role(spec.Zone) }
	k.Able = func(able bool) { n.members.SetAble(spec.Zone, able) }
	k.Moves = func() []zone.Value { return n.members.Moves(spec.Zone) }
	k.Exists, k.Zones = n.members.Exists, n.members.Zones
	k.Desired = func() string { return n.members.Desired(spec.Zone) }
	n.keepers[spec.Zone] = k
	n.running.Go(func() { k.Run(func() bool { return false }) })
}

// keeper returns the keeper of a zone, which may have been created a moment ago; nil: there is no such zone.
func (n *Node) keeper(name string) *zone.Keeper {
	n.lock.Lock()
	found := n.keepers[name]
	n.lock.Unlock()
	if found != nil || checkName("zone", name) != nil || n.env.Stopping() {
		return found
	}
	v, err := n.stores.KV.Get(zone.ZonePrefix + name)
	var spec zone.Spec
	if err != nil || json.Unmarshal(v.Data, &spec) != nil {
		return nil
	}
	n.keep(spec)
	n.lock.Lock()
	defer n.lock.Unlock()
	return n.keepers[name]
}

// Stop gives all zones of the node away, each at a checkpoint, and returns when that is done.
func (n *Node) Stop() {
	n.lock.Lock() // no keeper starts from now on
	n.env.once.Do(func() { close(n.env.stop) })
	n.lock.Unlock()
	n.running.Wait()
	if err := n.members.Leave(); err != nil {
		n.options.Report(err.Error())
	}
}

var errNoZone = errors.New("there is no such zone")
