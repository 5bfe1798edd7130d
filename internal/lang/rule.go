package lang

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// declRule says how a declaration is read that begins with a word. Each family adds its own lines to declRules and its
// own parse functions; a nil parse function reserves the word for a family that is not available yet.
type declRule struct {
	word  string
	parse func(*parser, def.Head) def.Decl // at the token after the word
}

var declRules = []declRule{
	{"import", (*parser).importDecl},
	{"type", (*parser).typeDecl},
	{"objects", (*parser).objectsDecl},
	{"const", (*parser).constDecl},
	{"state", (*parser).stateDecl},
	{"init", (*parser).initDecl},
	{"function", (*parser).functionDecl},
	{"action", (*parser).actionDecl},
	{"operator", tableDecl(operatorRules)},
	{"task", tableDecl(taskRules)},
	{"tree", (*parser).treeDecl},
	{"goal", (*parser).goalDecl},
	{"brain", tableDecl(brainRules)},
	{"personality", (*parser).personalityDecl},
	{"sense", (*parser).senseDecl},
	{"memory", (*parser).memoryDecl},
	{"squad", tableDecl(squadRules)},
	{"agent", tableDecl(agentRules)},
	{"test", (*parser).testDecl},
}

func findDecl(rules []declRule, word string) *declRule {
	for i := range rules {
		if rules[i].word == word {
			return &rules[i]
		}
	}
	return nil
}

// declWords returns the words of the declarations that are available.
func (p *parser) declWords() []string {
	var words []string
	for _, r := range p.decls {
		if r.parse != nil {
			words = append(words, r.word)
		}
	}
	return words
}

// clauseRule says how a clause is read in the body of a T; as [declRule]. A parse function gets the clause's
// head, at the token after the word, and ends the clause with finish.
type clauseRule[T any] struct {
	word  string
	parse func(*parser, T, def.Head)
}

func findClause[T any](rules []clauseRule[T], word string) *clauseRule[T] {
	for i := range rules {
		if rules[i].word == word {
			return &rules[i]
		}
	}
	return nil
}

func clauseWords[T any](rules []clauseRule[T], available bool) []string {
	var words []string
	for _, r := range rules {
		if r.parse != nil || !available {
			words = append(words, r.word)
		}
	}
	return words
}

func contains(words []string, word string) bool { return slices.Contains(words, word) }

// wordList joins words for a message: a, b and c.
func wordList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func quoted(s string) string { return strconv.Quote(s) }
