package agent_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// galley is a ship's kitchen whose stoves can be used by one cook at a time, of any squad or none.
const galley = `
type thing max 20
type stove : thing
type person : thing
sense sight { range 12; line_of_sight }
sense hearing { confidence 1; damping 1 }
sense talk { range 100; confidence 1 }
memory short { span 60s; capacity 8; miss_range 0.5; miss_factor 0.5 }
state agent { n: int 0..9; sensed eager: bool = true; sensed busy: bool }
action heat(s: thing)
action fetch
operator boil(s: stove) { do heat(s); claim s world; succeed_after 1s }
operator fry(s: stove) { do heat(s); claim s world priority -1; succeed_after 1s }
operator look { do fetch }
operator done { effect n += 1 }
operator get { do fetch; succeed_after 0.3s }
task dine { method "hob" when n < 1 && eager each s: stove { boil(s); done } }
task rush { method "hob" when n < 1 && eager each s: stove { fry(s); done } }
task serve { method "hob" when n < 1 && eager each s: stove { get; boil(s); done } }
task watch { method "all the time" { look } }
tree shift { repeat { succeed { plan dine } } }
goal meal { plan dine }
goal nap { fetch }
brain mind { want meal when n < 1 && eager { score 0.8 }; want nap { score 0.2 }; every 0.5s; backoff 30s to 60s }
squad crew { role one 0..9 }
agent cook { plan dine when n < 1 every 100s; body person; sense sight; memory short; squad crew }
agent chef { plan rush when n < 1 every 100s; body person; sense sight; memory short }
agent waiter { plan serve when n < 1 every 100s; body person; sense sight; memory short }
agent tree_cook { tree shift; body person; sense sight; memory short }
agent brain_cook { brain mind; body person; sense sight; memory short }
agent listener { plan dine when n < 1 every 100s; body person; sense sight; sense hearing; sense talk; memory short }
agent lookout { plan watch; body person; sense sight; sense talk; memory short }
agent blind { plan dine when n < 1 every 100s; body person }
`

