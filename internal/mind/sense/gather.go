package sense

import (
	"cmp"
	"slices"
)

// gather finds what an observer may see or touch in this step, and how urgent it is to look. It writes to the observer
// only.
func (f *Field) gather(i int) {
	o := f.observers[i]
	o.number = Observer(i)
	o.candidates, o.spots, o.there = nil, nil, false
	if !o.here {
		return
	}
	if before := f.options.Before; before != nil {
		before(o.number)
	}
	back := false
	defer func() {
		if !back {
			f.fail(i, recover())
			o.candidates, o.spots, o.there = nil, nil, false
		}
	}()
	f.gatherFor(o)
	back = true
}

func (f *Field) gatherFor(o *observer) {
	o.me, o.there = f.object(o, o.self)
	if o.looks = o.looksAt(f.step); !o.there || !o.looks {
		return
	}
	o.facing = unit(o.me.Facing)
	o.hintTracks()
	d := f.desks.take()
	o.candidates, o.spots = d.list[:0], d.spots[:0]
	d.near = f.options.Host.Near(o.me.At, o.senses.reach, d.near[:0])
	for _, s := range d.near {
		if !isSpot(s.At) {
			f.refuse(o, s.Object, outOf("At", s.At.X, s.At.Y))
			continue
		}
		if look, ray := o.consider(s); look >= 0 && s.Object != o.self && s.Object != 0 {
			o.candidates = append(o.candidates, o.candidate(s, look, ray))
		}
	}
	o.attend(d)
	t := 0
	for k := range o.candidates {
		c := &o.candidates[k]
		for t < len(o.tracks) && o.tracks[t].object < c.object {
			t++
		}
		checked, seen := f.step-1, false
		if t < len(o.tracks) && o.tracks[t].object == c.object {
			checked, seen = o.tracks[t].checked, o.tracks[t].visible
		}
		o.rank(c, f.step, checked, seen)
	}
	f.gatherSpots(o, d)
	d.list, d.spots = o.candidates, o.spots
	o.candidates, o.spots = f.looks.keep(d.list), f.looks.keep(d.spots)
	f.desks.Put(d)
}

// looksAt reports whether a step is one of those in which the observer looks. Of observers that look every n steps,
// each step is the turn of one in n.
func (o *observer) looksAt(step int64) bool {
	every := o.every()
	return every > 0 && (step+int64(o.number))%every == 0
}

// consider finds the sensor that may perceive a spot, -1 for none, and whether it needs a line of sight.
func (o *observer) consider(s Spot) (look int, ray bool) {
	way := s.At.Sub(o.me.At)
	far2 := way.Dot(way)
	look = -1
	for k := range o.senses.looks {
		l := &o.senses.looks[k]
		if far2 <= l.touch2 {
			return k, false
		}
		if !(far2 <= l.lose2) || !l.faces(o.facing, way, far2) || far2 > l.range2 && !o.wasVisible(s.Object) {
			continue
		}
		if !l.LineOfSight {
			return k, false
		}
		if look < 0 {
			look = k
		}
	}
	return look, true
}

func (o *observer) candidate(s Spot, look int, ray bool) candidate {
	return candidate{object: s.Object, at: s.At, far2: distance2(s.At, o.me.At), look: uint8(look), ray: ray}
}

// fewCandidates is up to how many are sorted by insertion.
const fewCandidates = 12

// attend keeps the nearest candidates, and puts them in order of their objects.
func (o *observer) attend(d *desk) {
	if len(o.candidates) > o.senses.spec.Attention {
		slices.SortFunc(o.candidates, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.far2, b.far2), cmp.Compare(a.object, b.object))
		})
		o.candidates = o.candidates[:o.senses.spec.Attention]
	}
	if list := o.candidates; len(list) <= fewCandidates {
		for i := 1; i < len(list); i++ {
			for c, k := list[i], i-1; k >= 0 && list[k].object > c.object; k-- {
				list[k+1], list[k] = list[k], c
			}
		}
	} else {
		o.byObject(d)
	}
	o.candidates = slices.CompactFunc(o.candidates, func(a, b candidate) bool { return a.object == b.object })
}

// byObject puts many candidates in order of their objects. It sorts their places in the list, which are smaller, and
// of equal objects keeps the order.
func (o *observer) byObject(d *desk) {
	d.order = d.order[:0]
	for i := range o.candidates {
		d.order = append(d.order, place{o.candidates[i].object, i})
	}
	slices.SortFunc(d.order, func(a, b place) int { return cmp.Or(cmp.Compare(a.object, b.object), a.at-b.at) })
	d.sorted = d.sorted[:0]
	for _, p := range d.order {
		d.sorted = append(d.sorted, o.candidates[p.at])
	}
	o.candidates = append(o.candidates[:0], d.sorted...)
}

// gatherSpots finds the spots in view where something is remembered that is not there. It goes through the facts as
// they lie in memory: there are many, and few of their spots are in view.
func (f *Field) gatherSpots(o *observer, d *desk) {
	m := o.mind
	over := f.step - max(longSearch, o.every())
	m.sought = slices.DeleteFunc(m.sought, func(s sought) bool { return s.wanted < over })
	d.numbers = d.numbers[:0]
	for range m.facts {
		d.numbers = append(d.numbers, -1)
	}
	for i, slot := range m.slots {
		d.numbers[slot] = int32(i)
	}
	for slot, i := range d.numbers {
		if i >= 0 {
			f.gatherSpot(o, &m.facts[slot], int(i))
		}
	}
	slices.SortFunc(o.spots, func(a, b candidate) int { return cmp.Compare(a.object, b.object) })
}

// gatherSpot adds the spot of a fact with a number, if it is in view.
func (f *Field) gatherSpot(o *observer, k *fact, i int) {
	m := o.mind
	if k.sensed || k.missed || !k.has.Have(Position) {
		return
	}
	s := Spot{Object: m.ids[i], At: m.Where(i, f.now)}
	look, ray := o.consider(s)
	if look < 0 || o.wasVisible(s.Object) || f.isAt(s, m.senses.spec.Memory.MissRange+k.spread) {
		return
	}
	p := m.seek(m.slots[i])
	if p.wanted < f.step-o.every() {
		p.checked = f.step - 1
	}
	p.wanted = f.step
	c := o.candidate(s, look, ray)
	o.rank(&c, f.step, p.checked, false)
	o.spots = append(o.spots, c)
}

// isAt reports whether an object is within some metres of a spot.
func (f *Field) isAt(s Spot, metres float64) bool {
	truth, there := f.options.Host.Object(s.Object)
	return there && distance2(truth.At, s.At) <= square(metres)
}
