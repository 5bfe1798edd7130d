package index_test

import (
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// programs returns the names of all files of the repository that are programs without mistakes.
func programs(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".krk") {
			m, ds := lang.Load(os.DirFS(filepath.Dir(name)), filepath.Base(name))
			if !ds.HasErrors() {
				_, ds = def.Check(m)
			}
			if !ds.HasErrors() {
				found = append(found, name)
			}
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("no programs in %s: %v", dir, err)
	}
	return found
}

const repo = "../../.."

func TestEveryNameResolves(t *testing.T) {
	words := languageWords()
	for _, name := range programs(t, repo) {
		m, _ := lang.Load(os.DirFS(filepath.Dir(name)), filepath.Base(name))
		ix := index.New(m)
		for _, f := range m.Files {
			for _, o := range ix.In(f.Src) {
				if o.Sym == nil {
					t.Errorf("%v: %q is not resolved", o.At.Position(), o.At.Text())
				}
			}
			var ds diag.List
			for s := expr.NewScanner(f.Src, &ds); ; {
				tok := s.Scan()
				if tok.Kind == expr.TokEOF {
					break
				}
				text := f.Src.Text[tok.Start:tok.End]
				if tok.Kind != expr.TokName || words[text] {
					continue
				}
				if o, ok := ix.At(f.Src, int(tok.Start)); !ok || o.At.Start != tok.Start || o.At.End != tok.End {
					t.Errorf("%v: no occurrence for the name %q", f.Src.Position(tok.Start), text)
				}
			}
		}
	}
}

// languageWords returns every word of the language and of its libraries of names.
func languageWords() map[string]bool {
	words := map[string]bool{"x": true, "y": true, "of": true, "s": true, "not": true, def.AlertMissed: true}
	for _, o := range def.AllOffers() {
		words[o.Word] = true
		for _, w := range append(o.Words, strings.Fields(o.Form)...) {
			words[w] = true
		}
		for w := range strings.FieldsSeq(o.Word) {
			words[w] = true
		}
	}
	for _, k := range curve.Kinds() {
		words[k.Name] = true
		for _, p := range k.Params {
			words[p.Name] = true
		}
	}
	for _, list := range [][]string{def.SenseKinds[:], def.MemoryKinds[:]} {
		for _, w := range list {
			words[w] = true
		}
	}
	return words
}

var long = flag.Bool("long", false, "rename every symbol of the examples, not one in four")

// TestRenameAndBack renames symbols of the example programs: the renamed program must mean the same, and renaming it
// back gives the same text.
func TestRenameAndBack(t *testing.T) {
	count, refused, every, least := 0, 0, 4, 150
	if *long {
		every, least = 1, 600
	}
	for _, name := range programs(t, repo+"/examples") {
		files := fstest.MapFS{}
		m, _ := lang.Load(os.DirFS(filepath.Dir(name)), filepath.Base(name))
		for _, f := range m.Files {
			files[f.Name] = &fstest.MapFile{Data: []byte(f.Src.Text)}
		}
		main := path.Base(filepath.ToSlash(name))
		before := index.New(m)
		_, wantFindings := def.Check(m)
		for i, s := range before.Symbols {
			if i%every != 0 {
				continue
			}
			edits, err := before.Rename(s, "zz renamed")
			if err != nil {
				refused++
				continue
			}
			renamed := apply(m, edits)
			m2, ds := lang.Load(renamed, main)
			_, checked := def.Check(m2)
			ds.Append(checked)
			after := index.New(m2)
			if ds.HasErrors() {
				t.Errorf("%s: after renaming %s %q: %v", name, s.Kind, s.Name, ds.Err())
				continue
			}
			if len(checked.All) != len(wantFindings.All) {
				t.Errorf("%s: after renaming %s %q: %d findings, want %d", name, s.Kind, s.Name, len(checked.All), len(wantFindings.All))
			}
			if o := index.Same(before, after); o != nil {
				t.Errorf("%s: after renaming %s %q, %v means something else", name, s.Kind, s.Name, o.At.Position())
				continue
			}
			back, err := after.Rename(after.Symbols[i], s.Name)
			if err != nil {
				t.Errorf("%s: %s %q back: %v", name, s.Kind, s.Name, err)
				continue
			}
			for file, got := range apply(m2, back) {
				if want := files[file]; string(want.Data) != string(got.Data) {
					t.Errorf("%s: renaming %s %q and back changes %s", name, s.Kind, s.Name, file)
				}
			}
			count++
		}
	}
	t.Logf("%d symbols renamed, %d refused", count, refused)
	if count < least || refused > count/10 {
		t.Errorf("%d symbols renamed, %d refused", count, refused)
	}
}

func apply(m *def.Model, edits []index.Edit) fstest.MapFS {
	out := fstest.MapFS{}
	for _, f := range m.Files {
		out[f.Name] = &fstest.MapFile{Data: []byte(index.Apply(f.Src, edits))}
	}
	return out
}
