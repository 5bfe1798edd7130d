package assess

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of measures to docs/assess.md")

// The page has the table of measures.
func TestThePageHasAllMeasures(t *testing.T) {
	const page = "../docs/assess.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range Measures {
		bar := m.barText()
		if bar != "" && m.Unit == Share {
			bar += " %"
		}
		fmt.Fprintf(&b, "| %s (`%s`) | %v | %s | %s |\n", m.Text, m.Name, m.Unit, bar, Definition(m.Name))
	}
	head, rest, _ := strings.Cut(string(text), "|---|---|---|---|\n")
	_, tail, _ := strings.Cut(rest, "\n\n")
	if want := head + "|---|---|---|---|\n" + b.String() + "\n" + tail; want != string(text) {
		if *update {
			err = os.WriteFile(page, []byte(want), 0o644)
		} else {
			t.Errorf("the table of %s differs: go test ./assess -update", page)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
