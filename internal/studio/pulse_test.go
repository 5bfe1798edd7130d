package studio

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/coder/websocket"
)

const soldier = "../../examples/soldier/soldier.krk"

// many serves a thousand soldiers at 60 ticks a second.
func many(t *testing.T) string {
	t.Helper()
	address, _ := serve(t, Options{Agents: 1000, TPS: 60}, soldier, "../../examples/soldier/places.krk", "../../examples/soldier/weapons.krk")
	return address
}

func (c *client) tick() int64 {
	c.t.Helper()
	var o Opened
	c.ask(Request{Op: "open", File: "soldier.krk"}, &o)
	return o.Frame.Tick
}

// A page that never reads slows nothing: a thousand agents continue, another page is sent pictures, and what waits for
// the first takes a bounded place.
func TestStalledPageOfManyAgents(t *testing.T) {
	address := many(t)
	c := dial(t, address)
	first := c.tick()
	stalled := dial(t, address)
	if err := stalled.socket.Write(stalled.ctx, websocket.MessageText, []byte(`{"id":1,"op":"open","file":"soldier.krk"}`)); err != nil {
		t.Fatal(err)
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, frames := heap(), c.frames
	for c.frames-frames < 20 || c.tick() < first+300 {
		c.awaitFrame()
	}
	if after := heap(); after > before+64<<20 {
		t.Errorf("the heap has grown from %d to %d MiB", before>>20, after>>20)
	}
}

// Pages that ask without an end share a part of each pulse: the simulation continues.
func TestFloodOfQuestions(t *testing.T) {
	address := many(t)
	c := dial(t, address)
	first := c.tick()
	done := make(chan struct{})
	defer close(done)
	for range 8 {
		flood := dial(t, address)
		flood.tick()
		go func() { // reads, so that it is answered
			for {
				if _, _, err := flood.socket.Read(flood.ctx); err != nil {
					return
				}
			}
		}()
		go func() {
			for i := 0; ; i++ {
				select {
				case <-done:
					return
				default:
				}
				if flood.socket.Write(flood.ctx, websocket.MessageText, fmt.Appendf(nil, `{"id":%d,"op":"agents"}`, i)) != nil {
					return
				}
			}
		}()
	}
	for c.tick() < first+120 {
		c.awaitFrame()
	}
}

// The time for requests within a pulse is bounded while there are ticks to make, and only then.
func TestQuestionsTakeTurns(t *testing.T) {
	s := open(t, meal, Options{Seed: 1})
	if s.asked = asking; s.turn() != nil {
		t.Error("another question is answered before the next tick")
	}
	if s.playing = false; s.turn() == nil {
		t.Error("a paused simulation answers nothing")
	}
	if s.playing, s.asked = true, asking-1; s.turn() == nil {
		t.Error("questions are kept waiting for nothing")
	}
}

// A picture has the lines of the stage; the agents' names are sent once.
func TestPictures(t *testing.T) {
	for _, file := range []string{meal, soldier, "../../examples/gatherer/gatherer.krk"} {
		s := open(t, file, Options{Seed: 1, Agents: 20})
		s.watch(newMailbox(), true)
		p, k := painter{cast: &casting{}}, known{}
		var faces [][3]any
		for i := range 50 {
			s.step()
			s.shown, s.changed = time.Time{}, true
			s.show(time.Now())
			shot := <-s.shots
			data, err := p.paint(shot)
			if err != nil {
				t.Fatal(err)
			}
			s.free <- shot
			news, ok := k.news(&picture{data, p.cast, p.cast.epoch})
			if !ok {
				t.Fatal("the picture cannot be understood")
			}
			if news != nil {
				faces = append(faces[:news.From], news.Faces...)
			} else if i == 0 {
				t.Fatal("nobody is told who is who")
			}
			want := s.stage.Figures(nil)
			head := int(binary.LittleEndian.Uint32(data))
			var state State
			if err := json.Unmarshal(data[4:4+head], &state); err != nil || state.Tick != s.stage.Crowd().Tick() {
				t.Fatalf("state %s: %v", data[4:4+head], err)
			}
			data = data[4+head:]
			if len(data) != figureBytes*len(want) {
				t.Fatalf("%s: %d bytes for %d figures", file, len(data), len(want))
			}
			for n, f := range want {
				b := data[n*figureBytes:]
				face := faces[binary.LittleEndian.Uint32(b)]
				x, y := math.Float32frombits(binary.LittleEndian.Uint32(b[4:])), math.Float32frombits(binary.LittleEndian.Uint32(b[8:]))
				if face != [3]any{f.Name, f.Item, f.Team} || x != float32(f.X) || y != float32(f.Y) || int16(binary.LittleEndian.Uint16(b[14:])) != health(f.Health) {
					t.Fatalf("%s: figure %d is %v at %v, %v, want %+v", file, n, face, x, y, f)
				}
			}
		}
	}
}

// An event that is described later has the text that it would have had at once.
func TestTextsMadeLater(t *testing.T) {
	for _, file := range []string{camp, meal, soldier, "../../examples/guards/guards.krk", "../../examples/kitchen/kitchen.krk", "../../examples/gatherer/gatherer.krk"} {
		from := open(t, file, Options{Seed: 1}).source
		j := newJournal(from.program.Info, true)
		eager := &eagerListener{journal: j}
		stage, err := from.stage(eager)
		if err != nil {
			t.Fatal(err)
		}
		j.attend(stage, from.program)
		eager.stage = stage
		for range 300 {
			stage.Step()
		}
		var got []Entry
		j.extract(0, 0, 0, func(person) bool { return true }).visit(func(e *Entry) {
			if e.Family != "squad" && e.Family != "sense" {
				got = append(got, *e)
			}
		})
		if len(got) != len(eager.texts) || len(got) == 0 {
			t.Fatalf("%s: %d events, want %d", file, len(got), len(eager.texts))
		}
		for i, e := range got {
			if e.Text != eager.texts[i] || i > 0 && e.Seq <= got[i-1].Seq {
				t.Fatalf("%s: event %d: %q, want %q", file, i, e.Text, eager.texts[i])
			}
		}
	}
}
