package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// appendPaces writes who has a turn when, where there are levels of detail or bounds on what a tick may take.
func (c *Crowd) appendPaces(b []byte, traced bool) []byte {
	n := c.naps
	if b = codec.AppendBool(b, n.paced); n.paced {
		b = codec.AppendUint(b, len(c.levels))
		for i := range c.levels {
			b = c.levels[i].append(b)
		}
		b = codec.AppendUint(b, n.next)
		fresh := n.fresh
		if traced {
			fresh = nil
		}
		b = codec.AppendUint(b, len(fresh))
		for _, i := range fresh {
			b = codec.AppendUint(b, i)
		}
		for i, a := range c.agents {
			if a.id != 0 {
				b = n.appendPace(b, i, c.tick)
			}
		}
	}
	r := &n.rations
	if b = codec.AppendBool(b, r.slices > 0); r.slices > 0 {
		b = codec.AppendUint(b, r.next)
		for i, a := range c.agents {
			if a.id != 0 {
				b = codec.AppendUint(b, r.since[i])
			}
		}
	}
	return b
}

func (l *class) append(b []byte) []byte {
	b = codec.AppendUint(b, l.interval)
	return codec.AppendBool(codec.AppendFixed(b, math.Float64bits(l.least)), l.deaf)
}

// appendPace writes when a slot has its turn. Of one whose turns are every tick that is only whether there is anything to do for it in the next.
func (n *naps) appendPace(b []byte, i int, tick int64) []byte {
	p := &n.paces[i]
	b = codec.AppendUint(codec.AppendFixed(b, math.Float64bits(p.significance)), int(p.level))
	b = codec.AppendUint(b, p.span)
	quiet, until := !n.flags.Raised(i), n.list[i].until
	if p.interval == 1 {
		return codec.AppendBool(b, quiet && until > tick+1)
	}
	b = codec.AppendUint(codec.AppendBool(b, quiet), until)
	return codec.AppendInt(codec.AppendUint(b, p.due), tick-p.last)
}

// ration tells all runners that planning is shared out, if it is: who repeats a routine is told nothing of it before.
func (l *loader) ration() {
	if l.c.naps.rations.slices == 0 {
		return
	}
	for _, a := range l.c.agents {
		if a.id != 0 {
			a.runner.Ration(false, l.c.tick)
		}
	}
}

// paces reads what [Crowd.appendPaces] has written, as far as there still are the same levels and bounds.
func (l *loader) paces() {
	l.turns()
	l.rations()
	l.ration()
}

func (l *loader) turns() {
	n := l.c.naps
	if !l.Bool() || l.Failed() {
		return
	}
	levels, same := l.classes()
	next := l.slotOrEnd()
	if n.paced {
		n.next = next
	}
	for range l.Count() {
		if i := l.slotOrEnd(); n.paced && l.c.options.Significance != nil && !l.Failed() {
			n.fresh = append(n.fresh, i)
		}
	}
	for i, a := range l.c.agents {
		if l.kept[i] && !l.Failed() {
			l.pace(i, a, levels, same)
		}
	}
}

// classes reads the levels, and reports whether they are those of the crowd.
func (l *loader) classes() (list []class, same bool) {
	now := l.c.levels
	list = make([]class, l.Below(MaxLevels+1))
	same = len(list) == len(now)
	for i := range list {
		s := &list[i]
		s.interval = int32(l.Below(MaxLevelSeconds*MaxTPS + 1))
		s.least, s.deaf = math.Float64frombits(l.Fixed()), l.Bool()
		same = same && s.interval == now[i].interval && s.least == now[i].least && s.deaf == now[i].deaf
	}
	return list, same
}

func (l *loader) slotOrEnd() int32 { return int32(l.Below(len(l.c.agents) + 1)) }

// pace reads when a slot has its turn.
func (l *loader) pace(i int, a *agent, levels []class, same bool) {
	c := l.c
	p := pace{significance: math.Float64frombits(l.Fixed()), level: uint8(l.Below(max(1, len(levels))))}
	if math.IsNaN(p.significance) {
		l.Fail("how much an agent in it matters is no number")
	}
	p.span = int32(l.Below(math.MaxInt32))
	quiet, until := l.Bool(), int64(0)
	if p.interval = 1; len(levels) > 0 && !l.Failed() {
		p.interval, p.deaf = levels[p.level].interval, levels[p.level].deaf
	}
	if p.interval != 1 {
		until, p.due, p.last = l.Whole(), l.Whole(), c.tick-l.Int()
	}
	if l.Failed() || !c.naps.paced || a.id == 0 {
		return
	}
	if !same {
		l.regrade(i, p.significance, quiet)
		return
	}
	c.naps.paces[i] = p
	switch {
	case p.interval == 1:
		l.settle(i, a, quiet)
	case until > c.tick:
		l.waits(i, until, quiet)
	case quiet:
		l.Fail("an agent in it waits for a tick that is past")
	}
}

// settle has a slot whose turns are every tick repeat its routine or sleep, if there was nothing else to do for it in the next one.
func (l *loader) settle(i int, a *agent, quiet bool) {
	if n := l.c.naps; quiet {
		n.flags.Lower(i)
		n.settle(int32(i), a, l.c.tick)
	}
}

// waits has a slot wait for its turn. Where the program is another one it has that as soon as it may, since it is to plan anew.
func (l *loader) waits(i int, until int64, quiet bool) {
	n := l.c.naps
	if l.migration != nil {
		until = n.paces[i].turnAt(int32(i), l.c.tick+1)
		n.paces[i].due = until
	}
	if quiet {
		n.flags.Lower(i)
	}
	n.hold(int32(i), until)
}

// regrade gives a slot the level that it has now for a significance.
func (l *loader) regrade(i int, significance float64, quiet bool) {
	c := l.c
	p := &c.naps.paces[i]
	*p = pace{significance: significance, interval: 1, span: 1, last: c.tick}
	if len(c.levels) > 0 {
		p.level = c.levelFor(significance)
		p.interval, p.deaf = c.levels[p.level].interval, c.levels[p.level].deaf
	}
	if p.interval == 1 {
		l.settle(i, c.agents[i], quiet)
	} else if quiet {
		p.due = p.turnAt(int32(i), c.tick+1)
		l.waits(i, p.due, true)
	}
}

// rations reads since when agents wait for planning.
func (l *loader) rations() {
	r := &l.c.naps.rations
	if !l.Bool() || l.Failed() {
		return
	}
	next := l.slotOrEnd()
	if r.slices > 0 {
		r.next = next
	}
	for i := range l.c.agents {
		if !l.kept[i] || l.Failed() {
			continue
		}
		if since := l.Whole(); r.slices > 0 {
			r.since[i] = min(since, l.c.tick)
		}
	}
}
