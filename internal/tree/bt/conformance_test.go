package bt_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the events that happen into the conformance cases")

// play plays a script and returns the events.
func play(t tb, tree, script string, polling, glances bool) string {
	th := newTheatre(t, prelude+tree)
	th.polling, th.glances = polling, glances
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		th.follow(line)
	}
	th.finish()
	return th.log.String()
}

// TestConformance runs the cases of testdata. A file has cases; a case has a line with its name after "=== ", a tree
// called main, a script of what the host does (see theatre.follow) and the events that must come of it. Each is also
// run with everything evaluated in each tick, and with glances for ticks, which must not make a difference.
func TestConformance(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(string(text), "=== ")
		for i, part := range parts[1:] {
			name, body, _ := strings.Cut(part, "\n")
			tree, rest, ok1 := strings.Cut(body, "--- script\n")
			script, want, ok2 := strings.Cut(rest, "--- events\n")
			if !ok1 || !ok2 {
				t.Fatalf("%s: case %q has the parts tree, script and events", file, name)
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+name, func(t *testing.T) {
				got := play(t, tree, script, false, false)
				if glanced := play(t, tree, script, false, true); glanced != got {
					t.Errorf("events:\n%s\nby glances:\n%s", got, glanced)
				}
				if polled := withoutCauses(play(t, tree, script, true, false)); polled != withoutCauses(got) {
					t.Errorf("events:\n%s\npolling:\n%s", got, polled)
				}
				if *update {
					parts[i+1] = name + "\n" + tree + "--- script\n" + script + "--- events\n" + got + "\n"
				} else if strings.TrimSpace(got) != strings.TrimSpace(want) {
					t.Errorf("got:\n%s\nwant:\n%s", got, want)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, []byte(strings.TrimRight(strings.Join(parts, "=== "), "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// withoutCauses omits changes, which are not known where everything is evaluated.
func withoutCauses(log string) string {
	lines := strings.SplitAfter(log, "\n")
	for i, l := range lines {
		if head, _, ok := strings.Cut(l, " fires abort "); ok {
			lines[i] = head + " fires\n"
		}
	}
	return strings.Join(lines, "")
}
