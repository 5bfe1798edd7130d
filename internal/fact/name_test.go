package fact_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

type tone int8

var tones = [...]string{"", "low", "high"}

func TestNamesOfValues(t *testing.T) {
	for v, want := range map[tone]string{0: "", 1: "low", 2: "high", 3: "tone(3)", -1: "tone(-1)"} {
		if got := fact.Name(v, tones[:]...); got != want {
			t.Errorf("%d is %q, want %q", int(v), got, want)
		}
		if got := fact.Name(v, "", "low", "high"); got != want {
			t.Errorf("%d is %q, want %q", int(v), got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { fact.Name(tone(2), "", "low", "high") }); n != 0 {
		t.Errorf("a name takes %v allocations", n)
	}
}
