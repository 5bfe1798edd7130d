package lang

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// golden compares got with a golden file; "go test ./internal/lang -update" writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *updateSchema {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// samples calls f for each file of a folder under testdata.
func samples(t *testing.T, dir string, f func(t *testing.T, name string, src *diag.Source)) {
	t.Helper()
	files, err := filepath.Glob("testdata/" + dir + "/*.krk")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			f(t, file, diag.NewSource(filepath.Base(file), string(text)))
		})
	}
}

func render(ds diag.List) string {
	var b strings.Builder
	diag.Render(&b, ds)
	return b.String()
}

func TestMistakesAreAllReported(t *testing.T) {
	samples(t, "bad", func(t *testing.T, name string, src *diag.Source) {
		_, ds := Parse(src)
		if len(ds.All) == 0 {
			t.Error("no findings")
		}
		golden(t, strings.TrimSuffix(name, ".krk")+".txt", render(ds))
	})
}

func TestTwentyMistakesGiveTwentyFindings(t *testing.T) {
	text, err := os.ReadFile("testdata/bad/twenty.krk")
	if err != nil {
		t.Fatal(err)
	}
	_, ds := Parse(diag.NewSource("twenty.krk", string(text)))
	lines := map[int]bool{}
	for _, d := range ds.All {
		lines[d.Span.Position().Line] = true
	}
	if len(lines) < 20 {
		t.Errorf("findings on %d lines only", len(lines))
	}
}

func TestFormatIsAsRecorded(t *testing.T) {
	samples(t, "good", func(t *testing.T, name string, src *diag.Source) {
		text, ds := FormatSource(src)
		if len(ds.All) > 0 {
			t.Fatal(render(ds))
		}
		golden(t, strings.TrimSuffix(name, ".krk")+".fmt", text)
	})
}

// countComments returns the number of comments among the tokens of a text.
func countComments(src *diag.Source) int {
	var ds diag.List
	return len(newParser(src, &ds).Comments())
}

// checkFormat checks the laws of formatting for a file without mistakes.
func checkFormat(t *testing.T, src *diag.Source) {
	t.Helper()
	f, ds := Parse(src)
	if ds.HasErrors() {
		return
	}
	once := Format(f)
	src2 := diag.NewSource(src.Name, once)
	g, ds := Parse(src2)
	if ds.HasErrors() {
		t.Fatalf("formatted text has mistakes:\n%s\n%s", render(ds), once)
	}
	if twice := Format(g); twice != once {
		t.Fatalf("formatting twice differs:\n%s\n---\n%s", once, twice)
	}
	if a, b := countComments(src), countComments(src2); a != b {
		t.Fatalf("%d comments became %d:\n%s\n---\n%s", a, b, src.Text, once)
	}
	if !reflect.DeepEqual(meaning(f), meaning(g)) {
		t.Fatalf("formatting changed the model:\n%s\n---\n%s", src.Text, once)
	}
}

// meaning returns a copy of a file without places, comments and literals' own places.
func meaning(f *def.File) any { return bare(reflect.ValueOf(f.Decls)).Interface() }

func bare(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return v
		}
		if v.Kind() == reflect.Interface {
			return bare(v.Elem())
		}
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(bare(v.Elem()))
		return c
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		if v.Type() == reflect.TypeFor[def.Head]() || v.Type() == reflect.TypeFor[diag.Span]() {
			return c
		}
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "End" {
				c.Field(i).Set(bare(v.Field(i)))
			}
		}
		return c
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			c.Index(i).Set(bare(v.Index(i)))
		}
		return c
	}
	return v
}

func TestFormattingIsIdempotentAndKeepsEverything(t *testing.T) {
	samples(t, "good", func(t *testing.T, _ string, src *diag.Source) { checkFormat(t, src) })
}
