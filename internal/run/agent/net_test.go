package agent_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// trapped is a model in which the host is called in every way that there is.
const trapped = `
type thing max 200
type person : thing
sense sight { range 50; line_of_sight }
sense hearing { damping 0.5 }
memory short { span 20s; capacity 4; miss_range 0.5; miss_factor 0.5 }
state agent { sensed n: int; sensed alarm: bool; remembered sensed_now(t: thing): bool }
function ready(k: int): bool
function price(k: int): int
function tall(k: int): bool
function keen(k: int): bool
function worth(k: int): float
function fearful(k: int): bool
function suited(p: person): float
action walk uses legs
action own uses legs
action shout uses legs, voice
action hum uses voice
action report
operator go { when price(n) >= 0; do walk }
operator linger { do own }
task travel { method "go" when ready(n) { go; linger } }
goal stroll { way when keen(n) { walk suspends; own } }
goal tell { report }
tree dash { sequence { if tall(n); walk; plan travel; goal stroll } }
brain free { want stroll { score worth(n) }; every 0.3s }
squad pair { role scout 0..2 each m: person score suited(m); plan brief }
operator send { do order scout tell }
task brief { method "brief" { send } }
agent soldier { plan travel; body person; sense sight; sense hearing; memory short; reaction shout on alarm && !fearful(n); layer voice hum }
agent guard { tree dash; reaction shout on alarm; layer voice hum }
agent thinker { brain free; reaction shout on alarm }
agent mate { brain free; body person; squad pair }
`

// minefield is a crowd of the model, in which one agent steps on a mine at some place of the host's code.
type minefield struct {
	*agent.Crowd
	bound    *action.Bindings
	program  *program.Program
	options  agent.Options
	yard     *yard
	place    string // where the host's code fails
	fail     func() // nil: it does not
	victim   int64  // the number of the agent that it fails for, and from there on the next
	armed    bool
	always   bool
	hits     int
	lamp     world.Object // what the victim sees and hears: it stands where no other is
	events   []string     // of all but the victim
	reported bool         // the failure was reported
	log      bytes.Buffer
	number   action.Symbol[int]
	clock    time.Duration
	squads   map[agent.ID]bool // that the victim is in
}

// mine fails at the place that the test sets.
func (m *minefield) mine(place string, n int) {
	if m.fail != nil && (m.armed || m.always) && place == m.place && int64(n) == m.victim {
		m.hits++
		m.fail()
	}
}

// leg is the state of walk.
type leg struct{ Ticks int32 }

// diary is the state of own, which writes itself.
type diary struct {
	m     *minefield
	n     int
	ticks byte
}

func (d *diary) MarshalBinary() ([]byte, error) {
	if d.m != nil {
		d.m.mine("marshal", d.n)
	}
	return []byte{d.ticks}, nil
}

func (d *diary) UnmarshalBinary(b []byte) error {
	d.ticks = b[0]
	return nil
}

type one struct{ N int }

