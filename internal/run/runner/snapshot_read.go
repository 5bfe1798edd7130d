package runner

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Saved is how saved runners are to be read.
type Saved struct {
	Stage   *Stage
	Revival *action.Revival
	// Names and Migration are those of the program that the runners were saved with; nil where that is the present one.
	Names     *Names
	Migration *world.Migration
	// Shift is added to all ticks.
	Shift int64
}

// reading is the reading of one runner.
type reading struct {
	*codec.Reader
	*Saved
	r     *Runner
	lines []int // by plan line of then: that of now; nil: the same
	lost  []string

	spanned bool // methods have spans
}

// Read makes a runner that was just Reset what [Runner.Append] has written; was is the kind that its agent had then, st its state. Lost
// tells what could not go over from another program: the runner then plans anew. Where the bytes are something else, as far as
// that shows, the reader has a mistake afterwards, and the runner is of no use.
func (r *Runner) Read(in *codec.Reader, how *Saved, was int32, st *world.State) (lost []string) {
	g := &reading{Reader: in, Saved: how, r: r}
	if how.Names != nil {
		g.lines = how.Names.linesNow(was, r.kind, r.kind.script.Domain, how.Migration)
	}
	if r.picture != nil {
		r.picture.CopyFrom(st) // what the last planning saw is not saved
	}
	if r.planning == &noPlanning { // the bytes may say anything
		r.ownPlanning(how.Stage.Ctx.Agent(), 0)
		defer r.givePlanningBack()
	}
	thinking := g.self()
	g.duties()
	if g.idle(); r.idle.IsZero() {
		r.interruptDuty()
	}
	g.timers()
	if r.active {
		g.plan()
	}
	g.bans()
	g.memories()
	g.reads()
	g.failure()
	g.thinking(thinking, st)
	if g.Names != nil {
		r.wonder()
	}
	return g.lost
}

// givePlanningBack ends that a runner that never plans has a planning of its own, which nothing is in.
func (r *Runner) givePlanningBack() {
	if !r.active && len(r.efforts) == 0 {
		due := r.due
		r.planning = &noPlanning
		r.plansAt(due)
	}
}

// wonder makes the runner plan as soon as it may: the program is another one than the last planning was for.
func (r *Runner) wonder() {
	r.stopThinking()
	r.calm, r.stuck = 0, false
	r.watching, r.changed, r.unwatched, r.recheck = true, true, true, 0
	if r.vain = (vain{}); !r.active {
		r.due, r.waits = 0, 0
		r.mending = false
		if r.why != Quarantined {
			r.why = NotIdle
		}
	}
}

func (g *reading) when() int64 { return g.Int() + g.Shift }

// line reads a plan line; -1 where it is gone or there was none.
func (g *reading) line() int {
	count := len(g.r.kind.lines)
	if g.lines != nil {
		count = len(g.lines)
	}
	n := g.Int()
	if n < -1 || n >= int64(count) {
		g.Fail("a plan line in it is out of range")
		return -1
	}
	if g.lines != nil && n >= 0 {
		return g.lines[n]
	}
	return int(n)
}

// self reads what is no list, and returns whether a planning was going on.
func (g *reading) self() (thinking bool) {
	r := g.r
	bits, patient := g.Below(1<<savedBits), false
	for i, p := range [savedBits]*bool{&r.held, &r.idling, &r.active, &r.linear, &r.mending, &r.watching, &r.unwatched, &r.changed, &thinking, &r.ended, &r.stuck, &g.spanned, &patient} {
		*p = bits>>i&1 != 0
	}
	if patient {
		r.seldom().patient = true
	}
	r.line, r.from = g.line(), g.line()
	r.tick, r.planned, r.due, r.blocked = g.when(), g.when(), g.when(), g.when()
	if r.recheck = g.when(); r.recheck == g.Shift {
		r.recheck = 0
	}
	if released := g.when(); released != 0 {
		r.seldom().released = released
	}
	g.calm()
	r.waits, r.panics = int32(g.Below(1<<30)), int32(g.Below(1<<30))
	r.vain = readVain(g.Reader, r.line)
	r.why, r.limit = Why(g.Below(int(lastWhy)+1)), htn.Bound(g.Below(int(htn.BoundCancelled)+1))
	g.spent()
	if f := (action.Fault{Action: g.Text(), Message: g.Text(), Stack: g.Text()}); f.Action != "" {
		r.seldom().fault = &f
	}
	if r.active && r.from < 0 && !g.Failed() && g.lines == nil {
		g.Fail("a plan in it is for no plan line")
	}
	return thinking
}

