package def

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// personality is a declared personality: the part that is the same for all brains.
type personality struct {
	entry  *entry
	decl   *Personality
	traits []trait
	used   bool // an agent has it
}

// trait is a checked trait. The meaning of its score depends on the want.
type trait struct {
	decl  *Trait
	scale float64
	meant bool            // a brain has the want
	said  map[string]bool // mistakes found in its score
}

// personalitySignature checks the parts that do not depend on a brain.
func (c *checker) personalitySignature(e *entry) {
	d := e.decl.(*Personality)
	p := &personality{entry: e, decl: d}
	e.personality = p
	seen := map[string]*Trait{}
	for _, t := range d.Traits {
		if t == nil {
			continue
		}
		if first := seen[t.Want.Name]; first != nil && t.Want.Name != "" {
			f := c.diags.Errorf(diag.FaultyTrait, traitSpan(t), "personality %q already has a trait for %q", e.name, t.Want.Name)
			f.Related = []diag.Related{{Span: traitSpan(first), Message: "first here"}}
		} else {
			seen[t.Want.Name] = t
		}
		p.traits = append(p.traits, trait{decl: t, scale: c.scale(t), said: map[string]bool{}})
	}
	if len(p.traits) == 0 && !c.partial {
		c.diags.Errorf(diag.PartMissing, e.at, "personality %q has no traits", e.name).Hint = "write the name of a want and how its score changes: kill * 1.5"
	}
}

// scale computes the factor of a trait, and reports a trait that says nothing or contradicts itself.
func (c *checker) scale(t *Trait) float64 {
	switch {
	case t.Never && (t.Scale != nil || t.Score != nil):
		c.diags.Errorf(diag.FaultyTrait, traitSpan(t), "%q is never wanted: it has no score", t.Want.Name)
	case !t.Never && t.Scale == nil && t.Score == nil && !c.partial:
		c.diags.Errorf(diag.FaultyTrait, traitSpan(t), "the trait does not change the score of %q", t.Want.Name).Hint = "WANT * 1.5, WANT score EXPRESSION, or WANT never"
	}
	before := len(c.diags.All)
	f := c.constNumber(t.Scale, c.global(), "a factor", span{0, MaxWeight}, 1)
	if f == 0 && !c.failedSince(before) {
		c.diags.Errorf(diag.FaultyNumber, t.Scale.Span(), "a factor must be greater than zero").Hint = "write never"
		return 1
	}
	return f
}

// traitSpan returns the place of a trait: the want that it names.
func traitSpan(t *Trait) diag.Span { return nameAt(t.Want, &t.Head) }

// personalitiesInUse returns the personalities that agents have with a brain, by the names of both.
func (c *checker) personalitiesInUse() map[string]map[string]bool {
	as := map[string]map[string]bool{}
	for _, e := range c.entriesOf(kindAgent) {
		line := e.decl.(*Agent).Brain
		if line == nil || line.Personality.Name == "" {
			continue
		}
		if as[line.Brain.Name] == nil {
			as[line.Brain.Name] = map[string]bool{}
		}
		as[line.Brain.Name][line.Personality.Name] = true
	}
	return as
}

// checkPersonalities resolves the personalities that make a difference to a brain, and those that agents have with it.
func (c *checker) checkPersonalities(b *BrainInfo, as map[string]bool) {
	wants := b.wantsByName()
	for _, e := range c.entriesOf(kindPersonality) {
		info := &PersonalityInfo{Decl: e.personality.decl, Name: e.name}
		for i := range e.personality.traits {
			t := &e.personality.traits[i]
			if k, ok := wants[t.decl.Want.Name]; ok {
				t.meant = true
				info.Traits = append(info.Traits, c.trait(t, b, k))
			}
		}
		if !e.lost && (len(info.Traits) > 0 || as[e.name]) {
			b.Personalities = append(b.Personalities, info)
		}
	}
	if n := len(b.Personalities); n > MaxPersonalities {
		c.diags.Errorf(diag.TooManyParts, headSpan(&b.Decl.Head), "brain %q has %d personalities, more than %d", b.Name, n, MaxPersonalities)
	}
}

// trait checks a trait for a want of a brain. Wants of several brains may have its name: it reports a mistake that all
// of them have once.
func (c *checker) trait(t *trait, b *BrainInfo, want int) TraitInfo {
	info := TraitInfo{Decl: t.decl, Want: want, Scale: t.scale, Never: t.decl.Never}
	var slots []Slot
	if each := b.Wants[want].Each; each != nil {
		slots = []Slot{*each}
	}
	all := c.diags
	c.diags = &diag.List{}
	info.Score = c.number(t.decl.Score, c.scope(slots), "a score")
	found := c.diags
	c.diags = all
	for _, d := range found.All {
		if text := d.Error(); !t.said[text] {
			t.said[text] = true
			d.Related = append(d.Related, diag.Related{Span: wantSpan(b.Wants[want].Decl), Message: "the want that it is for"})
			c.diags.All = append(c.diags.All, d)
		}
	}
	return info
}

// strayTraits reports traits for what no brain wants.
func (c *checker) strayTraits(p *personality) {
	for i := range p.traits {
		t := &p.traits[i]
		name := t.decl.Want.Name
		if t.meant || c.partial {
			continue
		}
		d := c.diags.Errorf(diag.FaultyTrait, traitSpan(t.decl), "no brain has a want %q", name)
		names := c.wantNames()
		d.MeantOr(name, expr.Suggest(name, names), wantList(names))
	}
}

// maxListedWants bounds how many wants a hint names.
const maxListedWants = 8

// wantList says which wants there are, each name once: "the wants are kill, rest".
func wantList(names []string) string {
	var list []string
	for _, name := range names {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
		if len(list) > maxListedWants {
			return "the wants are " + strings.Join(list[:maxListedWants], ", ") + " and others"
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "the wants are " + strings.Join(list, ", ")
}

// wantNames returns the names of all wants, in the order in which they stand.
func (c *checker) wantNames() []string {
	var names []string
	for _, e := range c.entriesOf(kindBrain) {
		for _, w := range e.brain.Wants {
			names = append(names, w.Name)
		}
	}
	if c.compared += len(names); c.compared > maxSuggestWork {
		return nil
	}
	return names
}
