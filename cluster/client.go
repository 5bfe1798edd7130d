package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// What a game receives.
type (
	// Delivery is what a zone says of ticks: the answers to inputs of any game, then the commands of the ticks.
	Delivery = zone.Delivery
	// Answer is the answer to one input.
	Answer = zone.Answer
)

// Errors of a client, wrapped.
var (
	// ErrWindow reports that too many inputs are not acknowledged: receive before sending more.
	ErrWindow = zone.ErrWindow
	// ErrEnded reports that the zone has sent the game away for good. The reason follows.
	ErrEnded = errors.New("the zone has ended the connection")
	// ErrClosed reports that the game itself has closed the client.
	ErrClosed = errors.New("the client is closed")
)

const (
	maxRedirects = 5
	dialTime     = 2 * time.Second
	retryTime    = 50 * time.Millisecond
	// silentTime is how long a game hears nothing of an owner before it looks for another. An owner says something every
	// quietTime.
	silentTime = 2 * time.Second
	// leaveTime is how long Close waits for the owner to confirm that it has read the game's last message.
	leaveTime = time.Second
)

// ClientOptions set up a game's connection.
type ClientOptions struct {
	Nodes []string // addresses of nodes, "http://127.0.0.1:7431"; any of them will do
	Zone  string
	Token string
	// Name of the game, which no other ever has in this zone; empty: a random one.
	Name string
	// Report receives why connections were lost; nil: nobody does.
	Report func(line string)
}

// Client is a game's connection to a zone. It finds the zone's owner, and connects again when it is lost, as long as
// Receive is called. All methods are safe for concurrent use, but only one goroutine at a time may call Receive.
type Client struct {
	options ClientOptions
	open    context.Context // until Close
	end     context.CancelFunc
	tries   int // used by Connect, and then by Receive alone

	lock   sync.Mutex // of what follows
	player *zone.Player
	socket *websocket.Conn // nil: there is none
	hello  zone.Hello
	closed bool
}

// Connect connects a game to a zone.
func Connect(ctx context.Context, o ClientOptions) (*Client, error) {
	if len(o.Nodes) == 0 {
		return nil, errors.New("ClientOptions.Nodes is empty")
	}
	if o.Name == "" {
		o.Name = rand.Text()
	}
	if o.Report == nil {
		o.Report = func(string) {}
	}
	c := &Client{options: o, player: zone.NewPlayer(o.Name)}
	c.open, c.end = context.WithCancel(context.Background())
	return c, c.reconnect(ctx)
}

// Name returns the name of the game in answers.
func (c *Client) Name() string { return c.options.Name }

// TPS returns the number of ticks that the zone makes in a second.
func (c *Client) TPS() int {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.hello.TPS
}

// Unacknowledged returns the number of inputs whose answers have not arrived.
func (c *Client) Unacknowledged() int {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.player.Unacknowledged()
}

// Send sends a batch. It arrives exactly once, whatever happens to connections and nodes, as long as Receive is called.
// The error is ErrWindow, wrapped, ErrClosed, or that of a batch that is too long.
func (c *Client) Send(ctx context.Context, batch []byte) error {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.closed {
		return ErrClosed
	}
	in, err := c.player.Send(batch)
	if err == nil {
		c.write(ctx, in)
	}
	return err
}

// Transfer sends an agent of the zone to another zone: see docs/cluster-zones.md. The agent leaves in the tick of the
// answer, whose Fault says if it does not, and comes to the other zone exactly once, as a new agent with another ID: its
// games receive it as spawned, outside of answers. If that zone cannot take it, it comes back in the same way.
// The errors are those of Send.
func (c *Client) Transfer(ctx context.Context, agent int64, zone string) error {
	if err := checkName("zone", zone); err != nil {
		return err
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.closed {
		return ErrClosed
	}
	in, err := c.player.Depart(agent, zone)
	if err == nil {
		c.write(ctx, in)
	}
	return err
}

// write sends an input. If that fails, or takes so long that the owner counts as silent, Receive sees it too, and
// connects again.
func (c *Client) write(ctx context.Context, in zone.Input) {
	ctx, cancel := context.WithTimeout(ctx, silentTime)
	defer cancel()
	if c.socket != nil && c.socket.Write(ctx, websocket.MessageBinary, appendInput(nil, in)) != nil {
		c.socket.CloseNow()
	}
}

// Receive returns the next delivery. No delivery is lost, and none comes twice. The error is that of the context,
// ErrClosed once Close is called, or ErrEnded, wrapped. The deliveries that arrive after Close are not returned.
func (c *Client) Receive(ctx context.Context) (*Delivery, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.open, cancel)()
	d, err := c.receive(ctx)
	if c.open.Err() != nil {
		return nil, ErrClosed
	}
	return d, err
}

