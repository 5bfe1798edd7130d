package btcpp

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// MaxProjectEntries limits the files and folders that [ReadProject] visits below the given folders.
const MaxProjectEntries = 10_000

// ReadProject is [Read] for several files and folders that belong together, as editors keep them: each tree may use
// the trees and models of all. Of a folder it reads all files whose names end in .xml, in the order of their names,
// including subfolders; it skips files that are not documents of the library, with a warning. The first file that
// names a main tree decides, and the document has the name of the first requested file.
func ReadProject(fsys fs.FS, names []string, o Options) (*Document, diag.List) {
	if len(names) == 0 {
		panic("btcpp: ReadProject needs a file or a folder")
	}
	r := newReader(fsys, names[0], o)
	r.register()
	var roots []*xmlElement
	for _, f := range r.projectFiles(names) {
		if r.files[f.name] {
			continue
		}
		if len(r.files) >= MaxFiles {
			r.ds.Errorf(diag.BTLimit, diag.Span{}, "more than %d files", MaxFiles)
			break
		}
		src, err := r.open(f.name)
		if err != nil {
			r.ds.Errorf(diag.BTInclude, diag.Span{}, "cannot read %s: %s", r.display(f.name), reason(err)).Hint = r.hint(f.name)
			continue
		}
		r.found = f.found
		if root := r.load(f.name, src); root != nil {
			roots = append(roots, root)
		}
	}
	var main *xmlElement
	for _, root := range roots {
		if main == nil || main.attr("main_tree_to_execute") == nil && root.attr("main_tree_to_execute") != nil {
			main = root
		}
	}
	return r.finish(main)
}

// projectFile is a file of a project; found: in a folder, so that it may be something else.
type projectFile struct {
	name  string
	found bool
}

// errFull ends the walk through a folder.
var errFull = errors.New("too many files")

// projectFiles lists the files that a project has.
func (r *reader) projectFiles(names []string) (list []projectFile) {
	entries := 0
	for _, name := range names {
		name = path.Clean(name)
		info, err := fs.Stat(r.fsys, name)
		if err != nil || !info.IsDir() {
			list = append(list, projectFile{name, false})
			continue
		}
		before := len(list)
		err = fs.WalkDir(r.fsys, name, func(at string, d fs.DirEntry, err error) error {
			if entries++; entries > MaxProjectEntries {
				return errFull
			}
			if err != nil {
				r.ds.Errorf(diag.BTInclude, diag.Span{}, "cannot read %s: %s", r.display(at), reason(err))
				return nil
			}
			if !d.IsDir() && strings.EqualFold(path.Ext(at), ".xml") {
				list = append(list, projectFile{at, true})
			}
			return nil
		})
		switch {
		case err != nil:
			r.ds.Errorf(diag.BTLimit, diag.Span{}, "the folder %s has more than %d files and folders", r.display(name), MaxProjectEntries)
		case len(list) == before:
			r.ds.Errorf(diag.BTInclude, diag.Span{}, "the folder %s has no .xml files", r.display(name))
		}
	}
	return list
}
