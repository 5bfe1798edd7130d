package jets

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startTime is the time limit for the start of an embedded server.
const startTime = 30 * time.Second

// Embedded is a NATS server in this process.
type Embedded struct{ server *server.Server }

// Start starts a NATS server with JetStream, which keeps its files in a folder. Addr is where it listens, on the
// loopback range only; empty: it serves this process alone. With sync every append is on disk before it is confirmed.
func Start(dir, addr string, sync bool) (*Embedded, error) {
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
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, fmt.Errorf("NATS did not start within %v; its files are in %s", startTime, dir)
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.New("NATS started without JetStream")
	}
	return &Embedded{s}, nil
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
}
