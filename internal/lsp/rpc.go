package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
)

// Limits of the transport.
const (
	maxMessageBytes = 32 << 20 // more than any file that the language reads
	maxHeaderLines  = 16
	maxHeaderBytes  = 4 << 10
	maxWaiting      = 256 // messages that are read ahead, so that a cancellation overtakes what it cancels
)

// message is a request, a notification or a response.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`

	cancelled bool
	fault     *rpcError // the message cannot be read
	lost      string    // the document that a notification was about that was too large to be read
}

// isRequest reports whether the message wants an answer.
func (m *message) isRequest() bool { return m.ID != nil && m.Method != "" }

// rpcError is an answer that is an error. Code says which.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// Codes of errors, as JSON-RPC and the protocol define them.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeUnknownMethod  = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeNotInitialized = -32002
	codeFailed         = -32803
	codeCancelled      = -32800
)

// failed returns an error that the user should see: the request is sound and cannot be fulfilled.
func failed(format string, args ...any) error {
	return &rpcError{codeFailed, fmt.Sprintf(format, args...)}
}

// readMessage reads the body of one message. An error means that the stream cannot be read on, unless it is an
// [oversized] message, whose body was skipped.
func readMessage(r *bufio.Reader) ([]byte, error) {
	length := -1
	for lines, size := 0, 0; ; lines++ {
		line, err := r.ReadSlice('\n')
		if err != nil {
			if errors.Is(err, io.EOF) && lines == 0 && len(line) == 0 {
				return nil, io.EOF
			}
			return nil, fmt.Errorf("a header is cut short: %v", err)
		}
		if size += len(line); lines > maxHeaderLines || size > maxHeaderBytes {
			return nil, errors.New("the header of a message is too long")
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, found := strings.Cut(text, ":")
		if found && textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name)) == "Content-Length" {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
				return nil, fmt.Errorf("faulty length of a message: %q", value)
			}
		}
	}
	switch {
	case length < 0:
		return nil, errors.New("a message has no Content-Length")
	case length > maxMessageBytes:
		return nil, skip(r, length)
	}
	body := make([]byte, length)
	_, err := io.ReadFull(r, body)
	return body, err
}

// writer writes messages, each at once.
type writer struct {
	mu  sync.Mutex
	out io.Writer
	err error // the first
}

func (w *writer) write(v any) {
	body, err := json.Marshal(v)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil && w.err == nil {
		_, err = fmt.Fprintf(w.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	if w.err == nil {
		w.err = err
	}
}

func (w *writer) notify(method string, params any) {
	w.write(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}{"2.0", method, params})
}

// ask sends a request. What the client answers does not matter.
func (w *writer) ask(id, method string, params any) {
	w.write(struct {
		Version string `json:"jsonrpc"`
		ID      string `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}{"2.0", id, method, params})
}

func (w *writer) result(id json.RawMessage, result any) {
	w.write(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}{"2.0", id, result})
}

func (w *writer) fail(id json.RawMessage, e *rpcError) {
	if id == nil {
		id = json.RawMessage("null")
	}
	w.write(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *rpcError       `json:"error"`
	}{"2.0", id, e})
}

// inbox reads messages ahead, and marks those as cancelled that a later message cancels.
type inbox struct {
	queue chan *message
	end   error // why the stream has ended; read it after the queue is closed

	mu      sync.Mutex
	waiting map[string]*message // requests in the queue, by their IDs
}

func newInbox() *inbox {
	return &inbox{queue: make(chan *message, maxWaiting), waiting: map[string]*message{}}
}

// read reads until the stream ends or done is closed.
func (b *inbox) read(in io.Reader, done <-chan struct{}) {
	defer close(b.queue)
	r := bufio.NewReaderSize(in, maxHeaderBytes)
	for {
		var m *message
		body, err := readMessage(r)
		if large, ok := errors.AsType[*oversized](err); ok {
			m = large.message()
		} else if err != nil {
			b.end = err
			return
		} else {
			m = parseMessage(body)
		}
		if m.Method == "$/cancelRequest" {
			b.cancel(m.Params)
			continue
		}
		if m.isRequest() {
			b.mu.Lock()
			b.waiting[string(m.ID)] = m
			b.mu.Unlock()
		}
		select {
		case b.queue <- m:
		case <-done:
			return
		}
	}
}

func (b *inbox) cancel(params json.RawMessage) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if m := b.waiting[string(p.ID)]; m != nil {
		m.cancelled = true
	}
}

// take marks a message as being handled, and reports whether it was cancelled before.
func (b *inbox) take(m *message) (cancelled bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting[string(m.ID)] == m {
		delete(b.waiting, string(m.ID))
	}
	return m.cancelled
}

func parseMessage(body []byte) *message {
	m := &message{}
	if err := json.Unmarshal(body, m); err != nil {
		if json.Valid(body) {
			return &message{fault: &rpcError{codeInvalidRequest, "a message is one object"}}
		}
		return &message{fault: &rpcError{codeParse, "a message is not JSON"}}
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	switch isResponse := m.Result != nil || m.Error != nil; {
	case m.ID != nil && !isID(m.ID):
		return &message{fault: &rpcError{codeInvalidRequest, "an ID is a number or a string"}}
	case m.Method == "" && !isResponse:
		return &message{fault: &rpcError{codeInvalidRequest, "a message has no method"}, ID: m.ID}
	}
	return m
}

// isID reports whether a value of JSON is a number or a string.
func isID(v json.RawMessage) bool { return v[0] == '"' || v[0] == '-' || '0' <= v[0] && v[0] <= '9' }
