package squad_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what happens into the conformance cases")

// TestConformance plays the cases of testdata. A case has a line "=== " with its name, the script (see stage.follow), a
// line "---", and what must happen: each line with its tick.
func TestConformance(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("there are no cases")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { playFile(t, file) })
	}
}

func playFile(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, part := range strings.Split(string(text), "=== ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		script, want, _ := strings.Cut(rest, "---\n")
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			for line := range strings.Lines(script) {
				s.follow(strings.TrimSpace(line))
			}
			got := s.log.String()
			if out.WriteString("=== " + name + "\n" + script + "---\n" + got + "\n"); !*update && strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.TrimSpace(out.String())+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
