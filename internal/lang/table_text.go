package lang

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// How clauses of the table are written: each kind of value once.

// clauseText returns what stands behind the word of a clause, nothing for a word alone.
func clauseText(c *def.Clause, value any) string {
	switch v := value.(type) {
	case *expr.Node:
		return expr.Print(*v)
	case *[]expr.Effect:
		return expr.PrintEffects(*v)
	case *def.Name:
		if c.Takes == def.TakesChoice {
			return v.Name
		}
		return expr.NameText(v.Name)
	case *[]def.Name:
		return namesText(*v)
	case *string:
		return expr.Quote(*v)
	case *[]string:
		return quotedTexts(*v)
	case **expr.Var:
		return expr.PrintVars([]expr.Var{**v})
	case *[]expr.Var:
		return expr.PrintVars(*v)
	case *def.Deed:
		if v.Parallel != nil {
			return parallelText(v.Parallel)
		}
		return deedText(v.Do)
	case *def.Cooldown:
		return expr.Print(v.Time) + sharedText(v)
	case **def.Call:
		return namedCallText(*v, false)
	case *def.AbortMode:
		return v.String()
	case *def.Call:
		if c.Takes == def.TakesDoing {
			return namedCallText(v, false)
		}
		return callText(v)
	case *def.GoalCall:
		return stepCallText(v)
	case *[]*def.Need:
		return strings.Join(needTexts(*v), ", ")
	case *def.SelectClause:
		return selectText(v)
	}
	return partsText(c, value)
}

// quotedTexts returns texts in quotes.
func quotedTexts(list []string) string {
	quotes := make([]string, len(list))
	for i, text := range list {
		quotes[i] = expr.Quote(text)
	}
	return strings.Join(quotes, ", ")
}

// partsText returns constants, each but the first behind a word.
func partsText(c *def.Clause, value any) string {
	var texts []string
	for i := range c.Parts {
		p := &c.Parts[i]
		if !p.Has(value) {
			continue
		}
		if p.Word != "" {
			texts = append(texts, p.Word)
		}
		if v, _ := p.At(value); p.Takes != def.TakesFlag {
			texts = append(texts, clauseText(p, v))
		}
	}
	return strings.Join(texts, " ")
}

// sharedText returns what stands behind the time of a cooldown.
func sharedText(c *def.Cooldown) string {
	text := ""
	if c.Shared.Name != "" {
		text = " shared " + expr.NameText(c.Shared.Name)
	}
	if c.By.Name != "" {
		text += " by " + expr.NameText(c.By.Name)
	}
	if c.Waits {
		text += " wait"
	}
	if c.Wait != nil {
		text += " " + expr.Print(c.Wait)
	}
	return text
}

// wordAnd returns a word with what stands behind it, if anything does.
func wordAnd(word, text string) string {
	if text == "" {
		return word
	}
	return word + " " + text
}

// clausePiece returns a clause as a piece of a line; false if the clause is absent.
func clausePiece(c *def.Clause, of any) (nodePiece, bool) {
	if c.Word == "" || !c.Has(of) {
		return nodePiece{}, false
	}
	value, _ := c.At(of)
	switch v := value.(type) {
	case *expr.Node:
		return nodePiece{prefix: c.Word + " ", node: *v}, true
	case *[]expr.Effect:
		return nodePiece{prefix: c.Word + " ", effects: *v}, true
	}
	return nodePiece{prefix: wordAnd(c.Word, clauseText(c, value))}, true
}

// addClauses adds the clauses that are there to the pieces of a line.
func addClauses(pieces []nodePiece, list []def.Clause, of any) []nodePiece {
	for i := range list {
		if p, ok := clausePiece(&list[i], of); ok {
			pieces = append(pieces, p)
		}
	}
	return pieces
}

// clauseTexts returns the clauses that are there.
func clauseTexts(list []def.Clause, of any) []string {
	var texts []string
	for _, p := range addClauses(nil, list, of) {
		texts = append(texts, p.text())
	}
	return texts
}

// clauseLines returns the lines of a body, in the order of the table, which is that of the layout.
func (w *layout) clauseLines(list []def.Clause, of any) []bodyLine {
	var lines []bodyLine
	for i := range list {
		c := &list[i]
		if statements, known := c.Lines(of); known {
			for _, s := range statements {
				lines = append(lines, w.statementLine(s))
			}
		} else if c.ByHand() {
			lines = append(lines, w.handLines(c, of)...)
		} else if c.Has(of) {
			lines = append(lines, w.rowLines(c, of)...)
		}
	}
	return lines
}

