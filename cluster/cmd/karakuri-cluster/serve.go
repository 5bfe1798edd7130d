package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
)

type serveCmd struct {
	Name            string        `placeholder:"NODE" help:"Name of the node, which no other node has. Default: the machine's name and the port."`
	Addr            string        `default:"127.0.0.1:7431" placeholder:"HOST:PORT" help:"Address to listen on, for games and for zones."`
	URL             string        `name:"url" placeholder:"URL" help:"Where games reach this node. Default: http:// or https:// and the address."`
	NATS            string        `name:"nats" placeholder:"URL" help:"NATS servers with JetStream, separated by commas. Default: one in this process."`
	Creds           string        `placeholder:"FILE" help:"Credentials for --nats."`
	NATSCA          string        `name:"nats-ca" placeholder:"FILE" help:"Certificates of authorities for TLS to --nats."`
	Replicas        int           `default:"1" placeholder:"N" help:"Copies that NATS keeps of what does not exist yet: 1, 3 or 5."`
	Data            string        `default:"karakuri-data" placeholder:"DIR" help:"Folder of the NATS in this process."`
	NATSListen      string        `name:"nats-listen" default:"127.0.0.1:4231" placeholder:"HOST:PORT" help:"Where the NATS in this process listens, for other nodes on this machine. Loopback only."`
	Sync            bool          `help:"Have the NATS in this process write each message to disk before it is confirmed."`
	Lease           time.Duration `placeholder:"TIME" help:"How long an owner must give no sign before another node takes its zones. The first node decides. Default: that of the cluster, 1.5s for a new one."`
	CheckpointTime  time.Duration `default:"30s" placeholder:"TIME" help:"Time between two checkpoints of a zone."`
	CheckpointBytes int           `default:"16777216" placeholder:"N" help:"Bytes of a zone's log after which there is a checkpoint in any case."`
	History         time.Duration `default:"5m" placeholder:"TIME" help:"How far back zones studio can look: at most 64 checkpoints."`
	TokenFile       string        `placeholder:"FILE" help:"File with the token that games must send. Needed unless only this machine can connect."`
	AdminTokenFile  string        `placeholder:"FILE" help:"File with the token for the zones commands. Needed unless only this machine can connect."`
	TLSCert         string        `name:"tls-cert" placeholder:"FILE" help:"Certificate for TLS, with --tls-key."`
	TLSKey          string        `name:"tls-key" placeholder:"FILE" help:"Private key of the certificate."`
}

// Help returns the text of --help.
func (*serveCmd) Help() string {
	return `Runs a node. Without --nats it starts a NATS server with JetStream in this process, reachable from this machine only. More nodes on this machine:

    karakuri-cluster serve
    karakuri-cluster serve --addr 127.0.0.1:7432 --nats nats://127.0.0.1:4231

More than one machine need a NATS cluster, with accounts in which only nodes may publish to karakuri.log.>:

    karakuri-cluster serve --addr 10.0.0.1:7431 --nats tls://nats-1:4222,tls://nats-2:4222 --creds node.creds --replicas 3 --token-file t --admin-token-file a

An interrupt gives all zones of the node to other nodes, each at a checkpoint. docs/cluster.md says which faults lose nothing and which can.`
}

