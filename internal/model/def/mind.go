package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
)

// checkMind checks the brain line of an agent; nil after a mistake.
func (c *checker) checkMind(a *Agent) *MindUse {
	d := a.Brain
	switch {
	case len(a.Plans) > 0:
		c.diags.Errorf(diag.FaultyMind, headSpan(&d.Head), "agent %q has both plan lines and a brain", a.Name).Hint = "put the plan in a goal, and want the goal: goal NAME { plan TASK }"
	case a.Tree != nil:
		c.diags.Errorf(diag.FaultyMind, headSpan(&d.Head), "agent %q has both a tree and a brain", a.Name).Hint = "put the tree in a goal and want the goal, or pursue goals in the tree with the node goal NAME"
	}
	brain := c.callee(&Call{At: nameAt(d.Brain, &d.Head), Name: d.Brain}, "a brain", kindBrain)
	var as *entry
	if d.Personality.Name != "" {
		if as = c.named(d.Personality, &d.Head, kindPersonality); as == nil {
			return nil
		}
		as.personality.used = true
	}
	if brain == nil {
		return nil
	}
	which := -1
	if as != nil {
		which = slices.IndexFunc(brain.brain.Personalities, func(p *PersonalityInfo) bool { return p.Decl == as.personality.decl })
	}
	return c.mind(brain.brain, which)
}

// mind returns a brain with a personality: the same for the same.
func (c *checker) mind(b *BrainInfo, personality int) *MindUse {
	for _, m := range c.info.Minds {
		if m.Brain == b && m.Personality == personality {
			return m
		}
	}
	m := &MindUse{ID: int32(len(c.info.Minds)), Brain: b, Personality: personality}
	c.info.Minds = append(c.info.Minds, m)
	return m
}

// guises adds the personalities that agents do not have but can be given.
func guises(info *Info) {
	for _, b := range info.Brains {
		if !slices.ContainsFunc(info.Minds, func(m *MindUse) bool { return m.Brain == b }) {
			continue // no agent has the brain
		}
		for p := -1; p < len(b.Personalities); p++ {
			if info.Guise(b, p) == nil {
				info.Guises = append(info.Guises, &MindUse{ID: int32(len(info.Minds) + len(info.Guises)), Brain: b, Personality: p})
			}
		}
	}
}

// PersonalityNames returns the names of the personalities of all brains, each once: brains can have some of the same
// name.
func (i *Info) PersonalityNames() (names []string) {
	for _, b := range i.Brains {
		for _, p := range b.Personalities {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// Guise returns a brain with a personality, -1 for none; nil: there is no such personality.
func (i *Info) Guise(b *BrainInfo, personality int) *MindUse {
	for _, list := range [][]*MindUse{i.Minds, i.Guises} {
		for _, m := range list {
			if m.Brain == b && m.Personality == personality {
				return m
			}
		}
	}
	return nil
}

// MindAt returns a brain with a personality by its number.
func (i *Info) MindAt(id int32) *MindUse {
	if n := int32(len(i.Minds)); id >= n {
		return i.Guises[id-n]
	}
	return i.Minds[id]
}

// named finds the declaration that a line of an agent names, in a table of its own; else it reports the mistake.
func (c *checker) named(n Name, h *Head, k kind) *entry {
	e := c.names.find(n.Name, k)
	if e == nil && !(n.Name == "" && c.partial) {
		c.diags.Errorf(diag.UnknownDecl, nameAt(n, h), "expected %s, but nothing is called %q", k, n.Name).Meant(n.Name, c.suggest(n.Name, k))
	}
	return e
}

// checkPercepts checks the senses, memory and body of an agent.
func (c *checker) checkPercepts(a *AgentInfo) {
	d := a.Decl
	if d.Body != nil {
		a.Body = c.objectType(Name{At: nameAt(d.Body.Type, &d.Body.Head), Name: d.Body.Type.Name})
	}
	c.eachUse(d.Senses, kindSense, func(e *entry, _ *UseLine) { a.Senses = append(a.Senses, e.sense) })
	c.eachUse(d.Memories, kindMemory, func(e *entry, line *UseLine) {
		for _, other := range a.Memories {
			if other.Kind == e.memory.Kind && other.Kind != "" {
				c.diags.Errorf(diag.FaultySenses, nameAt(line.What, &line.Head), "agent %q already has a %s memory: %s", a.Name, other.Kind, other.Name)
			}
		}
		a.Memories = append(a.Memories, e.memory)
	})
	if n := len(a.Senses); n > MaxAgentSenses {
		c.diags.Errorf(diag.TooManyParts, headSpan(&d.Head), "agent %q has %d senses, more than %d", a.Name, n, MaxAgentSenses)
	}
	if first := slices.IndexFunc(d.Senses, func(line *UseLine) bool { return line != nil }); first >= 0 && len(d.Memories) == 0 && !c.partial {
		c.diags.Errorf(diag.FaultySenses, nameAt(d.Senses[first].What, &d.Senses[first].Head), "agent %q has senses but no memory to store what it perceives", a.Name).Hint = "declare memory short { ... }, and give it to the agent: memory short"
	}
}

// eachUse calls visit for what lines of an agent name, and reports names that are unknown or stand there twice.
func (c *checker) eachUse(lines []*UseLine, k kind, visit func(*entry, *UseLine)) {
	seen := map[string]*UseLine{}
	for _, line := range lines {
		if line == nil {
			continue
		}
		e := c.named(line.What, &line.Head, k)
		if e == nil {
			continue
		}
		if first := seen[e.name]; first != nil {
			d := c.diags.Errorf(diag.FaultySenses, nameAt(line.What, &line.Head), "the agent already has %s %q", k, e.name)
			d.Related = []diag.Related{{Span: nameAt(first.What, &first.Head), Message: "first here"}}
			continue
		}
		seen[e.name] = line
		visit(e, line)
	}
}
