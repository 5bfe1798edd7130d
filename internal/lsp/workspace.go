package lsp

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// workspace is the files that the server knows: open documents, and those of folders.
type workspace struct {
	folders []string // keys
	docs    map[string]*document
	disk    map[string]diskFile
	rescan  bool     // the folders must be looked through again
	known   []string // files of the folders, sorted
	imports map[string]imported

	importers map[string][]string // see graph
	graphOf   int                 // the epoch that importers is of

	caches   map[string]*lang.Cache // parsed files by the folder that names start from
	programs map[string]*prog       // by the key of the main file
	epoch    int                    // counts messages: a file is looked at once in each
	work     work

	further func(*program.Program) diag.List // see Options
}

// work counts what the server did, for tests of how much a key press costs.
type work struct{ loads, checks, indexes int }

// diskFile is what was read of a file that is not open.
type diskFile struct {
	epoch int
	time  time.Time
	size  int64
	text  *text // nil: it cannot be read
}

// imported is the imports of a text.
type imported struct {
	of   *text
	keys []string
}

func newWorkspace(further func(*program.Program) diag.List) *workspace {
	return &workspace{further: further, docs: map[string]*document{}, disk: map[string]diskFile{}, imports: map[string]imported{}, caches: map[string]*lang.Cache{}, programs: map[string]*prog{}, rescan: true}
}

func (w *workspace) addFolder(key string) {
	if key != "" && isFile(key) && !slices.Contains(w.folders, key) {
		w.folders = append(w.folders, key)
		w.rescan = true
	}
}

func (w *workspace) removeFolder(key string) {
	w.folders = slices.DeleteFunc(w.folders, func(f string) bool { return f == key })
	w.rescan = true
}

// rootOf returns the folder that the names of a file's imports cannot leave: that of the workspace, or its own.
func (w *workspace) rootOf(key string) string {
	best := ""
	for _, f := range w.folders {
		if (strings.HasPrefix(key, strings.TrimSuffix(f, "/")+"/")) && len(f) > len(best) {
			best = f
		}
	}
	switch {
	case best != "":
		return best
	case isFile(key):
		return path.Dir(key)
	}
	return ""
}

// read returns the text of a file: that of the open document, else what is on disk; nil: there is none.
func (w *workspace) read(key string) *text {
	if d := w.docs[key]; d != nil {
		return d.text
	}
	if !isFile(key) {
		return nil
	}
	f, known := w.disk[key]
	if known && f.epoch == w.epoch {
		return f.text
	}
	info, err := os.Stat(native(key))
	if err != nil || !info.Mode().IsRegular() || info.Size() > expr.MaxSourceBytes {
		w.disk[key] = diskFile{epoch: w.epoch}
		return nil
	}
	if f.epoch = w.epoch; !known || f.text == nil || f.size != info.Size() || !f.time.Equal(info.ModTime()) {
		raw, err := files.Read(native(key), expr.MaxSourceBytes)
		f.time, f.size, f.text = info.ModTime(), info.Size(), nil
		if err == nil {
			f.text = newText(string(raw))
		}
	}
	w.disk[key] = f
	return f.text
}

// scan looks for files in the folders, if something may have changed there.
func (w *workspace) scan() {
	if !w.rescan {
		return
	}
	w.rescan = false
	found := map[string]bool{}
	entries := 0
	for _, f := range w.folders {
		w.walk(f, found, &entries)
	}
	for key := range w.docs {
		if dir := path.Dir(key); isFile(key) && w.rootOf(key) == dir && !slices.Contains(w.folders, dir) {
			list, _ := os.ReadDir(native(dir))
			for _, e := range list {
				if entries++; entries < maxEntries && isProgram(e.Name()) {
					found[dir+"/"+e.Name()] = true
				}
			}
		}
		found[key] = true
	}
	w.known = w.known[:0]
	for key := range found {
		w.known = append(w.known, key)
	}
	slices.Sort(w.known)
	w.known = w.known[:min(len(w.known), maxFiles)]
	w.forget(found)
}

// forget drops what was kept of files that are gone.
func (w *workspace) forget(found map[string]bool) {
	for key := range w.imports {
		if !found[key] {
			delete(w.imports, key)
		}
	}
	needed := map[string]bool{}
	for key, p := range w.programs {
		if !found[key] {
			delete(w.programs, key)
			continue
		}
		for k := range p.seen {
			needed[k] = true
		}
	}
	for key := range w.disk {
		if !found[key] && !needed[key] {
			delete(w.disk, key)
		}
	}
	for root, c := range w.caches {
		c.Drop(func(name string) bool { key := path.Join(root, name); return found[key] || needed[key] })
	}
}

