package sense

import (
	"cmp"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
)

// earshot finds the sounds of a step that may reach a point, by where they are from west to east: what an observer
// hears costs what is near it, not what sounds anywhere.
type earshot struct {
	sounds   []audible // by X, then by place
	farthest float64   // metres; no sound is heard from farther away
}

// audible is a sound of the step, with how far it may be heard.
type audible struct {
	at    Point
	reach float64 // metres
	place int32   // in Field.sounds
}

// slightly makes up for rounding: a reach is never less than what [Field.reaches] finds.
const slightly = 1 + 1e-9

// hark finds out where the sounds of the step are, before observers hear them.
func (f *Field) hark() {
	e := &f.earshot
	e.sounds, e.farthest = e.sounds[:0], 0
	if math.IsInf(f.keenest, 1) {
		return
	}
	for i := range f.sounds {
		s := &f.sounds[i]
		reach := float64(s.Loudness/f.keenest) * slightly
		e.sounds, e.farthest = append(e.sounds, audible{s.At, reach, int32(i)}), max(e.farthest, reach)
	}
	slices.SortFunc(e.sounds, func(a, b audible) int { return cmp.Or(cmp.Compare(a.at.X, b.at.X), cmp.Compare(a.place, b.place)) })
}

// keenest returns the least that a metre takes of a sound, for any of the kinds of senses; infinite: none hears.
func keenest(all []*Senses) float64 {
	least := math.Inf(1)
	for _, s := range all {
		for _, h := range s.hears {
			least = min(least, h.Falloff)
		}
	}
	return least
}

// about appends the places of the sounds that may be heard at a point, in their order.
func (e *earshot) about(at Point, places []int32) []int32 {
	from, _ := slices.BinarySearchFunc(e.sounds, at.X-e.farthest, func(a audible, x float64) int { return cmp.Compare(a.at.X, x) })
	for i := from; i < len(e.sounds) && e.sounds[i].at.X <= at.X+e.farthest; i++ {
		s := &e.sounds[i]
		if dx, dy := s.at.X-at.X, s.at.Y-at.Y; max(dx, -dx) <= s.reach && max(dy, -dy) <= s.reach {
			places = append(places, s.place)
		}
	}
	slices.Sort(places)
	return places
}

// hear notices the sounds of the step that reach the observer. A heard object has a position, but it is not in view.
func (f *Field) hear(o *observer) {
	if len(o.senses.hears) == 0 || len(f.earshot.sounds) == 0 {
		return
	}
	d := f.desks.take()
	d.sounds = f.earshot.about(o.me.At, d.sounds[:0])
	for _, i := range d.sounds {
		sound := &f.sounds[i]
		far := det.Hypot(sound.At.X-o.me.At.X, sound.At.Y-o.me.At.Y)
		for _, s := range o.senses.hears {
			if f.reaches(o, s, sound, far) {
				f.stimulate(o, s, o.heard(s, sound, far, f.now))
				break
			}
		}
	}
	f.desks.Put(d)
}

// reaches reports whether the rest of a sound is enough to be heard: each wall takes its part of the loudness, then
// each metre.
func (f *Field) reaches(o *observer, s *Sensor, sound *Sound, far float64) bool {
	need := s.Threshold + float64(far*s.Falloff)
	if !(sound.Loudness >= need) || sound.Loudness == 0 {
		return false
	}
	loud := sound.Loudness
	for range f.options.Host.Walls(o.me.At, sound.At) {
		if loud = float64(loud * s.Damping); loud < need || loud == 0 {
			return false
		}
	}
	return true
}

// heard is a sound as an observer perceives it.
func (o *observer) heard(s *Sensor, sound *Sound, far float64, now int64) Percept {
	has := s.Readings & PartsOf(Position, Kind)
	if sound.Kind == 0 {
		has &^= PartsOf(Kind)
	}
	spread := float64(far * s.Blur)
	said, until := sound.Said, now+s.HeedTicks
	if s.HeedTicks == 0 || said == 0 {
		said, until = 0, 0
	}
	return Percept{Object: sound.From, Sensor: Hearing, Tick: now, Confidence: s.Confidence, Has: has, At: blurred(sound.At, spread, &o.rand),
		Spread: spread, Kind: sound.Kind, Importance: sound.Importance, Said: said, until: until}
}
