package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Running implements [action.Driver].
func (l *leases) Running() int { return l.slots.running() }

// Fresh implements [action.Driver].
func (l *leases) Fresh(in *action.Instances) action.Driver { return l.families.newLeases(in) }

// Clear implements [action.Driver].
func (l *leases) Clear() { l.slots.clear() }

// Append implements [action.Driver].
func (l *leases) Append(b []byte, slot int32) []byte {
	var c codec.Coder
	h := l.slots.at(slot)
	if runs := l.code(c.Write(b), h); runs {
		return l.in.AppendInstance(c.Written(), h.handle)
	}
	return c.Written()
}

// Read implements [action.Driver]. From another program, an action that needs leases continues if it still needs some;
// which those are is found out when squads are there. From another crowd, it does not.
func (l *leases) Read(c *action.Ctx, saved *world.Reader, rs *action.Restorer) (id, slot int32, why string) {
	r := (*codec.Reader)(saved)
	if l.families.alone {
		return 0, 0, "an action that needs leases does not go over to another crowd"
	}
	slot = l.slots.take(c.Agent())
	h := l.slots.at(slot)
	h.handle = action.Handle{}
	runs := l.code(r.Coder(), h)
	if l.families.forms != nil && !r.Failed() {
		why = l.families.forms.need(h, l.actions, l.families.migration)
	}
	if runs && !r.Failed() {
		var lost string
		if h.handle, lost = rs.Instance(saved); lost != "" {
			why = lost
		}
		switch {
		case r.Failed() || lost != "":
		case why != "":
			l.in.Drop(h.handle)
		case h.handle.Action() != l.actions[h.action].ID:
			r.Fail("an action is not the expected one")
			l.in.Drop(h.handle)
		}
	}
	if why != "" || r.Failed() {
		l.slots.release(slot)
	}
	return h.action, slot, why
}

// code saves or reads the leases of an action. Runs says that the saved action itself follows.
func (l *leases) code(c *codec.Coder, h *hold) (runs bool) {
	count := len(l.actions)
	if l.families.forms != nil {
		count = len(l.families.forms.needy)
	}
	codec.Below(c, &h.action, count)
	codeWords(c, &h.words)
	c.Bool(&h.lost)
	for w := range codec.Each(c, &h.wants, codec.NoLimit) {
		codec.Int(c, (*int64)(&w.squad))
		codec.Below(c, &w.pool, def.MaxLeases)
		codec.Int(c, (*int64)(&w.key))
		codec.Int(c, &w.priority)
		c.Bools(&w.asked, &w.held)
	}
	if c.Reads() && l.families.forms == nil && !fitsParams(l.core.world.Schema(), l.actions[h.action], h.words) {
		c.Fail("the arguments of an action do not match its parameters")
	}
	runs = !h.handle.IsZero()
	c.Bool(&runs)
	return runs
}

// fitsParams reports whether the words are arguments of the action.
func fitsParams(schema *world.Schema, a *def.ActionInfo, words []world.Word) bool {
	for i := range a.Params {
		list := a.Params[i].Types
		t := list[0]
		if len(list) > 1 {
			if len(words) == 0 || words[0] < 0 || int(words[0]) >= len(list) {
				return false
			}
			t, words = list[words[0]], words[1:]
		}
		if len(words) < t.Width() {
			return false
		}
		for k := range t.Width() {
			if !schema.Fits(t, words[k]) {
				return false
			}
		}
		words = words[t.Width():]
	}
	return len(words) == 0
}

// Restored implements [action.Driver].
func (l *leases) Restored(c *action.Ctx, slot int32) bool {
	h := l.slots.at(slot)
	return h.handle.IsZero() || l.in.Restored(c, h.handle)
}

// Drop implements [action.Driver].
func (l *leases) Drop(slot int32) {
	if h := l.slots.at(slot); !h.handle.IsZero() {
		l.in.Drop(h.handle)
	}
	l.slots.release(slot)
}
