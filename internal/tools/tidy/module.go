package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Module is the input of the checks: the files of one Go module, without those of nested modules.
type Module struct {
	Path  string // from go.mod
	Go    []*GoFile
	Texts []*Text // every text file, Go files included
	Exist map[string]bool
}

// GoFile is a parsed Go file.
type GoFile struct {
	*Text
	Dir    string // package directory relative to the module's root; "." for the root
	Test   bool   // its name ends in _test.go
	Main   bool   // package main
	Fset   *token.FileSet
	Syntax *ast.File
}

// Text is a file's content.
type Text struct {
	File string
	Src  []byte
}

// textual lists the endings of files whose text is examined.
var textual = []string{".go", ".md", ".krk", ".json", ".txt", ".txtar", ".mod", ".sh", ".mjs", ".ts", ".tsx", ".golden"}

var moduleLine = regexp.MustCompile(`(?m)^module\s+(\S+)`)

// Load reads and parses the module whose go.mod lies at the root of fsys.
func Load(fsys fs.FS) (*Module, error) {
	gomod, err := fs.ReadFile(fsys, "go.mod")
	if err != nil {
		return nil, fmt.Errorf("tidy: no module here: %w", err)
	}
	name := moduleLine.FindSubmatch(gomod)
	if name == nil {
		return nil, fmt.Errorf("tidy: go.mod names no module")
	}
	m := &Module{Path: string(name[1]), Exist: map[string]bool{}}
	err = fs.WalkDir(fsys, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		m.Exist[file] = true
		if entry.IsDir() {
			return enter(fsys, file)
		}
		return m.add(fsys, file)
	})
	return m, err
}

// enter skips version control, what npm installs, and nested modules, which have rules of their own.
func enter(fsys fs.FS, dir string) error {
	if dir == "." {
		return nil
	}
	if base := path.Base(dir); base == ".git" || base == "node_modules" {
		return fs.SkipDir
	}
	if _, err := fs.Stat(fsys, path.Join(dir, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

func (m *Module) add(fsys fs.FS, file string) error {
	if !slices.Contains(textual, path.Ext(file)) && !strings.HasPrefix(file, ".ci/") {
		return nil
	}
	src, err := fs.ReadFile(fsys, file)
	if err != nil {
		return err
	}
	text := &Text{File: file, Src: src}
	m.Texts = append(m.Texts, text)
	if path.Ext(file) != ".go" || inTestdata(file) {
		return nil
	}
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	m.Go = append(m.Go, &GoFile{
		Text: text, Dir: path.Dir(file), Test: strings.HasSuffix(file, "_test.go"),
		Main: syntax.Name.Name == "main", Fset: fset, Syntax: syntax,
	})
	return nil
}

func inTestdata(file string) bool {
	return slices.Contains(strings.Split(path.Dir(file), "/"), "testdata")
}

// at makes a finding at a node of the file.
func (f *GoFile) at(n ast.Node, format string, args ...any) Finding {
	return Finding{File: f.File, Line: f.Fset.Position(n.Pos()).Line, Text: fmt.Sprintf(format, args...)}
}

// imported is one import of a file.
type imported struct {
	spec *ast.ImportSpec
	path string
	name string // what the file calls it; a dot or underscore as written
}

func (f *GoFile) imports() []imported {
	var list []imported
	for _, spec := range f.Syntax.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(target)
		if v := path.Base(target); len(v) > 1 && v[0] == 'v' && strings.Trim(v[1:], "0123456789") == "" {
			name = path.Base(path.Dir(target)) // math/rand/v2 is called rand
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		list = append(list, imported{spec, target, name})
	}
	return list
}

// own returns the directory of a package of the module itself.
func (m *Module) own(target string) (dir string, ok bool) {
	if target == m.Path {
		return ".", true
	}
	return strings.CutPrefix(target, m.Path+"/")
}
