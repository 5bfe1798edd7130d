package goal

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Append appends everything that what the pursuit does next depends on, for [Pursuit.Read], the activities that it runs included. It must
// not be called within a tick.
func (p *Pursuit) Append(b []byte, in *action.Instances) []byte {
	b, place := codec.BeginPart(b)
	b = codec.AppendUint(codec.AppendInt(b, p.serial), p.root)
	b = codec.AppendBool(codec.AppendBool(b, p.fresh), p.stopped)
	b = codec.AppendUint(b, int(p.cause))
	b = codec.AppendUint(b, len(p.levels))
	if p.fresh {
		b = p.appendFrame(b, p.root, 0)
	}
	for i := range p.levels {
		b = p.appendLevel(b, i, in)
	}
	return codec.EndPart(b, place)
}

func (p *Pursuit) appendFrame(b []byte, goal int32, i int) []byte {
	for _, w := range p.frames[i*p.p.frame:][:p.p.goals[goal].words] {
		b = codec.AppendInt(b, w)
	}
	return b
}

func (p *Pursuit) appendLevel(b []byte, i int, in *action.Instances) []byte {
	l := &p.levels[i]
	if i > 0 {
		b = codec.AppendUint(codec.AppendUint(b, int32(l.parent)), int32(l.by))
	}
	b = codec.AppendInt(codec.AppendInt(b, l.since), l.halted)
	if l.goal < 0 {
		if b = codec.AppendBool(b, !l.handle.IsZero()); !l.handle.IsZero() {
			b = in.AppendInstance(b, l.handle)
		}
		return b
	}
	b = codec.AppendInt(b, l.until)
	b = codec.AppendUint(b, int(l.cause))
	b = codec.AppendUint(b, int32(l.way)+1)
	for _, n := range [...]int16{l.at, l.alt, l.retries} {
		b = codec.AppendUint(b, int32(n))
	}
	b = codec.AppendUint(b, int(l.seen))
	b = append(b, l.tried[:len(p.p.goals[l.goal].Ways)]...)
	return p.appendFrame(b, l.goal, i)
}

// Saved is how saved pursuits and minds are to be read.
type Saved struct {
	Instances *action.Instances
	Revival   *action.Revival
}

// reading is the reading of one pursuit.
type reading struct {
	*codec.Reader
	*Saved
	*Pursuit
	lost string // why the pursuit does not go on
}

// Read makes a pursuit that was just Reset what [Pursuit.Append] has written with the same program. Lost tells why it cannot go on where what
// it ran cannot: nothing runs then. Where the bytes are something else, as far as that shows, the reader has a mistake afterwards, and nothing runs
// either.
func (p *Pursuit) Read(r *codec.Reader, how *Saved) (lost string) {
	g := &reading{Reader: codec.NewReader(r.Part()), Saved: how, Pursuit: p}
	if r.Failed() {
		return ""
	}
	g.all()
	if g.End(); g.Failed() {
		r.Fail("%v", g.Err())
	}
	if g.Failed() || g.lost != "" {
		p.Drop(how.Instances)
	}
	return g.lost
}

func (g *reading) all() {
	g.serial = g.Int()
	g.root = int32(g.Below(len(g.p.goals)))
	fresh, stopped := g.Bool(), g.Bool()
	g.cause = Cause(g.Below(int(lastCause) + 1))
	n := g.Below(MaxDepth + 1)
	if g.Failed() {
		return
	}
	if fresh && n > 0 || stopped && !fresh && n == 0 {
		g.Fail("what it says of itself does not fit together")
		return
	}
	g.fresh, g.stopped = fresh, stopped
	g.frames = g.room(max(n-1, 0))
	if fresh {
		g.frame(g.root, 0)
	}
	for i := 0; i < n && !g.Failed(); i++ {
		g.level(i)
	}
	g.halts()
}

// frame reads the frame of a level.
func (g *reading) frame(goal int32, i int) {
	types := g.p.goals[goal].types
	frame := g.frames[i*g.p.frame:][:len(types)]
	for k := range frame {
		w := world.Word(g.Int())
		t := types[k]
		if t.Kind == 0 { // the second word of a vec2
			t = types[k-1]
		}
		if !g.Failed() && !g.p.cfg.Schema.Fits(t, w) {
			g.Fail("a value in it is not of its type")
		}
		frame[k] = w
	}
}

