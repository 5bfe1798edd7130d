package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// carriedPart is a reaction or layer that was read from another program.
type carriedPart struct {
	handle action.Handle
	why    string // it does not continue
	runs   bool   // it did when it was saved

	severed, losses int // how many there were before it was read
}

// otherParts reads the reactions and layers of an agent of another program, and takes over those that are still there.
func (l *loader) otherParts(g *beside, a *agent, was *kindForm) {
	c, p := l.c, a.parts
	var now kindForm
	if p != nil {
		now = kindFormOf(c.core.model.Info.Agents[a.kind])
	}
	var brain, stunned bool
	g.Bools(&brain, &stunned)
	for i, at := range matchParts(was.reactions, now.reactions) {
		var old reacting
		g.reaction(&old)
		h := g.part()
		if g.Failed() {
			l.dropPart(h)
			return
		}
		lost := ""
		if at >= 0 {
			lost = h.keep(p.kit.Reactions[at].Activity)
			p.reactions[at].carry(&old, h, lost != "", c.core.tick, p.kit.Reactions[at].CooldownTicks, now.reactions[at].judged)
		} else {
			lost = "it is gone"
		}
		l.endPart(a, h, lost, "reaction "+was.reactions[i].does, i)
	}
	for i, at := range matchParts(was.layers, now.layers) {
		var on, blocked bool
		g.Bools(&on, &blocked)
		h := g.part()
		if g.Failed() {
			l.dropPart(h)
			return
		}
		lost := "it is gone"
		if at >= 0 {
			lost = h.keep(p.kit.Layers[at].Activity)
			q := &p.layers[at]
			q.on, q.blocked = on && lost == "", blocked
			if lost == "" {
				q.handle = h.handle
			}
		}
		l.endPart(a, h, lost, "layer "+was.layers[i].name, len(was.reactions)+i)
	}
	if p == nil {
		l.giveBack(a, brain)
		return
	}
	p.brain, p.stunned = brain, stunned
	c.reflexes.findHold(a)
	p.brain = brain && p.hold.Brain
	l.giveBack(a, brain && !p.brain)
	a.runner.Regain(a.held())
}

// giveBack records an agent whose brain continues because the reaction that has interrupted it is gone.
func (l *loader) giveBack(a *agent, brain bool) {
	if !brain {
		return
	}
	if l.handBack == nil {
		l.handBack = map[*agent]bool{}
	}
	l.handBack[a] = true
}

// part reads the activity of a reaction or layer of another program.
func (g *beside) part() (h carriedPart) {
	if g.Bool(&h.runs); !h.runs || g.Failed() {
		return h
	}
	h.losses = len(*g.lost)
	if g.moves != nil {
		h.severed = len(g.moves.severed)
	}
	h.handle, h.why = g.saved.Restorer.Instance((*world.Reader)(g.Reader()))
	return h
}

// keep returns why an activity cannot continue where another may be meant now; empty: it does.
func (h *carriedPart) keep(activity int32) (why string) {
	switch {
	case !h.runs:
		return ""
	case h.why != "":
		return h.why
	case h.handle.Action() != activity:
		return "it does something else"
	}
	return ""
}

// carry takes over the state of a reaction of another program. Its condition is evaluated again. One whose activity
// does not continue is due again, as when it is interrupted.
func (r *reacting) carry(old *reacting, h carriedPart, lost bool, tick, cooldown int64, judged bool) {
	reads := r.reads
	*r = *old
	r.reads, r.stale, r.handle = reads, true, action.Handle{}
	switch {
	case h.runs && !lost:
		r.handle = h.handle
	case lost:
		r.rests = tick + cooldown
		if r.want(tick); judged {
			r.wants = r.holds
		}
	}
}

// endPart ends what a reaction or layer did and cannot continue: in the crowd as it was before, with the hooks that it
// was started with.
func (l *loader) endPart(a *agent, h carriedPart, why, name string, part int) {
	if !h.runs || why == "" {
		return
	}
	l.dropPart(h)
	if m := l.c.families.moves; m != nil { // it ends as a whole
		m.severed = m.severed[:h.severed]
	}
	l.c.families.lost = append(l.c.families.lost[:h.losses], Loss{Kind: LostReaction, Name: name, Why: why, Text: name + " ends: " + why})
	l.c.families.moves.sever(severed{agent: a.id, of: noDriver, part: part})
}

func (l *loader) dropPart(h carriedPart) {
	if !h.handle.IsZero() {
		l.c.core.stage.Instances.Drop(h.handle)
	}
}
