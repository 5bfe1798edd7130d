//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/karakuri-ai/karakuri/cluster"
)

// fault is something that goes wrong for a while with a node, or with NATS. It returns what is told of it.
type fault func(h *harness, ctx context.Context, p *process, r *rand.Rand) (what string, err error)

var faults = map[string]fault{
	"killed": func(h *harness, _ context.Context, p *process, _ *rand.Rand) (string, error) {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		time.Sleep(3 * time.Second)
		return p.name + " was killed", h.start(p)
	},
	"frozen": func(h *harness, _ context.Context, p *process, r *rand.Rand) (string, error) {
		p.cmd.Process.Signal(syscall.SIGSTOP)
		time.Sleep(h.pause(r))
		p.cmd.Process.Signal(syscall.SIGCONT)
		return p.name + " was frozen", nil
	},
	"cut": func(h *harness, _ context.Context, p *process, r *rand.Rand) (string, error) {
		p.link.set(true, 0)
		time.Sleep(h.pause(r))
		p.link.set(false, 0)
		return p.name + " was cut", nil
	},
	"slow": func(h *harness, _ context.Context, p *process, r *rand.Rand) (string, error) {
		pause := h.pause(r)
		p.link.set(false, 50*time.Millisecond+time.Duration(r.Int64N(int64(400*time.Millisecond))))
		time.Sleep(pause)
		p.link.set(false, 0)
		return p.name + " was slow", nil
	},
	"jumps": func(_ *harness, _ context.Context, p *process, r *rand.Rand) (string, error) { // see clock_jumps.go
		p.cmd.Process.Signal([]os.Signal{syscall.SIGUSR1, syscall.SIGUSR2}[r.IntN(2)])
		return "the clock of " + p.name + " jumped", nil
	},
	"upgrade": func(h *harness, ctx context.Context, _ *process, _ *rand.Rand) (string, error) {
		return "all zones were to continue with another program, and all nodes were started again, one after the other", h.upgrade(ctx)
	},
	"server": func(h *harness, _ context.Context, _ *process, r *rand.Rand) (string, error) {
		if len(h.servers) == 0 {
			return "", errors.New("-only server needs -servers 3")
		}
		x := h.servers[r.IntN(len(h.servers))]
		return x.name + " was killed, and started again", h.killServer(x, 2*h.lease+6*time.Second)
	},
	"disk": func(h *harness, ctx context.Context, _ *process, r *rand.Rand) (string, error) {
		pause := h.pause(r)
		return fmt.Sprintf("the disk of NATS was full for %.1f s, and NATS was started again", pause.Seconds()), h.fillDisk(ctx, pause)
	},
	"power": func(h *harness, ctx context.Context, _ *process, _ *rand.Rand) (string, error) {
		return "the disk of NATS lost power, and NATS was started again", h.losePower(ctx)
	},
	"nats": func(h *harness, ctx context.Context, _ *process, _ *rand.Rand) (string, error) {
		return "NATS was killed, and started again", h.restart(ctx, false)
	},
	"all": func(h *harness, ctx context.Context, _ *process, _ *rand.Rand) (string, error) {
		return "all processes were killed, NATS too, and started again", h.restart(ctx, true)
	},
}

// kinds are the kinds of faults that need nothing special, and clusterKinds those with a cluster of NATS servers, to
// which links have no proxy.
var (
	kinds        = []string{"killed", "frozen", "cut", "slow", "jumps", "upgrade", "all", "nats"}
	clusterKinds = []string{"killed", "frozen", "jumps", "upgrade", "server"}
)

// pause is how long something lasts that must outlast a lease.
func (h *harness) pause(r *rand.Rand) time.Duration {
	return 2*h.lease + time.Duration(r.Int64N(int64(2*time.Second)))
}

// makeFaults makes faults, one after the other, and prints how long games heard nothing.
func (h *harness) makeFaults(ctx context.Context, r *rand.Rand) error {
	kinds := kinds
	if len(h.servers) > 0 {
		kinds = clusterKinds
	}
	if h.only != "" {
		kinds = []string{h.only}
	}
	once := h.only == "power" && !h.synced // what was confirmed may be lost: that is looked at when much was written
	for end := time.Now().Add(h.duration); time.Now().Before(end); {
		time.Sleep(2 * time.Second)
		if once {
			time.Sleep(time.Until(end))
		}
		node, kind := h.nodes[r.IntN(len(h.nodes))], kinds[r.IntN(len(kinds))]
		f := faults[kind]
		if f == nil {
			return fmt.Errorf("-only %s: the kinds of faults are %s", kind, strings.Join(slices.Sorted(maps.Keys(faults)), ", "))
		}
		h.pauses(true)
		what, err := f(h, ctx, node, r)
		if err != nil {
			return err
		}
		if once {
			h.note("%s", what)
			return nil
		}
		time.Sleep(6 * time.Second)
		h.note("%s; the longest pauses of games in seconds: %s", what, h.pauses(false))
	}
	return nil
}

// pauses are how long each game heard nothing at most, in seconds; reset begins anew.
func (h *harness) pauses(reset bool) string {
	var list []string
	for _, g := range h.games {
		list = append(list, fmt.Sprintf("%.2f", g.longest(reset).Seconds()))
	}
	return strings.Join(list, " ")
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