// Validate is called by kong.
func (cmd *serveCmd) Validate() error {
	if (cmd.TLSCert == "") != (cmd.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	if cmd.NATS == "" && (cmd.Creds != "" || cmd.NATSCA != "") {
		return errors.New("--creds and --nats-ca are for --nats")
	}
	if cmd.NATS == "" && cmd.Replicas != 1 {
		return errors.New("the NATS in this process keeps one copy: --replicas needs --nats")
	}
	return nil
}

// token reads a token from a file; none: the token is empty, which only an address of this machine may have.
func token(flag, file string, local bool) (string, error) {
	if file == "" {
		if !local {
			return "", fmt.Errorf("other machines can reach --addr: %s is needed", flag)
		}
		return "", nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if t := strings.TrimSpace(string(text)); t != "" {
		return t, nil
	}
	return "", fmt.Errorf("%s contains no token", file)
}

// Run serves until the user interrupts.
func (cmd *serveCmd) Run(c *console) error {
	listen, err := net.Listen("tcp", cmd.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	defer listen.Close()
	tcp, ok := listen.Addr().(*net.TCPAddr)
	local := ok && tcp.IP.IsLoopback()
	o := cluster.Options{Name: cmd.Name, URL: cmd.URL, Replicas: cmd.Replicas, Lease: cmd.Lease, CheckpointTime: cmd.CheckpointTime, CheckpointBytes: cmd.CheckpointBytes, History: cmd.History}
	var wrong error
	o.Token, err = token("--token-file", cmd.TokenFile, local)
	o.AdminToken, wrong = token("--admin-token-file", cmd.AdminTokenFile, local)
	if err := errors.Join(err, wrong); err != nil {
		return err
	}
	scheme := "http"
	if cmd.TLSCert != "" {
		pair, err := tls.LoadX509KeyPair(cmd.TLSCert, cmd.TLSKey)
		if err != nil {
			return fmt.Errorf("--tls-cert %s with --tls-key %s: %w", cmd.TLSCert, cmd.TLSKey, err)
		}
		listen, scheme = tls.NewListener(listen, &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"http/1.1"}}), "https"
	}
	if o.URL == "" {
		if ok && tcp.IP.IsUnspecified() {
			return fmt.Errorf("--addr %s is all addresses of this machine: --url says which one games use", cmd.Addr)
		}
		o.URL = scheme + "://" + listen.Addr().String()
	}
	if o.Name == "" {
		host, _ := os.Hostname()
		o.Name = regexp.MustCompile(`[^A-Za-z0-9_-]+`).ReplaceAllString(fmt.Sprintf("%.40s-%d", host, tcp.Port), "-")
	}
	var lock sync.Mutex
	o.Report = func(line string) {
		lock.Lock()
		defer lock.Unlock()
		fmt.Fprintln(c.err, line)
	}
	type start struct {
		node *cluster.Node
		url  string
		stop func()
		err  error
	}
	started := make(chan start, 1)
	go func() {
		var s start
		var nc *nats.Conn
		if nc, s.url, s.stop, s.err = cmd.connect(o.Report); s.err == nil {
			s.node, s.err = cluster.Start(nc, o)
		}
		started <- s
	}()
	var s start
	select {
	case s = <-started:
	case <-c.ctx.Done(): // what has begun ends with the process
		return errors.New("interrupted before the node had started")
	}
	c.end = s.stop
	node, address, err := s.node, s.url, s.err
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "node %s serves at %s, with NATS at %s\n", o.Name, o.URL, address)
	return answer(c, node, listen)
}

// reconnectTime is the time between two attempts to reach a NATS server that is gone: zones stand still meanwhile.
const reconnectTime = 250 * time.Millisecond

// connect connects to NATS, or starts one.
func (cmd *serveCmd) connect(report func(string)) (nc *nats.Conn, address string, stop func(), err error) {
	if cmd.NATS == "" {
		e, err := jets.Start(cmd.Data, cmd.NATSListen, cmd.Sync)
		if err != nil {
			return nil, "", nil, err
		}
		if nc, err = e.Connect(); err != nil {
			return nil, "", e.Stop, err
		}
		return nc, e.URL() + " (in this process, files in " + cmd.Data + ")", func() { nc.Close(); e.Stop() }, nil
	}
	options := []nats.Option{nats.Name("karakuri-cluster"), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectTime), nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
		if err != nil {
			report(fmt.Sprintf("NATS is gone: %v", err))
		}
	})}
	if cmd.Creds != "" {
		options = append(options, nats.UserCredentials(cmd.Creds))
	}
	if cmd.NATSCA != "" {
		options = append(options, nats.RootCAs(cmd.NATSCA))
	}
	if nc, err = nats.Connect(cmd.NATS, options...); err != nil {
		return nil, "", nil, fmt.Errorf("--nats %s: %w", cmd.NATS, err)
	}
	return nc, cmd.NATS, nc.Close, nil
}

// answer answers until the user interrupts, and then gives the zones away.
func answer(c *console, node *cluster.Node, listen net.Listener) error {
	h := http.Server{Handler: node.Handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	done := make(chan error, 1)
	go func() { done <- h.Serve(listen) }()
	var err error
	select {
	case err = <-done:
	case <-c.ctx.Done():
	}
	if !within(time.After(stopTime), node.Stop) {
		err = errors.Join(err, fmt.Errorf("the zones were not given away in %v: other nodes take them when the leases are over", stopTime))
	}
	limited, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	h.Shutdown(limited) // connections of games were told to go elsewhere
	return err
}
