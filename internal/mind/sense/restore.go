package sense

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// read fills a new field.
func (f *Field) read(r *codec.Reader) {
	if r.Fixed() != f.identity() {
		r.Fail("it was made with other options")
	}
	f.now, f.step = r.Whole(), r.Whole()
	if !isTick(f.now) || !isTick(f.step) {
		r.Fail("its time is no time: tick %d, step %d", f.now, f.step)
	}
	for i := range min(r.Count(), MaxObservers) {
		if r.Failed() {
			return
		}
		f.observers = append(f.observers, &observer{})
		if r.Bool() {
			f.readObserver(r, f.observers[i])
		} else {
			f.free = append(f.free, Observer(i))
		}
	}
	slices.Reverse(f.free)
	for range r.Count() {
		s := Sound{From: ObjectID(r.Uint()), At: readPoint(r), Loudness: r.Float(), Kind: r.Int(), Importance: r.Float()}
		if len(f.sounds) == MaxSounds || !s.sane() {
			r.Fail("a sound in it cannot be as it is")
			return
		}
		f.sounds = append(f.sounds, s)
	}
	for range r.Count() {
		m := message{team: r.Int(), speaker: ObjectID(r.Uint()), at: readPoint(r), percept: readPercept(r)}
		if len(f.messages) == MaxTold*len(f.observers) || !m.at.sane() || !m.percept.sane() {
			r.Fail("a message in it cannot be as it is")
			return
		}
		f.messages = append(f.messages, m)
	}
	if !slices.IsSortedFunc(f.messages, byTeam) {
		r.Fail("messages in it are not in order")
	}
}

func (f *Field) readObserver(r *codec.Reader, o *observer) {
	self := ObjectID(r.Uint())
	kind := r.Below(len(f.options.Senses))
	team := r.Int()
	if self == 0 {
		r.Fail("an observer in it is no object")
	}
	if r.Failed() {
		return
	}
	o.begin(f, self, kind, team)
	o.rand.Counter = r.Uint()
	for range r.Count() {
		t := track{object: ObjectID(r.Uint()), checked: r.Int(), noticeAt: r.Int(), visible: r.Bool(), noticed: r.Bool()}
		n := len(o.tracks)
		if t.object == 0 || n > 0 && t.object <= o.tracks[n-1].object || n == o.senses.spec.Attention ||
			t.checked < 0 || t.checked > f.step || t.noticeAt < 0 || t.noticeAt > f.now+2*MaxDelayTicks || t.noticed && !t.visible {
			r.Fail("something in view in it cannot be as it is")
			return
		}
		o.tracks = append(o.tracks, t)
	}
	for range r.Count() {
		p := pending{due: r.Int(), percept: readPercept(r)}
		if len(o.pending) == MaxPending || !p.percept.sane() || p.due < 0 || p.due > f.now+2*MaxDelayTicks {
			r.Fail("a percept in it cannot be as it is")
			return
		}
		o.pending = append(o.pending, p)
	}
	for range r.Count() {
		h := Hurt{From: ObjectID(r.Uint()), At: readPoint(r), Amount: r.Float(), Importance: r.Float()}
		if len(o.hurts) == MaxHurts || !h.sane() {
			r.Fail("a hurt in it cannot be as it is")
			return
		}
		o.hurts = append(o.hurts, h)
	}
	o.mind.Read(r)
	for i := range o.mind.ids {
		if k := o.mind.fact(i); k.wanted > f.step || k.checked > f.step {
			r.Fail("a fact in it was looked for later than now")
		}
	}
}

func readPoint(r *codec.Reader) Point { return Point{r.Float(), r.Float()} }

func readPercept(r *codec.Reader) Percept {
	p := Percept{Object: ObjectID(r.Uint()), Sensor: SensorKind(r.Byte()), Tick: r.Int(), Has: Parts(r.Below(int(AllParts) + 1)),
		At: readPoint(r), Velocity: readPoint(r), Kind: r.Int(), Confidence: r.Float(), Spread: r.Float(), Importance: r.Float()}
	for i := range p.Values {
		p.Values[i] = r.Float()
	}
	p.Fixed = r.Bool()
	return p
}
