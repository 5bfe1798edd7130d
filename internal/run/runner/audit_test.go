package runner_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"pgregory.net/rapid"
)

// auditor follows the events and the actions of a crowd and notes every breach of what must always hold.
type auditor struct {
	th      *theatre
	info    *def.Info
	whiles  []*expr.Cond // by operator; nil: none
	agents  map[action.AgentID]*account
	breach  string
	counted map[runner.EventKind]int
}

// account is the auditor's record of one agent.
type account struct {
	running map[string]int   // steps, by operator and arguments
	begun   map[string]int64 // tick
	ended   map[int]int64    // by operator: tick of the last end
	actions map[string]int   // running, by name
	plan    bool
}

func newAuditor(th *theatre) *auditor {
	a := &auditor{th: th, info: th.program.Info, agents: map[action.AgentID]*account{}, counted: map[runner.EventKind]int{}}
	for _, o := range a.info.Operators {
		var while *expr.Cond
		if o.While != nil {
			while = expr.CompileCond(o.While)
		}
		a.whiles = append(a.whiles, while)
	}
	th.started, th.stopped = a.started, a.stopped
	return a
}

func (a *auditor) of(id action.AgentID) *account {
	if a.agents[id] == nil {
		a.agents[id] = &account{running: map[string]int{}, begun: map[string]int64{}, ended: map[int]int64{}, actions: map[string]int{}}
	}
	return a.agents[id]
}

func (a *auditor) fault(format string, args ...any) {
	if a.breach == "" {
		a.breach = fmt.Sprintf(format, args...)
	}
}

// started is called when an action starts: nothing else may occupy its resources.
func (a *auditor) started(id action.AgentID, action string) {
	acc := a.of(id)
	for _, other := range a.info.Actions {
		if acc.actions[other.Name] == 0 {
			continue
		}
		for _, used := range other.Uses {
			for _, mine := range a.action(action).Uses {
				if used == mine {
					a.fault("%s and %s use %s at the same time", action, other.Name, used)
				}
			}
		}
	}
	acc.actions[action]++
}

func (a *auditor) stopped(id action.AgentID, action string) {
	if a.of(id).actions[action]--; a.of(id).actions[action] < 0 {
		a.fault("%s ended twice", action)
	}
}

func (a *auditor) action(name string) *def.ActionInfo {
	for _, x := range a.info.Actions {
		if x.Name == name {
			return x
		}
	}
	return nil
}

// Event is the sink.
func (a *auditor) Event(e *runner.Event) {
	a.counted[e.Kind]++
	a.th.event(*e)
	acc := a.of(e.Agent)
	switch e.Kind {
	case runner.PlanAdopted:
		if acc.plan {
			a.fault("a plan is adopted while another one runs")
		}
		acc.plan = true
		a.checkBans(e)
	case runner.PlanMerged:
		a.checkBans(e)
		a.checkOrder(e)
	case runner.PlanRepaired:
		a.checkOrder(e)
	case runner.PlanEnded, runner.PlanFailed, runner.PlanAborted:
		if !acc.plan {
			a.fault("%s without a plan", e.Kind)
		}
		if len(acc.running) > 0 {
			a.fault("%s while %v run", e.Kind, acc.running)
		}
		acc.plan = false
	case runner.StepStarted:
		a.checkOrder(e)
		a.stepStarted(acc, e)
	case runner.StepEnded, runner.StepFailed, runner.StepAborted:
		a.stepStopped(acc, e)
	}
}

// checkBans looks for a banned method in a plan that was just found.
func (a *auditor) checkBans(e *runner.Event) {
	r := a.th.crowd.View().Runner(e.Agent)
	plan, _ := r.Plan()
	for _, b := range r.Bans(nil) {
		for i := range plan.Nodes() {
			if n := plan.Node(i); b.Equal(new(n.Ban())) {
				a.fault("%s with a method that is banned", e.Kind)
			}
		}
	}
}

// checkOrder compares the order of a plan with what the planner's package makes of it.
func (a *auditor) checkOrder(e *runner.Event) {
	r := a.th.crowd.View().Runner(e.Agent)
	plan, _ := r.Plan()
	got, want := slices.Clone(r.Edges()), plan.Order(&expr.Machine{State: a.th.crowd.State(e.Agent)})
	slices.SortFunc(got, func(x, y [2]int) int { return cmp.Or(x[0]-y[0], x[1]-y[1]) })
	if plan.Len() > 1 && !slices.Equal(got, want) {
		a.fault("order %v, want %v", got, want)
	}
}

