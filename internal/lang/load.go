package lang

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Limits of what [Load] reads. A single file is bounded by expr.MaxSourceBytes.
const (
	MaxFiles      = 256      // of one model
	MaxTotalBytes = 16 << 20 // of all files of one model together
)

// Load reads a file and its imports, each file once, and returns them as one model: the given file first, the others
// in the order of their first import. Import paths are relative to the importing file and never lead out of fsys.
// Files for which [IsJSON] holds are read in their JSON form. Load always returns a model, with what could be read,
// and every mistake of all files.
func Load(fsys fs.FS, name string) (*def.Model, diag.List) {
	return LoadAs(fsys, name, nil)
}

// LoadAs is [Load], with the name of each file in diagnostics given by display. The command line uses it to name
// files as the user does, while fsys begins at the folder of the file.
func LoadAs(fsys fs.FS, name string, display func(name string) string) (*def.Model, diag.List) {
	return LoadWith(fsys, name, display, nil)
}

// LoadWith is [LoadAs] with a cache, which may be nil: files whose texts are as they were the last time are not parsed
// again.
func LoadWith(fsys fs.FS, name string, display func(name string) string, cache *Cache) (*def.Model, diag.List) {
	if display == nil {
		display = func(name string) string { return name }
	}
	l := &loader{fsys: fsys, display: display, cache: cache, files: map[string]*def.File{}, folders: map[string][]string{}, model: &def.Model{}}
	name = path.Clean(name)
	src, err := l.read(name)
	if err != nil {
		l.ds.Errorf(diag.ImportMissing, diag.Span{}, "cannot read %s: %s", display(name), reason(err)).Meant(path.Base(name), l.similar(name))
		return l.model, l.ds
	}
	l.load(name, src)
	l.ds.Sort()
	return l.model, l.ds
}

// IsJSON reports whether a file has the JSON form: its name ends in .json.
func IsJSON(name string) bool { return strings.EqualFold(path.Ext(name), ".json") }

type loader struct {
	fsys    fs.FS
	display func(string) string
	cache   *Cache
	files   map[string]*def.File // by cleaned path
	folders map[string][]string  // what hint has looked at
	model   *def.Model
	ds      diag.List
	bytes   int
	chain   []link // the imports that lead to the file being read
	full    bool   // a limit has been reported
}

// link is one file on the way down, and the import that it is at.
type link struct {
	name string
	at   *def.Import
}

// load parses one file and follows its imports.
func (l *loader) load(name string, src *diag.Source) *def.File {
	parse := Parse
	if IsJSON(name) {
		parse = DecodeJSON
	}
	f, ds := l.cache.parse(src, parse)
	l.files[name] = f
	l.model.Files = append(l.model.Files, f)
	l.ds.Append(ds)
	for _, d := range f.Decls {
		if imp, ok := d.(*def.Import); ok && imp.Path != "" {
			l.chain = append(l.chain, link{name, imp})
			imp.File = l.follow(name, imp)
			l.chain = l.chain[:len(l.chain)-1]
		}
	}
	return f
}

// follow returns the file that an import leads to; nil after a mistake.
func (l *loader) follow(from string, imp *def.Import) *def.File {
	name, ok := l.resolve(from, imp)
	if !ok || l.cyclic(name, imp) {
		return nil
	}
	if f := l.files[name]; f != nil {
		return f
	}
	if len(l.files) >= MaxFiles {
		l.limit(diag.TooManyFiles, imp, "more than %d files", MaxFiles)
		return nil
	}
	src, err := l.read(name)
	switch {
	case errors.Is(err, errTooLarge):
		l.limit(diag.TooLarge, imp, "all files together have more than %d bytes", MaxTotalBytes)
		return nil
	case err != nil:
		d := l.ds.Errorf(diag.ImportMissing, imp.NameAt, "cannot import %q: %s", imp.Path, reason(err))
		if meant := l.similar(name); meant != "" {
			d.Meant(imp.Path, meant)
			d.Fix = &diag.Fix{Text: quoted(path.Join(path.Dir(imp.Path), meant))}
		}
		return nil
	}
	return l.load(name, src)
}

// resolve returns the path of an import within fsys.
func (l *loader) resolve(from string, imp *def.Import) (string, bool) {
	d := (*diag.Diagnostic)(nil)
	name := path.Join(path.Dir(from), imp.Path)
	switch {
	case strings.Contains(imp.Path, `\`):
		d = l.ds.Errorf(diag.ImportPath, imp.NameAt, "backslash in the path %q", imp.Path)
		d.Replace(quoted(strings.ReplaceAll(imp.Path, `\`, "/")))
	case path.IsAbs(imp.Path):
		d = l.ds.Errorf(diag.ImportPath, imp.NameAt, "the path %q is absolute", imp.Path)
		d.Hint = "paths are relative to the importing file"
	case !fs.ValidPath(name) || name == ".":
		d = l.ds.Errorf(diag.ImportPath, imp.NameAt, "the path %q leaves the folder of the files", imp.Path)
		d.Hint = "move the file into that folder, or give a folder that contains both: karakuri --root DIR"
	}
	return name, d == nil
}

// cyclic reports an import of a file that is on the way down, and shows the way.
func (l *loader) cyclic(name string, imp *def.Import) bool {
	for i, k := range l.chain {
		if k.name != name {
			continue
		}
		way := ""
		for _, k := range l.chain[i:] {
			way += l.display(k.name) + " imports "
		}
		d := l.ds.Errorf(diag.ImportCycle, imp.NameAt, "cyclic import: %s%s", way, l.display(name))
		for _, k := range l.chain[i : len(l.chain)-1] {
			d.Related = append(d.Related, diag.Related{Span: k.at.NameAt, Message: "imported here"})
		}
		return true
	}
	return false
}

// limit reports the first limit that is reached; the others are consequences.
func (l *loader) limit(code diag.Code, imp *def.Import, format string, args ...any) {
	if !l.full {
		l.ds.Errorf(code, imp.NameAt, format, args...)
	}
	l.full = true
}

var errTooLarge = errors.New("too large")

// read reads one file, never more than the limits allow.
func (l *loader) read(name string) (*diag.Source, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrNotExist
	}
	file, err := l.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, expr.MaxSourceBytes+1))
	if err != nil {
		return nil, err
	}
	if l.bytes += len(text); l.bytes > MaxTotalBytes {
		return nil, errTooLarge
	}
	return diag.NewSource(l.display(name), string(text)), nil
}

// similar returns the file in the folder of a missing one whose name is similar.
func (l *loader) similar(name string) string {
	folder := path.Dir(name)
	names, known := l.folders[folder]
	if !known {
		names = l.readable(folder)
		l.folders[folder] = names
	}
	return expr.Suggest(path.Base(name), names)
}

// readable returns the names of the karakuri files in a folder, as long as it is not a large one.
func (l *loader) readable(folder string) (names []string) {
	const most = 1000 // files that are examined
	dir, ok := l.fsys.(fs.ReadDirFS)
	if !ok {
		return nil
	}
	entries, err := dir.ReadDir(folder)
	if err != nil || len(entries) > most {
		return nil
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".krk") || IsJSON(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

// reason returns why a file could not be read, without its path, which differs between systems.
func reason(err error) string {
	var pe *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.As(err, &pe):
		return pe.Err.Error()
	}
	return err.Error()
}
