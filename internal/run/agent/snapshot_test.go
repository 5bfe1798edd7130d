package agent_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/world"
)

// everything has all that a runner and its agents keep from tick to tick.
const everything = `
type prey max 5
type fox : prey
type mood = { calm, cross, wild }
objects old: fox
state world { food: int 0..20; near(p: prey): float; link(a: prey, b: prey, m: mood): int 0..9; price(m: mood, n: int 0..3000): int }
state agent {
    sensed hungry: bool = true
    armed: bool
    alarm: bool
    sensed seen(p: prey): bool
    caught(p: prey): bool
    goal: prey
    feels: mood
    at: vec2
    n: int
}
action chase(p: prey | mood) uses legs
action fetch uses hands grace 0.3s
action shout(at: vec2) uses voice
action bite
action hide grace 0.4s
action stroll(how: mood)
operator arm { do fetch; effect armed = true; cooldown 3s; commit 0.6s }
operator hunt(p: prey) { when armed; do parallel any { chase(p); shout(at) }; while !alarm; fail_after 2s; effect caught(p) = true, food += 2, goal = p }
operator stalk(p: prey) { do chase(wild); claim p world priority 1; until seen(p); succeed_after 1.5s; cooldown 1s shared paws }
operator look(p: prey) { do chase(p); claim p priority 2; effect seen(p) = true; cooldown 1s shared paws }
operator aim { when armed }
operator eat { when food > 0; do bite; effect food -= 1, hungry = false, n += 1 }
operator take_cover { do hide; effect alarm = false, feels = calm }
operator note(m: mood) { effect link(goal, goal, m) = 3, price(m, 2000) += 1 }
task dine {
    method "eat" when food > 0 { eat }
    method "hunt" each p: prey where !caught(p) order near(p) margin 1.0 { unordered { ready; look(p); stalk(p) }; hunt(p); note(cross); eat }
}
task ready {
    method "armed" when armed { aim }
    method "arm" { arm; aim }
}
task danger {
    method "nothing" when !alarm { }
    method "cover" { take_cover }
}
agent hunter {
    plan danger when alarm
    plan dine when hungry every 0.3s
    idle stroll(feels)
}
agent guard { plan danger; plan dine once; idle stroll(cross) }
agent sleeper { }
`

// grove has all that trees and what runs within them keep from tick to tick.
const grove = `
const patience = 0.7
tree pursue(p: prey, often: int) {
    sequence {
        if armed abort self
        parallel succeed 1 fail 2 { chase(p) uninterrupted; retry often { shout(at) }; timeout patience { hide } }
        set caught(p) = true, food += 1
    }
}
tree live(out quarry: prey) {
    service every 0.5s set n = n + 1
    service every 0.7s bite
    selector on_failure alarm = false {
        when alarm abort both { plan danger }
        sequence abort lower { if hungry; if food > 0; plan dine }
        cooldown 0.8s { each q: prey where !caught(q) order near(q) { sequence { set quarry = q; pursue(q, 2) } } }
        random selector { limit 9 weight 2 { stroll(wild) }; chance 0.5 { fetch }; wait 0.2s..0.9s }
        resume sequence { stroll(calm); once { fetch }; wait 0.3s }
        switch feels { case cross { bite }; case wild { fetch }; else { utility selector { hide() score near(quarry); stroll(wild) score 2.0 } } }
    }
}
operator stalk_all { do prowl(2); effect armed = true; cooldown 1.5s }
tree prowl(often: int) { repeat often { reactive sequence { if !alarm; plan eat_something } } }
task eat_something { method "eat" when food > 0 { eat }; method "look" each q: prey { look(q) } }
task prowling { method "prowl" { stalk_all; eat } }
agent wolf { tree live(goal) }
agent bear { tree live(goal) { override shout = howl } }
agent lynx { plan prowling; idle stroll(calm) }
agent mole { tree prowl(1) once; idle stroll(cross) }
action howl(at: vec2) uses voice
`

