package agent_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// townText has everything that a trace must record: actions that write and panic, functions that panic, objects that
// come and go, sensed symbols, sparse ones, a constant that can be tuned.
const townText = `
import "things.krk"
const enough = 2
state world { food: int 0..20; sensed light: bool; claimed(t: thing): bool }
state agent {
    sensed near(t: thing): float
    hungry: bool = true
    alarm: bool
    pos: vec2
    n: int 0..1000000
    far_off(a: thing, b: thing, i: int 0..9999): int 0..9
}
function useful(t: thing, n: int): bool
action chase(t: thing | vec2)
action fetch(n: int)
action stroll
operator hunt(t: thing) { when !claimed(t) && useful(t, n); do chase(t); claim t world priority 1; effect claimed(t) = true, food += enough, n += 1 }
operator seek { do chase(pos); effect light = true }
operator eat { when food > 0; do fetch(n); effect food -= 1, hungry = false }
operator calm { effect alarm = false }
task dine {
    method "eat" when food > 0 { eat }
    method "hunt" each t: thing where near(t) < 8 order near(t) { hunt(t); eat }
    method "seek" when !light { seek }
}
task danger { method "calm" { calm } }
agent hunter { plan danger when alarm; plan dine when hungry every 0.3s; idle stroll }
agent cat { plan dine; idle stroll }
`

const things = `
type thing max 6
type fruit : thing
objects t1, t2: thing
`

func loadTown(t testing.TB) *program.Program {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a/town.krk": {Data: []byte(strings.Replace(townText, "things.krk", "../b/things.krk", 1))},
		"b/things.krk": {Data: []byte(things)}}, "a/town.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// life is a crowd in which all sorts of things happen, by moves that are numbers.
type life struct {
	*agent.Crowd
	log    strings.Builder
	people []agent.ID
	moves  []int
	at     int
	trace  bytes.Buffer
	rec    *ktrace.Recorder
}

// move returns the next number to decide by.
func (l *life) move() int {
	if len(l.moves) == 0 {
		return 0
	}
	l.at++
	return l.moves[l.at%len(l.moves)] + l.at
}

func (l *life) Event(e *runner.Event) {
	fmt.Fprintf(&l.log, "%d %d %s\n", e.Tick, l.Number(e.Agent), l.View().Text(*e))
	st := l.State(e.Agent)
	switch l.move() % 5 {
	case 0:
		st.Set(l.symbol("light").Base, world.Bool(l.move()%2 == 0))
	case 1:
		l.symbolSet(st, "near", l.move())
	}
}

func (l *life) symbol(name string) *world.Symbol { return l.Schema().Symbol(name) }

// symbolSet writes a cell of a relation over things.
func (l *life) symbolSet(st *world.State, name string, n int) {
	list := l.View().Objects("thing")
	if len(list) == 0 {
		return
	}
	o := list[n%len(list)]
	switch name {
	case "near":
		at, _ := l.symbol(name).Addr(o)
		st.Set(at, world.Float(float64(n%20)))
	case "far_off":
		at, _ := l.symbol(name).Addr(o, o, world.Word(n%100))
		st.Set(at, world.Word(n%10))
	case "claimed":
		at, _ := l.symbol(name).Addr(o)
		st.Set(at, world.Bool(n%2 == 0))
	}
}

// meddle does one of the things that a host may do, from outside or from within an action.
func (l *life) meddle() {
	n := l.move()
	var someone *world.State
	if len(l.people) > 0 {
		someone = l.Target(l.people[n/16%len(l.people)], false)
	}
	switch n % 16 {
	case 0:
		if l.Len() > 8 {
			return
		}
		l.people = append(l.people, l.Spawn([]string{"hunter", "cat"}[n/16%2]))
	case 1:
		l.AddObject([]string{"thing", "fruit"}[n/16%2], fmt.Sprint("o", l.at))
	case 2:
		if list := l.View().Objects("thing"); len(list) > 0 {
			l.RemoveObject(list[n/16%len(list)])
		}
	case 3:
		l.World().Set(l.symbol("food").Base, world.Word(n/16%5))
	case 4:
		l.symbolSet(l.World(), "claimed", n)
	case 5:
		if len(l.people) > 0 && n/16%3 == 0 {
			l.Remove(l.people[n/48%len(l.people)])
		}
	}
	if someone == nil {
		return
	}
	switch n % 16 {
	case 6, 7:
		someone.Set(l.symbol("alarm").Base, 1)
	case 8:
		someone.Set(l.symbol("hungry").Base, 1)
	case 9:
		l.symbolSet(someone, "far_off", n)
	case 10:
		for i := range 30 {
			l.symbolSet(someone, "far_off", n+i/2)
			someone.Set(l.symbol("pos").Base, world.Float(float64(i)))
		}
	case 11:
		l.symbolSet(someone, "near", n)
	case 12:
		someone.Set(l.symbol("food").Base, 3) // a shared symbol, in one agent's state alone
	}
}

