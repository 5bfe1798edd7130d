package def_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

var update = flag.Bool("update", false, "write the findings that come out into testdata")

// parse reads a model that must be without syntax errors.
func parse(t testing.TB, text string) *def.Model {
	t.Helper()
	f, ds := lang.Parse(diag.NewSource("t.krk", text))
	if ds.HasErrors() {
		t.Fatalf("the test itself does not parse:\n%s\n%s", text, findings(ds))
	}
	return &def.Model{Files: []*def.File{f}}
}

// check returns what a text means, which must be without findings.
func check(t testing.TB, text string) *def.Info {
	t.Helper()
	info, ds := def.Check(parse(t, text))
	if len(ds.All) > 0 {
		t.Fatalf("unexpected findings:\n%s", findings(ds))
	}
	return info
}

// findings returns diagnostics as text: a line each, with hints and related places below.
func findings(ds diag.List) string {
	var b strings.Builder
	for i := range ds.All {
		d := &ds.All[i]
		fmt.Fprintln(&b, strings.TrimPrefix(d.Error(), "t.krk:"))
		if d.Hint != "" {
			fmt.Fprintln(&b, "    hint:", d.Hint)
		}
		for _, r := range d.Related {
			p := r.Span.Position()
			fmt.Fprintf(&b, "    %d:%d: %s\n", p.Line, p.Col, r.Message)
		}
	}
	return b.String()
}

// golden is a model with the findings that are expected for it.
type golden struct{ name, text, want string }

// readGolden reads a file of models: "=== name", the model, "---", the findings.
func readGolden(t testing.TB, name string) []golden {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list []golden
	for _, part := range strings.Split("\n"+string(data), "\n=== ")[1:] {
		title, rest, _ := strings.Cut(part, "\n")
		text, want, _ := strings.Cut(rest+"\n", "\n---\n")
		list = append(list, golden{title, text, strings.TrimSpace(want)})
	}
	return list
}

func writeGolden(t testing.TB, name string, list []golden) {
	var b strings.Builder
	for _, g := range list {
		fmt.Fprintf(&b, "=== %s\n%s\n---\n%s\n", g.name, g.text, g.want)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(b.String(), "---\n\n", "---\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFindings(t *testing.T) {
	for _, name := range []string{"testdata/faulty.txt", "testdata/trees.txt", "testdata/goals.txt", "testdata/minds.txt", "testdata/squads.txt", "testdata/warnings.txt", "testdata/allow.txt"} {
		list := readGolden(t, name)
		for i := range list {
			g := &list[i]
			t.Run(g.name, func(t *testing.T) {
				info, ds := def.Check(parse(t, g.text))
				if (info == nil) != ds.HasErrors() {
					t.Errorf("info is %v with these findings:\n%s", info, findings(ds))
				}
				have := strings.TrimSpace(findings(ds))
				if have != g.want && !*update {
					t.Errorf("%s\nhave:\n%s\nwant:\n%s", g.text, have, g.want)
				}
				g.want = have
			})
		}
		if *update {
			writeGolden(t, name, list)
		}
	}
}
