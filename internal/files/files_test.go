package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/files"
)

// A file is replaced as a whole, only if it has not changed since it was read, and keeps its permissions; a link stays
// a link.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	if err := errors.Join(os.WriteFile(file, []byte("one"), 0o600), os.Symlink("a", link)); err != nil {
		t.Skip(err)
	}
	if err := files.Write(link, []byte("two"), files.Hash([]byte("one"))); err != nil {
		t.Fatal(err)
	}
	if err := files.Write(link, []byte("three"), files.Hash([]byte("one"))); !errors.Is(err, files.ErrChanged) {
		t.Errorf("%v", err)
	}
	text, err := files.Read(file, 3)
	if info, wrong := os.Lstat(link); string(text) != "two" || err != nil || wrong != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("%q, %v, %v", text, err, info)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%v", left)
	}
	if _, err := files.Read(file, 2); err == nil {
		t.Error("a file that is too long is read")
	}
}

// Files that are not regular are refused with their kind.
func TestOpen(t *testing.T) {
	var kind *files.KindError
	if _, err := files.Open(t.TempDir()); !errors.As(err, &kind) {
		t.Errorf("%v", err)
	}
	if _, err := files.Open(os.DevNull); !errors.As(err, &kind) {
		t.Errorf("%v", err)
	}
}

// A folder gives no file outside it, whether by its name or by links.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "inner")
	err := errors.Join(os.Mkdir(inner, 0o777), os.WriteFile(filepath.Join(dir, "secret"), nil, 0o666), os.WriteFile(filepath.Join(inner, "own"), nil, 0o666),
		os.Symlink("../secret", filepath.Join(inner, "out")), os.Symlink(filepath.Join(inner, "own"), filepath.Join(inner, "in")), os.Symlink("..", filepath.Join(inner, "up")))
	if err != nil {
		t.Skip(err)
	}
	var outside *files.OutsideError
	for name, want := range map[string]bool{"own": true, "in": true, "out": false, "up/secret": false, "up/inner/own": true, "../secret": false} {
		_, err := fs.ReadFile(files.NewFolder(inner, ""), name)
		if (err == nil) != want || !want && name != "../secret" && !errors.As(err, &outside) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := fs.ReadFile(files.NewFolder(inner, "out"), "out"); err != nil {
		t.Errorf("the file that was named: %v", err)
	}
}
