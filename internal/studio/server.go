//go:build !js

package studio

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Server serves the studio's pages. Safe for concurrent use.
type Server struct {
	*Host
	listen net.Listener
	http   http.Server
}

// Listen starts to listen. Call [Server.Serve] afterwards. The end of the context ends everything. Commands use
// [Serve], which does both.
func Listen(ctx context.Context, l *Library, o Options) (*Server, error) {
	h, err := NewHost(ctx, l, o)
	if err != nil {
		return nil, err
	}
	listen, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, err
	}
	s := &Server{Host: h, listen: listen}
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