type job struct{ Left int }

func (l *life) update(c *action.Ctx, args *action.Arguments, j *job) action.Status {
	n := l.move()
	if n%3 == 0 {
		l.meddle()
	}
	if n%4 == 0 {
		c.State().Set(l.symbol("pos").Base, world.Float(float64(n)))
	}
	switch n % 23 {
	case 0:
		panic(fmt.Sprint("out of ", n))
	case 1, 2:
		return action.Failure
	}
	if j.Left--; j.Left > 0 {
		return action.Running
	}
	return action.Success
}

func newLife(t testing.TB, p *program.Program, moves []int, o agent.Options) *life {
	t.Helper()
	l := &life{moves: moves}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, l.update,
			action.OnAwake(func(c *action.Ctx, p *action.Arguments, j *job) {
				if l.move()%5 == 0 {
					l.meddleQuietly()
				}
				if l.move()%37 == 0 {
					panic("cannot awake")
				}
			}),
			action.OnStart(func(c *action.Ctx, p *action.Arguments, j *job) {
				j.Left = l.move() % 6
				if l.move()%29 == 0 {
					panic("cannot start")
				}
			}),
			action.OnEnd(func(c *action.Ctx, p *action.Arguments, j *job, s action.Status) {
				if l.move()%7 == 0 {
					c.State().Set(l.symbol("alarm").Base, 0)
				}
				if l.move()%31 == 0 {
					panic("cannot end")
				}
			}),
			action.OnAbort(func(c *action.Ctx, p *action.Arguments, j *job, r action.Reason) {
				if l.move()%4 == 0 {
					l.meddleQuietly()
				}
			}))
	}
	action.BindFunc(b, "useful", func(args action.Arguments) bool {
		if args[1].Words[0]%41 == 40 {
			panic(errors.New("cannot say"))
		}
		return args[1].Words[0]%5 != 3
	})
	o.Sink = l
	l.rec = ktrace.NewRecorder(&l.trace, ktrace.Options{CheckpointTicks: 7})
	if o.Recorder == nil {
		o.Recorder = l.rec
	}
	crowd, err := agent.New(p, b, o)
	if err != nil {
		t.Fatal(err)
	}
	l.Crowd = crowd
	return l
}

// meddleQuietly is for hooks that are called between ticks as well: it does not add nor remove.
func (l *life) meddleQuietly() {
	if len(l.people) > 0 {
		if st := l.Target(l.people[l.move()%len(l.people)], false); st != nil {
			l.symbolSet(st, "near", l.move())
		}
	}
	l.symbolSet(l.World(), "claimed", l.move())
}

// live lets so many moves happen, and closes the trace.
func (l *life) live(t testing.TB, n int) {
	for range n {
		if l.move()%3 == 0 {
			l.meddle()
		} else {
			l.Step()
		}
		if l.move()%11 == 0 && len(l.people) > 0 {
			l.View().Explain(l.people[0])
		}
	}
	if err := l.rec.Close(); err != nil {
		t.Fatal(err)
	}
}

// replayed makes a run again and returns what its agents decided.
func replayed(t testing.TB, data []byte) (*agent.Replay, string) {
	t.Helper()
	var log strings.Builder
	var r *agent.Replay
	r, err := agent.NewReplay(bytes.NewReader(data), agent.ReplayOptions{Sink: runner.SinkFunc(func(e runner.Event) {
		fmt.Fprintf(&log, "%d %d %s\n", e.Tick, r.Crowd().Number(e.Agent), r.Crowd().View().Text(e))
	})})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	return r, log.String()
}

