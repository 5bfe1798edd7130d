package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Saved describes how to read saved runners.
type Saved struct {
	Stage    *Stage
	Restorer *action.Restorer
	// Names and Migration are those of the program that saved the runners; nil if that is the present one.
	Names     *Names
	Migration *world.Migration
	// Shift is added to all ticks.
	Shift int64
	// Alone is set for an agent that comes without its crowd: its orders do not continue.
	Alone bool
}

// Lost is something of a runner that does not continue in another program.
type Lost struct {
	Of   LostPart
	Why  string
	Text string // both, in words
}

// LostPart is the part of a runner that was lost.
type LostPart uint8

// The possible losses of a runner.
const (
	LostPlan    LostPart = iota // the plan that it carries out
	LostStandIn                 // what runs instead of a plan: its mind, or its idle action
	LostOrders                  // its orders
)

// Append appends everything that what the runner does next depends on, for [Runner.Read]: st is the state of its agent.
// It must not be called within a tick.
func (r *Runner) Append(b []byte, s *Stage, st *world.State) []byte {
	var c codec.Coder
	g := coding{Coder: c.Write(b), Saved: &Saved{Stage: s}, r: r}
	g.all(st)
	return c.Written()
}

// Read makes a runner that was just Reset what [Runner.Append] has written; was is the kind that its agent had then, -1
// for a task, st its state. Lost reports what could not be taken over from another program: the runner then plans anew.
// If the bytes are something else, as far as that shows, the reader has a mistake afterwards, and the runner is of no
// use.
func (r *Runner) Read(in *codec.Reader, how *Saved, was int32, st *world.State) (lost []Lost) {
	var c codec.Coder
	g := coding{Coder: c.Read(in), Saved: how, r: r, lost: &lost}
	switch {
	case how.Names != nil && was < 0:
		g.lines = []int{0}
	case how.Names != nil:
		g.lines = how.Names.linesNow(was, r.kind, r.kind.script.Domain, how.Migration)
	}
	if r.planning == &noPlanning { // the bytes may say anything
		r.ownPlanning(how.Stage.Ctx.Agent(), 0)
		defer r.givePlanningBack()
	}
	g.all(st)
	if g.Names != nil && !g.Failed() {
		r.Doubt()
	}
	return lost
}

// givePlanningBack ends that a runner that never plans has a planning of its own, which nothing is in.
func (r *Runner) givePlanningBack() {
	if !r.active && len(r.efforts) == 0 {
		due := r.due
		r.planning = &noPlanning
		r.plansAt(due)
	}
}

// Doubt makes the runner plan as soon as it may: the program is a different one than the last planning was for. Bans
// stay, also those that are remembered, and their conditions and times are examined again.
func (r *Runner) Doubt() {
	for i := range r.memories {
		r.memories[i].bans.doubt(r.kind.script, r.tick, -1)
	}
	if r.planning == &noPlanning {
		return
	}
	r.thinker.stop()
	r.bans.doubt(r.kind.script, r.tick, plannedFor(r))
	r.calm, r.stuck = 0, false
	r.watching, r.changed, r.unwatched, r.recheck = true, true, true, 0
	if r.inVain.open = (vain{}); !r.active {
		r.due, r.waits = 0, 0
		r.mending = false
		if r.why != Quarantined {
			r.why = NotIdle
		}
	}
}

// coding is the saving or reading of one runner.
type coding struct {
	*codec.Coder
	*Saved
	r     *Runner
	lines []int   // by plan line of then: that of now; nil: the same
	lost  *[]Lost // nil when writing; a pointer, because what is appended to would be kept on the heap with all the rest
}

// all is the list of what is saved.
func (g *coding) all(st *world.State) {
	now := g.doings()
	g.orders()
	g.idle()
	g.timers()
	if g.r.active {
		g.plan(now.spans)
	}
	r := g.r
	if !g.lacks(len(r.bans)+len(r.wants) > 0) {
		g.namedPart(g.bans)
	}
	if !g.lacks(len(r.memories) > 0 || r.tries.count != 0) {
		g.namedPart(g.memories)
	}
	g.part(g.reads)
	if !g.lacks(r.failure != nil || g.shows()) {
		g.part(func() {
			g.failure()
			g.picture(st)
		})
	}
	g.thinking(now.thinking, st)
}

