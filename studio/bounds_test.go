package studio

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wideProgram is one whose plannings take 100⁴ looks within one condition.
func wideProgram(t *testing.T) string {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprint("t", i))
	}
	text := "type thing max 100\nobjects " + strings.Join(names, ", ") + ": thing\nstate agent { flag(t: thing): bool; n: int 0..9 }\n" +
		"operator o { when exists(a: thing, b: thing, c: thing, d: thing where flag(d)) }\ntask go { method m { o } }\nagent a { plan go }\n"
	file := filepath.Join(t.TempDir(), "wide.krk")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// Taking a planning apart ends where its limits end it, says which and within what, and ends at once when nobody waits for it any more.
func TestExploringIsBounded(t *testing.T) {
	s := open(t, wideProgram(t), Options{Seed: 1})
	id := s.stage.Crowd()
	s.stage.Step()
	for agent := range id.All {
		e, told, err := explore(t.Context(), s.stage, agent, s.source.program, 0, nil)
		if err != nil || e.Limit != "nodes" || !strings.Contains(told.Reason(), "longer than the limits allow") {
			t.Fatalf("%+v, %v", e, err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, told, err = explore(gone, s.stage, agent, s.source.program, 0, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v, %v", told, err)
		}
	}
}
