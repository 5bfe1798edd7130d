package lang

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

const pages = "../../docs/"

// TestPagesOfTheLanguage reads the samples of the pages that describe the language, wants them in the canonical layout,
// and compares the table of attributes with the one in def.
func TestPagesOfTheLanguage(t *testing.T) {
	checkSamples(t, "agents.md", checkTable(t, pages+"agents.md", "attributes", attributeTable()), 3)
	for page, least := range map[string]int{"language.md": 8, "operators.md": 3, "goal-clauses.md": 3, "expressions.md": 3, "trees.md": 3, "tree-rules.md": 2, "actions.md": 1} {
		checkSamples(t, page, readPage(t, pages+page), least)
	}
}

// readPage returns the text of a page.
func readPage(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// checkTable compares a part of a page, between two comments, with its source. It returns the page.
func checkTable(t *testing.T, page, name, table string) string {
	t.Helper()
	text := readPage(t, page)
	start := strings.Index(text, "<!-- "+name+": ")
	end := strings.Index(text, "<!-- end of "+name+" -->")
	if start < 0 || end < start {
		t.Fatalf("%s has no place for the table of %s", page, name)
	}
	start += strings.Index(text[start:], "-->\n") + len("-->\n")
	want := text[:start] + table + text[end:]
	if want != text && *updateSchema {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != text {
		t.Errorf("the table of %s is not up to date; run: go test ./internal/lang -update", name)
	}
	return want
}

// attributeTable returns the attributes that every object has as a table.
func attributeTable() string {
	types := map[world.Kind]string{world.KindBool: "bool", world.KindInt: "int", world.KindFloat: "float", world.KindVec2: "vec2"}
	var b strings.Builder
	b.WriteString("\n| symbol | |\n|---|---|\n")
	for _, a := range def.Attrs() { // what is said is of an enum, in examples call
		b.WriteString("| `remembered " + a.Name + "(t: thing): " + cmp.Or(types[a.Type.Kind], "call") + "` | " + a.Doc + " |\n")
	}
	b.WriteString("\n")
	return b.String()
}

// checkSamples wants the samples of a page, of which there are at least so many, in the canonical layout.
func checkSamples(t *testing.T, name, text string, least int) {
	t.Helper()
	samples := strings.Split(text, "```krk\n")[1:]
	if len(samples) < least {
		t.Errorf("only %d samples", len(samples))
	}
	for _, s := range samples {
		s, _, _ = strings.Cut(s, "```")
		got, ds := FormatSource(diag.NewSource(name, s))
		if len(ds.All) > 0 {
			t.Errorf("%s\n%s", s, render(ds))
		} else if got != s {
			t.Errorf("the layout of\n%s\nshould be\n%s", s, got)
		}
	}
}

// TestTheGuideToTreesNamesAllNodes wants each kind of node in the table of docs/trees.md, by one of its words.
func TestTheGuideToTreesNamesAllNodes(t *testing.T) {
	_, table, _ := strings.Cut(readPage(t, pages+"trees.md"), "| kind | nodes |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, k := range def.NodeKinds() {
		if k.Kind == def.NodeTree {
			continue
		}
		for word := range strings.FieldsSeq(k.Words) {
			if !strings.Contains(table, word) {
				t.Errorf("the table of nodes has no %s", word)
			}
		}
	}
}

// TestFormsOfSenseClausesAreInTheLanguage reads the examples that the clauses of senses and memories are documented
// with.
func TestFormsOfSenseClausesAreInTheLanguage(t *testing.T) {
	for _, c := range slices.Concat(def.SenseTable.Body[0].Rows, def.MemoryTable.Body[0].Rows) {
		text := "sense a { " + c.Form + " }\n"
		f, ds := Parse(diag.NewSource("t.krk", text))
		if len(ds.All) > 0 {
			t.Errorf("%s\n%s", text, render(ds))
			continue
		}
		if got := f.Decls[0].(*def.Sense).Clauses; len(got) != 1 || got[0].Word != c.Word {
			t.Errorf("%s is read as %+v", c.Form, got)
		}
		if got := Format(f); got != text {
			t.Errorf("the layout of\n%s\nshould be\n%s", text, got)
		}
	}
}

// TestFormsOfNodesAreInTheLanguage reads the examples that the kinds of nodes are documented with.
func TestFormsOfNodesAreInTheLanguage(t *testing.T) {
	for _, k := range def.NodeKinds() {
		for form := range strings.SplitSeq(k.Form, ", or: ") {
			text := "tree t { " + form + " }\n"
			if k.Kind == def.NodeCase {
				text = "tree t { switch weather { " + form + " } }\n"
			}
			f, ds := Parse(diag.NewSource("t.krk", text))
			if len(ds.All) > 0 {
				t.Errorf("%s\n%s", text, render(ds))
				continue
			}
			n := f.Decls[0].(*def.Tree).Root
			if k.Kind == def.NodeCase {
				n = n.Children[0]
			}
			if n.Kind != k.Kind && k.Kind != def.NodeTree {
				t.Errorf("%s is read as %v, not %v", form, n.Kind, k.Kind)
			}
			if got := Format(f); got != text {
				t.Errorf("the layout of\n%s\nshould be\n%s", text, got)
			}
		}
	}
}
