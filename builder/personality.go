package builder

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Personality describes how one kind of agent differs in its wants:
//
//	d.Personality("reckless").Scale("kill", 1.5).Never("rest").Score("get_item", "power_of(i)")
type Personality struct {
	d    *Domain
	decl *def.Personality
}

// Personality declares a personality.
func (d *Domain) Personality(name string) *Personality {
	d, at := d.live(), caller()
	decl := &def.Personality{}
	decl.Head, decl.Name = d.named(at, name)
	d.declare(decl)
	return &Personality{d, decl}
}

// Scale multiplies the score of a want: by an int, a float64 or a constant expression. A want may be both scaled and
// given another score.
func (p *Personality) Scale(want string, factor any) *Personality {
	if p == nil {
		return nil
	}
	at := caller()
	text, ok := p.d.number(at, factor)
	if t := p.trait(at, want); ok && p.once(at, text, t.Never || t.Scale != nil, "Scale", want) {
		t.Scale = p.d.expr(at, text)
	}
	return p
}

// Score replaces the score of a want. It may use the target, by the name that the want gives it.
func (p *Personality) Score(want, value string) *Personality {
	if p == nil {
		return nil
	}
	at := caller()
	if t := p.trait(at, want); p.once(at, value, t.Never || t.Score != nil, "Score", want) {
		t.Score = p.d.expr(at, value)
	}
	return p
}

// Never excludes the want for this personality.
func (p *Personality) Never(want string) *Personality {
	if p == nil {
		return nil
	}
	at := caller()
	if t := p.trait(at, want); p.once(at, want, t.Never || t.Scale != nil || t.Score != nil, "Never", want) {
		t.Never = true
	}
	return p
}

// trait returns the trait of a want, which is made when it is first spoken of.
func (p *Personality) trait(at place, want string) *def.Trait {
	for _, t := range p.decl.Traits {
		if t.Want.Name == want {
			return t
		}
	}
	t := &def.Trait{Want: p.d.name(at, want)}
	t.Head = def.Head{At: t.Want.At, NameAt: t.Want.At}
	p.decl.Traits = append(p.decl.Traits, t)
	return t
}

func (p *Personality) once(at place, text string, given bool, method, want string) bool {
	if given {
		p.d.findings.Errorf(diag.BuildTwice, at.span(text), "%s of want %s in personality %s: something else is said of it already", method, want, p.decl.Name)
	}
	return !given
}
