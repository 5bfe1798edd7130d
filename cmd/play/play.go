//go:build js && wasm

// Command play is the studio within a page: see main.go.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"syscall/js"

	"github.com/karakuri-ai/karakuri/examples/guards/yard"
	"github.com/karakuri-ai/karakuri/examples/kitchen/restaurant"
	"github.com/karakuri-ai/karakuri/examples/village/hamlet"
	"github.com/karakuri-ai/karakuri/internal/studio"
)

// worlds are those of the command studio.
var worlds = []studio.World{studio.WorldOf(yard.World), studio.WorldOf(restaurant.World), studio.WorldOf(hamlet.World)}

// setup is what the worker says before the start.
type setup struct {
	Names []string          `json:"names"` // files to list
	Texts map[string]string `json:"texts"` // all files
	Seed  uint64            `json:"seed"`
}

func main() {
	port := js.Global().Get("karakuri")
	if err := run(port); err != nil {
		port.Call("fail", err.Error())
	}
}

// run serves the page until the worker ends.
func run(port js.Value) error {
	var s setup
	if err := json.Unmarshal([]byte(port.Get("setup").String()), &s); err != nil {
		return fmt.Errorf("the setup cannot be understood: %w", err)
	}
	library, err := studio.NewLibraryIn(s.Texts, s.Names...)
	if err != nil {
		return err
	}
	host, err := studio.NewHost(context.Background(), library, studio.Options{Seed: s.Seed, Worlds: worlds})
	if err != nil {
		return err
	}
	l := &line{port: port, more: make(chan struct{}, 1)}
	port.Set("receive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.put(args[0].String())
		return nil
	}))
	port.Call("ready")
	host.Attend(l)
	return errors.New("the page's line has ended")
}

// line is the line to the page: messages of the worker. JavaScript must not wait for Go, so requests are queued.
type line struct {
	port js.Value
	more chan struct{} // capacity 1
	lock sync.Mutex
	list []string
}

func (l *line) put(text string) {
	l.lock.Lock()
	l.list = append(l.list, text)
	l.lock.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
}

func (l *line) take() (text string, ok bool) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if len(l.list) == 0 {
		return "", false
	}
	text, l.list = l.list[0], l.list[1:]
	return text, true
}

// Read implements studio.Line.
func (l *line) Read(ctx context.Context) ([]byte, error) {
	for {
		if text, ok := l.take(); ok {
			if len(text) > studio.MaxRequestBytes {
				return nil, errors.New("the message is too long")
			}
			return []byte(text), nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-l.more:
		}
	}
}

// Write implements studio.Line.
func (l *line) Write(_ context.Context, data []byte, binary bool) error {
	if !binary {
		l.port.Call("send", string(data))
		return nil
	}
	copied := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(copied, data)
	l.port.Call("send", copied.Get("buffer"))
	return nil
}
