package lang

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

const languagePage = "../../docs/language.md"

// TestTheReferenceIsInTheLanguage reads the samples of docs/language.md and docs/expressions.md, wants them in the canonical layout, and compares its tables of
// clauses with those in def.
func TestTheReferenceIsInTheLanguage(t *testing.T) {
	checkTable(t, languagePage, "senses", senseTables())
	text := checkTable(t, languagePage, "attributes", attributeTable())
	checkSamples(t, "language.md", text, 10)
	checkSamples(t, "expressions.md", readPage(t, "../../docs/expressions.md"), 3)
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

// checkTable compares a part of a page, between two comments, with what it is made from. It returns the page.
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

// senseTables returns the clauses of senses and of memories as tables.
func senseTables() string {
	return clauseTable("sense", def.SenseTable.Body[0].Rows, len(def.SenseKinds)) + clauseTable("memory", def.MemoryTable.Body[0].Rows, len(def.MemoryKinds))
}

func clauseTable(what string, list []def.Clause, kinds int) string {
	var b strings.Builder
	b.WriteString("\n| clause of a " + what + " | of | |\n|---|---|---|\n")
	for _, c := range list {
		of := strings.Join(c.Kinds, ", ")
		if len(c.Kinds) == kinds {
			of = "all"
		}
		needed := ""
		if len(c.Needed) > 0 {
			needed = "Needed by " + wordList(c.Needed) + ". "
		}
		b.WriteString("| `" + c.Form + "` | " + of + " | " + needed + c.Doc + " |\n")
	}
	b.WriteString("\n")
	return b.String()
}

// attributeTable returns the attributes that every object has as a table.
func attributeTable() string {
	types := map[world.Kind]string{world.KindBool: "bool", world.KindInt: "int", world.KindFloat: "float", world.KindVec2: "vec2"}
	var b strings.Builder
	b.WriteString("\n| symbol | |\n|---|---|\n")
	for _, a := range def.Attrs() {
		b.WriteString("| `remembered " + a.Name + "(t: thing): " + types[a.Type.Kind] + "` | " + a.Doc + " |\n")
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

const treesPage = "../../docs/trees.md"

// TestTheGuideToTreesIsInTheLanguage reads the samples of docs/trees.md and compares its table of nodes with the one in def.
func TestTheGuideToTreesIsInTheLanguage(t *testing.T) {
	checkSamples(t, "trees.md", checkTable(t, treesPage, "nodes", nodeTable()), 3)
}

// TestFormsOfSenseClausesAreInTheLanguage reads the examples that the clauses of senses and memories are documented with.
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

// nodeTable returns the kinds of nodes as a table.
func nodeTable() string {
	var b strings.Builder
	for _, shape := range []def.NodeShape{def.ShapeLeaf, def.ShapeComposite, def.ShapeDecorator} {
		b.WriteString("\n| " + [...]string{"leaf", "composite", "decorator"}[shape] + " | |\n|---|---|\n")
		for _, k := range def.NodeKinds() {
			if k.Shape != shape || k.Kind == def.NodeTree {
				continue
			}
			b.WriteString("| `" + strings.ReplaceAll(k.Form, ", or: ", "` or `") + "` | " + k.Doc + " |\n")
		}
	}
	b.WriteString("\n")
	return b.String()
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
