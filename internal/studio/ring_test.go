package studio

import (
	"fmt"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Texts that were made when events came are there as long as the events are, and no longer than until the next one is
// made.
func TestTextsAreForgottenWithTheirEvents(t *testing.T) {
	j := newJournal(&def.Info{}, true)
	j.by = append(j.by, &words{})
	for i := range 2*MaxEntries + 100 {
		if e := another(j, &j.goals, 0); i%2 == 0 {
			spell(j, &j.goals, e, spelling{text: fmt.Sprint(e.seq)})
		}
	}
	if len(j.texts) != MaxEntries/2 || len(j.goals.spelt) != MaxEntries/2 {
		t.Errorf("%d texts, %d numbers, want %d", len(j.texts), len(j.goals.spelt), MaxEntries/2)
	}
	for i := range MaxEntries {
		if e := j.goals.back(i); e.spelt() != (e.seq%2 == 1) || e.spelt() && j.texts[e.seq].text != fmt.Sprint(e.seq) {
			t.Fatalf("event %d: %v, %q", e.seq, e.spelt(), j.texts[e.seq].text)
		}
	}
}