// lacks reports whether it has written that a part is empty, as the list would.
func (g *coding) lacks(some bool) bool {
	if some || !g.writesQuickly() {
		return false
	}
	g.AppendShort(0)
	return true
}

// part codes something that can be read past. Of another program it is dropped.
func (g *coding) part(code func()) {
	p := g.BeginPart()
	if g.Names == nil && !g.Failed() {
		code()
	} else {
		g.skip()
	}
	g.EndPart(p)
}

// namedPart is part for what is taken over by names. An empty one holds nothing.
func (g *coding) namedPart(code func()) {
	p := g.BeginPart()
	switch {
	case g.Failed():
		if g.Reader() != nil {
			g.skip()
		}
	case g.Names == nil || len(g.Reader().Rest()) > 0:
		code()
	}
	g.EndPart(p)
}

// skip reads past the rest of a part.
func (g *coding) skip() { g.Reader().Skip(nil) }

func (g *coding) lose(of LostPart, why, text string) { *g.lost = append(*g.lost, Lost{of, why, text}) }

// doings are the runner's activities that have no field of their own.
type doings struct{ linear, thinking, stuck, spans, patient bool }

// doings codes the fields that are not lists.
func (g *coding) doings() (now doings) {
	c, r := g.Coder, g.r
	if g.Reader() == nil {
		now = doings{r.active && r.linear, r.thinker.isBusy(), r.stuck && g.calmFor() != 0, g.hasSpans(), r.active && r.patient}
	}
	c.Flags(&r.held, &r.idling, &r.active, &now.linear, &r.mending, &r.watching, &r.unwatched, &r.changed, &now.thinking, &r.ended, &now.stuck, &now.spans, &now.patient)
	if g.writesQuickly() {
		g.Write(g.appendDoings(g.Written()))
		return now
	}
	from, recheck, left, calm := plannedFor(g.r), r.recheck, r.quarantine, g.calmFor()
	codec.Ints(c, &r.line, &from)
	codec.Ints(c, &r.tick, &r.planned, &r.due, &r.blocked, &recheck, &left.released, &calm)
	if g.Reader() != nil {
		r.line, r.from = g.lineNow(r.line), g.lineNow(from)
		r.linear, r.stuck = now.linear, now.stuck
		g.shift(&r.tick, &r.planned, &r.due, &r.blocked, &recheck, &left.released)
		g.takeCalm(calm)
	}
	codec.AllBelow(c, maxCounted+1, &r.waits, &left.panics, &r.inVain.open.count)
	codec.Below(c, &r.inVain.open.bound, int(htn.BoundCancelled)+1)
	codec.Below(c, &r.why, int(lastWhy)+1)
	codec.Below(c, &r.limit, int(htn.BoundCancelled)+1)
	if g.Reader() != nil {
		r.inVain.open.read(r.line)
		g.takeRare(now.patient, recheck, left)
	}
	g.spent()
	g.fault()
	if g.Reads() && r.active && r.from < 0 && g.lines == nil {
		g.Fail("a plan belongs to no plan line")
	}
	return now
}

// plannedFor returns the plan line that the plan is for; -1 if none is carried out.
func plannedFor(r *Runner) int {
	if r.active {
		return r.from
	}
	return -1 // from is that of an earlier plan
}

// ticks codes ticks. Those that are read are shifted.
func (g *coding) ticks(list ...*int64) {
	if codec.Ints(g.Coder, list...); g.Reader() != nil {
		g.shift(list...)
	}
}

// tick is ticks for one.
func (g *coding) tick(p *int64) {
	if codec.Int(g.Coder, p); g.Reader() != nil {
		*p += g.Shift
	}
}

func (g *coding) shift(list ...*int64) {
	for _, p := range list {
		*p += g.Shift
	}
}

// lineNow checks a plan line that was read, and returns its present index; -1 if it is gone or there was none.
func (g *coding) lineNow(line int) int {
	count := len(g.r.kind.lines)
	if g.lines != nil {
		count = len(g.lines)
	}
	switch {
	case line < -1 || line >= count:
		g.Fail("a plan line is out of range")
		return -1
	case g.lines != nil && line >= 0:
		return g.lines[line]
	}
	return line
}

func (g *coding) takeRare(patient bool, recheck int64, left quarantine) {
	r := g.r
	if r.recheck = recheck; recheck == g.Shift {
		r.recheck = 0
	}
	if patient {
		r.own().patient = true
	}
	if left != (quarantine{}) {
		r.own().quarantine = left
	}
}

