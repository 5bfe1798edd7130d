package agent_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// baker is the model of a game that was saved; the cases change it.
const baker = `
type place
type shop : place
objects home: place
objects mill, market: shop
type weather = { sun, rain, snow }
state world { sky: weather = rain; stock(s: shop): int 0..99 }
state agent { at: place = home; money: int 0..100 = 90; bread: int 0..9; tired: bool }
action walk(to: place)
action knead
action rest
operator go(to: place) { do walk(to); effect at = to; cooldown 9s }
operator bake { when bread < 9; do knead; effect bread += 1 }
operator sell(s: shop) { when bread > 0; effect bread -= 1, money += 1, stock(s) += 1 }
task trade {
    method "sell" each s: shop where stock(s) < 99 { bake; go(s); sell(s) }
}
task nap { method "anywhere" { doze } }
operator doze { do rest; effect tired = false }
agent baker { plan nap when tired; plan trade; idle rest }
agent customer { idle rest }
`

type walking struct{ Left, Steps int32 }

// bakery is a host for variants of the model.
type bakery struct {
	program  *program.Program
	bindings *action.Bindings
	restored []string
}

func newBakery(t testing.TB, text string) *bakery {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"town.krk": {Data: []byte(text)}}, "town.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	w := &bakery{program: p, bindings: runner.NewBindings(p.Info)}
	for _, a := range p.Info.Actions {
		action.Bind(w.bindings, a.Name, func(c *action.Ctx, p *action.Arguments, s *walking) action.Status {
			if s.Steps++; s.Steps < 20 {
				return action.Running
			}
			return action.Success
		}, action.OnRestored(func(c *action.Ctx, p *action.Arguments, s *walking) {
			text := fmt.Sprintf("%d %s %d", c.Agent()&0xff, a.Name, s.Steps)
			if p.Len() > 0 {
				text += " " + c.Name(p[0].Object())
			}
			w.restored = append(w.restored, text)
		}))
	}
	return w
}

