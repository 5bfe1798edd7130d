package town

import (
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

const village1 = `
type place = { home, shop }
type crate
objects box: crate
state agent {
    at: place = home
    money: int 0..100 = 10
    sensed holding: crate
    sensed seen: int 0..9
}
state world { fare(a: place, b: place): int 0..9 }
init { fare(home, shop) = 3 }
function metres(a: place, b: place): float
function clear(a: place): bool
action move_to(p: place) uses legs
action ride(p: place)
action approach(c: crate)
action take(c: crate)
action wander
operator walk(p: place) { do move_to(p) }
operator bus(p: place) { when at != p; do ride(p); effect money -= fare(at, p), seen = money }
operator detour { do move_to(shop); effect at = home }
operator grab(c: crate) { do take(c); effect holding = c }
operator notice { effect seen = 4 }
task all { method "all" { walk(shop); bus(home); detour; grab(box); notice } }
agent villager { plan all when metres(home, shop) > 0 && clear(home); idle wander }
`

// bench is a world with one agent on it, outside of any crowd.
type bench struct {
	t         *testing.T
	info      *def.Info
	world     *World
	state     *world.State
	ctx       *action.Ctx
	instances *action.Instances
	tick      int64
}

func newBench(t *testing.T, text string, seed uint64) *bench {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"test.krk": {Data: []byte(text)}}, "test.krk")
	if p == nil {
		t.Fatalf("%v", ds.Err())
	}
	b := &bench{t: t, info: p.Info, world: NewWorld(p.Info, seed), state: world.NewState(p.Info.Schema), ctx: action.NewCtx(seed, 10, nil)}
	binds := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind[action.Arguments, Job](binds, a.Name, b.world.Action(a.ID))
	}
	b.world.BindFunctions(binds)
	if err := binds.Err(); err != nil {
		t.Fatal(err)
	}
	b.instances = action.NewInstances(binds)
	b.state.CopyFrom(p.Info.Initial)
	b.world.Enter(1, b.state)
	return b
}

// step carries out an operator's action, up to its success, and returns the number of ticks that took.
func (b *bench) step(name string, args ...world.Word) int64 {
	b.t.Helper()
	for _, o := range b.info.Operators {
		if o.Name == name {
			b.world.Started(1, o.ID, args)
			if len(o.Do) == 0 {
				return 0
			}
			fr := make([]world.Word, len(o.Do[0].Args))
			m := expr.Machine{State: b.state}
			for i, a := range o.Do[0].Args {
				fr[i] = expr.CompileValue(a).Eval(&m, args)
			}
			return b.act(o.Do[0].Action.Name, fr...)
		}
	}
	b.t.Fatalf("no operator %s", name)
	return 0
}

func (b *bench) act(name string, args ...world.Word) int64 {
	b.t.Helper()
	for _, a := range b.info.Actions {
		if a.Name != name {
			continue
		}
		first := b.tick
		b.ctx.Enter(1, b.tick+1, b.state)
		h := b.instances.Start(b.ctx, a.ID, args)
		for b.tick < first+1000 {
			b.tick++
			b.ctx.Enter(1, b.tick, b.state)
			if s := b.instances.Update(b.ctx, h); s != action.Running {
				if s != action.Success {
					b.t.Fatalf("%s ended with %s", name, s)
				}
				return b.tick - first
			}
		}
	}
	b.t.Fatalf("action %s does not end", name)
	return 0
}

// see is the value of a symbol without parameters.
func (b *bench) see(name string) string {
	sym := b.info.Schema.Symbol(name)
	return world.FormatWord(b.info.Schema, b.state, sym.Type, []world.Word{b.state.Get(sym.Base)})
}

func (b *bench) want(name, value string) {
	b.t.Helper()
	if got := b.see(name); got != value {
		b.t.Errorf("%s is %s, want %s", name, got, value)
	}
}

