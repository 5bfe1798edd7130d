//go:build !js

package studio

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// sendTime is the maximum time that a page may take to receive a message; then its connection is closed.
const sendTime = 10 * time.Second

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
	s.Attend(wire{conn})
}

// wire is the line of a page that is connected by a WebSocket.
type wire struct{ conn *websocket.Conn }

// Read implements Line.
func (w wire) Read(ctx context.Context) ([]byte, error) {
	_, data, err := w.conn.Read(ctx)
	return data, err
}

// Write implements Line.
func (w wire) Write(ctx context.Context, data []byte, binary bool) error {
	kind := websocket.MessageText
	if binary {
		kind = websocket.MessageBinary
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	return w.conn.Write(ctx, kind, data)
}
