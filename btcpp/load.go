package btcpp

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Read reads a file and all files that it includes, resolves every name, and checks what can be checked without
// running. It always returns a document with what it could read, and every mistake of all files, in order. A document
// without errors can be run: every node has its model, every SubTree its tree.
func Read(fsys fs.FS, name string, o Options) (*Document, diag.List) {
	r := newReader(fsys, name, o)
	name = path.Clean(name)
	src, err := r.open(name)
	if err != nil {
		r.ds.Errorf(diag.BTInclude, diag.Span{}, "cannot read %s: %s", r.display(name), reason(err)).Hint = r.hint(name)
		return r.doc, r.ds
	}
	return r.read(name, src)
}

// ReadString is [Read] for a text without a folder, which can include nothing.
func ReadString(name, text string, o Options) (*Document, diag.List) {
	r := newReader(nil, name, o)
	if len(text) > MaxSourceBytes {
		r.ds.Errorf(diag.BTLimit, diag.Span{}, "%s has more than %d bytes", name, MaxSourceBytes)
		return r.doc, r.ds
	}
	return r.read(name, diag.NewSource(r.display(name), text))
}

// reader holds the work of one Read.
type reader struct {
	fsys  fs.FS // nil: nothing can be included
	o     Options
	doc   *Document
	ds    diag.List
	files map[string]bool // that were read
	bytes int             // of them
	left  int             // XML elements that may still be read
	chain []inclusion     // that lead to the file being read
	found bool            // it was found in a folder of a project, so that it may be something else

	versioned bool // the document has the version of its first file

	models  map[string]*Model
	host    map[string]bool // IDs of those that the host registers
	treeXML []*treeXML
	treeOf  map[string]*treeXML // the last one of each ID
	unnamed int                 // trees without an ID so far
}

// inclusion is a file that is being read, and the path attribute that led from it to the next.
type inclusion struct {
	name string
	at   diag.Span
}

// treeXML is a BehaviorTree element before its nodes are looked up.
type treeXML struct {
	id      string
	at      diag.Span // of the ID, or of the element if it has no ID
	xml     *xmlElement
	version int // of its file
}

func newReader(fsys fs.FS, name string, o Options) *reader {
	return &reader{fsys: fsys, o: o, doc: &Document{Name: name, Version: 4}, files: map[string]bool{}, left: MaxElements,
		models: map[string]*Model{}, host: map[string]bool{},
		treeOf: map[string]*treeXML{}}
}

// read takes the first file through all passes.
func (r *reader) read(name string, src *diag.Source) (*Document, diag.List) {
	r.register()
	return r.finish(r.load(name, src))
}

// finish runs the passes that need all files. Root is the element that may name the main tree, or nil.
func (r *reader) finish(root *xmlElement) (*Document, diag.List) {
	r.infer()
	r.build()
	r.findMain(root)
	r.checkRecursion()
	r.checkPaths()
	if !r.ds.HasErrors() {
		r.checkEntries()
	}
	r.ds.Sort()
	return r.doc, r.ds
}

func (r *reader) display(name string) string {
	if r.o.Display == nil {
		return name
	}
	return r.o.Display(name)
}

// load reads a file, and before it the files that it includes. It returns the root, or nil if there is none.
func (r *reader) load(name string, src *diag.Source) *xmlElement {
	r.files[name] = true
	root := parseXML(src, &r.left, &r.ds)
	if root == nil {
		return nil
	}
	if root.name != "root" && r.found {
		r.ds.Warnf(diag.BTPassedOver, root.at, "the file is ignored: it contains <%s>, not <root>", root.name)
		return nil
	}
	if root.name != "root" {
		r.ds.Errorf(diag.BTRoot, root.at, "the document is <%s>, not <root>", root.name).Hint = `a document is <root BTCPP_format="4">...</root>`
		return nil
	}
	version := r.format(root)
	if len(r.chain) == 0 && !r.versioned {
		r.doc.Version, r.versioned = version, true
	}
	for _, e := range root.children {
		if e.name == "include" {
			r.include(name, e)
		}
	}
	r.sections(root, version)
	return root
}

