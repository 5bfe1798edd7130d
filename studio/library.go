package studio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/program"
)

// Limits of files.
const (
	// MaxTraceBytes is how long a trace may be: it is kept in memory.
	MaxTraceBytes = 512 << 20
	// MaxFiles is how many files a library may have.
	MaxFiles = 1000
)

// Endings of the names of files.
const (
	traceEnding = ".ktrace"
	sceneEnding = ".scene"
)

// Library is the files that pages may look at. Only the karakuri files among them, and those that they import, may be written.
type Library struct {
	root  string   // where names begin
	names []string // with slashes, below root, sorted
}

// NewLibrary returns the library of some files: karakuri files and traces. Names are as seen from their nearest common folder.
func NewLibrary(files []string) (*Library, error) {
	if len(files) == 0 || len(files) > MaxFiles {
		return nil, fmt.Errorf("studio: from 1 to %d files are needed, not %d", MaxFiles, len(files))
	}
	var all []string
	for _, f := range files {
		abs, err := filepath.Abs(f)
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(abs); err != nil {
			return nil, err
		}
		all = append(all, abs)
	}
	l := &Library{root: filepath.Dir(all[0])}
	for _, f := range all {
		for !strings.HasPrefix(f, l.root+string(filepath.Separator)) && filepath.Dir(l.root) != l.root {
			l.root = filepath.Dir(l.root)
		}
	}
	for _, f := range all {
		rel, err := filepath.Rel(l.root, f)
		if err != nil {
			return nil, err
		}
		l.names = append(l.names, filepath.ToSlash(rel))
	}
	slices.Sort(l.names)
	l.names = slices.Compact(l.names)
	return l, nil
}

// Names returns the names of the files.
func (l *Library) Names() []string { return l.names }

// Has reports whether a file is in the library. There is no other way to a file than by its very name.
func (l *Library) Has(name string) bool { return slices.Contains(l.names, name) }

func (l *Library) isTrace(name string) bool { return strings.EqualFold(path.Ext(name), traceEnding) }

// fsys returns the whole file system with names from its root, since imports may lead anywhere that the user can read.
func (l *Library) fsys() (fsys fs.FS, prefix string) {
	root := filepath.VolumeName(l.root) + string(filepath.Separator)
	return os.DirFS(root), filepath.ToSlash(strings.TrimPrefix(l.root, root))
}

// load reads the program of a file, with other texts for some files, by their names as the program's files are called.
func (l *Library) load(name string, texts map[string]string) (*program.Program, diag.List) {
	fsys, prefix := l.fsys()
	over := overlay{fsys, map[string]string{}}
	for n, text := range texts {
		over.texts[path.Join(prefix, n)] = text
	}
	return program.LoadAs(over, path.Join(prefix, name), func(n string) string {
		if rel, err := filepath.Rel("/"+prefix, "/"+path.Clean(n)); err == nil {
			return filepath.ToSlash(rel)
		}
		return n
	})
}

// scene reads the scene beside a file, which has its name; nil: there is none.
func (l *Library) scene(name string) (*playground.Scene, error) {
	text, err := l.read(strings.TrimSuffix(name, path.Ext(name)) + sceneEnding)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return playground.ParseScene(name, text)
}

// read returns the text of a source file below the root.
func (l *Library) read(name string) (string, error) {
	at, err := l.path(name)
	if err != nil {
		return "", err
	}
	return readBounded(at, expr.MaxSourceBytes)
}

// trace returns the bytes of a recorded run.
func (l *Library) trace(name string) (string, error) {
	at, err := l.path(name)
	if err != nil {
		return "", err
	}
	return readBounded(at, MaxTraceBytes)
}

func readBounded(at string, most int64) (string, error) {
	info, err := os.Stat(at)
	if err != nil {
		return "", err
	}
	if info.Size() > most {
		return "", fmt.Errorf("%s has more than %d bytes", filepath.Base(at), most)
	}
	text, err := os.ReadFile(at)
	return string(text), err
}

// path is where a file is; what would lead out of the root is refused, but for imports of files of the library: those are named with "..".
func (l *Library) path(name string) (string, error) {
	if strings.ContainsAny(name, "\\\x00") || path.IsAbs(name) || path.Clean(name) != name {
		return "", fmt.Errorf("%q is not the name of a file", name)
	}
	return filepath.Join(l.root, filepath.FromSlash(name)), nil
}

// write replaces the text of a file, all of it or nothing.
func (l *Library) write(name, text string) error {
	at, err := l.path(name)
	if err != nil {
		return err
	}
	at, err = filepath.EvalSymlinks(at)
	if err != nil {
		return err
	}
	info, err := os.Stat(at)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(at), "."+filepath.Base(at)+".*")
	if err != nil {
		return err
	}
	_, err = temp.WriteString(text)
	err = errors.Join(err, temp.Chmod(info.Mode().Perm()), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), at)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
