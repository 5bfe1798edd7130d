package sense

import (
	"cmp"
	"slices"
	"sort"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// message is a report of an observer to its team: it arrives in the next step.
type message struct {
	team    int64
	speaker ObjectID
	at      Point // of the speaker
	percept Percept

	from Observer
	turn int // how many it sent before in the step
}

func byTeam(a, b message) int { return cmp.Compare(a.team, b.team) }

// send sends what an observer has perceived to its team.
func (f *Field) send(o *observer, p Percept) {
	f.sending.Lock()
	defer f.sending.Unlock()
	f.sent = append(pool.Room(f.sent, 1), message{team: o.team, speaker: o.self, at: o.me.At, percept: p, from: o.number, turn: o.sent})
	o.sent++
}

// collect takes the messages of a step, in order of teams, observers and sending.
func (f *Field) collect() {
	slices.SortFunc(f.sent, func(a, b message) int {
		return cmp.Or(byTeam(a, b), cmp.Compare(a.from, b.from), cmp.Compare(a.turn, b.turn))
	})
	f.messages, f.sent, f.waiting.messages = f.sent, f.messages[:0], f.waiting.messages[:0]
}

// listen notices the team's messages of the last step.
func (f *Field) listen(o *observer) {
	if len(o.senses.talks) == 0 || o.team == 0 {
		return
	}
	first := sort.Search(len(f.messages), func(i int) bool { return f.messages[i].team >= o.team })
	for i := first; i < len(f.messages) && f.messages[i].team == o.team; i++ {
		m := &f.messages[i]
		if m.speaker == o.self {
			continue
		}
		far2 := distance2(m.at, o.me.At)
		for k, s := range o.senses.talks {
			if s.Range > 0 && far2 > square(s.Range) {
				continue
			}
			if due := f.reaction(o, s, m.percept.Object); due <= f.now {
				f.perceive(o, s.heard(m.percept))
			} else if len(o.pending) < MaxPending {
				f.waiting.waitFor(o, due, i, m.percept, k)
			}
			break
		}
	}
}

// heard is what a member of the team that sends a percept perceives with a talk sensor.
func (s *Sensor) heard(p Percept) Percept {
	p.Sensor, p.Has = Talk, p.Has&s.Readings
	p.Confidence = float64(p.Confidence * s.Confidence)
	return p
}
