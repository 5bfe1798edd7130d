package btcpp_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

func TestToModel(t *testing.T) {
	runExamples(t, "testdata/convert.txt", func(x *example) (string, diag.List) {
		d, ds := btcpp.ReadString("x.xml", x.input(), btcpp.Options{Lenient: true})
		if ds.HasErrors() {
			t.Fatal(x.title, ds.Err())
		}
		m, ds := toModel(d)
		if m == nil {
			return "", ds
		}
		return again(t, m), ds
	})
}

// again writes a model, reads the text and checks it.
func again(t *testing.T, m *def.Model) string {
	t.Helper()
	text := lang.Format(m.Files[0])
	f, ds := lang.Parse(diag.NewSource("x.krk", text))
	if !ds.HasErrors() {
		_, found := def.Check(&def.Model{Files: []*def.File{f}})
		ds.Append(found)
	}
	if err := ds.Err(); err != nil {
		t.Errorf("what was translated is refused: %v\n%s", err, text)
	} else if second := lang.Format(f); second != text {
		t.Errorf("formatted again it differs:\n%s\n%s", text, second)
	}
	return text
}

func TestFromModel(t *testing.T) {
	runExamples(t, "testdata/export.txt", func(x *example) (string, diag.List) {
		f, ds := lang.Parse(diag.NewSource("x.krk", x.input()))
		m := &def.Model{Files: []*def.File{f}}
		if !ds.HasErrors() {
			_, found := def.Check(m)
			ds.Append(found)
		}
		if ds.HasErrors() {
			t.Fatal(x.title, ds.Err())
		}
		d, ds := fromModel(m)
		if d == nil {
			return "", ds
		}
		readAgain(t, d, btcpp.Options{})
		return written(d), ds
	})
}

// The trees of Nav2 can be translated, and the results exported again.
func TestTreesOfNav2AreTranslated(t *testing.T) {
	dir := os.DirFS(filepath.Join(dataDir(t), "nav2"))
	known, ds := btcpp.Read(dir, "nav2_tree_nodes.xml", btcpp.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	files, err := fs.Glob(dir, "*.xml")
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, name := range files {
		d, ds := btcpp.Read(dir, name, btcpp.Options{Nodes: models(known)})
		if ds.HasErrors() || d.Main == "" { // one is of version 3 with nodes of its own, one has models only
			continue
		}
		all++
		m, ds := toModel(d)
		if m == nil {
			t.Errorf("%s: %v", name, ds.Err())
			continue
		}
		again(t, m)
		back, ds := fromModel(m)
		if back == nil {
			t.Errorf("%s: exported: %v", name, ds.Err())
			continue
		}
		readAgain(t, back, btcpp.Options{})
	}
	if t.Logf("%d trees", all); all < 15 {
		t.Errorf("%d trees of %d files", all, len(files))
	}
}

// Most trees of the library's tests can be translated; the results can be read, and most of them exported again.
func TestFilesOfTheLibraryAreTranslated(t *testing.T) {
	files := os.DirFS(filepath.Join(dataDir(t), "xml"))
	all, translated, back := 0, 0, 0
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".xml" {
			return err
		}
		d, ds := readWith(t, files, name, strings.TrimSuffix(path.Base(name), ".xml"))
		if ds.HasErrors() || d.Main == "" {
			return nil
		}
		all++
		m, ds := toModel(d)
		if m == nil {
			if !ds.HasErrors() {
				t.Errorf("%s: no model and no reason", name)
			}
			return nil
		}
		translated++
		again(t, m)
		if d, _ = fromModel(m); d != nil {
			readAgain(t, d, btcpp.Options{})
			back++
		}
		return nil
	})
	t.Logf("%d trees, %d translated, %d of those exported", all, translated, back)
	if err != nil || translated < 200 || back < 190 {
		t.Errorf("%d trees, %d translated, %d of those exported, %v", all, translated, back, err)
	}
}
