package lang

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// TestOutline checks of every good text that its statements lie within each other without overlaps, and that they are
// the same after formatting, but for the order of clauses.
func TestOutline(t *testing.T) {
	files, err := filepath.Glob("testdata/good/*.krk")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src := diag.NewSource(file, string(data))
		out, ds := OutlineOf(src)
		f, want := Parse(src)
		if out == nil {
			t.Fatalf("%s: %v", file, ds.All)
		}
		if Format(out.File) != Format(f) || len(out.Top.Lines) != len(f.Decls) || ds.HasErrors() != want.HasErrors() {
			t.Errorf("%s: the file of the outline differs", file)
		}
		nested(t, src, out.Top)
		formatted, _ := OutlineOf(diag.NewSource(file, Format(f)))
		count := func(b Braces) map[string]int {
			m := map[string]int{}
			counted(m, "", b.Lines)
			return m
		}
		if a, b := fmt.Sprint(count(out.Top)), fmt.Sprint(count(formatted.Top)); a != b {
			t.Errorf("%s: formatted it has other paths:\n%s\n%s", file, a, b)
		}
	}
}

func counted(m map[string]int, path string, list []*Statement) {
	for i, name := range Names(list) {
		if strings.HasPrefix(name, "given#") {
			continue // the formatter starts a new line where comments stand between effects
		}
		m[path+"/"+name]++
		counted(m, path+"/"+name, list[i].Lines())
	}
}

// nested checks the places of the lines of a body.
func nested(t *testing.T, src *diag.Source, b Braces) {
	t.Helper()
	last := b.Open
	for _, s := range b.Lines {
		text := src.Text[s.Start:s.End]
		if s.Start < last || s.End > b.Close || s.End <= s.Start || strings.TrimSpace(text) != text || strings.HasSuffix(text, ";") {
			t.Errorf("%s: a statement from %d to %d, in braces from %d to %d: %q", src.Name, s.Start, s.End, b.Open, b.Close, text)
		}
		last = s.End
		at := s.Start
		for _, c := range s.Clauses {
			if c.Start < at || c.End > s.End || !strings.HasPrefix(src.Text[c.Start:c.End], c.Word) {
				t.Errorf("%s: the clause %s is %q", src.Name, c.Word, src.Text[c.Start:c.End])
			}
			at = c.End
		}
		for _, inner := range s.Bodies {
			if src.Text[inner.Open] != '{' || src.Text[inner.Close] != '}' || inner.Open < s.Start || inner.Close >= s.End {
				t.Errorf("%s: braces from %d to %d in %q", src.Name, inner.Open, inner.Close, text)
			}
			nested(t, src, inner)
		}
	}
}

// TestOutlineKeys pins how paths name statements.
func TestOutlineKeys(t *testing.T) {
	const text = "import \"a.krk\"\n" +
		"state agent { sensed near: bool; `a b`: int; ready := near }\n" +
		"task dine { method first when near { buy; unordered { a; b } }; method \"x\" { } }\n" +
		"operator buy { when near; do parallel any { a; b }; effect x = 1, y = 2 }\n" +
		"tree t { service every 1s look; try { if near; wait 1 } catch { a { override b = c } } }\n" +
		"goal g { while near; a; b optional }\ngoal h { way when near { a }; way \"far\" { b } }\n" +
		"agent a { plan dine when near; plan dine; idle b }\n" +
		"test bare { given x = 1; given y = 2, z = 3; expect none }\ninit { x = 1; y = 2 }\ninit { }"
	out, ds := OutlineOf(diag.NewSource("x.krk", text))
	if out == nil {
		t.Fatal(ds.All)
	}
	var b strings.Builder
	var show func(indent string, list []*Statement)
	show = func(indent string, list []*Statement) {
		for i, name := range Names(list) {
			b.WriteString(indent + name)
			for _, c := range list[i].Clauses {
				b.WriteString(" [" + text[c.Start:c.End] + "]")
			}
			b.WriteString("\n")
			show(indent+"  ", list[i].Lines())
		}
	}
	show("", out.Top.Lines)
	golden(t, "testdata/outline.txt", b.String())
}
