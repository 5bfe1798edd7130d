package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// TestFilesAreMadeOfTheTable: the generated files agree with the table.
func TestFilesAreMadeOfTheTable(t *testing.T) {
	for name, want := range files() {
		if have, err := os.ReadFile("../../../" + name); err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s is not what the table says (%v); run: go run ./internal/tools/table", name, err)
		}
	}
}

// TestReferenceHasEveryWord: each word with a meaning of its own is a row of the reference.
func TestReferenceHasEveryWord(t *testing.T) {
	page := string(reference())
	for _, o := range def.AllOffers() {
		choice := o.Form == "" && o.Takes == "" // the row of its clause lists it
		declares := o.Of == "" && strings.Contains(page, "```krk\n"+o.Word+" ")
		part := strings.Contains(page, "`"+o.Word+"` and ") || strings.Contains(page, "    "+o.Word+" {") || // in the value of a clause, or a block of its own
			strings.Contains(page, "perhaps `"+o.Word+"`;")
		if !choice && !declares && !part && !strings.Contains(page, "| `"+o.Word+"` |") {
			t.Errorf("%s of %q is not in the reference", o.Word, o.Of)
		}
	}
}
