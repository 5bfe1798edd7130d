package main

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote/serve"
)

// wireRate is the number of ticks in a second of games over WebSocket.
const wireRate = 30

// served runs a server for a game, and returns its address.
func (g *game) served() (address string, stop func(), err error) {
	s, err := serve.New(serve.Options{Programs: map[string]*karakuri.Program{"it": g.program}})
	if err != nil {
		return "", nil, err
	}
	h := httptest.NewServer(s.Handler())
	return "ws" + strings.TrimPrefix(h.URL, "http"), func() { s.Stop(); h.Close() }, nil
}

// wired is how a game over WebSocket went.
type wired struct {
	core float64       // part of a core that both sides take together
	p99  time.Duration // of the time from a batch to its answer
	late int           // ticks that began more than a tick late
}

// overWire plays a game over WebSocket by the clock. Both sides are this process.
func (g *game) overWire() (w wired, err error) {
	address, stop, err := g.served()
	if err != nil {
		return w, err
	}
	defer stop()
	ctx := context.Background()
	c, err := serve.Connect(ctx, address, "", "it", setup, 0)
	if err != nil {
		return w, err
	}
	defer c.Close()
	var waits []time.Duration
	var began time.Time
	var worked time.Duration
	played := 0
	err = g.record.Replay(func(in []byte) ([]byte, error) {
		if played++; played == g.warm+1 {
			began, worked = time.Now(), processorTime()
		}
		if measured := played - g.warm - 1; measured > 0 {
			due := began.Add(time.Duration(measured) * time.Second / wireRate)
			if -time.Until(due) > time.Second/wireRate {
				w.late++
			}
			time.Sleep(time.Until(due))
		}
		sent := time.Now()
		if err := c.Send(ctx, in); err != nil {
			return nil, err
		}
		out, err := c.Receive(ctx)
		if played > g.warm {
			waits = append(waits, time.Since(sent))
		}
		return out, err
	})
	if err != nil {
		return w, err
	}
	slices.Sort(waits)
	w.core = float64(processorTime()-worked) / float64(time.Since(began))
	w.p99 = waits[len(waits)*99/100]
	return w, nil
}

// processorTime is what this process has used so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// pace is how Godot kept up with a game over WebSocket.
type pace struct {
	rate  float64 // ticks in a second
	write float64 // microseconds to pack one
	p99   time.Duration
}

// inGodot plays a game in Godot by the clock, with one poll a frame.
func (b *bench) inGodot(g *game) (r pace, err error) {
	address, stop, err := g.served()
	if err != nil {
		return r, err
	}
	defer stop()
	files, err := b.files(g)
	if err != nil {
		return r, err
	}
	home := filepath.Join(b.dir, "home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return r, err
	}
	cmd := exec.Command("godot3-server", "--path", b.gd, "-s", "player.gd", address, files[1], files[2], fmt.Sprint(wireRate))
	cmd.Env = append(os.Environ(), "HOME="+home)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return r, fmt.Errorf("godot3-server: %w\n%s", err, out)
	}
	_, figures, said := strings.Cut(string(out), "figures ")
	var took, p99 int64
	if _, err := fmt.Sscan(figures, &took, &r.write, &p99); err != nil || !said {
		return r, errors.New("godot3-server says no figures: " + string(out))
	}
	r.rate, r.p99 = float64(len(g.rounds))/(float64(took)/1e6), time.Duration(p99)*time.Microsecond
	return r, nil
}