// hive has all that brains, goals, senses and memories keep from tick to tick.
const hive = `
type being max 40
type ghost : being
objects totem: being
sense sight { range 30; cone 200deg; line_of_sight; reaction 0.2s; jitter 0.3s }
sense hearing { damping 0.5; blur 0.1 }
sense damage { confidence 0.9 }
sense talk { range 60 }
memory short { span 6s; capacity 5; decay 0.1/s; predict 1s; spread 0.5/s; max_spread 4; miss_range 1; miss_factor 0.5; promote_times 3; doubts 0.5, 0.2 }
memory long { capacity 3; keep }
state agent {
    remembered position(b: being): vec2
    remembered velocity(b: being): vec2
    remembered confidence(b: being): float
    remembered age(b: being): float
    remembered sensed_now(b: being): bool
    remembered missed(b: being): bool
    remembered importance(b: being): float
    remembered kind(b: being): int
    remembered taste(b: ghost): float
}
action meet(b: being | vec2) uses legs
action yell
goal meet_up(b: being) {
    while remembered(b)
    until armed && !alarm && hungry
    backoff 0.4s
    way "close" when confidence(b) > 0.5 tries 2 { meet(b) retry 2 backoff 0.3s else yell when hungry else meet(at) fail_after 2s; bite optional }
    way { hide suspends; plan dine uninterrupted; prowl(1) fail_after 3s }
    interrupt when alarm { hide fail_after 1s }
}
goal feed { plan eat_something; bite retry 1 }
goal snooze { stroll(calm) suspends while !hungry }
goal pair(b: being) { meet_up(b) fail_after 4s optional; feed }
goal cheer(m: mood) { stroll(m); yell }
tree brood(often: int) { selector { sequence abort both { if hungry; goal feed }; repeat often { goal cheer(feels) }; goal snooze } }
operator binge { do feed; effect hungry = false }
operator spree { do cheer(wild); fail_after 2s; effect n += 1 }
task revel { method "binge" when food > 0 { spree; binge }; method "else" { spree } }
brain hivemind {
    want meet_up(b) each b in remembered being { score quadratic(confidence(b)) + 0.1 * importance(b); cooldown 1s; forget_when missed(b) }
    want pair(g) each g in remembered ghost where taste(g) > 1 when hungry { consider "taste" taste(g) from 0 to 9 through logistic(exponent: 3); consider n from 0 to 20; combine sum; weight 0.7; interrupts }
    want cheer(m) each m: mood { score 0.2 }
    want feed when food > 0 { score 0.3 }
    want snooze { score 0.05 }
    inertia 0.1 fade 2s
    select weighted top 3
    every 0.5s gap 0.1s
    repetition 0.1 last 3
    backoff 0.5s to 4s
    give_up after 3 for 3s
}
personality bold { meet_up * 2; feed never; snooze score 0.01 * food }
agent drone { brain hivemind; body ghost; sense sight; sense hearing; sense damage; sense talk; memory short; memory long }
agent queen { brain hivemind as bold; body being; sense talk; sense sight; memory short }
agent brooder { tree brood(2); body ghost; sense sight; memory short }
agent reveler { plan revel; idle stroll(calm) }
`

// kennel has all that happens besides minds.
const kennel = `
action whine uses voice grace 0.3s
action scratch uses hands grace 0.5s
operator dig { do scratch; commit 0.5s; effect n += 1 }
task digging { method "dig" { dig } }
goal guard_it { whine; scratch uninterrupted }
tree sulk(often: int) { repeat often { sequence { scratch; whine uninterrupted } } }
agent watchdog { plan danger when alarm; plan dine when hungry every 0.3s; plan digging; idle stroll(feels); reaction chase(wild) on armed cooldown 0.6s; reaction whine on food > 4 }
agent mastiff { tree live(goal); reaction hide on alarm; reaction chase(calm) on hungry; reaction prowl(2) on feels == wild; layer voice whine; layer paws scratch }
agent sage { brain hivemind as bold; body ghost; sense sight; sense hearing; sense damage; sense talk; memory short
    reaction whine on damage cooldown 0.5s; reaction meet(totem) on hearing; reaction guard_it on sight; reaction cheer(cross) on n > 3; reaction snooze on talk; layer hum sulk(1); layer paws fetch }
`

// scene is a program with a host whose actions keep all they know in their private state, and a driver that does random
// things between ticks which depend on the tick alone.
type scene struct {
	name    string
	program *program.Program
	options agent.Options
	minds   bool // there is something to perceive
	orders  bool // orders are given, by the host and by actions
	careful bool // nothing panics: what a fault holds of where it happened depends on the caller
}

