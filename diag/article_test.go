package diag_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

func TestWithArticle(t *testing.T) {
	for noun, want := range map[string]string{
		"item": "an item", "Enemy": "an Enemy", "umbrella": "an umbrella", "oven": "an oven", "int": "an int",
		"wolf": "a wolf", "unit": "a unit", "user": "a user", "utility selector": "a utility selector", "one-way door": "a one-way door", "*def.Goal": "a *def.Goal", "": "a ",
	} {
		if got := diag.WithArticle(noun); got != want {
			t.Errorf("%q: got %q, want %q", noun, got, want)
		}
	}
}
