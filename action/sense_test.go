package action_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/action"
)

func TestSenseParts(t *testing.T) {
	p := action.SensePartsOf(action.SensePosition, action.SenseFirstValue+1)
	for a, want := range map[action.SenseAttr]bool{action.SensePosition: true, action.SenseVelocity: false, action.SenseKind: false, action.SenseFirstValue + 1: true} {
		if p.Have(a) != want || !action.AllSenseParts.Have(a) {
			t.Errorf("%v is in the set: %t, want %t", a, p.Have(a), want)
		}
	}
	if got := (action.SenseFirstValue + 1).String(); got != "value 2" {
		t.Errorf("%q", got)
	}
}