func (c *Client) receive(ctx context.Context) (*Delivery, error) {
	for {
		c.lock.Lock()
		socket, closed := c.socket, c.closed
		c.lock.Unlock()
		if closed {
			return nil, ErrClosed
		}
		if socket == nil {
			if err := c.reconnect(ctx); err != nil {
				return nil, err
			}
			continue
		}
		f, err := read(ctx, socket)
		if err == nil {
			c.lock.Lock()
			d, wrong := c.player.Take(f)
			c.lock.Unlock()
			if d != nil {
				return d, nil
			}
			err = wrong
		}
		if errors.Is(err, ErrEnded) {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			c.drop(socket, err)
		}
	}
}

// read reads the next frame of an owner.
func read(ctx context.Context, socket *websocket.Conn) (zone.Frame, error) {
	limited, cancel := context.WithTimeout(ctx, silentTime)
	defer cancel()
	_, data, err := socket.Read(limited)
	if err != nil {
		return zone.Frame{}, err
	}
	f, end, err := readFrame(data)
	if end != nil && !end.again {
		return f, fmt.Errorf("%w: %s", ErrEnded, end.why)
	}
	if end != nil {
		return f, errors.New(end.why)
	}
	if err == nil && f.Delivery == nil && f.Hello == nil {
		err = errFrame
	}
	return f, err
}

func (c *Client) drop(socket *websocket.Conn, why error) {
	c.options.Report("the connection was lost: " + why.Error())
	socket.CloseNow() // before the lock: a Send that is being made has it
	c.lock.Lock()
	defer c.lock.Unlock()
	c.socket = nil
}

// reconnect tries the nodes one after the other until an owner answers.
func (c *Client) reconnect(ctx context.Context) error {
	said := ""
	for {
		err := c.attempt(ctx, c.options.Nodes[c.tries%len(c.options.Nodes)])
		if err == nil || errors.Is(err, ErrEnded) || errors.Is(err, ErrClosed) {
			return err
		}
		if text := err.Error(); text != said {
			said = text
			c.options.Report(text)
		}
		c.tries++
		t := time.NewTimer(retryTime)
		select {
		case <-ctx.Done():
			t.Stop()
			return fmt.Errorf("%w: %w", ctx.Err(), err)
		case <-t.C:
		}
	}
}

// attempt connects by way of one node, and sends again what has not arrived.
func (c *Client) attempt(ctx context.Context, node string) error {
	limited, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	c.lock.Lock()
	a := c.player.Attach()
	c.lock.Unlock()
	socket, err := c.dial(limited, node+"/v1/zone?"+query(c.options.Zone, a).Encode())
	if err != nil {
		return err
	}
	socket.SetReadLimit(-1)
	f, err := read(limited, socket)
	if err == nil && f.Hello == nil {
		err = errFrame
	}
	if err != nil {
		socket.CloseNow()
		return err
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.closed {
		socket.CloseNow()
		return ErrClosed
	}
	again, err := c.player.Hello(f)
	if err != nil {
		socket.CloseNow()
		if errors.Is(err, zone.ErrLost) {
			return fmt.Errorf("%w: %w", ErrEnded, err)
		}
		return err
	}
	c.hello, c.socket = *f.Hello, socket
	for _, in := range again {
		c.write(ctx, in)
	}
	return nil
}

// dial connects, and follows nodes that send it to the owner.
func (c *Client) dial(ctx context.Context, address string) (*websocket.Conn, error) {
	header := http.Header{}
	if c.options.Token != "" {
		header.Set("Authorization", "Bearer "+c.options.Token)
	}
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range maxRedirects {
		socket, response, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPHeader: header, HTTPClient: stay})
		if err == nil {
			return socket, nil
		}
		if response == nil {
			return nil, err
		}
		if address = response.Header.Get("Location"); address == "" {
			text, _ := io.ReadAll(io.LimitReader(response.Body, 4096))
			err = errors.New(strings.TrimSpace(string(text)))
			if code := response.StatusCode; code == http.StatusForbidden || code == http.StatusBadRequest {
				return nil, fmt.Errorf("%w: %w", ErrEnded, err)
			}
			return nil, err
		}
	}
	return nil, fmt.Errorf("nodes sent the game to each other %d times", maxRedirects)
}

