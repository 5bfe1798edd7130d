package tidy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// doors lists the public packages: what a user's program may import. Everything else lives under internal.
var doors = []string{".", "action", "arena", "assess", "btcpp", "builder", "det", "diag", "explain", "hddl", "ktrace", "playground", "studio", "world"}

// checkDoors keeps packages from becoming public by accident.
func checkDoors(m *Module) []Finding {
	var found []Finding
	for _, f := range m.Go {
		top, _, _ := strings.Cut(f.Dir, "/")
		if !f.Test && !isDoor(f.Dir) && !slices.Contains([]string{"internal", "cmd", "examples"}, top) {
			found = append(found, f.at(f.Syntax.Name, "package %q is public, and not in the list of doors: put it under internal", f.Dir))
		}
	}
	return found
}

// isDoor reports whether a package of the module is public.
func isDoor(dir string) bool { return slices.Contains(doors, dir) }

// Leaks returns the exported names of public packages whose signatures name a type that is not public: a user could
// hold such a value but neither declare nor look it up. root is the module's directory, module its path.
func Leaks(root, module string) ([]string, error) {
	exports, err := exportData(root)
	if err != nil {
		return nil, err
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		file, ok := exports[path]
		if !ok {
			return nil, fmt.Errorf("tidy: no export data of %s", path)
		}
		return os.Open(file)
	})
	l := &leaks{module: module}
	for _, dir := range doors {
		path := module
		if dir != "." {
			path += "/" + dir
		}
		if _, ok := exports[path]; !ok {
			continue
		}
		pkg, err := imp.Import(path)
		if err != nil {
			return nil, err
		}
		l.door(dir, pkg)
	}
	return l.found, nil
}

// exportData has the go command compile the module, and returns where the compiled form of each package is.
func exportData(root string) (map[string]string, error) {
	out, err := goList(root, "-export", "-deps", "-json=ImportPath,Export")
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		switch err := d.Decode(&p); err {
		case nil:
			files[p.ImportPath] = p.Export
		case io.EOF:
			return files, nil
		default:
			return nil, err
		}
	}
}

// goList lists all packages of the module. An error has what the go command says. Which commit it is does not matter,
// so that it works while git does something.
func goList(root string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", append(append([]string{"list", "-buildvcs=false"}, args...), "./...")...)
	cmd.Dir = root
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("tidy: go list: %w: %s", err, said.Bytes())
	}
	return out, nil
}

// leaks looks for private types in what public packages export.
type leaks struct {
	module string
	found  []string
}

func (l *leaks) door(dir string, pkg *types.Package) {
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if !obj.Exported() {
			continue
		}
		where := dir + ": " + name
		tn, isType := obj.(*types.TypeName)
		if !isType {
			l.typ(where, obj.Type())
			continue
		}
		if tn.IsAlias() {
			l.typ(where, types.Unalias(tn.Type()))
			continue
		}
		named := tn.Type().(*types.Named)
		l.typ(where, named.Underlying())
		for m := range named.Methods() {
			if m.Exported() {
				l.typ(where+"."+m.Name(), m.Type())
			}
		}
	}
}

// typ checks a type in a signature: named types are judged by their package, not by their parts.
func (l *leaks) typ(where string, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		l.typ(where, types.Unalias(t))
	case *types.Named:
		l.named(where, t)
	case *types.Pointer:
		l.typ(where, t.Elem())
	case *types.Slice:
		l.typ(where, t.Elem())
	case *types.Array:
		l.typ(where, t.Elem())
	case *types.Chan:
		l.typ(where, t.Elem())
	case *types.Map:
		l.typ(where, t.Key())
		l.typ(where, t.Elem())
	case *types.Signature:
		l.tuple(where, t.Params())
		l.tuple(where, t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				l.typ(where+"."+f.Name(), f.Type())
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if m.Exported() {
				l.typ(where+"."+m.Name(), m.Type())
			}
		}
		for e := range t.EmbeddedTypes() {
			l.typ(where, e)
		}
	}
}

func (l *leaks) tuple(where string, vars *types.Tuple) {
	for v := range vars.Variables() {
		l.typ(where, v.Type())
	}
}

func (l *leaks) named(where string, t *types.Named) {
	for arg := range t.TypeArgs().Types() {
		l.typ(where, arg)
	}
	pkg := t.Obj().Pkg()
	if pkg == nil {
		return
	}
	dir := "."
	if pkg.Path() != l.module {
		var own bool
		if dir, own = strings.CutPrefix(pkg.Path(), l.module+"/"); !own {
			return
		}
	}
	if !isDoor(dir) {
		l.found = append(l.found, fmt.Sprintf("%s names %s.%s", where, dir, t.Obj().Name()))
	}
}