// maxCalm is the most ticks for which a runner has nothing to decide, but for ever.
const maxCalm = 1 << 40

// calm reads how long there is nothing to decide. In another program there is at once.
func (g *reading) calm() {
	r, ticks := g.r, g.Int()
	switch {
	case ticks < -1 || ticks > maxCalm || g.Failed():
		g.Fail("it is calm for a time that is none")
	case g.Names != nil || ticks == 0:
		r.calm = 0
	case ticks < 0:
		r.calm = never
	default:
		r.calm = r.tick + ticks
	}
	r.stuck = r.stuck && r.calm > 0
}

func (g *reading) spent() {
	if g.lines == nil {
		for i := range g.r.spent {
			g.r.spent[i] = g.Bool()
		}
		return
	}
	for _, now := range g.lines {
		if spent := g.Bool(); now >= 0 {
			g.r.spent[now] = spent
		}
	}
}

func (g *reading) lose(format string, args ...any) {
	g.lost = append(g.lost, fmt.Sprintf(format, args...))
}

// idle reads the idle action. One of another program goes on if it is still the one of the kind.
func (g *reading) idle() {
	if !g.Bool() || g.Failed() {
		return
	}
	h, why := g.Revival.Instance((*world.Reader)(g.Reader))
	switch action, ok := g.r.resting(); {
	case g.Failed():
		return
	case why != "":
		g.lose("%s does not go on: %s", g.r.restingText(), why)
		return
	case !ok || action != h.Action():
		if g.Names == nil {
			g.Fail("an idle action in it is not that of its agent")
		}
		g.lose("%s does not go on: it has another", g.r.restingText())
		g.Stage.Instances.Drop(h)
		return
	}
	g.r.idle = h
}

func (g *reading) timers() {
	for range g.Count() {
		t := timer{world.Addr(g.Uint()), g.when()}
		if g.Failed() {
			return
		}
		if !g.timer(&t) {
			continue
		}
		g.r.seldom().timers = append(g.r.timers, t)
	}
}

// timer finds the symbol of a cooldown; false where it is gone.
func (g *reading) timer(t *timer) bool {
	schema := g.r.kind.script.info.Schema
	if g.Migration != nil {
		now, ok := g.Migration.Addr(t.addr)
		t.addr = now
		if !ok {
			return false
		}
	}
	sym := schema.SymbolAt(t.addr)
	if sym == nil || sym.Says == "" || len(sym.Params) > 0 || sym.Type.Kind != world.KindBool {
		g.Fail("a cooldown in it is of no operator")
		return false
	}
	return true
}

// Restored tells the host of the actions that go on, in the order in which they were started, the idle one last. The stage's context must
// have been made that of the agent.
func (r *Runner) Restored(s *Stage) {
	for i := range r.efforts {
		for _, h := range r.efforts[i].hands {
			if h.status == action.Running {
				r.tellRestored(s, h.handle)
			}
		}
	}
	if !r.idle.IsZero() {
		r.tellRestored(s, r.idle)
	}
}

func (r *Runner) tellRestored(s *Stage, h action.Handle) {
	if !s.Instances.Restored(s.Ctx, h) {
		r.takeFault(s)
	}
}
