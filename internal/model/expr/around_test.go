package expr

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// TestAround: a part of an expression is found by its structure, not by its text.
func TestAround(t *testing.T) {
	parse := func(text string) Node {
		var ds diag.List
		n := ParseString(diag.NewSource("a", text), &ds)
		if ds.HasErrors() {
			t.Fatal(text, ds.Err())
		}
		return n
	}
	whole := parse("a && (b || a) && !(a && b)").(*Binary)
	second := whole.X.(*Binary).Y.(*Binary)
	last := whole.Y.(*Unary)
	for _, c := range []struct {
		part           Node
		before, behind string
	}{
		{whole, "", ""},
		{whole.X.(*Binary).X, "", " && (b || a) && !(a && b)"},
		{second, "a && (", ") && !(a && b)"},
		{second.Y, "a && (b || ", ") && !(a && b)"},
		{last.X, "a && (b || a) && !(", ")"},
		{parse("a"), "", ""}, // another one, though it looks the same
	} {
		before, behind := around(whole, c.part)
		if before != c.before || behind != c.behind {
			t.Errorf("%s: %q and %q, want %q and %q", Print(c.part), before, behind, c.before, c.behind)
		}
	}
}