// fog shows where the beings of a crowd are: each goes around in a circle of its own, and there is a wall.
type fog struct {
	crowd *agent.Crowd
	kind  string // type of the objects that are seen; empty: being
}

// of shows the beings of a crowd. A nil fog shows nothing.
func (f *fog) of(c *agent.Crowd) {
	if f != nil {
		f.crowd = c
	}
}

func (f *fog) Object(id sense.ObjectID) (o sense.Object, ok bool) {
	if f.crowd == nil || !f.crowd.World().Alive(world.Object(id)) {
		return o, false
	}
	return f.at(id)
}

// at returns what an object is like that is there.
func (f *fog) at(id sense.ObjectID) (o sense.Object, ok bool) {
	r := det.NewRand(uint64(id), 1, 2)
	x, y, far := r.Between(0, 60), r.Between(0, 60), r.Between(0, 20)
	turn := r.Between(-0.1, 0.1)
	angle := turn * float64(f.crowd.Tick()+1)
	o.Facing = sense.Point{X: -det.Sin(angle), Y: det.Cos(angle)}
	o.At = sense.Point{X: x + float64(far*det.Cos(angle)), Y: y + float64(far*det.Sin(angle))}
	o.Velocity = sense.Point{X: float64(far * turn * o.Facing.X), Y: float64(far * turn * o.Facing.Y)}
	o.Kind, o.Importance, o.Fixed, o.Values[0] = int64(id%7), r.Between(0, 3), id%3 == 0, r.Between(0, 9)
	return o, (f.crowd.Tick()+int64(id))%50 > 5
}

func (f *fog) Near(p sense.Point, radius float64, buf []sense.Spot) []sense.Spot {
	for _, o := range f.crowd.View().Objects(cmp.Or(f.kind, "being")) {
		if it, ok := f.Object(sense.ObjectID(o)); ok && (it.At.X-p.X)*(it.At.X-p.X)+(it.At.Y-p.Y)*(it.At.Y-p.Y) <= radius*radius {
			buf = append(buf, sense.Spot{Object: sense.ObjectID(o), At: it.At})
		}
	}
	return buf
}

func (f *fog) Visible(from, to sense.Point) bool { return f.Walls(from, to) == 0 }

func (f *fog) Walls(from, to sense.Point) int {
	if from.X < 30 != (to.X < 30) {
		return 1
	}
	return 0
}

// task is the private state of an action of a scene.
type task struct {
	Left, Fate int32
	Who        world.Object
	Log        [3]action.Value
	Sum        float64
}

func (s *scene) bindings(f *fog) *action.Bindings {
	b := runner.NewBindings(s.program.Info)
	for _, a := range s.program.Info.Actions {
		action.Bind(b, a.Name, func(c *action.Ctx, p *action.Arguments, t *task) action.Status {
			t.Sum += c.Rand().Float64()
			if s.orders && c.Rand().Intn(9) == 0 {
				s.command(f.crowd, c.Rand(), c.Agent())
			}
			if len(s.program.Info.Squads) > 0 && c.Rand().Intn(20) == 0 {
				s.regroup(f.crowd, c.Rand())
			}
			if t.Left--; t.Left > 0 {
				return action.Running
			}
			switch {
			case t.Fate == 0:
				return action.Failure
			case t.Fate == 1 && !s.careful:
				panic("a slip")
			}
			return action.Success
		}, action.OnStart(func(c *action.Ctx, p *action.Arguments, t *task) {
			t.Left, t.Fate = int32(c.Rand().Intn(9)), int32(c.Rand().Intn(20))
			t.Log[1], t.Who = p[0], p[0].Object()
		}))
	}
	if len(s.program.Info.Functions) > 0 {
		action.BindFunc(b, "lucky", func(p struct{ N int64 }) bool { return p.N%3 != 1 })
	}
	return b
}

func newScene(t testing.TB, name string, files fs.FS, file string, o agent.Options) *scene {
	p, ds := program.Load(files, file)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return &scene{name, p, o, file == "hive.krk", name == "orders" || strings.HasPrefix(name, "reactions") || strings.HasPrefix(name, "squads"), false}
}

