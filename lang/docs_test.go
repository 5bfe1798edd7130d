package lang

import (
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// TestTheReferenceIsInTheLanguage reads the samples of docs/language.md, and wants them in the canonical layout.
func TestTheReferenceIsInTheLanguage(t *testing.T) {
	text, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	samples := strings.Split(string(text), "```krk\n")[1:]
	if len(samples) < 10 {
		t.Errorf("only %d samples", len(samples))
	}
	for _, s := range samples {
		s, _, _ = strings.Cut(s, "```")
		got, ds := FormatSource(diag.NewSource("language.md", s))
		if len(ds.All) > 0 {
			t.Errorf("%s\n%s", s, render(ds))
		} else if got != s {
			t.Errorf("the layout of\n%s\nshould be\n%s", s, got)
		}
	}
}
