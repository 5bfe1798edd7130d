package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/coder/websocket"
)

// Client is a game's side of a session, in Go. It connects again when the connection was lost. Not safe for concurrent
// use.
type Client struct {
	Hello Hello // of the last connection

	base    string
	header  http.Header
	socket  *websocket.Conn
	join    joiner
	sent    []Message // that the server has not acknowledged
	next    uint64
	arrived uint64 // last message of the server
	frame   int
	in, out []byte // frames
}

// Connect opens a session. Base is the address, as in "ws://127.0.0.1:7421"; options are JSON. Frame is the longest
// frame in bytes; 0: any.
func Connect(ctx context.Context, base, token, program, options string, frame int) (*Client, error) {
	c := &Client{base: base, header: http.Header{}, next: 1, frame: frame}
	if token != "" {
		c.header.Set("Authorization", "Bearer "+token)
	}
	return c, c.dial(ctx, url.Values{"program": {program}, "options": {options}})
}

func (c *Client) dial(ctx context.Context, q url.Values) error {
	q.Set("received", strconv.FormatUint(c.arrived, 10))
	q.Set("frame", strconv.Itoa(c.frame))
	socket, _, err := websocket.Dial(ctx, c.base+"/v1/session?"+q.Encode(), &websocket.DialOptions{HTTPHeader: c.header})
	if err != nil {
		return err
	}
	socket.SetReadLimit(-1)
	_, hello, err := socket.Read(ctx)
	if err == nil {
		err = json.Unmarshal(hello, &c.Hello)
	}
	if err != nil {
		socket.CloseNow()
		return err
	}
	if c.socket != nil {
		c.socket.CloseNow()
	}
	c.socket, c.join = socket, joiner{}
	c.acknowledged(c.Hello.Received)
	return nil
}

func (c *Client) acknowledged(ack uint64) {
	for len(c.sent) > 0 && c.sent[0].Seq <= ack {
		c.sent = c.sent[1:]
	}
}

// Resume connects again and sends again everything that has not arrived.
func (c *Client) Resume(ctx context.Context) error {
	if err := c.dial(ctx, url.Values{"session": {c.Hello.Session}}); err != nil {
		return err
	}
	for _, m := range c.sent {
		if err := c.write(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) write(ctx context.Context, m Message) error {
	m.Ack = c.arrived
	for frame := range m.frames(&c.out, c.frame) {
		if err := c.socket.Write(ctx, websocket.MessageBinary, frame); err != nil {
			return err
		}
	}
	return nil
}

// Send sends a batch. After an error, Resume: the batch is not lost.
func (c *Client) Send(ctx context.Context, batch []byte) error {
	m := Message{Seq: c.next, Batch: append([]byte(nil), batch...)}
	c.next++
	c.sent = append(c.sent, m)
	return c.write(ctx, m)
}

// Receive returns the next answer, which is valid until the next call. After an error, Resume: the answer is not lost,
// and none comes twice.
func (c *Client) Receive(ctx context.Context) ([]byte, error) {
	for {
		var err error
		if _, c.in, err = readFrame(ctx, c.socket, c.in); err != nil {
			return nil, err
		}
		m, whole, err := c.join.add(c.in, 1<<30)
		if err != nil {
			return nil, err
		}
		if !whole || m.Seq <= c.arrived {
			continue
		}
		if m.Seq != c.arrived+1 {
			return nil, fmt.Errorf("serve: message %d came after %d", m.Seq, c.arrived)
		}
		c.arrived = m.Seq
		c.acknowledged(m.Ack)
		return m.Batch, nil
	}
}

// Close ends the session.
func (c *Client) Close() error { return c.socket.Close(websocket.StatusNormalClosure, "") }
