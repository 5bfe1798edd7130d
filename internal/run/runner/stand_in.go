package runner

import "github.com/karakuri-ai/karakuri/action"

// standIn is what runs in the place of a plan: a duty, the mind of an agent or its idle action.
type standIn struct {
	idle   action.Handle
	idling bool // nothing is carried out, which has been told
	ended  bool // the mind, a tree that does not start again
	why    Why  // nothing is carried out
}

func (x *standIn) hasMind(k *kind) bool { return k.mind != nil && !x.ended }

func (x *standIn) hasBrain(k *kind) bool { return x.hasMind(k) && k.mind.brain }

// isStill reports whether the mind of the agent must not go on: a brain that stands still, or a tree that is not to start.
func (x *standIn) isStill(k *kind, h *Hold) bool {
	if h == nil {
		return false
	}
	if k.mind.brain {
		return h.Brain
	}
	return x.idle.IsZero() && h.Takes(k.uses)
}

// isTaken reports whether h takes what the idle action, the duty or the tree needs that runs. What a brain needs the runner does not know.
func (x *standIn) isTaken(k *kind, l *duties, h *Hold) bool {
	if x.idle.IsZero() || x.hasBrain(k) {
		return false
	}
	if l.isOn() {
		return h.Takes(k.script.duties[l.of(l.current).Action])
	}
	return h.Takes(k.uses)
}

// doing returns which activity runs in the place of a plan, or would; ok is false where none does.
func (x *standIn) doing(k *kind, l *duties) (action int32, ok bool) {
	switch {
	case l.isOn():
		return l.of(l.current).Action, true
	case x.hasMind(k):
		return k.mind.action, true
	case k.idle != nil:
		return k.idle.action, true
	}
	return 0, false
}

func (x *standIn) text(k *kind, l *duties) string {
	switch {
	case l.isOn():
		return "what it was ordered"
	case x.hasBrain(k):
		return "its brain"
	case x.hasMind(k):
		return "its tree"
	}
	return "its idle action"
}
