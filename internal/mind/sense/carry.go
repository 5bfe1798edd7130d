package sense

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// Form is the data needed to read the memories that observers of a kind had in another program.
type Form struct {
	Short, Long int       // capacities
	Doubts      []float64 // see [Memory]
	Values      []string  // names of the host's own attributes
	Heeds       bool      // they kept what voices said
}

// Form returns the form of a kind of observers.
func (s *Senses) Form() Form {
	m := &s.spec.Memory
	f := Form{Short: m.Short.Capacity, Long: m.Long.Capacity, Doubts: m.Doubts, Heeds: s.heeds}
	for _, v := range m.Values {
		f.Values = append(f.Values, v.Name)
	}
	return f
}

// Code saves or reads a form.
func (f *Form) Code(c *codec.Coder) {
	short := f.Short // one number with what voices said, as before there were voices
	if f.Heeds {
		short += MaxCapacity + 1
	}
	codec.Below(c, &short, 2*(MaxCapacity+1))
	f.Short, f.Heeds = short%(MaxCapacity+1), short > MaxCapacity
	codec.Below(c, &f.Long, MaxCapacity+1)
	for d := range codec.Each(c, &f.Doubts, MaxDoubts) {
		c.Floats(d)
	}
	for v := range codec.Each(c, &f.Values, MaxValues) {
		c.Text(v)
	}
}

// senses returns what a mind of the form is read with.
func (f *Form) senses() (*Senses, error) {
	s := Spec{Memory: Memory{Short: Store{Capacity: f.Short}, Long: Store{Capacity: f.Long}, Doubts: f.Doubts}}
	for _, v := range f.Values {
		s.Memory.Values = append(s.Memory.Values, Value{Name: v})
	}
	made, err := Compile(s)
	if err == nil {
		made.heeds, made.shares = f.Heeds, true
	}
	return made, err
}

// Carry is how memories carry over from another program.
type Carry struct {
	// Forms are the forms of the kinds of observers that there were.
	Forms []Form
	// Same is set if the program is the same one, so that Forms are not needed.
	Same bool
	// Observer returns what an observer is now, and its kind, as for [Field.Add]; false: it is gone.
	Observer func(Observer) (self ObjectID, kind int, ok bool)
	// Object returns what an object is now; false: it is gone.
	Object func(ObjectID) (ObjectID, bool)
	// Crowded is called for each observer that has forgotten something for lack of room.
	Crowded func(o Observer, facts int)

	from, to  *Field
	now, step int64  // what is added to ticks and steps
	attrs     []Attr // by attribute of the kind that is carried over; -1: it is gone
}

// RestoreOther fills a field without observers with what a snapshot of another program holds, by the names of
// attributes. Observers keep their numbers. On an error nothing has changed.
func (f *Field) RestoreOther(snapshot []byte, x *Carry) error {
	payload, err := codec.Open(snapshot, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("sense: RestoreOther: %w", err)
	}
	if err := x.read(f, payload); err != nil {
		return fmt.Errorf("sense: RestoreOther: %w", err)
	}
	x.field()
	return nil
}

// read reads a field of another program.
func (x *Carry) read(f *Field, payload []byte) (err error) {
	o := Options{Host: f.options.Host}
	if o.Senses = f.options.Senses; !x.Same {
		o.Senses = nil
		for i := range x.Forms {
			s, err := x.Forms[i].senses()
			if err != nil {
				return err
			}
			o.Senses = append(o.Senses, s)
		}
	}
	if x.from, err = NewField(o); err != nil {
		return err
	}
	r := codec.NewReader(payload)
	x.from.code(r.Coder(), true)
	r.End()
	x.to = f
	return r.Err()
}

func (x *Carry) field() {
	f := x.to
	f.now, f.step = x.from.now, x.from.step
	for i, old := range x.from.observers {
		o := &observer{}
		f.observers = append(f.observers, o)
		if !old.here {
			continue
		}
		if self, kind, ok := x.Observer(Observer(i)); ok {
			x.observer(Observer(i), old, o, self, kind)
		}
	}
	for i := len(f.observers) - 1; i >= 0; i-- {
		if !f.observers[i].here {
			f.free = append(f.free, Observer(i))
		}
	}
	for _, s := range x.from.sounds {
		var ok bool
		if s.From, ok = x.Object(s.From); ok {
			f.sounds = append(f.sounds, s)
		}
	}
	x.kind(x.values(), f.options.Senses[0]) // all kinds have the same attributes
	for _, m := range x.from.messages {
		if speaker, ok := x.Object(m.speaker); ok && x.percept(&m.percept) {
			m.speaker = speaker
			f.messages = append(f.messages, m)
		}
	}
}

