package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/remote/serve"
)

type serveCmd struct {
	Files     []string      `arg:"" help:"Karakuri files. Games ask for a program by the file's name without its ending."`
	Addr      string        `default:"127.0.0.1:7421" placeholder:"HOST:PORT" help:"Address to listen on."`
	TokenFile string        `placeholder:"FILE" help:"File with the token that games must send. Default: none on this machine, else a random one, which is printed."`
	TLSCert   string        `name:"tls-cert" placeholder:"FILE" help:"Certificate for TLS, with --tls-key."`
	TLSKey    string        `name:"tls-key" placeholder:"FILE" help:"Private key of the certificate."`
	Origin    []string      `placeholder:"HOST" help:"Hosts of web pages that may connect, besides the server's own."`
	Sessions  int           `default:"64" placeholder:"N" help:"Maximum number of sessions."`
	Message   byteSize      `default:"16MiB" placeholder:"SIZE" help:"Maximum size of a game's message."`
	Keep      time.Duration `default:"1m" placeholder:"TIME" help:"How long a session waits for a game whose connection was lost."`
	Record    string        `placeholder:"DIR" help:"Existing folder to write a trace of each session to."`
}

// Help returns the text of --help.
func (*serveCmd) Help() string {
	return `Runs an engine for each game that connects to /v1/session by WebSocket. A game sends batches of values and reports, and receives
commands, events and the hash of each tick. docs/engines.md describes the messages. A game that loses its connection can reconnect; no message is lost or repeated.

    karakuri serve examples/meal/meal.krk
    karakuri serve village.krk army.krk --addr 0.0.0.0:7421 --tls-cert cert.pem --tls-key key.pem

/v1/manifest returns the manifest of a program, /healthz the server's health, and /metrics counts for Prometheus. By default, only this machine can
connect. If other machines can reach --addr, games need a token. An interrupt ends all sessions and completes their traces.`
}

// Validate is called by kong.
func (cmd *serveCmd) Validate() error {
	if cmd.Sessions < 1 {
		return outOfRange("--sessions", cmd.Sessions, "1 or more")
	}
	if cmd.Keep <= 0 {
		return outOfRange("--keep", cmd.Keep, "more than 0")
	}
	if (cmd.TLSCert == "") != (cmd.TLSKey == "") {
		return &usageError{"--tls-cert and --tls-key go together"}
	}
	return nil
}

// Run serves until the user interrupts.
func (cmd *serveCmd) Run(c *console) error {
	o := serve.Options{Programs: map[string]*karakuri.Program{}, Origins: cmd.Origin, Sessions: cmd.Sessions, Message: int(cmd.Message), Keep: cmd.Keep, Record: cmd.Record,
		Log: func(line string) { fmt.Fprintln(c.err, line) }}
	for _, file := range cmd.Files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if o.Programs[name] != nil {
			return &usageError{fmt.Sprintf("two files are called %s; games could not tell them apart", name)}
		}
		p, ds := loadFile(c, file)
		if printFindings(c.err, &ds); p == nil || ds.HasErrors() {
			return answer(exitNo)
		}
		o.Programs[name] = bridge.Program.Out(p).(*karakuri.Program)
	}
	if cmd.TokenFile != "" {
		text, err := os.ReadFile(cmd.TokenFile)
		if err != nil {
			return err
		}
		if o.Token = strings.TrimSpace(string(text)); o.Token == "" {
			return fmt.Errorf("%s contains no token", cmd.TokenFile)
		}
	}
	secure, err := cmd.tls()
	if err != nil {
		return err
	}
	listen, err := net.Listen("tcp", cmd.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	defer listen.Close()
	printed := ""
	if tcp, ok := listen.Addr().(*net.TCPAddr); o.Token == "" && (!ok || !tcp.IP.IsLoopback()) {
		o.Token = serve.NewToken()
		printed = ", token " + o.Token
	}
	server, err := serve.New(o)
	if err != nil {
		return err
	}
	scheme := "ws"
	if cmd.TLSCert != "" {
		scheme = "wss"
	}
	fmt.Fprintf(c.out, "serving at %s://%s/v1/session%s\n", scheme, listen.Addr(), printed)
	if secure != nil {
		listen = tls.NewListener(listen, secure)
	}
	return answerGames(c, server, listen)
}

// tls returns what connections are encrypted with; nil: they are not.
func (cmd *serveCmd) tls() (*tls.Config, error) {
	if cmd.TLSCert == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(cmd.TLSCert, cmd.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert %s with --tls-key %s: %w", cmd.TLSCert, cmd.TLSKey, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"http/1.1"}}, nil // a WebSocket begins as HTTP 1.1
}

// answerGames answers until the user interrupts, and then closes everything.
func answerGames(c *console, server *serve.Server, listen net.Listener) error {
	h := http.Server{Handler: server.Handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	done := make(chan error, 1)
	go func() { done <- h.Serve(listen) }()
	select {
	case err := <-done:
		return err
	case <-c.stop:
	}
	server.Stop()
	if err := h.Shutdown(context.Background()); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