// seenClaims are the cases. The lines of a script are those of [galleyCrew.follow].
var seenClaims = []struct{ name, script, want string }{
	{"who sees that a stove is in use plans for another", `
stove s1 3 0
stove s2 4 0
cook a 1 0 0
run 1
cook b 2 1 0
run 1
`, `
1 a step started: boil(s1)
2 b step started: boil(s2)`},
	{"behind a wall it learns of that as its step is refused, without a ban", `
stove s1 3 0
stove s2 4 0
cook a 1 2 0
run 1
wall 2.5
cook b 2 1 0
run 3
`, `
1 a step started: boil(s1)
2 b step failed: boil(s1): another agent has claimed its object
3 b step started: boil(s2)`},
	{"who sees the cook but not the stove does not know", `
stove s1 3 0
stove s2 4 0
cook a 1 1 0
run 1
wall 2
cook b 2 0 0
run 2
`, `
1 a step started: boil(s1)
2 b step failed: boil(s1): another agent has claimed its object
3 b step started: boil(s2)`},
	{"who sees that it becomes free plans in that tick, and no step fails", `
stove s1 3 0
cook a 1 0 0
run 1
cook b 2 1 0
run 11
`, `
1 a step started: boil(s1)
2 b no plan for dine
11 a step ended: boil(s1): its time is over
12 b step started: boil(s1)`},
	{"who does not see it any more believes it is in use until it sees it again", `
stove s1 3 0
cook a 1 2 0
run 1
cook b 2 1 0
run 2
wall 1.5
run 20
wall
run 1
`, `
1 a step started: boil(s1)
2 b no plan for dine
11 a step ended: boil(s1): its time is over
24 b step started: boil(s1)`},
	{"or for five seconds, and then it tries", `
stove s1 3 0
cook a 1 2 0
run 1
cook b 2 1 0
run 2
wall 1.5
run 61
`, `
1 a step started: boil(s1)
2 b no plan for dine
11 a step ended: boil(s1): its time is over
53 b step started: boil(s1)
63 b step ended: boil(s1): its time is over`},
	{"hearing of it does not make it believe that for longer", `
stove s1 3 0
cook a 1 2 0
run 1
listener b 2 1 0
run 2
wall 1.5
run 40
sound s1
run 21
`, `
1 a step started: boil(s1)
2 b no plan for dine
11 a step ended: boil(s1): its time is over
53 b step started: boil(s1)
63 b step ended: boil(s1): its time is over`},
	{"nor does what another one of its team says", `
stove s1 3 0
cook a 1 2 0
run 1
listener b 2 1 0
lookout c 2 6 0
run 2
wall 1.5
run 61
`, `
1 a step started: boil(s1)
2 b no plan for dine
2 c step started: look
11 a step ended: boil(s1): its time is over
53 b step started: boil(s1)
63 b step ended: boil(s1): its time is over`},
	{"who was refused stands in the queue, and gets it without seeing it", `
stove s1 3 0
cook a 1 2 0
run 1
wall 2.5
cook b 2 1 0
run 12
`, `
1 a step started: boil(s1)
2 b step failed: boil(s1): another agent has claimed its object
3 b no plan for dine
11 a step ended: boil(s1): its time is over
12 b step started: boil(s1)`},
	{"so does an agent whose step waits in the middle of its plan, and does not wait any more once it has it", `
stove s1 3 0
cook a 1 2 0
run 1
wall 2.5
waiter b 2 1 0
run 5
waits b
run 6
waits b
run 12
`, `
1 a step started: boil(s1)
2 b step started: get
5 b step ended: get: its time is over
6 b waits: ["plans when s1 is free"]
11 a step ended: boil(s1): its time is over
12 b step started: boil(s1)
12 b waits: ["boil(s1) is given up and counts as done in 1s"]
22 b step ended: boil(s1): its time is over`},
	{"its own team's claims it knows without seeing them", `
stove s1 3 0
stove s2 4 0
cook a 1 2 0
run 1
wall 2.5
cook b 1 1 0
run 2
`, `
1 a step started: boil(s1)
2 b step started: boil(s2)`},
	{"and that they are over, also of one that it saw there", `
stove s1 3 0
cook a 1 2 0
run 1
cook b 1 1 0
run 1
wall 1.5
run 11
`, `
1 a step started: boil(s1)
2 b no plan for dine
11 a step ended: boil(s1): its time is over
12 b step started: boil(s1)`},
	{"for a later step what it sees in use ranks last, and the step waits", `
stove s1 3 0
stove s2 4 0
cook a 1 0 0
run 1
waiter b 2 1 0
waiter c 3 1 0
run 15
`, `
1 a step started: boil(s1)
2 b step started: get
2 c step started: get
5 b step ended: get: its time is over
5 b step started: boil(s2)
5 c step ended: get: its time is over
11 a step ended: boil(s1): its time is over
15 b step ended: boil(s2): its time is over
16 c step started: boil(s2)`},
	{"a plan within a tree goes by what is seen as well", `
stove s1 3 0
cook a 1 2 0
run 1
tree_cook b 2 1 0
run 2
wall 1.5
run 20
wall
run 1
`, `
1 a step started: boil(s1)
2 b no plan for dine
11 a step ended: boil(s1): its time is over
24 b step started: boil(s1)`},
	{"and one of a want", `
stove s1 3 0
cook a 1 2 0
run 1
brain_cook b 2 1 0
run 2
wall 1.5
run 20
wall
run 1
`, `
1 a step started: boil(s1)
2 b no plan for dine
11 a step ended: boil(s1): its time is over
24 b step started: boil(s1)`},
	{"of one team that sees it become free one plans, by priority and then in order", `
stove s1 3 0
cook a 1 0 0
run 1
cook b 2 1 0
cook c 2 1 0
chef d 2 1 0
run 33
`, `
1 a step started: boil(s1)
2 b no plan for dine
2 c no plan for dine
2 d no plan for rush
11 a step ended: boil(s1): its time is over
12 d step started: fry(s1)
22 d step ended: fry(s1): its time is over
23 b step started: boil(s1)
33 b step ended: boil(s1): its time is over
34 c step started: boil(s1)`},
	{"of two teams one of each plans, and the first in order has it", `
stove s1 3 0
cook a 1 0 0
run 1
cook b 2 1 0
cook c 3 1 0
cook d 3 1 0
run 11
`, `
1 a step started: boil(s1)
2 b no plan for dine
2 c no plan for dine
2 d no plan for dine
11 a step ended: boil(s1): its time is over
12 b step started: boil(s1)
12 c step failed: boil(s1): another agent has claimed its object`},
	{"one that has no senses knows it from the start, wherever it is", `
stove s1 3 0
stove s2 4 0
cook a 1 2 0
run 1
wall 2.5
blind b 2 1 0
run 2
`, `
1 a step started: boil(s1)
2 b step started: boil(s2)`},
	{"a cook that goes lets others see that it is free", `
stove s1 3 0
cook a 1 0 0
run 1
cook b 2 1 0
run 4
leave a
run 2
`, `
1 a step started: boil(s1)
2 b no plan for dine
5 a step aborted: boil(s1): the agent was removed
6 b step started: boil(s1)`},
}

