package main

import (
	"os"
	"strings"
	"testing"
)

// The page has the command of each game, and what it measured.
func TestThePageHasAllGames(t *testing.T) {
	text, err := os.ReadFile("../../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	rest := string(text)
	for _, g := range games {
		_, after, found := strings.Cut(rest, "\n## "+g.title+"\n\n    "+g.command+"\n\n```text\n")
		if !found || !strings.Contains(after, "A-B-A within 2 s") {
			t.Fatalf("%s lacks %q, or has it elsewhere: go run ./internal/tools/behaviour", page, g.title)
		}
		rest = after
	}
}
