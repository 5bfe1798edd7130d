package sense

import (
	"sync"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// pending is a percept that waits for the reaction to be over.
type pending struct {
	due   int64
	place int32 // of the percept, in the field's waiting room
	talk  uint8 // 0: just that; else it is of a message, heard by the talk sensor of this number, from 1
}

// waiting is the percepts that wait for reactions. Most are messages, for which all members of a team wait: they share
// one. Several goroutines may use it at the same time.
type waiting struct {
	turn  sync.Mutex
	pages []*[waitingPage]waiter
	free  []int32

	messages []int32 // by message of the last step: its place; -1, or not there: no observer waits for it
}

const waitingPage = 1 << 6

// waiter is a percept for which observers wait.
type waiter struct {
	percept Percept
	holders int32
}

func (w *waiting) at(place int32) *waiter { return &w.pages[place/waitingPage][place%waitingPage] }

// add adds a percept that nobody waits for yet.
func (w *waiting) add(p Percept) int32 {
	if len(w.free) == 0 {
		first := int32(len(w.pages)) * waitingPage
		w.pages = append(w.pages, &[waitingPage]waiter{})
		for i := int32(waitingPage - 1); i >= 0; i-- {
			w.free = append(w.free, first+i)
		}
	}
	last := len(w.free) - 1
	place := w.free[last]
	w.free = w.free[:last]
	*w.at(place) = waiter{percept: p}
	return place
}

// percept returns what an observer will notice.
func (w *waiting) percept(o *observer, p pending) Percept {
	percept := w.at(p.place).percept
	if p.talk > 0 {
		return o.senses.talks[p.talk-1].heard(percept)
	}
	return percept
}

// take is percept, for the last time.
func (w *waiting) take(o *observer, p pending) Percept {
	w.turn.Lock()
	defer w.turn.Unlock()
	at := w.at(p.place)
	if at.holders--; at.holders == 0 {
		w.free = append(w.free, p.place)
	}
	return w.percept(o, p)
}

// wait lets an observer notice a percept later.
func (w *waiting) wait(o *observer, due int64, p Percept) {
	w.turn.Lock()
	defer w.turn.Unlock()
	w.join(o, pending{due: due, place: w.add(p)})
}

// waitFor lets an observer notice a message of the last step later, by its number and what it holds.
func (w *waiting) waitFor(o *observer, due int64, message int, p Percept, talk int) {
	w.turn.Lock()
	defer w.turn.Unlock()
	for len(w.messages) <= message {
		w.messages = append(w.messages, -1)
	}
	if w.messages[message] < 0 {
		w.messages[message] = w.add(p)
	}
	w.join(o, pending{due, w.messages[message], uint8(1 + talk)})
}

func (w *waiting) join(o *observer, p pending) {
	w.at(p.place).holders++
	o.pending = append(pool.Room(o.pending, 1), p)
}

// drop removes all that an observer waits for.
func (w *waiting) drop(o *observer) {
	for _, p := range o.pending {
		w.take(o, p)
	}
	o.pending = o.pending[:0]
}

// react notices percepts once their reaction time is over.
func (f *Field) react(o *observer) {
	kept := o.pending[:0]
	for _, p := range o.pending {
		if p.due > f.now {
			kept = append(kept, p)
			continue
		}
		f.perceive(o, f.waiting.take(o, p))
	}
	o.pending = kept
}

// stimulate notices a percept that does not last, at once or after the reaction.
func (f *Field) stimulate(o *observer, s *Sensor, p Percept) {
	if due := f.reaction(o, s, p.Object); due <= f.now {
		f.perceive(o, p)
	} else if len(o.pending) < MaxPending {
		f.waiting.wait(o, due, p)
	}
}

// reaction returns the tick in which an observer notices what a sensor perceives now.
func (f *Field) reaction(o *observer, s *Sensor, id ObjectID) int64 { return f.now + o.delay(s, id) }