// TestObjectsComeAfterWhatWasWritten: an action writes to the world before an object comes. Replayed the other way
// round, the world's log is another.
func TestObjectsComeAfterWhatWasWritten(t *testing.T) {
	moves := []int{48, 5006, 136, 218, 115, 7, 0, 304, 4161, 5, 1, 13, 34, 0, 0, 7, 2, 6, 245}
	l := newLife(t, loadTown(t), moves, agent.Options{Seed: 5})
	l.live(t, 153)
	if r, _ := replayed(t, l.trace.Bytes()); r.Difference() != nil || r.Err() != nil {
		t.Errorf("differs: %+v %v", r.Difference(), r.Err())
	}
}

func TestReplayIsTheSame(t *testing.T) {
	p := loadTown(t)
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.SliceOfN(rapid.IntRange(0, 9999), 1, 40).Draw(rt, "moves")
		l := newLife(t, p, moves, agent.Options{Seed: 5, NodesPerTick: moves[0] % 2 * 3})
		l.live(t, rapid.IntRange(1, 200).Draw(rt, "steps"))
		r, log := replayed(t, l.trace.Bytes())
		if d := r.Difference(); d != nil || r.Err() != nil {
			rt.Fatalf("differs: %+v %v", d, r.Err())
		}
		if log != l.log.String() {
			rt.Fatalf("other texts:\n%s\nwant:\n%s", log, l.log.String())
		}
		if r.Crowd().TraceHash() != l.TraceHash() || r.Crowd().Tick() != l.Tick() || r.Crowd().Len() != l.Len() {
			rt.Fatal("another end")
		}
		for id := range l.All {
			if r.Crowd().State(id).Hash() != l.State(id).Hash() {
				rt.Fatal("another state")
			}
			if got, want := fmt.Sprint(r.Crowd().View().PlanOf(id)), fmt.Sprint(l.View().PlanOf(id)); got != want {
				rt.Fatalf("does %s, want %s", got, want)
			}
		}
	})
}

// edited writes a trace anew with some records changed or, where edit returns false, left out.
func edited(t testing.TB, data []byte, edit func(r *ktrace.Record) bool) []byte {
	t.Helper()
	return rewritten(t, data, func(w *ktrace.Recorder, r *ktrace.Record) {
		if edit(r) && r.Kind != ktrace.KindEnd {
			w.Write(r)
		}
	})
}