func (m *minefield) bind() {
	b := runner.NewBindings(m.program.Info)
	m.bound = b
	for _, name := range []string{"walk", "shout", "hum", "report"} {
		action.Bind(b, name, func(c *action.Ctx, _ *struct{}, s *leg) action.Status {
			m.mine(name+" update", m.number.Get(c))
			if s.Ticks++; s.Ticks < 2 {
				return action.Running
			}
			return action.Success
		}, action.OnAwake(func(c *action.Ctx, _ *struct{}, _ *leg) { m.mine(name+" awake", m.number.Get(c)) }),
			action.OnStart(func(c *action.Ctx, _ *struct{}, _ *leg) { m.mine(name+" start", m.number.Get(c)) }),
			action.OnEnd(func(c *action.Ctx, _ *struct{}, _ *leg, _ action.Status) { m.mine(name+" end", m.number.Get(c)) }),
			action.OnAbort(func(c *action.Ctx, _ *struct{}, _ *leg, _ action.Reason) { m.mine(name+" abort", m.number.Get(c)) }),
			action.OnSuspend(func(c *action.Ctx, _ *struct{}, _ *leg) { m.mine(name+" suspend", m.number.Get(c)) }),
			action.OnResume(func(c *action.Ctx, _ *struct{}, _ *leg) { m.mine(name+" resume", m.number.Get(c)) }),
			action.OnRestored(func(c *action.Ctx, _ *struct{}, _ *leg) { m.mine(name+" restored", m.number.Get(c)) }))
	}
	action.Bind(b, "own", func(c *action.Ctx, _ *struct{}, d *diary) action.Status {
		d.m, d.n = m, m.number.Get(c)
		if d.ticks++; d.ticks < 3 {
			return action.Running
		}
		return action.Success
	}, action.OnAbort(func(c *action.Ctx, _ *struct{}, _ *diary, _ action.Reason) { m.mine("own abort", m.number.Get(c)) }))
	for _, name := range []string{"ready", "tall", "keen", "fearful"} {
		action.BindFunc(b, name, func(p one) bool { m.mine(name, p.N); return name != "fearful" })
	}
	action.BindFunc(b, "price", func(p one) int { m.mine("price", p.N); return p.N % 3 })
	action.BindFunc(b, "worth", func(p one) float64 { m.mine("worth", p.N); return 0.5 })
	action.BindFunc(b, "suited", func(p struct{ P world.Object }) float64 {
		if a := m.Crowd.AgentOf(p.P); a != 0 {
			m.mine("suited", int(m.Number(a)))
		}
		return 0.5
	})
}

// Object, Near, Visible and Walls are those of the yard; the position tells which agent is calling.
func (m *minefield) Object(id sense.ObjectID) (sense.Object, bool) {
	m.mine("object", int(m.Number(m.AgentOf(world.Object(id)))))
	return m.yard.Object(id)
}

func (m *minefield) Near(p sense.Point, radius float64, buf []sense.Spot) []sense.Spot {
	m.mine("near", placed(p))
	return m.yard.Near(p, radius, buf)
}

func (m *minefield) Visible(from, to sense.Point) bool {
	m.mine("visible", placed(from))
	return m.yard.Visible(from, to)
}

func (m *minefield) Walls(from, to sense.Point) int {
	m.mine("walls", placed(to))
	return m.yard.Walls(from, to)
}

// placed returns the number of the agent that stands somewhere.
func placed(p sense.Point) int { return int(p.X) % away }

// away is the distance of the victim from all others.
const away = 1000

// hear notes an event, unless it is the victim's.
func (m *minefield) hear(id agent.ID, place, text string, f *action.Fault) {
	if n := m.Number(id); n != m.victim && !m.squads[id] {
		m.events = append(m.events, fmt.Sprintf("%d %d %s", m.Tick(), n, text))
	}
	if f != nil && (m.Number(id) == m.victim || m.squads[id]) {
		m.reported = true
	}
	m.mine(place, int(m.Number(id)))
}

const (
	fieldOf   = 12 // agents of each kind
	firstTick = 5  // in which the mine is armed
	lastTick  = 60
	fieldEnd  = 90
)