func scenes(t testing.TB) []*scene {
	stress := fstest.MapFS{"everything.krk": {Data: []byte(everything)}}
	asking := fstest.MapFS{"everything.krk": {Data: []byte("function lucky(n: int): bool" + strings.Replace(everything, "when armed }", "when armed && lucky(n) }", 1))}}
	forest := fstest.MapFS{"grove.krk": {Data: []byte(everything + grove)}}
	minds := fstest.MapFS{"hive.krk": {Data: []byte(everything + grove + hive)}}
	beside := fstest.MapFS{"hive.krk": {Data: []byte(everything + grove + hive + kennel)}}
	packs := fstest.MapFS{"hive.krk": {Data: []byte(everything + grove + hive + wolfpack)}}
	examples := os.DirFS("../../../examples")
	return []*scene{
		newScene(t, "everything", stress, "everything.krk", agent.Options{Seed: 7, History: 3}),
		newScene(t, "everything in slices", stress, "everything.krk", agent.Options{Seed: 8, NodesPerTick: 2, Pictures: true}),
		newScene(t, "functions", asking, "everything.krk", agent.Options{Seed: 9}),
		newScene(t, "functions in slices", asking, "everything.krk", agent.Options{Seed: 10, NodesPerTick: 3}),
		newScene(t, "trees", forest, "grove.krk", agent.Options{Seed: 11}),
		newScene(t, "trees in slices", forest, "grove.krk", agent.Options{Seed: 12, NodesPerTick: 2}),
		newScene(t, "minds", minds, "hive.krk", agent.Options{Seed: 13}),
		newScene(t, "minds in slices", minds, "hive.krk", agent.Options{Seed: 14, NodesPerTick: 2}),
		newScene(t, "orders", minds, "hive.krk", agent.Options{Seed: 15}),
		newScene(t, "reactions", beside, "hive.krk", agent.Options{Seed: 21}),
		newScene(t, "reactions of few", beside, "hive.krk", agent.Options{Seed: 22, NodesPerTick: 2, TurnsPerTick: 7, Levels: levels}),
		newScene(t, "squads", packs, "hive.krk", agent.Options{Seed: 23}),
		newScene(t, "squads in slices", packs, "hive.krk", agent.Options{Seed: 24, NodesPerTick: 3, TurnsPerTick: 9, Levels: levels}),
		newScene(t, "levels", stress, "everything.krk", agent.Options{Seed: 16, Levels: levels}),
		newScene(t, "levels by a rule", minds, "hive.krk", agent.Options{Seed: 17, Levels: levels, Significance: byNumber, TurnsPerTick: 3}),
		newScene(t, "few turns", forest, "grove.krk", agent.Options{Seed: 18, TurnsPerTick: 2}),
		newScene(t, "few nodes", stress, "everything.krk", agent.Options{Seed: 19, CrowdNodesPerTick: 5, NodesPerTick: 2}),
		newScene(t, "few nodes in trees", minds, "hive.krk", agent.Options{Seed: 20, CrowdNodesPerTick: 3, NodesPerTick: 3, TurnsPerTick: 6, Levels: levels}),
		newScene(t, "meal", examples, "meal/meal.krk", agent.Options{Seed: 1, TPS: 20}),
		newScene(t, "errands", examples, "errands/errands.krk", agent.Options{Seed: 2}),
		newScene(t, "errands in slices", examples, "errands/errands.krk", agent.Options{Seed: 2, NodesPerTick: 3}),
		newScene(t, "kitchen", examples, "kitchen/kitchen.krk", agent.Options{Seed: 4}),
		newScene(t, "soldier", examples, "soldier/soldier.krk", agent.Options{Seed: 3}),
		newScene(t, "soldier in slices", examples, "soldier/soldier.krk", agent.Options{Seed: 3, NodesPerTick: 5}),
	}
}

func (s *scene) start(t testing.TB) *agent.Crowd {
	o, f := s.options, &fog{}
	if s.minds {
		o.Senses = f
	}
	c, err := agent.New(s.program, s.bindings(f), o)
	if err != nil {
		t.Fatal(err)
	}
	f.crowd = c
	for _, k := range s.program.Info.Agents {
		c.Spawn(k.Name)
		c.Spawn(k.Name)
	}
	return c
}

