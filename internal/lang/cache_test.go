package lang

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// TestCacheParsesWhatChanged counts the parsed files, and looks at what the models of two loads share.
func TestCacheParsesWhatChanged(t *testing.T) {
	files := Texts{
		"a.krk": "import \"b.krk\"\naction eat",
		"b.krk": "import \"c.krk\"\naction sleep\naction",
		"c.krk": "action walk",
	}
	var cache Cache
	load := func() (*def.Model, int) {
		m, ds := LoadWith(files, "a.krk", nil, &cache)
		return m, len(ds.All)
	}
	m1, n1 := load()
	if cache.Parsed != 3 || n1 != 1 {
		t.Fatalf("%d files parsed with %d findings, want 3 and 1", cache.Parsed, n1)
	}
	files["c.krk"] = "action run"
	m2, n2 := load()
	if cache.Parsed != 4 || n2 != 1 {
		t.Fatalf("%d files parsed with %d findings, want 4 and 1", cache.Parsed, n2)
	}
	if m1.Files[1].Decls[1] != m2.Files[1].Decls[1] {
		t.Error("an unchanged file was parsed again")
	}
	imports := func(m *def.Model) *def.File { return m.Files[1].Decls[0].(*def.Import).File }
	if imports(m1) != m1.Files[2] || imports(m2) != m2.Files[2] || imports(m1) == imports(m2) {
		t.Error("imports lead to the files of another model")
	}
	cache.Drop(func(name string) bool { return name != "b.krk" })
	if load(); cache.Parsed != 5 {
		t.Errorf("%d files parsed, want 5", cache.Parsed)
	}
}
