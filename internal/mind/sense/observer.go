package sense

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
)

// observer is one character of a field.
type observer struct {
	mind    *Mind
	senses  *Senses
	pace    int64 // see SetPace
	kind    int   // place in Options.Senses
	self    ObjectID
	team    int64
	here    bool
	rand    det.Rand
	tracks  []track         // what may be seen or touched, by object
	pending []pending       // what will be noticed, in the order it was perceived
	damages []action.Damage // since the last step

	// Of one step.
	number     Observer
	refused    int64 // the last step in which an answer of the host was refused for it
	me         Object
	facing     Point // unit vector
	there      bool
	looks      bool        // it is its turn to look
	hinted     uint64      // of the tracks of what was visible at the last look, by [hint]
	candidates []candidate // by object
	spots      []candidate // places where remembered things should be, by object
	sent       int         // messages
}

// track is the state that an observer keeps about a thing in its view from step to step.
type track struct {
	object   ObjectID
	checked  int64 // step of the last look, or of the one before it came into view
	noticeAt int64 // tick from which it is noticed, if it is visible
	visible  bool  // in the last look
	noticed  bool  // the mind was given it
}

// candidate is a thing in view, or the spot where one should be.
type candidate struct {
	object  ObjectID
	at      Point
	far2    float64
	waited  int64 // steps since the last look
	urgency int64
	look    uint8 // number of the sensor
	ray     bool  // a line of sight is needed
	granted bool  // and may be asked for
}

// every returns how many steps there are from one look to the next; 0: it never looks.
func (o *observer) every() int64 {
	if o.senses.every == 0 {
		return 0
	}
	return max(o.senses.every, o.pace)
}

// track returns the track of an object, or nil.
func (o *observer) track(id ObjectID) *track {
	i, ok := slices.BinarySearchFunc(o.tracks, id, func(t track, id ObjectID) int {
		switch {
		case t.object < id:
			return -1
		case t.object > id:
			return 1
		}
		return 0
	})
	if !ok {
		return nil
	}
	return &o.tracks[i]
}

// visible reports whether an object was seen or touched at the last look.
func (o *observer) visible(id ObjectID) bool {
	t := o.track(id)
	return t != nil && t.visible
}

// wasVisible is visible while the observer gathers: most objects are ruled out without a search.
func (o *observer) wasVisible(id ObjectID) bool { return o.hinted&hint(id) != 0 && o.visible(id) }

// hint is one of 64 bits for an object.
func hint(id ObjectID) uint64 { return 1 << (uint64(id) * 0x9e3779b97f4a7c15 >> 58) }

// hintTracks notes the hints of what was visible.
func (o *observer) hintTracks() {
	o.hinted = 0
	for i := range o.tracks {
		if t := &o.tracks[i]; t.visible {
			o.hinted |= hint(t.object)
		}
	}
}

// delay returns how long it takes until a stimulus is noticed.
func (o *observer) delay(s *Sensor, id ObjectID) int64 {
	if s.Kind != Talk {
		if _, known := o.mind.Find(id); known {
			return s.AlertTicks
		}
	}
	if s.JitterTicks == 0 {
		return s.ReactionTicks
	}
	return s.ReactionTicks + int64(o.rand.Uint64n(uint64(s.JitterTicks)+1))
}