// drive does what the host does before a tick.
func (s *scene) drive(c *agent.Crowd) {
	r := det.NewRand(99, uint64(c.Tick()), 5)
	schema := c.Schema()
	var agents []agent.ID
	c.All(func(id agent.ID) bool { agents = append(agents, id); return true })
	for range r.Intn(5) {
		sym := &schema.Symbols[r.Intn(len(schema.Symbols))]
		if sym.Says != "" || len(agents) == 0 || s.isRemembered(sym) {
			continue
		}
		st := c.Home(agents[r.Intn(len(agents))], sym.Scope)
		var args []world.Word
		for _, p := range sym.Params {
			args = append(args, anyValue(&r, st, p))
		}
		if a, ok := sym.Addr(args...); ok {
			for i := range sym.Type.Width() {
				st.Set(a+world.Addr(i), anyValue(&r, st, sym.Type))
			}
		}
	}
	for range r.Intn(3) {
		if len(s.options.Levels) > 0 && len(agents) > 0 {
			s.weigh(c, &r, agents[r.Intn(len(agents))])
		}
	}
	if len(s.program.Info.Squads) > 0 {
		for range r.Intn(4) {
			s.regroup(c, &r)
		}
	}
	for range r.Intn(3) {
		if s.orders && len(agents) > 0 {
			s.command(c, &r, agents[r.Intn(len(agents))])
		}
	}
	switch r.Intn(12) {
	case 0:
		if len(schema.Types) > 0 {
			c.AddObject(schema.Types[r.Intn(len(schema.Types))].Name, fmt.Sprint("o", r.Intn(3)))
		}
	case 1:
		if len(schema.Types) > 0 {
			if list := c.World().Objects(int32(r.Intn(len(schema.Types)))); len(list) > 0 {
				c.RemoveObject(list[r.Intn(len(list))])
			}
		}
	case 2:
		c.Spawn(s.program.Info.Agents[r.Intn(len(s.program.Info.Agents))].Name)
	case 3:
		if len(agents) > 3 {
			c.Remove(agents[r.Intn(len(agents))])
		}
	}
}

// weigh has an agent matter more or less, or wakes one.
func (s *scene) weigh(c *agent.Crowd, r *det.Rand, id agent.ID) {
	switch r.Intn(4) {
	case 0:
		c.Wake(id)
	default:
		c.SetSignificance(id, float64(r.Intn(5)))
	}
}

// levels are of all kinds.
var levels = []schedule.Level{{Name: "near", Significance: 4}, {Name: "far", Seconds: 0.3, Significance: 2},
	{Name: "away", Seconds: 0.7, Significance: 1, Deaf: true}, {Name: "asleep", Seconds: schedule.Asleep}}

// byNumber is a rule that changes its mind.
func byNumber(c *agent.Crowd, id agent.ID) float64 { return float64((c.Number(id) + c.Tick()/20) % 5) }

func (s *scene) isRemembered(sym *world.Symbol) bool {
	return slices.ContainsFunc(s.program.Info.Remembered, func(r def.RememberedInfo) bool { return r.Symbol == sym })
}

// command gives an agent an order, takes one back, makes a noise, or hurts an agent.
func (s *scene) command(c *agent.Crowd, r *det.Rand, id agent.ID) {
	body, list := sense.ObjectID(c.Body(id)), s.program.Info.Goals
	switch r.Intn(6) {
	case 0:
		c.Withdraw(id, int64(1+r.Intn(8)))
	case 1:
		c.Sound(sense.Sound{From: body, At: sense.Point{X: r.Between(0, 60), Y: 20}, Loudness: 20, Kind: 3, Importance: 2})
	case 2:
		if beings := c.View().Objects("being"); len(beings) > 0 {
			c.Damage(id, action.Damage{From: sense.ObjectID(beings[0]), At: sense.Point{X: 3}, Amount: 2, Importance: 5})
		}
	case 3:
		c.SetTeam(id, int64(r.Intn(3)))
	default:
		g := list[r.Intn(len(list))]
		o := agent.Order{Goal: g.Name, Urgent: r.Intn(3) == 0}
		for _, p := range g.Params {
			o.Args = append(o.Args, anyValue(r, c.World(), p.Type))
		}
		c.Order(id, o)
	}
}

