package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// module is how imports of our own packages begin.
const module = "github.com/karakuri-ai/karakuri/"

// declared is a type with what its text needs: its documentation, the imports of its file and, of a type of strings,
// its values.
type declared struct {
	dir, name string // of the package from the root, and of the type
	spec      *ast.TypeSpec
	doc       string
	imports   map[string]string // directories of our own packages by the names that the file has for them
	words     []string
}

// function is a function with the place that its types are named in.
type function struct {
	decl *ast.FuncDecl
	from *declared
}

// source is the packages that have been read.
type source struct {
	root  string
	types map[string]map[string]*declared // by directory and name
	funcs map[string]map[string]*function
	files map[string][]*ast.File
}

func newSource(root string) *source {
	return &source{root, map[string]map[string]*declared{}, map[string]map[string]*function{}, map[string][]*ast.File{}}
}

// read reads a package, without its tests.
func (s *source) read(dir string) error {
	if s.types[dir] != nil {
		return nil
	}
	s.types[dir], s.funcs[dir] = map[string]*declared{}, map[string]*function{}
	entries, err := os.ReadDir(filepath.Join(s.root, dir))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(s.root, dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			return err
		}
		s.files[dir] = append(s.files[dir], f)
		s.declare(dir, f)
	}
	for _, f := range s.files[dir] {
		s.constants(dir, f)
	}
	return nil
}

// declare takes note of the types and functions of a file.
func (s *source) declare(dir string, f *ast.File) {
	imports := map[string]string{}
	for _, i := range f.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		if of, own := strings.CutPrefix(path, module); own {
			name := filepath.Base(of)
			if i.Name != nil {
				name = i.Name.Name
			}
			imports[name] = of
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				s.funcs[dir][d.Name.Name] = &function{d, &declared{dir: dir, name: d.Name.Name, imports: imports}}
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					doc := t.Doc.Text()
					if doc == "" && len(d.Specs) == 1 {
						doc = d.Doc.Text()
					}
					s.types[dir][t.Name.Name] = &declared{dir: dir, name: t.Name.Name, spec: t, doc: doc, imports: imports}
				}
			}
		}
	}
}

// constants gives types of strings their values, in the order in which they are declared.
func (s *source) constants(dir string, f *ast.File) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			of, ok := v.Type.(*ast.Ident)
			if !ok || s.types[dir][of.Name] == nil {
				continue
			}
			for _, value := range v.Values {
				if lit, ok := value.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					t := s.types[dir][of.Name]
					t.words = append(t.words, lit.Value)
				}
			}
		}
	}
}

// lookup returns the type that an expression of a file names: one of the same package, or of another of ours.
func (s *source) lookup(from *declared, e ast.Expr) (*declared, error) {
	dir, name := from.dir, ""
	switch e := e.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		name = e.Sel.Name
		dir = from.imports[e.X.(*ast.Ident).Name]
	}
	if dir == "" {
		return nil, fmt.Errorf("%s.%s: a type of the wire is one of our own", from.dir, from.name)
	}
	if err := s.read(dir); err != nil {
		return nil, err
	}
	if t := s.types[dir][name]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("%s has no type %s", dir, name)
}