// newMinefield returns a crowd of the model; silent: no listener.
func newMinefield(t *testing.T, place, kind string, fail func(), workers int, silent bool, rec ...*ktrace.Recorder) *minefield {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(trapped)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	m := &minefield{program: p, place: place, fail: fail, yard: newYard(), squads: map[agent.ID]bool{}}
	m.number, _ = action.Stored[int](p.Info.Schema, p.Info.Schema.Symbol("n"))
	m.options = agent.Options{Workers: workers, Seed: 3, Senses: m, ErrorLog: log.New(&m.log, "", 0), History: 8,
		Levels: []schedule.Level{{Name: "near", Significance: 1}, {Name: "far", Seconds: 0.2}},
		Significance: func(c *agent.Crowd, id agent.ID) float64 {
			m.mine("significance", int(c.Number(id)))
			return float64(c.Number(id) % 4)
		},
		Clock: func() time.Duration { m.mine("clock", int(m.victim)); m.clock++; return m.clock }}
	if !silent {
		m.options.Sink = runner.SinkFunc(func(e runner.Event) { m.hear(e.Agent, "sink", m.View().Text(e), e.Fault) })
		m.options.TreeSink = bt.SinkFunc(func(e bt.Event) { m.hear(e.Agent, "tree sink", m.View().TreeText(e), e.Fault) })
		m.options.GoalSink = goal.SinkFunc(func(e goal.Event) { m.hear(e.Agent, "goal sink", m.View().GoalText(e), e.Fault) })
		m.options.SquadSink = agent.SquadSinkFunc(func(e agent.SquadEvent) {
			m.hear(e.Squad, "squad sink", m.View().SquadText(e), e.Fault)
			if m.squads[e.Squad] {
				m.mine("squad sink", int(m.victim))
			}
		})
	}
	if len(rec) > 0 {
		m.options.Recorder = rec[0]
	}
	m.bind()
	c, err := agent.New(p, m.bound, m.options)
	if err != nil {
		t.Fatal(err)
	}
	m.Crowd = c
	var squad agent.ID
	for i := range 4 * fieldOf {
		k := []string{"soldier", "guard", "thinker", "mate"}[i%4]
		if k == "mate" && i/4%2 == 0 {
			squad = m.Spawn("pair")
		}
		id := m.Spawn(k)
		m.number.Write(m.Target(id, false), int(m.Number(id)))
		if k == kind && i/4 == fieldOf/2 {
			m.victim = m.Number(id)
		}
		if o := m.Body(id); o != 0 {
			at := sense.Point{X: float64(m.Number(id))}
			if m.victim == m.Number(id) {
				at.X += away
				m.lamp, _ = m.AddObject("thing", "lamp")
				m.yard.put(m.lamp, sense.Point{X: at.X, Y: 2})
			}
			m.yard.put(o, at)
		}
		if k == "mate" {
			if err := m.Join(squad, id); err != nil {
				t.Fatal(err)
			}
			if m.victim == m.Number(id) {
				m.squads[squad] = true
			}
		}
	}
	for id := range m.All { // the other one in the squad
		for s := range m.squads {
			if m.View().SquadOf(id) == s {
				m.squads[id] = true
			}
		}
	}
	return m
}

// apart does something in a goroutine of its own, and reports whether it came back.
func apart(do func()) (back bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
		back = true
	}()
	<-done
	return back
}

// live lets the crowd live for some ticks, in which the host does its part. It returns how many steps did not come
// back.
func (m *minefield) live(until int64) (lost int) {
	alarm, _ := action.Stored[bool](m.Schema(), m.Schema().Symbol("alarm"))
	for m.Tick() < until {
		now := m.Tick()
		m.armed = now >= firstTick && now < lastTick
		for id := range m.All {
			if m.KindOf(id) != "pair" {
				alarm.Write(m.Target(id, false), now%13 >= 8)
			}
			if now%9 == 3 && m.View().Mind(id) != nil {
				apart(func() { m.Order(id, agent.Order{Goal: "tell"}) })
			}
		}
		if m.lamp != 0 {
			m.Sound(sense.Sound{From: sense.ObjectID(m.lamp), At: m.yard.things[m.lamp].At, Loudness: 20})
		}
		if !apart(m.Step) {
			lost++
		}
		if m.Tick() != now+1 {
			panic(fmt.Sprintf("tick %d follows tick %d", m.Tick(), now))
		}
		if now%7 == 2 {
			apart(func() { m.Snapshot(nil) })
		}
	}
	m.armed = false
	return lost
}

type slip struct {
	name string
	fail func()
}

var unmade map[int]int

// slips are the ways in which the host's code fails.
var slips = []slip{
	{"an error", func() { panic(errors.New("a slip")) }},
	{"a text", func() { panic("a slip") }},
	{"a nil map", func() { unmade[1] = 1 }},
	{"the goroutine ends", runtime.Goexit},
}

// slipsFor are those for the i-th place: all of them; in short tests the first or the last, by turns.
func slipsFor(i int, all []slip) []slip {
	switch {
	case !testing.Short():
		return all
	case i%2 == 0:
		return all[:1]
	}
	return all[len(all)-1:]
}

