package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// agentLines returns the lines of an agent, in the order of the layout.
func (w *layout) agentLines(d *def.Agent) []bodyLine {
	return w.clauseLines(def.AgentTable.Body, d, func(c *def.Clause) []bodyLine {
		var list []bodyLine
		switch c.Word {
		case "plan":
			list = planLines(d.Plans)
		case "tree":
			if l := d.Tree; l != nil {
				list = append(list, bodyLine{head: &l.Head, text: treeLineText(l), tall: !quietOverrides(l.Overrides, l.End),
					write: func(w *layout, _ int) { w.treeLine(l) }})
			}
		case "reaction":
			for _, r := range d.Reactions {
				list = append(list, piecesLine(&r.Head, reactionPieces(r)))
			}
		case "layer":
			for _, l := range d.Layers {
				list = append(list, plainLine(&l.Head, layerText(l)))
			}
		case "sense":
			list = useLines(c.Word, d.Senses)
		case "memory":
			list = useLines(c.Word, d.Memories)
		}
		return list
	})
}

// useLines returns lines that are a name each.
func useLines(word string, lines []*def.UseLine) []bodyLine {
	list := make([]bodyLine, len(lines))
	for i, l := range lines {
		list[i] = plainLine(&l.Head, word+" "+expr.NameText(l.What.Name))
	}
	return list
}

func planLines(lines []*def.PlanLine) []bodyLine {
	list := make([]bodyLine, len(lines))
	for i, l := range lines {
		prefix, suffix := "plan "+callText(&l.Task), ""
		for _, p := range addClauses(nil, def.PlanTable.Head, l) {
			if p.prefix == "when " {
				prefix += " when "
			} else {
				suffix += " " + p.text()
			}
		}
		list[i] = exprBodyLine(&l.Head, prefix, l.When, suffix)
	}
	return list
}
