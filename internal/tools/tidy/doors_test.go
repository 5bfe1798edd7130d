package tidy

import "testing"

// TestDoorsHideWhatIsInternal: whatever a public package lets out can be declared and looked up by a user.
func TestDoorsHideWhatIsInternal(t *testing.T) {
	found, err := Leaks("../../..", "github.com/karakuri-ai/karakuri")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range found {
		t.Error(text)
	}
}
