package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/tools/golden"
)

const textsFile = "testdata/golden/texts.txt"

// TestGoldenTexts pins what the language makes of every karakuri file of the repository, faulty ones too: digests of
// its syntax, of how it is laid out and of its JSON form, and each finding by its code and place, whatever it says. See
// [golden.Syntax].
//
//	go test ./cmd/karakuri -run TestGoldenTexts -update
//	go test ./cmd/karakuri -run TestGoldenTexts -dump DIR
func TestGoldenTexts(t *testing.T) {
	var now strings.Builder
	for _, file := range karakuriFiles(t) {
		now.WriteString(textOf(t, file))
	}
	if *update {
		if err := os.WriteFile(textsFile, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(textsFile)
	if err != nil {
		t.Fatal(err)
	}
	was := entries(string(kept))
	for name, text := range entries(now.String()) {
		if was[name] != text {
			t.Errorf("%s is\n%swas\n%sCONTRIBUTING.md says what to do.", name, text, was[name])
		}
		delete(was, name)
	}
	for name := range was {
		t.Errorf("%s is gone", name)
	}
}

// entries returns the data about each file: its line and those under it.
func entries(text string) map[string]string {
	list, name := map[string]string{}, ""
	for line := range strings.Lines(text) {
		if line[0] != ' ' {
			name = strings.TrimSpace(line)
		}
		list[name] += line
	}
	return list
}

// textOf returns the pinned text of a file.
func textOf(t *testing.T, file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(filepath.ToSlash(file), "../../")
	var b strings.Builder
	fmt.Fprintln(&b, name)
	pin := func(what, text string) {
		fmt.Fprintf(&b, "  %s %x\n", what, sha256.Sum256([]byte(text)))
		if *dumpDir != "" {
			fmt.Fprint(dumpFile(t, name+"."+what), text)
		}
	}
	parsed, ds := lang.Parse(diag.NewSource(file, string(data)))
	pin("syntax", golden.Syntax(parsed))
	if !ds.HasErrors() {
		pin("fmt", lang.Format(parsed))
		form, err := lang.EncodeJSON(parsed)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		pin("json", string(form))
	}
	_, found := loadFile(&console{}, file)
	found.Sort()
	for _, d := range found.All {
		fmt.Fprintf(&b, "  %s %s\n", d.Code, golden.Place(d.Span))
	}
	return b.String()
}

// karakuriFiles returns all karakuri files of the repository, in order.
func karakuriFiles(t *testing.T) (list []string) {
	err := filepath.WalkDir("../..", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(file) == ".krk":
			list = append(list, file)
		}
		return nil
	})
	if err != nil || len(list) < 50 {
		t.Fatalf("%d files: %v", len(list), err)
	}
	slices.Sort(list)
	return list
}

// dumpFile opens a file to write something out to.
func dumpFile(t *testing.T, name string) *os.File {
	file := filepath.Join(*dumpDir, strings.NewReplacer("/", "_", " ", "_").Replace(name)+".txt")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
