package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// fixes is the transcript of all quick fixes, which every editor must play alike.
const fixes = "testdata/fixes.txt"

// fixCase is a program with a finding that proposes a replacement.
type fixCase struct {
	name, text string
	found      *diag.Diagnostic
}

// faults returns all faulty programs of the repository's tests of the language.
func faults(t *testing.T) (list []string) {
	t.Helper()
	bad, err := filepath.Glob("../lang/testdata/bad/*.krk")
	if err != nil || len(bad) == 0 {
		t.Fatal("there are no faulty files", err)
	}
	for _, name := range bad {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(text))
	}
	tables, err := filepath.Glob("../model/def/testdata/*.txt")
	if err != nil || len(tables) == 0 {
		t.Fatal("there are no tables of faulty programs", err)
	}
	for _, name := range tables {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range strings.Split("\n"+string(text), "\n=== ")[1:] {
			_, body, _ := strings.Cut(one, "\n")
			body, _, _ = strings.Cut(body, "\n---")
			list = append(list, body+"\n")
		}
	}
	return append(list, moreFaults...)
}

// moreFaults are programs with findings of which those tests have none.
var moreFaults = []string{
	"import \"place.krk\"\ntype food = { egg }\n",
	"type place = { home }\ntype food = { home }\noperator x { when home == home; effect }\n",
	"type place = { home, shop }\nstate agent { at: place }\noperator x { when at == place.hoem; effect at = hom }\noperator y { when at == plcae.home }\n",
	"type foe\nstate agent { a: foe; hungry: bool; n: int 0..9 }\noperator x { when hungri && n > hungryy(3); effect hungry = false }\noperator y { when hungry; effect hungry = fals }\n",
	"state agent { n: int 0..limt }\nconst limit = 5\n",
	"state agnt { a: bool }\nstate wrld { a: bool }\n",
	"state agent { a: bool; b: bool; n: int 0..9 }\noperator x { when a or b }\noperator y { when not a }\noperator z { when n => 3 }\noperator w { when a & b }\noperator v { when a = b }\n",
	"type foe\nstate agent { near(e: foe): bool }\noperator fight(e: foe) { when near(e); ban 3s by ee; effect near(e) = false }\ntask t { method \"a\" each en: foe where near(en) { fight(en); ban 3s by enn } }\n",
	"state agent { a: bool } // karakuri: alow K183\n",
	"tree a(speed: int) { hold }\naction hold\ntree b { a(sped: 3) }\n",
	"tree a { selector abort lowr { hold } }\naction hold\n",
	"type foe\nstate agent { a(e: foe): bool }\noperator x { when exists(e: foe in remembred where a(e)) }\n",
	"type foe\nstate agent { a(e: foe): float }\ntask t { method \"a\" each e: foe ordr a(e) { x(e) } }\noperator x(e: foe) { }\n",
	"state agent { a: bool }\noperator x { when a in boool }\ntype foe\noperator y(e: foe) { when e in fo }\n",
}

// findingsOf returns the findings of a program beside places.krk.
func findingsOf(text string) []diag.Diagnostic {
	_, ds := program.Load(fstest.MapFS{"fix.krk": {Data: []byte(text)}, "places.krk": {Data: []byte(places)}}, "fix.krk")
	return ds.All
}

var quotedOrName = regexp.MustCompile(`"[^"]*"|'[^']*'`)

// shape returns what findings have in common that come from the same place of the checks.
func shape(d *diag.Diagnostic) string {
	hint, _, _ := strings.Cut(d.Hint, " ")
	return string(d.Code) + " " + quotedOrName.ReplaceAllString(d.Message, `"…"`) + " " + hint
}

// proposal returns the finding of a shape and message in a program, if it proposes a replacement.
func proposal(text string, like *diag.Diagnostic) *diag.Diagnostic {
	for _, d := range findingsOf(text) {
		if _, _, ok := lang.FixOf(&d); ok && d.Message == like.Message && shape(&d) == shape(like) && d.Span.Src.Name == "fix.krk" {
			return &d
		}
	}
	return nil
}

