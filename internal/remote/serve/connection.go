package serve

import (
	"context"
	"errors"
	"sync"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// connection is a WebSocket of a game.
type connection struct {
	session *session
	socket  *websocket.Conn
	link    *link
	json    bool
	most    int // bytes of a frame that the game takes; 0: any number
	ending  sync.Once
}

// listen takes messages until the connection ends. A game that closes it in good order ends its session.
func (c *connection) listen(ctx context.Context, cancel func()) {
	var j joiner
	var frame []byte
	for {
		var kind websocket.MessageType
		var err error
		kind, frame, err = readFrame(ctx, c.socket, frame)
		if err != nil {
			if websocket.CloseStatus(err) == websocket.StatusNormalClosure {
				c.session.endIf("the game has ended it", func() bool { return c.session.link == c.link })
			}
			return
		}
		var m Message
		whole := true
		if kind == websocket.MessageText {
			m, err = readJSON(c.session.engine.Manifest(), frame)
		} else {
			m, whole, err = j.add(frame, c.session.of.options.Message)
		}
		if err == nil && whole {
			err = c.session.hear(m)
		}
		switch {
		case err == nil:
		case errors.Is(err, errEnded):
			c.end(c.session.reason(), cancel)
			return
		case errors.Is(err, errBehind), errors.Is(err, errGap): // the game may connect again and continue
			c.socket.Close(websocket.StatusTryAgainLater, clip(err.Error()))
			return
		case errors.Is(err, errFrame):
			c.socket.Close(websocket.StatusUnsupportedData, clip(err.Error()))
			return
		default: // the batch cannot be carried out: neither can it be said again
			c.ending.Do(func() {}) // the end of the session does not close the connection: the message below is the reason
			c.session.end(err.Error())
			c.socket.Close(websocket.StatusPolicyViolation, clip(err.Error())) // last: a client that receives it must not find the session again
			return
		}
	}
}

// send sends messages as they come.
func (c *connection) send(ctx context.Context, cancel func()) {
	defer cancel()
	var room []byte
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.link.wake:
		}
		for {
			m, ok := c.session.unsent(c.link)
			if !ok {
				break
			}
			if c.json {
				frame, err := m.json(c.session.engine.Manifest())
				if err != nil || c.write(ctx, websocket.MessageText, frame) != nil {
					return
				}
				continue
			}
			for frame := range m.frames(&room, c.most) {
				if c.write(ctx, websocket.MessageBinary, frame) != nil {
					return
				}
			}
		}
	}
}

func (c *connection) write(ctx context.Context, kind websocket.MessageType, frame []byte) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	return c.socket.Write(ctx, kind, frame)
}

// end closes the connection with a reason.
func (c *connection) end(reason string, cancel func()) {
	c.ending.Do(func() {
		c.socket.Close(websocket.StatusGoingAway, clip(reason))
		cancel()
	})
}

// clip cuts a reason so that it fits the frame that closes a connection.
func clip(text string) string {
	const most = 120
	if len(text) <= most {
		return text
	}
	for text = text[:most]; !utf8.ValidString(text); {
		text = text[:len(text)-1]
	}
	return text
}
