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
	h := l.slots.at(slot)
	b = appendSavedWords(codec.AppendUint(b, h.action), h.words)
	b = codec.AppendUint(codec.AppendBool(b, h.lost), len(h.wants))
	for _, w := range h.wants {
		b = codec.AppendInt(codec.AppendInt(codec.AppendUint(codec.AppendInt(b, int64(w.squad)), w.pool), int64(w.key)), int64(w.priority))
		b = codec.AppendBool(codec.AppendBool(b, w.asked), w.held)
	}
	if b = codec.AppendBool(b, !h.handle.IsZero()); !h.handle.IsZero() {
		b = l.in.AppendInstance(b, h.handle)
	}
	return b
}

// Read implements [action.Driver]. From another program or crowd an action that needs leases begins anew.
func (l *leases) Read(c *action.Ctx, saved *world.Reader, rv *action.Revival) (id, slot int32, why string) {
	r := (*codec.Reader)(saved)
	if l.families.foreign() {
		return 0, 0, "an action that needs leases does not go over to another program or crowd"
	}
	id = int32(r.Below(len(l.actions)))
	slot = l.slots.take(c.Agent())
	h := l.slots.at(slot)
	h.action, h.words, h.wants, h.handle = id, readSavedWords(r, h.words[:0]), h.wants[:0], action.Handle{}
	h.lost = r.Bool()
	for range r.Count() {
		w := want{squad: ID(r.Int()), pool: r.Below(def.MaxLeases), key: world.Object(r.Int()), priority: int32(r.Int()), asked: r.Bool(), held: r.Bool()}
		if r.Failed() {
			break
		}
		h.wants = append(h.wants, w)
	}
	if !r.Failed() && !fitsParams(l.core.world.Schema(), l.actions[id], h.words) {
		r.Fail("the arguments of an action in it do not fit")
	}
	if r.Bool() && !r.Failed() {
		if h.handle, why = rv.Instance((*world.Reader)(r)); why == "" && !r.Failed() && h.handle.Action() != l.actions[id].ID {
			r.Fail("an action in it is another one")
			l.in.Drop(h.handle)
		}
	}
	if why != "" || r.Failed() {
		l.slots.release(slot)
	}
	return id, slot, why
}

// fitsParams reports whether words are the arguments of an action.
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