// rewritten writes a trace anew, with what write writes of each record. The end is as it was.
func rewritten(t testing.TB, data []byte, write func(w *ktrace.Recorder, r *ktrace.Record)) []byte {
	t.Helper()
	in, err := ktrace.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := ktrace.NewRecorder(&out, ktrace.Options{})
	var rec, last ktrace.Record
	if err := w.Begin(in.Header(), func() ktrace.Record { return last }); err != nil {
		t.Fatal(err)
	}
	for in.Next(&rec) == nil {
		if write(w, &rec); rec.Kind == ktrace.KindEnd {
			last = rec
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestReplayFindsTheDifference changes one value in a trace of a certain kind: the replay must end there, and name the
// difference.
func TestReplayFindsTheDifference(t *testing.T) {
	l := newLife(t, loadTown(t), []int{0, 3, 1, 8, 501}, agent.Options{Seed: 5})
	l.live(t, 300)
	if l.Tick() < 60 {
		t.Fatalf("only %d ticks", l.Tick())
	}
	if r, _ := replayed(t, edited(t, l.trace.Bytes(), func(*ktrace.Record) bool { return true })); r.Difference() != nil || !r.Ended() {
		t.Fatal(r.Difference(), r.Err())
	}
	done := map[string]bool{}
	once := func(name string, r *ktrace.Record, matches bool) bool {
		if !matches || r.Tick < 30 || done[name] {
			return false
		}
		done[name] = true
		return true
	}
	cases := map[string]func(r *ktrace.Record) bool{
		"a result": func(r *ktrace.Record) bool {
			if once("a result", r, r.Kind == ktrace.KindCall && r.Phase == ktrace.Update && r.Status == uint8(action.Success)) {
				r.Status = uint8(action.Failure)
			}
			return true
		},
		"an end less": func(r *ktrace.Record) bool {
			return !once("an end less", r, r.Kind == ktrace.KindCall && r.Phase == ktrace.Update && r.Status != uint8(action.Running))
		},
		"a start less": func(r *ktrace.Record) bool {
			return !once("a start less", r, r.Kind == ktrace.KindCall && r.Phase == ktrace.Start)
		},
		"another argument": func(r *ktrace.Record) bool {
			if once("another argument", r, r.Kind == ktrace.KindCall && r.Phase == ktrace.Start && len(r.Args) > 0) {
				r.Args[len(r.Args)-1]++
			}
			return true
		},
		"a decision": func(r *ktrace.Record) bool {
			if once("a decision", r, r.Kind == ktrace.KindEvent) {
				r.Event.Values[8]++
			}
			return true
		},
		"a decision less": func(r *ktrace.Record) bool { return !once("a decision less", r, r.Kind == ktrace.KindEvent) },
		"a state": func(r *ktrace.Record) bool {
			if once("a state", r, r.Kind == ktrace.KindCheckpoint && len(r.States) > 0) {
				r.States[0]++
			}
			return true
		},
		"a write": func(r *ktrace.Record) bool {
			return !once("a write", r, r.Kind == ktrace.KindCall && len(r.Writes) > 0 && r.Phase == ktrace.Update && r.Status == uint8(action.Running))
		},
		"the hash": func(r *ktrace.Record) bool {
			if once("the hash", r, r.Kind == ktrace.KindEnd) {
				r.Hash.Sum++
			}
			return true
		},
	}
	for name, edit := range cases {
		r, _ := replayed(t, edited(t, l.trace.Bytes(), edit))
		d := r.Difference()
		if !done[name] || d == nil || d.Tick < 30 || d.Wanted == "" || d.Got == "" || d.Wanted == d.Got {
			t.Errorf("%s (%t): %+v %v", name, done[name], d, r.Err())
		}
	}
}

// TestFaultyTracesAreRefused gives a replay what no recorder writes.
func TestFaultyTracesAreRefused(t *testing.T) {
	l := newLife(t, loadTown(t), []int{3, 1, 2, 500}, agent.Options{})
	l.live(t, 60)
	for name, add := range map[string]ktrace.Record{
		"a kind":     {Kind: ktrace.KindSpawn, Agent: 99, Index: 99},
		"a number":   {Kind: ktrace.KindSpawn, Agent: 99},
		"an agent":   {Kind: ktrace.KindWrites, Agent: 77, Writes: []ktrace.Write{{Addr: 0}}},
		"leaving":    {Kind: ktrace.KindRemove, Agent: 77},
		"an address": {Kind: ktrace.KindWrites, Writes: []ktrace.Write{{Addr: 1 << 40}}},
		"sparse":     {Kind: ktrace.KindWrites, Writes: []ktrace.Write{{Addr: 1<<64 - 1}}},
		"a cell":     {Kind: ktrace.KindWrites, Writes: []ktrace.Write{{Addr: 1<<63 + 1<<30 - 1}}},
		"a value":    {Kind: ktrace.KindWrites, Writes: []ktrace.Write{{Addr: uint64(l.symbol("hungry").Base), Word: 7}}},
		"an object":  {Kind: ktrace.KindAddObject, Type: "thing", Name: "t1", Object: 5},
		"a tick":     {Kind: ktrace.KindTick, Tick: 1 << 40},
		"a call":     {Kind: ktrace.KindCall, Phase: ktrace.Abort},
		"an order":   {Kind: ktrace.KindOrder, Agent: 1, Index: 5},
		"a taking":   {Kind: ktrace.KindWithdraw, Agent: 77, Index: 5},
	} {
		put := false
		data := edited(t, l.trace.Bytes(), func(r *ktrace.Record) bool {
			if r.Kind == ktrace.KindTick && r.Tick == 10 {
				put = true
				*r = add
			}
			return true
		})
		if r, _ := replayed(t, data); !put || !r.Done() || r.Ended() || r.Err() == nil && r.Difference() == nil {
			t.Errorf("%s: %v %v", name, r.Err(), r.Difference())
		}
	}
}

func TestACutTraceIsReplayedUpToTheCut(t *testing.T) {
	l := newLife(t, loadTown(t), []int{0, 3, 1, 8, 500}, agent.Options{})
	l.rec.Flush()
	header := l.trace.Len()
	for range 20 {
		l.Step()
		l.meddle()
		l.rec.Flush()
	}
	data := l.trace.Bytes()
	for cut := header; cut < len(data); cut += 7 {
		r, _ := replayed(t, data[:cut])
		var damage *ktrace.DamageError
		if r.Difference() != nil || !errors.As(r.Err(), &damage) || !damage.Cut || r.Ended() {
			t.Fatalf("cut at %d: %+v %v", cut, r.Difference(), r.Err())
		}
	}
}

func TestASituationOfItsOwnIsReplayed(t *testing.T) {
	p := loadTown(t)
	initial := world.NewState(p.Info.Schema)
	initial.CopyFrom(p.Info.Initial)
	initial.RemoveObject(p.Info.Initial.Objects(0)[0])
	fruit, _ := initial.AddObject(1, "plum")
	initial.RemoveObject(fruit)
	again, _ := initial.AddObject(1, "")
	at, _ := p.Info.Schema.Symbol("claimed").Addr(again)
	initial.Set(at, 1)
	initial.Set(p.Info.Schema.Symbol("food").Base, 7)
	l := newLife(t, p, []int{16, 3, 1, 99}, agent.Options{Initial: initial})
	l.live(t, 80)
	r, _ := replayed(t, l.trace.Bytes())
	if !r.Ended() || r.Crowd().World().Hash() != l.World().Hash() {
		t.Errorf("%+v %v", r.Difference(), r.Err())
	}
}

func TestTunedConstantsAreReplayed(t *testing.T) {
	p, err := loadTown(t).Tune(map[string]string{"enough": "9"})
	if err != nil {
		t.Fatal(err)
	}
	l := newLife(t, p, []int{16, 3, 1, 99}, agent.Options{})
	l.live(t, 80)
	r, _ := replayed(t, l.trace.Bytes())
	if c := r.Header().Consts; !r.Ended() || len(c) != 1 || c[0] != (ktrace.Const{Name: "enough", Value: "9"}) {
		t.Errorf("%+v %v, constants %v", r.Difference(), r.Err(), c)
	}
	if names := []string{r.Header().Files[0].Name, r.Header().Files[1].Name}; names[0] != "a/town.krk" || names[1] != "b/things.krk" {
		t.Errorf("the files are named %v", names)
	}
}

func TestARecorderServesOneCrowd(t *testing.T) {
	p := loadTown(t)
	l := newLife(t, p, nil, agent.Options{})
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, l.update)
	}
	action.BindFunc(b, "useful", func(action.Arguments) bool { return true })
	if _, err := agent.New(p, b, agent.Options{Recorder: l.rec}); !errors.Is(err, ktrace.ErrUsed) {
		t.Error(err)
	}
}

func TestAnotherProgramIsRefused(t *testing.T) {
	l := newLife(t, loadTown(t), []int{16}, agent.Options{})
	l.live(t, 3)
	in, err := ktrace.NewReader(bytes.NewReader(l.trace.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	h := *in.Header()
	h.Files = append([]ktrace.File(nil), h.Files...)
	for _, c := range []struct{ old, new string }{{"n += 1", "n += 2"}, {"agent cat", "agent"}} {
		h.Files[0].Text = strings.Replace(in.Header().Files[0].Text, c.old, c.new, 1)
		var out bytes.Buffer
		w := ktrace.NewRecorder(&out, ktrace.Options{})
		if err := w.Begin(&h, func() ktrace.Record { return ktrace.Record{Kind: ktrace.KindEnd} }); err != nil {
			t.Fatal(err)
		}
		w.Close()
		if _, err := agent.NewReplay(&out, agent.ReplayOptions{}); err == nil || c.new == "n += 2" && !errors.Is(err, agent.ErrOtherProgram) {
			t.Errorf("%s: %v", c.new, err)
		}
	}
}

// TestHistory: each agent keeps its last decisions.
func TestHistory(t *testing.T) {
	l := newLife(t, loadTown(t), []int{16, 3, 1, 99}, agent.Options{History: 3})
	l.live(t, 100)
	names, most := agent.EventNames(), 0
	for id := range l.All {
		n := 0
		for e := range l.View().History(id) {
			n++
			if e.Agent != l.Number(id) || names.Text(e) == "" {
				t.Errorf("%+v", e)
			}
		}
		most = max(most, n)
	}
	if most != 3 {
		t.Errorf("%d decisions are kept", most)
	}
}
