package cluster

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

const (
	// MaxQueuedBytes is the size of what waits to be sent to a game beyond which its connection is closed.
	MaxQueuedBytes = 64 << 20
	// sendTime is the time for sending a frame, after which the connection is closed.
	sendTime = 10 * time.Second
	// moreHead is the room that a batch's head takes in a frame.
	moreHead = 64
)

// Handler returns what answers the requests of games and of those who run the cluster.
func (n *Node) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/zone", n.guard(n.options.Token, n.connect))
	mux.HandleFunc("GET /v1/owner", n.guard(n.options.Token, n.owner))
	mux.HandleFunc("GET /v1/manifest", n.guard(n.options.Token, n.manifest))
	mux.HandleFunc("GET /v1/zones", n.guard(n.options.AdminToken, n.list))
	mux.HandleFunc("POST /v1/zones", n.guard(n.options.AdminToken, n.create))
	mux.HandleFunc("POST /v1/upgrade", n.guard(n.options.AdminToken, n.upgrade))
	mux.HandleFunc("POST /v1/move", n.guard(n.options.AdminToken, n.move))
	mux.HandleFunc("POST /v1/drain", n.guard(n.options.AdminToken, n.drain))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if n.env.Stopping() {
			http.Error(w, "stopping", http.StatusServiceUnavailable)
			return
		}
		if err := n.members.Taken(); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	return mux
}

// guard refuses requests without the token, and those of pages in a browser: those could reach a node on this machine.
func (n *Node) guard(token string, do http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") != "" {
			http.Error(w, "pages of a browser may not connect", http.StatusForbidden)
			return
		}
		given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if token != "" && subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
			http.Error(w, "the token is missing or wrong", http.StatusForbidden)
			return
		}
		do(w, r)
	}
}

// connect speaks with a game if the zone has its owner here, and else sends it there.
func (n *Node) connect(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	name := q.Get("zone")
	if v := q.Get("protocol"); v != strconv.Itoa(protocol) {
		http.Error(w, fmt.Sprintf("the game speaks protocol %q, this node %d", v, protocol), http.StatusBadRequest)
		return
	}
	a := zone.Attach{Client: q.Get("client"), Resume: q.Get("resume") == "1"}
	var wrong [3]error
	a.Epoch, wrong[0] = strconv.ParseUint(q.Get("epoch"), 10, 64)
	a.Seen.Tick, wrong[1] = strconv.ParseInt(q.Get("tick"), 10, 64)
	a.Seen.Hash, wrong[2] = strconv.ParseUint(q.Get("hash"), 16, 64)
	if err := errors.Join(wrong[:]...); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	k := n.keeper(name)
	if k == nil {
		http.Error(w, fmt.Sprintf("%v: %q", errNoZone, name), http.StatusNotFound)
		return
	}
	if !k.Inbox.Open() {
		n.elsewhere(w, r, name)
		return
	}
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return
	}
	defer socket.CloseNow()
	socket.SetReadLimit(zone.MaxInputBytes + moreHead)
	c := &connection{socket: socket, wake: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go c.send(ctx, cancel)
	if err := k.Inbox.Attach(c, a); err != nil {
		c.Close(err, errors.Is(err, zone.ErrNotOwner) || errors.Is(err, zone.ErrOverflow))
	}
	c.listen(ctx, k, a.Client)
	k.Inbox.Gone(c)
}

// elsewhere sends a game to the zone's owner.
func (n *Node) elsewhere(w http.ResponseWriter, r *http.Request, name string) {
	lease, _, err := zone.ReadLease(n.stores.KV, name)
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	case lease.Node == "" || lease.Node == n.options.Name:
		http.Error(w, fmt.Sprintf("zone %s has no owner at the moment", name), http.StatusServiceUnavailable)
	default:
		http.Redirect(w, r, lease.URL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
	}
}

// owner answers with the address of a zone's owner, for games that do not follow a node that sends them elsewhere.
func (n *Node) owner(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("zone")
	k := n.keeper(name)
	if k == nil {
		http.Error(w, fmt.Sprintf("%v: %q", errNoZone, name), http.StatusNotFound)
		return
	}
	url := n.options.URL
	if !k.Inbox.Open() {
		lease, _, err := zone.ReadLease(n.stores.KV, name)
		if err == nil && (lease.Node == "" || lease.Node == n.options.Name) {
			err = fmt.Errorf("zone %s has no owner at the moment", name)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		url = lease.URL
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"url": url})
}

// connection is a connection of a game: what the zone's owner says waits here until it is sent.
type connection struct {
	socket *websocket.Conn
	wake   chan struct{}

	lock   sync.Mutex
	queue  [][]byte
	bytes  int
	ending bool
}

// Send implements zone.Conn.
func (c *connection) Send(f zone.Frame) { c.add(appendFrame(nil, f), false) }

// Close implements zone.Conn.
func (c *connection) Close(why error, again bool) { c.add(bye{why.Error(), again}.append(nil), true) }