// galleyCrew is the stroller's crowd that follows a script.
type galleyCrew struct {
	*stroller
	names map[ID]string
	told  []string
	o     agent.Options
	after func() // each tick; nil: nothing
}

func newGalley(t testing.TB, o agent.Options) *galleyCrew {
	g := &galleyCrew{names: map[ID]string{}, o: o}
	g.o.TPS, g.o.Seed = 10, 3
	g.o.Sink = runner.SinkFunc(func(e runner.Event) {
		switch e.Kind {
		case runner.StepStarted, runner.StepEnded, runner.StepFailed, runner.StepAborted, runner.PlanNone, runner.MethodBanned:
			if text := g.View().Text(e); !strings.Contains(text, "done") && !strings.Contains(text, "in a row") {
				g.told = append(g.told, fmt.Sprintf("%d %s %s", e.Tick, g.names[e.Agent], text))
			}
		}
	})
	g.stroller = newStroller(t, galley, g.o)
	g.quiet, g.o.Senses = true, g.yard
	return g
}

// follow does one line of a script: stove NAME X Y, KIND NAME TEAM X Y, wall X ..., run TICKS, sound NAME, waits NAME,
// leave NAME.
func (g *galleyCrew) follow(line string) {
	words := strings.Fields(line)
	number := func(i int) float64 {
		n, err := strconv.ParseFloat(words[i], 64)
		if err != nil {
			panic(err)
		}
		return n
	}
	switch words[0] {
	case "stove":
		g.lay("stove", words[1], sense.Point{X: number(2), Y: number(3)})
	case "wall":
		g.yard.walls = nil
		for i := range words[1:] {
			g.yard.walls = append(g.yard.walls, number(i+1))
		}
	case "run":
		for range int(number(1)) {
			if g.Step(); g.after != nil {
				g.after()
			}
		}
	case "sound":
		o, _ := g.View().ObjectNamed(words[1])
		if !g.Sound(sense.Sound{From: sense.ObjectID(o), At: g.yard.things[o].At, Loudness: 20}) {
			panic("nobody can hear")
		}
	case "waits":
		for id, name := range g.names {
			if name == words[1] {
				g.told = append(g.told, fmt.Sprintf("%d %s waits: %q", g.Tick(), name, g.View().Waits(id)))
			}
		}
	case "leave":
		for id, name := range g.names {
			if name == words[1] {
				g.Remove(id)
			}
		}
	default:
		id := g.spawn(words[0], sense.Point{X: number(3), Y: number(4)})
		g.names[id] = words[1]
		g.SetTeam(id, int64(number(2)))
	}
}

func (g *galleyCrew) play(script string) []string {
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		g.follow(line)
	}
	return g.told
}

