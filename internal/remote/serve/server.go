package serve

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// Limits of a server.
const (
	// MaxPending is the maximum number of unacknowledged messages that a session keeps for a game.
	MaxPending = 1024
	// MaxPendingBytes is the size of these messages beyond which the session adds no more.
	MaxPendingBytes = 64 << 20
	// DefaultSessions, DefaultMessageBytes and DefaultKeep are the values for options that are 0.
	DefaultSessions     = 64
	DefaultMessageBytes = 16 << 20
	DefaultKeep         = time.Minute
	// sendTime is the time for sending a frame, after which the server drops the connection.
	sendTime = 10 * time.Second
)

// Options set up a server.
type Options struct {
	Programs map[string]*karakuri.Program // by the name that games ask for
	Token    string                       // that games must give; empty: none, and then only names of this machine are answered
	Origins  []string                     // hosts of pages that may connect, besides the server's own
	Sessions int                          // how many there may be at a time
	Message  int                          // the longest message of a game, in bytes
	Keep     time.Duration                // how long a session waits for a game whose connection was lost
	Record   string                       // folder for the traces of sessions; empty: they are not recorded
	Log      func(line string)            // receives what goes wrong; nil: that is not logged
	// Now returns the time since any moment, for metrics.
	Now func() time.Duration
	// Ticks returns what ticks so often in a second, for sessions whose clock is the server's, and what stops it. nil:
	// a clock.
	Ticks func(tps int) (ticks <-chan time.Time, stop func())
}

// Server serves sessions. Safe for concurrent use.
type Server struct {
	options Options
	count   metrics

	lock     sync.Mutex
	sessions map[string]*session
	stopping bool
	open     sync.WaitGroup // connections
}

