package expr

import (
	"slices"
	"testing"
)

// TestWordsAreAllThereAre: each word with a meaning in expressions is documented. not, and, or are slips for !, && and
// ||.
func TestWordsAreAllThereAre(t *testing.T) {
	known := func(word string) bool {
		return slices.ContainsFunc(Words(), func(w Word) bool { return w.Word == word && w.Doc != "" && w.Form != "" })
	}
	for word := range reserved {
		if slip := word == "not" || word == "and" || word == "or"; known(word) == slip {
			t.Errorf("%q is documented: %v", word, known(word))
		}
	}
	for word := range quantKinds {
		if !known(word) {
			t.Errorf("%q is not documented", word)
		}
	}
}
