package goal

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Saved configures how saved pursuits and minds are read.
type Saved struct {
	Instances *action.Instances
	Restorer  *action.Restorer
	// Names and Migration are those of the program of what was saved; nil if it is the present one.
	Names     *Names
	Migration *world.Migration
	// Shift is added to all ticks of what another program, or the same one in another crowd, has saved.
	Shift int64
	// Same is set for the same program in another crowd: a mind of which everything continues decides when it would
	// have.
	Same bool

	apart  bool // what could not be restored is kept apart
	failed []map[int]string
}

// then returns how what another program has saved is read for that program.
func (s *Saved) then() *Saved {
	return &Saved{Instances: s.Instances, Restorer: s.Restorer, apart: true}
}

// Append appends the complete state of the pursuit, for [Pursuit.Read], including the activities that it runs. It must
// not be called within a tick.
func (p *Pursuit) Append(b []byte, in *action.Instances) []byte {
	var c codec.Coder
	p.code(c.Write(b), &Saved{Instances: in})
	return c.Written()
}

// Read reads what [Pursuit.Append] has written into a pursuit that was just Reset. If it cannot continue, lost has the
// reason, and nothing runs. For another program, cuts are the parts that cannot continue. If the bytes are recognizably
// wrong, the reader has an error afterwards, and nothing runs either.
func (p *Pursuit) Read(r *codec.Reader, how *Saved) (cuts []Cut, lost string) {
	if how.Names != nil {
		return p.readOther(r, how)
	}
	return nil, p.code(r.Coder(), how)
}

// code saves the pursuit, or reads it.
func (p *Pursuit) code(c *codec.Coder, how *Saved) (lost string) {
	g := &coding{Coder: c, Saved: how, Pursuit: p}
	part := c.BeginPart()
	g.all()
	if c.EndPart(part); c.Failed() || g.lost != "" {
		p.Drop(how.Instances)
	}
	if how.apart {
		how.failed = append(how.failed, g.why)
	}
	return g.lost
}

// coding is the saving or reading of one pursuit.
type coding struct {
	*codec.Coder
	*Saved
	*Pursuit
	lost string         // why the pursuit does not continue
	why  map[int]string // of a pursuit of another program: why an activity does not, by level
}

func (g *coding) all() {
	c := g.Coder
	codec.Int(c, &g.serial)
	codec.Below(c, &g.root, len(g.p.goals))
	fresh, stopped := g.fresh, g.stopped
	c.Bools(&fresh, &stopped)
	codec.Below(c, &g.cause, int(lastCause)+1)
	n := c.Len(len(g.levels), MaxDepth)
	if c.Reads() {
		if fresh && n > 0 || stopped && !fresh && n == 0 {
			c.Fail("the fields are inconsistent")
			return
		}
		g.fresh, g.stopped = fresh, stopped
		g.frames = g.room(max(n-1, 0))
	}
	if fresh && !c.Failed() {
		g.frame(g.root, 0)
	}
	for i := 0; i < n && !c.Failed(); i++ {
		g.level(i)
	}
	if c.Reads() {
		g.halts()
	}
}

// frame codes the frame of a level.
func (g *coding) frame(goal int32, i int) {
	types := g.p.goals[goal].types
	frame := g.frames[i*g.p.frame:][:len(types)]
	for k := range frame {
		g.p.codeWord(g.Coder, types, k, &frame[k])
	}
}

// codeWord codes a word of a frame with such types.
func (p *Program) codeWord(c *codec.Coder, types []world.Type, k int, w *world.Word) {
	if codec.Int(c, w); !c.Reads() {
		return
	}
	t := types[k]
	if t.Kind == 0 { // the second word of a vec2
		t = types[k-1]
	}
	if !p.cfg.Schema.Fits(t, *w) {
		c.Fail("a value has the wrong type")
	}
}

func (g *coding) level(i int) {
	c := g.Coder
	if c.Reads() {
		g.levels = append(g.levels, level{goal: g.root, parent: -1, way: -1})
	}
	l := &g.levels[i]
	if i > 0 {
		codec.Below(c, &l.parent, i)
		codec.Below(c, &l.by, MaxInterrupts+1)
		if c.Reads() && !g.isPlace(i, l) {
			c.Fail("an activity runs at a place where it cannot")
		}
	}
	codec.Ints(c, &l.since, &l.halted)
	if c.Failed() {
		return
	}
	if c.Reads() && i > 0 {
		if l.goal = g.call(i).Do.id; g.call(i).Do.kind == refActivity {
			l.goal = -1
		}
	}
	if l.goal < 0 {
		g.instance(i)
		return
	}
	g.state(l)
	g.frame(l.goal, i)
}

