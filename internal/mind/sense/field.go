package sense

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// Limits of a field.
const (
	// DefaultRays is the budget of lines of sight in a step, if Options have none.
	DefaultRays = 4096
	// MaxRays bounds it.
	MaxRays = 1 << 20
	// MaxObservers is the maximum number of observers of a field.
	MaxObservers = 1 << 16
	// MaxSounds is the maximum number of sounds between two steps: an observer considers those that are
	// near.
	MaxSounds = 1024
	// MaxDamages is the maximum number of damages that an observer takes between two steps.
	MaxDamages = 16
	// MaxPending is the maximum number of percepts of an observer that wait for its reaction; it does not notice later
	// ones.
	MaxPending = 64
	// MaxShared limits what an observer shares with its team in a step.
	MaxShared = 4
	// MaxKinds is the maximum number of kinds of observers of a field.
	MaxKinds = 256
)

// Options configure a field.
type Options struct {
	Host   Host      // needed
	Senses []*Senses // the kinds of observers
	Seed   uint64    // seeds everything random
	// Number gives each existing object of the host a different number less than Numbers, for [Field.MayKnow]; nil:
	// not available.
	Number  func(ObjectID) int
	Numbers int
	// Before and After are called for each observer in a step: before it looks around, and after it has remembered what
	// it perceived. They may read and write its memory. Where a step uses several goroutines, they call these too. nil:
	// nothing.
	Before, After func(Observer)
	Rays          int // lines of sight of all observers together in a step; 0: DefaultRays
}

// Observer names an observer of a field. Once removed, its name may be given to another.
type Observer int

// Each calls do for all numbers from 0 up to n, once each, in any order, and returns when all calls are done. It may
// use several goroutines. If a call ends its goroutine, Each completes the others before it returns.
type Each func(n int, do func(i int))

// Load counts the lines of sight that a step needed.
type Load struct {
	Wanted       int   // how many were wanted
	Asked        int   // looks granted: at most Options.Rays
	LongestSteps int64 // the longest that one of those wanted has waited, in steps
}

// Field is a crowd of observers and their memories. The package comment says which calls may run concurrently.
type Field struct {
	options   Options
	now       int64
	step      int64 // number of the current step, from 1; urgency is counted in these
	observers []*observer
	free      []Observer
	sounds    []Sound
	earshot   earshot           // of the sounds
	keenest   float64           // the least that a metre takes of a sound
	messages  []message         // sent in the last step, by team
	sent      []message         // in this one
	sending   *sync.Mutex       // of sent
	looks     *batch[candidate] // of a step
	waiting   *waiting
	urgent    []int64 // scratch: urgency of all that wants a line of sight
	load      Load
	tally     *tally // nil: there are no numbers

	stage   int         // of the step: gathering, allotting, updating, collecting
	at      int         // how many observers have had their turn in it
	failing *sync.Mutex // of faults
	faults  []Fault
	desks   *desks

	gatherOne, updateOne func(i int)
}

// NewField returns a field without observers. The error names an invalid option.
func NewField(o Options) (*Field, error) {
	if o.Rays == 0 {
		o.Rays = DefaultRays
	}
	switch {
	case o.Host == nil:
		return nil, errors.New("sense: NewField: Options.Host is missing")
	case len(o.Senses) == 0 || len(o.Senses) > MaxKinds:
		return nil, fmt.Errorf("sense: NewField: Options.Senses are %d; they must be from 1 to %d", len(o.Senses), MaxKinds)
	case slices.Contains(o.Senses, nil):
		return nil, errors.New("sense: NewField: one of Options.Senses is missing; Compile makes them")
	case o.Rays < 0 || o.Rays > MaxRays:
		return nil, fmt.Errorf("sense: NewField: Options.Rays is %d; it must be from 0 to %d", o.Rays, MaxRays)
	}
	o.Senses = slices.Clone(o.Senses)
	f := &Field{options: o, failing: &sync.Mutex{}, sending: &sync.Mutex{}, looks: &batch[candidate]{}, waiting: &waiting{}, desks: &desks{}, tally: newTally(&o), keenest: keenest(o.Senses)}
	f.gatherOne, f.updateOne = f.gather, f.update
	return f, nil
}

// Add adds an observer of a kind, by its index in Options.Senses: an object of the host, in a team that shares
// perceptions; 0 is no team. Its memory is empty.
func (f *Field) Add(self ObjectID, kind int, team int64) (Observer, error) {
	switch {
	case self == 0:
		return 0, errors.New("sense: Add: an observer must be an object; 0 is none")
	case kind < 0 || kind >= len(f.options.Senses):
		return 0, fmt.Errorf("sense: Add: kind is %d; Options.Senses has %d", kind, len(f.options.Senses))
	case len(f.free) == 0 && len(f.observers) == MaxObservers:
		return 0, fmt.Errorf("sense: Add: there are %d observers already", MaxObservers)
	}
	if len(f.free) == 0 {
		f.free = append(f.free, Observer(len(f.observers)))
		f.observers = append(f.observers, &observer{})
	}
	id := f.free[len(f.free)-1]
	f.free = f.free[:len(f.free)-1]
	f.observers[id].begin(f, self, kind, team)
	return id, nil
}

