package agent

import (
	"errors"
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// An agent's guise is the personality that the host gave it in place of that of its kind.

var errGuiseInTick = errors.New("karakuri: SetPersonality: it is called within a tick; call it between two ticks")

// SetPersonality gives an agent with a brain another personality, "" for none: it decides by it from the next tick on.
// What it pursues continues until it decides otherwise; its cooldowns, failures and orders remain. The error says that
// the agent has left or has no brain, that its brain has no such personality, or that a tick is under way.
func (c *Crowd) SetPersonality(id ID, name string) error {
	a := c.agents.slot(id)
	switch {
	case a == nil:
		return errors.New("karakuri: SetPersonality: the agent has left")
	case c.core.ticking:
		return errGuiseInTick
	}
	info := c.core.model.Info
	kind := info.Agents[a.kind]
	if kind.Mind == nil {
		return fmt.Errorf("karakuri: SetPersonality: %q: %w", kind.Name, ErrNoBrain)
	}
	use := guiseNamed(info, kind.Mind.Brain, name)
	if use == nil {
		return fmt.Errorf("karakuri: SetPersonality: brain %q has no personality %q; it has %s", kind.Mind.Brain.Name, name, guisesOf(kind.Mind.Brain))
	}
	if c.journal.tape != nil {
		c.journal.tape.guising(a, use.ID)
	}
	c.setGuise(a, use)
	return nil
}

// setGuise gives an agent a mind of its brain.
func (c *Crowd) setGuise(a *agent, use *def.MindUse) {
	was := c.View().MindOf(a.id).Personality
	a.setGuise(use.ID + 1)
	if it := c.families.brain(a); it != nil {
		it.use = use
		it.SetPersonality(use.Personality)
	}
	c.core.schedule.Wake(int32(a.slot()))
	if was != use.Personality {
		e := goal.ChangeOfPersonality(use.Brain.ID, was, use.Personality)
		e.Agent, e.Tick = a.id, c.core.tick
		(*goalReporter)(&c.journal.reporter).Event(&e)
	}
}

func guiseNamed(info *def.Info, b *def.BrainInfo, name string) *def.MindUse {
	if name == "" {
		return info.Guise(b, -1)
	}
	for i, p := range b.Personalities {
		if p.Name == name {
			return info.Guise(b, i)
		}
	}
	return nil
}

// guisesOf lists the personalities of a brain.
func guisesOf(b *def.BrainInfo) string {
	var names []string
	for _, p := range b.Personalities {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// MindOf returns the brain and the personality that an agent has; nil: it has no brain.
func (v *View) MindOf(id ID) *def.MindUse {
	a := v.agents.slot(id)
	if a == nil {
		return nil
	}
	if a.guise > 0 {
		return v.core.model.Info.MindAt(a.guise - 1)
	}
	return v.core.model.Info.Agents[a.kind].Mind
}

// savedGuise is the mind that an agent was given.
type savedGuise struct{ slot, mind int32 }

// appendGuises appends the minds that agents were given; nothing if the program has none to give.
func (p *population) appendGuises(info *def.Info, b []byte) []byte {
	if len(info.Minds)+len(info.Guises) < 2 {
		return b
	}
	var list []savedGuise
	for i, a := range p.list {
		if a.id != 0 && a.guise > 0 {
			list = append(list, savedGuise{int32(i), a.guise - 1})
		}
	}
	var c codec.Coder
	codeGuises(c.Write(b), &list, len(p.list), len(info.Minds)+len(info.Guises))
	return c.Written()
}

// appendGuise appends the mind that one agent was given.
func (p *population) appendGuise(info *def.Info, b []byte, a *agent) []byte {
	n := len(info.Minds) + len(info.Guises)
	if n < 2 {
		return b
	}
	var c codec.Coder
	codec.Below(c.Write(b), &a.guise, n+1)
	return c.Written()
}

func codeGuises(c *codec.Coder, list *[]savedGuise, slots, minds int) {
	for g := range codec.Each(c, list, slots) {
		codec.Below(c, &g.slot, slots)
		codec.Below(c, &g.mind, minds)
	}
}

// guises reads what [population.appendGuises] has written.
func (l *loader) guises() {
	then := l.mindsThen()
	if then < 2 || l.Failed() {
		return
	}
	var list []savedGuise
	codeGuises(l.Coder(), &list, len(l.c.agents.list), then)
	for _, g := range list {
		if a := l.c.agents.list[g.slot]; a.id != 0 {
			l.guise(a, g.mind+1)
		}
	}
}

// guiseAlone reads what [population.appendGuise] has written.
func (l *loader) guiseAlone(a *agent) {
	then := l.mindsThen()
	if a.setGuise(0); then < 2 || l.Failed() {
		return
	}
	var saved int32
	codec.Below(l.Coder(), &saved, then+1)
	l.guise(a, saved)
}

// mindsThen returns how many minds the program had whose data are read.
func (l *loader) mindsThen() int {
	if l.migration != nil {
		return len(l.minds)
	}
	info := l.c.core.model.Info
	return len(info.Minds) + len(info.Guises)
}

// guise gives an agent the mind that it had been given. In another program it keeps a personality of the same name, if
// its kind still has the brain.
func (l *loader) guise(a *agent, saved int32) {
	if saved == 0 || l.Failed() {
		return
	}
	info := l.c.core.model.Info
	kind := info.Agents[a.kind].Mind
	if l.migration == nil {
		if kind == nil || kind.Brain != info.MindAt(saved-1).Brain {
			l.Fail("an agent has a mind of another brain")
			return
		}
		a.setGuise(saved)
		return
	}
	was := l.minds[saved-1]
	name, as := l.goals.Brain(int(was.brain), int(was.personality)-1)
	if kind == nil || kind.Brain.Name != name {
		return
	}
	if use := guiseNamed(info, kind.Brain, as); use != nil {
		a.setGuise(use.ID + 1)
	}
}