// An agent with senses knows the exclusive claims of another team when it sees or touches the object. Each case is also
// played so that it continues from a snapshot after each tick, with several goroutines, and again from its trace, from
// any tick in it.
func TestClaimsOfOthersAreSeen(t *testing.T) {
	for _, c := range seenClaims {
		t.Run(c.name, func(t *testing.T) {
			want := strings.Split(strings.TrimSpace(c.want), "\n")
			compare := func(how string, got []string) {
				t.Helper()
				if !slices.Equal(got, want) {
					t.Errorf("%s:\n%s\nwant:\n%s", how, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
			var trace bytes.Buffer
			rec := ktrace.NewRecorder(&trace, ktrace.Options{CheckpointTicks: 3, SnapshotTicks: 5})
			straight := newGalley(t, agent.Options{Recorder: rec})
			compare("straight", straight.play(c.script))
			if err := rec.Close(); err != nil {
				t.Fatal(err)
			}

			anew := newGalley(t, agent.Options{})
			anew.after = func() {
				crowd, report, err := agent.Restore(anew.program, anew.bindings, anew.o, anew.Snapshot(nil))
				if err != nil || !report.Same || len(report.Notes) > 0 {
					t.Fatal(err, report)
				}
				anew.Crowd = crowd
			}
			compare("from snapshots", anew.play(c.script))
			crewed := newGalley(t, agent.Options{Workers: 3})
			compare("with three goroutines", crewed.play(c.script))
			for _, g := range []*galleyCrew{anew, crewed} {
				if g.TraceHash() != straight.TraceHash() {
					t.Error("other hashes of the same")
				}
			}

			replay, _ := replayed(t, trace.Bytes())
			last := replay.Crowd().Tick()
			if replay.Crowd().TraceHash() != straight.TraceHash() || last != straight.Tick() {
				t.Errorf("replayed up to tick %d of %d: %v %v", last, straight.Tick(), replay.Difference(), replay.Err())
			}
			for at := int64(1); at < last; at++ {
				if err := replay.SeekTo(at); err != nil {
					t.Fatal(err)
				}
				for replay.Step() {
				}
				if replay.Crowd().TraceHash() != straight.TraceHash() {
					t.Fatalf("from tick %d on it is another one: %v %v", at, replay.Difference(), replay.Err())
				}
			}
		})
	}
}

// An agent's belief in a claim that it does not see lasts five seconds at most, whatever a snapshot says.
func TestBeliefsInClaimsAreBounded(t *testing.T) {
	for was, want := range map[world.Word]world.Word{def.SeenClaimed: 52, 53: 53, 52: 52, 4: 4, 3: 0, 54: 0, math.MaxInt64: 0, 0: 0} {
		g := newGalley(t, agent.Options{})
		g.play("stove s1 3 0\nlookout b 2 1 0\nrun 1\nwall 1.5\nrun 1")
		b := slices.Sorted(maps.Keys(g.names))[0]
		o, _ := g.View().ObjectNamed("s1")
		at, _ := g.program.Info.Claimed[0].Addr(o)
		g.Target(b, false).Set(at, was)
		if g.Step(); g.State(b).Get(at) != want {
			t.Errorf("%d becomes %d in tick %d, not %d", was, g.State(b).Get(at), g.Tick(), want)
		}
	}
}

// Once warm, seeing what others have claimed allocates nothing.
func TestSeenClaimsDoNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("the short tests are those with the race detector, which allocates")
	}
	s := newStroller(t, strings.NewReplacer("n += 1", "n = 0", "when n < 1 && eager", "").Replace(galley), agent.Options{TPS: 10, Sink: runner.SinkFunc(func(runner.Event) {})})
	s.quiet, s.yard.buffer = true, true
	for i := range 3 {
		s.lay("stove", fmt.Sprint("s", i), sense.Point{X: float64(3 * i)})
	}
	for i := range 9 {
		s.SetTeam(s.spawn([]string{"cook", "waiter"}[i%2], sense.Point{X: float64(i), Y: 1}), int64(i%4))
	}
	changes, before := 0, ""
	step := func() { s.Step() }
	for range 400 {
		s.Step()
		now := ""
		for id := range s.All {
			for _, sym := range s.program.Info.Claimed {
				s.State(id).Cells(sym, func(args, _ []world.Word) bool { now += fmt.Sprint(id, args); return true })
			}
		}
		if now != before {
			changes++
		}
		before = now
	}
	if changes < 20 {
		t.Errorf("what is seen to be claimed has changed only %d times", changes)
	}
	if n := testing.AllocsPerRun(300, step); n > 0 {
		t.Errorf("a tick allocates %v times", n)
	}
}