// calmFor returns for how many ticks there is nothing to decide unless something happens: 0 if there is something in
// the next one, -1 without end.
func (g *coding) calmFor() int64 {
	r := g.r
	switch {
	case r.calm == never:
		return -1
	case r.calm <= r.tick+1:
		return 0
	}
	return r.calm - r.tick
}

// maxCalm is the maximum number of ticks for which a runner has nothing to decide, but forever.
const maxCalm = 1 << 40

// takeCalm takes over for how long there is nothing to decide. In another program there is at once.
func (g *coding) takeCalm(ticks int64) {
	r := g.r
	switch {
	case ticks < -1 || ticks > maxCalm || g.Failed():
		g.Fail("the quiet time is out of range")
	case g.Names != nil || ticks == 0:
		r.calm = 0
	case ticks < 0:
		r.calm = never
	default:
		r.calm = r.tick + ticks
	}
	r.stuck = r.stuck && r.calm > 0
}

// read makes plannings in vain that were read those for a plan line.
func (v *vain) read(line int) {
	if v.line = int32(line); v.count == 0 {
		*v = vain{}
	}
}

func (g *coding) spent() {
	if g.lines == nil {
		for i := range g.r.spent {
			g.Bool(&g.r.spent[i])
		}
		return
	}
	for _, now := range g.lines {
		spent := false
		if g.Bool(&spent); now >= 0 {
			g.r.spent[now] = spent
		}
	}
}

func (g *coding) fault() {
	f := g.Stage.Instances.SavedFault(g.r.Fault())
	g.Texts(&f.Action, &f.Message, &f.Stack)
	if g.Reads() && f.Action != "" {
		read := f
		g.r.own().fault = &read
	}
}

// instance codes a running action; why says why one that is read does not continue.
func (g *coding) instance(h *action.Handle) (why string) {
	if in := g.Reader(); in != nil {
		*h, why = g.Restorer.Instance((*world.Reader)(in))
		return why
	}
	g.Write(g.Stage.Instances.AppendInstance(g.Written(), *h))
	return ""
}

// idle codes the idle action. One of another program continues if it is still the one of the kind.
func (g *coding) idle() {
	r := g.r
	h := r.idle
	idles := !h.IsZero()
	if g.Bool(&idles); idles && !g.Failed() {
		if why := g.instance(&h); g.Reads() {
			g.takeIdle(h, why)
		}
	}
	if g.Reader() != nil && r.idle.IsZero() {
		r.orders.interrupt()
	}
}

func (g *coding) takeIdle(h action.Handle, why string) {
	switch action, ok := g.r.doing(g.r.orders); {
	case why != "":
		g.lose(LostStandIn, why, g.r.standIn.text(g.r.orders)+" does not continue: "+why)
	case ok && action == h.Action():
		g.r.idle = h
	default:
		if g.Names == nil {
			g.Fail("an idle action does not belong to its agent")
		}
		g.lose(LostStandIn, "the agent has another", g.r.standIn.text(g.r.orders)+" does not continue: it has another")
		g.Stage.Instances.Drop(h)
	}
}

func (g *coding) timers() {
	for i, n := 0, g.Len(len(g.r.timers), codec.NoLimit); i < n && !g.Failed(); i++ {
		var t timer
		if g.Reader() == nil {
			t = g.r.timers[i]
		}
		codec.Uint(g.Coder, &t.addr)
		if g.tick(&t.due); g.Reads() && g.isTimer(&t) {
			g.r.own().timers = append(g.r.timers, t)
		}
	}
}

// isTimer finds the symbol of a cooldown that was read; false if it is gone.
func (g *coding) isTimer(t *timer) bool {
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
		g.Fail("a cooldown belongs to no operator")
		return false
	}
	return true
}

// Restored reports the actions that continue to the host, in the order in which they were started, the idle one last.
// The stage's context must have been made that of the agent.
func (r *Runner) Restored(s *Stage) {
	t := r.turn(s)
	for i := range r.efforts {
		for _, h := range r.efforts[i].hands {
			if h.status == action.Running {
				t.restored(h.handle)
			}
		}
	}
	if !r.idle.IsZero() {
		t.restored(r.idle)
	}
}

func (t *turn) restored(h action.Handle) {
	if !t.Instances.Restored(t.Ctx, h) {
		t.takeFault()
	}
}
