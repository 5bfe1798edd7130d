package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func selectText(c *def.SelectClause) string {
	text := c.Rule.Name
	if c.Ranked {
		text = "ranked " + text
	}
	if c.Over != nil {
		text += " over " + expr.Print(c.Over)
	}
	if c.Top != nil {
		text += " top " + expr.PrintOperand(c.Top)
		if c.Percent {
			text += "%"
		}
	}
	if c.Within != nil {
		text += " within " + expr.Print(c.Within)
	}
	return text
}

// wantPieces returns the head of a want.
func wantPieces(d *def.Want) []nodePiece {
	list := []nodePiece{{prefix: "want " + callText(&d.Goal)}}
	if d.As.Name != "" {
		list[0].suffix = " as " + expr.NameText(d.As.Name)
	}
	return addClauses(list, def.WantTable.Head[2:], d)
}

// considerPieces returns a consideration.
func considerPieces(c *def.Consider) []nodePiece {
	prefix := "consider "
	if c.Name != "" {
		prefix += expr.Quote(c.Name) + " "
	}
	return addClauses([]nodePiece{{prefix: prefix, node: c.Value}}, def.ConsiderTable.Head, c)
}

func traitLines(traits []*def.Trait) []bodyLine {
	list := make([]bodyLine, len(traits))
	for i, t := range traits {
		list[i] = traitLine(t)
	}
	return list
}

func traitLine(t *def.Trait) bodyLine {
	text := lineName(t.Want.Name)
	if t.Scale != nil {
		text += " * " + expr.PrintOperand(t.Scale)
	}
	switch {
	case t.Never:
		return plainLine(&t.Head, text+" never")
	case t.Score != nil:
		return exprBodyLine(&t.Head, text+" score ", t.Score, "")
	}
	return plainLine(&t.Head, text)
}

// kindText returns the kind of a sense or memory, behind its name.
func kindText(kind def.Name) string {
	if kind.Name == "" {
		return ""
	}
	return ": " + expr.NameText(kind.Name)
}

func senseLines(clauses []*def.SenseClause) []bodyLine {
	list := make([]bodyLine, len(clauses))
	for i, c := range clauses {
		list[i] = plainLine(&c.Head, senseClauseText(c))
	}
	return list
}
