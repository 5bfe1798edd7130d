package jets

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startTime is the time limit for the start of an embedded server.
const startTime = 30 * time.Second

// Embedded is a NATS server in this process.
type Embedded struct {
	server *server.Server
	lock   *os.File
}

// errLocked reports that another process uses a folder.
var errLocked = errors.New("another node uses this folder")

// lockFolder makes a folder and locks it. NATS itself would let a second server open the same files.
func lockFolder(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f, err := lockFile(filepath.Join(dir, "karakuri.lock"))
	if errors.Is(err, errLocked) {
		return nil, fmt.Errorf("--data %s: %w; give --nats with the address of that node's NATS to join it, or another --data", dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("--data %s: %w", dir, err)
	}
	return f, nil
}

// Start starts a NATS server with JetStream, which keeps its files in a folder. Addr is where it listens, on the
// loopback range only; empty: it serves this process alone. With sync every append is on disk before it is confirmed.
func Start(dir, addr string, sync bool) (e *Embedded, err error) {
	o := &server.Options{JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, SyncAlways: sync, DontListen: addr == ""}
	if addr != "" {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", addr, err)
		}
		if !tcp.IP.IsLoopback() {
			return nil, fmt.Errorf("%s is not an address of the loopback range: the embedded NATS has neither TLS nor accounts; run nats-server yourself, and give its address with --nats", addr)
		}
		o.Host, o.Port = tcp.IP.String(), tcp.Port
		if o.Port == 0 {
			o.Port = server.RANDOM_PORT
		}
	}
	lock, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			lock.Close()
		}
	}()
	s, err := start(o)
	if err != nil {
		return nil, err
	}
	return &Embedded{s, lock}, nil
}

// start starts a server, and waits until it takes connections.
func start(o *server.Options) (*server.Server, error) {
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(startTime) {
		go s.Shutdown() // of a server that has not started it may never return
		return nil, fmt.Errorf("NATS did not start within %v; its files are in %s", startTime, o.StoreDir)
	}
	if !s.JetStreamEnabled() {
		go s.Shutdown()
		return nil, errors.New("NATS started without JetStream")
	}
	return s, nil
}

// Member is a NATS server of a cluster of them on this machine, for tests. JetStream works once most of them run and
// have elected a leader.
type Member struct {
	Name, Dir     string
	Addr, Routing string   // HOST:PORT where it listens for clients, and for the others
	Routes        []string // where all of them listen for each other
}

// Start starts the server.
func (m Member) Start() (*Embedded, error) {
	o := &server.Options{ServerName: m.Name, JetStream: true, StoreDir: m.Dir, NoSigs: true, NoLog: true}
	for at, to := range map[string]func(host string, port int){
		m.Addr:    func(host string, port int) { o.Host, o.Port = host, port },
		m.Routing: func(host string, port int) { o.Cluster = server.ClusterOpts{Name: "members", Host: host, Port: port} },
	} {
		tcp, err := net.ResolveTCPAddr("tcp", at)
		if err != nil {
			return nil, err
		}
		to(tcp.IP.String(), tcp.Port)
	}
	for _, r := range m.Routes {
		u, err := url.Parse("nats://" + r)
		if err != nil {
			return nil, err
		}
		o.Routes = append(o.Routes, u)
	}
	lock, err := lockFolder(m.Dir)
	if err != nil {
		return nil, err
	}
	s, err := start(o)
	if err != nil {
		lock.Close()
		return nil, err
	}
	return &Embedded{s, lock}, nil
}

// URL returns the address of the server.
func (e *Embedded) URL() string { return e.server.ClientURL() }

// Connect returns a connection within the process.
func (e *Embedded) Connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(e.server), nats.MaxReconnects(-1))
}

// Stop stops the server and waits until it has stopped.
func (e *Embedded) Stop() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
	e.lock.Close()
}
