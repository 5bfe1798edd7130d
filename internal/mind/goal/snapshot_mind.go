package goal

import (
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Append appends everything that what the mind does next depends on, for [Mind.Read], the activities that it runs included. It must not be
// called within a tick.
func (m *Mind) Append(b []byte, in *action.Instances) []byte {
	b, place := codec.BeginPart(b)
	b = codec.AppendUint(b, len(m.stack))
	for i := range m.stack {
		l := &m.stack[i]
		b = codec.AppendUint(b, l.want+1)
		b = codec.AppendInt(b, int64(l.target))
		b = codec.AppendBool(codec.AppendUint(b, l.order), l.urgent)
		b = l.Pursuit.Append(b, in)
	}
	b = codec.AppendUint(b, len(m.orders))
	for i := range m.orders {
		o := &m.orders[i]
		b = codec.AppendBool(codec.AppendUint(codec.AppendUint(b, o.goal), o.serial), o.urgent)
		for _, w := range o.words {
			b = codec.AppendInt(b, w)
		}
	}
	b = m.memory.Append(b)
	b = codec.AppendUint(b, len(m.failures))
	for i := range m.failures {
		f := &m.failures[i]
		b = codec.AppendInt(codec.AppendUint(b, f.want), int64(f.target))
		b = codec.AppendInt(codec.AppendInt(codec.AppendUint(b, f.count), f.at), f.until)
	}
	b = codec.AppendBool(codec.AppendInt(codec.AppendInt(b, m.last), m.due), m.noticed)
	return codec.EndPart(codec.AppendFixed(codec.AppendUint(codec.AppendUint(b, m.begun), m.serial), m.drawn), place)
}

// readingMind is the reading of one mind.
type readingMind struct {
	*codec.Reader
	*Mind
	how *Saved
}

// Read makes a mind that was just Reset what [Mind.Append] has written with the same program, brain and personality. Lost tells what it pursued
// and cannot go on with; the rest does. Where the bytes are something else, as far as that shows, the reader has a mistake afterwards, and
// nothing runs.
func (m *Mind) Read(r *codec.Reader, how *Saved) (lost string) {
	g := &readingMind{codec.NewReader(r.Part()), m, how}
	if r.Failed() {
		return ""
	}
	lost = g.readStack()
	g.readOrders()
	m.memory = utility.ReadMemory(g.Reader, m.b.utility)
	g.readFailures()
	m.last, m.due, m.noticed = g.Int(), g.Int(), g.Bool()
	m.begun, m.serial, m.drawn = g.Whole(), g.Whole(), g.Fixed()
	if lost != "" {
		m.due = 0
	}
	if g.End(); g.Failed() {
		r.Fail("%v", g.Err())
		m.Drop(how.Instances)
		m.Reset(m.p, int(m.b.id), m.personality)
	}
	return lost
}

func (g *readingMind) readStack() (lost string) {
	n := g.Below(MaxStack + 1)
	for i := 0; i < n && !g.Failed(); i++ {
		want := int32(g.Below(len(g.b.Wants)+1)) - 1
		target, order, urgent := utility.Target(g.Int()), g.Whole(), g.Bool()
		if g.Failed() {
			return lost
		}
		l := g.push(0, nil)
		l.Reset(g.p, 0)
		l.want, l.target, l.order, l.urgent = want, target, order, urgent
		why := l.Pursuit.Read(g.Reader, g.how)
		if why != "" {
			lost = why
			g.stack = g.stack[:len(g.stack)-1]
			continue
		}
		if !g.Failed() && (!l.Running() || !g.fits(l) || i < n-1 && !l.Suspended()) {
			g.Fail("a pursuit in it is none of its mind")
		}
	}
	return lost
}

// fits reports whether a pursuit that was just read can stand on the others.
func (g *readingMind) fits(l *layer) bool {
	var below *layer
	if n := len(g.stack); n > 1 {
		below = &g.stack[n-2]
	}
	if l.isOrder() {
		return l.order > 0 && l.target == utility.NoTarget && (below == nil || !below.isOrder() || l.urgent && !below.urgent)
	}
	w := &g.b.Wants[l.want]
	return int(l.root) == w.Goal && l.order == 0 && g.isTarget(w, l.target) &&
		(below == nil || (!below.isOrder() || g.b.weighs()) && w.Interrupts && len(g.stack) == 2)
}

// isTarget reports whether a want can have a target.
func (g *readingMind) isTarget(w *Want, t utility.Target) bool {
	if !w.Targeted {
		return t == utility.NoTarget
	}
	return w.Target.Kind == 0 || g.p.cfg.Schema.Fits(w.Target, world.Word(t))
}

func (g *readingMind) readOrders() {
	n := g.Below(MaxOrders + 1)
	for i := 0; i < n && !g.Failed(); i++ {
		o := order{goal: int32(g.Below(len(g.p.goals))), serial: g.Whole(), urgent: g.Bool()}
		if g.Failed() {
			return
		}
		goal := &g.p.goals[o.goal]
		for k := range goal.params {
			w, t := world.Word(g.Int()), goal.types[k]
			if t.Kind == 0 {
				t = goal.types[k-1]
			}
			if !g.Failed() && !g.p.cfg.Schema.Fits(t, w) {
				g.Fail("a value in it is not of its type")
			}
			o.words = append(o.words, w)
		}
		if i > 0 && o.urgent && !g.orders[i-1].urgent {
			g.Fail("an urgent order in it waits for one that is not")
		}
		g.orders = append(g.orders, o)
	}
}

func (g *readingMind) readFailures() {
	n := g.Below(MaxFailures + 1)
	for i := 0; i < n && !g.Failed(); i++ {
		f := failure{want: int32(g.Below(len(g.b.Wants))), target: utility.Target(g.Int()), count: int32(g.Below(math.MaxInt32)), at: g.Int(), until: g.Int()}
		if !g.Failed() && !g.isTarget(&g.b.Wants[f.want], f.target) {
			g.Fail("a target in it is none of its want")
			return
		}
		g.failures = append(g.failures, f)
	}
}

// Restored tells the host of what goes on after the mind was read. It reports whether nothing panicked; see [action.Instances.Restored].
func (m *Mind) Restored(e *Env) bool {
	ok := true
	for i := range m.stack {
		ok = m.stack[i].Restored(e) && ok
	}
	return ok
}

// Drop ends all that the mind pursues without calling the host.
func (m *Mind) Drop(in *action.Instances) {
	for i := range m.stack {
		m.stack[i].Drop(in)
	}
	m.stack = m.stack[:0]
}
