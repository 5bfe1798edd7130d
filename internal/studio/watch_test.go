package studio_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/studio"
)

type agentID = agent.ID

// house is a user's own game: a cat that is fed now and then.
type house struct {
	crowd *karakuri.Crowd
	cat   karakuri.Agent
	food  int64
	bowl  *karakuri.Symbol[int]
	empty *karakuri.Symbol[bool]
}

func newHouse(p *karakuri.Program, o karakuri.Options) (*house, error) {
	h := &house{food: 1, bowl: karakuri.Lookup[int](p, "food"), empty: karakuri.Lookup[bool](p, "hungry")}
	o.TPS = 20
	walks := karakuri.Bind("walk_to", func(_ *karakuri.Ctx, _ *struct{ Spot karakuri.Enum }, ticks *int) karakuri.Status {
		if *ticks++; *ticks < 10 {
			return karakuri.Running
		}
		return karakuri.Success
	})
	var err error
	h.crowd, err = karakuri.New(p, o, walks,
		karakuri.Bind("meow", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { h.food++; return karakuri.Success }),
		karakuri.Bind("lap", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { h.food--; return karakuri.Success }),
		karakuri.Bind("nap", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { return karakuri.Running }))
	if err == nil {
		h.cat = h.crowd.Spawn("cat")
	}
	return h, err
}

func (h *house) step() error {
	if h.crowd.Tick()%100 == 20 {
		h.empty.Set(h.cat, true)
	}
	h.bowl.Set(h.cat, int(h.food))
	h.crowd.Step()
	return nil
}

// game is the house as the studio sees it.
func (h *house) game() *studio.Game {
	return &studio.Game{Crowd: h.crowd, Step: h.step, Land: studio.Land{Max: [2]float64{8, 4}},
		Figures: func(buf []studio.Figure) []studio.Figure {
			return append(buf, studio.Figure{Name: "cat#1", X: float64(h.food), Y: 2, Health: -1})
		},
		Snapshot: func() []byte { return h.crowd.Snapshot(binary.LittleEndian.AppendUint64(nil, uint64(h.food))) },
		Rollback: func(data []byte) error {
			if len(data) < 8 {
				return errors.New("too short")
			}
			err := h.crowd.Rollback(data[8:])
			if err == nil {
				h.food = int64(binary.LittleEndian.Uint64(data))
			}
			return err
		}}
}

func cats() *karakuri.Program {
	p, err := karakuri.Load(os.DirFS("../../examples/embed"), "cat.krk")
	if err != nil {
		panic(err)
	}
	return p
}

// ticksEach is the maximum number of ticks that the game of a test makes for each request of a page: the game has no
// clock, and must not run away.
const ticksEach = 100

// hostedPage is the page of a game that keeps its own loop. The game continues while its page asks.
type hostedPage struct {
	studio.Client
	ticks *atomic.Int64 // that the game may still make
}

func (p hostedPage) Ask(r studio.Request, into any) {
	p.ticks.Store(ticksEach)
	p.Client.Ask(r, into)
}

