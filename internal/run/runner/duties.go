package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// duties are what an agent is ordered to do, the next one first; those that have ended are among them until they are forgotten.
// A nil list is an empty one, but for add.
type duties struct {
	list    []duty
	current int64 // the number of the one that runs in the place of the idle action; 0: none
}

type duty struct {
	Duty
	state DutyState
}

// add adds a duty, copying its arguments, and reports whether there was room for it.
func (l *duties) add(d Duty) bool {
	n := len(l.list)
	if n == MaxDuties {
		return false
	}
	l.list = slices.Grow(l.list, 1)[:n+1]
	d.Args = append(l.list[n].Args[:0], d.Args...) // its memory is used again
	l.list[n] = duty{d, DutyWaiting}
	l.advance(n)
	return true
}

// advance moves an urgent duty before those that are not.
func (l *duties) advance(at int) {
	for list := l.list; at > 0 && list[at].Urgent && !list[at-1].Urgent; at-- {
		list[at], list[at-1] = list[at-1], list[at]
	}
}

// urge makes a duty urgent, and reports whether there is one of that number.
func (l *duties) urge(number int64) bool {
	at := l.find(number)
	if at < 0 {
		return false
	}
	l.list[at].Urgent = true
	l.advance(at)
	return true
}

// withdraw takes a duty off the list, and reports whether it was there and whether it ran. Its memory is kept.
func (l *duties) withdraw(number int64) (known, ran bool) {
	at := l.find(number)
	if at < 0 {
		return false, false
	}
	last := l.list[at]
	copy(l.list[at:], l.list[at+1:])
	l.list[len(l.list)-1] = last
	l.list = l.list[:len(l.list)-1]
	if ran = l.current == number; ran {
		l.current = 0
	}
	return true, ran
}

func (l *duties) find(number int64) int {
	if l == nil {
		return -1
	}
	return slices.IndexFunc(l.list, func(d duty) bool { return d.Number == number })
}

// of returns the duty of a number, or nil.
func (l *duties) of(number int64) *duty {
	if at := l.find(number); at >= 0 {
		return &l.list[at]
	}
	return nil
}

// isOn reports whether a duty is being carried out.
func (l *duties) isOn() bool { return l != nil && l.current != 0 }

// next returns the duty whose turn it is, or nil.
func (l *duties) next() *duty {
	if l == nil {
		return nil
	}
	for i := range l.list {
		if d := &l.list[i]; !d.state.isOver() {
			return d
		}
	}
	return nil
}

// isPressed reports whether the duty whose turn it is does not wait for what the agent is committed to.
func (l *duties) isPressed() bool {
	d := l.next()
	return d != nil && d.Urgent
}

// end notes how the duty that runs has ended.
func (l *duties) end(status action.Status) {
	d := l.of(l.current)
	if l.current, d.state = 0, DutyFailed; status == action.Success {
		d.state = DutyDone
	}
}

// interrupt notes that the duty that runs was aborted: it begins afresh when its turn comes again. It reports whether one ran.
func (l *duties) interrupt() bool {
	if !l.isOn() {
		return false
	}
	l.of(l.current).state = DutyWaiting
	l.current = 0
	return true
}

// clear forgets all duties, but for their memory.
func (l *duties) clear() {
	if l != nil {
		l.list, l.current = l.list[:0], 0
	}
}

// fitsDuty reports whether words are the arguments of an activity that a duty can be.
func (s *Script) fitsDuty(action int32, words []world.Word) bool {
	for _, t := range s.info.Tasks {
		if s.info.TaskActivity(t) == action {
			return s.fitsParams(t.Params, words)
		}
	}
	for _, g := range s.info.Goals {
		if s.info.GoalActivity(g) == action {
			return s.fitsParams(g.Params, words)
		}
	}
	return false
}

func (s *Script) fitsParams(params []def.Slot, words []world.Word) bool {
	n := 0
	for _, p := range params {
		for range p.Type.Width() {
			if n == len(words) || !s.info.Schema.Fits(p.Type, words[n]) {
				return false
			}
			n++
		}
	}
	return n == len(words)
}