func (a *auditor) stepStarted(acc *account, e *runner.Event) {
	key, op := stepKey(e), a.info.Operators[e.Operator]
	acc.running[key]++
	acc.begun[key] = e.Tick
	if last, ok := acc.ended[int(e.Operator)]; ok && op.Cooldown > 0 && float64(e.Tick-last) < op.Cooldown*float64(a.th.crowd.TPS()) {
		a.fault("%s starts in tick %d, but ended in tick %d", key, e.Tick, last)
	}
}

// stepStopped is called when a step has ended: it must have started, unless it failed before, and its actions must be
// over.
func (a *auditor) stepStopped(acc *account, e *runner.Event) {
	key, op := stepKey(e), a.info.Operators[e.Operator]
	if acc.running[key] == 0 {
		if e.Kind != runner.StepFailed {
			a.fault("%s: %s did not run", e.Kind, key)
		}
		return
	}
	if acc.running[key]--; acc.running[key] == 0 {
		delete(acc.running, key)
		for _, do := range op.Do {
			if acc.actions[do.Action.Name] > 0 {
				a.fault("%s: %s of %s still runs", e.Kind, do.Action.Name, key)
			}
		}
	}
	acc.ended[int(e.Operator)] = e.Tick
	replaced := e.Reason == action.BetterPlan || e.Reason == action.PlanInvalid || e.Reason == action.LineChanged
	if e.Kind == runner.StepAborted && replaced && float64(e.Tick-acc.begun[key]) < op.Commit*float64(a.th.crowd.TPS()) {
		a.fault("%s was committed", key)
	}
}

// tick checks the end of a tick: the while of everything that runs holds, and the runner's list of running actions
// equals the started ones.
func (a *auditor) tick() {
	for id := range a.th.crowd.All {
		r := a.th.crowd.View().Runner(id)
		plan, _ := r.Plan()
		if plan == nil {
			continue
		}
		running := 0
		m := expr.Machine{State: a.th.crowd.State(id)}
		for i := range plan.Len() {
			if r.StepState(i) != runner.StepActive {
				continue
			}
			running++
			s := plan.Step(i)
			if w := a.whiles[s.Operator]; w != nil && !w.Eval(&m, s.Args) {
				a.fault("%s goes on though its while does not hold", a.info.Operators[s.Operator].Name)
			}
		}
		started := 0
		for _, n := range a.of(id).running {
			started += n
		}
		if started != running {
			a.fault("%d steps were started, %d run", started, running)
		}
	}
}

func stepKey(e *runner.Event) string { return fmt.Sprint(e.Operator, e.Args) }

// kitchen has everything that ends a step, or lets several run at once.
const kitchen = `
type pan max 2
objects p1, p2: pan
state world { orders: int 0..9 }
state agent {
    rice: bool
    curry: bool
    sensed hot: bool
    sensed fire: bool
    sensed open: bool = true
    sensed clean(p: pan): bool = true
    fed: bool
    tips: int 0..9
    alarm: bool
    power: bool = true
    oil: bool
}
action warm
action boil uses stove
action fry uses stove, arm
action stir uses arm
action order
action hum
action eat uses arm
action run_off
operator cook_rice { do boil; while open && power; fail_after 0.6s; effect rice = true }
operator cook_curry(p: pan) { when clean(p); do parallel any { fry; hum }; until hot; effect curry = true }
operator order_curry { do order; cooldown 0.9s shared phone; effect curry = true }
operator order_rice { do order; cooldown 1.5s shared phone; effect rice = true }
operator warm_up { do parallel primary { stir; hum }; succeed_after 0.3s; effect hot = true }
operator wait_for_fire { do hum; while !hot; effect fire = true }
operator dine { when rice && curry; do parallel all { eat; hum }; commit 0.5s; effect fed = true, rice = false, curry = false }
operator tip { effect tips += 1, power = false }
operator heat_oil { do warm; effect oil = true }
operator flee { do run_off; commit 0.2s; effect alarm = false }
task get_rice {
    method "there" when rice { }
    method "cook" when open && power { cook_rice }
    method "order" { order_rice }
}
task get_curry {
    method "there" when curry { }
    method "fire" when fire { warm_up; get_pan }
    method "light" when !hot { wait_for_fire; get_pan }
    method "pan" { get_pan }
    method "order" { order_curry }
}
task get_pan {
    method "oil" each p: pan where clean(p) && !oil { unordered { heat_oil; cook_curry(p) } }
    method "pan" each p: pan where clean(p) { cook_curry(p) }
}
task meal {
    method "both" when !fed { unordered { get_rice; get_curry; tip }; dine }
    method "done" { }
}
task escape { method "run" { flee } }
agent cook { plan escape when alarm; plan meal every 0.3s; idle hum }
`

