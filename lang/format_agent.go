package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

func agentHead(d *def.Agent) string { return "agent " + expr.NameText(d.Name) }

// agentLines returns the lines of an agent, in the order of the layout.
func agentLines(d *def.Agent) []bodyLine {
	var list []bodyLine
	for _, l := range d.Plans {
		list = append(list, planLine(l))
	}
	if l := d.Tree; l != nil {
		list = append(list, bodyLine{head: &l.Head, text: treeLineText(l), tall: !quietOverrides(l.Overrides, l.End),
			write: func(w *layout, _ int) { w.treeLine(l) }})
	}
	if l := d.Brain; l != nil {
		list = append(list, plainLine(&l.Head, "brain "+brainLineText(l)))
	}
	if l := d.Idle; l != nil {
		list = append(list, plainLine(&l.Head, "idle "+callText(&l.Do)))
	}
	for _, r := range d.Reactions {
		list = append(list, piecesLine(&r.Head, reactionPieces(r)))
	}
	for _, l := range d.Layers {
		list = append(list, plainLine(&l.Head, layerText(l)))
	}
	if l := d.Squad; l != nil {
		list = append(list, plainLine(&l.Head, "squad "+expr.NameText(l.What.Name)))
	}
	for _, l := range d.Senses {
		list = append(list, plainLine(&l.Head, "sense "+expr.NameText(l.What.Name)))
	}
	for _, l := range d.Memories {
		list = append(list, plainLine(&l.Head, "memory "+expr.NameText(l.What.Name)))
	}
	if l := d.Body; l != nil {
		list = append(list, plainLine(&l.Head, "body "+expr.NameText(l.Type.Name)))
	}
	return list
}

func planLine(l *def.PlanLine) bodyLine {
	if l.When == nil {
		return plainLine(&l.Head, planText(l))
	}
	return exprBodyLine(&l.Head, "plan "+callText(&l.Task)+" when ", l.When, planSuffix(l))
}

func brainLineText(l *def.BrainLine) string {
	text := expr.NameText(l.Brain.Name)
	if l.Personality.Name != "" {
		text += " as " + expr.NameText(l.Personality.Name)
	}
	return text
}