func TestGoingTakesTheTimeOfTheWay(t *testing.T) {
	b := newBench(t, village1, 1)
	home, shop := b.world.Places()[0].At, b.world.Places()[1].At
	if b.world.At(1) != home {
		t.Errorf("the agent starts at %v, not at home", b.world.At(1))
	}
	ticks := b.step("walk", 1)
	if want := home.Distance(shop) / 5 * 10; float64(ticks) < want-1 || float64(ticks) > want+1 {
		t.Errorf("%.1f m at 5 m/s took %d ticks of 0.1 s", home.Distance(shop), ticks)
	}
	if b.world.At(1) != shop {
		t.Errorf("the agent ends at %v", b.world.At(1))
	}
}

func TestArrivingSetsAtAfterTheEffectsAreWritten(t *testing.T) {
	b := newBench(t, village1, 1)
	b.step("walk", 1)
	b.want("at", "home")
	b.world.Ended(1, b.state)
	b.want("at", "shop")
}

func TestAtIsLeftToOperatorsThatWriteIt(t *testing.T) {
	b := newBench(t, village1, 1)
	b.state.Set(b.info.Schema.Symbol("at").Base, 1)
	b.step("detour")
	b.state.Set(b.info.Schema.Symbol("at").Base, 0) // the engine's effect
	b.world.Ended(1, b.state)
	b.want("at", "home")
}

func TestWithoutAStepArrivingSetsAtAtOnce(t *testing.T) {
	b := newBench(t, village1, 1)
	b.act("move_to", 1)
	b.want("at", "shop")
}

func TestTheWorldAnswersWithWhatIsExpected(t *testing.T) {
	b := newBench(t, village1, 1)
	box := b.state.NextMember(b.info.Schema.ObjectType("crate").ID, 0)
	b.step("grab", box)
	b.want("holding", "none")
	b.world.Ended(1, b.state)
	b.want("holding", "box")

	b.step("notice")
	b.world.Ended(1, b.state)
	b.want("seen", "4")
}

func TestExpectationsAreReadFromTheStateBeforeTheStepEnded(t *testing.T) {
	b := newBench(t, village1, 1)
	b.state.Set(b.info.Schema.Symbol("money").Base, 5)
	b.step("bus", 1)
	b.state.Set(b.info.Schema.Symbol("money").Base, 2) // the engine's effect
	b.world.Ended(1, b.state)
	b.want("seen", "5")
}

func TestOtherActionsTakeHalfASecondToTwo(t *testing.T) {
	for seed := range uint64(30) {
		b := newBench(t, village1, seed)
		box := b.state.NextMember(b.info.Schema.ObjectType("crate").ID, 0)
		if ticks := b.act("take", box); ticks < 5 || ticks > 21 {
			t.Errorf("seed %d: take took %d ticks", seed, ticks)
		}
	}
}

func TestObjectsAreOnTheMapAndStrollsLeadNotFar(t *testing.T) {
	b := newBench(t, village1, 1)
	box := b.state.NextMember(b.info.Schema.ObjectType("crate").ID, 0)
	b.act("approach", box)
	if p := b.world.Places()[2]; p.Name != "box" || !p.Thing || b.world.At(1) != p.At {
		t.Errorf("the agent is at %v, and %+v", b.world.At(1), p)
	}
	from := b.world.At(1)
	b.act("wander")
	if way := from.Distance(b.world.At(1)); way == 0 || way > 2*strollReach {
		t.Errorf("strolled %.1f m", way)
	}
}

func TestARemovedObjectCannotBeGoneTo(t *testing.T) {
	b := newBench(t, village1, 1)
	box := b.state.NextMember(b.info.Schema.ObjectType("crate").ID, 0)
	b.state.RemoveObject(box)
	b.ctx.Enter(1, 1, b.state)
	for _, a := range b.info.Actions {
		if a.Name == "approach" {
			h := b.instances.Start(b.ctx, a.ID, []world.Word{box})
			if s := b.instances.Update(b.ctx, h); s != action.Failure {
				t.Errorf("approach: %s", s)
			}
		}
	}
}