// values returns the names of the attributes that messages had.
func (x *Carry) values() []string { return x.Forms[0].Values }

// kind finds the attributes of then among those of a kind.
func (x *Carry) kind(was []string, is *Senses) {
	x.attrs = append(x.attrs[:0], Position, Velocity, Kind)
	for _, name := range was {
		a, ok := is.Attr(name)
		if !ok {
			a = -1
		}
		x.attrs = append(x.attrs, a)
	}
}

// percept translates a percept; false if its object no longer exists.
func (x *Carry) percept(p *Percept) bool {
	was := *p
	p.Values, p.Has = [MaxValues]float64{}, 0
	for i, a := range x.attrs {
		if a < 0 || !was.Has.Have(Attr(i)) {
			continue
		}
		p.Has |= 1 << a
		if a >= firstValue {
			p.Values[a-firstValue] = was.Values[i-int(firstValue)]
		}
	}
	var ok bool
	p.Object, ok = x.Object(was.Object)
	return ok
}

func (x *Carry) observer(id Observer, old, o *observer, self ObjectID, kind int) {
	o.begin(x.to, self, kind, old.team)
	o.rand.Counter = old.rand.Counter
	if x.Same {
		x.kind(old.senses.Form().Values, o.senses)
	} else {
		x.kind(x.Forms[old.kind].Values, o.senses)
	}
	looks := len(o.senses.looks) > 0
	for _, t := range old.tracks {
		var ok bool
		if t.object, ok = x.Object(t.object); ok && looks {
			o.tracks = append(o.tracks, t)
		}
	}
	sorting.By(o.tracks, func(a, b track) int { return cmp.Compare(a.object, b.object) })
	for _, p := range old.pending {
		if percept := x.from.waiting.percept(old, p); x.percept(&percept) {
			x.to.waiting.wait(o, p.due, percept)
		}
	}
	for _, d := range old.damages {
		var ok bool
		if d.From, ok = x.Object(d.From); ok {
			o.damages = append(o.damages, d)
		}
	}
	crowded := x.mind(old.mind, o.mind, looks)
	if x.shift(o); crowded > 0 {
		x.Crowded(id, crowded)
	}
}

// mind takes over the memory, and returns the number of facts without room.
func (x *Carry) mind(old, m *Mind, looks bool) (crowded int) {
	was, is := &old.senses.spec.Memory, &m.senses.spec.Memory
	for i, id := range old.ids {
		now, ok := x.Object(id)
		at, known := m.Find(now)
		if !ok || known {
			continue
		}
		m.insert(at, now)
		f := m.fact(at)
		*f = *old.fact(i)
		m.setPast(at, old.past(i))
		m.say(at, old.said(i))
		f.has, f.odd, f.long, f.sensed = 0, 0, f.long && is.Long.Capacity > 0, f.sensed && looks
		if f.long {
			m.long++
		}
		for from, to := range x.attrs {
			if to < 0 || !old.fact(i).has.Have(Attr(from)) {
				continue
			}
			f.has |= 1 << to
			m.setReading(at, to, old.reading(i, Attr(from)))
		}
		below := f.below
		if m.schedule(at, f.last); slices.Equal(was.Doubts, is.Doubts) {
			f.below = below
		} else {
			f.below = m.below(at, x.to.now)
		}
		crowded += m.makeRoom(x.to.now)
	}
	return crowded
}

// makeRoom removes a fact without room, and returns how many it has.
func (m *Mind) makeRoom(now int64) int {
	of := &m.senses.spec.Memory
	switch {
	case m.long > of.Long.Capacity:
		m.remove(m.least(true, now))
	case len(m.ids)-m.long > of.Short.Capacity:
		m.remove(m.least(false, now))
	default:
		return 0
	}
	return 1
}
