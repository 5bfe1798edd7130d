package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestRequestsOutOfOrder(t *testing.T) {
	c := start(t, map[string]string{"meal.krk": meal})
	wants := func(method string, code int) {
		t.Helper()
		if e := c.refused(method, map[string]any{}); e.Code != code {
			t.Errorf("%s: %v, want code %d", method, e, code)
		}
	}
	wants("textDocument/hover", codeNotInitialized)
	wants("shutdown", codeNotInitialized)
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri("meal.krk"), "version": 1, "text": "x"}})
	c.request("initialize", map[string]any{"rootUri": c.uri("")})
	wants("initialize", codeInvalidRequest)
	wants("textDocument/unknown", codeUnknownMethod)
	wants("$/unknown", codeUnknownMethod)
	c.notify("$/unknown", nil)
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": c.uri("other.krk"), "version": 2}, "contentChanges": []any{}})
	c.notify("textDocument/didChange", []int{1})
	if e := c.refused("textDocument/hover", []int{1}); e.Code != codeInvalidParams {
		t.Errorf("faulty parameters: %v", e)
	}
	if e := c.refused("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("none.krk")}}); e.Code != codeFailed {
		t.Errorf("a file that is not there: %v", e)
	}
	c.request("shutdown", nil)
	wants("textDocument/hover", codeInvalidRequest)
	c.notify("exit", nil)
	c.drain(nil)
}

func TestFaultyMessages(t *testing.T) {
	c := session(t, nil)
	for _, k := range []struct {
		body string
		code int
	}{
		{"{", codeParse},
		{"[]", codeInvalidRequest},
		{"{}", codeInvalidRequest},
		{`{"id":{},"method":"shutdown"}`, codeInvalidRequest},
		{`{"id":1,"method":7}`, codeInvalidRequest},
	} {
		c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(k.body), k.body))
		m := c.receive()
		var e rpcError
		if err := json.Unmarshal(m.Error, &e); err != nil || e.Code != k.code {
			t.Errorf("%s: %s, want code %d", k.body, m.Error, k.code)
		}
	}
	c.close()
}

// TestBrokenStreams sends what cannot be read on: the server ends with an error.
func TestBrokenStreams(t *testing.T) {
	for _, text := range []string{
		"Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "A: b\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", "Content-Length: 5\r\n\r\nabc",
		"Content-Length: 5\r\n", strings.Repeat("a: b\r\n", 100), strings.Repeat("a", 10000),
	} {
		if err := Serve(strings.NewReader(text), io.Discard, Options{}); err == nil || err == ErrNoShutdown {
			t.Errorf("%.40q: %v", text, err)
		}
	}
	if err := Serve(strings.NewReader(""), io.Discard, Options{}); err != ErrNoShutdown {
		t.Errorf("an empty stream: %v", err)
	}
}

// TestCancelled cancels a request that waits behind others. The messages are read ahead before the first is handled.
func TestCancelled(t *testing.T) {
	var in bytes.Buffer
	for _, body := range []string{
		`{"id":1,"method":"initialize","params":{}}`, `{"id":"a","method":"workspace/symbol","params":{"query":""}}`,
		`{"method":"$/cancelRequest","params":{"id":"a"}}`, `{"method":"$/cancelRequest","params":{"id":77}}`, `{"method":"$/cancelRequest","params":[]}`,
		`{"id":2,"method":"shutdown"}`, `{"method":"exit"}`,
	} {
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	var out bytes.Buffer
	s, box := newServer(&out, Options{}), newInbox()
	box.read(&in, nil)
	for m := range box.queue {
		s.handle(m, box.take(m))
	}
	if got := out.String(); !strings.Contains(got, `"id":"a","error":{"code":-32800`) || strings.Count(got, "Content-Length") != 3 {
		t.Errorf("got %s", got)
	}
	if s.phase != left || !s.asked {
		t.Error("the server has not left")
	}
}

// TestPanic lets a handler panic: the client gets an error, and the server goes on.
func TestPanic(t *testing.T) {
	requests["test/panic"] = func(*server, json.RawMessage) (any, error) { panic("oh") }
	notifications["test/panic"] = func(*server, json.RawMessage) error { panic("oh") }
	defer delete(requests, "test/panic")
	defer delete(notifications, "test/panic")
	c := session(t, map[string]string{"meal.krk": meal, "places.krk": places})
	c.notify("test/panic", nil)
	if e := c.refused("test/panic", nil); e.Code != codeInternal || !strings.Contains(e.Message, "oh") {
		t.Errorf("got %v", e)
	}
	c.open("meal.krk", meal)
	c.close()
}

// TestMemoryIsBounded opens more than the server keeps.
func TestMemoryIsBounded(t *testing.T) {
	s := newServer(io.Discard, Options{})
	s.phase = running
	open := func(i, size int) error {
		p := &openParams{}
		p.TextDocument.URI, p.TextDocument.Text = fmt.Sprintf("untitled:%d", i), strings.Repeat(" ", size)
		return s.didOpen(p)
	}
	for i := range maxOpen {
		if err := open(i, 1); err != nil {
			t.Fatal(err)
		}
	}
	if open(maxOpen, 1) == nil {
		t.Error("one more document is accepted")
	}
	if open(0, maxOpenBytes) == nil {
		t.Error("a document beyond the limit is accepted")
	}
	if open(0, 2) != nil {
		t.Error("an open document cannot be replaced")
	}
}

func TestPositions(t *testing.T) {
	text := newText("aä𝄞b\r\nx\ry\n\xffz")
	for _, k := range []struct {
		p      position
		offset int
	}{
		{position{0, 0}, 0}, {position{0, 1}, 1}, {position{0, 2}, 3}, {position{0, 3}, 3}, {position{0, 4}, 7}, {position{0, 5}, 8}, {position{0, 99}, 8},
		{position{1, 0}, 10}, {position{2, 0}, 12}, {position{3, 1}, 15}, {position{9, 0}, 16}, {position{-1, 0}, 0},
	} {
		if got := text.offset(k.p); got != k.offset {
			t.Errorf("%v is at %d, want %d", k.p, got, k.offset)
		}
	}
	for offset, want := range map[int]position{0: {0, 0}, 1: {0, 1}, 3: {0, 2}, 7: {0, 4}, 10: {1, 0}, 12: {2, 0}, 15: {3, 1}, 16: {3, 2}, 99: {3, 2}} {
		if got := text.position(offset); got != want {
			t.Errorf("%d is %v, want %v", offset, got, want)
		}
	}
}

func TestURIs(t *testing.T) {
	for uri, key := range map[string]string{
		"file:///a/b%20c/%C3%A4.krk": "/a/b c/ä.krk", "file:///c%3A/games/x.krk": "c:/games/x.krk", "file://localhost/a": "/a", "file://host/a": "//host/a",
		"untitled:Untitled-1": "untitled:Untitled-1", "file:///a/../b.krk": "/b.krk", "%zz": "%zz",
	} {
		if got := keyOf(uri); strings.TrimPrefix(got, "/") != strings.TrimPrefix(key, "/") {
			t.Errorf("%s has the key %s, want %s", uri, got, key)
		}
	}
	for _, key := range []string{"/a/b c/ä.krk", "c:/games/x.krk", "untitled:x"} {
		if got := keyOf(uriOf(key)); got != key {
			t.Errorf("%s comes back as %s", key, got)
		}
	}
}
