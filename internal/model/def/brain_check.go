package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of brains: those of package goal.
const (
	MaxBrains        = 1024 // of a model
	MaxWants         = 256  // of a brain
	MaxPersonalities = 64   // of a brain
	MaxTargets       = 256  // of a want, that are compared
)

// checkBrains checks the brains, with the personalities that change what they want.
func (c *checker) checkBrains() {
	for _, e := range c.entriesOf(kindPersonality) {
		c.personalitySignature(e)
	}
	as := c.personalitiesInUse()
	for _, e := range c.entriesOf(kindBrain) {
		c.checkBrain(e)
		c.checkPersonalities(e.brain, as[e.name])
		e.brain.Alerts = c.alerts(e.brain)
	}
	for _, e := range c.entriesOf(kindPersonality) {
		c.strayTraits(e.personality)
	}
}

func (c *checker) checkBrain(e *entry) {
	d := e.decl.(*Brain)
	b := &BrainInfo{Decl: d, ID: int32(len(c.info.Brains)), Name: e.name}
	e.brain = b
	if !e.lost {
		c.info.Brains = append(c.info.Brains, b)
	}
	c.checkWants(b)
	c.arbitration(b)
	if len(c.info.Brains) == MaxBrains+1 && !e.lost {
		c.diags.Errorf(diag.TooManyParts, e.at, "there are more than %d brains", MaxBrains)
	}
}

// checkWants checks what a brain wants.
func (c *checker) checkWants(b *BrainInfo) {
	names := map[string]*Want{}
	for _, d := range b.Decl.Wants {
		if d == nil {
			continue
		}
		w := c.checkWant(d)
		addBark(c, d.Say, "want "+b.Name+"/"+w.Name, &w.Say)
		if first := names[w.Name]; first != nil && w.Name != "" {
			d := c.diags.Errorf(diag.DeclaredTwice, wantSpan(d), "brain %q already has a want %q", b.Name, w.Name)
			d.Related = []diag.Related{{Span: wantSpan(first), Message: "first declared here"}}
			d.Hint = "give one of them another name: want GOAL as NAME"
		} else {
			names[w.Name] = d
		}
		b.Wants = append(b.Wants, w)
	}
	at := headSpan(&b.Decl.Head)
	switch n := len(b.Wants); {
	case n == 0 && !c.partial:
		c.diags.Errorf(diag.PartMissing, at, "brain %q has no wants", b.Name).Hint = "want GOAL { score 1 }"
	case n > MaxWants:
		c.diags.Errorf(diag.TooManyParts, at, "brain %q has %d wants, more than %d", b.Name, n, MaxWants)
	}
}

// arbitration checks how a brain chooses, how often, and how it continues after failures.
func (c *checker) arbitration(b *BrainInfo) {
	d, sc := b.Decl, c.global()
	c.clauses(BrainTable.Body, d, b, sc)
	if d.Select != nil {
		b.Select = c.selectClause(d.Select, sc)
	}
	if b.MaxBackoff != 0 && b.MaxBackoff < b.Backoff {
		c.diags.Errorf(diag.FaultyNumber, d.Backoff.Most.Span(), "the longest backoff is less than the first")
	}
}

// alerts returns the symbols on whose change a brain arbitrates at once.
func (c *checker) alerts(b *BrainInfo) []*world.Symbol {
	seen := map[*world.Symbol]bool{}
	note := func(s *world.Symbol) { seen[s] = true }
	for _, w := range b.Wants {
		if w.Remembered != nil {
			note(w.Remembered)
		}
		w.Where.Symbols(note)
		w.When.Symbols(note)
	}
	var list []*world.Symbol
	for i := range c.info.Schema.Symbols {
		if s := &c.info.Schema.Symbols[i]; seen[s] {
			list = append(list, s)
		}
	}
	return list
}

// wantsByName returns the places of a brain's wants by their names.
func (b *BrainInfo) wantsByName() map[string]int {
	places := map[string]int{}
	for i, w := range b.Wants {
		if _, taken := places[w.Name]; !taken && w.Name != "" {
			places[w.Name] = i
		}
	}
	return places
}

// terms calls visit for the expressions of a brain and of what personalities change in it. Those that it does not have
// are nil.
func (b *BrainInfo) terms(visit func(*expr.Term)) {
	eachClauseTerm(BrainTable.Body, b, visit)
	for _, w := range b.Wants {
		w.terms(visit)
	}
	for _, p := range b.Personalities {
		for i := range p.Traits {
			visit(p.Traits[i].Score)
		}
	}
}
