package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// situationLines returns the lines of a row of a test that the table does not say how to lay out.
func situationLines(c *def.Clause, d *def.Test) (lines []bodyLine) {
	switch {
	case c.Word == "given":
		for _, group := range givenGroups(d.Given) {
			list := make([]expr.Effect, len(group))
			for i, l := range group {
				list[i] = l.Effect
			}
			h := group[0].Head
			h.After = group[len(group)-1].After
			lines = append(lines, effectsLine(&h, "given ", list))
		}
	case c.Word == "task" && d.Task != nil:
		lines = append(lines, plainLine(&d.TaskHead, "task "+callText(d.Task)))
	case c.Word == "expect" && (!d.Runs() || d.Expect.At.Src != nil):
		items, h := expectItems(&d.Expect), &d.Expect.Head
		lines = append(lines, bodyLine{head: h, text: "expect " + strings.Join(items, ", "), write: func(w *layout, indent int) { w.list(indent, "expect ", items, "", h.After) }})
	}
	return lines
}

// effectsLine is a line of effects.
func effectsLine(h *def.Head, prefix string, list []expr.Effect) bodyLine {
	return bodyLine{head: h, text: prefix + expr.PrintEffects(list), write: func(w *layout, indent int) { w.effects(indent, prefix, list, h.After) }}
}

func testAgentText(d *def.TestAgent) string {
	text := "agent " + expr.NameText(d.Kind.Name)
	if d.Count != nil {
		text += " " + expr.Print(d.Count)
	}
	return text
}

func outcomeText(d *def.TestOutcome) string {
	text := "when " + expr.NameText(d.Action.Name) + " " + d.Result.Name
	if d.After != nil {
		text += " after " + expr.Print(d.After)
	}
	return text
}

// checkPieces returns what a test expects, without the word expect.
func checkPieces(d *def.TestCheck) (pieces []nodePiece) {
	if d.Starts != nil {
		pieces = append(pieces, nodePiece{prefix: startsText(d.Starts)})
	}
	return addClauses(pieces, def.TestCheckTable.Head[1:], d)
}

// startsText returns an agent's expected activity: in backquotes if its name is a word of checks.
func startsText(call *def.Call) string {
	if def.TestCheckTable.Clause(call.Name.Name) == nil {
		return namedCallText(call, false)
	}
	bare := *call
	bare.Name.Name = ""
	return "`" + call.Name.Name + "`" + namedCallText(&bare, false)
}

// CheckText returns what a test expects as it is written, without the word expect.
func CheckText(d *def.TestCheck) string {
	var texts []string
	for _, p := range checkPieces(d) {
		texts = append(texts, p.text())
	}
	return strings.Join(texts, " ")
}
