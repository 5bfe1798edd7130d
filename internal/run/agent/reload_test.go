package agent_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// mill is a host for variants of a model: it counts calls, and keeps nothing else.
type mill struct {
	*agent.Crowd
	started, ended, running int
	log                     []string // aborts and restores
	events                  []string
}

// bindings bind all actions of a program to the mill.
func (m *mill) bindings(p *program.Program) *action.Bindings {
	b := runner.NewBindings(p.Info)
	tired := p.Info.Schema.Symbol("tired")
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(c *action.Ctx, _ *action.Arguments, s *walking) action.Status {
			if s.Steps++; s.Steps < 30 {
				return action.Running
			}
			return action.Success
		}, action.OnStart(func(c *action.Ctx, _ *action.Arguments, s *walking) { m.started++; m.running++ }),
			action.OnEnd(func(c *action.Ctx, _ *action.Arguments, s *walking, _ action.Status) { m.ended++; m.running-- }),
			action.OnAbort(func(c *action.Ctx, _ *action.Arguments, s *walking, r action.Reason) {
				m.running--
				m.log = append(m.log, "abort "+a.Name+": "+r.String())
				if tired != nil && r == action.ProgramChanged {
					c.State().Set(tired.Base, 1)
				}
			}),
			action.OnRestored(func(c *action.Ctx, _ *action.Arguments, s *walking) {
				if s.Steps == 0 {
					m.log = append(m.log, "restored without its state")
				}
				m.log = append(m.log, "restored "+a.Name)
			}))
	}
	return b
}

func loadText(t testing.TB, text string) *program.Program {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"town.krk": {Data: []byte(text)}}, "town.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func newMill(t testing.TB, text string, o agent.Options) *mill {
	t.Helper()
	m := &mill{}
	o.Sink = runner.SinkFunc(func(e runner.Event) {
		if m.Crowd != nil {
			m.events = append(m.events, m.View().Text(e))
		}
	})
	p := loadText(t, text)
	c, err := agent.New(p, m.bindings(p), o)
	if err != nil {
		t.Fatal(err)
	}
	m.Crowd = c
	return m
}

func (m *mill) run(ticks int) {
	for range ticks {
		m.Step()
	}
}

func (m *mill) reload(t testing.TB, text string) *agent.Report {
	t.Helper()
	p := loadText(t, text)
	r, err := m.Reload(p, m.bindings(p))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A baker kneads when the program changes.
func TestReload(t *testing.T) {
	const aborted = "step aborted: bake: the program was changed; plan aborted: the program was changed"
	for _, tc := range []struct {
		name     string
		from, to string // replaced in the model
		log      string // aborts and restores of the baker
		event    string // sent to the sink at once; empty: nothing is
		note     string
		tired    bool // the abort hook's write is there
	}{
		{"nothing", "", "", "restored knead", "", "", false},
		{"another time-out", "cooldown 9s", "cooldown 8s", "restored knead", "", "", false},
		{"a new symbol", "tired: bool", "tired: bool; fun: int 0..9 = 4", "restored knead", "", "fun", false},
		{"a new action and operator", "action rest\n", "action rest\naction sing\noperator choir { do sing; effect tired = true }\n", "restored knead", "", "", false},
		{"other steps to come", "bake; go(s); sell(s)", "bake; sell(s)", "abort knead: the program was changed", aborted, "", true},
		{"the operator is gone", "operator bake {", "operator roast {", "abort knead: the program was changed", aborted, "", true},
		{"the action is another", "do knead", "do rest", "abort knead: the program was changed", aborted, "", true},
		{"the action is gone", "knead", "mix", "abort knead: the program was changed", aborted, "", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newMill(t, baker, agent.Options{Seed: 3})
			id, crowd := m.Spawn("baker"), m.Crowd
			m.run(10)
			m.Target(id, false).Set(m.Schema().Symbol("money").Base, 44)
			m.log, m.events = nil, nil
			changed := baker
			if tc.from != "" {
				changed = strings.ReplaceAll(strings.ReplaceAll(baker, tc.from, tc.to), "{ bake; go(s)", map[bool]string{true: "{ roast; go(s)", false: "{ bake; go(s)"}[tc.to == "operator roast {"])
			}
			report := m.reload(t, changed)
			if got := strings.Join(m.log, "; "); got != tc.log {
				t.Errorf("called: %q, want %q", got, tc.log)
			}
			if got := strings.Join(m.events, "; "); !strings.HasPrefix(got, tc.event) || (got == "") != (tc.event == "") {
				t.Errorf("told: %q, want %q", got, tc.event)
			}
			if report.Same != (tc.from == "") || tc.note != "" && !strings.Contains(fmt.Sprint(report.Notes), tc.note) {
				t.Errorf("%+v", report)
			}
			st := m.State(id)
			if m.Crowd != crowd || st == nil || st.Get(m.Schema().Symbol("money").Base) != 44 || st.Get(m.Schema().Symbol("tired").Base).Bool() != tc.tired {
				t.Error("the state is another")
			}
			m.run(60)
			if m.running != m.Running() || m.Decisions() < 3 {
				t.Errorf("%d run, %d were started and not ended", m.Running(), m.running)
			}
		})
	}
}

