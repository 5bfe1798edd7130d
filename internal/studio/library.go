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
	// MaxTraceBytes is the maximum length of a trace, because it is kept in memory.
	MaxTraceBytes = 512 << 20
	// MaxFiles is the maximum number of files in a library.
	MaxFiles = 1000
)

// traceEnding is the file name extension of traces.
const traceEnding = ".ktrace"

// errReadonly is the error of writing to a library made from a file system.
var errReadonly = errors.New("the files are part of a program and cannot be written: open them in the studio from where they are")

// Library is the set of files that pages may read. Pages may write only its karakuri files and those that they import.
type Library struct {
	root   string // the folder that names are relative to
	lock   sync.RWMutex
	names  []string // slash-separated, relative to root, sorted
	fixed  fs.FS    // nil: the library reads files of the machine, below root
	drawer *drawer  // fixed, if pages can write it; nil: they cannot
	// dropped holds what pages have dropped, in memory, below the folder droppedFolder.
	dropped *drawer
	// confined is the folder that must contain the files of all programs; empty: each program's own folder.
	confined string
}

// NewLibrary returns the library of some karakuri files and traces. Names are relative to their nearest common folder.
// If a folder has further scenes that a file fits into, the library lists the file once more for each of them:
// "fireteam.krk · woods".
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
	l := &Library{root: filepath.Dir(all[0]), dropped: newDrawer(nil)}
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

// NewLibraryOr returns the library of one file of this machine, or of the file with its base name in a file system if
// this machine has none: for programs that embed their file, but can write it where it exists.
func NewLibraryOr(file string, fsys fs.FS) (*Library, error) {
	if l, err := NewLibrary([]string{file}); err == nil {
		return l, nil
	}
	return NewLibraryFS(fsys, path.Base(filepath.ToSlash(file)))
}

// NewLibraryFS returns the library of some files of a file system, such as one that is part of a program. Pages cannot
// write them.
func NewLibraryFS(fsys fs.FS, names ...string) (*Library, error) {
	if len(names) == 0 || len(names) > MaxFiles {
		return nil, fmt.Errorf("studio: from 1 to %d files are needed, not %d", MaxFiles, len(names))
	}
	for _, n := range names {
		if _, err := fs.Stat(fsys, n); err != nil {
			return nil, err
		}
	}
	l := &Library{names: slices.Clone(names), fixed: fsys, dropped: newDrawer(nil)}
	l.list()
	return l, nil
}

// NewLibraryIn returns a library whose files are in memory: texts by name. Pages can write them, and record runs. names
// are the names to list, including those of further scenes: "fireteam.krk · woods".
func NewLibraryIn(texts map[string]string, names ...string) (*Library, error) {
	if len(names) > MaxFiles {
		return nil, fmt.Errorf("studio: at most %d files can be listed, not %d", MaxFiles, len(names))
	}
	d := newDrawer(texts)
	for _, name := range names {
		file, scene := splitScene(name)
		if scene != "" {
			file = sceneFile(name)
		}
		if _, err := fs.Stat(d, file); err != nil {
			return nil, err
		}
	}
	l := &Library{names: slices.Clone(names), fixed: d, drawer: d, dropped: newDrawer(nil)}
	slices.Sort(l.names)
	l.names = slices.Compact(l.names)
	return l, nil
}

// isFixed reports whether pages cannot write the files of a program.
func (l *Library) isFixed(name string) bool { return l.fixed != nil && l.memory(name) == nil }

// memory returns the part of the library that has a file in memory, where pages can write; nil: it is elsewhere.
func (l *Library) memory(name string) *drawer {
	if isDropped(name) {
		return l.dropped
	}
	return l.drawer
}

// system returns the file system that has a file; nil: it is one of the machine.
func (l *Library) system(name string) fs.FS {
	if isDropped(name) {
		return l.dropped
	}
	return l.fixed
}