// mines are all places at which the host's code is called, with a kind of agent for which it is.
var mines = []struct{ place, kind string }{
	{"walk update", "soldier"}, {"walk update", "guard"}, {"walk update", "thinker"}, {"walk awake", "soldier"}, {"walk awake", "guard"}, {"walk awake", "thinker"}, {"walk start", "soldier"}, {"walk start", "guard"}, {"walk start", "thinker"},
	{"walk end", "soldier"}, {"walk end", "guard"}, {"walk end", "thinker"}, {"walk abort", "guard"},
	{"walk suspend", "thinker"}, {"walk resume", "thinker"}, {"report update", "mate"}, {"report end", "mate"},
	{"shout update", "soldier"}, {"shout start", "guard"}, {"shout end", "thinker"}, {"hum update", "soldier"}, {"hum start", "guard"}, {"hum abort", "soldier"}, {"own abort", "soldier"}, {"hum end", "soldier"},
	{"ready", "soldier"}, {"ready", "guard"}, {"price", "soldier"}, {"price", "guard"}, {"tall", "guard"}, {"keen", "thinker"}, {"keen", "guard"}, {"worth", "thinker"},
	{"fearful", "soldier"}, {"suited", "mate"},
	{"sink", "soldier"}, {"tree sink", "guard"}, {"goal sink", "thinker"}, {"squad sink", "mate"},
	{"object", "soldier"}, {"near", "soldier"}, {"visible", "soldier"}, {"walls", "soldier"},
	{"significance", "guard"}, {"clock", "soldier"}, {"marshal", "soldier"},
}

// TestAFaultTakesDownOneAgent: however the host's code fails, the crowd stays usable, all other agents act as they
// would have, and the failure is reported.
func TestAFaultTakesDownOneAgent(t *testing.T) {
	for _, kind := range []string{"soldier", "guard", "thinker", "mate"} {
		for _, workers := range []int{1, 4} {
			if testing.Short() && workers == 1 {
				continue
			}
			calm := newMinefield(t, "", kind, nil, workers, false)
			calm.live(fieldEnd)
			for i, mine := range mines {
				if mine.kind != kind {
					continue
				}
				for _, slip := range slipsFor(i, slips) {
					t.Run(fmt.Sprintf("%s of a %s, %s, %d workers", mine.place, kind, slip.name, workers), func(t *testing.T) {
						t.Parallel()
						m := newMinefield(t, mine.place, kind, slip.fail, workers, false)
						m.live(fieldEnd)
						m.judge(t, calm, workers)
					})
				}
			}
		}
	}
}

// judge compares the events with a run in which nothing failed.
func (m *minefield) judge(t *testing.T, calm *minefield, workers int) {
	t.Helper()
	if m.hits == 0 {
		t.Fatal("nobody comes by there")
	}
	if !m.reported && m.log.Len() == 0 {
		t.Error("the failure was not reported")
	}
	if strings.Count(m.log.String(), "\n") > 3 {
		t.Errorf("the same failure is reported repeatedly:\n%s", &m.log)
	}
	got, want := m.events, calm.events
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("event %d: another one does something else: %s, want %s", i, strings.Join(got[min(i, len(got)):min(len(got), i+1)], ""), want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d events of others, want %d", len(got), len(want))
	}
	for id := range m.All {
		if m.Number(id) == m.victim && !strings.Contains(m.View().Explain(id), m.KindOf(id)) {
			t.Error("it cannot be explained")
		}
	}
	m.goOnFromSnapshot(t)
	for id := range m.All {
		m.Remove(id)
	}
	if m.Len() != 0 || m.Running() != 0 {
		t.Errorf("%d agents and %d actions are left over", m.Len(), m.Running())
	}
}

