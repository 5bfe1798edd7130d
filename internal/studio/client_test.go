package studio

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// client is a page without a browser. It waits for answers as long as they take.
type client struct {
	t      testing.TB
	ctx    context.Context
	socket *websocket.Conn
	next   int64
	frames int
}

// serve starts a server for files that are copied to a folder of the test's own, and returns its address and that
// folder.
func serve(t testing.TB, o Options, files ...string) (address, folder string) {
	t.Helper()
	folder = t.TempDir()
	var names []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(folder, filepath.Base(f))
		if err := os.WriteFile(at, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(at, sceneEnding) {
			names = append(names, at)
		}
	}
	library, err := NewLibrary(names)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	o.Addr, o.Seed = "127.0.0.1:0", 1
	s, err := Listen(ctx, library, o)
	if err != nil {
		t.Fatal(err)
	}
	s.listen.Close() // the test's own server listens
	web := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		cancel()
		web.Close()
	})
	return web.URL, folder
}

func dial(t testing.TB, address string) *client {
	t.Helper()
	ctx := t.Context()
	socket, _, err := websocket.Dial(ctx, address+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	socket.SetReadLimit(64 << 20)
	t.Cleanup(func() { socket.CloseNow() })
	return &client{t: t, ctx: ctx, socket: socket}
}

// awaitFrame waits for the next picture, which the server sends when the simulation has gone on.
func (c *client) awaitFrame() {
	c.t.Helper()
	for seen := c.frames; c.frames == seen; {
		kind, _, err := c.socket.Read(c.ctx)
		if err != nil {
			c.t.Fatal(err)
		}
		if kind == websocket.MessageBinary {
			c.frames++
		}
	}
}

// try asks, and returns the data of the answer, or what went wrong.
func (c *client) try(r Request) (json.RawMessage, string) {
	c.t.Helper()
	if r.Op == "save" && r.Was == "" { // as a page does, which has read the file
		if data, wrong := c.try(Request{Op: "source", File: r.File}); wrong == "" {
			var read SourceText
			if err := json.Unmarshal(data, &read); err != nil {
				c.t.Fatal(err)
			}
			r.Was = read.Hash
		}
	}
	c.next++
	r.ID = c.next
	text, err := json.Marshal(r)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.socket.Write(c.ctx, websocket.MessageText, text); err != nil {
		c.t.Fatal(err)
	}
	for {
		kind, data, err := c.socket.Read(c.ctx)
		if err != nil {
			c.t.Fatalf("%s: %v", r.Op, err)
		}
		if kind == websocket.MessageBinary {
			c.frames++
			continue
		}
		var a struct {
			Push  string
			ID    int64
			Error string
			Data  json.RawMessage
		}
		if err := json.Unmarshal(data, &a); err != nil {
			c.t.Fatal(err)
		}
		if a.Push == "" && a.ID == r.ID {
			c.noNull(r.Op, a.Data)
			return a.Data, a.Error
		}
	}
}

// noNull fails if an answer has a null: what there is not is omitted, and a list without anything is empty. The types
// of the pages rely on that.
func (c *client) noNull(op string, data []byte) {
	c.t.Helper()
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		switch token, err := d.Token(); {
		case err == io.EOF:
			return
		case err != nil:
			c.t.Fatal(err)
		case token == nil:
			c.t.Fatalf("the answer to %q has null at %d: %s", op, d.InputOffset(), data[max(0, d.InputOffset()-60):d.InputOffset()])
		}
	}
}

// ask asks for something and expects a successful answer.
func (c *client) ask(r Request, into any) {
	c.t.Helper()
	data, wrong := c.try(r)
	if wrong != "" {
		c.t.Fatalf("%s: %s", r.Op, wrong)
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			c.t.Fatalf("%s: %v", r.Op, err)
		}
	}
}

// openAt opens a file, pauses it and continues to a tick.
func (c *client) openAt(file string, tick int) *Opened {
	c.t.Helper()
	c.ask(Request{Op: "open", File: file}, nil)
	c.ask(Request{Op: "pause"}, nil)
	var o Opened
	c.ask(Request{Op: "restart", Seed: 1}, &o)
	c.ask(Request{Op: "pause"}, nil)
	if tick > 0 {
		c.ask(Request{Op: "step", Count: tick}, nil)
	}
	return &o
}

func (c *client) mind(name string, tick *int64) *Mind {
	c.t.Helper()
	var m Mind
	c.ask(Request{Op: "mind", Agent: name, Tick: tick}, &m)
	return &m
}

func (m *Mind) value(name string) string {
	for _, c := range m.Cells {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// get asks for a page with some headers and returns the status.
func get(t *testing.T, address, host, origin string) int {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

func ptr[T any](v T) *T { return &v }