func isProgram(name string) bool { return strings.HasSuffix(name, ".krk") }

func (w *workspace) walk(folder string, found map[string]bool, entries *int) {
	_ = filepath.WalkDir(native(folder), func(name string, e fs.DirEntry, err error) error {
		if *entries++; *entries > maxEntries || len(found) >= maxFiles {
			return fs.SkipAll
		}
		switch base := filepath.Base(name); {
		case err != nil:
			return nil
		case e.IsDir() && filepath.ToSlash(name) != folder && (strings.HasPrefix(base, ".") || base == "node_modules"):
			return fs.SkipDir
		case !e.IsDir() && isProgram(base):
			found[filepath.ToSlash(name)] = true
		}
		return nil
	})
}

// importsOf returns the keys of what a file imports, as far as lines that look like imports say.
func (w *workspace) importsOf(key string) []string {
	t := w.read(key)
	if t == nil {
		return nil
	}
	if known := w.imports[key]; known.of == t {
		return known.keys
	}
	var keys []string
	for line := range strings.SplitSeq(t.src, "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "import")
		if _, name, quoted := strings.Cut(rest, `"`); ok && quoted {
			name, _, _ = strings.Cut(name, `"`)
			keys = append(keys, path.Join(path.Dir(key), name))
		}
	}
	w.imports[key] = imported{t, keys}
	return keys
}

// graph returns the files that import each file. It is made once in each message.
func (w *workspace) graph() map[string][]string {
	if w.importers == nil || w.graphOf != w.epoch {
		w.importers, w.graphOf = map[string][]string{}, w.epoch
		for _, from := range w.known {
			for _, to := range w.importsOf(from) {
				w.importers[to] = append(w.importers[to], from)
			}
		}
	}
	return w.importers
}

// mainsOf returns the files that lead to a file by imports and that no other file imports, sorted. If there are none,
// it returns the files of a cycle of imports that leads to the file, or the file itself.
func (w *workspace) mainsOf(key string) []string {
	w.scan()
	importers := w.graph()
	var mains []string
	seen := map[string]bool{key: true}
	for queue := []string{key}; len(queue) > 0; queue = queue[1:] {
		if len(importers[queue[0]]) == 0 && queue[0] != key {
			mains = append(mains, queue[0])
		}
		for _, k := range importers[queue[0]] {
			if !seen[k] && w.rootOf(k) == w.rootOf(key) {
				seen[k] = true
				queue = append(queue, k)
			}
		}
	}
	if len(mains) == 0 {
		mains = w.cycleAbove(seen)
	}
	slices.Sort(mains)
	return mains[:min(len(mains), maxMains)]
}

// cycleAbove returns the files of a cycle of imports among some files, into which no import leads from outside.
// A file that nothing imports is such a cycle too.
func (w *workspace) cycleAbove(among map[string]bool) []string {
	reached := map[string]bool{}
	top := ""
	for _, key := range slices.Sorted(maps.Keys(among)) {
		if !reached[key] {
			top = key // at last, one that every file that leads to it is reached from
			follow(key, w.importsOf, among, reached)
		}
	}
	cycle := map[string]bool{}
	follow(top, func(key string) []string { return w.importers[key] }, among, cycle)
	return slices.Collect(maps.Keys(cycle))
}

// follow adds to reached every file of some that a file leads to.
func follow(from string, next func(string) []string, among, reached map[string]bool) {
	reached[from] = true
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, k := range next(queue[0]) {
			if among[k] && !reached[k] {
				reached[k] = true
				queue = append(queue, k)
			}
		}
	}
}

// overlay is the file system of a folder, with open documents in place of files. It notes what is read.
type overlay struct {
	w    *workspace
	root string
	seen map[string]*text
}

// Open implements [fs.FS].
func (o *overlay) Open(name string) (fs.File, error) {
	key := name
	if o.root != "" {
		key = path.Join(o.root, name)
	}
	var t *text
	if o.w.docs[key] != nil || o.root != "" && files.Within(native(o.root), native(key)) == nil {
		t = o.w.read(key)
	}
	if o.seen[key] = t; t == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return lang.Texts{name: t.src}.Open(name)
}

// ReadDir implements [fs.ReadDirFS], for hints about misspelt imports.
func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	if o.root == "" {
		return nil, fs.ErrNotExist
	}
	return files.NewFolder(native(o.root), "").ReadDir(name)
}

var _ fs.ReadDirFS = (*overlay)(nil)

// textOf returns the lines of the text that a finding or an occurrence is in.
func (p *prog) textOf(src *diag.Source) *text { return p.seen[p.keys[src]] }
