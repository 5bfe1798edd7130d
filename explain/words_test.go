package explain_test

import (
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/explain"
)

// TestEveryCodeHasWordsAndIsDocumented: each value of the closed sets of answers has words and a code of its own, and
// stands in the guide. TestWhyCorpus of the command has an answer with each.
func TestEveryCodeHasWordsAndIsDocumented(t *testing.T) {
	guide, err := os.ReadFile("../docs/answers.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	check := func(set, word, code string) {
		if word == "" || strings.Contains(word, "(") || seen[set+word] || seen[set+code] && word != code {
			t.Errorf("%s %q: %q is not a word of its own", set, code, word)
		}
		if seen[set+word], seen[set+code] = true, true; !strings.Contains(string(guide), "`"+code+"`") {
			t.Errorf("docs/answers.md does not mention the %s %s", set, code)
		}
	}
	for v := range explain.LastVerdict + 1 {
		check("verdict", v.String(), v.Code())
		if of, ok := explain.VerdictOf(v.Code()); !ok || of != v {
			t.Errorf("%s is the code of %v", v.Code(), of)
		}
	}
	for k := range explain.NotKnown + 1 {
		check("origin", k.String(), k.String())
	}
	for b := range explain.ByHost + 1 {
		check("changer", b.String(), b.String())
	}
	if (explain.LastVerdict+1).String() != "Verdict(36)" || (explain.NotKnown+1).String() != "OriginKind(7)" || (explain.ByHost+1).String() != "Changer(3)" {
		t.Error("there are values beyond the last")
	}
}