// Whatever a crowd is in the middle of, reloading the same program changes nothing, and reloading one with another
// constant leaves everything in order.
func TestReloadingTheSame(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			plain, c := s.start(t), s.start(t)
			for range 150 {
				s.drive(plain)
				plain.Step()
				if s.drive(c); c.Tick()%7 == 3 {
					f := &fog{}
					b := s.bindings(f)
					if report, err := c.Reload(s.program, b); err != nil || !report.Same || len(report.Notes) > 0 {
						t.Fatalf("%v %+v", err, report)
					}
					f.crowd = c
				}
				if c.Step(); factsOf(c) != factsOf(plain) {
					t.Fatalf("tick %d: %+v, want %+v", c.Tick(), factsOf(c), factsOf(plain))
				}
			}
			if len(s.program.Info.Consts) == 0 {
				return
			}
			for i := range 20 {
				tuned, err := s.program.Tune(map[string]string{s.program.Info.Consts[0].Name: fmt.Sprint(1 + i%3)})
				if err != nil {
					return // the first constant has no range
				}
				f := &fog{}
				scene := *s
				scene.program = tuned
				if _, err := c.Reload(tuned, scene.bindings(f)); err != nil {
					t.Fatal(err)
				}
				f.crowd = c
				for range 5 {
					scene.drive(c)
					c.Step()
				}
			}
		})
	}
}

func TestReloadThatIsRefusedChangesNothing(t *testing.T) {
	m := newMill(t, baker, agent.Options{Seed: 3})
	id := m.Spawn("baker")
	m.run(10)
	before := m.Snapshot(nil)
	m.log, m.events = nil, nil
	retyped := loadText(t, strings.NewReplacer("bread: int 0..9", "bread: bool", "bread < 9", "!bread", "bread += 1", "bread = true",
		"bread > 0", "bread", "bread -= 1", "bread = false").Replace(baker))
	var migration *world.MigrationError
	if _, err := m.Reload(retyped, m.bindings(retyped)); !errors.As(err, &migration) {
		t.Errorf("%v", err)
	}
	other := loadText(t, baker)
	if _, err := m.Reload(other, runner.NewBindings(other.Info)); err == nil {
		t.Error("nothing is bound, and it was taken")
	}
	if !bytes.Equal(m.Snapshot(nil), before) || len(m.log) > 0 || len(m.events) > 0 {
		t.Error("it changed something")
	}
	if m.run(30); !m.Has(id) || m.running != m.Running() {
		t.Error("it does not continue")
	}
}

func TestReloadIsRefusedWhenRecorded(t *testing.T) {
	m := newMill(t, baker, agent.Options{Recorder: ktrace.NewRecorder(io.Discard, ktrace.Options{})})
	p := loadText(t, baker)
	if _, err := m.Reload(p, m.bindings(p)); !errors.Is(err, agent.ErrReloadRecorded) {
		t.Errorf("%v", err)
	}
}

func TestReloadWithinATickPanics(t *testing.T) {
	g := newGame(t, agent.Options{})
	g.act = func(c *action.Ctx) (status action.Status) {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
			status = action.Running
		}()
		g.Reload(g.program, runner.NewBindings(g.program.Info))
		return
	}
	g.spawn(1)
	g.Step()
}