// Close leaves the zone for good and ends a Receive that waits. The zone forgets the game when its last message arrives:
// Close waits a second at most for the owner to confirm that. Without a connection the zone keeps the game's name until
// another game needs its place. Another call does nothing.
func (c *Client) Close() error {
	c.lock.Lock()
	socket, before := c.socket, c.closed
	if c.closed = true; socket != nil && !before {
		c.write(context.Background(), c.player.Leave())
	}
	c.lock.Unlock()
	if before {
		return nil
	}
	defer c.end()
	if socket == nil {
		return nil
	}
	defer time.AfterFunc(leaveTime, func() { socket.CloseNow() }).Stop()
	socket.Close(websocket.StatusNormalClosure, "") // it is closed in any case
	return nil
}

// DefaultAdminTimeout is how long a request of an [Admin] may take: longer than a node waits for NATS.
const DefaultAdminTimeout = 30 * time.Second

// Admin makes the requests of those who run a cluster, at any of its nodes. Safe for concurrent use.
type Admin struct {
	Node  string // address: "http://127.0.0.1:7431"
	Token string
	// Timeout is how long a request may take, also when its context permits more; 0: DefaultAdminTimeout.
	Timeout time.Duration
}

func (a Admin) do(ctx context.Context, method, path string, q url.Values, body any, answer any) (err error) {
	var text io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		text = strings.NewReader(string(data))
	}
	timeout := cmp.Or(a.Timeout, DefaultAdminTimeout)
	late := fmt.Errorf("node %s did not answer within %v: %w", a.Node, timeout, context.DeadlineExceeded)
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, late)
	defer cancel()
	defer func() {
		if err != nil && context.Cause(ctx) == late {
			err = late
		}
	}()
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(a.Node, "/")+path+"?"+q.Encode(), text)
	if err != nil {
		return err
	}
	if a.Token != "" {
		r.Header.Set("Authorization", "Bearer "+a.Token)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 1<<20))
		return errors.New(strings.TrimSpace(string(text)))
	}
	if answer == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

// List returns the zones and the nodes.
func (a Admin) List(ctx context.Context) (list List, err error) {
	return list, a.do(ctx, http.MethodGet, "/v1/zones", nil, nil, &list)
}

// Create makes a zone: see [Node.Create].
func (a Admin) Create(ctx context.Context, c Creation) error {
	return a.do(ctx, http.MethodPost, "/v1/zones", nil, c, nil)
}

// Upgrade has a zone continue with another program: see [Node.Upgrade].
func (a Admin) Upgrade(ctx context.Context, c Creation) error {
	return a.do(ctx, http.MethodPost, "/v1/upgrade", nil, c, nil)
}

// Move moves a zone: see [Node.Move].
func (a Admin) Move(ctx context.Context, name, node string) error {
	return a.do(ctx, http.MethodPost, "/v1/move", url.Values{"zone": {name}, "node": {node}}, nil, nil)
}

// Drain empties a node, or ends that: see [Node.Drain].
func (a Admin) Drain(ctx context.Context, node string, on bool) error {
	off := "1"
	if on {
		off = "0"
	}
	return a.do(ctx, http.MethodPost, "/v1/drain", url.Values{"node": {node}, "off": {off}}, nil, nil)
}

// Manifest returns the numbers of the names of a zone's program, as JSON. It needs the token of games.
func (a Admin) Manifest(ctx context.Context, name string) (text json.RawMessage, err error) {
	return text, a.do(ctx, http.MethodGet, "/v1/manifest", url.Values{"zone": {name}}, nil, &text)
}