// include reads what an include names, once.
func (r *reader) include(from string, e *xmlElement) {
	a := e.attr("path")
	if a == nil {
		r.ds.Errorf(diag.BTMissing, e.at, "an include needs a path").Hint = `write <include path="other.xml"/>`
		return
	}
	name, ok := r.resolve(from, e, a)
	if !ok {
		return
	}
	r.chain = append(r.chain, inclusion{from, a.At})
	found := r.found
	r.found = false
	defer func() { r.chain, r.found = r.chain[:len(r.chain)-1], found }()
	if r.cyclic(name, a) || r.files[name] {
		return
	}
	if len(r.files) >= MaxFiles {
		r.ds.Errorf(diag.BTLimit, a.At, "more than %d files", MaxFiles)
		return
	}
	src, err := r.open(name)
	if err != nil {
		r.ds.Errorf(diag.BTInclude, a.At, "cannot read %s: %s", r.display(name), reason(err)).Hint = r.hint(name)
		return
	}
	r.load(name, src)
}

// resolve returns the path in the file system that an include means.
func (r *reader) resolve(from string, e *xmlElement, a *Attr) (string, bool) {
	folder := path.Dir(from)
	if pkg := e.attr("ros_pkg"); pkg != nil && !path.IsAbs(a.Value) {
		dir, known := r.o.Packages[pkg.Value]
		if !known {
			r.ds.Errorf(diag.BTInclude, pkg.At, "the folder of the ROS package %q is unknown", pkg.Value).Hint = "include by a path relative to this file"
			return "", false
		}
		folder = dir
	}
	name := path.Join(folder, strings.ReplaceAll(a.Value, `\`, "/"))
	var d *diag.Diagnostic
	switch {
	case r.fsys == nil:
		d = r.ds.Errorf(diag.BTInclude, a.At, "a text without a folder cannot include files")
	case a.Value == "":
		d = r.ds.Errorf(diag.BTInclude, a.At, "the path is empty")
	case path.IsAbs(a.Value):
		d = r.ds.Errorf(diag.BTInclude, a.At, "%q is an absolute path", a.Value)
		d.Hint = "paths are relative to the including file"
	case !fs.ValidPath(name) || name == ".":
		d = r.ds.Errorf(diag.BTInclude, a.At, "the path %q leaves the folder of the files", a.Value)
	}
	return name, d == nil
}

// cyclic reports an include of a file that is on the way down.
func (r *reader) cyclic(name string, a *Attr) bool {
	for i, k := range r.chain {
		if k.name != name {
			continue
		}
		d := r.ds.Errorf(diag.BTIncludeCycle, a.At, "%s includes itself", r.display(name))
		for _, k := range r.chain[i : len(r.chain)-1] {
			d.Related = append(d.Related, diag.Related{Span: k.at, Message: "included here"})
		}
		return true
	}
	return false
}

var errTooLarge = errors.New("too large")

// open reads the text of a file, never more than the limits allow.
func (r *reader) open(name string) (*diag.Source, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrNotExist
	}
	file, err := r.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, MaxSourceBytes+1))
	if err != nil {
		return nil, err
	}
	if r.bytes += len(text); len(text) > MaxSourceBytes || r.bytes > MaxTotalBytes {
		return nil, errTooLarge
	}
	return diag.NewSource(r.display(name), string(text)), nil
}

// hint names a file in the folder of a missing one that may be meant.
func (r *reader) hint(name string) string {
	const most = 1000 // files that are examined
	entries, err := fs.ReadDir(r.fsys, path.Dir(name))
	if err != nil || len(entries) > most {
		return ""
	}
	var names []string
	for _, e := range entries {
		if strings.EqualFold(path.Ext(e.Name()), ".xml") {
			names = append(names, e.Name())
		}
	}
	return expr.DidYouMean(path.Base(name), names)
}

// reason returns why a file could not be read, without its path, which differs between systems.
func reason(err error) string {
	var pe *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.As(err, &pe):
		return pe.Err.Error()
	}
	return err.Error()
}
