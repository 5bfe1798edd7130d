package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// lintBrains warns of wants that can never win, and of ranks that make no difference.
func (c *checker) lintBrains() {
	for _, b := range c.info.Brains {
		if _, most := bounds(b.Orders); most <= 0 {
			c.diags.Warnf(diag.NeverWins, b.Decl.Orders.Score.Span(), "orders can never win: their score is never above 0")
		}
		lintCuts(c.diags, c.info.Schema, b)
		for i, w := range b.Wants {
			c.lintScore(b, i)
			if w.Rank != 0 && !b.Select.Ranked {
				d := c.diags.Warnf(diag.IdleRank, spanOf(w.Decl.Rank), "the rank makes no difference: brain %q does not choose by rank", b.Name)
				d.Hint = "select ranked best, or select dual"
			}
		}
	}
}

// lintMinds warns of brains, personalities, senses and memories that no agent has, and of agents that lack the memory
// that their brain needs.
func (c *checker) lintMinds() {
	if len(c.info.Agents) == 0 {
		return
	}
	used := map[any]bool{}
	for _, a := range c.info.Agents {
		if a.Mind != nil {
			used[a.Mind.Brain] = true
			c.lintMemory(a)
		}
		for _, s := range a.Senses {
			used[s] = true
		}
		for _, m := range a.Memories {
			used[m] = true
		}
	}
	for _, e := range c.entriesOf(kindBrain) {
		c.unused(e, used[e.brain], diag.UnusedBrain, "brain")
	}
	for _, e := range c.entriesOf(kindPersonality) {
		c.unused(e, e.personality.used, diag.UnusedPersonality, "personality")
	}
	for _, e := range c.entriesOf(kindSense) {
		c.unused(e, used[e.sense], diag.UnusedSense, "sense")
	}
	for _, e := range c.entriesOf(kindMemory) {
		c.unused(e, used[e.memory], diag.UnusedMemory, "memory")
	}
}

// unused warns of what no agent has.
func (c *checker) unused(e *entry, used bool, code diag.Code, word string) {
	if used || !c.isMain(e) {
		return
	}
	hints := map[string]string{"brain": "brain NAME", "personality": "brain BRAIN as NAME, or give it with Agent.SetPersonality", "sense": "sense NAME", "memory": "memory NAME"}
	c.diags.Warnf(code, e.at, "no agent has %s %q", word, e.name).Hint = "write it in an agent: " + hints[word]
}

// lintMemory warns of an agent without memory whose brain needs one.
func (c *checker) lintMemory(a *AgentInfo) {
	if len(a.Memories) > 0 {
		lintRemembered(c.diags, c.info.Schema, a)
		return
	}
	kept := map[*world.Symbol]bool{}
	for _, s := range c.info.Known {
		kept[s] = true
	}
	for i := range c.info.Remembered {
		kept[c.info.Remembered[i].Symbol] = true
	}
	for _, w := range a.Mind.Brain.Wants {
		needs := w.Remembered != nil
		reads := func(t *expr.Term) { t.Symbols(func(s *world.Symbol) { needs = needs || kept[s] }) }
		w.terms(reads)
		eachGoal(w.Goal, map[*GoalInfo]bool{}, func(g *GoalInfo) { g.terms(reads) })
		if needs {
			d := c.diags.Warnf(diag.NoMemory, headSpan(&a.Decl.Brain.Head), "agent %q has no memory, but want %q of its brain needs remembered objects", a.Name, w.Name)
			d.Related = []diag.Related{{Span: wantSpan(w.Decl), Message: "the want"}}
			d.Hint = "give it one: memory NAME"
			return
		}
	}
}
