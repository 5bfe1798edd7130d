package playground

import (
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Blow is a strike, a shot or a wound: see [Options].Blow.
type Blow struct {
	Kind     BlowKind
	By       int         // the place of who strikes, shoots or threw the grenade; -1: it has died since
	At       int         // the place of who it is meant for, or who is wounded; -1: suppressing fire at a spot
	From, To arena.Point // where it comes from, and what it aims at
	Taken    float64     // health that it took; 0: it missed
}

// BlowKind is the kind of a [Blow].
type BlowKind uint8

// Kinds of blows.
const (
	Strike      BlowKind = iota + 1
	Shot                 // at a character
	Suppression          // a shot at a spot; whom it wounds gets a blow of its own, with At
	Blast                // of a grenade
)

// String returns the kind in a word.
func (k BlowKind) String() string {
	return fact.Name(k, "", "strike", "shot", "suppression", "blast")
}

// tell reports a blow of one character at another, or, if other is nil, at a spot.
func (m *member) tell(p *Playground, kind BlowKind, other *member, from, to arena.Point, taken float64) {
	if p.options.Blow == nil {
		return
	}
	b := Blow{Kind: kind, By: m.place(p), At: -1, From: from, To: to, Taken: taken}
	if other != nil {
		b.At = other.place(p)
	}
	p.options.Blow(b)
}

// place returns the place of a character in the casts; -1: it is not there.
func (m *member) place(p *Playground) int {
	if i, ok := p.agents.get(m.agent); ok && m.agent != 0 {
		return int(i)
	}
	return -1
}
