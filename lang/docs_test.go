package lang

import (
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
)

// TestTheReferenceIsInTheLanguage reads the samples of docs/language.md, and wants them in the canonical layout.
func TestTheReferenceIsInTheLanguage(t *testing.T) {
	text, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	checkSamples(t, "language.md", string(text), 10)
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

const treesPage = "../docs/trees.md"

// TestTheGuideToTreesIsInTheLanguage reads the samples of docs/trees.md and compares its table of nodes with the one in def.
func TestTheGuideToTreesIsInTheLanguage(t *testing.T) {
	data, err := os.ReadFile(treesPage)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	checkSamples(t, "trees.md", text, 3)
	const begin, end = "-update -->\n", "<!-- end of nodes -->"
	before, rest, found := strings.Cut(text, begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("the page has no place for the table of nodes")
	}
	if want := before + begin + nodeTable() + end + after; *updateSchema && want != text {
		if err := os.WriteFile(treesPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != text {
		t.Error("the table of nodes is not up to date; run: go test ./lang -run Trees -update")
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