func (w *bakery) crowd(t testing.TB) *agent.Crowd {
	t.Helper()
	c, err := agent.New(w.program, w.bindings, agent.Options{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// savedBakery is a bakery in the middle of things: the baker has baked and is on the way to the mill.
func savedBakery(t testing.TB) (*bakery, *agent.Crowd) {
	w := newBakery(t, baker)
	c := w.crowd(t)
	c.Spawn("baker")
	c.Spawn("customer")
	if _, err := c.AddObject("shop", "kiosk"); err != nil {
		t.Fatal(err)
	}
	for range 25 {
		c.Step()
	}
	return w, c
}

// first and second are the agents of a bakery; short says their IDs in short.
const first, second = 1<<24 | 1, 1<<24 | 2

var short = strings.NewReplacer(fmt.Sprint(first), "1", fmt.Sprint(second), "2")

func TestRestoreIntoAChangedProgram(t *testing.T) {
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(baker) }
	for _, c := range []struct {
		name  string
		text  string
		notes string // each on a line of its own
		runs  string // the running actions that were restored
		err   string
	}{
		{"nothing but a comment", "// better\n" + baker, "", "1 walk 5 mill; 2 rest 5", ""},
		{"symbol added", replace("tired: bool", "tired: bool; brave: bool = true"), "symbol brave: it starts with its default", "1 walk 5 mill; 2 rest 5", ""},
		{"symbol gone", replace("sky: weather = rain; ", ""), "symbol sky: the model no longer has it", "1 walk 5 mill; 2 rest 5", ""},
		{"type renamed", replace("type shop : place", "type stall : place", ": shop", ": stall"),
			"object mill: its type was shop and now is stall\nobject market: its type was shop and now is stall\nobject kiosk: its type shop is gone",
			"1 walk 5 mill; 2 rest 5", ""},
		{"range narrowed", replace("money: int 0..100 = 90", "money: int 0..50 = 5"), "symbol money: 2 values brought into int 0..50", "1 walk 5 mill; 2 rest 5", ""},
		{"enum value gone", replace("sun, rain, snow }", "sun, snow }", "weather = rain", "weather = snow"),
			"symbol sky: 1 value set to the default: no longer a value of weather", "1 walk 5 mill; 2 rest 5", ""},
		{"enum values and tasks moved", replace("sun, rain, snow }", "snow, fog, rain, sun }", "task trade", "task sleep { method \"so\" { doze } }\ntask trade"), "", "1 walk 5 mill; 2 rest 5", ""},
		{"running operator gone", replace("operator go(", "operator wander(", "go(s)", "wander(s)"),
			"cooldown of `go`: the model no longer has it\ncooldown of `wander`: it starts with its default\nbaker#1: its plan does not continue: method sell of task trade has other steps", "2 rest 5", ""},
		{"running action gone", replace("action walk", "action stroll", "do walk", "do stroll"), "baker#1: its plan does not continue: action walk is gone", "2 rest 5", ""},
		{"running action takes more", replace("action walk(to: place)", "action walk(to: place, fast: bool)", "do walk(to)", "do walk(to, true)"),
			"baker#1: its plan does not continue: action walk has other parameters", "2 rest 5", ""},
		{"operator does something else", replace("do walk(to)", "do rest"), "baker#1: its plan does not continue: operator go does something else", "2 rest 5", ""},
		{"method has another step", replace("bake; go(s)", "doze; bake; go(s)"), "baker#1: its plan does not continue: method sell of task trade has other steps", "2 rest 5", ""},
		{"task gone", replace("task trade", "task deal", "plan trade", "plan deal"), "baker#1: its plan does not continue: task trade is gone", "2 rest 5", ""},
		{"plan line gone", replace("plan trade; ", ""), "baker#1: its plan does not continue: its plan line is gone", "2 rest 5", ""},
		{"target no longer declared", replace("mill, market", "market"), "", "1 walk 5 mill; 2 rest 5", ""},
		{"kind of agent gone", replace("agent customer { idle rest }", ""), "customer#1: its kind customer is gone, and with it the agent", "1 walk 5 mill", ""},
		{"idle action is another", replace("agent customer { idle rest }", "agent customer { idle knead }"),
			"customer#1: its idle action does not continue: it has another", "1 walk 5 mill", ""},
		{"type of a symbol changed", replace("money: int 0..100 = 90", "money: float = 90", "money += 1", "money += 1.0"), "", "",
			"symbol money: it was saved as int 0..100 and now is float"},
		{"parameters of a symbol changed", replace("stock(s: shop): int", "stock(s: weather): int", "stock(s)", "stock(sun)"), "", "",
			"symbol stock: its parameter 1 was shop and now is weather"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, before := savedBakery(t)
			now := newBakery(t, c.text)
			crowd, report, err := agent.Restore(now.program, now.bindings, agent.Options{}, before.Snapshot(nil))
			if c.err != "" {
				var refused *world.MigrationError
				if !errors.As(err, &refused) || strings.Join(refused.Reasons, "; ") != c.err {
					t.Errorf("%v, want %s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var notes []string
			for _, n := range report.Notes {
				notes = append(notes, short.Replace(n.String()))
			}
			if got := strings.Join(notes, "\n"); got != c.notes {
				t.Errorf("notes:\n%s\nwant:\n%s", got, c.notes)
			}
			if got := strings.Join(now.restored, "; "); got != c.runs {
				t.Errorf("restored: %s, want %s", got, c.runs)
			}
			for range 120 {
				crowd.Step()
			}
			if crowd.Tick() != before.Tick()+120 {
				t.Error("it does not continue")
			}
		})
	}
}

// TestAPlanGoesOnInAChangedProgram: changes that do not concern the running step do not disturb it.
func TestAPlanGoesOnInAChangedProgram(t *testing.T) {
	_, before := savedBakery(t)
	now := newBakery(t, strings.Replace(baker, "operator bake", "operator yawn { do rest }\noperator bake", 1))
	var events []string
	c, report, err := agent.Restore(now.program, now.bindings, agent.Options{Sink: runner.SinkFunc(func(e runner.Event) {
		if e.Agent == first && e.Kind != runner.PlanKept {
			events = append(events, e.Kind.String())
		}
	})}, before.Snapshot(nil))
	if err != nil || report.Same {
		t.Fatal(report, err)
	}
	for range 20 {
		c.Step()
	}
	if got := strings.Join(events, ", "); got != "step ended, step started, step ended, plan ended, plan none, idle started" {
		t.Error(got)
	}
	if kiosk, ok := c.View().ObjectNamed("kiosk"); !ok || !c.World().Alive(kiosk) {
		t.Error("an object is lost")
	}
}

// TestRestoreRefuses everything that is not a whole snapshot of a crowd, and snapshots that it cannot continue.
func TestRestoreRefuses(t *testing.T) {
	w, before := savedBakery(t)
	data := before.Snapshot(nil)
	restore := func(data []byte, o agent.Options) error {
		c, _, err := agent.Restore(w.program, w.bindings, o, data)
		if (c == nil) != (err != nil) {
			t.Errorf("crowd %v with error %v", c, err)
		}
		return err
	}
	var damaged *codec.Error
	for n := range data {
		if err := restore(data[:n], agent.Options{}); !errors.As(err, &damaged) {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
		bad := append([]byte(nil), data...)
		bad[n] ^= 1
		if err := restore(bad, agent.Options{}); !errors.As(err, &damaged) {
			t.Errorf("byte %d changed: %v", n, err)
		}
	}
	if err := restore(before.SnapshotAgent(nil, first), agent.Options{}); !errors.As(err, &damaged) {
		t.Errorf("of one agent: %v", err)
	}
	rec := ktrace.NewRecorder(io.Discard, ktrace.Options{})
	if err := rec.Begin(&ktrace.Header{}, nil); err != nil {
		t.Fatal(err)
	}
	if err := restore(data, agent.Options{Recorder: rec}); !errors.Is(err, ktrace.ErrUsed) {
		t.Error(err)
	}
	facts, running := factsOf(before), before.Running()
	other := newBakery(t, strings.Replace(baker, "bread < 9", "bread < 8", 1)).crowd(t)
	for _, bad := range [][]byte{nil, data[:len(data)-1], other.Snapshot(nil), before.SnapshotAgent(nil, first)} {
		if err := before.Rollback(bad); err == nil {
			t.Error("rolled back to something else")
		}
	}
	if err := before.Rollback(other.Snapshot(nil)); !errors.Is(err, agent.ErrOtherSnapshot) {
		t.Error(err)
	}
	if factsOf(before) != facts || before.Running() != running || !bytes.Equal(before.Snapshot(nil), data) {
		t.Error("a rollback that failed has changed something")
	}
}

// TestAnAgentMoves: one agent moves to another crowd in the middle of its activities, or returns to its own.
func TestAnAgentMoves(t *testing.T) {
	_, before := savedBakery(t)
	kiosk, _ := before.View().ObjectNamed("kiosk")
	data := before.SnapshotAgent(nil, first)
	there := newBakery(t, baker)
	c := there.crowd(t)
	if _, err := c.AddObject("shop", "booth"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		c.Step()
	}
	id, report, err := c.RestoreAgent(data, nil)
	if err != nil || id == 0 || !report.Same {
		t.Fatal(id, report, err)
	}
	if got := fmt.Sprint(there.restored, report.Notes); got != "[1 walk 5 mill] [object kiosk: no object has that name]" {
		t.Error(got)
	}
	if _, ok := report.Object(kiosk); ok {
		t.Error("the kiosk is there")
	}
	bread := c.Target(id, false).Get(c.Schema().Symbol("bread").Base)
	for range 16 {
		c.Step()
	}
	if now := c.Target(id, false).Get(c.Schema().Symbol("bread").Base); bread != 1 || now != 0 {
		t.Errorf("%d breads, then %d: it has not sold the one that it had", bread, now)
	}
	again, report, err := c.RestoreAgent(c.SnapshotAgent(nil, id), nil)
	if err != nil || again == id || c.KindOf(again) != "baker" || len(report.Notes) > 0 || c.Len() != 2 {
		t.Error(again, report, err)
	}
	if _, _, err := newBakery(t, strings.ReplaceAll(baker, "baker", "miller")).crowd(t).RestoreAgent(data, nil); err == nil || !strings.HasSuffix(err.Error(), "its kind baker is gone") {
		t.Error(err)
	}
	fast, err := agent.New(there.program, there.bindings, agent.Options{TPS: 60})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := fast.RestoreAgent(data, nil); err == nil || !strings.HasSuffix(err.Error(), "the agent is of a crowd with 10 ticks in a second, this one has 60") {
		t.Error(err)
	}
	if data := c.SnapshotAgent(nil, 99); data != nil {
		t.Error("nobody was saved")
	}
	if n := fast.Running(); n != 0 {
		t.Errorf("%d actions run of agents that were refused", n)
	}
}

// TestSnapshotWithinATick panics.
func TestSnapshotWithinATick(t *testing.T) {
	g := newGame(t, agent.Options{})
	g.spawn(1)
	said := ""
	g.act = func(c *action.Ctx) action.Status {
		defer func() { said = fmt.Sprint(recover()) }()
		g.Snapshot(nil)
		return action.Running
	}
	g.Step()
	if said != "karakuri: Crowd.Snapshot called from within a tick; call it after Step" {
		t.Error(said)
	}
}

// FuzzRestore: whatever a snapshot says, nothing panics; a crowd that can be restored continues.
func FuzzRestore(f *testing.F) {
	w, before := savedBakery(f)
	data := before.Snapshot(nil)
	f.Add(data)
	other := newBakery(f, strings.Replace(baker, "bread < 9", "bread < 8", 1))
	c := other.crowd(f)
	c.Spawn("baker")
	for range 12 {
		c.Step()
	}
	f.Add(c.Snapshot(nil))
	s := scenes(f)[1]
	sliced := s.start(f)
	for range 9 {
		s.drive(sliced)
		sliced.Step()
	}
	f.Add(sliced.Snapshot(nil))
	f.Add(before.SnapshotAgent(nil, first))
	m := hived(f)
	minds := m.start(f)
	for range 12 {
		m.drive(minds)
		minds.Step()
		f.Add(minds.Snapshot(nil))
	}
	guards := newSentries(f, agent.Options{})
	for _, script := range []string{"guard ann 1 0 0\nwall 5\nrobber tom 2 9 0\nrun 6", "sound tom 20\nrun 2", "wall\nrun 3", "leave tom\nrun 30"} {
		guards.play(script)
		f.Add(guards.Snapshot(nil))
		f.Add(guards.SnapshotAgent(nil, guards.called("ann")))
	}
	if len(guards.told) < 3 {
		f.Fatalf("a guard becomes alert and calms down, and these are its levels: %q", guards.told)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		b = bytes.Clone(b)
		if len(b) >= 20 {
			b = codec.Seal(b, 0) // past the checksum
		}
		for _, x := range []struct {
			d *program.Program
			b *action.Bindings
			f *fog
		}{{w.program, w.bindings, nil}, {s.program, s.bindings(&fog{}), nil}, {m.program, m.bindings(&fog{}), &fog{}},
			{guards.program, guards.bindings, &fog{kind: "person"}}} {
			o := agent.Options{NodesPerTick: 2}
			if x.f != nil {
				o.Senses = x.f
			}
			if c, _, err := agent.Restore(x.d, x.b, o, b); err == nil {
				x.f.of(c)
				use(c)
			}
			c, err := agent.New(x.d, x.b, o)
			if err != nil {
				t.Fatal(err)
			}
			x.f.of(c)
			if id, _, err := c.RestoreAgent(b, nil); err == nil && id != 0 {
				use(c)
			}
			now := c.Snapshot(nil)
			if err := c.Rollback(b); err != nil && !bytes.Equal(c.Snapshot(nil), now) {
				t.Fatal("a rollback that failed has changed something")
			}
		}
	})
}

// hived returns the scene with all that brains, senses and memories keep.
func hived(t testing.TB) *scene {
	list := scenes(t)
	return list[slices.IndexFunc(list, func(s *scene) bool { return s.name == "minds" })]
}

func use(c *agent.Crowd) {
	if c.Len() > 20 || c.Tick() > 1<<50 {
		return
	}
	c.All(func(id agent.ID) bool { c.View().Explain(id); return true })
	c.Step()
	c.Step()
	c.Snapshot(nil)
}
