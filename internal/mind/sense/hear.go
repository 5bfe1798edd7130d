package sense

import "github.com/karakuri-ai/karakuri/det"

// hear notices the sounds of the step that reach the observer. A heard object has a position, but it is not in view.
func (f *Field) hear(o *observer) {
	if len(o.senses.hears) == 0 {
		return
	}
	for i := range f.sounds {
		sound := &f.sounds[i]
		far := det.Hypot(sound.At.X-o.me.At.X, sound.At.Y-o.me.At.Y)
		for _, s := range o.senses.hears {
			if f.reaches(o, s, sound, far) {
				f.stimulate(o, s, o.heard(s, sound, far, f.now))
				break
			}
		}
	}
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