// fixCases returns a program for each kind of finding that proposes a replacement, without the lines that it does not
// need.
func fixCases(t *testing.T) (list []fixCase) {
	t.Helper()
	seen := map[string]bool{}
	for _, text := range faults(t) {
		for _, d := range findingsOf(text) {
			if d.Fix == nil || d.Span.Src == nil || d.Span.Src.Name != "fix.krk" || seen[shape(&d)] {
				continue
			}
			if _, _, ok := lang.FixOf(&d); !ok {
				t.Errorf("%q proposes a replacement that cannot be made, in\n%s", d.Message, text)
				continue
			}
			seen[shape(&d)] = true
			lines := strings.SplitAfter(text, "\n")
			for i := len(lines) - 1; i >= 0; i-- {
				if less := slices.Delete(slices.Clone(lines), i, i+1); proposal(strings.Join(less, ""), &d) != nil {
					lines = less
				}
			}
			short := strings.Join(lines, "")
			list = append(list, fixCase{text: short, found: proposal(short, &d)})
		}
	}
	slices.SortStableFunc(list, func(a, b fixCase) int { return strings.Compare(string(a.found.Code), string(b.found.Code)) })
	for i := range list {
		list[i].name = fmt.Sprintf("fix%03d.krk", i+1)
	}
	return list
}

// said is what an editor reports of a quick fix: where the finding was, what it proposed, and the line after it.
func (f *fixCase) said(title, line string) string {
	p := newText(f.text).position(int(f.found.Span.Start))
	return fmt.Sprintf("%s:%d:%d: %s [%s]: %s: %s", f.name, p.Line+1, p.Character, f.found.Message, f.found.Code, title, strings.TrimSpace(line))
}

// TestEachFix takes the quick fix of each kind of finding that has one: afterwards the finding is gone.
func TestEachFix(t *testing.T) {
	cases := fixCases(t)
	var out strings.Builder
	for i := range cases {
		f := &cases[i]
		fmt.Fprintf(&out, "=== %s\n%s---\n", f.name, f.text)
		c := session(t, map[string]string{"places.krk": places})
		c.open(f.name, f.text)
		at := slices.IndexFunc(c.diagnostics[f.name], func(d diagnostic) bool { return f.isIt(d) })
		if at < 0 {
			t.Fatalf("%s: the server does not report %q in\n%s%+v", f.name, f.found.Message, f.text, c.diagnostics[f.name])
		}
		d := c.diagnostics[f.name][at]
		p := c.doc(f.name)
		p["range"], p["context"] = d.Range, map[string]any{"diagnostics": []any{d}, "only": []string{"quickfix"}}
		var list []codeAction
		c.into(c.request("textDocument/codeAction", p), &list)
		list = slices.DeleteFunc(list, func(a codeAction) bool { return !f.isIt(a.Diagnostics[0]) })
		if len(list) == 0 {
			t.Fatalf("%s: no fix for %q", f.name, d.Message)
		}
		for _, e := range list[0].Edit.Changes[c.uri(f.name)] {
			c.docs[f.name] = c.docs[f.name].apply(change{&e.Range, e.NewText})
			c.next++
			c.notify("textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": c.uri(f.name), "version": c.next + 1}, "contentChanges": []any{map[string]any{"range": e.Range, "text": e.NewText}},
			})
		}
		if left := c.published(f.name); slices.ContainsFunc(left, f.isIt) {
			t.Errorf("%s: after %q it is still reported: %q in\n%s", f.name, list[0].Title, d.Message, c.docs[f.name].src)
		}
		fmt.Fprintln(&out, f.said(list[0].Title, c.docs[f.name].line(d.Range.Start.Line)))
		c.close()
	}
	if *update {
		if err := os.WriteFile(fixes, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(fixes)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("the quick fixes differ from %s (go test -update writes it):\n%s", fixes, out.String())
	}
}

// isIt reports whether a finding that an editor shows is that of the case.
func (f *fixCase) isIt(d diagnostic) bool {
	message, _, _ := strings.Cut(d.Message, "\n")
	return d.Code == string(f.found.Code) && message == f.found.Message && d.Range.Start.Line == int(f.found.Span.Position().Line)-1
}
