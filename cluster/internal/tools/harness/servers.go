//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
)

// natsProcess is one of the NATS servers of a cluster.
type natsProcess struct {
	name          string
	addr, routing string
	cmd           *exec.Cmd
}

// serveMember runs a NATS server that forms a cluster with others, until the process is killed.
func serveMember(dir, name, addr, routing, routes string) error {
	m := jets.Member{Name: name, Dir: dir, Addr: addr, Routing: routing, Routes: strings.Split(routes, ",")}
	if _, err := m.Start(); err != nil {
		return err
	}
	fmt.Println("ready")
	select {}
}

// startServers starts a cluster of NATS servers, and waits until JetStream has a leader there.
func (h *harness) startServers() error {
	for i := range h.settings.servers {
		p := &natsProcess{name: fmt.Sprintf("nats%d", i)}
		for _, to := range []*string{&p.addr, &p.routing} {
			var err error
			if *to, err = freeAddress(); err != nil {
				return err
			}
		}
		h.servers = append(h.servers, p)
	}
	var urls []string
	for _, p := range h.servers {
		urls = append(urls, "nats://"+p.addr)
		if err := h.startServer(p); err != nil {
			return err
		}
	}
	h.natsURL = strings.Join(urls, ",")
	nc, err := nats.Connect(h.natsURL)
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	for end := time.Now().Add(time.Minute); err == nil; time.Sleep(100 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_, wrong := js.AccountInfo(ctx)
		cancel()
		if wrong == nil {
			break
		}
		if time.Now().After(end) {
			err = fmt.Errorf("JetStream has no leader: %w", wrong)
		}
	}
	return err
}

// startServer starts one of the servers.
func (h *harness) startServer(p *natsProcess) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var routes []string
	for _, x := range h.servers {
		routes = append(routes, x.routing)
	}
	p.cmd = exec.Command(self, "-nats", filepath.Join(h.dir, p.name), "-listen", p.addr, "-name", p.name, "-routing", p.routing, "-routes", strings.Join(routes, ","))
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return err
	}
	if _, err := out.Read(make([]byte, 10)); err != nil {
		return fmt.Errorf("%s did not start: %w", p.name, err)
	}
	return nil
}

// killServer kills one of the servers, and starts it again after a while.
func (h *harness) killServer(p *natsProcess, pause time.Duration) error {
	p.cmd.Process.Kill()
	p.cmd.Wait()
	time.Sleep(pause)
	return h.startServer(p)
}
