//go:build unix

package main

import (
	"cmp"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
)

// process is a node.
type process struct {
	name, addr string
	link       *proxy // to NATS
	cmd        *exec.Cmd
}

// serveNATS runs a NATS server until the process is killed.
func serveNATS(dir, listen string, synced bool) error {
	if _, err := jets.Start(dir, listen, synced); err != nil {
		return err
	}
	fmt.Println("ready")
	select {}
}

// startNATS starts the NATS server, and waits until it serves.
func (h *harness) startNATS() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	h.server = exec.Command(self, "-nats", filepath.Join(h.dir, "nats"), "-listen", h.nats, fmt.Sprintf("-sync=%t", h.synced))
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

// startNodes starts the nodes.
func (h *harness) startNodes() error {
	for i := range h.settings.nodes {
		addr, err := freeAddress()
		if err != nil {
			return err
		}
		p := &process{name: fmt.Sprintf("n%d", i), addr: addr}
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

// connect opens the harness's own connection to NATS.
func (h *harness) connect() (*nats.Conn, error) {
	nc, err := nats.Connect(cmp.Or(h.natsURL, "nats://"+h.nats), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		return nil, err
	}
	h.js, err = jetstream.New(nc)
	return nc, err
}

// freeAddress returns an address of this machine where nobody listens.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
