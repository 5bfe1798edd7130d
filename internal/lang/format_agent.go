package lang

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// useLines returns lines that are a name each.
func useLines(word string, lines []*def.UseLine) []bodyLine {
	list := make([]bodyLine, len(lines))
	for i, l := range lines {
		list[i] = plainLine(&l.Head, word+" "+expr.NameText(l.What.Name))
	}
	return list
}

func planLine(l *def.PlanLine) bodyLine {
	prefix, suffix := "plan "+callText(&l.Task), ""
	for _, p := range addClauses(nil, def.PlanTable.Head, l) {
		if p.prefix == "when " {
			prefix += " when "
		} else {
			suffix += " " + p.text()
		}
	}
	return exprBodyLine(&l.Head, prefix, l.When, suffix)
}