func TestFunctionsHaveStandIns(t *testing.T) {
	b := newBench(t, village1, 1)
	place := b.info.Schema.Symbol("at").Type
	args := action.Arguments{{Type: place, Words: [2]world.Word{0}}, {Type: place, Words: [2]world.Word{1}}}
	way := b.world.Places()[0].At.Distance(b.world.Places()[1].At)
	if got := b.world.Function(0)(args); got.Words[0].Float() != way {
		t.Errorf("metres(home, shop) = %v, want %v", got.Words[0].Float(), way)
	}
	if got := b.world.Function(1)(action.Arguments{args[0]}); got.Words[0].Bool() {
		t.Error("clear(home) holds")
	}
}

const outpost = `
type place
objects gate, roof: place
state agent { at: place; pos: vec2 }
state world { spot(p: place): vec2 }
init { spot(gate) = vec2(-10, 5); spot(roof) = vec2(30, 45); at = gate }
action move_to(p: place) uses legs
operator go(p: place) { when at != p; do move_to(p); effect at = p }
task tour { method "tour" { go(roof) } }
agent guard { plan tour when at == gate && pos.x < dist(spot(gate), spot(roof)) }
`

func TestPlacesLieWhereTheProgramSays(t *testing.T) {
	b := newBench(t, outpost, 1)
	for _, p := range b.world.Places() {
		want := map[string]Point{"gate": {-10, 5}, "roof": {30, 45}}[p.Name]
		if p.At != want || p.Thing {
			t.Errorf("%+v, want it at %v", p, want)
		}
		if r := b.world.Bounds(); r.nearest(p.At) != p.At {
			t.Errorf("%s lies outside of the map %v", p.Name, r)
		}
	}
}

func TestPosIsKeptUpToDate(t *testing.T) {
	b := newBench(t, outpost, 1)
	pos := b.info.Schema.Symbol("pos").Base
	read := func() Point { return Point{b.state.Get(pos).Float(), b.state.Get(pos + 1).Float()} }
	if read() != (Point{-10, 5}) {
		t.Errorf("at the start pos is %v", read())
	}
	roof, _, _ := b.state.ObjectNamed("roof")
	b.step("go", roof)
	if read() != (Point{30, 45}) {
		t.Errorf("at the end pos is %v", read())
	}
}

func TestTheSameSeedGivesTheSameRun(t *testing.T) {
	run := func(seed uint64) (ticks [3]int64, at Point) {
		b := newBench(t, village1, seed)
		box := b.state.NextMember(b.info.Schema.ObjectType("crate").ID, 0)
		return [3]int64{b.act("take", box), b.act("move_to", 1), b.act("take", box)}, b.world.At(1)
	}
	a, p := run(5)
	b, q := run(5)
	if c, _ := run(6); a != b || p != q || a == c {
		t.Errorf("seed 5: %v and %v, seed 6: %v", a, b, c)
	}
}

// Whereabouts are the places of agents in order, whichever agents have come between them, and are so again after a
// restore.
func TestWhereabouts(t *testing.T) {
	b := newBench(t, village1, 1)
	var all, some []action.AgentID
	for i := range action.AgentID(3 * spotsTogether) {
		b.world.Enter(i+1, b.state)
		if all = append(all, i+1); i%100 < 70 {
			some = append(some, i+1)
		}
	}
	for i, id := range all {
		b.world.people[id].at.X = float64(i)
	}
	look := func(ids []action.AgentID) (pieces int) {
		n := 0
		for _, list := range b.world.Whereabouts(ids) {
			for i := range list {
				if list[i] != b.world.At(ids[n]) {
					t.Fatalf("%d is at %v, want %v", ids[n], list[i], b.world.At(ids[n]))
				}
				n++
			}
		}
		if n != len(ids) {
			t.Fatalf("%d places of %d agents", n, len(ids))
		}
		return len(b.world.Whereabouts(ids))
	}
	if look(some); look(all) > 4 {
		t.Errorf("they are in %d pieces", look(all))
	}
	if err := b.world.Restore(b.world.Snapshot(nil), true); err != nil {
		t.Fatal(err)
	}
	look(some)
	look(all)
}
