package agent_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// town has everything that a trace must tell: actions that write and panic, functions that panic, objects that come and go, sensed
// symbols, sparse ones, a constant that can be tuned.
const town = `
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
operator hunt(t: thing) { when !claimed(t) && useful(t, n); do chase(t); effect claimed(t) = true, food += enough, n += 1 }
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
	p, ds := program.Load(fstest.MapFS{"a/town.krk": {Data: []byte(strings.Replace(town, "things.krk", "../b/things.krk", 1))},
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
	rec    *trace.Recorder
}

// move returns the next number for something to decide upon.
func (l *life) move() int {
	if len(l.moves) == 0 {
		return 0
	}
	l.at++
	return l.moves[l.at%len(l.moves)] + l.at
}

func (l *life) Event(e runner.Event) {
	fmt.Fprintf(&l.log, "%d %d %s\n", e.Tick, l.Number(e.Agent), l.Text(e))
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
	list := l.Objects("thing")
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
		if list := l.Objects("thing"); len(list) > 0 {
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

func (l *life) update(c *activity.Ctx, args *activity.Arguments, j *job) activity.Status {
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
		return activity.Failure
	}
	if j.Left--; j.Left > 0 {
		return activity.Running
	}
	return activity.Success
}

func newLife(t testing.TB, p *program.Program, moves []int, o agent.Options) *life {
	t.Helper()
	l := &life{moves: moves}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		activity.Bind(b, a.Name, l.update,
			activity.OnStart(func(c *activity.Ctx, p *activity.Arguments, j *job) {
				j.Left = l.move() % 6
				if l.move()%29 == 0 {
					panic("cannot start")
				}
			}),
			activity.OnEnd(func(c *activity.Ctx, p *activity.Arguments, j *job, s activity.Status) {
				if l.move()%7 == 0 {
					c.State().Set(l.symbol("alarm").Base, 0)
				}
				if l.move()%31 == 0 {
					panic("cannot end")
				}
			}),
			activity.OnAbort(func(c *activity.Ctx, p *activity.Arguments, j *job, r activity.Reason) {
				if l.move()%4 == 0 {
					l.meddleQuietly()
				}
			}))
	}
	activity.BindFunc(b, "useful", func(args activity.Arguments) bool {
		if args[1].Words[0]%41 == 40 {
			panic(errors.New("cannot say"))
		}
		return args[1].Words[0]%5 != 3
	})
	o.Sink = l
	l.rec = trace.NewRecorder(&l.trace, trace.Options{CheckpointTicks: 7})
	if o.Recorder == nil {
		o.Recorder = l.rec
	}
	crowd, err := agent.New(p.Domain, b, o)
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
			l.Explain(l.people[0])
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
		fmt.Fprintf(&log, "%d %d %s\n", e.Tick, r.Crowd().Number(e.Agent), r.Crowd().Text(e))
	})})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	return r, log.String()
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
			if got, want := fmt.Sprint(r.Crowd().PlanOf(id)), fmt.Sprint(l.PlanOf(id)); got != want {
				rt.Fatalf("does %s, want %s", got, want)
			}
		}
	})
}
