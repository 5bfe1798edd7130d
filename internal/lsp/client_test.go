package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// client is a scripted editor. It talks to a server over pipes, and keeps a transcript of both directions.
type client struct {
	t      *testing.T
	in     io.WriteCloser
	out    *bufio.Reader
	ended  chan error
	folder string // of the workspace
	docs   map[string]*text
	next   int
	log    bytes.Buffer

	diagnostics map[string][]diagnostic // the last that came, by the name of the file
}

// start starts a server for a folder with files, without initializing it.
func start(t *testing.T, files map[string]string) *client {
	t.Helper()
	folder := t.TempDir()
	for name, body := range files {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(body), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	toServer, in := io.Pipe()
	fromServer, out := io.Pipe()
	c := &client{t: t, in: in, out: bufio.NewReader(fromServer), ended: make(chan error, 1), folder: filepath.ToSlash(folder), docs: map[string]*text{}, diagnostics: map[string][]diagnostic{}}
	go func() {
		err := Serve(toServer, out, Options{Version: "test"})
		_ = out.Close()
		c.ended <- err
	}()
	return c
}

// session starts an initialized server.
func session(t *testing.T, files map[string]string) *client {
	c := start(t, files)
	c.request("initialize", map[string]any{"processId": nil, "rootUri": c.uri(""), "capabilities": map[string]any{}})
	c.notify("initialized", map[string]any{})
	return c
}

func (c *client) uri(name string) string { return uriOf(strings.TrimSuffix(c.folder+"/"+name, "/")) }

// send writes a message, and notes it.
func (c *client) send(m map[string]any) {
	c.t.Helper()
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		c.t.Fatal(err)
	}
	c.note("-->", body)
	c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

func (c *client) raw(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatal(err)
	}
}

// note adds a message to the transcript, without the name of the folder.
func (c *client) note(arrow string, body []byte) {
	var v any
	if json.Unmarshal(body, &v) == nil {
		if m, ok := v.(map[string]any); ok {
			delete(m, "jsonrpc")
		}
		body, _ = json.Marshal(v)
	}
	text := strings.ReplaceAll(string(body), uriOf(c.folder), "file:///work")
	fmt.Fprintf(&c.log, "%s %s\n", arrow, strings.ReplaceAll(text, c.folder, "/work"))
}

// receive reads one message.
func (c *client) receive() *message {
	c.t.Helper()
	body, err := readMessage(c.out)
	if err != nil {
		c.t.Fatalf("the server does not answer: %v", err)
	}
	c.note("<--", body)
	m := &message{}
	if err := json.Unmarshal(body, m); err != nil {
		c.t.Fatal(err)
	}
	if m.Method == "textDocument/publishDiagnostics" {
		var p struct {
			URI         string       `json:"uri"`
			Diagnostics []diagnostic `json:"diagnostics"`
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Fatal(err)
		}
		c.diagnostics[strings.TrimPrefix(p.URI, c.uri("")+"/")] = p.Diagnostics
	}
	return m
}

// response reads messages up to the response to a request.
func (c *client) response(id int) *message {
	c.t.Helper()
	for {
		if m := c.receive(); m.Method == "" && string(m.ID) == fmt.Sprint(id) {
			return m
		}
	}
}

// ask sends a request without waiting for the response.
func (c *client) ask(method string, params any) int {
	c.t.Helper()
	c.next++
	c.send(map[string]any{"id": c.next, "method": method, "params": params})
	return c.next
}

// request sends a request and returns the result, which must not be an error.
func (c *client) request(method string, params any) json.RawMessage {
	c.t.Helper()
	m := c.response(c.ask(method, params))
	if m.Error != nil {
		c.t.Fatalf("%s: %s", method, m.Error)
	}
	return m.Result
}

// refused sends a request and returns the error, which there must be.
func (c *client) refused(method string, params any) rpcError {
	c.t.Helper()
	m := c.response(c.ask(method, params))
	if m.Error == nil {
		c.t.Fatalf("%s succeeds with %s", method, m.Result)
	}
	var e rpcError
	if err := json.Unmarshal(m.Error, &e); err != nil {
		c.t.Fatal(err)
	}
	return e
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	c.send(map[string]any{"method": method, "params": params})
}

// open opens a document and waits for its diagnostics.
func (c *client) open(name, body string) {
	c.t.Helper()
	c.docs[name] = newText(body)
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "languageId": "karakuri", "version": 1, "text": body}})
	c.published(name)
}

// published waits for the diagnostics of a file.
func (c *client) published(name string) []diagnostic {
	c.t.Helper()
	for {
		if m := c.receive(); m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), `"`+c.uri(name)+`"`) {
			return c.diagnostics[name]
		}
	}
}

// edit replaces the first occurrence of a text by another.
func (c *client) edit(name, old, by string) {
	c.t.Helper()
	t := c.docs[name]
	at := strings.Index(t.src, old)
	if at < 0 {
		c.t.Fatalf("%s has no %q", name, old)
	}
	r := t.between(at, at+len(old))
	c.docs[name] = t.apply(change{&r, by})
	c.next++
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(name), "version": c.next + 1}, "contentChanges": []any{map[string]any{"range": r, "text": by}},
	})
}

// at returns the parameters of a request for a place: "^" stands before it in a piece of the document.
func (c *client) at(name, piece string) map[string]any {
	c.t.Helper()
	before, after, _ := strings.Cut(piece, "^")
	i := strings.Index(c.docs[name].src, before+after)
	if i < 0 {
		c.t.Fatalf("%s has no %q", name, before+after)
	}
	return map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "position": c.docs[name].position(i + len(before))}
}

func (c *client) doc(name string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}
}

// close ends the session as the protocol wants it.
func (c *client) close() {
	c.t.Helper()
	c.request("shutdown", nil)
	c.notify("exit", nil)
	c.drain(nil)
}

// drain reads what is left, and wants the server to have ended in some way.
func (c *client) drain(want error) {
	c.t.Helper()
	for {
		if _, err := readMessage(c.out); err != nil {
			break
		}
	}
	if err := <-c.ended; err != want {
		c.t.Errorf("the server ended with %v, want %v", err, want)
	}
}
