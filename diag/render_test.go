package diag_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// at returns the place of mark within text, the first of several.
func at(src *diag.Source, mark string) diag.Span {
	i := strings.Index(src.Text, mark)
	return diag.Span{Src: src, Start: int32(i), End: int32(i + len(mark))}
}

func render(ds diag.List) string {
	var b strings.Builder
	diag.Render(&b, ds)
	return b.String()
}

func TestRenderIsTheLongForm(t *testing.T) {
	src := diag.NewSource("meal.krk", "a\noperator eat  { when has_mael }\nb")
	var ds diag.List
	d := ds.Errorf("K012", at(src, "has_mael"), "unknown symbol %q", "has_mael")
	d.Hint = `did you mean "has_meal"?`
	d.Related = []diag.Related{{at(src, "eat"), "in this operator"}, {diag.Span{}, "nowhere"}}
	ds.Warnf("K100", diag.Span{}, "of no place").Hint = "a hint"
	want := `meal.krk:2:22: unknown symbol "has_mael" [K012]
    operator eat  { when has_mael }
                         ^~~~~~~~ did you mean "has_meal"?
    meal.krk:2:10: in this operator
        operator eat  { when has_mael }
                 ^~~
    nowhere
warning: of no place [K100]
    a hint
`
	if got := render(ds); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRenderPlacesTheCaret(t *testing.T) {
	long := strings.Repeat("a", 200)
	tests := []struct{ name, text, mark, want string }{
		{"tabs before and within", "\t\twhen\tx", "x", "when    x\n        ^"},
		{"wide characters", "日本 = 金額 + x", "金額", "日本 = 金額 + x\n       ^~~~"},
		{"combining characters", "e\u0301e\u0301 x", "x", "e\u0301e\u0301 x\n   ^"},
		{"over several lines", "f(a,\n  b) c", "(a,\n  b)", "f(a,\n ^~~"},
		{"indentation itself", "    x", "  x", "    x\n  ^~~"},
		{"end of a line", "a +\r\nb", "\r", "a +\n   ^"},
		{"invalid bytes", "a \xff\xfe b", "\xff\xfe", "a \ufffd\ufffd b\n  ^~"},
		{"escape sequences", "a \x1b[31m b", "b", "a \ufffd[31m b\n        ^"},
		{"long before", long + " x y", "x", "..." + strings.Repeat("a", 93) + " x y\n" + strings.Repeat(" ", 97) + "^"},
		{"long after", "x " + long, "x", "x " + strings.Repeat("a", 95) + "...\n^"},
		{"long on both sides", long + "-x-" + long, "x", "..." + strings.Repeat("a", 45) + "-x-" + strings.Repeat("a", 46) + "...\n" + strings.Repeat(" ", 49) + "^"},
		{"long itself", "-" + long, long, "-" + strings.Repeat("a", 47) + "...\n ^" + strings.Repeat("~", 49)},
	}
	for _, tt := range tests {
		src := diag.NewSource("f", tt.text)
		var ds diag.List
		ds.Errorf("K001", at(src, tt.mark), "m")
		_, got, _ := strings.Cut(render(ds), "\n")
		got = strings.TrimSuffix(strings.ReplaceAll("\n"+got, "\n    ", "\n"), "\n")
		if got != "\n"+tt.want {
			t.Errorf("%s: got%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestRenderShowsSnippets(t *testing.T) {
	src := diag.NewSnippet("main.go", 12, "money >= prise")
	var ds diag.List
	ds.Errorf("K012", at(src, "prise"), "unknown symbol")
	want := "main.go:12:1: unknown symbol [K012]\n    money >= prise\n             ^~~~~\n"
	if got := render(ds); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRenderCountsWhatIsLeftOut(t *testing.T) {
	var ds diag.List
	for range diag.MaxDiagnostics + 5 {
		ds.Errorf("K001", diag.Span{}, "m")
	}
	if got := render(ds); !strings.HasSuffix(got, "\nand 5 more\n") {
		t.Error(got[len(got)-40:])
	}
}

func TestRenderJSON(t *testing.T) {
	src := diag.NewSource("f.krk", "a\nbb c\n")
	var ds diag.List
	d := ds.Errorf("K012", at(src, "bb"), "m <>")
	d.Hint, d.Related = "h", []diag.Related{{at(src, "c"), "r"}}
	ds.Warnf("K100", diag.Span{}, "w")
	var b strings.Builder
	if err := diag.RenderJSON(&b, ds); err != nil {
		t.Fatal(err)
	}
	var compact strings.Builder
	var records []diag.Record
	if err := json.Unmarshal([]byte(b.String()), &records); err != nil {
		t.Fatal(err)
	}
	e := json.NewEncoder(&compact)
	e.SetEscapeHTML(false)
	e.Encode(records)
	want := `[{"file":"f.krk","line":2,"col":1,"endLine":2,"endCol":3,"severity":"error","code":"K012","message":"m <>","hint":"h",` +
		`"related":[{"file":"f.krk","line":2,"col":4,"endLine":2,"endCol":5,"message":"r"}]},` +
		`{"file":"","line":0,"col":0,"endLine":0,"endCol":0,"severity":"warning","code":"K100","message":"w"}]` + "\n"
	if compact.String() != want {
		t.Errorf("got\n%s\nwant\n%s", compact.String(), want)
	}
	b.Reset()
	if diag.RenderJSON(&b, diag.List{}); b.String() != "[]\n" {
		t.Errorf("an empty list is %q", b.String())
	}
}

func TestSortOrdersAndRemovesDoubles(t *testing.T) {
	a, b := diag.NewSource("a", "x\ny"), diag.NewSource("b", "x")
	var ds diag.List
	ds.Errorf("K002", at(b, "x"), "3")
	ds.Errorf("K002", at(a, "y"), "2")
	ds.Errorf("K002", at(a, "x"), "1")
	ds.Errorf("K002", at(a, "y"), "2")
	ds.Sort()
	got := ""
	for _, d := range ds.All {
		got += d.Message
	}
	if got != "123" {
		t.Error(got)
	}
}

func TestErrShowsAllErrorsInTheirPlaces(t *testing.T) {
	src := diag.NewSource("f", "x")
	var ds diag.List
	ds.Warnf("K100", at(src, "x"), "w")
	if ds.Err() != nil || ds.HasErrors() {
		t.Error("a warning is an error")
	}
	ds.Errorf("K001", at(src, "x"), "first")
	ds.Errorf("K002", at(src, "x"), "second")
	err := ds.Err()
	var f *diag.Failure
	if !errors.As(err, &f) || err.Error() != "f:1:1: first [K001]\n    x\n    ^\nf:1:1: second [K002]\n    x\n    ^" {
		t.Error(err)
	}
}

func TestPositionsCountCharacters(t *testing.T) {
	src := diag.NewSource("f", "a\n日本x")
	if got := at(src, "x").Position().String(); got != "f:2:3" {
		t.Error(got)
	}
	if got := (diag.Span{Src: src, Start: 1000}).Position().String(); got != "f:2:4" {
		t.Error(got)
	}
}

func TestCodesAreUniqueAndDocumented(t *testing.T) {
	seen := map[diag.Code]bool{}
	for _, c := range diag.Codes() {
		if seen[c.Code] {
			t.Errorf("%s is given twice", c.Code)
		}
		seen[c.Code] = true
		if len(c.Code) != 4 || c.Code[0] != 'K' || c.Title == "" || !strings.HasSuffix(c.Help, ".") {
			t.Errorf("%s is not documented", c.Code)
		}
	}
}

func ExampleRender() {
	src := diag.NewSource("meal.krk", "operator eat { when has_mael }")
	var ds diag.List
	ds.Errorf("K012", diag.Span{Src: src, Start: 20, End: 28}, "unknown symbol %q", "has_mael").Hint = `did you mean "has_meal"?`
	diag.Render(os.Stdout, ds)
	// Output:
	// meal.krk:1:21: unknown symbol "has_mael" [K012]
	//     operator eat { when has_mael }
	//                         ^~~~~~~~ did you mean "has_meal"?
}
