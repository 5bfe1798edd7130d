package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// sendTime is the maximum time that a page may take to receive a message; then its connection is closed.
const sendTime = 10 * time.Second

// page is an open page of a browser.
type page struct {
	server  *Server
	socket  *websocket.Conn
	box     *mailbox
	session *Session
	sending sync.Mutex
}

// socket serves a page until it is closed.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	if !s.join() {
		http.Error(w, fmt.Sprintf("more than %d pages are open", MaxPages), http.StatusServiceUnavailable)
		return
	}
	defer s.leave()
	o := websocket.AcceptOptions{CompressionMode: websocket.CompressionContextTakeover, CompressionThreshold: 1024}
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil && isLocalName(host) {
		o.CompressionMode = websocket.CompressionDisabled // compressing would take longer than sending
	}
	conn, err := websocket.Accept(w, r, &o)
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(MaxRequestBytes)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	p := &page{server: s, socket: conn, box: newMailbox()}
	go p.push(ctx, cancel)
	p.listen(ctx)
	p.enter(nil)
}

// enter makes the page show a simulation.
func (p *page) enter(s *Session) {
	if p.session != nil {
		p.session.watch(p.box, false)
	}
	if p.session = s; s != nil {
		s.watch(p.box, true)
	}
}

// file returns the name of the shown file.
func (p *page) file() string { return p.session.name }

// listen answers requests, one after the other.
func (p *page) listen(ctx context.Context) {
	for {
		_, data, err := p.socket.Read(ctx)
		if err != nil {
			return
		}
		answer, err := json.Marshal(p.answer(ctx, data))
		if err != nil {
			answer, _ = json.Marshal(Answer{Error: "cannot encode the answer: " + err.Error()})
		}
		if p.send(ctx, websocket.MessageText, answer) != nil {
			return
		}
	}
}

// answer carries out the request in a message.
func (p *page) answer(ctx context.Context, data []byte) (a Answer) {
	r, err := decodeRequest(data)
	if r != nil {
		a.ID = r.ID
	}
	if err != nil {
		a.Error = err.Error()
		return a
	}
	op := operations[r.Op]
	if p.session == nil && !op.anyway {
		a.Error = errNoFile.Error()
		return a
	}
	err = guarded(func() error {
		a.Data, err = op.do(ctx, p, r)
		return err
	})
	if err != nil {
		a.Data, a.Error = nil, err.Error()
	}
	return a
}

// push sends pictures as they come.
func (p *page) push(ctx context.Context, cancel func()) {
	defer cancel()
	var k known
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.box.full:
			next := p.box.take()
			news, ok := k.news(&next)
			if news != nil {
				text, err := json.Marshal(news)
				if err != nil || p.send(ctx, websocket.MessageText, text) != nil {
					return
				}
			}
			if ok && p.send(ctx, websocket.MessageBinary, next.data) != nil {
				return
			}
		}
	}
}

func (p *page) send(ctx context.Context, kind websocket.MessageType, data []byte) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	return p.socket.Write(ctx, kind, data)
}
