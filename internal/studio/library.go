package studio

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// Limits of files.
const (
	// MaxTraceBytes is how long a trace may be: it is kept in memory.
	MaxTraceBytes = 512 << 20
	// MaxFiles is how many files a library may have.
	MaxFiles = 1000
)

// traceEnding is how the names of traces end.
const traceEnding = ".ktrace"

// errReadonly is why a file of a library that was made of a file system is not written.
var errReadonly = errors.New("the files are part of a program and cannot be written: open them in the studio from where they are")

// Library is the files that pages may look at. Only the karakuri files among them, and those that they import, may be written.
type Library struct {
	root  string // where names begin
	lock  sync.RWMutex
	names []string // with slashes, below root, sorted
	fixed fs.FS    // nil: files of the machine, below root
	// confined is the folder that files of all programs must lie in; empty: that of each.
	confined string
}

// NewLibrary returns the library of some files: karakuri files and traces. Names are as seen from their nearest common folder. A file beside which there are
// other scenes than that of its name in which it can live is listed once more for each of them: "fireteam.krk · woods".
func NewLibrary(names []string) (*Library, error) {
	if len(names) == 0 || len(names) > MaxFiles {
		return nil, fmt.Errorf("studio: from 1 to %d files are needed, not %d", MaxFiles, len(names))
	}
	var all []string
	for _, f := range names {
		abs, err := filepath.Abs(f)
		if err != nil {
			return nil, err
		}
		if err := files.Regular(abs); err != nil {
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
	l.list()
	return l, nil
}

// NewLibraryOr returns the library of one file of this machine, or where there is none, of the one of its base name in a file system: for programs that carry their
// file with them, and are run where it can be written, too.
func NewLibraryOr(file string, fsys fs.FS) (*Library, error) {
	if l, err := NewLibrary([]string{file}); err == nil {
		return l, nil
	}
	return NewLibraryFS(fsys, path.Base(filepath.ToSlash(file)))
}

// NewLibraryFS returns the library of some files of a file system, as one that is part of a program. They cannot be written.
func NewLibraryFS(fsys fs.FS, names ...string) (*Library, error) {
	if len(names) == 0 || len(names) > MaxFiles {
		return nil, fmt.Errorf("studio: from 1 to %d files are needed, not %d", MaxFiles, len(names))
	}
	for _, n := range names {
		if _, err := fs.Stat(fsys, n); err != nil {
			return nil, err
		}
	}
	l := &Library{names: slices.Clone(names), fixed: fsys}
	l.list()
	return l, nil
}

// libraryOf returns the library of a program that has been read, by its first file. It cannot be written.
func libraryOf(m *def.Model) *Library {
	texts := map[string]string{}
	for _, f := range m.Files {
		if f.Src != nil {
			texts[path.Clean(f.Name)] = f.Src.Text
		}
	}
	return &Library{names: append(sourceFiles(m), "game")[:1], fixed: overlay{nil, texts}}
}

// list puts the names in order, each with the other scenes that there are for it.
func (l *Library) list() {
	slices.Sort(l.names)
	l.names = slices.Compact(l.names)
	var all []string
	for _, name := range l.names {
		all = append(all, name)
		all = append(all, l.variants(name)...)
	}
	l.names = all[:min(len(all), MaxFiles)]
}

// Names returns the names of the files.
func (l *Library) Names() []string {
	l.lock.RLock()
	defer l.lock.RUnlock()
	return l.names
}

// Has reports whether a file is in the library. There is no other way to a file than by its very name.
func (l *Library) Has(name string) bool { return slices.Contains(l.Names(), name) }

func (l *Library) isTrace(name string) bool { return strings.EqualFold(path.Ext(name), traceEnding) }

// Confine has programs read and write files of a folder, and those below it, wherever links lead. Without, each program is confined to the folder of its first
// file. It must be called before anything is opened.
func (l *Library) Confine(dir string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	for _, name := range l.names {
		file, _ := splitScene(name)
		if err := files.Within(abs, filepath.Join(l.root, filepath.FromSlash(file))); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	l.confined = abs
	return nil
}

// folder is where the files of a program may lie.
func (l *Library) folder(program string) string {
	if l.confined != "" {
		return l.confined
	}
	program, _ = splitScene(program)
	return filepath.Dir(filepath.Join(l.root, filepath.FromSlash(program)))
}

// load reads the program of a file, with other texts for some files, by their names as the program's files are called.
func (l *Library) load(name string, texts map[string]string) (*program.Program, diag.List) {
	name, _ = splitScene(name)
	if l.fixed != nil {
		return program.LoadAs(overlay{l.fixed, texts}, name, path.Clean)
	}
	folder := l.folder(name)
	inside, _ := filepath.Rel(folder, filepath.Join(l.root, filepath.FromSlash(name))) // both are absolute
	linked := inside
	if l.confined != "" {
		linked = ""
	}
	over := overlay{files.NewFolder(folder, filepath.ToSlash(linked)), map[string]string{}}
	for n, text := range texts {
		if rel, err := filepath.Rel(folder, filepath.Join(l.root, filepath.FromSlash(n))); err == nil {
			over.texts[filepath.ToSlash(rel)] = text
		}
	}
	return program.LoadAs(over, filepath.ToSlash(inside), func(n string) string {
		if rel, err := filepath.Rel(l.root, filepath.Join(folder, filepath.FromSlash(n))); err == nil {
			return filepath.ToSlash(rel)
		}
		return n
	})
}

// read returns the text of a source file below the root.
func (l *Library) read(name string) (string, error) {
	text, err := l.bytes(name, expr.MaxSourceBytes)
	return string(text), err
}

// trace returns the bytes of a recorded run.
func (l *Library) trace(name string) ([]byte, error) { return l.bytes(name, MaxTraceBytes) }

func (l *Library) bytes(name string, most int64) ([]byte, error) {
	at, err := l.path(name)
	if err != nil {
		return nil, err
	}
	if l.fixed == nil {
		return files.Read(at, most)
	}
	info, err := fs.Stat(l.fixed, at)
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%s has more than %d bytes", path.Base(at), most)
	}
	return fs.ReadFile(l.fixed, at)
}

// path is where a file is; what would lead out of the root is refused, but for imports of files of the library: those are named with "..".
func (l *Library) path(name string) (string, error) {
	if strings.ContainsAny(name, "\\\x00") || path.IsAbs(name) || path.Clean(name) != name {
		return "", fmt.Errorf("%q is not the name of a file", name)
	}
	if l.fixed != nil {
		return name, nil
	}
	return filepath.Join(l.root, filepath.FromSlash(name)), nil
}

// write replaces the text of a file of a program, all of it or nothing, if it is still the one that the page has read.
func (l *Library) write(program string, r *Request) error {
	if l.fixed != nil {
		return errReadonly
	}
	at, err := l.path(r.File)
	if err != nil {
		return err
	}
	if err := files.Within(l.folder(program), at); err != nil {
		return fmt.Errorf("%s is not written: %w", r.File, err)
	}
	return files.Write(at, []byte(r.Text), r.Was)
}
