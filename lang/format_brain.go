package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// partText returns an expression, and another behind a word if there is one: 0.5s gap 0.1s
func partText(first expr.Node, word string, second expr.Node) string {
	text := expr.Print(first)
	if second != nil {
		text += " " + word + " " + expr.Print(second)
	}
	return text
}

func inertiaText(c *def.InertiaClause) string { return partText(c.Bonus, "fade", c.Fade) }

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

func brainHead(d *def.Brain) string { return "brain " + expr.NameText(d.Name) }

// brainLines returns the lines of a brain, in the order of the layout.
func (w *layout) brainLines(d *def.Brain) []bodyLine {
	var list []bodyLine
	for _, want := range d.Wants {
		list = append(list, w.headed(&want.Head, wantPieces(want), wantLines(want), want.End, want.Each == nil))
	}
	for _, r := range brainClauses {
		switch h := r.head(d); {
		case h == nil:
		case h == headOf(d.Orders):
			list = append(list, exprBodyLine(h, r.word+" "+ordersPrefix, d.Orders.Score, ""))
		default:
			list = append(list, plainLine(h, r.word+" "+r.text(d)))
		}
	}
	return list
}

// wantPieces returns the head of a want.
func wantPieces(d *def.Want) []nodePiece {
	list := []nodePiece{{prefix: "want " + callText(&d.Goal)}}
	if d.As.Name != "" {
		list[0].suffix = " as " + expr.NameText(d.As.Name)
	}
	if d.Each != nil {
		list = append(list, nodePiece{prefix: "each " + expr.PrintVars([]expr.Var{*d.Each})})
	}
	return addPiece(addPiece(list, "where ", d.Where), "when ", d.When)
}

// wantLines returns the lines of a want's body, in the order of the layout.
func wantLines(d *def.Want) []bodyLine {
	var list []bodyLine
	add := func(h *def.Head, prefix string, n expr.Node) {
		if n != nil {
			list = append(list, exprBodyLine(h, prefix, n, ""))
		}
	}
	add(&d.ScoreHead, "score ", d.Score)
	for _, c := range d.Considers {
		list = append(list, piecesLine(&c.Head, considerPieces(c)))
	}
	if d.Combine.Name != "" {
		list = append(list, plainLine(&d.CombineHead, "combine "+d.Combine.Name))
	}
	add(&d.WeightHead, "weight ", d.Weight)
	add(&d.RankHead, "rank ", d.Rank)
	add(&d.CooldownHead, "cooldown ", d.Cooldown)
	if d.Interrupts {
		list = append(list, plainLine(&d.InterruptsHead, "interrupts"))
	}
	add(&d.ForgetHead, "forget_when ", d.ForgetWhen)
	return list
}

// considerPieces returns a consideration.
func considerPieces(c *def.Consider) []nodePiece {
	prefix := "consider "
	if c.Name != "" {
		prefix += expr.Quote(c.Name) + " "
	}
	list := []nodePiece{{prefix: prefix, node: c.Value}}
	for _, r := range considerRules {
		switch {
		case !r.curve:
			list = addPiece(list, r.word+" ", *r.expr(c))
		case c.Through != nil:
			list = append(list, nodePiece{prefix: r.word + " " + namedCallText(c.Through, false)})
		}
	}
	return list
}

func personalityHead(d *def.Personality) string { return "personality " + expr.NameText(d.Name) }

func personalityLines(d *def.Personality) []bodyLine {
	list := make([]bodyLine, len(d.Traits))
	for i, t := range d.Traits {
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

func senseHead(d *def.Sense) string { return "sense " + nameAndKindText(d.Name, d.Kind) }

func memoryHead(d *def.Memory) string { return "memory " + nameAndKindText(d.Name, d.Kind) }

func nameAndKindText(name string, kind def.Name) string {
	if kind.Name == "" {
		return expr.NameText(name)
	}
	return expr.NameText(name) + ": " + expr.NameText(kind.Name)
}

func senseLines(clauses []*def.SenseClause) []bodyLine {
	list := make([]bodyLine, len(clauses))
	for i, c := range clauses {
		list[i] = plainLine(&c.Head, senseClauseText(c))
	}
	return list
}
