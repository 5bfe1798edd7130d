package studio

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// channels is a line in memory, as the playground has.
type channels struct {
	in     chan []byte
	out    chan []byte
	frames chan struct{} // capacity 1
}

// Read implements Line.
func (c *channels) Read(ctx context.Context) ([]byte, error) {
	select {
	case data, ok := <-c.in:
		if !ok {
			return nil, errors.New("the page has gone")
		}
		return data, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements Line.
func (c *channels) Write(ctx context.Context, data []byte, binary bool) error {
	if binary {
		select {
		case c.frames <- struct{}{}:
		default:
		}
		return nil
	}
	select {
	case c.out <- slices.Clone(data):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask asks on the line, and returns what went wrong.
func (c *channels) ask(t *testing.T, r Request, into any) string {
	t.Helper()
	r.ID = 1
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	c.in <- text
	for {
		var a struct {
			Push  string
			Error string
			Data  json.RawMessage
		}
		if err := json.Unmarshal(<-c.out, &a); err != nil {
			t.Fatal(err)
		}
		if a.Push != "" {
			continue
		}
		if into != nil && a.Error == "" {
			if err := json.Unmarshal(a.Data, into); err != nil {
				t.Fatal(err)
			}
		}
		return a.Error
	}
}

func (c *channels) must(t *testing.T, r Request, into any) {
	t.Helper()
	if wrong := c.ask(t, r, into); wrong != "" {
		t.Fatalf("%s: %s", r.Op, wrong)
	}
}

// attended returns a line to a host whose files are in memory: the examples gatherer and meal.
func attended(t *testing.T) *channels {
	t.Helper()
	texts := map[string]string{}
	for _, name := range []string{"meal/meal.krk", "gatherer/gatherer.krk", "gatherer/gatherer.scene"} {
		text, err := os.ReadFile("../../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	l, err := NewLibraryIn(texts, "meal/meal.krk", "gatherer/gatherer.krk")
	if err != nil {
		t.Fatal(err)
	}
	h, err := NewHost(t.Context(), l, Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	c := &channels{make(chan []byte), make(chan []byte, 1000), make(chan struct{}, 1)}
	done := make(chan struct{})
	go func() { h.Attend(c); close(done) }()
	t.Cleanup(func() { close(c.in); <-done })
	return c
}

// TestAPageWithoutAServer: a host serves a page on any line, with files in memory that the page can write, and record
// runs to.
func TestAPageWithoutAServer(t *testing.T) {
	c := attended(t)
	var names []string
	if c.must(t, Request{Op: "files"}, &names); !slices.Equal(names, []string{"gatherer/gatherer.krk", "meal/meal.krk"}) {
		t.Error(names)
	}
	var o Opened
	c.must(t, Request{Op: "open", File: "meal/meal.krk"}, &o)
	<-c.frames // pictures come by themselves
	c.must(t, Request{Op: "pause"}, nil)

	var read SourceText
	if c.must(t, Request{Op: "source", File: "meal/meal.krk"}, &read); read.Readonly || read.Hash == "" {
		t.Fatalf("%+v", read)
	}
	changed := "state agent { more: int = 7 }\n" + read.Text
	var saved Saved
	if c.must(t, Request{Op: "save", File: "meal/meal.krk", Text: changed, Was: read.Hash}, &saved); !saved.Saved {
		t.Fatalf("%+v", saved)
	}
	if c.must(t, Request{Op: "save", File: "meal/meal.krk", Text: "x", Was: read.Hash}, &saved); saved.Conflict == nil || saved.Conflict.Text != changed {
		t.Errorf("an old text is replaced: %+v", saved)
	}
	if wrong := c.ask(t, Request{Op: "save", File: "gatherer/gatherer.scene", Text: "x", Was: "y"}, nil); wrong == "" {
		t.Error("a file that is not of the program is written")
	}

	var b Bundle
	if c.must(t, Request{Op: "bundle"}, &b); b.File != "meal/meal.krk" || b.Seed != 3 || len(b.Files) != 1 || b.Files[0].Text != changed {
		t.Errorf("%+v", b)
	}

	var tape Taping
	c.must(t, Request{Op: "record", On: true}, &tape)
	c.must(t, Request{Op: "step", Count: 20}, nil)
	c.must(t, Request{Op: "record"}, &tape)
	if tape.File != "traces/meal-1.ktrace" || tape.Bytes == 0 {
		t.Fatalf("%+v", tape)
	}
	if c.must(t, Request{Op: "open", File: tape.File}, &o); !o.Record || o.Frame.Last-o.Frame.First != 20 {
		t.Errorf("%+v", o.Frame)
	}
	if wrong := c.ask(t, Request{Op: "bundle"}, nil); !strings.Contains(wrong, "only the run of a file") {
		t.Error(wrong)
	}
}

// TestBundleWithScene: the scene is the last file.
func TestBundleWithScene(t *testing.T) {
	c := attended(t)
	c.must(t, Request{Op: "open", File: "gatherer/gatherer.krk"}, nil)
	c.must(t, Request{Op: "restart", Seed: 9}, nil)
	var b Bundle
	c.must(t, Request{Op: "bundle"}, &b)
	scene, err := os.ReadFile("../../examples/gatherer/gatherer.scene")
	if err != nil || len(b.Files) != 2 || b.Files[1].File != "gatherer/gatherer.scene" || b.Files[1].Text != string(scene) || b.Seed != 9 {
		t.Errorf("%+v", b)
	}
}

// TestDrawerIsBounded: by the number of recordings, and by the length of texts.
func TestDrawerIsBounded(t *testing.T) {
	d := newDrawer(map[string]string{"a.krk": "a"})
	for n := range maxDrawerTraces {
		tape, err := d.newTrace("x/a.krk · woods")
		if err != nil || tape.name != traceName("a.krk", n+1) {
			t.Fatal(tape, err)
		}
		if _, err := tape.Write([]byte("gone")); err != nil {
			t.Fatal(err)
		}
		if err := tape.clear(); err != nil {
			t.Fatal(err)
		}
		if _, err := tape.Write([]byte("kept")); err != nil {
			t.Fatal(err)
		}
		if err := tape.file.Close(); err != nil || d.texts[tape.name] != "kept" {
			t.Fatalf("%q, %v", d.texts[tape.name], err)
		}
	}
	if _, err := d.newTrace("a.krk"); err == nil || !strings.Contains(err.Error(), "no room for more") {
		t.Error(err)
	}
	d.remove("traces/a-2.ktrace")
	if tape, err := d.newTrace("a.krk"); err != nil || tape.name != "traces/a-2.ktrace" {
		t.Error(tape, err)
	}
	if err := d.write("a.krk", strings.Repeat("x", 5<<20), ""); err == nil {
		t.Error("a text of any length is kept")
	}
	if err := d.write("b.krk", "x", ""); err == nil {
		t.Error("a file is made")
	}
	if _, err := NewLibraryIn(nil, "a.krk"); err == nil {
		t.Error("a file is listed that is not there")
	}
}
