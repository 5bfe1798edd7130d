package tidy

import (
	"go/ast"
	"go/token"
	"strings"
)

// checkDocumented wants a comment on every exported type, function, method, constant and variable of packages that
// others can import. A method that an interface of the same package declares is explained there, and a group
// of constants of a declared type by that type.
func checkDocumented(m *Module) []Finding {
	interfaces := interfaceMethods(m)
	var found []Finding
	for _, f := range m.Go {
		if f.Test || f.Main || strings.HasPrefix(f.Dir, "internal/tools/") {
			continue
		}
		for _, decl := range f.Syntax.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				found = append(found, f.undocumentedFunc(d, interfaces[f.Dir])...)
			case *ast.GenDecl:
				found = append(found, f.undocumentedDecl(d)...)
			}
		}
	}
	return found
}

// checkPackages wants a comment on every package: it is the first that go doc shows.
func checkPackages(m *Module) []Finding {
	first, said := map[string]*GoFile{}, map[string]bool{}
	for _, f := range m.Go {
		if f.Test || f.Main {
			continue
		}
		if first[f.Dir] == nil {
			first[f.Dir] = f
		}
		said[f.Dir] = said[f.Dir] || f.Syntax.Doc != nil
	}
	var found []Finding
	for dir, f := range first {
		if !said[dir] {
			found = append(found, f.at(f.Syntax.Name, "package %s has no comment: say in doc.go what it is and holds", f.Syntax.Name.Name))
		}
	}
	return found
}

// interfaceMethods returns, for each package directory, the names of the methods of its interfaces.
func interfaceMethods(m *Module) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, f := range m.Go {
		names := all[f.Dir]
		if names == nil {
			names = map[string]bool{}
			all[f.Dir] = names
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			if t, ok := n.(*ast.InterfaceType); ok {
				for _, method := range t.Methods.List {
					for _, name := range method.Names {
						names[name.Name] = true
					}
				}
			}
			return true
		})
	}
	return all
}

func (f *GoFile) undocumentedFunc(fn *ast.FuncDecl, declared map[string]bool) []Finding {
	if !fn.Name.IsExported() || fn.Doc != nil {
		return nil
	}
	if fn.Recv == nil {
		return []Finding{f.at(fn, "func %s is exported and has no comment", fn.Name.Name)}
	}
	receiver := receiverName(fn.Recv.List[0].Type)
	if !ast.IsExported(receiver) || declared[fn.Name.Name] {
		return nil
	}
	return []Finding{f.at(fn, "method %s.%s is exported and has no comment", receiver, fn.Name.Name)}
}

func receiverName(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

func (f *GoFile) undocumentedDecl(d *ast.GenDecl) []Finding {
	var found []Finding
	typed := false // an earlier constant of the group says its type
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
				found = append(found, f.at(s, "type %s is exported and has no comment", s.Name.Name))
			}
		case *ast.ValueSpec:
			typed = typed || d.Tok == token.CONST && s.Type != nil
			if typed || d.Doc != nil || s.Doc != nil || s.Comment != nil {
				continue
			}
			for _, name := range s.Names {
				if name.IsExported() {
					found = append(found, f.at(name, "%s %s is exported and has no comment", d.Tok, name.Name))
				}
			}
		}
	}
	return found
}