func (c *connection) add(frame []byte, last bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.ending {
		return
	}
	if c.bytes+len(frame) > MaxQueuedBytes {
		c.queue, c.bytes = nil, 0
		frame, last = bye{fmt.Sprintf("the game reads too slowly: %d bytes wait", MaxQueuedBytes), true}.append(nil), true
	}
	c.queue, c.bytes, c.ending = append(c.queue, frame), c.bytes+len(frame), last
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *connection) next() (frame []byte, last bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if len(c.queue) == 0 {
		return nil, false
	}
	frame = c.queue[0]
	c.queue, c.bytes = c.queue[1:], c.bytes-len(frame)
	return frame, c.ending && len(c.queue) == 0
}

// send sends what waits, until the connection ends.
func (c *connection) send(ctx context.Context, cancel func()) {
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		for frame, last := c.next(); frame != nil; frame, last = c.next() {
			sending, done := context.WithTimeout(ctx, sendTime)
			err := c.socket.Write(sending, websocket.MessageBinary, frame)
			done()
			if err != nil || last {
				c.socket.Close(websocket.StatusNormalClosure, "")
				return
			}
		}
	}
}

// listen passes on what the game sends, until the connection ends.
func (c *connection) listen(ctx context.Context, k *zone.Keeper, client string) {
	for {
		_, frame, err := c.socket.Read(ctx)
		if err != nil {
			return
		}
		in, err := readInput(frame)
		if in.Client = client; err == nil {
			err = k.Inbox.Input(c, in)
		}
		if err != nil {
			c.Close(err, errors.Is(err, zone.ErrNotOwner) || errors.Is(err, zone.ErrOverflow))
			<-ctx.Done()
			return
		}
	}
}

// manifest answers with the numbers of the names of a zone's program.
func (n *Node) manifest(w http.ResponseWriter, r *http.Request) {
	k := n.keeper(r.URL.Query().Get("zone"))
	if k == nil {
		http.Error(w, fmt.Sprintf("%v: %q", errNoZone, r.URL.Query().Get("zone")), http.StatusNotFound)
		return
	}
	p, err := n.programs.Get(k.Spec.Program)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(remote.ManifestOf(p).JSON())
}

// ZoneInfo is what is known of a zone.
type ZoneInfo struct {
	Zone       string `json:"zone"`
	Program    string `json:"program"` // that it has, or should have
	Owner      string `json:"owner"`   // empty: none
	URL        string `json:"url"`
	Epoch      uint64 `json:"epoch"`
	Pinned     string `json:"pinned,omitempty"`     // the node that it was moved to
	Checkpoint int64  `json:"checkpoint,omitempty"` // tick of the newest one
}

// NodeInfo is what is known of a node.
type NodeInfo struct {
	Node   string `json:"node"`
	URL    string `json:"url"`
	Engine string `json:"engine"`
	Drain  bool   `json:"drain,omitempty"` // its zones move away
	// Gone is for how many seconds the node has given no sign of life, as far as the node has seen that was asked; 0: it
	// is alive.
	Gone   float64  `json:"gone,omitempty"`
	Unable []string `json:"unable,omitempty"` // zones that it cannot replay: the next node has them
}

// List is what the cluster consists of.
type List struct {
	Zones []ZoneInfo `json:"zones"`
	Nodes []NodeInfo `json:"nodes"`
}

func (n *Node) list(w http.ResponseWriter, r *http.Request) {
	list, err := n.List()
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(list)
}

// failed answers a request that an operator made, with the error if there is one.
func failed(w http.ResponseWriter, err error) {
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case errors.Is(err, errRequest):
		http.Error(w, err.Error(), http.StatusBadRequest)
	default:
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

func (n *Node) move(w http.ResponseWriter, r *http.Request) {
	failed(w, n.Move(r.URL.Query().Get("zone"), r.URL.Query().Get("node")))
}

func (n *Node) drain(w http.ResponseWriter, r *http.Request) {
	failed(w, n.Drain(r.URL.Query().Get("node"), r.URL.Query().Get("off") != "1"))
}

func (n *Node) create(w http.ResponseWriter, r *http.Request) { withCreation(w, r, n.Create) }

func (n *Node) upgrade(w http.ResponseWriter, r *http.Request) { withCreation(w, r, n.Upgrade) }

func withCreation(w http.ResponseWriter, r *http.Request, do func(Creation) error) {
	var c Creation
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 2*zone.MaxProgramBytes))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		failed(w, fmt.Errorf("%w: %w", errRequest, err))
		return
	}
	failed(w, do(c))
}

// query is the query by which a game connects.
func query(name string, a zone.Attach) url.Values {
	resume := "0"
	if a.Resume {
		resume = "1"
	}
	return url.Values{"protocol": {strconv.Itoa(protocol)}, "zone": {name}, "client": {a.Client}, "resume": {resume}, "epoch": {strconv.FormatUint(a.Epoch, 10)},
		"tick": {strconv.FormatInt(a.Seen.Tick, 10)}, "hash": {strconv.FormatUint(a.Seen.Hash, 16)}}
}
