package lsp

import (
	"bufio"
	"encoding/json"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// filler is a reader of a message of some length: a head, as many letters as are needed, and a tail.
func filler(head, tail string, length int) io.Reader {
	return io.MultiReader(strings.NewReader(head), &letters{length - len(head) - len(tail)}, strings.NewReader(tail))
}

type letters struct{ left int }

func (l *letters) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), l.left)
	for i := range p[:n] {
		p[i] = 'x'
	}
	l.left -= n
	return n, nil
}

// TestOversizedMessages sends messages beyond the limit: a request is answered, what a notification was about is
// closed, and the session goes on.
func TestOversizedMessages(t *testing.T) {
	c := session(t, map[string]string{"meal.krk": meal, "places.krk": places})
	c.open("meal.krk", meal)
	const length = maxMessageBytes + 1
	large := func(head, tail string) *message {
		t.Helper()
		c.raw("Content-Length: " + strconv.Itoa(length) + "\r\n\r\n")
		if _, err := io.Copy(c.in, filler(head, tail, length)); err != nil {
			t.Fatal(err)
		}
		return c.receive()
	}
	for _, k := range []struct{ head, tail, id string }{
		{`{"jsonrpc":"2.0","id":71,"method":"test/large","params":{"a":"`, `"}}`, `71`},
		{`{"method":"test/large","params":{"id":3,"textDocument":{"uri":["`, `"]}},"id": "a\"b" }`, `"a\"b"`},
		{`{"id":5,"result":"`, `"}`, `null`},
		{`[{"id":5,"method":"test/large","params":"`, `"}]`, `null`},
		{`}}}]{"id":{"a":5},"x":"`, `"`, `null`},
	} {
		m := large(k.head, k.tail)
		var e rpcError
		if err := json.Unmarshal(m.Error, &e); err != nil || e.Code != codeInvalidRequest || !strings.Contains(e.Message, "exceeds the limit") {
			t.Errorf("%s: answered with %s", k.head, m.Error)
		}
		if id := string(m.ID); id != k.id && !(k.id == "null" && id == "") {
			t.Errorf("%s: answered as %s, want %s", k.head, id, k.id)
		}
	}
	if got := string(c.request("textDocument/hover", c.at("meal.krk", "operator ^buy"))); !strings.Contains(got, "Buys a meal") {
		t.Errorf("after messages that are too large: %s", got)
	}
	m := large(`{"method":"textDocument/didChange","params":{"textDocument":{"version":9,"uri":"`+c.uri("meal.krk")+`"},"contentChanges":[{"text":"`, `"}]}}`)
	if m.Method != "window/showMessage" || !strings.Contains(string(m.Params), "textDocument/didChange of "+c.uri("meal.krk")) {
		t.Errorf("a change that is too large: %s %s", m.Method, m.Params)
	}
	c.edit("meal.krk", "hungry;", "hungri;") // of a text that the server has not: dropped
	if got := string(c.request("textDocument/hover", c.at("meal.krk", "operator ^buy"))); !strings.Contains(got, "Buys a meal") {
		t.Errorf("what is on disk counts now: %s", got)
	}
	c.open("meal.krk", strings.Replace(meal, "hungry;", "hungri;", 1))
	if len(c.diagnostics["meal.krk"]) != 1 {
		t.Errorf("opened anew, it has the findings %v", c.diagnostics["meal.krk"])
	}
	c.close()
}

// TestSkippingNeedsNoMemory skips a message of 1 GB, whose values are long in every place.
func TestSkippingNeedsNoMemory(t *testing.T) {
	const length = 1 << 30
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := bufio.NewReaderSize(filler(`{"method":"m","id":"`, `"}`, length), maxHeaderBytes)
	large, ok := skip(r, length).(*oversized)
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("it allocates %d bytes", after.TotalAlloc-before.TotalAlloc)
	}
	if !ok || large.message().ID != nil || large.message().Method != "m" {
		t.Errorf("got %+v", large)
	}
	if _, err := r.ReadByte(); err != io.EOF {
		t.Errorf("behind it stands %v", err)
	}
	if err := skip(bufio.NewReader(strings.NewReader("{")), 9); err == nil || strings.Contains(err.Error(), "exceeds") {
		t.Errorf("a message that is cut short: %v", err)
	}
}
