package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// Options of a server.
type Options struct {
	Version string    // of the program, which clients show
	Log     io.Writer // what goes wrong inside; nil: nothing is written

	// Further makes findings about a program without errors that need more than its text: those of the playground.
	// It is called beside the loop. Nil: there are none.
	Further func(*program.Program) diag.List
}

// ErrNoShutdown is returned by [Serve] when the client leaves without asking the server to shut down.
var ErrNoShutdown = errors.New("the client left without a shutdown request")

// Serve answers a client until it leaves: it reads messages from in and writes answers to out. It returns nil after a
// shutdown and an exit as the protocol wants them.
func Serve(in io.Reader, out io.Writer, o Options) error {
	s := newServer(out, o)
	box, done := newInbox(), make(chan struct{})
	defer close(done)
	go box.read(in, done)
	for {
		m, ok := s.next(box)
		if !ok {
			break
		}
		if s.handle(m, box.take(m)); s.phase == left || s.out.err != nil {
			break
		}
	}
	switch {
	case s.out.err != nil:
		return fmt.Errorf("cannot answer the client: %w", s.out.err)
	case s.asked:
		return nil
	case box.end != nil && s.phase != left && !errors.Is(box.end, io.EOF):
		return fmt.Errorf("cannot read from the client: %w", box.end)
	}
	return ErrNoShutdown
}

// next returns the next message. While there is none, the server does what can wait: it looks for mistakes, beside the
// loop, so that the next key does not wait for them.
func (s *server) next(box *inbox) (*message, bool) {
	for {
		select {
		case m, ok := <-box.queue:
			return m, ok
		default:
		}
		if s.checking == nil && s.phase == running {
			s.space.epoch++
			if p := s.unchecked(); p != nil {
				s.checking = p.start(s)
			} else {
				s.show()
			}
		}
		select {
		case m, ok := <-box.queue:
			return m, ok
		case done := <-s.checking:
			done.prog.install(done)
			s.checking = nil
		}
	}
}

// phase is the state of the session.
type phase uint8

const (
	fresh phase = iota // initialize has not come yet
	running
	shut // shutdown has come
	left // exit has come
)

type server struct {
	opts  Options
	out   *writer
	phase phase
	asked bool // for a shutdown

	client clientInfo
	space  *workspace
	sent   map[string]string // the diagnostics that the client has, by key

	checking <-chan checked // a check that runs beside the loop; nil: none
}

func newServer(out io.Writer, o Options) *server {
	return &server{opts: o, out: &writer{out: out}, space: newWorkspace(o.Further), sent: map[string]string{}}
}

// handle carries out one message.
func (s *server) handle(m *message, cancelled bool) {
	s.space.epoch++
	switch {
	case m.fault != nil && m.ID == nil && m.Method != "":
		s.missed(m)
	case m.fault != nil:
		s.out.fail(m.ID, m.fault)
	case m.Method == "": // a response: the server asks for nothing whose answer matters
	case !m.isRequest():
		s.notification(m)
	case cancelled:
		s.out.fail(m.ID, &rpcError{codeCancelled, "cancelled"})
	default:
		if result, err := s.request(m); err != nil {
			s.out.fail(m.ID, err)
		} else {
			s.out.result(m.ID, result)
		}
	}
}

// request answers a request.
func (s *server) request(m *message) (result any, fault *rpcError) {
	switch {
	case m.Method == "initialize" && s.phase != fresh:
		return nil, &rpcError{codeInvalidRequest, "the server is already initialized"}
	case m.Method != "initialize" && s.phase == fresh:
		return nil, &rpcError{codeNotInitialized, "the server is not initialized"}
	case s.phase >= shut:
		return nil, &rpcError{codeInvalidRequest, "the server is shut down"}
	}
	h := requests[m.Method]
	if h == nil {
		return nil, &rpcError{codeUnknownMethod, fmt.Sprintf("the server has no method %q", m.Method)}
	}
	defer func() {
		if r := recover(); r != nil {
			s.logf("%s panicked: %v\n%s", m.Method, r, debug.Stack())
			result, fault = nil, &rpcError{codeInternal, fmt.Sprintf("%s failed: %v", m.Method, r)}
		}
	}()
	result, err := h(s, m.Params)
	if err == nil {
		return result, nil
	}
	if e, ok := errors.AsType[*rpcError](err); ok {
		return nil, e
	}
	return nil, &rpcError{codeInternal, err.Error()}
}

