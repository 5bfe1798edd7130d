package schedule

import (
	"iter"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Append writes the turns of some slots, if there are levels of detail or bounds on a tick. Without fresh it omits the
// slots that wait for a rule.
func (s *Schedule) Append(b []byte, tick int64, fresh bool, slots iter.Seq[int]) []byte {
	if !s.paced { // nothing is allocated
		return append(b, 0, 0)
	}
	g := &s.saving
	*g = coding{s: s, o: Reading{Tick: tick, Slots: slots}}
	g.Write(b)
	if fresh {
		g.fresh = s.fresh
	}
	g.all()
	return g.Written()
}

// Reading says how [Schedule.Read] interprets what it reads.
type Reading struct {
	Tick  int64
	Slots iter.Seq[int]  // the slots that were written
	Has   func(int) bool // whether an agent still has the slot
	// Settle makes a slot that may have a turn in each tick, and had nothing to do in the next, sleep or repeat its
	// routine.
	Settle func(slot int)
	// Soon gives slots their next turn as soon as possible, because they must plan again.
	Soon bool
}

// Read reads what [Schedule.Append] has written, as far as the levels and bounds are the same. The schedule must have
// the same number of slots, all awake.
func (s *Schedule) Read(r *codec.Reader, o Reading) {
	g := coding{s: s, o: o}
	g.Read(r)
	g.all()
}

// coding is the saving or reading of a schedule.
type coding struct {
	codec.Coder
	s      *Schedule
	o      Reading
	fresh  []int32 // that are saved
	levels []Class // of the schedule that was saved
	same   bool    // as those of the schedule
}

// all is the list of what is saved.
func (g *coding) all() {
	paced, shared := g.s.paced, g.s.IsShared()
	if g.Bool(&paced); paced && !g.Failed() {
		g.turns()
	}
	if g.Bool(&shared); shared && !g.Failed() {
		g.waits()
	}
}

func (g *coding) turns() {
	g.classes()
	next := g.s.next
	g.slot(&next)
	for i := range codec.Each(&g.Coder, &g.fresh, codec.NoLimit) {
		g.slot(i)
	}
	if g.Reads() && g.s.paced {
		if g.s.next = next; g.s.ruled {
			g.s.fresh = append(g.s.fresh, g.fresh...)
		}
	}
	for i := range g.o.Slots {
		if !g.Failed() {
			g.turn(i)
		}
	}
}

// classes codes the levels, and finds out whether they are those of the schedule.
func (g *coding) classes() {
	if g.levels = g.s.levels; g.Reader() != nil {
		g.levels = nil
	}
	for l := range codec.Each(&g.Coder, &g.levels, MaxLevels) {
		codec.Below(&g.Coder, &l.Interval, MaxLevelSeconds*MaxTPS+1)
		g.Float(&l.Least)
		g.Bool(&l.Deaf)
	}
	g.same = slices.EqualFunc(g.levels, g.s.levels, func(a, b Class) bool {
		return a.Interval == b.Interval && a.Least == b.Least && a.Deaf == b.Deaf
	})
}

func (g *coding) slot(p *int32) { codec.Below(&g.Coder, p, len(g.s.sleeps)+1) }

// turn codes when a slot has its turn. For a slot with a turn in every tick, it is only whether the slot has anything
// to do in the next one.
func (g *coding) turn(i int) {
	p, quiet, until, since := pace{interval: 1}, false, int64(0), int64(0)
	if g.Reader() == nil {
		p, until = g.s.paces[i], g.s.sleeps[i].until
		quiet, since = !g.s.flags.Raised(i) && (p.interval != 1 || until > g.o.Tick+1), g.o.Tick-p.last
	}
	g.Float(&p.significance)
	codec.Below(&g.Coder, &p.level, max(1, len(g.levels)))
	codec.Below(&g.Coder, &p.span, math.MaxInt32)
	if g.Bool(&quiet); g.Reads() && len(g.levels) > 0 {
		p.take(p.level, g.levels)
	}
	if p.interval != 1 {
		codec.Whole(&g.Coder, &until)
		codec.Whole(&g.Coder, &p.due)
		codec.Int(&g.Coder, &since)
	}
	if math.IsNaN(p.significance) && g.Reads() {
		g.Fail("the significance of an agent is not a number")
	}
	if g.Reads() && g.s.paced && g.o.Has(i) {
		if p.interval != 1 {
			p.last = g.o.Tick - since
		}
		g.takeTurn(i, p, quiet, until)
	}
}

// takeTurn gives a slot the turn that was read.
func (g *coding) takeTurn(i int, p pace, quiet bool, until int64) {
	s, o := g.s, &g.o
	if !g.same {
		s.regrade(o, i, p.significance, quiet)
		return
	}
	s.paces[i] = p
	switch {
	case p.interval == 1:
		s.resettle(o, i, quiet)
	case until > o.Tick:
		s.wait(o, i, until, quiet)
	case quiet:
		g.Fail("an agent waits for a tick in the past")
	}
}

// resettle makes a slot with a turn in every tick settle, if it had nothing else to do in the next one.
func (s *Schedule) resettle(o *Reading, i int, quiet bool) {
	if quiet {
		s.flags.Lower(i)
		o.Settle(i)
	}
}

// wait has a slot wait for its turn.
func (s *Schedule) wait(o *Reading, i int, until int64, quiet bool) {
	if o.Soon {
		until = s.paces[i].turnAt(int32(i), o.Tick+1)
		s.paces[i].due = until
	}
	if quiet {
		s.flags.Lower(i)
	}
	s.insert(int32(i), until)
}

// regrade gives a slot the level that it has now for a significance.
func (s *Schedule) regrade(o *Reading, i int, significance float64, quiet bool) {
	p := &s.paces[i]
	*p = pace{significance: significance, interval: 1, span: 1, last: o.Tick}
	if len(s.levels) > 0 {
		p.take(s.levelFor(significance), s.levels)
	}
	if p.interval == 1 {
		s.resettle(o, i, quiet)
	} else if quiet {
		p.due = p.turnAt(int32(i), o.Tick+1)
		s.wait(o, i, p.due, true)
	}
}

// waits codes since when slots wait for planning.
func (g *coding) waits() {
	h := &g.s.shares
	next := h.next
	if g.slot(&next); h.most > 0 && g.Reads() {
		h.next = next
	}
	for i := range g.o.Slots {
		since := int64(0)
		if g.Reader() == nil {
			since = h.since[i]
		}
		if codec.Whole(&g.Coder, &since); g.Failed() {
			return
		}
		if h.most > 0 && g.Reader() != nil {
			h.since[i] = min(since, g.o.Tick)
		}
	}
}
