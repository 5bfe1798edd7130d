package sense

import (
	"cmp"
	"slices"
)

// message is a report of an observer to its team: it arrives in the next step.
type message struct {
	team    int64
	speaker ObjectID
	at      Point // of the speaker
	percept Percept
}

func byTeam(a, b message) int { return cmp.Compare(a.team, b.team) }

// collect takes the messages of a step, in order of teams, speakers and sending.
func (f *Field) collect() {
	f.messages = f.messages[:0]
	for _, o := range f.observers {
		f.messages = append(f.messages, o.outbox...)
	}
	slices.SortStableFunc(f.messages, byTeam)
}

// listen notices the team's messages of the last step.
func (f *Field) listen(o *observer) {
	if len(o.senses.talks) == 0 || o.team == 0 {
		return
	}
	first, _ := slices.BinarySearchFunc(f.messages, message{team: o.team}, byTeam)
	for i := first; i < len(f.messages) && f.messages[i].team == o.team; i++ {
		m := &f.messages[i]
		if m.speaker == o.self {
			continue
		}
		far2 := distance2(m.at, o.me.At)
		for _, s := range o.senses.talks {
			if s.Range > 0 && far2 > square(s.Range) {
				continue
			}
			p := m.percept
			p.Sensor, p.Has = Talk, p.Has&s.Readings
			p.Confidence = float64(p.Confidence * s.Confidence)
			f.stimulate(o, s, p)
			break
		}
	}
}
