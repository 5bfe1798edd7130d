package hddl_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

var update = flag.Bool("update", false, "write what comes out into testdata")

// A case of testdata/mistakes.txt is a title, "== ...", edits of testdata/domain.hddl and testdata/problem.hddl,
// "domain: old => new" with \n for a line end, and then the findings, to the character.
type mistake struct {
	title           string
	edits, findings []string
}

func readMistakes(t *testing.T) []mistake {
	t.Helper()
	text, err := os.ReadFile("testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []mistake
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "":
		case strings.HasPrefix(line, "== "):
			all = append(all, mistake{title: line[3:]})
		case strings.HasPrefix(line, "domain: "), strings.HasPrefix(line, "problem: "):
			m := &all[len(all)-1]
			m.edits = append(m.edits, line)
		default:
			m := &all[len(all)-1]
			m.findings = append(m.findings, line)
		}
	}
	return all
}

// spoil carries out the edits of a case.
func (m *mistake) spoil(t *testing.T) (domain, problem *diag.Source) {
	t.Helper()
	text := map[string]string{}
	for _, kind := range []string{"domain", "problem"} {
		raw, err := os.ReadFile("testdata/" + kind + ".hddl")
		if err != nil {
			t.Fatal(err)
		}
		text[kind] = string(raw)
	}
	for _, edit := range m.edits {
		kind, change, _ := strings.Cut(edit, ": ")
		old, replacement, ok := strings.Cut(change, " => ")
		if !ok {
			t.Fatalf("%q has no =>", edit)
		}
		if old == "*" {
			old = text[kind]
		}
		old, replacement = strings.ReplaceAll(old, `\n`, "\n"), strings.ReplaceAll(replacement, `\n`, "\n")
		if n := strings.Count(text[kind], old); n != 1 {
			t.Errorf("%q: the text is there %d times", edit, n)
		}
		text[kind] = strings.Replace(text[kind], old, replacement, 1)
	}
	return diag.NewSource("domain.hddl", text["domain"]), diag.NewSource("problem.hddl", text["problem"])
}

// findings reads and checks, and returns all that is found.
func findings(domain, problem *diag.Source) []string {
	d, all := hddl.ParseDomain(domain)
	p, ds := hddl.ParseProblem(problem)
	all.Append(ds)
	if !all.HasErrors() {
		all.Append(hddl.Check(d, p))
	}
	var lines []string
	for i := range all.All {
		f := &all.All[i]
		lines = append(lines, f.Error())
		if f.Hint != "" {
			lines = append(lines, "  hint: "+f.Hint)
		}
		for _, r := range f.Related {
			lines = append(lines, fmt.Sprintf("  %s: %s", r.Span.Position(), r.Message))
		}
	}
	return lines
}

func TestEachMistakeIsReportedInItsPlace(t *testing.T) {
	all := readMistakes(t)
	var b strings.Builder
	for _, m := range all {
		got := findings(m.spoil(t))
		if !*update && strings.Join(got, "\n") != strings.Join(m.findings, "\n") {
			t.Errorf("%s: found\n%s\nwant\n%s", m.title, strings.Join(got, "\n"), strings.Join(m.findings, "\n"))
		}
		if len(m.edits) > 0 && len(got) == 0 {
			t.Errorf("%s: nothing is found", m.title)
		}
		fmt.Fprintf(&b, "== %s\n%s\n%s\n\n", m.title, strings.Join(m.edits, "\n"), strings.Join(got, "\n"))
	}
	if len(all) < 40 {
		t.Errorf("only %d cases", len(all))
	}
	if *update {
		if err := os.WriteFile("testdata/mistakes.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheUnspoiltFilesHaveNoMistakes(t *testing.T) {
	var none mistake
	if got := findings(none.spoil(t)); len(got) > 0 {
		t.Error(strings.Join(got, "\n"))
	}
}