// begin makes an observer new.
func (o *observer) begin(f *Field, self ObjectID, kind int, team int64) {
	f.waiting.drop(o)
	fresh := observer{
		self: self, kind: kind, team: team, here: true, senses: f.options.Senses[kind], mind: o.mind,
		rand: det.NewRand(f.options.Seed, uint64(self), 0), tracks: o.tracks[:0], pending: o.pending[:0],
		damages: o.damages[:0],
	}
	if fresh.mind == nil || fresh.mind.senses != fresh.senses {
		fresh.mind = NewMind(fresh.senses)
	}
	fresh.mind.join(f.tally)
	*o = fresh
}

// Remove removes an observer and reports whether it existed. Others still remember it.
func (f *Field) Remove(id Observer) bool {
	if !f.has(id) {
		return false
	}
	o := f.observers[id]
	f.waiting.drop(o)
	o.here = false
	o.mind.leave()
	i, _ := slices.BinarySearchFunc(f.free, id, func(a, b Observer) int { return int(b - a) })
	f.free = slices.Insert(f.free, i, id) // falling, so that the lowest is given away first
	if pool.IsPlenty(len(f.free), len(f.observers)-len(f.free)) {
		*o = observer{}
	}
	return true
}

// SetTeam changes the team of an observer; 0: no team. It reports whether the observer exists.
func (f *Field) SetTeam(id Observer, team int64) bool {
	if !f.has(id) {
		return false
	}
	f.observers[id].team = team
	return true
}

// SetPace sets how many steps there are at least from one look of an observer to the next; 0: as its sensors say. It
// holds until it is set again or the field is restored. What an observer hears, feels or is told it notices in any
// step. It may be called in [Options].Before.
func (f *Field) SetPace(id Observer, steps int64) {
	if f.has(id) {
		f.observers[id].pace = steps
	}
}

// Rests reports whether an observer looks seldom, and does not in the present step, or the last one.
func (f *Field) Rests(id Observer) bool {
	return f.has(id) && f.observers[id].every() > 1 && !f.observers[id].looks
}

func (f *Field) has(id Observer) bool {
	return id >= 0 && int(id) < len(f.observers) && f.observers[id].here
}

// Mind returns what an observer remembers, or nil when it is not there. It stays the same until the observer is removed
// or the field restored.
func (f *Field) Mind(id Observer) *Mind {
	if !f.has(id) {
		return nil
	}
	return f.observers[id].mind
}

// Now returns the tick of the last step.
func (f *Field) Now() int64 { return f.now }

// Load returns what lines of sight the last step needed.
func (f *Field) Load() Load { return f.load }

// Sound makes a sound, which observers hear in the next step. It reports whether there was room for it, and whether it
// is valid.
func (f *Field) Sound(s Sound) bool {
	if len(f.sounds) == MaxSounds || !isSound(&s) {
		return false
	}
	f.sounds = append(f.sounds, s)
	return true
}

func isSound(s *Sound) bool {
	return s.From != 0 && isSpot(s.At) && within(s.Loudness, 0, maxNumber) && within(s.Importance, 0, maxNumber) &&
		within(float64(s.Kind), -maxKind, maxKind) && isSaid(s.Said, 0)
}

// Damage makes an observer feel damage in the next step. It reports whether there was room for it, and whether it is
// valid.
func (f *Field) Damage(id Observer, h action.Damage) bool {
	if !f.has(id) || len(f.observers[id].damages) == MaxDamages || !isDamage(&h) {
		return false
	}
	f.observers[id].damages = append(f.observers[id].damages, h)
	return true
}

func isDamage(h *action.Damage) bool {
	return h.From != 0 && isSpot(h.At) && within(h.Amount, 0, math.MaxFloat64) && within(h.Importance, 0, maxNumber)
}

// Step makes all observers perceive the world at a tick, and remember it. Time does not go back: an earlier tick
// counts as the last one. Each spreads the work over goroutines; with nil the calling one does it all.
//
// First every observer finds what it may see or touch. Then the field allots the lines of sight: the most urgent
// first, and of equal ones those of the observer with the lower number, and the object with the lower ID. The urgency
// of a look is the number of steps since the last one, plus up to NearSteps for a near object, plus SeenSteps for one
// seen before. Finally every observer looks, listens and remembers.
func (f *Field) Step(now int64, each Each) {
	f.now = min(max(f.now, now), MaxSpanTicks)
	f.step++
	f.stage, f.at = 0, 0
	f.goOn(each)
}

// goOn makes the rest of a step: all of it, or, if the host has ended the goroutine, the rest on its way out.
func (f *Field) goOn(each Each) {
	done := false
	defer func() {
		if !done {
			f.stage += f.stage % 2 // unfinished work for observers is not tried again
			f.goOn(each)
		}
	}()
	for ; f.stage < 4; f.stage, f.at = f.stage+1, 0 {
		switch f.stage {
		case 0:
			if f.at == 0 {
				f.looks.reset()
			}
			f.all(each, f.gatherOne)
		case 1:
			f.allot()
			f.hark()
		case 2:
			f.all(each, f.updateOne)
		case 3:
			f.collect()
			f.sounds = f.sounds[:0]
		}
	}
	done = true
}

// all does something for all observers that are still to be stepped.
func (f *Field) all(each Each, do func(i int)) {
	if each != nil && f.at == 0 {
		f.at = len(f.observers) // it brings all to their end, whatever happens
		each(len(f.observers), do)
	}
	for f.at < len(f.observers) {
		f.at++
		do(f.at - 1)
	}
}
