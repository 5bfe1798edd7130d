package tidy

import (
	"strings"
	"testing"
)

// leaking is how many exported names of each public package name a type that is not public. It may only shrink.
var leaking = map[string]int{".": 38, "btcpp": 2, "builder": 7, "hddl": 3, "playground": 7}

// TestDoorsLeakNoMore compares what public packages let out with what is known of.
func TestDoorsLeakNoMore(t *testing.T) {
	found, err := Leaks("../../..", "github.com/karakuri-ai/karakuri")
	if err != nil {
		t.Fatal(err)
	}
	now := map[string]int{}
	for _, text := range found {
		door, _, _ := strings.Cut(text, ":")
		now[door]++
	}
	for _, door := range doors {
		if now[door] == leaking[door] {
			continue
		}
		t.Errorf("%s: %d exported names name what is not public, want %d", door, now[door], leaking[door])
		for _, text := range found {
			if strings.HasPrefix(text, door+":") {
				t.Log(text)
			}
		}
	}
}
