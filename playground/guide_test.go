package playground

import (
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

var update = flag.Bool("update", false, "write what docs/goals.md shows of a run anew")

const goalsPage = "../docs/goals.md"

// guide returns the text of the guide to goals, and its samples as one file.
func guide(t *testing.T) (page, file string) {
	t.Helper()
	text, err := os.ReadFile(goalsPage)
	if err != nil {
		t.Fatal(err)
	}
	page = string(text)
	rest := page
	var samples []string
	for {
		var sample string
		var found bool
		if _, rest, found = strings.Cut(rest, "```krk\n"); !found {
			return page, strings.Join(samples, "\n")
		}
		sample, rest, _ = strings.Cut(rest, "```")
		samples = append(samples, sample)
	}
}

// The samples of the guide are a whole file, without a warning and in the canonical layout, and each of its wants is
// pursued.
func TestTheGuideToGoalsIsAFile(t *testing.T) {
	_, file := guide(t)
	f, ds := lang.Parse(diag.NewSource("guide.krk", file))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	if got := lang.Format(f); got != file {
		t.Errorf("not in the canonical layout, which is\n%s", got)
	}
	p, err := karakuri.Load(fstest.MapFS{"guide.krk": {Data: []byte(file)}}, "guide.krk")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range p.Warnings() {
		t.Error(d.Error())
	}
	play := stage(t, file, guideScene, 3)
	play.Run(60)
	for i := range play.Len() {
		c := play.Character(i)
		if reckless := c.Kind == "reckless_one"; c.Tally.Attacks == 0 || (c.Tally.Energy == 0) != reckless {
			t.Errorf("%s: %+v", c.Kind, c.Tally)
		}
	}
}

// guideScene is a yard for the characters of the guide.
const guideScene = `size 24 16
wall 12 0 12 10
energy 4 13
energy 20 3
start 4 4
start 18 12
items energy 2 amount 60 respawn 5s as item
cast brave_one 1 start 100 health 300 hunger 3 respawn 1s
cast reckless_one 1 start 100 health 300 respawn 1s
`

// The explanation that the guide shows is that of a run.
func TestTheGuideShowsAnExplanation(t *testing.T) {
	page, file := guide(t)
	p, err := New(compiled(t, file), scene(t, guideScene), Options{Crowd: karakuri.Options{Seed: 3}})
	if err != nil {
		t.Fatal(err)
	}
	explained := ""
	for p.crowd.Seconds() < 60 && !(strings.Contains(explained, "goal get_item") && strings.Contains(explained, "kill(") && !strings.Contains(explained, "Cannot")) {
		p.Step()
		explained = strings.TrimRight(p.crowd.View().Explain(p.Character(0).Agent), "\n") + "\n"
	}
	before, rest, _ := strings.Cut(page, "## 8. Asking why")
	head, rest, _ := strings.Cut(rest, "```text\n")
	shown, after, found := strings.Cut(rest, "```")
	switch {
	case found && shown == explained:
	case !*update:
		t.Errorf("go test ./playground -update writes it anew: the guide shows\n%s\nand the run is\n%s", shown, explained)
	default:
		page = before + "## 8. Asking why" + head + "```text\n" + explained + "```" + after
		if err := os.WriteFile(goalsPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
