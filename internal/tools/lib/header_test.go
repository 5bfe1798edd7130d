package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGeneratedFilesAreNew compares the files that are generated with what would be written.
func TestGeneratedFilesAreNew(t *testing.T) {
	for file, want := range generated() {
		got, err := os.ReadFile(filepath.Join("../../..", file))
		if err != nil || string(got) != want {
			t.Errorf("%s is old: run go run ./internal/tools/lib -header (%v)", file, err)
		}
	}
}
