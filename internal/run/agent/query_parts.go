package agent

import (
	"fmt"
	"strings"
)

// Part is a reaction or a layer of an agent.
type Part struct {
	Name    string // the name of what a reaction does, or of a layer
	Layer   bool   // it is a layer
	Running bool
	Waiting bool    // a reaction is due and waits; a layer waits because something of higher priority holds its resources
	Rests   float64 // seconds until a reaction may start again
}

// Parts returns the reactions of an agent, then its layers, each as they are declared.
func (v *View) Parts(id ID) []Part {
	a := v.agents.slot(id)
	if a == nil || a.parts == nil {
		return nil
	}
	info, list := v.core.model.Info.Agents[a.kind], []Part{}
	for i := range a.parts.reactions {
		r := &a.parts.reactions[i]
		rests := float64(max(0, r.rests-v.core.tick-1)) / float64(v.core.options.TPS)
		list = append(list, Part{Name: info.Reactions[i].Do.Name(), Running: !r.handle.IsZero(), Waiting: r.wants, Rests: rests})
	}
	for i := range a.parts.layers {
		l := &a.parts.layers[i]
		list = append(list, Part{Name: info.Layers[i].Name, Layer: true, Running: !l.handle.IsZero(), Waiting: l.handle.IsZero() && l.blocked})
	}
	return list
}

// String returns the part in a line: "reaction flee runs".
func (p Part) String() string {
	kind, how := "reaction", "has nothing to react to"
	if p.Layer {
		kind, how = "layer", "starts again"
	}
	switch {
	case p.Running:
		how = "runs"
	case p.Waiting && p.Layer:
		how = "waits"
	case p.Waiting:
		how = "waits"
	case p.Rests > 0:
		how = fmt.Sprintf("rests for %gs", p.Rests)
	}
	return kind + " " + p.Name + " " + how
}

// explainParts writes the reactions and layers of an agent.
func (v *View) explainParts(b *strings.Builder, a *agent) {
	for i, p := range v.Parts(a.id) {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.String())
		if why := a.waitsFor(i); p.Waiting && why != "" {
			b.WriteString(": " + why)
		}
		b.WriteByte('\n')
	}
}

// waitsFor returns what a reaction waits for.
func (a *agent) waitsFor(i int) string {
	if i >= len(a.parts.reactions) {
		return ""
	}
	return [...]string{waitsForNothing: "it rests", waitsForCommitment: "what runs is committed", waitsForGrace: "what runs has grace", waitsForOther: "another reaction goes first"}[a.parts.reactions[i].waitsFor]
}

// State returns the state of the part in a word: runs, waits, rests or ready; for a layer runs, yields or ready.
func (p *Part) State() string {
	switch {
	case p.Running:
		return "runs"
	case p.Waiting && p.Layer:
		return "yields"
	case p.Waiting:
		return "waits"
	case p.Rests > 0:
		return "rests"
	}
	return "ready"
}
