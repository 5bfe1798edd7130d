package sense

import "github.com/karakuri-ai/karakuri/internal/codec/pool"

// update lets an observer look, listen and remember. It writes to the observer only.
func (f *Field) update(i int) {
	o := f.observers[i]
	o.sent = 0
	if !o.here {
		return
	}
	o.mind.Begin()
	back := false
	defer func() {
		if !back {
			f.fail(i, recover())
		}
		o.damages = o.damages[:0]
		o.mind.Age(f.now)
		if after := f.options.After; after != nil {
			after(o.number)
		}
	}()
	f.updateFor(o)
	back = true
}

func (f *Field) updateFor(o *observer) {
	if o.looks || !o.there {
		f.look(o)
	}
	f.react(o)
	if o.there {
		f.feel(o)
		f.hear(o)
		f.listen(o)
	}
	f.search(o)
}

// look follows what is in view: what has come is looked at for the first time, what has gone is lost.
func (f *Field) look(o *observer) {
	d := f.desks.take()
	next := d.tracks[:0]
	t := 0
	for k := range o.candidates {
		c := &o.candidates[k]
		for ; t < len(o.tracks) && o.tracks[t].object < c.object; t++ {
			o.lose(&o.tracks[t], f.now)
		}
		tr := track{object: c.object, checked: f.step - 1}
		if t < len(o.tracks) && o.tracks[t].object == c.object {
			tr = o.tracks[t]
			t++
		}
		if c.granted {
			f.check(o, c, &tr)
		}
		next = append(next, tr)
	}
	for ; t < len(o.tracks); t++ {
		o.lose(&o.tracks[t], f.now)
	}
	o.tracks, d.tracks = pool.Set(o.tracks, next), next
	f.desks.Put(d)
}

// check looks at a thing in view.
func (f *Field) check(o *observer, c *candidate, t *track) {
	t.checked = f.step
	if c.ray && !f.options.Host.Visible(o.me.At, c.at) {
		o.lose(t, f.now)
		return
	}
	truth, there := f.object(o, c.object)
	if !there {
		o.lose(t, f.now)
		return
	}
	s := o.senses.looks[c.look].Sensor
	if !t.visible {
		t.visible = true
		t.noticeAt = f.now + o.delay(s, c.object)
	}
	if f.now >= t.noticeAt {
		t.noticed = true
		p := perceptOf(c.object, &truth, s, f.now)
		p.holds = o.every() - 1
		f.perceive(o, p)
	}
}

// lose notes that a thing is not in sight.
func (o *observer) lose(t *track, now int64) {
	if t.noticed {
		o.mind.Lose(t.object, now)
	}
	t.visible, t.noticed = false, false
}

// perceive passes a percept to the mind, and reports it to the team if it is time to.
func (f *Field) perceive(o *observer, p Percept) {
	if p.Object == o.self || !o.mind.Perceive(&p, f.now) {
		return
	}
	every := o.senses.spec.ShareTicks
	if p.Sensor == Talk || every == 0 || o.team == 0 || o.sent == MaxShared {
		return
	}
	i, _ := o.mind.Find(p.Object)
	k, shared := o.mind.fact(i), &o.mind.shared[o.mind.slots[i]]
	ignored := k.sensor != p.Sensor || k.last != p.Tick
	if ignored || *shared >= 0 && f.now-*shared < every {
		return
	}
	*shared, p.holds, p.Said, p.until = f.now, 0, 0, 0 // it does not repeat what others said
	f.send(o, p)
}

// feel notices who damaged the observer.
func (f *Field) feel(o *observer) {
	for i := range o.damages {
		h := &o.damages[i]
		for _, s := range o.senses.damage {
			if h.Amount < s.Threshold {
				continue
			}
			f.stimulate(o, s, Percept{Object: h.From, Sensor: Damage, Tick: f.now, Confidence: s.Confidence, Has: s.Readings & PartsOf(Position),
				At: h.At, Importance: h.Importance})
			break
		}
	}
}

// search looks at the spots in view where something is remembered.
func (f *Field) search(o *observer) {
	for k := range o.spots {
		c := &o.spots[k]
		if !c.granted {
			continue
		}
		i, known := o.mind.Find(c.object)
		if !known {
			continue
		}
		if at, found := o.mind.searchOf(o.mind.slots[i]); found { // else it was forgotten, and learned anew
			o.mind.sought[at].checked = f.step
		}
		if o.visible(c.object) || o.mind.stamp(o.mind.slots[i], Position).tick == f.now {
			continue
		}
		if !c.ray || f.options.Host.Visible(o.me.At, c.at) {
			o.mind.Miss(c.object, f.now)
		}
	}
}
