package curve_test

import (
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/model/curve"
)

var update = flag.Bool("update", false, "write the pictures and tables of docs/curves.md anew")

func ExampleCurve_Plot() {
	c := Smoothstep.Curve()
	fmt.Print(c.Plot(40, 9))
	// Output:
	//  1.0 |                            ******
	//      |                        ****
	//      |                     ***
	//      |                  ***
	//  0.5 |                **
	//      |             ***
	//      |          ***
	//      |      ****
	//  0.0 |******
	//      +----------------------------------
	//       0.0             0.5            1.0
}

func TestPicturesOfAnything(t *testing.T) {
	for _, info := range Kinds() {
		for _, c := range []Curve{info.Kind.Curve(), info.Example.Curve} {
			for _, size := range [][2]int{{0, 0}, {80, 17}, {33, 6}} {
				lines := strings.Split(c.Plot(size[0], size[1]), "\n")
				if len(lines) != max(size[1], 5)+3 {
					t.Errorf("%s: %d lines", info.Name, len(lines))
				}
				drawn := map[int]bool{}
				for _, line := range lines {
					if len(line) > max(size[0], 20) {
						t.Errorf("%s: %q is wider than %d", info.Name, line, size[0])
					}
					for column, r := range line {
						if r == '*' {
							drawn[column] = true
						}
					}
				}
				if len(drawn) != max(size[0], 20)-6 {
					t.Errorf("%s: %d columns are drawn", info.Name, len(drawn))
				}
			}
			if err := xml.Unmarshal([]byte(c.SVG("a < b & c")), new(struct{})); err != nil {
				t.Errorf("%s: %v", info.Name, err)
			}
		}
	}
}

const guide = "../../../docs/curves.md"

// TestTheGuideShowsTheCurves keeps the table of curves and their pictures true; -update writes them.
func TestTheGuideShowsTheCurves(t *testing.T) {
	var table strings.Builder
	table.WriteString("| curve | formula | parameters beside c, b, low and high | picture | example |\n|---|---|---|---|---|\n")
	for _, info := range Kinds() {
		var own []string
		for i := range info.Params {
			if p := &info.Params[i]; p.Symbol == "m" || p.Symbol == "k" {
				own = append(own, fmt.Sprintf("%s = %g (%s), %g..%g: %s", p.Symbol, p.Default, p.Name, p.Min, p.Max, p.Doc))
			}
		}
		file := "curves/" + info.Name + ".svg"
		fmt.Fprintf(&table, "| **%s**<br>%s | `%s` | %s | ![%s](%s) | %s |\n", info.Name, info.Doc, info.Formula, strings.Join(own, "<br>"),
			info.Name, file, info.Example.Doc)
		keep(t, filepath.Join(filepath.Dir(guide), file), info.Example.Curve.SVG(info.Name+": "+info.Example.Doc))
	}
	old, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- curves -->\n", "<!-- end of curves -->\n"
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the curves", guide)
	}
	keep(t, guide, before+begin+"\n"+table.String()+"\n"+end+after)
}

// keep compares a file with its expected content, or writes it.
func keep(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, _ := os.ReadFile(file); string(got) != want {
		t.Errorf("%s is out of date: go test ./internal/model/curve -update", file)
	}
}