// goOnFromSnapshot compares how the crowd continues with how one continues that is restored.
func (m *minefield) goOnFromSnapshot(t *testing.T) {
	t.Helper()
	o := m.options
	o.Sink, o.TreeSink, o.GoalSink, o.SquadSink = nil, nil, nil, nil
	again, _, err := agent.Restore(m.program, m.bound, o, m.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	if again.Running() != m.Running() {
		t.Errorf("%d actions run, %d when restored: some are nobody's", m.Running(), again.Running())
	}
	for range 12 {
		m.Step()
		again.Step()
	}
	if m.TraceHash() != again.TraceHash() {
		t.Error("the restored crowd goes on in another way")
	}
}

// nameOfVictim returns the name of the agent that stepped on the mine.
func (m *minefield) nameOfVictim() string {
	for id := range m.All {
		if m.Number(id) == m.victim {
			return m.View().NameOf(id)
		}
	}
	return "nobody"
}

// TestNobodyListens: without a Sink the log hears of each agent and cause once.
func TestNobodyListens(t *testing.T) {
	for _, place := range []string{"walk update", "ready", "significance"} {
		for _, slip := range slips {
			m := newMinefield(t, place, "soldier", slip.fail, 1, true)
			m.live(fieldEnd)
			lines := strings.Split(strings.TrimSpace(m.log.String()), "\n")
			if !strings.Contains(lines[0], m.nameOfVictim()+": ") || slices.ContainsFunc(lines[1:], func(l string) bool { return strings.HasSuffix(lines[0], strings.SplitN(l, ": ", 3)[2]) }) {
				t.Errorf("%s, %s: the log says\n%s", place, slip.name, &m.log)
			}
		}
	}
}

// TestFaultsBetweenTicks: hooks that are called outside of ticks fail no less.
func TestFaultsBetweenTicks(t *testing.T) {
	for _, slip := range slips {
		t.Run(slip.name, func(t *testing.T) {
			m := newMinefield(t, "walk abort", "soldier", slip.fail, 1, false)
			m.live(2)
			saved := m.Snapshot(nil)
			m.armed = true
			for id := range m.All {
				if m.Number(id) == m.victim {
					apart(func() { m.Remove(id) })
				}
			}
			if m.hits == 0 || m.Len() != 5*fieldOf-fieldOf/2-1 {
				t.Error(m.hits, "hits;", m.Len(), "agents are left")
			}
			m.place, m.hits = "walk restored", 0
			apart(func() {
				if err := m.Rollback(saved); err != nil {
					t.Error(err)
				}
			})
			if m.hits == 0 || m.Tick() != 2 {
				t.Error(m.hits, "hits in tick", m.Tick())
			}
			m.live(20)
			m.place, m.hits, m.armed = "walk restored", 0, true
			apart(func() { m.Reload(m.program, m.bound) })
			m.live(40)
			for id := range m.All {
				m.Remove(id)
			}
			if m.Running() != 0 {
				t.Error(m.Running(), "actions are left over")
			}
		})
	}
}

// TestSinksFailWhileSquadsChange: an agent has joined or left a squad even if the sink that receives the event fails.
func TestSinksFailWhileSquadsChange(t *testing.T) {
	for _, slip := range slips {
		for _, c := range []struct {
			name             string
			leaves, reported bool // which squad's sink fails: the one that the agent leaves, the one that it joins
		}{{"Leave", true, true}, {"Join, leaving another", false, true}, {"Join", false, false}} {
			t.Run(c.name+", "+slip.name, func(t *testing.T) {
				m := newMinefield(t, "squad sink", "mate", slip.fail, 1, false)
				m.live(2)
				var victim, next, left agent.ID
				for id := range m.All {
					switch {
					case m.Number(id) == m.victim:
						victim, left = id, m.View().SquadOf(id)
					case m.KindOf(id) == "pair" && !m.squads[id] && next == 0:
						next = id
					}
				}
				if m.squads = map[agent.ID]bool{next: !c.reported, left: c.reported}; c.leaves {
					next = 0
				}
				m.armed = true
				apart(func() {
					if c.leaves {
						m.Leave(victim)
					} else if err := m.Join(next, victim); err != nil {
						t.Error(err)
					}
				})
				m.armed, m.fail = false, nil
				if m.hits == 0 || m.View().SquadOf(victim) != next {
					t.Errorf("%d hits; it is in squad %d, want %d; it was in %d", m.hits, m.View().SquadOf(victim), next, left)
				}
				if next != 0 && m.View().Team(victim) != int64(next) {
					t.Errorf("it is of team %d", m.View().Team(victim))
				}
				if m.live(20) != 0 {
					t.Error("a tick does not come back")
				}
				if err := m.Rollback(m.Snapshot(nil)); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestFaultsAreReplayed: also if a goroutine ended, the run can be made again without the host.
func TestFaultsAreReplayed(t *testing.T) {
	for i, mine := range mines {
		if strings.HasSuffix(mine.place, "sink") {
			continue
		}
		for _, slip := range slipsFor(i, slips[2:]) {
			t.Run(mine.place+" of a "+mine.kind+", "+slip.name, func(t *testing.T) {
				t.Parallel()
				var file bytes.Buffer
				rec := ktrace.NewRecorder(&file, ktrace.Options{})
				m := newMinefield(t, mine.place, mine.kind, slip.fail, 1, false, rec)
				m.always = !strings.Contains(mine.place, " ") && mine.place != "significance" && mine.place != "clock" && mine.place != "marshal" // functions are pure
				m.live(fieldEnd)
				if err := rec.Close(); err != nil {
					t.Fatal(err)
				}
				r, err := agent.NewReplay(&file, agent.ReplayOptions{})
				if err != nil {
					t.Fatal(err)
				}
				for r.Step() {
				}
				if r.Difference() != nil || r.Err() != nil || r.Crowd().TraceHash() != m.TraceHash() {
					t.Error("it is made again otherwise:", r.Difference(), r.Err())
				}
			})
		}
	}
}

// TestASinkThatEndsItsGoroutineEndsTheTrace: that cannot be made again, and is not reported otherwise.
func TestASinkThatEndsItsGoroutineEndsTheTrace(t *testing.T) {
	m := newMinefield(t, "sink", "soldier", runtime.Goexit, 1, false)
	var file bytes.Buffer
	rec := ktrace.NewRecorder(&file, ktrace.Options{})
	if err := m.Record(rec); err != nil {
		t.Fatal(err)
	}
	m.live(20)
	if err := rec.Close(); !errors.Is(err, agent.ErrSinkExited) {
		t.Error(err)
	}
}

// brittle is a stream that fails.
type brittle struct{ fail func() }

func (b brittle) Write([]byte) (int, error) {
	b.fail()
	return 0, nil
}

// TestTheStreamOfATraceFails: the crowd continues, and the recorder has an error.
func TestTheStreamOfATraceFails(t *testing.T) {
	for _, slip := range slips {
		m := newMinefield(t, "", "soldier", nil, 1, false)
		var rec *ktrace.Recorder
		var err error
		apart(func() { rec = ktrace.NewRecorder(brittle{slip.fail}, ktrace.Options{}) })
		apart(func() { err = m.Record(rec) })
		m.live(20)
		if err != nil || rec.Err() == nil {
			t.Error(slip.name, err, rec.Err())
		}
	}
}

// TestExplainNeverPanics: a function that fails when it is called again is reported.
func TestExplainNeverPanics(t *testing.T) {
	for _, place := range []string{"ready", "price", "worth", "suited", "keen", "fearful"} {
		for _, kind := range []string{"soldier", "thinker", "mate"} {
			for _, slip := range slips[:3] {
				m := newMinefield(t, place, kind, slip.fail, 1, false)
				m.live(4)
				for id := range m.All {
					m.armed, m.hits = true, 0
					if text := m.View().Explain(id); m.Number(id) == m.victim && place == "ready" && kind == "soldier" && !strings.Contains(text, "a function of the game panicked: ") {
						t.Errorf("%s, %s: %s", place, slip.name, text)
					}
					m.View().WhyIdle(id)
					m.View().Candidates(id)
					if e := m.View().Explanation(id); e != nil {
						if _, err := e.WhyNot("go"); err != nil {
							t.Error(err)
						}
					}
					m.armed = false
				}
			}
		}
	}
}
