package studio

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/karakuri-ai/karakuri/internal/impact"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// MaxPages is the maximum number of open pages.
const MaxPages = 64

// Options set up a server.
type Options struct {
	// Addr is the address to listen on, as in "127.0.0.1:7420"; port 0 picks a free port.
	Addr string
	// Token is the secret that requests must contain, if it is not empty. Listen makes one itself if other machines can
	// reach the address.
	Token string
	// Seed seeds simulations until a page requests another seed.
	Seed uint64
	// Agents is the number of agents in the small world; 0: one of each kind.
	Agents int
	// TPS is the number of ticks per second; 0: that of the scene, or 10 in the small world.
	TPS int
	// Worlds are games of your own. A file without a scene runs in the first world that it fits into.
	Worlds []World
}

// check returns an error that names an option out of range, its value and the range, or nil.
func (o *Options) check() error {
	for _, n := range []struct {
		name        string
		value, most int
	}{{"Agents", o.Agents, MaxAgents}, {"TPS", o.TPS, agent.MaxTPS}} {
		if n.value < 0 || n.value > n.most {
			return fmt.Errorf("studio: Options.%s is %d; it must be from 0 to %d", n.name, n.value, n.most)
		}
	}
	return nil
}

// MaxAgents is the maximum number of agents in the small world.
const MaxAgents = 10_000

// Host has the simulations that pages watch, one for each file. Pages reach it by a [Server], or, where the host is
// part of the page, by [Host.Attend]. Safe for concurrent use.
type Host struct {
	library *Library
	options Options
	ctx     context.Context
	hosted  bool // the host belongs to a Watch

	room impact.Room // of what comparisons keep

	lock      sync.Mutex
	sessions  map[string]*Session
	films     map[string]*impact.Source // recordings that were played again
	preparing map[string]*preparing     // by session
	pages     int
}

// NewHost returns the host of the files of a library. The end of the context ends everything. It ignores the options
// Addr and Token.
func NewHost(ctx context.Context, l *Library, o Options) (*Host, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return &Host{library: l, options: o, ctx: ctx, sessions: map[string]*Session{}, films: map[string]*impact.Source{}, preparing: map[string]*preparing{}}, nil
}

// MaxEnding is the maximum time that Serve waits for simulations to end: far longer than a tick takes.
const MaxEnding = 10 * time.Second

// ended waits until all sessions have ended, or until late.
func (h *Host) ended(late <-chan time.Time) error {
	h.lock.Lock()
	open := slices.Collect(maps.Values(h.sessions))
	h.lock.Unlock()
	var wrong error
	for _, session := range open {
		select {
		case <-session.done:
			continue
		default:
		}
		select {
		case <-session.done:
		case <-late:
			late = closed
			wrong = errors.Join(wrong, fmt.Errorf("the simulation of %s has not ended within %v", session.name, MaxEnding))
		}
	}
	return wrong
}

// closed is a channel that does not wait.
var closed = func() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}()

// session returns the simulation of a file, and starts it when a page asks for it first.
func (h *Host) session(file string) (*Session, error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	if session := h.sessions[file]; session != nil {
		return session, nil
	}
	if h.hosted {
		return nil, errUnseen
	}
	from, err := h.library.open(file, h.options)
	if err != nil {
		return nil, err
	}
	session, err := newSession(h.ctx, h.library, from)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	h.sessions[file] = session
	return session, nil
}

// admit makes a session available to pages.
func (h *Host) admit(session *Session) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.sessions[session.name] = session
}

// join counts a page. It returns false if there are too many.
func (h *Host) join() bool {
	h.lock.Lock()
	defer h.lock.Unlock()
	if h.pages >= MaxPages {
		return false
	}
	h.pages++
	return true
}

func (h *Host) leave() {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.pages--
}
