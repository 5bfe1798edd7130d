package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// goalLines returns the lines of a goal, in the order of the layout.
func (w *layout) goalLines(d *def.Goal) []bodyLine {
	return w.clauseLines(def.GoalTable.Body, d, func(c *def.Clause) []bodyLine {
		var list []bodyLine
		switch c.Of {
		case &def.WayTable:
			for _, way := range d.Ways {
				if way.Bare {
					list = append(list, stepBodyLines(way.Steps)...)
				} else {
					list = append(list, w.headed(&way.Head, wayPieces(way), stepBodyLines(way.Steps), way.End, true))
				}
			}
		case &def.InterruptTable:
			for _, i := range d.Interrupts {
				var steps []*def.GoalStep
				if i.Step != nil {
					steps = append(steps, i.Step)
				}
				list = append(list, w.headed(&i.Head, []nodePiece{{prefix: "interrupt when ", node: i.When}}, stepBodyLines(steps), i.End, true))
			}
		}
		return list
	})
}

// onlySteps reports whether a goal has neither ways nor interrupts: without a text such goals may stand on one line.
func onlySteps(d *def.Goal) bool {
	for _, way := range d.Ways {
		if !way.Bare {
			return false
		}
	}
	return len(d.Interrupts) == 0
}

func wayPieces(way *def.Way) []nodePiece {
	list := []nodePiece{{prefix: "way"}}
	if way.Name != "" {
		list[0].prefix += " " + expr.Quote(way.Name)
	}
	return addClauses(list, def.WayTable.Head, way)
}

// addPiece adds an expression with what stands before it, if there is one.
func addPiece(list []nodePiece, prefix string, n expr.Node) []nodePiece {
	if n == nil {
		return list
	}
	return append(list, nodePiece{prefix: prefix, node: n})
}

func stepBodyLines(steps []*def.GoalStep) []bodyLine {
	list := make([]bodyLine, len(steps))
	for i, s := range steps {
		list[i] = piecesLine(&s.Head, stepPieces(s))
	}
	return list
}

// stepPieces returns a step with its clauses.
func stepPieces(s *def.GoalStep) []nodePiece {
	list := []nodePiece{{prefix: stepCallText(&s.Call)}}
	for i := range def.StepTable.Head {
		c := &def.StepTable.Head[i]
		if c.Takes != def.TakesElse {
			list = addClauses(list, def.StepTable.Head[i:i+1], s)
			continue
		}
		for _, c := range s.Else {
			list = append(list, nodePiece{prefix: elsePrefix + stepCallText(c)})
			list = addPiece(list, "when ", c.When)
		}
	}
	return list
}

// stepCallText returns what a step carries out.
func stepCallText(c *def.GoalCall) string {
	if c.Plan {
		return "plan " + callText(&c.Call)
	}
	text, name := namedCallText(&c.Call, false), c.Call.Name.Name
	return lineName(name) + text[len(expr.NameText(name)):]
}