// Levels, and which agent has a turn when, are kept.
func TestLevelsGoOverAReload(t *testing.T) {
	m := newMill(t, baker, agent.Options{Levels: fewer})
	ids := []agent.ID{m.Spawn("baker"), m.Spawn("baker"), m.Spawn("customer")}
	for i, id := range ids {
		m.SetSignificance(id, float64(i*5))
	}
	m.run(25)
	m.reload(t, strings.Replace(baker, "cooldown 9s", "cooldown 8s", 1))
	for i, id := range ids {
		if m.View().Significance(id) != float64(i*5) || m.View().LevelOf(id) != []int{3, 1, 0}[i] {
			t.Errorf("agent %d: significance %g, level %d", i, m.View().Significance(id), m.View().LevelOf(id))
		}
	}
	if m.Step(); m.View().Stats().Turns > 2 {
		t.Errorf("%d turns: all have one at once", m.View().Stats().Turns)
	}
}

// TestManyReloads reloads a crowd at work again and again, from files of which every third is faulty. The host's counts
// stay correct, and memory does not grow.
func TestManyReloads(t *testing.T) {
	reloads := sized(150, 500, 1000)
	variants := []string{baker,
		strings.NewReplacer("cooldown 9s", "cooldown 2s", "tired: bool", "tired: bool; fun: int 0..9 = 4", "stock(s) < 99", "stock(s) < 98").Replace(baker),
		strings.NewReplacer("operator bake {", "operator roast {", "{ bake; go(s)", "{ roast; go(s)").Replace(baker),
	}
	m := newMill(t, baker, agent.Options{Seed: 5})
	var ids []agent.ID
	for i := range 60 {
		id := m.Spawn([]string{"baker", "baker", "customer"}[i%3])
		ids = append(ids, id)
		m.Target(id, false).Set(m.Schema().Symbol("money").Base, world.Word(i))
	}
	var early, late uint64
	faulty, sold := 0, 0
	for i := range reloads {
		for k := range 3 {
			m.Step()
			if id := ids[(i*3+k)%len(ids)]; k == 0 {
				st := m.Target(id, false)
				money := m.Schema().Symbol("money").Base
				st.Set(money, st.Get(money)) // a write of the present value
			}
		}
		money := fundsOf(m, ids)
		if i%3 == 2 {
			before := m.TraceHash()
			if _, ds := program.Load(fstest.MapFS{"town.krk": {Data: []byte(baker + "operator bake { when breadd > 0 }")}}, "town.krk"); ds.Err() == nil {
				t.Fatal("the faulty file has no fault")
			}
			retyped := loadText(t, strings.Replace(baker, "sky: weather = rain", "sky: int 0..3", 1))
			if _, err := m.Reload(retyped, m.bindings(retyped)); err == nil {
				t.Fatal("the faulty program was taken")
			}
			faulty++
			if m.TraceHash() != before {
				t.Fatal("a faulty file changed something")
			}
		} else {
			m.reload(t, variants[i%len(variants)])
		}
		if got := fundsOf(m, ids); !slices.Equal(got, money) {
			t.Fatalf("reload %d: money %v, was %v", i, got, money)
		}
		if m.running != m.Running() {
			t.Fatalf("reload %d: %d actions run, %d were started and have not ended", i, m.Running(), m.running)
		}
		m.log, m.events = m.log[:0], m.events[:0]
		if i == reloads/5 {
			early = heap()
		}
		sold = int(m.Decisions())
	}
	late = heap()
	if late > early+early/5+200_000 {
		t.Errorf("%d bytes after %d reloads, %d after %d", late, reloads, early, reloads/5)
	}
	if m.Len() != len(ids) || faulty < reloads/4 || sold < reloads {
		t.Errorf("%d agents, %d faulty reloads, %d decisions", m.Len(), faulty, sold)
	}
	runtime.KeepAlive(m)
}

func fundsOf(m *mill, ids []agent.ID) []world.Word {
	var list []world.Word
	for _, id := range ids {
		list = append(list, m.State(id).Get(m.Schema().Symbol("money").Base), m.State(id).Get(m.Schema().Symbol("bread").Base))
	}
	return list
}

func heap() uint64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
