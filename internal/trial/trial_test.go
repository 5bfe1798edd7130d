package trial_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/scenes"
	"github.com/karakuri-ai/karakuri/internal/trial"
	"github.com/karakuri-ai/karakuri/playground"
)

var update = flag.Bool("update", false, "write the reports of testdata anew")

// TestReports runs the tests of the files in testdata, some of which fail, and compares the reports with the text next
// to each.
func TestReports(t *testing.T) {
	files, err := filepath.Glob("testdata/*.krk")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p, ds := program.Load(os.DirFS("."), file)
			if ds.HasErrors() {
				t.Fatal(ds.Err())
			}
			o := trial.Options{Seed: 1}
			if text, err := os.ReadFile(strings.TrimSuffix(file, ".krk") + ".scene"); err == nil {
				scene, err := playground.ParseScene(file, string(text))
				if err != nil {
					t.Fatal(err)
				}
				o.Open = scenes.Open(scene)
			}
			reports, err := trial.Run(p, o)
			if err != nil {
				t.Fatal(err)
			}
			got := tell(reports) + tellCoverage(p.Coverage(reports))
			golden := strings.TrimSuffix(file, ".krk") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || got != string(want) {
				t.Errorf("%v: got\n%s\nwant\n%s", err, got, want)
			}
			again, err := trial.Run(p, o)
			if err != nil || tell(again) != tell(reports) {
				t.Errorf("%v: a second run tells\n%s", err, tell(again))
			}
		})
	}
}

func tell(reports []program.TestReport) string {
	var b strings.Builder
	for _, r := range reports {
		if r.Passed {
			fmt.Fprintf(&b, "ok    %s\n", r.Name)
			continue
		}
		fmt.Fprintf(&b, "FAIL  %s\n      expected  %s\n      got       %s\n", r.Name, r.Want, r.Got)
		for line := range strings.Lines(r.Reason) {
			b.WriteString("      " + line)
		}
	}
	return b.String()
}

func tellCoverage(c program.Coverage) string {
	var b strings.Builder
	for _, part := range []struct {
		what string
		list []program.Covered
	}{{"methods", c.Methods}, {"operators", c.Operators}, {"nodes", c.Nodes}, {"wants", c.Wants}} {
		fmt.Fprintf(&b, "%s never taken: %s\n", part.what, strings.Join(program.Missing(part.list), ", "))
	}
	return b.String()
}

func TestARunCanBeCancelled(t *testing.T) {
	p, ds := program.Load(os.DirFS("."), "testdata/guard.krk")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	closed := make(chan struct{})
	close(closed)
	if _, err := trial.Run(p, trial.Options{Cancel: closed}); err == nil {
		t.Error("the tests are run though that was cancelled")
	}
}