// treeKitchen is the kitchen of cooks with a tree that carries out their plans.
var treeKitchen = strings.Replace(kitchen, "agent cook { plan escape when alarm; plan meal every 0.3s; idle hum }",
	"tree cooking { selector { when alarm abort lower { plan escape }; sequence { plan meal; plan get_rice; hum } } }\nagent cook { tree cooking }", 1)

// cook makes a random crowd of cooks do random things.
func cook(t testing.TB, moves []int, nodes int) (*theatre, *auditor) {
	var a *auditor
	th := newTheatre(t, kitchen, agent.Options{Seed: 5, NodesPerTick: nodes, Sink: runner.SinkFunc(func(e runner.Event) { a.Event(&e) })})
	a = newAuditor(th)
	th.cook(moves, a.tick)
	return th, a
}

// cook does random things with a kitchen.
func (th *theatre) cook(moves []int, after func()) {
	th.many = true
	for i, how := range []string{"success", "failure", "success", "success", "panic", "success", "success"} {
		for _, act := range th.program.Info.Actions {
			th.results[act.Name] = append(th.results[act.Name], result{(i*7+len(act.Name))%5 + 1, how})
		}
	}
	flags := []string{"hot", "fire", "open", "fed", "alarm", "rice", "curry", "clean(p1)", "clean(p2)", "power", "oil"}
	th.last = th.crowd.Spawn("cook")
	for i, move := range moves {
		ids := []agent.ID{}
		for id := range th.crowd.All {
			ids = append(ids, id)
		}
		switch n := move % 20; {
		case n == 0 && len(ids) < 4:
			th.last = th.crowd.Spawn("cook")
		case n == 1 && i%3 == 0 && len(ids) > 1:
			th.crowd.Remove(ids[move/20%len(ids)])
		case n < 9 && len(ids) > 0:
			flag := flags[move/20%len(flags)]
			st := th.crowd.State(ids[move/180%len(ids)])
			th.assign(st, fmt.Sprintf("%s = %v", flag, n%2 == 0))
		default:
			th.step()
			after()
		}
	}
}

func TestNothingIsBreachedWhateverHappens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.SliceOfN(rapid.IntRange(0, 9999), 1, 200).Draw(rt, "moves")
		nodes := rapid.SampledFrom([]int{0, 0, 3, 10}).Draw(rt, "nodes")
		th, a := cook(t, moves, nodes)
		th.checkLifecycle()
		for id := range th.crowd.All {
			th.crowd.View().Explain(id)
			th.crowd.Remove(id)
		}
		if a.breach != "" {
			rt.Fatalf("%s\n%s", a.breach, th.log.String())
		}
		if th.crowd.Running() != 0 {
			rt.Fatalf("%d actions are left", th.crowd.Running())
		}
		if again, _ := cook(t, moves, nodes); !sameStart(th.log.String(), again.log.String()) {
			rt.Fatal("the same moves gave other events")
		}
	})
}

// The random kitchens would prove little if some of the tested events never happened in them.
func TestKitchensSeeEverything(t *testing.T) {
	seen := map[runner.EventKind]int{}
	x := uint32(1)
	for range 60 {
		moves := make([]int, 250)
		for i := range moves {
			x = x*1664525 + 1013904223
			moves[i] = int(x>>8) % 10000
		}
		_, a := cook(t, moves, int(x>>20)%3*3)
		if a.breach != "" {
			t.Fatal(a.breach)
		}
		for k, n := range a.counted {
			seen[k] += n
		}
	}
	for _, k := range []runner.EventKind{runner.PlanMerged, runner.PlanRepaired, runner.StepExpecting, runner.MethodBanned,
		runner.BanLifted, runner.AgentQuarantined, runner.AgentReleased, runner.PlanKept, runner.StepAborted} {
		if seen[k] == 0 {
			t.Errorf("%s never happened", k)
		}
	}
	t.Log(seen)
}

// Whatever has happened: when the world keeps still and actions succeed, every cook gets its meal, whatever fails on
// the way.
func TestKitchensComeToRest(t *testing.T) {
	x, kitchens := uint32(7), 40
	if testing.Short() {
		kitchens = 8
	}
	for range kitchens {
		moves := make([]int, 200)
		for i := range moves {
			x = x*1664525 + 1013904223
			moves[i] = int(x>>8) % 10000
		}
		th, a := cook(t, moves, int(x>>20)%2*4)
		for id := range th.crowd.All {
			th.assign(th.crowd.State(id), "clean(p1) = true, fed = false, alarm = false")
		}
		for range 1500 {
			th.crowd.Step()
			a.tick()
		}
		for id := range th.crowd.All {
			if why := th.crowd.View().Runner(id).Why(); why != runner.AllDone {
				t.Fatalf("an agent ends as %q\n%s", why, th.crowd.View().Explain(id))
			}
		}
		if a.breach != "" {
			t.Fatal(a.breach)
		}
	}
}