// New returns a server. The error names an option out of range, or a program that cannot be run for others.
func New(o Options) (*Server, error) {
	if o.Sessions < 0 || o.Message < 0 || o.Keep < 0 {
		return nil, fmt.Errorf("serve: Options.Sessions is %d, Message %d and Keep %v; none may be below 0", o.Sessions, o.Message, o.Keep)
	}
	if o.Message > remote.MaxBatchBytes {
		return nil, fmt.Errorf("serve: Options.Message is %d; it must be at most %d", o.Message, remote.MaxBatchBytes)
	}
	if o.Sessions == 0 {
		o.Sessions = DefaultSessions
	}
	if o.Message == 0 {
		o.Message = DefaultMessageBytes
	}
	if o.Keep == 0 {
		o.Keep = DefaultKeep
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	if o.Now == nil {
		began := time.Now()
		o.Now = func() time.Duration { return time.Since(began) }
	}
	if o.Ticks == nil {
		o.Ticks = func(tps int) (<-chan time.Time, func()) {
			t := time.NewTicker(time.Second / time.Duration(tps))
			return t.C, t.Stop
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.Programs)) {
		if _, err := remote.New(o.Programs[name], remote.Options{}); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return &Server{options: o, sessions: map[string]*session{}}, nil
}

// Handler returns what answers requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/session", s.connect)
	mux.HandleFunc("GET /v1/manifest", s.manifest)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		s.lock.Lock()
		n := len(s.sessions)
		s.lock.Unlock()
		s.count.write(w, n)
	})
	outer := http.NewServeMux()
	outer.HandleFunc("GET /healthz", s.health)
	outer.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if why := s.refusal(r); why != "" {
			s.count.add(&s.count.refused, 1)
			http.Error(w, why, http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
	return outer
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	s.lock.Lock()
	stopping := s.stopping
	s.lock.Unlock()
	if stopping {
		http.Error(w, "stopping", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// refusal returns why a request is not answered; empty: it is.
func (s *Server) refusal(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	if s.options.Token == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "the server answers to localhost only, since it has no token"
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Host != r.Host && !slices.Contains(s.options.Origins, u.Host) {
			return "pages of this origin may not connect: --origin allows them"
		}
	}
	given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		given = r.URL.Query().Get("token")
	}
	if s.options.Token != "" && subtle.ConstantTimeCompare([]byte(given), []byte(s.options.Token)) != 1 {
		return "the token is missing or wrong"
	}
	return ""
}

// program returns the program that a request names; if there is one only, it needs no name.
func (s *Server) program(r *http.Request) (name string, p *karakuri.Program) {
	name = r.URL.Query().Get("program")
	if name == "" && len(s.options.Programs) == 1 {
		for only := range s.options.Programs {
			name = only
		}
	}
	return name, s.options.Programs[name]
}

func (s *Server) manifest(w http.ResponseWriter, r *http.Request) {
	_, p := s.program(r)
	if p == nil {
		http.Error(w, "there is no such program", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(remote.ManifestOf(p).JSON())
}

// Hello is the first message of a server on a connection, as JSON.
type Hello struct {
	Protocol int    `json:"protocol"`
	Session  string `json:"session"`
	Program  string `json:"program"`
	Manifest string `json:"manifest"` // its hash
	TPS      int    `json:"tps"`
	Received uint64 `json:"received"` // the last message of the game: it says again what came after
}

// session finds or makes the session that a request is for.
func (s *Server) session(r *http.Request) (*session, int, error) {
	q := r.URL.Query()
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.stopping {
		return nil, http.StatusServiceUnavailable, errStopping
	}
	if id := q.Get("session"); id != "" {
		if found := s.sessions[id]; found != nil {
			return found, 0, nil
		}
		return nil, http.StatusNotFound, errors.New("there is no such session, or it has ended")
	}
	name, p := s.program(r)
	if p == nil {
		return nil, http.StatusNotFound, fmt.Errorf("there is no program %q; there are %v", name, slices.Sorted(maps.Keys(s.options.Programs)))
	}
	if len(s.sessions) >= s.options.Sessions {
		return nil, http.StatusServiceUnavailable, fmt.Errorf("there are %d sessions already", s.options.Sessions)
	}
	o, err := remote.ReadOptions([]byte(q.Get("options")))
	if err != nil {
		return nil, http.StatusBadRequest, err
	}
	made := &session{id: randomText(), program: name, of: s, next: 1, stop: make(chan struct{}), complete: make(chan struct{})}
	o.Halt = made.halt.Load
	engine, err := remote.New(p, o)
	if err != nil {
		return nil, http.StatusBadRequest, err
	}
	made.engine = engine
	if is, want := engine.Manifest().Hash, q.Get("manifest"); want != "" && want != is {
		return nil, http.StatusConflict, fmt.Errorf("the game was built for manifest %q, but %s has manifest %q: generate its names again", clip(want), name, is)
	}
	if s.options.Record != "" {
		if err := made.record(s.options.Record); err != nil {
			return nil, http.StatusInternalServerError, err
		}
	}
	s.sessions[made.id] = made
	s.count.add(&s.count.made, 1)
	if q.Get("clock") == "server" {
		ticks, stop := s.options.Ticks(engine.Crowd().TPS())
		go made.run(ticks, stop)
	}
	return made, 0, nil
}

func randomText() string {
	var b [18]byte
	rand.Read(b[:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// NewToken returns a token that cannot be guessed.
func NewToken() string { return randomText() }

func (s *Server) forget(x *session) {
	s.lock.Lock()
	delete(s.sessions, x.id)
	s.lock.Unlock()
}

// connect speaks with a game until the connection ends.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	arrived, err := strconv.ParseUint(cmpOr(q.Get("received"), "0"), 10, 64)
	most, wrong := strconv.Atoi(cmpOr(q.Get("frame"), "0"))
	if err != nil || wrong != nil || most != 0 && most < 1024 {
		http.Error(w, "received and frame are whole numbers, and frame is 0 or from 1024", http.StatusBadRequest)
		return
	}
	asJSON := q.Get("format") == "json"
	if asJSON && most != 0 {
		http.Error(w, "frame is for binary messages; a text message is one frame: leave out frame, or format=json", http.StatusBadRequest)
		return
	}
	made := q.Get("session") == "" // by this request
	if made && arrived > 0 {
		http.Error(w, "received needs the name of a running session", http.StatusBadRequest)
		return
	}
	if !s.enter() {
		http.Error(w, errStopping.Error(), http.StatusServiceUnavailable)
		return
	}
	defer s.open.Done()
	x, status, err := s.session(r)
	if err != nil {
		s.count.add(&s.count.refused, 1)
		http.Error(w, err.Error(), status)
		return
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: []string{"*"}, CompressionMode: websocket.CompressionDisabled}) // origins are judged above
	if err != nil {
		if made {
			x.end("no connection came about")
		}
		return
	}
	defer conn.CloseNow()
	s.count.add(&s.count.connections, 1)
	conn.SetReadLimit(int64(s.options.Message) + headBytes)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := &connection{session: x, socket: conn, json: asJSON, most: most}
	c.link = &link{wake: make(chan struct{}, 1), close: func(reason string) { go c.end(reason, cancel) }}
	received, err := x.attach(c.link, arrived)
	if err != nil {
		if made { // no client knows its name
			x.end(err.Error())
		}
		conn.Close(websocket.StatusPolicyViolation, clip(err.Error()))
		return
	}
	hello, _ := json.Marshal(Hello{remote.Protocol, x.id, x.program, x.engine.Manifest().Hash, x.engine.Crowd().TPS(), received})
	if c.write(ctx, websocket.MessageText, hello) == nil {
		go c.send(ctx, cancel)
		c.listen(ctx, cancel)
	}
	x.detach(c.link)
}

// errStopping is why nothing new begins.
var errStopping = errors.New("the server is stopping")

// enter counts a connection that begins; false: the server is stopping.
func (s *Server) enter() bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if !s.stopping {
		s.open.Add(1)
	}
	return !s.stopping
}

func cmpOr(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// Stop ends all sessions and connections, and returns when they have ended, so that their recordings are complete. It
// waits for the current tick of a batch.
func (s *Server) Stop() {
	s.lock.Lock()
	s.stopping = true
	all := slices.Collect(maps.Values(s.sessions))
	s.lock.Unlock()
	for _, x := range all {
		go x.end("the server stops")
	}
	for _, x := range all {
		<-x.complete
	}
	s.open.Wait()
}
