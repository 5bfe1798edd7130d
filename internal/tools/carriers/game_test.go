package main

import (
	"os"
	"testing"
)

// TestGamesAreTheSameInGo shows that the library in Go, without a boundary, decides in each tick what the session does
// that the other carriers are compared with: the measured work is the same.
func TestGamesAreTheSameInGo(t *testing.T) {
	if err := os.Chdir("../../.."); err != nil {
		t.Fatal(err)
	}
	few, err := soldiers("changes", 50, 0)
	if err != nil {
		t.Fatal(err)
	}
	all, err := soldiers("writes", 50, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*game{few, all, recruits(50)} {
		if err := g.play(200); err != nil {
			t.Fatal(err)
		}
		if g.commands() < 1 {
			t.Errorf("game %s: %.1f commands in a tick", g.name, g.commands())
		}
		if _, err := g.inGo(); err != nil {
			t.Error(err)
		}
		if _, err := g.inSession(); err != nil {
			t.Error(err)
		}
	}
}