func anyValue(r *det.Rand, st *world.State, t world.Type) world.Word {
	switch t.Kind {
	case world.KindBool:
		return world.Word(r.Intn(2))
	case world.KindEnum:
		return world.Word(r.Intn(len(st.Schema().Enums[t.ID].Values)))
	case world.KindInt:
		return world.Word(max(t.Lo, 0) + int64(r.Intn(int(min(t.Hi-max(t.Lo, 0), 4))+1)))
	case world.KindObject:
		list := append(st.Objects(t.ID), 0)
		return list[r.Intn(len(list))]
	}
	return world.Float(r.Float64() * 9)
}

// facts must be the same: all decisions so far, and all states.
type facts struct {
	tick    int64
	trace   uint64
	running int
	states  string
}

func factsOf(c *agent.Crowd) facts {
	f := facts{tick: c.Tick(), trace: c.TraceHash(), running: c.Running(), states: fmt.Sprintf("%x", c.World().Hash())}
	c.All(func(id agent.ID) bool {
		f.states += fmt.Sprintf(" %d:%x", id, c.Target(id, false).Hash())
		return true
	})
	return f
}

func restore(t testing.TB, s *scene, data []byte) *agent.Crowd {
	t.Helper()
	o, f := s.options, &fog{}
	o.TPS, o.Seed, o.Recorder = 0, 0, nil
	if s.minds {
		o.Senses = f
	}
	c, report, err := agent.Restore(s.program, s.bindings(f), o, data)
	if err != nil {
		t.Fatal(err)
	}
	f.crowd = c
	if !report.Same || len(report.Notes) > 0 {
		t.Fatalf("%+v", report)
	}
	return c
}

// TestSnapshotsChangeNothing: at ticks all over a long run, with -long at every tick, a crowd is restored from a
// snapshot of it, and what follows is the same to the last decision as without.
func TestSnapshotsChangeNothing(t *testing.T) {
	const ticks, ahead = 300, 25
	every := sized(15, 7, 1)
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			c := s.start(t)
			var saved [][]byte
			var want []facts
			for range ticks {
				if c.Tick()%3 > 0 {
					s.drive(c)
				}
				saved = append(saved, c.Snapshot(nil))
				want = append(want, factsOf(c))
				if c.Tick()%3 == 0 {
					s.drive(c)
				}
				c.Step()
			}
			for at := 0; at < ticks; at += every {
				s.followOn(t, saved[at], want[at:min(at+ahead, ticks)])
			}
			if last := want[ticks-1]; last.trace == want[ticks/2].trace {
				t.Error("nothing has happened in half of the run")
			}
		})
	}
}

// followOn restores a crowd and lets it continue as the other did.
func (s *scene) followOn(t *testing.T, data []byte, want []facts) {
	t.Helper()
	c := restore(t, s, data)
	if again := c.Snapshot(nil); !bytes.Equal(again, data) {
		t.Fatalf("tick %d: the snapshot of what was restored differs", c.Tick())
	}
	for i, w := range want {
		if got := factsOf(c); i > 0 && c.Tick()%3 > 0 {
			s.drive(c)
			got = factsOf(c)
			if got != w {
				t.Fatalf("%d ticks after tick %d\n%+v\nwant\n%+v", i, want[0].tick, got, w)
			}
		} else if got != w {
			t.Fatalf("%d ticks after tick %d\n%+v\nwant\n%+v", i, want[0].tick, got, w)
		}
		if c.Tick()%3 == 0 {
			s.drive(c)
		}
		c.Step()
	}
}

// TestRollback: a crowd is taken back by 8 ticks again and again, and each time the same happens.
func TestRollback(t *testing.T) {
	const back = 8
	rounds := sized(10, 20, 40)
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			c := s.start(t)
			for range rounds {
				before := c.Snapshot(nil)
				var want []facts
				for pass := range 2 {
					for i := range back {
						s.drive(c)
						c.Step()
						if got := factsOf(c); pass == 0 {
							want = append(want, got)
						} else if got != want[i] {
							t.Fatalf("%+v\nwant\n%+v", got, want[i])
						}
					}
					if pass == 0 {
						if err := c.Rollback(before); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		})
	}
}