func (g *reading) level(i int) {
	l := level{goal: g.root, parent: -1, way: -1}
	if i > 0 {
		l.parent, l.by = int8(g.Below(i)), int8(g.Below(MaxInterrupts+1))
		if g.Failed() || !g.isPlace(i, &l) {
			g.Fail("something in it runs where it cannot")
			return
		}
	}
	l.since, l.halted = g.Int(), g.Int()
	g.levels = append(g.levels, l)
	at := &g.levels[i]
	if i > 0 {
		if do := g.call(i).Do; do.kind == refActivity {
			at.goal = -1
			g.instance(at, do.id)
			return
		}
		at.goal = g.call(i).Do.id
	}
	g.state(at)
	g.frame(at.goal, i)
}

// isPlace reports whether a level can stand after those before it: what is of a way comes directly after its goal, what interrupts a goal is in front of
// something that goes on under it.
func (g *reading) isPlace(i int, l *level) bool {
	parent := &g.levels[l.parent]
	if parent.goal < 0 {
		return false
	}
	goal := &g.p.goals[parent.goal]
	if l.by == 0 {
		return int(l.parent) == i-1 && parent.way >= 0 && int(parent.at) < len(goal.Ways[parent.way].Steps)
	}
	if int(l.by) > len(goal.Interrupts) || g.interrupts(int(l.parent), l.by) {
		return false
	}
	k := i - 1
	for k > int(l.parent) {
		k = int(g.levels[k].parent)
	}
	return k == int(l.parent)
}

// instance reads the activity of a level.
func (g *reading) instance(l *level, id int32) {
	if !g.Bool() || g.Failed() {
		return
	}
	h, why := g.Revival.Instance((*world.Reader)(g.Reader))
	switch {
	case g.Failed():
	case why != "":
		g.lost = "goal " + g.p.goals[g.root].Name + " ends: " + why
	case h.Action() != id:
		g.Instances.Drop(h)
		g.Fail("an activity in it is not that of its step")
	default:
		l.handle = h
	}
}

// state reads how far a goal is.
func (g *reading) state(l *level) {
	goal := &g.p.goals[l.goal]
	l.until, l.cause = g.Int(), Cause(g.Below(int(lastCause)+1))
	l.way = int16(g.Below(len(goal.Ways)+1)) - 1
	l.at, l.alt, l.retries = int16(g.Below(MaxSteps+1)), int16(g.Below(MaxElse+1)), int16(g.Below(math.MaxInt16+1))
	l.seen = uint16(g.Below(1 << len(goal.Interrupts)))
	for k := range goal.Ways {
		if l.tried[k] = g.Byte(); int(l.tried[k]) > max(1, goal.Ways[k].Tries) {
			g.Fail("a way in it was taken too often")
		}
	}
	if !g.Failed() && !isProgress(goal, l) {
		g.Fail("a goal in it is nowhere")
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

// halts checks that exactly what is not active is suspended.
func (g *reading) halts() {
	var buf [MaxDepth]int8
	active := [MaxDepth]bool{}
	x := run{Pursuit: g.Pursuit}
	for _, i := range x.chain(&buf, -1) {
		active[i] = !g.stopped
	}
	for i := range g.levels {
		l := &g.levels[i]
		if active[i] != (l.halted == 0) || l.halted < 0 || l.goal < 0 && !active[i] && !l.handle.IsZero() && !g.step(i).Suspends {
			g.Fail("something in it goes on that was interrupted")
			return
		}
	}
}

// Restored tells the host of what goes on after the pursuit was read. It reports whether nothing panicked; see [action.Instances.Restored].
func (p *Pursuit) Restored(e *Env) bool {
	ok := true
	for i := range p.levels {
		if h := p.levels[i].handle; !h.IsZero() {
			ok = e.Instances.Restored(e.Ctx, h) && ok
		}
	}
	return ok
}

// Drop ends the pursuit and what it runs without calling the host.
func (p *Pursuit) Drop(in *action.Instances) {
	for i := range p.levels {
		if h := p.levels[i].handle; !h.IsZero() {
			in.Drop(h)
		}
	}
	p.levels, p.fresh, p.stopped = p.levels[:0], false, false
}