// rowLines returns the line of a clause, or the lines that it holds.
func (w *layout) rowLines(c *def.Clause, of any) []bodyLine {
	value, _ := c.At(of)
	switch v := value.(type) {
	case *[]*def.Trait:
		return traitLines(*v)
	case *[]*def.SenseClause:
		return senseLines(*v)
	}
	return []bodyLine{w.clauseLine(c, of)}
}

// statementLine returns a line with clauses of its own.
func (w *layout) statementLine(line def.Decl) bodyLine {
	switch l := line.(type) {
	case *def.Want:
		return w.headed(&l.Head, wantPieces(l), w.clauseLines(def.WantTable.Body, l), l.End, l.Each == nil)
	case *def.Consider:
		return piecesLine(&l.Head, considerPieces(l))
	case *def.PlanLine:
		return planLine(l)
	case *def.Interrupt:
		var steps []*def.GoalStep
		if l.Step != nil {
			steps = append(steps, l.Step)
		}
		return w.headed(&l.Head, []nodePiece{{prefix: "interrupt when ", node: l.When}}, stepBodyLines(steps), l.End, true)
	case *def.Reaction:
		return piecesLine(&l.Head, reactionPieces(l))
	case *def.Alert:
		return piecesLine(&l.Head, alertPieces(l))
	case *def.Role:
		text := piecesLine(&l.Head, rolePieces(l))
		text.split = len(roleHead(l))
		return text
	case *def.Token:
		return plainLine(&l.Head, "token "+expr.NameText(l.Name)+lendingText(l.Count, l.Lease))
	case *def.SlotLine:
		return plainLine(&l.Head, "slot "+expr.NameText(l.Type.Name)+lendingText(l.Count, l.Lease))
	case *def.Layer:
		return plainLine(&l.Head, layerText(l))
	case *def.Objects:
		return bodyLine{head: &l.Head, text: objectsText(l), write: func(w *layout, indent int) { w.objects(indent, l) }}
	case *def.TestAgent:
		return plainLine(&l.Head, testAgentText(l))
	case *def.TestOutcome:
		return plainLine(&l.Head, outcomeText(l))
	case *def.TestEvent:
		return effectsLine(&l.Head, "at "+expr.Print(l.Time)+" set ", l.Effects)
	case *def.TestCheck:
		return piecesLine(&l.Head, append([]nodePiece{{prefix: "expect"}}, checkPieces(l)...))
	}
	panic(fmt.Sprintf("lang: nothing lays out a %T", line))
}

// handLines returns the lines of a row that the table does not say how to lay out.
func (w *layout) handLines(c *def.Clause, of any) []bodyLine {
	switch d := of.(type) {
	case *def.Goal:
		return w.wayLines(c, d)
	case *def.Test:
		return situationLines(c, d)
	case *def.Agent:
		switch {
		case c.Word == "sense":
			return useLines(c.Word, d.Senses)
		case c.Word == "memory":
			return useLines(c.Word, d.Memories)
		case d.Tree != nil:
			l := d.Tree
			return []bodyLine{{head: &l.Head, text: treeLineText(l), tall: !quietOverrides(l.Overrides, l.End), write: func(w *layout, _ int) { w.treeLine(l) }}}
		}
	}
	return nil
}

// clauseLine returns the line of a clause.
func (w *layout) clauseLine(c *def.Clause, of any) bodyLine {
	value, h := c.At(of)
	prefix := c.Word + " "
	switch v := value.(type) {
	case *expr.Node:
		return exprBodyLine(h, prefix, *v, "")
	case *def.Cooldown:
		return exprBodyLine(h, prefix, v.Time, sharedText(v))
	case *[]expr.Effect:
		return effectsLine(h, prefix, *v)
	case *def.Deed:
		if d := v.Parallel; d != nil {
			return bodyLine{head: h, text: prefix + parallelText(d), tall: w.manyLines(h.At) || !quietParallel(d), write: func(w *layout, _ int) { w.parallel(d, h) }}
		}
	case *bool:
		return plainLine(h, c.Word)
	}
	if len(c.Parts) == 1 {
		only, _ := c.Parts[0].At(value)
		if n, ok := only.(*expr.Node); ok {
			return exprBodyLine(h, prefix+c.Parts[0].Word+" ", *n, "")
		}
	}
	return plainLine(h, prefix+clauseText(c, value))
}