// hosted starts a game with its own loop and opens a page of it. The game ends with the test. eventCount returns the
// number of events that the host has received.
func hosted(t *testing.T, again bool) (page hostedPage, eventCount func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	p := cats()
	w, err := studio.NewWatch(ctx, p, studio.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	page = hostedPage{studio.DialPage(t, strings.TrimSuffix(w.URL(), "/")), &atomic.Int64{}}
	if wrong := page.Try(studio.Request{Op: "open", File: "cat.krk"}); !strings.Contains(wrong, "not begun") {
		t.Errorf("before there is a game: %q", wrong)
	}
	var lock sync.Mutex
	events := 0
	h, err := newHouse(p, w.Hear(karakuri.Options{Sink: karakuri.SinkFunc(func(karakuri.Event) {
		lock.Lock()
		defer lock.Unlock()
		events++
	})}))
	if err != nil {
		t.Fatal(err)
	}
	g := h.game()
	if again {
		g.Again = func(o karakuri.Options) (*studio.Game, error) {
			h, err := newHouse(p, o)
			if err != nil {
				return nil, err
			}
			return h.game(), nil
		}
	}
	if err := w.Show(*g); err != nil {
		t.Fatal(err)
	}
	if w.Show(*g) == nil {
		t.Error("two games are shown")
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			if w.Tick() && page.ticks.Add(-1) >= 0 {
				_ = h.step() // it has no error
			}
			runtime.Gosched()
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return page, func() int {
		lock.Lock()
		defer lock.Unlock()
		return events
	}
}

// A game that keeps its own loop is looked at between its ticks: paused, stepped, changed. How fast it goes is for it
// to say.
func TestWatchedGame(t *testing.T) {
	c, eventCount := hosted(t, false)
	var o studio.Opened
	for c.Ask(studio.Request{Op: "open", File: "cat.krk"}, &o); o.Frame.Tick < 50; {
		c.Ask(studio.Request{Op: "open", File: "cat.krk"}, &o)
	}
	if !o.Hosted || o.Place != "game" || len(o.Frame.Figures) != 1 || o.Frame.First != o.Frame.Tick {
		t.Errorf("%+v", o)
	}
	c.Ask(studio.Request{Op: "pause"}, nil)
	at := func() int64 {
		c.Ask(studio.Request{Op: "open", File: "cat.krk"}, &o)
		return o.Frame.Tick
	}
	begin := at()
	if now := at(); now != begin {
		t.Errorf("it is paused, and goes from tick %d to %d", begin, now)
	}
	c.Ask(studio.Request{Op: "step", Count: 7}, nil)
	for at() < begin+7 {
	}
	if now := at(); now != begin+7 {
		t.Errorf("7 ticks after %d it is at %d", begin, now)
	}
	c.Ask(studio.Request{Op: "set", Agent: "cat#1", Sets: []studio.Setting{{Name: "hungry", Value: "true"}}}, nil)
	if m := c.Mind("cat#1", nil); m.Value("hungry") != "true" {
		t.Errorf("cells %v", m.Cells)
	}
	const seconds = 10 // in which it plans surely: every half second, or later where that was in vain before
	for end, now := begin+7+seconds*20, begin+7; now < end && c.Try(studio.Request{Op: "explain", Agent: "cat#1"}) != ""; {
		c.Ask(studio.Request{Op: "step", Count: 1}, nil)
		for now++; at() < now; {
		}
	}
	var e studio.Exploration
	c.Ask(studio.Request{Op: "explain", Agent: "cat#1"}, &e)
	if len(e.Roots) == 0 {
		t.Errorf("%+v", e)
	}
	var list studio.EventList
	c.Ask(studio.Request{Op: "events"}, &list)
	if list.Total == 0 || eventCount() == 0 {
		t.Errorf("the page has %d events, the host got %d", list.Total, eventCount())
	}
	past := int64(10)
	for what, r := range map[string]studio.Request{
		"looks back": {Op: "frame", Tick: &past}, "sets the speed": {Op: "speed", Speed: 2}, "begins anew": {Op: "restart"},
		"writes": {Op: "save", File: "cat.krk", Text: "x"},
	} {
		if c.Try(r) == "" {
			t.Errorf("a page %s", what)
		}
	}
	var text studio.SourceText
	c.Ask(studio.Request{Op: "source", File: "cat.krk"}, &text)
	if !text.Readonly || !strings.Contains(text.Text, "agent cat") {
		t.Errorf("text %+v", text)
	}
	c.Ask(studio.Request{Op: "play"}, nil)
	for at() < begin+40 {
	}
}

// If it can be made again its past can be looked at.
func TestWatchedGameLooksBack(t *testing.T) {
	c, _ := hosted(t, true)
	var o studio.Opened
	for c.Ask(studio.Request{Op: "open", File: "cat.krk"}, &o); o.Frame.Tick < 60; {
		c.Ask(studio.Request{Op: "open", File: "cat.krk"}, &o)
	}
	c.Ask(studio.Request{Op: "pause"}, nil)
	c.Ask(studio.Request{Op: "open", File: "cat.krk"}, &o)
	now := c.Mind("cat#1", nil)
	then := c.Mind("cat#1", &o.Frame.Tick)
	if fmt.Sprint(then.Cells) != fmt.Sprint(now.Cells) || then.Tick != now.Tick {
		t.Errorf("now %v\nlooking at it as the past %v", now.Cells, then.Cells)
	}
	tick := int64(30)
	if m := c.Mind("cat#1", &tick); m.Tick != 30 || o.Frame.First > 0 {
		t.Errorf("tick %d of %d, from %d on", m.Tick, o.Frame.Tick, o.Frame.First)
	}
}

// A game of one's own in the studio, which keeps its time.
func ExampleWorld() {
	library, err := studio.NewLibrary([]string{"../../examples/embed/cat.krk"})
	if err != nil {
		panic(err)
	}
	world := studio.World{Name: "house", Open: func(p *karakuri.Program, o karakuri.Options) (*studio.Game, error) {
		h, err := newHouse(p, o) // of the game: makes a crowd with its actions bound
		if err != nil {
			return nil, err
		}
		return &studio.Game{Crowd: h.crowd, Step: h.step}, nil
	}}
	ctx, cancel := context.WithCancel(context.Background())
	server, err := studio.Listen(ctx, library, studio.Options{Addr: "127.0.0.1:0", Worlds: []studio.World{world}})
	if err != nil {
		panic(err)
	}
	fmt.Println("studio at", server.URL()[:len("http://127.0.0.1:")])
	cancel() // after a while
	if err := server.Serve(); err != nil {
		panic(err)
	}
	// Output: studio at http://127.0.0.1:
}

// A game that keeps its own loop lets the studio look on.
func ExampleWatch() {
	program := cats()
	watch, err := studio.NewWatch(context.Background(), program, studio.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		panic(err)
	}
	h, err := newHouse(program, watch.Hear(karakuri.Options{})) // of the game: makes its crowd with these options
	if err != nil {
		panic(err)
	}
	if err := watch.Show(studio.Game{Crowd: h.crowd}); err != nil {
		panic(err)
	}
	for frame := 0; frame < 100; frame++ { // the game's loop
		if watch.Tick() { // false: a page has paused it
			_ = h.step()
		}
	}
	fmt.Println("the cat has lived for", h.crowd.Seconds(), "seconds")
	// Output: the cat has lived for 5 seconds
}
