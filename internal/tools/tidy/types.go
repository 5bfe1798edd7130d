package tidy

import (
	"fmt"
	"go/ast"
	"slices"
)

// maxMethods is the ceiling for the methods of a type: one that needs more is several.
const maxMethods = 120

// ceiling is how large a type may get that the rule for all types does not suit.
type ceiling struct {
	dir, typ string
	methods  int
	exported int // of the methods; 0: any number
	fields   int // 0: any number
}

// ceilings are the types that everything once grew together in, and those that are larger than the rule allows. Their
// numbers only ever go down.
var ceilings = []ceiling{
	{"internal/run/agent", "Crowd", 80, 60, 20},
	{"internal/run/runner", "Runner", 120, 0, 0},
	{"internal/model/def", "checker", 208, 0, 0},
	{"internal/lang", "parser", 152, 0, 0},
	{"playground", "Playground", 120, 0, 0},
}

// grown is a type with its counts.
type grown struct {
	dir, typ                  string
	methods, exported, fields int
	file                      *GoFile // that declares it
	at                        ast.Node
}

func checkTypes(m *Module) []Finding {
	var found []Finding
	for _, g := range countTypes(m) {
		if g.file == nil {
			continue
		}
		c := ceilingOf(g.dir, g.typ)
		for _, n := range []struct {
			is, most int
			what     string
		}{{g.methods, c.methods, "methods"}, {g.exported, c.exported, "exported methods"}, {g.fields, c.fields, "fields"}} {
			if n.most > 0 && n.is > n.most {
				found = append(found, g.file.at(g.at, "%s has %d %s, the ceiling is %d: make parts of it, types with their own fields and tests", g.typ, n.is, n.what, n.most))
			}
		}
	}
	return found
}

// ceilingOf returns the ceiling for a type.
func ceilingOf(dir, typ string) ceiling {
	i := slices.IndexFunc(ceilings, func(c ceiling) bool { return c.dir == dir && c.typ == typ })
	if i < 0 {
		return ceiling{dir: dir, typ: typ, methods: maxMethods}
	}
	return ceilings[i]
}

// countTypes counts the methods and fields of all types outside of tests, in the order in which they are met.
func countTypes(m *Module) []*grown {
	var list []*grown
	known := map[string]*grown{}
	of := func(dir, typ string) *grown {
		name := fmt.Sprint(dir, " ", typ)
		if known[name] == nil {
			known[name] = &grown{dir: dir, typ: typ}
			list = append(list, known[name])
		}
		return known[name]
	}
	for _, f := range m.Go {
		if f.Test {
			continue
		}
		for _, decl := range f.Syntax.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					g := of(f.Dir, receiverName(d.Recv.List[0].Type))
					if g.methods++; d.Name.IsExported() {
						g.exported++
					}
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if t, ok := s.(*ast.TypeSpec); ok {
						g := of(f.Dir, t.Name.Name)
						g.file, g.at, g.fields = f, t, fieldsOf(t)
					}
				}
			}
		}
	}
	return list
}

// fieldsOf returns the number of fields of a type; 0 if it is not a struct.
func fieldsOf(t *ast.TypeSpec) (count int) {
	s, ok := t.Type.(*ast.StructType)
	if !ok {
		return 0
	}
	for _, f := range s.Fields.List {
		count += max(1, len(f.Names)) // an embedded one has no name
	}
	return count
}
