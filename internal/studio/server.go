package studio

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

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

// Server serves the studio's pages. Safe for concurrent use.
type Server struct {
	library *Library
	options Options
	ctx     context.Context
	listen  net.Listener
	http    http.Server
	hosted  bool // the server belongs to a Watch

	lock     sync.Mutex
	sessions map[string]*Session
	pages    int
}

// Listen starts to listen. Call [Server.Serve] afterwards. The end of the context ends everything. Commands use
// [Serve], which does both.
func Listen(ctx context.Context, l *Library, o Options) (*Server, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	listen, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, err
	}
	s := &Server{library: l, options: o, ctx: ctx, listen: listen, sessions: map[string]*Session{}}
	if s.options.Token == "" && !isLoopback(listen.Addr()) {
		s.options.Token = newToken()
	}
	s.http = http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	return s, nil
}

// Serve shows the files of a library in browsers. It writes the address to open to out, and returns when the context
// ends.
func Serve(ctx context.Context, l *Library, o Options, out io.Writer) error {
	s, err := Listen(ctx, l, o)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	if _, err := fmt.Fprintf(out, "studio at %s\n", s.URL()); err != nil {
		return errors.Join(err, s.listen.Close())
	}
	return s.Serve()
}

// URL returns the address to open in a browser.
func (s *Server) URL() string {
	u := "http://" + s.listen.Addr().String() + "/"
	if s.options.Token != "" {
		u += "?token=" + s.options.Token
	}
	return u
}

// Serve serves pages until the context ends. It then waits up to [MaxEnding] for the simulations to end, so that their
// recordings are complete. The error names those that have not ended by then.
func (s *Server) Serve() error {
	stop := context.AfterFunc(s.ctx, func() { s.http.Close() })
	defer stop()
	if err := s.http.Serve(s.listen); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return s.ended(time.After(MaxEnding))
}

// MaxEnding is the maximum time that Serve waits for simulations to end: far longer than a tick takes.
const MaxEnding = 10 * time.Second

// ended waits until all sessions have ended, or until late.
func (s *Server) ended(late <-chan time.Time) error {
	s.lock.Lock()
	open := slices.Collect(maps.Values(s.sessions))
	s.lock.Unlock()
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

// Handler returns the server's handler, for tests and for other servers.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ws", s.socket)
	mux.Handle("GET /", assets())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if why := s.refusal(r); why != "" {
			http.Error(w, why, http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// refusal returns why a request is refused, or "". It checks the host name even if no token is needed, so that a
// foreign page whose name resolves to this machine (DNS rebinding) is refused.
func (s *Server) refusal(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if s.options.Token == "" && !isLocalName(host) {
		return "the studio answers to localhost only"
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host != r.Host {
			return "the studio answers to its own pages only"
		}
	}
	if s.options.Token != "" && r.URL.Path == "/ws" && !sameToken(r.URL.Query().Get("token"), s.options.Token) {
		return "the token is missing or wrong: open the address that the command has printed"
	}
	return ""
}

func isLocalName(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

func sameToken(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func newToken() string {
	var b [18]byte
	rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// session returns the simulation of a file, and starts it when a page asks for it first.
func (s *Server) session(file string) (*Session, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if session := s.sessions[file]; session != nil {
		return session, nil
	}
	if s.hosted {
		return nil, errUnseen
	}
	from, err := s.library.open(file, s.options)
	if err != nil {
		return nil, err
	}
	session, err := newSession(s.ctx, s.library, from)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s.sessions[file] = session
	return session, nil
}

// admit makes a session available to pages.
func (s *Server) admit(session *Session) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.sessions[session.name] = session
}

// join counts a page. It returns false if there are too many.
func (s *Server) join() bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.pages >= MaxPages {
		return false
	}
	s.pages++
	return true
}

func (s *Server) leave() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.pages--
}