// notification carries out a notification. Nothing answers a faulty one.
func (s *server) notification(m *message) {
	if m.Method == "exit" {
		s.phase = left
		return
	}
	h := notifications[m.Method]
	if h == nil || s.phase != running {
		return
	}
	defer s.recovered(m.Method)
	if err := h(s, m.Params); err != nil {
		s.logf("%s: %v", m.Method, err)
	}
}

// missed tells the client about a notification that was too large to be read. The document that it was about is no
// longer the one that the client shows, so the server takes it as closed until it is opened again.
func (s *server) missed(m *message) {
	text := m.fault.Message + ": " + m.Method
	if m.lost != "" {
		text += " of " + m.lost
		delete(s.space.docs, keyOf(m.lost))
		s.space.rescan = true
	}
	s.logf("%s", text)
	s.out.notify("window/showMessage", map[string]any{"type": 1, "message": "karakuri: " + text})
}

func (s *server) recovered(what string) {
	if r := recover(); r != nil {
		s.logf("%s panicked: %v\n%s", what, r, debug.Stack())
	}
}

func (s *server) logf(format string, args ...any) {
	if s.opts.Log != nil {
		fmt.Fprintf(s.opts.Log, "karakuri lsp: "+format+"\n", args...)
	}
}

// handler answers a request.
type handler func(*server, json.RawMessage) (any, error)

// on makes a handler of a method of the server that takes parameters.
func on[P any](f func(*server, *P) (any, error)) handler {
	return func(s *server, raw json.RawMessage) (any, error) {
		p := new(P)
		if err := decode(raw, p); err != nil {
			return nil, err
		}
		return f(s, p)
	}
}

// told makes a handler of a notification.
func told[P any](f func(*server, *P) error) func(*server, json.RawMessage) error {
	return func(s *server, raw json.RawMessage) error {
		p := new(P)
		if err := decode(raw, p); err != nil {
			return err
		}
		return f(s, p)
	}
}

func decode(raw json.RawMessage, p any) error {
	if raw == nil {
		raw = json.RawMessage("{}")
	}
	if err := json.Unmarshal(raw, p); err != nil {
		return &rpcError{codeInvalidParams, "faulty parameters: " + err.Error()}
	}
	return nil
}

var requests = map[string]handler{
	"initialize":                        on((*server).initialize),
	"shutdown":                          on((*server).shutdown),
	"textDocument/hover":                on((*server).hover),
	"textDocument/completion":           on((*server).completion),
	"textDocument/signatureHelp":        on((*server).signatureHelp),
	"textDocument/definition":           on((*server).definition),
	"textDocument/declaration":          on((*server).definition),
	"textDocument/typeDefinition":       on((*server).typeDefinition),
	"textDocument/references":           on((*server).references),
	"textDocument/documentHighlight":    on((*server).highlight),
	"textDocument/prepareRename":        on((*server).prepareRename),
	"textDocument/rename":               on((*server).rename),
	"textDocument/documentSymbol":       on((*server).documentSymbol),
	"workspace/symbol":                  on((*server).workspaceSymbol),
	"textDocument/foldingRange":         on((*server).foldingRange),
	"textDocument/selectionRange":       on((*server).selectionRange),
	"textDocument/semanticTokens/full":  on((*server).semanticTokens),
	"textDocument/semanticTokens/range": on((*server).semanticTokens),
	"textDocument/inlayHint":            on((*server).inlayHint),
	"textDocument/formatting":           on((*server).formatting),
	"textDocument/rangeFormatting":      on((*server).rangeFormatting),
	"textDocument/onTypeFormatting":     on((*server).onTypeFormatting),
	"textDocument/codeAction":           on((*server).codeAction),
	"codeAction/resolve":                on((*server).resolveAction),
	"textDocument/codeLens":             on((*server).codeLens),
	"textDocument/prepareCallHierarchy": on((*server).prepareCalls),
	"callHierarchy/incomingCalls":       on((*server).incomingCalls),
	"callHierarchy/outgoingCalls":       on((*server).outgoingCalls),
}

var notifications = map[string]func(*server, json.RawMessage) error{
	"initialized":                         told((*server).initialized),
	"textDocument/didOpen":                told((*server).didOpen),
	"textDocument/didChange":              told((*server).didChange),
	"textDocument/didClose":               told((*server).didClose),
	"textDocument/didSave":                told((*server).didSave),
	"workspace/didChangeWatchedFiles":     told((*server).didChangeWatchedFiles),
	"workspace/didChangeWorkspaceFolders": told((*server).didChangeFolders),
}
