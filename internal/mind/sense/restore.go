package sense

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// code saves the field, or fills a new one. If the field is tuned, it may have been saved with other options.
func (f *Field) code(c *codec.Coder, tuned bool) {
	if was := f.identity(); tuned {
		c.Fixed(&was)
	} else {
		c.Same(was, "it was made with other options")
	}
	codec.Whole(c, &f.now)
	codec.Whole(c, &f.step)
	if c.Reads() && (!isTick(f.now) || !isTick(f.step)) {
		c.Fail("the time is invalid: tick %d, step %d", f.now, f.step)
	}
	for o := range codec.Each(c, &f.observers, MaxObservers) {
		f.codeObserver(o, c)
	}
	if c.Reads() {
		for i, o := range f.observers {
			if !o.here {
				f.free = append(f.free, Observer(i))
			}
		}
		slices.Reverse(f.free)
	}
	for s := range codec.Each(c, &f.sounds, MaxSounds) {
		f.codeSound(s, c)
	}
	for m := range codec.Each(c, &f.messages, MaxShared*len(f.observers)) {
		m.code(c)
	}
	if c.Reads() && !slices.IsSortedFunc(f.messages, byTeam) {
		c.Fail("messages are out of order")
	}
}

func (f *Field) codeObserver(at **observer, c *codec.Coder) {
	if *at == nil {
		*at = &observer{}
	}
	o := *at
	here := o.here
	if c.Bools(&here); !here {
		return
	}
	self, kind, team := o.self, o.kind, o.team
	codec.Uint(c, &self)
	codec.Below(c, &kind, len(f.options.Senses))
	codec.Int(c, &team)
	if c.Reads() {
		if self == 0 {
			c.Fail("an observer is not an object")
			return
		}
		o.begin(f, self, kind, team)
	}
	if c.Failed() {
		return
	}
	codec.Uint(c, &o.rand.Counter)
	for t := range codec.Each(c, &o.tracks, o.senses.spec.Attention) {
		codec.Uint(c, &t.object)
		codec.Ints(c, &t.checked, &t.noticeAt)
		c.Bools(&t.visible, &t.noticed)
		if n := len(o.tracks) - 1; c.Reads() && (t.object == 0 || n > 0 && t.object <= o.tracks[n-1].object ||
			t.checked < 0 || t.checked > f.step || t.noticeAt < 0 || t.noticeAt > f.now+2*MaxDelayTicks || t.noticed && !t.visible) {
			c.Fail("an object in view has invalid values")
		}
	}
	for p := range codec.Each(c, &o.pending, MaxPending) {
		f.codePending(o, p, c)
	}
	for h := range codec.Each(c, &o.damages, MaxDamages) {
		codeDamage(h, c)
	}
	o.mind.code(c)
	if !c.Reads() {
		return
	}
	for i := range o.mind.ids {
		if k := o.mind.past(i); k.wanted > f.step || k.checked > f.step {
			c.Fail("a fact was last searched for in the future")
		}
	}
}

func (f *Field) codePending(o *observer, p *pending, c *codec.Coder) {
	var percept Percept
	if !c.Reads() {
		percept = f.waiting.percept(o, *p)
	}
	codec.Int(c, &p.due)
	percept.code(c)
	if o.senses.heeds {
		codec.Ints(c, &percept.Said, &percept.until)
	}
	if !c.Reads() {
		return
	}
	if !percept.sane() || p.due < 0 || p.due > f.now+2*MaxDelayTicks {
		c.Fail("a percept has invalid values")
	}
	p.place = f.waiting.add(percept)
	f.waiting.at(p.place).holders++
}

func (m *message) code(c *codec.Coder) {
	codec.Int(c, &m.team)
	codec.Uint(c, &m.speaker)
	codePoint(&m.at, c)
	m.percept.code(c)
	if c.Reads() && (!isSpot(m.at) || !m.percept.sane()) {
		c.Fail("a message has invalid values")
	}
}

func codePoint(p *Point, c *codec.Coder) { c.Floats(&p.X, &p.Y) }

func codeDamage(h *action.Damage, c *codec.Coder) {
	codec.Uint(c, &h.From)
	codePoint(&h.At, c)
	c.Floats(&h.Amount, &h.Importance)
	if c.Reads() && !isDamage(h) {
		c.Fail("a damage report has invalid values")
	}
}

func (f *Field) codeSound(s *Sound, c *codec.Coder) {
	codec.Uint(c, &s.From)
	codePoint(&s.At, c)
	c.Floats(&s.Loudness)
	codec.Int(c, &s.Kind)
	c.Floats(&s.Importance)
	if slices.ContainsFunc(f.options.Senses, func(s *Senses) bool { return s.heeds }) {
		codec.Int(c, &s.Said)
	}
	if c.Reads() && !isSound(s) {
		c.Fail("a sound has invalid values")
	}
}

func (p *Percept) code(c *codec.Coder) {
	codec.Uint(c, &p.Object)
	codec.Byte(c, &p.Sensor)
	codec.Int(c, &p.Tick)
	codec.Below(c, &p.Has, int(AllParts)+1)
	codePoint(&p.At, c)
	codePoint(&p.Velocity, c)
	codec.Int(c, &p.Kind)
	c.Floats(&p.Confidence, &p.Spread, &p.Importance)
	for i := range p.Values {
		c.Floats(&p.Values[i])
	}
	c.Bools(&p.Fixed)
}