// libraryOf returns the library of a loaded program, named by its first file. Pages cannot write it.
func libraryOf(m *def.Model) *Library {
	texts := map[string]string{}
	for _, f := range m.Files {
		if f.Src != nil {
			texts[path.Clean(f.Name)] = f.Src.Text
		}
	}
	return &Library{names: append(sourceFiles(m), "game")[:1], fixed: overlay{nil, texts}}
}

// list sorts the names, and adds the further scenes of each.
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

// Has reports whether a file is in the library. Only exact names match.
func (l *Library) Has(name string) bool { return slices.Contains(l.Names(), name) }

func (l *Library) isTrace(name string) bool { return strings.EqualFold(path.Ext(name), traceEnding) }

// Confine restricts programs to reading and writing files below a folder, after following links. Without it, each
// program is restricted to the folder of its first file. Call it before opening anything.
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

// folder returns the folder that must contain the files of a program.
func (l *Library) folder(program string) string {
	if l.confined != "" {
		return l.confined
	}
	program, _ = splitScene(program)
	return filepath.Dir(filepath.Join(l.root, filepath.FromSlash(program)))
}

// load loads the program of a file. texts replace the contents of files, by the names that the program uses.
func (l *Library) load(name string, texts map[string]string) (*program.Program, diag.List) {
	name, _ = splitScene(name)
	return program.LoadAs(l.files(name, name, texts))
}

// files returns the files of a program, with other contents for some, by the names that pages use; how one of them is
// called there; and how pages call one.
func (l *Library) files(main, name string, texts map[string]string) (fsys fs.FS, inside string, display func(string) string) {
	main, _ = splitScene(main)
	if fixed := l.system(main); fixed != nil {
		return overlay{fixed, texts}, name, path.Clean
	}
	folder := l.folder(main)
	rel := func(name string) string {
		inside, _ := filepath.Rel(folder, filepath.Join(l.root, filepath.FromSlash(name))) // both paths are absolute
		return filepath.ToSlash(inside)
	}
	linked := ""
	if l.confined == "" {
		linked = rel(main)
	}
	over := overlay{files.NewFolder(folder, linked), map[string]string{}}
	for n, text := range texts {
		over.texts[rel(n)] = text
	}
	return over, rel(name), func(n string) string {
		if rel, err := filepath.Rel(l.root, filepath.Join(folder, filepath.FromSlash(n))); err == nil {
			return filepath.ToSlash(rel)
		}
		return n
	}
}

// read returns the text of a source file below the root.
func (l *Library) read(name string) (string, error) {
	text, err := l.bytes(name, expr.MaxSourceBytes)
	return string(text), err
}

// readable reports why a file of a program cannot be read.
func (l *Library) readable(program, name string) error {
	if at, err := l.path(name); err == nil && l.system(name) == nil {
		if err := files.Within(l.folder(program), at); err != nil {
			return err
		}
	}
	_, err := l.read(name)
	return err
}

// trace returns the bytes of a recorded run.
func (l *Library) trace(name string) ([]byte, error) { return l.bytes(name, MaxTraceBytes) }

func (l *Library) bytes(name string, most int64) ([]byte, error) {
	at, err := l.path(name)
	if err != nil {
		return nil, err
	}
	fixed := l.system(name)
	if fixed == nil {
		return files.Read(at, most)
	}
	info, err := fs.Stat(fixed, at)
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%s has more than %d bytes", path.Base(at), most)
	}
	return fs.ReadFile(fixed, at)
}

// path returns where a file is. It refuses paths that leave the root, except imports of the library's files, whose
// names contain "..".
func (l *Library) path(name string) (string, error) {
	if strings.ContainsAny(name, "\\\x00") || path.IsAbs(name) || path.Clean(name) != name {
		return "", fmt.Errorf("%q is not the name of a file", name)
	}
	if l.system(name) != nil {
		return name, nil
	}
	return filepath.Join(l.root, filepath.FromSlash(name)), nil
}

// write replaces the whole text of a program's file, or nothing. It fails if the text has changed since the page read
// it.
func (l *Library) write(program string, r *Request) error {
	if l.isFixed(program) {
		return errReadonly
	}
	if d := l.memory(program); d != nil {
		return d.write(r.File, r.Text, r.Was)
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
