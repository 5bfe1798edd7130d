package schedule

import (
	"iter"
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Append writes the turns of some slots, if there are levels of detail or bounds on a tick. Without fresh it leaves out which slots a rule must be
// asked about.
func (s *Schedule) Append(b []byte, tick int64, fresh bool, slots iter.Seq[int]) []byte {
	if b = codec.AppendBool(b, s.paced); s.paced {
		b = s.appendLevels(b)
		b = codec.AppendUint(b, s.next)
		list := s.fresh
		if !fresh {
			list = nil
		}
		b = codec.AppendUint(b, len(list))
		for _, i := range list {
			b = codec.AppendUint(b, i)
		}
		for i := range slots {
			b = s.appendPace(b, i, tick)
		}
	}
	if b = codec.AppendBool(b, s.IsShared()); s.IsShared() {
		b = codec.AppendUint(b, s.shares.next)
		for i := range slots {
			b = codec.AppendUint(b, s.shares.since[i])
		}
	}
	return b
}

func (s *Schedule) appendLevels(b []byte) []byte {
	b = codec.AppendUint(b, len(s.levels))
	for i := range s.levels {
		l := &s.levels[i]
		b = codec.AppendUint(b, l.Interval)
		b = codec.AppendBool(codec.AppendFixed(b, math.Float64bits(l.Least)), l.Deaf)
	}
	return b
}

// appendPace writes when a slot has its turn. Of one whose turns are every tick that is only whether there is anything to do for it in the next.
func (s *Schedule) appendPace(b []byte, i int, tick int64) []byte {
	p := &s.paces[i]
	b = codec.AppendUint(codec.AppendFixed(b, math.Float64bits(p.significance)), int(p.level))
	b = codec.AppendUint(b, p.span)
	quiet, until := !s.flags.Raised(i), s.sleeps[i].until
	if p.interval == 1 {
		return codec.AppendBool(b, quiet && until > tick+1)
	}
	b = codec.AppendUint(codec.AppendBool(b, quiet), until)
	return codec.AppendInt(codec.AppendUint(b, p.due), tick-p.last)
}

// Reading says how [Schedule.Read] interprets what it reads.
type Reading struct {
	Tick  int64
	Slots iter.Seq[int]  // those that were written
	Has   func(int) bool // somebody still has the slot
	// Settle has a slot that may have a turn in each tick, and for which there was nothing to do in the next, sleep or repeat what it does.
	Settle func(slot int)
	// Soon gives slots their next turn as soon as they may have it: they are to plan anew.
	Soon bool
}

// Read reads what [Schedule.Append] has written, as far as the levels and bounds are the same. The schedule must have the same number of slots, all
// awake.
func (s *Schedule) Read(r *codec.Reader, o Reading) {
	s.readTurns(r, &o)
	s.readShares(r, &o)
}

func (s *Schedule) readTurns(r *codec.Reader, o *Reading) {
	if !r.Bool() || r.Failed() {
		return
	}
	levels, same := s.readLevels(r)
	next := s.readSlot(r)
	if s.paced {
		s.next = next
	}
	for range r.Count() {
		if i := s.readSlot(r); s.paced && s.ruled && !r.Failed() {
			s.fresh = append(s.fresh, i)
		}
	}
	for i := range o.Slots {
		if !r.Failed() {
			s.readPace(r, o, i, levels, same)
		}
	}
}

// readLevels reads the levels, and reports whether they are those of the schedule.
func (s *Schedule) readLevels(r *codec.Reader) (list []Class, same bool) {
	list = make([]Class, r.Below(MaxLevels+1))
	same = len(list) == len(s.levels)
	for i := range list {
		l := &list[i]
		l.Interval = int32(r.Below(MaxLevelSeconds*MaxTPS + 1))
		l.Least, l.Deaf = math.Float64frombits(r.Fixed()), r.Bool()
		same = same && l.Interval == s.levels[i].Interval && l.Least == s.levels[i].Least && l.Deaf == s.levels[i].Deaf
	}
	return list, same
}

func (s *Schedule) readSlot(r *codec.Reader) int32 { return int32(r.Below(len(s.sleeps) + 1)) }

// readPace reads when a slot has its turn.
func (s *Schedule) readPace(r *codec.Reader, o *Reading, i int, levels []Class, same bool) {
	p := pace{significance: math.Float64frombits(r.Fixed()), level: uint8(r.Below(max(1, len(levels))))}
	if math.IsNaN(p.significance) {
		r.Fail("how much an agent in it matters is no number")
	}
	p.span = int32(r.Below(math.MaxInt32))
	quiet, until := r.Bool(), int64(0)
	if p.interval = 1; len(levels) > 0 && !r.Failed() {
		p.take(p.level, levels)
	}
	if p.interval != 1 {
		until, p.due, p.last = r.Whole(), r.Whole(), o.Tick-r.Int()
	}
	if r.Failed() || !s.paced || !o.Has(i) {
		return
	}
	if !same {
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
		r.Fail("an agent in it waits for a tick that is past")
	}
}

// resettle has a slot whose turns are every tick settle, if there was nothing else to do for it in the next one.
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

// readShares reads since when slots wait for planning.
func (s *Schedule) readShares(r *codec.Reader, o *Reading) {
	h := &s.shares
	if !r.Bool() || r.Failed() {
		return
	}
	next := s.readSlot(r)
	if h.most > 0 {
		h.next = next
	}
	for i := range o.Slots {
		if r.Failed() {
			continue
		}
		if since := r.Whole(); h.most > 0 {
			h.since[i] = min(since, o.Tick)
		}
	}
}
