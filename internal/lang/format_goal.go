package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// wayLines returns the ways of a goal with ways; the steps of a goal without ways are its only one.
func (w *layout) wayLines(c *def.Clause, d *def.Goal) []bodyLine {
	var list []bodyLine
	for _, way := range d.Ways {
		if c.Of != &def.WayTable {
			break
		}
		if way.Bare {
			list = append(list, stepBodyLines(way.Steps)...)
		} else {
			list = append(list, w.headed(&way.Head, wayPieces(way), stepBodyLines(way.Steps), way.End, true))
		}
	}
	return list
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
