package lang

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// offered returns the words that are offered at the | of a text.
func offered(text string) []string {
	at := strings.Index(text, "|")
	var words []string
	for _, o := range Offers(diag.NewSource("a.krk", text[:at]+text[at+1:]), at) {
		words = append(words, o.Word)
	}
	return words
}

// TestOffersAreWhatMayStandThere: at each | some words are offered and others are not.
func TestOffersAreWhatMayStandThere(t *testing.T) {
	for _, c := range []struct{ text, some, others string }{
		{"|", "operator tree test", "when sequence exists"},
		{"op|", "operator", "when"},
		{"type a = { b }\n|", "operator", "max"},
		{"operator a {\n    |", "when do effect fail_after", "operator sequence margin"},
		{"operator a { when b; fa|", "fail_after", "operator"},
		{"operator a {\n    when exi|", "exists count true", "fail_after operator"},
		{"operator a { cooldown 2s |", "shared", "fail_after"},
		{"operator a { do |", "order parallel urgent todo", "when"},
		{"task a {\n    |", "method", "when"},
		{"task a { method \"b\" |", "when each where order margin", "method"},
		{"task a {\n    method \"b\"\n        wh|", "when where", "operator"},
		{"task a { method \"b\" each p: place |", "from where order", "operator"},
		{"brain a { want b each p: place |", "from where when", "inertia"},
		{"task a { method \"b\" { |", "unordered ordered todo", "when method"},
		{"tree a {\n    |", "sequence parallel service if todo", "when_ abort operator"},
		{"tree a { sequence {\n        |", "sequence service wait", "abort"},
		{"tree a { attack |", "uninterrupted as skip_if", "select succeed"},
		{"tree a { sequence ab|", "abort", "uninterrupted select"},
		{"tree a { utility selector |", "select inertia as", "uninterrupted"},
		{"tree a { sequence abort |", "self lower both", "operator"},
		{"tree a { parallel |", "succeed fail", "sequence"},
		{"tree a { each e: enemy |", "where order", "sequence"},
		{"tree a { service |", "every set", "sequence"},
		{"goal a {\n    |", "while way interrupt plan todo", "retry"},
		{"goal a { strike |", "retry optional else", "way"},
		{"goal a { way {\n    |", "plan todo", "way tries"},
		{"goal a { way \"b\" { strike(e) |", "retry optional", "tries way"},
		{"brain a {\n    want b { score 1 }\n    |", "want inertia select", "score consider"},
		{"brain a { want b { |", "score consider interrupts", "inertia want"},
		{"brain a { want b |", "as each when", "score inertia"},
		{"brain a { select |", "best weighted ranked", "want"},
		{"brain a { every 1s |", "gap", "want"},
		{"personality a { kill |", "score never", "want"},
		{"sense a: sight {\n    |", "range cone line_of_sight", "span"},
		{"memory short { |", "span capacity", "range"},
		{"state agent {\n    |", "sensed remembered", "operator"},
		{"state |", "agent squad world", "sensed"},
		{"agent a { plan b |", "when every once", "idle"},
		{"agent a { |", "plan brain reaction idle", "every"},
		{"squad a { role b 1 |", "each score bonus", "token"},
		{"action a(e: enemy) |", "uses needs grace", "operator"},
		{"test \"a\" { |", "given expect task objects", "operator"},
		{"type a |", "max", "operator"},
	} {
		have := offered(c.text)
		for word := range strings.FieldsSeq(c.some) {
			if !slices.Contains(have, word) {
				t.Errorf("%q: %s is not offered, but %v", c.text, word, have)
			}
		}
		for word := range strings.FieldsSeq(c.others) {
			if slices.Contains(have, word) {
				t.Errorf("%q: %s is offered", c.text, word)
			}
		}
	}
}

// TestOffersKnowTheWordsOfTheLanguage: each word that the parser knows is offered somewhere, with a sentence.
func TestOffersKnowTheWordsOfTheLanguage(t *testing.T) {
	known := map[string]bool{}
	for _, o := range def.AllOffers() {
		if known[o.Word] = true; !strings.HasSuffix(o.Doc, ".") {
			t.Errorf("%s of %s has no sentence: %q", o.Word, o.Of, o.Doc)
		}
	}
	words := append([]string{wordForever}, nodeWords...)
	for _, r := range declRules {
		words = append(words, r.word)
	}
	for _, list := range [][]string{
		clauseWords(testRules, true), clauseWords(taskRules, true), clauseWords(goalRules, true), clauseWords(brainRules, true), clauseWords(agentRules, true),
		clauseWords(squadRules, true), stepWords, abortWords, scopes, selectRules, def.Joins(),
	} {
		words = append(words, list...)
	}
	for _, word := range words {
		if !known[word] && !nodeFirstWord(known, word) {
			t.Errorf("%q is read, and never offered", word)
		}
	}
}

// nodeFirstWord reports whether a word begins another of two words.
func nodeFirstWord(known map[string]bool, word string) bool {
	for k := range known {
		if strings.HasPrefix(k, word+" ") {
			return true
		}
	}
	return false
}

// TestOffersInAnyText: no text stops the walk, at any position.
func TestOffersInAnyText(t *testing.T) {
	text := everything + "} } { \" ( `"
	for at := 0; at <= len(text); at += 7 {
		Offers(diag.NewSource("a.krk", text), at)
	}
}
