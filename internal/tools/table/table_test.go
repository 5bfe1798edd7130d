package main

import (
	"bytes"
	"os"
	"testing"
)

// TestFilesAreMadeOfTheTable: what is generated is what the table says.
func TestFilesAreMadeOfTheTable(t *testing.T) {
	for name, want := range files() {
		if have, err := os.ReadFile("../../../" + name); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s is not what the table says (%v); run: go run ./internal/tools/table", name, err)
		}
	}
}
