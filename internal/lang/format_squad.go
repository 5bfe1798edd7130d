package lang

import (
	"strings"
	"unicode"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func roleHead(r *def.Role) string { return "role " + expr.NameText(r.Name) }

// rolePieces returns a role.
func rolePieces(r *def.Role) []nodePiece {
	return addClauses([]nodePiece{{prefix: roleHead(r) + " " + membersText(r)}}, def.RoleTable.Head, r)
}

// membersText returns the number of members that have a role: 1..2
func membersText(r *def.Role) string {
	text := countText(r.Min, clauseWords(roleRules, true))
	if r.Max == nil {
		return text
	}
	if strings.Contains(text, " in ") { // the range would belong to it
		text = "(" + text + ")"
	}
	return text + ".." + expr.Print(r.Max)
}

// lendingText returns how many may hold something at once, and for how long, behind a name.
func lendingText(count, lease expr.Node) string {
	text := ""
	if count != nil {
		text = " " + countText(count, []string{wordLease})
	}
	if lease != nil {
		text += " " + wordLease + " " + expr.Print(lease)
	}
	return text
}

// countText returns a number in a place that also allows a word: in parentheses if it begins with one of them.
func countText(n expr.Node, words []string) string {
	text := expr.Print(n)
	rest := strings.TrimLeftFunc(text, func(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) })
	if contains(words, text[:len(text)-len(rest)]) {
		return "(" + text + ")"
	}
	return text
}

// reactionPieces returns a reaction.
func reactionPieces(r *def.Reaction) []nodePiece {
	list := []nodePiece{{prefix: "reaction " + namedCallText(&r.Do, false) + " on ", node: r.On}}
	return addClauses(list, def.ReactionTable.Head[2:], r)
}

// alertPieces returns a line of alertness.
func alertPieces(l *def.Alert) []nodePiece {
	return addClauses([]nodePiece{{prefix: "alert " + expr.NameText(l.Level.Name)}}, def.AlertTable.Head[1:], l)
}

func layerText(l *def.Layer) string {
	return "layer " + expr.NameText(l.Name) + " " + namedCallText(&l.Do, false)
}

// needText returns what an action needs: shoot_at_player priority 2
func needText(n *def.Need) string {
	text := expr.NameText(n.What.Name)
	if n.Priority != nil {
		text += " priority " + expr.Print(n.Priority)
	}
	return text
}

func needTexts(needs []*def.Need) []string {
	list := make([]string, len(needs))
	for i, n := range needs {
		list[i] = needText(n)
	}
	return list
}