// isPlace reports whether a level can follow those before it: a level of a way comes directly after its goal, and an
// interruption of a goal precedes something that continues under it.
func (g *coding) isPlace(i int, l *level) bool {
	parent := &g.levels[l.parent]
	if parent.goal < 0 {
		return false
	}
	goal := &g.p.goals[parent.goal]
	if l.by == 0 {
		return int(l.parent) == i-1 && parent.way >= 0 && int(parent.at) < len(goal.Ways[parent.way].Steps)
	}
	if int(l.by) > len(goal.Interrupts) || interrupts(g.levels[:i], int(l.parent), l.by) {
		return false
	}
	k := i - 1
	for k > int(l.parent) {
		k = int(g.levels[k].parent)
	}
	return k == int(l.parent)
}

// instance codes the activity of a level.
func (g *coding) instance(i int) {
	l := &g.levels[i]
	there := !l.handle.IsZero()
	if g.Bools(&there); !there || g.Failed() {
		return
	}
	r := g.Reader()
	if r == nil {
		g.Write(g.Instances.AppendInstance(g.Written(), l.handle))
		return
	}
	h, why := g.Restorer.Instance((*world.Reader)(r))
	switch {
	case g.Failed():
	case g.apart && why != "":
		if g.why == nil {
			g.why = map[int]string{}
		}
		g.why[i] = why
	case g.apart:
		l.handle = h
	case why != "":
		g.lost = "goal " + g.p.goals[g.root].Name + " ends: " + why
	case h.Action() != g.call(i).Do.id:
		g.Instances.Drop(h)
		g.Fail("an activity does not belong to its step")
	default:
		l.handle = h
	}
}

// state codes how far a goal is.
func (g *coding) state(l *level) {
	c, goal := g.Coder, &g.p.goals[l.goal]
	codec.Int(c, &l.until)
	codec.Below(c, &l.cause, int(lastCause)+1)
	way := l.way + 1
	codec.Below(c, &way, len(goal.Ways)+1)
	codec.Below(c, &l.at, MaxSteps+1)
	codec.Below(c, &l.alt, MaxElse+1)
	codec.Below(c, &l.retries, math.MaxInt16+1)
	codec.Below(c, &l.seen, 1<<len(goal.Interrupts))
	for k := range goal.Ways {
		codec.Byte(c, &l.tried[k])
		if c.Reads() && int(l.tried[k]) > max(1, goal.Ways[k].Tries) {
			c.Fail("a way was tried more often than allowed")
		}
	}
	if l.way = way - 1; c.Reads() && !isProgress(goal, l) {
		c.Fail("the progress of a goal is out of range")
	}
}

// isProgress reports whether a goal can be at a step.
func isProgress(g *goal, l *level) bool {
	if l.way < 0 {
		return l.at == 0 && l.alt == 0
	}
	steps := g.Ways[l.way].Steps
	if int(l.at) >= len(steps) {
		return int(l.at) == len(steps) && l.alt == 0 && l.retries == 0
	}
	st := &steps[l.at]
	return int(l.alt) <= len(st.Else) && int(l.retries) <= st.Retry.Times
}

// halts checks that exactly the inactive levels are suspended.
func (g *coding) halts() {
	var buf [MaxDepth]int8
	active := [MaxDepth]bool{}
	x := run{Pursuit: g.Pursuit}
	for _, i := range x.chain(&buf, -1) {
		active[i] = !g.stopped
	}
	for i := range g.levels {
		l := &g.levels[i]
		if active[i] != (l.halted == 0) || l.halted < 0 || l.goal < 0 && !active[i] && !l.handle.IsZero() && !g.step(i).Suspends {
			g.Fail("an interrupted part is not suspended")
			return
		}
	}
}

// Restored notifies the host of everything that continues after the pursuit was read. It reports whether nothing
// panicked; see [action.Instances.Restored].
func (p *Pursuit) Restored(e *Env) bool {
	ok := true
	for i := range p.levels {
		if h := p.levels[i].handle; !h.IsZero() {
			ok = e.Instances.Restored(e.Ctx, h) && ok
		}
	}
	if p.bared {
		x := p.run(e)
		defer x.leave(nil)
		x.resumeBared()
		x.settle()
	}
	return ok
}

// Drop ends the pursuit and its activities without calling the host.
func (p *Pursuit) Drop(in *action.Instances) {
	for i := range p.levels {
		if h := p.levels[i].handle; !h.IsZero() {
			in.Drop(h)
		}
	}
	p.levels, p.fresh, p.stopped = p.levels[:0], false, false
}
